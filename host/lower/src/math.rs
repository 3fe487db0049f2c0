//! Methods of numbers, and those of floats. Those of integers are in `integer`.

use super::Lowering;
use super::arithmetic::is_float;
use super::builtin::first;
use super::frame::Frame;
use super::narrow::can_leave;
use super::types::{scalar, unsupported};
use super::value::Value;
use super::wide::is_wide;
use naga::{BinaryOperator, Expression, Handle, Literal, MathFunction, ScalarKind, Span};
use warpbench_hir::types::{FloatTy, IntTy, Ty};
use warpbench_hir::{Expr, Math};

/// A number of naga's.
pub(super) type Number = Handle<Expression>;

impl Frame<'_, '_> {
    /// A method of a number.
    pub(super) fn math(
        &mut self,
        math: Math,
        arguments: &[Expr],
        ty: &Ty,
        span: Span,
    ) -> Lowering<Value> {
        let subject = self.settle(&first(arguments, span)?.ty);
        let each = arguments.iter().map(|argument| self.plain_expr(argument));
        let numbers = each.collect::<Lowering<Vec<_>>>()?;
        if math == Math::SinCos {
            let x = numbers[0];
            let sin = self.function_of(MathFunction::Sin, &[x], span);
            let cos = self.function_of(MathFunction::Cos, &[x], span);
            let [sin, cos] = [sin, cos].map(|number| self.narrowed(number, &subject, span));
            return Ok(Value::Parts(vec![Value::Plain(sin), Value::Plain(cos)]));
        }
        if is_wide(&subject) {
            return self.wide_math(math, &numbers, &subject, span).map(Value::Plain);
        }
        let value = match (&subject, numbers.as_slice()) {
            (Ty::Float(_), [x]) => self.float_of_one(math, *x, &subject, span)?,
            (Ty::Float(_), [x, y]) => self.float_of_two(math, *x, *y, &subject, span)?,
            (Ty::Float(_), [x, y, z]) => self.of_three(math, *x, *y, *z, &subject, span)?,
            (Ty::Int(int), [x]) => self.int_of_one(math, *x, *int, ty, span)?,
            (Ty::Int(int), [x, y]) => self.int_of_two(math, *x, *y, *int, ty, span)?,
            (Ty::Int(_), [x, y, z]) => self.of_three(math, *x, *y, *z, &subject, span)?,
            _ => return Err(unsupported("this method", span)),
        };
        Ok(Value::Plain(if can_leave(math) { self.narrowed(value, ty, span) } else { value }))
    }

    /// A function that naga has.
    pub(super) fn function_of(
        &mut self,
        fun: MathFunction,
        numbers: &[Number],
        span: Span,
    ) -> Number {
        let at = |index: usize| numbers.get(index).copied();
        let arg = numbers[0];
        self.append(Expression::Math { fun, arg, arg1: at(1), arg2: at(2), arg3: at(3) }, span)
    }

    pub(super) fn float(&mut self, ty: &Ty, value: f64) -> Number {
        let literal = match scalar(ty) {
            Some(naga::Scalar::F64) => Literal::F64(value),
            _ => Literal::F32(value as f32),
        };
        self.literal(literal)
    }

    fn float_of_one(&mut self, math: Math, x: Number, ty: &Ty, span: Span) -> Lowering<Number> {
        let same = match math {
            Math::Abs => Some(MathFunction::Abs),
            Math::Sqrt => Some(MathFunction::Sqrt),
            Math::Floor => Some(MathFunction::Floor),
            Math::Ceil => Some(MathFunction::Ceil),
            Math::Trunc => Some(MathFunction::Trunc),
            Math::Exp => Some(MathFunction::Exp),
            Math::Exp2 => Some(MathFunction::Exp2),
            Math::Ln => Some(MathFunction::Log),
            Math::Log2 => Some(MathFunction::Log2),
            Math::Sin => Some(MathFunction::Sin),
            Math::Cos => Some(MathFunction::Cos),
            Math::Tan => Some(MathFunction::Tan),
            Math::Asin => Some(MathFunction::Asin),
            Math::Acos => Some(MathFunction::Acos),
            Math::Atan => Some(MathFunction::Atan),
            Math::Sinh => Some(MathFunction::Sinh),
            Math::Cosh => Some(MathFunction::Cosh),
            Math::Tanh => Some(MathFunction::Tanh),
            Math::Asinh | Math::Acosh | Math::Atanh
                if self.unit.target.avoided.inverse_hyperbolics =>
            {
                return self.inverse_hyperbolic(math, x, ty, span);
            }
            Math::Asinh => Some(MathFunction::Asinh),
            Math::Acosh => Some(MathFunction::Acosh),
            Math::Atanh => Some(MathFunction::Atanh),
            Math::ToRadians => Some(MathFunction::Radians),
            Math::ToDegrees => Some(MathFunction::Degrees),
            _ => None,
        };
        if let Some(fun) = same {
            return Ok(self.function_of(fun, &[x], span));
        }
        let one = self.float(ty, 1.0);
        Ok(match math {
            Math::Round => self.round(x, ty, span),
            // naga's leaves the whole number below, Rust's the one towards zero.
            Math::Fract => {
                let whole = self.function_of(MathFunction::Trunc, &[x], span);
                self.binary(BinaryOperator::Subtract, x, whole, span)
            }
            Math::Recip => self.binary(BinaryOperator::Divide, one, x, span),
            Math::Signum => {
                // NaN stays; zero counts as its sign bit says.
                let signed = self.copysign(one, x, ty, span)?;
                let is_number = self.compare(BinaryOperator::Equal, x, x, span);
                self.select(is_number, signed, x, span)
            }
            Math::Log10 => {
                let log = self.function_of(MathFunction::Log2, &[x], span);
                let factor = self.float(ty, std::f64::consts::LOG10_2);
                self.binary(BinaryOperator::Multiply, log, factor, span)
            }
            Math::Cbrt => self.cbrt(x, ty, span)?,
            Math::ExpM1 => self.exp_m1(x, ty, span),
            Math::Ln1p => self.ln_1p(x, ty, span),
            Math::ToBits if *ty == Ty::Float(FloatTy::F16) => self.half_bits(x, span),
            Math::ToBits => self.reinterpret(x, ScalarKind::Uint, span),
            Math::IsNan | Math::IsFinite | Math::IsInfinite | Math::IsSignNegative => {
                self.classify(math, x, ty, span)?
            }
            _ => return Err(unsupported("this method", span)),
        })
    }

    pub(super) fn compare(
        &mut self,
        op: BinaryOperator,
        left: Number,
        right: Number,
        span: Span,
    ) -> Number {
        self.append(Expression::Binary { op, left, right }, span)
    }

    /// To the nearest whole number, halves away from zero; naga's goes to the
    /// even one.
    fn round(&mut self, x: Number, ty: &Ty, span: Span) -> Number {
        let whole = self.function_of(MathFunction::Trunc, &[x], span);
        let rest = self.binary(BinaryOperator::Subtract, x, whole, span);
        let rest = self.function_of(MathFunction::Abs, &[rest], span);
        let half = self.float(ty, 0.5);
        let goes_on = self.compare(BinaryOperator::GreaterEqual, rest, half, span);
        let sign = self.function_of(MathFunction::Sign, &[x], span);
        let next = self.binary(BinaryOperator::Add, whole, sign, span);
        self.select(goes_on, next, whole, span)
    }

    /// What kind of number it is, read off its bits: a GPU's compiler may assume
    /// that there are no others than finite ones.
    fn classify(&mut self, math: Math, x: Number, ty: &Ty, span: Span) -> Lowering<Number> {
        let (bits_ty, infinity, sign) = match scalar(ty) {
            Some(naga::Scalar::F64) => {
                let infinity = i128::from(f64::INFINITY.to_bits());
                (Ty::Int(IntTy::U64), infinity, 1_i128 << 63)
            }
            _ => (Ty::U32, i128::from(f32::INFINITY.to_bits()), 1_i128 << 31),
        };
        let bits = self.reinterpret(x, ScalarKind::Uint, span);
        if math == Math::IsSignNegative {
            let sign = self.number(&bits_ty, sign);
            return Ok(self.binary(BinaryOperator::GreaterEqual, bits, sign, span));
        }
        let mask = self.number(&bits_ty, sign - 1);
        let bits = self.binary(BinaryOperator::And, bits, mask, span);
        let infinity = self.number(&bits_ty, infinity);
        let op = match math {
            Math::IsNan => BinaryOperator::Greater,
            Math::IsInfinite => BinaryOperator::Equal,
            _ => BinaryOperator::Less,
        };
        Ok(self.binary(op, bits, infinity, span))
    }

    /// The size of one number with the sign of another.
    pub(super) fn copysign(
        &mut self,
        x: Number,
        sign: Number,
        ty: &Ty,
        span: Span,
    ) -> Lowering<Number> {
        let (bits_ty, top) = match scalar(ty) {
            Some(naga::Scalar::F64) => (Ty::Int(IntTy::U64), 1_i128 << 63),
            _ => (Ty::U32, 1_i128 << 31),
        };
        let size = self.reinterpret(x, ScalarKind::Uint, span);
        let sign = self.reinterpret(sign, ScalarKind::Uint, span);
        let (rest, top) = (self.number(&bits_ty, top - 1), self.number(&bits_ty, top));
        let size = self.binary(BinaryOperator::And, size, rest, span);
        let sign = self.binary(BinaryOperator::And, sign, top, span);
        let bits = self.binary(BinaryOperator::InclusiveOr, size, sign, span);
        Ok(self.reinterpret(bits, ScalarKind::Float, span))
    }

    fn cbrt(&mut self, x: Number, ty: &Ty, span: Span) -> Lowering<Number> {
        let size = self.function_of(MathFunction::Abs, &[x], span);
        let third = self.float(ty, 1.0 / 3.0);
        let root = self.function_of(MathFunction::Pow, &[size, third], span);
        // Once more by Newton: powers are only approximate.
        let square = self.binary(BinaryOperator::Multiply, root, root, span);
        let quotient = self.binary(BinaryOperator::Divide, size, square, span);
        let two = self.float(ty, 2.0);
        let twice = self.binary(BinaryOperator::Multiply, two, root, span);
        let sum = self.binary(BinaryOperator::Add, twice, quotient, span);
        let better = self.binary(BinaryOperator::Multiply, sum, third, span);
        // Zero and infinity are their own roots, which Newton's quotient does not know.
        let zero = self.float(ty, 0.0);
        let most = self.most_float(ty);
        let is_zero = self.compare(BinaryOperator::Equal, size, zero, span);
        let is_infinite = self.compare(BinaryOperator::Greater, size, most, span);
        let root = self.select(is_zero, zero, better, span);
        let root = self.select(is_infinite, size, root, span);
        self.copysign(root, x, ty, span)
    }

    fn float_of_two(
        &mut self,
        math: Math,
        x: Number,
        y: Number,
        ty: &Ty,
        span: Span,
    ) -> Lowering<Number> {
        Ok(match math {
            Math::Min => self.function_of(MathFunction::Min, &[x, y], span),
            Math::Max => self.function_of(MathFunction::Max, &[x, y], span),
            Math::Atan2 => self.function_of(MathFunction::Atan2, &[x, y], span),
            Math::Powf => self.powf(x, y, ty, span),
            Math::Powi => self.powi(x, y, ty, span)?,
            Math::Copysign => self.copysign(x, y, ty, span)?,
            Math::Log => {
                let above = self.function_of(MathFunction::Log2, &[x], span);
                let below = self.function_of(MathFunction::Log2, &[y], span);
                self.binary(BinaryOperator::Divide, above, below, span)
            }
            Math::Hypot => self.hypot(x, y, ty, span),
            Math::RemEuclid => {
                let rest = self.append(
                    Expression::Binary { op: BinaryOperator::Modulo, left: x, right: y },
                    span,
                );
                let zero = self.float(ty, 0.0);
                let is_below = self.compare(BinaryOperator::Less, rest, zero, span);
                let size = self.function_of(MathFunction::Abs, &[y], span);
                let above = self.binary(BinaryOperator::Add, rest, size, span);
                self.select(is_below, above, rest, span)
            }
            Math::DivEuclid => {
                let quotient = self.binary(BinaryOperator::Divide, x, y, span);
                let whole = self.function_of(MathFunction::Trunc, &[quotient], span);
                let rest = self.append(
                    Expression::Binary { op: BinaryOperator::Modulo, left: x, right: y },
                    span,
                );
                let zero = self.float(ty, 0.0);
                let one = self.float(ty, 1.0);
                let is_below = self.compare(BinaryOperator::Less, rest, zero, span);
                let is_up = self.compare(BinaryOperator::Greater, y, zero, span);
                let less = self.binary(BinaryOperator::Subtract, whole, one, span);
                let more = self.binary(BinaryOperator::Add, whole, one, span);
                let moved = self.select(is_up, less, more, span);
                self.select(is_below, moved, whole, span)
            }
            _ => return Err(unsupported("this method", span)),
        })
    }

    /// A whole power: by squaring where the exponent is known, else by way of
    /// the general one.
    fn powi(&mut self, x: Number, n: Number, ty: &Ty, span: Span) -> Lowering<Number> {
        let Some(Literal::I32(exponent)) = self.known(n) else {
            let exponent = self.convert(n, &Ty::I32, ty, span);
            return Ok(self.powf(x, exponent, ty, span));
        };
        let one = self.float(ty, 1.0);
        let power = self.whole_power(x, exponent.unsigned_abs(), span).unwrap_or(one);
        Ok(if exponent < 0 { self.binary(BinaryOperator::Divide, one, power, span) } else { power })
    }

    /// `x` to a known power by squaring; nothing for the power zero.
    pub(super) fn whole_power(&mut self, x: Number, exponent: u32, span: Span) -> Option<Number> {
        let (mut rest, mut square, mut power) = (exponent, x, None);
        while rest > 0 {
            if rest & 1 == 1 {
                power = Some(match power {
                    None => square,
                    Some(power) => self.binary(BinaryOperator::Multiply, power, square, span),
                });
            }
            rest >>= 1;
            if rest > 0 {
                square = self.binary(BinaryOperator::Multiply, square, square, span);
            }
        }
        power
    }

    fn of_three(
        &mut self,
        math: Math,
        x: Number,
        y: Number,
        z: Number,
        ty: &Ty,
        span: Span,
    ) -> Lowering<Number> {
        Ok(match math {
            Math::Clamp if is_float(ty) => self.clamp_float(x, y, z, span),
            Math::Clamp => {
                let above = self.function_of(MathFunction::Max, &[x, y], span);
                self.function_of(MathFunction::Min, &[above, z], span)
            }
            Math::MulAdd if is_float(ty) => self.function_of(MathFunction::Fma, &[x, y, z], span),
            _ => return Err(unsupported("this method", span)),
        })
    }
}
