//! Passage of an item through the adaptors of a chain.

use super::*;
use crate::Lowering;
use crate::frame::Frame;
use crate::place::PlaceExpr;
use crate::range::unsigned_of;
use crate::types::unsupported;
use crate::value::{ClosureValue, Length, Slot, Value};
use naga::{BinaryOperator, Expression, Handle, Literal, Span, Statement};
use warpbench_hir::types::Ty;

impl<'u, 'a> Frame<'u, 'a> {
    /// The item of a number.
    pub(super) fn item(
        &mut self,
        item: &Item,
        index: Handle<Expression>,
        span: Span,
    ) -> Lowering<Value> {
        match item {
            Item::Range { int, .. } if int.is_wide() => {
                Err(unsupported("a loop over numbers of 128 bits", span))
            }
            Item::Range { start, int, .. } => {
                let way = self.convert(index, &Ty::U32, &Ty::Int(*int), span);
                Ok(Value::Plain(self.binary(BinaryOperator::Add, *start, way, span)))
            }
            Item::Steps(steps) => {
                let counted = Ty::Int(unsigned_of(steps.int));
                let turns = self.convert(index, &Ty::U32, &counted, span);
                Ok(Value::Plain(self.step_on(steps, turns, span)))
            }
            Item::Slice { pointer, element } => {
                let bytes = self.bytes_of(element, span)?;
                Ok(Value::Pointer(self.offset(pointer.clone(), index, bytes, span)))
            }
            Item::Array { slot, element } => {
                let place = match slot {
                    Slot::Variable(variable, ty) => {
                        PlaceExpr::Direct(self.local(*variable), ty.clone(), None)
                    }
                    slot => PlaceExpr::Slot(slot.clone()),
                };
                let place = self.index_place(place, index, element.clone(), span)?;
                self.read(place, span)
            }
            Item::Pieces { pointer, element, step, piece, .. } => {
                let passed = self.binary(BinaryOperator::Multiply, index, *step, span);
                let (start, length) = match piece {
                    Piece::Whole(length) => (passed, *length),
                    Piece::Last(length, all) => {
                        let left = self.binary(BinaryOperator::Subtract, *all, passed, span);
                        (passed, self.least(*length, left, span))
                    }
                    Piece::FromEnd(length, all) => {
                        let left = self.binary(BinaryOperator::Subtract, *all, passed, span);
                        let length = self.least(*length, left, span);
                        (self.binary(BinaryOperator::Subtract, left, length, span), length)
                    }
                };
                let bytes = self.bytes_of(element, span)?;
                let pointer = self.offset(pointer.clone(), start, bytes, span);
                let length = match self.known(length) {
                    Some(Literal::U32(len)) => Length::Known(len),
                    _ => Length::Value(length),
                };
                Ok(Value::Slice(pointer, length))
            }
            Item::Same(value) => Ok((**value).clone()),
            Item::Map(inner, closure) => {
                let value = self.item(inner, index, span)?;
                self.call_closure(closure, vec![value], span)
            }
            Item::Inspect(inner, closure, ty) => {
                let value = self.item(inner, index, span)?;
                let reference = self.reference_to_value(value.clone(), ty, span)?;
                self.call_closure(closure, vec![reference], span)?;
                Ok(value)
            }
            Item::Copied(inner, ty) => {
                let value = self.item(inner, index, span)?;
                self.read_through(value, ty, span)
            }
            Item::Enumerate(inner) => {
                let value = self.item(inner, index, span)?;
                let number = self.usize(index, span);
                Ok(Value::Parts(vec![Value::Plain(number), value]))
            }
            Item::Zip(left, right) => {
                let left = self.item(left, index, span)?;
                let right = self.item(right, index, span)?;
                Ok(Value::Parts(vec![left, right]))
            }
            Item::Rev(inner, count) => {
                let one = self.u32(1);
                let last = self.binary(BinaryOperator::Subtract, *count, one, span);
                let index = self.binary(BinaryOperator::Subtract, last, index, span);
                self.item(inner, index, span)
            }
            Item::Cycle(inner, count) => {
                let index = self.binary(BinaryOperator::Modulo, index, *count, span);
                self.item(inner, index, span)
            }
            Item::Skip(inner, skipped) => {
                let index = self.binary(BinaryOperator::Add, index, *skipped, span);
                self.item(inner, index, span)
            }
            Item::Nested(inner, ty, len) => {
                let each = self.u32(*len);
                let outer = self.binary(BinaryOperator::Divide, index, each, span);
                let index = self.binary(BinaryOperator::Modulo, index, each, span);
                let held = self.item(inner, outer, span)?;
                let ty = self.settle(ty);
                match self.iterator_over(held, &ty, span)? {
                    IterValue::Counted(counted) => self.item(&counted.item, index, span),
                    _ => Err(unsupported("an iterator over this", span)),
                }
            }
            Item::StepBy(inner, step) => {
                let index = self.binary(BinaryOperator::Multiply, index, *step, span);
                self.item(inner, index, span)
            }
        }
    }

    pub(crate) fn read_through(&mut self, value: Value, ty: &Ty, span: Span) -> Lowering<Value> {
        let ty = self.settle(ty);
        let place = self.deref(value, ty, span)?;
        self.read(place, span)
    }

    pub(crate) fn reference_to_value(
        &mut self,
        value: Value,
        ty: &Ty,
        span: Span,
    ) -> Lowering<Value> {
        let ty = self.settle(ty);
        self.reference_to(PlaceExpr::Value(value, ty), span)
    }

    /// What is done to an item on its way, unless it is gone through itself. `scope` is
    /// the loop that yields it.
    pub(crate) fn pass(
        &mut self,
        pass: &Adaptor,
        item: Value,
        scope: u32,
        span: Span,
        body: Body<'_, 'u, 'a>,
    ) -> Lowering<()> {
        match pass {
            Adaptor::Map(closure) => {
                let item = self.call_closure(closure, vec![item], span)?;
                if self.is_dead() { Ok(()) } else { body(self, item) }
            }
            Adaptor::Inspect(closure, ty) => {
                let reference = self.reference_to_value(item.clone(), ty, span)?;
                self.call_closure(closure, vec![reference], span)?;
                body(self, item)
            }
            Adaptor::Copied(ty) => {
                let item = self.read_through(item, ty, span)?;
                body(self, item)
            }
            Adaptor::Filter(closure, ty) => {
                let holds = self.predicate(closure, &item, ty, span)?;
                self.where_holds(holds, span, &mut |frame| body(frame, item.clone()))
            }
            Adaptor::TakeWhile(closure, ty) => {
                let holds = self.predicate(closure, &item, ty, span)?;
                self.leave_unless(holds, scope, span)?;
                body(self, item)
            }
            Adaptor::SkipWhile(closure, ty, begun) => {
                // Once it has begun, the closure is asked no more.
                let place = self.local(*begun);
                let has_begun = self.load(place, span);
                let is_skipping = self.not(has_begun, span);
                let (accept, _) = self.block(|frame| {
                    let holds = frame.predicate(closure, &item, ty, span)?;
                    let begins = frame.not(holds, span);
                    frame.store(place, begins, span);
                    Ok(())
                })?;
                let reject = naga::Block::new();
                self.push(Statement::If { condition: is_skipping, accept, reject }, span);
                let now = self.load(place, span);
                self.where_holds(now, span, &mut |frame| body(frame, item.clone()))
            }
            Adaptor::FilterMap(closure) => {
                let value = self.call_closure(closure, vec![item], span)?;
                let (is_some, payload) = self.opened(value, span)?;
                self.where_holds(is_some, span, &mut |frame| body(frame, payload.clone()))
            }
            Adaptor::MapWhile(closure) => {
                let value = self.call_closure(closure, vec![item], span)?;
                let (is_some, payload) = self.opened(value, span)?;
                self.leave_unless(is_some, scope, span)?;
                body(self, payload)
            }
            Adaptor::Scan(closure, state) => {
                let value = self.call_closure(closure, vec![(**state).clone(), item], span)?;
                let (is_some, payload) = self.opened(value, span)?;
                self.leave_unless(is_some, scope, span)?;
                body(self, payload)
            }
            Adaptor::Enumerate(number) => {
                let place = self.local(*number);
                let index = self.load(place, span);
                let one = self.u32(1);
                let next = self.binary(BinaryOperator::Add, index, one, span);
                self.store(place, next, span);
                let number = self.usize(index, span);
                body(self, Value::Parts(vec![Value::Plain(number), item]))
            }
            Adaptor::Take(left) => {
                let place = self.local(*left);
                let count = self.load(place, span);
                let zero = self.u32(0);
                let any = self.binary(BinaryOperator::NotEqual, count, zero, span);
                self.leave_unless(any, scope, span)?;
                let one = self.u32(1);
                let rest = self.binary(BinaryOperator::Subtract, count, one, span);
                self.store(place, rest, span);
                body(self, item)
            }
            Adaptor::Skip(left) => {
                let place = self.local(*left);
                let count = self.load(place, span);
                let zero = self.u32(0);
                let is_over = self.binary(BinaryOperator::Equal, count, zero, span);
                let (accept, _) = self.block(|frame| body(frame, item))?;
                let (reject, _) = self.block(|frame| {
                    let one = frame.u32(1);
                    let rest = frame.binary(BinaryOperator::Subtract, count, one, span);
                    frame.store(place, rest, span);
                    Ok(())
                })?;
                self.push(Statement::If { condition: is_over, accept, reject }, span);
                Ok(())
            }
            Adaptor::StepBy(left, step) => {
                let place = self.local(*left);
                let count = self.load(place, span);
                let zero = self.u32(0);
                let one = self.u32(1);
                let is_next = self.binary(BinaryOperator::Equal, count, zero, span);
                let (accept, _) = self.block(|frame| {
                    let rest = frame.binary(BinaryOperator::Subtract, *step, one, span);
                    frame.store(place, rest, span);
                    body(frame, item)
                })?;
                let (reject, _) = self.block(|frame| {
                    let rest = frame.binary(BinaryOperator::Subtract, count, one, span);
                    frame.store(place, rest, span);
                    Ok(())
                })?;
                self.push(Statement::If { condition: is_next, accept, reject }, span);
                Ok(())
            }
            Adaptor::FlatMap { .. } | Adaptor::Flatten(_) => {
                Err(unsupported("this iterator", span))
            }
        }
    }

    pub(crate) fn predicate(
        &mut self,
        closure: &ClosureValue,
        item: &Value,
        ty: &Ty,
        span: Span,
    ) -> Lowering<Handle<Expression>> {
        let reference = self.reference_to_value(item.clone(), ty, span)?;
        let value = self.call_closure(closure, vec![reference], span)?;
        self.plain(value, &Ty::Bool, span)
    }
}
