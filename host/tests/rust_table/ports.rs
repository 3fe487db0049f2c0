//! What kernels are made of that come over from CUDA C: pointers that are compared
//! and subtracted, memory seen as another type, macros of the file, and names of
//! Rust-CUDA's that only stand in signatures.

use super::data::{Case, case};

/// What the kernels call.
const HELPERS: &str = "
use core::ptr::{self, NonNull};
macro_rules! square { ($x:expr) => { $x * $x }; }
macro_rules! largest {
    ($x:expr) => { $x };
    ($x:expr, $($rest:expr),+ $(,)?) => {{
        let a = $x;
        let b = largest!($($rest),+);
        if a > b { a } else { b }
    }};
}
macro_rules! swap { ($a:ident, $b:ident) => { let t = $a; $a = $b; $b = t; }; }
macro_rules! unrolled {
    ($k:ident in [$($n:literal),*] $body:block) => { $({ const $k: usize = $n; $body })* };
}
macro_rules! function_of {
    ($($name:ident = $ty:ty, $op:tt;)*) => {
        $(#[inline(always)] fn $name(a: $ty, b: $ty) -> $ty { a $op b })*
    };
}
function_of! { plus = u32, +; times = f32, *; }
macro_rules! doubled { ($x:expr) => {{ let f = |k: u32| k * 2 + $x; f(5) }}; }
macro_rules! constant { ($name:ident, $value:expr) => { const $name: u32 = $value; }; }
constant!(SEVEN, 3 + 4);
macro_rules! sum { () => { 0 }; ($first:expr $(, $rest:expr)*) => { $first + sum!($($rest),*) }; }
macro_rules! keyed { ($($key:literal => $value:expr),* ; $x:expr) => { match $x { $($key => $value,)* _ => 99 } }; }
#[repr(C, align(16))]
#[derive(Clone, Copy)]
struct Four { x: u32, y: u32, z: u32, w: u32 }
#[repr(C)]
#[derive(Clone, Copy)]
struct Pair { key: u32, values: [u32; 3] }
pub extern \"C\" fn called(x: u32) -> u32 { x + 5 }
unsafe fn total(mut from: *const u32, to: *const u32) -> u32 {
    let mut s = 0;
    while from < to { s += *from; from = from.add(1); }
    s
}
unsafe fn position(start: *const u32, end: *const u32, key: u32) -> isize {
    let mut at = start;
    while at != end && *at != key { at = at.offset(1); }
    at.offset_from(start)
}
";

/// Names and bodies of kernels with a slice `a` of `u32`, one `b` of `f32`, a buffer
/// `io` of `u32`, and a buffer `out` of `u32` that is zero, with four numbers for each
/// thread.
const BODIES: [(&str, &str); 39] = [
    ("pointers that are compared", "*out.add(i) = total(a.as_ptr(), a.as_ptr().add(i));"),
    (
        "pointers of both kinds of mutability",
        "let p = out.add(i) as *const u32; *out.add(i) = (p <= out as *const u32) as u32 * 2 + (p == out.add(3)) as u32;",
    ),
    (
        "how far a pointer got",
        "let p = a.as_ptr(); *out.add(i) = position(p, p.add(a.len()), a[i / 2]) as u32;",
    ),
    (
        "how far back",
        "let p = io.add(i + 3); let q = io.add(2 * i); *out.add(i) = q.offset_from(p) as i32 as u32;",
    ),
    (
        "distances of larger elements",
        "let p = io as *const Four; let q = p.add(i); *out.add(i) = q.offset_from(p) as u32 + (q.cast::<u32>().offset_from(io) as u32) * 100;",
    ),
    (
        "distances in an array of the thread's own",
        "let own = [1, 2, 3, 4u32]; let mut p = own.as_ptr(); let end = p.add(i % 4); let mut s = 0; while p < end { s += *p; p = p.add(1); } *out.add(i) = s;",
    ),
    (
        "elements that are copied",
        "ptr::copy_nonoverlapping(a.as_ptr().add(i), out.add(i), 1); out.add(32 + i).copy_from_nonoverlapping(io.add(i), 1); io.add(i).copy_to_nonoverlapping(out.add(64 + i), 1);",
    ),
    (
        "elements that are copied into the thread's own",
        "let mut own = [0; 3]; ptr::copy_nonoverlapping(a.as_ptr().add(i % 8), own.as_mut_ptr(), 3); *out.add(i) = own[0] + own[2] * 3;",
    ),
    (
        "elements that are swapped",
        "ptr::swap_nonoverlapping(io.add(i), out.add(i), 1); let (mut x, mut y) = ([1, 2, i as u32], [4, 5, 6]); x.swap_with_slice(&mut y); *out.add(32 + i) = x[0] * 10 + y[2];",
    ),
    (
        "a pointer that is not null",
        "if let Some(p) = NonNull::new(out.add(i)) { *p.as_ptr() = a[i]; p.add(32).write(p.read() + 1); }",
    ),
    (
        "a reference of a pointer that is not null",
        "let mut p = NonNull::new_unchecked(io.add(i)); *p.as_mut() += 2; *out.add(i) = *p.as_ref();",
    ),
    (
        "a member through a pointer to four",
        "let p = out as *mut Four; let q = io as *const Four; if i < 8 { let v = &mut *p.add(i); v.x = 1 + (*q.add(i)).w; v.w = v.x * 2; (*p.add(i)).y = a[i]; }",
    ),
    (
        "four through a reference",
        "let p = &mut *(out as *mut Four).add(i); let q = &*(io as *const Four).add(i / 4); *p = Four { x: q.x + p.y, y: q.y, z: q.z + 1, w: q.w };",
    ),
    (
        "memory as rows",
        "let rows = out as *mut [u32; 4]; (*rows.add(i))[a[i] as usize % 4] = 7; let row = &mut *rows.add(i); row[3] += row[1] + 1;",
    ),
    (
        "memory as a matrix",
        "let m = &mut *(out as *mut [[u32; 8]; 4]); m[i / 8][i % 8] = a[i]; let n = &*(io as *const [[u32; 8]; 4]); m[i / 8][i % 8] += n[i / 8][7 - i % 8];",
    ),
    (
        "members that are arrays",
        "let p = &mut *(out as *mut Pair).add(i); p.key = a[i]; p.values[i % 3] = 5; p.values[2] += p.key; let q = (io as *const Pair).add(i / 4); p.values[0] += (*q).values[1];",
    ),
    (
        "bytes of words",
        "let p = io as *const u8; let bytes = &*(p.add(4 * i) as *const [u8; 4]); *out.add(i) = bytes[0] as u32 + 256 * bytes[3] as u32;",
    ),
    (
        "an array of a slice",
        "let at = i % 8; let s: [u32; 4] = a[at..at + 4].try_into().unwrap(); *out.add(i) = s[0] + s[3] * 2;",
    ),
    (
        "an array of a chunk",
        "let mut s = 0; for chunk in a.chunks_exact(4) { s += u32::from_be_bytes(chunk.try_into().map(|c: [u32; 4]| c.map(|x| x as u8)).unwrap()); } *out.add(i) = s + i as u32;",
    ),
    (
        "a slice that is not as long",
        "let r: Result<[u32; 3], _> = a[..i % 5].try_into(); *out.add(i) = match r { Ok(x) => x[1] + 1, Err(_) => 1000 };",
    ),
    (
        "elements that move within an array",
        "let mut own = [1, 2, 3, 4, i as u32]; own.copy_within(0..3, 1 + i % 2); own.copy_within(2..5, 0); *out.add(i) = own[0] + own[1] * 10 + own[2] * 100 + own[3] * 1000 + own[4] * 10000;",
    ),
    ("a macro of an expression", "*out.add(i) = square!(a[i] + 1) + 2 * square!(2);"),
    ("a macro that calls itself", "*out.add(i) = largest!(a[i], 3, 7 * io.add(i).read(),) + 1;"),
    (
        "a macro's names are its own",
        "let a = 5; let b = 6 + i as u32; *out.add(i) = largest!(b, a, b - a) * 10 + a;",
    ),
    ("a closure of a macro's own", "let k = i as u32; let f = 100; *out.add(i) = doubled!(k + f);"),
    (
        "a macro of statements",
        "let (mut t, mut u) = (1 + i as u32, 2); swap!(t, u); *out.add(i) = t * 100 + u;",
    ),
    (
        "a macro that repeats a block",
        "let mut s = 0; unrolled!(K in [0, 1, 2] { s = s * 3 + a[(i + K) % a.len()] }); *out.add(i) = s;",
    ),
    (
        "functions and constants of macros",
        "*out.add(i) = plus(a[i], SEVEN) + times(b[i], 4.0) as i32 as u32;",
    ),
    (
        "a macro that is a place",
        "macro_rules! at { ($o:expr) => { *out.add(i * 4 + $o) }; } at!(0) = a[i]; at!(1 + 1) += at!(0) + 1; at!(3) = at!(2).max(3);",
    ),
    (
        "macros of any number",
        "*out.add(i) = sum!(a[i], 2, 3 * 4) + sum!() + sum![i as u32]; *out.add(32 + i) = keyed!(1 => 10, 2 => 20, 3 => a[i]; i % 5);",
    ),
    (
        "a macro in a macro's argument",
        "*out.add(i) = square!(sum!(a[i], largest!(1, 2))); if sum!(i, 1) > 3 { *out.add(32 + i) = 1; }",
    ),
    (
        "a macro at the end of a block",
        "let x = { let y = a[i]; largest!(y, 4) }; *out.add(i) = if i > 3 { square!(x) } else { sum!(x, 1) };",
    ),
    ("a function for C", "*out.add(i) = called(a[i]);"),
    (
        "a loop that says that it spins",
        "let mut k = 0; while k < i { core::hint::spin_loop(); k += 1; } *out.add(i) = core::hint::black_box(k) as u32;",
    ),
    (
        "a pointer that walks backwards",
        "let start = a.as_ptr(); let mut p = start.add(i); let mut s = 0; loop { s = s * 2 + *p; if p == start { break; } p = p.sub(1); } *out.add(i) = s;",
    ),
    (
        "pointers that meet",
        "let mut own = [1, 2, 3, 4, 5, 6 + i as u32]; let mut p = own.as_mut_ptr(); let mut q = p.add(5); while p < q { ptr::swap(p, q); p = p.add(1); q = q.sub(1); } *out.add(i) = own[0] * 100 + own[2] * 10 + own[5];",
    ),
    (
        "pointers that are asked whether they are null",
        "let p = a.as_ptr(); if p.is_null() || out.is_null() { return; } if let (Some(x), Some(y)) = (p.add(i).as_ref(), out.add(i).as_mut()) { *y = *x + 1; }",
    ),
    (
        "types of C",
        "use core::ffi::{c_float, c_int, c_uchar, c_uint}; let x: c_int = -(i as c_int); let y: c_float = x as c_float; let z = a[i] as c_uchar as c_uint; *out.add(i) = (y * 2.0) as c_int as c_uint + z;",
    ),
    (
        "what lies between",
        "let p = a.as_ptr(); let (low, high) = (p.add(i / 2), p.add(i)); let middle = low.add(high.offset_from(low) as usize / 2); *out.add(i) = *middle;",
    ),
];

/// Whole kernels.
const KERNELS: [(&str, &str, bool); 3] = [
    (
        "a kernel as C would call it",
        "extern crate cuda_std;\n#[kernel]\npub unsafe extern \"C\" fn k(a: &[u32], out: *mut u32) { let i = thread::index_1d() as usize; *out.add(i) = a[i] + 1; }",
        false,
    ),
    (
        "what lanes hand each other, by its trait",
        "use core::ops::Add;\nuse cuda_std::warp::{warp_shuffle_xor, WarpShuffleValue};\nunsafe fn sum<T: Copy + Add<Output = T> + WarpShuffleValue>(mut x: T) -> T { let mut d = 16; while d > 0 { x = x + warp_shuffle_xor(!0, x, d, 32).0; d /= 2; } x }\n#[kernel]\npub unsafe fn k(a: &[u32], b: &[f32], out: *mut u32) { let i = thread::index_1d() as usize; *out.add(i) = sum(a[i]) + sum(b[i]) as i32 as u32; }",
        true,
    ),
    (
        "shared memory as a matrix",
        "use cuda_std::shared_array;\n#[kernel]\npub unsafe fn k(a: &[u32], out: *mut u32) { let i = thread::index_1d() as usize; let t = &mut *(shared_array![u32; 32] as *mut [[u32; 8]; 4]); t[i / 8][i % 8] = a[i]; thread::sync_threads(); *out.add(i) = t[i % 4][i / 4] * 2; }",
        true,
    ),
];

pub(crate) fn cases() -> Vec<Case> {
    let bodies = BODIES.map(|(name, body)| {
        let text = format!(
            "{HELPERS}
#[kernel]
pub unsafe fn k(a: &[u32], b: &[f32], io: *mut u32, out: *mut u32) {{
    let i = thread::index_1d() as usize;
    {body}
}}"
        );
        case(&format!("{name}, as ported"), &text)
    });
    let kernels = KERNELS.map(|(name, text, is_cooperative)| {
        let case = case(name, text);
        // Lanes that meet are 32, which an adapter's need not be.
        let meets = text.contains("shuffle");
        let case = if meets { case.simulated_only() } else { case };
        if is_cooperative { case.cooperative() } else { case }
    });
    bodies.into_iter().chain(kernels).collect()
}
