//! Integers of at most 64 bits. They are computed with 128, which hold every result but
//! those that are out of range anyway.

use super::Fault;
use crate::types::IntTy;
use crate::{Ascii, BinaryOp, ConstValue, Math};

pub(super) fn in_range(value: i128, int: IntTy) -> Result<ConstValue, Fault> {
    match int.holds(value) {
        true => Ok(ConstValue::Int(value)),
        false => Err(Fault::Overflow { int, value: Some(value) }),
    }
}

pub(super) fn binary(
    op: BinaryOp,
    left: i128,
    right: i128,
    int: IntTy,
) -> Result<ConstValue, Fault> {
    let value = match op {
        BinaryOp::Add => left.saturating_add(right),
        BinaryOp::Sub => left.saturating_sub(right),
        BinaryOp::Mul => left.saturating_mul(right),
        BinaryOp::Div | BinaryOp::Rem if right == 0 => return Err(Fault::DivisionByZero),
        BinaryOp::Div => left / right,
        BinaryOp::Rem => rest(left, right, int, left % right)?,
        BinaryOp::BitAnd => left & right,
        BinaryOp::BitOr => left | right,
        BinaryOp::BitXor => left ^ right,
        BinaryOp::Shl | BinaryOp::Shr => {
            let distance = u32::try_from(right).ok().filter(|right| *right < int.bits());
            let distance = distance.ok_or(Fault::Shift { int, by: right })?;
            if op == BinaryOp::Shl { int.wrap(left << distance) } else { left >> distance }
        }
        BinaryOp::Eq => return Ok(ConstValue::Bool(left == right)),
        BinaryOp::Ne => return Ok(ConstValue::Bool(left != right)),
        BinaryOp::Lt => return Ok(ConstValue::Bool(left < right)),
        BinaryOp::Le => return Ok(ConstValue::Bool(left <= right)),
        BinaryOp::Gt => return Ok(ConstValue::Bool(left > right)),
        BinaryOp::Ge => return Ok(ConstValue::Bool(left >= right)),
    };
    in_range(value, int)
}

/// What is left of a division, unless its quotient does not fit: Rust refuses the rest of
/// `MIN` by -1 as well.
fn rest(left: i128, right: i128, int: IntTy, rest: i128) -> Result<i128, Fault> {
    match right == -1 && left == int.min() {
        true => Err(Fault::Overflow { int, value: Some(-left) }),
        false => Ok(rest),
    }
}

pub(super) fn math(math: Math, ints: &[i128], int: IntTy) -> Result<ConstValue, Fault> {
    let bits = int.bits();
    // The bits of a number, without those that its sign fills in front.
    let own_bits = |value: i128| (value as u128) & (u128::MAX >> (128 - bits));
    let value = match (math, ints) {
        (Math::Ascii(question), [byte]) => {
            let is_one =
                u8::try_from(*byte).is_ok_and(|b| question.ranges().iter().any(|r| r.contains(&b)));
            match question.changes_case() {
                true if is_one => byte ^ i128::from(Ascii::CASE),
                true => *byte,
                false => return Ok(ConstValue::Bool(is_one)),
            }
        }
        (Math::DivCeil | Math::NextMultipleOf | Math::RemEuclid | Math::DivEuclid, [_, 0]) => {
            return Err(Fault::DivisionByZero);
        }
        (Math::IsPowerOfTwo, [a]) => return Ok(ConstValue::Bool(a.count_ones() == 1)),
        (Math::Min, [a, b]) => *a.min(b),
        (Math::Max, [a, b]) => *a.max(b),
        (Math::Clamp, [_, low, high]) if low > high => return Err(Fault::Argument),
        (Math::Clamp, [a, low, high]) => *a.clamp(low, high),
        (Math::Abs, [a]) => a.abs(),
        (Math::Signum, [a]) => a.signum(),
        // Their results are of the type without a sign, and fit.
        (Math::UnsignedAbs, [a]) => return Ok(ConstValue::Int(a.abs())),
        (Math::AbsDiff, [a, b]) => return Ok(ConstValue::Int((a - b).abs())),
        (Math::Pow, [a, b]) => {
            let power = u32::try_from(*b).ok().and_then(|b| a.checked_pow(b));
            power.unwrap_or(i128::MAX)
        }
        (Math::DivCeil, [a, b]) => (a + b - 1) / b,
        (Math::NextMultipleOf, [a, b]) => (a + b - 1) / b * b,
        (Math::NextPowerOfTwo, [a]) => u64::try_from(*a)
            .ok()
            .and_then(u64::checked_next_power_of_two)
            .map_or(1 << 64, i128::from),
        (Math::Ilog2, [a]) if *a > 0 => i128::from(a.ilog2()),
        (Math::Ilog2, _) => return Err(Fault::Argument),
        (Math::CountOnes, [a]) => return count(own_bits(*a).count_ones()),
        (Math::CountZeros, [a]) => return count(bits - own_bits(*a).count_ones()),
        (Math::LeadingZeros, [a]) => return count(own_bits(*a).leading_zeros() - (128 - bits)),
        (Math::TrailingZeros, [a]) => return count(own_bits(*a).trailing_zeros().min(bits)),
        (Math::ReverseBits, [a]) => int.wrap((own_bits(*a).reverse_bits() >> (128 - bits)) as i128),
        (Math::RotateLeft, [a, by]) => rotated(own_bits(*a), *by, int),
        (Math::RotateRight, [a, by]) => {
            rotated(own_bits(*a), i128::from(bits) - by.rem_euclid(bits.into()), int)
        }
        (Math::WrappingShl, [a, by]) => int.wrap(a << by.rem_euclid(bits.into())),
        (Math::WrappingShr, [a, by]) => a >> by.rem_euclid(bits.into()),
        (Math::WrappingAdd, [a, b]) => int.wrap(a + b),
        (Math::WrappingSub, [a, b]) => int.wrap(a - b),
        (Math::WrappingMul, [a, b]) => int.wrap(a.wrapping_mul(*b)),
        (Math::WrappingNeg, [a]) => int.wrap(-a),
        (Math::SaturatingAdd, [a, b]) => (a + b).clamp(int.min(), int.max()),
        (Math::SaturatingSub, [a, b]) => (a - b).clamp(int.min(), int.max()),
        (Math::RemEuclid, [a, b]) => rest(*a, *b, int, a.rem_euclid(*b))?,
        (Math::DivEuclid, [a, b]) => a.div_euclid(*b),
        _ => return Err(Fault::NotComputed),
    };
    in_range(value, int)
}

/// A number of bits, which is a `u32` whatever has them.
fn count(bits: u32) -> Result<ConstValue, Fault> {
    Ok(ConstValue::Int(i128::from(bits)))
}

/// Bits moved to the left, those that leave coming back on the right.
fn rotated(own: u128, by: i128, int: IntTy) -> i128 {
    let bits = int.bits();
    let by = by.rem_euclid(bits.into());
    int.wrap(((own << by) | (own >> (i128::from(bits) - by))) as i128)
}
