//! Loops that do nothing but count: whether they ever come to their end can be told
//! at once, even where the counter wraps around.

use super::flow::{Flow, Kind};
use crate::sim::code::arithmetic::{Binary, Unary};
use crate::sim::code::{Code, Op, Reg, Scalar};

/// How a loop counts. In every round, `counter` goes on by `step`, and lanes leave
/// where its comparison with `bound` has the outcome `leaves`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counting {
    pub counter: Reg,
    pub step: Reg,
    /// Whether the step is taken away.
    pub is_down: bool,
    pub bound: Reg,
    /// What is counted: a word with or without a sign, or a float.
    pub scalar: Scalar,
    pub comparison: Comparison,
    pub leaves: bool,
}

/// How a counter is compared with its bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Equal,
    /// The counter is below the bound.
    Below,
    /// The counter is above the bound.
    Above,
}

impl Counting {
    /// How a loop counts, if it does only that: there is one way out, decided by a
    /// comparison of a register that changes by the same every round with one that
    /// does not change.
    pub(super) fn of(code: &Code, flow: &Flow, start: usize, end: usize) -> Option<Counting> {
        let inside = start..end;
        let home = flow.around[start..end].iter().copied().flatten().find(|&id| {
            flow.constructs[id].kind == Kind::Loop && flow.constructs[id].start + 1 == start
        });
        let leaves_loop = |at: &usize| {
            let target = flow.targets.get(at).copied();
            target.is_some_and(|to| to.is_none_or(|to| flow.constructs[to].start < start))
        };
        let mut ways = inside.clone().filter(leaves_loop);
        let (Some(way), None) = (ways.next(), ways.next()) else { return None };
        let Op::BreakIf { condition, when, .. } = code.ops[way] else { return None };
        if flow.around[way] != home {
            return None;
        }
        // The only instruction of the loop that writes to a register.
        let writer = |register: Reg| {
            let writers = flow.writers.get(&flow.units.unit(register)).into_iter().flatten();
            let mut writers = writers.map(|&at| at as usize).filter(|at| inside.contains(at));
            match (writers.next(), writers.next()) {
                (Some(writer), None) if flow.around[writer] == home => Some(Some(writer)),
                (None, _) => Some(None),
                _ => None,
            }
        };
        let (mut condition, mut leaves) = (condition, when);
        let (op, a, b) = loop {
            match code.ops[writer(condition)??] {
                Op::Unary { op: Unary::NotB, a, .. } => (condition, leaves) = (a, !leaves),
                Op::Binary { op, a, b, .. } => break (op, a, b),
                _ => return None,
            }
        };
        let (counter, bound, is_first) = match (writer(a)?, writer(b)?) {
            (Some(_), None) => (a, b, true),
            (None, Some(_)) => (b, a, false),
            _ => return None,
        };
        let Op::Binary { op: counts, a, b, .. } = code.ops[writer(counter)??] else { return None };
        let (step, is_down) = match counts {
            Binary::AddI | Binary::AddF if a == counter => (b, false),
            Binary::AddI | Binary::AddF if b == counter => (a, false),
            Binary::SubI | Binary::SubF if a == counter => (b, true),
            _ => return None,
        };
        if step == counter || writer(step)?.is_some() {
            return None;
        }
        let (scalar, comparison, holds) = match op {
            Binary::EqI => (Scalar::U32, Comparison::Equal, true),
            Binary::NeI => (Scalar::U32, Comparison::Equal, false),
            Binary::EqF => (Scalar::F32, Comparison::Equal, true),
            Binary::NeF => (Scalar::F32, Comparison::Equal, false),
            Binary::LtU => (Scalar::U32, Comparison::Below, true),
            Binary::LtS => (Scalar::I32, Comparison::Below, true),
            Binary::LtF => (Scalar::F32, Comparison::Below, true),
            // Not above is at most, but for what is not a number.
            Binary::LeU => (Scalar::U32, Comparison::Above, false),
            Binary::LeS => (Scalar::I32, Comparison::Above, false),
            Binary::LeF => (Scalar::F32, Comparison::Above, false),
            _ => return None,
        };
        let comparison = match comparison {
            Comparison::Below if !is_first => Comparison::Above,
            Comparison::Above if !is_first => Comparison::Below,
            _ => comparison,
        };
        let is_float = matches!(counts, Binary::AddF | Binary::SubF);
        let leaves = leaves == holds;
        (scalar.is_float() == is_float).then_some(Counting {
            counter,
            step,
            is_down,
            bound,
            scalar,
            comparison,
            leaves,
        })
    }

    /// Whether a lane may ever leave that counts on from here.
    pub fn ends(&self, counter: u32, step: u32, bound: u32) -> bool {
        if self.scalar.is_float() {
            let [counter, step, bound] = [counter, step, bound].map(f32::from_bits);
            self.approaches(counter, if self.is_down { -step } else { step }, bound)
        } else {
            self.meets(counter, step, bound)
        }
    }

    /// Whether a float that goes on in one direction is where the loop ends or may
    /// still come there. It may also stop moving on the way, which shows by itself.
    fn approaches(&self, counter: f32, step: f32, bound: f32) -> bool {
        if !(counter.is_finite() && step.is_finite() && bound.is_finite()) || step == 0.0 {
            return true;
        }
        let is_up = step > 0.0;
        match (self.comparison, self.leaves) {
            (Comparison::Equal, true) if is_up => counter <= bound,
            (Comparison::Equal, true) => counter >= bound,
            (Comparison::Equal, false) => true,
            (Comparison::Below, true) => !is_up || counter < bound,
            (Comparison::Below, false) => is_up || counter >= bound,
            (Comparison::Above, true) => is_up || counter > bound,
            (Comparison::Above, false) => !is_up || counter <= bound,
        }
    }

    /// Whether an integer comes to where the loop ends, sooner or later.
    fn meets(&self, counter: u32, step: u32, bound: u32) -> bool {
        // The counter comes by every number that is a multiple of the largest power of
        // two in the step away, since it wraps around.
        let gap = match step {
            0 => 1 << 32,
            _ => 1u64 << step.trailing_zeros(),
        };
        let signed = self.scalar.is_signed();
        // Numbers with a sign are in the same order as these.
        let ordered = |word: u32| u64::from(if signed { word ^ 1 << 31 } else { word });
        let (counter, bound) = (ordered(counter), ordered(bound));
        let least = counter % gap;
        let most = (1 << 32) - gap + least;
        match (self.comparison, self.leaves) {
            (Comparison::Equal, true) => bound % gap == least,
            (Comparison::Equal, false) => least != bound || most != bound,
            (Comparison::Below, true) => least < bound,
            (Comparison::Below, false) => most >= bound,
            (Comparison::Above, true) => most > bound,
            (Comparison::Above, false) => least <= bound,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMPARISONS: [Comparison; 3] = [Comparison::Equal, Comparison::Below, Comparison::Above];

    fn counting(scalar: Scalar, comparison: Comparison, leaves: bool) -> Counting {
        Counting { counter: 0, step: 1, is_down: false, bound: 2, scalar, comparison, leaves }
    }

    /// Whether a lane leaves, tried out with every number of 8 bits.
    fn tried(counting: &Counting, mut counter: u8, step: u8, bound: u8) -> bool {
        (0..=256).any(|_| {
            let order = match counting.scalar {
                Scalar::I32 => (counter as i8).cmp(&(bound as i8)),
                _ => counter.cmp(&bound),
            };
            let holds = match counting.comparison {
                Comparison::Equal => order.is_eq(),
                Comparison::Below => order.is_lt(),
                Comparison::Above => order.is_gt(),
            };
            counter = counter.wrapping_add(step);
            holds == counting.leaves
        })
    }

    #[test]
    fn whether_an_integer_comes_to_its_end_is_told_without_counting() {
        let all = COMPARISONS.into_iter().flat_map(|comparison| {
            let scalars = [Scalar::U32, Scalar::I32].into_iter();
            scalars.flat_map(move |scalar| {
                [false, true].map(|leaves| counting(scalar, comparison, leaves))
            })
        });
        for counting in all {
            for counter in (0..=255).step_by(7) {
                for step in (0..=255).step_by(3) {
                    for bound in [0, 1, 2, 7, 100, 127, 128, 129, 254, 255] {
                        // The upper 8 of 32 bits behave like 8 bits.
                        let [a, b, c] = [counter, step, bound].map(|n: u8| u32::from(n) << 24);
                        assert_eq!(
                            counting.ends(a, b, c),
                            tried(&counting, counter, step, bound),
                            "{counting:?} {counter} {step} {bound}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn a_float_that_goes_away_from_its_end_never_comes_there() {
        let check = |comparison, leaves, [counter, step, bound]: [f32; 3], ends: bool| {
            let counting = counting(Scalar::F32, comparison, leaves);
            let [a, b, c] = [counter, step, bound].map(f32::to_bits);
            assert_eq!(counting.ends(a, b, c), ends, "{counting:?} {counter} {step} {bound}");
        };
        check(Comparison::Equal, true, [0.5, 0.1, 1.0], true);
        check(Comparison::Equal, true, [1.0, 0.1, 1.0], true);
        check(Comparison::Equal, true, [1.1, 0.1, 1.0], false);
        check(Comparison::Equal, true, [1.1, -0.1, 1.0], true);
        check(Comparison::Equal, false, [1.1, 0.1, 1.0], true);
        check(Comparison::Below, true, [1.1, 0.1, 1.0], false);
        check(Comparison::Below, true, [0.9, 0.1, 1.0], true);
        check(Comparison::Below, false, [0.9, 0.1, 1.0], true);
        check(Comparison::Below, false, [0.9, -0.1, 1.0], false);
        check(Comparison::Above, true, [0.9, -0.1, 1.0], false);
        check(Comparison::Above, false, [1.1, 0.1, 1.0], false);
        // What stands still or is not a number is seen by itself.
        check(Comparison::Equal, true, [1.1, 0.0, 1.0], true);
        check(Comparison::Equal, true, [f32::NAN, 0.1, 1.0], true);
    }
}
