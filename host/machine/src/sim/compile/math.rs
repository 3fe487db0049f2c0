//! The builtin functions of WGSL.

use super::arithmetic::Two;
use super::expression::Operand;
use super::{Compiler, FunctionScope, Result};
use crate::sim::code::{Binary, Float, Op, Reg, Scalar, Ternary, Unary, Wide};
use naga::common::wgsl::TryToWgsl;
use naga::{Expression, Handle, MathFunction};

impl<'a> Compiler<'a> {
    pub(super) fn math(
        &mut self,
        scope: &mut FunctionScope<'a>,
        function: MathFunction,
        argument: Handle<Expression>,
        more: [Option<Handle<Expression>>; 3],
    ) -> Result<Reg> {
        use MathFunction as M;
        let a = self.operand(scope, argument)?;
        let mut rest = Vec::new();
        for handle in more.into_iter().flatten() {
            rest.push(self.operand(scope, handle)?);
        }
        if let Some(value) = self.simple(function, a, &rest) {
            return Ok(value.first);
        }
        match (function, &rest[..]) {
            (M::Transpose, []) => {
                let shape = self.matrix_shape(scope, argument).unwrap_or((1, 1));
                Ok(self.transpose(a, shape))
            }
            (M::Determinant, []) => {
                let (size, _) = self.matrix_shape(scope, argument).unwrap_or((1, 1));
                Ok(self.determinant(a, size).first)
            }
            (M::Outer, &[b]) => Ok(self.outer(a, b)),
            (M::Modf, []) => {
                let whole = self.float(Float::Trunc, a);
                let fraction = self.two(Two::Sub, a, whole);
                Ok(self.pair_of(fraction, whole))
            }
            (M::Frexp, []) if a.scalar != Scalar::F64 => {
                let fraction = self.integer(Unary::FrexpFraction, Wide::NotI, a);
                let exponent = self.integer(Unary::FrexpExponent, Wide::NotI, a);
                Ok(self.pair_of(fraction, exponent))
            }
            (M::Ldexp, &[b]) if a.scalar != Scalar::F64 => {
                let to = self.words_of(a, |_, to, x, i| Op::Binary {
                    op: Binary::Ldexp,
                    to,
                    a: x,
                    b: b.at(i),
                });
                Ok(self.rounded(to).first)
            }
            _ => match self.geometry(function, a, &rest) {
                Some(value) => Ok(value.first),
                None => self.bits(function, a, &rest),
            },
        }
    }

    /// Functions that are one operation per scalar, or a few.
    fn simple(&mut self, function: MathFunction, a: Operand, rest: &[Operand]) -> Option<Operand> {
        use MathFunction as M;
        if let Some(float) = float_function(function)
            && a.scalar.is_float()
        {
            return Some(self.float(float, a));
        }
        Some(match (function, rest) {
            (M::Abs, []) if a.scalar.is_signed() => self.integer(Unary::AbsI, Wide::AbsI, a),
            // Without a sign there is nothing to do.
            (M::Abs, []) => a,
            (M::Sign, []) => self.integer(Unary::SignI, Wide::SignI, a),
            (M::CountOneBits, []) => self.integer(Unary::CountOnes, Wide::CountOnes, a),
            (M::ReverseBits, []) => self.integer(Unary::ReverseBits, Wide::ReverseBits, a),
            (M::CountLeadingZeros, []) => self.integer(Unary::LeadingZeros, Wide::LeadingZeros, a),
            (M::CountTrailingZeros, []) => {
                self.integer(Unary::TrailingZeros, Wide::TrailingZeros, a)
            }
            (M::FirstTrailingBit, []) => self.integer(Unary::FirstTrailing, Wide::FirstTrailing, a),
            (M::FirstLeadingBit, []) if a.scalar.is_signed() => {
                self.integer(Unary::FirstLeadingS, Wide::FirstLeadingS, a)
            }
            (M::FirstLeadingBit, []) => self.integer(Unary::FirstLeadingU, Wide::FirstLeadingU, a),
            (M::Min, &[b]) => self.two(Two::Min, a, b),
            (M::Max, &[b]) => self.two(Two::Max, a, b),
            (M::Pow, &[b]) => self.two(Two::Pow, a, b),
            (M::Atan2, &[b]) => self.two(Two::Atan2, a, b),
            (M::Step, &[b]) => self.two(Two::Step, a, b),
            (M::Clamp, &[low, high]) => {
                let raised = self.two(Two::Max, a, low);
                self.two(Two::Min, raised, high)
            }
            (M::Fma, &[b, c]) => self.fma(a, b, c),
            (M::Mix, &[b, t]) => {
                // a * (1 - t) + b * t.
                let one = self.number(a.scalar, 1.0);
                let rest = self.two(Two::Sub, one, t);
                let (a, b) = (self.two(Two::Mul, a, rest), self.two(Two::Mul, b, t));
                self.two(Two::Add, a, b)
            }
            (M::SmoothStep, &[high, x]) => {
                let (x, range) = (self.two(Two::Sub, x, a), self.two(Two::Sub, high, a));
                let t = self.two(Two::Div, x, range);
                let t = self.float(Float::Saturate, t);
                let (two, three) = (self.number(a.scalar, 2.0), self.number(a.scalar, 3.0));
                let twice = self.two(Two::Mul, two, t);
                let rest = self.two(Two::Sub, three, twice);
                let square = self.two(Two::Mul, t, t);
                self.two(Two::Mul, square, rest)
            }
            (M::QuantizeToF16, []) => {
                let copy = self.compose(&[(a.first, a.count)]);
                let half = Operand { first: copy, scalar: Scalar::F16, ..a };
                self.rounded(half)
            }
            _ => return None,
        })
    }

    /// Functions of vectors as a whole.
    fn geometry(
        &mut self,
        function: MathFunction,
        a: Operand,
        rest: &[Operand],
    ) -> Option<Operand> {
        use MathFunction as M;
        Some(match (function, rest) {
            (M::Dot, &[b]) => self.dot(a, b),
            (M::Length, []) => self.length(a),
            (M::Distance, &[b]) => {
                let between = self.two(Two::Sub, a, b);
                self.length(between)
            }
            (M::Normalize, []) => {
                let length = self.length(a);
                self.two(Two::Div, a, length)
            }
            (M::Cross, &[b]) => self.cross(a, b),
            (M::FaceForward, &[incident, normal]) => {
                let dot = self.dot(normal, incident);
                let zero = self.number(a.scalar, 0.0);
                let facing = self.two(Two::Lt, dot, zero);
                let turned = self.float(Float::Neg, a);
                self.choose(facing, a, turned)
            }
            (M::Reflect, &[normal]) => {
                // a - 2 * dot(normal, a) * normal.
                let dot = self.dot(normal, a);
                let two = self.number(a.scalar, 2.0);
                let twice = self.two(Two::Mul, two, dot);
                let back = self.two(Two::Mul, normal, twice);
                self.two(Two::Sub, a, back)
            }
            (M::Refract, &[normal, ratio]) => self.refract(a, normal, ratio),
            _ => return None,
        })
    }

    fn length(&mut self, a: Operand) -> Operand {
        if a.count == 1 {
            return self.float(Float::Abs, a);
        }
        let square = self.dot(a, a);
        self.float(Float::Sqrt, square)
    }

    fn cross(&mut self, a: Operand, b: Operand) -> Operand {
        let parts = [(1, 2), (2, 0), (0, 1)].map(|(i, j)| {
            let one = self.two(Two::Mul, a.component(i), b.component(j));
            let other = self.two(Two::Mul, a.component(j), b.component(i));
            let part = self.two(Two::Sub, one, other);
            (part.first, part.scalar.words())
        });
        Operand { first: self.compose(&parts), ..a }
    }

    fn refract(&mut self, incident: Operand, normal: Operand, ratio: Operand) -> Operand {
        // k = 1 - ratio² (1 - dot²); zero if k is negative, else
        // ratio * incident - (ratio * dot + sqrt(k)) * normal.
        let (zero, one) = (self.number(incident.scalar, 0.0), self.number(incident.scalar, 1.0));
        let dot = self.dot(normal, incident);
        let square = self.two(Two::Mul, dot, dot);
        let rest = self.two(Two::Sub, one, square);
        let ratio_square = self.two(Two::Mul, ratio, ratio);
        let lost = self.two(Two::Mul, ratio_square, rest);
        let k = self.two(Two::Sub, one, lost);
        let root = self.float(Float::Sqrt, k);
        let scaled = self.two(Two::Mul, ratio, dot);
        let along = self.two(Two::Add, scaled, root);
        let along = self.two(Two::Mul, normal, along);
        let through = self.two(Two::Mul, incident, ratio);
        let refracted = self.two(Two::Sub, through, along);
        let reflected = self.two(Two::Lt, k, zero);
        self.choose(reflected, zero, refracted)
    }

    /// `yes` where the condition holds, `no` elsewhere, word by word.
    fn choose(&mut self, condition: Operand, yes: Operand, no: Operand) -> Operand {
        let count = yes.count.max(no.count);
        let words = no.scalar.words();
        let to = self.registers(count * words);
        for i in 0..count * words {
            let (part, word) = (i / words, i % words);
            self.emit(Op::Ternary {
                op: Ternary::Select,
                to: to + i,
                a: condition.at(part),
                b: no.at(part) + word,
                c: yes.at(part) + word,
            });
        }
        Operand { first: to, scalar: no.scalar, count }
    }

    /// The structure of two values that some functions return.
    fn pair_of(&mut self, a: Operand, b: Operand) -> Reg {
        let part = |value: Operand| (value.first, value.count * value.scalar.words());
        self.compose(&[part(a), part(b)])
    }

    /// One instruction per component, all words.
    pub(super) fn words_of(
        &mut self,
        a: Operand,
        op: impl Fn(Scalar, Reg, Reg, u32) -> Op,
    ) -> Operand {
        let to = self.registers(a.count);
        for i in 0..a.count {
            self.emit(op(a.scalar, to + i, a.at(i), i));
        }
        Operand { first: to, ..a }
    }

    fn bits(&mut self, function: MathFunction, a: Operand, rest: &[Operand]) -> Result<Reg> {
        use MathFunction as M;
        match (function, rest) {
            _ if a.scalar.words() == 2 => {
                self.unsupported(format!("{} on scalars of 64 bits", named(function)))
            }
            (M::ExtractBits, &[offset, count]) => {
                let signed = a.scalar.is_signed();
                let op = if signed { Ternary::ExtractS } else { Ternary::ExtractU };
                Ok(self.three(op, a, offset, count).first)
            }
            (M::InsertBits, &[new, offset, count]) => {
                let mask = self.three(Ternary::BitMask, a, offset, count);
                let placed = self.three(Ternary::PlaceBits, new, offset, count);
                let spared = self.integer(Unary::NotI, Wide::NotI, mask);
                let kept = self.two(Two::And, a, spared);
                Ok(self.two(Two::Or, kept, placed).first)
            }
            (M::Dot4I8Packed, &[b]) => Ok(self.dot4(a, b, Unary::ByteS)),
            (M::Dot4U8Packed, &[b]) => Ok(self.dot4(a, b, Unary::ByteU)),
            _ => match self.pack(function, a) {
                Some(packed) => Ok(packed),
                None => self.unsupported(named(function)),
            },
        }
    }

    fn dot4(&mut self, a: Operand, b: Operand, byte: fn(u8) -> Unary) -> Reg {
        let mut bytes = |value: Operand| {
            let to = self.registers(4);
            for i in 0..4 {
                self.emit(Op::Unary { op: byte(8 * i as u8), to: to + i, a: value.first });
            }
            Operand { first: to, scalar: Scalar::I32, count: 4 }
        };
        let (a, b) = (bytes(a), bytes(b));
        self.dot(a, b).first
    }
}

/// The function of floats with the same meaning.
fn float_function(function: MathFunction) -> Option<Float> {
    use MathFunction as M;
    Some(match function {
        M::Abs => Float::Abs,
        M::Sign => Float::Sign,
        M::Saturate => Float::Saturate,
        M::Sqrt => Float::Sqrt,
        M::InverseSqrt => Float::InverseSqrt,
        M::Floor => Float::Floor,
        M::Ceil => Float::Ceil,
        M::Trunc => Float::Trunc,
        M::Round => Float::Round,
        M::Fract => Float::Fract,
        M::Exp => Float::Exp,
        M::Exp2 => Float::Exp2,
        M::Log => Float::Log,
        M::Log2 => Float::Log2,
        M::Sin => Float::Sin,
        M::Cos => Float::Cos,
        M::Tan => Float::Tan,
        M::Asin => Float::Asin,
        M::Acos => Float::Acos,
        M::Atan => Float::Atan,
        M::Sinh => Float::Sinh,
        M::Cosh => Float::Cosh,
        M::Tanh => Float::Tanh,
        M::Asinh => Float::Asinh,
        M::Acosh => Float::Acosh,
        M::Atanh => Float::Atanh,
        M::Radians => Float::Radians,
        M::Degrees => Float::Degrees,
        _ => return None,
    })
}

/// A function by the name that a text has for it.
fn named(function: MathFunction) -> String {
    match function.try_to_wgsl() {
        Some(name) => format!("the function `{name}`"),
        None => "a function of this kernel".to_owned(),
    }
}
