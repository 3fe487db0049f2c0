//! Operation of a step, as far as somebody wants to say it in words.

use crate::sim::code::{Binary, Code, Collect, Gather, Narrow, Op, Reg, Ternary, Unary};
use naga::Span;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// What kind of number a result is, as far as the instruction says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ResultKind {
    /// True or false.
    Condition,
    /// A word without a sign, or nobody knows.
    #[default]
    Word,
    Signed,
    Float,
    /// A scalar of 64 bits.
    Wide,
}

/// What an instruction does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Operation {
    /// Computes something from registers.
    Compute(ResultKind),
    /// Gives a variable its value.
    Assign,
    /// Reads or writes memory, which the step's accesses tell of.
    Access,
    /// Lanes go one way or the other.
    If,
    /// Lanes ask the right side of an `||` where its left side does not hold; the
    /// others know the answer.
    Or {
        /// Whether the place in the text is that of the left side alone.
        is_left: bool,
    },
    /// Lanes whose condition is so leave the loop.
    LeaveLoop {
        when: bool,
    },
    /// Lanes go to the case of their number.
    Switch,
    /// The warp waits for the others of its block.
    Barrier,
    /// The lanes of the warp wait for each other.
    WarpBarrier,
    Fence,
    /// Lanes read what another lane of the warp holds. By how many lanes or which, the
    /// register says.
    Shuffle {
        from: Gather,
        lane: Reg,
    },
    /// Each lane gets something made of what all lanes hold.
    Combine(Combination),
    /// The lanes in which a condition holds.
    Vote,
    /// Lanes give up, because something must not be.
    Fail,
    #[default]
    Other,
}

/// What is made of what all lanes of a warp hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Combination {
    Sum,
    Product,
    Least,
    Greatest,
    Bits,
}

/// What is known of an instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct OpSummary {
    pub(super) operation: Operation,
    /// Where it stands in the text, in bytes; nothing where it does not.
    pub(super) span: Option<(u32, u32)>,
    /// The first of the registers that it writes.
    pub(super) result: Option<Reg>,
}

/// What is known of the instructions of a kernel.
pub(super) fn summaries(code: &Code) -> Vec<OpSummary> {
    let summary = |(number, op): (usize, &Op)| {
        let writes = op.operands(&code.memory_refs).writes;
        let result = (!writes.is_empty()).then_some(writes.start);
        let (operation, span) = match negated(code, number) {
            Some(left) => {
                let known = computed(code, number - 1, left).and_then(|before| place(code, before));
                let operation = Operation::Or { is_left: known.is_some() };
                (operation, known.or_else(|| place(code, number)))
            }
            // The text does not have what is made for the branch behind it.
            None if negated(code, number + 1).is_some() => (Operation::Other, place(code, number)),
            None => (operation(op), span(code, number, op)),
        };
        OpSummary { operation, span, result }
    };
    code.ops.iter().enumerate().map(summary).collect()
}

/// Where an instruction stands. A branch is told by its condition, where that is
/// computed right before it: the statement's own place may be all that it holds.
fn span(code: &Code, number: usize, op: &Op) -> Option<(u32, u32)> {
    let place = |number: usize| place(code, number);
    let condition = match *op {
        Op::If { condition, .. } | Op::BreakIf { condition, .. } => Some(condition),
        Op::Branch { case } => Some(case),
        _ => None,
    };
    let Some(condition) = condition else { return place(number) };
    computed(code, number, condition).and_then(place).or_else(|| place(number))
}

fn place(code: &Code, number: usize) -> Option<(u32, u32)> {
    let range = code.spans.get(number).copied().and_then(Span::to_range)?;
    (range.start < range.end).then_some((range.start as u32, range.end as u32))
}

/// The instruction right before one that computes what a register holds there.
fn computed(code: &Code, number: usize, register: Reg) -> Option<usize> {
    let before = (0..number).rev().take_while(|&before| !is_flow(&code.ops[before]));
    before
        .take(16)
        .find(|&before| code.ops[before].operands(&code.memory_refs).writes.contains(&register))
}

/// If an instruction is the branch of an `||`, the register of its left side. The
/// branch is taken where that does not hold, and only there the compilers negate
/// something at the very place of the branch.
fn negated(code: &Code, number: usize) -> Option<Reg> {
    let before = number.checked_sub(1)?;
    match (code.ops.get(before)?, code.ops.get(number)?) {
        (&Op::Unary { op: Unary::NotB, to, a }, &Op::If { condition, .. })
            if to == condition && place(code, before)? == place(code, number)? =>
        {
            Some(a)
        }
        _ => None,
    }
}

/// Whether what stands before an instruction may not come right before it.
fn is_flow(op: &Op) -> bool {
    matches!(
        op,
        Op::If { .. }
            | Op::Loop
            | Op::Continuing { .. }
            | Op::EndLoop { .. }
            | Op::BreakIf { .. }
            | Op::Barrier(_)
    )
}

fn operation(op: &Op) -> Operation {
    match *op {
        Op::Move { .. } | Op::Zero { .. } | Op::Copy { .. } => Operation::Assign,
        Op::Binary { op, .. } => Operation::Compute(of_binary(op)),
        Op::Unary { op, .. } => Operation::Compute(of_unary(op)),
        Op::Ternary { op: Ternary::Fma, .. } => Operation::Compute(ResultKind::Float),
        Op::Ternary { op: Ternary::ExtractS, .. } => Operation::Compute(ResultKind::Signed),
        Op::Narrow { op, .. } => Operation::Compute(of_narrow(op)),
        Op::Wide { .. } | Op::Widen { .. } => Operation::Compute(ResultKind::Wide),
        Op::RoundHalf { .. } => Operation::Compute(ResultKind::Float),
        Op::Ternary { .. } | Op::ArrayLength { .. } => Operation::Compute(ResultKind::Word),
        Op::Load { .. }
        | Op::Store { .. }
        | Op::Atomic { .. }
        | Op::CompareExchange { .. }
        | Op::AtomicLoad { .. }
        | Op::AtomicStore { .. } => Operation::Access,
        Op::If { .. } => Operation::If,
        Op::BreakIf { when, .. } => Operation::LeaveLoop { when },
        Op::Branch { .. } => Operation::Switch,
        Op::Barrier(_) => Operation::Barrier,
        Op::WarpBarrier { .. } => Operation::WarpBarrier,
        Op::Fence(_) => Operation::Fence,
        Op::Gather { op, lane, .. } => Operation::Shuffle { from: op, lane },
        Op::Collect { op, .. } => Operation::Combine(of_collect(op)),
        Op::Ballot { .. } | Op::ActiveMask { .. } => Operation::Vote,
        Op::Fail { .. } => Operation::Fail,
        Op::Else { .. }
        | Op::EndIf { .. }
        | Op::Loop
        | Op::Continuing { .. }
        | Op::EndLoop { .. }
        | Op::Break { .. }
        | Op::Continue { .. }
        | Op::Switch
        | Op::EndSwitch { .. }
        | Op::Call
        | Op::Check { .. }
        | Op::Print { .. }
        | Op::Return { .. }
        | Op::EndCall { .. }
        | Op::Exit => Operation::Other,
    }
}

fn of_binary(op: Binary) -> ResultKind {
    use Binary::*;
    match op {
        AddF | SubF | MulF | DivF | RemF | MinF | MaxF | PowF | Atan2 | Step | Ldexp => {
            ResultKind::Float
        }
        DivS | RemS | MinS | MaxS | ShiftRightS => ResultKind::Signed,
        EqF | NeF | LtF | LeF | EqI | NeI | LtS | LeS | LtU | LeU => ResultKind::Condition,
        AddI | SubI | MulI | DivU | RemU | MinU | MaxU | And | Or | Xor | ShiftLeft
        | ShiftRightU => ResultKind::Word,
    }
}

fn of_unary(op: Unary) -> ResultKind {
    use Unary::*;
    match op {
        Float(_) | FloatOfSigned | FloatOfUnsigned | FloatOfBool | FrexpFraction | HalfAt(_) => {
            ResultKind::Float
        }
        NegI | AbsI | SignI | SignedOfFloat | FrexpExponent | ByteS(_) | ShortS(_) => {
            ResultKind::Signed
        }
        NotB | IsNan | IsInf | BoolOfFloat | BoolOfInteger => ResultKind::Condition,
        NotI | UnsignedOfFloat | IntegerOfBool | CountOnes | ReverseBits | LeadingZeros
        | TrailingZeros | FirstLeadingS | FirstLeadingU | FirstTrailing | ByteU(_) | ShortU(_)
        | HalfBits => ResultKind::Word,
    }
}

fn of_narrow(op: Narrow) -> ResultKind {
    use Narrow::*;
    match op {
        FloatOfDouble | FloatOfSigned | FloatOfUnsigned => ResultKind::Float,
        SignedOfDouble => ResultKind::Signed,
        Low | UnsignedOfDouble => ResultKind::Word,
        EqF | NeF | LtF | LeF | EqI | NeI | LtS | LeS | LtU | LeU | BoolOfDouble
        | BoolOfInteger | IsNan | IsInf => ResultKind::Condition,
    }
}

fn of_collect(op: Collect) -> Combination {
    use Collect::*;
    match op {
        AddF | AddH | AddI => Combination::Sum,
        MulF | MulH | MulI => Combination::Product,
        MinF | MinS | MinU => Combination::Least,
        MaxF | MaxS | MaxU => Combination::Greatest,
        And | Or | Xor => Combination::Bits,
    }
}

impl super::Trace {
    /// What an instruction does.
    pub fn operation(&self, op: u32) -> Operation {
        self.summaries.get(op as usize).map(|summary| summary.operation).unwrap_or_default()
    }

    /// Where an instruction stands in the text, in bytes.
    pub fn span_of_op(&self, op: u32) -> Option<Range<usize>> {
        let (start, end) = self.summaries.get(op as usize)?.span?;
        Some(start as usize..end as usize)
    }

    /// The first of the registers that an instruction writes; what else changes in its
    /// step belongs to what comes before or behind.
    pub fn result_of_op(&self, op: u32) -> Option<Reg> {
        self.summaries.get(op as usize)?.result
    }

    /// The instruction of a step.
    pub fn op_of(&self, step: usize) -> Option<u32> {
        self.steps.get(step).map(|step| step.op)
    }
}
