//! Operators and methods of floats.

use super::data::{Case, each};

/// Expressions that are exact for the data of the table.
const EXACT: [&str; 25] = [
    "x + y",
    "x - y",
    "x * y",
    "-x",
    "x / 4.0",
    "x % 8.0",
    "x.abs()",
    "x.min(y)",
    "x.max(y)",
    "x.clamp(-2.5, 7.25)",
    "x.floor()",
    "x.ceil()",
    "x.trunc()",
    "x.round()",
    "x.fract()",
    "x.mul_add(y, 2.5)",
    "x.mul_add(x, x)",
    "(x + 0.03125).signum()",
    "x.copysign(y + 0.03125)",
    "x.rem_euclid(8.0)",
    "x.div_euclid(8.0)",
    "x * 2.0 + y * 0.5 - 1.0",
    "if x < y { x } else { y + 1.0 }",
    "(x * 0.25).round() + (x * 0.125).round()",
    "x.max(y).min(x * 2.0)",
];

/// Expressions that are not exact, and how far apart results may be. What the
/// software adapter computes with a polynomial is further off.
const NEAR: [(&str, f32, f32); 33] = [
    ("x / (y + 0.03125)", 1e-5, 1e-5),
    ("x.abs().sqrt()", 1e-5, 0.0),
    ("(x + 0.03125).recip()", 1e-5, 0.0),
    ("(x / 16.0).powi(3)", 1e-4, 1e-6),
    ("(x.abs() + 1.0).powi(-2)", 1e-4, 1e-6),
    ("x.powi(0) + (x / 16.0).powi(5)", 1e-4, 1e-4),
    ("(x.abs() + 0.5).powf(y / 32.0)", 1e-3, 1e-6),
    ("(x / 16.0).exp()", 1e-4, 0.0),
    ("(x / 16.0).exp2()", 1e-4, 0.0),
    ("(x.abs() + 0.5).ln()", 1e-4, 1e-4),
    ("(x.abs() + 0.5).log2()", 1e-4, 1e-4),
    ("(x.abs() + 0.5).log10()", 1e-4, 1e-4),
    ("(x.abs() + 0.5).log(3.0)", 1e-4, 1e-4),
    ("(x / 32.0).sin()", 1e-3, 1e-3),
    ("(x / 32.0).cos()", 1e-3, 1e-3),
    ("(x / 64.0).tan()", 1e-3, 1e-3),
    ("(x / 64.0).asin()", 1e-3, 1e-3),
    ("(x / 64.0).acos()", 1e-3, 1e-3),
    ("x.atan()", 1e-3, 1e-3),
    ("x.atan2(y + 0.03125)", 1e-3, 1e-3),
    ("(x / 32.0).sinh()", 1e-3, 1e-3),
    ("(x / 32.0).cosh()", 1e-3, 1e-3),
    ("(x / 32.0).tanh()", 1e-3, 1e-3),
    ("(x / 16.0).asinh()", 1e-3, 1e-3),
    ("(x.abs() + 1.5).acosh()", 1e-3, 1e-3),
    ("(x / 128.0).atanh()", 1e-3, 1e-3),
    ("x.hypot(y)", 1e-4, 1e-4),
    ("x.cbrt()", 1e-3, 1e-3),
    ("(x / 32.0).exp_m1()", 1e-3, 1e-3),
    ("x.abs().ln_1p()", 1e-3, 1e-3),
    ("x.to_radians() + x.to_degrees()", 1e-5, 1e-5),
    ("(x / 32.0).sin_cos().0 - (y / 32.0).sin_cos().1", 1e-3, 2e-3),
    ("x * core::f32::consts::PI / 180.0", 1e-5, 1e-6),
];

/// Expressions with a truth value, for any float.
const ASKED: [&str; 6] = [
    "x.is_nan()",
    "x.is_finite()",
    "x.is_infinite()",
    "x.is_sign_negative()",
    "x < y || x == y",
    "!(x >= y) && x != y",
];

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for ty in ["f32", "f64"] {
        cases.extend(EXACT.iter().map(|expression| each("a", ty, ty, expression)));
        for expression in ASKED {
            cases.push(each("wild", ty, "u32", &format!("({expression}) as u32")));
        }
    }
    for (expression, relative, absolute) in NEAR {
        cases.push(each("a", "f32", "f32", expression).within(relative, absolute));
    }
    cases.extend([
        each("wild", "f32", "u32", "x.to_bits() & 0x7fffffff"),
        each("a", "f32", "u32", "(-x.abs() - 1.0).powf(y.abs() + 0.5).is_nan() as u32"),
        each("a", "f32", "f32", "(-x.abs() - 1.0).powf((y / 16.0).trunc())").within(1e-3, 1e-6),
        each("a", "f32", "f32", "(x * 1e30).hypot(y * 1e30) * 1e-30").within(1e-4, 1e-4),
        each("a", "f32", "f32", "(x * 1e-30).hypot(y * 1e-30) * 1e30").within(1e-4, 1e-4),
        each("a", "f32", "f32", "(x * 1e-7).exp_m1() * 1e7").within(1e-5, 1e-5),
        each("a", "f32", "f32", "(x * 1e-7).ln_1p() * 1e7").within(1e-5, 1e-5),
        each("a", "f32", "f32", "(x / 64.0).exp_m1() + (x / 128.0).ln_1p()").within(1e-3, 1e-4),
        each("a", "u32", "f32", "f32::from_bits(x << 20 | 0x3f800000)"),
        each("a", "f64", "u64", "(x + 0.03125).to_bits()"),
        each("a", "u64", "f64", "f64::from_bits(x << 50 | 0x3ff0000000000000)"),
        each("a", "f64", "f64", "x.abs().sqrt()").within(1e-12, 0.0),
        each("a", "f64", "f64", "x / (y + 0.03125)").within(1e-12, 0.0),
        each("a", "f32", "f32", "f32::max(x, y) + f32::abs(x) + f32::sqrt(16.0)"),
        each("a", "f32", "f32", "x.min(f32::INFINITY).max(f32::MIN).min(f32::MAX)"),
        each("a", "f32", "f32", "1e1 + 2.5e-1 * x + 3f32 + 4_0.0"),
    ]);
    cases
}
