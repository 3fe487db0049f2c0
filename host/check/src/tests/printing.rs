//! What is said of texts that cannot be printed.

use super::hold;

#[test]
fn names_what_cannot_be_printed() {
    hold(&[
        ("fn f(n: u32, x: f32) { println!(\"{n} {:.2} {x:?} {}\", x, n > 1); }", &[]),
        (
            "fn f(n: u32) { println!(\"{}\"); }",
            &["\"{}\": the text has more places than arguments"],
        ),
        (
            "fn f(n: u32) { println!(\"{1}\", n); }",
            &["\"{1}\": the text has more places than arguments"],
        ),
        ("fn f(n: u32) { println!(\"hello\", n); }", &["n: this argument is never printed"]),
        ("fn f(n: u32) { println!(n); }", &["n: `println!` takes a text in quotes first"]),
        ("fn f(n: u32) { println!(\"{m}\"); }", &["\"{m}\": cannot find `m` in this scope"]),
        (
            "fn f(n: u32) { println!(\"{n.x}\"); }",
            &["\"{n.x}\": this text of `println!` cannot be read"],
        ),
        (
            "fn f(n: u32) { println!(\"{n:d}\"); }",
            &["\"{n:d}\": this text of `println!` cannot be read"],
        ),
        (
            "fn f(n: u32) { println!(\"{\", n); }",
            &["\"{\": this text of `println!` cannot be read"],
        ),
        ("fn f(x: f32) { println!(\"{:x}\", x); }", &["x: `f32` has no such format"]),
        ("fn f(x: f32) { println!(\"{:b}\", x > 1.0); }", &["x > 1.0: `bool` has no such format"]),
        ("fn f(a: [u32; 2]) { println!(\"{:?}\", a); }", &[]),
        ("fn f(a: [u32; 2]) { println!(\"{}\", a); }", &["a: `[u32; 2]` has no such format"]),
        ("fn f(a: [u32; 2]) { println!(\"{}\", a[0]); }", &[]),
        ("fn f(p: *const u32) { println!(\"{:?}\", p); }", &["p: `*const u32` cannot be printed"]),
        ("fn f(w: u32) { println!(\"{:w$}\", 1); }", &["\"{:w$}\": mismatched types"]),
        ("fn f(w: usize) { println!(\"{:w$.*}\", 1, 2.5); }", &[]),
        ("fn f(n: u32) { assert!(n > 0, \"{} of {n:>4}\", n + 1); }", &[]),
        (
            "fn f(n: u32) { assert!(n > 0, \"{}\"); }",
            &["\"{}\": the text has more places than arguments"],
        ),
        ("fn f(n: u32) { panic!(\"{n} {}\", [n]); }", &["[n]: `[u32; 1]` has no such format"]),
        ("fn f(n: u32) { let s = format!(\"{n}\"); }", &["format: a kernel cannot use `format!`"]),
    ]);
}
