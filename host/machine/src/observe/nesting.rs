//! How a kernel's instructions lie in its constructs, and whether a thread has gone past
//! one of them.
//!
//! Control flow is structured. So where a thread is can be said by the constructs around
//! it, the side of each that it is on, and its round in each loop; and of two such places
//! one is before the other, behind it, or on another side of the same branch.

use crate::sim::LoopRounds;
use crate::sim::code::{Code, Op, Root};
use std::collections::BTreeMap;

/// A place in a kernel that a thread came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) op: u32,
    /// Its round in each loop around, outermost first.
    rounds: Vec<u32>,
}

impl Place {
    pub(super) fn new(op: u32, rounds: &LoopRounds<'_>) -> Place {
        Place { op, rounds: rounds.iter().collect() }
    }

    /// Moves there.
    pub(super) fn set(&mut self, op: u32, rounds: &LoopRounds<'_>) {
        self.op = op;
        self.rounds.clear();
        self.rounds.extend(rounds.iter());
    }
}

/// A construct around an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Around {
    /// Its first instruction.
    start: u32,
    /// The first instruction of the side that the instruction is on.
    side: u32,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Branch,
    Switch,
    Loop,
    Call,
}

/// The constructs around the instructions at which threads wait or return.
#[derive(Clone, Debug, Default)]
pub(super) struct Nesting {
    around: BTreeMap<u32, Vec<Around>>,
    /// The returns from functions behind which the kernel does nothing more that others
    /// could notice: as good as returns from the kernel.
    ends: Vec<u32>,
}

impl Nesting {
    pub(super) fn of(code: &Code) -> Nesting {
        let mut nesting = Nesting::default();
        let mut open: Vec<Around> = Vec::new();
        for (at, op) in (0..).zip(&code.ops) {
            let kind = match op {
                Op::If { .. } => Some(Kind::Branch),
                Op::Switch => Some(Kind::Switch),
                Op::Loop => Some(Kind::Loop),
                Op::Call => Some(Kind::Call),
                _ => None,
            };
            if let Some(kind) = kind {
                // The cases of a switch are its sides.
                match open.last_mut() {
                    Some(switch) if switch.kind == Kind::Switch => switch.side = at,
                    _ => {}
                }
                open.push(Around { start: at, side: at, kind });
                continue;
            }
            match op {
                Op::Else { .. } => {
                    if let Some(branch) = open.last_mut() {
                        branch.side = at;
                    }
                }
                Op::EndIf { .. }
                | Op::EndSwitch { .. }
                | Op::EndLoop { .. }
                | Op::EndCall { .. } => {
                    open.pop();
                }
                Op::Barrier(_) | Op::WarpBarrier { .. } | Op::Return { written: true, .. } => {
                    nesting.around.insert(at, open.clone());
                }
                _ => {}
            }
        }
        let returns = nesting.around.iter().filter(|(op, around)| {
            let is_return = matches!(code.ops[**op as usize], Op::Return { .. });
            is_return && ends_kernel(code, around)
        });
        nesting.ends = returns.map(|(op, _)| *op).collect();
        nesting
    }

    /// Whether a return leaves the kernel, if not at once.
    pub(super) fn ends_kernel(&self, op: u32) -> bool {
        self.ends.binary_search(&op).is_ok()
    }

    /// Whether whoever is at one place has left another one behind without having to
    /// come to it any more.
    pub(super) fn has_passed(&self, place: &Place, other: &Place) -> bool {
        let none = Vec::new();
        let around = |op: u32| self.around.get(&op).unwrap_or(&none);
        let (mine, theirs) = (around(place.op), around(other.op));
        let mut round = 0;
        for (mine, theirs) in mine.iter().zip(theirs) {
            if mine.start != theirs.start {
                return mine.start > theirs.start;
            }
            if mine.kind == Kind::Loop {
                let rounds = |place: &Place| place.rounds.get(round).copied().unwrap_or(0);
                if rounds(place) != rounds(other) {
                    return rounds(place) > rounds(other);
                }
                round += 1;
            }
            if mine.side != theirs.side {
                return false;
            }
        }
        place.op > other.op
    }

    /// The outermost branch or loop around an instruction, or else the call.
    pub(super) fn outermost(&self, op: u32) -> Option<u32> {
        let around = self.around.get(&op)?;
        let construct = around.iter().find(|around| around.kind != Kind::Call);
        construct.or_else(|| around.get(1)).map(|around| around.start)
    }
}

/// Whether nothing follows on the return from the innermost of these functions that
/// others could notice.
fn ends_kernel(code: &Code, around: &[Around]) -> bool {
    let calls: Vec<&Around> = around.iter().filter(|around| around.kind == Kind::Call).collect();
    let [_, .., innermost] = calls.as_slice() else { return true };
    let mut at = behind(code, innermost.start as usize + 1, |op| matches!(op, Op::EndCall { .. }));
    let mut depth = 0_u32;
    while let Some(op) = code.ops.get(at) {
        at += 1;
        match op {
            Op::If { .. } | Op::Switch | Op::Loop | Op::Call => depth += 1,
            Op::EndLoop { .. } if depth == 0 => return false,
            Op::EndIf { .. } | Op::EndSwitch { .. } | Op::EndLoop { .. } | Op::EndCall { .. } => {
                depth = depth.saturating_sub(1)
            }
            Op::Else { .. } if depth == 0 => {
                at = behind(code, at, |op| matches!(op, Op::EndIf { .. }));
            }
            Op::Break { .. } if depth == 0 => {
                // Out of a case of a switch, or out of a loop.
                let ends = |op: &Op| matches!(op, Op::EndSwitch { .. } | Op::EndLoop { .. });
                at = behind(code, at, ends);
            }
            Op::Return { .. } if depth == 0 => {
                at = behind(code, at, |op| matches!(op, Op::EndCall { .. }));
            }
            Op::Exit => return true,
            _ if is_noticed(code, op) => return false,
            _ => {}
        }
    }
    true
}

/// Behind the first end of a construct around an instruction that is of a kind.
fn behind(code: &Code, from: usize, is_end: impl Fn(&Op) -> bool) -> usize {
    let mut depth = 0_u32;
    for (at, op) in code.ops.iter().enumerate().skip(from) {
        match op {
            Op::If { .. } | Op::Switch | Op::Loop | Op::Call => depth += 1,
            Op::EndIf { .. } | Op::EndSwitch { .. } | Op::EndLoop { .. } | Op::EndCall { .. } => {
                match depth.checked_sub(1) {
                    Some(less) => depth = less,
                    None if is_end(op) => return at + 1,
                    None => {}
                }
            }
            _ => {}
        }
    }
    code.ops.len()
}

/// Whether others can notice that an instruction was executed.
fn is_noticed(code: &Code, op: &Op) -> bool {
    let memory_ref = match *op {
        Op::Store { memory_ref, .. }
        | Op::Atomic { memory_ref, .. }
        | Op::CompareExchange { memory_ref, .. }
        | Op::AtomicStore { memory_ref, .. } => memory_ref,
        Op::Barrier(_)
        | Op::WarpBarrier { .. }
        | Op::Gather { .. }
        | Op::Collect { .. }
        | Op::Ballot { .. }
        | Op::Print { .. }
        | Op::Fence(_) => return true,
        _ => return false,
    };
    let memory_ref = code.memory_refs.get(memory_ref as usize);
    memory_ref.is_none_or(|found| !matches!(found.root, Root::Local(_)))
}
