//! Pointers and slices that may lead into several buffers: swapped, in arrays, in
//! structures, chosen by a branch or an index.

use super::data::{Case, case};

/// What the kernels call.
const HELPERS: &str = "
use core::sync::atomic::{AtomicU32, Ordering};
#[derive(Clone, Copy)]
struct Buffers { src: *const f32, dst: *mut f32 }
impl Buffers {
    fn flip(&mut self) { let s = self.src; self.src = self.dst as *const f32; self.dst = s as *mut f32; }
    unsafe fn step(&self, i: usize) { *self.dst.add(i) = *self.src.add(i) * 2.0 + 1.0; }
}
#[derive(Clone, Copy)]
struct Row<'a> { data: &'a [f32], weight: f32 }
fn pick(c: bool, a: *mut f32, b: *mut f32) -> *mut f32 { if c { a } else { b } }
unsafe fn load(p: *const f32, i: usize) -> f32 { *p.add(i) }
unsafe fn sum_of(all: [*mut f32; 3], i: usize) -> f32 { let mut s = 0.0; for p in all { s += *p.add(i); } s }
unsafe fn total(all: &[*mut f32], i: usize) -> f32 { let mut s = 0.0; for k in 0..all.len() { s = s * 2.0 + *all[k].add(i); } s }
";

/// Names and bodies of kernels with three buffers `io_a`, `io_b`, `io_c` of `f32`,
/// two slices `x` and `y`, a buffer `io_u` of `u32`, and `n`, a number of rounds.
const BODIES: [(&str, &str); 40] = [
    (
        "two pointers that swap",
        "let (mut a, mut b) = (io_a, io_b); for _ in 0..n { *b.add(i) = *a.add(i) + 1.0; (a, b) = (b, a); }",
    ),
    (
        "two pointers that swap an even number of times",
        "let (mut a, mut b) = (io_a, io_b); for _ in 0..n + 1 { *b.add(i) = *a.add(i) + 1.0; core::mem::swap(&mut a, &mut b); }",
    ),
    (
        "a swap by hand",
        "let mut a = io_a; let mut b = io_b; for k in 0..n { *b.add(i) = *a.add(i) * 2.0 + k as f32; let t = a; a = b; b = t; } *io_c.add(i) = *a.add(i);",
    ),
    (
        "three that rotate",
        "let (mut p, mut q, mut r) = (io_a, io_b, io_c); for _ in 0..n { *r.add(i) = *p.add(i) + *q.add(i); (p, q, r) = (q, r, p); }",
    ),
    (
        "pointers that move and swap",
        "let (mut a, mut b) = (io_a.add(i), io_b.add(i)); for _ in 0..3 { *b = *a + 1.0; a = a.add(32); b = b.add(32); (a, b) = (b, a); }",
    ),
    (
        "pointers in a structure",
        "let mut both = Buffers { src: io_a, dst: io_b }; for _ in 0..n { both.step(i); both.flip(); }",
    ),
    (
        "structures with pointers in an array",
        "let mut t = [Buffers { src: io_a, dst: io_b }, Buffers { src: io_b, dst: io_c }]; for k in 0..n { t[(k % 2) as usize].step(i); t.swap(0, 1); } t[1].flip(); t[1].step(i);",
    ),
    (
        "a pointer from a function",
        "let p = pick(i % 3 == 0, io_a, io_b); *p.add(i) = 7.5; *io_c.add(i) = load(p, i);",
    ),
    (
        "a pointer from a branch",
        "let p = if i > 4 { io_a } else { io_b }; let q = match i % 3 { 0 => io_a, 1 => io_b, _ => pick(i > 9, io_c, io_a) }; *p.add(i) = load(q, i) + 1.0;",
    ),
    (
        "a pointer assigned in a branch",
        "let mut p = io_a; if i % 2 == 1 { p = io_b; } *io_c.add(i) = *p.add(i); *p.add(i) = 0.5;",
    ),
    (
        "a pointer declared before its value",
        "let p; if i % 2 == 1 { p = io_b; } else { p = io_c; } *p.add(i) += 3.0;",
    ),
    (
        "an array of pointers by constants",
        "let all = [io_a, io_b, io_c]; *all[0].add(i) = *all[1].add(i); *all[2].add(i) += *all[0].add(i);",
    ),
    (
        "an array of pointers by an index",
        "let all = [io_a, io_b, io_c]; for k in 0..3 { *all[k].add(i) += k as f32; } *all[i % 3].add(i) = -1.0;",
    ),
    (
        "an array of pointers, iterated",
        "let all = [io_a, io_b, io_c]; for p in all { *p.add(i) += 2.0; } for p in &all { *p.add(i) *= 2.0; } for p in all.iter() { *(*p).add(i) += 0.5; }",
    ),
    (
        "an array of pointers with enumerate",
        "for (k, p) in [io_a, io_b].into_iter().enumerate() { *p.add(i) += k as f32; }",
    ),
    (
        "an array of pointers that changes",
        "let mut all = [io_a, io_b, io_c]; for t in 0..n { all.swap(0, (t % 3) as usize); *all[(t % 2) as usize].add(i) += 3.0; } all[2] = all[0]; *all[2].add(i) = 9.0;",
    ),
    (
        "an array of pointers, rotated and reversed",
        "let mut all = [io_a, io_b, io_c]; all.rotate_left(1); *all[0].add(i) = 1.0; all.reverse(); *all[0].add(i) = 2.0; *io_c.add(i) = total(&all, i);",
    ),
    (
        "an array of pointers, copied",
        "let all = [io_a, io_b]; let mut other = all; other[0] = io_c; *other[0].add(i) = 5.0; *all[0].add(i) = 6.0; *all[i % 2].add(i + 32) = 7.0;",
    ),
    (
        "an array of pointers as an argument",
        "*io_c.add(i + 32) = sum_of([io_a, io_b, io_c], i); let t = [io_b, io_a]; *io_c.add(i + 64) = total(&t, i) + total(&t[1..], i);",
    ),
    (
        "an array of pointers, taken apart",
        "let [p, q] = [io_a, io_b]; *p.add(i) = *q.add(i) + 1.0; let all = [io_a, io_b, io_c]; let [first, .., last] = all; *last.add(i) = *first.add(i);",
    ),
    (
        "an array of equal pointers",
        "let t = [io_a.add(i); 3]; *t[i % 3] += 1.0; *t[0] += 1.0; *t[2] += 1.0;",
    ),
    (
        "an array of arrays of pointers",
        "let t = [[io_a, io_b], [io_b, io_c]]; *t[i % 2][(i / 2) % 2].add(i) = 4.0; *t[1][1].add(i) += 1.0;",
    ),
    (
        "an array of pointers made by map",
        "let t = [0usize, 32, 64].map(|k| io_a.add(k)); for p in t { *p.add(i) += 1.0; }",
    ),
    (
        "a tuple of arrays of pointers",
        "let mut t = ([io_a, io_b], 2.0f32); t.0.swap(0, 1); t.1 += 1.0; *t.0[i % 2].add(i) = t.1;",
    ),
    (
        "slices that swap",
        "let (mut s, mut t) = (x, y); let mut sum = 0.0; for _ in 0..n { sum += s[i] + s.len() as f32; if let Some(v) = t.get(i + 1) { sum += *v; } (s, t) = (t, s); } *io_a.add(i) = sum;",
    ),
    (
        "slices of different lengths",
        "let (mut s, mut t) = (&x[..8], &y[4..20]); let mut sum = 0.0; for _ in 0..n { for v in s { sum += *v; } sum *= 0.5; core::mem::swap(&mut s, &mut t); } *io_a.add(i) = sum + s.len() as f32;",
    ),
    (
        "an array of slices",
        "let all: [&[f32]; 3] = [x, y, &x[3..9]]; let mut sum = 0.0; for s in all { sum += s[0] + s.len() as f32; } for k in 0..3 { sum += all[k][k]; } *io_a.add(i) = sum + all[i % 3][i % 6] + all[i % 2].iter().sum::<f32>();",
    ),
    (
        "structures with slices in an array",
        "let rows = [Row { data: x, weight: 2.0 }, Row { data: &y[1..], weight: -1.0 }]; let mut sum = 0.0; for row in &rows { sum += row.data[i % 31] * row.weight; } *io_a.add(i) = sum + rows[i % 2].weight;",
    ),
    (
        "an option of a pointer",
        "let p = if i % 2 == 0 { Some(io_a) } else if i % 3 == 0 { Some(io_b) } else { None }; if let Some(p) = p { *p.add(i) = 3.0; }",
    ),
    (
        "arrays that swap",
        "let mut s = [1.0f32; 8]; let mut t = [2.0f32; 8]; { let (mut p, mut q) = (&mut s, &mut t); for k in 0..n { q[(k % 8) as usize] = p[0] + 1.0; core::mem::swap(&mut p, &mut q); } } let v = if i > 2 { &s } else { &t }; *io_a.add(i) = v[3] + v.iter().sum::<f32>();",
    ),
    (
        "references to variables in an array",
        "let (mut p, mut q) = (1.5f32, 2.5f32); { let t = [&mut p, &mut q]; *t[0] += 1.0; *t[1] *= 2.0; } let t = [&p, &q]; *io_a.add(i) = *t[i % 2] + *t[0];",
    ),
    (
        "a variable or a buffer",
        "let mut own = [1.0f32; 4]; let p = if i % 2 == 0 { own.as_mut_ptr() } else { io_b.add(i) }; *p = 8.0; *io_a.add(i) = own[0] + *p;",
    ),
    (
        "a pointer in a loop that ends by it",
        "let mut p = io_a; let mut k = 0; while *p.add(i) > -100.0 && k < 5 { *p.add(i) -= 20.0; p = if k % 2 == 0 { io_b } else { io_a }; k += 1; }",
    ),
    (
        "words and floats",
        "let p = io_u as *mut f32; let q = if i % 2 == 0 { p } else { io_a }; *q.add(i) = 1.5;",
    ),
    (
        "atomics through one of two",
        "let p = if i % 2 == 0 { io_u } else { io_u.add(64) }; let old = AtomicU32::from_ptr(p).fetch_add(1, Ordering::Relaxed); *io_a.add(i) = if old < 200 { 1.0 } else { 2.0 };",
    ),
    (
        "atomics through one of two buffers",
        "let p = if i % 2 == 0 { io_u } else { io_v }; AtomicU32::from_ptr(p.add(i % 4)).fetch_add(i as u32, Ordering::Relaxed); AtomicU32::from_ptr(p.add(8)).fetch_max(i as u32, Ordering::Relaxed); AtomicU32::from_ptr(p.add(9)).store(5, Ordering::Relaxed);",
    ),
    (
        "exchanges through one of two buffers",
        "let p = if i % 2 == 0 { io_u } else { io_v }; let at = AtomicU32::from_ptr(p.add(i)); let was = at.load(Ordering::Relaxed); let done = at.compare_exchange(was, 1000 + was, Ordering::Relaxed, Ordering::Relaxed); let no = at.compare_exchange(5000, 1, Ordering::Relaxed, Ordering::Relaxed); *io_a.add(i) = done.is_ok() as u32 as f32 + 2.0 * no.is_err() as u32 as f32;",
    ),
    (
        "an update through one of two buffers",
        "let p = if i % 2 == 0 { io_u } else { io_v }; let r = AtomicU32::from_ptr(p.add(i)).fetch_update(Ordering::Relaxed, Ordering::Relaxed, |v| if v > 10 { Some(v * 2) } else { None }); *io_a.add(i) = if r.is_ok() { 1.0 } else { 0.0 };",
    ),
    (
        "an array of references to atomics",
        "let t = [AtomicU32::from_ptr(io_u), AtomicU32::from_ptr(io_v), AtomicU32::from_ptr(io_u.add(1))]; t[i % 3].fetch_add(1, Ordering::Relaxed); for a in t { a.fetch_add(2, Ordering::Relaxed); }",
    ),
    (
        "pointers that never differ",
        "let t = [io_a, io_a.add(32)]; *t[i % 2].add(i) = 2.0; let (mut p, mut q) = (io_b, io_b.add(32)); (p, q) = (q, p); *p.add(i) = 1.0; *q.add(i) = 3.0;",
    ),
];

pub(crate) fn cases() -> Vec<Case> {
    let each = BODIES.iter().map(|(name, body)| {
        let text = format!(
            "{HELPERS}
#[kernel]
pub unsafe fn k(io_a: *mut f32, io_b: *mut f32, io_c: *mut f32, io_u: *mut u32, io_v: *mut u32, x: &[f32], y: &[f32], n: u32) {{
    let i = thread::index_1d() as usize;
    let n = n / 6;
    {body}
}}"
        );
        case(name, &text)
    });
    let mut cases: Vec<Case> = each.collect();
    cases.push(
        case(
            "shared arrays that swap with a barrier",
            "
#[kernel]
pub unsafe fn k(io_a: *mut u32, n: u32) {
    let s = cuda_std::shared_array![u32; 32];
    let t = cuda_std::shared_array![u32; 32];
    let i = thread::index_1d() as usize;
    *s.add(i) = *io_a.add(i);
    thread::sync_threads();
    let (mut from, mut to) = (s, t);
    let mut step = 1;
    while step < n as usize {
        *to.add(i) = if i >= step { *from.add(i) + *from.add(i - step) } else { *from.add(i) };
        thread::sync_threads();
        core::mem::swap(&mut from, &mut to);
        step *= 2;
    }
    *io_a.add(i) = *from.add(i);
}",
        )
        .cooperative(),
    );
    cases.push(
        case(
            "shared and global memory in an array",
            "
#[kernel]
pub unsafe fn k(io_a: *mut u32) {
    let s = cuda_std::shared_array![u32; 32];
    let i = thread::index_1d() as usize;
    *s.add(i) = 100 + i as u32;
    thread::sync_threads();
    let both = [s as *const u32, io_a as *const u32];
    let x = *both[i % 2].add(31 - i);
    thread::sync_threads();
    *io_a.add(i) = x;
}",
        )
        .cooperative(),
    );
    cases
}
