//! Arithmetic of the host: every type of integers and floats, executed and compiled by rustc.
//! A second evaluator with rules of its own would not pass.

use crate::common::Value::{Array, Float, Integer};
use crate::common::{Trial, Value, check_all};

const INTEGERS: [&str; 12] =
    ["i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize"];

/// What is computed of `x` and `y`, the larger and the smaller of two small numbers of type
/// `$`, and of an `s`, which is a `u32`. All of it is in range for numbers up to 11.
const OF_ALL: &[&str] = &[
    "x + y * 3",
    "(x * 7 - y) / (y + 1) % 5",
    "x & 6 | y ^ 3",
    "x << s >> 1",
    "!x >> s",
    "x.saturating_sub(y).saturating_sub(100)",
    "y.saturating_sub(x)",
    "$::MIN.saturating_sub(x)",
    "$::MAX.saturating_add(x)",
    "y.wrapping_sub(x)",
    "$::MAX.wrapping_add(x)",
    "$::MAX.wrapping_mul(x)",
    "$::MIN.wrapping_neg()",
    "x.wrapping_shl(s + 130)",
    "$::MAX.checked_add(x).unwrap_or(y)",
    "x.checked_sub(y).unwrap_or($::MAX)",
    "x.checked_div(y - y).unwrap_or(77)",
    "$::MAX.saturating_mul(x)",
    "x.pow(s)",
    "x.min(y) + x.max(4).clamp(2, 9)",
    "x.rem_euclid(y + 1) + x.div_euclid(3)",
    "x.abs_diff(y) as $",
    "($::MAX / 3).count_ones() as $",
    "x.leading_zeros() as $",
    "(x << s).trailing_zeros() as $",
    "($::MAX / 5).rotate_left(s) ^ ($::MAX / 7).rotate_right(3)",
    "x.reverse_bits()",
    "x.ilog2() as $",
    "($::MAX / 2).isqrt()",
    "((x as f64) * -3.7) as $",
    "(f32::MAX as $) / 3",
    "(x as f32 / 3.0) as $",
    "(300.5_f64 + x as f64) as $",
    "if x >= y || x / (y - y) == 1 { x } else { y }",
    "-1_i32 as $",
    "200_u8 as i8 as $",
    "($::MAX as u64) as $",
    "x.midpoint(y)",
];

const OF_SIGNED: &[&str] = &[
    "-5 + x * 2 - y",
    "(y - x).abs() + (y - x).signum()",
    "(y - x - 9) / 2",
    "(y - x - 9) % 4",
    "(y - x - 9) >> 1",
    "(y - x - 9).rem_euclid(4)",
    "(y - x - 9).div_euclid(4)",
    "(y - x).saturating_sub(50)",
    "$::MIN.saturating_add(y - x)",
    "$::MIN.checked_neg().unwrap_or(1)",
    "$::MIN.wrapping_abs()",
    "(y - x).unsigned_abs() as $",
    "(y - x - 1).leading_zeros() as $",
];

const OF_NATURAL: &[&str] = &[
    "x.div_ceil(3) + (x + 20).next_multiple_of(7)",
    "(x + 4).next_power_of_two()",
    "x.is_power_of_two() as $",
    "(x + 9).saturating_sub($::MAX)",
];

const OF_FLOATS: &[&str] = &[
    "x / 3.0 + y",
    "x % 0.7",
    "-x * 0.1 - y",
    "x.sqrt() + y.cbrt()",
    "x.powi(3) + x.powf(0.3)",
    "x.sin() + y.cos() * x.tan()",
    "x.atan2(y) + y.atan()",
    "(x / 20.0).asin() + (x / 20.0).acos()",
    "x.exp() + x.ln() + x.log2() + x.log10()",
    "x.exp_m1() + x.ln_1p() + x.log(3.0)",
    "x.sinh() + x.cosh() + x.tanh()",
    "x.floor() + x.ceil() + x.round() + x.trunc()",
    "(x / 7.0).fract() + x.recip()",
    "x.min(y) + x.max(3.0).clamp(0.5, 4.0)",
    "(y - x).abs() + (y - x).signum()",
    "x.copysign(-y) + x.hypot(y)",
    "x.mul_add(y, 0.3)",
    "(y - x).rem_euclid(0.7) + (y - x).div_euclid(0.7)",
    "x.to_radians() + y.to_degrees()",
    "$::MAX * 2.0",
    "$::EPSILON + $::MIN_POSITIVE",
    "$::from_bits(x.to_bits() + 3)",
    "x.is_finite() as u8 as $",
    "(x as u8).wrapping_sub(200) as $",
    "(-x * 1e30) as i64 as $",
    "std::$::consts::PI * x",
    "0.1 + 0.2 + x",
    "16777217 as $ + x",
    "x.exp2()",
];

/// How many expressions a program has.
const AT_ONCE: usize = 8;

/// A program whose host computes expressions of `$`; the kernel stores them bit for bit, in
/// halves where they have 128.
fn program(expressions: &[&str], ty: &str, given: &str) -> String {
    let (mut lets, mut stores) = (String::new(), String::new());
    for (at, expression) in expressions.iter().enumerate() {
        let expression = expression.replace('$', ty);
        let halves = match ty {
            "i128" | "u128" => ["value as i64", "(value >> 64) as i64"],
            "f32" | "f64" => ["value.to_bits() as i64", "0_i64"],
            _ => ["value as i64", "0_i64"],
        };
        lets += &format!("    let value: {ty} = {expression};\n");
        for (half, bits) in halves.iter().enumerate() {
            let index = 2 * at + half;
            lets += &format!("    let part{index} = {bits};\n");
            stores += &format!("        res[{index}] = part{index};\n");
        }
    }
    format!(
        "pub fn program(res: &mut [i64], {given}) {{
    hicuda! {{ shape res[16] }}
    let x = a as {ty};
    let y = b as {ty};
{lets}    hicuda! {{ global alloc res[*] copyin }}
    hicuda! {{ kernel k tblock(1) thread(1) }}
    {{
{stores}    }}
    hicuda! {{ global copyout res[*] }}
}}
"
    )
}

#[test]
fn integers_are_what_rustc_makes_of_them() {
    let mut trials = Vec::new();
    for ty in INTEGERS {
        let is_signed = ty.starts_with('i');
        let own = if is_signed { OF_SIGNED } else { OF_NATURAL };
        let all: Vec<&str> = OF_ALL.iter().chain(own).copied().collect();
        for expressions in all.chunks(AT_ONCE) {
            let text = program(expressions, ty, "a: i32, b: i32, s: u32");
            for (a, b, s) in [(11, 2, 1), (7, 7, 0)] {
                let given: [(&str, Value); 4] =
                    [("res", Array(16)), ("a", Integer(a)), ("b", Integer(b)), ("s", Integer(s))];
                trials.push(Trial::new(&text, "program", &given));
            }
        }
    }
    check_all(&trials);
}

#[test]
fn floats_are_what_rustc_makes_of_them() {
    let mut trials = Vec::new();
    for ty in ["f32", "f64"] {
        for expressions in OF_FLOATS.chunks(AT_ONCE) {
            let text = program(expressions, ty, "a: f64, b: f64");
            for (a, b) in [(5.3, 0.7), (1.0, 11.25)] {
                let given = [("res", Array(16)), ("a", Float(a)), ("b", Float(b))];
                trials.push(Trial::new(&text, "program", &given));
            }
        }
    }
    check_all(&trials);
}

/// Where rustc's program would end, the host stops and says where.
#[test]
fn where_the_program_ends_the_host_stops() {
    let cases = [
        ("u8", "x + 250", "does not fit into `u8`"),
        ("i8", "x * 100", "does not fit into `i8`"),
        ("usize", "y - x", "does not fit into `usize`"),
        ("u64", "$::MAX + x", "does not fit into `u64`"),
        ("i32", "$::MIN - x", "does not fit into `i32`"),
        ("i64", "$::MIN / (y - y - 1)", "does not fit into `i64`"),
        ("i32", "$::MIN % (y - y - 1)", "does not fit into `i32`"),
        ("i16", "-$::MIN", "does not fit into `i16`"),
        ("i32", "$::MIN.abs()", "does not fit into `i32`"),
        ("u32", "x.pow(20)", "does not fit into `u32`"),
        ("u32", "x / (y - y)", "division by zero"),
        ("i64", "x % (y - y)", "division by zero"),
        ("u32", "x.div_ceil(y - y)", "division by zero"),
        ("u16", "x << 16", "cannot be shifted by 16 bits"),
        ("i64", "x >> (s + 64)", "cannot be shifted by 64 bits"),
        ("u32", "(y - y).ilog2()", "no value for what it is given"),
    ];
    for (ty, expression, expected) in cases {
        let text = program(&[expression], ty, "a: i32, b: i32, s: u32");
        let given = [("res", Array(16)), ("a", Integer(11)), ("b", Integer(2)), ("s", Integer(0))];
        let found = Trial::new(&text, "program", &given).stopped();
        assert!(found.contains("program.rs:5:"), "{expression}: {found}");
        assert!(found.contains(expected), "{expression}: {found}");
        // It stops even where nobody needs the value.
        let unused = text.replace("value as i64", "0_i64");
        let found = Trial::new(&unused, "program", &given).stopped();
        assert!(found.contains(expected), "{expression}: {found}");
    }
}
