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

/// Numbers from all of a function's domain, close to where it turns, vanishes or
/// ends as well.
fn numbers(low: f64, high: f64, near: &[f64]) -> Vec<f32> {
    let mut numbers: Vec<f32> =
        (0..=2000).map(|step| (low + (high - low) * f64::from(step) / 2000.0) as f32).collect();
    for &point in near {
        for exponent in 1..=44 {
            for sign in [-1.0, 1.0] {
                let apart = sign * f64::from(exponent).exp2().recip();
                numbers.push((point + apart) as f32);
                numbers.push((point * (1.0 + apart)) as f32);
            }
        }
        numbers.extend([point as f32, (point as f32).next_up(), (point as f32).next_down()]);
    }
    numbers.retain(|&x| f64::from(x) >= low && f64::from(x) <= high);
    numbers
}

/// Every function of one float against one in twice the precision, in all of its
/// domain. What the WGSL specification allows is more than this: for `atanh`, `acosh`
/// and `asinh` whatever comes of their formulas, for `exp` 3 places and more.
#[test]
fn functions_are_right_in_all_of_their_domain() {
    /// In the last places of the result, or of the smallest normal number.
    fn places_off(found: f32, expected: f64) -> f64 {
        let rounded = expected as f32;
        if found == rounded || found.is_nan() && rounded.is_nan() {
            return 0.0;
        }
        let size = rounded.abs().clamp(f32::MIN_POSITIVE, f32::MAX);
        let place = f64::from(size) - f64::from(size.next_down());
        (f64::from(found) - expected).abs() / place
    }
    let check = |function: Float, (low, high): (f64, f64), near: &[f64], exact: fn(f64) -> f64| {
        for x in numbers(low, high, near) {
            let [found] = unary(Unary::Float(function), &[x.to_bits()]);
            let (found, expected) = (f32::from_bits(found), exact(f64::from(x)));
            let off = places_off(found, expected);
            assert!(off <= 2.0, "{function:?}({x:e}) = {found:e}, not {expected:e}: {off} places");
        }
    };
    let largest = f64::from(f32::MAX);
    let asinh = |x: f64| {
        let size = x.abs();
        // x - x³/6 + 3x⁵/40 where the logarithm would lose what is small.
        let value = match size < 1e-3 {
            true => size - size.powi(3) / 6.0 + 3.0 * size.powi(5) / 40.0,
            false => (size + (size * size + 1.0).sqrt()).ln(),
        };
        value.copysign(x)
    };
    check(Float::Asinh, (-10.0, 10.0), &[0.0], asinh);
    check(Float::Asinh, (-largest, largest), &[0.0, 1e10, -1e20, largest], asinh);
    let acosh = |x: f64| (x + ((x - 1.0) * (x + 1.0)).sqrt()).ln();
    check(Float::Acosh, (1.0, 10.0), &[1.0, 2.0], acosh);
    check(Float::Acosh, (1.0, largest), &[1.0, 1e10, largest], acosh);
    let atanh = |x: f64| 0.5 * (x.ln_1p() - (-x).ln_1p());
    check(Float::Atanh, (-1.0, 1.0), &[-1.0, 0.0, 1.0, 0.5], atanh);
    check(Float::Sinh, (-89.0, 89.0), &[0.0], f64::sinh);
    check(Float::Cosh, (-89.0, 89.0), &[0.0], f64::cosh);
    check(Float::Tanh, (-20.0, 20.0), &[0.0], f64::tanh);
    check(Float::Exp, (-104.0, 89.0), &[0.0, 88.0], f64::exp);
    check(Float::Exp2, (-150.0, 128.0), &[0.0, 127.0], f64::exp2);
    check(Float::Log, (0.0, 10.0), &[0.0, 1.0, 2.0], f64::ln);
    check(Float::Log, (0.0, largest), &[1.0, 1e30], f64::ln);
    check(Float::Log2, (0.0, 10.0), &[0.0, 1.0, 2.0], f64::log2);
    check(Float::Asin, (-1.0, 1.0), &[-1.0, 0.0, 1.0, 0.5], f64::asin);
    check(Float::Acos, (-1.0, 1.0), &[-1.0, 0.0, 1.0, 0.5], f64::acos);
    check(Float::Atan, (-100.0, 100.0), &[0.0, 1.0], f64::atan);
    check(Float::Sin, (-100.0, 100.0), &[0.0, std::f64::consts::PI], f64::sin);
    check(Float::Cos, (-100.0, 100.0), &[0.0, std::f64::consts::FRAC_PI_2], f64::cos);
    check(Float::Tan, (-100.0, 100.0), &[0.0, std::f64::consts::FRAC_PI_2], f64::tan);
    check(Float::Sqrt, (0.0, largest), &[0.0, 1.0], f64::sqrt);
    check(Float::InverseSqrt, (1e-38, largest), &[1.0], |x| 1.0 / x.sqrt());
    check(Float::Radians, (-1e6, 1e6), &[0.0], f64::to_radians);
    check(Float::Degrees, (-1e6, 1e6), &[0.0], f64::to_degrees);
}

/// Outside of their domain there is no number, and at its ends infinity.
#[test]
fn inverse_hyperbolic_functions_end_where_they_should() {
    let of = |function: Float, x: f32| {
        let [found] = unary(Unary::Float(function), &[x.to_bits()]);
        f32::from_bits(found)
    };
    assert_eq!(of(Float::Atanh, -1.0), f32::NEG_INFINITY);
    assert_eq!(of(Float::Atanh, 1.0), f32::INFINITY);
    assert!(of(Float::Atanh, 1.5).is_nan() && of(Float::Atanh, f32::NAN).is_nan());
    assert!(of(Float::Atanh, -0.0).is_sign_negative() && of(Float::Asinh, -0.0).is_sign_negative());
    assert_eq!(of(Float::Acosh, 1.0), 0.0);
    assert!(of(Float::Acosh, 0.5).is_nan() && of(Float::Acosh, -3.0).is_nan());
    assert_eq!(of(Float::Acosh, f32::INFINITY), f32::INFINITY);
    assert_eq!(of(Float::Asinh, f32::NEG_INFINITY), f32::NEG_INFINITY);
    // The number that this was seen with.
    let near = of(Float::Atanh, -0.999_999_9);
    assert!((near - -8.317_766).abs() < 1e-5, "{near}");
}

/// In 64 bits, beside what they are known to be.
#[test]
fn wide_inverse_hyperbolic_functions() {
    let check = |function: Float, x: f64, expected: f64| {
        let pair = |x: f64| [[x.to_bits() as u32], [(x.to_bits() >> 32) as u32]];
        let [[low], [high]] = wide(Wide::Float(function), &pair(x), &pair(0.0));
        let found = f64::from_bits(u64::from(low) | u64::from(high) << 32);
        assert!((found / expected - 1.0).abs() < 1e-15, "{function:?}({x:e}) = {found:e}");
    };
    // Near the end of the domain: half the logarithm of (2 - 2⁻⁴⁰) / 2⁻⁴⁰.
    let end = 2f64.powi(-40);
    check(Float::Atanh, end - 1.0, -0.5 * ((2.0 - end) / end).ln());
    check(Float::Atanh, 1.0 - end, 0.5 * ((2.0 - end) / end).ln());
    check(Float::Atanh, 1e-12, 1e-12);
    // The root of twice what is above one, less a twelfth of that.
    check(Float::Acosh, 1.0 + end, (2.0 * end).sqrt() * (1.0 - end / 12.0));
    check(Float::Acosh, 1e300, 300.0 * std::f64::consts::LN_10 + std::f64::consts::LN_2);
    check(Float::Asinh, -1e300, -300.0 * std::f64::consts::LN_10 - std::f64::consts::LN_2);
    check(Float::Asinh, 1e-12, 1e-12);
}
