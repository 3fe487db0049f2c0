//! Walking through a trace.

use super::{BlockState, Direction, Goal, Step, Trace};
use std::sync::Arc;

/// A position in a trace, and the state of the block there. It is the block of
/// the step that was done last; at the start, that of the first step.
#[derive(Clone, Debug)]
pub struct Playback {
    trace: Arc<Trace>,
    position: usize,
    state: BlockState,
    /// States on the way from the last checkpoint, kept while somebody goes back
    /// step by step: each step would have to come from the checkpoint else.
    between: Vec<(usize, BlockState)>,
}

/// Going back by no more steps than this counts as going back step by step.
const STEP_BY_STEP: usize = 64;

/// So many steps lie between two states that are kept then.
const KEPT_EVERY: usize = 32;

impl Playback {
    pub fn new(trace: Arc<Trace>) -> Playback {
        let state = trace.start_of(0);
        Playback { trace, position: 0, state, between: Vec::new() }
    }

    pub fn trace(&self) -> &Arc<Trace> {
        &self.trace
    }

    /// How many steps have been done.
    pub fn position(&self) -> usize {
        self.position
    }

    /// The state of the block.
    pub fn state(&self) -> &BlockState {
        &self.state
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
        let last = position.saturating_sub(1);
        let block_start = self.trace.block_of(last).map_or(0, |block| block.steps.start);
        // The position with a known state that is nearest before: the one we are
        // at, one on the way here, a checkpoint, or the start of the block.
        let after = self.trace.checkpoints.partition_point(|(at, _)| *at <= position);
        let checkpoint = after.checked_sub(1).map(|index| &self.trace.checkpoints[index]);
        let checkpoint = checkpoint.filter(|(at, _)| *at > block_start);
        let known = checkpoint.map_or(block_start, |(at, _)| *at);
        // At the start of a block the state is still that of the one before.
        let is_here = self.position > block_start || position == 0 && self.position == 0;
        let is_step_back =
            is_here && self.position > position && self.position - position <= STEP_BY_STEP;
        self.between.retain(|(at, _)| is_step_back && *at > known && *at <= position);
        if !is_here || self.position > position || self.position < known {
            (self.position, self.state) = match self.between.last().or(checkpoint) {
                Some((at, state)) => (*at, state.clone()),
                None => (block_start, self.trace.start_of(last)),
            };
        }
        while self.position < position {
            self.trace.apply(self.position, &mut self.state);
            self.position += 1;
            if is_step_back && self.position.is_multiple_of(KEPT_EVERY) {
                self.between.push((self.position, self.state.clone()));
            }
        }
    }
}
