//! What functions promise of what they return, and what is found out later.

use super::{faults, hold};

#[test]
fn what_is_promised_of_impl_trait_must_hold() {
    hold(&[
        ("fn f() -> impl Fn(u32) -> u32 { |x| x }", &[]),
        ("fn f() -> impl Fn(u32) -> u64 { |x| x }", &["x: mismatched types"]),
        (
            "fn f() -> impl Fn(u32) -> u32 { |x, y| x }",
            &["|x, y| x: this closure takes 2 arguments, and 1 are given to it"],
        ),
        (
            "fn f() -> impl Iterator<Item = u64> { 0..4u32 }",
            &["impl Iterator<Item = u64: mismatched types"],
        ),
        ("fn f() -> impl Iterator<Item = u64> { 0..4 }", &[]),
        (
            "trait Shape {} struct S; fn f() -> impl Shape { S }",
            &["impl Shape: `S` does not implement `Shape`"],
        ),
        ("trait Shape {} struct S; impl Shape for S {} fn f() -> impl Shape { S }", &[]),
        (
            "fn f(a: &[u32]) -> impl DoubleEndedIterator<Item = &u32> { a.iter().skip_while(|x| **x < 3) }",
            &[
                "impl DoubleEndedIterator: `an iterator over &u32` does not implement `DoubleEndedIterator`",
            ],
        ),
        ("fn f(a: &[u32]) -> (impl DoubleEndedIterator<Item = &u32>, u32) { (a.iter(), 1) }", &[]),
    ]);
}

#[test]
fn what_nothing_says_is_asked_for() {
    let matrix = "struct M<const N: usize>([u32; N]); impl<const N: usize> M<N> { const ZERO: Self = M([0; N]); }";
    let found = faults(&format!("{matrix} fn f() {{ let m = M::ZERO; }}"));
    assert_eq!(found, ["M::ZERO: type annotations needed"]);
    assert_eq!(faults(&format!("{matrix} fn f() {{ let m: M<2> = M::ZERO; }}")), [""; 0]);
    assert_eq!(faults("fn f() -> impl Sized { |x| x }").len(), 1);
}

#[test]
fn a_type_that_cannot_lie_in_a_buffer_is_told_once() {
    hold(&[(
        "pub struct A { x: f32, n: u8 } #[kernel] pub unsafe fn k(a: &[A], b: *mut A) { *b = A { x: a[0].x, n: 1 }; }",
        &["&[A]: `A` cannot lie in a buffer"],
    )]);
}
