//! Integers of 128 bits.

use super::data::{Case, case, each};

/// What is computed of `x` and `y`, and the type of the result; `T` is the type.
const EXPRESSIONS: [(&str, &str); 62] = [
    ("T", "x.wrapping_add(y)"),
    ("T", "x.wrapping_sub(y)"),
    ("T", "x.wrapping_mul(y)"),
    ("T", "x.wrapping_neg()"),
    ("T", "x & y"),
    ("T", "x | y"),
    ("T", "x ^ y"),
    ("T", "!x"),
    ("T", "(x >> 1) + (y >> 2)"),
    ("T", "(x >> 1) - (y >> 1)"),
    ("T", "(x >> 70) * (y >> 70)"),
    ("T", "x << (i as u32 * 5 % 128)"),
    ("T", "x >> (i as u32 * 5 % 128)"),
    ("T", "x << (y as u8 % 128)"),
    ("T", "x >> (i % 128)"),
    ("T", "x << 64"),
    ("T", "x >> 64i64"),
    ("T", "x << 0"),
    ("T", "(1u64 as T) << ((y & 63) as i32)"),
    ("u64", "7u64 << ((y & 63) as T)"),
    (
        "u32",
        "(x < y) as u32 + (x <= y) as u32 * 2 + (x > y) as u32 * 4 + (x >= y) as u32 * 8 + (x == y) as u32 * 16 + (x != y) as u32 * 32",
    ),
    ("T", "x.checked_div(y).unwrap_or(5)"),
    ("T", "x.checked_rem(y).unwrap_or(6)"),
    ("T", "x.wrapping_div(y | 1)"),
    ("T", "x.wrapping_rem(y | 1)"),
    ("T", "x / 10 + x % 10"),
    ("T", "x / (1 << 70)"),
    ("T", "x.rem_euclid(y >> 1 | 1)"),
    ("T", "(x >> 2).div_euclid(y >> 1 | 1)"),
    ("T", "x.checked_add(y).unwrap_or(1)"),
    ("T", "x.checked_sub(y).unwrap_or(2)"),
    ("T", "x.checked_mul(y).unwrap_or(3)"),
    ("T", "x.saturating_add(y)"),
    ("T", "x.saturating_sub(y)"),
    ("T", "x.saturating_mul(y)"),
    ("T", "{ let (v, o) = x.overflowing_add(y); if o { !v } else { v } }"),
    ("T", "{ let (v, o) = x.overflowing_sub(y); if o { !v } else { v } }"),
    ("T", "{ let (v, o) = x.overflowing_mul(y); if o { !v } else { v } }"),
    ("T", "x.min(y)"),
    ("T", "x.max(y)"),
    ("T", "x.clamp(3, 1 << 90)"),
    ("u128", "x.abs_diff(y)"),
    ("T", "x.wrapping_pow(5)"),
    ("T", "(x >> 100).pow(3)"),
    ("u32", "x.count_ones() + 200 * x.count_zeros()"),
    ("u32", "x.leading_zeros() + 200 * x.trailing_zeros()"),
    ("u32", "x.leading_ones() + 200 * x.trailing_ones()"),
    ("T", "x.rotate_left(i as u32 * 9)"),
    ("T", "x.rotate_right(i as u32 * 9)"),
    ("T", "x.reverse_bits()"),
    ("T", "x.swap_bytes()"),
    ("T", "T::from_le_bytes(x.to_be_bytes())"),
    ("T", "x.wrapping_shl(i as u32 * 11)"),
    ("T", "x.wrapping_shr(i as u32 * 11)"),
    ("T", "T::MAX ^ T::MIN ^ x ^ T::BITS as T"),
    ("T", "x ^ 0x0123_4567_89ab_cdef_fedc_ba98_7654_3210"),
    ("u32", "match x { 0 => 1, 1 => 2, 0x8000_0000_0000_0000 => 3, v if v > 1000 => 4, _ => 5 }"),
    ("f64", "x as f64"),
    ("f32", "x as f32"),
    ("T", "{ let mut z = x; z ^= y; z >>= 3; z <<= 1; z |= 5; z &= !2; z }"),
    ("u32", "(x as u8) as u32 + (x as i16) as u32 + (x as usize) as u32 + (x as i32) as u32"),
    ("T", "(x as i64 as T) ^ (y as u64 as T) ^ (x as u128 as i128 as T)"),
];

/// Bodies that read `a` and write `out`, of the type.
const BODIES: [(&str, &str); 10] = [
    (
        "in a structure",
        "let mut p = Pair { first: x, second: y }; p.first ^= p.second; p.swap(); *out.add(i) = p.first;",
    ),
    (
        "in a tuple and an array",
        "let mut t = [(x, 1u32), (y, 2)]; t[i % 2].0 >>= 1; t.swap(0, 1); let (v, k) = t[(i / 2) % 2]; *out.add(i) = v ^ k as T;",
    ),
    ("in a function", "*out.add(i) = twice(x).wrapping_add(generic(x, y));"),
    (
        "in a closure and an option",
        "let f = |v: T| v.wrapping_mul(y); let o = if i % 2 == 0 { Some(x) } else { None }; *out.add(i) = o.map(f).unwrap_or(77);",
    ),
    (
        "in a loop",
        "let mut v = x; let mut n = 0; while v != 0 && n < 50 { v = v / 3; n += 1; } *out.add(i) = n;",
    ),
    (
        "a structure in a buffer",
        "*pairs.add(i) = Pair { first: x, second: y }; (*pairs.add(i)).second ^= 1; *out.add(i) = (*pairs.add(i)).first;",
    ),
    (
        "constants",
        "*out.add(i) = BIG ^ (TABLE[i % 3] as T) ^ LEAST.wrapping_mul(x) ^ (MIXED as T);",
    ),
    (
        "a sum over a slice",
        "let mut sum: T = 0; for v in a { sum = sum.wrapping_add(*v); } let largest = a.iter().copied().max().unwrap_or(0); *out.add(i) = sum ^ largest ^ a.iter().fold(0, |s: T, v| s ^ *v);",
    ),
    (
        "shared memory",
        "let s = cuda_std::shared_array![T; 32]; *s.add(i) = x; thread::sync_threads(); *out.add(i) = *s.add(31 - i) ^ y;",
    ),
    (
        "conversions",
        "let k: T = (i as u32).into(); let m = T::from(i as u8); let n = u32::try_from(x).unwrap_or(9); let b = i % 2 == 0; *out.add(i) = k.wrapping_mul(m) ^ n as T ^ b as T;",
    ),
];

const TYPES: &str = "
const BIG: T = 0x7fff_2042_e4dd_58b5_0123_4567_89ab_cdef;
const TABLE: [u128; 3] = [u128::MAX, 0xda94_2042_e4dd_58b5_0123_4567_89ab_cdef, 1 << 127];
const LEAST: T = T::MIN / 3 + 11 * (1 << 90);
const MIXED: u128 = (u128::MAX / 7 ^ 0xffff) >> 3;
#[derive(Clone, Copy)]
#[repr(C)]
struct Pair { first: T, second: T }
impl Pair { fn swap(&mut self) { (self.first, self.second) = (self.second, self.first); } }
fn twice(v: T) -> T { v.wrapping_add(v) }
fn generic<V: core::ops::BitXor<Output = V> + core::ops::Shr<u32, Output = V> + Copy + PartialOrd>(a: V, b: V) -> V { if a < b { (a ^ b) >> 3u32 } else { b } }
";

/// `T` as a word of its own is the type.
fn of_type(text: &str, ty: &str) -> String {
    let mut found = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('T') {
        let is_part =
            |letter: Option<char>| letter.is_some_and(|c| c.is_alphanumeric() || c == '_');
        let (before, after) = (rest[..at].chars().last(), rest[at + 1..].chars().next());
        found.push_str(&rest[..at]);
        found.push_str(if is_part(before) || is_part(after) { "T" } else { ty });
        rest = &rest[at + 1..];
    }
    found + rest
}

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for ty in ["u128", "i128"] {
        for (result, expression) in EXPRESSIONS {
            cases.push(each("wild", ty, &of_type(result, ty), &of_type(expression, ty)));
        }
        for from in ["f32", "f64", "i8", "u16", "i32", "u32", "i64", "u64", "bool"] {
            cases.push(each("wild", from, ty, &format!("x as {ty}")));
        }
        cases.push(each("wild", "f64", ty, &format!("(x * 1e10) as {ty}")));
        for (name, body) in BODIES {
            let text = format!(
                "{TYPES}
#[kernel]
pub unsafe fn k(a: &[T], out: *mut T, pairs: *mut Pair) {{
    let i = thread::index_1d() as usize;
    let x = a[i];
    let y = a[(i * 7 + 3) % a.len()];
    {body}
}}"
            );
            let case = case(&format!("{name}, {ty}"), &of_type(&text, ty));
            cases.push(if body.contains("sync") { case.cooperative() } else { case });
        }
    }
    for (result, expression) in [
        ("i128", "(x >> 1).abs()"),
        ("i128", "x.signum()"),
        ("u128", "x.unsigned_abs()"),
        ("i128", "-(x >> 1)"),
        ("u32", "x.is_negative() as u32"),
    ] {
        cases.push(each("wild", "i128", result, expression));
    }
    for (result, expression) in [
        ("u128", "x.div_ceil(7)"),
        ("u128", "(x >> 1).next_multiple_of(5)"),
        ("u128", "(x >> 1).next_power_of_two()"),
        ("u32", "x.is_power_of_two() as u32"),
        ("u32", "(x | 1).ilog2()"),
        ("u128", "x.isqrt()"),
    ] {
        cases.push(each("wild", "u128", result, expression));
    }
    cases
}
