//! Macros of the file.

use super::faults;

/// Texts, and what is wrong with them.
const CASES: [(&str, &[&str]); 23] = [
    // Only variables are its own: no types, and no fields.
    (
        "struct D<T> { v: T } macro_rules! m { ($tr:ident, $f:ident) => { impl core::ops::$tr for D<f64> { type Output = f64; fn $f(self, r: Self) -> f64 { self.v + r.v } } }; } m!(Add, add); fn f(a: D<f64>, b: D<f64>) -> f64 { a + b }",
        &[],
    ),
    (
        "struct P { x: u32, y: u32 } macro_rules! m { ($a:expr) => {{ let x = $a; let y = x; for x in 0..2 { let _ = x; } P { x, y } }}; } fn f(x: u32) -> u32 { m!(x).y }",
        &[],
    ),
    // A kernel too.
    (
        "use cuda_std::prelude::*; macro_rules! kernel_of { ($name:ident, $ty:ty, |$x:ident| $e:expr) => { #[kernel] pub unsafe fn $name(a: &[$ty], out: *mut $ty) { let $x = a[0]; *out = $e; } }; } kernel_of!(k, f32, |x| x * 2.0 + 1.0);",
        &[],
    ),
    ("macro_rules! m { ($x:expr) => { $x * 2 }; } fn f(a: u32) -> u32 { m!(a + 1) }", &[]),
    ("macro_rules! m { ($x:expr) => { $x * 2 } } fn f(a: u32) -> u32 { m![a] + m! { a } }", &[]),
    // A function that a macro writes is an item of the file.
    ("macro_rules! m { ($n:ident) => { fn $n() -> u32 { 1 } }; } m!(g); fn f() -> u32 { g() }", &[]),
    ("mod a { #[macro_export] macro_rules! m { () => { 1 }; } } fn f() -> u32 { m!() }", &[]),
    // A macro is known from where it stands, and to the end of the block.
    (
        "fn f() -> u32 { m!() } macro_rules! m { () => { 1 }; }",
        &["m: cannot find macro `m` in this scope"],
    ),
    (
        "fn f() -> u32 { { macro_rules! m { () => { 1 }; } } m!() }",
        &["m: cannot find macro `m` in this scope"],
    ),
    (
        "mod a { macro_rules! m { () => { 1 }; } } fn f() -> u32 { m!() }",
        &["m: cannot find macro `m` in this scope"],
    ),
    // Its names are its own, and names of members, methods and functions are not.
    ("macro_rules! m { ($x:expr) => { [1, 2].map(|a| a + $x)[0] }; } fn f(a: u32) -> u32 { m!(a) }", &[]),
    (
        "struct P { x: u32 } impl P { fn y(&self) -> u32 { 1 } } fn max(a: u32) -> u32 { a }
         macro_rules! m { ($p:expr) => {{ let x = $p.x; let y = $p.y() + x; let max = max(y); P { x: max + x } }}; }
         fn f(p: P) -> u32 { m!(p).x }",
        &[],
    ),
    (
        "macro_rules! m { ($x:expr) => {{ let g = |a: u32| a + 1; match g($x) { 0 => 1, a => a + $x } }}; } fn f(a: u32) -> u32 { m!(a) }",
        &[],
    ),
    ("macro_rules! m { ($n:expr) => {{ let mut s = 0; for i in 0..$n { s += i; } s }}; } fn f(i: u32, s: u32) -> u32 { m!(i + s) }", &[]),
    ("macro_rules! m { ($x:expr) => {{ let a = 1; $x + a }}; } fn f(a: f32) -> u32 { m!(a as u32) }", &[]),
    (
        "macro_rules! m { () => { let hidden = 1; }; } fn f() -> u32 { m!(); hidden }",
        &["hidden: cannot find `hidden` in this scope"],
    ),
    ("macro_rules! m { ($n:ident) => { let $n = 1; }; } fn f() -> u32 { m!(seen); seen }", &[]),
    // What is wrong in an argument is said there.
    (
        "macro_rules! m { ($x:expr) => { $x + 1 }; } fn f() -> u32 { m!(b) }",
        &["b: cannot find `b` in this scope"],
    ),
    ("macro_rules! m { ($x:expr) => { $x }; } fn f() -> u32 { m!() }", &["m: no rule of `m!` takes this"]),
    ("macro_rules! m { ($x:expr) => { $x }; } fn f() -> u32 { m!(1, 2) }", &["m: no rule of `m!` takes this"]),
    ("macro_rules! m { () => { m!() }; } fn f() -> u32 { m!() }", &["m: `m!` calls itself too often"]),
    ("macro_rules! m { ($x:expr) }", &["($x:expr): this is not a rule of a macro"]),
    ("macro_rules! m { ($($x:tt)*) => { $($x)* }; } m! { fn f() -> u32 { 1 } }", &[]),
];

#[test]
fn reads_macros_as_rustc_does() {
    for (source, expected) in CASES {
        assert_eq!(faults(source), expected, "{source}");
    }
}

/// Each call makes many: the reader says so instead of filling memory.
#[test]
fn bounds_what_comes_out() {
    let source =
        "macro_rules! m { ($($x:tt)*) => { m!($($x)* $($x)* $($x)*) }; } fn f() { m!(1); }";
    assert_eq!(faults(source), ["m: `m!` calls itself too often"]);
}

/// A file with macros and a kernel with a body.
fn file(macros: &str, body: &str) -> String {
    format!(
        "use cuda_std::prelude::*;\n{macros}\n#[kernel]\npub unsafe fn k(x: &[f32], out: *mut f32, n: u32) {{ {body} }}\n"
    )
}

#[test]
fn calls_that_fit_are_expanded() {
    let cases = [
        ("macro_rules! sq { ($x:expr) => { $x * $x } }", "*out = sq!(x[0] + 1.0);"),
        ("macro_rules! sq { ($x:expr) => { $x * $x }; }", "*out = 1.0 + sq![x[0]];"),
        (
            "macro_rules! sum { ($($x:expr),* $(,)?) => { 0.0 $(+ $x)* } }",
            "*out = sum!(1.0, x[0],);",
        ),
        ("macro_rules! none { () => {} }", "none!(); none! {} *out = 1.0;"),
        (
            "#[macro_export]\nmacro_rules! put { ($p:ident <- $v:expr) => { *$p = $v; } }",
            "put!(out <- 1.0);",
        ),
        (
            "macro_rules! f { ($n:ident, $t:ty) => { fn $n(x: $t) -> $t { x } } } f!(same, f32);",
            "*out = same(1.0);",
        ),
        // What the macro binds is its own.
        (
            "macro_rules! twice { ($e:expr) => { { let a = $e; a + a } } }",
            "let a = 2.0; *out = twice!(a * 3.0) + a;",
        ),
        ("", "macro_rules! here { ($e:expr) => { $e } } *out = here!(2.0);"),
        (
            "macro_rules! is { ($e:expr, $p:pat) => { matches!($e, $p) } }",
            "*out = is!(n, 1 | 2) as u32 as f32;",
        ),
    ];
    for (macros, body) in cases {
        assert_eq!(faults(&file(macros, body)), Vec::<String>::new(), "{macros} {body}");
    }
}
