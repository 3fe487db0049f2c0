//! Floats, each computed with as many digits as its type has.

use super::Fault;
use crate::types::FloatTy;
use crate::{BinaryOp, ConstValue, Math};

/// What a type of Rust's own makes of its numbers; both have the same words.
macro_rules! computed {
    ($type:ident, $binary:ident, $math:ident) => {
        fn $binary(op: BinaryOp, left: $type, right: $type) -> Option<$type> {
            Some(match op {
                BinaryOp::Add => left + right,
                BinaryOp::Sub => left - right,
                BinaryOp::Mul => left * right,
                BinaryOp::Div => left / right,
                BinaryOp::Rem => left % right,
                _ => return None,
            })
        }

        fn $math(math: Math, values: &[$type]) -> Option<$type> {
            Some(match (math, values) {
                (Math::Min, [a, b]) => a.min(*b),
                (Math::Max, [a, b]) => a.max(*b),
                (Math::Clamp, [a, low, high]) if low <= high => a.clamp(*low, *high),
                (Math::Abs, [a]) => a.abs(),
                (Math::Signum, [a]) => a.signum(),
                (Math::Sqrt, [a]) => a.sqrt(),
                (Math::Cbrt, [a]) => a.cbrt(),
                (Math::MulAdd, [a, b, c]) => a.mul_add(*b, *c),
                (Math::Floor, [a]) => a.floor(),
                (Math::Ceil, [a]) => a.ceil(),
                (Math::Round, [a]) => a.round(),
                (Math::Trunc, [a]) => a.trunc(),
                (Math::Fract, [a]) => a.fract(),
                (Math::Recip, [a]) => a.recip(),
                (Math::Copysign, [a, b]) => a.copysign(*b),
                (Math::Powf, [a, b]) => a.powf(*b),
                (Math::Exp, [a]) => a.exp(),
                (Math::Exp2, [a]) => a.exp2(),
                (Math::ExpM1, [a]) => a.exp_m1(),
                (Math::Ln, [a]) => a.ln(),
                (Math::Ln1p, [a]) => a.ln_1p(),
                (Math::Log2, [a]) => a.log2(),
                (Math::Log10, [a]) => a.log10(),
                (Math::Log, [a, b]) => a.log(*b),
                (Math::Sin, [a]) => a.sin(),
                (Math::Cos, [a]) => a.cos(),
                (Math::Tan, [a]) => a.tan(),
                (Math::Asin, [a]) => a.asin(),
                (Math::Acos, [a]) => a.acos(),
                (Math::Atan, [a]) => a.atan(),
                (Math::Atan2, [a, b]) => a.atan2(*b),
                (Math::Sinh, [a]) => a.sinh(),
                (Math::Cosh, [a]) => a.cosh(),
                (Math::Tanh, [a]) => a.tanh(),
                (Math::Asinh, [a]) => a.asinh(),
                (Math::Acosh, [a]) => a.acosh(),
                (Math::Atanh, [a]) => a.atanh(),
                (Math::Hypot, [a, b]) => a.hypot(*b),
                (Math::ToRadians, [a]) => a.to_radians(),
                (Math::ToDegrees, [a]) => a.to_degrees(),
                (Math::RemEuclid, [a, b]) => a.rem_euclid(*b),
                (Math::DivEuclid, [a, b]) => a.div_euclid(*b),
                _ => return None,
            })
        }
    };
}

computed!(f32, single, single_math);
computed!(f64, double, double_math);

pub(super) fn binary(
    op: BinaryOp,
    left: f64,
    right: f64,
    float: FloatTy,
) -> Result<ConstValue, Fault> {
    let truth = match op {
        BinaryOp::Eq => left == right,
        BinaryOp::Ne => left != right,
        BinaryOp::Lt => left < right,
        BinaryOp::Le => left <= right,
        BinaryOp::Gt => left > right,
        BinaryOp::Ge => left >= right,
        _ => {
            let value = match float {
                // What is computed with 24 digits and then rounded to 11 is what would be
                // computed with 11.
                FloatTy::F16 | FloatTy::F32 => {
                    single(op, left as f32, right as f32).map(|own| float.round(f64::from(own)))
                }
                FloatTy::F64 => double(op, left, right),
            };
            return value.map(ConstValue::Float).ok_or(Fault::NotComputed);
        }
    };
    Ok(ConstValue::Bool(truth))
}

/// A function of a float, which is the first of the values.
pub(super) fn math(math: Math, values: &[ConstValue], float: FloatTy) -> Result<ConstValue, Fault> {
    let computed = match (math, values) {
        (Math::FromBits, [ConstValue::Int(bits)]) => match float {
            FloatTy::F16 => None,
            FloatTy::F32 => Some(ConstValue::Float(f64::from(f32::from_bits(*bits as u32)))),
            FloatTy::F64 => Some(ConstValue::Float(f64::from_bits(*bits as u64))),
        },
        (Math::ToBits, [ConstValue::Float(a)]) => match float {
            FloatTy::F16 => None,
            FloatTy::F32 => Some(ConstValue::Int(i128::from((*a as f32).to_bits()))),
            FloatTy::F64 => Some(ConstValue::Int(i128::from(a.to_bits()))),
        },
        (Math::IsNan, [ConstValue::Float(a)]) => Some(ConstValue::Bool(a.is_nan())),
        (Math::IsFinite, [ConstValue::Float(a)]) => Some(ConstValue::Bool(a.is_finite())),
        (Math::IsInfinite, [ConstValue::Float(a)]) => Some(ConstValue::Bool(a.is_infinite())),
        (Math::IsSignNegative, [ConstValue::Float(a)]) => {
            Some(ConstValue::Bool(a.is_sign_negative()))
        }
        (Math::Powi, [ConstValue::Float(a), ConstValue::Int(power)]) => {
            let power = i32::try_from(*power).map_err(|_| Fault::NotComputed)?;
            match float {
                FloatTy::F16 => None,
                FloatTy::F32 => Some(ConstValue::Float(f64::from((*a as f32).powi(power)))),
                FloatTy::F64 => Some(ConstValue::Float(a.powi(power))),
            }
        }
        (Math::Clamp, [_, ConstValue::Float(low), ConstValue::Float(high)]) if low > high => {
            return Err(Fault::Argument);
        }
        _ => {
            let floats = values.iter().map(|value| match value {
                ConstValue::Float(value) => Some(*value),
                _ => None,
            });
            let floats: Vec<f64> = floats.collect::<Option<_>>().ok_or(Fault::NotComputed)?;
            match float {
                FloatTy::F16 => None,
                FloatTy::F32 => {
                    let singles: Vec<f32> = floats.iter().map(|own| *own as f32).collect();
                    single_math(math, &singles).map(|own| ConstValue::Float(f64::from(own)))
                }
                FloatTy::F64 => double_math(math, &floats).map(ConstValue::Float),
            }
        }
    };
    computed.ok_or(Fault::NotComputed)
}
