//! Iterators that remember how far they are, from either end.

use super::{Adaptor, Counted, Item, IterValue, Taken};
use crate::Lowering;
use crate::frame::Frame;
use crate::types::unsupported;
use crate::value::Value;
use naga::{BinaryOperator, Expression, Handle, Literal, Span};
use std::rc::Rc;
use warpbench_hir::types::{Adapting, IterTy, Mapping, Ty};
use warpbench_hir::visit::any;
use warpbench_hir::{Crate, Expr, ExprKind, IterOp};

/// Whether a program takes items from the end of an iterator that remembers how far
/// it is. Most do not, and need no variable for it.
pub(crate) fn takes_from_the_end(program: &Crate) -> bool {
    let mut takes = |expr: &Expr| match &expr.kind {
        ExprKind::NextBack(_) => true,
        ExprKind::Iter(IterOp::Adapted(Adapting::Rev), parts) => parts.first().is_some_and(|of| {
            matches!(of.kind, ExprKind::Local(_) | ExprKind::Field(..) | ExprKind::Deref(_))
        }),
        _ => false,
    };
    program.functions.iter().any(|function| any(&function.body, &mut takes))
}

/// Whether a program takes single items of a loop in a loop.
pub(crate) fn steps_through_nested(program: &Crate) -> bool {
    let is_nested = |of: &Expr| matches!(&of.ty, Ty::Iter(iter) if holds_nested(iter));
    let mut steps = |expr: &Expr| match &expr.kind {
        ExprKind::Next(of) => is_nested(of),
        ExprKind::Iter(IterOp::Zip, parts) => parts.get(1).is_some_and(is_nested),
        _ => false,
    };
    program.functions.iter().any(|function| any(&function.body, &mut steps))
}

fn holds_nested(iter: &IterTy) -> bool {
    match iter {
        IterTy::Mapped(how, inner, ..) => *how == Mapping::FlatMap || holds_nested(inner),
        IterTy::Adapted(how, inner) => *how == Adapting::Flatten || holds_nested(inner),
        IterTy::Zip(left, right) | IterTy::Chain(left, right) => {
            holds_nested(left) || holds_nested(right)
        }
        _ => false,
    }
}

impl Frame<'_, '_> {
    /// A value as it is kept in a variable: an iterator remembers how far it is.
    pub(crate) fn with_state(&mut self, value: Value) -> Lowering<Value> {
        let Value::Iter(iter) = value else { return Ok(value) };
        Ok(Value::Iter(Rc::new(self.stateful((*iter).clone())?)))
    }

    pub(crate) fn stateful(&mut self, iter: IterValue) -> Lowering<IterValue> {
        let span = Span::UNDEFINED;
        Ok(match self.counted(iter, span) {
            IterValue::Counted(counted) if counted.taken.is_none() => {
                let taken = Some(self.none_taken(span));
                IterValue::Counted(Counted { taken, ..counted })
            }
            // One item or none, to be had once.
            IterValue::Option { value } => {
                let (is_some, payload) = self.opened(*value, span)?;
                let count = self.convert(is_some, &Ty::Bool, &Ty::U32, span);
                let item = Item::Same(Box::new(payload));
                let taken = Some(self.none_taken(span));
                IterValue::Counted(Counted { item, count, taken })
            }
            IterValue::Adapted(pass, inner) if self.goes_in_steps(&pass) => {
                let inner = self.stateful(*inner)?;
                self.nested(pass, inner, span)?
            }
            IterValue::Adapted(pass, inner) => {
                IterValue::Adapted(pass, Box::new(self.stateful(*inner)?))
            }
            IterValue::Chain(left, right) => {
                let left = self.stateful(*left)?;
                IterValue::Chain(Box::new(left), Box::new(self.stateful(*right)?))
            }
            IterValue::Pairs(left, right, item) => {
                let left = self.stateful(*left)?;
                IterValue::Pairs(Box::new(left), right, item)
            }
            other => other,
        })
    }

    /// An iterator from its other end.
    pub(crate) fn reversed(&mut self, iter: IterValue, span: Span) -> Lowering<IterValue> {
        Ok(match iter {
            IterValue::Counted(counted) if counted.taken.is_none() => {
                let Counted { item, count, .. } = counted;
                if let Some(counted) = self.long_reversed(&item, span) {
                    return Ok(IterValue::Counted(counted));
                }
                let item = match item {
                    Item::Rev(inner, _) => *inner,
                    item => Item::Rev(Box::new(item), count),
                };
                IterValue::Counted(Counted { item, count, taken: None })
            }
            IterValue::Counted(Counted { item, count, taken: Some(taken) })
                if taken.back.is_some() =>
            {
                let taken = Taken { is_reversed: !taken.is_reversed, ..taken };
                IterValue::Counted(Counted { item, count, taken: Some(taken) })
            }
            IterValue::Adapted(
                pass @ (Adaptor::Map(_)
                | Adaptor::Inspect(..)
                | Adaptor::Filter(..)
                | Adaptor::FilterMap(_)
                | Adaptor::Copied(_)),
                inner,
            ) => {
                let inner = self.reversed(*inner, span)?;
                IterValue::Adapted(pass, Box::new(inner))
            }
            IterValue::Chain(left, right) => {
                let left = self.reversed(*left, span)?;
                let right = self.reversed(*right, span)?;
                IterValue::Chain(Box::new(right), Box::new(left))
            }
            // From the other end, what is left out is never reached.
            IterValue::Adapted(Adaptor::Skip(number), inner) if matches!(&*inner, IterValue::Counted(counted) if counted.taken.is_none()) =>
            {
                let IterValue::Counted(counted) = *inner else {
                    return Err(unsupported("this iterator", span));
                };
                let place = self.local(number);
                let number = self.load(place, span);
                let later = self.skipped(counted, number, span);
                return self.reversed(IterValue::Counted(later), span);
            }
            IterValue::Option { .. } => iter,
            _ => return Err(unsupported("this iterator the other way round", span)),
        })
    }

    /// The state of an iterator of which nothing has been taken.
    pub(super) fn none_taken(&mut self, span: Span) -> Taken {
        let front = self.new_state("taken", Literal::U32(0), span);
        let back = self
            .unit
            .iteration
            .takes_from_the_end
            .then(|| self.new_state("taken_behind", Literal::U32(0), span));
        Taken { front, back, is_reversed: false }
    }

    /// The numbers of the first item that is left, and of the one behind the last.
    pub(super) fn what_is_left(
        &mut self,
        count: Handle<Expression>,
        taken: Taken,
        span: Span,
    ) -> (Handle<Expression>, Handle<Expression>) {
        let place = self.local(taken.front);
        let front = self.load(place, span);
        let Some(back) = taken.back else { return (front, count) };
        let place = self.local(back);
        let behind = self.load(place, span);
        (front, self.binary(BinaryOperator::Subtract, count, behind, span))
    }

    /// Notes that one more item is taken, of those that are left, and says which.
    pub(super) fn taken_one(
        &mut self,
        taken: Taken,
        (front, end): (Handle<Expression>, Handle<Expression>),
        span: Span,
    ) -> Handle<Expression> {
        let one = self.u32(1);
        let Some(back) = taken.back.filter(|_| taken.is_reversed) else {
            let next = self.binary(BinaryOperator::Add, front, one, span);
            let place = self.local(taken.front);
            self.store(place, next, span);
            return front;
        };
        let place = self.local(back);
        let behind = self.load(place, span);
        let behind = self.binary(BinaryOperator::Add, behind, one, span);
        self.store(place, behind, span);
        self.binary(BinaryOperator::Subtract, end, one, span)
    }
}
