//! Pointers, slices, structures in memory, and vectors of 16 bytes.

use super::data::{Case, case};

/// Names and bodies of kernels from `a` and `p` to `out`.
const BODIES: [(&str, &str); 30] = [
    ("a slice and its length", "*out.add(i) = a[a.len() - 1 - i] + a.len() as i32;"),
    ("a slice that is not empty", "*out.add(i) = if a.is_empty() { 1 } else { 2 };"),
    ("a pointer, read and written", "let x = *p.add(i); *out.add(i) = x; *out.add(i + 32) = *p;"),
    (
        "compound assignment through a pointer",
        "*out.add(i) = 5; *out.add(i) += a[i]; *out.add(i) <<= 2; *out.add(i) -= 1;",
    ),
    (
        "read and write",
        "let x = p.add(i).read(); out.add(i).write(x + 1); core::ptr::write(out.add(i + 32), core::ptr::read(p.add(i)));",
    ),
    ("volatile accesses", "out.add(i).write_volatile(p.add(i).read_volatile() * 2);"),
    (
        "steps back and forth",
        "let q = p.add(i + 5).sub(5); *out.add(i) = *q.offset(0) + *p.offset(i as isize) + *p.wrapping_add(40).wrapping_sub(40 - i);",
    ),
    ("get_unchecked", "*out.add(i) = *a.get_unchecked(i) + *a.get_unchecked(0);"),
    (
        "get_unchecked_mut",
        "let mut t = [1; 4]; *t.get_unchecked_mut(i % 4) = a[i]; *out.add(i) = t[0] + t[1] * 2 + *t.get_unchecked(3);",
    ),
    ("a pointer from a slice", "let q = a.as_ptr(); *out.add(i) = *q.add(i) + *a.as_ptr();"),
    (
        "a slice from a pointer",
        "let s = core::slice::from_raw_parts(p.add(i % 4), 8); *out.add(i) = s[3] + s.len() as i32;",
    ),
    (
        "parts of a slice",
        "let s = &a[i % 8..i % 8 + 10]; let t = &s[2..]; let u = &t[..3]; let v = &a[..]; let w = &a[4..=6]; *out.add(i) = s[0] + t[1] * 2 + u[2] * 3 + u.len() as i32 + v[i] + w[w.len() - 1];",
    ),
    (
        "a pointer that moves in a loop",
        "let mut q = p.add(i % 16); let mut sum = 0; let mut k = 0; while k < 5 { sum = sum * 3 + *q; q = q.add(2); k += 1; } *out.add(i) = sum;",
    ),
    (
        "two pointers that move",
        "let mut q = p; let mut r = out.add(i); for k in 0..4 { *r = *q + k; q = q.add(1); r = r.add(32); }",
    ),
    (
        "a pointer that depends on a branch",
        "let q = if i % 2 == 0 { p.add(i) } else { p.add(31 - i) }; *out.add(i) = *q;",
    ),
    (
        "a pointer to a variable",
        "let mut x = a[i]; let q = &mut x as *mut i32; *q += 5; *q.add(0) *= 2; *out.add(i) = x;",
    ),
    (
        "a pointer into an array",
        "let mut t = [0; 6]; let q = t.as_mut_ptr(); let mut k = 0; while k < 6 { *q.add(k) = a[k] * i as i32; k += 1; } *out.add(i) = t[i % 6] + *t.as_ptr().add(2);",
    ),
    (
        "a reference to a variable",
        "let mut x = a[i]; { let r = &mut x; *r += 3; *r *= *r; } let s = &x; *out.add(i) = *s + x;",
    ),
    (
        "a reference to an element",
        "let mut t = [1, 2, 3]; let r = &mut t[i % 3]; *r = a[i]; let s = &t; *out.add(i) = s[0] * 9 + s[1] * 3 + s[2];",
    ),
    (
        "a reference into a buffer",
        "let r = &mut *out.add(i); *r = a[i]; *r += 1; let s = &a[i]; *out.add(i + 32) = *s;",
    ),
    (
        "a helper that reads through a pointer",
        "*out.add(i) = third(p.add(i % 8)) + third(a.as_ptr());",
    ),
    ("a helper that writes through a pointer", "fill(out.add(i), a[i]);"),
    ("helpers that hand pointers on", "outer(out.add(i), p.add(i % 16)); *out.add(i) += 1;"),
    (
        "a helper with a slice",
        "*out.add(i) = total(a) + total(&a[i % 8..i % 8 + 3]) + total(&[1, i as i32]);",
    ),
    (
        "a helper with a slice that it changes",
        "let mut t = [a[i], 2, 3, 4]; double(&mut t); double(&mut t[1..3]); *out.add(i) = t[0] + t[1] * 3 + t[2] * 5 + t[3] * 7;",
    ),
    (
        "a helper with pointers to variables",
        "let mut x = a[i]; let mut t = [7, 8, 9]; fill(&mut x, 4); fill(t.as_mut_ptr().add(1), x); *out.add(i) = x + t[1] * 10 + t[2];",
    ),
    (
        "a const pointer from one that writes",
        "*out.add(i) = a[i]; *out.add(i) = third((out as *const i32).add(i + 1).wrapping_sub(3)) + third(p);",
    ),
    (
        "the bits of floats in memory",
        "let bits = p as *const u32; *out.add(i) = (*bits.add(i) >> 1) as i32; *(out as *mut u32).add(i + 32) = *bits ^ 5;",
    ),
    (
        "cast methods of pointers",
        "let bits = p.cast::<u32>(); let q = out.cast_const(); *out.add(i) = (*bits.add(i) % 7) as i32 + *q.add(i);",
    ),
    (
        "an index that is computed",
        "*out.add((i * 5) % 32) = a[(a[i].unsigned_abs() as usize + i) % a.len()];",
    ),
];

/// What some of them use.
const HELPERS: &str = "
unsafe fn third(p: *const i32) -> i32 { *p.add(2) }
unsafe fn fill(p: *mut i32, value: i32) { *p = value; *p += 1; }
unsafe fn inner(to: *mut i32, from: *const i32, by: usize) { *to += *from.add(by); }
unsafe fn outer(to: *mut i32, from: *const i32) { inner(to, from, 0); inner(to, from.add(1), 2); }
fn total(values: &[i32]) -> i32 { let mut sum = 0; for k in 0..values.len() { sum = sum * 2 + values[k]; } sum }
fn double(values: &mut [i32]) { for k in 0..values.len() { values[k] *= 2; } }";

pub(crate) fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = (BODIES.iter())
        .map(|(name, body)| {
            let text = format!(
                "{}
#[kernel]
pub unsafe fn body(a: &[i32], p: *const i32, out: *mut i32) {{
    let i = thread::index_1d() as usize;
    {body}
}}",
                HELPERS.trim()
            );
            case(name, &text)
        })
        .collect();
    cases.extend(structures());
    cases.extend(vectors());
    cases
}

fn structures() -> Vec<Case> {
    let body = |name: &str, body: &str| {
        let text = format!(
            "#[derive(Clone, Copy)]
#[repr(C)]
struct Particle {{ x: f32, y: f32, id: u32, mass: f32 }}
#[kernel]
pub unsafe fn body(a: *const Particle, out: *mut Particle, io: *mut Particle) {{
    let i = thread::index_1d() as usize;
    {body}
}}"
        );
        case(name, &text)
    };
    vec![
        body(
            "a structure in memory, field by field",
            "let p = a.add(i); let q = out.add(i); (*q).x = (*p).y; (*q).id = (*p).id + 1; (*q).mass = (*p).x * 2.0;",
        ),
        body(
            "a structure in memory as a whole",
            "let mut p = *a.add(i); p.x += 1.0; *out.add(i) = p; *io.add(i) = *a.add(31 - i);",
        ),
        body(
            "fields changed in memory",
            "(*io.add(i)).x += 2.5; (*io.add(i)).id ^= 7; let p = &mut *io.add(i); p.y = p.x * 0.5;",
        ),
        case(
            "a slice of structures",
            "
#[derive(Clone, Copy)]
#[repr(C)]
struct Pair { a: u32, b: f32 }
fn weight(pair: Pair) -> f32 { pair.b * 0.5 }
#[kernel]
pub unsafe fn pairs(pairs: &[Pair], out: *mut f32) {
    let i = thread::index_1d() as usize;
    let p = &pairs[i];
    *out.add(i) = weight(pairs[pairs.len() - 1 - i]) + p.b + pairs.len() as f32;
}",
        ),
        case(
            "wide numbers in memory",
            "
#[kernel]
pub unsafe fn wide(a: &[u64], b: *const i64, c: &[f64], out: *mut u64, io: *mut f64) {
    let i = thread::index_1d() as usize;
    *out.add(i) = (a[i] << 40) + *b.add(i) as u64;
    *io.add(i) += c[i] * 0.5;
}",
        ),
        case(
            "a structure with wide numbers in memory",
            "
#[derive(Clone, Copy)]
#[repr(C)]
struct Mixed { a: u32, b: u64 }
#[kernel]
pub unsafe fn mixed(a: *const Mixed, out: *mut Mixed) {
    let i = thread::index_1d() as usize;
    (*out.add(i)).a = (*a.add(i)).a;
    (*out.add(i)).b = (*a.add(i)).b + 1;
}",
        ),
    ]
}

fn vectors() -> Vec<Case> {
    let body = |name: &str, body: &str| {
        let text = format!(
            "use crate::vector::{{Float4, Int4}};
#[kernel]
pub unsafe fn body(a: &[f32], k: *const i32, out: *mut f32, outs: *mut i32) {{
    let i = thread::index_1d() as usize;
    {body}
}}"
        );
        case(name, &text)
    };
    vec![
        body(
            "a vector loaded and stored",
            "let v = Float4::load((a.as_ptr() as *const Float4).add(i % 8)); v.store((out as *mut Float4).add(i));",
        ),
        body(
            "the members of a vector",
            "let mut v = Float4::load((a.as_ptr() as *const Float4).add(i % 8)); v.x += 1.0; v.w = v.y; let Float4 { x, y, z, w } = v; *out.add(i) = x + y * 2.0 + z * 4.0 + w;",
        ),
        body(
            "sums of vectors",
            "let v = Float4 { x: a[i], y: 1.5, z: -2.0, w: 0.25 }; let w = v.plus(Float4::splat(0.5)).plus(v); *out.add(i) = w.sum() + w.z;",
        ),
        body(
            "vectors of integers",
            "let v = Int4::load((k as *const Int4).add(i % 8)); let w = v.plus(Int4::splat(3)); w.store((outs as *mut Int4).add(i)); *out.add(i) = w.sum() as f32;",
        ),
        body(
            "a vector by dereference",
            "let v = *(a.as_ptr() as *const Float4).add(i % 8); *(out as *mut Float4).add(i) = v; (*(out as *mut Float4).add(i)).y = 9.0;",
        ),
        body(
            "an array of vectors",
            "let mut t = [Float4::splat(0.0); 3]; t[i % 3].y = a[i]; t[1] = t[1].plus(t[i % 3]); *out.add(i) = t[0].sum() + t[1].sum() * 2.0 + t[2].y * 4.0;",
        ),
        body(
            "a buffer as numbers and as vectors",
            "let v = Float4::load((a.as_ptr() as *const Float4).add(i % 8)); *out.add(i) = v.sum() + a[i] + a.len() as f32;",
        ),
    ]
}
