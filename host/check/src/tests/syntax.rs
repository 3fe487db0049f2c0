//! Texts that are not Rust yet, as they are while somebody types.

use super::hold;

#[test]
fn one_broken_line_does_not_hide_the_others() {
    hold(&CASES);
}

const CASES: [(&str, &[&str]); 56] = [
    (
        r"fn f() {
    let x = 1
    let y = 2;
    y + unknown;
}
fn g() -> u32 { 1.5 }",
        &[
            "1: expected `;`, found `let`",
            "unknown: cannot find `unknown` in this scope",
            "1.5: mismatched types",
        ],
    ),
    (
        r"fn f() {
    let x = ;
    let y = x + 1;
    if y > {
        1;
    }
    foo(;
}
fn g() -> u32 { 1.5 }",
        &["}: mismatched closing `}`"],
    ),
    (
        r"fn f() {
    let mut i = 0;
    while i < 3 {
        let z = i +;
        i += 1.0;
    }
    x = 1
    y = 2;
}",
        &[
            ";: expected an expression, found `;`",
            "i += 1.0: cannot add `{float}` to `{integer}`",
            "1: expected `;`, found `y`",
        ],
    ),
    (
        r"#[kernel]
pub unsafe fn k(x: &[f32], out: *mut f32) {
    let i = thread::
}",
        &["}: expected identifier, found `}`"],
    ),
    (
        r"#[kernel]
pub unsafe fn k(x: &[f32], out: *mut f32) {
    let i = thread::index_1d() as usize;
    if i < x.
}",
        &["}: expected identifier or integer, found `}`"],
    ),
    (
        r"#[kernel]
pub unsafe fn k(x: &[f32], out: *mut f32) {
    if x.len() > 3 {
        *out = 1.0;

}
fn g() { let x: u32 = 1.0; }",
        &["{: this `{` is not closed"],
    ),
    ("fn f() { let a = (1 + 2; }", &["}: mismatched closing `}`"]),
    ("fn f() } }", &["}: unexpected closing `}`"]),
    (r#"fn f() { let s = "abc; }"#, &[r#"": this string does not end"#]),
    ("fn f() { /* abc }", &["/*: this comment does not end"]),
    ("fn f( { }", &["(: this `(` is not closed"]),
    (
        r"fn f(a: f32 b: u32) { }
fn g() { nope; }",
        &["b: expected `,`, found `b`", "nope: cannot find `nope` in this scope"],
    ),
    ("fn f() -> { }", &["{: expected a type, found `{`"]),
    (
        r"pub struct S { a f32 }
fn g() { nope; }",
        &["f32: expected `:`, found `f32`", "nope: cannot find `nope` in this scope"],
    ),
    (
        r"impl S { fn a() { let x = 1 let y = 2; } fn b() { nope } }
struct S;",
        &["1: expected `;`, found `let`", "nope: cannot find `nope` in this scope"],
    ),
    (
        r"let x = 1;
fn g() { nope; }",
        &["let: expected an item, found `let`", "nope: cannot find `nope` in this scope"],
    ),
    ("fn f() { € }", &["€: `€` cannot be read"]),
    (
        "fn f() { let x = 5 as; match 3 { 1 => , _ => 2 } }",
        &[";: expected a type, found `;`", ",: expected an expression, found `,`"],
    ),
    (
        "fn f() { for i in 0..10 { let a = i; } else { } }",
        &["else: expected an expression, found `else`"],
    ),
    ("fn f() { int x = 5; }", &["int x = 5: a variable is declared with `let`"]),
    ("fn f() { x++; }", &["x++: Rust has no `++` and `--`"]),
    ("fn f() { if (x == 1) then { } }", &["then: expected `{`, found `then`"]),
    (
        r"fn f(x: f32) -> f32 { return x * 2.0 }
fn g(x: f32) -> f32 { return x * 2.0; ; }
fn h() { let 5x = 1; }",
        &["5x: this pattern does not take every value"],
    ),
    ("fn f(n: u32) { let a = n > 1 > 2; }", &["1: comparison operators cannot be chained"]),
    (
        r"#[kernel]
pub unsafe fn k(out: *mut f32)
{
    *out = 1.0
    *out.add(1) = 2.0
}",
        &["1.0: cannot multiply `{float}` by `*mut f32`"],
    ),
    (
        r"const A: u32 = B; const B: u32 = A;
const C: u32 = 5 - 6; const D: usize = 1 / 0; const E: [u32; 2] = [1, 2]; const F: u32 = E[3];
const G: i32 = 1 << 40; const H: f32 = 1;",
        &[
            "A: constant `A` depends on itself",
            "5 - 6: this constant does not fit into `u32`",
            "1 / 0: division by zero",
            "3: index 3 is out of bounds",
            "1 << 40: `i32` cannot be shifted by 40 bits",
            "1: mismatched types",
        ],
    ),
    (
        r"struct R { a: R, b: &f32, c: Vec<f32> }
struct A { b: B } struct B { a: [A; 2] }",
        &[
            "R: structure `R` contains itself",
            "&f32: a reference in a structure needs a lifetime",
            "Vec<f32>: a kernel cannot use `Vec`",
            "A: structure `A` contains itself",
        ],
    ),
    (
        "fn f(x: &f32, y: &mut f32) { *x = 1.0; *y = 2; y = 3.0; let z = &mut 5; let q = 1; let r = &mut q; }",
        &[
            "*x: cannot assign to `*x`, which is behind a `&f32`",
            "2: mismatched types",
            "y: cannot assign to immutable parameter `y`",
            "3.0: mismatched types",
            "q: cannot borrow `q` as mutable, as it is not declared `mut`",
        ],
    ),
    (
        "fn f(x: &[f32], i: usize) { x[i] = 1.0; x.as_mut_ptr(); }",
        &[
            "x[i]: cannot assign to `x[i]`, which is behind a `&[f32]`",
            "x: cannot borrow as mutable `x`, which is behind a `&[f32]`",
        ],
    ),
    (
        r"fn f(n: u32) -> u32 { match n { x => x, } }
fn g(n: u32) -> u32 { match n { 1 => 2.0, _ => 3 } }
fn h(n: f32) -> u32 { match n { 1 => 2, _ => 3 } }
fn i(n: bool) -> u32 { match n { true => 2 } }
fn j(n: i32) -> u32 { match n { -5..=5 => 2, i32::MIN..=-6 => 1, 6..=i32::MAX => 3 } }
fn k(n: i32) -> u32 { match n { -5..=5 => 2, ..=-6 => 1, 7.. => 3 } }",
        &[
            "2.0: mismatched types",
            "1: mismatched types",
            "match n: `match` does not cover `false`",
            "match n: `match` does not cover `6`",
        ],
    ),
    (
        r"unsafe fn g() {}
fn f() { g(); unsafe { g(); } let p: *const f32 = 5 as *const f32; }",
        &[
            "g(): calling the unsafe function `g` needs an `unsafe` function or block",
            "5 as *const f32: cannot cast `i32` as `*const f32`",
        ],
    ),
    (
        "fn f() { let a = [1, 2, 3]; a[5]; a[-1]; 1 / 0; 1u32 << 40; -1u32; let x: u32 = -5; }",
        &[
            "5: index 5 is out of bounds",
            "-1: cannot apply unary operator `-` to type `usize`",
            "1 / 0: division by zero",
            "1u32 << 40: `u32` cannot be shifted by 40 bits",
            "-1u32: cannot apply unary operator `-` to type `u32`",
            "-5: cannot apply unary operator `-` to type `u32`",
        ],
    ),
    (
        "fn f() { let x = (1, 2); let y = x + 1; let z = x == x; !1.5; -true; }",
        &[
            "x + 1: cannot add `{integer}` to `({integer}, {integer})`",
            "!1.5: cannot apply unary operator `!` to type `{float}`",
            "-true: cannot apply unary operator `-` to type `bool`",
        ],
    ),
    (
        r"fn f<const N: usize>() -> [f32; N] { [0.0; N * 2] }
fn g() { f(); let a: [f32; 3] = f::<4>(); f::<u32>(); f::<1, 2>(); f::<-1>(); }",
        &[
            "N: the parameter `N` cannot be part of a constant expression",
            "f: the const parameter `N` of `f` is not known",
            "f::<4>(): mismatched types",
            "u32: expected a constant of type `usize`",
            "f: `f` has 1 const parameters but 2 were given",
            "-1: literal out of range for `usize`",
        ],
    ),
    (
        "fn f() { let a = 1; let a = a.b.c; a.foo(); a + 1.0; a(); a[1]; }",
        &["b: no field `b` on type `{integer}`"],
    ),
    (
        "fn f(p: *mut f32, i: u32) { unsafe { *p.add(i) = 1; p.offset(1u32); p + 1; p.write(1); } }",
        &[
            "i: mismatched types",
            "1: mismatched types",
            "1u32: mismatched types",
            "p + 1: cannot add `{integer}` to `*mut f32`",
            "1: mismatched types",
        ],
    ),
    (
        r"async fn f() {}
fn g() where u32: Copy {}
fn h() -> impl Copy { 1 }
fn i() { let x: &dyn Fn(); }
fn j(x: unsafe fn(u32) -> u32) {}
fn k() -> ! { loop {} }
fn l() { foo?; x.await; async {}; yield 1; }",
        &[
            "async: a kernel cannot use `async`",
            "dyn Fn(): the workbench does not read trait objects",
            "unsafe fn(u32) -> u32: the workbench does not read pointers to functions",
            "foo: cannot find `foo` in this scope",
            "await: a kernel cannot use `.await`",
            "async: a kernel cannot use `async`",
            "yield: the workbench does not read `yield`",
        ],
    ),
    (
        r"fn f(a: u32, a: u32) {}
fn f() {}
const f: u32 = 1;",
        &[
            "a: the name `a` is given to two parameters",
            "f: the name `f` is defined more than once",
            "f: the name `f` is defined more than once",
        ],
    ),
    (
        r"#[kernal]
#[test]
fn f() {}",
        &[
            "kernal: cannot find attribute `kernal` in this scope",
            "test: cannot find attribute `test` in this scope",
        ],
    ),
    (
        r"#[cfg(foo = 1)]
fn f() { let a = cfg!(not(a, b)); }",
        &["#[cfg(foo = 1)]: this condition cannot be read", "cfg: this condition cannot be read"],
    ),
    (
        r"#[kernel]
pub unsafe fn k(x: &[f32], out: *mut f32) {
    let i = thread::index_1d() as usize;
    let y = x[i] *
    *out.add(i) = y;
}",
        &["x[i] *: invalid left-hand side of assignment", "y: cannot find `y` in this scope"],
    ),
    (
        r"#[kernel]
pub unsafe fn k(x: &[f32], out: *mut f32) {
    let i = thread::index_1d() as usize;
    if i < x.len() {
        *out.add(i) = x[
    }
}",
        &["}: mismatched closing `}`"],
    ),
    (
        r"#[kernel]
pub unsafe fn k(x: &[f32], out: *mut f32) {
    let i = thread::index_1d() as usize;
    for
    *out.add(i) = 1.0;
}",
        &["*: expected a pattern, found `*`"],
    ),
    (
        r"#[kernel]
pub unsafe fn k(x: &[f32], out: *mut f32) {
    let i = thread::index_1d() as usize;
    while i <
    {
        *out.add(i) = 1;
    }
    let
}",
        &["let: expected `{`, found `let`", "}: expected a pattern, found `}`"],
    ),
    (
        r"#[kernel]
pub unsafe fn k(x: &[f32], out: *mut",
        &["(: this `(` is not closed"],
    ),
    (
        r"#[kernel]
pub unsafe fn",
        &[": expected identifier, found the end of the text"],
    ),
    ("#[kernel]", &[": expected an item, found the end of the text"]),
    (
        r"pub unsafe fn k(x: &[f32], out: *mut f32) {
    match x.len() {
        0 =>
        1 => return,
    }
}
fn g() { let a: u32 = 1.5; }",
        &["=: expected `,`, found `=`", "1.5: mismatched types"],
    ),
    (
        r"fn f(x: f32 { x }
fn g() { let a: u32 = 1.5; }",
        &["(: this `(` is not closed"],
    ),
    ("fn f(x: f32) -> f32 { x * }", &["}: expected an expression, found `}`"]),
    ("fn f(x: f32) -> f32 { (x + 1.0 }", &["}: mismatched closing `}`"]),
    (
        r"const A: u32 =
fn f() { nope }",
        &["fn: expected an expression, found `fn`", "nope: cannot find `nope` in this scope"],
    ),
    (
        r"struct S { x: f32, y: }
fn f(s: S) -> f32 { s.x }",
        &["}: expected a type, found `}`"],
    ),
    (
        "fn f() { a.b.; c.d(1, ); }",
        &[";: expected identifier or integer, found `;`", "c: cannot find `c` in this scope"],
    ),
    (
        r"fn f(n: u32) -> u32 {
    if n > 1 {
        return 1
    } else
    n
}",
        &["n: expected `if` or `{`, found `n`"],
    ),
    (
        "fn f() { let x = 1.5 let y: u32 = x; x = 3.0; }",
        &[
            "5: expected `;`, found `let`",
            "x: mismatched types",
            "x: cannot assign twice to immutable variable `x`",
        ],
    ),
];
