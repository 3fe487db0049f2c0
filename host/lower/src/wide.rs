//! Integers of 128 bits, which are two of 64: the lower and the upper half, as they
//! lie in memory. Signed ones have the same bits as unsigned ones.

use super::Lowering;
use super::arithmetic::is_float;
use super::frame::Frame;
use super::types::unsupported;
use naga::{
    BinaryOperator, Block, Expression, Handle, Literal, MathFunction, ScalarKind, Span, Statement,
};
use warpbench_hir::types::{FloatTy, IntTy, Ty};
use warpbench_hir::{BinaryOp, Math, UnaryOp};

type Number = Handle<Expression>;

/// The type of a half.
pub(super) const HALF: Ty = Ty::Int(IntTy::U64);
const SIGNED_HALF: Ty = Ty::Int(IntTy::I64);
const WIDE: Ty = Ty::Int(IntTy::U128);

/// Whether a type is an integer of 128 bits.
pub(super) fn is_wide(ty: &Ty) -> bool {
    matches!(ty, Ty::Int(int) if int.is_wide())
}

fn is_signed(ty: &Ty) -> bool {
    matches!(ty, Ty::Int(int) if int.is_signed())
}

impl Frame<'_, '_> {
    /// The lower and the upper half of a number.
    fn wide_halves(&mut self, number: Number, span: Span) -> [Number; 2] {
        if let Expression::Compose { components, .. } = &self.function.expressions[number]
            && let [low, high] = components.as_slice()
        {
            return [*low, *high];
        }
        [self.member(number, 0, span), self.member(number, 1, span)]
    }

    fn wide_of(&mut self, [low, high]: [Number; 2], span: Span) -> Lowering<Number> {
        let ty = self.naga_type(&WIDE, span)?;
        Ok(self.append(Expression::Compose { ty, components: vec![low, high] }, span))
    }

    /// A number that is known.
    pub(super) fn wide_number(&mut self, value: i128, span: Span) -> Lowering<Number> {
        let low = self.literal(Literal::U64(value as u64));
        let high = self.literal(Literal::U64((value >> 64) as u64));
        self.wide_of([low, high], span)
    }

    fn half(&mut self, value: u64) -> Number {
        self.literal(Literal::U64(value))
    }

    /// One where a condition holds, otherwise zero.
    fn half_if(&mut self, condition: Number, span: Span) -> Number {
        let (one, zero) = (self.half(1), self.half(0));
        self.select(condition, one, zero, span)
    }

    /// A half shifted by less than its width.
    fn half_shifted(&mut self, op: BinaryOperator, half: Number, by: Number, span: Span) -> Number {
        match (self.known(half), self.known(by)) {
            (_, Some(Literal::U32(0))) => half,
            (Some(Literal::U64(value)), Some(Literal::U32(by))) => {
                self.half(if op == BinaryOperator::ShiftLeft { value << by } else { value >> by })
            }
            _ => self.append(Expression::Binary { op, left: half, right: by }, span),
        }
    }

    /// `-x` or `!x`.
    pub(super) fn wide_unary(
        &mut self,
        op: UnaryOp,
        number: Number,
        span: Span,
    ) -> Lowering<Number> {
        match op {
            UnaryOp::Neg => {
                let zero = self.wide_number(0, span)?;
                self.wide_subtract(zero, number, span)
            }
            UnaryOp::Not => {
                let all = self.half(u64::MAX);
                let halves = self.wide_halves(number, span);
                let halves =
                    halves.map(|half| self.binary(BinaryOperator::ExclusiveOr, half, all, span));
                self.wide_of(halves, span)
            }
        }
    }

    /// The methods that are computed here; the others are written in Rust.
    pub(super) fn wide_math(
        &mut self,
        math: Math,
        numbers: &[Number],
        ty: &Ty,
        span: Span,
    ) -> Lowering<Number> {
        let op = match (math, numbers) {
            (Math::WrappingNeg, [number]) => return self.wide_unary(UnaryOp::Neg, *number, span),
            (Math::WrappingAdd, _) => BinaryOp::Add,
            (Math::WrappingSub, _) => BinaryOp::Sub,
            (Math::WrappingMul, _) => BinaryOp::Mul,
            _ => return Err(unsupported("this method of 128 bits", span)),
        };
        match numbers {
            [left, right] => self.wide_operate(op, *left, (*right, ty), ty, span),
            _ => Err(unsupported("this method of 128 bits", span)),
        }
    }

    /// An operation on two numbers; a distance is of any type of integers.
    pub(super) fn wide_operate(
        &mut self,
        op: BinaryOp,
        left: Number,
        (right, right_ty): (Number, &Ty),
        ty: &Ty,
        span: Span,
    ) -> Lowering<Number> {
        let each = |frame: &mut Self, op: BinaryOperator| {
            let [low, high] = frame.wide_halves(left, span);
            let [other_low, other_high] = frame.wide_halves(right, span);
            let low = frame.binary(op, low, other_low, span);
            let high = frame.binary(op, high, other_high, span);
            frame.wide_of([low, high], span)
        };
        match op {
            BinaryOp::Add => self.wide_add(left, right, span),
            BinaryOp::Sub => self.wide_subtract(left, right, span),
            BinaryOp::Mul => self.wide_multiply(left, right, span),
            BinaryOp::Div => Ok(self.wide_divide(left, right, is_signed(ty), span)?[0]),
            BinaryOp::Rem => Ok(self.wide_divide(left, right, is_signed(ty), span)?[1]),
            BinaryOp::BitAnd => each(self, BinaryOperator::And),
            BinaryOp::BitOr => each(self, BinaryOperator::InclusiveOr),
            BinaryOp::BitXor => each(self, BinaryOperator::ExclusiveOr),
            BinaryOp::Shl | BinaryOp::Shr => {
                let distance = match is_wide(right_ty) {
                    true => self.wide_convert(right, right_ty, &Ty::U32, span)?,
                    false => self.convert(right, right_ty, &Ty::U32, span),
                };
                self.wide_shift(op == BinaryOp::Shl, left, distance, is_signed(ty), span)
            }
            BinaryOp::Eq => self.wide_equal(left, right, span),
            BinaryOp::Ne => {
                let equal = self.wide_equal(left, right, span)?;
                Ok(self.not(equal, span))
            }
            BinaryOp::Lt => self.wide_less(left, right, is_signed(ty), span),
            BinaryOp::Gt => self.wide_less(right, left, is_signed(ty), span),
            BinaryOp::Ge => {
                let less = self.wide_less(left, right, is_signed(ty), span)?;
                Ok(self.not(less, span))
            }
            BinaryOp::Le => {
                let greater = self.wide_less(right, left, is_signed(ty), span)?;
                Ok(self.not(greater, span))
            }
        }
    }

    fn wide_add(&mut self, left: Number, right: Number, span: Span) -> Lowering<Number> {
        let [a, b] = self.wide_halves(left, span);
        let [c, d] = self.wide_halves(right, span);
        let low = self.binary(BinaryOperator::Add, a, c, span);
        let is_over = self.binary(BinaryOperator::Less, low, a, span);
        let carry = self.half_if(is_over, span);
        let high = self.binary(BinaryOperator::Add, b, d, span);
        let high = self.binary(BinaryOperator::Add, high, carry, span);
        self.wide_of([low, high], span)
    }

    fn wide_subtract(&mut self, left: Number, right: Number, span: Span) -> Lowering<Number> {
        let [a, b] = self.wide_halves(left, span);
        let [c, d] = self.wide_halves(right, span);
        let low = self.binary(BinaryOperator::Subtract, a, c, span);
        let is_under = self.binary(BinaryOperator::Less, a, c, span);
        let borrow = self.half_if(is_under, span);
        let high = self.binary(BinaryOperator::Subtract, b, d, span);
        let high = self.binary(BinaryOperator::Subtract, high, borrow, span);
        self.wide_of([low, high], span)
    }

    fn wide_multiply(&mut self, left: Number, right: Number, span: Span) -> Lowering<Number> {
        let [a, b] = self.wide_halves(left, span);
        let [c, d] = self.wide_halves(right, span);
        let low = self.binary(BinaryOperator::Multiply, a, c, span);
        let over = self.upper_product(a, c, span);
        let first = self.binary(BinaryOperator::Multiply, a, d, span);
        let second = self.binary(BinaryOperator::Multiply, b, c, span);
        let high = self.binary(BinaryOperator::Add, over, first, span);
        let high = self.binary(BinaryOperator::Add, high, second, span);
        self.wide_of([low, high], span)
    }

    /// The upper half of the product of two halves, by quarters.
    fn upper_product(&mut self, a: Number, b: Number, span: Span) -> Number {
        let (mask, distance) = (self.half(u64::from(u32::MAX)), self.u32(32));
        let mut quarters = |half: Number| {
            let low = self.binary(BinaryOperator::And, half, mask, span);
            (low, self.half_shifted(BinaryOperator::ShiftRight, half, distance, span))
        };
        let ((a, b), (c, d)) = (quarters(a), quarters(b));
        let mut product = |x, y| self.binary(BinaryOperator::Multiply, x, y, span);
        let (ac, ad, bc, bd) = (product(a, c), product(a, d), product(b, c), product(b, d));
        let carried = self.half_shifted(BinaryOperator::ShiftRight, ac, distance, span);
        let middle = self.binary(BinaryOperator::Add, ad, carried, span);
        let low = self.binary(BinaryOperator::And, middle, mask, span);
        let low = self.binary(BinaryOperator::Add, low, bc, span);
        let above = self.half_shifted(BinaryOperator::ShiftRight, middle, distance, span);
        let low = self.half_shifted(BinaryOperator::ShiftRight, low, distance, span);
        let high = self.binary(BinaryOperator::Add, bd, above, span);
        self.binary(BinaryOperator::Add, high, low, span)
    }

    fn wide_equal(&mut self, left: Number, right: Number, span: Span) -> Lowering<Number> {
        let [a, b] = self.wide_halves(left, span);
        let [c, d] = self.wide_halves(right, span);
        let low = self.binary(BinaryOperator::Equal, a, c, span);
        let high = self.binary(BinaryOperator::Equal, b, d, span);
        Ok(self.binary(BinaryOperator::LogicalAnd, low, high, span))
    }

    fn wide_less(
        &mut self,
        left: Number,
        right: Number,
        is_signed: bool,
        span: Span,
    ) -> Lowering<Number> {
        let [a, b] = self.wide_halves(left, span);
        let [c, d] = self.wide_halves(right, span);
        let is_same = self.binary(BinaryOperator::Equal, b, d, span);
        let low = self.binary(BinaryOperator::Less, a, c, span);
        let [b, d] = match is_signed {
            true => [b, d].map(|half| self.convert(half, &HALF, &SIGNED_HALF, span)),
            false => [b, d],
        };
        let high = self.binary(BinaryOperator::Less, b, d, span);
        Ok(self.select(is_same, low, high, span))
    }

    /// A shift. The distance counts modulo 128, as in a release build. What crosses
    /// from half to half is shifted in two steps, so that no step is 64.
    fn wide_shift(
        &mut self,
        is_left: bool,
        number: Number,
        distance: Number,
        is_signed: bool,
        span: Span,
    ) -> Lowering<Number> {
        let [low, high] = self.wide_halves(number, span);
        let (most, one, bit) = (self.u32(63), self.u32(1), self.u32(64));
        let within = self.binary(BinaryOperator::And, distance, most, span);
        let rest = self.binary(BinaryOperator::Subtract, most, within, span);
        let crossing = self.binary(BinaryOperator::And, distance, bit, span);
        let zero = self.u32(0);
        let crosses = self.binary(BinaryOperator::NotEqual, crossing, zero, span);
        let (left, right) = (BinaryOperator::ShiftLeft, BinaryOperator::ShiftRight);
        let halves = if is_left {
            let over = self.half_shifted(right, low, one, span);
            let over = self.half_shifted(right, over, rest, span);
            let lower = self.half_shifted(left, low, within, span);
            let upper = self.half_shifted(left, high, within, span);
            let upper = self.binary(BinaryOperator::InclusiveOr, upper, over, span);
            let empty = self.half(0);
            [self.select(crosses, empty, lower, span), self.select(crosses, lower, upper, span)]
        } else {
            let over = self.half_shifted(left, high, one, span);
            let over = self.half_shifted(left, over, rest, span);
            let lower = self.half_shifted(right, low, within, span);
            let lower = self.binary(BinaryOperator::InclusiveOr, lower, over, span);
            let (upper, fill) = if is_signed {
                let signed = self.convert(high, &HALF, &SIGNED_HALF, span);
                let [upper, fill] = [within, most].map(|by| {
                    let expression = Expression::Binary { op: right, left: signed, right: by };
                    let shifted = self.append(expression, span);
                    self.convert(shifted, &SIGNED_HALF, &HALF, span)
                });
                (upper, fill)
            } else {
                (self.half_shifted(right, high, within, span), self.half(0))
            };
            [self.select(crosses, upper, lower, span), self.select(crosses, fill, upper, span)]
        };
        self.wide_of(halves, span)
    }

    /// Quotient and remainder. The signs are taken off and put back.
    fn wide_divide(
        &mut self,
        left: Number,
        right: Number,
        is_signed: bool,
        span: Span,
    ) -> Lowering<[Number; 2]> {
        if !is_signed {
            return self.divide_naturals(left, right, span);
        }
        let [_, left_high] = self.wide_halves(left, span);
        let [_, right_high] = self.wide_halves(right, span);
        let [is_below, by_below] = [left_high, right_high].map(|half| self.is_top_set(half, span));
        let size = self.wide_negated_if(is_below, left, span)?;
        let by = self.wide_negated_if(by_below, right, span)?;
        let [quotient, remainder] = self.divide_naturals(size, by, span)?;
        let differ = self.binary(BinaryOperator::NotEqual, is_below, by_below, span);
        Ok([
            self.wide_negated_if(differ, quotient, span)?,
            self.wide_negated_if(is_below, remainder, span)?,
        ])
    }

    fn is_top_set(&mut self, half: Number, span: Span) -> Number {
        let top = self.half(1 << 63);
        self.binary(BinaryOperator::GreaterEqual, half, top, span)
    }

    fn wide_negated_if(
        &mut self,
        condition: Number,
        number: Number,
        span: Span,
    ) -> Lowering<Number> {
        let negated = self.wide_unary(UnaryOp::Neg, number, span)?;
        self.wide_select(condition, negated, number, span)
    }

    fn wide_select(
        &mut self,
        condition: Number,
        accept: Number,
        reject: Number,
        span: Span,
    ) -> Lowering<Number> {
        let [a, b] = self.wide_halves(accept, span);
        let [c, d] = self.wide_halves(reject, span);
        let halves = [self.select(condition, a, c, span), self.select(condition, b, d, span)];
        self.wide_of(halves, span)
    }

    /// Division as on paper, bit by bit, unless the upper halves are empty.
    fn divide_naturals(
        &mut self,
        left: Number,
        right: Number,
        span: Span,
    ) -> Lowering<[Number; 2]> {
        let ty = self.naga_type(&WIDE, span)?;
        let places = ["quotient", "remainder"].map(|name| self.add_variable(name, ty, span));
        let [quotient, remainder] = places.map(|variable| self.local(variable));
        let word = self.naga_type(&Ty::U32, span)?;
        let count = self.add_variable("bit", word, span);
        let count = self.local(count);
        let [low, high] = self.wide_halves(left, span);
        let [by_low, by_high] = self.wide_halves(right, span);
        let both = self.binary(BinaryOperator::InclusiveOr, high, by_high, span);
        let empty = self.half(0);
        let is_short = self.binary(BinaryOperator::Equal, both, empty, span);
        let (accept, _) = self.block(|frame| {
            for (op, place) in [(BinaryOp::Div, quotient), (BinaryOp::Rem, remainder)] {
                let result = frame.operate(op, low, (by_low, &HALF), &HALF, span)?;
                let result = frame.wide_of([result, empty], span)?;
                frame.store(place, result, span);
            }
            Ok(())
        })?;
        let (reject, _) = self.block(|frame| {
            let none = frame.wide_number(0, span)?;
            let zero = frame.u32(0);
            frame.store(quotient, left, span);
            frame.store(remainder, none, span);
            frame.store(count, zero, span);
            let (body, _) =
                frame.block(|frame| frame.divide_bit([quotient, remainder, count], right, span))?;
            let (continuing, break_if) = (Block::new(), None);
            frame.push(Statement::Loop { body, continuing, break_if }, span);
            Ok(())
        })?;
        self.push(Statement::If { condition: is_short, accept, reject }, span);
        Ok([self.load(quotient, span), self.load(remainder, span)])
    }

    /// One bit of a division: what is left of the number moves up into the
    /// remainder, and the quotient comes in from below.
    fn divide_bit(
        &mut self,
        [quotient, remainder, count]: [Number; 3],
        by: Number,
        span: Span,
    ) -> Lowering<()> {
        let (one, all) = (self.u32(1), self.u32(128));
        let bit = self.load(count, span);
        let is_done = self.binary(BinaryOperator::GreaterEqual, bit, all, span);
        let (accept, _) = self.block(|frame| {
            frame.push(Statement::Break, span);
            Ok(())
        })?;
        self.push(Statement::If { condition: is_done, accept, reject: Block::new() }, span);
        let next = self.binary(BinaryOperator::Add, bit, one, span);
        self.store(count, next, span);
        let rest = self.load(quotient, span);
        let so_far = self.load(remainder, span);
        let [_, rest_high] = self.wide_halves(rest, span);
        let [_, so_far_high] = self.wide_halves(so_far, span);
        let comes_in = self.is_top_set(rest_high, span);
        let is_over = self.is_top_set(so_far_high, span);
        let moved = self.wide_shift(true, so_far, one, false, span)?;
        let [low, high] = self.wide_halves(moved, span);
        let first = self.half_if(comes_in, span);
        let low = self.binary(BinaryOperator::InclusiveOr, low, first, span);
        let moved = self.wide_of([low, high], span)?;
        let is_less = self.wide_less(moved, by, false, span)?;
        let is_enough = self.not(is_less, span);
        let fits = self.binary(BinaryOperator::LogicalOr, is_over, is_enough, span);
        let less = self.wide_subtract(moved, by, span)?;
        let kept = self.wide_select(fits, less, moved, span)?;
        self.store(remainder, kept, span);
        let rest = self.wide_shift(true, rest, one, false, span)?;
        let [low, high] = self.wide_halves(rest, span);
        let digit = self.half_if(fits, span);
        let low = self.binary(BinaryOperator::InclusiveOr, low, digit, span);
        let rest = self.wide_of([low, high], span)?;
        self.store(quotient, rest, span);
        Ok(())
    }

    /// `x as T`, where one of the types has 128 bits.
    pub(super) fn wide_convert(
        &mut self,
        number: Number,
        from: &Ty,
        to: &Ty,
        span: Span,
    ) -> Lowering<Number> {
        match (is_wide(from), is_wide(to)) {
            (true, true) => Ok(number),
            (true, false) if is_float(to) => self.wide_to_float(number, from, to, span),
            (true, false) => {
                let [low, _] = self.wide_halves(number, span);
                Ok(self.convert(low, &HALF, to, span))
            }
            (false, true) if is_float(from) => self.wide_from_float(number, from, to, span),
            (false, true) if *from == Ty::Bool => {
                let low = self.half_if(number, span);
                let high = self.half(0);
                self.wide_of([low, high], span)
            }
            (false, true) => {
                let low = self.convert(number, from, &HALF, span);
                let high = if is_signed(from) {
                    let top = self.is_top_set(low, span);
                    let (all, none) = (self.half(u64::MAX), self.half(0));
                    self.select(top, all, none, span)
                } else {
                    self.half(0)
                };
                self.wide_of([low, high], span)
            }
            (false, false) => Err(unsupported("this cast", span)),
        }
    }

    /// The nearest float. The first 64 bits are as many as decide it if the last of
    /// them says whether any follows that is not zero.
    fn wide_to_float(
        &mut self,
        number: Number,
        from: &Ty,
        to: &Ty,
        span: Span,
    ) -> Lowering<Number> {
        if *to == Ty::Float(FloatTy::F16) {
            let float = self.wide_to_float(number, from, &Ty::F32, span)?;
            return Ok(self.convert(float, &Ty::F32, to, span));
        }
        let [_, high] = self.wide_halves(number, span);
        let top = self.is_top_set(high, span);
        let size = match is_signed(from) {
            true => self.wide_negated_if(top, number, span)?,
            false => number,
        };
        let [low, high] = self.wide_halves(size, span);
        let zeros = self.zeros_in(low, high, span)?;
        let first = self.wide_shift(true, size, zeros, false, span)?;
        let [rest, first] = self.wide_halves(first, span);
        let empty = self.half(0);
        let any = self.binary(BinaryOperator::NotEqual, rest, empty, span);
        let any = self.half_if(any, span);
        let first = self.binary(BinaryOperator::InclusiveOr, first, any, span);
        let float = self.convert(first, &HALF, to, span);
        // A power of two by its exponent.
        let is_double = *to == Ty::Float(FloatTy::F64);
        let (bias, digits) = if is_double { (1023, 52) } else { (127, 23) };
        let exponent = self.u32(bias + 64);
        let exponent = self.binary(BinaryOperator::Subtract, exponent, zeros, span);
        let digits = self.u32(digits);
        let bits = if is_double { HALF } else { Ty::U32 };
        let exponent = self.convert(exponent, &Ty::U32, &bits, span);
        let op = BinaryOperator::ShiftLeft;
        let scale = self.append(Expression::Binary { op, left: exponent, right: digits }, span);
        let scale = self.reinterpret(scale, ScalarKind::Float, span);
        let float = self.binary(BinaryOperator::Multiply, float, scale, span);
        if !is_signed(from) {
            return Ok(float);
        }
        let op = naga::UnaryOperator::Negate;
        let negated = self.append(Expression::Unary { op, expr: float }, span);
        Ok(self.select(top, negated, float, span))
    }

    /// How many zeros a number begins with, up to 127.
    fn zeros_in(&mut self, low: Number, high: Number, span: Span) -> Lowering<Number> {
        let fun = MathFunction::CountLeadingZeros;
        let [below, above] =
            [low, high].map(|half| self.count_bits(fun, half, IntTy::U64, &Ty::U32, span));
        let (empty, bit, most) = (self.half(0), self.u32(64), self.u32(127));
        let is_empty = self.binary(BinaryOperator::Equal, high, empty, span);
        let below = self.binary(BinaryOperator::Add, below, bit, span);
        let below = self.least(below, most, span);
        Ok(self.select(is_empty, below, above, span))
    }

    /// The whole part of a float, as near as the type has it; of NaN, zero.
    fn wide_from_float(
        &mut self,
        float: Number,
        from: &Ty,
        to: &Ty,
        span: Span,
    ) -> Lowering<Number> {
        let is_double = *from == Ty::Float(FloatTy::F64);
        let power = |frame: &mut Self, exponent: i32| {
            let power = 2_f64.powi(exponent);
            let literal = match is_double {
                true => Literal::F64(power),
                false => Literal::F32(power as f32),
            };
            frame.literal(literal)
        };
        let from = if is_double { from.clone() } else { Ty::F32 };
        let zero = self.number(&from, 0);
        let is_below = self.binary(BinaryOperator::Less, float, zero, span);
        let size = self.function_of(MathFunction::Abs, &[float], span);
        let (step, back) = (power(self, 64), power(self, -64));
        let high = self.binary(BinaryOperator::Multiply, size, back, span);
        let high = self.function_of(MathFunction::Trunc, &[high], span);
        let whole = self.binary(BinaryOperator::Multiply, high, step, span);
        let low = self.binary(BinaryOperator::Subtract, size, whole, span);
        let [low, high] = [low, high].map(|part| self.convert(part, &from, &HALF, span));
        // The largest size, which a float may reach: 2^128 is no `f32`.
        let limit_exponent = if is_signed(to) { 127 } else { 128 };
        let half_limit = power(self, limit_exponent - 1);
        let two = self.number(&from, 2);
        let half_size = self.append(
            Expression::Binary { op: BinaryOperator::Divide, left: size, right: two },
            span,
        );
        let is_over = self.binary(BinaryOperator::GreaterEqual, half_size, half_limit, span);
        let number = self.wide_of([low, high], span)?;
        let is_number = self.append(
            Expression::Binary { op: BinaryOperator::Equal, left: float, right: float },
            span,
        );
        let none = self.wide_number(0, span)?;
        let (least, most) = match is_signed(to) {
            true => (i128::MIN, i128::MAX),
            false => (0, -1),
        };
        let most = self.wide_number(most, span)?;
        let least = self.wide_number(least, span)?;
        let above = self.wide_select(is_over, most, number, span)?;
        let below = match is_signed(to) {
            true => {
                let negated = self.wide_unary(UnaryOp::Neg, number, span)?;
                self.wide_select(is_over, least, negated, span)?
            }
            false => none,
        };
        let number = self.wide_select(is_below, below, above, span)?;
        self.wide_select(is_number, number, none, span)
    }
}
