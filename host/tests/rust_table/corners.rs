//! Functions of floats over all exponents, at zero, at the ends of their domains and
//! beyond.

use super::data::{Case, case};

/// A number for each thread: of every exponent and sign some, and what is no number.
const SWEEP: &str = "
fn number(i: u32) -> f32 {
    const SPECIAL: [u32; 20] = [
        0, 0x8000_0000, 1, 0x8000_0001, 0x7f_ffff, 0x807f_ffff, 0x7f80_0000, 0xff80_0000,
        0x7fc0_0000, 0x3f80_0001, 0x3f7f_ffff, 0xbf7f_ffff, 0xbf80_0001, 0x3f80_0010,
        0x3eff_ffff, 0x3f00_0001, 0x4b00_0001, 0xcb00_0001, 0x42b1_7218, 0xc2cf_f1b5,
    ];
    if i < 20 {
        return f32::from_bits(SPECIAL[i as usize]);
    }
    let i = i - 20;
    let exponent = i / 4 % 254 + 1;
    let rest = [0, 0x2a_aaaa, 0x40_0000, 0x7f_ffff][i as usize % 4];
    f32::from_bits((i / 1016) << 31 | exponent << 23 | rest)
}";

/// Threads that take all of them: a multiple of 32.
const BLOCKS: u32 = 65;

/// Expressions of `x` that are the same everywhere but for the last places.
const NEAR: [&str; 34] = [
    "x.sqrt()",
    "x.cbrt()",
    "x.exp()",
    "x.exp2()",
    "x.exp_m1()",
    "x.ln()",
    "x.ln_1p()",
    "x.log2()",
    "x.log10()",
    "x.asin()",
    "x.acos()",
    "x.atan()",
    "x.sinh()",
    "x.cosh()",
    "x.tanh()",
    "x.recip()",
    "x.to_degrees()",
    "x.to_radians()",
    "x.powf(1.0)",
    "x.powf(-1.0)",
    "x.powf(2.0)",
    "x.powf(0.5)",
    "x.powf(-3.0)",
    "x.powf(0.0)",
    "x.powf(f32::INFINITY)",
    "x.powf(f32::NEG_INFINITY)",
    "x.powf(-2.5)",
    "x.powi(3)",
    "x.powi(-2)",
    "x.hypot(3.0)",
    "x.atan2(-0.0)",
    "x.atan2(f32::INFINITY)",
    "2.0f32.powf(x)",
    "0.5f32.powf(-x)",
];

/// Expressions of `x` whose bits are the same everywhere.
const EXACT: [&str; 10] = [
    "x.floor()",
    "x.ceil()",
    "x.round()",
    "x.trunc()",
    "x.fract()",
    "x.round_ties_even()",
    "x.abs()",
    "x.signum()",
    "x.copysign(-1.0)",
    "x.clamp(-2.0, 2.0)",
];

/// The same, of which drivers compute the quotient in `f32`.
const REMAINDERS: [&str; 2] = ["x.rem_euclid(3.0)", "x % 1.5"];

/// The same where the standard library's are right: near their poles they are far off,
/// and of large numbers infinite. There those of the simulator have tests of their own.
const INVERSE: [&str; 3] = [
    "if x.abs() > 1e18 { 0.0 } else { x.asinh() }",
    "if x >= 1.0 && x < 2.0 || x > 1e18 { 0.0 } else { x.acosh() }",
    "if x < -0.5 { 0.0 } else { x.atanh() }",
];

/// What rustc computes of numbers in constants.
const CONSTANTS: &str = "
const FLOATS: [f32; 24] = [
    (-1.5f32).abs(), 1.5f32.max(2.5), 1.5f32.min(-2.0), 1.5f32.copysign(-0.0), 3.0f32.recip(),
    (-0.0f32).signum(), 7.5f32.clamp(-1.0, 2.0), 90.0f32.to_radians(), 1.0f32.to_degrees(),
    (-1.5f32).floor(), (-1.5f32).ceil(), 2.5f32.round(), (-2.7f32).trunc(), (-2.7f32).fract(),
    2.5f32.round_ties_even(), 1.1f32.mul_add(1.1, -1.21), f32::from_bits(0x3fc0_0000),
    f32::EPSILON.recip(), 0.1f32 + 0.2, 1e30 * 1e10, f32::MIN_POSITIVE / 3.0, 16777217.0,
    (5.9f32 as i32) as f32, (300.0f32 as u8) as f32,
];
const WORDS: [u32; 24] = [
    0x1234_5678u32.rotate_left(8), 9u32.rotate_right(1), 1u32.leading_zeros(), 80u32.trailing_zeros(),
    255u8.count_ones(), 7i16.count_zeros(), 0x1234u16.swap_bytes() as u32, 6u32.reverse_bits(),
    99u32.isqrt(), 1000u32.ilog10(), 700u32.ilog(3), 7u32.next_power_of_two(), 7u32.next_multiple_of(4),
    7u32.wrapping_mul(0x9e37_79b9), 7u32.saturating_sub(8), 7u32.abs_diff(9), (-7i32).rem_euclid(3) as u32,
    1.5f32.to_bits(), u32::from_be_bytes([1, 2, 3, 4]), (-7i32).unsigned_abs(),
    b'7'.is_ascii_digit() as u32 + 2 * b'x'.is_ascii_uppercase() as u32 + 4 * b' '.is_ascii_whitespace() as u32,
    b'q'.to_ascii_uppercase() as u32, b'Q'.to_ascii_lowercase() as u32 * b'1'.to_ascii_uppercase() as u32,
    1.0f32.is_nan() as u32 + 2 * (0.0f32 / 0.0).is_nan() as u32,
];
#[kernel]
pub unsafe fn body(out: *mut u32) {
    let i = thread::index_1d() as usize;
    *out.add(i) = if i < 24 { FLOATS[i].to_bits() } else { 0 };
    *out.add(i + 32) = WORDS[i % 24];
}";

fn sweep(expression: &str) -> Case {
    let text = format!(
        "{SWEEP}
#[kernel]
pub unsafe fn body(out: *mut f32) {{
    let i = thread::index_1d();
    let x = number(i);
    *out.add(i as usize) = {expression};
}}"
    );
    case(&format!("over all exponents: {expression}"), &text).launch([BLOCKS, 1, 1], [32, 1, 1])
}

pub(crate) fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    // Drivers are free in the last places, and in what is smaller than any normal number.
    let near = |expression: &&str| sweep(expression).within(1e-6, 1e-37).simulated_only();
    cases.extend(NEAR.iter().map(near));
    cases.extend(EXACT.iter().map(|expression| sweep(expression)));
    cases.extend(REMAINDERS.iter().map(|expression| sweep(expression).simulated_only()));
    cases.push(case("numbers in constants", CONSTANTS));
    cases.extend(INVERSE.iter().map(near));
    cases
}
