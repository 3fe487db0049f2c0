//! Methods of `Option` and `Result`, and references to one of two places.

use super::data::Case;
use super::language::of;

pub(crate) fn cases() -> Vec<Case> {
    of(&[
        (
            "transpose",
            "",
            "let p: Option<Result<i32, i32>> = if x > 8 { None } else if x > 3 { Some(Err(x)) } else { Some(Ok(x)) }; *out.add(i) = match p.transpose() { Ok(Some(v)) => v, Ok(None) => -1, Err(e) => -e } + match Ok::<Option<i32>, u8>(Some(x)).transpose() { Some(Ok(v)) => v * 10, Some(Err(_)) => 1, None => 2 };",
        ),
        (
            "zip, xor and or",
            "",
            "let (p, q) = ((x > 3).then_some(x), (x % 2 == 0).then(|| x * 2)); *out.add(i) = p.zip(q).map_or(0, |(p, q)| p * q) + p.xor(q).unwrap_or(-1) * 100 + p.or(q).unwrap_or(7) + p.and(q).unwrap_or(3);",
        ),
        (
            "unzip of an Option",
            "",
            "let (p, q) = Some((x, 2)).unzip(); *out.add(i) = p.unwrap_or(0) * q.unwrap_or(0);",
        ),
        (
            "ok_or and ok_or_else",
            "",
            "let p = (x > 3).then_some(x); *out.add(i) = match p.ok_or(-5) { Ok(v) => v, Err(e) => e } + p.ok_or_else(|| x * 2).unwrap_or_else(|e| -e) * 100;",
        ),
        (
            "and_then and map_or_else",
            "",
            "let p = a.get(i + 3); *out.add(i) = p.and_then(|v| a.get(*v as usize)).map_or_else(|| -x, |v| v * 2) + p.map_or(1, |v| *v);",
        ),
        (
            "filter and is_some_and",
            "",
            "let p = a.first().copied(); *out.add(i) = p.filter(|v| *v > x).unwrap_or(-1) + p.is_some_and(|v| v < x) as i32 * 100 + p.is_none_or(|v| v < x) as i32 * 1000;",
        ),
        (
            "take, replace and insert",
            "",
            "let mut p = Some(x); let q = p.take(); let r = p.replace(5); let s = *p.insert(7); *out.add(i) = q.unwrap_or(0) * 1000 + r.is_none() as i32 * 100 + s + p.unwrap();",
        ),
        (
            "take_if",
            "",
            "let mut p = Some(x); let q = p.take_if(|v| *v > 3); *out.add(i) = q.map_or(-1, |v| v) * 10 + p.is_some() as i32;",
        ),
        (
            "get_or_insert and with",
            "",
            "let mut p = if x > 3 { Some(x) } else { None }; *p.get_or_insert(1) += 10; let mut q: Option<i32> = None; let r = q.get_or_insert_with(|| x * 3); *r += 1; *out.add(i) = p.unwrap() * 100 + q.unwrap();",
        ),
        (
            "unwrap_or_default",
            "",
            "let p: Option<i32> = (x > 3).then_some(x); let q: Result<f32, i32> = if x > 3 { Ok(1.5) } else { Err(1) }; *out.add(i) = p.unwrap_or_default() + q.unwrap_or_default() as i32 * 100 + 1;",
        ),
        (
            "as_ref and as_mut",
            "",
            "let mut p = Some([x, 2]); if let Some(t) = p.as_mut() { t[1] += x; } let n = p.as_ref().map(|t| t[0] + t[1]).unwrap_or(0); *out.add(i) = n * 10 + p.as_ref().is_some() as i32;",
        ),
        (
            "copied, cloned and flatten",
            "",
            "let p: Option<&i32> = a.get(i); let q = Some(p.copied()); *out.add(i) = q.flatten().unwrap_or(0) * 10 + p.cloned().unwrap_or(0) + x;",
        ),
        (
            "inspect of Option",
            "",
            "let mut n = 0; let p = Some(x).inspect(|v| n += *v * 2).map(|v| v + 1); let r: Result<i32, i32> = Err(x); let r = r.inspect_err(|e| n += *e).inspect(|_| n += 1000); *out.add(i) = n * 10 + p.unwrap() + r.unwrap_or(1);",
        ),
        (
            "Option of Ordering compares",
            "use core::cmp::Ordering;",
            "let (p, q) = (x as f32, 3.0f32); *out.add(i) = (p.partial_cmp(&q) == Some(Ordering::Less)) as i32 + (p.partial_cmp(&f32::NAN) == None) as i32 * 2 + matches!(p.partial_cmp(&q), Some(Ordering::Equal | Ordering::Greater)) as i32 * 4 + p.partial_cmp(&q).is_some_and(Ordering::is_gt) as i32 * 8 + (p.partial_cmp(&q) < Some(Ordering::Greater)) as i32 * 16 + p.partial_cmp(&q).map(Ordering::reverse).map_or(0, |o| o as i32) * 100;",
        ),
        (
            "compares of Options",
            "",
            "let (p, q) = ((x > 3).then_some(x), Some(5)); *out.add(i) = (p < q) as i32 + (p == q) as i32 * 2 + (p.max(q) == p) as i32 * 4 + (p.cmp(&q) as i32) * 100 + (p.is_none() || p >= q) as i32 * 8;",
        ),
        (
            "Result combinators",
            "",
            "let r: Result<i32, i32> = if x > 3 { Ok(x) } else { Err(x) }; *out.add(i) = r.map(|v| v * 2).map_err(|e| e + 1).unwrap_or_else(|e| -e) + r.and_then(|v| if v > 5 { Ok(v) } else { Err(9) }).or_else(|e| if e > 2 { Ok(e) } else { Err(1u8) }).map_or(0, |v| v) * 100 + r.is_ok_and(|v| v > 4) as i32 * 1000 + r.is_err_and(|e| e > 1) as i32 * 2000;",
        ),
        (
            "Result and, or, iter",
            "",
            "let r: Result<i32, i32> = if x > 3 { Ok(x) } else { Err(x) }; *out.add(i) = r.and(Ok::<i32, i32>(7)).unwrap_or(1) + r.or(Ok::<i32, u8>(2)).unwrap() * 10 + r.iter().sum::<i32>() * 100 + r.ok().into_iter().count() as i32 * 1000 + r.err().unwrap_or(0);",
        ),
        (
            "Result references",
            "",
            "let mut r: Result<i32, i32> = if x > 3 { Ok(x) } else { Err(x) }; if let Ok(v) = r.as_mut() { *v += 1; } if let Err(e) = &mut r { *e -= 1; } *out.add(i) = match r.as_ref() { Ok(v) => *v, Err(e) => -*e } + r.as_ref().ok().copied().unwrap_or(3) * 10;",
        ),
        (
            "Result of references copied",
            "",
            "let r = a.get(i + 2).ok_or(-1); *out.add(i) = r.copied().unwrap_or(1) + r.cloned().unwrap_or_default() + r.map(|v| v * 2).unwrap_or(0) + x;",
        ),
        (
            "expect",
            "",
            "*out.add(i) = a.first().expect(\"it is not empty\") + Ok::<i32, i32>(x).expect(\"it is right\") + Err::<i32, i32>(4).expect_err(\"it is wrong\") + Err::<i32, i32>(4).unwrap_err();",
        ),
        (
            "question mark in a helper with Option",
            "fn second(a: &[i32], at: usize) -> Option<i32> { let p = a.get(at)?; let q = a.get(at + 1)?; p.checked_sub(*q)?.checked_mul(2) }",
            "*out.add(i) = second(a, i).unwrap_or(-9) + x;",
        ),
        (
            "question mark in a helper with Result",
            "#[derive(Clone, Copy, PartialEq)] enum Bad { Big(i32), Odd }\nimpl From<i32> for Bad { fn from(v: i32) -> Bad { Bad::Big(v) } }\nfn small(v: i32) -> Result<i32, i32> { if v < 9 { Ok(v) } else { Err(v) } }\nfn even(v: i32) -> Result<i32, Bad> { let v = small(v)?; if v % 2 == 0 { Ok(v) } else { Err(Bad::Odd) } }",
            "*out.add(i) = match even(x) { Ok(v) => v, Err(Bad::Big(v)) => v * 100, Err(Bad::Odd) => -1 };",
        ),
        (
            "iter of an Option",
            "",
            "let mut s = 0; for v in Some(x).iter() { s += v; } for v in &mut Some(x) { *v += 1; s += *v; } for v in (x > 3).then_some(x) { s += v * 10; } *out.add(i) = s + Some(1).into_iter().chain(None).chain(Some(x)).sum::<i32>();",
        ),
        (
            "map of a reference",
            "",
            "let mut p = Some(x); p.as_mut().map(|v| *v += 2); if let Some(ref mut v) = p { *v *= 3; } *out.add(i) = p.map_or(0, |v| v);",
        ),
        (
            "is_some_and of a reference",
            "",
            "*out.add(i) = a.get(i).is_some_and(|&v| v > x) as i32 + a.get(i + 1).is_some_and(|v| v > &x) as i32 * 2 + a.get(90000).is_none_or(|v| *v > 0) as i32 * 4;",
        ),
        (
            "either of two fields",
            "struct P { l: i32, r: i32 }",
            "let mut p = P { l: 1, r: 2 }; let t = if x > 3 { &mut p.l } else { &mut p.r }; *t += x; *out.add(i) = p.l * 100 + p.r;",
        ),
        (
            "either of two variables",
            "",
            "let (mut p, mut q) = (1, 2); let t = if x > 3 { &mut p } else { &mut q }; *t += x; *t *= 2; *out.add(i) = p * 100 + q;",
        ),
        (
            "either of two elements",
            "",
            "let mut t = [1, 2, 3]; let v = if x > 3 { &mut t[0] } else { &mut t[2] }; *v += x; *out.add(i) = t[0] * 100 + t[2];",
        ),
        (
            "either by match",
            "struct P { l: [i32; 2], r: [i32; 2] }",
            "let mut p = P { l: [1, 2], r: [3, 4] }; let side = match x % 3 { 0 => &mut p.l, _ => &mut p.r }; side[1] += x; side.swap(0, 1); *out.add(i) = p.l[0] * 1000 + p.l[1] * 100 + p.r[0] * 10 + p.r[1];",
        ),
        (
            "either in a helper",
            "struct P { l: i32, r: i32 }\nfn side(p: &mut P, left: bool) -> &mut i32 { if left { &mut p.l } else { &mut p.r } }",
            "let mut p = P { l: 1, r: 2 }; *side(&mut p, x > 3) += x; *side(&mut p, x > 5) += 10; *out.add(i) = p.l * 100 + p.r;",
        ),
        (
            "either read",
            "struct P { l: [i32; 2], r: [i32; 2] }",
            "let p = P { l: [1, x], r: [3, 4] }; let side = if x > 3 { &p.l } else { &p.r }; *out.add(i) = side.iter().sum::<i32>() + side[1];",
        ),
        (
            "either of parameter arrays",
            "",
            "let t = [1, 2, x]; let s: &[i32] = if x > 3 { &t } else { a }; *out.add(i) = s[1] + s.len() as i32 + s.iter().sum::<i32>();",
        ),
        (
            "larger of two",
            "fn larger<'p>(p: &'p mut i32, q: &'p mut i32) -> &'p mut i32 { if *p > *q { p } else { q } }",
            "let (mut p, mut q) = (x, 4); *larger(&mut p, &mut q) -= 10; *out.add(i) = p * 100 + q;",
        ),
        (
            "then and then_some",
            "",
            "*out.add(i) = (x > 3).then(|| x * 2).or_else(|| (x > 1).then_some(9)).unwrap_or_else(|| -1);",
        ),
        (
            "Option of a tuple",
            "",
            "let p = a.iter().position(|v| *v > x).map(|k| (k, a[k])); if let Some((k, v)) = p { *out.add(i) = k as i32 * 100 + v; } else { *out.add(i) = -3; }",
        ),
        (
            "let chains",
            "",
            "if let Some(p) = a.get(i) && *p > x && let Some(q) = a.get(i + 1) { *out.add(i) = p * 10 + q; } else { *out.add(i) = -3; }",
        ),
        (
            "Some of a mut in an array",
            "",
            "let mut t = [None; 4]; for k in 0..4 { if a[k] > x { t[k] = Some(a[k]); } } if let Some(v) = &mut t[1] { *v += 5; } *out.add(i) = t.iter().flatten().sum::<i32>() + t.iter().filter(|v| v.is_none()).count() as i32 * 100 + t[0].take().unwrap_or(1);",
        ),
        (
            "unwrap_unchecked",
            "",
            "*out.add(i) = a.get(i).unwrap_unchecked() + Ok::<i32, i32>(x).unwrap_unchecked();",
        ),
        (
            "Option default",
            "",
            "let p: Option<i32> = Default::default(); let q = Option::<i32>::default().or(Some(x)); *out.add(i) = p.is_none() as i32 + q.unwrap();",
        ),
        (
            "and_then with named function",
            "fn half(v: i32) -> Option<i32> { if v % 2 == 0 { Some(v / 2) } else { None } }",
            "*out.add(i) = Some(x).and_then(half).and_then(half).unwrap_or(-1) * 10 + a.iter().copied().filter_map(half).sum::<i32>();",
        ),
        (
            "is_none_or of result ok",
            "",
            "let p = i32::try_from(a[i] as i64 * 3).ok(); let q = u8::try_from(x * 40).ok(); *out.add(i) = p.is_none_or(|v| v > 3) as i32 + q.map_or(1000, i32::from);",
        ),
        (
            "map_or_default by hand",
            "",
            "let p: Option<u8> = 7u8.checked_add(250); *out.add(i) = p.map(i32::from).unwrap_or_default() + x + 1;",
        ),
    ])
}
