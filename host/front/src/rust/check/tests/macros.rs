//! Macros of the file: what a call may be, and what is said where it cannot.

use super::faults;

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

#[test]
fn calls_that_do_not_fit_are_reported() {
    let cases = [
        (
            "macro_rules! sq { ($x:expr) => { $x * $x } }",
            "*out = sq!(1.0, 2.0);",
            "sq: no rule of the macro `sq!` fits this call",
        ),
        (
            "macro_rules! round { ($x:expr) => { round!($x) } }",
            "*out = round!(1.0);",
            "round: the macro `round!` calls itself without an end",
        ),
        (
            "macro_rules! more { ($($x:expr),*) => { $x } }",
            "*out = more!(1.0);",
            "more: `$x` does not fit where the macro `more!` repeats it",
        ),
        (
            "macro_rules! bad { ($x) => { 1 } }",
            "*out = 1.0;",
            "$: nothing says what this variable of a macro stands for",
        ),
        ("macro_rules! sq { ($x:expr) => { $x * $x } }", "*out = sq!(n);", "sq: mismatched types"),
        // The name that a macro binds is not seen by the caller.
        (
            "macro_rules! bind { ($e:expr) => { let hidden = $e; } }",
            "bind!(1.0); *out = hidden;",
            "hidden: cannot find `hidden` in this scope",
        ),
    ];
    for (macros, body, expected) in cases {
        let found = faults(&file(macros, body));
        assert!(found.iter().any(|fault| fault == expected), "{macros} {body}: {found:?}");
    }
}
