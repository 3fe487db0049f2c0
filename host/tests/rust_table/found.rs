//! What generated kernels and those of students have found, each made small.

use super::data::Case;
use super::language::of;

pub(crate) fn cases() -> Vec<Case> {
    of(&[
        (
            "the largest of an array that is an argument",
            "fn best(x: &[f32]) -> f32 { *x.iter().max_by(|a, b| a.total_cmp(b)).unwrap() }\nfn at(x: &[f32; 3]) -> usize { x.iter().enumerate().min_by(|(_, a), (_, b)| a.total_cmp(b)).map_or(9, |(i, _)| i) }",
            "let t = [x as f32, 2.0, a[3] as f32]; *out.add(i) = best(&t) as i32 * 10 + at(&t) as i32;",
        ),
        (
            "an element that a short array never has",
            "const ONE: [u32; 1] = [5];",
            "*out.add(i) = match &ONE[..i % 2] { [5, m, ..] | [.., m, 5] | [m] => *m as i32 + x, _ => 1 };",
        ),
        (
            "a chain of conditions that a function ends with",
            "fn f(o: Option<i32>, least: i32) -> Option<i32> { return if let Some(v) = o && v > least { Some(v * 2) } else { None }; }\n\
             fn g(x: i32) -> (i32, u32) { if let Some(v) = f(Some(x), 3) && v != 14 { return (v, 1); } else if x > 2 && let 1..=3 | 7 = x { return (7, 2); } else { return (x, 3); } }\n\
             fn h(x: i32) -> Option<u8> { return if let (Some(v), true) = (None::<i32>, x > 2) && v > 4 { Some(1) } else { Some(x as u8) }; }\n\
             fn k(x: i32) -> (i32, i32) { loop { if x > 4 && let Some(v) = f(Some(x), 5) { return (v, 4); } else { break (x, 5); } } }",
            "let (v, n) = g(x); let (p, q) = k(x); *out.add(i) = f(Some(x), 4).unwrap_or(-3) + 10 * v + n as i32 * 1000 + h(x).map_or(0, |b| b as i32) * 5 + p * 7 + q;",
        ),
        (
            "a match whose last pattern is known never to fit",
            "const TWO: [i32; 2] = [4, 5];\n\
             fn f(x: i32) -> (i32, u8) { return match &TWO[..] { [_, q] if *q < x => (*q, 1), [p, ..] => (*p + x, 2), [] => (9, 3) }; }",
            "let (v, n) = f(x); *out.add(i) = v * 10 + n as i32;",
        ),
        (
            "a widened number beside one that is known",
            "fn side(v: i64) -> i32 { if v < 0 { -1 } else if v >= 64 { 1 } else { 0 } }",
            "let mut v = if i % 3 == 0 { x as i64 } else { a[(i + 1) % a.len()] as i64 }; *out.add(i) = side(v) + 4 * (v <= 5) as i32 + 8 * (-7 < v) as i32 + 16 * (x as i8 as i64 > -3) as i32 + 32 * (x as i16 as i64 >= 7) as i32 + 64 * (v == 64) as i32; v -= 3; *out.add(i) += 1000 * side(v * 40) + 3000 * (v.abs() > 9) as i32 + 6000 * (x as u32 as i64 > 70) as i32 + 12000 * (x as u64 > 1 << 40) as i32 + 24000 * (v.clamp(-4, 9) as i32);",
        ),
        (
            "total_cmp tells zeros and NaNs apart",
            "fn number(o: core::cmp::Ordering) -> i32 { match o { core::cmp::Ordering::Less => 0, core::cmp::Ordering::Equal => 1, core::cmp::Ordering::Greater => 2 } }",
            "let t = [x as f32, -(x as f32), 0.0, -0.0, f32::INFINITY, f32::NEG_INFINITY, f32::from_bits(0x7fc0_0000), f32::from_bits(0xffc0_0000), f32::MIN_POSITIVE]; let mut s = 0; for p in &t { for q in t { s = (s * 3 + number(p.total_cmp(&q))) % 1_000_003; } } *out.add(i) = s;",
        ),
        (
            "how floats are made",
            "",
            "*out.add(i) = x % 7 + (f32::MANTISSA_DIGITS + 100 * f32::DIGITS + f64::RADIX + f64::MANTISSA_DIGITS) as i32 + f32::MIN_EXP + 3 * f32::MAX_EXP + 1000 * f32::MIN_10_EXP + 5 * f64::MAX_10_EXP + f64::MIN_EXP + f64::MIN_10_EXP + f32::MAX_10_EXP;",
        ),
        (
            "None with its type",
            "",
            "let o = None::<i32>; *out.add(i) = o.unwrap_or(x) + None::<[i32; 3]>.map_or(1, |[a, ..]| a) + 2 * None::<u8>.is_some() as i32;",
        ),
        (
            "Some with its type behind the enum or the variant",
            "",
            "*out.add(i) = Option::<i32>::Some(x).unwrap() + Option::Some::<i32>(3).unwrap() + Some::<u8>(250).unwrap_or(1).wrapping_add(9) as i32;",
        ),
        (
            "Ok and Err with their types",
            "fn f(x: i32) -> u32 { let Ok(v) = Ok::<u32, i8>(x as u32) else { return 1 }; v + Err::<u32, u8>(200).unwrap_or_else(|e| e.wrapping_add(100) as u32) }",
            "*out.add(i) = f(x) as i32 + if let Ok(_) = Err::<u8, i32>(x) { 1 } else { 2 };",
        ),
        (
            "a generic enum's variant with its types",
            "#[derive(Clone, Copy)] enum E<A, B> { L(A), R(B), N }\nimpl<A, B> E<A, B> { fn is_n(&self) -> bool { matches!(self, E::N) } }",
            "let e = if x > 3 { E::L::<i32, u8>(x) } else { E::R(200) }; *out.add(i) = match e { E::L(v) => v, E::R(b) => b.wrapping_add(100) as i32, E::N => 0 } + E::N::<u8, u8>.is_n() as i32;",
        ),
        (
            "a closure with an array as its result",
            "",
            "*out.add(i) = (0..3).map(|k| -> [i32; 2] { [k, x] }).fold(0, |s, [p, q]| s * 3 + p * q) + a.iter().take(2).map(|v| -> [i32; 3] { [*v; 3] }).fold(1, |s, m| s + m[2]);",
        ),
        (
            "an array of inferred length by its own iterator",
            "",
            "let y = [x].map(|v| v + 1); let z = [x, 4, 7].map(|v| v * 2); *out.add(i) = y.into_iter().rev().position(|v| v > 3).map_or(-1, |at| at as i32) + z.into_iter().rev().skip(1).max().unwrap_or(0);",
        ),
        (
            "a part of a constant",
            "const C: [i32; 4] = [3, 1, 4, 1];\nstatic S: [i32; 3] = [2, 7, 1];",
            "*out.add(i) = C[..3].iter().map(|v| v * x).sum::<i32>() + S[1..].len() as i32 + match &C[..i % 5] { [] => 0, [only] => *only, [.., last] => 10 * last };",
        ),
        (
            "a chain that is zipped and cut short",
            "",
            "let mut s = 0; for (p, q) in (0..2).filter(|v| *v != x).chain(5..8).zip(3..=(x & 3)) { s = s * 7 + p + q; } for (p, q) in (0..3).chain(4..9).zip(a) { if p == 1 || p == 6 { continue; } if q > &40 { break; } s += p * q; } *out.add(i) = s;",
        ),
        (
            "a chain that is left while it holds",
            "",
            "*out.add(i) = (0..4).chain(1..9).take_while(|v| *v < x).sum::<i32>() + (0..3).chain(7..9).map_while(|v| if v == 2 || v == x { None } else { Some(v + 10) }).count() as i32 + 100 * (0..3).chain(0..5).skip_while(|v| *v < 2).take(3).sum::<i32>();",
        ),
        (
            "ranges that lack an end and contain",
            "",
            "*out.add(i) = (..9).contains(&x) as i32 + 2 * (..=4).contains(&x) as i32 + 4 * (3..).contains(&x) as i32 + 8 * (..x).contains(&a[0]) as i32 + 16 * (..5u8).contains(&(x as u8)) as i32;",
        ),
        (
            "skip_while asks until it keeps one",
            "",
            "let mut n = 0; let s = a.iter().skip_while(|v| { n += 1; **v < x }).count() as i32; *out.add(i) = s * 100 + n;",
        ),
        (
            "items that are left out are made all the same",
            "",
            "let mut n = 0; let s = (0..5).map(|k| { n += k; k * x }).skip(2).sum::<i32>(); let mut m = 0; let t = a.iter().inspect(|v| m += **v).step_by(2).count() as i32; let mut l = 0; let u = (0..4).map(|k| { l += 1; k }).last().unwrap_or(0); *out.add(i) = s + 1000 * n + m * 7 + t + l + u;",
        ),
        (
            "Index leads to one of several fields",
            "#[derive(Clone, Copy, Default)] struct S { a: i32, b: i32, c: [i32; 3] }\n\
             impl core::ops::Index<usize> for S { type Output = i32; fn index(&self, at: usize) -> &i32 { match at % 3 { 0 => &self.a, 1 => &self.b, _ => &self.c[at % 2] } } }\n\
             impl core::ops::IndexMut<usize> for S { fn index_mut(&mut self, at: usize) -> &mut i32 { if at % 2 == 0 { &mut self.a } else { &mut self.c[at % 3] } } }",
            "let mut s = S { a: x, b: 3, c: [x + 1, 7, 9] }; s[i] += 5; s[i + 1] = s[i] * 3; *out.add(i) = s[i] + 10 * s[i + 1] + 100 * (S { b: x, ..s })[i + 2] + 7 * S::default()[i];",
        ),
        (
            "a reference to one of two fields that are enums",
            "#[derive(Clone, Copy)] struct S { o: Option<i32>, p: Option<i32>, q: (i32, Option<u8>) }\n\
             impl S { fn pick(&self, at: usize) -> &Option<i32> { if at % 2 == 1 { &self.o } else { &self.p } }\n\
             fn pick_mut(&mut self, at: usize) -> &mut Option<i32> { if at % 3 == 1 { &mut self.o } else { &mut self.p } } }",
            "let mut s = S { o: Some(x), p: None, q: (3, Some(4)) }; *s.pick_mut(i) = Some(x * 2); if let Some(v) = s.pick_mut(i + 1) { *v += 1; } let t = S { q: (x, None), ..s }; let q = if x > 3 { &s.q } else { &t.q }; *out.add(i) = s.pick(i).unwrap_or(9) + 10 * s.pick(i + 1).unwrap_or(7) + 100 * q.0 + q.1.map_or(0, |v| v as i32);",
        ),
        (
            "a reference that moves among the elements of arrays in arrays",
            "",
            "let grid = [[1, x, 3], [4, 5, x * 2]]; let mut best = &grid[0][1]; for r in 0..2 { for c in 0..3 { if grid[r][c] * 5 % 7 > *best % 7 { best = &grid[r][c]; } } } let row = if x > 4 { &grid[i % 2] } else { &grid[(i + 1) % 2] }; *out.add(i) = *best * 10 + row[i % 3];",
        ),
        (
            "a reference to a field of one of two elements",
            "#[derive(Clone, Copy)] struct P { x: i32, y: i32, l: [i32; 2] }",
            "let mut ps = [P { x: 1, y: 2, l: [3, 4] }, P { x, y: 5, l: [x, 6] }]; let m = if x > 3 { &mut ps[i % 2].x } else { &mut ps[(i + 1) % 2].y }; *m += 10; let mut least = &ps[0].x; for p in &ps { if p.y < *least { least = &p.y; } for v in &p.l { if v < least { least = v; } } } *out.add(i) = *least + 100 * ps[0].x + 1000 * ps[1].y;",
        ),
        (
            "alternatives that bind different elements of a slice",
            "",
            "let own = [x, 2, 3, x + 4]; *out.add(i) = match &own[..i % 5] { [m] | [_, m] => *m, [2, m, ..] | [m, .., 3] => m + 100, [.., l] => *l + 1000, [] => -1 };",
        ),
        (
            "into as a function of its trait",
            "#[derive(Clone, Copy)] struct S { a: i32 }\nimpl From<i32> for S { fn from(a: i32) -> S { S { a: a * 3 } } }\nimpl From<u8> for S { fn from(a: u8) -> S { S { a: a as i32 + 1 } } }",
            "let s = <i32 as Into<S>>::into(x); let t = <u8 as Into<S>>::into(200); *out.add(i) = s.a + t.a + <S as Into<S>>::into(s).a + <u8 as Into<i32>>::into(x as u8) + <S as From<i32>>::from(2).a;",
        ),
    ])
}

#[rustfmt::skip]
const OF_STUDENTS: &[(&str, &str, &str)] = &[
    ("an iterator whose items only a bound names", "struct M<I> { a: I }\nimpl<T, I: Iterator<Item = T>> Iterator for M<I> { type Item = T; fn next(&mut self) -> Option<T> { self.a.next() } }\nfn mk<I: IntoIterator>(a: I) -> M<I::IntoIter> { M { a: a.into_iter() } }", "let mut s = x; for v in mk(a).take(4) { s = s * 3 + *v; } for v in mk([x, 2]) { s += v; } *out.add(i) = s + mk(0..3).map(|v| v * x).sum::<i32>();"),
    ("an iterator whose items only a where clause names", "struct M<I> { a: I }\nimpl<T, I> Iterator for M<I> where I: Iterator<Item = T> { type Item = T; fn next(&mut self) -> Option<T> { self.a.next(); self.a.next() } }", "let m = M { a: a.iter() }; let mut s = 0; for v in m { s = s * 3 + *v; } *out.add(i) = s + M { a: M { a: 0..9 } }.fold(x, |s, v| s * 2 + v);"),
    ("an iterator of pairs by bounds", "struct Pairs<I> { a: I }\nimpl<A: Copy, B: Copy, I: Iterator<Item = (A, B)>> Iterator for Pairs<I> { type Item = (B, A); fn next(&mut self) -> Option<(B, A)> { self.a.next().map(|(p, q)| (q, p)) } }", "let mut s = 0; for (p, q) in (Pairs { a: a.iter().enumerate() }).take(5) { s += p * q as i32; } *out.add(i) = s - x;"),
    ("what can be iterated over, turned into its iterator", "fn mk<I: IntoIterator>(a: I) -> I::IntoIter { a.into_iter() }", "let mut s = 0; for v in mk(a).take(4) { s = s * 3 + *v; } for v in mk([x, 5]) { s += v; } *out.add(i) = s + mk(2..5).max().unwrap_or(0);"),
    ("the rest of an iterator with numbers", "fn r<T: Copy>(items: impl IntoIterator<Item = T>) -> Option<T> { let mut it = items.into_iter(); let mut k = it.next()?; for (s, v) in (1u32..).zip(it) { if s > 2 { k = v; } } Some(k) }", "*out.add(i) = r(a.iter().copied()).unwrap_or(0) + r([x]).unwrap_or(7);"),
    ("an impl for an instance from a macro", "#[derive(Clone, Copy)] struct D<T> { v: T }\nmacro_rules! m { ($tr:ident, $f:ident, $op:tt) => { impl core::ops::$tr for D<i32> { type Output = Self; fn $f(self, r: Self) -> Self { D { v: self.v $op r.v } } } }; }\nm!(Add, add, +); m!(Sub, sub, -);", "*out.add(i) = (D { v: x } + D { v: 2 } - D { v: 5 }).v;"),
    ("a label of a macro beside one of its caller", "macro_rules! m { ($e:expr) => { 'a: loop { $e; break 'a; } }; }", "let mut n = x & 7; 'a: loop { n += 1; m!({ n += 10; if n > 5 { break 'a; } }); n += 100; break; } *out.add(i) = n;"),
    ("a labelled block of a macro beside one of its caller", "macro_rules! m { ($e:expr) => { 'b: { if $e { break 'b 1; } 2 } }; }", "*out.add(i) = 'b: { let z = m!({ if x > 2 { break 'b 50; } true }); z + 10 };"),
    ("names of a macro in patterns of structures", "#[derive(Clone, Copy)] struct P { v: i32, w: i32 } enum E { A { v: i32 }, B }\nmacro_rules! m { ($e:expr) => {{ let P { v: y, w } = P { v: 3, w: 4 }; let P { ref v, .. } = P { v: 5, w: 6 }; let q = match (E::A { v: 7 }) { E::A { v: t } => t + $e, E::B => 0 }; (y + w + *v + q).wrapping_add($e) }}; }", "let (y, w, v, t) = (x & 255, 2, 9, 100); *out.add(i) = m!(y + w + v + t);"),
    ("a negative literal as one operand", "macro_rules! m { ($e:literal) => { $e.abs() * 3 + $e }; }", "*out.add(i) = m!(-3i32) ^ x;"),
    ("operators of several characters as one tree", "macro_rules! c { () => { 0 }; ($h:tt $($t:tt)*) => { 1 + c!($($t)*) }; }", "*out.add(i) = x ^ c!(a::b -> ..= 'a += <<= && || == >> ; , ->) ;"),
    ("an underscore is no name", "macro_rules! c { ($h:ident) => { 10 }; ($h:tt) => { 20 }; }", "*out.add(i) = x ^ (c!(_) + c!(q));"),
    ("variables of a macro beside variables with numbers", "macro_rules! add { ($a:expr) => {{ let x = 5_i32; let y: i32 = $a; x.wrapping_add(y) }}; }", "let (x_1, x_2, x·1) = (x, x ^ 70, x ^ 500); *out.add(i) = add!(x_1).wrapping_mul(3) ^ add!(x_2 ^ x_1) ^ add!(x·1);"),
    ("variables of a macro beside fields, types and methods of their names", "#[derive(Clone, Copy)] struct P { x: i32, y: i32 }\nimpl P { fn y(self) -> i32 { self.y } }\nmacro_rules! make { ($a:expr) => {{ let x = $a; let y = x + 1; let p = P { x, y }; p.x * 10 + p.y() + { let i32 = 3; i32 as i32 } }}; }", "let y = 2; *out.add(i) = make!(x + y) + y;"),
    ("a trait for references that takes them by value", "struct S(i32);\ntrait A { fn at(self) -> i32 where Self: Sized; fn d(&self) -> i32; fn twice(self) -> i32 where Self: Sized { self.d() * 2 } }\nimpl A for S { fn at(self) -> i32 { 1 } fn d(&self) -> i32 { self.0 } }\nimpl<T: A + ?Sized> A for &T { fn at(self) -> i32 { 10 + self.d() } fn d(&self) -> i32 { (**self).d() + 3 } }\nfn g<T: A>(t: T) -> i32 { t.d() * 3 + { let u = &t; u.d() } }\nfn h<T: A + Clone>(t: &T) -> i32 { let u = t.clone(); u.twice() }", "let s = S(x); let r = &s; let rr = &r; *out.add(i) = r.at() * 7 + r.d() + r.twice() + rr.at() + rr.d() + rr.twice() + g(r) * 5 + g(rr) + h(&r) + g(S(2)) + s.at();"),
    ("numbers that become one's own type", "#[derive(Clone, Copy)] struct D(f32, u32);\nimpl From<f32> for D { fn from(v: f32) -> D { D(v, 1) } }\nimpl core::ops::Add for D { type Output = D; fn add(self, r: D) -> D { D(self.0 + r.0, self.1 + r.1) } }\nfn g(d: D) -> f32 { d.0 * 10.0 + d.1 as f32 }", "let d: D = 0.5.into(); *out.add(i) = (g(d + 2.25.into()) + g(1.5.into())) as i32 + x;"),
    ("a helper that ends in unwrap", "fn at(x: Option<i32>) -> i32 { x.unwrap() }\nfn of(x: Option<i32>) -> i32 { return x.expect(\"there is one\"); }\nfn ok(x: Result<i32, u8>) -> i32 { x.expect(\"it is right\") }\nfn err(x: Result<u8, i32>) -> i32 { x.expect_err(\"it is wrong\") }", "*out.add(i) = at(Some(x)) + of(a.get(i).copied()) * 3 + ok(Ok(x)) + err(Err(5)) + a.first().expect(\"not empty\");"),
    ("alternatives that take every value together", "#[derive(Clone, Copy)] enum E { A(i32), B(i32), C { x: i32, y: i32 } }", "let (Ok(v) | Err(v)) = [1, 3, 5].binary_search(&x); let e = if x > 3 { E::A(x) } else if x > 1 { E::B(2) } else { E::C { x: 7, y: 1 } }; let (E::A(w) | E::B(w) | E::C { x: w, .. }) = e; let (Ok(mut m) | Err(mut m), n) = (if x > 2 { Ok::<i32, i32>(x) } else { Err(9) }, 4); m += n; let ((E::A(p) | E::B(p), q) | (E::C { x: p, .. }, q)) = (e, x); let r = Some([x, 2]); let (Some([f, _]) | Some([_, f])) = &r else { return }; *out.add(i) = v as i32 + 10 * w + m + p * q + *f;"),
    ("the larger by what is asked of them", "", "let a = core::cmp::max_by(x as f32, 2.5, |a, b| a.total_cmp(b)); let b = core::cmp::min_by(x, 3, |a, b| b.cmp(a)); let c = core::cmp::max_by_key(x, -4, |v| v.abs()); let d = core::cmp::min_by_key(-x, x, |v| v.abs()); *out.add(i) = a as i32 + 10 * b + 100 * c + d;"),
    ("methods of bytes and floats by their paths", "", "let t = b\"a1b22\"; let d = t.iter().copied().filter(u8::is_ascii_digit).count() as i32; let p = t.iter().position(u8::is_ascii_digit).unwrap_or(9) as i32; let u = t.map(|c| u8::to_ascii_uppercase(&c)); let all = t.iter().all(u8::is_ascii_alphanumeric) as i32; let m = [1.5f32, x as f32, -0.0].into_iter().max_by(f32::total_cmp).unwrap_or(0.0); let o = f32::total_cmp(&0.0, &-0.0) as i32; *out.add(i) = d + 10 * p + u[0] as i32 + all + m as i32 + o;"),
    ("a module by the self of its group", "mod geo { pub mod deep { pub const K: i32 = 3; pub fn f(x: i32) -> i32 { x + K } } pub const J: i32 = 1; }\nuse geo::deep::{self, K};\nuse geo::{self as g, J};", "*out.add(i) = deep::K + K + deep::f(x) + g::J + J;"),
    ("operators by the names of their traits", "use core::ops::{Add, Mul};\n#[derive(Clone, Copy)] struct D(i32);\nimpl Add for D { type Output = D; fn add(self, r: D) -> D { D(self.0 * 10 + r.0) } }", "let n = [x, 2].map(core::ops::Neg::neg); let b = [x > 3, false].map(core::ops::Not::not); let s = [1.5f32, 2.25].into_iter().fold(0.0, Add::add); let p = a.iter().take(3).copied().fold(1, Mul::mul); *out.add(i) = n[0] + n[1] * 3 + b[0] as i32 + 2 * b[1] as i32 + s as i32 + p + core::ops::Shl::shl(x, 2u8) + <i32 as core::ops::BitXor>::bitxor(x, 5) + Add::add(D(x), D(2)).0 + core::ops::Rem::rem(&x, 3) + core::ops::Not::not(x);"),
    ("bytes without the spaces around them", "fn number(t: &[u8]) -> i32 { t.trim_ascii().iter().fold(0, |n, c| n * 10 + (c - b'0') as i32) }", "let t = b\" 12\\t34 \\n\"; *out.add(i) = number(&t[..3]) + 7 * number(&t[4..]) + t.trim_ascii_start().len() as i32 * x + t.trim_ascii_end().len() as i32 + b\"  \".trim_ascii().len() as i32 + b\"aBc\".eq_ignore_ascii_case(b\"AbC\") as i32 + 2 * b\"ab\".eq_ignore_ascii_case(b\"abc\") as i32 + 4 * t.is_ascii() as i32 + 8 * [200u8, 1].is_ascii() as i32;"),
];

pub(crate) fn of_students() -> Vec<Case> {
    of(OF_STUDENTS)
}
