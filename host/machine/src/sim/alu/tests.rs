use super::*;
use crate::sim::code::{Binary, Float, Ternary, Unary, Wide};

#[test]
fn integers_do_what_the_specification_says() {
    let check = |op, a: i32, b: i32, expected: i32| {
        let [found] = binary(op, &[a as u32], &[b as u32]);
        assert_eq!(found as i32, expected, "{a} {op:?} {b}");
    };
    check(Binary::DivS, 7, 0, 7);
    check(Binary::DivU, 7, 0, 7);
    check(Binary::RemS, 7, 0, 0);
    check(Binary::DivS, i32::MIN, -1, i32::MIN);
    check(Binary::RemS, i32::MIN, -1, 0);
    check(Binary::RemS, -7, 3, -1);
    check(Binary::DivS, -7, 2, -3);
    check(Binary::ShiftLeft, 1, 33, 2);
    check(Binary::ShiftRightS, -8, 1, -4);
    check(Binary::AddI, i32::MAX, 1, i32::MIN);
    check(Binary::LtS, -1, 0, TRUE as i32);
    check(Binary::LtU, -1, 0, 0);
}

#[test]
fn wide_integers_do_too() {
    let pair = |x: i64| [[x as u32], [(x >> 32) as u32]];
    let check = |op, a: i64, b: i64, expected: i64| {
        assert_eq!(wide(op, &pair(a), &pair(b)), pair(expected), "{a} {op:?} {b}");
    };
    check(Wide::AddI, u32::MAX.into(), 1, 1 << 32);
    check(Wide::SubI, 0, 1, -1);
    check(Wide::DivS, i64::MIN, -1, i64::MIN);
    check(Wide::RemS, 5, 0, 0);
    check(Wide::DivU, 5, 0, 5);
    check(Wide::ShiftLeft, 1, 65, 2);
    check(Wide::ShiftRightS, -8, 2, -2);
    check(Wide::FirstLeadingS, -1, 0, -1);
    check(Wide::FirstLeadingU, 1 << 40, 0, 40);
}

#[test]
fn conversions_stop_at_the_ends_of_the_range() {
    let check = |op, x: f32, expected: u32| {
        let [found] = unary(op, &[x.to_bits()]);
        assert_eq!(found, expected, "{op:?} {x}");
    };
    check(Unary::SignedOfFloat, 3e9, 2_147_483_520);
    check(Unary::SignedOfFloat, -3e9, i32::MIN as u32);
    check(Unary::SignedOfFloat, -1.9, -1i32 as u32);
    check(Unary::UnsignedOfFloat, -1.0, 0);
    check(Unary::UnsignedOfFloat, 1e10, 4_294_967_040);
    check(Unary::SignedOfFloat, f32::NAN, 0);
}

#[test]
fn floats_round_as_the_specification_says() {
    let check = |function, x: f32, expected: f32| {
        let [found] = unary(Unary::Float(function), &[x.to_bits()]);
        assert_eq!(f32::from_bits(found), expected, "{function:?} {x}");
    };
    check(Float::Round, 2.5, 2.0);
    check(Float::Round, -3.5, -4.0);
    check(Float::Sign, 0.0, 0.0);
    check(Float::Sign, -7.0, -1.0);
    check(Float::Fract, -0.25, 0.75);
    check(Float::Saturate, 3.0, 1.0);
    let parts = |x: f32| {
        let [fraction] = unary(Unary::FrexpFraction, &[x.to_bits()]);
        let [exponent] = unary(Unary::FrexpExponent, &[x.to_bits()]);
        (f32::from_bits(fraction), exponent as i32)
    };
    assert_eq!(parts(8.0), (0.5, 4));
    assert_eq!(parts(-0.75), (-0.75, 0));
    assert_eq!(parts(0.0), (0.0, 0));
    assert_eq!(parts(f32::from_bits(1)), (0.5, -148));
}

#[test]
fn bits_are_taken_out_and_put_in() {
    let check = |op, x: u32, offset: u32, count: u32, expected: u32| {
        let [found] = ternary(op, &[x], &[offset], &[count]);
        assert_eq!(found, expected, "{op:?} {x:#x} {offset} {count}");
    };
    check(Ternary::ExtractU, 0xabcd_1234, 8, 12, 0xd12);
    check(Ternary::ExtractS, 0xabcd_1234, 28, 4, 0xffff_fffa);
    check(Ternary::ExtractU, 0xabcd_1234, 0, 32, 0xabcd_1234);
    check(Ternary::ExtractU, 0xabcd_1234, 32, 5, 0);
    check(Ternary::ExtractS, 0xabcd_1234, 30, 9, 0xffff_fffe);
    check(Ternary::PlaceBits, 0xff, 4, 4, 0xf0);
    check(Ternary::BitMask, 0, 0, 32, u32::MAX);
    check(Ternary::BitMask, 0, 31, 7, 1 << 31);
    check(Ternary::PlaceBits, 1, 40, 4, 0);
}
