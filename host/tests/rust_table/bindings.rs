//! `let`, assignment, blocks as values, constants, tuples and arrays in
//! registers.

use super::data::{Case, case};

/// Names and bodies of kernels from `a`, `u` and `f` to `out`, which has four
/// elements for each thread.
const BODIES: [(&str, &str); 24] = [
    (
        "shadowing with another type",
        "let x = a[i]; let x = x as u32; let x = x % 7; *out.add(i) = x as i32;",
    ),
    (
        "shadowing in a block ends with it",
        "let x = a[i]; { let x = x + 1; *out.add(i) = x; } *out.add(i + 32) = x;",
    ),
    (
        "a variable that gets its value later",
        "let x; if a[i] > 0 { x = a[i]; } else { x = -1; } *out.add(i) = x;",
    ),
    (
        "a variable that gets its value in a match",
        "let x: i32; match a[i] { 0 => x = 5, _ => x = a[i] * 2 } *out.add(i) = x;",
    ),
    ("a block as a value", "let x = { let y = a[i] * 2; y + 1 }; *out.add(i) = x;"),
    ("blocks within blocks", "let x = { 1 + { { a[i] } } * 2 }; *out.add(i) = x - { 3 };"),
    ("an if as a value", "*out.add(i) = if a[i] < 0 { -a[i] } else { a[i] * 2 };"),
    (
        "an if within an expression",
        "*out.add(i) = 1 + if u[i] % 2 == 0 { 10 } else if u[i] % 3 == 0 { 20 } else { 30 } * 2;",
    ),
    (
        "compound assignment of integers",
        "let mut x = a[i]; x += 3; x -= 1; x *= 5; x /= 2; x %= 50; x &= 61; x |= 2; x ^= 9; x <<= 2; x >>= 1; *out.add(i) = x;",
    ),
    (
        "compound assignment of floats",
        "let mut x = f[i]; x += 1.5; x -= 0.25; x *= 2.0; x /= 4.0; x %= 8.0; *out.add(i) = (x * 64.0) as i32;",
    ),
    (
        "compound assignment of truth values",
        "let mut b = a[i] > 0; b &= u[i] > 5; b |= i == 3; b ^= true; *out.add(i) = b as i32;",
    ),
    (
        "compound assignment evaluates its right side first",
        "let mut x = a[i]; x += { x = 100; 1 }; *out.add(i) = x;",
    ),
    (
        "an assignment has no value",
        "let mut x = 1; let y = { x = a[i]; }; let _ = y; *out.add(i) = x;",
    ),
    (
        "operands are evaluated from left to right",
        "let mut x = a[i]; let y = x + { x += 10; x } * 2 + x; *out.add(i) = y;",
    ),
    (
        "a tuple and its members",
        "let t = (a[i], u[i], f[i] > 0.0); *out.add(i) = t.0 + t.1 as i32 + t.2 as i32;",
    ),
    (
        "a tuple that changes",
        "let mut t = (a[i], 2); t.0 += 5; t.1 = t.0 * t.1; let (x, y) = t; *out.add(i) = x ^ y;",
    ),
    (
        "tuples within tuples",
        "let t = ((a[i], 1), (2, (u[i], 3))); let ((x, _), (y, (z, w))) = t; *out.add(i) = x + y + z as i32 + w + t.1 .1 .1;",
    ),
    (
        "an array of numbers",
        "let mut t = [0; 5]; t[i % 5] = a[i]; t[(i + 1) % 5] += 7; *out.add(i) = t[0] + 10 * t[1] + 100 * t[4];",
    ),
    (
        "an array from a list",
        "let t = [3, a[i], u[i] as i32, -4]; *out.add(i) = t[i % 4] - t[(i * 3) % 4];",
    ),
    (
        "arrays within arrays",
        "let mut t = [[1; 3]; 4]; t[i % 4][i % 3] = a[i]; t[1][2] *= 2; let row = t[i % 4]; *out.add(i) = row[0] + row[1] * 3 + row[2] * 5 + t[1][2];",
    ),
    (
        "an array is copied",
        "let mut t = [a[i]; 3]; let old = t; t[1] = 99; *out.add(i) = old[1] - t[1];",
    ),
    (
        "an array of tuples",
        "let mut t = [(1, 2.5); 3]; t[i % 3] = (a[i], f[i]); *out.add(i) = t[0].0 + t[1].0 * 2 + (t[2].1 * 16.0) as i32;",
    ),
    ("a const within the function", "const K: i32 = 3 * 4; let x = K; *out.add(i) = a[i] * x + K;"),
    ("statements without effect", "a[i]; (); { } let _ = a[i]; ; *out.add(i) = a[i] + 1;"),
];

pub(crate) fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = (BODIES.iter())
        .map(|(name, body)| {
            let text = format!(
                "#[kernel]
pub unsafe fn body(a: &[i32], u: &[u32], f: &[f32], out: *mut i32) {{
    let i = thread::index_1d() as usize;
    {body}
}}"
            );
            case(name, &text)
        })
        .collect();
    cases.extend(constants());
    cases.extend(numbers());
    cases
}

fn constants() -> Vec<Case> {
    vec![
        case(
            "constants from constants",
            "
const WIDTH: usize = 4;
pub const AREA: usize = WIDTH * (WIDTH + 1) / 2;
const SCALE: f32 = 0.5 * 3.0;
const MASK: u32 = !0 >> 4 & 0xff0 | 1;
const NEGATIVE: i32 = -(WIDTH as i32) << 2;
const IS_LARGE: bool = AREA > 8 && WIDTH != 0;
#[kernel]
pub unsafe fn constants(a: &[i32], out: *mut f32) {
    let i = thread::index_1d() as usize;
    let mut parts = [0.0; AREA];
    parts[i % AREA] = SCALE;
    let x = a[i] & MASK as i32 | NEGATIVE;
    *out.add(i) = parts[3] + x as f32 + if IS_LARGE { 1000.0 } else { 0.0 };
}",
        ),
        case(
            "a constant array",
            "
const TABLE: [u32; 4] = [3, 1, 4, 1 + 4];
const NESTED: [[f32; 2]; 2] = [[1.0, 2.5], [-3.0, 0.25]];
#[kernel]
pub unsafe fn tables(u: &[u32], out: *mut f32) {
    let i = thread::index_1d() as usize;
    *out.add(i) = TABLE[u[i] as usize % 4] as f32 * NESTED[i % 2][i / 2 % 2];
}",
        ),
    ]
}

/// What is given by value.
fn numbers() -> Vec<Case> {
    vec![
        case(
            "numbers of all types by value",
            "
#[kernel]
pub unsafe fn numbers(out: *mut u32, a: u32, b: i32, c: f32, d: usize) {
    let i = thread::index_1d() as usize;
    *out.add(i) = match i % 4 {
        0 => a,
        1 => b as u32,
        2 => (c * 16.0) as u32,
        _ => d as u32,
    };
}",
        ),
        case(
            "wide numbers by value",
            "
#[kernel]
pub unsafe fn wide_numbers(a: u32, b: u64, out: *mut u64, c: i64, d: f32, e: f64) {
    let i = thread::index_1d() as usize;
    *out.add(i) = match i % 5 {
        0 => a as u64,
        1 => b,
        2 => c as u64,
        3 => (d * 16.0) as u64,
        _ => (e * 16.0) as u64,
    };
}",
        ),
        case(
            "a parameter is a variable",
            "
#[kernel]
pub unsafe fn changed(mut n: u32, a: &[u32], mut out: *mut u32) {
    let i = thread::index_1d() as usize;
    n += a[i];
    out = out.add(i);
    *out = n;
}",
        ),
    ]
}
