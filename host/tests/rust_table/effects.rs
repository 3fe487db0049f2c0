//! How many items a chain of iterators asks for, where that shows.

use super::data::Case;
use super::language::of;

#[rustfmt::skip]
const EFFECTS: &[(&str, &str, &str)] = &[
    ("take asks a generator for no more than it gives", "", "let mut n = x & 7; let mut draw = || { n = (n * 5 + 3) % 64; n }; let s: i32 = core::iter::repeat_with(&mut draw).filter(|v| v % 2 == 0).take(2).sum(); *out.add(i) = s * 100 + draw();"),
    ("take of what never ends", "", "*out.add(i) = (0u64..).filter(|v| *v < 3).take(3).sum::<u64>() as i32 + (1..).map(|v| v * x).skip_while(|v| *v * x < 9 && *v < 90 && *v > -90 && *v != 0).take(2).sum::<i32>();"),
    ("take of what has an end of its own", "", "let t = [0, 5, x & 1, 6]; *out.add(i) = (0..).map(|k: usize| t[k]).filter(|v| *v > 0).take(2).sum::<i32>() + x;"),
    ("take of a chain", "", "let (mut p, mut q) = (0, 0); let n = a.iter().inspect(|_| p += 1).chain(a.iter().inspect(|_| q += 1)).filter(|v| (**v + x) % 2 == 0).take(5).count() as i32; let (mut r, mut w) = (0, 0); for v in Some(x).into_iter().chain(a.iter().copied().inspect(|_| r += 1)).take(1) { w += v; } *out.add(i) = p + 100 * q + 10000 * n + 7 * r + w;"),
    ("take of items in items", "", "let (mut c, mut d, mut w) = (0, 0, 0); for v in a.chunks(3).inspect(|_| c += 1).flatten().inspect(|_| d += 1).take(4) { w += *v; } let mut e = 0; let s: i32 = a.iter().flat_map(|v| { e += 1; [*v, x, 2] }).filter(|v| *v != 2).take(3).sum(); *out.add(i) = c + 10 * d + 100 * e + 1000 * ((s + w) & 1023);"),
    ("take of a take, with loops in the loop", "", "let mut c = 0; let mut s = 0; for v in a.iter().inspect(|_| c += 1).take(7).filter(|v| **v != x).take(3) { for w in a.iter().filter(|w| **w != *v).take(2) { s = (s * 3 + *w) % 1009; } for w in 0..3 { s += w; } } *out.add(i) = s + 2000 * c;"),
    ("take of none", "", "let mut c = 0; let n = a.iter().inspect(|_| c += 1).filter(|_| true).take((x & 1) as usize).count() as i32; *out.add(i) = c + 10 * n;"),
    ("ends of a chain behind take", "", "let c = core::cell::Cell::new(0); let it = || a.iter().inspect(|_| c.set(c.get() + 1)).filter(|v| **v != x).take(2); let l = it().last().copied().unwrap_or(0); let m = it().max().copied().unwrap_or(0); let mut e = 0; it().for_each(|v| e += *v); *out.add(i) = c.get() + 100 * ((l + m + e) & 1023);"),
    ("skip makes what it leaves out", "use core::cell::Cell;\nfn bump(c: &Cell<i32>) { c.set(c.get() + 1); }", "let (p, q, r, s) = (Cell::new(0), Cell::new(0), Cell::new(0), Cell::new(0)); let n = a.iter().inspect(|_| bump(&p)).skip(3).count() as i32; for _ in a.iter().map(|v| { q.set(q.get() + 1); *v }).step_by(3) {} let _ = a.iter().inspect(|_| bump(&r)).skip(1).nth(1); for _ in a.iter().inspect(|_| bump(&s)).enumerate().skip(2).step_by(2) {} *out.add(i) = p.get() + 10 * q.get() + 100 * r.get() + 1000 * s.get() + n + x;"),
    ("skip from the other end", "use core::cell::Cell;", "let c = Cell::new(0); let s: i32 = a.iter().map(|v| { c.set(c.get() + 1); *v }).skip(3).rev().take(2).sum(); let d = Cell::new(0); let f = |v: &i32| { d.set(d.get() + 1); *v }; let n = a.iter().map(|v| f(v)).skip(2).count() as i32; *out.add(i) = (s & 1023) * 100 + c.get() + n + d.get() + x;"),
    ("skip by what changes nothing", "fn square(v: i32) -> i32 { let mut s = 0; for _ in 0..v & 3 { s += v & 3; } s }", "let f = |v: &i32| square(*v) + 1; let s: i32 = a.iter().map(|v| square(*v)).skip(2).rev().enumerate().map(|(k, v)| v * k as i32).sum(); let n = a.iter().map(|v| f(v)).skip(1).len() as i32; *out.add(i) = s * 10 + n + x;"),
    ("atomics in what is left out", "use core::sync::atomic::{AtomicU32, Ordering::Relaxed};", "let c = [const { AtomicU32::new(0) }; 2]; a.iter().map(|_| c[0].fetch_add(1, Relaxed)).skip(2).for_each(|_| ()); a.iter().map(|_| c[1].fetch_add(1, Relaxed)).step_by(4).for_each(|_| ()); *out.add(i) = (c[0].load(Relaxed) + 100 * c[1].load(Relaxed)) as i32 + x;"),
    ("the first side of zip", "use core::cell::Cell;", "let (p, q, r) = (Cell::new(0), Cell::new(0), Cell::new(0)); for _ in a.iter().inspect(|_| p.set(p.get() + 1)).zip(&a[..3]) {} a.iter().map(|_| q.set(q.get() + 1)).zip(&a[..3]).for_each(|_| ()); for _ in core::iter::repeat_with(|| r.set(r.get() + 1)).zip(&a[..3]) {} *out.add(i) = p.get() + 10 * q.get() + 100 * r.get() + x;"),
];

pub(crate) fn cases() -> Vec<Case> {
    of(EFFECTS)
}
