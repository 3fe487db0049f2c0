//! Functions of floats that naga lacks, or has for fewer numbers than Rust. Each is put
//! together so that it is as good where numbers are small, large or none as elsewhere.

use super::Lowering;
use super::frame::Frame;
use naga::{
    BinaryOperator as Op, Expression, Handle, Literal, MathFunction, Scalar, ScalarKind, Span,
};
use warpbench_hir::Math;
use warpbench_hir::types::Ty;

type Number = Handle<Expression>;

/// Terms that a series needs for 24 bits, and for 53.
type Terms = (u32, u32);

impl Frame<'_, '_> {
    /// `x` between two others; none stays none, which naga's does not promise.
    pub(super) fn clamp_float(
        &mut self,
        x: Number,
        least: Number,
        most: Number,
        span: Span,
    ) -> Number {
        let is_below = self.compare(Op::Less, x, least, span);
        let is_above = self.compare(Op::Greater, x, most, span);
        let kept = self.select(is_above, most, x, span);
        self.select(is_below, least, kept, span)
    }

    /// naga's power is not defined below zero. There Rust's is, for whole exponents.
    pub(super) fn powf(&mut self, x: Number, y: Number, ty: &Ty, span: Span) -> Number {
        let size = self.function_of(MathFunction::Abs, &[x], span);
        let power = self.function_of(MathFunction::Pow, &[size, y], span);
        let zero = self.float(ty, 0.0);
        let one = self.float(ty, 1.0);
        let half = self.float(ty, 0.5);
        let is_none = self.compare(Op::Equal, y, zero, span);
        let power = self.select(is_none, one, power, span);
        let halved = self.binary(Op::Multiply, y, half, span);
        let floor = self.function_of(MathFunction::Floor, &[halved], span);
        let is_even = self.compare(Op::Equal, floor, halved, span);
        let negated = self.negate(power, span);
        let signed = self.select(is_even, power, negated, span);
        let signed = match self.known(y) {
            Some(Literal::F32(y)) if y.fract() == 0.0 => signed,
            Some(Literal::F64(y)) if y.fract() == 0.0 => signed,
            _ => {
                let whole = self.function_of(MathFunction::Floor, &[y], span);
                let is_whole = self.compare(Op::Equal, whole, y, span);
                // Of a finite number below zero there is no root, and of -∞ and -0 those of
                // ∞ and 0.
                let most = self.most_float(ty);
                let is_finite = self.compare(Op::LessEqual, size, most, span);
                let root = self.function_of(MathFunction::Sqrt, &[x], span);
                let other = self.select(is_finite, root, power, span);
                let is_zero = self.compare(Op::Equal, x, zero, span);
                let other = self.select(is_zero, power, other, span);
                self.select(is_whole, signed, other, span)
            }
        };
        let is_below = self.has_sign(x, ty, span);
        self.select(is_below, signed, power, span)
    }

    /// The length of a vector of two, whose square may be too large to be kept.
    pub(super) fn hypot(&mut self, x: Number, y: Number, ty: &Ty, span: Span) -> Number {
        let a = self.function_of(MathFunction::Abs, &[x], span);
        let b = self.function_of(MathFunction::Abs, &[y], span);
        let large = self.function_of(MathFunction::Max, &[a, b], span);
        let small = self.function_of(MathFunction::Min, &[a, b], span);
        let (zero, one) = (self.float(ty, 0.0), self.float(ty, 1.0));
        let is_zero = self.compare(Op::Equal, large, zero, span);
        let divisor = self.select(is_zero, one, large, span);
        let ratio = self.binary(Op::Divide, small, divisor, span);
        let square = self.binary(Op::Multiply, ratio, ratio, span);
        let sum = self.binary(Op::Add, one, square, span);
        let root = self.function_of(MathFunction::Sqrt, &[sum], span);
        let length = self.binary(Op::Multiply, large, root, span);
        // None stays none, but for an infinite side.
        let sum = self.binary(Op::Add, a, b, span);
        let is_number = self.compare(Op::Equal, sum, sum, span);
        let length = self.select(is_number, length, sum, span);
        let most = self.most_float(ty);
        let is_infinite = self.compare(Op::Greater, large, most, span);
        self.select(is_infinite, large, length, span)
    }

    /// eˣ − 1, whose digits eˣ has lost where `x` is small: there it is the series
    /// x (1 + x/2 (1 + x/3 (1 + …))).
    pub(super) fn exp_m1(&mut self, x: Number, ty: &Ty, span: Span) -> Number {
        let one = self.float(ty, 1.0);
        let exp = self.function_of(MathFunction::Exp, &[x], span);
        let plain = self.binary(Op::Subtract, exp, one, span);
        let mut sum = one;
        for at in (2..=terms(ty, (9, 17))).rev() {
            let of = self.float(ty, f64::from(at));
            let part = self.binary(Op::Divide, x, of, span);
            let next = self.binary(Op::Multiply, part, sum, span);
            sum = self.binary(Op::Add, one, next, span);
        }
        let series = self.binary(Op::Multiply, x, sum, span);
        self.where_small(x, (0.5, series), plain, ty, span)
    }

    /// ln (1 + x), likewise: 2 (s + s³/3 + s⁵/5 + …) with s = x / (2 + x).
    pub(super) fn ln_1p(&mut self, x: Number, ty: &Ty, span: Span) -> Number {
        let (one, two) = (self.float(ty, 1.0), self.float(ty, 2.0));
        let sum = self.binary(Op::Add, x, one, span);
        let plain = self.function_of(MathFunction::Log, &[sum], span);
        let below = self.binary(Op::Add, two, x, span);
        let s = self.binary(Op::Divide, x, below, span);
        let square = self.binary(Op::Multiply, s, s, span);
        let last = terms(ty, (6, 11));
        let mut sum = self.float(ty, 1.0 / f64::from(2 * last + 1));
        for at in (0..last).rev() {
            let next = self.binary(Op::Multiply, sum, square, span);
            let term = self.float(ty, 1.0 / f64::from(2 * at + 1));
            sum = self.binary(Op::Add, term, next, span);
        }
        let twice = self.binary(Op::Multiply, two, s, span);
        let series = self.binary(Op::Multiply, twice, sum, span);
        self.where_small(x, (0.25, series), plain, ty, span)
    }

    /// `asinh`, `acosh` and `atanh` by way of ln (1 + x), for the usual formulas subtract
    /// numbers that are nearly equal, or square what is too large for it.
    pub(super) fn inverse_hyperbolic(
        &mut self,
        math: Math,
        x: Number,
        ty: &Ty,
        span: Span,
    ) -> Lowering<Number> {
        let one = self.float(ty, 1.0);
        let size = self.function_of(MathFunction::Abs, &[x], span);
        if math == Math::Atanh {
            let twice = self.binary(Op::Add, size, size, span);
            let below = self.binary(Op::Subtract, one, size, span);
            let ratio = self.binary(Op::Divide, twice, below, span);
            let logarithm = self.ln_1p(ratio, ty, span);
            let half = self.float(ty, 0.5);
            let value = self.binary(Op::Multiply, half, logarithm, span);
            let is_inside = self.compare(Op::LessEqual, size, one, span);
            let none = self.special_float(f64::NAN, ty, span);
            let value = self.select(is_inside, value, none, span);
            return self.copysign(value, x, ty, span);
        }
        let above = if math == Math::Acosh {
            // (x - 1) and the root of (x - 1) (x + 1)
            let less = self.binary(Op::Subtract, x, one, span);
            let more = self.binary(Op::Add, x, one, span);
            let product = self.binary(Op::Multiply, less, more, span);
            let root = self.function_of(MathFunction::Sqrt, &[product], span);
            self.binary(Op::Add, less, root, span)
        } else {
            // |x| and the root of x² + 1 less one, without taking one off
            let square = self.binary(Op::Multiply, x, x, span);
            let sum = self.binary(Op::Add, square, one, span);
            let root = self.function_of(MathFunction::Sqrt, &[sum], span);
            let below = self.binary(Op::Add, one, root, span);
            let rest = self.binary(Op::Divide, square, below, span);
            self.binary(Op::Add, size, rest, span)
        };
        let value = self.ln_1p(above, ty, span);
        // Where one more makes no difference.
        let logarithm = self.function_of(MathFunction::Log, &[size], span);
        let two = self.float(ty, std::f64::consts::LN_2);
        let logarithm = self.binary(Op::Add, logarithm, two, span);
        let large = self.float(ty, f64::from(1 << 28));
        let is_large = self.compare(Op::Greater, size, large, span);
        let value = self.select(is_large, logarithm, value, span);
        if math == Math::Asinh {
            return self.copysign(value, x, ty, span);
        }
        let is_inside = self.compare(Op::GreaterEqual, x, one, span);
        let none = self.special_float(f64::NAN, ty, span);
        Ok(self.select(is_inside, value, none, span))
    }

    /// Whether a number is below zero, or zero with a sign.
    fn has_sign(&mut self, x: Number, ty: &Ty, span: Span) -> Number {
        let bits = self.reinterpret(x, ScalarKind::Sint, span);
        let zero = match super::types::scalar(ty) {
            Some(Scalar::F64) => Literal::I64(0),
            _ => Literal::I32(0),
        };
        let zero = self.literal(zero);
        self.compare(Op::Less, bits, zero, span)
    }

    fn where_small(
        &mut self,
        x: Number,
        (most, small): (f64, Number),
        large: Number,
        ty: &Ty,
        span: Span,
    ) -> Number {
        let size = self.function_of(MathFunction::Abs, &[x], span);
        let most = self.float(ty, most);
        let is_small = self.compare(Op::Less, size, most, span);
        self.select(is_small, small, large, span)
    }

    /// The largest finite number of a register.
    pub(super) fn most_float(&mut self, ty: &Ty) -> Number {
        match super::types::scalar(ty) {
            Some(Scalar::F64) => self.float(ty, f64::MAX),
            _ => self.float(ty, f64::from(f32::MAX)),
        }
    }
}

fn terms(ty: &Ty, (single, double): Terms) -> u32 {
    match super::types::scalar(ty) {
        Some(Scalar::F64) => double,
        _ => single,
    }
}
