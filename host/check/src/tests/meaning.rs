//! What checked programs say: types that were inferred, and what Rust leaves
//! unsaid.

use super::super::checker::Checker;
use super::check;
use super::with_imports;
use warpbench_hir::{ConstValue, Crate, Expr, ExprKind, Function, Statement};

fn program(source: &str) -> Crate {
    let text = with_imports(source);
    check(&text).unwrap_or_else(|found| panic!("{found:?} of\n{source}"))
}

/// The variables of the last function with their types.
fn types(source: &str) -> String {
    let program = program(source);
    let function = program.functions.last().expect("a function");
    let shower = Checker::new();
    let row = |local: &warpbench_hir::Local| format!("{}: {}", local.name, shower.show(&local.ty));
    function.locals.iter().map(row).collect::<Vec<_>>().join(", ")
}

#[test]
fn infers_types_as_rustc_does() {
    let table = [
        ("fn f() { let a = 1; let b = 1.0; }", "a: i32, b: f64"),
        (
            "#[cfg(not(target_os = \"cuda\"))] fn f() { let a = 1u8; } \
             #[cfg(all(target_os = \"cuda\", target_arch = \"nvptx64\"))] fn f() { \
             #[cfg(any(test, feature = \"wide\", debug_assertions, unix))] let a = 1u16; \
             #[cfg(target_pointer_width = \"64\")] let b = cfg!(target_endian = \"little\"); \
             let c = if cfg!(windows) { 1u32 } else { 2 }; }",
            "b: bool, c: u32",
        ),
        ("fn f(n: usize) { let mut a = 0; while a < n { a += 1; } }", "n: usize, a: usize"),
        ("fn f(x: &[f32]) { let mut s = 0.0; s += x[0] * 2.0; }", "x: &[f32], s: f32"),
        ("fn f() { let a; a = 2u64; let b = [a; 3]; }", "a: u64, b: [u64; 3]"),
        (
            "fn f(p: *const f32) { let q = p.cast(); let r: *const u32 = q; }",
            "p: *const f32, q: *const u32, r: *const u32",
        ),
        ("fn f() { let t = (1, 2.0); let u: (i64, f32) = t; }", "t: (i64, f32), u: (i64, f32)"),
        ("fn f(x: f32) { let y = x as _; let z: u32 = y; }", "x: f32, y: u32, z: u32"),
        (
            "fn f(n: u32) { let x = if n > 1 { 1 } else { n }; let y = loop { break x; }; }",
            "n: u32, x: u32, y: u32",
        ),
        ("fn f(n: u64) { for i in 0..n {} for j in 0..3 {} }", "n: u64, i: u64, j: i32"),
        ("fn f() { let s = 1 << 3u32; let c = 3 as f32; }", "s: i32, c: f32"),
        (
            "fn f() { let tile = shared_array![u32; 4]; let i = thread::index_2d().x; }",
            "tile: *mut u32, i: u32",
        ),
        (
            "fn f() { let (a, b) = 2.5f32.sin_cos(); let c = (-3i64).unsigned_abs(); }",
            "a: f32, b: f32, c: u64",
        ),
        (
            "fn g<const N: usize>(a: &[u32; N]) -> [u32; N] { *a }\nfn f() { let a = g(&[1, 2]); }",
            "a: [u32; 2]",
        ),
    ];
    for (source, expected) in table {
        assert_eq!(types(source), expected, "of\n{source}");
    }
}

#[test]
fn computes_constants() {
    let table = [
        ("const A: u32 = 1 << 4 | 3;", ConstValue::Int(19)),
        ("const A: i32 = -7 / 2;", ConstValue::Int(-3)),
        ("const A: i32 = -2147483648;", ConstValue::Int(-2_147_483_648)),
        ("const A: u32 = !0;", ConstValue::Int(4_294_967_295)),
        (
            "const A: usize = B * B; const B: usize = if C { 3 } else { 4 }; const C: bool = 1 > 2;",
            ConstValue::Int(16),
        ),
        ("const A: f32 = 0.1 + 0.2;", ConstValue::Float(f64::from(0.1_f32 + 0.2_f32))),
        ("const A: u32 = 3.99 as u32 + true as u32;", ConstValue::Int(4)),
        ("const A: i32 = 300_u32 as i32 - u32::MAX as i32;", ConstValue::Int(301)),
        ("const A: u32 = [1, 2, 3][1] + (4, 5).1;", ConstValue::Int(7)),
        ("const A: usize = 10_usize.div_ceil(4).pow(2);", ConstValue::Int(9)),
        (
            "const A: u32 = { let (a, b) = (2, 3); match a * b { 6 => 1, _ => 0 } };",
            ConstValue::Int(1),
        ),
    ];
    for (source, expected) in table {
        assert_eq!(program(source).constants[0].value, expected, "of\n{source}");
    }
}

fn value(function: &Function) -> &Expr {
    match &function.body.kind {
        ExprKind::Block(None, block) => block.value.as_deref().expect("a value"),
        other => panic!("not a block: {other:?}"),
    }
}

#[test]
fn says_what_rust_leaves_unsaid() {
    type Test = fn(&ExprKind) -> bool;
    let table: [(&str, Test); 8] = [
        (
            "fn f(x: &f32) -> f32 { x * 2.0 }",
            |kind| matches!(kind, ExprKind::Binary(_, left, _) if matches!(left.kind, ExprKind::Deref(_))),
        ),
        ("fn f(p: *mut f32) -> *const f32 { p }", |kind| matches!(kind, ExprKind::Cast(_))),
        ("fn f(r: &mut f32) -> *mut f32 { r }", |kind| matches!(kind, ExprKind::Cast(_))),
        (
            "fn f(r: &mut f32) -> &f32 { r }",
            |kind| matches!(kind, ExprKind::AddressOf(place) if matches!(place.kind, ExprKind::Deref(_))),
        ),
        ("fn f(a: &[f32; 3]) -> &[f32] { a }", |kind| matches!(kind, ExprKind::Unsize(_))),
        (
            "fn f(x: &[f32]) -> f32 { x[0] }",
            |kind| matches!(kind, ExprKind::Index(base, _) if matches!(base.kind, ExprKind::Deref(_))),
        ),
        ("fn f(x: &[f32]) -> &[f32] { &x[1..3] }", |kind| matches!(kind, ExprKind::Subslice(..))),
        ("fn f() -> i32 { -2147483648 }", |kind| {
            *kind == ExprKind::Literal(ConstValue::Int(-2_147_483_648))
        }),
    ];
    for (source, holds) in table {
        let program = program(source);
        let value = value(&program.functions[0]);
        assert!(holds(&value.kind), "{:?} of\n{source}", value.kind);
    }
}

#[test]
fn a_deferred_let_has_no_value() {
    let program = program("fn f(c: bool) -> u32 { let x; if c { x = 1 } else { x = 2 } x }");
    let function = &program.functions[0];
    assert!(function.locals[1].is_mutable);
    let ExprKind::Block(None, block) = &function.body.kind else { panic!("not a block") };
    assert!(matches!(block.statements[0], Statement::Let(_, None, _)));
}

#[test]
fn knows_what_is_borrowed() {
    let table = [
        ("fn f() { let a = [1.0; 4]; let n = a.len(); }", false),
        ("fn f() { let a = [1.0; 4]; let b = a[1]; }", false),
        ("fn f() { let a = [1.0; 4]; let b = &a[1]; }", true),
        ("fn f() { let a = [1.0; 4]; let b = a.as_ptr(); }", true),
        ("fn g(x: &[f32]) {} fn f() { let a = [1.0; 4]; g(&a[1..]); }", true),
    ];
    for (source, expected) in table {
        let program = program(source);
        let function = program.functions.last().expect("a function");
        assert_eq!(function.locals[0].is_borrowed, expected, "of\n{source}");
    }
}
