//! Enums, `Option`, patterns, generics, traits and operators of one's own.

use super::data::{Case, case};

/// A kernel whose body computes what it writes to `out[i]` from `x`, a number of
/// the thread's own, and `a`, all numbers.
fn body(name: &str, items: &str, body: &str) -> Case {
    let text = format!(
        "{items}
#[kernel]
pub unsafe fn body(a: &[i32], out: *mut i32) {{
    let i = thread::index_1d() as usize;
    let x = a[i];
    {body}
}}"
    );
    case(name, &text)
}

/// Kernels from names, items and bodies.
pub(crate) fn of(table: &[(&str, &str, &str)]) -> Vec<Case> {
    table.iter().map(|(name, items, text)| body(name, items, text)).collect()
}

const SHAPES: &str = "
#[derive(Clone, Copy, PartialEq, Debug)]
enum Shape { Empty, Square(i32), Box { w: i32, h: i32 }, Many([i32; 3]) }
use Shape::*;
fn shape(x: i32) -> Shape {
    match x.rem_euclid(4) { 0 => Empty, 1 => Square(x), 2 => Box { w: x, h: x + 1 }, _ => Many([x, 2 * x, 3]) }
}
impl Shape {
    const SIDES: i32 = 4;
    fn area(&self) -> i32 {
        match self { Shape::Empty => 0, Shape::Square(s) => s * s, Box { w, h } => w * h, Many(all) => all.iter().sum() }
    }
    fn grow(&mut self, by: i32) {
        match self { Empty => {} Square(s) => *s += by, Box { w, .. } => *w += by, Many([first, .., last]) => { *first += by; *last -= by; } }
    }
}";

pub(crate) fn enums() -> Vec<Case> {
    of(&[
        (
            "a C-like enum",
            "#[derive(Clone, Copy)] enum D { N, E = 5, S, W }",
            "let d = match x & 3 { 0 => D::N, 1 => D::E, 2 => D::S, _ => D::W }; *out.add(i) = d as i32 * 10 + match d { D::N => 1, D::E => 2, D::S => 3, D::W => 4 };",
        ),
        (
            "a C-like enum with a sign",
            "#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)] enum S { Minus = -1, Zero, Plus }",
            "let s = if x < 0 { S::Minus } else if x == 0 { S::Zero } else { S::Plus }; *out.add(i) = s as i32 * 4 + (s == S::Zero) as i32 + (s < S::Plus) as i32 * 2;",
        ),
        ("an enum with values", SHAPES, "*out.add(i) = shape(x).area() + Shape::SIDES;"),
        (
            "an enum that is changed",
            SHAPES,
            "let mut s = shape(x); s.grow(3); s.grow(x); *out.add(i) = s.area();",
        ),
        (
            "enums that are compared",
            SHAPES,
            "*out.add(i) = (shape(x) == shape(x + 4)) as i32 + 2 * (shape(x) == shape(x)) as i32 + 4 * (shape(x) != Empty) as i32;",
        ),
        (
            "if let with an enum",
            SHAPES,
            "*out.add(i) = if let Box { w, h: 3 } = shape(x) { w } else if let Square(s) = shape(x) { -s } else { 7 };",
        ),
        (
            "matches!",
            SHAPES,
            "*out.add(i) = matches!(shape(x), Square(s) if s > 3) as i32 + 2 * matches!(x, 1..=5 | 9) as i32;",
        ),
        (
            "Option",
            "fn half(x: i32) -> Option<i32> { if x % 2 == 0 { Some(x / 2) } else { None } }",
            "*out.add(i) = match half(x) { Some(h) => h, None => -1 };",
        ),
        (
            "Option's methods",
            "fn half(x: i32) -> Option<i32> { (x % 2 == 0).then_some(x / 2) }",
            "*out.add(i) = half(x).map(|h| h + 1).filter(|h| *h != 4).or(Some(9)).unwrap_or(0) + half(x).map_or(5, |h| h * 2) + half(x).and_then(half).unwrap_or_default() + half(x).is_some_and(|h| h > 2) as i32 + half(x).ok_or(3).unwrap_or_else(|e| e);",
        ),
        (
            "Option in a variable",
            "",
            "let mut o = None; if x > 3 { o = Some(x); } let taken = o.take(); *out.add(i) = taken.unwrap_or(2) * 10 + o.is_none() as i32 + o.replace(4).is_none() as i32 + o.unwrap();",
        ),
        (
            "the question mark",
            "fn f(x: i32) -> Option<i32> { let y = g(x)?; Some(y * g(y)?) }\nfn g(x: i32) -> Option<i32> { if x > 2 { Some(x - 2) } else { None } }",
            "*out.add(i) = f(x).unwrap_or(-3);",
        ),
        (
            "the question mark of Result",
            "#[derive(Clone, Copy)] enum E { Low, High(i32) }\nfn g(x: i32) -> Result<i32, E> { if x < 2 { Err(E::Low) } else if x > 9 { Err(E::High(x)) } else { Ok(x) } }\nfn f(x: i32) -> Result<i32, E> { Ok(g(x)? + g(x + 3)?) }",
            "*out.add(i) = match f(x) { Ok(v) => v, Err(E::Low) => -1, Err(E::High(v)) => -v };",
        ),
        (
            "the question mark converts errors",
            "struct A(i32);\nstruct B(i32);\nimpl From<A> for B { fn from(a: A) -> B { B(a.0 * 10) } }\nfn g(x: i32) -> Result<i32, A> { if x > 5 { Err(A(x)) } else { Ok(x) } }\nfn f(x: i32) -> Result<i32, B> { let y = g(x)?; Ok(y + 1) }",
            "*out.add(i) = match f(x) { Ok(v) => v, Err(B(v)) => -v };",
        ),
        (
            "let else",
            "fn f(x: i32) -> i32 { let Some(y) = (if x > 3 { Some(x * 2) } else { None }) else { return -1; }; y + 1 }",
            "*out.add(i) = f(x);",
        ),
        (
            "let else in a loop",
            "",
            "let mut sum = 0; for k in 0..8 { let Some(y) = a.get(i + k * 5) else { break }; let 0..=6 = *y else { continue }; sum = sum * 2 + y; } *out.add(i) = sum;",
        ),
        (
            "while let",
            "",
            "let mut o = Some(x & 15); let mut sum = 0; while let Some(v) = o { sum = sum * 3 + v; o = if v > 2 { Some(v / 2) } else { None }; } *out.add(i) = sum;",
        ),
        (
            "let chains",
            "",
            "let o = if x > 2 { Some(x) } else { None }; *out.add(i) = if i > 3 && let Some(v) = o && v % 2 == 0 { v } else { -1 };",
        ),
        (
            "an Option of a reference",
            "",
            "let first = a.iter().find(|v| **v > x); *out.add(i) = match first { Some(&v) => v, None => 0 } + first.copied().unwrap_or(1);",
        ),
        (
            "an Option of a tuple",
            "fn two(x: i32) -> Option<(i32, i32)> { if x > 1 { Some((x, x * x)) } else { None } }",
            "if let Some((p, q)) = two(x) { *out.add(i) = p + q; } else { *out.add(i) = -5; }",
        ),
        (
            "an Option in an Option",
            "",
            "let o = if x > 1 { Some(if x > 4 { Some(x) } else { None }) } else { None }; *out.add(i) = match o { None => 1, Some(None) => 2, Some(Some(v)) => v } + o.flatten().is_some() as i32;",
        ),
        (
            "enums in an array",
            "#[derive(Clone, Copy)] enum Op { Add(i32), Mul(i32), Neg }",
            "let ops = [Op::Add(3), Op::Mul(2), Op::Neg, Op::Add(x)]; let mut v = x; for op in ops { v = match op { Op::Add(n) => v + n, Op::Mul(n) => v * n, Op::Neg => -v }; } *out.add(i) = v;",
        ),
        (
            "a generic enum",
            "#[derive(Clone, Copy)] enum Either<L, R> { Left(L), Right(R) }\nimpl<L: Copy, R: Copy> Either<L, R> { fn flip(self) -> Either<R, L> { match self { Either::Left(l) => Either::Right(l), Either::Right(r) => Either::Left(r) } } }",
            "let e: Either<i32, u32> = if x > 3 { Either::Left(x) } else { Either::Right(7) }; *out.add(i) = match e.flip() { Either::Left(r) => r as i32, Either::Right(l) => -l };",
        ),
        (
            "a default enum",
            "#[derive(Clone, Copy, Default, PartialEq)] enum Mode { Slow, #[default] Fast }\n#[derive(Clone, Copy, Default)] struct S { m: Mode, n: i32, t: (u32, bool), f: [i32; 2] }",
            "let s = S::default(); let m: Mode = Default::default(); *out.add(i) = (s.m == Mode::Fast) as i32 + (m == s.m) as i32 * 2 + s.n + s.f[1] + s.t.0 as i32 + x;",
        ),
    ])
}

pub(crate) fn patterns() -> Vec<Case> {
    of(&[
        (
            "an array taken apart",
            "",
            "let [p, q, r] = [x, x + 1, x * 2]; *out.add(i) = p * 100 + q * 10 + r;",
        ),
        ("ends of an array", "", "let [p, .., r] = [x, 1, 2, x * 3]; *out.add(i) = p - r;"),
        (
            "the rest of an array",
            "",
            "let [p, rest @ ..] = [x, 1, 2, 3]; *out.add(i) = p + rest[0] * 2 + rest[2] + rest.len() as i32;",
        ),
        (
            "a slice taken apart",
            "fn sum(s: &[i32]) -> i32 { match s { [] => 0, [one] => *one, [p, q] => p * q, [first, .., last] => first - last } }",
            "*out.add(i) = sum(&a[..i % 4]) + sum(&a[i / 2..]);",
        ),
        (
            "the rest of a slice",
            "fn f(s: &[i32]) -> i32 { if let [first, rest @ ..] = s { first + rest.len() as i32 + rest.first().copied().unwrap_or(9) } else { -1 } }",
            "*out.add(i) = f(&a[i..]) + f(&a[..0]);",
        ),
        (
            "a name for what fits",
            "",
            "*out.add(i) = match x { n @ 1..=4 => n * 10, n @ (6 | 8) => -n, n => n };",
        ),
        (
            "a name for a part",
            "",
            "let p = (x, x + 1); *out.add(i) = match p { (q @ 0..=3, r) => q + r, whole @ (_, _) => whole.0 * whole.1 };",
        ),
        (
            "variables in alternatives",
            "enum E { A(i32), B(i32, i32), C }",
            "let e = match x & 3 { 0 => E::A(x), 1 => E::B(x, 2), 2 => E::B(3, x), _ => E::C }; *out.add(i) = match e { E::A(v) | E::B(v, 2) => v, E::B(_, v) => -v, E::C => 0 };",
        ),
        (
            "references in patterns",
            "",
            "let mut sum = 0; for &v in &a[..4] { sum = sum * 2 + v; } for (k, &v) in a[i..].iter().enumerate().take(3) { sum += k as i32 * v; } *out.add(i) = sum;",
        ),
        (
            "ref and ref mut",
            "",
            "let mut p = (x, [1, 2]); { let (ref mut q, ref r) = p; *q += r[1]; } *out.add(i) = p.0;",
        ),
        (
            "a match through a reference",
            "struct P { x: i32, y: Option<i32> }\nfn f(p: &P) -> i32 { match p { P { x: 0, .. } => 0, P { y: Some(v), x } => v * x, P { x, y: None } => -x } }",
            "*out.add(i) = f(&P { x: x & 3, y: if x > 2 { Some(x) } else { None } });",
        ),
        (
            "a match that changes what it refers to",
            "",
            "let mut o = if x > 2 { Some(x) } else { None }; if let Some(v) = &mut o { *v += 5; } match o.as_mut() { Some(v) => *v *= 2, None => o = Some(1) } *out.add(i) = o.unwrap();",
        ),
        (
            "nested structures",
            "struct P { x: i32, q: Q }\nstruct Q(i32, (i32, bool));",
            "let P { x: p, q: Q(q, (r, flag)) } = P { x, q: Q(2, (x * 3, x > 4)) }; *out.add(i) = if flag { p + q } else { r };",
        ),
        (
            "parameters of closures",
            "",
            "let f = |(p, q): (i32, i32), [r, s]: [i32; 2]| p * q + r * s; *out.add(i) = f((x, 2), [3, x]);",
        ),
        (
            "an assignment to parts",
            "",
            "let (mut p, mut q) = (1, 2); (p, q) = (q + x, p); [p, _] = [p * 2, 0]; (_, (q, _)) = (0, (q + 1, 5)); *out.add(i) = p * 10 + q;",
        ),
        (
            "bool and tuples in match",
            "",
            "*out.add(i) = match (x > 3, x % 2 == 0) { (true, true) => 1, (true, _) => 2, (_, true) => 3, (false, false) => 4 };",
        ),
        (
            "guards with bindings",
            "",
            "*out.add(i) = match Some(x) { Some(v) if v > 5 => v, Some(v) if v == i as i32 => -1, Some(_) => 3, None => 4 };",
        ),
        (
            "constants as patterns",
            "const LOW: i32 = 2; const HIGH: i32 = 5;",
            "*out.add(i) = match x { LOW => 1, HIGH => 2, LOW..HIGH => 3, i32::MIN..LOW => 4, _ => 5 };",
        ),
        (
            "char-free byte patterns",
            "",
            "let b = (x & 127) as u8; *out.add(i) = match b { b'0'..=b'9' => 1, b'a' | b'b' => 2, 0 => 3, _ => 4 };",
        ),
    ])
}

const VECTORS: &str = "
use core::ops::{Add, AddAssign, Index, IndexMut, Mul, Neg, Sub};
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct V { x: i32, y: i32 }
impl V { const ONE: V = V { x: 1, y: 1 }; const fn new(x: i32, y: i32) -> Self { Self { x, y } } fn dot(self, o: V) -> i32 { self.x * o.x + self.y * o.y } }
impl Add for V { type Output = V; fn add(self, o: V) -> V { V::new(self.x + o.x, self.y + o.y) } }
impl Sub for V { type Output = Self; fn sub(self, o: Self) -> Self { V { x: self.x - o.x, y: self.y - o.y } } }
impl Mul<i32> for V { type Output = V; fn mul(self, k: i32) -> V { V::new(self.x * k, self.y * k) } }
impl Mul<V> for i32 { type Output = V; fn mul(self, v: V) -> V { v * self } }
impl Neg for V { type Output = V; fn neg(self) -> V { V::new(-self.x, -self.y) } }
impl AddAssign for V { fn add_assign(&mut self, o: V) { self.x += o.x; self.y += o.y; } }
impl Index<usize> for V { type Output = i32; fn index(&self, k: usize) -> &i32 { if k == 0 { &self.x } else { &self.y } } }
impl IndexMut<usize> for V { fn index_mut(&mut self, k: usize) -> &mut i32 { match k { 0 => &mut self.x, _ => &mut self.y } } }
impl From<(i32, i32)> for V { fn from((x, y): (i32, i32)) -> V { V { x, y } } }
impl From<i32> for V { fn from(x: i32) -> V { V { x, y: x } } }";

pub(crate) fn generics() -> Vec<Case> {
    of(&[
        (
            "operators of one's own",
            VECTORS,
            "let v = V::new(x, 2); *out.add(i) = (v + V::ONE * 3 - -v).dot(2 * v);",
        ),
        (
            "assignment and index of one's own",
            VECTORS,
            "let mut v = V::default(); v += V::new(x, 3); v[1] += 5; v[0] *= 2; *out.add(i) = v[0] * 100 + v[1] + (v == V { x: 2 * x, y: 8 }) as i32;",
        ),
        (
            "From and Into",
            VECTORS,
            "let v: V = (x, 1).into(); let w = V::from(x); *out.add(i) = (v + w).dot(V::from((2, 3))) + f64::from(x) as i32 + i64::from(x) as i32;",
        ),
        (
            "a generic function",
            "fn largest<T: PartialOrd + Copy>(s: &[T]) -> T { let mut m = s[0]; for &v in s { if v > m { m = v; } } m }",
            "*out.add(i) = largest(a) + largest(&[1.5f32, x as f32]) as i32 + largest(&[x as u32 & 7, 3]) as i32;",
        ),
        (
            "a generic structure",
            "use core::ops::Add;\n#[derive(Clone, Copy)] struct P<T> { x: T, y: T }\nimpl<T: Add<Output = T> + Copy> P<T> { fn sum(&self) -> T { self.x + self.y } fn map<U, F: Fn(T) -> U>(self, f: F) -> P<U> { P { x: f(self.x), y: f(self.y) } } }\nimpl<T: Add<Output = T>> Add for P<T> { type Output = P<T>; fn add(self, o: P<T>) -> P<T> { P { x: self.x + o.x, y: self.y + o.y } } }",
            "let p = P { x, y: 2 }; *out.add(i) = p.sum() + (p + p).x + p.map(|v| v as f32 * 0.5).sum() as i32;",
        ),
        (
            "a trait",
            "trait Area { const SIDES: i32; fn area(&self) -> i32; fn double(&self) -> i32 { self.area() * 2 + Self::SIDES } }\nstruct S(i32);\nstruct R { w: i32, h: i32 }\nimpl Area for S { const SIDES: i32 = 4; fn area(&self) -> i32 { self.0 * self.0 } }\nimpl Area for R { const SIDES: i32 = 6; fn area(&self) -> i32 { self.w * self.h } fn double(&self) -> i32 { -self.area() } }\nfn total<A: Area, B: Area>(a: &A, b: &B) -> i32 { a.double() + b.double() + A::SIDES * B::SIDES }",
            "*out.add(i) = total(&S(x), &R { w: x, h: 3 }) + S(2).area();",
        ),
        (
            "a trait of numbers",
            "trait Number: Copy { const ZERO: Self; fn add(self, o: Self) -> Self; fn to_i32(self) -> i32; }\nimpl Number for i32 { const ZERO: i32 = 0; fn add(self, o: i32) -> i32 { self + o } fn to_i32(self) -> i32 { self } }\nimpl Number for f32 { const ZERO: f32 = 0.0; fn add(self, o: f32) -> f32 { self + o } fn to_i32(self) -> i32 { self as i32 } }\nfn sum<T: Number>(s: &[T]) -> i32 { let mut t = T::ZERO; for v in s { t = t.add(*v); } t.to_i32() }",
            "*out.add(i) = sum(a) + sum(&[0.5, x as f32]);",
        ),
        (
            "a trait with a type",
            "trait Op { type Item: Copy; const START: Self::Item; fn join(a: Self::Item, b: Self::Item) -> Self::Item; }\nstruct Sum; struct Most;\nimpl Op for Sum { type Item = i32; const START: i32 = 0; fn join(a: i32, b: i32) -> i32 { a + b } }\nimpl Op for Most { type Item = i32; const START: i32 = i32::MIN; fn join(a: i32, b: i32) -> i32 { a.max(b) } }\nfn over<O: Op>(s: &[O::Item]) -> O::Item { let mut t = O::START; for v in s { t = O::join(t, *v); } t }",
            "*out.add(i) = over::<Sum>(a) - over::<Most>(&a[i..]);",
        ),
        (
            "a generic trait",
            "trait Scale<K> { fn scale(self, k: K) -> Self; }\nimpl Scale<i32> for i32 { fn scale(self, k: i32) -> i32 { self * k } }\nimpl Scale<f32> for i32 { fn scale(self, k: f32) -> i32 { (self as f32 * k) as i32 } }",
            "*out.add(i) = x.scale(3) + x.scale(0.5) + <i32 as Scale<i32>>::scale(x, 2) + Scale::scale(x, 2);",
        ),
        (
            "a trait for all",
            "trait Twice { fn twice(self) -> i32; }\nimpl<T: Into<i64> + Copy> Twice for T { fn twice(self) -> i32 { let v: i64 = self.into(); (v * 2) as i32 } }",
            "*out.add(i) = x.twice() + (x as u32 & 7).twice();",
        ),
        (
            "lengths as parameters",
            "struct M<const R: usize, const C: usize> { m: [[i32; C]; R] }\nimpl<const R: usize, const C: usize> M<R, C> { fn t(&self) -> M<C, R> { let mut m = [[0; R]; C]; for r in 0..R { for c in 0..C { m[c][r] = self.m[r][c]; } } M { m } } fn sum(&self) -> i32 { self.m.iter().flatten().sum() } const SIZE: usize = R * C; }",
            "let m = M { m: [[x, 2, 3], [4, 5, x]] }; *out.add(i) = m.t().m[2][0] * 100 + m.t().m[0][1] + m.sum() + M::<2, 3>::SIZE as i32;",
        ),
        (
            "const functions",
            "const fn square(x: usize) -> usize { x * x }\nconst fn table() -> [i32; 8] { let mut t = [0; 8]; let mut k = 0; while k < 8 { t[k] = (k * k) as i32 - 3; k += 1; } t }\nconst T: [i32; 8] = table(); const N: usize = square(3) - 1; static S: [i32; N] = table();",
            "*out.add(i) = T[i % N] * 10 + S[(i + 3) % 8] + square(i & 3) as i32;",
        ),
        (
            "constants of structures",
            "#[derive(Clone, Copy)] struct C { a: i32, b: [f32; 2] }\nconst C0: C = C { a: 3, b: [1.5, 2.5] }; const ALL: [C; 2] = [C0, C { a: 5, ..C0 }];",
            "*out.add(i) = C0.a * 10 + ALL[i & 1].a + (ALL[1].b[i & 1] * 2.0) as i32 + x;",
        ),
        (
            "type aliases",
            "type Pair<T> = (T, T); type Row = [i32; 3]; type P = Q; #[derive(Clone, Copy)] struct Q(i32); impl Q { fn new(v: i32) -> Self { Q(v) } }",
            "let p: Pair<i32> = (x, 2); let r: Row = [1, x, 3]; *out.add(i) = p.0 * p.1 + r[1] + P::new(4).0;",
        ),
        (
            "modules",
            "mod geometry { pub const SIDE: i32 = 3; #[derive(Clone, Copy)] pub struct P { pub x: i32 } impl P { pub fn moved(self, by: i32) -> P { P { x: self.x + by + helper(1) } } } fn helper(x: i32) -> i32 { x * SIDE } pub mod deep { pub fn f(x: i32) -> i32 { super::helper(x) } } }\nuse geometry::{P, deep};",
            "*out.add(i) = P { x }.moved(2).x + deep::f(x) + geometry::SIDE;",
        ),
        (
            "derived order and comparison",
            "#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)] struct K { a: i32, b: (i32, bool) }",
            "let k = K { a: x & 3, b: (x, true) }; let l = K { a: 2, b: (3, false) }; *out.add(i) = (k < l) as i32 + 2 * (k == l) as i32 + 4 * (k.max(l) == k) as i32 + 8 * ((x, 1) < (3, 2)) as i32 + 16 * ([x, 1] == [x, 1]) as i32;",
        ),
        (
            "a structure with references",
            "struct View<'a> { data: &'a [i32], at: usize }\nimpl<'a> View<'a> { fn next(&mut self) -> Option<&'a i32> { let v = self.data.get(self.at); self.at += 1; v } fn rest(&self) -> &'a [i32] { &self.data[self.at.min(self.data.len())..] } }",
            "let mut v = View { data: a, at: i }; let p = *v.next().unwrap(); let q = v.next().copied().unwrap_or(-4); *out.add(i) = p * 10 + q + v.rest().len() as i32;",
        ),
        (
            "methods that change",
            "struct Rng(u32);\nimpl Rng { fn new(seed: u32) -> Self { Rng(seed | 1) } fn next(&mut self) -> u32 { self.0 ^= self.0 << 13; self.0 ^= self.0 >> 17; self.0 ^= self.0 << 5; self.0 } fn below(&mut self, n: u32) -> u32 { self.next() % n } }",
            "let mut r = Rng::new(x as u32); let p = r.below(10); let q = r.below(100); *out.add(i) = (p * 100 + q) as i32;",
        ),
        (
            "a stack",
            "#[derive(Clone, Copy)] struct Stack<T, const N: usize> { items: [T; N], len: usize }\nimpl<T: Copy + Default, const N: usize> Stack<T, N> { fn new() -> Self { Self { items: [T::default(); N], len: 0 } } fn push(&mut self, v: T) -> bool { if self.len < N { self.items[self.len] = v; self.len += 1; true } else { false } } fn pop(&mut self) -> Option<T> { if self.len == 0 { None } else { self.len -= 1; Some(self.items[self.len]) } } }",
            "let mut s: Stack<i32, 4> = Stack::new(); for k in 0..x.clamp(0, 6) { s.push(k * 3); } let mut t = 0; while let Some(v) = s.pop() { t = t * 7 + v; } *out.add(i) = t;",
        ),
        (
            "moves",
            "struct Big { v: [i32; 4] }\nfn eat(b: Big) -> i32 { b.v[1] + b.v[3] }\nfn make(x: i32) -> Big { Big { v: [x, x + 1, 2, 3] } }",
            "let b = make(x); let c = b; *out.add(i) = eat(c) + eat(make(3));",
        ),
        (
            "mem::swap and replace",
            "",
            "let (mut p, mut q) = (x, [1, 2]); let mut r = 5; core::mem::swap(&mut p, &mut r); let old = core::mem::replace(&mut q, [x, 9]); *out.add(i) = p * 100 + r * 10 + old[1] + q[1] + core::mem::take(&mut p) + p;",
        ),
        (
            "checked arithmetic",
            "",
            "*out.add(i) = x.checked_add(i32::MAX - 5).unwrap_or(-1) + x.checked_mul(1 << 30).map_or(3, |v| v >> 28) + 7u32.checked_sub(x as u32).unwrap_or(1) as i32 + x.checked_div(x - 4).unwrap_or(9) + u8::try_from(x * 40).map_or(-2, |v| v as i32) + x.overflowing_add(1).1 as i32 + x.saturating_mul(1 << 29) / (1 << 27);",
        ),
        (
            "bytes of numbers",
            "",
            "let b = x.to_le_bytes(); let c = (x as u64 * 77).to_be_bytes(); *out.add(i) = b[0] as i32 * 3 + c[7] as i32 + i32::from_be_bytes(b) % 1000 + u16::from_le_bytes([b[1], b[0]]) as i32 + (x as u32).swap_bytes().leading_zeros() as i32;",
        ),
    ])
}
