//! Closures: they borrow what they use of the variables around them.

use super::build::{Builder, Recorder, Value};
use super::graph::{Access, AccessKind, Part, Place, Region};
use super::report::reached_regions;
use super::slots;
use naga::Span;
use std::ops::Range;
use warpbench_hir::types::{Mutability, Ty};
use warpbench_hir::{Closure, Expr};

impl Builder<'_> {
    /// `|x| …`. The body stands beside the steps of the function: what it does is
    /// looked at once, and what it uses is captured where the closure is made. What
    /// it returns has regions of its own: a reference that a closure returns need
    /// not be one of those that it holds.
    pub(super) fn closure(&mut self, closure: &Closure, ty: &Ty, span: Span) -> Value {
        let before = self.mark();
        let temp = self.variable(ty);
        let results = self.graph.vars[temp].get(1..).unwrap_or_default().to_vec();
        let captured = closure.captured.iter().copied().collect();
        self.recorders.push(Recorder { captured, used: Vec::new(), results });
        let first_loan = self.graph.loans.len();
        let targets = std::mem::take(&mut self.targets);
        self.scopes.push(Vec::new());
        let mut given = Vec::new();
        for param in &closure.params {
            let (value, own) = self.made_of(&[], Vec::new(), &param.ty, param.span);
            given.extend(own);
            self.bind_computed(param, &value, &param.ty);
        }
        let value = self.value(&closure.body);
        self.give_back(&value, closure.body.span);
        self.scopes.pop();
        self.targets = targets;
        let recorder = self.recorders.pop().unwrap_or_default();
        if !self.flows_between(&given, &recorder.results) {
            self.own_results.insert(closure.id);
        }
        self.at = Some(before);
        if recorder.used.iter().any(|access| changes(access.kind)) {
            self.changing.insert(closure.id);
        }
        // It exists before it captures anything, so that no loan ends in between.
        let own_loans = first_loan..self.graph.loans.len();
        self.step(super::graph::Step::None, Vec::new(), Some(temp));
        if closure.is_move {
            for id in &closure.captured {
                self.take_along(*id, temp, span);
            }
        } else {
            for access in captures(recorder.used) {
                self.capture(&access, temp, own_loans.clone());
            }
        }
        Value { temp: Some(temp), reserved: None }
    }

    /// A variable that a `move` closure copies or takes.
    fn take_along(&mut self, id: usize, closure: usize, span: Span) {
        let Some(local) = self.locals.get(id) else { return };
        let ty = local.ty.clone();
        let spot = super::build::Spot { place: Place::of(id), slots: self.graph.vars[id].clone() };
        let value = self.read(&spot, &ty, false, span);
        let from = self.slots_of(&value);
        self.flow_into_held(&from, closure);
        self.consume(&[&value], span);
    }

    /// Whether a value at any of these regions may get to any of the others.
    fn flows_between(&self, from: &[Region], to: &[Region]) -> bool {
        from.iter().any(|from| {
            let reached = reached_regions(&self.graph, *from);
            to.iter().any(|to| reached.contains(to))
        })
    }

    /// Whether what a closure returns may be of what it is given.
    pub(super) fn may_return_given(&self, closure: &Ty) -> bool {
        !matches!(closure, Ty::Closure(id) if self.own_results.contains(id))
    }

    /// What a closure has along flows into the first of its regions.
    fn flow_into_held(&mut self, from: &[Region], closure: usize) {
        if let Some(held) = self.graph.vars[closure].first().copied() {
            self.flow_any(from, &[held]);
        }
    }

    /// A place that a closure borrows. What its body lends of it (`own_loans`) is
    /// lent through this borrow, which lasts as long.
    fn capture(&mut self, access: &Access, closure: usize, own_loans: Range<usize>) {
        let has_deref = access.place.path.iter().any(|part| matches!(part, Part::Deref(..)));
        if !has_deref {
            let from = self.graph.vars[access.place.var].clone();
            self.flow_into_held(&from, closure);
        }
        let mutability = match access.kind {
            AccessKind::Move => {
                self.access(access.place.clone(), AccessKind::Move, None, None, access.span);
                return;
            }
            AccessKind::Read | AccessKind::Shared => Mutability::Const,
            AccessKind::Assign | AccessKind::Mutable | AccessKind::Reserved => Mutability::Mut,
        };
        let region = self.region();
        let loan = self.loan(&access.place, mutability, false, region, access.span, None);
        self.graph.loans[loan].by_closure = true;
        self.flow_into_held(&[region], closure);
        for own in own_loans {
            let own = &self.graph.loans[own];
            if is_lent_through(&own.place, &access.place) {
                self.flow(region, own.region);
            }
        }
    }

    /// Notes a call that changes what a variable holds, if it may not be changed.
    fn note_call(&mut self, place: &Place, callee: &Expr) {
        let is_changed = matches!(callee.ty, Ty::Closure(id) if self.changing.contains(&id));
        let is_fixed = self.locals.get(place.var).is_some_and(|local| !local.is_mutable);
        if is_changed && is_fixed && place.path.is_empty() {
            self.graph.fixed_calls.push((place.var, callee.span));
        }
    }

    /// A call of a closure. A reference that it returns may be of what it captured
    /// or of what it is given.
    pub(super) fn call_closure(&mut self, callee: &Expr, parts: &[Expr], expr: &Expr) -> Value {
        let called = if Self::is_place(callee) {
            let spot = self.place(callee);
            Err(spot)
        } else {
            Ok(self.value(callee))
        };
        let values: Vec<Value> = parts.iter().map(|part| self.argument(part)).collect();
        let mut all: Vec<&Value> = values.iter().collect();
        let (mut from, mut uses) = (Vec::new(), Vec::new());
        match &called {
            Ok(value) => {
                all.push(value);
                from.extend(self.slots_of(value));
            }
            Err(spot) => {
                from.extend(&spot.slots);
                uses.push(spot.place.var);
                let place = spot.place.clone();
                self.note_call(&place, callee);
                self.access(place, AccessKind::Read, None, None, callee.span);
            }
        }
        let (made, own) = self.made_of(&all, uses, &expr.ty, expr.span);
        if slots::holds(&callee.ty) {
            self.flow_alike(from.get(1..).unwrap_or_default(), &own);
        } else {
            self.flow_any(&from, &own);
        }
        if self.may_return_given(&callee.ty) {
            for value in &values {
                self.flow_any(&self.slots_of(value), &own);
            }
        }
        made
    }
}

/// What is captured: each place once, as a whole if any use needs the whole.
fn captures(used: Vec<Access>) -> Vec<Access> {
    let mut kept: Vec<Access> = Vec::new();
    for mut access in used {
        // Which element is used is not known where the closure is made.
        let known = access
            .place
            .path
            .iter()
            .position(|part| {
                matches!(part, Part::Index | Part::Nth(_) | Part::NthBack(_) | Part::Rest)
            })
            .unwrap_or(access.place.path.len());
        access.place.path.truncate(known);
        match kept.iter_mut().find(|other| is_within(&access.place, &other.place)) {
            Some(other) => other.kind = stronger(other.kind, access.kind),
            None => {
                let mut kind = access.kind;
                kept.retain(|other| {
                    let is_part = is_within(&other.place, &access.place);
                    if is_part {
                        kind = stronger(kind, other.kind);
                    }
                    !is_part
                });
                kept.push(Access { kind, ..access });
            }
        }
    }
    kept
}

/// Whether a place is another, or a part of it.
fn is_within(place: &Place, whole: &Place) -> bool {
    place.var == whole.var && place.path.starts_with(&whole.path)
}

/// Whether a place is borrowed through another: it is a part of it that no shared
/// reference, which outlives both, leads to.
fn is_lent_through(place: &Place, whole: &Place) -> bool {
    let is_shared = |part: &Part| matches!(part, Part::Deref(Mutability::Const, _));
    is_within(place, whole) && !place.path[whole.path.len()..].iter().any(is_shared)
}

/// Whether a place is another one afterwards.
fn changes(kind: AccessKind) -> bool {
    matches!(kind, AccessKind::Reserved | AccessKind::Mutable | AccessKind::Assign)
}

fn stronger(a: AccessKind, b: AccessKind) -> AccessKind {
    let rank = |kind: AccessKind| match kind {
        AccessKind::Read | AccessKind::Shared => 0,
        AccessKind::Reserved | AccessKind::Mutable | AccessKind::Assign => 1,
        AccessKind::Move => 2,
    };
    if rank(a) >= rank(b) { a } else { b }
}
