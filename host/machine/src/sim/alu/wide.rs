//! Arithmetic on scalars of 64 bits, which take two columns: low half, high half.

use super::condition;
use super::float::float;
use crate::sim::code::{Narrow, Wide, Widen};

/// The two columns of a 64-bit scalar.
pub(in crate::sim) type Pair<const L: usize> = [[u32; L]; 2];

#[inline(always)]
fn get<const L: usize>(a: &Pair<L>, lane: usize) -> u64 {
    u64::from(a[1][lane]) << 32 | u64::from(a[0][lane])
}

#[inline(always)]
fn make<const L: usize>(f: impl Fn(usize) -> u64) -> Pair<L> {
    let [mut low, mut high] = [[0; L]; 2];
    for (lane, (low, high)) in low.iter_mut().zip(&mut high).enumerate() {
        let value = f(lane);
        (*low, *high) = (value as u32, (value >> 32) as u32);
    }
    [low, high]
}

#[inline(always)]
fn map<const L: usize>(a: &Pair<L>, f: impl Fn(u64) -> u64) -> Pair<L> {
    make(|lane| f(get(a, lane)))
}

#[inline(always)]
fn map_float<const L: usize>(a: &Pair<L>, f: impl Fn(f64) -> f64) -> Pair<L> {
    map(a, |x| f(f64::from_bits(x)).to_bits())
}

#[inline(always)]
fn zip<const L: usize>(a: &Pair<L>, b: &Pair<L>, f: impl Fn(u64, u64) -> u64) -> Pair<L> {
    make(|lane| f(get(a, lane), get(b, lane)))
}

#[inline(always)]
fn zip_float<const L: usize>(a: &Pair<L>, b: &Pair<L>, f: impl Fn(f64, f64) -> f64) -> Pair<L> {
    zip(a, b, |x, y| f(f64::from_bits(x), f64::from_bits(y)).to_bits())
}

#[inline(always)]
fn zip_signed<const L: usize>(a: &Pair<L>, b: &Pair<L>, f: impl Fn(i64, i64) -> i64) -> Pair<L> {
    zip(a, b, |x, y| f(x as i64, y as i64) as u64)
}

/// Applies an operation to one or two scalars of 64 bits.
pub(in crate::sim) fn wide<const L: usize>(op: Wide, a: &Pair<L>, b: &Pair<L>) -> Pair<L> {
    match op {
        Wide::NegI => map(a, u64::wrapping_neg),
        Wide::NotI => map(a, |x| !x),
        Wide::AbsI => map(a, |x| (x as i64).unsigned_abs()),
        Wide::SignI => map(a, |x| (x as i64).signum() as u64),
        Wide::Float(function) => float!(function, f64, map_float, a),
        Wide::CountOnes => map(a, |x| x.count_ones().into()),
        Wide::ReverseBits => map(a, u64::reverse_bits),
        Wide::LeadingZeros => map(a, |x| x.leading_zeros().into()),
        Wide::TrailingZeros => map(a, |x| x.trailing_zeros().into()),
        Wide::FirstLeadingS => map(a, |x| first_leading(x ^ ((x as i64) >> 63) as u64)),
        Wide::FirstLeadingU => map(a, first_leading),
        Wide::FirstTrailing => {
            map(a, |x| if x == 0 { u64::MAX } else { x.trailing_zeros().into() })
        }
        Wide::AddF => zip_float(a, b, |x, y| x + y),
        Wide::SubF => zip_float(a, b, |x, y| x - y),
        Wide::MulF => zip_float(a, b, |x, y| x * y),
        Wide::DivF => zip_float(a, b, |x, y| x / y),
        Wide::RemF => zip_float(a, b, |x, y| x % y),
        Wide::MinF => zip_float(a, b, f64::min),
        Wide::MaxF => zip_float(a, b, f64::max),
        Wide::PowF => zip_float(a, b, f64::powf),
        Wide::Atan2 => zip_float(a, b, f64::atan2),
        Wide::Step => zip_float(a, b, |edge, x| if edge <= x { 1.0 } else { 0.0 }),
        Wide::AddI => zip(a, b, u64::wrapping_add),
        Wide::SubI => zip(a, b, u64::wrapping_sub),
        Wide::MulI => zip(a, b, u64::wrapping_mul),
        Wide::DivS => zip_signed(a, b, |x, y| if y == 0 { x } else { x.wrapping_div(y) }),
        Wide::DivU => zip(a, b, |x, y| x.checked_div(y).unwrap_or(x)),
        Wide::RemS => zip_signed(a, b, |x, y| if y == 0 { 0 } else { x.wrapping_rem(y) }),
        Wide::RemU => zip(a, b, |x, y| x.checked_rem(y).unwrap_or(0)),
        Wide::MinS => zip_signed(a, b, i64::min),
        Wide::MinU => zip(a, b, u64::min),
        Wide::MaxS => zip_signed(a, b, i64::max),
        Wide::MaxU => zip(a, b, u64::max),
        Wide::And => zip(a, b, |x, y| x & y),
        Wide::Or => zip(a, b, |x, y| x | y),
        Wide::Xor => zip(a, b, |x, y| x ^ y),
        Wide::ShiftLeft => zip(a, b, |x, y| x << (y & 63)),
        Wide::ShiftRightS => zip(a, b, |x, y| ((x as i64) >> (y & 63)) as u64),
        Wide::ShiftRightU => zip(a, b, |x, y| x >> (y & 63)),
        Wide::FloatOfSigned => map(a, |x| (x as i64 as f64).to_bits()),
        Wide::FloatOfUnsigned => map(a, |x| (x as f64).to_bits()),
        // Up to the largest float that is an integer of the type.
        Wide::SignedOfFloat => map(a, |x| {
            f64::from_bits(x).clamp(-9_223_372_036_854_775_808.0, 9_223_372_036_854_774_784.0)
                as i64 as u64
        }),
        Wide::UnsignedOfFloat => {
            map(a, |x| f64::from_bits(x).clamp(0.0, 18_446_744_073_709_549_568.0) as u64)
        }
    }
}

/// The number of the highest bit that is set; all ones if there is none.
fn first_leading(x: u64) -> u64 {
    63u64.wrapping_sub(x.leading_zeros().into())
}

/// Makes words of one or two scalars of 64 bits.
pub(in crate::sim) fn narrow<const L: usize>(op: Narrow, a: &Pair<L>, b: &Pair<L>) -> [u32; L] {
    let mut to = [0; L];
    for (lane, to) in to.iter_mut().enumerate() {
        let (x, y) = (get(a, lane), get(b, lane));
        let (fx, fy) = (f64::from_bits(x), f64::from_bits(y));
        *to = match op {
            Narrow::EqF => condition(fx == fy),
            Narrow::NeF => condition(fx != fy),
            Narrow::LtF => condition(fx < fy),
            Narrow::LeF => condition(fx <= fy),
            Narrow::EqI => condition(x == y),
            Narrow::NeI => condition(x != y),
            Narrow::LtS => condition((x as i64) < y as i64),
            Narrow::LeS => condition(x as i64 <= y as i64),
            Narrow::LtU => condition(x < y),
            Narrow::LeU => condition(x <= y),
            Narrow::Low => x as u32,
            Narrow::FloatOfDouble => (fx as f32).to_bits(),
            Narrow::FloatOfSigned => (x as i64 as f32).to_bits(),
            Narrow::FloatOfUnsigned => (x as f32).to_bits(),
            Narrow::SignedOfDouble => fx as i32 as u32,
            Narrow::UnsignedOfDouble => fx as u32,
            Narrow::BoolOfDouble => condition(fx != 0.0),
            Narrow::BoolOfInteger => condition(x != 0),
            Narrow::IsNan => condition(fx.is_nan()),
            Narrow::IsInf => condition(fx.is_infinite()),
        };
    }
    to
}

/// Makes scalars of 64 bits of words.
pub(in crate::sim) fn widen<const L: usize>(op: Widen, a: &[u32; L]) -> Pair<L> {
    make(|lane| {
        let x = a[lane];
        match op {
            Widen::Signed => x as i32 as i64 as u64,
            Widen::Unsigned => x.into(),
            Widen::IntegerOfBool => u64::from(x & 1),
            Widen::DoubleOfFloat => f64::from(f32::from_bits(x)).to_bits(),
            Widen::DoubleOfSigned => f64::from(x as i32).to_bits(),
            Widen::DoubleOfUnsigned => f64::from(x).to_bits(),
            Widen::DoubleOfBool => f64::from(x & 1).to_bits(),
            Widen::SignedOfFloat => f32::from_bits(x)
                .clamp(-9_223_372_036_854_775_808.0, 9_223_371_487_098_961_920.0)
                as i64 as u64,
            Widen::UnsignedOfFloat => {
                f32::from_bits(x).clamp(0.0, 18_446_742_974_197_923_840.0) as u64
            }
        }
    })
}
