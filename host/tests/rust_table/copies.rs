//! Copies of what keeps a state, and types that are compared as an `impl` says, in
//! whatever they lie.

use super::data::Case;
use super::language::of;

/// A type whose order is the other way round.
const TURNED: &str = "use core::cmp::Ordering;\n\
    #[derive(Clone, Copy, PartialEq, Eq, Debug)] struct S(i32);\n\
    impl Ord for S { fn cmp(&self, o: &Self) -> Ordering { o.0.cmp(&self.0) } }\n\
    impl PartialOrd for S { fn partial_cmp(&self, o: &Self) -> Option<Ordering> { Some(self.cmp(o)) } }\n";

#[rustfmt::skip]
const STATES: &[(&str, &str, &str)] = &[
    ("a range and its copy", "", "let mut r = 2..9; r.next(); let s = r.clone(); r.next(); let mut t = s.clone(); t.next_back(); *out.add(i) = r.start * 100 + s.start * 10 + t.end + x + r.len() as i32;"),
    ("an inclusive range and its copy", "", "let mut r = 1..=6; r.next(); let mut s = r.clone(); s.next(); s.next_back(); *out.add(i) = r.sum::<i32>() * 100 + s.sum::<i32>() + x;"),
    ("a loop over the copy of an iterator", "", "let mut it = a.iter(); let mut s = 0; it.next(); for v in it.clone() { s = (s * 3 + *v) % 1009; } while let Some(v) = it.next() { s = (s * 5 + *v + it.clone().take(3).sum::<i32>()) % 1009; } *out.add(i) = s + x;"),
    ("copies of adaptors", "", "let mut it = a.iter().copied().enumerate().map(|(k, v)| v * k as i32).skip(1); it.next(); let u = it.clone(); let p = it.next().unwrap_or(0); let mut w = a.iter().rev().filter(|v| **v % 2 == 0); w.next(); let most = w.clone().max().copied().unwrap_or(0); *out.add(i) = u.take(3).sum::<i32>() + 7 * p + most + w.next().copied().unwrap_or(x);"),
    ("copies of iterators that remember", "", "let mut it = core::iter::successors(Some(x & 3), |v| if *v < 40 { Some(v * 2 + 1) } else { None }); it.next(); let s: i32 = it.clone().sum(); let mut c = a.chunks(2).skip_while(|p| p[0] > 100); c.next(); let n = c.clone().count() as i32; let z = a.iter().zip(0..4).clone().map(|(p, q)| p * q).sum::<i32>(); *out.add(i) = s + it.next().unwrap_or(0) * 3 + n * 5 + c.count() as i32 + z;"),
    ("the copy of what peeks", "", "let mut p = a.iter().copied().peekable(); p.next(); let first = p.peek().copied().unwrap_or(0); let mut q = p.clone(); q.next(); let then = q.next().unwrap_or(0); *out.add(i) = first + 3 * then + 5 * p.next().unwrap_or(0) + x;"),
    ("copies of iterators in a tuple and a structure", "#[derive(Clone)] struct C<I> { at: I, n: i32 }", "let mut t = (a.iter(), 1); t.0.next(); let mut u = t.clone(); u.0.next(); let mut c = C { at: 0..9, n: x }; c.at.next(); let mut d = c.clone(); d.at.next(); d.n += 1; *out.add(i) = t.0.next().copied().unwrap_or(0) + 3 * u.0.next().copied().unwrap_or(0) + 100 * c.at.start + d.at.start + d.n + c.n;"),
    ("closures and their copies", "fn twice(mut f: impl FnMut() -> i32) -> i32 { f(); f() }\nfn through(f: &mut impl FnMut() -> i32) -> i32 { f(); f() }", "let mut n = x & 7; let mut c = move || { n += 3; n }; let mut d = c; let p = c(); let q = d(); let mut e = c.clone(); let r = e() * 1000 + e(); let s = twice(c); let t = through(&mut c); *out.add(i) = p + 7 * q + 11 * r + 13 * s + 17 * t + 19 * c() + n;"),
    ("a closure that an iterator takes", "", "let mut n = 1; let mut c = move |v: i32| { n += 1; v * n }; let s: i32 = [x & 3, 2, 3].into_iter().map(c).sum(); *out.add(i) = s * 100 + c(1);"),
];

#[rustfmt::skip]
const ORDERS: &[(&str, &str, &str)] = &[
    ("the largest of references", "", "let t = [S(x & 7), S(3), S(a[2] & 7)]; *out.add(i) = t.iter().max().unwrap().0 * 100 + t.iter().min().unwrap().0 * 10 + t.iter().copied().max().unwrap().0;"),
    ("ranges of one's own order", "", "let (p, q, v) = (S(9), S(2), S(x & 15)); *out.add(i) = (p..q).contains(&v) as i32 + 2 * (p..=q).contains(&v) as i32 + 4 * (v..).contains(&q) as i32 + 8 * (..v).contains(&q) as i32 + 16 * (p..v).is_empty() as i32;"),
    ("options and results of one's own order", "", "let (p, q) = (Some(S(x & 3)), Some(S(2))); let (r, e) = (Ok::<S, S>(S(x & 3)), Err::<S, S>(S(1))); *out.add(i) = (p < q) as i32 + 2 * (p >= q) as i32 + 4 * (p > None) as i32 + 8 * (p == q) as i32 + 16 * (None <= p) as i32 + 32 * (r < Ok(S(2))) as i32 + 64 * (r < e) as i32 + 128 * (e <= Err(S(0))) as i32 + 256 * p.max(q).map_or(0, |s| s.0) + 1024 * (p.cmp(&q) as i32) + 4096 * (p != q) as i32;"),
    ("what is derived over one's own order", "#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)] struct Q { s: S, n: i32 }\n#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)] enum E { A, B(S, u8), C { q: Q } }\n#[derive(Clone, Copy, PartialEq, PartialOrd)] struct G<T>(T, f32);", "let (q, r) = (Q { s: S(x & 3), n: 1 }, Q { s: S(2), n: x & 1 }); let t = [E::A, E::B(S(x & 3), 1), E::B(S(1), 2), E::C { q }, E::C { q: r }]; let mut s = 0; for u in t { for v in t { s = (s * 3 + u.cmp(&v) as i32 + 1 + (u < v) as i32 + (u == v) as i32) % 10007; } } *out.add(i) = s + 20000 * (q < r) as i32 + 40000 * (G(S(x & 3), 0.5) <= G(S(2), 0.25)) as i32 + 80000 * (t.iter().max() == Some(&t[3])) as i32 + (G(1u8, f32::NAN) < G(1, 0.0)) as i32;"),
    ("slices in order", "", "let t = [S(x & 3), S(1), S(2)]; let o = t[..2].cmp(&t[1..]) as i32; let n = a[..2].cmp(&a[i % 3..]) as i32; let f = [x as f32, 1.0]; *out.add(i) = o + 3 * n + 9 * (f[..1].partial_cmp(&f[1..]).map_or(5, |o| o as i32));"),
];

#[rustfmt::skip]
const CONVERSIONS: &[(&str, &str, &str)] = &[
    ("try_into by an impl", "#[derive(Clone, Copy)] enum Op { A, B(i32) }\nimpl TryFrom<i32> for Op { type Error = u8; fn try_from(w: i32) -> Result<Op, u8> { match w & 3 { 0 => Ok(Op::A), 3 => Err(7), w => Ok(Op::B(w)) } } }\nfn f(w: i32) -> Result<i32, u8> { match w.try_into()? { Op::A => Ok(1), Op::B(v) => Ok(v * 10) } }\nfn g(w: i32) -> Option<i32> { let op: Op = w.try_into().ok()?; Some(match op { Op::A => 5, Op::B(v) => v }) }\nfn h(w: i32) -> i32 { if let Ok(Op::B(v)) = w.try_into() { v } else { -1 } }\nfn b(w: i32) -> Result<u8, i32> { let v: u8 = w.try_into().map_err(|_| w)?; Ok(v) }", "let op: Op = 1i32.try_into().unwrap_or(Op::A); *out.add(i) = f(x).unwrap_or(-2) + 100 * g(x).unwrap_or(9) + 1000 * h(x) + b(x * 50).map_or_else(|e| e, |v| v as i32) + matches!(op, Op::B(1)) as i32;"),
    ("a bound on the type itself", "use core::ops::{Add, AddAssign};\n#[derive(Clone, Copy)] struct W<T>(T);\nimpl<T: Add<Output = T>> Add for W<T> { type Output = Self; fn add(self, o: Self) -> Self { W(self.0 + o.0) } }\nimpl<T> AddAssign for W<T> where W<T>: Add<Output = W<T>> + Copy { fn add_assign(&mut self, o: Self) { *self = *self + o; } }\nimpl<T> W<T> where Self: Copy { fn get(&self) -> Self { *self } }\nfn two<T>(p: &W<T>) -> (W<T>, W<T>) where W<T>: Copy { (*p, *p) }", "let mut w = W(x); w += W(3); let (p, q) = two(&w); *out.add(i) = p.0 + q.get().0;"),
    ("what an impl is indexed by", "use core::ops::{Index, IndexMut};\nstruct Ring([i32; 5]);\nimpl Index<i32> for Ring { type Output = i32; fn index(&self, k: i32) -> &i32 { &self.0[k.rem_euclid(5) as usize] } }\nimpl IndexMut<i32> for Ring { fn index_mut(&mut self, k: i32) -> &mut i32 { &mut self.0[k.rem_euclid(5) as usize] } }\nstruct Bytes<T>([T; 3]);\nimpl<T> Index<u8> for Bytes<T> { type Output = T; fn index(&self, k: u8) -> &T { &self.0[k as usize % 3] } }", "let mut r = Ring([1, 2, 3, 4, x]); r[-1] += 7; r[6] = r[0] - r[-2]; let b = Bytes([x, 5, 6]); *out.add(i) = r[0] + 3 * r[-1] + 5 * r[x & 3] + 7 * r[1] + b[1] + b[254];"),
    ("the error of a conversion by its name", "struct Bad(i32);\nimpl From<core::num::TryFromIntError> for Bad { fn from(_: core::num::TryFromIntError) -> Bad { Bad(-3) } }\nfn f(v: i32) -> Result<u8, Bad> { Ok(u8::try_from(v)?) }", "*out.add(i) = match f(x * 40) { Ok(v) => v as i32, Err(Bad(e)) => e };"),
    ("a character in parentheses as a number", "macro_rules! n { ($x:expr) => { ($x) as u32 as i32 }; }", "*out.add(i) = n!('z') + (('b') as u8) as i32 + x;"),
];

pub(crate) fn states() -> Vec<Case> {
    of(STATES)
}

pub(crate) fn orders() -> Vec<Case> {
    let with_type =
        |(name, items, text): &(&str, &str, &str)| of(&[(name, &format!("{TURNED}{items}"), text)]);
    ORDERS.iter().flat_map(with_type).collect()
}

pub(crate) fn conversions() -> Vec<Case> {
    of(CONVERSIONS)
}
