//! Loops that do nothing but count: whether they ever come to their end can be told
//! at once, even where the counter wraps around.

use super::flow::{Flow, Kind};
use crate::sim::code::arithmetic::{Binary, Unary};
use crate::sim::code::{Code, Op, Reg};

/// How a loop counts. In every round, `counter` goes on by `step`, and lanes leave
/// where its comparison with `bound` has the outcome `leaves`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counting {
    pub counter: Reg,
    pub step: Reg,
    /// Whether the step is taken away.
    pub is_down: bool,
    pub bound: Reg,
    pub comparison: Comparison,
    pub leaves: bool,
}

/// How a counter is compared with its bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Equal,
    /// The counter is below the bound.
    Below {
        signed: bool,
    },
    /// The counter is above the bound.
    Above {
        signed: bool,
    },
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
        let (step, is_down) = match code.ops[writer(counter)??] {
            Op::Binary { op: Binary::AddI, a, b, .. } if a == counter => (b, false),
            Op::Binary { op: Binary::AddI, a, b, .. } if b == counter => (a, false),
            Op::Binary { op: Binary::SubI, a, b, .. } if a == counter => (b, true),
            _ => return None,
        };
        if step == counter || writer(step)?.is_some() {
            return None;
        }
        let (comparison, holds) = match (op, is_first) {
            (Binary::EqI, _) => (Comparison::Equal, true),
            (Binary::NeI, _) => (Comparison::Equal, false),
            (Binary::LtU, true) => (Comparison::Below { signed: false }, true),
            (Binary::LtS, true) => (Comparison::Below { signed: true }, true),
            (Binary::LtU, false) => (Comparison::Above { signed: false }, true),
            (Binary::LtS, false) => (Comparison::Above { signed: true }, true),
            (Binary::LeU, true) => (Comparison::Above { signed: false }, false),
            (Binary::LeS, true) => (Comparison::Above { signed: true }, false),
            (Binary::LeU, false) => (Comparison::Below { signed: false }, false),
            (Binary::LeS, false) => (Comparison::Below { signed: true }, false),
            _ => return None,
        };
        Some(Counting { counter, step, is_down, bound, comparison, leaves: leaves == holds })
    }

    /// Whether a lane ever leaves that counts on from here.
    pub fn ends(&self, counter: u32, step: u32, bound: u32) -> bool {
        // The counter comes by every number that is a multiple of the largest power of
        // two in the step away, since it wraps around.
        let gap = match step {
            0 => 1 << 32,
            _ => 1u64 << step.trailing_zeros(),
        };
        let signed = match self.comparison {
            Comparison::Equal => false,
            Comparison::Below { signed } | Comparison::Above { signed } => signed,
        };
        // Numbers with a sign are in the same order as these.
        let ordered = |word: u32| u64::from(if signed { word ^ 1 << 31 } else { word });
        let (counter, bound) = (ordered(counter), ordered(bound));
        let least = counter % gap;
        let most = (1 << 32) - gap + least;
        match (self.comparison, self.leaves) {
            (Comparison::Equal, true) => bound % gap == least,
            (Comparison::Equal, false) => least != bound || most != bound,
            (Comparison::Below { .. }, true) => least < bound,
            (Comparison::Below { .. }, false) => most >= bound,
            (Comparison::Above { .. }, true) => most > bound,
            (Comparison::Above { .. }, false) => least <= bound,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a lane leaves, tried out with every number of 8 bits.
    fn tried(counting: &Counting, mut counter: u8, step: u8, bound: u8) -> bool {
        (0..=256).any(|_| {
            let holds = match counting.comparison {
                Comparison::Equal => counter == bound,
                Comparison::Below { signed: false } => counter < bound,
                Comparison::Below { signed: true } => (counter as i8) < bound as i8,
                Comparison::Above { signed: false } => counter > bound,
                Comparison::Above { signed: true } => counter as i8 > bound as i8,
            };
            counter = counter.wrapping_add(step);
            holds == counting.leaves
        })
    }

    #[test]
    fn whether_a_counter_comes_to_its_end_is_told_without_counting() {
        let comparisons = [
            Comparison::Equal,
            Comparison::Below { signed: false },
            Comparison::Below { signed: true },
            Comparison::Above { signed: false },
            Comparison::Above { signed: true },
        ];
        for comparison in comparisons {
            for leaves in [false, true] {
                let counting =
                    Counting { counter: 0, step: 1, is_down: false, bound: 2, comparison, leaves };
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
    }
}
