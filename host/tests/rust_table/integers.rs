//! Operators and methods of integers. Overflow wraps, as in a release build.

use super::data::{Case, each};

/// Expressions for all four integer types, with a result of the same type.
const ALL: [&str; 30] = [
    "x + y",
    "x - y",
    "x * y",
    "x / (y | 1).max(1)",
    "x % (y | 1).max(1)",
    "x & y | (x ^ y)",
    "!x",
    "x << y",
    "x >> y",
    "x << (y | 40)",
    "x >> (y | 33)",
    "x.min(y)",
    "x.max(y)",
    "x.clamp(3, 1000)",
    "x.wrapping_add(y)",
    "x.wrapping_sub(y)",
    "x.wrapping_mul(y)",
    "x.wrapping_neg()",
    "x.saturating_add(y)",
    "x.saturating_sub(y)",
    "x.pow(3)",
    "x.pow(0)",
    "x.pow((y & 7) as u32)",
    "x.reverse_bits()",
    "x.rotate_left(y as u32)",
    "x.rotate_right(5)",
    "x.wrapping_shl(y as u32)",
    "x.wrapping_shr(y as u32)",
    "x.rem_euclid(7)",
    "x.div_euclid(7)",
];

/// Expressions with a `u32` as result.
const COUNTS: [&str; 10] = [
    "x.count_ones()",
    "x.count_zeros()",
    "x.leading_zeros()",
    "x.trailing_zeros()",
    "(x.max(1)).ilog2()",
    "(x < y) as u32 + 2 * (x <= y) as u32",
    "(x > y) as u32 + 2 * (x >= y) as u32",
    "(x == y) as u32 + 2 * (x != y) as u32",
    "(x > 5 && y < 5 || x == 0) as u32",
    "((x > 5) & (y < 5) ^ (x == 0)) as u32",
];

const SIGNED: [&str; 6] =
    ["-x", "x.abs()", "x.signum()", "x / -3", "x % -3", "x.rem_euclid(-9) + x.div_euclid(-9)"];

const UNSIGNED: [&str; 5] = [
    "x.abs_diff(y)",
    "x.div_ceil(7)",
    "x.next_multiple_of(6)",
    "x.next_power_of_two()",
    "x.is_power_of_two() as u32 as _",
];

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for ty in ["u32", "i32", "u64", "i64"] {
        cases.extend(ALL.iter().map(|expression| each("wild", ty, ty, expression)));
        cases.extend(COUNTS.iter().map(|expression| each("wild", ty, "u32", expression)));
    }
    for ty in ["i32", "i64"] {
        cases.extend(SIGNED.iter().map(|expression| each("wild", ty, ty, expression)));
    }
    for ty in ["u32", "u64"] {
        cases.extend(UNSIGNED.iter().map(|expression| each("wild", ty, ty, expression)));
    }
    cases.extend([
        each("wild", "i32", "u32", "x.unsigned_abs()"),
        each("wild", "i32", "u32", "x.abs_diff(y)"),
        each("wild", "i64", "u64", "x.unsigned_abs()"),
        each("wild", "i64", "u64", "x.abs_diff(y)"),
        // A distance is of any type, and only its low bits count.
        each("wild", "u32", "u32", "x << y as i32"),
        each("wild", "u32", "u32", "x >> (y as u64)"),
        each("wild", "i32", "i32", "x >> (y as u32)"),
        each("wild", "i32", "i32", "x << -y"),
        each("wild", "u32", "u32", "1 << (y as usize & 63)"),
        // Constants of the types.
        each("wild", "u32", "u32", "u32::MAX - x + u32::MIN + u32::BITS"),
        each("wild", "i32", "i32", "i32::MAX ^ x ^ i32::MIN"),
        each("wild", "u64", "u64", "u64::MAX / (x | 1) + 0xdead_beef_0000"),
        each("wild", "u32", "u32", "0x1f & x | 0b1010_0000 | 0o17"),
        each("wild", "u32", "u32", "u32::min(x, 9) + u32::max(y, 3).wrapping_add(1_000)"),
    ]);
    cases
}
