//! Texts that rustc or the workbench refuses, with what is said and where.

use super::{hold, rendered};

#[test]
fn names_the_fault_and_its_place() {
    hold(&CASES);
}

#[test]
fn shows_the_lines_with_labels_notes_and_help() {
    let source = "fn f(n: u32) -> usize {\n    let x = 1;\n    x = n;\n    x\n}\n";
    let expected = "\
error[E0384]: cannot assign twice to immutable variable `x`
  ┌─ kernel.rs:3:5
  │
2 │     let x = 1;
  │         - the variable is declared here, without `mut`
3 │     x = n;
  │     ^ changed here
  │
  = help: declare it with `let mut x`

error[E0308]: mismatched types
  ┌─ kernel.rs:4:5
  │
1 │ fn f(n: u32) -> usize {
  │                 ----- expected because of this result type
  ·
4 │     x
  │     ^ expected `usize`, found `u32`
  │
  = help: convert it: `x as usize`

";
    assert_eq!(rendered(source), expected);
}

const CASES: [(&str, &[&str]); 72] = [
    // Nothing says what the closure takes.
    (
        "fn g<F>(f: F, x: f64) -> f64 { f(x) } fn h() -> f64 { g(|x| x, 1.0) }",
        &["f: expected a function, found the variable `f`", "|x| x: type annotations needed"],
    ),
    (
        "fn f<const N: u32>(x: u32) -> u32 { match x { N => 1, _ => 2 } } fn g() -> u32 { f::<1>(2) }",
        &["N: a const parameter cannot be a pattern"],
    ),
    (
        "static S: u32 = 3; fn f(x: u32) -> u32 { match x { S => 1, _ => 2 } }",
        &["S: a static cannot be a pattern"],
    ),
    (
        "mod m { pub static S: u32 = 3; } fn f(x: u32) -> u32 { match x { m::S => 1, _ => 2 } }",
        &["m::S: a static cannot be a pattern"],
    ),
    // What follows from a mistake is not said.
    (
        "fn f() -> u32 { let t = missing![u32; 4]; let v = t.first(); let w = v.max(); w.len() }",
        &["missing: cannot find macro `missing` in this scope"],
    ),
    (
        "fn f(x: &[u32]) -> u32 { let y = x.no_such().map(|a| a.len()); let z = Default::default(); z.len() }",
        &["no_such: no method `no_such` on type `[u32]`"],
    ),
    // Patterns that compare with what cannot be compared.
    (
        "fn f(s: &[u8; 2]) -> u32 { match s { b\"abc\" => 1, _ => 2 } }",
        &["b\"abc\": mismatched types"],
    ),
    (
        "fn f(s: &[u32]) -> u32 { match s { b\"abc\" => 1, _ => 2 } }",
        &["b\"abc\": mismatched types"],
    ),
    (
        "const N: u32 = 3; fn f(s: &u32) -> u32 { match s { N => 1, _ => 2 } }",
        &["N: mismatched types"],
    ),
    (
        "struct P(u32); const A: P = P(1); fn f(p: P) -> u32 { match p { A => 1, _ => 2 } }",
        &["A: `P` must derive `PartialEq` for its constants to be patterns"],
    ),
    (
        "fn f(x: f32) -> u32 { match x { f32::NAN => 1, _ => 2 } }",
        &["f32::NAN: a pattern cannot be `NAN`"],
    ),
    ("fn f() { assert!(); }", &["assert!(): `assert!` is given too little"]),
    ("fn f(a: u32) { assert_eq!(a); }", &["assert_eq!(a): `assert_eq!` is given too little"]),
    (
        "fn f(a: u32) { assert!(a); assert_ne!(a, 1.0); }",
        &["a: mismatched types", "1.0: mismatched types"],
    ),
    (
        "fn f(a: u32) { debug_assert!(a > 0, a); }",
        &["a: the message of `debug_assert!` must be a text in quotes"],
    ),
    (r#"fn f() -> u32 { panic!("{} {}", b, 1) }"#, &["b: cannot find `b` in this scope"]),
    (
        "fn f(i: u32, x: &[f32]) -> f32 { x[i] }",
        &["i: the type `[f32]` cannot be indexed by `u32`"],
    ),
    (
        "fn f(i: u32) -> usize { let n: usize = i; n + i }",
        &["i: mismatched types", "n + i: cannot add `u32` to `usize`"],
    ),
    ("fn f(a: f32) -> f32 { let b = 2 * a; b }", &["2 * a: cannot multiply `{integer}` by `f32`"]),
    ("fn f(a: f32) -> f32 { a + 1 }", &["a + 1: cannot add `{integer}` to `f32`"]),
    (
        "fn f(count: u32) -> u32 { let total = cuont + 1; total }",
        &["cuont: cannot find `cuont` in this scope"],
    ),
    (
        "fn f() -> u32 { let x = 1; x = 2; x }",
        &["x: cannot assign twice to immutable variable `x`"],
    ),
    ("fn f(x: u32) { x += 1; }", &["x: cannot assign to immutable parameter `x`"]),
    (
        "unsafe fn f(p: *const f32) { *p.add(1) = 2.0; }",
        &["*p.add(1): cannot assign to `*p.add(1)`, which is behind a `*const f32`"],
    ),
    (
        "fn f(p: *const f32) -> f32 { *p }",
        &["*p: reading or writing through a raw pointer needs an `unsafe` function or block"],
    ),
    (
        "unsafe fn f(p: *mut f32, i: usize) { p[i] = 1.0; }",
        &["p: cannot index into a value of type `*mut f32`"],
    ),
    (
        "fn f(c: bool) -> u32 { let x; if c { x = 1; } x }",
        &["x: variable `x` may not have a value here"],
    ),
    ("fn f() -> f32 { 1.0; }", &["f32: mismatched types"]),
    ("fn f() -> f32 { let x = 1.0f32; }", &["f32: mismatched types"]),
    ("fn f() { break; }", &["break: `break` outside of a loop"]),
    (
        "fn f(n: u32) -> u32 { match n { 0 => 1, 2..=9 => 3 } }",
        &["match n: `match` does not cover `1`"],
    ),
    (
        "fn f(b: bool, c: bool) -> u32 { match (b, c) { (true, _) => 1, (_, true) => 3 } }",
        &["match (b, c): `match` does not cover `(false, false)`"],
    ),
    ("fn f() -> i32 { 3000000000 }", &["3000000000: literal out of range for `i32`"]),
    (
        "fn f() -> usize { 50000000000000000000 }",
        &["50000000000000000000: literal out of range for `usize`"],
    ),
    (
        "fn f() { let x = 2.0; let y = x.sqrt(); }",
        &["sqrt: cannot call method `sqrt` on the ambiguous numeric type `{float}`"],
    ),
    (
        "fn f() -> f32 { 2.0.sqrt() }",
        &["sqrt: cannot call method `sqrt` on the ambiguous numeric type `{float}`"],
    ),
    ("fn f(n: u32) -> bool { n as bool }", &["n as bool: cannot cast `u32` as `bool`"]),
    ("fn f(b: bool) -> f32 { b as f32 }", &["b as f32: cannot cast `bool` as `f32`"]),
    (
        "fn f(n: u32) -> u32 { if n == 0 { 1 } else { n * f(n - 1) } }",
        &["f: function `f` calls itself"],
    ),
    (
        r"fn a(n: u32) -> u32 { b(n) }
fn b(n: u32) -> u32 { c(n) }
fn c(n: u32) -> u32 { a(n) }",
        &["a: functions call each other in a circle: `a` → `b` → `c` → `a`"],
    ),
    (
        r#"fn f() { let v = vec![1, 2]; let s: Vec<f32> = Vec::new(); let b = Box::new(1); println!("{}", 1); }"#,
        &[
            "vec: a kernel cannot use `vec!`",
            "Vec<f32>: a kernel cannot use `Vec`",
            "Box: a kernel cannot use `Box`",
        ],
    ),
    (
        r#"static mut X: u32 = 1;
mod m;
extern "C" { fn g(); }"#,
        &[
            "static: the workbench does not read `static mut` in the memory of the whole GPU",
            "mod: the workbench does not read modules in other files",
            r#"extern "C": the workbench does not read `extern` blocks"#,
        ],
    ),
    (
        "fn f(x: f128) -> bf16 { 1 }",
        &[
            "f128: the workbench does not read the type `f128`",
            "bf16: cannot find type `bf16` in this scope",
        ],
    ),
    (
        r#"fn f() -> u32 { "abc"; 'c' }"#,
        &[r#""abc": a kernel cannot use strings"#, "'c': mismatched types"],
    ),
    (
        r"#[kernel]
fn k(q: &f32, r: *mut (f32, u64), s: *const S, t: [f32; 2]) -> f32 { 1.0 }
struct S { a: f32, b: f64 }",
        &[
            "k: kernel `k` must be an `unsafe fn`",
            "*mut (f32, u64): `(f32, u64)` cannot lie in a buffer",
            "*const S: `S` cannot lie in a buffer",
            "f32: kernel `k` cannot return a value",
        ],
    ),
    (
        r"struct P { x: f32 }
fn f(p: P) -> f32 { let q = p; q.x + p.x }
fn g(p: P) -> f32 { p.y }",
        &["p: `p` is used after its value was taken", "y: no field `y` on type `P`"],
    ),
    (
        "fn f() { thread::thread_id_x(); thraed::sync_threads(); sync_threads(); }",
        &[
            "thread_id_x: cannot find `thread_id_x` in `cuda_std::thread`",
            "thraed: cannot find `thraed` in this scope",
            "sync_threads: cannot find `sync_threads` in this scope",
        ],
    ),
    (
        r"fn f(a: f32, b: u32) -> f32 { a }
fn g() { f(1.0); f(1.0, 2, 3); f(1, 2.0); }",
        &[
            "f: this function takes 2 arguments but 1 was supplied",
            "f: this function takes 2 arguments but 3 were supplied",
            "1: mismatched types",
            "2.0: mismatched types",
        ],
    ),
    (
        "fn f(x: f32) { x.sqr(); x.lenght(); let a = [1.0; 3]; a.iter(); a.len; }",
        &[
            "sqr: no method `sqr` on type `f32`",
            "lenght: no method `lenght` on type `f32`",
            "len: no field `len` on type `[{float}; 3]`",
        ],
    ),
    (
        "fn f() { let a: [f32; 3] = [0.0; 4]; let n = 5; let b = [0.0; n]; let c = shared_array![f32; n]; }",
        &[
            "[0.0; 4]: mismatched types",
            "n: the length of an array cannot be the variable `n`",
            "n: the length of a shared array cannot be the variable `n`",
        ],
    ),
    (
        "fn f() { let t = (1, 2); t.3; t.x; let (a, b, c) = t; }",
        &[
            "3: no field `3` on type `({integer}, {integer})`",
            "x: no field `x` on type `({integer}, {integer})`",
            "(a, b, c): mismatched types",
        ],
    ),
    (
        "fn f(n: u32) { if n { } while n {} let x = if n > 1 { 1.0 } else { 2 }; }",
        &["n: mismatched types", "n: mismatched types", "2: mismatched types"],
    ),
    (
        "fn f(n: u32) -> u32 { if n > 3 { 5 } n }",
        &["5: `if` without `else` has no value, but this is `{integer}`"],
    ),
    (
        "fn f(n: u32) -> u32 { let x = loop { break; }; return; }",
        &["return: `return` without a value"],
    ),
    ("fn f(n: u32) -> u32 { n + 1.5 }", &["n + 1.5: cannot add `{float}` to `u32`"]),
    (
        "fn f(n: usize) { for i in 0..n { let x: u32 = i; } for j in 0u32..n {} for k in 0.. {} }",
        &["i: mismatched types", "n: mismatched types"],
    ),
    (
        "fn f(x: &[f32]) { x[1..]; let y = x[..2]; (x[1..], 1); match x[1..] { _ => {} } match x[1..] { y => {} } let z = &x[1..][0]; x[1..].len(); }",
        &[
            "x[1..]: a slice is only used behind a reference",
            "x[..2]: a slice is only used behind a reference",
            "x[1..]: a slice is only used behind a reference",
            "y: a slice is only used behind a reference",
        ],
    ),
    (
        "fn f() { let x; x = 1; x = 2; let y; loop { y = 1; break; } let z; loop { z = 1; } }",
        &[
            "x = 2: cannot assign twice to immutable variable `x`",
            "z = 1: cannot assign twice to immutable variable `z`",
        ],
    ),
    (
        "fn f(c: bool) { let x: u32; while c { x = 1; } }",
        &["x = 1: cannot assign twice to immutable variable `x`"],
    ),
    (
        "fn f(c: bool) -> u32 { let x: u32; while c { x = 1; break; } x }",
        &["x: variable `x` may not have a value here"],
    ),
    (
        "fn f(mut a: f32, b: &mut f32) -> f32 { a += 1.0; *b += a; b += 1.0; a }",
        &["b += 1.0: `+=` cannot change a `&mut f32`"],
    ),
    (
        r"struct A { x: f32 }
impl A { fn g(&self) { self.x = 1.0; } fn h(self) { self.x = 1.0; } fn i(&mut self) { self.x = 1; self.y(); self.g(); A::g(self); self.i; } }",
        &[
            "self.x: cannot assign to `self.x`, which is behind a `&A`",
            "self.x: cannot assign to immutable parameter `self`",
            "1: mismatched types",
            "y: no method `y` on type `A`",
            "i: no field `i` on type `A`",
        ],
    ),
    (
        "fn f() { let a = [1.0, 2, 3.0]; let b = [1, 2.0]; let c = [(1, 2), (3.0, 4)]; }",
        &["2: mismatched types", "2.0: mismatched types", "(3.0, 4): mismatched types"],
    ),
    (
        r"fn f(a: &[f32; 4]) -> f32 { a[4] }
fn g() -> f32 { f(&[1.0, 2.0, 3.0]) }",
        &["4: index 4 is out of bounds", "&[1.0, 2.0, 3.0]: mismatched types"],
    ),
    (
        r"#[kernel]
pub unsafe fn a(x: *mut f32) { *x = 1.0; }
#[kernel]
pub unsafe fn b(x: *mut f32) { a(x); }",
        &["a: kernel `a` cannot be called"],
    ),
    (
        r#"fn f(n: u32) -> u32 { let v = match n { 0 => 1, 1 => return 5, _ => { 3 } }; v }
fn g(n: u32) -> u32 { match n { 0 => "a", 1 => 'b', 300..=5 => 1, _ => 3u64 } }"#,
        &[
            r#""a": a kernel cannot use strings"#,
            "'b': mismatched types",
            "300..=5: this range is empty",
            "3u64: mismatched types",
        ],
    ),
    (
        "fn f(x: f32) -> f32 { let y = if x > 0.0 { x }; y }",
        &["x: `if` without `else` has no value, but this is `f32`"],
    ),
    (
        r"fn f(x: f32) -> u32 { x as usize }
fn g(x: f32) -> f32 { x * 2 as u32 }
fn h(x: usize) -> f32 { x / 2.0 }",
        &[
            "x as usize: mismatched types",
            "x * 2 as u32: cannot multiply `f32` by `u32`",
            "x / 2.0: cannot divide `usize` by `{float}`",
        ],
    ),
    (
        "fn f() { thread::sync_thread(); let i = thread::thread_idx_x(); let j: usize = i; let k = i as usize + j * 2.0; }",
        &[
            "sync_thread: cannot find `sync_thread` in `cuda_std::thread`",
            "i: mismatched types",
            "j * 2.0: cannot multiply `usize` by `{float}`",
        ],
    ),
    (
        "fn f() { let mut a = 0; a += 1.5; a++; }",
        &["a += 1.5: cannot add `{float}` to `{integer}`", "a++: Rust has no `++` and `--`"],
    ),
    (
        "fn f(p: *mut f32) { unsafe { p = p.add(1); *p += 1; } }",
        &[
            "p: cannot assign to immutable parameter `p`",
            "*p += 1: cannot add `{integer}` to `f32`",
        ],
    ),
    (
        r"#[kernel]
pub unsafe fn add(a: &[f32], b: &[f32], c: &mut [f32]) {
    let i = thread::index_1d();
    if i < a.len() {
        c[i] = a[i] + b[i];
    }
}",
        &[
            "a.len(): mismatched types",
            "i: the type `[f32]` cannot be indexed by `u32`",
            "i: the type `[f32]` cannot be indexed by `u32`",
            "i: the type `[f32]` cannot be indexed by `u32`",
        ],
    ),
];
