//! What functions return and constants hold: references by way of closures,
//! `impl Trait`, slices of nothing, tables of slices, constants of generic types.

use super::data::Case;
use super::language::of;

pub(crate) fn cases() -> Vec<Case> {
    of(&[
        (
            "references that closures found",
            "fn over(d: &[i32], t: i32) -> Option<&i32> { d.iter().find(|&&x| x > t) }\n\
             fn near(d: &[i32], t: i32) -> Option<&i32> { let found = d.iter().min_by_key(|x| (**x ^ t) & 7); found }\n\
             fn at(d: &[i32], n: usize) -> Option<&i32> { (n < d.len()).then(|| &d[n]) }\n\
             fn either(d: &[i32], n: usize) -> &i32 { let x = d.get(n + 900).or_else(|| d.get(n / 2)); x.unwrap_or_else(|| &d[n % 2]) }\n\
             fn all(d: &[i32], t: i32) -> Option<i32> { let x = d.iter().filter(|x| **x < t).last()?; Some(*x) }",
            "let n = i % 5; *out.add(i) = over(a, x).map_or(-1, |v| *v) + 3 * near(&a[..3], x).copied().unwrap_or(0) + 5 * at(a, i + 2).copied().unwrap_or(9) + 7 * *either(a, n) + 11 * all(&a[..4], x).unwrap_or(2);",
        ),
        (
            "a place behind a pointer that a closure makes a reference of",
            "struct M { p: *mut i32, n: usize }\nimpl M { unsafe fn at(&self, i: usize) -> Option<&mut i32> { unsafe { (i < self.n).then(|| &mut *self.p.add(i)) } } }",
            "let m = M { p: out, n: i + 1 }; *out.add(i) = x; if let Some(w) = m.at(i) { *w += 5; } if let Some(w) = m.at(i + 1) { *w = 9; }",
        ),
        (
            "closures whose types the function promises",
            "fn same() -> impl Fn(u32) -> u32 { |v| v.rotate_left(3) }\nfn one() -> impl Fn() -> u64 { || 1 }\nfn add(k: i32) -> impl Fn(i32) -> i32 { return move |v| v.wrapping_add(k) }\nfn named() -> impl Fn(i32) -> i32 { let c = |v| v; c }\n\
             fn twice<F: Fn(i32) -> i32>(f: F) -> impl Fn(i32) -> i32 { move |v| f(f(v)) }\nfn count() -> impl FnMut() -> u8 { let mut n = 250; move || { n += 1; n } }",
            "let mut c = count(); c(); *out.add(i) = same()(x as u32) as i32 ^ add(x)(4) ^ named()(x) ^ (one()() << 33 >> 30) as i32 ^ twice(|v| v / 2 + 1)(x) ^ c() as i32;",
        ),
        (
            "iterators whose items the function promises",
            "fn numbered(d: &[i32]) -> impl Iterator<Item = (u8, &i32)> { (250..).zip(d) }\nfn some() -> impl Iterator<Item = u64> { core::iter::once(5).chain([1 << 40, 2]) }\n\
             fn around() -> impl Iterator<Item = (i64, i64)> + Clone { (-1..=1).flat_map(|y| (-1..=1).map(move |x| (x, y))) }\nfn ends(d: &[i32]) -> impl DoubleEndedIterator<Item = &i32> + ExactSizeIterator { d.iter() }\nfn odd<I: Iterator>(it: I) -> impl Iterator<Item = I::Item> { it.skip(1).step_by(2) }",
            "let mut s = 0; for (n, v) in numbered(&a[..4]) { s += n as i32 * 3 + v % 7; } s += (some().sum::<u64>() >> 38) as i32; s += around().filter(|(p, q)| p * q == 0).map(|(p, q)| 2 * p + q + 1).sum::<i64>() as i32; s += ends(&a[..3]).rev().fold(0, |s, v| s * 2 + v % 5) + ends(&a[..5]).len() as i32; *out.add(i) = s + odd(a[..5].iter()).map(|v| v % 9).sum::<i32>() + x;",
        ),
        (
            "impl Trait as a part of what is returned",
            "fn line(d: &[i32], by: usize) -> (impl Iterator<Item = &i32>, usize) { (d.iter().step_by(by), by) }\nfn rest(d: &[i32], n: usize) -> Option<impl Iterator<Item = i32>> { let part = d.get(n..6)?; Some(part.iter().map(|v| v % 10)) }\n\
             fn pick(up: bool) -> Result<impl Fn(i32) -> i32, i32> { if up { Ok(|v| v + 1) } else { Err(3) } }",
            "let (it, n) = line(&a[..6], 2); let mut s = it.map(|v| v % 10).sum::<i32>() * n as i32; if let Some(it) = rest(a, i % 9) { s += it.sum::<i32>(); } *out.add(i) = s + match pick(x > 2) { Ok(f) => f(x), Err(e) => e };",
        ),
        (
            "conversions beside those of core",
            "#[derive(Clone, Copy)] struct Tagged { index: u32, tag: u8 }\nimpl From<Tagged> for u64 { fn from(t: Tagged) -> u64 { u64::from(t.tag) << 32 | u64::from(t.index) } }\nimpl From<&Tagged> for u64 { fn from(t: &Tagged) -> u64 { u64::from(t.tag) } }\n\
             enum Side { Left, Right }\nimpl From<Side> for i32 { fn from(s: Side) -> i32 { match s { Side::Left => -1, Side::Right => i32::from(2i8) } } }\nimpl TryFrom<Side> for u8 { type Error = (); fn try_from(s: Side) -> Result<u8, ()> { match s { Side::Left => Err(()), Side::Right => Ok(u8::from(true)) } } }",
            "let t = Tagged { index: x as u32, tag: 7 }; let n: u64 = t.into(); let s = if x > 2 { Side::Left } else { Side::Right }; *out.add(i) = (n >> 30) as i32 + u64::from(&t) as i32 + u64::from(t) as i32 + i32::from(s) + i32::from(x > 4) + i32::from(x as i8) + u8::try_from(Side::Right).unwrap_or(9) as i32 + u8::try_from(x).unwrap_or(50) as i32;",
        ),
        (
            "constants of types that are found out",
            "#[derive(Clone, Copy)] struct M<const N: usize>([[i32; N]; N]);\nimpl<const N: usize> M<N> { const ZERO: Self = M([[0; N]; N]); const ONE: Self = { let mut m = Self::ZERO; let mut i = 0; while i < N { m.0[i][i] = 1; i += 1; } m }; fn trace(&self) -> i32 { (0..N).map(|i| self.0[i][i]).sum() } }\n\
             trait Zero: Copy { const ZERO: Self; }\nimpl Zero for i32 { const ZERO: i32 = 0; }\nimpl Zero for u8 { const ZERO: u8 = 200; }\n#[derive(Clone, Copy)] struct W<T>(T);\nimpl<T: Zero> W<T> { const ZERO: Self = W(T::ZERO); }\nimpl<T: core::ops::Add<Output = T>> core::ops::Add for W<T> { type Output = W<T>; fn add(self, o: W<T>) -> W<T> { W(self.0 + o.0) } }\n\
             fn kept<const N: usize>(m: &M<N>, x: i32) -> i32 { let mut r = M::ONE; if x > 3 { r = *m; } r.trace() }",
            "let m: M<3> = M::ONE; let mut z = M::ZERO; z.0[1][1] = x; let w: W<u8> = W::ZERO; *out.add(i) = m.trace() + kept(&M([[x; 2]; 2]), x) + kept::<4>(&z, x) + w.0 as i32 + a[..3].iter().fold(W::ZERO, |s, v| s + W(v % 100)).0;",
        ),
        (
            "operators that find out lengths",
            "#[derive(Clone, Copy)] struct V<const N: usize>([i32; N]);\nimpl<const N: usize> V<N> { fn ones() -> Self { V([1; N]) } }\nimpl<const N: usize> core::ops::Mul for &V<N> { type Output = V<N>; fn mul(self, r: Self) -> V<N> { V(core::array::from_fn(|i| self.0[i].wrapping_mul(r.0[i]))) } }\nimpl<const N: usize> core::ops::AddAssign for V<N> { fn add_assign(&mut self, o: V<N>) { for i in 0..N { self.0[i] += o.0[i]; } } }\n\
             fn square<const N: usize>(r: V<N>) -> V<N> { let mut p = V::ones(); for _ in 0..2 { p = &p * &r; } p }",
            "let mut s = V::ones(); s += square(V([x % 50, 3, 2])); *out.add(i) = s.0[0] + s.0[1] * 7 + s.0[2] * 13;",
        ),
        (
            "slices and arrays of nothing",
            "fn pick(i: usize) -> &'static [i32] { match i % 3 { 0 => &[], 1 => &[4], _ => &[1, 2] } }\nfn total<const N: usize>(t: [i32; N]) -> i32 { let mut s = 1; for i in 0..N { s += t[i]; } s }\n#[derive(Default)] struct S<'a> { t: &'a [i32], n: i32 }\nconst E: [i32; 0] = []; const F: &[i32] = &[];",
            "let t: [i32; 0] = []; let mut s = S::default(); if x > 3 { s.t = &a[..2]; } let part = a.get(i..i + 2).unwrap_or(&[]); let other = a.get(i + 1..i + 4).unwrap_or_default(); let none: &mut [i32] = &mut []; for v in none.iter_mut() { *v = 1; }\n\
             *out.add(i) = pick(i).iter().sum::<i32>() + 10 * pick(i).len() as i32 + total(t) + total([x]) + s.t.len() as i32 * 100 + s.n + part.len() as i32 * 1000 + other.iter().map(|v| v % 10).sum::<i32>() + E.len() as i32 + F.iter().sum::<i32>() + F.first().copied().unwrap_or(5) + none.len() as i32;",
        ),
        (
            "tables of slices of different length",
            "static CASES: [&[(u8, u8)]; 5] = [&[], &[(3, 0)], &[(0, 1), (2, 3)], &[(1, 2)], &[(3, 1), (0, 2), (1, 3)]];\nconst WORDS: [&[u8]; 2] = [b\"abc\", b\"defgh\"];\nconst ROWS: [[&[i32]; 2]; 2] = [[&[1], &[2, 3]], [&[], &[4]]];\nconst LISTS: &[&[i32]] = &[&[7], &[8, 9]];\nstatic MANY: [&[i32]; 70] = [&[5, 6]; 70];",
            "let n = i % 5; let mut s = 0; for &(p, q) in CASES[n] { s += p as i32 * 4 + q as i32; } s += CASES[n].len() as i32 * 100; let mut w = WORDS[0]; for k in 0..3 { if a[k] > 2 { w = WORDS[k % 2]; } s += w[k] as i32 + w.len() as i32; } for w in &WORDS { s += w[0] as i32; }\n\
             *out.add(i) = s + ROWS[i % 2][n % 2].iter().sum::<i32>() + LISTS[n % 2].len() as i32 + LISTS.iter().map(|l| l[0]).sum::<i32>() + MANY[i % 70][n % 2];",
        ),
        (
            "structures, tuples and options with slices as constants",
            "#[derive(Clone, Copy)] struct Rule { name: i32, steps: &'static [i32] }\nconst RULES: [Rule; 3] = [Rule { name: 1, steps: &[1, 2] }, Rule { name: 2, steps: &[] }, Rule { name: 3, steps: &[4] }];\nconst PAIR: (&[i32], i32) = (&[1, 2, 3], 4);\nconst A: [i32; 2] = [1, 2];\nstatic REFS: [&[i32; 2]; 2] = [&A, &[3, 4]];\n\
             const NONE: Option<&[i32]> = None;\nconst SOME: Option<&[i32]> = Some(&[7, 8]);\nconst KEYS: &[(&[u8], i32)] = &[(b\"if\", 1), (b\"else\", 2)];\nstruct K; impl K { const STEPS: [&'static [i32]; 2] = [&[-1, 1], &[5]]; const ONE: &'static i32 = &9; }",
            "let r = RULES[i % 3]; let mut s = r.name * 10 + r.steps.iter().sum::<i32>(); for r in &RULES { s += r.name * r.steps.len() as i32; } s += PAIR.0[i % 3] * PAIR.1 + REFS[i % 2][1] * 3 + REFS[1][i % 2]; s += NONE.map_or(1, |t| t[0]) + SOME.map_or(1, |t| t[i % 2]); s += KEYS.iter().find(|(k, _)| k.len() == 2 + i % 3).map_or(50, |(_, n)| *n);\n\
             *out.add(i) = s + K::STEPS[i % 2].iter().sum::<i32>() + *K::ONE + x;",
        ),
    ])
}
