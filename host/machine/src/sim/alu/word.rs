//! Arithmetic on words.

use super::condition;
use super::float::float;
use crate::sim::code::{Binary, Ternary, Unary};
use half::f16;

#[inline(always)]
fn map<const L: usize>(a: &[u32; L], f: impl Fn(u32) -> u32) -> [u32; L] {
    let mut to = [0; L];
    for lane in 0..L {
        to[lane] = f(a[lane]);
    }
    to
}

#[inline(always)]
fn map_float<const L: usize>(a: &[u32; L], f: impl Fn(f32) -> f32) -> [u32; L] {
    map(a, |x| f(f32::from_bits(x)).to_bits())
}

#[inline(always)]
fn zip<const L: usize>(a: &[u32; L], b: &[u32; L], f: impl Fn(u32, u32) -> u32) -> [u32; L] {
    let mut to = [0; L];
    for lane in 0..L {
        to[lane] = f(a[lane], b[lane]);
    }
    to
}

#[inline(always)]
fn zip_float<const L: usize>(a: &[u32; L], b: &[u32; L], f: impl Fn(f32, f32) -> f32) -> [u32; L] {
    zip(a, b, |x, y| f(f32::from_bits(x), f32::from_bits(y)).to_bits())
}

#[inline(always)]
fn compare_float<const L: usize>(
    a: &[u32; L],
    b: &[u32; L],
    f: impl Fn(&f32, &f32) -> bool,
) -> [u32; L] {
    zip(a, b, |x, y| condition(f(&f32::from_bits(x), &f32::from_bits(y))))
}

#[inline(always)]
fn zip_signed<const L: usize>(a: &[u32; L], b: &[u32; L], f: impl Fn(i32, i32) -> i32) -> [u32; L] {
    zip(a, b, |x, y| f(x as i32, y as i32) as u32)
}

/// Applies an operation to a column.
#[inline(always)]
pub(in crate::sim) fn unary<const L: usize>(op: Unary, a: &[u32; L]) -> [u32; L] {
    match op {
        Unary::NegI => map(a, u32::wrapping_neg),
        Unary::NotI | Unary::NotB => map(a, |x| !x),
        Unary::AbsI => map(a, |x| (x as i32).unsigned_abs()),
        Unary::SignI => map(a, |x| (x as i32).signum() as u32),
        Unary::Float(function) => float!(function, f32, map_float, a),
        Unary::IsNan => map(a, |x| condition(f32::from_bits(x).is_nan())),
        Unary::IsInf => map(a, |x| condition(f32::from_bits(x).is_infinite())),
        Unary::FloatOfSigned => map(a, |x| (x as i32 as f32).to_bits()),
        Unary::FloatOfUnsigned => map(a, |x| (x as f32).to_bits()),
        Unary::FloatOfBool => map(a, |x| x & 1f32.to_bits()),
        // Up to the largest float that is an integer of the type.
        Unary::SignedOfFloat => {
            map(a, |x| f32::from_bits(x).clamp(-2_147_483_648.0, 2_147_483_520.0) as i32 as u32)
        }
        Unary::UnsignedOfFloat => map(a, |x| f32::from_bits(x).clamp(0.0, 4_294_967_040.0) as u32),
        Unary::BoolOfFloat => map(a, |x| condition(f32::from_bits(x) != 0.0)),
        Unary::BoolOfInteger => map(a, |x| condition(x != 0)),
        Unary::IntegerOfBool => map(a, |x| x & 1),
        Unary::CountOnes => map(a, u32::count_ones),
        Unary::ReverseBits => map(a, u32::reverse_bits),
        Unary::LeadingZeros => map(a, u32::leading_zeros),
        Unary::TrailingZeros => map(a, u32::trailing_zeros),
        Unary::FirstLeadingS => map(a, |x| first_leading(x ^ ((x as i32) >> 31) as u32)),
        Unary::FirstLeadingU => map(a, first_leading),
        Unary::FirstTrailing => map(a, |x| if x == 0 { u32::MAX } else { x.trailing_zeros() }),
        Unary::FrexpFraction => map_float(a, |x| frexp(x).0),
        Unary::FrexpExponent => map(a, |x| frexp(f32::from_bits(x)).1 as u32),
        Unary::ByteS(bit) => map(a, |x| (x >> bit) as i8 as u32),
        Unary::ByteU(bit) => map(a, |x| x >> bit & 0xff),
        Unary::ShortS(bit) => map(a, |x| (x >> bit) as i16 as u32),
        Unary::ShortU(bit) => map(a, |x| x >> bit & 0xffff),
        Unary::HalfAt(bit) => map(a, |x| f16::from_bits((x >> bit) as u16).to_f32().to_bits()),
        Unary::HalfBits => map(a, |x| f16::from_f32(f32::from_bits(x)).to_bits().into()),
    }
}

/// The number of the highest bit that is set; all ones if there is none.
#[inline(always)]
fn first_leading(x: u32) -> u32 {
    31u32.wrapping_sub(x.leading_zeros())
}

/// The fraction, from a half to one, and the exponent of a float.
fn frexp(x: f32) -> (f32, i32) {
    if x == 0.0 || !x.is_finite() {
        return (x, 0);
    }
    // Subnormal numbers are made normal first.
    let (x, shift) = if x.abs() < f32::MIN_POSITIVE { (x * 2f32.powi(24), 24) } else { (x, 0) };
    let exponent = (x.to_bits() >> 23 & 0xff) as i32 - 126;
    (f32::from_bits(x.to_bits() & 0x807f_ffff | 126 << 23), exponent - shift)
}

/// Applies an operation to two columns, lane by lane.
#[inline(always)]
pub(in crate::sim) fn binary<const L: usize>(op: Binary, a: &[u32; L], b: &[u32; L]) -> [u32; L] {
    match op {
        Binary::AddF => zip_float(a, b, |x, y| x + y),
        Binary::SubF => zip_float(a, b, |x, y| x - y),
        Binary::MulF => zip_float(a, b, |x, y| x * y),
        Binary::DivF => zip_float(a, b, |x, y| x / y),
        Binary::RemF => zip_float(a, b, |x, y| x % y),
        Binary::MinF => zip_float(a, b, f32::min),
        Binary::MaxF => zip_float(a, b, f32::max),
        Binary::PowF => zip_float(a, b, f32::powf),
        Binary::Atan2 => zip_float(a, b, f32::atan2),
        Binary::Step => zip_float(a, b, |edge, x| if edge <= x { 1.0 } else { 0.0 }),
        Binary::Ldexp => zip(a, b, |x, y| ldexp(f32::from_bits(x).into(), y as i32).to_bits()),
        Binary::AddI => zip(a, b, u32::wrapping_add),
        Binary::SubI => zip(a, b, u32::wrapping_sub),
        Binary::MulI => zip(a, b, u32::wrapping_mul),
        Binary::DivS => zip_signed(a, b, |x, y| if y == 0 { x } else { x.wrapping_div(y) }),
        Binary::DivU => zip(a, b, |x, y| x.checked_div(y).unwrap_or(x)),
        Binary::RemS => zip_signed(a, b, |x, y| if y == 0 { 0 } else { x.wrapping_rem(y) }),
        Binary::RemU => zip(a, b, |x, y| x.checked_rem(y).unwrap_or(0)),
        Binary::MinS => zip_signed(a, b, i32::min),
        Binary::MinU => zip(a, b, u32::min),
        Binary::MaxS => zip_signed(a, b, i32::max),
        Binary::MaxU => zip(a, b, u32::max),
        Binary::And => zip(a, b, |x, y| x & y),
        Binary::Or => zip(a, b, |x, y| x | y),
        Binary::Xor => zip(a, b, |x, y| x ^ y),
        Binary::ShiftLeft => zip(a, b, |x, y| x << (y & 31)),
        Binary::ShiftRightS => zip(a, b, |x, y| ((x as i32) >> (y & 31)) as u32),
        Binary::ShiftRightU => zip(a, b, |x, y| x >> (y & 31)),
        Binary::EqF => compare_float(a, b, f32::eq),
        Binary::NeF => compare_float(a, b, f32::ne),
        Binary::LtF => compare_float(a, b, f32::lt),
        Binary::LeF => compare_float(a, b, f32::le),
        Binary::EqI => zip(a, b, |x, y| condition(x == y)),
        Binary::NeI => zip(a, b, |x, y| condition(x != y)),
        Binary::LtS => zip(a, b, |x, y| condition((x as i32) < y as i32)),
        Binary::LeS => zip(a, b, |x, y| condition(x as i32 <= y as i32)),
        Binary::LtU => zip(a, b, |x, y| condition(x < y)),
        Binary::LeU => zip(a, b, |x, y| condition(x <= y)),
    }
}

/// `x` times two to the `exponent`. Numbers of 32 bits fit into 64 by so much
/// that the exponent can be cut off where the result is zero or infinite anyway.
fn ldexp(x: f64, exponent: i32) -> f32 {
    (x * f64::powi(2.0, exponent.clamp(-500, 500))) as f32
}

/// Applies an operation to three columns, lane by lane.
#[inline(always)]
pub(in crate::sim) fn ternary<const L: usize>(
    op: Ternary,
    a: &[u32; L],
    b: &[u32; L],
    c: &[u32; L],
) -> [u32; L] {
    let mut to = [0; L];
    let mut each = |f: fn(u32, u32, u32) -> u32| {
        for lane in 0..L {
            to[lane] = f(a[lane], b[lane], c[lane]);
        }
        to
    };
    match op {
        Ternary::Select => {
            for lane in 0..L {
                to[lane] = if a[lane] == 0 { b[lane] } else { c[lane] };
            }
            to
        }
        Ternary::Fma => {
            for lane in 0..L {
                let [x, y, z] = [a, b, c].map(|column| f32::from_bits(column[lane]));
                to[lane] = x.mul_add(y, z).to_bits();
            }
            to
        }
        Ternary::ExtractS => each(|x, offset, count| {
            let (offset, count) = bits(offset, count);
            if count == 0 {
                0
            } else {
                ((x << (32 - offset - count)) as i32 >> (32 - count)) as u32
            }
        }),
        Ternary::ExtractU => each(|x, offset, count| {
            let (offset, count) = bits(offset, count);
            if count == 0 { 0 } else { x << (32 - offset - count) >> (32 - count) }
        }),
        Ternary::PlaceBits => each(|x, offset, count| {
            x.checked_shl(offset.min(32)).unwrap_or(0) & bit_mask(offset, count)
        }),
        Ternary::BitMask => each(|_, offset, count| bit_mask(offset, count)),
    }
}

/// An offset and a count such that both stay inside a word.
fn bits(offset: u32, count: u32) -> (u32, u32) {
    let offset = offset.min(32);
    (offset, count.min(32 - offset))
}

fn bit_mask(offset: u32, count: u32) -> u32 {
    let (offset, count) = bits(offset, count);
    if count == 0 { 0 } else { u32::MAX >> (32 - count) << offset }
}
