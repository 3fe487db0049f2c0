//! Barriers of a warp that name the lanes which have to come.
//!
//! Lanes that come to one while others of its mask are elsewhere wait as a fragment
//! of their own, and the rest of the warp goes on. Once all lanes of the mask have
//! come, from wherever, or have ended, they have met.

use super::code::{Code, Op, Reg};
use super::fragment::RunState;
use super::observer::{Observer, Site};
use super::warp::{BlockContext, Warp, lanes};

impl<const L: usize> Warp<L> {
    /// The lanes of a warp come to a barrier of their own. Those that name lanes in
    /// their mask which are not here wait for them; the rest goes on.
    pub(super) fn come_to_warp_barrier<O: Observer>(
        &mut self,
        mask: Option<Reg>,
        context: &mut BlockContext<'_, O>,
    ) {
        let Some(register) = mask else {
            if !self.waits_to_meet() {
                self.tell(context);
                self.meet(None, context);
            }
            return;
        };
        let masks = *self.column(register);
        let missing = |lane: usize| {
            let named = u64::from(masks[lane]) & self.live;
            named >> lane & 1 != 0 && named & !self.mask != 0
        };
        let waiting = lanes(self.mask).filter(|&lane| missing(lane));
        let waiting = waiting.fold(0, |all: u64, lane| all | 1 << lane);
        let complete = self.mask & !waiting;
        if complete != 0 {
            self.set_mask(complete);
            self.tell(context);
            self.meet(mask, context);
        }
        if waiting == 0 {
            return;
        }
        let here = self.pc - 1;
        let next = if complete == 0 { next_part(&context.code.ops, self.pc) } else { self.pc };
        // One fragment for each mask, so that each can go on by itself.
        let mut left = waiting;
        while let Some(first) = lanes(left).next() {
            let same = lanes(left).filter(|&lane| masks[lane] == masks[first]);
            let same = same.fold(0, |all: u64, lane| all | 1 << lane);
            left &= !same;
            let active = if left != 0 { 0 } else { complete };
            self.part(same, active, next);
            self.set_mask(same);
            (self.pc, self.state) = (here, RunState::Meeting);
            if left != 0 {
                // The rest is the last that was parted off; it parts once more.
                self.swap(self.others.len() - 1);
            }
        }
    }

    /// Lets fragments go on that wait at barriers of the warp which all lanes of
    /// their mask have come to or can come to no more.
    pub(super) fn complete_warp_barriers<O: Observer>(
        &mut self,
        context: &mut BlockContext<'_, O>,
    ) {
        let code = context.code;
        let barrier = |pc: usize| match code.ops.get(pc) {
            Some(&Op::WarpBarrier { mask: Some(register) }) => Some(register),
            _ => None,
        };
        // Where fragments wait, with which mask and lanes.
        let waiting: Vec<(usize, u32, u64)> = (self.fragments())
            .filter(|&(state, ..)| state == RunState::Meeting)
            .filter_map(|(_, _, pc, mask)| {
                let column = self.column(barrier(pc)?);
                Some((pc, column[mask.trailing_zeros() as usize % L], mask))
            })
            .collect();
        for (i, &(pc, named, _)) in waiting.iter().enumerate() {
            let same = || waiting.iter().filter(|(_, other, _)| *other == named);
            let come = same().fold(0, |all, (_, _, mask)| all | mask);
            let is_first = waiting.iter().position(|(_, other, _)| *other == named) == Some(i);
            if !is_first || u64::from(named) & self.live & !come != 0 {
                continue;
            }
            for &(pc, _, mask) in same() {
                let site = Site {
                    block: context.block,
                    warp: self.index,
                    mask,
                    op: pc as u32,
                    step: context.step,
                };
                context.observer.instruction(&site);
                context.step += 1;
            }
            let site = Site {
                block: context.block,
                warp: self.index,
                mask: come & u64::from(named),
                op: pc as u32,
                step: context.step.saturating_sub(1),
            };
            context.observer.warp_barrier(&site);
            context.meetings += 1;
            let goes_on = |state: &mut RunState, pc: &mut usize, mask: u64| {
                if *state == RunState::Meeting && mask & !come == 0 && barrier(*pc).is_some() {
                    (*state, *pc) = (RunState::Ready, *pc + 1);
                }
            };
            for other in &mut self.others {
                goes_on(&mut other.state, &mut other.pc, other.mask);
            }
            goes_on(&mut self.state, &mut self.pc, self.mask);
        }
    }

    /// A barrier that lanes wait at, and which lanes.
    pub(super) fn at_barrier(&self, code: &Code) -> Option<(u32, u64)> {
        let is_barrier = |op: usize| {
            matches!(code.ops.get(op), Some(Op::Barrier(_) | Op::WarpBarrier { mask: Some(_) }))
        };
        self.fragments().find_map(|(state, _, pc, mask)| match state {
            RunState::Waiting => Some((pc as u32 - 1, mask)),
            RunState::Meeting if is_barrier(pc) => Some((pc as u32, mask)),
            _ => None,
        })
    }

    /// A barrier of the warp that lanes wait at, which lanes, and for whom.
    pub(super) fn misses(&self, code: &Code) -> Option<(u32, u64, u64)> {
        self.fragments().filter(|&(state, ..)| state == RunState::Meeting).find_map(
            |(_, _, pc, mask)| {
                let Some(&Op::WarpBarrier { mask: Some(named) }) = code.ops.get(pc) else {
                    return None;
                };
                let named = self.column(named)[mask.trailing_zeros() as usize % L];
                Some((pc as u32, mask, u64::from(named) & self.live & !mask))
            },
        )
    }

    /// The instruction that some of these lanes wait at.
    pub(super) fn whereabouts(&self, code: &Code, lanes: u64) -> Option<u32> {
        self.fragments().find_map(|(state, tracker, pc, mask)| {
            if mask & lanes == 0 {
                return None;
            }
            match state {
                RunState::Waiting => Some(pc as u32 - 1),
                RunState::Meeting => Some(pc as u32),
                RunState::Asleep => Some(tracker.tracked(code)?.start.saturating_sub(1)),
                _ => None,
            }
        })
    }
}

/// Where a warp goes on when no lane is left at an instruction: the next part of
/// the construct around it.
fn next_part(ops: &[Op], from: usize) -> usize {
    let mut depth = 0u32;
    for (at, op) in ops.iter().enumerate().skip(from) {
        match op {
            Op::If { .. } | Op::Loop | Op::Switch | Op::Call => depth += 1,
            Op::EndIf { .. } | Op::EndLoop { .. } | Op::EndSwitch { .. } | Op::EndCall { .. } => {
                match depth.checked_sub(1) {
                    Some(less) => depth = less,
                    None => return at,
                }
            }
            Op::Else { .. } | Op::Continuing { .. } | Op::Exit if depth == 0 => return at,
            _ => {}
        }
    }
    ops.len().saturating_sub(1)
}
