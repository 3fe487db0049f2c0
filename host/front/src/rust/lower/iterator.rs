//! Iterators become loops.
//!
//! Most sources know how many items they have and can give any of them by its
//! number: ranges, slices, pieces of slices, and what `map`, `zip`, `rev`, `take`
//! and the like make of them. They are one loop that counts. Others are a loop
//! around such a one in which some items are passed over, or a loop in a loop.

use super::super::hir::{ConstValue, Expr, ExprKind, ForEach, IterOp, LabelId, LocalId};
use super::super::types::{Adapting, Chunks, IntTy, IterTy, Len, Mapping, Ty};
use super::Lowering;
use super::flow::Destination;
use super::frame::Frame;
use super::place::PlaceExpr;
use super::types::unsupported;
use super::value::{ClosureValue, Length, Pointer, Slot, Value};
use naga::{BinaryOperator, Expression, Handle, Literal, LocalVariable, Span, Statement};
use std::rc::Rc;

/// Something to iterate over.
#[derive(Clone, Debug)]
pub(super) enum IterValue {
    /// A known number of items, each by its number.
    Counted(Counted),
    /// What is left of another when something is done to its items.
    Passed(Pass, Box<IterValue>),
    Chain(Box<IterValue>, Box<IterValue>),
    /// Items of two iterators of which at least one is not counted.
    Pairs(Box<IterValue>, Box<IterValue>, Ty, Span),
    /// A value of a type that implements `Iterator`: where it is kept, and the
    /// call that yields the next item.
    Own {
        context: usize,
        next: Rc<Expr>,
    },
    /// `successors(first, next)`: where the next item is kept.
    Successors {
        state: Slot,
        option: Ty,
        next: Rc<ClosureValue>,
    },
    /// `from_fn(next)`.
    FromFn {
        next: Rc<ClosureValue>,
    },
    /// The value of an `Option`, if there is one.
    Option {
        value: Box<Value>,
    },
}

/// Items that can be counted and each be had by its number.
#[derive(Clone, Debug)]
pub(super) struct Counted {
    item: Item,
    /// How many there are.
    count: Handle<Expression>,
    /// How many have been taken, if that is to be remembered.
    taken: Option<Handle<LocalVariable>>,
}

/// How an item is had by its number.
#[derive(Clone, Debug)]
enum Item {
    /// Numbers from a start; with the end, to be asked for.
    Range {
        start: Handle<Expression>,
        end: Option<Handle<Expression>>,
        int: IntTy,
    },
    /// References to the elements of a slice.
    Slice {
        pointer: Pointer,
        element: Ty,
    },
    /// The elements of an array, in its place.
    Array {
        slot: Slot,
        element: Ty,
    },
    /// Pieces of a slice.
    Pieces {
        /// How many elements the slice has.
        all: Handle<Expression>,
        pointer: Pointer,
        element: Ty,
        step: Handle<Expression>,
        piece: Piece,
    },
    /// The same value each time.
    Same(Box<Value>),
    Map(Box<Item>, Rc<ClosureValue>),
    Inspect(Box<Item>, Rc<ClosureValue>, Ty),
    Copied(Box<Item>, Ty),
    Enumerate(Box<Item>),
    Zip(Box<Item>, Box<Item>),
    /// The other way round; with the number of items.
    Rev(Box<Item>, Handle<Expression>),
    /// From a later one on.
    Skip(Box<Item>, Handle<Expression>),
    /// Only every so many.
    StepBy(Box<Item>, Handle<Expression>),
}

/// How long the pieces of a slice are.
#[derive(Clone, Debug)]
enum Piece {
    /// All alike.
    Whole(Handle<Expression>),
    /// The last may be shorter; with the length of the slice.
    Last(Handle<Expression>, Handle<Expression>),
}

/// What is done to the items of an iterator on their way.
#[derive(Clone, Debug)]
pub(super) enum Pass {
    Map(Rc<ClosureValue>),
    Inspect(Rc<ClosureValue>, Ty),
    Filter(Rc<ClosureValue>, Ty),
    FilterMap(Rc<ClosureValue>),
    TakeWhile(Rc<ClosureValue>, Ty),
    MapWhile(Rc<ClosureValue>),
    /// With the flag that says whether all that is left out has passed.
    SkipWhile(Rc<ClosureValue>, Ty, Handle<LocalVariable>),
    /// With the variable that holds what is iterated over in turn, and the
    /// iterator that is made of it.
    FlatMap {
        closure: Rc<ClosureValue>,
        context: usize,
        local: LocalId,
        inner: Rc<Expr>,
    },
    Flatten(Ty),
    Copied(Ty),
    /// With the number of the next item.
    Enumerate(Handle<LocalVariable>),
    /// With how many are left.
    Take(Handle<LocalVariable>),
    /// With how many are still to be left out.
    Skip(Handle<LocalVariable>),
    /// With how many are left out before the next, and the step.
    StepBy(Handle<LocalVariable>, Handle<Expression>),
}

/// What is done with each item.
type Body<'b, 'u, 'a> = &'b mut dyn FnMut(&mut Frame<'u, 'a>, Value) -> Lowering<()>;

impl<'u, 'a> Frame<'u, 'a> {
    /// An iterator from its parts.
    pub(super) fn make_iterator(
        &mut self,
        op: IterOp,
        parts: &[Expr],
        ty: &Ty,
        span: Span,
    ) -> Lowering<Value> {
        let Ty::Iter(iter) = self.settle(ty) else {
            return Err(unsupported("this iterator", span));
        };
        let made = self.iterator(op, parts, &iter, span)?;
        if self.is_dead() { Ok(Value::Never) } else { Ok(Value::Iter(Rc::new(made))) }
    }

    fn iterator(
        &mut self,
        op: IterOp,
        parts: &[Expr],
        iter: &IterTy,
        span: Span,
    ) -> Lowering<IterValue> {
        let first = parts.first().ok_or_else(|| unsupported("this iterator", span))?;
        Ok(match op {
            IterOp::Range | IterOp::RangeInclusive | IterOp::RangeFrom => {
                self.range_iterator(op, parts)?
            }
            IterOp::Slice => {
                let value = self.value(first)?;
                let IterTy::Slice(_, element) = iter else {
                    return Err(unsupported("this iterator", span));
                };
                self.slice_items(value, element, span)?
            }
            IterOp::Array => {
                let value = self.value(first)?;
                let ty = self.settle(&first.ty);
                self.array_items(value, &ty, span)?
            }
            IterOp::Chunks(how) => {
                let value = self.value(first)?;
                let IterTy::Chunks(_, element, _) = iter else {
                    return Err(unsupported("this iterator", span));
                };
                let size = parts.get(1).ok_or_else(|| unsupported("this iterator", span))?;
                let size = self.plain_expr(size)?;
                self.pieces(value, element, how, size, span)?
            }
            IterOp::Plain => self.plain_iterator(parts, iter, span)?,
            IterOp::Mapped(how) => self.mapped(how, parts, span)?,
            IterOp::Adapted(how) => self.adapted(how, parts, span)?,
            IterOp::Zip => {
                let left = self.iter_value(first)?;
                let right = self.iter_value(&parts[1])?;
                self.zipped(left, right, iter, span)?
            }
            IterOp::Chain => {
                let left = self.iter_value(first)?;
                let right = self.iter_value(&parts[1])?;
                IterValue::Chain(Box::new(left), Box::new(right))
            }
        })
    }

    /// The iterator that an expression is.
    fn iter_value(&mut self, expr: &Expr) -> Lowering<IterValue> {
        match self.value(expr)? {
            Value::Iter(iter) => Ok((*iter).clone()),
            _ => Err(unsupported("this iterator", expr.span)),
        }
    }

    fn closure_of(&mut self, expr: &Expr) -> Lowering<Rc<ClosureValue>> {
        match self.value(expr)? {
            Value::Closure(closure) => Ok(closure),
            _ => Err(unsupported("this as a closure", expr.span)),
        }
    }

    fn range_iterator(&mut self, op: IterOp, parts: &[Expr]) -> Lowering<IterValue> {
        let ty = self.settle(&parts[0].ty);
        let start = self.plain_expr(&parts[0])?;
        let end = match parts.get(1) {
            Some(end) => Some(self.plain_expr(end)?),
            None => None,
        };
        Ok(self.range_of(op, start, end, &ty, parts[0].span))
    }

    fn range_of(
        &mut self,
        op: IterOp,
        start: Handle<Expression>,
        end: Option<Handle<Expression>>,
        ty: &Ty,
        span: Span,
    ) -> IterValue {
        let (int, count) = match (ty, end) {
            // Ranges of other numbers are compared with, not counted through.
            (Ty::Int(int), Some(end)) => {
                let is_inclusive = op == IterOp::RangeInclusive;
                (*int, self.range_count(start, end, is_inclusive, ty, span))
            }
            (Ty::Int(int), None) => (*int, self.u32(u32::MAX)),
            _ => (IntTy::U32, self.u32(0)),
        };
        let item = Item::Range { start, end, int };
        IterValue::Counted(Counted { item, count, taken: None })
    }

    fn range_count(
        &mut self,
        start: Handle<Expression>,
        end: Handle<Expression>,
        is_inclusive: bool,
        ty: &Ty,
        span: Span,
    ) -> Handle<Expression> {
        let compare = if is_inclusive { BinaryOperator::LessEqual } else { BinaryOperator::Less };
        let any = self.binary(compare, start, end, span);
        let distance = self.binary(BinaryOperator::Subtract, end, start, span);
        let mut count = self.convert(distance, ty, &Ty::U32, span);
        let zero = self.u32(0);
        if is_inclusive {
            let one = self.u32(1);
            count = self.binary(BinaryOperator::Add, count, one, span);
        }
        self.select(any, count, zero, span)
    }

    /// An end of a range, by position.
    pub(super) fn range_end(&mut self, iter: &IterValue, at: u32, span: Span) -> Lowering<Value> {
        let IterValue::Counted(Counted { item: Item::Range { start, end, int }, taken, .. }) = iter
        else {
            return Err(unsupported("this member", span));
        };
        match (at, end) {
            (0, _) => {
                let Some(taken) = taken else { return Ok(Value::Plain(*start)) };
                let place = self.local(*taken);
                let index = self.load(place, span);
                let way = self.convert(index, &Ty::U32, &Ty::Int(*int), span);
                Ok(Value::Plain(self.binary(BinaryOperator::Add, *start, way, span)))
            }
            (_, Some(end)) => Ok(Value::Plain(*end)),
            _ => Err(unsupported("this member", span)),
        }
    }

    fn slice_items(&mut self, value: Value, element: &Ty, span: Span) -> Lowering<IterValue> {
        let Value::Slice(pointer, length) = value else {
            return Err(unsupported("an iterator over this", span));
        };
        let count = self.length(length, span);
        let item = Item::Slice { pointer, element: element.clone() };
        Ok(IterValue::Counted(Counted { item, count, taken: None }))
    }

    fn array_items(&mut self, value: Value, ty: &Ty, span: Span) -> Lowering<IterValue> {
        let Ty::Array(element, Len::Known(len)) = ty else {
            return Err(unsupported("an iterator over this", span));
        };
        let count = self.u32(*len);
        let slot = self.new_slot("", ty, span)?;
        self.write_slot(&slot, value, span)?;
        let item = Item::Array { slot, element: (**element).clone() };
        Ok(IterValue::Counted(Counted { item, count, taken: None }))
    }

    fn pieces(
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
    pub(super) fn items_left(&mut self, iterator: &Expr) -> Lowering<Value> {
        let span = iterator.span;
        let IterValue::Counted(counted) = self.iter_value(iterator)? else {
            return Err(unsupported("the length of this iterator", span));
        };
        let Some(taken) = counted.taken else { return Ok(Value::Plain(counted.count)) };
        let place = self.local(taken);
        let taken = self.load(place, span);
        Ok(Value::Plain(self.binary(BinaryOperator::Subtract, counted.count, taken, span)))
    }

    /// What `chunks_exact` leaves over.
    pub(super) fn remainder(&mut self, iterator: &Expr) -> Lowering<Value> {
        let span = iterator.span;
        let IterValue::Counted(counted) = self.iter_value(iterator)? else {
            return Err(unsupported("this iterator", span));
        };
        let Item::Pieces { all, pointer, element, piece: Piece::Whole(size), .. } = counted.item
        else {
            return Err(unsupported("this iterator", span));
        };
        let rest = self.binary(BinaryOperator::Modulo, all, size, span);
        let start = self.binary(BinaryOperator::Subtract, all, rest, span);
        let bytes = self.bytes_of(&element, span)?;
        Ok(Value::Slice(self.offset(pointer, start, bytes, span), Length::Value(rest)))
    }

    /// A range that is a constant.
    pub(super) fn constant_range(
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

    fn plain_iterator(&mut self, parts: &[Expr], iter: &IterTy, span: Span) -> Lowering<IterValue> {
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
                        return Ok(IterValue::Own { context: self.here, next });
                    }
                }
                let value = self.value(value)?;
                let slot = self.declare(place)?;
                self.write_slot(&slot, value, span)?;
                let next = Rc::new(next.clone());
                Ok(IterValue::Own { context: self.here, next })
            }
            _ => Err(unsupported("this iterator", span)),
        }
    }

    fn mapped(&mut self, how: Mapping, parts: &[Expr], span: Span) -> Lowering<IterValue> {
        let [inner, closure, rest @ ..] = parts else {
            return Err(unsupported("this iterator", span));
        };
        let item_ty = match self.settle(&inner.ty) {
            Ty::Iter(iter) => iter.item(),
            _ => return Err(unsupported("this iterator", span)),
        };
        let inner = self.iter_value(inner)?;
        let closure = self.closure_of(closure)?;
        if let (Mapping::Map, IterValue::Counted(counted)) = (how, &inner)
            && counted.taken.is_none()
        {
            let item = Item::Map(Box::new(counted.item.clone()), closure);
            return Ok(IterValue::Counted(Counted { item, ..counted.clone() }));
        }
        if let (Mapping::Inspect, IterValue::Counted(counted)) = (how, &inner)
            && counted.taken.is_none()
        {
            let item = Item::Inspect(Box::new(counted.item.clone()), closure, item_ty);
            return Ok(IterValue::Counted(Counted { item, ..counted.clone() }));
        }
        let pass = match how {
            Mapping::Map => Pass::Map(closure),
            Mapping::Inspect => Pass::Inspect(closure, item_ty),
            Mapping::Filter => Pass::Filter(closure, item_ty),
            Mapping::TakeWhile => Pass::TakeWhile(closure, item_ty),
            Mapping::FilterMap => Pass::FilterMap(closure),
            Mapping::MapWhile => Pass::MapWhile(closure),
            Mapping::SkipWhile => {
                let flag = self.new_state("has_begun", Literal::Bool(false), span);
                Pass::SkipWhile(closure, item_ty, flag)
            }
            Mapping::FlatMap => {
                let [held, made] = rest else { return Err(unsupported("this iterator", span)) };
                let ExprKind::Local(local) = held.kind else {
                    return Err(unsupported("this iterator", span));
                };
                let inner = Rc::new(made.clone());
                Pass::FlatMap { closure, context: self.here, local, inner }
            }
            Mapping::Scan => return Err(unsupported("`scan`", span)),
        };
        Ok(IterValue::Passed(pass, Box::new(inner)))
    }

    fn adapted(&mut self, how: Adapting, parts: &[Expr], span: Span) -> Lowering<IterValue> {
        let inner = self.iter_value(&parts[0])?;
        let item_ty = match self.settle(&parts[0].ty) {
            Ty::Iter(iter) => iter.item(),
            _ => return Err(unsupported("this iterator", span)),
        };
        let number = match parts.get(1) {
            Some(number) => Some(self.plain_expr(number)?),
            None => None,
        };
        if how == Adapting::Rev {
            return self.reversed(inner, span);
        }
        if let IterValue::Counted(counted) = &inner
            && counted.taken.is_none()
            && how != Adapting::Flatten
        {
            let Counted { item, count, .. } = counted.clone();
            let item = Box::new(item);
            let (item, count) = match (how, number) {
                (Adapting::Enumerate, _) => (Item::Enumerate(item), count),
                (Adapting::Copied, _) => {
                    let Ty::Reference(_, to) = item_ty else {
                        return Err(unsupported("this iterator", span));
                    };
                    (Item::Copied(item, *to), count)
                }
                (Adapting::Take, Some(number)) => (*item, self.least(count, number, span)),
                (Adapting::Skip, Some(number)) => {
                    let skipped = self.least(count, number, span);
                    let left = self.binary(BinaryOperator::Subtract, count, skipped, span);
                    (Item::Skip(item, skipped), left)
                }
                (Adapting::StepBy, Some(number)) => {
                    let count = self.div_ceil(count, number, &Ty::U32, span);
                    (Item::StepBy(item, number), count)
                }
                _ => return Err(unsupported("this iterator", span)),
            };
            return Ok(IterValue::Counted(Counted { item, count, taken: None }));
        }
        let pass = match (how, number) {
            (Adapting::Flatten, _) => Pass::Flatten(item_ty),
            (Adapting::Copied, _) => {
                let Ty::Reference(_, to) = item_ty else {
                    return Err(unsupported("this iterator", span));
                };
                Pass::Copied(*to)
            }
            (Adapting::Enumerate, _) => {
                Pass::Enumerate(self.new_state("number", Literal::U32(0), span))
            }
            (Adapting::Take, Some(number)) => Pass::Take(self.state_of("left", number, span)),
            (Adapting::Skip, Some(number)) => Pass::Skip(self.state_of("left_out", number, span)),
            (Adapting::StepBy, Some(number)) => {
                let state = self.new_state("left_out", Literal::U32(0), span);
                Pass::StepBy(state, number)
            }
            _ => return Err(unsupported("this iterator", span)),
        };
        Ok(IterValue::Passed(pass, Box::new(inner)))
    }

    /// A variable for the state of an iterator, which starts anew each time.
    fn new_state(&mut self, name: &str, start: Literal, span: Span) -> Handle<LocalVariable> {
        let variable = self.add_started(name, start);
        let place = self.local(variable);
        let start = self.literal(start);
        self.store(place, start, span);
        variable
    }

    fn state_of(
        &mut self,
        name: &str,
        start: Handle<Expression>,
        span: Span,
    ) -> Handle<LocalVariable> {
        let variable = self.add_started(name, Literal::U32(0));
        let place = self.local(variable);
        self.store(place, start, span);
        variable
    }

    fn least(
        &mut self,
        left: Handle<Expression>,
        right: Handle<Expression>,
        span: Span,
    ) -> Handle<Expression> {
        if let (Some(Literal::U32(a)), Some(Literal::U32(b))) =
            (self.known(left), self.known(right))
        {
            return self.u32(a.min(b));
        }
        for (one, other) in [(left, right), (right, left)] {
            if let Some(Literal::U32(u32::MAX)) = self.known(one) {
                return other;
            }
        }
        let fun = naga::MathFunction::Min;
        let (arg, arg1) = (left, Some(right));
        self.append(Expression::Math { fun, arg, arg1, arg2: None, arg3: None }, span)
    }

    /// An iterator from its other end.
    fn reversed(&mut self, iter: IterValue, span: Span) -> Lowering<IterValue> {
        Ok(match iter {
            IterValue::Counted(counted) if counted.taken.is_none() => {
                let Counted { item, count, .. } = counted;
                let item = match item {
                    Item::Rev(inner, _) => *inner,
                    item => Item::Rev(Box::new(item), count),
                };
                IterValue::Counted(Counted { item, count, taken: None })
            }
            IterValue::Passed(pass, inner) => {
                let inner = self.reversed(*inner, span)?;
                IterValue::Passed(pass, Box::new(inner))
            }
            IterValue::Chain(left, right) => {
                let left = self.reversed(*left, span)?;
                let right = self.reversed(*right, span)?;
                IterValue::Chain(Box::new(right), Box::new(left))
            }
            IterValue::Option { .. } => iter,
            _ => return Err(unsupported("this iterator the other way round", span)),
        })
    }

    fn zipped(
        &mut self,
        left: IterValue,
        right: IterValue,
        iter: &IterTy,
        span: Span,
    ) -> Lowering<IterValue> {
        match (left, right) {
            (IterValue::Counted(left), IterValue::Counted(right))
                if left.taken.is_none() && right.taken.is_none() =>
            {
                let count = self.least(left.count, right.count, span);
                let item = Item::Zip(Box::new(left.item), Box::new(right.item));
                Ok(IterValue::Counted(Counted { item, count, taken: None }))
            }
            (left, right) => {
                let Value::Iter(right) = self.with_state(Value::Iter(Rc::new(right)))? else {
                    return Err(unsupported("this iterator", span));
                };
                let IterTy::Zip(_, right_ty) = iter else {
                    return Err(unsupported("this iterator", span));
                };
                let item = right_ty.item();
                Ok(IterValue::Pairs(Box::new(left), Box::new((*right).clone()), item, span))
            }
        }
    }

    /// A value as it is kept in a variable: an iterator remembers how far it is.
    pub(super) fn with_state(&mut self, value: Value) -> Lowering<Value> {
        let Value::Iter(iter) = value else { return Ok(value) };
        Ok(Value::Iter(Rc::new(self.stateful((*iter).clone()))))
    }

    fn stateful(&mut self, iter: IterValue) -> IterValue {
        match iter {
            IterValue::Counted(counted) if counted.taken.is_none() => {
                let taken = self.new_state("taken", Literal::U32(0), Span::UNDEFINED);
                IterValue::Counted(Counted { taken: Some(taken), ..counted })
            }
            IterValue::Passed(pass, inner) => {
                IterValue::Passed(pass, Box::new(self.stateful(*inner)))
            }
            IterValue::Chain(left, right) => {
                let left = self.stateful(*left);
                IterValue::Chain(Box::new(left), Box::new(self.stateful(*right)))
            }
            IterValue::Pairs(left, right, item, span) => {
                let left = self.stateful(*left);
                IterValue::Pairs(Box::new(left), right, item, span)
            }
            other => other,
        }
    }

    /// The item of a number.
    fn item(&mut self, item: &Item, index: Handle<Expression>, span: Span) -> Lowering<Value> {
        match item {
            Item::Range { start, int, .. } => {
                let way = self.convert(index, &Ty::U32, &Ty::Int(*int), span);
                Ok(Value::Plain(self.binary(BinaryOperator::Add, *start, way, span)))
            }
            Item::Slice { pointer, element } => {
                let bytes = self.bytes_of(element, span)?;
                Ok(Value::Pointer(self.offset(pointer.clone(), index, bytes, span)))
            }
            Item::Array { slot, element } => {
                let Slot::Variable(variable, ty) = slot else {
                    return Err(unsupported("an iterator over this array", span));
                };
                let place = PlaceExpr::Direct(self.local(*variable), ty.clone(), None);
                let place = self.index_place(place, index, element.clone(), span)?;
                self.read(place, span)
            }
            Item::Pieces { pointer, element, step, piece, .. } => {
                let start = self.binary(BinaryOperator::Multiply, index, *step, span);
                let bytes = self.bytes_of(element, span)?;
                let pointer = self.offset(pointer.clone(), start, bytes, span);
                let length = match piece {
                    Piece::Whole(length) => *length,
                    Piece::Last(length, all) => {
                        let left = self.binary(BinaryOperator::Subtract, *all, start, span);
                        self.least(*length, left, span)
                    }
                };
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
                Ok(Value::Parts(vec![Value::Plain(index), value]))
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
            Item::Skip(inner, skipped) => {
                let index = self.binary(BinaryOperator::Add, index, *skipped, span);
                self.item(inner, index, span)
            }
            Item::StepBy(inner, step) => {
                let index = self.binary(BinaryOperator::Multiply, index, *step, span);
                self.item(inner, index, span)
            }
        }
    }

    fn read_through(&mut self, value: Value, ty: &Ty, span: Span) -> Lowering<Value> {
        let ty = self.settle(ty);
        let place = self.deref(value, ty, span)?;
        self.read(place, span)
    }

    fn reference_to_value(&mut self, value: Value, ty: &Ty, span: Span) -> Lowering<Value> {
        let ty = self.settle(ty);
        self.reference_to(PlaceExpr::Value(value, ty), span)
    }

    /// `for pattern in iterator { … }`.
    pub(super) fn for_each(&mut self, found: &ForEach, span: Span) -> Lowering<()> {
        let iter = self.iter_value(&found.iterator)?;
        if self.is_dead() {
            return Ok(());
        }
        let here = self.here;
        self.drive(&iter, Some(found.label), span, &mut |frame, item| {
            let before = frame.switch_to(here);
            let outcome = frame
                .bind(&found.pattern, item, found.pattern.span)
                .and_then(|()| frame.evaluate(&found.body, &Destination::Nowhere));
            frame.switch_to(before);
            outcome
        })
    }

    /// Does something with every item. With a label, `break` and `continue` of
    /// that label are about this loop.
    fn drive(
        &mut self,
        iter: &IterValue,
        label: Option<LabelId>,
        span: Span,
        body: Body<'_, 'u, 'a>,
    ) -> Lowering<()> {
        if is_one_loop(iter) {
            return self.turns(iter, (label, label), span, body);
        }
        // Several loops that are left together.
        self.enter_as(label, None, Destination::Nowhere);
        let (block, _) = self.block(|frame| {
            frame.turns(iter, (None, label), span, body)?;
            if !frame.is_dead() {
                frame.push(Statement::Break, span);
            }
            Ok(())
        })?;
        self.push_loop(block, naga::Block::new(), span);
        self.exit(span);
        Ok(())
    }

    /// The loops of an iterator. The labels are those of `break` and `continue`.
    fn turns(
        &mut self,
        iter: &IterValue,
        labels: (Option<LabelId>, Option<LabelId>),
        span: Span,
        body: Body<'_, 'u, 'a>,
    ) -> Lowering<()> {
        match iter {
            IterValue::Counted(counted) => self.counted_turns(counted, labels, span, body),
            IterValue::Passed(pass, inner) => {
                if let Pass::Take(left) = pass {
                    // What is not wanted any more is not even asked for.
                    self.limits.push(*left);
                }
                self.turns_with(inner, labels, span, &mut |frame, scope, item| {
                    frame.pass(pass, item, scope, labels, span, body)
                })
            }
            IterValue::Chain(left, right) => {
                self.turns(left, labels, span, body)?;
                if self.is_dead() {
                    return Ok(());
                }
                self.turns(right, labels, span, body)
            }
            other => self.turns_with(other, labels, span, &mut |frame, _, item| body(frame, item)),
        }
    }

    /// The loops of an iterator, with the number of the loop around each item.
    fn turns_with(
        &mut self,
        iter: &IterValue,
        labels: (Option<LabelId>, Option<LabelId>),
        span: Span,
        body: &mut dyn FnMut(&mut Frame<'u, 'a>, u32, Value) -> Lowering<()>,
    ) -> Lowering<()> {
        match iter {
            IterValue::Counted(counted) => {
                let before = self.entered;
                self.counted_turns(counted, labels, span, &mut |frame, item| {
                    body(frame, before + 1, item)
                })
            }
            IterValue::Passed(..) | IterValue::Chain(..) => {
                // What stops an inner one stops the whole.
                let scope = self.entered + 1;
                self.turns(iter, labels, span, &mut |frame, item| body(frame, scope, item))
            }
            IterValue::Option { value } => {
                let value = (**value).clone();
                let scope = self.enter_as(labels.0, labels.1, Destination::Nowhere);
                let (block, _) = self.block(|frame| {
                    let item = frame.some_or_leave(value, scope, span)?;
                    body(frame, scope, item)?;
                    if !frame.is_dead() {
                        frame.push(Statement::Break, span);
                    }
                    Ok(())
                })?;
                self.push_loop(block, naga::Block::new(), span);
                self.exit(span);
                Ok(())
            }
            _ => {
                let limits = std::mem::take(&mut self.limits);
                let scope = self.enter_as(labels.0, labels.1, Destination::Nowhere);
                let (block, _) = self.block(|frame| {
                    frame.stay_within(&limits, span)?;
                    let item = frame.next_or_leave(iter, scope, span)?;
                    if frame.is_dead() {
                        return Ok(());
                    }
                    body(frame, scope, item)
                })?;
                self.push_loop(block, naga::Block::new(), span);
                self.exit(span);
                Ok(())
            }
        }
    }

    /// Leaves a loop when as many items have been taken as are wanted.
    fn stay_within(&mut self, limits: &[Handle<LocalVariable>], span: Span) -> Lowering<()> {
        for limit in limits {
            let place = self.local(*limit);
            let left = self.load(place, span);
            let zero = self.u32(0);
            let any = self.binary(BinaryOperator::NotEqual, left, zero, span);
            self.stay_while(any, span)?;
        }
        Ok(())
    }

    /// A loop that counts.
    fn counted_turns(
        &mut self,
        counted: &Counted,
        labels: (Option<LabelId>, Option<LabelId>),
        span: Span,
        body: Body<'_, 'u, 'a>,
    ) -> Lowering<()> {
        let count = counted.count;
        if let Some(taken) = counted.taken {
            let place = self.local(taken);
            let limits = std::mem::take(&mut self.limits);
            self.enter_as(labels.0, labels.1, Destination::Nowhere);
            let (block, _) = self.block(|frame| {
                frame.stay_within(&limits, span)?;
                let index = frame.load(place, span);
                let goes_on = frame.binary(BinaryOperator::Less, index, count, span);
                frame.stay_while(goes_on, span)?;
                let one = frame.u32(1);
                let next = frame.binary(BinaryOperator::Add, index, one, span);
                frame.store(place, next, span);
                let item = frame.item(&counted.item, index, span)?;
                if frame.is_dead() { Ok(()) } else { body(frame, item) }
            })?;
            self.push_loop(block, naga::Block::new(), span);
            self.exit(span);
            return Ok(());
        }
        let variable = self.add_started("index", Literal::U32(0));
        let place = self.local(variable);
        let zero = self.u32(0);
        self.store(place, zero, span);
        // Nobody remembers what a loop of its own has asked for.
        self.limits.clear();
        self.enter_as(labels.0, labels.1, Destination::Nowhere);
        let (block, _) = self.block(|frame| {
            let index = frame.load(place, span);
            let less = Expression::Binary { op: BinaryOperator::Less, left: index, right: count };
            let goes_on = frame.append(less, span);
            frame.stay_while(goes_on, span)?;
            let item = frame.item(&counted.item, index, span)?;
            if frame.is_dead() { Ok(()) } else { body(frame, item) }
        })?;
        let (continuing, _) = self.block(|frame| {
            let index = frame.load(place, span);
            let one = frame.u32(1);
            let next = frame.binary(BinaryOperator::Add, index, one, span);
            frame.store(place, next, span);
            Ok(())
        })?;
        self.push_loop(block, continuing, span);
        self.exit(span);
        Ok(())
    }

    /// What is done to an item on its way. `scope` is the loop that yields it.
    fn pass(
        &mut self,
        pass: &Pass,
        item: Value,
        scope: u32,
        labels: (Option<LabelId>, Option<LabelId>),
        span: Span,
        body: Body<'_, 'u, 'a>,
    ) -> Lowering<()> {
        match pass {
            Pass::Map(closure) => {
                let item = self.call_closure(closure, vec![item], span)?;
                if self.is_dead() { Ok(()) } else { body(self, item) }
            }
            Pass::Inspect(closure, ty) => {
                let reference = self.reference_to_value(item.clone(), ty, span)?;
                self.call_closure(closure, vec![reference], span)?;
                body(self, item)
            }
            Pass::Copied(ty) => {
                let item = self.read_through(item, ty, span)?;
                body(self, item)
            }
            Pass::Filter(closure, ty) => {
                let holds = self.predicate(closure, &item, ty, span)?;
                self.where_holds(holds, span, &mut |frame| body(frame, item.clone()))
            }
            Pass::TakeWhile(closure, ty) => {
                let holds = self.predicate(closure, &item, ty, span)?;
                self.leave_unless(holds, scope, span)?;
                body(self, item)
            }
            Pass::SkipWhile(closure, ty, begun) => {
                let place = self.local(*begun);
                let holds = self.predicate(closure, &item, ty, span)?;
                let begins = self.not(holds, span);
                let before = self.load(place, span);
                let now = self.append(
                    Expression::Binary {
                        op: BinaryOperator::LogicalOr,
                        left: before,
                        right: begins,
                    },
                    span,
                );
                self.store(place, now, span);
                self.where_holds(now, span, &mut |frame| body(frame, item.clone()))
            }
            Pass::FilterMap(closure) => {
                let value = self.call_closure(closure, vec![item], span)?;
                let (is_some, payload) = self.opened(value, span)?;
                self.where_holds(is_some, span, &mut |frame| body(frame, payload.clone()))
            }
            Pass::MapWhile(closure) => {
                let value = self.call_closure(closure, vec![item], span)?;
                let (is_some, payload) = self.opened(value, span)?;
                self.leave_unless(is_some, scope, span)?;
                body(self, payload)
            }
            Pass::Enumerate(number) => {
                let place = self.local(*number);
                let index = self.load(place, span);
                let one = self.u32(1);
                let next = self.binary(BinaryOperator::Add, index, one, span);
                self.store(place, next, span);
                body(self, Value::Parts(vec![Value::Plain(index), item]))
            }
            Pass::Take(left) => {
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
            Pass::Skip(left) => {
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
            Pass::StepBy(left, step) => {
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
            Pass::FlatMap { closure, context, local, inner } => {
                let value = self.call_closure(closure, vec![item], span)?;
                let before = self.switch_to(*context);
                self.slots[*local] = Some(Slot::Fixed(value));
                let made = self.iter_value(inner);
                self.switch_to(before);
                self.turns(&made?, (None, labels.1), span, body)
            }
            Pass::Flatten(ty) => {
                let ty = self.settle(ty);
                let inner = self.iterator_over(item, &ty, span)?;
                self.turns(&inner, (None, labels.1), span, body)
            }
        }
    }

    /// The iterator over a value, by its type.
    fn iterator_over(&mut self, value: Value, ty: &Ty, span: Span) -> Lowering<IterValue> {
        match (ty, value) {
            (_, Value::Iter(iter)) => Ok((*iter).clone()),
            (Ty::Reference(_, to), value) => match (&**to, value) {
                (Ty::Slice(element), value) => self.slice_items(value, element, span),
                (array @ Ty::Array(element, Len::Known(len)), Value::Pointer(pointer)) => {
                    let pointer = self.array_start(pointer, array, span)?;
                    let value = Value::Slice(pointer, Length::Known(*len));
                    self.slice_items(value, element, span)
                }
                (to, value) => {
                    let to = to.clone();
                    let inner = self.read_through(value, &to, span)?;
                    self.iterator_over(inner, &to, span)
                }
            },
            (Ty::Array(..), value) => self.array_items(value, ty, span),
            (Ty::Struct(..), value) => Ok(IterValue::Option { value: Box::new(value) }),
            _ => Err(unsupported("an iterator over this", span)),
        }
    }

    fn predicate(
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

    /// Does something only where a condition holds.
    fn where_holds(
        &mut self,
        condition: Handle<Expression>,
        span: Span,
        then: &mut dyn FnMut(&mut Self) -> Lowering<()>,
    ) -> Lowering<()> {
        match self.known(condition) {
            Some(Literal::Bool(true)) => return then(self),
            Some(Literal::Bool(false)) => return Ok(()),
            _ => {}
        }
        let (accept, _) = self.block(|frame| then(frame))?;
        let reject = naga::Block::new();
        self.push(Statement::If { condition, accept, reject }, span);
        Ok(())
    }

    fn leave_unless(
        &mut self,
        condition: Handle<Expression>,
        scope: u32,
        span: Span,
    ) -> Lowering<()> {
        let (reject, _) = self.block(|frame| {
            frame.leave_scope(scope, span);
            Ok(())
        })?;
        let accept = naga::Block::new();
        self.push(Statement::If { condition, accept, reject }, span);
        Ok(())
    }

    /// Whether an `Option` is `Some`, and what is in it.
    pub(super) fn opened(
        &mut self,
        value: Value,
        span: Span,
    ) -> Lowering<(Handle<Expression>, Value)> {
        let parts = self.parts(value, 2, span)?;
        let [tag, payload] =
            <[Value; 2]>::try_from(parts).map_err(|_| unsupported("this as an `Option`", span))?;
        let tag = self.plain(tag, &Ty::U32, span)?;
        let one = self.u32(1);
        Ok((self.binary(BinaryOperator::Equal, tag, one, span), payload))
    }

    /// The value of an `Option`; where there is none, a loop is left.
    fn some_or_leave(&mut self, value: Value, scope: u32, span: Span) -> Lowering<Value> {
        let (is_some, payload) = self.opened(value, span)?;
        match self.known(is_some) {
            Some(Literal::Bool(true)) => {}
            _ => self.leave_unless(is_some, scope, span)?,
        }
        Ok(payload)
    }

    /// The next item of an iterator that is asked for each; where there is none,
    /// a loop is left.
    fn next_or_leave(&mut self, iter: &IterValue, scope: u32, span: Span) -> Lowering<Value> {
        match iter {
            IterValue::Own { context, next } => {
                let before = self.switch_to(*context);
                let value = self.value(next);
                self.switch_to(before);
                self.some_or_leave(value?, scope, span)
            }
            IterValue::FromFn { next } => {
                let value = self.call_closure(next, Vec::new(), span)?;
                self.some_or_leave(value, scope, span)
            }
            IterValue::Successors { state, option, next } => {
                let value = self.read_slot(state, span)?;
                let item = self.some_or_leave(value, scope, span)?;
                let ty = self.field_type(option, 1);
                let reference = self.reference_to_value(item.clone(), &ty, span)?;
                let after = self.call_closure(next, vec![reference], span)?;
                self.write_slot(state, after, span)?;
                Ok(item)
            }
            IterValue::Pairs(left, right, item, at) => {
                let _ = (left, right, item);
                Err(unsupported("a pair of iterators of which one leaves out items", *at))
            }
            _ => Err(unsupported("this iterator", span)),
        }
    }

    /// `iterator.next()`.
    pub(super) fn next_item(&mut self, iterator: &Expr, ty: &Ty, span: Span) -> Lowering<Value> {
        let iter = self.iter_value(iterator)?;
        let option = self.settle(ty);
        let slot = self.new_slot("item", &option, span)?;
        let none = self.variant_of(0, Vec::new(), &option, span)?;
        if let (Slot::Parts(slots), Value::Parts(parts)) = (&slot, &none)
            && let (Some(tag), Some(value)) = (slots.first(), parts.first())
        {
            let (tag, value) = (tag.clone(), value.clone());
            self.write_slot(&tag, value, span)?;
        }
        if let IterValue::Counted(Counted { item, count, taken: Some(taken) }) = &iter {
            let place = self.local(*taken);
            let index = self.load(place, span);
            let any = self.binary(BinaryOperator::Less, index, *count, span);
            let (accept, _) = self.block(|frame| {
                let one = frame.u32(1);
                let next = frame.binary(BinaryOperator::Add, index, one, span);
                frame.store(place, next, span);
                let value = frame.item(item, index, span)?;
                let some = frame.variant_of(1, vec![(1, value)], &option, span)?;
                frame.write_slot(&slot, some, span)
            })?;
            let reject = naga::Block::new();
            self.push(Statement::If { condition: any, accept, reject }, span);
            return self.read_slot(&slot, span);
        }
        let scope = self.enter_as(None, None, Destination::Nowhere);
        let (block, _) = self.block(|frame| {
            frame.turns(&iter, (None, None), span, &mut |frame, item| {
                let some = frame.variant_of(1, vec![(1, item)], &option, span)?;
                frame.write_slot(&slot, some, span)?;
                frame.leave_scope(scope, span);
                Ok(())
            })?;
            if !frame.is_dead() {
                frame.push(Statement::Break, span);
            }
            Ok(())
        })?;
        self.push_loop(block, naga::Block::new(), span);
        self.exit(span);
        self.read_slot(&slot, span)
    }
}

/// Whether an iterator is a single loop, which `break` leaves.
fn is_one_loop(iter: &IterValue) -> bool {
    match iter {
        IterValue::Passed(pass, inner) => {
            !matches!(pass, Pass::FlatMap { .. } | Pass::Flatten(_)) && is_one_loop(inner)
        }
        IterValue::Chain(..) => false,
        _ => true,
    }
}
