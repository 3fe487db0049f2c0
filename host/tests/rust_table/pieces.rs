//! Small pieces of the language and its library that no other theme has: assignments
//! to patterns, memory without a value, arrays of atomics, and what all lanes agree on.

use super::data::{Case, case};

const TYPES: &str = "
use core::mem::MaybeUninit;
use core::sync::atomic::{AtomicU32, Ordering};
use cuda_std::address_space;
use cuda_std::warp;
#[derive(Clone, Copy)]
struct Point { x: u32, y: u32, z: u32 }
#[derive(Clone, Copy)]
struct Two(u32, u32);
fn three(i: u32) -> (u32, u32, u32) { (i, i * 2, i * 3) }
";

/// Names and bodies that read `a` and write `out`.
const BODIES: [(&str, &str); 22] = [
    ("the first of a tuple", "let mut q = 0; (q, ..) = three(a[i]); *out.add(i) = q;"),
    ("the last of a tuple", "let mut q = 0; (.., q) = three(a[i]); *out.add(i) = q;"),
    (
        "both ends of a tuple",
        "let (mut q, mut r) = (1, 2); (q, .., r) = (a[i], 5u8, 6i32, 7); *out.add(i) = q + r;",
    ),
    (
        "one left out",
        "let (mut q, mut r) = (1, 2); (q, _, r) = three(a[i]); (_, q) = (q, q + r); *out.add(i) = q;",
    ),
    ("nothing but a value", "_ = a[i]; let mut n = 0; _ = { n += 3; n }; *out.add(i) = n;"),
    (
        "the ends of an array",
        "let mut t = [0; 2]; [t[0], .., t[1]] = [a[i], 2, 3, 4]; *out.add(i) = t[0] * 10 + t[1];",
    ),
    (
        "an array with one left out",
        "let (mut q, mut r) = (1, 2); [q, _, r] = [r, a[i], q]; *out.add(i) = q * 10 + r;",
    ),
    (
        "fields of a structure",
        "let (mut q, mut r) = (1, 2); Point { x: q, y: r, .. } = Point { x: a[i], y: 7, z: 9 }; *out.add(i) = q * 10 + r;",
    ),
    (
        "a field by its name",
        "let (mut x, mut z) = (1, 2); Point { x, z, .. } = Point { x: a[i], y: 7, z: 9 }; *out.add(i) = x * 10 + z;",
    ),
    (
        "a structure with numbers for names",
        "let (mut q, mut r) = (1, 2); Two(q, r) = Two(a[i], 3); Two(q, _) = Two(q + r, 1); *out.add(i) = q * 10 + r;",
    ),
    (
        "patterns in each other",
        "let (mut q, mut r, mut s) = (1, 2, 3); ((q, ..), [.., r], Two(_, s)) = (three(a[i]), [1, 2, 3], Two(4, 5)); *out.add(i) = q + r * 10 + s * 100;",
    ),
    (
        "places of all kinds",
        "let mut p = Point { x: 1, y: 2, z: 3 }; let mut t = [0; 3]; (p.y, t[i % 3], .., *out.add(i + 32)) = (a[i], 6, 7, 8); *out.add(i) = p.x + p.y + t[0] + t[1] * 2;",
    ),
    (
        "fibonacci with a rest",
        "let (mut q, mut r) = (0, 1); for _ in 0..i { (q, r, ..) = (r, q + r, 0); } *out.add(i) = q;",
    ),
    (
        "a value later",
        "let mut v = MaybeUninit::<u32>::uninit(); v.write(a[i]); *out.add(i) = v.assume_init() + 1;",
    ),
    (
        "a value by its reference",
        "let mut v = MaybeUninit::uninit(); let r = v.write(a[i]); *r += 2; *v.assume_init_mut() *= 3; *out.add(i) = *v.assume_init_ref();",
    ),
    (
        "an array of values later",
        "let mut t = [MaybeUninit::<u32>::uninit(); 4]; for k in 0..4 { t[k] = MaybeUninit::new(a[i] + k as u32); } t[1].write(9); let mut sum = 0; for v in &t { sum = sum * 3 + v.assume_init(); } *out.add(i) = sum;",
    ),
    (
        "an array through its pointer",
        "let mut t = MaybeUninit::<[u32; 4]>::uninit(); let p = t.as_mut_ptr() as *mut u32; for k in 0..4 { *p.add(k) = a[i] * k as u32; } let t = t.assume_init(); *out.add(i) = t[i % 4] + t[3];",
    ),
    (
        "shared memory without a value",
        "#[address_space(shared)] static mut TILE: MaybeUninit<[u32; 32]> = MaybeUninit::uninit(); let tile = TILE.as_mut_ptr() as *mut u32; *tile.add(i) = a[i]; thread::sync_threads(); *out.add(i) = *tile.add(31 - i);",
    ),
    (
        "an array of atomics",
        "let t = [AtomicU32::new(1), AtomicU32::new(a[i])]; t[i % 2].fetch_add(3, Ordering::Relaxed); t[1].fetch_max(7, Ordering::Relaxed); *out.add(i) = t[0].load(Ordering::Relaxed) * 100 + t[1].load(Ordering::Relaxed);",
    ),
    (
        "equal atomics",
        "let t = [const { AtomicU32::new(2) }; 3]; for (k, c) in t.iter().enumerate() { c.fetch_add(a[i] * k as u32, Ordering::Relaxed); } t[i % 3].store(1, Ordering::Relaxed); *out.add(i) = t.iter().map(|c| c.load(Ordering::Relaxed)).sum();",
    ),
    (
        "what all lanes have",
        "*out.add(i) = warp::warp_match_all(u32::MAX, i as u32 / 32 + 5).unwrap_or(1);",
    ),
    (
        "what not all lanes have",
        "*out.add(i) = warp::warp_match_all(u32::MAX, (i == 7) as u32).map_or(3, |mask| mask) + 1;",
    ),
];

pub(crate) fn cases() -> Vec<Case> {
    let each = BODIES.iter().map(|(name, body)| {
        let text = format!(
            "{TYPES}
#[kernel]
pub unsafe fn k(a: &[u32], out: *mut u32) {{
    let i = thread::index_1d() as usize;
    {body}
}}"
        );
        let case = case(name, &text);
        let is_cooperative = ["sync_threads", "warp_match"].iter().any(|word| body.contains(word));
        let case = if is_cooperative { case.cooperative() } else { case };
        if body.contains("warp_match") { case.simulated_only() } else { case }
    });
    each.collect()
}
