//! Floats of 16 bits: every operation is rounded, and in memory they are two bytes.

use super::data::{Case, case, each};

/// Expressions of `x` and `y`, with the result's type.
const EXPRESSIONS: [(&str, &str); 30] = [
    ("f16", "x + y"),
    ("f16", "x - y"),
    ("f16", "x * y"),
    ("f16", "x / y"),
    ("f16", "-x"),
    ("f16", "x * y + x"),
    ("f16", "(x + y) * (x - y) / 3.0"),
    ("f16", "x + 0.1 * y"),
    ("f16", "x.abs().sqrt()"),
    ("f16", "x.min(y) + x.max(y)"),
    ("f16", "x.floor() - y.ceil()"),
    ("f16", "x.clamp(-3.0, 3.0)"),
    ("f32", "x as f32"),
    ("f64", "f64::from(x) + 1e-6"),
    ("i32", "x as i32"),
    ("u8", "x as u8"),
    ("i16", "x as i16"),
    ("u32", "(x < y) as u32 + (x <= y) as u32 * 2 + (x == y) as u32 * 4"),
    ("u16", "x.to_bits()"),
    ("f16", "f16::from_bits(x.to_bits() ^ 0x8001)"),
    ("f16", "f16::MAX - x.abs()"),
    ("f16", "f16::EPSILON * x"),
    ("f16", "x * 1e-3 * 1e-3"),
    ("f16", "x * f16::MIN_POSITIVE"),
    ("f16", "{ let t = [x, y, 1.5]; t[0] * t[1] - t[2] }"),
    ("f16", "{ let mut s = x; s += y; s *= 0.3; s -= 1.0; s }"),
    ("u32", "x.is_nan() as u32 + 2 * x.is_sign_negative() as u32"),
    ("f16", "if x > y { x } else { y }"),
    ("f16", "x.signum() + y.copysign(x)"),
    ("f16", "{ let mut s: f16 = 0.0; for k in 0..9 { s += x * k as f16 / 7.0; } s }"),
];

/// Casts to floats of 16 bits.
const CASTS: [&str; 7] = ["u8", "i16", "u16", "i32", "u32", "f32", "f64"];

const WHOLE: [(&str, &str); 3] = [
    (
        "a dot product of halves",
        "
#[kernel]
pub unsafe fn k(a: &[f16], b: &[f16], out: *mut f32) {
    let i = thread::index_1d() as usize;
    let mut sum = 0.0f32;
    for k in 0..a.len() {
        sum += a[k] as f32 * b[(i + k) % b.len()] as f32;
    }
    *out.add(i) = sum;
}",
    ),
    (
        "halves in a structure",
        "
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Half2 {
    x: f16,
    y: f16,
}
#[kernel]
pub unsafe fn k(a: &[f16], io: *mut Half2) {
    let i = thread::index_1d() as usize;
    let pair = Half2 { x: a[i], y: a[31 - i] };
    *io.add(i) = pair;
    (*io.add(i)).y = pair.x * pair.y;
}",
    ),
    (
        "halves in shared memory",
        "
use cuda_std::shared_array;
#[kernel]
pub unsafe fn k(a: &[f16], out: *mut f16) {
    let tile = shared_array![f16; 32];
    let i = thread::thread_idx_x() as usize;
    *tile.add(i) = a[i] * 2.0;
    thread::sync_threads();
    *out.add(i) = *tile.add(31 - i) + *tile.add(i);
}",
    ),
];

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (result, expression) in EXPRESSIONS {
        cases.push(each("a", "f16", result, expression));
        // What is wild may be no number, and which one it is then is left open.
        if result != "f16" && !expression.contains("bits") {
            cases.push(each("wild", "f16", result, expression));
        }
    }
    for from in CASTS {
        cases.push(each("a", from, "f16", "x as f16 / 3.0"));
    }
    cases.push(each("a", "f64", "f16", "(x * 1.0000152587890627 + 0.00048828125) as f16"));
    for (name, text) in WHOLE {
        let case = case(name, text);
        cases.push(if text.contains("sync_threads") { case.cooperative() } else { case });
    }
    cases
}
