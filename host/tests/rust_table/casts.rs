//! `as` between all numbers, at their ends.

use super::data::{Case, case, each};

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = vec![
        // Floats saturate, and what is no number becomes zero.
        each("wild", "f32", "i32", "x as i32"),
        each("wild", "f32", "u32", "x as u32"),
        each("wild", "f32", "i64", "x as i64"),
        each("wild", "f32", "u64", "x as u64"),
        each("wild", "f64", "i32", "x as i32"),
        each("wild", "f64", "u32", "x as u32"),
        each("wild", "f64", "i64", "x as i64"),
        each("wild", "f64", "u64", "x as u64"),
        // Integers keep their low bits, and widen by their sign.
        each("wild", "i32", "u32", "x as u32"),
        each("wild", "u32", "i32", "x as i32"),
        each("wild", "i32", "i64", "x as i64"),
        each("wild", "i32", "u64", "x as u64"),
        each("wild", "u32", "i64", "x as i64"),
        each("wild", "u32", "u64", "x as u64"),
        each("wild", "i64", "i32", "x as i32"),
        each("wild", "u64", "u32", "x as u32"),
        each("wild", "i64", "u32", "x as u32"),
        each("wild", "u64", "i64", "x as i64"),
        // To floats they are rounded.
        each("wild", "i32", "f32", "x as f32").within(1e-6, 0.0),
        each("wild", "u32", "f32", "x as f32").within(1e-6, 0.0),
        each("wild", "i32", "f64", "x as f64"),
        each("wild", "u32", "f64", "x as f64"),
        each("wild", "i64", "f64", "x as f64").within(1e-15, 0.0),
        each("wild", "u64", "f64", "x as f64").within(1e-15, 0.0),
        each("a", "f32", "f64", "x as f64"),
        each("a", "f64", "f32", "x as f32"),
        // Truth values, `usize`, and several in a row.
        each("a", "i32", "u32", "(x < y) as u32"),
        each("a", "i32", "i32", "-((x < y) as i32)"),
        each("a", "f32", "f32", "(x < y) as u32 as f32"),
        each("wild", "u32", "u32", "(x % 100) as usize as u32"),
        each("a", "f32", "u32", "x.abs() as usize as u32"),
        each("wild", "i32", "f32", "(x as u32 >> 16) as f32"),
        each("wild", "f32", "u32", "x as i32 as u32 ^ y as u32"),
        each("a", "f32", "i32", "(x + 0.5).floor() as i32 * 2"),
    ];
    cases.push(case(
        "isize and usize",
        "
#[kernel]
pub unsafe fn signed_sizes(a: &[i32], out: *mut i32) {
    let i = thread::index_1d() as usize;
    let step = a[i] as isize;
    let back = (i as isize - 40) * step;
    *out.add(i) = back as i32;
}",
    ));
    cases
}
