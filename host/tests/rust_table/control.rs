//! Branches, `match`, and ways out.

use super::data::{Case, case};

const BODIES: [(&str, &str); 31] = [
    (
        "assertions that hold",
        "assert!(i < 1000); debug_assert_ne!(i, 1000, \"{} of {n}\", i, n = 2); assert_eq!(u[i], u[i] / 2 * 2 + u[i] % 2); *out.add(i) = a[i];",
    ),
    (
        "a panic that nobody comes to",
        "*out.add(i) = match u[i] % 2 { 0 => 1, 1 => 2, _ => unreachable!(\"{}\", i) };",
    ),
    (
        "assertions in a helper",
        "fn half(x: u32) -> u32 { assert!(x < u32::MAX, \"never\"); x / 2 } *out.add(i) = half(half(u[i])) as i32;",
    ),
    (
        "a helper that gives up or returns two numbers",
        "fn split(x: u32) -> (u32, u32) { if x == u32::MAX { panic!(); } (x / 7, x % 7) } let (p, q) = split(u[i]); *out.add(i) = (p * 10 + q) as i32;",
    ),
    ("if without else", "if a[i] > 0 { *out.add(i) = a[i]; }"),
    (
        "if, else if, else",
        "if a[i] < -20 { *out.add(i) = 1; } else if a[i] < 0 { *out.add(i) = 2; } else if a[i] < 20 { *out.add(i) = 3; } else { *out.add(i) = 4; }",
    ),
    (
        "conditions stop as soon as they can",
        "let mut calls = 0; if a[i] > 0 && { calls += 1; u[i] > 5 } || { calls += 10; false } { calls += 100; } *out.add(i) = calls;",
    ),
    ("match on literals", "*out.add(i) = match u[i] % 5 { 0 => 10, 1 => 20, 3 => 30, _ => 40 };"),
    (
        "match on negative literals",
        "*out.add(i) = match a[i] % 3 { -2 => 1, -1 => 2, 0 => 3, 1 => 4, _ => 5 };",
    ),
    (
        "match on ranges",
        "*out.add(i) = match a[i] { -50..=-20 => 1, -19..=0 => 2, 1..=20 => 3, _ => 4 };",
    ),
    (
        "match on open ranges",
        "*out.add(i) = match a[i] { ..-10 => 1, -10..=-1 => 2, 0..10 => 3, 10.. => 4 };",
    ),
    (
        "match on ranges to an end",
        "*out.add(i) = match u[i] { ..=10 => 1, 11..50 => 2, 50.. => 3 };",
    ),
    (
        "match on several",
        "*out.add(i) = match u[i] % 10 { 1 | 3 | 5 => 1, 2 | 6..=8 => 2, _ => 3 };",
    ),
    (
        "match with guards",
        "*out.add(i) = match u[i] % 8 { 0..=3 if a[i] > 0 => 1, 2 | 5 if i % 2 == 0 => 2, _ if i > 20 => 3, _ => 4 };",
    ),
    (
        "match with bindings",
        "*out.add(i) = match u[i] { 0 => 7, x if x % 2 == 0 => x as i32, x => -(x as i32) };",
    ),
    (
        "match on a constant",
        "const FIVE: u32 = 5; const LAST: u32 = u32::MAX; *out.add(i) = match u[i] % 7 { FIVE => 1, LAST => 2, _ => 3 };",
    ),
    ("match on truth values", "*out.add(i) = match a[i] > 0 { true => 1, false => 2 };"),
    (
        "match on a tuple",
        "*out.add(i) = match (u[i] % 2, u[i] % 3) { (0, 0) => 1, (0, _) => 2, (_, 0) => 3, (x, y) => (10 * x + y) as i32 };",
    ),
    (
        "match on the ends of a type",
        "*out.add(i) = match a[i] - 2147483600 { i32::MIN..=-1 => 1, 0 => 2, 1..=i32::MAX => 3 };",
    ),
    (
        "match as a statement",
        "match u[i] % 3 { 0 => *out.add(i) = 5, 1 => { *out.add(i) = 6; *out.add(i + 32) = 7; } _ => {} }",
    ),
    (
        "match on usize",
        "*out.add(i) = match i { 0 => 1, 1..=7 => 2, 8 | 16 | 24 => 3, k => k as i32 };",
    ),
    (
        "matches within matches",
        "*out.add(i) = match u[i] % 3 { 0 => match i % 2 { 0 => 1, _ => 2 }, 1 => if i > 5 { 3 } else { 4 }, _ => { let x = a[i]; x * 2 } };",
    ),
    (
        "an arm that returns",
        "let x = match u[i] % 4 { 0 => return, 1 => 5, y => y as i32 }; *out.add(i) = x;",
    ),
    ("an early return", "if a[i] < 0 { *out.add(i) = -1; return; } *out.add(i) = 1;"),
    (
        "a branch that returns has any type",
        "let x = if a[i] > 0 { a[i] } else { *out.add(i) = 9; return }; *out.add(i) = x * 2;",
    ),
    (
        "a labelled block",
        "let x = 'done: { if a[i] < -10 { break 'done 1; } if a[i] < 10 { break 'done 2; } a[i] }; *out.add(i) = x;",
    ),
    (
        "a labelled block without a value",
        "'done: { if a[i] < 0 { break 'done; } *out.add(i) = a[i]; } *out.add(i + 32) = 1;",
    ),
    (
        "truth values as values",
        "let is_even = i % 2 == 0; let is_small = a[i] < 10; *out.add(i) = (is_even & is_small) as i32 + 2 * (is_even | is_small) as i32 + 4 * (is_even ^ is_small) as i32 + 8 * (is_even != is_small) as i32 + 16 * !is_even as i32;",
    ),
    (
        "comparisons of truth values",
        "let x = a[i] > 0; let y = u[i] > 40; *out.add(i) = (x == y) as i32 + 2 * (x < y) as i32 + 4 * (x >= y) as i32;",
    ),
    (
        "nested ifs share their ends",
        "let mut x = 0; if a[i] > 0 { x += 1; if u[i] > 30 { x += 2; if i > 9 { x += 4; } else { x += 8; } } x += 16; } else if u[i] > 20 { x += 32; } *out.add(i) = x;",
    ),
    (
        "an unsafe block as a value",
        "let x = unsafe { *a.as_ptr().add(i) }; unsafe { *out.add(i) = x + 1; }",
    ),
];

pub(crate) fn cases() -> Vec<Case> {
    (BODIES.iter())
        .map(|(name, body)| {
            let text = format!(
                "#[kernel]
pub unsafe fn body(a: &[i32], u: &[u32], out: *mut i32) {{
    let i = thread::index_1d() as usize;
    {body}
}}"
            );
            case(name, &text)
        })
        .collect()
}
