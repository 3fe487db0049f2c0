//! Intervals of whole numbers, and what operations make of them.

use naga::BinaryOperator;
use std::ops::RangeInclusive;
use warpbench_semantics::CheckedOperation;

/// The numbers that something may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    pub(super) least: i128,
    pub(super) most: i128,
}

impl Interval {
    pub(super) const fn new(least: i128, most: i128) -> Interval {
        Interval { least, most }
    }

    pub(super) const fn one(number: i128) -> Interval {
        Interval::new(number, number)
    }

    /// All numbers of an integer of a module.
    pub(super) fn of_type(scalar: naga::Scalar) -> Option<Interval> {
        let bits = 8 * u32::from(scalar.width);
        match scalar.kind {
            naga::ScalarKind::Uint => Some(Interval::new(0, (1 << bits) - 1)),
            naga::ScalarKind::Sint => {
                Some(Interval::new(-(1 << (bits - 1)), (1 << (bits - 1)) - 1))
            }
            _ => None,
        }
    }

    pub(super) fn join(self, other: Interval) -> Interval {
        Interval::new(self.least.min(other.least), self.most.max(other.most))
    }

    pub(super) fn is_within(self, whole: Interval) -> bool {
        whole.least <= self.least && self.most <= whole.most
    }

    /// The numbers that are in both; where there is none, what is computed there is never
    /// reached, and any number will do.
    pub(super) fn meet(self, other: Interval) -> Interval {
        let (least, most) = (self.least.max(other.least), self.most.min(other.most));
        if least <= most { Interval::new(least, most) } else { Interval::one(least) }
    }

    /// What becomes of it in a type: itself, or anything where it would wrap round.
    pub(super) fn wrapped(self, whole: Interval) -> Interval {
        if self.is_within(whole) { self } else { whole }
    }

    fn range(self) -> RangeInclusive<i128> {
        self.least..=self.most
    }

    fn corners(self, other: Interval, op: impl Fn(i128, i128) -> i128) -> Interval {
        let of = |a, b| op(a, b);
        let all = [
            of(self.least, other.least),
            of(self.least, other.most),
            of(self.most, other.least),
            of(self.most, other.most),
        ];
        let least = all.into_iter().min().unwrap_or_default();
        Interval::new(least, all.into_iter().max().unwrap_or_default())
    }
}

/// What an operator makes of two numbers, if there is room for any result; nothing where that
/// is not said.
pub(super) fn binary(op: BinaryOperator, a: Interval, b: Interval) -> Option<Interval> {
    let is_natural = a.least >= 0 && b.least >= 0;
    Some(match op {
        BinaryOperator::Add => a.corners(b, i128::saturating_add),
        BinaryOperator::Subtract => a.corners(b, i128::saturating_sub),
        BinaryOperator::Multiply => a.corners(b, i128::saturating_mul),
        BinaryOperator::Divide if a.least >= 0 && b.least >= 1 => {
            Interval::new(a.least / b.most, a.most / b.least)
        }
        BinaryOperator::Modulo if a.least >= 0 && b.least >= 1 => {
            // A number below the divisor stays.
            let least = if a.most < b.least { a.least } else { 0 };
            Interval::new(least, a.most.min(b.most - 1))
        }
        // naga defines it as zero.
        BinaryOperator::Modulo | BinaryOperator::Divide if is_natural => Interval::new(0, a.most),
        BinaryOperator::And if is_natural => Interval::new(0, a.most.min(b.most)),
        BinaryOperator::InclusiveOr | BinaryOperator::ExclusiveOr if is_natural => {
            let bits = 128 - a.most.max(b.most).leading_zeros();
            Interval::new(0, (1_i128 << bits.min(126)) - 1)
        }
        BinaryOperator::ShiftLeft if is_natural && b.most < 64 => {
            Interval::new(a.least << b.least, a.most.checked_mul(1 << b.most)?)
        }
        BinaryOperator::ShiftRight if is_natural && b.most < 127 => {
            Interval::new(a.least >> b.most, a.most >> b.least)
        }
        _ => return None,
    })
}

/// Whether what a check looks at certainly fits a word: what does not fit any width is a
/// mistake of the kernel's, and not of the word.
pub(super) fn fits(
    operation: CheckedOperation,
    (a, b): (Interval, Interval),
    may_wrap: bool,
    word: Interval,
) -> bool {
    let op = match operation {
        CheckedOperation::Add => BinaryOperator::Add,
        CheckedOperation::Sub => BinaryOperator::Subtract,
        CheckedOperation::Mul => BinaryOperator::Multiply,
        CheckedOperation::ShiftLeft | CheckedOperation::ShiftRight => {
            let is_left = operation == CheckedOperation::ShiftLeft;
            let op = if is_left { BinaryOperator::ShiftLeft } else { BinaryOperator::ShiftRight };
            return (0..32).contains(&b.least)
                && (0..32).contains(&b.most)
                && binary(op, a, b).is_some_and(|result| result.is_within(word));
        }
        // They have no result at all, or one that is no larger than what they are given.
        CheckedOperation::Div
        | CheckedOperation::Rem
        | CheckedOperation::DivCeil
        | CheckedOperation::DivEuclid
        | CheckedOperation::RemEuclid
        | CheckedOperation::Ilog2 => return true,
        CheckedOperation::Neg | CheckedOperation::Abs => return a.least > word.least,
        CheckedOperation::NextPowerOfTwo => return a.most <= word.most / 2,
        CheckedOperation::NextMultipleOf => {
            return a.most.saturating_add(b.most) <= word.most;
        }
        CheckedOperation::IntoUsize | CheckedOperation::IntoIsize => return a.is_within(word),
        CheckedOperation::Pow => {
            let power = u32::try_from(b.most).ok().and_then(|by| a.most.checked_pow(by));
            return a.least >= 0 && power.is_some_and(|power| word.range().contains(&power));
        }
        _ => return false,
    };
    let Some(result) = binary(op, a, b) else { return false };
    // Without a sign, nothing is below zero that is not meant to wrap.
    let reaches_down = result.least >= word.least || word.least == 0 && !may_wrap;
    reaches_down && result.most <= word.most
}
