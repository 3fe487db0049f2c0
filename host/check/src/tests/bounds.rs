//! Texts that would take a careless reader long, or down.

use super::faults;

/// What is said first; nothing if nothing is wrong.
fn first(source: &str) -> String {
    faults(source).into_iter().next().unwrap_or_default()
}

#[test]
fn bounds_the_nesting() {
    let table = [
        format!("fn f() {{ let x = {}1{}; }}", "(".repeat(5000), ")".repeat(5000)),
        format!("fn f() {{ let x = {}1; }}", "-".repeat(5000)),
        format!("fn f() {{ let x = 1{}; }}", " + 1".repeat(5000)),
        format!("fn f() {{ let x = {}1; }}", "S {} + ".repeat(5000)),
        format!("fn f(x: {}u32{}) {{}}", "A<B, ".repeat(5000), ">".repeat(5000)),
        format!("fn f(c: bool) {{ if c {{}} {} }}", "else if c {}".repeat(5000)),
    ];
    for source in table {
        assert!(first(&source).ends_with("this is nested too deeply"), "{}", first(&source));
    }
}

#[test]
fn bounds_types_and_values() {
    let doubled: String = (0..40).map(|i| format!("let a{} = (a{i}, a{i});", i + 1)).collect();
    let upwards: String = (0..40).rev().map(|i| format!("x{} = (x{i}, x{i});", i + 1)).collect();
    let declared: String = (0..=40).map(|i| format!("let x{i};")).collect();
    let tables: String =
        (0..40).map(|i| format!("const A{i}: [u32; 60000] = [0; 60000];")).collect();
    let table = [
        (format!("fn f() {{ let a0 = 1; {doubled} }}"), "has too many parts"),
        (format!("fn f() {{ {declared} {upwards} x0 = 1; }}"), "has too many parts"),
        (
            "fn f() { let a = [[0; 1000]; 1000]; }".to_owned(),
            "is too large for a thread of its own",
        ),
        (format!("fn f() {{ let a = {}; }}", "9".repeat(5000)), "has too many digits"),
        (tables, "hold too many values"),
        (" ".repeat(300_000), "longer than 256 KiB"),
    ];
    for (source, expected) in table {
        assert!(first(&source).contains(expected), "{}", first(&source));
    }
}

#[test]
fn takes_long_texts_in_its_stride() {
    let lets: String = (0..8000).map(|i| format!("let x{i} = {i};")).collect();
    let calls: String = (0..3000).map(|i| format!("fn f{i}() {{ f{}(); }}\n", i + 1)).collect();
    for source in [format!("fn f() {{ {lets} }}"), format!("{calls}fn f3000() {{}}")] {
        assert_eq!(first(&source), "");
    }
    let unknown: String = (0..5000).map(|i| format!("q{i} + x{i};")).collect();
    assert_eq!(faults(&format!("fn f() {{ {unknown} }}")).len(), 20);
}
