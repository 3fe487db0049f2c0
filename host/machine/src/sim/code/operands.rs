//! Operands: which registers an instruction reads and writes.
//!
//! Neighbouring registers are one run. What an instruction reads is exact, lane by
//! lane: the second operand of an operation with one is not read, and neither is
//! the second register of an operand that is one word. What it writes may be
//! written in part: in the active lanes alone, and in an array that is indexed at
//! run time one element of all that the run covers.

use super::arithmetic::{Gather, Narrow, Ternary, Wide};
use super::{IndexLimit, MemoryRef, Op, Reg, Root};
use std::ops::Range;

/// What an instruction works on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operands {
    /// The registers that it reads.
    pub reads: Vec<Range<Reg>>,
    /// The registers that it may write; empty if there are none.
    pub writes: Range<Reg>,
    /// The memory reference that it accesses, by its index in
    /// [`Code::memory_refs`](super::Code::memory_refs).
    pub memory_ref: Option<u32>,
}

impl Op {
    /// The registers that the instruction reads and writes, in code with these
    /// memory references.
    pub fn operands(&self, memory_refs: &[MemoryRef]) -> Operands {
        match *self {
            Op::Move { to, from, count } => computed(run(to, count), [run(from, count)]),
            Op::Zero { to, count } => computed(run(to, count), []),
            Op::Copy { to, from } => computed(word(to), [word(from)]),
            Op::Unary { to, a, .. } => computed(word(to), [word(a)]),
            Op::Binary { to, a, b, .. } => computed(word(to), [word(a), word(b)]),
            Op::Ternary { op: Ternary::BitMask, to, b, c, .. } => {
                computed(word(to), [word(b), word(c)])
            }
            Op::Ternary { to, a, b, c, .. } => computed(word(to), [word(a), word(b), word(c)]),
            Op::Wide { op, to, a, b } => {
                let second = match wide_operands(op) {
                    Second::None => None,
                    Second::Word => Some(word(b)),
                    Second::Pair => Some(pair(b)),
                };
                computed(pair(to), [pair(a)].into_iter().chain(second))
            }
            Op::Narrow { op, to, a, b } => {
                let second = compares(op).then(|| pair(b));
                computed(word(to), [pair(a)].into_iter().chain(second))
            }
            Op::Widen { to, a, .. } => computed(pair(to), [word(a)]),
            Op::RoundHalf { to } => computed(word(to), [word(to)]),
            Op::ArrayLength { to, .. } => computed(word(to), []),
            Op::Load { to, memory_ref } | Op::AtomicLoad { to, memory_ref, .. } => {
                accessed(memory_refs, memory_ref, Some(to), &[], false)
            }
            Op::Store { from, memory_ref } | Op::AtomicStore { from, memory_ref, .. } => {
                accessed(memory_refs, memory_ref, None, &[from], true)
            }
            Op::Atomic { to, memory_ref, value, .. } => {
                accessed(memory_refs, memory_ref, Some(to), &[value], false)
            }
            Op::CompareExchange { to, memory_ref, expected, value, .. } => {
                accessed(memory_refs, memory_ref, Some(to), &[expected, value], false)
            }
            Op::Gather { op: Gather::First, to, value, mask, .. } => {
                computed(word(to), [word(value)].into_iter().chain(mask.map(word)))
            }
            Op::Gather { to, value, lane, mask, .. } => {
                computed(word(to), [word(value), word(lane)].into_iter().chain(mask.map(word)))
            }
            Op::Collect { to, value, .. } => computed(word(to), [word(value)]),
            Op::Ballot { to, condition, mask } => {
                computed(run(to, 4), [word(condition)].into_iter().chain(mask.map(word)))
            }
            Op::ActiveMask { to } => computed(run(to, 4), []),
            Op::If { condition, .. } | Op::BreakIf { condition, .. } => {
                computed(0..0, [word(condition)])
            }
            Op::Branch { case } => computed(0..0, [word(case)]),
            Op::WarpBarrier { mask } => computed(0..0, mask.map(word)),
            // A check only looks at what the arithmetic behind it reads.
            Op::Check { .. }
            | Op::Fail { .. }
            | Op::Print { .. }
            | Op::Fence(_)
            | Op::Else { .. }
            | Op::EndIf { .. }
            | Op::Loop
            | Op::Continuing { .. }
            | Op::EndLoop { .. }
            | Op::Break { .. }
            | Op::Continue { .. }
            | Op::Switch
            | Op::EndSwitch { .. }
            | Op::Call
            | Op::Return { .. }
            | Op::EndCall { .. }
            | Op::Barrier(_)
            | Op::Exit => computed(0..0, []),
        }
    }
}

fn word(register: Reg) -> Range<Reg> {
    run(register, 1)
}

fn pair(register: Reg) -> Range<Reg> {
    run(register, 2)
}

fn run(first: Reg, count: u32) -> Range<Reg> {
    first..first.saturating_add(count)
}

fn computed(writes: Range<Reg>, reads: impl IntoIterator<Item = Range<Reg>>) -> Operands {
    Operands { reads: reads.into_iter().collect(), writes, memory_ref: None }
}

/// An access: `to` takes what was there, and each of `values` has as many words as
/// what is referred to.
fn accessed(
    memory_refs: &[MemoryRef],
    index: u32,
    to: Option<Reg>,
    values: &[Reg],
    stores: bool,
) -> Operands {
    let Some(memory_ref) = memory_refs.get(index as usize) else { return computed(0..0, []) };
    let words = memory_ref.leaves.len() as u32;
    let mut reads: Vec<Range<Reg>> = values.iter().map(|&value| run(value, words)).collect();
    reads.extend(memory_ref.indices.iter().map(|index| word(index.register)));
    let mut writes = to.map_or(0..0, |to| run(to, words));
    if let Root::Local(first) = memory_ref.root {
        let array = local_registers(first, memory_ref);
        if stores {
            writes = array;
        } else {
            reads.push(array);
        }
    }
    Operands { reads, writes, memory_ref: Some(index) }
}

/// The registers that a reference into a variable of the thread's own can reach.
fn local_registers(first: Reg, memory_ref: &MemoryRef) -> Range<Reg> {
    let start = first.saturating_add(memory_ref.offset);
    let reach = memory_ref.indices.iter().fold(0u32, |reach, index| match index.limit {
        IndexLimit::Fixed(count) => {
            reach.saturating_add(count.saturating_sub(1).saturating_mul(index.stride))
        }
        // Only buffers have arrays whose length is known at the launch.
        IndexLimit::Rest { .. } => reach,
    });
    let last = memory_ref.leaves.iter().map(|leaf| leaf.offset).max().unwrap_or(0);
    run(start, reach.saturating_add(last).saturating_add(1))
}

/// The second operand of an operation on 64 bits.
enum Second {
    None,
    Word,
    Pair,
}

fn wide_operands(op: Wide) -> Second {
    match op {
        Wide::NegI
        | Wide::NotI
        | Wide::AbsI
        | Wide::SignI
        | Wide::Float(_)
        | Wide::CountOnes
        | Wide::ReverseBits
        | Wide::LeadingZeros
        | Wide::TrailingZeros
        | Wide::FirstLeadingS
        | Wide::FirstLeadingU
        | Wide::FirstTrailing
        | Wide::FloatOfSigned
        | Wide::FloatOfUnsigned
        | Wide::SignedOfFloat
        | Wide::UnsignedOfFloat => Second::None,
        Wide::ShiftLeft | Wide::ShiftRightS | Wide::ShiftRightU => Second::Word,
        Wide::AddF
        | Wide::SubF
        | Wide::MulF
        | Wide::DivF
        | Wide::RemF
        | Wide::MinF
        | Wide::MaxF
        | Wide::PowF
        | Wide::Atan2
        | Wide::Step
        | Wide::AddI
        | Wide::SubI
        | Wide::MulI
        | Wide::DivS
        | Wide::DivU
        | Wide::RemS
        | Wide::RemU
        | Wide::MinS
        | Wide::MinU
        | Wide::MaxS
        | Wide::MaxU
        | Wide::And
        | Wide::Or
        | Wide::Xor => Second::Pair,
    }
}

/// Whether there are two operands.
fn compares(op: Narrow) -> bool {
    match op {
        Narrow::EqF
        | Narrow::NeF
        | Narrow::LtF
        | Narrow::LeF
        | Narrow::EqI
        | Narrow::NeI
        | Narrow::LtS
        | Narrow::LeS
        | Narrow::LtU
        | Narrow::LeU => true,
        Narrow::Low
        | Narrow::FloatOfDouble
        | Narrow::FloatOfSigned
        | Narrow::FloatOfUnsigned
        | Narrow::SignedOfDouble
        | Narrow::UnsignedOfDouble
        | Narrow::BoolOfDouble
        | Narrow::BoolOfInteger
        | Narrow::IsNan
        | Narrow::IsInf => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::code::{DynamicIndex, Format, Leaf};

    #[test]
    fn operands_are_those_that_count() {
        let leaf = |offset| Leaf { offset, format: Format::Word };
        let at = |register, stride, limit| DynamicIndex { register, stride, limit };
        let memory_refs = [
            MemoryRef {
                root: Root::Buffer(0),
                offset: 0,
                indices: vec![at(7, 8, IndexLimit::Rest { offset: 0 })],
                leaves: vec![leaf(0), leaf(4)],
                by_byte: false,
            },
            MemoryRef {
                root: Root::Local(40),
                offset: 1,
                indices: vec![at(8, 3, IndexLimit::Fixed(4))],
                leaves: vec![leaf(0), leaf(1)],
                by_byte: false,
            },
        ];
        // Runs of registers by their start and their end.
        let check = |op: Op, reads: &[(Reg, Reg)], writes: Range<Reg>| {
            let found = op.operands(&memory_refs);
            let reads: Vec<Range<Reg>> = reads.iter().map(|&(start, end)| start..end).collect();
            assert_eq!((found.reads, found.writes), (reads, writes), "{op:?}");
        };
        check(Op::Move { to: 4, from: 1, count: 3 }, &[(1, 4)], 4..7);
        check(Op::Wide { op: Wide::AddI, to: 4, a: 0, b: 2 }, &[(0, 2), (2, 4)], 4..6);
        check(Op::Wide { op: Wide::NegI, to: 4, a: 0, b: 2 }, &[(0, 2)], 4..6);
        check(Op::Wide { op: Wide::ShiftLeft, to: 4, a: 0, b: 2 }, &[(0, 2), (2, 3)], 4..6);
        check(Op::Narrow { op: Narrow::Low, to: 4, a: 0, b: 0 }, &[(0, 2)], 4..5);
        check(Op::Narrow { op: Narrow::EqI, to: 4, a: 0, b: 2 }, &[(0, 2), (2, 4)], 4..5);
        let gather = |op, mask| Op::Gather { op, to: 4, value: 1, lane: 2, mask };
        check(gather(Gather::First, None), &[(1, 2)], 4..5);
        check(gather(Gather::At, None), &[(1, 2), (2, 3)], 4..5);
        check(gather(Gather::At, Some(9)), &[(1, 2), (2, 3), (9, 10)], 4..5);
        check(Op::Ballot { to: 4, condition: 1, mask: None }, &[(1, 2)], 4..8);
        check(Op::Ballot { to: 4, condition: 1, mask: Some(9) }, &[(1, 2), (9, 10)], 4..8);
        check(Op::ActiveMask { to: 4 }, &[], 4..8);
        check(Op::Load { to: 4, memory_ref: 0 }, &[(7, 8)], 4..6);
        check(Op::Store { from: 4, memory_ref: 0 }, &[(4, 6), (7, 8)], 0..0);
        // An array of one's own: four elements of three registers, of which the
        // first is never meant and the last word is the second of the last element.
        check(Op::Load { to: 4, memory_ref: 1 }, &[(8, 9), (41, 52)], 4..6);
        check(Op::Store { from: 4, memory_ref: 1 }, &[(4, 6), (8, 9)], 41..52);
        check(Op::EndLoop { start: 1, empty: 2, waits: false }, &[], 0..0);
        check(Op::WarpBarrier { mask: Some(3) }, &[(3, 4)], 0..0);
    }
}
