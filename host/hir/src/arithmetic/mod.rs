//! Arithmetic of known values: what Rust's operators, functions of numbers and casts make
//! of them.
//!
//! This is the only place that computes them. Constants are (`check::constants`), and so
//! are the numbers of a program's host ([`Number`](super::number::Number)). What Rust's
//! program would end with is a [`Fault`], and each of them says that in its own words.

mod floats;
mod integers;
mod wide;

use crate::types::{FloatTy, IntTy, Ty};
use crate::{BinaryOp, ConstValue, Math, UnaryOp};
use thiserror::Error;

/// Why there is no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// The result, where 128 bits hold it.
    #[error("the result does not fit into `{}`", int.name())]
    Overflow { int: IntTy, value: Option<i128> },
    #[error("division by zero")]
    DivisionByZero,
    #[error("`{}` cannot be shifted by {by} bits", int.name())]
    Shift { int: IntTy, by: i128 },
    /// A function that panics for what it was given.
    #[error("the function has no value for what it is given")]
    Argument,
    /// Nothing that is computed beforehand; the program itself may well do it.
    #[error("this is not computed beforehand")]
    NotComputed,
}

impl Fault {
    /// Whether the program would end here, as opposed to go on with a value.
    pub fn ends_the_program(self) -> bool {
        self != Fault::NotComputed
    }
}

/// `-x` and `!x`.
pub fn unary(op: UnaryOp, value: ConstValue, ty: &Ty) -> Result<ConstValue, Fault> {
    Ok(match (op, value, ty) {
        (UnaryOp::Neg, ConstValue::Int(value), Ty::Int(int)) if int.is_wide() => {
            let own = value.checked_neg().filter(|_| int.is_signed());
            ConstValue::Int(own.ok_or(Fault::Overflow { int: *int, value: None })?)
        }
        (UnaryOp::Neg, ConstValue::Int(value), Ty::Int(int)) => {
            integers::in_range(value.wrapping_neg(), *int)?
        }
        (UnaryOp::Neg, ConstValue::Float(value), _) => ConstValue::Float(-value),
        (UnaryOp::Not, ConstValue::Bool(value), _) => ConstValue::Bool(!value),
        (UnaryOp::Not, ConstValue::Int(value), Ty::Int(int)) => ConstValue::Int(int.wrap(!value)),
        _ => return Err(Fault::NotComputed),
    })
}

/// An operator on two values, of which the left one has this type.
pub fn binary(
    op: BinaryOp,
    left: ConstValue,
    right: ConstValue,
    ty: &Ty,
) -> Result<ConstValue, Fault> {
    match (left, right, ty) {
        (ConstValue::Int(left), ConstValue::Int(right), Ty::Int(int)) => match int.is_wide() {
            true => wide::ints(op, left, right, *int),
            false => integers::binary(op, left, right, *int),
        },
        (ConstValue::Float(left), ConstValue::Float(right), Ty::Float(float)) => {
            floats::binary(op, left, right, *float)
        }
        (ConstValue::Bool(left), ConstValue::Bool(right), _) => Ok(ConstValue::Bool(match op {
            BinaryOp::BitAnd => left & right,
            BinaryOp::BitOr => left | right,
            BinaryOp::BitXor | BinaryOp::Ne => left ^ right,
            BinaryOp::Eq => left == right,
            BinaryOp::Lt => !left & right,
            BinaryOp::Le => left <= right,
            BinaryOp::Gt => left & !right,
            BinaryOp::Ge => left >= right,
            _ => return Err(Fault::NotComputed),
        })),
        _ => Err(Fault::NotComputed),
    }
}

/// A function of a number of this type, the first of the values.
pub fn math(math: Math, values: &[ConstValue], ty: &Ty) -> Result<ConstValue, Fault> {
    match ty {
        Ty::Int(int) => {
            let ints = values.iter().map(|value| match value {
                ConstValue::Int(value) => Some(*value),
                _ => None,
            });
            let ints: Vec<i128> = ints.collect::<Option<_>>().ok_or(Fault::NotComputed)?;
            match int.is_wide() {
                true => wide::math(math, &ints),
                false => integers::math(math, &ints, *int),
            }
        }
        Ty::Float(float) => floats::math(math, values, *float),
        _ => Err(Fault::NotComputed),
    }
}

/// `value as to`, of a value of another type.
pub fn cast(value: ConstValue, from: &Ty, to: &Ty) -> Option<ConstValue> {
    // The bits of a `u128` are kept as an `i128`.
    let is_widest = |ty: &Ty| *ty == Ty::Int(IntTy::U128);
    Some(match (value, to) {
        (ConstValue::Int(value), Ty::Int(int)) => ConstValue::Int(int.wrap(value)),
        (ConstValue::Bool(value), Ty::Int(_)) => ConstValue::Int(i128::from(value)),
        (ConstValue::Int(value), Ty::Float(FloatTy::F32)) => {
            let single = if is_widest(from) { value as u128 as f32 } else { value as f32 };
            ConstValue::Float(f64::from(single))
        }
        (ConstValue::Int(value), Ty::Float(float)) => {
            let double = if is_widest(from) { value as u128 as f64 } else { value as f64 };
            ConstValue::Float(float.round(double))
        }
        (ConstValue::Float(value), Ty::Float(float)) => ConstValue::Float(float.round(value)),
        // From floats, `as` stops at the ends of the range.
        (ConstValue::Float(value), ty) if is_widest(ty) => ConstValue::Int(value as u128 as i128),
        (ConstValue::Float(value), Ty::Int(int)) => {
            ConstValue::Int((value as i128).clamp(int.min(), int.max()))
        }
        (value @ ConstValue::Bool(_), Ty::Bool) => value,
        _ => return None,
    })
}
