//! Walking through a trace.

use super::{BlockState, Direction, Goal, Step, Trace};
use std::sync::Arc;

/// A position in a trace, and the states of the blocks there.
#[derive(Clone, Debug)]
pub struct Playback {
    trace: Arc<Trace>,
    position: usize,
    /// In the order of [`Trace::blocks`].
    states: Vec<BlockState>,
    /// States on the way from the last checkpoint, kept while somebody goes back
    /// step by step: each step would have to come from the checkpoint else. Each lies
    /// half as far from the position as the one before, so that they are few.
    pub(super) between: Vec<(usize, Vec<BlockState>)>,
}

/// Going back by no more steps than this counts as going back step by step.
const STEP_BY_STEP: usize = 64;

/// Fewer steps than this are done again without a state kept on the way.
const SHORT_WAY: usize = 32;

impl Playback {
    pub fn new(trace: Arc<Trace>) -> Playback {
        let states = trace.start();
        Playback { trace, position: 0, states, between: Vec::new() }
    }

    pub fn trace(&self) -> &Arc<Trace> {
        &self.trace
    }

    /// How many steps have been done.
    pub fn position(&self) -> usize {
        self.position
    }

    /// The block of the step that was done last, by its index in [`Trace::blocks`]; at
    /// the start that of the first step.
    pub fn block(&self) -> usize {
        self.trace.block_index(self.position.saturating_sub(1)).unwrap_or(0)
    }

    /// The state of the block of the step that was done last.
    pub fn state(&self) -> &BlockState {
        self.states.get(self.block()).unwrap_or(&self.states[0])
    }

    /// The states of all blocks, in the order of [`Trace::blocks`]; one of some block
    /// where the trace has none.
    pub fn states(&self) -> &[BlockState] {
        &self.states
    }

    /// The step that was done last.
    pub fn last_step(&self) -> Option<Step> {
        self.trace.step(self.position.checked_sub(1)?)
    }

    /// The step that comes next.
    pub fn next_step(&self) -> Option<Step> {
        self.trace.step(self.position)
    }

    /// Goes to a goal and says whether there was one that way. If not, nothing
    /// moves.
    pub fn go(&mut self, direction: Direction, goal: Goal) -> bool {
        let found = self.trace.find(self.position, direction, goal);
        if let Some(position) = found {
            self.seek(position);
        }
        found.is_some()
    }

    /// Goes to a position, or to the end if there is no such position.
    pub fn seek(&mut self, position: usize) {
        let position = position.min(self.trace.len());
        // The position with known states that is nearest before: the one we are at,
        // one on the way here, a checkpoint, or the start.
        let after = self.trace.checkpoints.partition_point(|(at, _)| *at <= position);
        let checkpoint = after.checked_sub(1).map(|index| &self.trace.checkpoints[index]);
        let known = checkpoint.map_or(0, |(at, _)| *at);
        let is_step_back = self.position > position && self.position - position <= STEP_BY_STEP;
        self.between.retain(|(at, _)| is_step_back && *at > known && *at <= position);
        if self.position > position || self.position < known {
            (self.position, self.states) = match self.between.last().or(checkpoint) {
                Some((at, states)) => (*at, states.clone()),
                None => (0, self.trace.start()),
            };
        }
        let mut kept = self.half_way(position);
        while self.position < position {
            self.trace.apply(self.position, &mut self.states);
            self.position += 1;
            if is_step_back && self.position == kept {
                self.between.push((self.position, self.states.clone()));
                kept = self.half_way(position);
            }
        }
    }

    /// The position half way to another one; that one itself if it is not far.
    fn half_way(&self, position: usize) -> usize {
        match position.saturating_sub(self.position) {
            way if way > SHORT_WAY => self.position + way / 2,
            _ => position + 1,
        }
    }
}
