//! Copies of iterators and closures, each with a state of its own.

use super::shape::{changes, takes_items};
use super::{Adaptor, Counted, Item, IterValue, Nested, Taken};
use crate::Lowering;
use crate::frame::Frame;
use crate::types::unsupported;
use crate::value::{ClosureValue, Slot, Value};
use naga::{Handle, LocalVariable, Span};
use std::rc::Rc;
use warpbench_hir::types::Ty;
use warpbench_hir::visit::any;

impl Frame<'_, '_> {
    /// What `clone` makes of a value.
    pub(crate) fn duplicate(&mut self, value: Value, span: Span) -> Lowering<Value> {
        Ok(match value {
            Value::Iter(iter) => Value::Iter(Rc::new(self.iterator_copy(&iter, span)?)),
            Value::Closure(closure) => Value::Closure(self.closure_copy(&closure, span)?),
            Value::Parts(parts) => {
                let each = parts.into_iter().map(|part| self.duplicate(part, span));
                Value::Parts(each.collect::<Lowering<Vec<_>>>()?)
            }
            plain => plain,
        })
    }

    /// The same closure with copies of what it has taken along, if it changes any of it.
    fn closure_copy(
        &mut self,
        closure: &Rc<ClosureValue>,
        span: Span,
    ) -> Lowering<Rc<ClosureValue>> {
        let is_fixed = |(_, slot): &(_, Slot)| matches!(slot, Slot::Fixed(_));
        if closure.captured.iter().all(is_fixed)
            || !any(&closure.closure.body, &mut |expr| changes(expr) || takes_items(expr))
        {
            return Ok(Rc::clone(closure));
        }
        let before = self.switch_to(closure.context);
        let mut captured = Vec::new();
        for (id, slot) in &closure.captured {
            let ty = self.settle(&self.declaration(*id).ty);
            captured.push((*id, self.slot_copy(slot, &ty, span)?));
        }
        self.switch_to(before);
        let (context, closure) = (closure.context, Rc::clone(&closure.closure));
        Ok(Rc::new(ClosureValue { closure, context, captured }))
    }

    /// A value that is given away. Whoever has a closure changes what it took along, and
    /// not what others took that are copies of it.
    pub(crate) fn given_away(&mut self, value: Value, ty: &Ty, span: Span) -> Lowering<Value> {
        match value {
            Value::Closure(closure) if matches!(self.settle(ty), Ty::Closure(_)) => {
                self.closure_copy(&closure, span).map(Value::Closure)
            }
            value => Ok(value),
        }
    }

    fn slot_copy(&mut self, slot: &Slot, ty: &Ty, span: Span) -> Lowering<Slot> {
        if let Slot::Fixed(value) = slot {
            return Ok(Slot::Fixed(self.duplicate(value.clone(), span)?));
        }
        let copy = self.new_slot("", ty, span)?;
        let value = self.read_slot(slot, span)?;
        let value = self.duplicate(value, span)?;
        self.write_slot(&copy, value, span)?;
        Ok(copy)
    }

    fn state_copy(&mut self, variable: Handle<LocalVariable>, span: Span) -> Handle<LocalVariable> {
        let LocalVariable { name, ty, .. } = self.function.local_variables[variable].clone();
        let copy = self.add_variable(&name.unwrap_or_default(), ty, span);
        let (from, to) = (self.local(variable), self.local(copy));
        let value = self.load(from, span);
        self.store(to, value, span);
        copy
    }

    fn iterator_copy(&mut self, iter: &IterValue, span: Span) -> Lowering<IterValue> {
        let boxed = |frame: &mut Self, inner: &IterValue| -> Lowering<Box<IterValue>> {
            Ok(Box::new(frame.iterator_copy(inner, span)?))
        };
        Ok(match iter {
            IterValue::Counted(Counted { item, count, taken }) => {
                let taken = taken.map(|taken| Taken {
                    front: self.state_copy(taken.front, span),
                    back: taken.back.map(|back| self.state_copy(back, span)),
                    ..taken
                });
                let item = self.item_copy(item, span)?;
                IterValue::Counted(Counted { item, count: *count, taken })
            }
            IterValue::Adapted(pass, inner) => {
                IterValue::Adapted(self.pass_copy(pass, span)?, boxed(self, inner)?)
            }
            IterValue::Chain(left, right) => {
                IterValue::Chain(boxed(self, left)?, boxed(self, right)?)
            }
            IterValue::Pairs(left, right, ty) => {
                IterValue::Pairs(boxed(self, left)?, boxed(self, right)?, ty.clone())
            }
            IterValue::Own { .. } => return Err(unsupported("a copy of this iterator", span)),
            IterValue::Successors { state, option, next } => {
                let state = self.slot_copy(state, option, span)?;
                let next = self.closure_copy(next, span)?;
                IterValue::Successors { state, option: option.clone(), next }
            }
            IterValue::FromFn { next } => {
                IterValue::FromFn { next: self.closure_copy(next, span)? }
            }
            IterValue::Option { value } => IterValue::Option { value: value.clone() },
            IterValue::Nested(nested) => IterValue::Nested(Nested {
                pass: self.pass_copy(&nested.pass, span)?,
                outer: boxed(self, &nested.outer)?,
                held: self.slot_copy(&nested.held, &nested.ty, span)?,
                ty: nested.ty.clone(),
                is_held: self.state_copy(nested.is_held, span),
                at: self.state_copy(nested.at, span),
            }),
        })
    }

    fn item_copy(&mut self, item: &Item, span: Span) -> Lowering<Item> {
        let mut boxed =
            |inner: &Item| -> Lowering<Box<Item>> { Ok(Box::new(self.item_copy(inner, span)?)) };
        Ok(match item {
            Item::Map(inner, closure) => {
                Item::Map(boxed(inner)?, self.closure_copy(closure, span)?)
            }
            Item::Inspect(inner, closure, ty) => {
                Item::Inspect(boxed(inner)?, self.closure_copy(closure, span)?, ty.clone())
            }
            Item::Copied(inner, ty) => Item::Copied(boxed(inner)?, ty.clone()),
            Item::Enumerate(inner) => Item::Enumerate(boxed(inner)?),
            Item::Zip(one, other) => Item::Zip(boxed(one)?, boxed(other)?),
            Item::Rev(inner, count) => Item::Rev(boxed(inner)?, *count),
            Item::Cycle(inner, count) => Item::Cycle(boxed(inner)?, *count),
            Item::Skip(inner, count) => Item::Skip(boxed(inner)?, *count),
            Item::StepBy(inner, step) => Item::StepBy(boxed(inner)?, *step),
            Item::Nested(inner, ty, len) => Item::Nested(boxed(inner)?, ty.clone(), *len),
            // These are looked at and never change.
            Item::Range { .. }
            | Item::Steps(_)
            | Item::Slice { .. }
            | Item::Array { .. }
            | Item::Pieces { .. }
            | Item::Same(_) => item.clone(),
        })
    }

    fn pass_copy(&mut self, pass: &Adaptor, span: Span) -> Lowering<Adaptor> {
        Ok(match pass {
            Adaptor::Map(closure) => Adaptor::Map(self.closure_copy(closure, span)?),
            Adaptor::Inspect(closure, ty) => {
                Adaptor::Inspect(self.closure_copy(closure, span)?, ty.clone())
            }
            Adaptor::Filter(closure, ty) => {
                Adaptor::Filter(self.closure_copy(closure, span)?, ty.clone())
            }
            Adaptor::FilterMap(closure) => Adaptor::FilterMap(self.closure_copy(closure, span)?),
            Adaptor::TakeWhile(closure, ty) => {
                Adaptor::TakeWhile(self.closure_copy(closure, span)?, ty.clone())
            }
            Adaptor::MapWhile(closure) => Adaptor::MapWhile(self.closure_copy(closure, span)?),
            // What it keeps has a place that is written into the text.
            Adaptor::Scan(..) => return Err(unsupported("a copy of this iterator", span)),
            Adaptor::SkipWhile(closure, ty, flag) => {
                let closure = self.closure_copy(closure, span)?;
                Adaptor::SkipWhile(closure, ty.clone(), self.state_copy(*flag, span))
            }
            Adaptor::FlatMap { closure, context, local, inner, item } => Adaptor::FlatMap {
                closure: self.closure_copy(closure, span)?,
                context: *context,
                local: *local,
                inner: Rc::clone(inner),
                item: item.clone(),
            },
            Adaptor::Flatten(ty) => Adaptor::Flatten(ty.clone()),
            Adaptor::Copied(ty) => Adaptor::Copied(ty.clone()),
            Adaptor::Enumerate(next) => Adaptor::Enumerate(self.state_copy(*next, span)),
            Adaptor::Take(left) => Adaptor::Take(self.state_copy(*left, span)),
            Adaptor::Skip(left) => Adaptor::Skip(self.state_copy(*left, span)),
            Adaptor::StepBy(left, step) => Adaptor::StepBy(self.state_copy(*left, span), *step),
        })
    }
}
