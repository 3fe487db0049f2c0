//! What an expression consists of, walked over.

use warpbench_front::rust::check::check;
use warpbench_front::rust::hir::visit::any;
use warpbench_front::rust::hir::{ConstValue, ExprKind};

/// The numbers in the first function, in the order in which they are met.
fn numbers(body: &str) -> Vec<i128> {
    let text = format!("fn f(n: u32, a: [u32; 9]) -> u32 {{ {body} }}");
    let program = check(&text).unwrap_or_else(|found| panic!("{found:?} of\n{text}"));
    let mut met = Vec::new();
    any(&program.functions[0].body, &mut |expr| {
        if let ExprKind::Literal(ConstValue::Int(value)) = expr.kind {
            met.push(value);
        }
        false
    });
    met
}

#[test]
fn every_part_is_met_once_and_in_order() {
    let check = |body: &str, count: i128| {
        assert_eq!(numbers(body), (1..=count).collect::<Vec<_>>(), "of\n{body}");
    };
    check("let b = 1; n + 2 * b", 2);
    check("let b = (1, [2, 3]); if n > 4 { 5 } else { 6 }", 6);
    check("match n * 1 { 77 if n < 2 => 3, _ => 4 }", 4);
    check("for i in (1..2u32).step_by(3) { let _ = i + 4; } 5", 5);
    check("loop { break 1; }", 1);
    check("let mut b; b = a[1]; b += 2; while b < 3 { b = 4; } return b.max(5);", 5);
    check("let b = &a[1..2]; b[3]", 3);
}
