//! Longer texts of both kinds: structures that hold references, methods that
//! return them, iterators, closures and patterns.

pub(crate) const REFUSED: &[(&str, &str)] = &[
    ("E0506", "struct Ring<'a> { buf: &'a mut [f32], head: usize }
         impl<'a> Ring<'a> { fn new(buf: &'a mut [f32]) -> Self { Ring { buf, head: 0 } } fn put(&mut self, x: f32) { let n = self.buf.len(); self.buf[self.head % n] = x; self.head += 1; } }
         fn f() { let mut b = [0.0f32; 8]; let mut r = Ring::new(&mut b); r.put(1.0); b[1] = 3.0; r.put(2.0); }"),
    ("E0503", "struct Ring<'a> { buf: &'a mut [f32], head: usize }
         impl<'a> Ring<'a> { fn slot(&mut self) -> &mut f32 { &mut self.buf[self.head] } }
         fn f(b: &mut [f32]) { let mut r = Ring { buf: b, head: 0 }; let s = r.slot(); r.head += 1; *s = 1.0; }"),
    ("E0502", "struct M { d: [f32; 16] }
         impl M { fn row(&self, i: usize) -> &[f32] { &self.d[i * 4..i * 4 + 4] } fn row_mut(&mut self, i: usize) -> &mut [f32] { &mut self.d[i * 4..i * 4 + 4] } }
         fn f(m: &mut M) { let a = m.row(0); let b = m.row_mut(1); b[0] = a[0]; }"),
    ("E0502", "struct M { d: [f32; 16] }
         impl core::ops::Index<usize> for M { type Output = f32; fn index(&self, i: usize) -> &f32 { &self.d[i] } }
         impl core::ops::IndexMut<usize> for M { fn index_mut(&mut self, i: usize) -> &mut f32 { &mut self.d[i] } }
         fn f(m: &mut M) -> f32 { let r = &m[0]; m[1] = 2.0; *r }"),
    ("E0506", "fn f(t: &mut [u32]) -> u32 { let mut m = &t[0]; for x in t.iter() { if x > m { m = x; } } t[0] = 0; *m }"),
    ("E0506", "fn f(t: &mut [u32]) -> u32 { let m = t.iter_mut().find(|x| **x > 3); t[0] = 4; if let Some(m) = m { *m = 0; } t[0] }"),
    ("E0506", "fn f(t: &mut [u32]) { let mut it = t.chunks_mut(2); let a = it.next().unwrap(); t[3] = 1; a[0] = 2; }"),
    ("E0506", "fn f(t: &mut [u32]) { for w in t.windows(2) { t[0] = w[0]; } }"),
    ("E0502", "fn f(t: &mut [u32]) { t.iter_mut().for_each(|x| *x += t[0]); }"),
    ("E0503", "fn f() -> u32 { let mut acc = 0u32; let mut add = |x: u32| acc += x; for i in 0..4 { add(i); if acc > 2 { break; } } acc }"),
    ("E0506", "fn f() -> u32 { let mut a = [0u32; 4]; let get = |i: usize| a[i]; a[0] = 3; get(0) }"),
    ("E0506", "fn f(o: &mut Option<u32>) -> u32 { let x = o.as_ref(); *o = None; *x.unwrap() }"),
    ("E0499", "fn f(o: &mut Option<u32>) -> u32 { let x = o.as_mut().unwrap(); let y = o.take(); *x = 1; y.unwrap() }"),
    ("E0506", "fn f(t: &mut [Option<u32>]) { for o in t.iter_mut() { if let Some(x) = o { *o = None; *x = 1; } } }"),
    ("E0506", "enum E { A(u32), B { x: u32, y: u32 } }
         fn f(e: &mut E) { match e { E::A(n) => { *e = E::B { x: 1, y: 0 }; *n = 2; } _ => {} } }"),
    ("E0503", "fn pick<'a>(a: &'a mut u32, b: &'a mut u32) -> &'a mut u32 { if *a > *b { a } else { b } }
         fn f() -> u32 { let mut x = 1; let mut y = 2; let r = pick(&mut x, &mut y); y += 1; *r += 1; x + y }"),
    ("E0506", "fn f() -> u32 { let mut x = [1u32; 4]; let s: &mut [u32] = &mut x; let t: &[u32] = s; s[0] = 2; t[0] }"),
    ("E0503", "fn f() -> u32 { let mut x = 5u32; let r: &u32 = &mut x; let y = x; *r + y }"),
    ("E0503", "fn f() -> u32 { let mut x = 5u32; let mut y = 6u32; let mut r = &mut x; let s = &mut r; *s = &mut y; y += 1; *r += 1; x }"),
    ("E0506", "fn set<'a>(r: &mut &'a u32, v: &'a u32) { *r = v; }
         fn f() -> u32 { let a = 1u32; let mut b = 2u32; let mut r = &a; set(&mut r, &b); b = 3; *r + b }"),
    ("E0506", "fn f(n: usize) -> u32 { let mut t = [0u32; 8]; let mut u = [0u32; 8]; let (mut a, mut b) = (&mut t, &mut u); for i in 0..n { a[i] = b[i] + 1; core::mem::swap(&mut a, &mut b); t[0] = 1; } u[0] }"),
    ("E0502", "fn f(m: &mut [[f32; 4]; 4]) { let a = &m[0]; let b = &mut m[1]; b[0] = a[0]; }"),
    ("E0503", "fn f() -> f32 { let mut s = (1.0f32, [0.0f32; 3]); let t = &mut s.1; let w = s; t[0] = 1.0; w.0 }"),
    ("E0515", "fn f(i: f32) -> &'static [f32] { &[i, 2.0] }"),
    ("E0506", "struct B { x: u32, y: u32 }
         impl B { fn x(&mut self, v: u32) -> &mut B { self.x = v; self } }
         fn f() -> u32 { let mut b = B { x: 0, y: 0 }; let r = b.x(1); b.y = 2; r.x }"),
    ("E0499", "trait Shape { fn val(&mut self) -> &mut f32; }
         struct S { r: f32 }
         impl Shape for S { fn val(&mut self) -> &mut f32 { &mut self.r } }
         fn g<T: Shape>(s: &mut T) { let a = s.val(); let b = s.val(); *a = *b; }
         fn f() -> f32 { let mut s = S { r: 1.0 }; g(&mut s); s.r }"),
    ("E0506", "fn largest<T: PartialOrd>(t: &[T]) -> &T { let mut m = &t[0]; for x in t { if *x > *m { m = x; } } m }
         fn f() -> f32 { let mut t = [1.0f32, 2.0]; let m = largest(&t); t[0] = 3.0; *m }"),
    ("E0506", "struct Pair<T> { a: T, b: T }
         fn f() -> u32 { let mut x = 1u32; let y = 2u32; let p = Pair { a: &x, b: &y }; x = 3; *p.a + x }"),
    ("E0506", "unsafe fn f(p: *mut f32, n: usize) { let t = unsafe { core::slice::from_raw_parts_mut(p, n) }; let a = &mut t[0]; t[1] = 1.0; *a = 2.0; }"),
    ("E0506", "fn f(x: &mut f32) { let y = &mut *x; let z = &mut *y; *y = 2.0; *z = 1.0; *x = 3.0; }"),
    ("E0506", "fn f(x: &mut f32) -> f32 { let y = &*x; *x = 1.0; *y }"),
    ("E0503", "fn add(a: &mut u32, b: u32) { *a += b; }
         fn f() -> u32 { let mut x = 0; add(&mut x, x); x }"),
    ("E0502", "fn add(a: &u32, b: &mut u32) { *b += *a; }
         fn f() -> u32 { let mut x = 0; add(&x, &mut x); x }"),
    ("E0506", "fn f(t: &mut [u32], i: usize) -> Option<u32> { let x = t.get_mut(i)?; t[0] = 1; Some(*x) }"),
    ("E0506", "fn f(t: &mut [u32]) -> u32 { let r = loop { let x = &mut t[0]; *x += 1; if *x > 4 { break x; } }; t[1] = 3; *r += 1; t[1] }"),
    ("E0506", "fn f(t: &[u32]) -> impl Iterator<Item = u32> + '_ { t.iter().map(|x| *x + 1) }
         fn g() -> u32 { let mut t = [1u32; 4]; let it = f(&t); t[0] = 2; it.sum() }"),
    ("E0373", "fn f(t: &[u32], k: u32) -> impl Iterator<Item = u32> + '_ { t.iter().map(|x| *x + k) }"),
    ("E0373", "fn mk(k: u32) -> impl Fn(u32) -> u32 { |x| x + k }"),
    ("E0506", "fn f() -> u32 { let mut data = [1usize, 2, 3]; for &d in &data { data[d - 1] += 1; } 0 }"),
    ("E0506", "fn f() -> u32 { let mut n = 0u32; let mut it = core::iter::from_fn(|| { n += 1; if n < 5 { Some(n) } else { None } }); let a = it.next(); n = 0; it.next(); a.unwrap() + n }"),
    ("E0499", "struct Rng { s: u32 }
         impl Rng { fn next(&mut self) -> u32 { self.s = self.s * 3 + 1; self.s } fn range(&mut self, n: u32) -> u32 { self.next() % n } }
         fn f(r: &mut Rng) -> u32 { r.range(r.next()) }"),
    ("E0499", "struct Rng { s: u32 }
         struct W { rng: Rng, t: [u32; 4] }
         impl W { fn next(&mut self) -> u32 { self.rng.s += 1; self.rng.s } fn fill(&mut self) { for x in self.t.iter_mut() { *x = self.next(); } } }"),
    ("E0502", "struct W { t: [u32; 4], n: u32 }
         impl W { fn n(&self) -> u32 { self.n } fn go(&mut self) { for x in &mut self.t { *x += self.n(); } } }"),
    ("E0503", "fn f(a: &mut [f32]) { let s = &mut a[1..3]; s[0] = 1.0; s[1] = a[0]; }"),
    ("E0503", "fn f(a: &[f32]) -> f32 { let (mut lo, mut hi) = (0.0f32, 0.0f32); let r = &mut hi; for x in a { if *x > 0.0 { *r += *x; } else { lo += hi; } } lo + hi }"),
    ("E0502", r#"fn bump(v: &mut [u32; 3]) -> &mut u32 { v[0] += 1; &mut v[1] }
fn f() -> u32 { let mut v = [0; 3]; let r = bump(&mut v); println!("{}", v[0]); *r = 2; v[0] }"#),
    ("E0503", "fn f() { let mut v = [0u32; 3]; let r = &mut v; assert!(v[0] == 0); r[1] = 2; }"),
    ("E0502", r#"fn f() { let mut v = 3u32; let r = &mut v; println!("{v}"); *r = 2; }"#),
    ("E0499", "struct A { b: B, n: u32 } struct B { c: [u32; 4], d: u32 }
         fn f(a: &mut A) { let b = &mut a.b; let c = &mut a.b.c; b.d = 3; c[0] = 1; }"),
    ("E0502", "struct A { n: u32, t: [u32; 4] }
         impl A { fn each<F: FnMut(&mut u32)>(&mut self, mut g: F) { for x in self.t.iter_mut() { g(x); } } }
         fn f(a: &mut A) { a.each(|x| *x = a.n); }"),
    ("E0503", "struct A { n: u32, t: [u32; 4] }
         impl A { fn t(&mut self) -> &mut [u32] { &mut self.t } fn go(&mut self) { for x in self.t() { *x = self.n; } } }"),
    ("E0506", "fn f() -> u32 { let mut a = 3u32; let o = Some(&mut a); a = 5; if let Some(r) = o { *r = 4; } a }"),
    ("E0506", "fn f() -> u32 { let mut t = [3u32; 4]; let refs = [&t[0], &t[1]]; t[0] = 1; *refs[0] + *refs[1] }"),
    ("E0506", "fn f() -> u32 { let mut a = 1u32; let mut b = 2u32; let t = [&mut a, &mut b]; for r in t { *r += 1; b = 3; } a + b }"),
    ("E0503", "fn f(n: u32) -> u32 { let mut s = [0u32; 4]; let mut top = 0usize; let mut push = |x: u32| { s[top] = x; top += 1; }; push(n); while top > 0 { top -= 1; push(3); } s[0] }"),
    ("E0506", "fn f(v: &mut u32) -> u32 { let mut g = |d: u32| { *v += d; *v }; let a = g(1); *v = a; g(2) }"),
    ("E0499", "fn f(p: &mut (u32, u32)) { let (a, _) = p; let q = &mut p.0; *a = 1; *q = 2; }"),
    ("E0506", "struct W<'a> { t: &'a mut [u32] }
         impl<'a> W<'a> { fn part(&mut self, n: usize) -> W<'_> { W { t: &mut self.t[n..] } } }
         fn f(t: &mut [u32]) { let mut w = W { t }; let p = w.part(2); w.t[0] = 3; p.t[0] = 2; }"),
    ("E0503", "fn f(mut x: [u32; 3]) -> u32 { let r = &mut x; let y = x; r[0] = 1; y[0] }"),
    ("E0506", "fn f(t: &mut [u32]) { let mut best: Option<&mut u32> = None; for x in t.iter_mut() { best = Some(x); } t[0] = 1; if let Some(b) = best { *b = 0; } }"),
];

pub(crate) const ACCEPTED: &[&str] = &[
    "struct Ring<'a> { buf: &'a mut [f32], head: usize }
         impl<'a> Ring<'a> { fn new(buf: &'a mut [f32]) -> Self { Ring { buf, head: 0 } } fn put(&mut self, x: f32) { let n = self.buf.len(); self.buf[self.head % n] = x; self.head += 1; } fn get(&self, i: usize) -> f32 { self.buf[i] } }
         fn f() -> f32 { let mut b = [0.0f32; 8]; let mut r = Ring::new(&mut b); r.put(1.0); r.put(2.0); let x = r.get(0); b[1] = 3.0; x + b[1] }",
    "struct Ring<'a> { buf: &'a mut [f32], head: usize }
         impl<'a> Ring<'a> { fn slot(&mut self) -> &mut f32 { self.head += 1; &mut self.buf[self.head] } fn both(&mut self) -> (&mut f32, usize) { (&mut self.buf[0], self.head) } }
         fn f(b: &mut [f32]) { let mut r = Ring { buf: b, head: 0 }; *r.slot() = 1.0; let (x, h) = r.both(); *x = h as f32; let s = r.slot(); *s += 1.0; b[0] = 1.0; }",
    "struct M { d: [f32; 16] }
         impl M { fn row(&self, i: usize) -> &[f32] { &self.d[i * 4..i * 4 + 4] } fn row_mut(&mut self, i: usize) -> &mut [f32] { &mut self.d[i * 4..i * 4 + 4] } }
         fn f(m: &mut M) { let a = m.row(0)[1]; m.row_mut(1)[2] = a; for i in 0..4 { let s: f32 = m.row(i).iter().sum(); m.row_mut(i)[0] = s; } }",
    "struct M { d: [f32; 16] }
         impl M { fn row_mut(&mut self, i: usize) -> &mut [f32] { &mut self.d[i * 4..i * 4 + 4] } }
         fn f(m: &mut M) { m.row_mut(0)[0] = m.row_mut(1)[0]; }",
    "struct M { d: [f32; 16] }
         impl M { fn at(&self, i: usize) -> f32 { self.d[i] } fn at_mut(&mut self, i: usize) -> &mut f32 { &mut self.d[i] } }
         fn f(m: &mut M) { *m.at_mut(0) = m.at(1); *m.at_mut(2) += m.at(3); }",
    "struct M { d: [f32; 16] }
         impl core::ops::Index<usize> for M { type Output = f32; fn index(&self, i: usize) -> &f32 { &self.d[i] } }
         impl core::ops::IndexMut<usize> for M { fn index_mut(&mut self, i: usize) -> &mut f32 { &mut self.d[i] } }
         fn f(m: &mut M) { m[0] = m[1]; m[2] += m[3]; let x = m[1]; m[0] = x; }",
    "#[derive(Clone, Copy)] struct V { x: f32, y: f32 }
         impl core::ops::AddAssign for V { fn add_assign(&mut self, o: V) { self.x += o.x; self.y += o.y; } }
         fn f() -> f32 { let mut v = V { x: 1.0, y: 2.0 }; v += v; let w = v; v += w; v.x }",
    "#[derive(Clone, Copy)] struct V { x: f32, y: f32 }
         fn f(t: &mut [V]) { for v in t.iter_mut() { v.x += v.y; let y = &mut v.y; *y += v.x; } t[0].x = t[1].y; let a = &mut t[0]; a.x = a.y; }",
    "#[derive(Clone, Copy)] struct V { x: f32, y: f32 }
         fn f(t: &mut [V]) { let a = &mut t[0].x; let b = &mut t[0].y; *a = *b; }",
    "#[derive(Clone, Copy)] struct V { x: f32, y: f32 }
         fn f(t: &mut [V], i: usize) { let a = &mut t[i].x; let b = &mut t[i].y; *a = *b; }",
    "#[derive(Clone, Copy)] struct V { x: f32, y: f32 }
         fn f(t: &mut [V; 2]) { let [a, b] = t; a.x = b.x; b.y = a.y; let (p, q) = (&mut a.x, &mut a.y); core::mem::swap(p, q); }",
    "fn f(t: &mut [u32]) { let n = t.len(); let (a, b) = t.split_at_mut(n / 2); for (x, y) in a.iter_mut().zip(b.iter_mut()) { if *x > *y { core::mem::swap(x, y); } } t[0] = 1; }",
    "fn sort(t: &mut [u32]) { if t.len() < 2 { return; } let p = t[0]; let mut i = 1; for j in 1..t.len() { if t[j] < p { t.swap(i, j); i += 1; } } t.swap(0, i - 1); }",
    "fn f(t: &mut [u32]) -> usize { let mut m = &t[0]; let mut at = 0; for (i, x) in t.iter().enumerate() { if x > m { m = x; at = i; } } t[at] = 0; at }",
    "fn f(t: &mut [u32]) -> u32 { let m = *t.iter().max().unwrap(); t[0] = m; m }",
    "fn f(t: &mut [u32]) -> u32 { let m = t.iter().max().unwrap(); t[0] = *m; 3 }",
    "fn f(t: &mut [u32]) -> u32 { let m = t.iter_mut().max().unwrap(); *m = 1; t[0] }",
    "fn f(t: &mut [u32]) -> u32 { let m = t.iter_mut().find(|x| **x > 3); if let Some(m) = m { *m = 0; } t[0] }",
    "fn f(t: &mut [u32]) { let mut it = t.chunks_mut(2); while let Some(c) = it.next() { c[0] = 1; } t[0] = 2; }",
    "fn f(t: &mut [u32]) { let mut it = t.chunks_mut(2); let a = it.next().unwrap(); let b = it.next().unwrap(); a[0] = b[0]; b[1] = a[1]; }",
    "fn f(t: &mut [u32]) { let mut it = t.chunks_exact_mut(2); for c in &mut it { c[0] = 1; } }",
    "fn f(t: &[u32]) -> u32 { let mut it = t.iter(); let a = it.next(); let s: u32 = it.by_ref().take(2).sum(); let b = it.next(); a.unwrap() + b.unwrap() + s }",
    "fn f(t: &mut [u32], k: &[u32]) { for (i, w) in k.windows(2).enumerate() { t[i] = w[0] + w[1]; } }",
    "fn f(t: &mut [u32]) { t.iter_mut().enumerate().for_each(|(i, x)| *x += i as u32); t.iter_mut().for_each(|x| *x *= 2); let s: u32 = t.iter().sum(); t[0] = s; }",
    "fn f(t: &mut [u32]) { let first = t[0]; t.iter_mut().for_each(|x| *x += first); }",
    "fn f(t: &[u32], out: &mut [u32]) { t.iter().zip(out.iter_mut()).filter(|(a, _)| **a > 2).for_each(|(a, o)| *o = *a); out[0] = t[0]; }",
    "fn f() -> u32 { let mut acc = 0u32; let mut add = |x: u32| acc += x; for i in 0..4 { add(i); } acc }",
    "fn f() -> u32 { let mut a = [0u32; 4]; let get = |i: usize| a[i]; let s = get(0) + get(1); a[0] = s; a[0] }",
    "fn f() -> u32 { let mut a = [0u32; 4]; let get = |a: &[u32; 4], i: usize| a[i]; a[0] = 3; get(&a, 0) }",
    "fn f() -> u32 { let mut a = 1u32; let mut b = 2u32; let mut c = || { a += 1; }; let mut d = || { b += 1; }; c(); d(); c(); a + b }",
    "fn f() -> u32 { let mut a = 1u32; let c = || a + 1; let d = || a + 2; let r = &a; c() + d() + *r }",
    "fn twice<F: FnMut()>(mut f: F) { f(); f(); }
         fn f() -> u32 { let mut a = 1u32; twice(|| a += 1); let r = &mut a; twice(|| *r += 1); a }",
    "fn twice<F: FnMut()>(f: &mut F) { f(); f(); }
         fn f() -> u32 { let mut a = 1u32; let mut c = || a += 1; twice(&mut c); c(); a }",
    "fn f(o: Option<&mut u32>) { if let Some(x) = o { *x += 1; *x += 2; } }",
    "fn f(o: &mut Option<u32>) -> &mut u32 { match o { Some(x) => x, None => panic!() } }",
    "fn f(o: &mut Option<u32>) -> &mut u32 { if o.is_none() { *o = Some(1); } o.as_mut().unwrap() }",
    "fn f(o: &mut Option<u32>) -> &mut u32 { o.get_or_insert(3) }",
    "fn f(o: &mut Option<u32>) -> u32 { let x = o.as_mut().unwrap(); *x += 1; let y = o.take(); y.unwrap() }",
    "fn f(t: &mut [Option<u32>]) -> u32 { let mut s = 0; for o in t.iter_mut() { if let Some(x) = o { s += *x; *o = None; } } s }",
    "enum E { A(u32), B { x: u32, y: u32 } }
         fn f(e: &mut E) { match e { E::A(n) => *n += 1, E::B { x, y } => core::mem::swap(x, y) } if let E::A(n) = e { *n = 0; } *e = E::A(1); }",
    "enum E { A(u32), B { x: u32, y: u32 } }
         fn f(e: &mut E) { match e { E::A(n) => { *e = E::B { x: *n, y: 0 }; } E::B { x, .. } => { let k = *x; *e = E::A(k); } } }",
    "fn f(a: &mut u32, b: &mut u32) -> u32 { let r = if *a > *b { &mut *a } else { &mut *b }; *r += 1; *a + *b }",
    "fn f<'a>(a: &'a mut u32, b: &'a mut u32) -> &'a mut u32 { if *a > *b { a } else { b } }",
    "fn pick<'a>(a: &'a mut u32, b: &'a mut u32) -> &'a mut u32 { if *a > *b { a } else { b } }
         fn f() -> u32 { let mut x = 1; let mut y = 2; let r = pick(&mut x, &mut y); *r += 1; y += 1; x + y }",
    "fn pick<'a>(a: &'a mut u32, _b: &u32) -> &'a mut u32 { a }
         fn f() -> u32 { let mut x = 1; let mut y = 2; let r = pick(&mut x, &y); y += 1; *r += 1; x + y }",
    "fn f() -> u32 { let mut x = [1u32; 4]; let s: &mut [u32] = &mut x; let t: &[u32] = s; let a = t[0]; s[0] = 2; a + x[0] }",
    "fn f() -> u32 { let x = 5u32; let r = &x; let s = &r; let y = **s; y + x }",
    "fn f() -> u32 { let mut x = 5u32; let mut y = 6u32; let mut r = &mut x; let s = &mut r; **s += 1; *s = &mut y; *r += 1; x + y }",
    "fn set<'a>(r: &mut &'a u32, v: &'a u32) { *r = v; }
         fn f() -> u32 { let a = 1u32; let mut b = 2u32; let mut r = &a; set(&mut r, &b); let x = *r; b = 3; x + b }",
    "fn f(n: usize) -> u32 { let mut t = [0u32; 8]; let mut i = 0; while i < n { let x = &mut t[i]; if *x == 0 { *x = 1; i += 1; continue; } t[0] += 1; i += 2; } t[0] }",
    "fn f(n: usize) -> u32 { let mut t = [0u32; 8]; let mut last = &mut t[0]; for i in 0..n { *last += 1; last = &mut t[i]; } 0 }",
    "fn f(n: usize) -> u32 { let mut t = [0u32; 8]; let mut u = [0u32; 8]; let (mut a, mut b) = (&mut t, &mut u); for i in 0..n { a[i] = b[i] + 1; core::mem::swap(&mut a, &mut b); } t[0] + u[0] }",
    "fn f(n: usize) -> u32 { let mut t = [[0u32; 4]; 2]; for i in 0..n { let (a, b) = t.split_at_mut(1); let (src, dst) = if i % 2 == 0 { (&a[0], &mut b[0]) } else { (&b[0], &mut a[0]) }; for k in 0..4 { dst[k] = src[k] + 1; } } t[0][0] }",
    "fn f(m: &mut [[f32; 4]; 4]) { for i in 0..4 { for j in 0..i { let x = m[i][j]; m[i][j] = m[j][i]; m[j][i] = x; } } let r = &mut m[0]; r[1] = 2.0; m[1][0] = r[0]; }",
    "fn f(m: &mut [[f32; 4]; 4]) { for row in m.iter_mut() { let s: f32 = row.iter().sum(); for x in row.iter_mut() { *x /= s; } } m[0][0] = 1.0; for row in m { row[0] = 0.0; } }",
    "fn f(m: &mut [[f32; 4]; 4]) { let [a, b, ..] = m; for (x, y) in a.iter_mut().zip(b.iter()) { *x += *y; } }",
    "fn f() -> f32 { let mut s = (1.0f32, [0.0f32; 3]); let (x, t) = &mut s; t[0] = *x; *x = t[1]; s.0 + s.1[0] }",
    "fn f() -> f32 { let mut s = (1.0f32, [0.0f32; 3]); let t = &mut s.1; t[0] = s.0; s.0 = t[1]; s.0 }",
    "fn f() -> &'static [f32] { const T: [f32; 3] = [1.0, 2.0, 3.0]; &T }",
    "fn f(i: usize) -> f32 { let t: &[f32] = if i > 2 { &[1.0, 2.0] } else { &[3.0] }; t[0] }",
    "fn f(i: f32) -> f32 { let t: &[f32] = &[i, 2.0]; t[0] }",
    "fn g() -> [f32; 2] { [1.0, 2.0] }
         fn f() -> f32 { let r = &mut g(); r[0] = 3.0; let s = &g()[1]; r[0] + *s }",
    "struct It<'a> { t: &'a mut [u32], i: usize }
         impl<'a> It<'a> { fn cur(&self) -> u32 { self.t[self.i] } fn bump(&mut self) -> &mut Self { self.i += 1; self } }
         fn f(t: &mut [u32]) -> u32 { let mut it = It { t, i: 0 }; it.bump().bump().bump(); let c = it.cur(); it.t[0] = c; it.bump().cur() }",
    "struct B { x: u32, y: u32 }
         impl B { fn x(&mut self, v: u32) -> &mut B { self.x = v; self } fn y(mut self, v: u32) -> B { self.y = v; self } }
         fn f() -> u32 { let mut b = B { x: 0, y: 0 }.y(3); b.x(1).x(2); let c = b.y(4); c.x + c.y }",
    "trait Shape { fn area(&self) -> f32; fn grow(&mut self, k: f32); }
         struct S { r: f32 }
         impl Shape for S { fn area(&self) -> f32 { self.r } fn grow(&mut self, k: f32) { self.r *= k; } }
         fn g<T: Shape>(s: &mut T) -> f32 { s.grow(s.area()); s.area() }
         fn f() -> f32 { let mut s = S { r: 1.0 }; g(&mut s) + s.area() }",
    "fn largest<T: PartialOrd>(t: &[T]) -> &T { let mut m = &t[0]; for x in t { if *x > *m { m = x; } } m }
         fn f() -> f32 { let mut t = [1.0f32, 2.0]; let m = *largest(&t); t[0] = m; t[0] }",
    "struct Pair<T> { a: T, b: T }
         impl<T> Pair<T> { fn first(&self) -> &T { &self.a } fn second(self) -> T { self.b } }
         fn f() -> u32 { let mut x = 1u32; let y = 2u32; let p = Pair { a: &x, b: &y }; let r = *p.first(); let z = *r + *p.second(); x = 3; x + z }",
    "struct Two<'a, 'b> { a: &'a u32, b: &'b u32 }
         impl<'a, 'b> Two<'a, 'b> { fn a(&self) -> &'a u32 { self.a } }
         fn f() -> u32 { let x = 1u32; let mut y = 2u32; let r; { let t = Two { a: &x, b: &y }; r = t.a(); } y = 3; *r + y }",
    "fn f() -> u32 { let x = 1u32; let mut r = &x; { let y = 2u32; let s = &y; if *s > 1 { r = &x; } } *r }",
    "fn f(c: bool) -> u32 { let r: &u32; let x = 1u32; if c { r = &x; } else { r = &2; } *r }",
    "fn f() -> u32 { let r: &u32; let x = 1u32; { r = &x; } *r }",
    "fn f() -> u32 { let r; let x = 1u32; r = &x; *r }",
    "unsafe fn f(p: *mut f32, n: usize) { let t = unsafe { core::slice::from_raw_parts_mut(p, n) }; let a = &mut t[0]; unsafe { *p = 1.0; } *a = 2.0; }",
    "struct S { p: *mut f32, n: usize }
         impl S { unsafe fn at(&self, i: usize) -> &mut f32 { unsafe { &mut *self.p.add(i) } } }
         unsafe fn f(s: S) { unsafe { let a = s.at(0); let b = s.at(1); *a = *b; core::mem::swap(a, b); } }",
    "fn f(x: &mut f32) -> f32 { let y = x; *y += 1.0; let z = &*y; *z + *y }",
    "fn f(x: &mut f32) { let y = &mut *x; let z = &mut *y; *z = 1.0; *y = 2.0; *x = 3.0; }",
    "fn f(x: &mut f32) { let y = &*x; let z = &*x; let s = *y + *z; *x = s; }",
    "fn inc(x: &mut u32) -> u32 { *x += 1; *x }
         fn f() -> u32 { let mut x = 0; let s = inc(&mut x) + inc(&mut x); let t = [inc(&mut x), inc(&mut x)]; s + t[0] + x }",
    "fn inc(x: &mut u32) -> u32 { *x += 1; *x }
         fn add(a: u32, b: u32) -> u32 { a + b }
         fn f() -> u32 { let mut x = 0; add(inc(&mut x), inc(&mut x)) + add(x, inc(&mut x)) }",
    "fn f(t: &mut [u32]) { let mut rest = &mut t[..]; loop { match rest { [] => break, [x, tail @ ..] => { *x += 1; rest = tail; } } } }",
    "fn f(mut t: &[u32]) -> u32 { let mut s = 0; while let Some((x, tail)) = t.split_first() { s += *x; t = tail; } s }",
    "fn f(t: &mut [u32], i: usize) -> Option<&mut u32> { let x = t.get_mut(i)?; *x += 1; Some(x) }",
    "fn f(t: &mut [u32]) { 'a: for i in 0..4 { let x = &mut t[i]; for j in 0..4 { if *x > j { continue 'a; } *x += 1; } t[i] = 0; } }",
    "fn f(t: &mut [u32]) -> u32 { let r = loop { let x = &mut t[0]; *x += 1; if *x > 4 { break x; } }; *r += 1; t[1] }",
    "fn f(t: &mut [u32]) -> u32 { let r = 'b: { if t[0] > 3 { break 'b &t[1]; } &t[2] }; let x = *r; t[0] = x; x }",
    "fn f(t: &[u32]) -> impl Iterator<Item = u32> + '_ { t.iter().map(|x| *x + 1) }
         fn g() -> u32 { let mut t = [1u32; 4]; let s: u32 = f(&t).sum(); t[0] = s; s }",
    "fn f(w: &mut [f32], x: &[f32]) { let dot: f32 = w.iter().zip(x).map(|(a, b)| a * b).sum(); for (w, x) in w.iter_mut().zip(x.iter()) { *w -= dot * x; } }",
    "fn f() -> u32 { let mut h = [0u32; 4]; let data = [1usize, 2, 3]; for &d in &data { h[d] += 1; } for &d in data.iter() { let slot = &mut h[d]; *slot += 1; } h.iter().sum() }",
    "fn f() -> u32 { let mut data = [1usize, 2, 3]; for d in data { data[d - 1] += 1; } 0 }",
    "fn f() -> u32 { let mut i = 0u32; let mut t = [0u32; 4]; for x in t.iter_mut() { *x = i; i += 1; } let c = t.iter().filter(|&&x| x > i).count(); i = c as u32; i }",
    "fn f() -> u32 { let mut n = 0u32; let mut next = || { n += 1; n }; let a = next(); let b = next(); a + b + n }",
    "fn f() -> u32 { let mut n = 0u32; let it = core::iter::from_fn(|| { n += 1; if n < 5 { Some(n) } else { None } }); let s: u32 = it.sum(); s + n }",
    "struct Rng { s: u32 }
         impl Rng { fn next(&mut self) -> u32 { self.s = self.s * 3 + 1; self.s } fn range(&mut self, n: u32) -> u32 { self.next() % n } }
         fn f(r: &mut Rng) -> u32 { let a = [r.next(), r.next()]; let i = r.range(2) as usize; a[i] + r.next() + r.range(a[0]) }",
    "struct Rng { s: u32 }
         struct W { rng: Rng, t: [u32; 4] }
         impl Rng { fn next(&mut self) -> u32 { self.s = self.s * 3 + 1; self.s } }
         impl W { fn fill(&mut self) { for x in self.t.iter_mut() { *x = self.rng.next(); } } fn n(&self) -> u32 { self.t[0] } fn bad(&mut self) { self.t[self.rng.next() as usize % 4] = self.rng.next(); } }",
    "struct W { t: [u32; 4], n: u32 }
         impl W { fn n(&self) -> u32 { self.n } fn go(&mut self) { self.t[self.n() as usize] = self.n(); let k = self.n(); for x in &mut self.t { *x += k; } } }",
    "struct Two<'a, 'b> { a: &'a u32, b: &'b u32 }
         impl<'a, 'b> Two<'a, 'b> { fn a(&self) -> &'a u32 { self.a } }
         fn f() -> u32 { let x = 1u32; let mut y = 2u32; let r; { let t = Two { a: &x, b: &y }; r = t.a(); } y = 3; *r + y }",
    "use core::sync::atomic::{AtomicU32, Ordering};
         fn f(c: &AtomicU32, t: &[AtomicU32]) -> u32 { let a = &t[0]; let b = &t[0]; a.fetch_add(1, Ordering::Relaxed); b.store(2, Ordering::Relaxed); c.load(Ordering::Relaxed) }",
    "fn f(t: &mut [f32]) { let mut a = [0.0f32; 4]; for (i, x) in a.iter_mut().enumerate() { *x = t[i]; t[i] = 0.0; } a.reverse(); t.copy_from_slice(&a); }",
    "fn f(a: &mut [f32], b: &[f32]) { let n = a.len().min(b.len()); a[..n].copy_from_slice(&b[..n]); let a = &mut a[..n]; a[0] = b[0]; }",
    "fn f(a: &mut [f32]) { let n = a.len(); let (x, y) = a.split_at_mut(n / 2); x.copy_from_slice(y); y.copy_from_slice(x); }",
    "fn f(a: &mut [f32]) { let c = a[1..3].len(); a[1..3].fill(c as f32); a[a.len() - 1] = 1.0; }",
    "fn f(a: &[f32]) -> f32 { let mut best = a[0]; let mut arg = 0; a.iter().enumerate().for_each(|(i, x)| if *x > best { best = *x; arg = i; }); best + a[arg] }",
    "fn f(a: &[f32]) -> f32 { let (mut lo, mut hi) = (0.0f32, 0.0f32); for x in a { let r = if *x > 0.0 { &mut hi } else { &mut lo }; *r += *x; } lo + hi }",
    "fn bump(v: &mut [u32; 3]) -> &mut u32 { v[0] += 1; &mut v[1] }
         fn f() -> u32 { let mut v = [0; 3]; *bump(&mut v) += 1; let r = bump(&mut v); *r = 2; v[0] }",
    r#"fn f() { let mut v = [0u32; 3]; let r = &mut v; println!("{}", r[0]); assert!(r[0] == 0); v[1] = 2; assert_eq!(v[1], 2); }"#,
    "struct A { b: B, n: u32 } struct B { c: [u32; 4], d: u32 }
         fn f(a: &mut A) { let c = &mut a.b.c; let d = &mut a.b.d; c[0] = *d; *d += a.n; a.n = c[1]; let b = &mut a.b; b.d = 3; b.c[1] = b.d; }",
    "struct A { n: u32, t: [u32; 4] }
         impl A { fn each<F: FnMut(&mut u32)>(&mut self, mut g: F) { for x in self.t.iter_mut() { g(x); } } }
         fn f(a: &mut A) -> u32 { let mut s = 0; a.each(|x| { s += *x; *x = 0; }); a.n = s; a.each(|x| *x = s); s }",
    "struct A { n: u32, t: [u32; 4] }
         impl A { fn t(&mut self) -> &mut [u32] { &mut self.t } fn go(&mut self) { let n = self.n; for x in self.t() { *x = n; } for i in 0..self.t().len() { self.t()[i] += self.n; } } }",
    "fn f(x: Option<&u32>, y: &mut u32) { *y = *x.unwrap_or(&3); let z = x.copied().unwrap_or(*y); *y = z; }",
    "fn f() -> u32 { let mut a = 3u32; let o = Some(&mut a); if let Some(r) = o { *r = 4; } a }",
    "fn f() -> u32 { let mut t = [3u32; 4]; let refs = [&t[0], &t[1]]; let s = *refs[0] + *refs[1]; t[0] = s; s }",
    "fn f() -> u32 { let mut a = 1u32; let mut b = 2u32; for r in [&mut a, &mut b] { *r += 1; } a + b }",
    "fn f(t: &mut [u32]) { let [a, b, c] = [0usize, 1, 2]; t[a] = t[b] + t[c]; let i = t[a] as usize; t[i] = 1; t[t[b] as usize] = 2; }",
    "fn go(t: &mut [u32], d: u32) { if d == 0 { return; } let n = t.len() / 2; let (a, b) = t.split_at_mut(n); for i in 0..n { a[i] += b[i]; } let m = &mut t[..n]; m[0] = d; t[0] = 1; }",
    "fn f<'a>(a: &'a [u32], b: &'a [u32], out: &mut [u32]) { let (mut i, mut j) = (0, 0); for o in out.iter_mut() { let x = if i < a.len() && (j >= b.len() || a[i] < b[j]) { i += 1; &a[i - 1] } else { j += 1; &b[j - 1] }; *o = *x; } out[0] = i as u32; }",
    "const N: usize = 4;
         fn f(a: &mut [[f32; N]; N], b: &[[f32; N]; N]) { for (ra, rb) in a.iter_mut().zip(b.iter()) { for (x, y) in ra.iter_mut().zip(rb) { *x = x.max(*y); } } let t = *a; for i in 0..N { for j in 0..N { a[i][j] = t[j][i]; } } }",
    "fn f(n: u32) -> u32 { let mut s = [0u32; 4]; let mut top = 0usize; let mut push = |x: u32| { s[top] = x; top += 1; }; push(n); push(n + 1); while top > 0 { top -= 1; } s[0] }",
    "fn f(v: &mut u32) -> u32 { let mut g = |d: u32| { *v += d; *v }; let a = g(1); let b = g(2); *v = a; a + b }",
    "fn f(p: (&mut u32, &mut u32)) { let (a, b) = p; core::mem::swap(a, b); *a += 1; *b += *a; }",
    "fn f(p: &mut (u32, u32)) { let (a, b) = p; *a += *b; let (c, d) = (&mut p.0, &mut p.1); core::mem::swap(c, d); }",
    "fn f(p: &mut (u32, u32)) { let (a, _) = p; let q = &mut p.1; *a = 1; *q = 2; }",
    "fn f(x: &u32) -> &u32 { let y = x; y }",
    "fn f(x: u32) -> &'static u32 { if x > 3 { &1 } else { &2 } }",
    "fn f<'a>(x: &'a mut [u32]) -> (&'a mut [u32], &'a mut [u32]) { let n = x.len() / 2; x.split_at_mut(n) }",
    "fn f(x: &mut [u32]) -> &mut [u32] { let n = x.len(); let y = &mut x[1..]; y[0] = 1; &mut y[1..n - 1] }",
    "fn f(x: &mut [u32]) -> &[u32] { x[0] = 1; let y = &x[..]; y }",
    "struct W<'a> { t: &'a mut [u32] }
         impl<'a> W<'a> { fn part(&mut self, n: usize) -> W<'_> { W { t: &mut self.t[n..] } } fn into(self) -> &'a mut [u32] { self.t } }
         fn f(t: &mut [u32]) { let mut w = W { t }; w.part(1).t[0] = 1; { let p = w.part(2); p.t[0] = 2; } w.t[0] = 3; let t = w.into(); t[0] = 1; }",
    "fn f(mut x: [u32; 3]) -> u32 { let r = &mut x; r[0] = 1; let y = x; y[0] }",
    "fn f() -> u32 { let x; let y = 3u32; x = &y; *x }",
    "fn f(t: &mut [u32]) { let mut best: Option<usize> = None; for (i, x) in t.iter().enumerate() { if best.map_or(true, |b| *x > t[b]) { best = Some(i); } } if let Some(b) = best { t[b] = 0; } }",
    "fn f(t: &mut [u32]) { let mut best: Option<&mut u32> = None; for x in t.iter_mut() { if best.as_ref().map_or(true, |b| *x > **b) { best = Some(x); } } if let Some(b) = best { *b = 0; } t[0] = 1; }",
];
