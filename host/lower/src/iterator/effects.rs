//! Effects of making an item: whether it shows, so that items which are left out must be made
//! as well.

use super::Item;
use super::shape::{changes, takes_items};
use crate::frame::Frame;
use crate::value::{ClosureValue, Slot, Value};
use std::collections::HashSet;
use std::rc::Rc;
use warpbench_hir::visit::any;
use warpbench_hir::{Builtin, Expr, ExprKind, FunctionId};

impl Frame<'_, '_> {
    pub(super) fn has_effects(&mut self, item: &Item) -> bool {
        match item {
            Item::Map(inner, closure) | Item::Inspect(inner, closure, _) => {
                self.acts(closure, &mut HashSet::new()) || self.has_effects(inner)
            }
            Item::Copied(inner, _)
            | Item::Enumerate(inner)
            | Item::Rev(inner, _)
            | Item::Skip(inner, _)
            | Item::StepBy(inner, _)
            | Item::Cycle(inner, _)
            | Item::Nested(inner, ..) => self.has_effects(inner),
            Item::Zip(one, other) => self.has_effects(one) || self.has_effects(other),
            Item::Range { .. }
            | Item::Steps(_)
            | Item::Slice { .. }
            | Item::Array { .. }
            | Item::Pieces { .. }
            | Item::Same(_) => false,
        }
    }

    /// Whether a call of a closure does something beside its result.
    fn acts(&mut self, closure: &ClosureValue, met: &mut HashSet<FunctionId>) -> bool {
        let body = &closure.closure.body;
        if any(body, &mut |expr| changes(expr) || takes_items(expr) || self.is_act(expr, met)) {
            return true;
        }
        let before = self.switch_to(closure.context);
        let mut called: Vec<Rc<ClosureValue>> = Vec::new();
        any(body, &mut |expr| {
            if let ExprKind::CallClosure(callee, _) = &expr.kind
                && let ExprKind::Local(id) = callee.kind
            {
                let taken = closure.captured.iter().find(|(taken, _)| *taken == id);
                let slot = taken.map(|(_, slot)| slot).or(self.slots[id].as_ref());
                if let Some(Slot::Fixed(Value::Closure(inner))) = slot {
                    called.push(Rc::clone(inner));
                }
            }
            false
        });
        let acts = called.iter().any(|inner| self.acts(inner, met));
        self.switch_to(before);
        acts
    }

    /// Whether others see that an expression was evaluated, changes of places aside.
    fn is_act(&self, expr: &Expr, met: &mut HashSet<FunctionId>) -> bool {
        match &expr.kind {
            ExprKind::Print(_) | ExprKind::Assert(_) => true,
            ExprKind::Builtin(builtin, _) => builtin_acts(*builtin),
            ExprKind::Call(function, ..) if met.insert(*function) => {
                let body = &self.unit.program.functions[*function].body;
                any(body, &mut |expr| changes_others(expr) || self.is_act(expr, met))
            }
            _ => false,
        }
    }
}

/// Whether a part of a function changes what is not its own.
fn changes_others(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Assign(place, _)
        | ExprKind::AssignOp(_, place, _)
        | ExprKind::Next(place)
        | ExprKind::NextBack(place) => !is_own(place),
        _ => false,
    }
}

/// Whether a place is a variable or a part of one.
fn is_own(place: &Expr) -> bool {
    match &place.kind {
        ExprKind::Local(_) => true,
        ExprKind::Field(of, _) | ExprKind::Index(of, _) => is_own(of),
        _ => false,
    }
}

/// Whether others see that it was called.
fn builtin_acts(builtin: Builtin) -> bool {
    matches!(
        builtin,
        Builtin::SyncThreads
            | Builtin::SyncThreadsVote(_)
            | Builtin::SyncWarp
            | Builtin::MaskedShuffle(_)
            | Builtin::MaskedVote(_)
            | Builtin::MatchAny
            | Builtin::WarpReduce
            | Builtin::Fence(_)
            | Builtin::FenceOrdered(..)
            | Builtin::Nanosleep
            | Builtin::Shuffle(_)
            | Builtin::VoteAll
            | Builtin::VoteAny
            | Builtin::Ballot
            | Builtin::Atomic(..)
            | Builtin::AtomicOrdered(..)
            | Builtin::CompareExchange { .. }
            | Builtin::CompareAndSwap(..)
            | Builtin::FetchUpdate(_)
            | Builtin::FourStore
            | Builtin::PointerWrite
    )
}
