//! Methods of slices and arrays.

use super::data::Case;
use super::language::of;

pub(crate) fn cases() -> Vec<Case> {
    of(&[
        (
            "rchunks",
            "",
            "let mut s = x; for c in a.rchunks(5) { s = s * 3 % 1009 + c[0] + c.len() as i32 * 10; } *out.add(i) = s;",
        ),
        (
            "rchunks_exact",
            "",
            "let c = a.rchunks_exact(5); let rest = c.remainder(); *out.add(i) = rest.iter().sum::<i32>() * 100 + c.map(|c| c[0] - c[4]).sum::<i32>() + x;",
        ),
        (
            "rchunks_mut",
            "",
            "let mut t = [1, 2, x, 4, 5]; for (k, c) in t.rchunks_mut(2).enumerate() { c[0] += 10 * k as i32; } *out.add(i) = t.iter().fold(0, |s, v| s * 7 + v);",
        ),
        (
            "rchunks_exact_mut",
            "",
            "let mut t = [1, 2, x, 4, 5]; for c in t.rchunks_exact_mut(2) { c.swap(0, 1); } *out.add(i) = t.iter().fold(0, |s, v| s * 7 + v);",
        ),
        (
            "chunks_exact remainder in a loop",
            "",
            "let mut it = a.chunks_exact(4); let mut s = 0; for c in &mut it { s += c[0] * c[3]; } for v in it.remainder() { s = s * 2 + v; } *out.add(i) = s + x;",
        ),
        (
            "chunks_exact by_ref remainder",
            "",
            "let mut it = a.chunks_exact(4); let mut s = 0; for c in it.by_ref() { s += c[0] * c[3]; } *out.add(i) = s + it.remainder().iter().sum::<i32>() * x;",
        ),
        (
            "chunks_exact_mut into_remainder",
            "",
            "let mut t = [1, 2, x, 4, 5]; let mut it = t.chunks_exact_mut(2); for c in it.by_ref() { c[0] += 3; } for v in it.into_remainder() { *v *= 10; } *out.add(i) = t.iter().fold(0, |s, v| s * 7 + v);",
        ),
        (
            "first_chunk and last_chunk",
            "",
            "let Some([p, q, r]) = a.first_chunk::<3>() else { return }; let l: &[i32; 2] = a.last_chunk().unwrap(); *out.add(i) = p * 100 + q * 10 + r + l[0] - l[1] + a[..1].first_chunk::<2>().is_none() as i32 + x;",
        ),
        (
            "split_first_chunk",
            "",
            "let (h, t) = a.split_first_chunk::<2>().unwrap(); let (u, l) = a.split_last_chunk::<3>().unwrap(); *out.add(i) = h[0] + h[1] * 2 + t[0] * 4 + l[2] * 8 + u.len() as i32 * 100 + x;",
        ),
        (
            "as_chunks",
            "",
            "let (c, r) = a.as_chunks::<4>(); *out.add(i) = c.iter().map(|[p, _, _, q]| p * q).sum::<i32>() + r.len() as i32 * 1000 + c.len() as i32 + x;",
        ),
        (
            "as_rchunks",
            "",
            "let (r, c) = a.as_rchunks::<4>(); *out.add(i) = c.iter().map(|c| c[0] * c[3]).sum::<i32>() + r.len() as i32 * 1000 + x;",
        ),
        (
            "an array at any place of a buffer",
            "",
            "let p = a.as_ptr(); let r = unsafe { &*(p.add(1) as *const [i32; 4]) }; let s = unsafe { &*(p.add(i % 3) as *const [i32; 4]) }; let w = *s; *out.add(i) = r[3] * 100 + r[0] + s[1] * 7 + w[2] * 3 + s.iter().sum::<i32>() + x;",
        ),
        (
            "an array of arrays at any place",
            "",
            "let s = unsafe { &*(a.as_ptr().add(1 + i % 3) as *const [[i32; 2]; 2]) }; let [p, q] = *s; *out.add(i) = s[1][0] * 100 + p[1] * 10 + q[1] + s[i % 2][1] + x;",
        ),
        (
            "a structure at any place",
            "#[derive(Clone, Copy)] #[repr(C)] struct P { a: i32, b: [i32; 2], c: u32 }",
            "let s = unsafe { &*(a.as_ptr().add(1 + i % 3) as *const P) }; let w = *s; *out.add(i) = s.a * 100 + s.b[1] * 10 + w.b[0] + w.c as i32 + x;",
        ),
        (
            "a reference to an array that moves",
            "",
            "let mut r = a.first_chunk::<3>().unwrap(); let mut s = 0; let mut k = 0; while k < i % 4 { k += 1; s += r[0] * r[2]; r = a[k..].first_chunk::<3>().unwrap(); } let w = *r; *out.add(i) = s + r.iter().sum::<i32>() * 10 + w[1] + x;",
        ),
        (
            "arrays at any place of a variable",
            "",
            "let mut t = [1, 2, x, 4, 5, 6, 7]; if let Some(r) = t[i % 3..].first_chunk_mut::<3>() { r[1] += 10; *r = [r[2], r[0], r[1]]; } let z = t[1..].first_chunk::<2>().unwrap(); let w = [z.len() as i32 + z[0], z[1]]; for c in t[2..].as_chunks_mut::<2>().0 { c.swap(0, 1); } *out.add(i) = t.iter().fold(0, |s, v| s * 7 + v) + w[0] * 3 + w[1];",
        ),
        (
            "bytes as an array",
            "",
            "let b = [1u8, 2, 3, x as u8, 5, 6]; let r: &[u8; 4] = b[1..5].try_into().expect(\"four\"); let s = <&[u8; 2]>::try_from(&b[2..4]).unwrap(); *out.add(i) = u32::from_le_bytes(*r) as i32 + s[1] as i32;",
        ),
        (
            "as_flattened",
            "",
            "let mut g = [[1, 2], [3, x], [5, 6]]; g.as_flattened_mut()[i % 6] += 10; let (rows, _) = a.as_chunks::<3>(); *out.add(i) = g.as_flattened()[(i + 1) % 6] * 100 + g.as_flattened().iter().fold(0, |s, v| s * 3 + v) + rows.as_flattened().iter().sum::<i32>();",
        ),
        (
            "split_first_mut and split_last_mut",
            "",
            "let mut t = [1, x, 3, 4]; if let Some((h, r)) = t.split_first_mut() { *h += r[0]; r[1] = 7; } if let Some((l, r)) = t.split_last_mut() { *l += r[0]; } let (l, r) = t.split_last().unwrap(); *out.add(i) = l * 100 + r.iter().sum::<i32>();",
        ),
        (
            "split_at_mut",
            "",
            "let mut t = [1, x, 3, 4, 5]; let (l, r) = t.split_at_mut(2); l[0] += r[1]; core::mem::swap(&mut l[1], &mut r[0]); *out.add(i) = t.iter().fold(0, |s, v| s * 7 + v);",
        ),
        (
            "split_at_checked",
            "",
            "*out.add(i) = a.split_at_checked(i * 3).map_or(-1, |(l, r)| l.len() as i32 * 100 + r.len() as i32) + x;",
        ),
        (
            "rotate_left and right",
            "",
            "let mut t = [1, x, 3, 4, 5]; t.rotate_left(2); t[..4].rotate_right(1); *out.add(i) = t.iter().fold(0, |s, v| s * 7 + v);",
        ),
        (
            "reverse and fill and fill_with",
            "",
            "let mut t = [1, x, 3, 4, 5]; t.reverse(); t[3..].fill(2); let mut k = 0; t[..2].fill_with(|| { k += 3; k }); *out.add(i) = t.iter().fold(0, |s, v| s * 7 + v);",
        ),
        (
            "sort_unstable and kin",
            "",
            "let mut t = [4, x, 3, -1, 5]; t.sort(); let mut u = t; u.sort_unstable_by(|p, q| q.cmp(p)); let mut w = t; w.sort_by_key(|v| (v % 3, core::cmp::Reverse(*v))); w[1..].sort_by(|p, q| p.cmp(q).reverse()); *out.add(i) = t.iter().chain(&u).chain(&w).fold(0i32, |s, v| s.wrapping_mul(7).wrapping_add(*v));",
        ),
        (
            "sort of floats",
            "",
            "let mut t = [4.5f32, x as f32, -3.0]; t.sort_by(|p, q| p.partial_cmp(q).unwrap()); let mut u = t; u.sort_unstable_by(|p, q| q.total_cmp(p)); *out.add(i) = (t[0] * 4.0) as i32 * 100 + (u[0] * 4.0) as i32;",
        ),
        (
            "sort of structures",
            "#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)] struct P { k: i32, v: i32 }",
            "let mut t = [P { k: x, v: 1 }, P { k: 3, v: 2 }, P { k: 3, v: 0 }]; t.sort_unstable(); *out.add(i) = t.iter().fold(0, |s, p| s * 11 + p.k * 3 + p.v);",
        ),
        (
            "median of nine",
            "",
            "let mut w = [0i32; 9]; for k in 0..9 { w[k] = a[(i + k * 5) % a.len()]; } w.sort_unstable(); *out.add(i) = w[4] * 1000 + w[0] * 10 + w[8] + x;",
        ),
        (
            "binary_search and by",
            "",
            "let t = [1, 3, 5, 7, 9]; *out.add(i) = match t.binary_search(&x) { Ok(p) => p as i32, Err(p) => -(p as i32) } + t.binary_search_by(|v| v.cmp(&5)).unwrap() as i32 * 100 + t.binary_search_by_key(&x, |v| v - 2).unwrap_or_else(|p| p + 10) as i32 * 1000;",
        ),
        (
            "starts_with, ends_with and contains",
            "",
            "*out.add(i) = a.starts_with(&[a[0], x]) as i32 + a.ends_with(&a[5..]) as i32 * 2 + a.contains(&x) as i32 * 4;",
        ),
        (
            "strip_prefix",
            "",
            "*out.add(i) = a.strip_prefix(&[a[0]]).map_or(-1, |r| r[0]) + a.strip_suffix(&[x, x]).map_or(-1, |r| r[0]) * 100;",
        ),
        (
            "try_from a slice",
            "",
            "let t = <[i32; 3]>::try_from(&a[2..5]).unwrap(); let u: [i32; 2] = a[..2].try_into().unwrap(); let r: &[i32; 4] = a[1..5].try_into().unwrap(); let e: Result<[i32; 3], _> = a[..i % 5].try_into(); *out.add(i) = t[0] + u[1] * 10 + r[3] * 100 + e.is_ok() as i32 * 1000 + x;",
        ),
        (
            "from_fn",
            "",
            "let t: [i32; 5] = core::array::from_fn(|k| a[(i + k) % a.len()]); let u = core::array::from_fn::<_, 3, _>(|k| t[k] + t[k + 1]); *out.add(i) = u.iter().fold(x, |s, v| s * 3 + v);",
        ),
        (
            "from_fn of arrays",
            "",
            "let t: [[i32; 3]; 2] = core::array::from_fn(|r| core::array::from_fn(|c| (r * 3 + c) as i32 * x)); *out.add(i) = t[1][2] * 100 + t[0][1];",
        ),
        (
            "copy_within",
            "",
            "let mut t = [1, 2, x, 4, 5, 6]; t.copy_within(0..3, 2); t.copy_within(4.., 0); t.copy_within(..2, 3); t.copy_within(1..=2, 0); *out.add(i) = t.iter().fold(0, |s, v| s * 7 + v);",
        ),
        (
            "swap_with_slice",
            "",
            "let (mut t, mut u) = ([1, x, 3], [4, 5, 6]); t[1..].swap_with_slice(&mut u[..2]); *out.add(i) = t.iter().chain(&u).fold(0, |s, v| s * 7 + v);",
        ),
        (
            "get_mut",
            "",
            "let mut t = [1, x, 3]; if let Some(v) = t.get_mut(i % 5) { *v += 10; } if let Some(s) = t.get_mut(1..) { s[0] *= 2; } *out.add(i) = t.iter().fold(0, |s, v| s * 7 + v);",
        ),
        (
            "get_unchecked",
            "",
            "let mut t = [1, x, 3]; *t.get_unchecked_mut(i % 3) += 7; *out.add(i) = *a.get_unchecked(i) + *t.get_unchecked(1) * 100 + a.get_unchecked(1..3).len() as i32;",
        ),
        (
            "iter_mut rev",
            "",
            "let mut t = [1, x, 3, 4]; for (k, v) in t.iter_mut().rev().enumerate() { *v += k as i32 * 10; } for v in t.iter_mut().skip(1).step_by(2) { *v = -*v; } *out.add(i) = t.iter().fold(0, |s, v| s * 7 + v);",
        ),
        (
            "iter_mut zip",
            "",
            "let mut t = [1, x, 3, 4]; for (p, q) in t.iter_mut().zip(a) { *p += q; } t.iter_mut().for_each(|v| *v *= 2); *out.add(i) = t.iter().fold(0, |s, v| s * 7 + v);",
        ),
        (
            "first_mut and last_mut",
            "",
            "let mut t = [1, x, 3, 4]; if let Some(v) = t.first_mut() { *v = 9; } *t.last_mut().unwrap() += 5; *out.add(i) = t.iter().fold(0, |s, v| s * 7 + v);",
        ),
        (
            "swap and select",
            "",
            "let mut t = [1, x, 3, 4]; t.swap(i % 4, 2); *out.add(i) = t.iter().fold(0, |s, v| s * 7 + v) + t.is_empty() as i32;",
        ),
        (
            "is_sorted of slices",
            "",
            "*out.add(i) = a.is_sorted() as i32 + [1, 2, x].is_sorted() as i32 * 2 + [3, 2, x].is_sorted_by_key(|v| -*v) as i32 * 4 + [3, 2, x].is_sorted_by(|p, q| p >= q) as i32 * 8;",
        ),
        (
            "concat by hand",
            "",
            "let (p, q) = ([1, x], [3, 4]); let mut t = [0; 4]; t[..2].copy_from_slice(&p); t[2..].copy_from_slice(&q); *out.add(i) = t.iter().fold(0, |s, v| s * 7 + v);",
        ),
        (
            "array as_slice",
            "",
            "let t = [1, x, 3]; *out.add(i) = t.as_slice().iter().sum::<i32>() + t.len() as i32 + t.as_slice().split_at(1).1[0];",
        ),
        (
            "iter over array by value with rev",
            "",
            "let mut s = 0; for v in [x, 2, 3].into_iter().rev() { s = s * 5 + v; } for (k, v) in [x, 4].iter().rev().enumerate() { s = s * 5 + v * k as i32; } *out.add(i) = s;",
        ),
        (
            "comparing arrays",
            "",
            "let (p, q) = ([1, x], [1, 4]); *out.add(i) = (p == q) as i32 + (p < q) as i32 * 2 + (p.cmp(&q) as i32) * 100 + (p[..] <= q[..]) as i32 * 4 + (a[..2] == p) as i32 * 8;",
        ),
        (
            "max of a slice of floats",
            "",
            "let t = [1.0f32, x as f32, 7.5]; *out.add(i) = (t.iter().copied().fold(f32::MIN, f32::max) * 2.0) as i32 + (t.iter().sum::<f32>() / t.len() as f32) as i32 * 100;",
        ),
        (
            "array zip by hand",
            "",
            "let (p, q) = ([1, x, 3], [4, 5, 6]); let t: [i32; 3] = core::array::from_fn(|k| p[k] * q[k]); *out.add(i) = t.iter().sum();",
        ),
        (
            "array each map with index",
            "",
            "let t = [x; 4]; let mut k = 0; let t = t.map(|v| { k += 1; v * k }); *out.add(i) = t.iter().fold(0, |s, v| s * 7 + v);",
        ),
        (
            "escape ranges in get",
            "",
            "*out.add(i) = a.get(i..=i + 1).map_or(-1, |s| s[1]) + a.get(..3).map_or(0, |s| s[2]) + a.get(99999..).map_or(-100, |s| s.len() as i32) + x;",
        ),
        (
            "element_offset by len",
            "",
            "let t = &a[i / 2..]; *out.add(i) = t.iter().take(4).map(|v| v * 2).sum::<i32>() + t.first().map_or(0, |v| *v) + t.iter().skip(1).step_by(2).count() as i32 + x;",
        ),
        (
            "select_nth by sorting",
            "",
            "let mut t = [5, x, 3, 9, 1]; t.sort_unstable(); let m = t[t.len() / 2]; *out.add(i) = m;",
        ),
        (
            "array_chunks pattern",
            "",
            "let mut s = x; for c in a.chunks_exact(2) { let [p, q] = c else { continue }; s = s * 3 % 1009 + p * q; } *out.add(i) = s;",
        ),
        (
            "split_off_first",
            "",
            "let mut rest = a; let mut s = x; while let Some((h, t)) = rest.split_first() { s = s * 2 % 1009 + h; rest = t; } *out.add(i) = s;",
        ),
        (
            "slice patterns in a loop",
            "",
            "let mut rest = a; let mut s = x; while let [p, q, tail @ ..] = rest { s = s * 2 % 1009 + p - q; rest = tail; } *out.add(i) = s + rest.len() as i32;",
        ),
    ])
}
