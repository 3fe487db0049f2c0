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
    cases.extend(INVERSE.iter().map(near));
    cases
}
