//! Closures and iterators.

use super::data::Case;
use super::language::of;

pub(crate) fn closures() -> Vec<Case> {
    of(&[
        ("a closure", "", "let f = |y: i32| y * 2 + 1; *out.add(i) = f(x) + f(3);"),
        (
            "a closure that captures",
            "",
            "let k = x + 1; let f = |y| y * k; *out.add(i) = f(2) + f(k);",
        ),
        (
            "a closure that changes what it captures",
            "",
            "let mut sum = 0; let mut add = |v: i32| { sum = sum * 3 + v; }; add(x); add(2); add(x + 1); *out.add(i) = sum;",
        ),
        (
            "a closure that takes along",
            "",
            "let mut k = x; let f = move |y: i32| y + k; k += 100; *out.add(i) = f(1) * 2 + k;",
        ),
        (
            "a closure with state of its own",
            "",
            "let mut count = x; let mut next = move || { count += 1; count }; let p = next(); let q = next(); *out.add(i) = p * q + count;",
        ),
        (
            "a closure that returns early",
            "",
            "let f = |y: i32| { if y > 4 { return y; } for k in 0..3 { if k == y { return -k; } } 7 }; *out.add(i) = f(x) + f(x + 3) * 10;",
        ),
        (
            "a closure in a closure",
            "",
            "let f = |y: i32| { let g = |z: i32| z * y + x; g(2) + g(3) }; *out.add(i) = f(x);",
        ),
        (
            "closures that call closures",
            "",
            "let f = |y: i32| y + 1; let g = |y: i32| f(f(y)) * 2; *out.add(i) = g(x);",
        ),
        (
            "a function that takes a closure",
            "fn twice(f: impl Fn(i32) -> i32, x: i32) -> i32 { f(f(x)) }",
            "let k = x & 3; *out.add(i) = twice(|y| y * 2 + k, x);",
        ),
        (
            "a function that takes a closure by its type",
            "fn apply<F: FnMut(i32)>(mut f: F, n: i32) { for k in 0..n { f(k); } }",
            "let mut sum = 0; apply(|k| sum = sum * 2 + k + x, 4); *out.add(i) = sum;",
        ),
        (
            "where with a closure",
            "fn fold<T, F>(n: u32, start: T, f: F) -> T where F: Fn(T, u32) -> T { let mut t = start; for k in 0..n { t = f(t, k); } t }",
            "*out.add(i) = fold(4, x, |t, k| t * 2 + k as i32);",
        ),
        (
            "a reference to a closure",
            "fn call(f: &dyn_free::F<'_>) -> i32 { f.0 }\nmod dyn_free { pub struct F<'a>(pub i32, pub &'a [i32]); }\nfn apply(f: &impl Fn(i32) -> i32) -> i32 { f(2) }",
            "let f = |y: i32| y + x; *out.add(i) = apply(&f) + apply(&|y| y * 3) + call(&dyn_free::F(1, a));",
        ),
        (
            "a closure that is returned",
            "fn adder(k: i32) -> impl Fn(i32) -> i32 { move |y| y + k }",
            "let f = adder(x); let g = adder(10); *out.add(i) = f(1) * g(2);",
        ),
        (
            "a function by its name",
            "fn double(y: i32) -> i32 { y * 2 }\nfn apply<F: Fn(i32) -> i32>(f: F, y: i32) -> i32 { f(y) }",
            "let g = double; *out.add(i) = apply(double, x) + g(3) + [1, x, 3].map(double)[1];",
        ),
        (
            "functions of types by name",
            "",
            "*out.add(i) = a.iter().copied().fold(i32::MIN, i32::max) + [x, -x].map(i32::abs)[1] + Some(x).map(Some).flatten().unwrap();",
        ),
        (
            "a closure in a structure",
            "struct Op<F> { f: F, k: i32 }\nimpl<F: Fn(i32) -> i32> Op<F> { fn run(&self, y: i32) -> i32 { (self.f)(y) * self.k } }",
            "let op = Op { f: |y| y + x, k: 3 }; *out.add(i) = op.run(2) + (op.f)(5);",
        ),
        (
            "two closures of one function",
            "fn both<A: Fn(i32) -> i32, B: Fn(i32) -> i32>(a: A, b: B, x: i32) -> i32 { a(b(x)) - b(a(x)) }",
            "*out.add(i) = both(|y| y * y, |y| y + x, 3);",
        ),
        (
            "a closure over memory",
            "",
            "let at = |k: usize| a[(i + k) % a.len()]; let put = |k: usize, v: i32| unsafe { *out.add(k) = v }; put(i, at(1) * 2 + at(5));",
        ),
    ])
}

pub(crate) fn iteration() -> Vec<Case> {
    of(&[
        (
            "for over an array",
            "",
            "let mut s = 0; for v in [x, 2, 3] { s = s * 3 + v; } for v in &[1, x] { s = s * 3 + *v; } *out.add(i) = s;",
        ),
        (
            "for over a slice",
            "",
            "let mut s = 0; for v in &a[i..] { s = s * 2 + v; } for v in a { s += v; } *out.add(i) = s;",
        ),
        (
            "for that changes an array",
            "",
            "let mut t = [1, 2, x]; for v in &mut t { *v += 1; } for v in t.iter_mut() { *v *= 2; } *out.add(i) = t[0] * 100 + t[1] * 10 + t[2];",
        ),
        (
            "enumerate",
            "",
            "let mut s = 0; for (k, v) in a.iter().enumerate() { s += k as i32 * v; } *out.add(i) = s + x;",
        ),
        ("zip", "", "*out.add(i) = a.iter().zip(&a[i..]).map(|(p, q)| p * q).sum::<i32>();"),
        (
            "zip with what leaves out items",
            "",
            "*out.add(i) = a.iter().zip(a.iter().filter(|v| **v % 2 == 0)).map(|(p, q)| p * 3 - q).sum::<i32>() + a.iter().filter(|v| **v > x).zip(1..4).fold(0, |s, (p, q)| s * 2 + p * q);",
        ),
        (
            "zip of arrays in arrays",
            "fn apply(p: &[[i32; 3]; 2], q: &[[i32; 3]; 2]) -> i32 { p.iter().flatten().zip(q.iter().flatten()).map(|(p, q)| p * q).sum() }",
            "let t = [[x, 2, 3], [4, 5, a[3]]]; let u = [[1, 7, x], [a[5], 2, 9]]; let mut it = t.iter().flatten().copied(); it.next(); *out.add(i) = apply(&t, &u) * 10 + it.next().unwrap() + it.sum::<i32>() + (0..3).zip(t.into_iter().flatten().map(|v| v * v)).map(|(k, v)| k * v).sum::<i32>();",
        ),
        (
            "zip of three",
            "",
            "let mut s = 0; for ((p, q), k) in a.iter().zip(a[1..].iter()).zip(0..) { s += p * q - k; } *out.add(i) = s + x;",
        ),
        (
            "chunks",
            "",
            "let mut s = x; for (k, c) in a.chunks(5).enumerate() { s = s * 2 + c.iter().sum::<i32>() * k as i32 + c.len() as i32; } *out.add(i) = s;",
        ),
        (
            "chunks_exact and what is left",
            "",
            "let c = a.chunks_exact(5); let rest = c.remainder().len() as i32; *out.add(i) = c.map(|p| p[0] - p[4]).sum::<i32>() * 10 + rest + x;",
        ),
        (
            "chunks that are changed",
            "",
            "let mut t = [1, 2, 3, 4, x]; for c in t.chunks_exact_mut(2) { c.swap(0, 1); c[0] *= 10; } *out.add(i) = t.iter().fold(0, |s, v| s * 3 + v);",
        ),
        (
            "windows",
            "",
            "*out.add(i) = a.windows(3).map(|w| (w[0] < w[1]) as i32 + w[2]).sum::<i32>() + x;",
        ),
        (
            "rev",
            "",
            "*out.add(i) = a.iter().rev().fold(x, |s, v| s.wrapping_mul(3).wrapping_add(*v));",
        ),
        (
            "rev of enumerate",
            "",
            "*out.add(i) = a.iter().enumerate().rev().take(4).fold(x, |s, (k, v)| s.wrapping_mul(3).wrapping_add(*v + k as i32));",
        ),
        (
            "step_by, take and skip",
            "",
            "*out.add(i) = a.iter().skip(i % 5).step_by(3).take(4).fold(1, |s: i32, v| s.wrapping_mul(5).wrapping_add(*v));",
        ),
        (
            "map and filter",
            "",
            "*out.add(i) = a.iter().map(|v| v * 2 + x).filter(|v| v % 3 == 0).sum();",
        ),
        (
            "filter_map",
            "",
            "*out.add(i) = a.iter().filter_map(|v| if *v > x { Some(v - x) } else { None }).sum();",
        ),
        (
            "sum and product",
            "",
            "*out.add(i) = a.iter().sum::<i32>() + (1..=(x & 3) + 1).product::<i32>() + a.iter().copied().take(2).product::<i32>();",
        ),
        (
            "min and max",
            "",
            "*out.add(i) = a[i..].iter().min().unwrap() * 100 + a.iter().max().copied().unwrap_or(0);",
        ),
        (
            "min_by and max_by_key",
            "",
            "*out.add(i) = *a.iter().min_by(|p, q| (*p - x).abs().cmp(&(*q - x).abs())).unwrap() + *a.iter().max_by_key(|v| **v % 5).unwrap();",
        ),
        (
            "any, all and count",
            "",
            "*out.add(i) = a.iter().any(|v| *v == x + 1) as i32 + a.iter().all(|v| *v < x + 50) as i32 * 2 + a.iter().filter(|v| **v < x).count() as i32 * 4;",
        ),
        (
            "find and position",
            "",
            "*out.add(i) = a.iter().position(|v| *v > x).map_or(-1, |p| p as i32) + a.iter().find(|v| **v % 7 == 3).copied().unwrap_or(2) * 10;",
        ),
        (
            "find_map",
            "",
            "*out.add(i) = (0..20).find_map(|k| if k * k > x { Some(k * 10) } else { None }).unwrap_or(-1);",
        ),
        (
            "fold and reduce",
            "",
            "*out.add(i) = a.iter().copied().reduce(|p, q| p.wrapping_mul(3) ^ q).unwrap() + (1..x.max(1)).fold(0, |s, k| s * 2 % 97 + k);",
        ),
        (
            "take_while and skip_while",
            "",
            "*out.add(i) = (0..100).skip_while(|k| *k < x).take_while(|k| *k < x + 5).sum::<i32>();",
        ),
        (
            "map_while",
            "",
            "*out.add(i) = (0..).map_while(|k| if k * k < x.abs() + 9 { Some(k * 2) } else { None }).sum::<i32>();",
        ),
        (
            "chain",
            "",
            "let mut s = x; for v in [1, 2].into_iter().chain(3..6).chain([x, 9]) { if v == 4 { continue; } if v == 9 { break; } s = s * 2 + v; } *out.add(i) = s;",
        ),
        (
            "flat_map and flatten",
            "",
            "*out.add(i) = (0..4).flat_map(|k| (0..k).map(move |j| k * 10 + j)).fold(x, |s, v| s.wrapping_mul(3).wrapping_add(v)) + [[1, x], [3, 4]].iter().flatten().sum::<i32>() + [Some(x), None, Some(2)].into_iter().flatten().sum::<i32>();",
        ),
        (
            "a break in a nested iterator",
            "",
            "let mut s = 0; 'outer: for p in a.iter().take(6) { for q in a.iter().rev().take(6) { if p == q { continue 'outer; } if p + q > 30 { break 'outer; } s = s * 2 % 1009 + p - q; } } *out.add(i) = s + x;",
        ),
        (
            "next by hand",
            "",
            "let mut it = a[i..].iter(); let mut s = 0; while let Some(v) = it.next() { s = s * 2 % 1013 + v; if *v > 5 { it.next(); } } *out.add(i) = s;",
        ),
        (
            "an iterator in pieces",
            "",
            "let mut it = (0..10).map(|k| k * k); let first: i32 = it.by_ref().take(3).sum(); let p = it.next().unwrap(); *out.add(i) = first * 1000 + p + it.sum::<i32>() + x;",
        ),
        (
            "a filter in a variable",
            "",
            "let mut it = a.iter().filter(|v| **v % 2 == 0); let p = it.next().copied().unwrap_or(-1); let q = it.next().copied().unwrap_or(-2); *out.add(i) = p * 100 + q + x;",
        ),
        (
            "ranges as values",
            "",
            "let r = 2..7; let c = 3..=x.max(3); *out.add(i) = r.contains(&x) as i32 + c.contains(&5) as i32 * 2 + (r.end - r.start) * 4 + r.clone().sum::<i32>() + r.len() as i32 + (5..2).is_empty() as i32;",
        ),
        ("ranges of floats", "", "let r = 0.5..3.5; *out.add(i) = r.contains(&(x as f32)) as i32;"),
        (
            "for over a range in a variable",
            "",
            "let r = 1..x.clamp(1, 9); let mut s = 0; for k in r { s = s * 2 + k; } for (k, j) in (0..3).zip((0..9).rev()) { s += k * j; } *out.add(i) = s;",
        ),
        (
            "parts of slices by ranges",
            "",
            "let r = i / 2..i; *out.add(i) = a[r.clone()].iter().sum::<i32>() + a[..=i].len() as i32 + a.get(r).map_or(0, |s| s.len() as i32) + a.get(i..900).is_none() as i32;",
        ),
        (
            "get, first and last",
            "",
            "*out.add(i) = a.get(i + 1).copied().unwrap_or(-1) * 10 + a.first().unwrap() + a[i..].last().unwrap() + a[..0].first().is_none() as i32;",
        ),
        (
            "swap, reverse and fill",
            "",
            "let mut t = [x, 1, 2, 3, 4]; t.swap(0, 3); t[1..].reverse(); t[..2].fill(7); let mut u = [0; 5]; u.copy_from_slice(&t); u.rotate_left(2); *out.add(i) = u.iter().fold(0, |s, v| s * 11 + v);",
        ),
        (
            "split and contains",
            "",
            "let (p, q) = a.split_at(i / 2); let (head, tail) = a.split_first().unwrap(); *out.add(i) = p.len() as i32 * 100 + q[0] + head + tail[0] + a.contains(&(x + 1)) as i32;",
        ),
        (
            "sort and search",
            "",
            "let mut t = [x, 3, -x, 8, 1]; t.sort_unstable(); *out.add(i) = t[0] * 100 + t[2] * 10 + t.binary_search(&8).map_or(-1, |p| p as i32) + t.partition_point(|v| *v < 3) as i32;",
        ),
        (
            "array::map and from_fn",
            "",
            "let t: [i32; 4] = core::array::from_fn(|k| k as i32 * x); let u = t.map(|v| v + 1); *out.add(i) = u.iter().sum::<i32>() + u[3];",
        ),
        (
            "for_each, inspect and last",
            "",
            "let mut s = 0; a.iter().inspect(|v| s += **v).for_each(|_| {}); let mut t = 0; (0..5).for_each(|k| t = t * 2 + k); *out.add(i) = s + t + (0..x.max(2)).last().unwrap() + (3..9).nth(2).unwrap();",
        ),
        (
            "successors and once",
            "",
            "*out.add(i) = core::iter::successors(Some(x.abs() + 1), |v| if *v < 200 { Some(v * 3) } else { None }).sum::<i32>() + core::iter::once(5).chain(core::iter::repeat(2).take(3)).sum::<i32>();",
        ),
        (
            "from_fn",
            "",
            "let mut k = 0; *out.add(i) = core::iter::from_fn(|| { k += 1; if k < 6 { Some(k * x) } else { None } }).sum();",
        ),
        (
            "an iterator of one's own",
            "struct Count { at: i32, end: i32 }\nimpl Iterator for Count { type Item = i32; fn next(&mut self) -> Option<i32> { if self.at < self.end { self.at += 1; Some(self.at * 2) } else { None } } }",
            "let mut s = 0; for v in (Count { at: 0, end: x & 7 }) { s = s * 2 + v; } let mut c = Count { at: 2, end: 9 }; let p = c.next().unwrap(); *out.add(i) = s + p + c.by_ref().take(2).sum::<i32>() * 3 + c.map(|v| v + 1).filter(|v| v % 3 != 0).sum::<i32>();",
        ),
        (
            "a function over iterators",
            "fn total(it: impl Iterator<Item = i32>) -> i32 { let mut s = 1; for v in it { s = s * 2 % 1009 + v; } s }\nfn evens<'s>(s: &'s [i32]) -> impl Iterator<Item = i32> + 's { s.iter().copied().filter(|v| v % 2 == 0) }",
            "*out.add(i) = total(a.iter().map(|v| v + x)) + total(evens(a)) + total(0..5);",
        ),
        (
            "cmp and total_cmp",
            "",
            "let f = [1.5f32, x as f32, -2.0]; *out.add(i) = match x.cmp(&5) { core::cmp::Ordering::Less => 1, core::cmp::Ordering::Equal => 2, core::cmp::Ordering::Greater => 3 } + f.iter().copied().max_by(|p, q| p.total_cmp(q)).unwrap() as i32 * 10 + x.partial_cmp(&3).unwrap() as i32 + core::cmp::max(x, 4) + core::cmp::min(x, 2);",
        ),
    ])
}
