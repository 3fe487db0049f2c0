//! Numbers of 8 and 16 bits and truth values: computed with, and in memory, where
//! neighbours of a word belong to different threads.

use super::data::{Case, case, each};

/// The integers that are narrower than a register.
const TYPES: [&str; 4] = ["u8", "i8", "u16", "i16"];

/// Expressions of `x` and `y` of any of the types, with the result's type; `T` is the
/// type itself, `U` the unsigned one of its width, `S` the signed one.
const EXPRESSIONS: [(&str, &str); 48] = [
    ("T", "x.wrapping_add(y)"),
    ("T", "x.wrapping_sub(y)"),
    ("T", "x.wrapping_mul(y)"),
    ("T", "x.wrapping_neg()"),
    ("T", "x.saturating_add(y)"),
    ("T", "x.saturating_sub(y)"),
    ("T", "x.wrapping_shl(y as u32)"),
    ("T", "x.wrapping_shr(y as u32)"),
    ("T", "x << (y & 7)"),
    ("T", "x >> (y & 7)"),
    ("T", "x / 3 + x % 7"),
    ("T", "if y == 0 { x } else { x.wrapping_add(1) % y }"),
    ("T", "x & y | !x ^ y"),
    ("T", "!x"),
    ("T", "x.min(y).wrapping_add(x.max(y))"),
    ("T", "x.clamp(3, 100)"),
    ("T", "x.rotate_left(3) ^ y.rotate_right(5)"),
    ("T", "x.rotate_left(y as u32)"),
    ("T", "x.reverse_bits()"),
    ("T", "x.rem_euclid(7)"),
    ("T", "x.div_euclid(5)"),
    ("T", "(x & 3).pow(3)"),
    ("T", "(x & 1).pow((y & 7) as u32)"),
    ("u32", "x.leading_zeros() * 100 + x.trailing_zeros()"),
    ("u32", "x.count_ones() * 100 + x.count_zeros()"),
    ("U", "x.abs_diff(y)"),
    ("bool", "x < y"),
    ("bool", "x == y || x >= 100"),
    ("bool", "x != y && x <= 100"),
    ("u32", "x as u32"),
    ("i32", "x as i32"),
    ("u64", "x as u64"),
    ("i64", "x as i64"),
    ("f32", "x as f32"),
    ("f64", "x as f64"),
    ("u8", "x as u8"),
    ("i8", "x as i8"),
    ("u16", "x as u16"),
    ("i16", "x as i16"),
    ("i32", "i32::from(x) * 3 + x as i32"),
    ("f32", "f32::from(x)"),
    ("u32", "T::MAX as u32 + T::BITS"),
    ("i32", "T::MIN as i32 - 5"),
    ("T", "match x { 0 => 1, 1..=31 => x.wrapping_mul(2), 100.. => 7, _ => x }"),
    ("T", "{ let mut z = x; z = z.wrapping_add(y); z ^= y; z |= 1; z >>= 1; z }"),
    ("T", "{ let t: [T; 4] = [x, y, 3, 4]; t[(y & 3) as usize] }"),
    ("i32", "{ let mut s = 0i32; for k in 0..x & 15 { s += k as i32 * 2; } s }"),
    (
        "i32",
        "{ let mut s = 0i32; for k in (x & 7..=(y & 31)).rev().step_by(3) { s = s * 3 + k as i32; } s }",
    ),
];

/// Casts to narrow numbers, from the ends of wider ones.
const CASTS: [&str; 6] = ["u32", "i32", "u64", "i64", "f32", "f64"];

/// Names and bodies of kernels with more than an expression. `T` is the type.
const BODIES: [(&str, &str); 17] = [
    ("copy", "*out.add(i) = a[i];"),
    (
        "neighbours that are written twice",
        "*out.add(i) = 1; *out.add(i) = a[i]; *out.add(i + 32) = *out.add(i);",
    ),
    (
        "compound assignment",
        "*out.add(i) = 5; *out.add(i) += a[i] & 7; *out.add(i) <<= 2; *out.add(i) -= 1;",
    ),
    ("the length of a slice", "*out.add(i) = a[a.len() - 1 - i] ^ a.len() as T;"),
    (
        "a part of a slice",
        "let s = &a[i % 8..i % 8 + 10]; *out.add(i) = s[3].wrapping_add(s.len() as T);",
    ),
    (
        "a pointer that moves",
        "let mut q = p.add(i % 16); let mut s: T = 0; for _ in 0..5 { s = s.wrapping_mul(3).wrapping_add(*q); q = q.add(1); } *out.add(i) = s;",
    ),
    (
        "read and write",
        "let x = p.add(i).read(); out.add(i).write(x); core::ptr::write(out.add(i + 32), core::ptr::read(p.add(31 - i)));",
    ),
    (
        "an array of its own",
        "let mut t = [0 as T; 8]; for k in 0..8 { t[k] = a[(i + k) % 32].wrapping_mul(k as T); } *out.add(i) = t[i % 8] ^ t[(i + 3) % 8];",
    ),
    (
        "a pointer into an array of its own",
        "let mut t = [0 as T; 6]; let q = t.as_mut_ptr(); for k in 0..6 { *q.add(k) = a[k]; } *out.add(i) = *t.as_ptr().add(i % 6);",
    ),
    (
        "a reference to an element",
        "let r = &mut *out.add(i); *r = a[i]; *r ^= 3; let s = &a[i]; *out.add(i + 32) = *s;",
    ),
    ("helpers by value and by pointer", "*out.add(i) = twice(a[i]); change(out.add(i), p.add(i));"),
    ("a helper with a slice", "*out.add(i) = total(a).wrapping_add(total(&a[i % 8..i % 8 + 3]));"),
    (
        "a structure",
        "let m = Mixed { a: a[i], b: i as u32 * 3, c: i % 3 == 0, d: [1, a[31 - i]] }; let n = m; *out.add(i) = if n.c { n.a } else { n.d[1] ^ n.b as T };",
    ),
    ("a tuple", "let (x, flag) = (a[i], a[i] > 20); *out.add(i) = if flag { x } else { 0 };"),
    ("constants", "*out.add(i) = TABLE[i % 4].wrapping_add(LIMIT);"),
    ("const parameters", "*out.add(i) = plus::<7>(a[i]);"),
    (
        "one thread in four",
        "if i % 4 == 2 { *out.add(i) = a[i]; } else { *out.add(i + 32) = !a[i]; }",
    ),
];

const HELPERS: &str = "
const LIMIT: T = 17 * 2 - 3;
const TABLE: [T; 4] = [1, 2, LIMIT, T::MAX];
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Mixed {
    a: T,
    b: u32,
    c: bool,
    d: [T; 2],
}
fn twice(x: T) -> T {
    x.wrapping_mul(2)
}
unsafe fn change(to: *mut T, from: *const T) {
    *to ^= *from;
}
fn total(x: &[T]) -> T {
    let mut sum: T = 0;
    for k in 0..x.len() {
        sum = sum.wrapping_add(x[k]);
    }
    sum
}
fn plus<const N: T>(x: T) -> T {
    x.wrapping_add(N)
}
";

/// Kernels that are about one type, or several.
const WHOLE: [(&str, &str); 17] = [
    (
        "bytes beside votes of a warp",
        "
use crate::warp::*;
use cuda_std::shared_array;
#[kernel]
pub unsafe fn k(a: &[u8], out: *mut u8) {
    let tile = shared_array![u8; 32];
    let i = thread::thread_idx_x() as usize;
    let votes = ballot(a[i] > 50);
    *tile.add(31 - i) = (votes >> i) as u8;
    thread::sync_threads();
    *out.add(i) = *tile.add(i) ^ votes.count_ones() as u8;
}",
    ),
    (
        "words seen as bytes",
        "
#[kernel]
pub unsafe fn k(a: *const u32, out: *mut u8) {
    let i = thread::index_1d() as usize;
    let bytes = a as *const u8;
    *out.add(i) = *bytes.add(i) ^ *a.add(i) as u8;
}",
    ),
    (
        "bytes seen as words",
        "
#[kernel]
pub unsafe fn k(a: *const u8, out: *mut u8, words: *mut u32) {
    let i = thread::index_1d() as usize;
    if i < 8 {
        *(out as *mut u32).add(i) = *(a as *const u32).add(i);
        *words.add(i) = *(a as *const u32).add(7 - i);
    }
}",
    ),
    (
        "halves of words written as numbers of 16 bits",
        "
#[kernel]
pub unsafe fn k(wild: *const i16, io: *mut u32) {
    let i = thread::index_1d() as usize;
    let halves = io as *mut i16;
    *halves.add(2 * i + 1) = *wild.add(i);
}",
    ),
    (
        "wide numbers and bytes in one buffer",
        "
#[kernel]
pub unsafe fn k(a: *const u64, out: *mut u64) {
    let i = thread::index_1d() as usize;
    let bytes = out as *mut u8;
    *out.add(i) = *a.add(i);
    *bytes.add(8 * i + 5) = *(a as *const u8).add(8 * i);
}",
    ),
    (
        "a structure with padding in a buffer",
        "
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Item {
    kind: u8,
    flag: bool,
    size: u16,
    low: i8,
    value: u32,
    tail: [i16; 3],
}
#[kernel]
pub unsafe fn k(wild: *const u8, io: *mut Item) {
    let i = thread::index_1d() as usize;
    if i < 8 {
        let item = io.add(i);
        (*item).kind = *wild.add(i);
        (*item).flag = *wild.add(i) > 40;
        (*item).size = *wild.add(i) as u16 * 3;
        (*item).low = *wild.add(i) as i8;
        (*item).value = i as u32;
        (*item).tail[i % 3] = -7;
    }
}",
    ),
    (
        "a structure copied as a whole",
        "
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Pixel {
    r: u8,
    g: u8,
    b: u8,
}
#[kernel]
pub unsafe fn k(a: *const u8, io: *mut u8) {
    let i = thread::index_1d() as usize;
    if i < 10 {
        let from = a as *const Pixel;
        let mut pixel = *from.add(i);
        pixel.g = pixel.r / 2 + pixel.b / 2;
        *(io as *mut Pixel).add(i) = pixel;
    }
}",
    ),
    (
        "a field of a pixel by reference",
        "
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Pixel {
    r: u8,
    g: u8,
    b: u8,
    a: u8,
}
#[kernel]
pub unsafe fn k(a: &[Pixel], out: *mut u8) {
    let i = thread::index_1d() as usize;
    let pixel = &a[i];
    *out.add(i) = pixel.r.wrapping_add(pixel.a) ^ a[31 - i].b;
}",
    ),
    (
        "bytes in shared memory",
        "
use cuda_std::shared_array;
#[kernel]
pub unsafe fn k(a: &[u8], out: *mut u8) {
    let tile = shared_array![u8; 32];
    let i = thread::thread_idx_x() as usize;
    *tile.add(i) = a[i];
    thread::sync_threads();
    *out.add(i) = *tile.add(31 - i);
}",
    ),
    (
        "a histogram of bytes",
        "
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid;
#[kernel]
pub unsafe fn k(text: &[u8], io: *mut u32) {
    let i = thread::index_1d() as usize;
    mid::atomic_fetch_add_u32_device(io.add((text[i] % 16) as usize), Ordering::Relaxed, 1);
}",
    ),
    (
        "flags in shared memory",
        "
use cuda_std::shared_array;
#[kernel]
pub unsafe fn k(a: &[i32], out: *mut i32) {
    let flags = shared_array![bool; 32];
    let i = thread::thread_idx_x() as usize;
    *flags.add(i) = a[i] > 0;
    thread::sync_threads();
    let mut count = 0;
    for k in 0..32 {
        if *flags.add(k) {
            count += 1;
        }
    }
    *out.add(i) = count * 2 + *flags.add(31 - i) as i32;
}",
    ),
    (
        "truth values in a buffer",
        "
#[kernel]
pub unsafe fn k(a: &[i32], out: *mut bool) {
    let i = thread::index_1d() as usize;
    *out.add(i) = a[i] > 3;
    *out.add(i + 32) = !*out.add(i) || i == 7;
}",
    ),
    (
        "letters",
        "
#[kernel]
pub unsafe fn k(text: &[u8], out: *mut u8) {
    let i = thread::index_1d() as usize;
    let word = b\"warp\";
    let greeting = *b\"hi!\";
    let c = b'a' + text[i] % 26;
    *out.add(i) = match c {
        b'a'..=b'm' => c - b'a' + b'A',
        b'z' => word[i % word.len()],
        _ => greeting[i % 3] ^ 'x' as u8,
    };
}",
    ),
    (
        "numbers by value",
        "
#[kernel]
pub unsafe fn k(a: &[u8], out: *mut i32, x: u8, y: i8, z: u16, w: i16, f: bool) {
    let i = thread::index_1d() as usize;
    let sum = x as i32 * 1000 + y as i32 * 100 + z as i32 + w as i32;
    *out.add(i) = sum + a[i] as i32 + f as i32;
}",
    ),
    (
        "atomics beside bytes",
        "
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid;
#[kernel]
pub unsafe fn k(io: *mut u32) {
    let i = thread::index_1d() as usize;
    mid::atomic_fetch_add_u32_device(io.add(i / 8), Ordering::Relaxed, 1);
    *(io as *mut u8).add(64 + i) = i as u8;
}",
    ),
    (
        "a structure and the numbers in it",
        "
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Pair {
    a: f32,
    b: f32,
}
#[kernel]
pub unsafe fn k(p: *const Pair, out: *mut f32) {
    let i = thread::index_1d() as usize;
    *out.add(i) = (*p.add(i)).a + *(p as *const f32).add(2 * i + 1);
}",
    ),
    (
        "a table of bytes in shared memory, filled by words",
        "
use cuda_std::shared_array;
#[kernel]
pub unsafe fn k(a: *const u32, out: *mut u8) {
    let table = shared_array![u32; 32];
    let i = thread::thread_idx_x() as usize;
    *table.add(i) = *a.add(i);
    thread::sync_threads();
    *out.add(i) = *(table as *const u8).add(4 * (31 - i) + i % 4);
}",
    ),
];

fn of_type(text: &str, ty: &str) -> String {
    let (sign, width) = ty.split_at(1);
    debug_assert!(sign == "u" || sign == "i");
    let mut made = String::new();
    let mut last = ' ';
    let letters: Vec<char> = text.chars().collect();
    for (at, &letter) in letters.iter().enumerate() {
        let next = letters.get(at + 1).copied().unwrap_or(' ');
        let is_alone = !last.is_alphanumeric() && last != '_' && !next.is_alphanumeric();
        match letter {
            'T' if is_alone && next != '_' => made += ty,
            'U' if is_alone => made += &format!("u{width}"),
            _ => made.push(letter),
        }
        last = letter;
    }
    made
}

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for ty in TYPES {
        for (result, expression) in EXPRESSIONS {
            cases.push(each("wild", ty, &of_type(result, ty), &of_type(expression, ty)));
        }
        for from in CASTS {
            cases.push(each("wild", from, ty, &format!("x as {ty}")));
        }
        for (name, body) in BODIES {
            let text = format!(
                "{HELPERS}
#[kernel]
pub unsafe fn k(a: &[T], p: *const T, out: *mut T) {{
    let i = thread::index_1d() as usize;
    {body}
}}"
            );
            cases.push(case(&format!("{name}, {ty}"), &of_type(&text, ty)));
        }
    }
    for (result, expression) in
        [("i8", "x.abs()"), ("i8", "x.signum()"), ("u8", "x.unsigned_abs()"), ("i8", "-(x / 2)")]
    {
        cases.push(each("wild", "i8", result, expression));
        cases.push(each("wild", "i16", &result.replace('8', "16"), expression));
    }
    for (result, expression) in [
        ("u8", "x.div_ceil(7)"),
        ("u8", "(x / 2).next_multiple_of(5)"),
        ("u8", "(x / 2).next_power_of_two()"),
        ("bool", "x.is_power_of_two()"),
        ("u32", "(x | 1).ilog2()"),
    ] {
        cases.push(each("wild", "u8", result, expression));
        cases.push(each("wild", "u16", &result.replace('8', "16"), expression));
    }
    let kinds = ["", "_digit", "_hexdigit", "_alphabetic", "_alphanumeric", "_uppercase"]
        .into_iter()
        .chain(["_lowercase", "_whitespace", "_punctuation", "_graphic", "_control"]);
    for kind in kinds {
        let all = format!(
            "{{ let mut n = 0; for k in 0..=255u8 {{ n = n * 31 + k.is_ascii{kind}() as u32; }} \
             n + x.is_ascii{kind}() as u32 }}"
        );
        cases.push(each("wild", "u8", "u32", &all));
    }
    for case in ["lower", "upper"] {
        let all = format!(
            "{{ let mut n = 0; for k in 0..=255u8 {{ n = n * 31 + k.to_ascii_{case}case() as u32; \
             }} n + x.to_ascii_{case}case() as u32 }}"
        );
        cases.push(each("wild", "u8", "u32", &all));
    }
    for (name, text) in WHOLE {
        let case = case(name, text);
        let case = if text.contains("sync_threads") { case.cooperative() } else { case };
        cases.push(if text.contains("ballot") { case.simulated_only() } else { case });
    }
    cases
}
