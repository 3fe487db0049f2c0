//! Iterators in single steps, from both ends, and what ends a chain of them.

use super::data::Case;
use super::language::of;

pub(crate) fn cases() -> Vec<Case> {
    of(&[
        (
            "peekable: runs",
            "",
            "let mut it = a.iter().peekable(); let mut runs = 0; while let Some(v) = it.next() { if let Some(n) = it.peek() { if **n < *v { runs += 1; } } } *out.add(i) = runs + x;",
        ),
        (
            "peekable: next_if",
            "",
            "let mut it = a.iter().copied().peekable(); let mut s = 0; while let Some(v) = it.next_if(|v| *v != x) { s = s * 2 % 1009 + v; } *out.add(i) = s * 100 + it.next().unwrap_or(-1);",
        ),
        (
            "peekable: next_if_eq",
            "",
            "let mut it = [x, x, 3, x].into_iter().peekable(); let mut n = 0; while it.next_if_eq(&x).is_some() { n += 1; } *out.add(i) = n * 100 + it.sum::<i32>();",
        ),
        (
            "peekable: while let Some with peek and copied",
            "",
            "let mut it = a.iter().peekable(); let mut s = 0; while let Some(&&v) = it.peek() { s = s * 3 % 997 + v; if v > x { it.next(); } it.next(); } *out.add(i) = s;",
        ),
        (
            "peekable: a merge",
            "",
            "let (l, r) = ([1, 4, x], [2, 3, 9]); let (mut p, mut q) = (l.iter().peekable(), r.iter().peekable()); let mut s = 0; loop { let v = match (p.peek(), q.peek()) { (Some(&&u), Some(&&v)) => if u <= v { p.next(); u } else { q.next(); v }, (Some(&&u), None) => { p.next(); u } (None, Some(&&v)) => { q.next(); v } (None, None) => break }; s = s * 5 % 10007 + v; } *out.add(i) = s;",
        ),
        (
            "peekable: of a filter",
            "",
            "let mut it = a.iter().filter(|v| **v % 3 == 0).peekable(); let mut s = 0; while let Some(v) = it.next() { s = s * 2 % 1013 + v; if it.peek().is_some() { s += 1; } } *out.add(i) = s + x;",
        ),
        (
            "peekable: peek_mut",
            "",
            "let mut it = [1, x, 3].into_iter().peekable(); it.next(); if let Some(v) = it.peek_mut() { *v += 10; } *out.add(i) = it.next().unwrap() * 2 + it.next().unwrap();",
        ),
        (
            "peekable: for after peek",
            "",
            "let mut it = a.iter().peekable(); let first = **it.peek().unwrap(); let mut s = 0; for v in it { s = s * 2 % 1009 + v; } *out.add(i) = s + first + x;",
        ),
        (
            "peekable: tokens",
            "",
            "let text = *b\"12+345+6\"; let mut it = text.iter().peekable(); let mut total = x; while let Some(c) = it.next() { if c.is_ascii_digit() { let mut v = (c - b'0') as i32; while let Some(d) = it.next_if(|d| d.is_ascii_digit()) { v = v * 10 + (*d - b'0') as i32; } total += v; } } *out.add(i) = total;",
        ),
        (
            "next_back",
            "",
            "let mut it = a.iter(); let mut s = 0; while let (Some(p), Some(q)) = (it.next(), it.next_back()) { s = s * 2 % 1009 + p - q; } *out.add(i) = s + x;",
        ),
        (
            "next_back of a range",
            "",
            "let mut it = 0..10; let p = it.next_back().unwrap(); let q = it.next().unwrap(); *out.add(i) = p * 100 + q * 10 + it.len() as i32 + it.sum::<i32>() + x;",
        ),
        (
            "next_back of map",
            "",
            "let mut it = a.iter().map(|v| v * 2); let p = it.next_back().unwrap(); let q = it.next_back().unwrap(); *out.add(i) = p * 100 + q + it.count() as i32 + x;",
        ),
        (
            "next_back of chars_like palindrome",
            "",
            "let t = [1, x, 3, x, 1]; let mut it = t.iter(); let mut same = true; while let (Some(p), Some(q)) = (it.next(), it.next_back()) { if p != q { same = false; break; } } *out.add(i) = same as i32;",
        ),
        (
            "nth in a loop",
            "",
            "let mut it = a.iter(); let mut s = 0; while let Some(v) = it.nth(2) { s = s * 2 % 1009 + v; } *out.add(i) = s + x;",
        ),
        (
            "nth_back",
            "",
            "let mut it = a.iter(); let p = it.nth_back(1).unwrap(); let q = it.next_back().unwrap(); *out.add(i) = p * 100 + q + x + (0..9).nth_back(2).unwrap();",
        ),
        (
            "last",
            "",
            "*out.add(i) = a.iter().take(i + 1).last().copied().unwrap_or(-1) + a.iter().filter(|v| **v > x).last().copied().unwrap_or(-7);",
        ),
        (
            "rev of chains",
            "",
            "let mut s = x; for v in a[..3].iter().chain(&a[5..7]).rev() { s = s * 3 % 1009 + v; } for v in (0..3).chain(7..9).rev().skip(1) { s = s * 3 % 1009 + v; } *out.add(i) = s;",
        ),
        (
            "rev of filter and map",
            "",
            "*out.add(i) = a.iter().filter(|v| **v > x).map(|v| v + 1).rev().fold(1, |s, v| (s * 3 + v) % 1009);",
        ),
        (
            "eq of iterators",
            "",
            "*out.add(i) = a.iter().eq(a.iter()) as i32 + a.iter().take(3).eq(a[..3].iter()) as i32 * 2 + (0..3).eq([0, 1, x]) as i32 * 4 + a.iter().ne(&a[1..]) as i32 * 8;",
        ),
        (
            "lt and cmp of iterators",
            "",
            "let (p, q) = ([1, x, 3], [1, 2]); *out.add(i) = p.iter().lt(q.iter()) as i32 + p.iter().le(q.iter()) as i32 * 2 + p.iter().gt(&q) as i32 * 4 + p.iter().ge(&q) as i32 * 8 + p.iter().cmp(q.iter()) as i32 * 100;",
        ),
        (
            "partial_cmp of iterators",
            "",
            "let (p, q) = ([1.0f32, x as f32], [1.0f32, 2.0, f32::NAN]); *out.add(i) = match p.iter().partial_cmp(q.iter()) { Some(core::cmp::Ordering::Less) => 1, Some(core::cmp::Ordering::Equal) => 2, Some(_) => 3, None => 4 } + match q.iter().partial_cmp(&q) { None => 10, Some(_) => 20 };",
        ),
        (
            "try_for_each with Option",
            "",
            "let mut s = 0; let r = a.iter().try_for_each(|v| { if *v == x { return None; } s += v; Some(()) }); *out.add(i) = s * 2 + r.is_some() as i32;",
        ),
        (
            "try_for_each with Result",
            "",
            "let mut s = 0; let r: Result<(), i32> = a.iter().try_for_each(|v| { s += v; if s > 20 { Err(*v) } else { Ok(()) } }); *out.add(i) = match r { Ok(()) => s, Err(e) => -e } + x;",
        ),
        (
            "try_for_each with ControlFlow",
            "use core::ops::ControlFlow;",
            "let mut s = 0; let r = a.iter().try_for_each(|v| { s += v; if *v > x { ControlFlow::Break(*v) } else { ControlFlow::Continue(()) } }); *out.add(i) = match r { ControlFlow::Break(v) => v * 100 + s, ControlFlow::Continue(()) => s };",
        ),
        (
            "try_fold with Option",
            "",
            "*out.add(i) = a.iter().try_fold(0i32, |s, v| s.checked_add(*v)).unwrap_or(-1) + [i32::MAX, x.abs() + 1].iter().try_fold(0i32, |s, v| s.checked_add(*v)).unwrap_or(-1);",
        ),
        (
            "try_fold with Result",
            "",
            "let r: Result<i32, usize> = a.iter().enumerate().try_fold(x, |s, (k, v)| if s > 60 { Err(k) } else { Ok(s + v) }); *out.add(i) = match r { Ok(s) => s, Err(k) => -(k as i32) };",
        ),
        (
            "try_fold with ControlFlow",
            "use core::ops::ControlFlow;",
            "let r = a.iter().try_fold(0, |s, v| { let t = s + v; if t > 30 { ControlFlow::Break(t) } else { ControlFlow::Continue(t) } }); *out.add(i) = match r { ControlFlow::Continue(s) => s, ControlFlow::Break(s) => s * 1000 } + x;",
        ),
        (
            "try_fold goes on",
            "",
            "let mut it = a.iter(); let p = it.try_fold(0, |s, v| if s > x { None } else { Some(s + v) }); *out.add(i) = p.unwrap_or(-1) + it.sum::<i32>() * 3;",
        ),
        (
            "ControlFlow with a question mark",
            "use core::ops::ControlFlow;\nfn look(a: &[i32], x: i32) -> ControlFlow<usize> { for (k, v) in a.iter().enumerate() { step(*v, x, k)?; } ControlFlow::Continue(()) }\nfn step(v: i32, x: i32, k: usize) -> ControlFlow<usize> { if v > x { ControlFlow::Break(k) } else { ControlFlow::Continue(()) } }",
            "*out.add(i) = match look(a, x) { ControlFlow::Break(k) => k as i32, ControlFlow::Continue(()) => -1 };",
        ),
        (
            "ControlFlow methods",
            "use core::ops::ControlFlow;",
            "let f: ControlFlow<i32, i32> = if x > 3 { ControlFlow::Break(x) } else { ControlFlow::Continue(1) }; *out.add(i) = f.is_break() as i32 + f.is_continue() as i32 * 2 + f.break_value().unwrap_or(50) * 10 + f.continue_value().unwrap_or(7) + match f.map_break(|v| v + 1) { ControlFlow::Break(v) => v, ControlFlow::Continue(v) => v * 3 };",
        ),
        (
            "sum of Options",
            "",
            "let s: Option<i32> = a.iter().map(|v| if *v == x { None } else { Some(*v) }).sum(); *out.add(i) = s.unwrap_or(-5) + [Some(1), Some(x)].into_iter().sum::<Option<i32>>().unwrap_or(0);",
        ),
        (
            "sum of Results",
            "",
            "let s: Result<i32, i32> = a.iter().map(|v| if *v > x { Err(*v) } else { Ok(*v) }).sum(); *out.add(i) = match s { Ok(s) => s, Err(e) => -e };",
        ),
        (
            "product of Options",
            "",
            "let s = [Some(2), Some(x), if x > 4 { None } else { Some(3) }].into_iter().product::<Option<i32>>(); let r: Result<i32, u8> = [Ok(2), Ok(x)].into_iter().product(); *out.add(i) = s.unwrap_or(-5) + r.unwrap_or(9);",
        ),
        (
            "sum of checked",
            "",
            "let s: Option<u32> = a.iter().map(|v| u32::try_from(*v).ok()).sum(); *out.add(i) = s.map_or(-1, |s| s as i32) + x;",
        ),
        (
            "map_while stops",
            "",
            "let mut it = a.iter(); let s: i32 = it.by_ref().map_while(|v| if *v != x { Some(v * 2) } else { None }).sum(); *out.add(i) = s * 10 + it.next().copied().unwrap_or(-3);",
        ),
        (
            "is_sorted of iterators",
            "",
            "*out.add(i) = a.iter().is_sorted() as i32 + [1, 2, x].iter().is_sorted() as i32 * 2 + [3, 2, x].iter().is_sorted_by_key(|v| -*v) as i32 * 4 + [1.0f32, x as f32].iter().is_sorted() as i32 * 8 + [1, 1, x].iter().is_sorted_by(|p, q| p < q) as i32 * 16;",
        ),
        (
            "keys that are tuples",
            "",
            "let v = a.iter().enumerate().min_by_key(|(k, v)| ((**v - x).abs(), core::cmp::Reverse(*k))).unwrap(); *out.add(i) = v.0 as i32 * 100 + v.1;",
        ),
        (
            "keys with Reverse",
            "use core::cmp::Reverse;",
            "*out.add(i) = *a.iter().max_by_key(|v| Reverse(**v)).unwrap() * 100 + a.iter().copied().min_by_key(|v| (Reverse(v % 4), *v)).unwrap() + x;",
        ),
        (
            "min_by and max_by of floats",
            "",
            "let t = [1.5f32, x as f32, -2.0, 4.25]; let m = t.iter().copied().min_by(|p, q| p.partial_cmp(q).unwrap()).unwrap(); let (k, v) = t.iter().enumerate().max_by(|p, q| p.1.total_cmp(q.1)).unwrap(); *out.add(i) = (m * 4.0) as i32 * 1000 + k as i32 * 100 + *v as i32;",
        ),
        (
            "max_by with then",
            "",
            "*out.add(i) = *a.iter().max_by(|p, q| (**p % 5).cmp(&(**q % 5)).then(q.cmp(p))).unwrap() + *a.iter().min_by(|p, q| (**p % 5).cmp(&(**q % 5)).then_with(|| q.cmp(p))).unwrap() * 100 + x;",
        ),
        (
            "reduce of tuples",
            "",
            "let (s, m) = a.iter().map(|v| (*v, *v)).reduce(|(s, m), (v, w)| (s + v, m.max(w))).unwrap(); *out.add(i) = s * 100 + m + x;",
        ),
        (
            "reduce of floats",
            "",
            "*out.add(i) = a.iter().map(|v| *v as f32).reduce(f32::max).unwrap() as i32 * 10 + a.iter().map(|v| *v as f32 + x as f32).reduce(f32::min).unwrap() as i32;",
        ),
        (
            "inspect and copied",
            "",
            "let mut n = 0; let s: i32 = a.iter().copied().inspect(|v| if *v > x { n += 1 }).filter(|v| v % 2 == 0).sum(); *out.add(i) = s * 100 + n;",
        ),
        (
            "sum of floats",
            "",
            "let t = [0.5f32, x as f32, 2.25]; *out.add(i) = (t.iter().sum::<f32>() * 4.0) as i32 + (t.iter().product::<f32>() * 8.0) as i32;",
        ),
        (
            "flat_map in steps",
            "",
            "let mut it = (0..4).flat_map(|k| 0..k); let mut s = x; while let Some(v) = it.next() { s = s * 3 % 1009 + v; } *out.add(i) = s;",
        ),
        (
            "flat_map on the right of zip",
            "",
            "*out.add(i) = a.iter().zip((0..6).flat_map(|k| (0..k).map(move |j| k * 10 + j))).map(|(p, q)| p * q).sum::<i32>() + x;",
        ),
        (
            "flatten of slices in steps",
            "",
            "let mut it = a.chunks(5).flat_map(|c| c.iter().rev()); it.next(); let p = *it.next().unwrap(); *out.add(i) = p * 100 + it.fold(x, |s, v| (s * 2 + v) % 1009);",
        ),
        (
            "zip on the left of flat_map",
            "",
            "*out.add(i) = (0..5).flat_map(|k| (0..k).map(move |j| k - j)).zip(a).map(|(p, q)| p * q).sum::<i32>() + x;",
        ),
        (
            "flat_map peekable",
            "",
            "let mut it = [[1, 2], [x, 4]].into_iter().flatten().peekable(); let mut s = 0; while let Some(v) = it.next() { s = s * 10 + v; if let Some(n) = it.peek() { s += n; } } *out.add(i) = s;",
        ),
        (
            "unzip by hand",
            "",
            "let (mut e, mut o) = (0, 0); a.iter().enumerate().for_each(|(k, v)| if k % 2 == 0 { e += v } else { o += v }); *out.add(i) = e * 100 + o + x;",
        ),
        (
            "min of an array into_iter",
            "",
            "*out.add(i) = [x, 3, 7].into_iter().min().unwrap() * 10 + [x, 3, 7].into_iter().max().unwrap();",
        ),
        (
            "rposition",
            "",
            "*out.add(i) = a.iter().rposition(|v| *v > x).map_or(-1, |p| p as i32) + a.iter().rev().position(|v| *v > x).map_or(-1, |p| p as i32) * 100;",
        ),
        (
            "rfind and rfold",
            "",
            "*out.add(i) = a.iter().rfind(|v| **v % 3 == 0).copied().unwrap_or(-1) * 100 + a.iter().rfold(x, |s, v| (s * 2 + v) % 97);",
        ),
        (
            "step_by of a slice in steps",
            "",
            "let mut it = a.iter().step_by(3); let p = it.next().unwrap(); let q = it.next().unwrap(); *out.add(i) = p * 100 + q + it.len() as i32 + x;",
        ),
        (
            "skip in steps",
            "",
            "let mut it = a.iter().enumerate().skip(2); let (k, v) = it.next().unwrap(); *out.add(i) = k as i32 * 100 + v + it.map(|(k, v)| k as i32 * v).sum::<i32>() + x;",
        ),
        (
            "chain with once and empty",
            "",
            "*out.add(i) = core::iter::once(x).chain(core::iter::empty()).chain([1, 2]).fold(0, |s, v| s * 3 + v);",
        ),
        (
            "array_windows by hand",
            "",
            "*out.add(i) = a.windows(2).filter(|w| matches!(w, [p, q] if p < q)).count() as i32 + a.windows(3).map(|w| match w { [p, q, r] => p + q - r, _ => 0 }).sum::<i32>() + x;",
        ),
        (
            "partition counts",
            "",
            "*out.add(i) = a.iter().copied().map(i64::from).sum::<i64>() as i32 + a.iter().filter(|&&v| v > x).map(|&v| v as u64).sum::<u64>() as i32;",
        ),
        (
            "cloned as an iterator variable",
            "",
            "let it = a.iter().skip(2); let n = it.clone().count() as i32; *out.add(i) = n * 100 + it.clone().max().unwrap() + it.min().unwrap() + x;",
        ),
        (
            "scan in steps",
            "",
            "let mut it = a.iter().scan(x, |s, v| { *s += v; Some(*s) }); it.next(); *out.add(i) = it.next().unwrap() * 10 + it.last().unwrap();",
        ),
        (
            "cmp by_ref",
            "",
            "let mut it = a.iter().copied(); let head: i32 = it.by_ref().take_while(|v| *v != x).sum(); *out.add(i) = head * 100 + it.next().unwrap_or(-1);",
        ),
        (
            "max of floats by fold",
            "",
            "*out.add(i) = a.iter().map(|&v| v as f32).fold(f32::NEG_INFINITY, f32::max) as i32 + x;",
        ),
        (
            "double ended rev in steps",
            "",
            "let mut it = a.iter().rev(); let p = it.next().unwrap(); let q = it.next_back().unwrap(); *out.add(i) = p * 100 + q + it.count() as i32 + x;",
        ),
        (
            "chunks in steps from both ends",
            "",
            "let mut it = a.chunks(5); let p = it.next_back().unwrap(); let q = it.next().unwrap(); *out.add(i) = p.len() as i32 * 100 + q[1] + p[0] + it.len() as i32 + x;",
        ),
        (
            "array iterator from both ends",
            "",
            "let mut it = [x, 2, 3, 4].into_iter(); let p = it.next_back().unwrap(); let q = it.next().unwrap(); *out.add(i) = p * 100 + q * 10 + it.sum::<i32>();",
        ),
        (
            "iter_mut from both ends",
            "",
            "let mut t = [1, x, 3, 4]; let mut it = t.iter_mut(); while let (Some(p), Some(q)) = (it.next(), it.next_back()) { core::mem::swap(p, q); } *out.add(i) = t.iter().fold(0, |s, v| s * 7 + v);",
        ),
        (
            "iter_mut peekable",
            "",
            "let mut t = [3, x, 1, 4]; let mut it = t.iter_mut().peekable(); while let Some(v) = it.next() { if let Some(n) = it.peek() { *v += **n; } } *out.add(i) = t.iter().fold(0, |s, v| s * 7 + v);",
        ),
    ])
}
