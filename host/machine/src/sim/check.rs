//! Arithmetic checks: whether a result fits, lane by lane.
//!
//! The kernel goes on with the result that wraps round, as a release build does.
//! Whether it fits is computed beside it, for all lanes at once where that is a
//! few instructions of the host, and only where somebody has asked.

use super::code::{Op, Reg, Scalar};
use super::observer::{Observer, Unfit};
use super::warp::{BlockContext, Warp};
use std::ops::RangeInclusive;
use warpbench_semantics::{CheckedOperation, Dialect};

impl<const L: usize> Warp<L> {
    /// Tells of the active lanes in which an operation has no result that fits. Where it
    /// panics in every build, they end.
    pub(super) fn check<O: Observer>(&mut self, op: &Op, context: &mut BlockContext<'_, O>) {
        let Op::Check { operation, of, by, a, b, bits, is_pointer_sized, is_word } = *op else {
            return;
        };
        let bits = u32::from(bits);
        let lanes = match (of, by) {
            _ if bits < 32 => None,
            (Scalar::U32, Scalar::U32) => self.unfit_words::<false>(operation, a, b),
            (Scalar::I32, Scalar::I32) => self.unfit_words::<true>(operation, a, b),
            _ => None,
        };
        let (a, b) = (self.numbers(of, a), self.numbers(by, b));
        let lanes = lanes.unwrap_or_else(|| {
            let unfit = |lane: usize| match operation {
                CheckedOperation::IntoUsize => !a.fits_word(lane, 0..=u32::MAX.into()),
                CheckedOperation::IntoIsize => {
                    !a.fits_word(lane, i32::MIN.into()..=i32::MAX.into())
                }
                CheckedOperation::ShiftLeft if is_word => {
                    let by = u32::try_from(b.get(lane)).ok().filter(|by| *by < bits);
                    !by.is_some_and(|by| within((of, bits), a.get(lane) << by))
                }
                _ => !fits(operation, (of, bits), a.get(lane), b.get(lane)),
            };
            super::warp::lanes(self.mask)
                .filter(|&lane| unfit(lane))
                .fold(0, |m, lane| m | 1 << lane)
        }) & self.mask;
        if lanes != 0 && is_word {
            context.is_outgrown = true;
        } else if lanes != 0 {
            let site = self.site(context);
            let unfit = Unfit { operation, of, bits, is_pointer_sized, lanes, a, b };
            context.observer.unfit(&site, &unfit);
            if operation.ends_thread() && context.code.dialect == Dialect::Cuda {
                self.give_up(lanes, context);
            }
        }
    }

    fn numbers(&self, scalar: Scalar, first: Reg) -> Numbers<'_> {
        let high = if scalar.words() == 2 { first + 1 } else { first };
        Numbers { scalar, low: self.column(first), high: self.column(high) }
    }

    /// The lanes that overflow in the usual operations on words. Those that are
    /// not active may be among them.
    #[inline]
    fn unfit_words<const SIGNED: bool>(
        &self,
        operation: CheckedOperation,
        a: Reg,
        b: Reg,
    ) -> Option<u64> {
        let (a, b) = (self.column(a), self.column(b));
        Some(match (operation, SIGNED) {
            (CheckedOperation::Add, false) => each(a, b, |a, b| a.wrapping_add(b) < a),
            (CheckedOperation::Sub, false) => each(a, b, |a, b| a < b),
            (CheckedOperation::Mul, false) => {
                each(a, b, |a, b| u64::from(a) * u64::from(b) > u64::from(u32::MAX))
            }
            (CheckedOperation::Index, false) => each(a, b, |a, b| a >= b),
            (CheckedOperation::PartEnd | CheckedOperation::PartOrder, false) => {
                each(a, b, |a, b| a > b)
            }
            (CheckedOperation::Aligned, false) => {
                each(a, b, |a, b| a.checked_rem(b).is_none_or(|rest| rest != 0))
            }
            (CheckedOperation::Div | CheckedOperation::Rem, false) => each(a, b, |_, b| b == 0),
            (CheckedOperation::Add, true) => each(a, b, |a, b| {
                let sum = a.wrapping_add(b);
                (a ^ sum) & (b ^ sum) & 1 << 31 != 0
            }),
            (CheckedOperation::Sub, true) => each(a, b, |a, b| {
                let difference = a.wrapping_sub(b);
                (a ^ b) & (a ^ difference) & 1 << 31 != 0
            }),
            (CheckedOperation::Mul, true) => each(a, b, |a, b| {
                let product = i64::from(a as i32) * i64::from(b as i32);
                product != i64::from(product as i32)
            }),
            (CheckedOperation::Div | CheckedOperation::Rem, true) => {
                each(a, b, |a, b| b == 0 || (a == 1 << 31 && b == u32::MAX))
            }
            _ => return None,
        })
    }
}

/// The lanes in which something holds.
#[inline(always)]
fn each<const L: usize>(a: &[u32; L], b: &[u32; L], holds: impl Fn(u32, u32) -> bool) -> u64 {
    let (mut low, mut high) = (0u32, 0u32);
    for lane in 0..L {
        let half = if lane < 32 { &mut low } else { &mut high };
        *half |= u32::from(holds(a[lane], b[lane])) << (lane % 32);
    }
    u64::from(high) << 32 | u64::from(low)
}

/// The integers that registers hold, one for each lane.
#[derive(Clone, Copy, Debug)]
pub struct Numbers<'a> {
    scalar: Scalar,
    low: &'a [u32],
    /// The same as the low one where the type has 32 bits.
    high: &'a [u32],
}

impl Numbers<'_> {
    /// A lane's.
    pub fn get(&self, lane: usize) -> i128 {
        let word = |column: &[u32]| column.get(lane).copied().unwrap_or(0);
        let (low, high) = (word(self.low), word(self.high));
        let wide = u64::from(high) << 32 | u64::from(low);
        match self.scalar {
            Scalar::I32 => i128::from(low as i32),
            Scalar::I64 => i128::from(wide as i64),
            Scalar::U64 => i128::from(wide),
            _ => i128::from(low),
        }
    }

    /// Whether a lane's number, which may be a float, becomes one of these, as a cast makes
    /// whole numbers of floats.
    fn fits_word(&self, lane: usize, numbers: RangeInclusive<i128>) -> bool {
        let bits = self.get(lane);
        let number = match self.scalar {
            Scalar::F32 => f64::from(f32::from_bits(bits as u32)) as i128,
            Scalar::F64 => {
                let word = |column: &[u32]| column.get(lane).copied().unwrap_or(0);
                f64::from_bits(u64::from(word(self.high)) << 32 | u64::from(word(self.low))) as i128
            }
            _ => bits,
        };
        // One below zero becomes zero, where there is nothing below.
        let is_float = matches!(self.scalar, Scalar::F32 | Scalar::F64);
        numbers.contains(&number) || is_float && number < 0 && *numbers.start() == 0
    }
}

/// The least and the greatest number of a type with so many bits.
fn range((of, bits): (Scalar, u32)) -> (i128, i128) {
    if of.is_signed() { (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) }
}

fn fits(operation: CheckedOperation, of: (Scalar, u32), a: i128, b: i128) -> bool {
    exact(operation, of, a, b).is_some_and(|result| within(of, result))
}

fn within(of: (Scalar, u32), number: i128) -> bool {
    let (least, most) = range(of);
    (least..=most).contains(&number)
}

/// What an operation would give if there were room for every number; nothing
/// where it is not defined, or where no room would do.
pub fn exact(operation: CheckedOperation, of: (Scalar, u32), a: i128, b: i128) -> Option<i128> {
    let bits = i128::from(of.1);
    match operation {
        CheckedOperation::Add => a.checked_add(b),
        CheckedOperation::Sub => a.checked_sub(b),
        // Two numbers of 64 bits may need one bit more than there are.
        CheckedOperation::Mul => a.checked_mul(b),
        CheckedOperation::Div => a.checked_div(b),
        // The least number by minus one leaves nothing, but its quotient does not
        // fit, and that is what rustc looks at.
        CheckedOperation::Rem | CheckedOperation::RemEuclid if b == -1 && a == range(of).0 => None,
        CheckedOperation::Rem => a.checked_rem(b),
        CheckedOperation::DivEuclid => a.checked_div_euclid(b),
        CheckedOperation::RemEuclid => a.checked_rem_euclid(b),
        CheckedOperation::Neg => a.checked_neg(),
        CheckedOperation::Abs => a.checked_abs(),
        CheckedOperation::ShiftLeft | CheckedOperation::ShiftRight => {
            (0..bits).contains(&b).then_some(0)
        }
        CheckedOperation::Pow => a.checked_pow(u32::try_from(b).ok()?),
        CheckedOperation::DivCeil => {
            let rest = a.checked_rem(b)?;
            Some(a / b + i128::from(rest != 0))
        }
        CheckedOperation::NextMultipleOf => {
            let rest = a.checked_rem(b)?;
            if rest == 0 { Some(a) } else { a.checked_add(b - rest) }
        }
        CheckedOperation::NextPowerOfTwo => u128::try_from(a)
            .ok()
            .and_then(u128::checked_next_power_of_two)
            .and_then(|power| i128::try_from(power).ok()),
        CheckedOperation::Ilog2 => a.checked_ilog2().map(i128::from),
        CheckedOperation::Index => (a < b).then_some(a),
        CheckedOperation::PartEnd | CheckedOperation::PartOrder => (a <= b).then_some(a),
        CheckedOperation::Aligned => (a.checked_rem(b) == Some(0)).then_some(a),
        CheckedOperation::Reach => {
            let word = if of.0.is_signed() { Scalar::I32 } else { Scalar::U32 };
            within((word, 32), a).then_some(a)
        }
        CheckedOperation::IntoUsize | CheckedOperation::IntoIsize => Some(a),
    }
}

#[cfg(test)]
mod tests {
    use super::super::warp::Warp;
    use super::*;
    use CheckedOperation as C;

    #[test]
    fn what_rustc_panics_at_does_not_fit() {
        let check = |operation, of: Scalar, a: i128, b: i128, expected: bool| {
            let of = (of, 32 * of.words());
            assert_eq!(fits(operation, of, a, b), expected, "{operation:?} {of:?} {a} {b}");
        };
        let (least, most) = (i128::from(i32::MIN), i128::from(i32::MAX));
        let top = i128::from(u32::MAX);
        check(C::Add, Scalar::U32, top, 0, true);
        check(C::Add, Scalar::U32, top, 1, false);
        check(C::Sub, Scalar::U32, 1, 1, true);
        check(C::Sub, Scalar::U32, 0, 1, false);
        check(C::Sub, Scalar::I32, 0, 1, true);
        check(C::Mul, Scalar::I32, 65536, 32767, true);
        check(C::Mul, Scalar::I32, 65536, 32768, false);
        check(C::Mul, Scalar::I32, 65536, -32768, true);
        check(C::Mul, Scalar::U64, u64::MAX.into(), u64::MAX.into(), false);
        check(C::Div, Scalar::I32, least, -1, false);
        check(C::Div, Scalar::I32, most, -1, true);
        check(C::Div, Scalar::U32, 1, 0, false);
        check(C::Rem, Scalar::I32, least, -1, false);
        check(C::Rem, Scalar::I64, 7, 0, false);
        check(C::Rem, Scalar::I64, 7, -1, true);
        check(C::Neg, Scalar::I32, least, least, false);
        check(C::Neg, Scalar::I32, most, most, true);
        check(C::Abs, Scalar::I64, i64::MIN.into(), 0, false);
        check(C::Abs, Scalar::I64, -1, 0, true);
        check(C::ShiftLeft, Scalar::U32, top, 31, true);
        check(C::ShiftLeft, Scalar::U32, 0, 32, false);
        check(C::ShiftRight, Scalar::U64, 1, 63, true);
        check(C::ShiftRight, Scalar::U64, 1, 64, false);
        check(C::ShiftRight, Scalar::I32, 1, -1, false);
        check(C::Pow, Scalar::U32, 2, 31, true);
        check(C::Pow, Scalar::U32, 2, 32, false);
        check(C::Pow, Scalar::U32, 0, top, true);
        check(C::Pow, Scalar::I32, -2, 31, true);
        check(C::DivCeil, Scalar::U32, 7, 0, false);
        check(C::DivCeil, Scalar::U32, top, 1, true);
        check(C::NextMultipleOf, Scalar::U32, top, 2, false);
        check(C::NextMultipleOf, Scalar::U32, top - 1, 2, true);
        check(C::NextPowerOfTwo, Scalar::U32, 1 << 31, 0, true);
        check(C::NextPowerOfTwo, Scalar::U32, (1 << 31) + 1, 0, false);
        check(C::Ilog2, Scalar::U32, 0, 0, false);
        check(C::Ilog2, Scalar::U32, 1, 0, true);
    }

    #[test]
    fn a_narrow_number_has_the_range_of_its_type_and_not_of_its_register() {
        let check = |operation, of: (Scalar, u32), a: i128, b: i128, expected: bool| {
            assert_eq!(fits(operation, of, a, b), expected, "{operation:?} {of:?} {a} {b}");
        };
        let (u8, i8, u16, i16) =
            ((Scalar::U32, 8), (Scalar::I32, 8), (Scalar::U32, 16), (Scalar::I32, 16));
        check(C::Add, u8, 200, 55, true);
        check(C::Add, u8, 200, 56, false);
        check(C::Sub, i8, -100, 28, true);
        check(C::Sub, i8, -100, 29, false);
        check(C::Mul, u16, 256, 255, true);
        check(C::Mul, u16, 256, 256, false);
        check(C::Neg, i8, -127, 0, true);
        check(C::Neg, i8, -128, 0, false);
        check(C::Div, i16, -32768, -1, false);
        check(C::Rem, i16, -32768, -1, false);
        check(C::ShiftLeft, u8, 1, 7, true);
        check(C::ShiftLeft, u8, 1, 8, false);
        check(C::NextPowerOfTwo, u8, 128, 0, true);
        check(C::NextPowerOfTwo, u8, 129, 0, false);
    }

    #[test]
    fn all_lanes_at_once_say_the_same_as_one_by_one() {
        let edges =
            [0, 1, 2, 3, 31, 32, 65535, 65536, 1 << 30, (1 << 31) - 1, 1 << 31, u32::MAX - 1];
        let edges: Vec<u32> = edges.into_iter().chain([u32::MAX]).collect();
        let mut warp = Warp::<32>::new(0, 32, u64::from(u32::MAX), 2);
        for (index, &b) in edges.iter().enumerate() {
            for lane in 0..32 {
                warp.registers[0][lane] = edges[(lane + index) % edges.len()];
                warp.registers[1][lane] = b;
            }
            for operation in [C::Add, C::Sub, C::Mul, C::Div, C::Rem] {
                for of in [Scalar::U32, Scalar::I32] {
                    let at_once = match of {
                        Scalar::U32 => warp.unfit_words::<false>(operation, 0, 1),
                        _ => warp.unfit_words::<true>(operation, 0, 1),
                    };
                    let (a, b) = (warp.numbers(of, 0), warp.numbers(of, 1));
                    let one_by_one = (0..32)
                        .filter(|&lane| !fits(operation, (of, 32), a.get(lane), b.get(lane)))
                        .fold(0, |mask, lane| mask | 1 << lane);
                    assert_eq!(at_once, Some(one_by_one), "{operation:?} {of:?} {b:?}");
                }
            }
        }
    }
}
