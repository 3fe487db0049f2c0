//! Functions that the compiler refuses because of what they borrow, each with the
//! code of the mistake.

pub(crate) const CASES: &[(&str, &str)] = &[
    // Two at a time.
    ("E0499", "fn f() { let mut t = [0u32; 4]; let a = &mut t; let b = &mut t; a[0] = 1; b[0] = 2; }"),
    ("E0499", "fn f() { let mut x = 0u32; let a = &mut x; let b = &mut x; *a = 1; *b = 2; }"),
    ("E0499", "fn f() { let mut t = [0u32; 4]; let a = &mut t[0]; let b = &mut t[1]; *a = 1; *b = 2; }"),
    ("E0499", "fn f(i: usize, j: usize, t: &mut [f32]) { let a = &mut t[i]; let b = &mut t[j]; core::mem::swap(a, b); }"),
    (
        "E0499",
        "fn g(a: &mut u32, b: &mut u32) { *a += *b; }
         fn f() { let mut t = [0u32; 4]; g(&mut t[0], &mut t[1]); }",
    ),
    (
        "E0499",
        "fn g(a: &mut [u32], b: &mut [u32]) { a[0] += b[0]; }
         fn f() { let mut t = [0u32; 4]; g(&mut t[..2], &mut t[2..]); }",
    ),
    (
        "E0499",
        "struct P { x: f32, y: f32 }
         fn f(p: &mut P) { let a = &mut p.x; let b = &mut p.x; *a = 1.0; *b = 2.0; }",
    ),
    (
        "E0499",
        "struct P { x: f32, y: f32 }
         fn f() { let mut p = P { x: 0.0, y: 0.0 }; let a = &mut p; let b = &mut p.y; a.x = 1.0; *b = 2.0; }",
    ),
    ("E0499", "fn f(p: &mut u32) { let a = &mut *p; let b = &mut *p; *a = 1; *b = 2; }"),
    (
        "E0499",
        "fn g(a: &mut [u32], b: &mut [u32]) { a[0] += b[0]; }
         fn f(t: &mut [u32]) { g(t, t); }",
    ),
    (
        "E0499",
        "fn f() { let mut t = [0u32; 4]; let mut add = |i: usize| t[i] += 1; let mut sub = |i: usize| t[i] -= 1; add(0); sub(1); }",
    ),
    ("E0499", "fn f() { let mut n = 0u32; let mut c = || n += 1; let r = &mut n; c(); *r = 2; }"),
    (
        "E0499",
        "fn f(n: u32) -> u32 { let mut x = 0u32; let mut last: Option<&mut u32> = None; for i in 0..n { let now = &mut x; if let Some(p) = last { *p = i; } last = Some(now); } x }",
    ),
    (
        "E0499",
        "fn pick(t: &mut [u32], i: usize) -> &mut u32 { &mut t[i] }
         fn f(t: &mut [u32]) { let a = pick(t, 0); let b = pick(t, 1); *a = *b; }",
    ),
    (
        "E0499",
        "struct Tile { data: [f32; 16] }
         impl Tile { fn at(&mut self, x: usize, y: usize) -> &mut f32 { &mut self.data[y * 4 + x] } }
         fn f(tile: &mut Tile) { let a = tile.at(0, 0); let b = tile.at(1, 0); *a += *b; }",
    ),
    (
        "E0499",
        "struct Stack<'a> { data: &'a mut [u32], len: usize }
         impl<'a> Stack<'a> { fn top(&mut self) -> &mut u32 { &mut self.data[self.len - 1] } }
         fn f(t: &mut [u32]) { let mut s = Stack { data: t, len: 2 }; let a = s.top(); let b = s.top(); *a = 1; *b = 2; }",
    ),
    (
        "E0499",
        "struct Stack<'a> { data: &'a mut [u32], len: usize }
         fn f() { let mut t = [0u32; 8]; let a = Stack { data: &mut t, len: 0 }; let b = Stack { data: &mut t, len: 0 }; a.data[0] = 1; b.data[0] = 2; }",
    ),
    ("E0499", "fn f() { let mut t = [0u32; 4]; let (a, _) = t.split_at_mut(2); let (b, _) = t.split_at_mut(1); a[0] = b[0]; }"),
    ("E0499", "fn f() { let mut t = [1u32, 2]; for x in t.iter_mut() { for y in t.iter_mut() { *x += *y; } } }"),
    ("E0499", "fn f() { let mut t = [1u32, 2]; let mut it = t.iter_mut(); let a = it.next(); let b = t.iter_mut().next(); if let Some(a) = a { *a = 1; } if let Some(b) = b { *b = 1; } }"),
    (
        "E0499",
        "fn find(t: &mut [u32]) -> Option<&mut u32> { t.first_mut() }
         fn f(t: &mut [u32]) -> Option<&mut u32> { if let Some(x) = find(t) { return Some(x); } find(t) }",
    ),
    // One that reads, and one that writes.
    ("E0502", "fn f() -> u32 { let mut t = [0u32; 4]; let a = &t; let b = &mut t; b[0] = 1; a[0] }"),
    ("E0502", "fn f() -> u32 { let mut t = [0u32; 4]; let b = &mut t; let a = &t; b[0] = 1; a[0] }"),
    ("E0502", "fn f() -> u32 { let mut t = [0u32; 4]; let first = &t[0]; t[..].reverse(); *first }"),
    ("E0502", "fn f() { let mut t = [3u32, 1]; let m = t.iter().max(); t.swap(0, 1); if let Some(m) = m { let _ = *m; } }"),
    ("E0502", "fn f() { let mut t = [3u32, 1, 2]; t.swap(0, t.len() - 1); }"),
    ("E0502", "fn g(t: &mut [u32], n: usize) { t[0] = n as u32; } fn f() { let mut t = [3u32, 1, 2]; g(&mut t, t.len()); }"),
    ("E0502", "fn f() { let mut t = [0u32; 4]; let a = &mut t; let n = t.len(); a[0] = n as u32; }"),
    ("E0502", "fn f() -> u32 { let mut n = 1u32; let mut c = || { n += 1; n }; let r = &n; c() + *r }"),
    ("E0502", "fn f() -> u32 { let mut n = 1u32; let c = || n + 1; let r = &mut n; *r = 2; c() }"),
    (
        "E0502",
        "struct Acc { sum: f32, n: u32 }
         impl Acc { fn add(&mut self, x: f32) { self.sum += x; self.n += 1; } fn mean(&self) -> &f32 { &self.sum } }
         fn f(a: &mut Acc) -> f32 { let m = a.mean(); a.add(1.0); *m }",
    ),
    ("E0502", "fn f(t: &mut [u32]) { for x in t.iter() { t.swap(0, *x as usize); } }"),
    ("E0502", "fn f(t: &mut [u32]) { let (head, tail) = t.split_at_mut(1); let n = t.len(); head[0] = n as u32; tail[0] = 1; }"),
    ("E0502", "fn f(t: &mut [u32]) -> u32 { let window = &t[1..3]; t.reverse(); window[0] }"),
    (
        "E0502",
        "fn longest<'a>(a: &'a [u32], b: &'a [u32]) -> &'a [u32] { if a.len() > b.len() { a } else { b } }
         fn f(a: &[u32]) -> u32 { let mut t = [0u32; 4]; let l = longest(a, &t); t.reverse(); l[0] }",
    ),
    ("E0502", "fn f() -> u32 { let mut o = Some(3u32); if let Some(x) = &o { if let Some(y) = &mut o { *y = 1; } *x } else { 0 } }"),
    // Changed while it is borrowed.
    ("E0506", "fn f() -> u32 { let mut x = 1u32; let r = &x; x = 2; *r }"),
    ("E0506", "fn f() { let mut x = 1u32; let r = &mut x; x = 2; *r = 3; }"),
    ("E0506", "fn f() -> u32 { let mut t = [1u32; 4]; let r = &t[0]; t[1] = 2; *r }"),
    ("E0506", "fn f() { let mut t = [1u32; 4]; for v in t.iter_mut() { t[0] = 1; *v += 1; } }"),
    ("E0506", "fn f() { let mut t = [1u32; 4]; for v in &t { t[0] = *v; } }"),
    ("E0506", "fn f(t: &mut [u32]) { for (i, v) in t.iter().enumerate() { t[i] = *v + 1; } }"),
    ("E0506", "fn f(t: &mut [u32]) { for c in t.chunks(2) { t[0] = c[0]; } }"),
    ("E0506", "fn f(t: &mut [u32]) -> u32 { let first = &t[0]; t[1] += 3; *first }"),
    ("E0506", "fn f() { let mut n = 0u32; let mut c = || n += 1; n = 5; c(); }"),
    ("E0506", "fn f() -> u32 { let mut n = 0u32; let c = |x: u32| x + n; n = 5; c(1) }"),
    ("E0506", "fn f(p: &mut u32) { let r = &mut *p; *p = 1; *r = 2; }"),
    ("E0506", "struct P { x: u32, y: u32 } fn f() -> u32 { let mut p = P { x: 1, y: 2 }; let r = &p.x; p.x = 3; *r }"),
    ("E0506", "struct P { x: u32, y: u32 } fn f() -> u32 { let mut p = P { x: 1, y: 2 }; let r = &p.x; p = P { x: 3, y: 4 }; *r }"),
    ("E0506", "fn f(n: u32) -> u32 { let mut x = 0u32; let mut best = &0u32; for i in 0..n { x = i; if i > 3 { best = &x; } } *best }"),
    ("E0506", "fn f(t: &mut [u32]) { let mut i = 0usize; while let Some(x) = t.get(i) { t[0] = 1; i += *x as usize; } }"),
    ("E0506", "fn f() { let mut o = Some(3u32); match &mut o { Some(x) => { o = None; *x = 1; } None => {} } }"),
    ("E0506", "fn f(s: &mut (u32, u32)) -> u32 { let (a, b) = &*s; s.0 = 3; *a + *b }"),
    ("E0506", "fn f() -> u32 { let mut a = 1u32; let pair = (&a, 2u32); a = 3; *pair.0 }"),
    ("E0506", "fn f() -> u32 { let mut a = 1u32; let r = Some(&a); a = 3; match r { Some(x) => *x, None => 0 } }"),
    ("E0506", "fn f(c: bool) -> u32 { let mut a = 1u32; let b = 2u32; let r = if c { &a } else { &b }; a = 3; *r }"),
    ("E0506", "fn f() -> u32 { let mut a = 1u32; let r; r = &a; a += 3; *r }"),
    ("E0506", "fn f() -> u32 { let mut k = 2u32; let t = [1u32, 2]; let it = t.iter().map(|x| x * k); k = 3; it.sum() }"),
    // Read while it is borrowed to be changed.
    ("E0503", "fn f() -> u32 { let mut x = 1u32; let r = &mut x; let y = x; *r = 3; y }"),
    ("E0503", "fn f(t: &mut [u32]) { let a = &mut t[0]; *a = t[1]; *a += 1; }"),
    ("E0503", "fn f(t: &mut [u32]) { let a = &mut t[0]; let b = t[1]; *a = b; }"),
    ("E0503", "fn f() -> u32 { let mut x = 1u32; let r = &mut x; x += 1; *r = 3; x }"),
    ("E0503", "fn f() -> u32 { let mut n = 1u32; let mut c = || n += 1; if n > 0 { c(); } n }"),
    ("E0503", "fn f(t: &mut [u32]) { for v in t.iter_mut() { *v += t[0]; } }"),
    ("E0503", "fn f() { let mut o = Some(1u32); if let Some(x) = &mut o { if let None = o { return; } *x = 2; } }"),
    // Moved while it is borrowed.
    ("E0505", "struct P { x: u32 } fn take(p: P) -> u32 { p.x } fn f() -> u32 { let p = P { x: 1 }; let r = &p; take(p) + r.x }"),
    ("E0505", "struct P { x: u32 } fn f() -> u32 { let p = P { x: 1 }; let r = &p.x; let q = p; q.x + *r }"),
    // Returned, and gone.
    ("E0515", "fn f<'a>() -> &'a u32 { let x = 1u32; &x }"),
    ("E0515", "fn f(n: u32) -> &'static [u32] { let t = [n; 4]; &t }"),
    ("E0515", "fn f(t: &[u32]) -> &u32 { let x = t[0] + 1; let r = &x; r }"),
    ("E0515", "fn f(t: &[u32]) -> &[u32] { let own = [t[0]; 2]; if t.len() > 2 { return &own[..]; } t }"),
    ("E0515", "fn f(t: &[u32]) -> Option<&u32> { let x = t[0]; Some(&x) }"),
    ("E0515", "fn f(p: &u32, x: u32) -> (&u32, u32) { (&x, *p) }"),
    ("E0515", "struct W<'a> { t: &'a [u32] } fn f(n: &u32) -> W<'_> { let t = [*n; 3]; W { t: &t } }"),
    ("E0597", "fn f() -> u32 { let r; { let x = 5u32; r = &x; } *r }"),
    ("E0597", "fn f() -> u32 { let mut r = &0u32; for i in 0..3u32 { let x = i; r = &x; } *r }"),
    ("E0597", "fn f(c: bool) -> u32 { let a = 1u32; let mut r = &a; if c { let b = 2u32; r = &b; } *r }"),
    ("E0597", "fn f() -> u32 { let mut best: Option<&u32> = None; { let t = [1u32, 2]; best = t.iter().max(); } match best { Some(x) => *x, None => 0 } }"),
    ("E0597", "fn f<'a>(out: &mut &'a u32) { let x = 3u32; *out = &x; }"),
    ("E0597", "struct W<'a> { t: &'a [u32] } fn f() -> u32 { let w; { let t = [1u32; 3]; w = W { t: &t }; } w.t[0] }"),
    ("E0597", "fn f() -> u32 { let c; { let n = 3u32; c = |x: u32| x + n; } c(1) }"),
    // A closure, or what it lends of the function, is a part of the result.
    ("E0373", "fn f() -> impl Fn(u32) -> u32 { let k = 1u32; |x: u32| x + k }"),
    ("E0373", "fn f(d: &[u32], t: u32) -> impl Iterator<Item = &u32> { d.iter().filter(|x| **x > t) }"),
    ("E0373", "fn f(d: &[u32], t: u32) -> impl Iterator<Item = u32> { d.iter().map(|x| *x + t) }"),
    ("E0373", "fn same<F: Fn(u32) -> u32>(f: F) -> F { f } fn f(t: u32) -> impl Fn(u32) -> u32 { same(|x| x + t) }"),
    ("E0515", "fn f(d: &[u32]) -> Option<&u32> { let own = [d[0]; 2]; own.iter().find(|x| **x > d[1]) }"),
    ("E0506", "fn f(d: &[u32]) -> u32 { let mut t = 1usize; let pick = |i: usize| &d[i + t]; t = 2; *pick(t) }"),
    ("E0506", "fn f() -> u32 { let mut k = 2u32; let r = Some(1u32).map(|_| &k); k = 3; *r.unwrap() + k }"),
];
