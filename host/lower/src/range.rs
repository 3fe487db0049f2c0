//! `for` loops over ranges of integers.

use super::Lowering;
use super::flow::Destination;
use super::frame::Frame;
use super::types::{int_scalar, unsupported};
use super::value::{Slot, Value};
use naga::{
    BinaryOperator, Expression, Handle, Literal, MathFunction, ScalarKind, Span, TypeInner,
};
use warpbench_hir::types::{IntTy, Ty};
use warpbench_hir::{Adaptor, For};

/// A sequence of numbers: where it starts, how it goes on, how many there are.
/// Ranges and what can be done to them are all of this kind.
struct Sequence {
    start: Handle<Expression>,
    step: Handle<Expression>,
    count: Handle<Expression>,
}

impl Frame<'_, '_> {
    /// `for i in range { … }`.
    pub(super) fn for_loop(&mut self, range: &For, span: Span) -> Lowering<()> {
        let Ty::Int(int) = self.settle(&range.ty) else {
            return Err(unsupported("a range of this type", range.range_span));
        };
        if int.is_wide() {
            let what = "a loop over numbers of 128 bits";
            return Err(unsupported(what, range.range_span));
        }
        // A register has room for one more than the last number.
        let int = int.in_register();
        let start = self.plain_expr(&range.start)?;
        let end = self.plain_expr(&range.end)?;
        match (range.adaptors.as_slice(), range.is_inclusive) {
            ([], false) => self.count_up(range, int, start, end, None, span),
            ([Adaptor::StepBy(step)], false) => {
                let at = step.span;
                let given = self.plain_expr(step)?;
                let step = self.convert(given, &step.ty, &Ty::Int(int), at);
                self.count_up(range, int, start, end, Some(step), span)
            }
            ([], true) if self.ends_below_the_top(end, int) => {
                let one = self.number(&range.ty, 1);
                let end = self.binary(BinaryOperator::Add, end, one, range.range_span);
                self.count_up(range, int, start, end, None, span)
            }
            _ => self.count_down(range, int, start, end, span),
        }
    }

    fn ends_below_the_top(&self, end: Handle<Expression>, int: IntTy) -> bool {
        let end = self.known(end).and_then(super::literal::int_value);
        end.is_some_and(|end| end < int.max())
    }

    /// `while i < end { …; i += step }`. The last step may not lead past the
    /// largest number, so it goes no further than the end.
    fn count_up(
        &mut self,
        range: &For,
        int: IntTy,
        start: Handle<Expression>,
        end: Handle<Expression>,
        step: Option<Handle<Expression>>,
        span: Span,
    ) -> Lowering<()> {
        let at = range.range_span;
        let pointer = self.counter(range, int, span);
        self.store(pointer, start, at);
        self.enter(range.label, Destination::Nowhere);
        let (body, _) = self.block(|frame| {
            let current = frame.load(pointer, at);
            let condition = frame.append(
                Expression::Binary { op: BinaryOperator::Less, left: current, right: end },
                at,
            );
            frame.stay_while(condition, at)?;
            frame.turn(range, current, at)
        })?;
        let (continuing, _) = self.block(|frame| {
            let current = frame.load(pointer, at);
            let step = match step {
                None => frame.number(&range.ty, 1),
                Some(step) => frame.step_within(current, step, end, int, at),
            };
            let next = frame.binary(BinaryOperator::Add, current, step, at);
            frame.store(pointer, next, at);
            Ok(())
        })?;
        self.push_loop(body, continuing, span);
        self.exit(span);
        Ok(())
    }

    /// The step, or less where it would lead past the end. The distance to the
    /// end is taken without a sign: it may not fit into a signed number.
    fn step_within(
        &mut self,
        current: Handle<Expression>,
        step: Handle<Expression>,
        end: Handle<Expression>,
        int: IntTy,
        span: Span,
    ) -> Handle<Expression> {
        let known = |frame: &Self, handle| frame.known(handle).and_then(super::literal::int_value);
        if let (Some(step_value), Some(end)) = (known(self, step), known(self, end))
            && end + step_value <= int.max()
        {
            return step;
        }
        let left = self.binary(BinaryOperator::Subtract, end, current, span);
        let left = self.unsigned(left, int, span);
        let step = self.unsigned(step, int, span);
        let least = self.append(
            Expression::Math {
                fun: MathFunction::Min,
                arg: step,
                arg1: Some(left),
                arg2: None,
                arg3: None,
            },
            span,
        );
        if int.is_signed() { self.reinterpret(least, ScalarKind::Sint, span) } else { least }
    }

    fn unsigned(&mut self, expr: Handle<Expression>, int: IntTy, span: Span) -> Handle<Expression> {
        if int.is_signed() { self.reinterpret(expr, ScalarKind::Uint, span) } else { expr }
    }

    /// The loop's own variable, which the body's is a copy of.
    fn counter(&mut self, range: &For, int: IntTy, span: Span) -> Handle<Expression> {
        let ty = self.unit.insert(None, TypeInner::Scalar(int_scalar(int)));
        let name = range.local.map_or("", |id| &self.declaration(id).name);
        let variable = self.add_variable(name, ty, span);
        self.local(variable)
    }

    /// One turn of a loop.
    fn turn(&mut self, range: &For, current: Handle<Expression>, span: Span) -> Lowering<()> {
        if let Some(id) = range.local {
            let value = Value::Plain(current);
            if self.needs_place(id) {
                let slot = self.declare(id)?;
                self.write_slot(&slot, value, span)?;
            } else {
                self.slots[id] = Some(Slot::Fixed(value));
            }
        }
        self.evaluate(&range.body, &Destination::Nowhere)
    }

    /// Any other sequence: the turns that are left are counted down.
    fn count_down(
        &mut self,
        range: &For,
        int: IntTy,
        start: Handle<Expression>,
        end: Handle<Expression>,
        span: Span,
    ) -> Lowering<()> {
        let at = range.range_span;
        let Sequence { start, step, count } = self.sequence(range, int, start, end)?;
        let counted = unsigned_of(int);
        let pointer = self.counter(range, int, span);
        self.store(pointer, start, at);
        let ty = self.unit.insert(None, TypeInner::Scalar(int_scalar(counted)));
        let left = self.add_variable("turns_left", ty, span);
        let left = self.local(left);
        self.store(left, count, at);
        self.enter(range.label, Destination::Nowhere);
        let (body, _) = self.block(|frame| {
            let turns = frame.load(left, at);
            let zero = frame.number(&Ty::Int(counted), 0);
            let condition = frame.append(
                Expression::Binary { op: BinaryOperator::NotEqual, left: turns, right: zero },
                at,
            );
            frame.stay_while(condition, at)?;
            let current = frame.load(pointer, at);
            frame.turn(range, current, at)
        })?;
        let (continuing, _) = self.block(|frame| {
            let current = frame.load(pointer, at);
            let next = frame.binary(BinaryOperator::Add, current, step, at);
            frame.store(pointer, next, at);
            let turns = frame.load(left, at);
            let one = frame.number(&Ty::Int(counted), 1);
            let turns = frame.binary(BinaryOperator::Subtract, turns, one, at);
            frame.store(left, turns, at);
            Ok(())
        })?;
        self.push_loop(body, continuing, span);
        self.exit(span);
        Ok(())
    }

    /// The sequence that a range and its adaptors make. A range over all numbers
    /// of its type has more than can be counted; it is one turn short.
    fn sequence(
        &mut self,
        range: &For,
        int: IntTy,
        start: Handle<Expression>,
        end: Handle<Expression>,
    ) -> Lowering<Sequence> {
        let at = range.range_span;
        let ty = Ty::Int(int);
        let counted = Ty::Int(unsigned_of(int));
        let op = if range.is_inclusive { BinaryOperator::LessEqual } else { BinaryOperator::Less };
        let any = self.binary(op, start, end, at);
        let distance = self.binary(BinaryOperator::Subtract, end, start, at);
        let mut count = self.unsigned(distance, int, at);
        let one = self.number(&counted, 1);
        let zero = self.number(&counted, 0);
        if range.is_inclusive {
            // Where adding one leads round to zero, nothing is added.
            let more = self.binary(BinaryOperator::Add, count, one, at);
            let is_round = self.binary(BinaryOperator::Equal, more, zero, at);
            count = self.select(is_round, count, more, at);
        }
        count = self.select(any, count, zero, at);
        let mut sequence = Sequence { start, step: self.number(&ty, 1), count };
        for adaptor in &range.adaptors {
            match adaptor {
                Adaptor::StepBy(step) => {
                    let given = self.plain_expr(step)?;
                    let by = self.convert(given, &step.ty, &counted, step.span);
                    sequence.count = self.div_ceil(sequence.count, by, &counted, at);
                    let by = self.convert(by, &counted, &ty, at);
                    sequence.step = self.binary(BinaryOperator::Multiply, sequence.step, by, at);
                }
                Adaptor::Rev => {
                    let before = self.binary(BinaryOperator::Subtract, sequence.count, one, at);
                    let before = self.convert(before, &counted, &ty, at);
                    let way = self.binary(BinaryOperator::Multiply, before, sequence.step, at);
                    sequence.start = self.binary(BinaryOperator::Add, sequence.start, way, at);
                    let zero = self.number(&ty, 0);
                    sequence.step = self.binary(BinaryOperator::Subtract, zero, sequence.step, at);
                }
            }
        }
        Ok(sequence)
    }

    /// How many times one number fits into another, rounded up.
    pub(super) fn div_ceil(
        &mut self,
        left: Handle<Expression>,
        right: Handle<Expression>,
        ty: &Ty,
        span: Span,
    ) -> Handle<Expression> {
        let whole = self.binary(BinaryOperator::Divide, left, right, span);
        let rest = self.binary(BinaryOperator::Modulo, left, right, span);
        let zero = self.number(ty, 0);
        let one = self.number(ty, 1);
        let is_more = self.binary(BinaryOperator::NotEqual, rest, zero, span);
        let more = match self.known(is_more) {
            Some(Literal::Bool(true)) => one,
            Some(Literal::Bool(false)) => zero,
            _ => self.select(is_more, one, zero, span),
        };
        self.binary(BinaryOperator::Add, whole, more, span)
    }
}

/// The unsigned integer of the same width.
pub(super) fn unsigned_of(int: IntTy) -> IntTy {
    match int {
        IntTy::I8 => IntTy::U8,
        IntTy::I16 => IntTy::U16,
        IntTy::I32 => IntTy::U32,
        IntTy::I64 => IntTy::U64,
        IntTy::I128 => IntTy::U128,
        IntTy::Isize => IntTy::Usize,
        IntTy::IsizeWord => IntTy::UsizeWord,
        other => other,
    }
}
