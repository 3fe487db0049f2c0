//! Sources of iterators' items.

use super::*;
use crate::Lowering;
use crate::frame::Frame;
use crate::range::unsigned_of;
use crate::types::unsupported;
use crate::value::{Length, Slot, Value};
use naga::{BinaryOperator, Expression, Handle, Span};
use std::rc::Rc;
use warpbench_hir::types::{Chunks, IntTy, IterTy, Len, Ty};
use warpbench_hir::{ConstValue, Expr, ExprKind, IterOp};

impl<'u, 'a> Frame<'u, 'a> {
    pub(crate) fn range_iterator(&mut self, op: IterOp, parts: &[Expr]) -> Lowering<IterValue> {
        let ty = self.settle(&parts[0].ty);
        let start = self.plain_expr(&parts[0])?;
        let end = match parts.get(1) {
            Some(end) => Some(self.plain_expr(end)?),
            None => None,
        };
        Ok(self.range_of(op, start, end, &ty, parts[0].span))
    }

    pub(crate) fn range_of(
        &mut self,
        op: IterOp,
        start: Handle<Expression>,
        end: Option<Handle<Expression>>,
        ty: &Ty,
        span: Span,
    ) -> IterValue {
        let (int, count, all) = match (ty, end) {
            // Ranges of other numbers are compared with, not counted through.
            (Ty::Int(int), _) if int.is_wide() => (*int, self.u32(1), None),
            (Ty::Int(int), Some(end)) => {
                let is_inclusive = op == IterOp::RangeInclusive;
                let all = self.range_count(start, end, is_inclusive, *int, span);
                match int.bits() {
                    64 => {
                        let counted = Ty::Int(unsigned_of(*int));
                        (*int, self.at_most_a_word(all, &counted, span), Some(all))
                    }
                    _ => (*int, all, None),
                }
            }
            (Ty::Int(int), None) if int.bits() == 64 => {
                let counted = unsigned_of(*int);
                let all = self.number(&Ty::Int(counted), counted.max());
                (*int, self.u32(u32::MAX), Some(all))
            }
            (Ty::Int(int), None) => (*int, self.u32(u32::MAX), None),
            _ => (IntTy::U32, self.u32(0), None),
        };
        let item = Item::Range { start, end, int, all };
        IterValue::Counted(Counted { item, count, taken: None })
    }

    /// How many numbers a range has, of 64 bits as one of 64 bits, as a word else.
    pub(crate) fn range_count(
        &mut self,
        start: Handle<Expression>,
        end: Handle<Expression>,
        is_inclusive: bool,
        int: IntTy,
        span: Span,
    ) -> Handle<Expression> {
        let compare = if is_inclusive { BinaryOperator::LessEqual } else { BinaryOperator::Less };
        let any = self.binary(compare, start, end, span);
        let distance = self.binary(BinaryOperator::Subtract, end, start, span);
        let counted = match int.bits() {
            64 => Ty::Int(unsigned_of(int)),
            _ => Ty::U32,
        };
        let mut count = self.convert(distance, &Ty::Int(int), &counted, span);
        let zero = self.number(&counted, 0);
        if is_inclusive {
            let one = self.number(&counted, 1);
            count = self.binary(BinaryOperator::Add, count, one, span);
        }
        self.select(any, count, zero, span)
    }

    /// An end of a range, by position.
    pub(crate) fn range_end(&mut self, iter: &IterValue, at: u32, span: Span) -> Lowering<Value> {
        let IterValue::Counted(Counted {
            item: Item::Range { start, end, int, .. }, taken, ..
        }) = iter
        else {
            return Err(unsupported("this member", span));
        };
        match (at, end) {
            (0, _) => {
                let Some(taken) = taken else { return Ok(Value::Plain(*start)) };
                let place = self.local(taken.front);
                let index = self.load(place, span);
                let way = self.convert(index, &Ty::U32, &Ty::Int(*int), span);
                Ok(Value::Plain(self.binary(BinaryOperator::Add, *start, way, span)))
            }
            (_, Some(end)) => {
                let Some(back) = taken.and_then(|taken| taken.back) else {
                    return Ok(Value::Plain(*end));
                };
                let place = self.local(back);
                let way = self.load(place, span);
                let way = self.convert(way, &Ty::U32, &Ty::Int(*int), span);
                Ok(Value::Plain(self.binary(BinaryOperator::Subtract, *end, way, span)))
            }
            _ => Err(unsupported("this member", span)),
        }
    }

    pub(crate) fn slice_items(
        &mut self,
        value: Value,
        element: &Ty,
        span: Span,
    ) -> Lowering<IterValue> {
        let Value::Slice(pointer, length) = value else {
            return Err(unsupported("an iterator over this", span));
        };
        let count = self.length(length, span);
        let item = Item::Slice { pointer, element: element.clone() };
        Ok(IterValue::Counted(Counted { item, count, taken: None }))
    }

    pub(crate) fn array_items(&mut self, value: Value, ty: &Ty, span: Span) -> Lowering<IterValue> {
        let Ty::Array(element, Len::Known(len)) = ty else {
            return Err(unsupported("an iterator over this", span));
        };
        let count = self.u32(*len);
        let slot = self.new_slot("", ty, span)?;
        self.write_slot(&slot, value, span)?;
        let item = Item::Array { slot, element: (**element).clone() };
        Ok(IterValue::Counted(Counted { item, count, taken: None }))
    }

    pub(crate) fn pieces(
        &mut self,
        value: Value,
        element: &Ty,
        how: Chunks,
        size: Handle<Expression>,
        span: Span,
    ) -> Lowering<IterValue> {
        let Value::Slice(pointer, length) = value else {
            return Err(unsupported("an iterator over this", span));
        };
        let length = self.length(length, span);
        let one = self.u32(1);
        let zero = self.u32(0);
        let (count, step, piece) = match how {
            Chunks::Any => {
                let count = self.div_ceil(length, size, &Ty::U32, span);
                (count, size, Piece::Last(size, length))
            }
            Chunks::Exact => {
                let count = self.binary(BinaryOperator::Divide, length, size, span);
                (count, size, Piece::Whole(size))
            }
            Chunks::AnyFromEnd => {
                let count = self.div_ceil(length, size, &Ty::U32, span);
                (count, size, Piece::FromEnd(size, length))
            }
            Chunks::ExactFromEnd => {
                let count = self.binary(BinaryOperator::Divide, length, size, span);
                (count, size, Piece::FromEnd(size, length))
            }
            Chunks::Windows => {
                let fits = self.binary(BinaryOperator::LessEqual, size, length, span);
                let rest = self.binary(BinaryOperator::Subtract, length, size, span);
                let count = self.binary(BinaryOperator::Add, rest, one, span);
                (self.select(fits, count, zero, span), one, Piece::Whole(size))
            }
        };
        let all = length;
        let item = Item::Pieces { all, pointer, element: element.clone(), step, piece };
        Ok(IterValue::Counted(Counted { item, count, taken: None }))
    }

    /// How many items an iterator still has.
    pub(crate) fn items_left(&mut self, iterator: &Expr) -> Lowering<Value> {
        let span = iterator.span;
        let IterValue::Counted(counted) = self.iter_value(iterator)? else {
            return Err(unsupported("the length of this iterator", span));
        };
        let left = match (counted.taken, counted.item.all()) {
            (None, Some(all)) => return Ok(Value::Plain(all)),
            (None, None) => counted.count,
            (Some(taken), _) => {
                let (front, end) = self.what_is_left(counted.count, taken, span);
                self.binary(BinaryOperator::Subtract, end, front, span)
            }
        };
        Ok(Value::Plain(self.usize(left, span)))
    }

    /// What `chunks_exact` leaves over.
    pub(crate) fn remainder(&mut self, iterator: &Expr) -> Lowering<Value> {
        let span = iterator.span;
        let IterValue::Counted(counted) = self.iter_value(iterator)? else {
            return Err(unsupported("this iterator", span));
        };
        let Item::Pieces { all, pointer, element, piece, .. } = counted.item else {
            return Err(unsupported("this iterator", span));
        };
        let size = match piece {
            Piece::Whole(size) => size,
            Piece::FromEnd(size, _) => {
                let rest = self.binary(BinaryOperator::Modulo, all, size, span);
                return Ok(Value::Slice(pointer, Length::Value(rest)));
            }
            Piece::Last(..) => return Err(unsupported("this iterator", span)),
        };
        let rest = self.binary(BinaryOperator::Modulo, all, size, span);
        let start = self.binary(BinaryOperator::Subtract, all, rest, span);
        let bytes = self.bytes_of(&element, span)?;
        Ok(Value::Slice(self.offset(pointer, start, bytes, span), Length::Value(rest)))
    }

    /// A range that is a constant.
    pub(crate) fn constant_range(
        &mut self,
        value: &ConstValue,
        iter: &IterTy,
        span: Span,
    ) -> Lowering<Value> {
        let (ConstValue::Many(ends), IterTy::Range(ty) | IterTy::RangeInclusive(ty)) =
            (value, iter)
        else {
            return Err(unsupported("a constant of this type", span));
        };
        let [start, end] = ends.as_slice() else {
            return Err(unsupported("a constant of this type", span));
        };
        let start = self.const_value(start, ty, span)?;
        let end = self.const_value(end, ty, span)?;
        let op = match iter {
            IterTy::Range(_) => IterOp::Range,
            _ => IterOp::RangeInclusive,
        };
        Ok(Value::Iter(Rc::new(self.range_of(op, start, Some(end), ty, span))))
    }

    pub(crate) fn plain_iterator(
        &mut self,
        parts: &[Expr],
        iter: &IterTy,
        span: Span,
    ) -> Lowering<IterValue> {
        match (iter, parts) {
            (IterTy::Once(_), [value]) => {
                let value = self.value(value)?;
                let count = self.u32(1);
                let item = Item::Same(Box::new(value));
                Ok(IterValue::Counted(Counted { item, count, taken: None }))
            }
            (IterTy::Repeat(_), [value]) => {
                let value = self.value(value)?;
                let count = self.u32(u32::MAX);
                let item = Item::Same(Box::new(value));
                Ok(IterValue::Counted(Counted { item, count, taken: None }))
            }
            (IterTy::Option(_), [value]) => {
                let value = Box::new(self.value(value)?);
                Ok(IterValue::Option { value })
            }
            (IterTy::Successors(..), [first, next]) => {
                let option = self.settle(&first.ty);
                let value = self.value(first)?;
                let state = self.new_slot("next", &option, span)?;
                self.write_slot(&state, value, span)?;
                let next = self.closure_of(next)?;
                Ok(IterValue::Successors { state, option, next })
            }
            (IterTy::FromFn(..), [next]) => {
                let next = self.closure_of(next)?;
                Ok(IterValue::FromFn { next })
            }
            (IterTy::Own(..), [value, held, next]) => {
                let ExprKind::Local(place) = held.kind else {
                    return Err(unsupported("this iterator", span));
                };
                let is_same =
                    matches!(&value.kind, ExprKind::Local(id) if self.slots[*id].is_some());
                if let (true, ExprKind::Local(id)) = (is_same, &value.kind) {
                    // A variable that is iterated over keeps what is left.
                    let slot = self.slots[*id].clone();
                    if !matches!(slot, Some(Slot::Fixed(_))) {
                        self.slots[place] = slot;
                        let next = Rc::new(next.clone());
                        return Ok(IterValue::Own { context: self.inlining.here, next });
                    }
                }
                let value = self.value(value)?;
                let slot = self.declare(place)?;
                self.write_slot(&slot, value, span)?;
                let next = Rc::new(next.clone());
                Ok(IterValue::Own { context: self.inlining.here, next })
            }
            _ => Err(unsupported("this iterator", span)),
        }
    }

    /// The iterator over a value, by its type.
    pub(crate) fn iterator_over(
        &mut self,
        value: Value,
        ty: &Ty,
        span: Span,
    ) -> Lowering<IterValue> {
        match (ty, value) {
            (_, Value::Iter(iter)) => Ok((*iter).clone()),
            (Ty::Reference(_, to), value) => match (&**to, value) {
                (Ty::Slice(element), value) => self.slice_items(value, element, span),
                (array @ Ty::Array(element, Len::Known(len)), Value::Pointer(pointer)) => {
                    let pointer = self.array_start(pointer, array, span)?;
                    let value = Value::Slice(pointer, Length::Known(*len));
                    self.slice_items(value, element, span)
                }
                (to @ Ty::Struct(..), value) => {
                    let place = self.deref(value, to.clone(), span)?;
                    let (tag_ty, payload_ty) = (self.field_type(to, 0), self.field_type(to, 1));
                    let tag = self.field_place(place.clone(), 0, tag_ty, span)?;
                    let tag = self.read(tag, span)?;
                    let payload = self.field_place(place, 1, payload_ty, span)?;
                    let payload = self.reference_to(payload, span)?;
                    self.one_or_none(to, tag, payload, span)
                }
                (to, value) => {
                    let to = to.clone();
                    let inner = self.read_through(value, &to, span)?;
                    self.iterator_over(inner, &to, span)
                }
            },
            (Ty::Array(..), value) => self.array_items(value, ty, span),
            (Ty::Struct(id, _), value) => {
                let count = self.unit.program.structs[*id].fields.len();
                let mut parts = self.parts(value, count, span)?.into_iter();
                match (parts.next(), parts.next()) {
                    (Some(tag), Some(payload)) => self.one_or_none(ty, tag, payload, span),
                    _ => Err(unsupported("an iterator over this", span)),
                }
            }
            _ => Err(unsupported("an iterator over this", span)),
        }
    }

    /// What an `Option` or a `Result` holds, by its tag: `Some` is the second variant,
    /// `Ok` the first.
    fn one_or_none(
        &mut self,
        ty: &Ty,
        tag: Value,
        payload: Value,
        span: Span,
    ) -> Lowering<IterValue> {
        let is_result =
            matches!(ty, Ty::Struct(id, _) if self.unit.program.structs[*id].name == "Result");
        let tag = if is_result {
            let tag = self.plain(tag, &Ty::U32, span)?;
            let zero = self.u32(0);
            let is_ok = self.binary(BinaryOperator::Equal, tag, zero, span);
            Value::Plain(self.convert(is_ok, &Ty::Bool, &Ty::U32, span))
        } else {
            tag
        };
        Ok(IterValue::Option { value: Box::new(Value::Parts(vec![tag, payload])) })
    }
}
