//! `usize` and `isize` of all sizes: what fits a word, what just does not, and what takes all
//! 64 bits, through everything that can be done with them.

use super::data::{Case, case};

/// Numbers of a type around the ends of words, of halves and of the type.
const NUMBERS: &str = "
fn number(i: u32) -> {T} {
    const NUMBERS: [u64; 16] = [
        0, 1, 2, 31, 32, 33, 64, 1000, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x1_0000_0000,
        0x1_0000_0001, 0x7fff_ffff_ffff_ffff, 0x8000_0000_0000_0000, 0xffff_ffff_ffff_fffe,
    ];
    (NUMBERS[i as usize % 16] ^ ((i as u64 / 16) * 0x1_0003)) as {T}
}
fn told(v: u64) -> i32 { (v ^ v >> 32) as i32 }";

/// Expressions of `x` and `y`, which are of the type.
const OF_BOTH: [&str; 67] = [
    "x.wrapping_add(y) as u64",
    "x.wrapping_sub(y) as u64",
    "x.wrapping_mul(y) as u64",
    "x.wrapping_neg() as u64",
    "x.wrapping_shl(y as u32) as u64",
    "x.wrapping_shr(y as u32) as u64",
    "x.saturating_add(y) as u64",
    "x.saturating_sub(y) as u64",
    "x.saturating_mul(y) as u64",
    "x.checked_add(y).map_or(7, |v| v as u64)",
    "x.checked_sub(y).map_or(7, |v| v as u64)",
    "x.checked_mul(y).map_or(7, |v| v as u64)",
    "x.checked_div(y).map_or(7, |v| v as u64)",
    "x.checked_rem(y).map_or(7, |v| v as u64)",
    "x.checked_pow(y as u32 % 70).map_or(7, |v| v as u64)",
    "x.checked_shl(y as u32).map_or(7, |v| v as u64)",
    "{ let (v, o) = x.overflowing_add(y); v as u64 ^ o as u64 }",
    "{ let (v, o) = x.overflowing_mul(y); v as u64 ^ o as u64 }",
    "x.wrapping_pow(y as u32 % 70) as u64",
    "x.rotate_left(y as u32 % 64) as u64",
    "x.rotate_right(y as u32 % 64) as u64",
    "x.swap_bytes() as u64",
    "x.reverse_bits() as u64",
    "x.leading_zeros() as u64",
    "x.trailing_zeros() as u64",
    "x.leading_ones() as u64",
    "x.trailing_ones() as u64",
    "x.count_ones() as u64",
    "x.count_zeros() as u64",
    "!x as u64",
    "(x & y) as u64",
    "(x | y) as u64",
    "(x ^ y) as u64",
    "(x >> (y as u32 % 64)) as u64",
    "x.wrapping_shl(40) as u64",
    "(x >> 40) as u64",
    "(if y != 0 { x.wrapping_div(y) } else { x }) as u64",
    "(if y != 0 { x.wrapping_rem(y) } else { x }) as u64",
    "(if y != 0 { x.wrapping_div_euclid(y) } else { x }) as u64",
    "x.abs_diff(y) as u64",
    "x.min(y) as u64",
    "x.max(y) as u64",
    "x.clamp(y.min(1000), y.max(1000)) as u64",
    "(x < y) as u64 + 2 * (x == y) as u64",
    "x.checked_ilog2().map_or(99, |v| v as u64)",
    "x.checked_ilog10().map_or(99, |v| v as u64)",
    "(x as u32) as u64",
    "(x as i32) as i64 as u64",
    "(x as u8) as u64 + (x as i16) as u64",
    "(x as u64).wrapping_mul(3)",
    "(x as i64).wrapping_mul(3) as u64",
    "((x as u128) >> 3) as u64",
    "((x as i128) << 70 >> 75) as u64",
    "(x as f32).to_bits() as u64",
    "(x as f64).to_bits()",
    "(x as f32 as {T}) as u64",
    "((x as f64 * 1.5) as {T}) as u64",
    "[x, y, 5].iter().fold(0 as {T}, |a, &b| a.wrapping_mul(31).wrapping_add(b)) as u64",
    "{ let mut v = [x, y, 3, 1 << 20]; v.sort_unstable(); v[1] as u64 ^ (v[2] as u64) << 1 }",
    "match x { 0 => 1, 5..=0xffff_ffff => 2, {T}::MAX => 3, _ => 4 }",
    "(Some(x) < Some(y)) as u64",
    "{ let f = |v: {T}| v.wrapping_add(x); f(y) as u64 }",
    "((x, y) > (y, x)) as u64",
    "{ let mut v = x; v = v.wrapping_add(y); v ^= v >> 7; v as u64 }",
    "core::cmp::Ordering::Less as i8 as u64 ^ x.cmp(&y) as u64",
    "(x.wrapping_sub(1) < y) as u64",
    "{ let mut n = x; let mut k = 0u64; while n != 0 && k < 80 { n = n.wrapping_mul(2); k += 1; } k }",
];

/// Expressions of `i`, the thread, in which a `usize` outgrows a word or comes close.
const OF_THREADS: [&str; 40] = [
    "(i * i * 0x1000_0000) as u64 / 3",
    "(i * 0x9000_0000 % 1000) as u64",
    "(0x12345678_9abcdef0u64.wrapping_mul(i as u64 + 1) as usize % 1009) as u64",
    "(-(i as i32)) as usize as u64",
    "(-(i as i64)) as usize as u64 >> 3",
    "(i as isize - 16) as usize as u64 >> 5",
    "((i as isize - 16) * 0x4000_0000) as u64",
    "((i as isize - 16).abs() as usize) as u64",
    "(i as isize - 16).unsigned_abs() as u64",
    "(1usize << (i + 8)) as u64",
    "(usize::MAX >> i) as u64",
    "(usize::MAX / (i + 1)) as u64",
    "(isize::MIN + i as isize) as u64",
    "usize::BITS as u64 + isize::BITS as u64 + i as u64",
    "core::mem::size_of::<usize>() as u64 + core::mem::align_of::<isize>() as u64 + i as u64",
    "(i..i + 5).map(|v| v * 0x4000_0000).sum::<usize>() as u64",
    "(1..i % 20 + 2).product::<usize>() as u64",
    "(0..usize::MAX).step_by(0x4000_0000_0000_0000).take(3).map(|v| v as u64).sum::<u64>() + i as u64",
    "(0..10usize).skip(i).take(usize::MAX).count() as u64",
    "(0..10usize).step_by(usize::MAX - i).count() as u64",
    "((usize::MAX - 3)..usize::MAX).map(|v| v as u64 >> i).fold(0, |a, b| a ^ b)",
    "{ let mut n = 0; for v in (usize::MAX - i)..=usize::MAX { n += (v >> 60) as u64; } n }",
    "(u32::MAX as usize + i) as u64",
    "((i as f32) * 3.0e8) as usize as u64",
    "((i as f64) * -3.0e9) as isize as u64",
    "((i as u128 * 0x1_0000_0001_0000_0001 + 5) >> 1) as usize as u64",
    "{ let h = (i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15); [1u64, 2, 3, 5, 7][h as usize % 5] }",
    "{ let big = [usize::MAX, i, 1 << 33]; big[i % 3] as u64 >> 1 }",
    "{ const BIG: usize = 1 << 40; ((BIG + i) / 3) as u64 }",
    "{ struct P { at: usize } impl P { fn far(&self) -> usize { self.at << 34 } } P { at: i }.far() as u64 }",
    "{ fn twice<T: Copy + core::ops::Add<Output = T>>(v: T) -> T { v + v } twice(i + 0x8000_0000) as u64 }",
    "(0..1u64 << 40).step_by(1 << 36).map(|v| v >> 7).sum::<u64>() + i as u64",
    "(0..1usize << 40).rev().skip(i).step_by(0x1_0000_0001).take(4).map(|v| v as u64).sum::<u64>()",
    "(-(1i64 << 40)..1 << 40).rev().skip(1 << 40).take(i % 3 + 1).sum::<i64>() as u64",
    "(i..1 << 36).len() as u64",
    "(i as u64..).step_by(1 << 33).skip(5).take(3).fold(0, |a, v| a ^ v)",
    "((1u64 << 50)..=(1 << 50) + 6).rev().step_by(i % 3 + 1).fold(0, |a, v| a * 3 + v)",
    "[3u64, 1, 4, 1, 5].iter().position(|&v| v == 4).map_or(usize::MAX, |at| at + i) as u64",
    "[3u64, 1, 4].iter().enumerate().map(|(at, v)| (at << 35) as u64 ^ v).sum::<u64>() + i as u64",
    "{ let mut s = i; for k in 0..40usize { s = s.wrapping_mul(6364136223846793005).wrapping_add(k); } s as u64 }",
];

pub(crate) fn cases() -> Vec<Case> {
    let kernel = |before: &str, body: &str| {
        format!(
            "{before}
#[kernel]
pub unsafe fn body(out: *mut i32) {{
    let t = thread::index_1d();
    {body}
}}"
        )
    };
    let mut cases = Vec::new();
    for ty in ["usize", "isize"] {
        let numbers = NUMBERS.replace("{T}", ty);
        for expression in OF_BOTH {
            // The largest pattern of a range has to fit the type, and `abs_diff` is unsigned.
            let expression = expression.replace("{T}", ty);
            let text = kernel(
                &numbers,
                &format!(
                    "let x = number(t); let mut all = 0i32; for k in 0..16 {{ let y = number(t * 7 + k); all = all.wrapping_mul(31).wrapping_add(told({expression})); }} *out.add(t as usize) = all;"
                ),
            );
            cases.push(case(&format!("{ty}: {expression}"), &text));
        }
    }
    for expression in OF_THREADS {
        let told = "fn told(v: u64) -> i32 { (v ^ v >> 32) as i32 }";
        let text = kernel(told, &format!("let i = t as usize; *out.add(i) = told({expression});"));
        cases.push(case(&format!("of threads: {expression}"), &text));
    }
    // Small ones stay words, whatever is done with them.
    for (name, expression) in [
        ("indices", "x[(i + 3) % x.len()].wrapping_add(x[i * 2 % 16])"),
        ("differences", "(i as isize - 20) as i32"),
        ("lengths", "(x.len() / 3 * 2 + 1) as i32"),
        ("offsets", "*x.as_ptr().offset(7 - i as isize % 8)"),
        ("parts", "x[i % 8..i % 8 + 4].iter().sum::<i32>()"),
        ("powers", "(i.next_power_of_two().ilog2() + (i | 1).isqrt() as u32) as i32"),
    ] {
        let text = format!(
            "#[kernel]
pub unsafe fn body(x: &[i32], out: *mut i32) {{
    let i = thread::index_1d() as usize;
    *out.add(i) = {expression};
}}"
        );
        cases.push(case(name, &text));
    }
    cases.push(
        case(
            "in shared memory",
            "#[kernel]
pub unsafe fn body(out: *mut i32) {
    let all = shared_array![usize; 32];
    let i = thread::index_1d() as usize;
    *all.add(i) = i << 33 | i;
    thread::sync_threads();
    let v = *all.add(31 - i) as u64;
    *out.add(i) = (v ^ v >> 31) as i32;
}",
        )
        .cooperative(),
    );
    cases.push(case(
        "in buffers",
        "#[derive(Clone, Copy)]
#[repr(C)]
struct Part { first: u32, len: usize }
#[kernel]
pub unsafe fn body(x: &[usize], wild_y: &[isize], parts: *mut Part, out: *mut usize) {
    let i = thread::index_1d() as usize;
    (*parts.add(i)).len = x[i] << 30 ^ core::mem::size_of::<Part>();
    (*parts.add(i)).first = i as u32;
    let bytes = x.as_ptr() as *const u8;
    let other = *(bytes.add(8 * (31 - i)) as *const usize);
    *out.add(i) = (*parts.add(i)).len ^ wild_y[i] as usize ^ other << 7;
}",
    ));
    cases.push(
        case(
            "an atomic",
            "use core::sync::atomic::{AtomicUsize, Ordering};
#[kernel]
pub unsafe fn body(out: *mut i32) {
    let sum = shared_array![AtomicUsize; 1];
    let i = thread::index_1d() as usize;
    if i == 0 { (*sum).store(0, Ordering::Relaxed); }
    thread::sync_threads();
    (*sum).fetch_add(1 << 30 | i, Ordering::Relaxed);
    thread::sync_threads();
    let v = (*sum).load(Ordering::Relaxed) as u64;
    *out.add(i) = (v ^ v >> 32) as i32;
}",
        )
        .cooperative()
        .simulated_only(),
    );
    cases
}
