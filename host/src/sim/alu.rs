//! Arithmetic, word by word, as the WGSL specification has it: integers wrap,
//! division by zero gives the dividend, shifts use the low five bits, and
//! conversions from floats stop at the ends of the range.

use super::code::{Atomic, Binary, Unary};

/// All bits of a true condition; only whether it is zero counts.
const TRUE: u32 = 1;

fn float(word: u32) -> f32 {
    f32::from_bits(word)
}

fn condition(holds: bool) -> u32 {
    if holds { TRUE } else { 0 }
}

/// Applies an operation to a column.
pub(super) fn unary<const L: usize>(op: Unary, a: &[u32; L]) -> [u32; L] {
    let f = |f: fn(f32) -> f32| a.map(|word| f(float(word)).to_bits());
    match op {
        Unary::NegF => f(|x| -x),
        Unary::NegI => a.map(u32::wrapping_neg),
        Unary::NotI => a.map(|word| !word),
        Unary::NotB => a.map(|word| condition(word == 0)),
        Unary::AbsF => f(f32::abs),
        Unary::AbsI => a.map(|word| (word as i32).unsigned_abs()),
        Unary::Sqrt => f(f32::sqrt),
        Unary::InverseSqrt => f(|x| 1.0 / x.sqrt()),
        Unary::Floor => f(f32::floor),
        Unary::Ceil => f(f32::ceil),
        Unary::Trunc => f(f32::trunc),
        Unary::Exp => f(f32::exp),
        Unary::Exp2 => f(f32::exp2),
        Unary::Log => f(f32::ln),
        Unary::Log2 => f(f32::log2),
        Unary::Sin => f(f32::sin),
        Unary::Cos => f(f32::cos),
        Unary::Tanh => f(f32::tanh),
        Unary::FloatOfSigned => a.map(|word| (word as i32 as f32).to_bits()),
        Unary::FloatOfUnsigned => a.map(|word| (word as f32).to_bits()),
        Unary::SignedOfFloat => a.map(|word| float(word) as i32 as u32),
        Unary::UnsignedOfFloat => a.map(|word| float(word) as u32),
        Unary::BoolOfFloat => a.map(|word| condition(float(word) != 0.0)),
        Unary::BoolOfInteger => a.map(|word| condition(word != 0)),
        Unary::CountOnes => a.map(u32::count_ones),
        Unary::ReverseBits => a.map(u32::reverse_bits),
        Unary::LeadingZeros => a.map(u32::leading_zeros),
        Unary::TrailingZeros => a.map(u32::trailing_zeros),
    }
}

/// Applies an operation to two columns, lane by lane.
pub(super) fn binary<const L: usize>(op: Binary, a: &[u32; L], b: &[u32; L]) -> [u32; L] {
    macro_rules! lanes {
        ($x:ident, $y:ident => $result:expr) => {{
            let mut to = [0; L];
            for lane in 0..L {
                let ($x, $y) = (a[lane], b[lane]);
                to[lane] = $result;
            }
            to
        }};
    }
    macro_rules! floats {
        ($x:ident, $y:ident => $result:expr) => {
            lanes!(x, y => { let ($x, $y) = (float(x), float(y)); $result })
        };
    }
    match op {
        Binary::AddF => floats!(x, y => (x + y).to_bits()),
        Binary::SubF => floats!(x, y => (x - y).to_bits()),
        Binary::MulF => floats!(x, y => (x * y).to_bits()),
        Binary::DivF => floats!(x, y => (x / y).to_bits()),
        Binary::RemF => floats!(x, y => (x % y).to_bits()),
        Binary::MinF => floats!(x, y => x.min(y).to_bits()),
        Binary::MaxF => floats!(x, y => x.max(y).to_bits()),
        Binary::PowF => floats!(x, y => x.powf(y).to_bits()),
        Binary::AddI => lanes!(x, y => x.wrapping_add(y)),
        Binary::SubI => lanes!(x, y => x.wrapping_sub(y)),
        Binary::MulI => lanes!(x, y => x.wrapping_mul(y)),
        Binary::DivS => {
            lanes!(x, y => if y == 0 { x } else { (x as i32).wrapping_div(y as i32) as u32 })
        }
        Binary::DivU => lanes!(x, y => x.checked_div(y).unwrap_or(x)),
        Binary::RemS => {
            lanes!(x, y => if y == 0 { 0 } else { (x as i32).wrapping_rem(y as i32) as u32 })
        }
        Binary::RemU => lanes!(x, y => x.checked_rem(y).unwrap_or(0)),
        Binary::MinS => lanes!(x, y => (x as i32).min(y as i32) as u32),
        Binary::MinU => lanes!(x, y => x.min(y)),
        Binary::MaxS => lanes!(x, y => (x as i32).max(y as i32) as u32),
        Binary::MaxU => lanes!(x, y => x.max(y)),
        Binary::And => lanes!(x, y => x & y),
        Binary::Or => lanes!(x, y => x | y),
        Binary::Xor => lanes!(x, y => x ^ y),
        Binary::ShiftLeft => lanes!(x, y => x << (y & 31)),
        Binary::ShiftRightS => lanes!(x, y => ((x as i32) >> (y & 31)) as u32),
        Binary::ShiftRightU => lanes!(x, y => x >> (y & 31)),
        Binary::EqF => floats!(x, y => condition(x == y)),
        Binary::NeF => floats!(x, y => condition(x != y)),
        Binary::LtF => floats!(x, y => condition(x < y)),
        Binary::LeF => floats!(x, y => condition(x <= y)),
        Binary::EqI => lanes!(x, y => condition(x == y)),
        Binary::NeI => lanes!(x, y => condition(x != y)),
        Binary::LtS => lanes!(x, y => condition((x as i32) < y as i32)),
        Binary::LeS => lanes!(x, y => condition(x as i32 <= y as i32)),
        Binary::LtU => lanes!(x, y => condition(x < y)),
        Binary::LeU => lanes!(x, y => condition(x <= y)),
    }
}

/// What an atomic operation leaves in memory.
pub(super) fn atomic(op: Atomic, old: u32, value: u32) -> u32 {
    match op {
        Atomic::Add => old.wrapping_add(value),
        Atomic::Sub => old.wrapping_sub(value),
        Atomic::And => old & value,
        Atomic::Or => old | value,
        Atomic::Xor => old ^ value,
        Atomic::MinS => (old as i32).min(value as i32) as u32,
        Atomic::MinU => old.min(value),
        Atomic::MaxS => (old as i32).max(value as i32) as u32,
        Atomic::MaxU => old.max(value),
        Atomic::Exchange => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        check(Binary::LtS, -1, 0, 1);
        check(Binary::LtU, -1, 0, 0);
    }

    #[test]
    fn conversions_stop_at_the_ends_of_the_range() {
        let check = |op, x: f32, expected: u32| {
            let [found] = unary(op, &[x.to_bits()]);
            assert_eq!(found, expected, "{op:?} {x}");
        };
        check(Unary::SignedOfFloat, 3e9, i32::MAX as u32);
        check(Unary::SignedOfFloat, -3e9, i32::MIN as u32);
        check(Unary::SignedOfFloat, -1.9, -1i32 as u32);
        check(Unary::UnsignedOfFloat, -1.0, 0);
        check(Unary::UnsignedOfFloat, 1e10, u32::MAX);
        check(Unary::SignedOfFloat, f32::NAN, 0);
    }
}
