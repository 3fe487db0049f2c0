//! Const parameters in constants and traits, and constants and slices in patterns.

use super::data::Case;
use super::language::of;

const SYSTEM: &str = "
trait System<const N: usize> {
    const STEPS: usize = 2 * N;
    fn f(&self, y: [i32; N]) -> [i32; N];
    fn twice(&self, y: [i32; N]) -> [i32; N] { self.f(self.f(y)) }
}
struct Lorenz { s: i32 }
impl System<3> for Lorenz {
    const STEPS: usize = 3;
    fn f(&self, y: [i32; 3]) -> [i32; 3] { [y[1] * self.s - y[0], y[2] + y[0], y[0] - y[1]] }
}
struct Decay(i32);
impl<const N: usize> System<N> for Decay {
    fn f(&self, y: [i32; N]) -> [i32; N] { y.map(|v| v - self.0) }
}
struct Halving;
impl System<5> for Halving {
    fn f(&self, y: [i32; 5]) -> [i32; 5] { y }
}
fn step<const N: usize, S: System<N>>(system: &S, y: [i32; N]) -> [i32; N] {
    let k = system.f(y);
    let l = system.twice(k);
    let mut next = y;
    for j in 0..N { next[j] += 2 * k[j] - l[j]; }
    next
}";

pub(crate) fn cases() -> Vec<Case> {
    of(&[
        (
            "a constant with a const parameter",
            "struct P<const N: usize>([i32; N]); impl<const N: usize> P<N> { fn last(&self) -> i32 { self.0[N - 1] } } const C: P<2> = P([1, 2]); const T: [P<2>; 2] = [P([3, 4]), C_AGAIN]; const C_AGAIN: P<2> = P([5, 6]);",
            "*out.add(i) = C.last() * 100 + C.0[i % 2] * 10 + T[i % 2].last() + x;",
        ),
        (
            "an associated constant of a type with const parameters",
            "#[derive(Clone, Copy, PartialEq, Debug)] struct Fixed<const N: usize>(i32); impl<const N: usize> Fixed<N> { const ONE: Self = Self(1 << N); const MAX: Self = Self(i32::MAX); const TABLE: [Self; 2] = [Self::ONE, Fixed(N as i32)]; fn raw(self) -> i32 { self.0 } }",
            "*out.add(i) = Fixed::<4>::ONE.raw() + Fixed::<8>::ONE.0 * x + (Fixed::<4>::MAX.0 >> 20) + Fixed::<6>::TABLE[i % 2].raw() + (Fixed::<4>::MAX == Fixed(x)) as i32;",
        ),
        (
            "a constant with a type parameter",
            "#[derive(Clone, Copy)] struct W<T> { a: T, b: T } impl<T: Copy> W<T> { fn second(&self) -> T { self.b } } const W1: W<i32> = W { a: 3, b: 4 }; const S: Option<W<u8>> = Some(W { a: 1, b: 2 });",
            "*out.add(i) = W1.a * x + W1.second() + S.map_or(9, |w| w.second() as i32);",
        ),
        (
            "a table of a function with const parameters",
            "const fn table<const N: usize>() -> [u8; N] { let mut m = [0u8; N]; let mut y = 0; while y < N { m[y] = (y * y) as u8; y += 1; } m } static T: [u8; 8] = table::<8>(); const U: [u8; 4] = table();",
            "*out.add(i) = T[i % 8] as i32 * 100 + U[i % 4] as i32 + U.len() as i32 * x;",
        ),
        (
            "arrays of arrays whose length is a const parameter",
            "fn flip<const N: usize>(mut a: [[i32; N]; N]) -> [[i32; N]; N] { a.swap(0, N - 1); for row in a.iter_mut() { row.swap(0, 1); } a } fn trace<const N: usize>(a: &[[i32; N]]) -> i32 { a.iter().enumerate().map(|(k, row)| row[k % N]).sum() }",
            "let m = flip([[x, 2, 3], [4, i as i32, 6], [7, 8, 9]]); *out.add(i) = trace(&m) * 10 + m[i % 3][1] + trace(&[[x, 1], [2, 3]]);",
        ),
        (
            "a trait with a const parameter",
            SYSTEM,
            "*out.add(i) = step(&Lorenz { s: 3 }, [x, 2, i as i32])[i % 3];",
        ),
        (
            "a trait with a const parameter for any number",
            SYSTEM,
            "let p = step(&Decay(2), [x, 5]); let q = Decay(1).f([x; 4]); *out.add(i) = p[i % 2] * 10 + q[i % 4] + <Lorenz as System<3>>::STEPS as i32 + <Halving as System<5>>::STEPS as i32 * 100;",
        ),
        (
            "two impls of a trait by its const parameter",
            "trait Part<const I: usize> { fn part(&self) -> i32; } struct Q(i32, i32); impl Part<0> for Q { fn part(&self) -> i32 { self.0 } } impl Part<1> for Q { fn part(&self) -> i32 { self.1 * 10 } }",
            "let q = Q(x, 7); *out.add(i) = <Q as Part<0>>::part(&q) * 3 + <Q as Part<1>>::part(&q);",
        ),
        (
            "what a call is expected to be, and its arguments",
            "fn horner(c: &[f32], x: f32) -> f32 { c.iter().rev().fold(0.0, |acc, &c| acc.mul_add(x, c)) } fn pair(c: &[f32]) -> (f32, i32) { c.iter().fold((0.0, 0), |(s, n), v| (v.max(s), n + 1)) }",
            "let c = [1.0, 2.0, x as f32]; let m: f32 = c.iter().fold(0.5, |m, v| m.max(*v)); *out.add(i) = horner(&c, 2.0) as i32 + pair(&c).0 as i32 * 100 + pair(&c).1 + m as i32;",
        ),
        (
            "methods in a chain on a value of its own",
            "struct Writer<'a> { to: &'a mut [i32; 4], n: usize } impl Writer<'_> { fn push(&mut self, v: i32) -> &mut Self { self.to[self.n] = v; self.n += 1; self } }",
            "let mut t = [0; 4]; Writer { to: &mut t, n: 0 }.push(3).push(x).push(5); *out.add(i) = t[0] * 100 + t[1] * 10 + t[2] + t[3];",
        ),
        (
            "AsRef for arrays, slices and a type",
            "struct Own([i32; 2]); impl AsRef<[i32]> for Own { fn as_ref(&self) -> &[i32] { &self.0 } } impl AsMut<[i32]> for Own { fn as_mut(&mut self) -> &mut [i32] { &mut self.0 } } fn total<T: AsRef<[i32]>>(t: T) -> i32 { t.as_ref().iter().sum() } fn first<T: AsMut<[i32]>>(t: &mut T, v: i32) { t.as_mut()[0] = v; }",
            "let mut o = Own([x, 3]); first(&mut o, 9); *out.add(i) = total([1, x]) + total(&a[..2]) * 10 + total(o) * 100;",
        ),
        (
            "trait objects whose types are known",
            "trait Shape { fn area(&self, k: i32) -> i32; fn grow(&mut self) {} } struct Square(i32); impl Shape for Square { fn area(&self, k: i32) -> i32 { self.0 * self.0 + k } fn grow(&mut self) { self.0 += 1; } } struct Line; impl Shape for Line { fn area(&self, k: i32) -> i32 { k } } fn twice(s: &dyn Shape, k: i32) -> i32 { once(s, k) * 2 } fn once(s: &dyn Shape, k: i32) -> i32 { s.area(k) } fn change(s: &mut dyn Shape) { s.grow(); } fn apply(f: &dyn Fn(i32) -> i32, v: i32) -> i32 { f(v) }",
            "let mut s = Square(x); change(&mut s); *out.add(i) = twice(&s, 3) + twice(&Line, x) * 10 + apply(&|v| v * 2 + x, 4);",
        ),
        (
            "Extend and FromIterator",
            "struct Short { d: [i32; 4], n: usize } impl Extend<i32> for Short { fn extend<I: IntoIterator<Item = i32>>(&mut self, iter: I) { for v in iter { if self.n < 4 { self.d[self.n] = v; self.n += 1; } } } } impl FromIterator<i32> for Short { fn from_iter<I: IntoIterator<Item = i32>>(iter: I) -> Self { let mut s = Short { d: [0; 4], n: 0 }; for v in iter { s.extend([v]); } s } }",
            "let mut s = Short::from_iter(a.iter().take(2).map(|v| v * 2)); s.extend([x, 7, 8]); *out.add(i) = s.d.iter().fold(0, |t, v| t * 7 + v) + s.n as i32;",
        ),
        (
            "Display and Debug",
            "use core::fmt; #[derive(Clone, Copy)] struct P(i32); impl fmt::Display for P { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, \"P({})\", self.0) } } impl fmt::Debug for P { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { f.debug_tuple(\"P\").field(&self.0).finish() } }",
            "let p = P(x); *out.add(i) = p.0 * 3 + 1;",
        ),
        (
            "a slice itself in match",
            "",
            "let s = &a[..i % 4]; let m = match *s { [] => -1, [p] => p, [p, q] => p * q, [f, .., l] => f - l }; let n = if let [p, .., q] = a[1..5] { p * q } else { 0 }; let [r, ..] = a[2..] else { return }; *out.add(i) = m * 100 + n + r + x;",
        ),
        (
            "constants with parts as patterns",
            "#[derive(PartialEq, Eq, Clone, Copy)] struct P { a: i32, b: i32 } #[derive(PartialEq, Eq, Clone, Copy)] enum E { A, B(i32) } const ORIGIN: P = P { a: 0, b: 0 }; const PAIR: [i32; 2] = [1, 2]; const HEAD: &[i32] = &[1, 2, 3]; const MIXED: (i32, bool) = (3, true); const B4: E = E::B(4); impl P { const UNIT: P = P { a: 1, b: 0 }; }",
            "let p = P { a: i as i32 % 3, b: 0 }; let m = match p { ORIGIN => 1, P::UNIT => 2, P { a, .. } => a * 10 }; let n = match [i as i32 % 2, 2] { PAIR => 100, _ => 200 }; let l = [1, 2, 1 + i as i32 % 4]; let h = match &l[..] { HEAD => 1000, [_, ..] => 2000, _ => 3000 }; let t = matches!((i as i32 % 4, i % 4 == 3), MIXED) as i32; let e = match if i % 2 == 0 { E::B(i as i32 % 8) } else { E::A } { B4 => 5, E::B(v) => v, E::A => 7 }; *out.add(i) = m + n + h + t * 10000 + e * 100000 + x;",
        ),
    ])
}
