//! `flat_map` and `flatten` in single steps.
//!
//! What is kept between steps is the item whose parts are next, and how many of them
//! have been taken. The iterator over the parts is made again for each step, as it is a
//! description and no value; where making it changes something, it is refused.

use super::*;
use crate::flow::Destination;
use naga::Statement;

impl<'u, 'a> Frame<'u, 'a> {
    /// The iterator over the parts of an item.
    pub(super) fn parts_of(
        &mut self,
        pass: &Adaptor,
        item: Value,
        span: Span,
    ) -> Lowering<IterValue> {
        match pass {
            Adaptor::FlatMap { closure, context, local, inner, .. } => {
                let value = self.call_closure(closure, vec![item], span)?;
                let before = self.switch_to(*context);
                self.slots[*local] = Some(Slot::Fixed(value));
                let made = self.iter_value(inner);
                self.switch_to(before);
                made
            }
            Adaptor::Flatten(ty) => {
                let ty = self.settle(ty);
                self.iterator_over(item, &ty, span)
            }
            _ => Err(unsupported("this iterator", span)),
        }
    }

    /// Whether a loop in a loop is gone through in single steps: where the text asks for
    /// them, and making the inner one again changes nothing.
    pub(super) fn goes_in_steps(&self, pass: &Adaptor) -> bool {
        let can = match pass {
            Adaptor::FlatMap { closure, .. } => !any(&closure.closure.body, &mut changes),
            Adaptor::Flatten(_) => true,
            _ => false,
        };
        can && self.unit.iteration.steps_through_nested
    }

    /// A loop in a loop that remembers how far it is.
    pub(super) fn nested(
        &mut self,
        pass: Adaptor,
        outer: IterValue,
        span: Span,
    ) -> Lowering<IterValue> {
        let ty = match &pass {
            Adaptor::FlatMap { item, .. } => item.clone(),
            Adaptor::Flatten(ty) => ty.clone(),
            _ => return Err(unsupported("this iterator", span)),
        };
        let ty = self.settle(&ty);
        let held = self.new_slot("held", &ty, span)?;
        let is_held = self.new_state("is_held", Literal::Bool(false), span);
        let at = self.new_state("part", Literal::U32(0), span);
        let outer = Box::new(outer);
        Ok(IterValue::Nested(Nested { pass, outer, held, ty, is_held, at }))
    }

    /// The next part; where there is none, a loop is left.
    pub(super) fn next_part(&mut self, nested: &Nested, scope: u32, span: Span) -> Lowering<Value> {
        let is_held = self.local(nested.is_held);
        let at = self.local(nested.at);
        let item_ty = nested.part_type(self, span)?;
        let found = self.new_slot("item", &item_ty, span)?;
        let search = self.enter_as(None, None, Destination::Nowhere);
        let (block, _) = self.block(|frame| {
            frame.hold_next(nested, scope, span)?;
            let held = frame.read_slot(&nested.held, span)?;
            let parts = frame.parts_of(&nested.pass, held, span)?;
            let wanted = frame.load(at, span);
            frame.part_at(&parts, wanted, span, &mut |frame, part| {
                frame.write_slot(&found, part, span)?;
                let one = frame.u32(1);
                let next = frame.binary(BinaryOperator::Add, wanted, one, span);
                frame.store(at, next, span);
                frame.leave_scope(search, span);
                Ok(())
            })?;
            // All its parts are taken.
            let no = frame.literal(Literal::Bool(false));
            frame.store(is_held, no, span);
            Ok(())
        })?;
        self.push_loop(block, naga::Block::new(), span);
        self.exit(span);
        self.read_slot(&found, span)
    }

    /// Sees to it that an item is held; where there is none left, a loop is left.
    fn hold_next(&mut self, nested: &Nested, scope: u32, span: Span) -> Lowering<()> {
        let is_held = self.local(nested.is_held);
        let has = self.load(is_held, span);
        let lacks = self.not(has, span);
        let (accept, _) = self.block(|frame| {
            let (is_there, item) = frame.pull(&nested.outer, &nested.ty, span)?;
            frame.leave_unless(is_there, scope, span)?;
            frame.write_slot(&nested.held, item, span)?;
            let yes = frame.literal(Literal::Bool(true));
            frame.store(is_held, yes, span);
            let at = frame.local(nested.at);
            let zero = frame.u32(0);
            frame.store(at, zero, span);
            Ok(())
        })?;
        let reject = naga::Block::new();
        self.push(Statement::If { condition: lacks, accept, reject }, span);
        Ok(())
    }

    /// Does something with the item of a number, if there are so many.
    fn part_at(
        &mut self,
        iter: &IterValue,
        wanted: Handle<Expression>,
        span: Span,
        then: Body<'_, 'u, 'a>,
    ) -> Lowering<()> {
        if let IterValue::Counted(Counted { item, count, taken: None }) = iter {
            let is_there = self.binary(BinaryOperator::Less, wanted, *count, span);
            return self.where_holds(is_there, span, &mut |frame| {
                let item = frame.item(item, wanted, span)?;
                then(frame, item)
            });
        }
        let passed = self.new_state("passed", Literal::U32(0), span);
        self.drive(iter, None, span, &mut |frame, item| {
            let place = frame.local(passed);
            let number = frame.load(place, span);
            let one = frame.u32(1);
            let next = frame.binary(BinaryOperator::Add, number, one, span);
            frame.store(place, next, span);
            let is_it = frame.binary(BinaryOperator::Equal, number, wanted, span);
            frame.where_holds(is_it, span, &mut |frame| then(frame, item.clone()))
        })
    }
}

impl Nested {
    /// The type of the parts.
    fn part_type(&self, frame: &Frame<'_, '_>, span: Span) -> Lowering<Ty> {
        let held = match &self.pass {
            Adaptor::FlatMap { inner, .. } => match frame.settle(&inner.ty) {
                Ty::Iter(iter) => return Ok(frame.item_type(&iter)),
                _ => return Err(unsupported("this iterator", span)),
            },
            _ => self.ty.clone(),
        };
        let flattened = IterTy::Adapted(Adapting::Flatten, Box::new(IterTy::Once(held)));
        Ok(frame.item_type(&flattened))
    }
}
