//! Numbers of fewer than 32 bits in registers, which have no fewer.
//!
//! A register holds the number itself, with its sign: an `i8` is an `i32` from -128
//! to 127, a `u16` a `u32` up to 65535, an `f16` an `f32` that has as few digits.
//! Comparisons, divisions and conversions to wider types are then those of the
//! register. What can lead out of the range is followed by one operation that leads
//! back in, which is also what a GPU does.

use super::frame::Frame;
use super::literal::{int_literal, int_value};
use super::math::Number;
use super::range::unsigned_of;
use naga::{
    BinaryOperator, Expression, Literal, MathFunction, Scalar, ScalarKind, Span, TypeInner,
    VectorSize,
};
use warpbench_hir::Math;
use warpbench_hir::types::{FloatTy, IntTy, Ty};

/// Whether registers hold more than a number of the type can be.
pub(super) fn is_narrow(ty: &Ty) -> bool {
    match ty {
        Ty::Int(int) => int.is_narrow(),
        Ty::Float(float) => *float == FloatTy::F16,
        _ => false,
    }
}

/// The type that registers hold in place of another.
fn in_register(ty: &Ty) -> Ty {
    match ty {
        Ty::Int(int) => Ty::Int(int.in_register()),
        Ty::Float(FloatTy::F16) => Ty::F32,
        other => other.clone(),
    }
}

/// Whether a method of numbers can lead out of the range of its type where it is
/// computed in a register. The others choose among numbers that are there, or stop at
/// the ends by themselves.
pub(super) fn can_leave(math: Math) -> bool {
    !matches!(
        math,
        Math::Min
            | Math::Max
            | Math::Clamp
            | Math::Signum
            | Math::Floor
            | Math::Ceil
            | Math::Round
            | Math::Trunc
            | Math::Fract
            | Math::Copysign
            | Math::ToBits
            | Math::FromBits
            | Math::SaturatingAdd
            | Math::SaturatingSub
            | Math::AbsDiff
            | Math::UnsignedAbs
            | Math::DivCeil
            | Math::ReverseBits
            | Math::WrappingShl
            | Math::WrappingShr
            | Math::Ascii(_)
    )
}

impl Frame<'_, '_> {
    /// What was computed in a register, brought back into the range of its type.
    pub(super) fn narrowed(&mut self, number: Number, ty: &Ty, span: Span) -> Number {
        match ty {
            Ty::Int(int) if int.is_narrow() => self.wrapped(number, *int, span),
            Ty::Float(FloatTy::F16) => self.round_to_half(number, span),
            _ => number,
        }
    }

    /// The lowest bits of a register as a number of so many.
    fn wrapped(&mut self, number: Number, int: IntTy, span: Span) -> Number {
        if let Some(value) = self.known(number).and_then(int_value) {
            return self.literal(int_literal(int, int.wrap(value)));
        }
        if int.is_signed() {
            let (first, bits) = (self.u32(0), self.u32(int.bits()));
            return self.function_of(MathFunction::ExtractBits, &[number, first, bits], span);
        }
        let mask = self.number(&Ty::Int(int), int.max());
        self.binary(BinaryOperator::And, number, mask, span)
    }

    /// `x as T` where one of the types is narrow.
    pub(super) fn convert_narrow(
        &mut self,
        number: Number,
        from: &Ty,
        to: &Ty,
        span: Span,
    ) -> Number {
        let wide = in_register(to);
        match (from, to) {
            // A float stops at the ends of the range, as it would at the register's.
            (Ty::Float(_), Ty::Int(int)) if int.is_narrow() => {
                let number = self.convert(number, &in_register(from), &wide, span);
                let (least, most) = (self.number(to, int.min()), self.number(to, int.max()));
                self.function_of(MathFunction::Clamp, &[number, least, most], span)
            }
            (Ty::Float(FloatTy::F64), Ty::Float(FloatTy::F16)) => {
                let number = self.round_to_odd(number, span);
                self.round_to_half(number, span)
            }
            (Ty::Int(from), Ty::Int(to)) if from.min() >= to.min() && from.max() <= to.max() => {
                self.convert(number, &Ty::Int(from.in_register()), &wide, span)
            }
            _ => {
                let number = self.convert(number, &in_register(from), &wide, span);
                self.narrowed(number, to, span)
            }
        }
    }

    /// An `f64` as an `f32` whose last digit is one where anything was lost, so that
    /// rounding once more gives what rounding once would.
    fn round_to_odd(&mut self, number: Number, span: Span) -> Number {
        let wide = Ty::Float(FloatTy::F64);
        let near = self.convert(number, &wide, &Ty::F32, span);
        let back = self.convert(near, &Ty::F32, &wide, span);
        let is_exact = self.binary(BinaryOperator::Equal, back, number, span);
        let [size, wanted] =
            [back, number].map(|x| self.function_of(MathFunction::Abs, &[x], span));
        let is_beyond = self.binary(BinaryOperator::Greater, size, wanted, span);
        let bits = self.reinterpret(near, ScalarKind::Uint, span);
        let (zero, one) = (self.u32(0), self.u32(1));
        let down = self.select(is_beyond, one, zero, span);
        let towards_zero = self.binary(BinaryOperator::Subtract, bits, down, span);
        let odd = self.binary(BinaryOperator::InclusiveOr, towards_zero, one, span);
        // NaN is equal to nothing and stays what it is with another bit set.
        let bits = self.select(is_exact, bits, odd, span);
        self.reinterpret(bits, ScalarKind::Float, span)
    }

    /// The bits of a float of 16 bits, as a `u16`.
    pub(super) fn half_bits(&mut self, number: Number, span: Span) -> Number {
        let zero = self.number(&Ty::F32, 0);
        let inner = TypeInner::Vector { size: VectorSize::Bi, scalar: Scalar::F32 };
        let ty = self.unit.insert(None, inner);
        let pair = self.append(Expression::Compose { ty, components: vec![number, zero] }, span);
        self.function_of(MathFunction::Pack2x16float, &[pair], span)
    }

    /// The float of 16 bits that a `u16` is.
    pub(super) fn half_from_bits(&mut self, bits: Number, span: Span) -> Number {
        let pair = self.function_of(MathFunction::Unpack2x16float, &[bits], span);
        self.member(pair, 0, span)
    }

    /// Counts bits of a number that does not fill its register.
    pub(super) fn count_narrow_bits(
        &mut self,
        fun: MathFunction,
        x: Number,
        int: IntTy,
        span: Span,
    ) -> Number {
        let x = self.convert(x, &Ty::Int(int), &Ty::Int(unsigned_of(int)), span);
        match fun {
            // Above the number there are zeros of the register's own.
            MathFunction::CountLeadingZeros => {
                let count = self.function_of(fun, &[x], span);
                let above = self.u32(32 - int.bits());
                self.binary(BinaryOperator::Subtract, count, above, span)
            }
            MathFunction::CountTrailingZeros => {
                let end = self.u32(1 << int.bits());
                let x = self.binary(BinaryOperator::InclusiveOr, x, end, span);
                self.function_of(fun, &[x], span)
            }
            _ => self.function_of(fun, &[x], span),
        }
    }

    pub(super) fn reverse_narrow_bits(&mut self, x: Number, int: IntTy, span: Span) -> Number {
        let unsigned = Ty::Int(unsigned_of(int));
        let x = self.convert(x, &Ty::Int(int), &unsigned, span);
        let reversed = self.function_of(MathFunction::ReverseBits, &[x], span);
        let above = self.u32(32 - int.bits());
        let bits = self.binary(BinaryOperator::ShiftRight, reversed, above, span);
        self.convert(bits, &unsigned, &Ty::Int(int), span)
    }

    /// A sum or difference that stops at the ends of the range. The register has room
    /// for what lies beyond.
    pub(super) fn saturating_narrow(
        &mut self,
        is_sum: bool,
        x: Number,
        y: Number,
        int: IntTy,
        span: Span,
    ) -> Number {
        let register = Ty::Int(int.in_register());
        let [x, y] = [x, y].map(|number| self.convert(number, &register, &Ty::I32, span));
        let op = if is_sum { BinaryOperator::Add } else { BinaryOperator::Subtract };
        let result = self.binary(op, x, y, span);
        let least = self.literal(Literal::I32(int.min() as i32));
        let most = self.literal(Literal::I32(int.max() as i32));
        let result = self.function_of(MathFunction::Clamp, &[result, least, most], span);
        self.convert(result, &Ty::I32, &register, span)
    }
}
