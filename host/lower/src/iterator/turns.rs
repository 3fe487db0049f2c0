//! The loops that iterators become.

use super::*;
use crate::Lowering;
use crate::flow::Destination;
use crate::frame::Frame;
use crate::types::unsupported;
use crate::value::Value;
use naga::{BinaryOperator, Expression, Handle, Literal, LocalVariable, Span, Statement};
use warpbench_hir::types::Ty;
use warpbench_hir::{ForEach, LabelId};

impl<'u, 'a> Frame<'u, 'a> {
    /// `for pattern in iterator { … }`.
    pub(crate) fn for_each(&mut self, found: &ForEach, span: Span) -> Lowering<()> {
        let iter = self.iter_value(&found.iterator)?;
        if self.is_dead() {
            return Ok(());
        }
        let here = self.inlining.here;
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
    pub(crate) fn drive(
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
    pub(crate) fn turns(
        &mut self,
        iter: &IterValue,
        labels: (Option<LabelId>, Option<LabelId>),
        span: Span,
        body: Body<'_, 'u, 'a>,
    ) -> Lowering<()> {
        match iter {
            IterValue::Counted(counted) => self.counted_turns(counted, labels, span, body),
            IterValue::Adapted(pass, inner) => {
                if let Adaptor::Take(left) = pass {
                    // What is not wanted any more is not even asked for.
                    self.limits.push(*left);
                }
                let limits = self.limits.clone();
                self.turns_with(inner, labels, span, &mut |frame, scope, item| {
                    if !matches!(pass, Adaptor::FlatMap { .. } | Adaptor::Flatten(_)) {
                        return frame.pass(pass, item, scope, span, body);
                    }
                    let parts = frame.parts_of(pass, item, span)?;
                    frame.limits.clone_from(&limits);
                    frame.turns(&parts, (None, labels.1), span, body)
                })
            }
            IterValue::Chain(left, right) => {
                let limits = self.limits.clone();
                self.turns(left, labels, span, body)?;
                if self.is_dead() {
                    return Ok(());
                }
                self.limits = limits;
                self.turns(right, labels, span, body)
            }
            // Each item of the one asks for the next of the other.
            IterValue::Pairs(left, right, item) => {
                self.turns_with(left, labels, span, &mut |frame, scope, first| {
                    let (is_there, second) = frame.pull(right, item, span)?;
                    frame.leave_unless(is_there, scope, span)?;
                    body(frame, Value::Parts(vec![first, second]))
                })
            }
            other => self.turns_with(other, labels, span, &mut |frame, _, item| body(frame, item)),
        }
    }

    /// The loops of an iterator, with the number of the loop around each item.
    pub(crate) fn turns_with(
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
            // What stops one loop of a chain stops them all, so that they stand in a loop
            // that is left instead.
            IterValue::Chain(..) => {
                let scope = self.enter_as(None, None, Destination::Nowhere);
                let (block, _) = self.block(|frame| {
                    frame.turns(iter, labels, span, &mut |frame, item| body(frame, scope, item))?;
                    if !frame.is_dead() {
                        frame.push(Statement::Break, span);
                    }
                    Ok(())
                })?;
                self.push_loop(block, naga::Block::new(), span);
                self.exit(span);
                Ok(())
            }
            IterValue::Adapted(..) | IterValue::Pairs(..) => {
                // What stops an inner one stops the whole.
                let scope = self.entered + 1;
                self.turns(iter, labels, span, &mut |frame, item| body(frame, scope, item))
            }
            IterValue::Option { value } => {
                let value = (**value).clone();
                let limits = std::mem::take(&mut self.limits);
                let scope = self.enter_as(labels.0, labels.1, Destination::Nowhere);
                let (block, _) = self.block(|frame| {
                    frame.stay_within(&limits, span)?;
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
    pub(crate) fn stay_within(
        &mut self,
        limits: &[Handle<LocalVariable>],
        span: Span,
    ) -> Lowering<()> {
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
    pub(crate) fn counted_turns(
        &mut self,
        counted: &Counted,
        labels: (Option<LabelId>, Option<LabelId>),
        span: Span,
        body: Body<'_, 'u, 'a>,
    ) -> Lowering<()> {
        let count = counted.count;
        if let Some(taken) = counted.taken {
            let limits = std::mem::take(&mut self.limits);
            self.enter_as(labels.0, labels.1, Destination::Nowhere);
            let (block, _) = self.block(|frame| {
                frame.stay_within(&limits, span)?;
                let (front, end) = frame.what_is_left(count, taken, span);
                let goes_on = frame.binary(BinaryOperator::Less, front, end, span);
                frame.stay_while(goes_on, span)?;
                let index = frame.taken_one(taken, (front, end), span);
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
        let limits = std::mem::take(&mut self.limits);
        self.enter_as(labels.0, labels.1, Destination::Nowhere);
        let (block, _) = self.block(|frame| {
            frame.stay_within(&limits, span)?;
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

    /// Does something only where a condition holds.
    pub(crate) fn where_holds(
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

    pub(crate) fn leave_unless(
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
    pub(crate) fn opened(
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
    pub(crate) fn some_or_leave(
        &mut self,
        value: Value,
        scope: u32,
        span: Span,
    ) -> Lowering<Value> {
        let (is_some, payload) = self.opened(value, span)?;
        match self.known(is_some) {
            Some(Literal::Bool(true)) => {}
            _ => self.leave_unless(is_some, scope, span)?,
        }
        Ok(payload)
    }

    /// The next item of an iterator that is asked for each; where there is none,
    /// a loop is left.
    pub(crate) fn next_or_leave(
        &mut self,
        iter: &IterValue,
        scope: u32,
        span: Span,
    ) -> Lowering<Value> {
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
            IterValue::Nested(nested) => self.next_part(nested, scope, span),
            _ => Err(unsupported("this iterator", span)),
        }
    }

    /// `iterator.next()`.
    pub(crate) fn next_item(&mut self, iter: &IterValue, ty: &Ty, span: Span) -> Lowering<Value> {
        let option = self.settle(ty);
        let item = self.field_type(&option, 1);
        let iter = if is_nested(iter) { &self.stateful(iter.clone())? } else { iter };
        let (is_there, value) = self.pull(iter, &item, span)?;
        let tag = self.convert(is_there, &Ty::Bool, &Ty::U32, span);
        Ok(Value::Parts(vec![Value::Plain(tag), value]))
    }

    /// The next item of an iterator that remembers how far it is, and whether there
    /// is one.
    pub(super) fn pull(
        &mut self,
        iter: &IterValue,
        item: &Ty,
        span: Span,
    ) -> Lowering<(Handle<Expression>, Value)> {
        if is_nested(iter) {
            return Err(unsupported(NESTED_STEP, span));
        }
        let slot = self.new_slot("item", item, span)?;
        if let IterValue::Counted(Counted { item, count, taken: Some(taken) }) = iter {
            let (front, end) = self.what_is_left(*count, *taken, span);
            let any = self.binary(BinaryOperator::Less, front, end, span);
            let (accept, _) = self.block(|frame| {
                let index = frame.taken_one(*taken, (front, end), span);
                let value = frame.item(item, index, span)?;
                frame.write_slot(&slot, value, span)
            })?;
            let reject = naga::Block::new();
            self.push(Statement::If { condition: any, accept, reject }, span);
            return Ok((any, self.read_slot(&slot, span)?));
        }
        let flag = self.new_state("is_there", Literal::Bool(false), span);
        let flag = self.local(flag);
        let scope = self.enter_as(None, None, Destination::Nowhere);
        let (block, _) = self.block(|frame| {
            frame.turns(iter, (None, None), span, &mut |frame, item| {
                let yes = frame.literal(Literal::Bool(true));
                frame.store(flag, yes, span);
                frame.write_slot(&slot, item, span)?;
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
        let is_there = self.load(flag, span);
        Ok((is_there, self.read_slot(&slot, span)?))
    }
}
