//! Iterators become loops.
//!
//! Most sources know how many items they have and can give any of them by its
//! number: ranges, slices, pieces of slices, and what `map`, `zip`, `rev`, `take`
//! and the like make of them. They are one loop that counts. Others are a loop
//! around such a one in which some items are passed over, or a loop in a loop.

mod adaptor;
mod copies;
mod effects;
pub(super) mod ends;
mod long;
mod nested;
mod shape;
mod sources;
mod turns;

use crate::Lowering;
use crate::frame::Frame;
use crate::types::unsupported;
use crate::value::{ClosureValue, Pointer, Slot, Value};
use long::Steps;
use naga::{BinaryOperator, Expression, Handle, Literal, LocalVariable, Span};
use shape::{NESTED_STEP, changes, elements, is_by_number, is_nested, is_one_loop};
use std::rc::Rc;
use warpbench_hir::types::{Adapting, IntTy, IterTy, Mapping, Ty};
use warpbench_hir::visit::any;
use warpbench_hir::{Expr, ExprKind, IterOp, LocalId};

/// Something to iterate over.
#[derive(Clone, Debug)]
pub(crate) enum IterValue {
    /// A known number of items, each by its number.
    Counted(Counted),
    /// What is left of another when something is done to its items.
    Adapted(Adaptor, Box<IterValue>),
    Chain(Box<IterValue>, Box<IterValue>),
    /// Items of two iterators of which at least one is not counted.
    Pairs(Box<IterValue>, Box<IterValue>, Ty),
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
    /// What the items of another hold, item by item.
    Nested(Nested),
}

/// A loop in a loop that is gone through in single steps.
#[derive(Clone, Debug)]
pub(crate) struct Nested {
    /// What makes an iterator of an item.
    pass: Adaptor,
    outer: Box<IterValue>,
    /// The item whose parts are next, and its type.
    held: Slot,
    ty: Ty,
    /// Whether there is one.
    is_held: Handle<LocalVariable>,
    /// How many of its parts have been taken.
    at: Handle<LocalVariable>,
}

/// Items that can be counted and each be had by its number.
#[derive(Clone, Debug)]
pub(crate) struct Counted {
    item: Item,
    /// How many there are.
    count: Handle<Expression>,
    /// How many have been taken, if that is to be remembered.
    taken: Option<Taken>,
}

/// How many items have been taken of an iterator that remembers it.
#[derive(Clone, Copy, Debug)]
struct Taken {
    front: Handle<LocalVariable>,
    /// From the other end, where the text takes from there.
    back: Option<Handle<LocalVariable>>,
    /// Whether the next one is the last of those that are left.
    is_reversed: bool,
}

/// How an item is had by its number.
#[derive(Clone, Debug)]
enum Item {
    /// Numbers from a start; with the end, to be asked for.
    Range {
        start: Handle<Expression>,
        end: Option<Handle<Expression>>,
        int: IntTy,
        /// How many there are, without a sign, where a word may not say it.
        all: Option<Handle<Expression>>,
    },
    /// What became of a range of numbers of 64 bits.
    Steps(Steps),
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
    /// Again from the first after the last; with the number of items.
    Cycle(Box<Item>, Handle<Expression>),
    /// From a later one on.
    Skip(Box<Item>, Handle<Expression>),
    /// Only every so many.
    StepBy(Box<Item>, Handle<Expression>),
    /// The elements of items of a type that each have so many.
    Nested(Box<Item>, Ty, u32),
}

/// How long the pieces of a slice are.
#[derive(Clone, Debug)]
enum Piece {
    /// All alike.
    Whole(Handle<Expression>),
    /// The last may be shorter; with the length of the slice.
    Last(Handle<Expression>, Handle<Expression>),
    /// Counted from the end, so that the one at the start may be shorter; with the
    /// length of the slice.
    FromEnd(Handle<Expression>, Handle<Expression>),
}

/// What is done to the items of an iterator on their way.
#[derive(Clone, Debug)]
pub(crate) enum Adaptor {
    Map(Rc<ClosureValue>),
    Inspect(Rc<ClosureValue>, Ty),
    Filter(Rc<ClosureValue>, Ty),
    FilterMap(Rc<ClosureValue>),
    TakeWhile(Rc<ClosureValue>, Ty),
    MapWhile(Rc<ClosureValue>),
    /// With a reference to what is kept from item to item.
    Scan(Rc<ClosureValue>, Box<Value>),
    /// With the flag that says whether all that is left out has passed.
    SkipWhile(Rc<ClosureValue>, Ty, Handle<LocalVariable>),
    /// With the variable that holds what is iterated over in turn, and the
    /// iterator that is made of it.
    FlatMap {
        closure: Rc<ClosureValue>,
        context: usize,
        local: LocalId,
        inner: Rc<Expr>,
        /// The type of the items that the closure is called with.
        item: Ty,
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
    pub(crate) fn make_iterator(
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

    pub(crate) fn iterator(
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
                let size = self.count(size)?;
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
    pub(crate) fn iter_value(&mut self, expr: &Expr) -> Lowering<IterValue> {
        match self.value(expr)? {
            Value::Iter(iter) => Ok((*iter).clone()),
            _ => Err(unsupported("this iterator", expr.span)),
        }
    }

    pub(crate) fn closure_of(&mut self, expr: &Expr) -> Lowering<Rc<ClosureValue>> {
        let value = self.value(expr)?;
        match self.given_away(value, &expr.ty, expr.span)? {
            Value::Closure(closure) => Ok(closure),
            _ => Err(unsupported("this as a closure", expr.span)),
        }
    }

    pub(crate) fn mapped(
        &mut self,
        how: Mapping,
        parts: &[Expr],
        span: Span,
    ) -> Lowering<IterValue> {
        let [inner, closure, rest @ ..] = parts else {
            return Err(unsupported("this iterator", span));
        };
        let item_ty = match self.settle(&inner.ty) {
            Ty::Iter(iter) => self.item_type(&iter),
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
            Mapping::Map => Adaptor::Map(closure),
            Mapping::Inspect => Adaptor::Inspect(closure, item_ty),
            Mapping::Filter => Adaptor::Filter(closure, item_ty),
            Mapping::TakeWhile => Adaptor::TakeWhile(closure, item_ty),
            Mapping::FilterMap => Adaptor::FilterMap(closure),
            Mapping::MapWhile => Adaptor::MapWhile(closure),
            Mapping::SkipWhile => {
                let flag = self.new_state("has_begun", Literal::Bool(false), span);
                Adaptor::SkipWhile(closure, item_ty, flag)
            }
            Mapping::FlatMap => {
                let [held, made] = rest else { return Err(unsupported("this iterator", span)) };
                let ExprKind::Local(local) = held.kind else {
                    return Err(unsupported("this iterator", span));
                };
                let inner = Rc::new(made.clone());
                Adaptor::FlatMap {
                    closure,
                    context: self.inlining.here,
                    local,
                    inner,
                    item: item_ty,
                }
            }
            Mapping::Scan => {
                let [state] = rest else { return Err(unsupported("this iterator", span)) };
                Adaptor::Scan(closure, Box::new(self.value(state)?))
            }
        };
        Ok(IterValue::Adapted(pass, Box::new(inner)))
    }

    pub(crate) fn adapted(
        &mut self,
        how: Adapting,
        parts: &[Expr],
        span: Span,
    ) -> Lowering<IterValue> {
        let inner = self.iter_value(&parts[0])?;
        let item_ty = match self.settle(&parts[0].ty) {
            Ty::Iter(iter) => self.item_type(&iter),
            _ => return Err(unsupported("this iterator", span)),
        };
        let number = match parts.get(1) {
            Some(number) => {
                let ty = self.settle(&number.ty);
                Some((self.plain_expr(number)?, ty))
            }
            None => None,
        };
        if how == Adapting::Rev {
            return self.reversed(inner, span);
        }
        if let (IterValue::Counted(Counted { item, taken: None, .. }), Some((number, ty))) =
            (&inner, &number)
            && let Some(counted) = self.of_long(item, how, (*number, ty), span)
        {
            return Ok(IterValue::Counted(counted));
        }
        let number = number.map(|(number, ty)| self.at_most_a_word(number, &ty, span));
        if let IterValue::Counted(counted) = &inner
            && counted.taken.is_none()
            && how != Adapting::Flatten
            && !(matches!(how, Adapting::Skip | Adapting::StepBy)
                && self.has_effects(&counted.item))
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
                // Nothing again and again is nothing; anything else never ends.
                (Adapting::Cycle, _) => {
                    let (zero, endless) = (self.u32(0), self.u32(u32::MAX));
                    let turns = match self.known(count) {
                        Some(Literal::U32(0)) => zero,
                        Some(_) => endless,
                        None => {
                            let is_empty = self.binary(BinaryOperator::Equal, count, zero, span);
                            self.select(is_empty, zero, endless, span)
                        }
                    };
                    (Item::Cycle(item, count), turns)
                }
                (Adapting::Take, Some(number)) => (*item, self.least(count, number, span)),
                (Adapting::Skip, Some(number)) => {
                    let later = self.skipped(counted.clone(), number, span);
                    (later.item, later.count)
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
            (Adapting::Flatten, _) => Adaptor::Flatten(item_ty),
            (Adapting::Copied, _) => {
                let Ty::Reference(_, to) = item_ty else {
                    return Err(unsupported("this iterator", span));
                };
                Adaptor::Copied(*to)
            }
            (Adapting::Enumerate, _) => {
                Adaptor::Enumerate(self.new_state("number", Literal::U32(0), span))
            }
            (Adapting::Take, Some(number)) => Adaptor::Take(self.state_of("left", number, span)),
            (Adapting::Skip, Some(number)) => {
                Adaptor::Skip(self.state_of("left_out", number, span))
            }
            (Adapting::StepBy, Some(number)) => {
                let state = self.new_state("left_out", Literal::U32(0), span);
                Adaptor::StepBy(state, number)
            }
            _ => return Err(unsupported("this iterator", span)),
        };
        Ok(IterValue::Adapted(pass, Box::new(inner)))
    }

    /// The items from a later one on.
    fn skipped(&mut self, counted: Counted, number: Handle<Expression>, span: Span) -> Counted {
        let Counted { item, count, taken } = counted;
        let skipped = self.least(count, number, span);
        let count = self.binary(BinaryOperator::Subtract, count, skipped, span);
        Counted { item: Item::Skip(Box::new(item), skipped), count, taken }
    }

    /// A variable for the state of an iterator, which starts anew each time.
    pub(crate) fn new_state(
        &mut self,
        name: &str,
        start: Literal,
        span: Span,
    ) -> Handle<LocalVariable> {
        let variable = self.add_started(name, start);
        let place = self.local(variable);
        let start = self.literal(start);
        self.store(place, start, span);
        variable
    }

    pub(crate) fn state_of(
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

    pub(crate) fn least(
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

    pub(crate) fn zipped(
        &mut self,
        left: IterValue,
        right: IterValue,
        iter: &IterTy,
        span: Span,
    ) -> Lowering<IterValue> {
        match (self.counted(left, span), self.counted(right, span)) {
            (IterValue::Counted(left), IterValue::Counted(right))
                if left.taken.is_none()
                    && right.taken.is_none()
                    // Of others, one more is made before it is known that these end.
                    && (is_by_number(&left.item) || !self.has_effects(&left.item)) =>
            {
                let count = self.least(left.count, right.count, span);
                let item = Item::Zip(Box::new(left.item), Box::new(right.item));
                Ok(IterValue::Counted(Counted { item, count, taken: None }))
            }
            (left, right) => {
                let Value::Iter(right) = self.with_state(Value::Iter(Rc::new(right)))? else {
                    return Err(unsupported("this iterator", span));
                };
                if is_nested(&right) {
                    return Err(unsupported(NESTED_STEP, span));
                }
                let IterTy::Zip(_, right_ty) = iter else {
                    return Err(unsupported("this iterator", span));
                };
                let item = self.item_type(right_ty);
                Ok(IterValue::Pairs(Box::new(left), Box::new((*right).clone()), item))
            }
        }
    }

    /// An iterator by numbers, where that can be: a loop in a loop over arrays has
    /// as many items as both have turns.
    pub(super) fn counted(&mut self, iter: IterValue, span: Span) -> IterValue {
        let IterValue::Adapted(pass, inner) = iter else { return iter };
        let inner = match self.counted(*inner, span) {
            IterValue::Counted(counted) if counted.taken.is_none() => counted,
            inner => return IterValue::Adapted(pass, Box::new(inner)),
        };
        let Counted { item, count, taken } = inner;
        let held = Box::new(item.clone());
        let (item, count) = match &pass {
            Adaptor::Flatten(ty) => match elements(&self.settle(ty)) {
                Some(len) => {
                    let each = self.u32(len);
                    let count = self.binary(BinaryOperator::Multiply, count, each, span);
                    (Item::Nested(held, ty.clone(), len), count)
                }
                None => {
                    let inner = IterValue::Counted(Counted { item, count, taken });
                    return IterValue::Adapted(pass, Box::new(inner));
                }
            },
            Adaptor::Map(closure) => (Item::Map(held, Rc::clone(closure)), count),
            Adaptor::Inspect(closure, ty) => {
                (Item::Inspect(held, Rc::clone(closure), ty.clone()), count)
            }
            Adaptor::Copied(ty) => (Item::Copied(held, ty.clone()), count),
            _ => {
                let inner = IterValue::Counted(Counted { item, count, taken });
                return IterValue::Adapted(pass, Box::new(inner));
            }
        };
        IterValue::Counted(Counted { item, count, taken })
    }
}
