//! Types that the text does not say and that come from a later or earlier use.

use super::data::{Case, case};

const BODIES: [(&str, &str); 22] = [
    (
        "a counter whose type comes from an index",
        "let mut k = 0; let mut sum = 0; while k < 4 { sum += a[k]; k += 1; } *out.add(i) = sum;",
    ),
    (
        "a sum whose type comes from its terms",
        "let mut sum = 0.0; for k in 0..4 { sum += f[(i + k) % 32]; } *out.add(i) = (sum * 16.0) as i32;",
    ),
    (
        "a literal takes the type of what it is added to",
        "let x = 1 + u[i]; let y = 4294967295 - x; *out.add(i) = y as i32;",
    ),
    (
        "a literal takes the type of a parameter",
        "let x = 3000000000; let y = takes(x); *out.add(i) = y as i32;",
    ),
    (
        "two variables share their type",
        "let mut x = 1; let mut y = 2; x += y; y = x; let z: u32 = y; *out.add(i) = (z - 5) as i32 >> 28;",
    ),
    (
        "an integer without a use is i32",
        "let x = 5; let y = x - 7; *out.add(i) = (y >> 1) as i32 + a[i];",
    ),
    (
        "the type comes from an array's element",
        "let mut t = [0; 4]; t[1] = u[i]; *out.add(i) = (t[1] - t[0] - 1000 >> 4) as i32;",
    ),
    (
        "the type comes from a pointer",
        "let mut x = 0; x = *u.as_ptr().add(i); x -= 200; *out.add(i) = (x / 2) as i32;",
    ),
    (
        "the type comes from the other branch",
        "let x = if i > 3 { 1 } else { u[i] }; *out.add(i) = (x - 2 >> 1) as i32;",
    ),
    (
        "the type comes from another arm",
        "let x = match i % 3 { 0 => 1, 1 => u[i], _ => 2 }; *out.add(i) = (x - 3 >> 1) as i32;",
    ),
    (
        "the type comes from a break",
        "let x = loop { if i > 5 { break 0; } break u[i]; }; *out.add(i) = (x - 1 >> 1) as i32;",
    ),
    (
        "the type comes from a comparison",
        "let limit = 5; let yes = u[i] % 8 > limit; let x = limit - 6; *out.add(i) = (x >> 31) as i32 + yes as i32;",
    ),
    (
        "the type comes through a tuple",
        "let (x, y) = (1, 2.5); let z: u32 = x; let w: f32 = y; *out.add(i) = z as i32 + (w * a[i] as f32) as i32;",
    ),
    (
        "the type comes through a block",
        "let x = { let y = 7; y }; let z = x - u[i] % 16; *out.add(i) = (z >> 1) as i32;",
    ),
    (
        "a range takes the type of its end",
        "let mut sum = 0; for k in 0..u[i] % 6 { sum += k; } *out.add(i) = (sum - 1 >> 1) as i32;",
    ),
    (
        "a range takes the type of its variable's use",
        "let mut x = 0; for k in 0..5 { x = x * 3 + u[k] % 4; } *out.add(i) = (x - 1 >> 1) as i32;",
    ),
    (
        "a shift keeps the type of its left side",
        "let x = 1 << u[i] % 31; let y: i32 = x; *out.add(i) = y;",
    ),
    ("negation keeps the type", "let x = -1; let y: i32 = -x * a[i]; *out.add(i) = y;"),
    (
        "a cast asks for nothing",
        "let x = 200; let y = x as f32; let z: u32 = x; *out.add(i) = y as i32 + z as i32 + a[i];",
    ),
    (
        "annotations of parts",
        "let t: [u32; 3] = [1, 2, u[i]]; let p: (i32, f32) = (3, 1.5); *out.add(i) = (t[2] - t[1]) as i32 + p.0 + p.1 as i32;",
    ),
    (
        "an underscore in a type",
        "let t: [_; 2] = [u[i], 3]; let p: *const _ = a.as_ptr(); *out.add(i) = *p.add(i) + t[0] as i32;",
    ),
    (
        "suffixes",
        "let x = 7u32; let y = 2_i32; let z = 1.5_f32; *out.add(i) = x as i32 + y * a[i] + z as i32 + 0x10i32;",
    ),
];

pub(crate) fn cases() -> Vec<Case> {
    (BODIES.iter())
        .map(|(name, body)| {
            let helper = "fn takes(x: u32) -> u32 { x >> 1 }";
            let helper = if body.contains("takes") { helper } else { "" };
            let text = format!(
                "{helper}
#[kernel]
pub unsafe fn body(a: &[i32], u: &[u32], f: &[f32], out: *mut i32) {{
    let i = thread::index_1d() as usize;
    {body}
}}"
            );
            case(name, &text)
        })
        .collect()
}
