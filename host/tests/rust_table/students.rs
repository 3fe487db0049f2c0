//! What kernels of students use that no other theme has: macros of their own, and
//! methods of the library that one reaches for without thinking.

use super::data::{Case, case};

const ITEMS: &str = "
use core::iter::Sum;
macro_rules! rotated {
    ($x:expr, $a:literal, shr $b:literal) => { $x.rotate_right($a) ^ ($x >> $b) };
    ($x:expr, $($a:literal),+ $(,)?) => { 0u32 $( ^ $x.rotate_right($a))+ };
}
macro_rules! exchange {
    ($a:expr, $b:expr) => { let kept = $a; $a = $b; $b = kept; };
}
macro_rules! largest {
    ($x:expr) => { $x };
    ($x:expr, $($rest:expr),+) => { { let (one, other) = ($x, largest!($($rest),+)); if one > other { one } else { other } } };
}
#[derive(Clone, Copy, Default)]
struct Pair { x: u32, y: u32 }
macro_rules! by_parts {
    ($($of:ident :: $name:ident => $op:tt),* $(,)?) => {
        $(impl core::ops::$of for Pair {
            type Output = Pair;
            fn $name(self, o: Pair) -> Pair { Pair { x: self.x $op o.x, y: self.y $op o.y } }
        })*
    };
}
by_parts!(Add::add => +, Mul::mul => *);
impl Sum for Pair {
    fn sum<I: Iterator<Item = Pair>>(iter: I) -> Pair {
        iter.fold(Pair { x: 1, y: 2 }, |a, b| a + b)
    }
}
mod words {
    pub fn first(x: u32) -> Result<u32, super::Fault> {
        x.checked_sub(40).ok_or(super::Fault::Small(x))
    }
}
#[derive(Clone, Copy)]
pub enum Fault { Small(u32), Other }
struct Tagged<T> { x: u32, tag: core::marker::PhantomData<T> }
const TABLE: &[u32] = &[3, 1, 4, 1, 5];
const LETTERS: &[u8; 4] = b\"ACGT\";
";

/// Names and bodies that read `a` and write `out`.
const BODIES: [(&str, &str); 31] = [
    (
        "a macro for an expression",
        "*out.add(i) = rotated!(a[i], 7, shr 3) ^ rotated!(a[i] + 1, 2, 13, 22);",
    ),
    (
        "a macro for statements",
        "let mut kept = a[i]; let mut other = 5; exchange!(kept, other); *out.add(i) = kept * 1000 + other;",
    ),
    ("a macro that calls itself", "*out.add(i) = largest!(a[i], 50, a[31 - i] + 3) * 2;"),
    (
        "a macro for items",
        "let p = Pair { x: a[i], y: 2 } * Pair { x: 3, y: 4 } + Pair { x: 1, y: 1 }; *out.add(i) = p.x * 10 + p.y;",
    ),
    (
        "a sum of one's own",
        "let p: Pair = a.iter().take(i).map(|&x| Pair { x, y: 1 }).sum(); *out.add(i) = p.x * 100 + p.y;",
    ),
    (
        "names of the module around",
        "*out.add(i) = match words::first(a[i]) { Ok(x) => x, Err(Fault::Small(x)) => x + 1000, Err(Fault::Other) => 1 };",
    ),
    (
        "a unit structure by its path",
        "let t = Tagged::<u8> { x: a[i], tag: core::marker::PhantomData }; let _ = t.tag; *out.add(i) = t.x + 1;",
    ),
    (
        "a table behind a reference",
        "*out.add(i) = TABLE[i % TABLE.len()] + TABLE.iter().sum::<u32>() + u32::from(LETTERS[i % 4]);",
    ),
    (
        "what was kept of items",
        "*out.add(i) = a.iter().take(i).scan(1u32, |kept, &x| { *kept = kept.wrapping_mul(3) + x; Some(*kept) }).last().unwrap_or(7);",
    ),
    (
        "what is kept ends it",
        "*out.add(i) = a.iter().scan(0, |sum, &x| { *sum += x; (*sum < 40 * i as u32).then_some(*sum) }).count() as u32;",
    ),
    (
        "again and again",
        "*out.add(i) = a.iter().cycle().skip(i).take(40).fold(0u32, |s, &x| s.wrapping_mul(3) + x);",
    ),
    (
        "nothing again and again",
        "*out.add(i) = a[..i / 16].iter().cycle().take(5).sum::<u32>() + 1;",
    ),
    (
        "an array again and again",
        "let t = [1, a[i], 3]; *out.add(i) = t.iter().cycle().nth(i).copied().unwrap_or(9) + t.iter().zip([1u32, 2].iter().cycle()).map(|(x, y)| x * y).sum::<u32>();",
    ),
    (
        "made each time",
        "let mut s = a[i]; *out.add(i) = core::iter::repeat_with(|| { s = s.wrapping_mul(5) + 1; s }).take(4).fold(0, |x, y| x ^ y);",
    ),
    ("the same several times", "*out.add(i) = core::iter::repeat_n(a[i], i).sum::<u32>() + 1;"),
    (
        "the last place",
        "*out.add(i) = a.iter().rposition(|&x| x > a[i]).map_or(99, |at| at as u32);",
    ),
    (
        "the last that fits",
        "*out.add(i) = a.iter().rfind(|x| **x > 3 * i as u32).copied().unwrap_or(1000) + a[..i].iter().rfold(0, |s, x| s * 2 + x) % 1000;",
    ),
    (
        "whether items are sorted",
        "let t = [a[i], 50, 60]; *out.add(i) = u32::from(t.iter().is_sorted()) + 2 * u32::from(a[i % 8..].iter().is_sorted()) + 4;",
    ),
    (
        "sorted by a key",
        "let mut t = [a[i], 9, a[31 - i], 4]; t.sort_unstable_by_key(|x| core::cmp::Reverse(*x)); let first = t[0]; t.sort_by_key(|x| x % 5); *out.add(i) = first * 1000 + t[0] * 10 + t[3] % 10;",
    ),
    (
        "sorted by a comparison",
        "let mut t = [a[i], 9, a[31 - i], 4]; t.sort_by(|x, y| y.cmp(x)); *out.add(i) = t[0] * 1000 + t[3];",
    ),
    (
        "searched by a comparison",
        "let t = [3u32, 20, 41, 77, 90]; *out.add(i) = match t.binary_search_by(|x| x.cmp(&a[i])) { Ok(at) => at as u32, Err(at) => 10 + at as u32 } * 100 + t.binary_search_by_key(&(2 * a[i]), |x| x * 2).unwrap_or_else(|at| at + 20) as u32;",
    ),
    (
        "slices that change places",
        "let mut t = [a[i], 2, 3, 4]; let (l, r) = t.split_at_mut(2); l.swap_with_slice(r); *out.add(i) = t[0] * 100 + t[2];",
    ),
    (
        "an array of a slice",
        "let t: [u32; 3] = a[i % 8..i % 8 + 3].try_into().unwrap(); *out.add(i) = t[0] * 10 + t[2];",
    ),
    (
        "a slice that does not fit",
        "let t: [u32; 3] = a[..i % 5].try_into().unwrap_or([7; 3]); *out.add(i) = t[0] * 10 + t[2] + 1;",
    ),
    (
        "an integer that may not fit",
        "let x: u8 = (a[i] * 4).try_into().unwrap_or(255); *out.add(i) = x as u32 + 1;",
    ),
    (
        "the largest of numbers without a type",
        "let mut most = 0; let mut least = 1000; for &x in &a[..i] { most = most.max(x); least = least.min(x); } let c = 5; *out.add(i) = most * 1000 + least + c.clamp(1, a[i]+1);",
    ),
    (
        "a sum says the type of its range",
        "*out.add(i) = (0..).take(i).sum::<usize>() as u32 + (1..5).filter(|x| x % 2 == 0).product::<u32>();",
    ),
    (
        "distances without a sign",
        "let x = a[i] as i32 - 50; *out.add(i) = x.checked_abs().unwrap_or(1) as u32 * 10 + i32::MIN.checked_abs().map_or(3, |_| 4) + i8::MIN.wrapping_abs() as u8 as u32 + i8::MIN.saturating_abs() as u32;",
    ),
    (
        "powers and logarithms",
        "*out.add(i) = a[i].checked_next_power_of_two().unwrap_or(9) * 10 + (a[i] + 1).ilog(3) + 300u32.ilog10() + (u32::MAX - i as u32).checked_next_power_of_two().map_or(5, |x| x % 7) + 1u8.unbounded_shl(a[i]) as u32;",
    ),
    (
        "a macro in a loop",
        "let (mut one, mut other) = (a[i], 1); for k in 0..i as u32 { exchange!(one, other); other += k; } *out.add(i) = one * 100 + other;",
    ),
    (
        "keys in reverse",
        "*out.add(i) = a[..=i].iter().copied().min_by_key(|x| core::cmp::Reverse(x % 10)).unwrap();",
    ),
];

pub(crate) fn cases() -> Vec<Case> {
    let each = BODIES.iter().map(|(name, body)| {
        let text = format!(
            "{ITEMS}
#[kernel]
pub unsafe fn k(a: &[u32], out: *mut u32) {{
    let i = thread::index_1d() as usize;
    {body}
}}"
        );
        case(name, &text)
    });
    each.collect()
}

/// Whole kernels, as a student hands them in.
const KERNELS: [(&str, &str); 29] = [
    ("containers of one's own", include_str!("students/containers.rs")),
    ("a hash table of one's own", include_str!("students/hashing.rs")),
    ("iterators of one's own", include_str!("students/walks.rs")),
    ("a lexer of characters", include_str!("students/lexer.rs")),
    ("types that lead to others", include_str!("students/deref.rs")),
    ("box blur", include_str!("students/box_blur.rs")),
    ("median", include_str!("students/median.rs")),
    ("discrete Fourier transform", include_str!("students/complex.rs")),
    ("rows of a sparse matrix", include_str!("students/spmv.rs")),
    ("a step of a breadth-first search", include_str!("students/bfs.rs")),
    ("bitonic sort with orders as types", include_str!("students/bitonic.rs")),
    ("prices with errors", include_str!("students/black_scholes.rs")),
    ("a round of a hash", include_str!("students/sha_mix.rs")),
    ("edit distance", include_str!("students/edit_distance.rs")),
    ("run lengths", include_str!("students/rle.rs")),
    ("layers with activations as types", include_str!("students/mlp.rs")),
    ("life", include_str!("students/life.rs")),
    ("filters of a signal", include_str!("students/fir.rs")),
    ("heat in three dimensions", include_str!("students/heat3d.rs")),
    ("Morton codes", include_str!("students/morton.rs")),
    ("reductions with closures", include_str!("students/reduce_dynamic.rs")),
    ("a heap of one's own", include_str!("students/heap.rs")),
    ("prefix codes", include_str!("students/huffman.rs")),
    ("bodies that attract each other", include_str!("students/nbody.rs")),
    ("Monte Carlo with generators as types", include_str!("students/lcg_mc.rs")),
    ("small matrices", include_str!("students/matrix.rs")),
    ("knights on a board", include_str!("students/chess.rs")),
    ("k-means with metrics as types", include_str!("students/kmeans.rs")),
    ("equalisation", include_str!("students/histogram.rs")),
];

pub(crate) fn kernels() -> Vec<Case> {
    let each = KERNELS.iter().map(|(name, text)| {
        let case = case(name, text).within(1e-4, 1e-4);
        let is_cooperative =
            ["sync_threads", "warp_shuffle"].iter().any(|word| text.contains(word));
        let case = if is_cooperative { case.cooperative() } else { case };
        if text.contains("dynamic_shared_mem") { case.dynamic(256) } else { case }
    });
    each.collect()
}
