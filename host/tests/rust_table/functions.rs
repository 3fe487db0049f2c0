//! Helpers, const parameters, structures and methods.

use super::data::{Case, case};

/// Names, items, and bodies of kernels that use them.
const CASES: [(&str, &str, &str); 31] = [
    ("a helper", "fn twice(x: i32) -> i32 { x * 2 }", "*out.add(i) = twice(a[i]) + twice(3);"),
    ("a helper that stands behind its use", "", "*out.add(i) = later(a[i]);"),
    ("a helper without a result", "fn nothing(_x: i32) {}", "nothing(a[i]); *out.add(i) = 1;"),
    (
        "a helper that returns early",
        "fn sign(x: i32) -> i32 { if x < 0 { return -1; } if x == 0 { return 0; } 1 }",
        "*out.add(i) = sign(a[i]);",
    ),
    (
        "a helper that returns from loops",
        "fn find(x: i32) -> i32 { for k in 0..10 { let mut j = 0; while j < k { if k * j > x { return k * 10 + j; } j += 1; } } -1 }",
        "let mut sum = 0; for k in 0..3 { sum = sum * 2 + find(a[i] + k); } *out.add(i) = sum;",
    ),
    (
        "a helper with several results",
        "fn both(x: i32, y: i32) -> (i32, i32) { (x + y, x - y) }",
        "let (s, d) = both(a[i], 3); *out.add(i) = s * d + both(1, 2).1;",
    ),
    (
        "helpers that call helpers",
        "fn one(x: i32) -> i32 { x + 1 }\nfn two(x: i32) -> i32 { one(x) * one(one(x)) }\nfn three(x: i32) -> i32 { two(x) - one(two(1)) }",
        "*out.add(i) = three(a[i]);",
    ),
    (
        "a helper whose parameters change",
        "fn count(mut x: u32) -> i32 { let mut n = 0; while x != 0 { x &= x - 1; n += 1; } n }",
        "*out.add(i) = count(a[i] as u32);",
    ),
    (
        "a helper with a parameter that is a pattern",
        "fn pair((x, y): (i32, i32), (p, _): (i32, f32)) -> i32 { x * y + p }",
        "*out.add(i) = pair((a[i], 2), (7, 0.5));",
    ),
    (
        "arrays given and returned",
        "fn turn(t: [i32; 3]) -> [i32; 3] { [t[1], t[2], t[0]] }",
        "let t = turn(turn([a[i], 2, 3])); *out.add(i) = t[0] * 100 + t[1] * 10 + t[2];",
    ),
    (
        "a helper that is unsafe",
        "unsafe fn second(p: *const i32) -> i32 { *p.add(1) }",
        "*out.add(i) = second(a.as_ptr().add(i % 30));",
    ),
    (
        "a safe helper with an unsafe block",
        "fn second(p: *const i32) -> i32 { unsafe { *p.add(1) } }",
        "*out.add(i) = second(a.as_ptr().add(i % 30));",
    ),
    (
        "an inline helper",
        "#[inline(always)]\nfn square(x: i32) -> i32 { x * x }\n#[inline]\npub fn cube(x: i32) -> i32 { square(x) * x }",
        "*out.add(i) = cube(a[i]);",
    ),
    (
        "a const parameter",
        "fn scale<const N: i32>(x: i32) -> i32 { x * N + N }",
        "*out.add(i) = scale::<3>(a[i]) + scale::<-2>(a[i]);",
    ),
    (
        "const parameters of other types",
        "fn pick<const FLIP: bool, const BY: u32>(x: u32) -> u32 { if FLIP { !x >> BY } else { x << BY } }",
        "*out.add(i) = (pick::<true, 3>(a[i] as u32) ^ pick::<false, 5>(a[i] as u32)) as i32;",
    ),
    (
        "a const parameter as a length",
        "fn sum<const N: usize>(x: i32) -> i32 { let mut t = [x; N]; let mut k = 1; while k < N { t[k] += t[k - 1]; k += 1; } t[N - 1] }",
        "*out.add(i) = sum::<4>(a[i]) - sum::<1>(a[i]);",
    ),
    (
        "a const parameter from an argument",
        "fn sum<const N: usize>(t: [i32; N]) -> i32 { let mut s = 0; for k in 0..N { s = s * 2 + t[k]; } s }",
        "*out.add(i) = sum([a[i], 1, 2]) + sum([4, 5]);",
    ),
    (
        "a const parameter handed on",
        "fn inner<const N: usize>(x: i32) -> i32 { x * N as i32 }\nfn outer<const N: usize>(x: i32) -> i32 { inner::<N>(x) + inner::<{ 2 + 3 }>(x) }\nconst SIX: usize = 6;",
        "*out.add(i) = outer::<SIX>(a[i]);",
    ),
    (
        "a structure",
        "#[derive(Clone, Copy)]\nstruct Point { x: i32, y: i32 }",
        "let p = Point { y: 2, x: a[i] }; let q = Point { x: p.y, ..p }; *out.add(i) = q.x * 10 + q.y;",
    ),
    (
        "a structure that changes",
        "#[derive(Clone, Copy)]\n#[repr(C)]\nstruct Point { x: i32, y: f32 }",
        "let mut p = Point { x: a[i], y: 0.5 }; let old = p; p.x += 3; p.y *= 8.0; *out.add(i) = p.x * old.x + p.y as i32;",
    ),
    (
        "a structure taken apart",
        "struct Point { x: i32, y: i32, z: i32 }",
        "let Point { x, y: second, .. } = Point { x: a[i], y: 5, z: 6 }; *out.add(i) = x - second;",
    ),
    (
        "structures given and returned",
        "#[derive(Clone, Copy)]\nstruct Point { x: i32, y: i32 }\nfn swap(p: Point) -> Point { Point { x: p.y, y: p.x } }",
        "let x = a[i]; let y = 3; let p = swap(Point { x, y }); *out.add(i) = p.x * 1000 + p.y;",
    ),
    (
        "structures within structures",
        "#[derive(Clone, Copy)]\nstruct Inner { t: [i32; 2], k: (u32, i32) }\n#[derive(Clone, Copy)]\nstruct Outer { a: Inner, b: i32 }",
        "let mut o = Outer { a: Inner { t: [1, a[i]], k: (2, 3) }, b: 4 }; o.a.t[i % 2] += 10; o.a.k.1 = o.a.t[1]; let n = o.a; *out.add(i) = n.t[0] * 100 + n.t[1] + o.a.k.1 + o.b;",
    ),
    (
        "a method by value",
        "#[derive(Clone, Copy)]\nstruct Point { x: i32, y: i32 }\nimpl Point { fn dot(self, other: Point) -> i32 { self.x * other.x + self.y * other.y } }",
        "let p = Point { x: a[i], y: 2 }; *out.add(i) = p.dot(p) + p.dot(Point { x: 1, y: 1 });",
    ),
    (
        "a method that looks",
        "struct Point { x: i32, y: i32 }\nimpl Point { fn sum(&self) -> i32 { self.x + self.y } fn twice(&self) -> i32 { self.sum() * 2 } }",
        "let p = Point { x: a[i], y: 2 }; *out.add(i) = p.twice() + p.sum();",
    ),
    (
        "a method that changes",
        "struct Counter { n: i32, steps: u32 }\nimpl Counter { fn step(&mut self, by: i32) -> i32 { self.n += by; self.steps += 1; self.n } }",
        "let mut c = Counter { n: a[i], steps: 0 }; let first = c.step(3); c.step(4); *out.add(i) = c.n * 10 + first + c.steps as i32;",
    ),
    (
        "functions and constants of a structure",
        "#[derive(Clone, Copy)]\nstruct Point { x: i32, y: i32 }\nimpl Point { const ZERO: i32 = 5; fn new(x: i32, y: i32) -> Self { Self { x, y } } fn unit() -> Point { Point::new(1, Self::ZERO) } }",
        "let p = Point::new(a[i], 2); let q = Point::unit(); *out.add(i) = p.x * q.x + p.y * q.y + Point::ZERO;",
    ),
    (
        "a method with a const parameter",
        "#[derive(Clone, Copy)]\nstruct Wrap { x: i32 }\nimpl Wrap { fn times<const N: i32>(self) -> Wrap { Wrap { x: self.x * N } } }",
        "*out.add(i) = Wrap { x: a[i] }.times::<3>().times::<2>().x;",
    ),
    (
        "a variable lent to a helper",
        "fn bump(x: &mut i32, by: i32) -> i32 { let old = *x; *x += by; old }",
        "let mut x = a[i]; let y = bump(&mut x, 3) + bump(&mut x, 4); *out.add(i) = x * 100 + y;",
    ),
    (
        "parts lent to helpers",
        "fn bump(x: &mut i32) { *x = *x * 2 + 1; }\nfn outer(x: &mut i32) { bump(x); bump(&mut *x); }\nstruct Pair { a: i32, t: [i32; 3] }",
        "let mut p = Pair { a: a[i], t: [1, 2, 3] }; outer(&mut p.a); bump(&mut p.t[i % 3]); let mut q = (4, 5); bump(&mut q.1); *out.add(i) = p.a + p.t[0] * 3 + p.t[1] * 5 + p.t[2] * 7 + q.1;",
    ),
    (
        "references to look through",
        "fn larger(x: &i32, y: &i32) -> i32 { if *x > *y { *x } else { *y } }\nfn first(t: &[i32; 3]) -> i32 { t[0] + t.len() as i32 }",
        "let x = a[i]; let r = &x; *out.add(i) = larger(r, &4) + first(&[x, 1, 2]) + *r;",
    ),
];

pub(crate) fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = (CASES.iter())
        .map(|(name, items, body)| {
            let text = format!(
                "{items}
#[kernel]
pub unsafe fn body(a: &[i32], out: *mut i32) {{
    let i = thread::index_1d() as usize;
    {body}
}}
fn later(x: i32) -> i32 {{ x - 1 }}"
            );
            case(name, &text)
        })
        .collect();
    cases.push(
        case(
            "a kernel with const parameters",
            "
#[kernel]
pub unsafe fn tiles<const SIDE: usize, const BIAS: u32>(a: &[u32], out: *mut u32) {
    let i = thread::index_1d() as usize;
    let mut row = [BIAS; SIDE];
    let mut k = 0;
    while k < SIDE {
        row[k] += a[(i + k) % a.len()];
        k += 1;
    }
    *out.add(i) = row[0] * 100 + row[SIDE - 1];
}",
        )
        .constant("SIDE", 3)
        .constant("BIAS", 9),
    );
    cases
}
