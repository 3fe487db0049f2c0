//! Iterators, slices and `Option`s together, as kernels use them.

use super::data::Case;
use super::language::of;

pub(crate) fn cases() -> Vec<Case> {
    of(&[
        (
            "own impl Ord in a tuple",
            "#[derive(Clone, Copy, PartialEq, Eq)] struct Cost(i32);\nimpl PartialOrd for Cost { fn partial_cmp(&self, o: &Cost) -> Option<core::cmp::Ordering> { Some(self.cmp(o)) } }\nimpl Ord for Cost { fn cmp(&self, o: &Cost) -> core::cmp::Ordering { o.0.cmp(&self.0) } }",
            "let (p, q) = ((1, Cost(x)), (1, Cost(4))); *out.add(i) = (p < q) as i32 + (p <= q) as i32 * 2 + (p > q) as i32 * 4 + (p >= q) as i32 * 8 + (p == q) as i32 * 16 + ([Cost(x), Cost(2)] < [Cost(4), Cost(1)]) as i32 * 32 + p.cmp(&q) as i32 * 100;",
        ),
        (
            "max of tuples with Reverse",
            "use core::cmp::Reverse;",
            "let m = a.iter().enumerate().map(|(k, v)| (*v % 4, Reverse(k))).max().unwrap(); let n = [(x, Reverse(1)), (x, Reverse(2)), (3, Reverse(0))].iter().copied().min().unwrap(); *out.add(i) = m.0 * 100 + m.1.0 as i32 + n.1.0 * 1000;",
        ),
        (
            "moving items in a generic function",
            "fn last_of<T>(it: impl Iterator<Item = T>, start: T) -> T { let mut kept = start; for v in it { kept = v; } kept }\nfn pick<T>(p: Option<T>, q: T) -> T { loop { match p { Some(v) => return v, None => return q } } }",
            "*out.add(i) = last_of(a.iter().map(|v| v + x), 1) + pick(Some(x), 2);",
        ),
        (
            "enum with a default parameter",
            "#[derive(Clone, Copy)] enum Step<B, C = ()> { Go(C), Stop(B) }\nfn step(v: i32) -> Step<i32> { if v > 4 { Step::Stop(v) } else { Step::Go(()) } }\nfn other(v: i32) -> Step<i32, f32> { if v > 4 { Step::Stop(v) } else { Step::Go(v as f32 * 2.0) } }",
            "*out.add(i) = match step(x) { Step::Stop(v) => v, Step::Go(()) => -1 } * 100 + match other(x) { Step::Stop(v) => v, Step::Go(v) => v as i32 };",
        ),
        (
            "an iterator in a variable turned around",
            "",
            "let it = a.iter(); let mut s = x; for v in it.rev() { s = s * 3 % 1009 + v; } let mut it = a.iter().enumerate(); it.next(); it.next_back(); for (k, v) in it.rev().take(3) { s = s * 3 % 1009 + v * k as i32; } *out.add(i) = s;",
        ),
        (
            "by_ref and rev",
            "",
            "let mut it = a.iter(); let p: i32 = it.by_ref().rev().take(2).sum(); let q: i32 = it.by_ref().take(2).sum(); *out.add(i) = p * 100 + q + it.len() as i32 + x;",
        ),
        (
            "two pointers",
            "",
            "let mut s = 0; let mut t = [x, 5, 1, 4, 2]; t.sort_unstable(); let mut it = t.iter(); let (mut lo, mut hi) = (it.next(), it.next_back()); while let (Some(p), Some(q)) = (lo, hi) { if p + q > 7 { hi = it.next_back(); } else { s += 1; lo = it.next(); } } *out.add(i) = s;",
        ),
        (
            "range from both ends",
            "",
            "let mut r = 0..x.clamp(2, 9); let mut s = 0; while let Some(p) = r.next() { s = s * 3 + p; if let Some(q) = r.next_back() { s = s * 5 + q; } } *out.add(i) = s + r.is_empty() as i32;",
        ),
        (
            "find then rest",
            "",
            "let mut it = a.iter().copied(); let p = it.find(|v| *v > x).unwrap_or(-1); let q = it.position(|v| v < x).map_or(-1, |k| k as i32); *out.add(i) = p * 1000 + q * 100 + it.count() as i32;",
        ),
        (
            "all and any in parts",
            "",
            "let mut it = a.iter(); let p = it.any(|v| *v == x); let q = it.all(|v| *v < 100); *out.add(i) = p as i32 + q as i32 * 2 + it.next().is_none() as i32 * 4;",
        ),
        (
            "own iterator with nth and peekable",
            "struct Count(i32);\nimpl Iterator for Count { type Item = i32; fn next(&mut self) -> Option<i32> { self.0 += 1; (self.0 < 12).then_some(self.0) } }",
            "let mut c = Count(x & 3); let p = c.nth(1).unwrap(); let q = c.find(|v| v % 3 == 0).unwrap(); let r = c.next().unwrap(); let mut k = Count(0).peekable(); let mut s = 0; while let Some(v) = k.next_if(|v| *v < 5) { s += v; } *out.add(i) = p * 1000 + q * 100 + r * 10 + s + *k.peek().unwrap() + k.map(|v| v * 2).sum::<i32>();",
        ),
        (
            "peekable with adaptors",
            "",
            "let mut it = a.iter().peekable(); it.peek(); let s: i32 = it.by_ref().take(3).sum(); let p = it.peek().copied().copied().unwrap_or(-1); *out.add(i) = s * 100 + p + it.map(|v| v * 2).filter(|v| v % 3 == 0).sum::<i32>() + x;",
        ),
        (
            "peekable in a helper",
            "fn number<I: Iterator<Item = u8>>(it: &mut core::iter::Peekable<I>) -> u32 { let mut v = 0; while let Some(d) = it.next_if(|c| c.is_ascii_digit()) { v = v * 10 + (d - b'0') as u32; } v }",
            "let mut it = b\"12 345\".iter().copied().peekable(); let p = number(&mut it); it.next(); *out.add(i) = (p + number(&mut it)) as i32 + x;",
        ),
        (
            "flatten of results",
            "",
            "let t = [Ok(x), Err(3u8), Ok(2)]; *out.add(i) = t.into_iter().flatten().sum::<i32>() + t.iter().flatten().count() as i32 * 100;",
        ),
        (
            "options by reference",
            "",
            "let mut t = [Some(x), None, Some(5)]; for v in t.iter_mut().flatten() { *v += 1; } for v in &mut t { if let Some(w) = v { *w *= 2; } } *out.add(i) = t.iter().flatten().sum::<i32>() + t.iter().filter_map(|v| v.as_ref()).max().copied().unwrap();",
        ),
        (
            "for over Options and Results",
            "",
            "let mut s = 0; let mut p = (x > 3).then_some(x); for v in &p { s += v; } for v in &mut p { *v += 5; } for v in p { s += v * 10; } let r: Result<i32, u8> = if x > 5 { Ok(x) } else { Err(1) }; for v in r { s += v * 100; } for v in &r { s += v; } *out.add(i) = s + 1;",
        ),
        (
            "an Option's iterator in steps",
            "",
            "let mut it = Some(x).into_iter().chain([7, 8]); let p = it.next(); let q = it.next(); *out.add(i) = p.unwrap() * 100 + q.unwrap() + it.count() as i32;",
        ),
        (
            "rchunks and rev and zip",
            "",
            "let s: i32 = a.rchunks(4).zip(a.chunks(4)).map(|(p, q)| p[0] * 2 - q[0]).sum(); let t: i32 = a.rchunks_exact(3).rev().map(|c| c[2] - c[0]).fold(x, |s, v| (s * 3 + v) % 1009); *out.add(i) = s * 7 + t;",
        ),
        (
            "sums of floats that may fail",
            "",
            "let s: Option<f32> = a.iter().map(|v| if *v >= 0 { Some((*v as f32).sqrt()) } else { None }).sum(); let p: Result<f32, i32> = a.iter().take(3).map(|v| if *v != x { Ok(*v as f32) } else { Err(*v) }).product(); *out.add(i) = s.map_or(-1, |s| s as i32) + p.map_or(-5, |p| p as i32);",
        ),
        (
            "a question mark in try_fold",
            "fn total(a: &[i32], x: i32) -> Option<i32> { let s = a.iter().try_fold(0i32, |s, v| { let w = v.checked_mul(x)?; s.checked_add(w) })?; Some(s / 2) }",
            "*out.add(i) = total(a, x).unwrap_or(-1);",
        ),
        (
            "try_for_each with a question mark",
            "fn check(a: &[i32], x: i32) -> Result<usize, i32> { let mut n = 0; a.iter().try_for_each(|v| { if *v == x + 100 { return Err(*v); } n += 1; Ok(()) })?; Ok(n) }",
            "*out.add(i) = match check(a, x) { Ok(n) => n as i32, Err(v) => -v };",
        ),
        (
            "ControlFlow in a nested search",
            "use core::ops::ControlFlow;\nfn find(a: &[i32], x: i32) -> ControlFlow<(usize, usize)> { for (p, u) in a.iter().enumerate() { for (q, v) in a.iter().enumerate().skip(p + 1) { if u + v == x * 2 { ControlFlow::Break((p, q))?; } } } ControlFlow::Continue(()) }",
            "if let ControlFlow::Break((p, q)) = find(a, x) { *out.add(i) = p as i32 * 100 + q as i32; } else { *out.add(i) = -2; }",
        ),
        (
            "iterators compared in a helper",
            "fn same(p: &[i32], q: &[i32]) -> bool { p.iter().map(|v| v % 3).eq(q.iter().map(|v| v % 3)) }\nfn order(p: &[i32], q: &[i32]) -> core::cmp::Ordering { p.iter().rev().cmp(q.iter().rev()) }",
            "*out.add(i) = same(&a[..4], &a[4..8]) as i32 + order(&a[..i], &a[1..]) as i32 * 10 + a.iter().copied().lt(0..3) as i32 * 100 + x;",
        ),
        (
            "flat_map over rows",
            "",
            "let m = [[1, x, 3], [4, 5, x]]; let mut it = m.iter().flat_map(|r| r.iter().map(|v| v * 2)); let p = it.next().unwrap(); let q = it.nth(2).unwrap(); *out.add(i) = p * 1000 + q * 100 + it.sum::<i32>() + m.iter().flatten().zip(m.iter().flat_map(|r| r.iter().rev())).map(|(p, q)| p * q).sum::<i32>();",
        ),
        (
            "flat_map with filter in steps",
            "",
            "let mut it = (1..6).flat_map(|k| (0..k).filter(move |j| (j + k) % 2 == 0).map(move |j| k * 10 + j)); let mut s = x; while let Some(v) = it.next() { s = (s * 3 + v) % 1009; if v % 4 == 0 { it.next(); } } *out.add(i) = s;",
        ),
        (
            "flat_map in a variable for a loop",
            "",
            "let mut n = 0; let it = (0..4).flat_map(|k| { n += 1; 0..k }); let mut s = x; for v in it { s = s * 2 + v; } *out.add(i) = s + n * 1000;",
        ),
        (
            "sum of flat_map in a variable",
            "",
            "let it = a.chunks(4).flat_map(|c| c.iter().rev().take(2)); let it = it.filter(|v| **v > x); *out.add(i) = it.sum::<i32>();",
        ),
        (
            "windows from the back",
            "",
            "let mut it = a.windows(3); let p = it.next_back().unwrap(); let q = it.nth(1).unwrap(); *out.add(i) = p[2] * 100 + q[0] + it.len() as i32 + x;",
        ),
        (
            "zip from the back",
            "",
            "let mut it = a.iter().zip(a.iter().skip(1)); let (p, q) = it.next_back().unwrap(); let (r, s) = it.next().unwrap(); *out.add(i) = p * 1000 + q * 100 + r * 10 + s + x;",
        ),
        (
            "chain from the back",
            "",
            "let mut it = [1, x].into_iter().chain([7, 8]); let p = it.next_back().unwrap(); let q = it.next().unwrap(); let r = it.next_back().unwrap(); let s = it.next_back().unwrap(); *out.add(i) = p * 1000 + q * 100 + r * 10 + s + it.next().is_none() as i32;",
        ),
        (
            "step_by and rev in steps",
            "",
            "let mut it = (0..20).step_by(3).rev(); let p = it.next().unwrap(); let q = it.next_back().unwrap(); *out.add(i) = p * 100 + q + it.sum::<i32>() + x;",
        ),
        (
            "nth_back and rfind in place",
            "",
            "let mut it = a.iter(); let p = it.nth_back(2).unwrap(); let q = it.rfind(|v| **v > x).copied().unwrap_or(-1); *out.add(i) = p * 1000 + q * 10 + it.len() as i32 + it.rposition(|v| *v < x).map_or(-1, |k| k as i32);",
        ),
        (
            "slices split and compared",
            "",
            "let (l, r) = a.split_at_checked(8).unwrap(); *out.add(i) = (l < r) as i32 + l.iter().lt(r) as i32 * 2 + l.iter().max_by(|p, q| p.cmp(q)).unwrap() * 10 + a.strip_prefix(l).map_or(0, |r| r.len() as i32) * 100 + x;",
        ),
        (
            "is_sorted with NaN",
            "",
            "let t = [1.0f32, if x > 3 { f32::NAN } else { 2.0 }, 3.0]; *out.add(i) = t.is_sorted() as i32 + t.iter().is_sorted() as i32 * 2 + t.is_sorted_by(|p, q| p <= q) as i32 * 4 + 1;",
        ),
        (
            "chunks of four by value",
            "",
            "let (rows, rest) = a.as_chunks::<4>(); let s: i32 = rows.iter().map(|&[p, q, r, s]| p * q - r * s).sum(); *out.add(i) = s + rest.iter().sum::<i32>() + rows[0][1] + x;",
        ),
        (
            "taking an Option in a loop",
            "",
            "let mut p = Some(x); let mut s = 0; while let Some(v) = p.take() { s += v; if v > 3 { p = Some(v / 2); } } *out.add(i) = s * 10 + p.is_none() as i32;",
        ),
        (
            "take_if and zip",
            "",
            "let mut p = Some(x); let q = p.take_if(|v| { *v += 1; *v > 4 }); *out.add(i) = q.zip(Some(2)).map_or(-1, |(u, v)| u * v) * 100 + p.map_or(0, |v| v);",
        ),
        (
            "unzip of an Option in a let",
            "",
            "let (p, q) = a.iter().position(|v| *v > x).map(|k| (k, a[k])).unzip(); *out.add(i) = p.map_or(-1, |k| k as i32) * 100 + q.unwrap_or_default();",
        ),
    ])
}
