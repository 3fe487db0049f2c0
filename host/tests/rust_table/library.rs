//! Traits of `core` for types of the program: what is collected, hashed, iterated over,
//! led to; ranges as values, parts of slices, characters.

use super::data::{Case, case};
use super::language::of;

const COLLECTED: &str = "
#[derive(Clone, Copy)] struct Acc(i32);
impl FromIterator<i32> for Acc {
    fn from_iter<I: IntoIterator<Item = i32>>(iter: I) -> Self { let mut a = Acc(1); for x in iter { a.0 = a.0.wrapping_mul(31).wrapping_add(x); } a }
}
impl<'a> FromIterator<&'a i32> for Acc {
    fn from_iter<I: IntoIterator<Item = &'a i32>>(iter: I) -> Self { iter.into_iter().copied().collect() }
}
impl Extend<i32> for Acc { fn extend<I: IntoIterator<Item = i32>>(&mut self, iter: I) { for x in iter { self.0 = self.0.rotate_left(3) ^ x; } } }
struct Hist<const N: usize> { bins: [i32; N], seen: usize }
impl<const N: usize> FromIterator<usize> for Hist<N> {
    fn from_iter<I: IntoIterator<Item = usize>>(iter: I) -> Self { let mut h = Hist { bins: [0; N], seen: 0 }; h.extend(iter); h }
}
impl<const N: usize> Extend<usize> for Hist<N> {
    fn extend<T>(&mut self, iter: T) where T: IntoIterator<Item = usize> { iter.into_iter().for_each(|x| { self.bins[x % N] += 1; self.seen += 1; }); }
}
impl core::iter::Sum for Acc { fn sum<I: Iterator<Item = Acc>>(iter: I) -> Acc { iter.fold(Acc(5), |a, b| Acc(a.0 + 2 * b.0)) } }
impl<'a> core::iter::Sum<&'a Acc> for Acc { fn sum<I: Iterator<Item = &'a Acc>>(iter: I) -> Acc { iter.copied().sum() } }
impl core::iter::Product<i32> for Acc { fn product<I: Iterator<Item = i32>>(iter: I) -> Acc { Acc(iter.map(|v| v | 1).product()) } }
fn all<C: FromIterator<i32>>(x: &[i32]) -> C { x.iter().copied().collect() }
fn made(x: &[i32]) -> Hist<3> { x.iter().map(|v| v.unsigned_abs() as usize).filter(|v| *v > 1).collect() }
";

const HASHED: &str = "
use core::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher};
struct Fnv(u64);
impl Default for Fnv { fn default() -> Self { Fnv(0xcbf2_9ce4_8422_2325) } }
impl Hasher for Fnv {
    fn finish(&self) -> u64 { self.0 }
    fn write(&mut self, bytes: &[u8]) { for b in bytes { self.0 = (self.0 ^ u64::from(*b)).wrapping_mul(0x100_0000_01b3); } }
}
struct Fx { h: u32 }
impl Hasher for Fx {
    fn write(&mut self, bytes: &[u8]) { self.h = self.h.wrapping_add(977); for chunk in bytes.chunks(4) { let mut w = 0; for &b in chunk { w = w << 8 | b as u32; } self.write_u32(w); } }
    fn write_u8(&mut self, i: u8) { self.write_u32(i as u32 + 1); }
    fn write_u32(&mut self, i: u32) { self.h = (self.h.rotate_left(5) ^ i).wrapping_mul(0x9e37_79b9); }
    fn write_usize(&mut self, i: usize) { self.write_u32(i as u32 ^ 0x55); }
    fn finish(&self) -> u64 { self.h as u64 }
}
struct Build;
impl BuildHasher for Build { type Hasher = Fnv; fn build_hasher(&self) -> Fnv { Fnv::default() } }
#[derive(Hash, Clone, Copy, PartialEq, Eq)] enum Kind { A, B(u32), C { x: u8, y: i16 } }
#[derive(Hash, Clone, Copy)] enum Only { One(u8) }
#[derive(Hash, Clone, Copy)] #[repr(u8)] enum Small { P = 3, Q, R = 9 }
#[derive(Hash, Clone, Copy)] struct Key { id: i32, tag: u16, kind: Kind, pos: (i32, i8), name: [u8; 4], flag: bool, only: Only, small: Small }
#[derive(Hash)] struct Gen<T> { v: T, w: Option<T> }
struct Own(i32, f32);
impl Hash for Own { fn hash<H: Hasher>(&self, state: &mut H) { self.0.hash(state); state.write_u32(self.1.to_bits()); } }
fn fnv<T: Hash>(t: &T) -> i32 { let mut h = Fnv::default(); t.hash(&mut h); (h.finish() >> 13) as i32 }
fn with<T: Hash + ?Sized, H: Hasher + Default>(t: &T) -> i32 { let mut h = H::default(); t.hash(&mut h); h.finish() as i32 }
fn kind(x: i32) -> Kind { match x.rem_euclid(3) { 0 => Kind::A, 1 => Kind::B(x as u32), _ => Kind::C { x: x as u8, y: -2 } } }
";

const ITERATED: &str = "
use core::slice::{Iter, IterMut};
struct Poly<const N: usize> { c: [i32; N] }
impl<'a, const N: usize> IntoIterator for &'a Poly<N> { type Item = &'a i32; type IntoIter = core::slice::Iter<'a, i32>; fn into_iter(self) -> Self::IntoIter { self.c.iter() } }
impl<'a, const N: usize> IntoIterator for &'a mut Poly<N> { type Item = &'a mut i32; type IntoIter = IterMut<'a, i32>; fn into_iter(self) -> IterMut<'a, i32> { self.c.iter_mut() } }
impl<const N: usize> IntoIterator for Poly<N> { type Item = i32; type IntoIter = core::array::IntoIter<i32, N>; fn into_iter(self) -> Self::IntoIter { self.c.into_iter() } }
impl<const N: usize> Poly<N> { fn iter(&self) -> Iter<'_, i32> { self.c.iter() } fn pairs(&self) -> core::iter::Enumerate<Iter<'_, i32>> { self.c.iter().enumerate() } }
struct Span { a: i32, b: i32 }
impl Iterator for Span {
    type Item = i32;
    fn next(&mut self) -> Option<i32> { if self.a < self.b { self.a += 1; Some(self.a - 1) } else { None } }
    fn size_hint(&self) -> (usize, Option<usize>) { let n = (self.b - self.a).max(0) as usize; (n, Some(n)) }
}
impl DoubleEndedIterator for Span { fn next_back(&mut self) -> Option<i32> { if self.a < self.b { self.b -= 1; Some(self.b) } else { None } } }
impl ExactSizeIterator for Span {}
struct Walk<'a> { it: Iter<'a, i32>, last: i32 }
impl<'a> Iterator for Walk<'a> { type Item = i32; fn next(&mut self) -> Option<i32> { let v = *self.it.next()?; self.last += v; Some(self.last) } }
fn backwards<I: DoubleEndedIterator<Item = i32>>(iter: I) -> i32 { let mut s = 7; for v in iter.rev() { s = s * 3 + v; } s }
";

const LED_TO: &str = "
use core::ops::{Deref, DerefMut};
#[derive(Clone, Copy)] struct P { x: i32, y: i32 }
impl P { fn len(&self) -> i32 { self.x + self.y } fn grow(&mut self) { self.x += 1; } }
struct W(P, u32);
impl Deref for W { type Target = P; fn deref(&self) -> &P { &self.0 } }
impl DerefMut for W { fn deref_mut(&mut self) -> &mut P { &mut self.0 } }
struct Row<'a>(&'a [i32]);
impl<'a> Deref for Row<'a> { type Target = [i32]; fn deref(&self) -> &[i32] { self.0 } }
struct A4([i32; 4]);
impl Deref for A4 { type Target = [i32; 4]; fn deref(&self) -> &Self::Target { &self.0 } }
impl DerefMut for A4 { fn deref_mut(&mut self) -> &mut Self::Target { &mut self.0 } }
struct Guard<'a, T> { v: &'a mut T }
impl<T> Deref for Guard<'_, T> { type Target = T; fn deref(&self) -> &T { self.v } }
impl<T> DerefMut for Guard<'_, T> { fn deref_mut(&mut self) -> &mut T { self.v } }
impl AsRef<[i32]> for A4 { fn as_ref(&self) -> &[i32] { &self.0 } }
fn takes(p: &P) -> i32 { p.x } fn changes(p: &mut P) { p.y *= 2; } fn slice(s: &[i32]) -> i32 { s.iter().sum() }
fn total<S: AsRef<[i32]>>(s: S) -> i32 { s.as_ref().iter().sum() }
";

const BOUNDS: &str = "
use core::ops::{Bound, RangeBounds};
fn sum(x: &[i32], r: impl RangeBounds<usize>) -> i32 {
    let a = match r.start_bound() { Bound::Included(&s) => s, Bound::Excluded(&s) => s + 1, Bound::Unbounded => 0 };
    let b = match r.end_bound() { Bound::Included(&e) => e + 1, Bound::Excluded(&e) => e, Bound::Unbounded => x.len() };
    x[a..b].iter().sum()
}
fn inside<R: RangeBounds<i32>>(r: &R, v: i32) -> i32 { r.contains(&v) as i32 }
";

const CHARS: &str = "
const STAR: char = '*';
const fn digit(c: char) -> i32 { c as i32 - '0' as i32 }
fn kind(c: char) -> i32 { match c { 'a'..='z' => 1, 'A'..='Z' => 2, '0'..='9' => 3, '_' | '-' => 4, STAR => 5, '\\u{80}'.. => 6, _ => 0 } }
#[derive(Clone, Copy, PartialEq)] enum Token { Num(u32), Op(char), End }
fn token(b: u8) -> Token { match b as char { c if c.is_ascii_digit() => Token::Num(c.to_digit(10).unwrap()), '\\0' => Token::End, c => Token::Op(c) } }
";

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = of(&[
        (
            "what is collected into a type of the program",
            COLLECTED,
            "let p: Acc = a[..5].iter().copied().collect(); let q = a.iter().map(|v| v + 1).collect::<Acc>(); let r: Acc = a[i % 7..].iter().collect(); let s = (0..x.rem_euclid(6)).collect::<Acc>(); let t: Acc = all(&a[..i % 5]); *out.add(i) = p.0 ^ q.0.rotate_left(3) ^ r.0.rotate_left(7) ^ s.0.rotate_left(11) ^ t.0;",
        ),
        (
            "from_iter by name, and extend",
            COLLECTED,
            "let c = Acc::from_iter(a.iter().copied()); let d = Acc::from_iter([1, x, 3]); let f = <Acc as FromIterator<i32>>::from_iter(Some(x)); let mut g = c; g.extend(a[..3].iter().copied()); g.extend([1, 2]); g.extend(Some(x)); *out.add(i) = c.0 ^ d.0.rotate_left(5) ^ f.0.rotate_left(9) ^ g.0.rotate_left(13);",
        ),
        (
            "a histogram that is collected",
            COLLECTED,
            "let mut h: Hist<4> = a.iter().map(|v| v.unsigned_abs() as usize).collect(); h.extend(0..i % 3); let m = made(&a[..i]); *out.add(i) = h.bins[i % 4] * 1000 + h.seen as i32 * 10 + m.bins[1] + m.seen as i32;",
        ),
        (
            "all of what may fail, collected",
            COLLECTED,
            "let p: Option<Acc> = a[..i % 9].iter().map(|v| if *v > -45 { Some(v + 1) } else { None }).collect(); let q: Result<Acc, i32> = a[..i % 7].iter().map(|v| if *v < 30 { Ok(*v) } else { Err(*v) }).collect(); *out.add(i) = p.map_or(-1, |p| p.0 & 0xffff) + match q { Ok(q) => q.0 & 0xfff, Err(e) => -e };",
        ),
        (
            "sums and products of types of the program",
            COLLECTED,
            "let s: Acc = [Acc(x), Acc(3)].into_iter().sum(); let t: Acc = [Acc(x), Acc(4)].iter().sum(); let p = a[..3].iter().copied().product::<Acc>(); *out.add(i) = s.0 * 100 + t.0 * 10 + p.0;",
        ),
        (
            "what is hashed with FNV",
            HASHED,
            "let key = Key { id: x, tag: 3, kind: kind(x), pos: (x, -1), name: *b\"abcd\", flag: x > 0, only: Only::One(7), small: match i % 3 { 0 => Small::P, 1 => Small::Q, _ => Small::R } }; *out.add(i) = fnv(&key) ^ fnv(&Gen { v: 5_u64, w: Some(x as u64) }).rotate_left(3) ^ fnv(&Own(x, 2.0)).rotate_left(6) ^ fnv(&Some(x)).rotate_left(9) ^ fnv(&(1_u8, x as u16, 3_i64)).rotate_left(12);",
        ),
        (
            "slices, references and units that are hashed",
            HASHED,
            "let mut f = Fx { h: 0 }; x.hash(&mut f); f.write(&[1, 2, 3]); true.hash(&mut f); a[1..3].hash(&mut f); a[..i % 16].hash(&mut f); (x, 2_u8).hash(&mut f); ().hash(&mut f); (&x).hash(&mut f); i32::hash_slice(&a[..2], &mut f); kind(x).hash(&mut f); [1_u16, 2, 3].hash(&mut f); 'a'.hash(&mut f); *out.add(i) = f.finish() as i32;",
        ),
        (
            "hashers that are built",
            HASHED,
            "let mut h = Build.build_hasher(); Hash::hash(&x, &mut h); h.write_u64(9); h.write_i16(-3); let d = BuildHasherDefault::<Fnv>::default(); *out.add(i) = h.finish() as i32 ^ Build.hash_one(x) as i32 ^ with::<i32, Fnv>(&x).rotate_left(4) ^ d.hash_one((x, i as u8)).count_ones() as i32;",
        ),
        (
            "a type that is iterated over in three ways",
            ITERATED,
            "let mut p = Poly { c: [x, 2, 3] }; let mut s = 0; for v in &p { s += *v; } for v in &mut p { *v *= 2; } for v in p.iter().rev() { s = s * 2 + v; } for (k, v) in p.pairs() { s += k as i32 * v; } let it: Iter<'_, i32> = a.iter(); s += it.len() as i32; for v in p { s += v; } *out.add(i) = s;",
        ),
        (
            "iterators of the program from both ends",
            ITERATED,
            "let mut s = 0; for v in (Span { a: 1, b: x.rem_euclid(7) }).rev() { s = s * 2 + v; } for v in (Span { a: 1, b: 5 }).map(|v| v * x).filter(|v| v % 2 == 0).rev() { s = s * 3 + v; } s += Span { a: 1, b: 9 }.len() as i32; let mut t = Span { a: 0, b: 9 }; while let (Some(p), Some(q)) = (t.next(), t.next_back()) { s += p * q; } for v in (Walk { it: a[..4].iter(), last: 0 }) { s += v; } *out.add(i) = s + backwards(Span { a: x, b: x + 3 }) + backwards(0..3) + Span { a: 2, b: 8 }.rfold(0, |t, v| t * 2 + v);",
        ),
        (
            "slices that are split by what is in them",
            "",
            "let mut s = x; for w in a.split(|v| v % 3 == 0) { s = s.wrapping_mul(7) + w.len() as i32; } for w in a.rsplit(|v| v % 4 == 0) { s = s.wrapping_mul(7) + w.len() as i32; } for w in a.splitn(2, |v| v % 5 == 0) { s = s.wrapping_mul(7) + w.len() as i32; } for w in a.rsplitn(3, |v| v % 5 == 0) { s = s.wrapping_mul(7) + w.len() as i32; } for w in a[i..].split_inclusive(|v| v % 3 == 0) { s = s.wrapping_mul(7) + w.len() as i32; } for w in a.chunk_by(|p, q| p <= q) { s = s.wrapping_mul(7) + w.len() as i32; } *out.add(i) = s;",
        ),
        (
            "parts of slices that are adapted",
            "",
            "let is_end = |v: &i32| v % 3 == x % 3; let mut s = a.split(is_end).filter(|w| !w.is_empty()).count() as i32; s += a.split(|v| *v > x).map(|w| w.iter().sum::<i32>()).max().unwrap_or(0); if let Some(w) = a.split(|v| v % 2 == 0).nth(1) { s += w.len() as i32; } let mut parts = a.split(|&v| v == x); let first = parts.next().unwrap(); for (k, w) in parts.enumerate() { s += w.len() as i32 * k as i32; } for w in a.split(|v| v % 5 == 0).rev() { s = s * 2 + w.len() as i32; } s += first.len() as i32; let mut t = [x, 2, 0, 3, 1]; for w in t.split_mut(|v| *v == 0) { if let Some(v) = w.first_mut() { *v += 9; } } for w in t.chunk_by_mut(|p, q| p <= q) { w[0] *= 2; } s += t.as_slice().len() as i32; t.as_mut_slice()[1] = 4; *out.add(i) = s * 100 + t.iter().sum::<i32>();",
        ),
        (
            "slices without elements, and arrays behind references",
            "fn pick(x: &[i32], n: usize) -> &[i32] { if n > 20 { &x[n..] } else { &[] } } fn most<I: IntoIterator>(items: I) -> Option<I::Item> where I::Item: Ord { items.into_iter().max() }",
            "let e: &[i32] = &[]; let b = a.get(3..i).unwrap_or(&[]); let mut c = a; if x > 10 { c = &[]; } let mut s = e.len() as i32 + b.iter().sum::<i32>() + pick(a, i).first().copied().unwrap_or(5); for v in c { s += v; } for v in e { s += v; } if let [p, ..] = e { s += p; } if e.is_empty() { s += 1; } let t = [x, 3, 7]; s += *most(&t).unwrap() + most(t).unwrap() * 2 + *most(a).unwrap(); for v in (&t).into_iter() { s += *v; } *out.add(i) = s + c.len() as i32;",
        ),
        (
            "ranges of all kinds as arguments",
            BOUNDS,
            "let n = i % 4; let mut s = sum(a, ..) + 2 * sum(a, ..3) + 3 * sum(a, 1..) + 5 * sum(a, n..7) + 7 * sum(a, 1..=n) + 11 * sum(a, ..=n); s += sum(a, (Bound::Excluded(n), Bound::Unbounded)); s += inside(&(1..4), x) + 2 * inside(&(..), x) + 4 * inside(&(..=4), x) + 8 * inside(&(-3..), x) + 16 * inside(&(..x), x); *out.add(i) = s;",
        ),
        (
            "ranges without a start in variables",
            "",
            "let r = ..5; let f = 2..; let all = ..; let c = ..=3; *out.add(i) = (r.contains(&x) as i32) + f.start + r.end + a[all][i] + a[c].len() as i32 + a[..i].len() as i32 * (c.contains(&i) as i32);",
        ),
        (
            "a type that leads to a structure",
            LED_TO,
            "let mut w = W(P { x, y: 2 }, 1); let mut s = w.x + w.len() * 10 + (*w).y; w.x = 3; w.grow(); w.y += x; changes(&mut w); *w = P { x: w.x + 1, y: w.y }; s += takes(&w) + w.1 as i32 + w.y; let mut f = x; { let mut g = Guard { v: &mut f }; *g += 2; } let mut p = P { x, y: 1 }; let mut g = Guard { v: &mut p }; g.x += 5; g.grow(); *out.add(i) = s * 10 + f + p.len();",
        ),
        (
            "types that lead to slices and arrays",
            LED_TO,
            "let r = Row(&a[1..]); let mut s = r[0] + r.len() as i32 + r.iter().sum::<i32>() + slice(&r); for v in r.iter().take(3) { s += v; } let mut t = A4([x, 1, 2, 3]); t[1] = 5; t.swap(0, 1); s += t[0] * 3 + t.len() as i32; for v in t.iter_mut() { *v += 1; } s += slice(&*t); *out.add(i) = s + total(t) + total([1, 2]) + total(a) + total(&a[..2]);",
        ),
        (
            "values that are borrowed as others",
            "use core::borrow::Borrow; struct A4([i32; 4]); impl Borrow<[i32]> for A4 { fn borrow(&self) -> &[i32] { &self.0 } } fn total<S: Borrow<[i32]>>(s: &S) -> i32 { s.borrow().iter().sum() } fn twice<N: Borrow<i32>>(n: N) -> i32 { n.borrow() * 2 }",
            "*out.add(i) = total(&A4([x, 2, 3, 4])) + total(&[1, x]) + twice(x) + twice(&a[0]);",
        ),
        (
            "variants that are compared by their kind",
            "#[derive(Clone, Copy)] enum E { A(i32), B { x: i32 }, C } fn e(x: i32) -> E { match x.rem_euclid(3) { 0 => E::A(x), 1 => E::B { x }, _ => E::C } } fn same<T>(p: &T, q: &T) -> i32 { (core::mem::discriminant(p) == core::mem::discriminant(q)) as i32 }",
            "use core::mem::discriminant; *out.add(i) = (discriminant(&e(x)) == discriminant(&E::A(1))) as i32 + 2 * (discriminant(&e(x)) != discriminant(&e(a[0]))) as i32 + 4 * (discriminant(&Some(x)) == discriminant(&None)) as i32;",
        ),
        (
            "characters and their kinds",
            CHARS,
            "let c = (x.unsigned_abs() as u8 + 40) as char; let d = char::from(i as u8 + 60); let mut s = kind(c) * 1000 + kind(d) * 100 + kind('é') + digit('7') + d as i32 + (c as u8) as i32; if c == 'a' || d != 'b' && c < 'z' { s += 1; } s += d.to_digit(16).map_or(99, |v| v as i32); s += c.to_ascii_uppercase() as i32 + c.is_ascii_alphabetic() as i32 * 7 + c.is_whitespace() as i32 + ('A'..='F').contains(&d) as i32 * 3; *out.add(i) = s + d.eq_ignore_ascii_case(&'e') as i32 * 50 + c.max(d) as i32;",
        ),
        (
            "characters that may not be there",
            CHARS,
            "let n = x.unsigned_abs() * 0x900; let mut s = match char::from_u32(n) { Some(c) => c as i32 + c.len_utf8() as i32, None => -1 }; if let Some(e) = char::from_digit(i as u32, 16) { s += u32::from(e) as i32; } s += core::char::from_u32(0xd800 + i as u32 * 0x100).is_some() as i32 * 7; s += u8::try_from(char::from_u32(n).unwrap_or('?')).map_or(3, |b| b as i32); *out.add(i) = s + char::MAX as i32 + char::default() as i32;",
        ),
        (
            "tokens with characters in them",
            CHARS,
            "let mut s = x; for &b in b\"3+x*7\\0\" { s = s * 3 + match token(b) { Token::Op('+') => 1, Token::Op(STAR) => 2, Token::Op(o) => o as i32, Token::Num(n) => n as i32, Token::End => 5 }; } let chars = ['x', 'y', 'z']; s += chars[i % 3] as i32 + chars.iter().position(|q| *q == 'y').unwrap() as i32 + (token(b'+') == Token::Op('+')) as i32; *out.add(i) = s + \"abc\".as_bytes()[i % 3] as i32 + \"wxyz\".len() as i32 + \"hey\".bytes().map(|b| b as i32).sum::<i32>();",
        ),
    ]);
    cases.push(case("bf16 of the crate half", BRAIN));
    cases.push(case("bf16 in a structure and in shared memory", BRAIN_SHARED).cooperative());
    cases
}

const BRAIN: &str = "
use half::bf16;
#[kernel]
pub unsafe fn k(a: &[bf16], wild: &[bf16], out: *mut bf16, f: *mut f32) {
    let i = thread::index_1d() as usize;
    let (x, y) = (a[i], wild[i]);
    let mut s = bf16::ZERO;
    for v in a { s += *v; }
    s -= bf16::from_f32(0.1) * x;
    *out.add(4 * i) = s * x - y / bf16::ONE;
    *out.add(4 * i + 1) = x % bf16::PI + bf16::from(3_u8) + a[..i].iter().sum::<bf16>();
    *out.add(4 * i + 2) = -x.max(y).min(bf16::MAX);
    *out.add(4 * i + 3) = bf16::from_f64(x.to_f64() / 3.0 + 1e-9).copysign(y);
    *f.add(2 * i) = f32::from(x) + a[..4].iter().copied().fold(bf16::NEG_INFINITY, bf16::max).to_f32();
    *f.add(2 * i + 1) = (x < y) as u32 as f32 + 2.0 * (x == y) as u32 as f32 + 4.0 * y.is_nan() as u32 as f32 + x.to_bits() as f32;
}";

const BRAIN_SHARED: &str = "
use half::bf16;
use cuda_std::shared_array;
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Pair { a: bf16, b: u16 }
#[kernel]
pub unsafe fn k(a: &[bf16], io: *mut Pair) {
    let i = thread::index_1d() as usize;
    let tile = shared_array![bf16; 32];
    *tile.add(i) = a[i] + bf16::ONE;
    thread::sync_threads();
    let pair = Pair { a: *tile.add(31 - i), b: a[i].to_bits() };
    *io.add(i) = pair;
    (*io.add(i)).a *= pair.a;
}";
