//! Turns of blocks: what an observer keeps of each while they take turns.

use std::collections::HashMap;

/// The states of the blocks that wait for their turn. That of the block which runs
/// is the observer's own, so that nothing is slower where blocks run one after the
/// other.
#[derive(Clone, Debug)]
pub(super) struct BlockStates<T> {
    running: Option<[u32; 3]>,
    waiting: HashMap<[u32; 3], T>,
}

impl<T> Default for BlockStates<T> {
    fn default() -> BlockStates<T> {
        BlockStates { running: None, waiting: HashMap::new() }
    }
}

impl<T: Default> BlockStates<T> {
    /// A block starts. If another has not ended, its state is kept, and there is a
    /// new one.
    pub(super) fn start(&mut self, block: [u32; 3], state: &mut T) {
        if let Some(before) = self.running.replace(block) {
            self.waiting.insert(before, std::mem::take(state));
        }
    }

    /// A block goes on that had started before.
    pub(super) fn resume(&mut self, block: [u32; 3], state: &mut T) {
        if self.running == Some(block) {
            return;
        }
        let before = std::mem::replace(state, self.waiting.remove(&block).unwrap_or_default());
        if let Some(running) = self.running.replace(block) {
            self.waiting.insert(running, before);
        }
    }

    /// The block that runs has ended.
    pub(super) fn end(&mut self) {
        self.running = None;
    }

    /// Another launch starts.
    pub(super) fn clear(&mut self) {
        *self = BlockStates::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_kept_until_their_block_ends() {
        let (a, b, c) = ([0, 0, 0], [1, 0, 0], [2, 0, 0]);
        let (mut states, mut state) = (BlockStates::default(), 0);
        let mut check = |step: &dyn Fn(&mut BlockStates<i32>, &mut i32), expected: i32| {
            step(&mut states, &mut state);
            assert_eq!(state, expected);
        };
        check(&|states, state| states.start(a, state), 0);
        check(&|_, state| *state = 5, 5);
        check(&|states, state| states.start(b, state), 0);
        check(&|_, state| *state = 6, 6);
        check(&|states, state| states.resume(a, state), 5);
        check(&|states, _| states.end(), 5);
        check(&|states, state| states.resume(b, state), 6);
        check(&|states, state| states.resume(b, state), 6);
        check(&|states, _| states.end(), 6);
        // Nobody waits: the state is whatever the observer makes of it.
        check(&|states, state| states.start(c, state), 6);
        assert!(states.waiting.is_empty());
    }
}
