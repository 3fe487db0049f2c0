//! Integers of 128 bits. A value is kept as an `i128`, which holds the bits of a `u128`.

use super::Fault;
use crate::types::IntTy;
use crate::{BinaryOp, ConstValue, Math};

/// An operation on two integers; the right one of a shift is a distance.
pub(super) fn ints(op: BinaryOp, left: i128, right: i128, int: IntTy) -> Result<ConstValue, Fault> {
    let is_signed = int.is_signed();
    let (natural, other) = (left as u128, right as u128);
    let is_less = |a: i128, b: i128| if is_signed { a < b } else { (a as u128) < (b as u128) };
    let value = match op {
        BinaryOp::Add if is_signed => left.checked_add(right),
        BinaryOp::Add => natural.checked_add(other).map(|sum| sum as i128),
        BinaryOp::Sub if is_signed => left.checked_sub(right),
        BinaryOp::Sub => natural.checked_sub(other).map(|difference| difference as i128),
        BinaryOp::Mul if is_signed => left.checked_mul(right),
        BinaryOp::Mul => natural.checked_mul(other).map(|product| product as i128),
        BinaryOp::Div | BinaryOp::Rem if right == 0 => return Err(Fault::DivisionByZero),
        BinaryOp::Div if is_signed => left.checked_div(right),
        BinaryOp::Div => Some((natural / other) as i128),
        BinaryOp::Rem if is_signed => left.checked_rem(right),
        BinaryOp::Rem => Some((natural % other) as i128),
        BinaryOp::BitAnd => Some(left & right),
        BinaryOp::BitOr => Some(left | right),
        BinaryOp::BitXor => Some(left ^ right),
        BinaryOp::Shl | BinaryOp::Shr => {
            let distance = u32::try_from(right).ok().filter(|right| *right < 128);
            let distance = distance.ok_or(Fault::Shift { int, by: right })?;
            Some(match op {
                BinaryOp::Shl => left << distance,
                _ if is_signed => left >> distance,
                _ => (natural >> distance) as i128,
            })
        }
        BinaryOp::Eq => return Ok(ConstValue::Bool(left == right)),
        BinaryOp::Ne => return Ok(ConstValue::Bool(left != right)),
        BinaryOp::Lt => return Ok(ConstValue::Bool(is_less(left, right))),
        BinaryOp::Le => return Ok(ConstValue::Bool(!is_less(right, left))),
        BinaryOp::Gt => return Ok(ConstValue::Bool(is_less(right, left))),
        BinaryOp::Ge => return Ok(ConstValue::Bool(!is_less(left, right))),
    };
    value.map(ConstValue::Int).ok_or(Fault::Overflow { int, value: None })
}

/// The functions that the machine has; the others are written in Rust (`library/wide.rs`).
pub(super) fn math(math: Math, ints: &[i128]) -> Result<ConstValue, Fault> {
    let value = match (math, ints) {
        (Math::WrappingAdd, [a, b]) => a.wrapping_add(*b),
        (Math::WrappingSub, [a, b]) => a.wrapping_sub(*b),
        (Math::WrappingMul, [a, b]) => a.wrapping_mul(*b),
        (Math::WrappingNeg, [a]) => a.wrapping_neg(),
        _ => return Err(Fault::NotComputed),
    };
    Ok(ConstValue::Int(value))
}
