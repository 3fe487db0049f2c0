//! Methods of integers.

use super::Lowering;
use super::frame::Frame;
use super::math::Number;
use super::range::unsigned_of;
use super::types::unsupported;
use naga::{BinaryOperator, Literal, MathFunction, ScalarKind, Span};
use warpbench_hir::Math;
use warpbench_hir::types::{IntTy, Ty};
use warpbench_semantics::CheckedOperation;

const SUM: (BinaryOperator, CheckedOperation) = (BinaryOperator::Add, CheckedOperation::Add);
const DIFFERENCE: (BinaryOperator, CheckedOperation) =
    (BinaryOperator::Subtract, CheckedOperation::Sub);
const PRODUCT: (BinaryOperator, CheckedOperation) =
    (BinaryOperator::Multiply, CheckedOperation::Mul);

impl Frame<'_, '_> {
    pub(super) fn int_of_one(
        &mut self,
        math: Math,
        x: Number,
        int: IntTy,
        result: &Ty,
        span: Span,
    ) -> Lowering<Number> {
        let ty = Ty::Int(int);
        self.method_needs_more(math, &[x], int);
        let bits = self.u32(int.bits());
        Ok(match math {
            Math::Abs if int.is_signed() => {
                let abs = self.abs(x, &ty, span);
                self.must_fit(abs, CheckedOperation::Abs, x, x, int)
            }
            Math::UnsignedAbs => {
                let abs = self.abs(x, &ty, span);
                self.convert(abs, &ty, result, span)
            }
            Math::Signum => {
                let (one, zero) = (self.number(&ty, 1), self.number(&ty, 0));
                let minus = self.number(&ty, -1);
                let is_above = self.binary(BinaryOperator::Greater, x, zero, span);
                let is_below = self.binary(BinaryOperator::Less, x, zero, span);
                let up = self.select(is_above, one, zero, span);
                self.select(is_below, minus, up, span)
            }
            Math::WrappingNeg => {
                let zero = self.number(&ty, 0);
                self.wrapping(DIFFERENCE, zero, x, int, span)
            }
            Math::CountOnes | Math::LeadingZeros | Math::TrailingZeros => {
                let fun = match math {
                    Math::CountOnes => MathFunction::CountOneBits,
                    Math::LeadingZeros => MathFunction::CountLeadingZeros,
                    _ => MathFunction::CountTrailingZeros,
                };
                self.count_bits(fun, x, int, result, span)
            }
            Math::CountZeros => {
                let ones = self.count_bits(MathFunction::CountOneBits, x, int, result, span);
                self.binary(BinaryOperator::Subtract, bits, ones, span)
            }
            Math::Ilog2 => {
                let fun = MathFunction::CountLeadingZeros;
                let zeros = self.count_bits(fun, x, int, result, span);
                let top = self.u32(int.bits() - 1);
                let log = self.binary(BinaryOperator::Subtract, top, zeros, span);
                self.must_fit(log, CheckedOperation::Ilog2, x, x, int)
            }
            Math::ReverseBits => self.reverse_bits(x, int, span),
            Math::IsPowerOfTwo => {
                let ones = self.count_bits(MathFunction::CountOneBits, x, int, &Ty::U32, span);
                let one = self.u32(1);
                self.binary(BinaryOperator::Equal, ones, one, span)
            }
            Math::NextPowerOfTwo => {
                let power = self.next_power_of_two(x, int, span);
                self.must_fit(power, CheckedOperation::NextPowerOfTwo, x, x, int)
            }
            // `f32::from_bits` belongs to floats but takes an integer.
            Math::Ascii(question) => self.ascii(question, x, span),
            Math::FromBits if int == IntTy::U16 => self.half_from_bits(x, span),
            Math::FromBits => self.reinterpret(x, ScalarKind::Float, span),
            _ => return Err(unsupported("this method", span)),
        })
    }

    /// The size of a number. That of the least one does not fit and wraps round.
    fn abs(&mut self, x: Number, ty: &Ty, span: Span) -> Number {
        let zero = self.number(ty, 0);
        let is_below = self.binary(BinaryOperator::Less, x, zero, span);
        let negated = self.binary(BinaryOperator::Subtract, zero, x, span);
        self.select(is_below, negated, x, span)
    }

    /// Counts bits, as a number of a type. GPUs count those of words; longer
    /// numbers are looked at by halves.
    pub(super) fn count_bits(
        &mut self,
        fun: MathFunction,
        x: Number,
        int: IntTy,
        result: &Ty,
        span: Span,
    ) -> Number {
        if int.is_narrow() {
            let count = self.count_narrow_bits(fun, x, int, span);
            return self.convert(count, &Ty::U32, result, span);
        }
        if int.bits() == 32 {
            let x = self.convert(x, &Ty::Int(int), &Ty::U32, span);
            let count = self.function_of(fun, &[x], span);
            return self.convert(count, &Ty::U32, result, span);
        }
        let (low, high) = self.halves(x, int, span);
        let below = self.function_of(fun, &[low], span);
        let above = self.function_of(fun, &[high], span);
        let sum = self.binary(BinaryOperator::Add, below, above, span);
        let zero = self.u32(0);
        // The farther half counts only where the nearer one has no bit set.
        let count = match fun {
            MathFunction::CountLeadingZeros => {
                let is_empty = self.binary(BinaryOperator::Equal, high, zero, span);
                self.select(is_empty, sum, above, span)
            }
            MathFunction::CountTrailingZeros => {
                let is_empty = self.binary(BinaryOperator::Equal, low, zero, span);
                self.select(is_empty, sum, below, span)
            }
            _ => sum,
        };
        self.convert(count, &Ty::U32, result, span)
    }

    /// The words of a number of 64 bits.
    fn halves(&mut self, x: Number, int: IntTy, span: Span) -> (Number, Number) {
        let wide = Ty::Int(IntTy::U64);
        let x = self.convert(x, &Ty::Int(int), &wide, span);
        let low = self.convert(x, &wide, &Ty::U32, span);
        let distance = self.u32(32);
        let high = self.shift(false, x, (distance, &Ty::U32), &wide, span);
        (low, self.convert(high, &wide, &Ty::U32, span))
    }

    fn reverse_bits(&mut self, x: Number, int: IntTy, span: Span) -> Number {
        if int.is_narrow() {
            return self.reverse_narrow_bits(x, int, span);
        }
        if int.bits() == 32 {
            return self.function_of(MathFunction::ReverseBits, &[x], span);
        }
        let wide = Ty::Int(IntTy::U64);
        let (low, high) = self.halves(x, int, span);
        let [low, high] = [low, high].map(|half| {
            let half = self.function_of(MathFunction::ReverseBits, &[half], span);
            self.convert(half, &Ty::U32, &wide, span)
        });
        let distance = self.u32(32);
        let low = self.shift(true, low, (distance, &Ty::U32), &wide, span);
        let bits = self.binary(BinaryOperator::InclusiveOr, low, high, span);
        self.convert(bits, &wide, &Ty::Int(int), span)
    }

    /// One more than all ones below the highest bit of the number before; where
    /// that does not fit, it wraps round to zero.
    fn next_power_of_two(&mut self, x: Number, int: IntTy, span: Span) -> Number {
        let ty = Ty::Int(int);
        let one = self.number(&ty, 1);
        let before = self.binary(BinaryOperator::Subtract, x, one, span);
        let fun = MathFunction::CountLeadingZeros;
        let zeros = self.count_bits(fun, before, int, &Ty::U32, span);
        let all = self.number(&ty, int.max());
        let ones = self.shift(false, all, (zeros, &Ty::U32), &ty, span);
        let power = self.binary(BinaryOperator::Add, ones, one, span);
        let is_small = self.binary(BinaryOperator::LessEqual, x, one, span);
        self.select(is_small, one, power, span)
    }

    pub(super) fn int_of_two(
        &mut self,
        math: Math,
        x: Number,
        y: Number,
        int: IntTy,
        result: &Ty,
        span: Span,
    ) -> Lowering<Number> {
        let ty = Ty::Int(int);
        self.method_needs_more(math, &[x, y], int);
        Ok(match math {
            Math::Min => self.function_of(MathFunction::Min, &[x, y], span),
            Math::Max => self.function_of(MathFunction::Max, &[x, y], span),
            Math::WrappingAdd => self.wrapping(SUM, x, y, int, span),
            Math::WrappingSub => self.wrapping(DIFFERENCE, x, y, int, span),
            Math::WrappingMul => self.wrapping(PRODUCT, x, y, int, span),
            Math::WrappingShl | Math::WrappingShr if int.is_word() => {
                let is_left = math == Math::WrappingShl;
                self.checked_shift(is_left, x, (y, &Ty::U32), &ty, span)
            }
            Math::WrappingShl => self.shift(true, x, (y, &Ty::U32), &ty, span),
            Math::WrappingShr => self.shift(false, x, (y, &Ty::U32), &ty, span),
            Math::RotateLeft | Math::RotateRight => {
                self.rotate(math == Math::RotateLeft, x, y, int, span)
            }
            // Differences stop at zero at any width.
            Math::SaturatingAdd => match int.is_word() {
                true => self.checked_binary(SUM, x, y, int, span),
                false => self.saturating(true, x, y, int, span),
            },
            Math::SaturatingSub if int == IntTy::IsizeWord => {
                self.checked_binary(DIFFERENCE, x, y, int, span)
            }
            Math::SaturatingSub => self.saturating(false, x, y, int, span),
            Math::AbsDiff => {
                let is_less = self.binary(BinaryOperator::Less, x, y, span);
                let up = self.binary(BinaryOperator::Subtract, y, x, span);
                let down = self.binary(BinaryOperator::Subtract, x, y, span);
                let difference = self.select(is_less, up, down, span);
                self.convert(difference, &ty, result, span)
            }
            Math::DivCeil => {
                let pieces = self.div_ceil(x, y, &ty, span);
                self.must_fit(pieces, CheckedOperation::DivCeil, x, y, int)
            }
            Math::NextMultipleOf => {
                let pieces = self.div_ceil(x, y, &ty, span);
                let multiple = self.binary(BinaryOperator::Multiply, pieces, y, span);
                self.must_fit(multiple, CheckedOperation::NextMultipleOf, x, y, int)
            }
            Math::Pow => {
                let power = self.pow(x, y, &ty, span)?;
                // The first power is the number itself.
                match self.known(y) {
                    Some(Literal::U32(0 | 1)) => power,
                    _ => self.must_fit(power, CheckedOperation::Pow, x, y, int),
                }
            }
            Math::RemEuclid => {
                let rest = self.binary(BinaryOperator::Modulo, x, y, span);
                self.must_fit(rest, CheckedOperation::RemEuclid, x, y, int);
                if !int.is_signed() {
                    return Ok(rest);
                }
                let zero = self.number(&ty, 0);
                let is_below = self.binary(BinaryOperator::Less, rest, zero, span);
                let size = self.abs(y, &ty, span);
                let above = self.binary(BinaryOperator::Add, rest, size, span);
                self.select(is_below, above, rest, span)
            }
            Math::DivEuclid => {
                let quotient = self.binary(BinaryOperator::Divide, x, y, span);
                self.must_fit(quotient, CheckedOperation::DivEuclid, x, y, int);
                if !int.is_signed() {
                    return Ok(quotient);
                }
                let (zero, one) = (self.number(&ty, 0), self.number(&ty, 1));
                let rest = self.binary(BinaryOperator::Modulo, x, y, span);
                let is_below = self.binary(BinaryOperator::Less, rest, zero, span);
                let is_up = self.binary(BinaryOperator::Greater, y, zero, span);
                let less = self.binary(BinaryOperator::Subtract, quotient, one, span);
                let more = self.binary(BinaryOperator::Add, quotient, one, span);
                let moved = self.select(is_up, less, more, span);
                self.select(is_below, moved, quotient, span)
            }
            _ => return Err(unsupported("this method", span)),
        })
    }

    fn rotate(&mut self, is_left: bool, x: Number, by: Number, int: IntTy, span: Span) -> Number {
        let unsigned = Ty::Int(unsigned_of(int));
        let ty = Ty::Int(int);
        let x = self.convert(x, &ty, &unsigned, span);
        let zero = self.u32(0);
        let back = self.binary(BinaryOperator::Subtract, zero, by, span);
        let one = self.shift(is_left, x, (by, &Ty::U32), &unsigned, span);
        let other = self.shift(!is_left, x, (back, &Ty::U32), &unsigned, span);
        let bits = self.binary(BinaryOperator::InclusiveOr, one, other, span);
        self.convert(bits, &unsigned, &ty, span)
    }

    /// Stops at the ends of the range instead of wrapping round.
    fn saturating(&mut self, is_sum: bool, x: Number, y: Number, int: IntTy, span: Span) -> Number {
        if int.is_narrow() {
            return self.saturating_narrow(is_sum, x, y, int, span);
        }
        let ty = Ty::Int(int);
        let op = if is_sum { BinaryOperator::Add } else { BinaryOperator::Subtract };
        let result = self.binary(op, x, y, span);
        let (least, most) = (self.number(&ty, int.min()), self.number(&ty, int.max()));
        if !int.is_signed() {
            let wraps = if is_sum { BinaryOperator::Less } else { BinaryOperator::Greater };
            let wraps = self.binary(wraps, result, x, span);
            let end = if is_sum { most } else { least };
            return self.select(wraps, end, result, span);
        }
        // It wraps round if it moves the wrong way; then it belongs where y goes.
        let zero = self.number(&ty, 0);
        let is_up = if is_sum { BinaryOperator::GreaterEqual } else { BinaryOperator::LessEqual };
        let goes_up = self.binary(is_up, y, zero, span);
        let has_fallen = self.binary(BinaryOperator::Less, result, x, span);
        let has_risen = self.binary(BinaryOperator::Greater, result, x, span);
        let if_up = self.select(has_fallen, most, result, span);
        let if_down = self.select(has_risen, least, result, span);
        self.select(goes_up, if_up, if_down, span)
    }

    /// A power: by squaring where the exponent is known, else the same in a loop
    /// over its bits.
    fn pow(&mut self, x: Number, n: Number, ty: &Ty, span: Span) -> Lowering<Number> {
        let one = self.number(ty, 1);
        if let Some(Literal::U32(exponent)) = self.known(n) {
            return Ok(self.whole_power(x, exponent, span).unwrap_or(one));
        }
        let naga = self.naga_type(ty, span)?;
        let word = self.naga_type(&Ty::U32, span)?;
        let [power, square] = [(); 2].map(|()| {
            let variable = self.add_variable("", naga, span);
            self.local(variable)
        });
        let rest = self.add_variable("", word, span);
        let rest = self.local(rest);
        self.store(power, one, span);
        self.store(square, x, span);
        self.store(rest, n, span);
        let (zero, unit) = (self.u32(0), self.u32(1));
        let (body, _) = self.block(|frame| {
            let left = frame.load(rest, span);
            let goes_on = frame.binary(BinaryOperator::NotEqual, left, zero, span);
            frame.stay_while(goes_on, span)?;
            let bit = frame.binary(BinaryOperator::And, left, unit, span);
            let is_set = frame.binary(BinaryOperator::NotEqual, bit, zero, span);
            let (so_far, factor) = (frame.load(power, span), frame.load(square, span));
            let product = frame.binary(BinaryOperator::Multiply, so_far, factor, span);
            let next = frame.select(is_set, product, so_far, span);
            frame.store(power, next, span);
            let squared = frame.binary(BinaryOperator::Multiply, factor, factor, span);
            frame.store(square, squared, span);
            let halved = frame.shift(false, left, (unit, &Ty::U32), &Ty::U32, span);
            frame.store(rest, halved, span);
            Ok(())
        })?;
        self.push_loop(body, naga::Block::new(), span);
        Ok(self.load(power, span))
    }
}
