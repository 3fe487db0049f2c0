//! Shown block of a recording, and the layout of its memory.
//!
//! Blocks run side by side, and most pictures show one of them: the one that was
//! chosen, or else that of the last step.

use super::player::Player;
use warpbench_machine::finding::Finding;
use warpbench_machine::observe::trace::{BlockState, Direction, Step, TracedWarp};

/// Far enough back for any loop's body in any of the blocks; the frame must not wait
/// for more.
const FARTHEST: usize = 16_000;

impl Player {
    /// The block that is shown, by its index in the trace.
    pub fn shown_block(&self) -> usize {
        self.pinned.unwrap_or_else(|| self.playback.block())
    }

    /// Its state.
    pub fn shown_state(&self) -> &BlockState {
        self.playback.states().get(self.shown_block()).unwrap_or(self.playback.state())
    }

    /// The step that was done last, if the block that is shown did it.
    pub fn shown_last(&self) -> Option<Step> {
        let last = self.position().checked_sub(1)?;
        self.trace().step(last).filter(|_| self.is_shown(last))
    }

    /// The step that comes next, if the block that is shown does it.
    pub fn shown_next(&self) -> Option<Step> {
        let next = self.position();
        self.trace().step(next).filter(|_| self.is_shown(next))
    }

    /// The warp that made the last step of the block that is shown; before its first,
    /// the one that makes that.
    pub fn shown_warp(&self) -> Option<u32> {
        let last = self.own_steps_back().next();
        let first = || self.trace().own_step(self.shown_block(), 0);
        self.trace().warp_of(last.or_else(first)?)
    }

    /// The steps of the block that is shown that have been done, the last first, as far
    /// as they are not too far back.
    pub(super) fn own_steps_back(&self) -> impl Iterator<Item = usize> + '_ {
        let position = self.position();
        let steps = position.saturating_sub(FARTHEST)..position;
        steps.rev().filter(|&step| self.is_shown(step))
    }

    fn is_shown(&self, step: usize) -> bool {
        self.trace().block_index(step) == Some(self.shown_block())
    }

    /// The warp that a stride is about: the one that is followed in the block that is
    /// shown, or else whoever makes the next step that way.
    pub(super) fn stepping_warp(&self, direction: Direction, followed: Option<u32>) -> TracedWarp {
        let (position, trace) = (self.position(), self.trace());
        let is_it = |step: &usize| self.pinned.is_none() || self.is_shown(*step);
        let before = (0..position.min(trace.len())).rev().find(is_it);
        let next = || (position..trace.len()).find(is_it);
        let step = match direction {
            Direction::Forward => next().or(before),
            Direction::Back => before.or_else(next),
        };
        let own = step.and_then(|step| trace.traced_warp(step));
        let own = own.unwrap_or(TracedWarp { block: self.shown_block(), warp: 0 });
        match followed {
            Some(warp) => TracedWarp { block: self.shown_block(), warp },
            None => own,
        }
    }

    /// The index of a block in the trace, if it was recorded.
    pub fn block_at(&self, block: [u32; 3]) -> Option<usize> {
        self.trace().blocks().iter().position(|traced| traced.block == block)
    }

    /// Where a block has done so many of its own steps, right behind the last of them.
    pub fn position_in(&self, block: usize, own: usize) -> usize {
        let trace = self.trace();
        let behind = |own: usize| trace.own_step(block, own).map(|step| step + 1);
        let end = || trace.blocks().get(block).map_or(0, |traced| traced.steps.end);
        match own.checked_sub(1) {
            Some(last) => behind(last).unwrap_or_else(end),
            None => trace.own_step(block, 0).unwrap_or_else(end),
        }
    }

    /// Where to go in order to see a finding, if its block was recorded.
    ///
    /// It says how many steps its block had done in the run that was counted. Blocks
    /// that ask who came first may have done others in the one that was recorded; then
    /// it is the nearest step of that block on the finding's line.
    pub fn position_of(&self, finding: &Finding) -> Option<usize> {
        let block = self.block_at(finding.block?)?;
        let own = usize::try_from(finding.step?).ok()?;
        Some(self.nearest_on_line(block, own, finding.line))
    }

    /// Where a block has done so many of its own steps, if that is on a line or right
    /// before it; else behind its nearest step there.
    pub fn nearest_on_line(&self, block: usize, own: usize, line: u32) -> usize {
        let trace = self.trace();
        let len = trace.own_len(block);
        let own = own.min(len);
        let is_there = |own: usize| {
            let step = trace.own_step(block, own);
            step.and_then(|step| trace.line_of(step)) == Some(line)
        };
        let is_near = own.checked_sub(1).is_some_and(is_there) || is_there(own);
        if is_near {
            return self.position_in(block, own);
        }
        // Step by step away from there: what differs mostly differs by little.
        let near = (1..=len).find_map(|away| {
            let back = own.checked_sub(1 + away).filter(|&own| is_there(own));
            back.or_else(|| Some(own + away).filter(|&own| own < len && is_there(own)))
        });
        self.position_in(block, near.map_or(own, |near| near + 1))
    }
}
