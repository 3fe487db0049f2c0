//! Arithmetic of constants, with the errors that rustc would give.

use crate::diagnostic::Diagnostic;
use crate::rust::check::constants::evaluate::{Failure, failure, not_computed};
use crate::rust::check::constants::wide;
use crate::rust::hir::{BinaryOp, ConstValue, Expr, Math, UnaryOp};
use crate::rust::types::{FloatTy, IntTy, Ty};

/// `-x` and `!x`.
pub(crate) fn unary(op: UnaryOp, value: ConstValue, expr: &Expr) -> Result<ConstValue, Failure> {
    Ok(match (op, value, &expr.ty) {
        (UnaryOp::Neg, ConstValue::Int(value), Ty::Int(int)) => {
            in_range(value.wrapping_neg(), *int, expr)?
        }
        (UnaryOp::Neg, ConstValue::Float(value), _) => ConstValue::Float(-value),
        (UnaryOp::Not, ConstValue::Bool(value), _) => ConstValue::Bool(!value),
        (UnaryOp::Not, ConstValue::Int(value), Ty::Int(int)) => ConstValue::Int(int.wrap(!value)),
        _ => return Err(None),
    })
}

pub(crate) fn binary(
    op: BinaryOp,
    (left, left_ty): (ConstValue, &Ty),
    right: ConstValue,
    expr: &Expr,
) -> Result<ConstValue, Failure> {
    match (left, right) {
        (ConstValue::Int(left), ConstValue::Int(right)) => match left_ty {
            Ty::Int(int) if int.is_wide() => wide::ints(op, left, right, *int, expr),
            Ty::Int(int) => ints(op, left, right, *int, expr),
            _ => Err(None),
        },
        (ConstValue::Float(left), ConstValue::Float(right)) => {
            floats(op, left, right, left_ty).ok_or(None)
        }
        (ConstValue::Bool(left), ConstValue::Bool(right)) => Ok(ConstValue::Bool(match op {
            BinaryOp::BitAnd => left & right,
            BinaryOp::BitOr => left | right,
            BinaryOp::BitXor | BinaryOp::Ne => left ^ right,
            BinaryOp::Eq => left == right,
            BinaryOp::Lt => !left & right,
            BinaryOp::Le => left <= right,
            BinaryOp::Gt => left & !right,
            BinaryOp::Ge => left >= right,
            _ => return Err(None),
        })),
        _ => Err(None),
    }
}

pub(crate) fn math(math: Math, values: &[ConstValue], expr: &Expr) -> Result<ConstValue, Failure> {
    let ints: Vec<i128> = values
        .iter()
        .filter_map(|value| match value {
            ConstValue::Int(value) => Some(*value),
            _ => None,
        })
        .collect();
    let Ty::Int(int) = expr.ty else {
        return match (math, ints.as_slice()) {
            (Math::IsPowerOfTwo, [value]) => Ok(ConstValue::Bool(value.count_ones() == 1)),
            _ => Err(not_computed(expr)),
        };
    };
    if int.is_wide() {
        return match (math, ints.as_slice()) {
            (Math::WrappingAdd, [a, b]) => Ok(ConstValue::Int(a.wrapping_add(*b))),
            (Math::WrappingSub, [a, b]) => Ok(ConstValue::Int(a.wrapping_sub(*b))),
            (Math::WrappingMul, [a, b]) => Ok(ConstValue::Int(a.wrapping_mul(*b))),
            (Math::WrappingNeg, [a]) => Ok(ConstValue::Int(a.wrapping_neg())),
            _ => Err(not_computed(expr)),
        };
    }
    let value = match (math, ints.as_slice()) {
        (Math::Min, [a, b]) => *a.min(b),
        (Math::Max, [a, b]) => *a.max(b),
        (Math::Abs | Math::UnsignedAbs, [a]) => a.abs(),
        (Math::AbsDiff, [a, b]) => (a - b).abs(),
        (Math::Pow, [a, b]) => {
            let power = u32::try_from(*b).ok().and_then(|b| a.checked_pow(b));
            power.unwrap_or(i128::MAX)
        }
        (Math::DivCeil, [a, b]) if *b != 0 => (a + b - 1) / b,
        (Math::NextMultipleOf, [a, b]) if *b != 0 => (a + b - 1) / b * b,
        (Math::NextPowerOfTwo, [a]) => u64::try_from(*a)
            .ok()
            .and_then(u64::checked_next_power_of_two)
            .map_or(1 << 64, i128::from),
        (Math::Ilog2, [a]) if *a > 0 => i128::from(a.ilog2()),
        (Math::TrailingZeros, [a]) if *a != 0 => i128::from(a.trailing_zeros()),
        (Math::CountOnes, [a]) if *a >= 0 => i128::from(a.count_ones()),
        (Math::WrappingAdd, [a, b]) => int.wrap(a + b),
        (Math::WrappingSub, [a, b]) => int.wrap(a - b),
        (Math::WrappingMul, [a, b]) => int.wrap(a.wrapping_mul(*b)),
        (Math::SaturatingAdd, [a, b]) => (a + b).clamp(int.min(), int.max()),
        (Math::SaturatingSub, [a, b]) => (a - b).clamp(int.min(), int.max()),
        (Math::RemEuclid, [a, b]) if *b != 0 => a.rem_euclid(*b),
        (Math::DivEuclid, [a, b]) if *b != 0 => a.div_euclid(*b),
        _ => return Err(not_computed(expr)),
    };
    in_range(value, int, expr)
}

fn in_range(value: i128, int: IntTy, expr: &Expr) -> Result<ConstValue, Failure> {
    if int.holds(value) {
        return Ok(ConstValue::Int(value));
    }
    let name = int.name();
    let diagnostic =
        Diagnostic::new(format!("this constant does not fit into `{name}`"), expr.span)
            .label(format!("the result is {value}"));
    let wider = [IntTy::I32, IntTy::U32, IntTy::I64, IntTy::U64].into_iter();
    let diagnostic = match wider.filter(|wider| *wider != int).find(|wider| wider.holds(value)) {
        Some(wider) => diagnostic.help(format!("use a type that holds it: `{}`", wider.name())),
        None => diagnostic.help("use a smaller number"),
    };
    Err(failure(match int {
        IntTy::Usize | IntTy::Isize if (0..=i128::from(u64::MAX)).contains(&value) => diagnostic
            .note(format!("`{name}` has 32 bits in the workbench, as buffers need no more")),
        _ => diagnostic,
    }))
}

fn ints(
    op: BinaryOp,
    left: i128,
    right: i128,
    int: IntTy,
    expr: &Expr,
) -> Result<ConstValue, Failure> {
    let value = match op {
        BinaryOp::Add => left.saturating_add(right),
        BinaryOp::Sub => left.saturating_sub(right),
        BinaryOp::Mul => left.saturating_mul(right),
        BinaryOp::Div | BinaryOp::Rem if right == 0 => {
            return Err(failure(
                Diagnostic::new("division by zero", expr.span).help("divide by another number"),
            ));
        }
        BinaryOp::Div => left / right,
        BinaryOp::Rem => left % right,
        BinaryOp::BitAnd => left & right,
        BinaryOp::BitOr => left | right,
        BinaryOp::BitXor => left ^ right,
        BinaryOp::Shl | BinaryOp::Shr => {
            let bits = int.bits();
            let Some(distance) = u32::try_from(right).ok().filter(|right| *right < bits) else {
                let message = format!("`{}` cannot be shifted by {right} bits", int.name());
                return Err(failure(Diagnostic::new(message, expr.span)));
            };
            if op == BinaryOp::Shl { int.wrap(left << distance) } else { left >> distance }
        }
        BinaryOp::Eq => return Ok(ConstValue::Bool(left == right)),
        BinaryOp::Ne => return Ok(ConstValue::Bool(left != right)),
        BinaryOp::Lt => return Ok(ConstValue::Bool(left < right)),
        BinaryOp::Le => return Ok(ConstValue::Bool(left <= right)),
        BinaryOp::Gt => return Ok(ConstValue::Bool(left > right)),
        BinaryOp::Ge => return Ok(ConstValue::Bool(left >= right)),
    };
    in_range(value, int, expr)
}

fn floats(op: BinaryOp, left: f64, right: f64, ty: &Ty) -> Option<ConstValue> {
    let value = match op {
        BinaryOp::Eq => return Some(ConstValue::Bool(left == right)),
        BinaryOp::Ne => return Some(ConstValue::Bool(left != right)),
        BinaryOp::Lt => return Some(ConstValue::Bool(left < right)),
        BinaryOp::Le => return Some(ConstValue::Bool(left <= right)),
        BinaryOp::Gt => return Some(ConstValue::Bool(left > right)),
        BinaryOp::Ge => return Some(ConstValue::Bool(left >= right)),
        _ => match ty {
            // What is computed with 24 digits and then rounded to 11 is what would be
            // computed with 11.
            Ty::Float(float @ (FloatTy::F16 | FloatTy::F32)) => {
                let (left, right) = (left as f32, right as f32);
                float.round(f64::from(match op {
                    BinaryOp::Add => left + right,
                    BinaryOp::Sub => left - right,
                    BinaryOp::Mul => left * right,
                    BinaryOp::Div => left / right,
                    BinaryOp::Rem => left % right,
                    _ => return None,
                }))
            }
            _ => match op {
                BinaryOp::Add => left + right,
                BinaryOp::Sub => left - right,
                BinaryOp::Mul => left * right,
                BinaryOp::Div => left / right,
                BinaryOp::Rem => left % right,
                _ => return None,
            },
        },
    };
    Some(ConstValue::Float(value))
}

/// `value as ty`.
pub(crate) fn cast(value: ConstValue, ty: &Ty) -> Option<ConstValue> {
    Some(match (value, ty) {
        (ConstValue::Int(value), Ty::Int(int)) => ConstValue::Int(int.wrap(value)),
        (ConstValue::Bool(value), Ty::Int(_)) => ConstValue::Int(i128::from(value)),
        (ConstValue::Int(value), Ty::Float(FloatTy::F32)) => {
            ConstValue::Float(f64::from(value as f32))
        }
        (ConstValue::Int(value), Ty::Float(float)) => ConstValue::Float(float.round(value as f64)),
        (ConstValue::Float(value), Ty::Float(float)) => ConstValue::Float(float.round(value)),
        // From floats, `as` stops at the ends of the range.
        (ConstValue::Float(value), Ty::Int(int)) => {
            ConstValue::Int((value as i128).clamp(int.min(), int.max()))
        }
        (value @ ConstValue::Bool(_), Ty::Bool) => value,
        _ => return None,
    })
}
