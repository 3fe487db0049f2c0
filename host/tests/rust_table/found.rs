//! What generated kernels have found, each made small.

use crate::data::Case;
use crate::language::of;

pub(crate) fn cases() -> Vec<Case> {
    of(&[
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
    ])
}
