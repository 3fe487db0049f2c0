//! What patterns compare with: literals of every kind and constants of every type,
//! behind references and within others; and what they bind of arrays.

use super::data::Case;
use super::language::of;

/// Words of none to two bytes that numbers stand for.
const WORDS: &str = "
fn word(x: i32) -> [u8; 2] { [b'p' + (x & 1) as u8, b'h' + (x & 3) as u8] }
fn part(w: &[u8; 2], x: i32) -> &[u8] { &w[..(x & 3).min(2) as usize] }";

#[rustfmt::skip]
const BYTES: &[(&str, &str)] = &[
    ("a text of bytes for a slice", "let w = word(x); *out.add(i) = match part(&w, x) { b\"p\" => 100, b\"pj\" => 200, b\"q\" | b\"qi\" => 250, b\"\" => 280, _ => 300 };"),
    ("a text of bytes for an array", "let w = word(x); *out.add(i) = match &w { b\"ph\" => 1, b\"qi\" => 2, b\"\\x70j\" => 3, _ => 4 };"),
    ("a text of bytes in an Option", "let w = word(x); let o = (x > 5).then_some(part(&w, x)); *out.add(i) = match o { Some(b\"p\") => 100, Some(b\"pj\") => 200, Some(_) => 300, None => 400 };"),
    ("a text of bytes in a tuple", "let w = word(x); *out.add(i) = match (part(&w, x), x & 1) { (b\"p\", 1) => 100, (b\"pj\", _) => 200, (b\"qi\", k) => k, _ => 300 };"),
    ("a text of bytes behind a reference to a tuple", "let w = word(x); let t = (part(&w, x), x); *out.add(i) = match &t { (b\"pj\", k) => *k, (b\"\", _) => 7, _ => 9 };"),
    ("a text of bytes in if let and matches!", "let w = word(x); let mut s = 0; if let b\"pj\" = part(&w, x) { s += 1; } if let Some(b\"qi\") = Some(&w) { s += 10; } s += 100 * matches!(part(&w, x), b\"\" | b\"q\") as i32; *out.add(i) = s;"),
    ("a text of bytes in let else", "fn k(w: &[u8]) -> i32 { let b\"qi\" = w else { return 1 }; 2 } let w = word(x); *out.add(i) = k(part(&w, x));"),
    ("a text of bytes with a guard and a name", "let w = word(x); *out.add(i) = match part(&w, x) { t @ (b\"pj\" | b\"qi\") if x > 3 => t[1] as i32, b\"pj\" => 5, t => t.len() as i32 };"),
    ("bytes of an element", "let w = word(x); *out.add(i) = match (w[0], w.get(1)) { (b'p', Some(b'j')) => 200, (b'q', Some(b'i'..=b'z')) => 250, _ => 300 };"),
];

#[rustfmt::skip]
const CONSTANTS: &[(&str, &str, &str)] = &[
    ("constants that are arrays", "const ON: [i32; 2] = [1, 0]; const OFF: [i32; 2] = [0, 1];", "let t = [x & 1, x >> 1 & 1]; *out.add(i) = match t { ON => 10, OFF => 20, _ => 30 };"),
    ("constants that are tuples and structures", "#[derive(Clone, Copy, PartialEq, Eq)] struct P { x: i32, y: (i32, bool) } const A: P = P { x: 1, y: (0, true) }; const B: (i32, [u8; 2]) = (1, [2, 3]);", "let p = P { x: x & 1, y: (x & 2, x & 4 == 0) }; let b = (x & 1, [2, (x & 3) as u8]); *out.add(i) = match p { A => 1, P { x: 0, .. } => 2, _ => 3 } + match b { B => 10, (0, _) => 20, _ => 30 };"),
    ("constants that are enums", "#[derive(Clone, Copy, PartialEq, Eq)] enum E { A, B(i32), C { k: u8 } } const TWO: E = E::B(2); const FIVE: Option<u8> = Some(5); const K: E = E::C { k: 1 };", "let e = match x & 3 { 0 => E::A, 1 => E::C { k: (x >> 2 & 1) as u8 }, k => E::B(k) }; *out.add(i) = match e { TWO => 1, K => 2, E::A => 3, E::B(_) => 4, E::C { .. } => 5 } + match (x > 4).then_some((x & 7) as u8) { FIVE => 10, Some(_) => 20, None => 30 };"),
    ("constants that are references", "const PI: &[u8] = b\"pi\"; const TWO: &[i32; 2] = &[1, 0];", "let w = [b'p', b'h' + (x & 1) as u8]; let t = [x & 1, 0]; *out.add(i) = match &w[..] { PI => 1, _ => 2 } + match &t { TWO => 10, _ => 20 };"),
    ("constants of types and of traits", "struct S; impl S { const LOW: i32 = -3; const HIGH: i32 = 7; } mod m { pub const AT: i32 = 2; }", "*out.add(i) = match x { S::LOW..=0 => 1, m::AT => 2, S::HIGH => 3, i32::MIN..S::LOW => 4, S::HIGH.. => 5, _ => 6 };"),
    ("negative literals behind references", "", "*out.add(i) = match &(x - 3) { -2 => 1, -1 | 0 => 2, -9..=-3 => 3, i32::MIN..=-10 => 4, _ => 5 } + match Some(&x) { Some(&-1) => 10, Some(3) => 20, _ => 30 };"),
    ("floats", "const HALF: f32 = 0.5; const BIG: f32 = f32::MAX;", "let f = (x & 7) as f32 * 0.25 - 0.5; *out.add(i) = match f { -0.25 => 1, HALF => 2, 1.0 => 3, 0.1 => 4, BIG | f32::INFINITY => 5, 0f32 => 6, _ => 7 } + match Some(f as f64) { Some(-0.5) => 10, Some(0.75) => 20, _ => 30 };"),
    ("numbers of 128 bits", "const TOP: u128 = u128::MAX;", "let u = if x & 1 == 0 { u128::MAX - (x & 2) as u128 } else { (x & 7) as u128 }; *out.add(i) = match u { TOP => 1, 340282366920938463463374607431768211453 => 2, ..=3 => 3, 4.. => 4 } + match u { 5.. => 10, _ => 20 } + match -(x as i128) { -3 => 100, ..-3 => 200, _ => 300 };"),
    ("truth values and nested references", "", "let b = x > 3; let r = &b; let rr = &r; *out.add(i) = match rr { true => 1, false => 2 } + match &&x { 1 => 10, 2..=5 => 20, _ => 30 };"),
];

#[rustfmt::skip]
const MIDDLES: &[(&str, &str, &str)] = &[
    ("a part of an array that a closure has", "", "let own = [x, 1, 2, 3]; let [_, rest @ ..] = &own; let g = || rest.iter().sum::<i32>() + rest.len() as i32 + (*rest)[1]; *out.add(i) = g() + (0..3).filter_map(|k| if rest[k] > 1 { None } else { Some(rest[k]) }).step_by(2).count() as i32;"),
    ("a part of an array in a variant", "#[derive(Clone, Copy)] enum E { A([i32; 2]), B }", "let mut e = if x & 1 == 0 { E::A([x, 2]) } else { E::B }; let mut s = 0; match &mut e { E::A([m @ ..]) => { m[0] += 5; for k in [1, 2, 3].chunks_exact(1).filter_map(|c| if m[0] > 7 { None } else { Some(c[0] + m[1]) }).step_by(2) { s += k; } } E::B => s = 1 } *out.add(i) = s;"),
    ("a part of an array that is changed and given away", "fn swap(m: &mut [i32; 2]) -> i32 { m.swap(0, 1); m[0] }", "let mut own = [x, 1, 2, 3]; if let [first, middle @ .., last] = &mut own { middle[0] += *first; middle[1] += *last; *last = swap(middle); *first = middle[1]; } *out.add(i) = own[0] * 7 + own[1] * 5 + own[2] * 3 + own[3];"),
    ("a part of an array as another's value", "", "let own = [x, 1, 2, 3]; let [_, rest @ ..] = &own; let [p, q, r] = rest; let other: [i32; 3] = *rest; let mut at = rest; if x > 3 { at = &[7, 8, 9]; } let s: &[i32] = rest; *out.add(i) = p * q + r * at[1] + other[2] + s.len() as i32;"),
    ("a part of a slice that a closure has", "", "let own = [x, 1, 2, 3]; let s = &own[(x & 3) as usize..]; *out.add(i) = if let [head, tail @ ..] = s { let g = || tail.len() as i32 + *head + tail.first().copied().unwrap_or(9); g() } else { -1 };"),
];

pub(crate) fn cases() -> Vec<Case> {
    let bytes: Vec<(&str, &str, &str)> =
        BYTES.iter().map(|(name, body)| (*name, WORDS, *body)).collect();
    of(&bytes).into_iter().chain(of(CONSTANTS)).chain(of(MIDDLES)).collect()
}
