//! Loops of every kind. Each leaves a number that depends on the order of its
//! turns.

use super::data::{Case, case};

/// Names, and loops that change `sum`; `m` is a small number of the thread's own.
const LOOPS: [(&str, &str); 34] = [
    ("while", "let mut k = 0; while k < m { sum = sum * 3 + k; k += 1; }"),
    (
        "while with a condition that changes",
        "let mut k = m; while k > 0 && sum < 1000 { k -= 1; sum = sum * 3 + k + 1; }",
    ),
    ("while that halves", "let mut k = 16; while k > 0 { sum = sum * 3 + k; k /= 2; }"),
    (
        "while with a block as its condition",
        "let mut k = 0; while { k += 1; k < m } { sum = sum * 3 + k; }",
    ),
    ("loop and break", "let mut k = 0; loop { if k == m { break; } sum = sum * 3 + k; k += 1; }"),
    ("loop with a value", "let mut k = 1; sum = loop { k *= 3; if k > m * 10 { break k - 1; } };"),
    (
        "loop with two breaks",
        "let mut k = 0; sum = loop { if k > 4 { break 100; } if k == m { break k; } k += 1; };",
    ),
    ("for over a range", "for k in 0..m { sum = sum * 3 + k; }"),
    (
        "for over an empty range",
        "for k in 5..m % 5 { sum = sum * 3 + k; } for k in 5..=4 { sum += k; } sum += 1;",
    ),
    ("for over a range with its end", "for k in 1..=m { sum = sum * 3 + k; }"),
    ("for backwards", "for k in (0..m).rev() { sum = sum * 3 + k; }"),
    ("for backwards with its end", "for k in (2..=m).rev() { sum = sum * 3 + k; }"),
    ("for in steps", "for k in (1..20).step_by(m as usize + 1) { sum = sum * 3 + k; }"),
    ("for in steps with its end", "for k in (0..=m * 2).step_by(2) { sum = sum * 3 + k; }"),
    ("for in steps backwards", "for k in (0..m + 5).step_by(3).rev() { sum = sum * 3 + k; }"),
    ("for backwards in steps", "for k in (0..m + 5).rev().step_by(3) { sum = sum * 3 + k; }"),
    (
        "for backwards in steps with its end",
        "for k in (0..=m + 5).rev().step_by(2) { sum = sum * 3 + k; }",
    ),
    ("for backwards twice", "for k in (0..m).rev().rev() { sum = sum * 3 + k; }"),
    ("for without a variable", "for _ in 0..m { sum = sum * 3 + 1; }"),
    ("for over usize", "for k in 0..a.len() / 4 { sum = sum * 3 + a[k]; }"),
    ("for over signed numbers", "for k in -3i32..m as i32 { sum = sum * 3 + k as u32; }"),
    ("for up to the last number", "for k in u32::MAX - m..=u32::MAX { sum = sum * 3 + k; }"),
    (
        "for down from the last number",
        "for k in (u32::MAX - m..=u32::MAX).rev() { sum = sum * 3 + k; }",
    ),
    (
        "for in steps past the last number",
        "for k in (u32::MAX - 10..u32::MAX).step_by(4) { sum = sum * 3 + k; }",
    ),
    (
        "for around zero",
        "for k in (i32::MIN..i32::MIN + m as i32).rev() { sum = sum * 3 + k as u32; }",
    ),
    (
        "the range is computed once",
        "let mut end = m; for k in 0..end { end += 5; sum = sum * 3 + k + end; }",
    ),
    (
        "the variable is each turn's own",
        "for k in 0..m { let k = k * 2; let mut j = k; j += 1; sum = sum * 3 + j; }",
    ),
    ("continue", "for k in 0..m + 4 { if k % 3 == 1 { continue; } sum = sum * 3 + k; }"),
    (
        "continue in while",
        "let mut k = 0; while k < m + 4 { k += 1; if k % 2 == 0 { continue; } sum = sum * 3 + k; }",
    ),
    (
        "loops within loops",
        "for k in 0..m { for j in k..m { sum = sum * 3 + j; } let mut l = 0; while l < k { sum += l; l += 1; } }",
    ),
    (
        "break of an outer loop",
        "'outer: for k in 0..m { for j in 0..m { if j * k > 6 { break 'outer; } sum = sum * 3 + j; } sum += 1; }",
    ),
    (
        "continue of an outer loop",
        "'outer: for k in 0..m { for j in 0..m { if j > k { continue 'outer; } sum = sum * 3 + j; } sum += 100; }",
    ),
    (
        "an outer loop with a value",
        "let mut k = 0; sum = 'outer: loop { k += 1; let mut j = 0; while j < k { j += 1; if j * k > m { break 'outer j * 10 + k; } } };",
    ),
    (
        "a return from within loops",
        "for k in 0..m { loop { if k == 3 { *out.add(i) = 77; return; } if sum > 50 { break; } sum += k + 20; } }",
    ),
];

pub(crate) fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = (LOOPS.iter())
        .map(|(name, text)| {
            let text = format!(
                "#[kernel]
pub unsafe fn turns(a: &[u32], out: *mut u32) {{
    let i = thread::index_1d() as usize;
    let m = a[i] % 8;
    let mut sum = 0;
    {text}
    *out.add(i) = sum;
}}"
            );
            case(name, &text)
        })
        .collect();
    cases.push(case(
        "for over wide numbers",
        "
#[kernel]
pub unsafe fn wide_turns(wild: &[u64], out: *mut u64) {
    let i = thread::index_1d() as usize;
    let mut sum = 0;
    for k in wild[i]..=wild[i].saturating_add(3) {
        sum = sum * 3 + k;
    }
    for k in (0..wild[i] % 9).rev().step_by(2) {
        sum = sum * 5 + k;
    }
    *out.add(i) = sum;
}",
    ));
    cases
}
