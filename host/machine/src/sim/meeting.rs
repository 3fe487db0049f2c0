//! Barriers and exchanges of a warp that name the lanes which have to come.
//!
//! Lanes that come to one while others of its mask are elsewhere wait as a fragment
//! of their own, and the rest of the warp goes on. Once all lanes of the mask have
//! come or have ended, they have met: at a barrier from wherever, at an exchange at
//! the same instruction, which they then execute as one.

use super::code::{Code, Op, Reg};
use super::fragment::RunState;
use super::observer::{LoopRounds, NamedLanes, Observer, Site, WarpMeeting};
use super::warp::{BlockContext, Frame, Warp, lanes};

/// An exchange that lanes wait at for others of their mask.
#[derive(Clone, Copy, Debug)]
pub(super) struct Awaited {
    pc: usize,
    /// The lanes of the mask.
    named: u64,
    /// The lanes that had not ended when the first came.
    live: u64,
}

impl Op {
    /// The register with the lanes that the instruction is for, if it names any.
    pub(in crate::sim) fn mask(&self) -> Option<Reg> {
        match *self {
            Op::WarpBarrier { mask } | Op::Gather { mask, .. } | Op::Ballot { mask, .. } => mask,
            _ => None,
        }
    }
}

/// The register with the lanes that an instruction is for, if it names any.
pub(super) fn mask_at(code: &Code, pc: usize) -> Option<Reg> {
    code.ops.get(pc).and_then(Op::mask)
}

fn is_barrier(code: &Code, pc: usize) -> bool {
    matches!(code.ops.get(pc), Some(Op::WarpBarrier { .. }))
}

impl<const L: usize> Warp<L> {
    /// The lanes that a lane names, whose mask is of its own warp of 32.
    pub(super) fn named(&self, mask: u32, lane: usize) -> u64 {
        u64::from(mask) << (lane / 32 * 32)
    }

    /// The active lanes that name others which have not ended and are not here.
    fn incomplete(&self, masks: &[u32; L]) -> u64 {
        let misses = |&lane: &usize| {
            let named = self.named(masks[lane], lane) & self.live;
            named >> lane & 1 != 0 && named & !self.mask != 0
        };
        lanes(self.mask).filter(misses).fold(0, |all: u64, lane| all | 1 << lane)
    }

    /// Of some lanes those that give the same mask as the first, in its warp of 32.
    pub(super) fn alike(&self, masks: &[u32; L], among: u64) -> u64 {
        let Some(first) = lanes(among).next() else { return 0 };
        let same = |&lane: &usize| masks[lane] == masks[first] && lane / 32 == first / 32;
        lanes(among).filter(same).fold(0, |all: u64, lane| all | 1 << lane)
    }

    /// Tells which lanes the active ones name.
    pub(super) fn tell_named<O: Observer>(
        &mut self,
        masks: &[u32; L],
        context: &mut BlockContext<'_, O>,
    ) {
        let pc = self.pc - 1;
        let mut left = 0;
        self.awaited.retain(|awaited| {
            let is_this = awaited.pc == pc
                && lanes(self.mask)
                    .any(|lane| u64::from(masks[lane]) << (lane / 32 * 32) == awaited.named);
            if is_this {
                left |= awaited.named & awaited.live & !self.live;
            }
            !is_this
        });
        let missing = lanes(self.mask).fold(0, |all, lane| all | self.named(masks[lane], lane));
        let elsewhere = match missing & self.live & !self.mask {
            0 => None,
            missing => self.whereabouts(context.code, missing),
        };
        let absent = self.absent();
        let named = NamedLanes { masks, left, absent: &absent, elsewhere };
        context.observer.named(&self.site(context), &named);
    }

    /// The lanes of a warp come to an exchange that names lanes. Those that name
    /// lanes which are not here wait for them. Returns whether the active lanes
    /// execute it now.
    pub(super) fn come_to_exchange<O: Observer>(
        &mut self,
        mask: Reg,
        context: &mut BlockContext<'_, O>,
    ) -> bool {
        let forced = std::mem::take(&mut self.forced);
        let masks = *self.column(mask);
        let waiting = if forced { 0 } else { self.incomplete(&masks) };
        if waiting != 0 {
            let (here, complete) = (self.pc - 1, self.mask & !waiting);
            for lane in lanes(waiting) {
                let named = self.named(masks[lane], lane);
                if !self.awaited.iter().any(|known| known.pc == here && known.named == named) {
                    self.awaited.push(Awaited { pc: here, named, live: self.live });
                }
            }
            let next = if complete == 0 { next_part(&context.code.ops, self.pc) } else { here };
            self.wait_for_lanes(&masks, waiting, (complete, next), here);
            return false;
        }
        self.tell_named(&masks, context);
        true
    }

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
        let waiting = self.incomplete(&masks);
        let complete = self.mask & !waiting;
        if complete != 0 {
            self.set_mask(complete);
            self.tell_named(&masks, context);
            self.tell(context);
            self.meet(mask, context);
        }
        if waiting == 0 {
            return;
        }
        let here = self.pc - 1;
        let next = if complete == 0 { next_part(&context.code.ops, self.pc) } else { self.pc };
        self.wait_for_lanes(&masks, waiting, (complete, next), here);
    }

    /// Lanes wait at an instruction for others of their masks; the rest goes on, with
    /// these lanes at that instruction. There is one fragment for each mask, so that
    /// each can go on by itself.
    fn wait_for_lanes(
        &mut self,
        masks: &[u32; L],
        waiting: u64,
        (complete, next): (u64, usize),
        here: usize,
    ) {
        let mut left = waiting;
        while left != 0 {
            let same = self.alike(masks, left);
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
        // Where fragments wait, with which mask and lanes.
        let waiting: Vec<(usize, u64, u64)> = (self.fragments())
            .filter(|&(state, ..)| state == RunState::Meeting)
            .filter_map(|(_, _, pc, mask)| {
                let column = self.column(mask_at(code, pc)?);
                let first = mask.trailing_zeros() as usize % L;
                Some((pc, self.named(column[first], first), mask))
            })
            .collect();
        for (i, &(pc, named, _)) in waiting.iter().enumerate() {
            let meets_here = |other: usize| match is_barrier(code, pc) {
                true => is_barrier(code, other),
                false => other == pc,
            };
            let is_same = |&(at, other, _): &(usize, u64, u64)| other == named && meets_here(at);
            let same = || waiting.iter().filter(|waiting| is_same(waiting));
            let come = same().fold(0, |all, (_, _, mask)| all | mask);
            let is_first = waiting.iter().position(is_same) == Some(i);
            if !is_first || named & self.live & !come != 0 {
                continue;
            }
            if !is_barrier(code, pc) {
                // They execute it once they have become one fragment.
                context.meetings += 1;
                let goes_on = |state: &mut RunState, at: usize, mask: u64| {
                    if *state == RunState::Meeting && mask & !come == 0 && at == pc {
                        *state = RunState::Ready;
                    }
                };
                for other in &mut self.others {
                    goes_on(&mut other.state, other.pc, other.mask);
                }
                goes_on(&mut self.state, self.pc, self.mask);
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
                mask: come & named,
                op: pc as u32,
                step: context.step.saturating_sub(1),
            };
            let meeting = WarpMeeting {
                ended: named & self.lanes & !self.live,
                rounds: LoopRounds(self.frames_at(pc)),
            };
            context.observer.warp_barrier(&site, &meeting);
            context.meetings += 1;
            let goes_on = |state: &mut RunState, pc: &mut usize, mask: u64| {
                if *state == RunState::Meeting && mask & !come == 0 && is_barrier(code, *pc) {
                    (*state, *pc) = (RunState::Ready, *pc + 1);
                }
            };
            for other in &mut self.others {
                goes_on(&mut other.state, &mut other.pc, other.mask);
            }
            goes_on(&mut self.state, &mut self.pc, self.mask);
        }
    }

    /// The constructs around lanes that wait at an instruction.
    fn frames_at(&self, pc: usize) -> &[Frame] {
        let waits = |state: RunState, at: usize| state == RunState::Meeting && at == pc;
        let other = self.others.iter().find(|other| waits(other.state, other.pc));
        match other {
            Some(other) if !waits(self.state, self.pc) => &other.frames,
            _ => &self.frames,
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
                let first = mask.trailing_zeros() as usize % L;
                let named = self.named(self.column(named)[first], first);
                Some((pc as u32, mask, named & self.live & !mask))
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
                // They were waiting there until nobody could go on.
                _ if mask_at(code, pc).is_some() => Some(pc as u32),
                _ => None,
            }
        })
    }
}

/// Where a warp goes on when no lane is left at an instruction: the next part of
/// the construct around it.
pub(super) fn next_part(ops: &[Op], from: usize) -> usize {
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
