//! Arithmetic on columns of lanes, as the WGSL specification has it: integers
//! wrap, division by zero gives the dividend, shifts use as many low bits as the
//! width asks for, and conversions from floats stop at the ends of the range.
//!
//! Everything here is compiled into the instruction loop, which comes in several
//! versions for different processors; a call would lose that.

mod float;
mod hyperbolic;
mod wide;
mod word;

pub(super) use wide::{narrow, wide, widen};
pub(super) use word::{binary, ternary, unary};

use super::code::{AtomicFunction, Scalar};

/// The word of a condition that holds.
pub(super) const TRUE: u32 = u32::MAX;

/// A word for a condition.
#[inline(always)]
fn condition(holds: bool) -> u32 {
    if holds { TRUE } else { 0 }
}

/// What an atomic operation on a word leaves in memory.
pub(super) fn atomic(function: AtomicFunction, scalar: Scalar, old: u32, value: u32) -> u32 {
    use AtomicFunction as A;
    let float = |f: fn(f32, f32) -> f32| f(f32::from_bits(old), f32::from_bits(value)).to_bits();
    match (function, scalar) {
        (A::Add, Scalar::F32) => float(|x, y| x + y),
        (A::Sub, Scalar::F32) => float(|x, y| x - y),
        (A::Min, Scalar::F32) => float(f32::min),
        (A::Max, Scalar::F32) => float(f32::max),
        (A::Min, Scalar::I32) => (old as i32).min(value as i32) as u32,
        (A::Max, Scalar::I32) => (old as i32).max(value as i32) as u32,
        (A::Add, _) => old.wrapping_add(value),
        (A::Sub, _) => old.wrapping_sub(value),
        (A::And, _) => old & value,
        (A::Or, _) => old | value,
        (A::Xor, _) => old ^ value,
        (A::Min, _) => old.min(value),
        (A::Max, _) => old.max(value),
        (A::Exchange, _) => value,
    }
}

/// What an atomic operation on 64 bits leaves in memory.
pub(super) fn atomic_wide(function: AtomicFunction, scalar: Scalar, old: u64, value: u64) -> u64 {
    use AtomicFunction as A;
    match (function, scalar) {
        (A::Add, Scalar::F64) => (f64::from_bits(old) + f64::from_bits(value)).to_bits(),
        (A::Sub, Scalar::F64) => (f64::from_bits(old) - f64::from_bits(value)).to_bits(),
        (A::Min, Scalar::F64) => f64::from_bits(old).min(f64::from_bits(value)).to_bits(),
        (A::Max, Scalar::F64) => f64::from_bits(old).max(f64::from_bits(value)).to_bits(),
        (A::Min, Scalar::I64) => (old as i64).min(value as i64) as u64,
        (A::Max, Scalar::I64) => (old as i64).max(value as i64) as u64,
        (A::Add, _) => old.wrapping_add(value),
        (A::Sub, _) => old.wrapping_sub(value),
        (A::And, _) => old & value,
        (A::Or, _) => old | value,
        (A::Xor, _) => old ^ value,
        (A::Min, _) => old.min(value),
        (A::Max, _) => old.max(value),
        (A::Exchange, _) => value,
    }
}

#[cfg(test)]
mod tests;
