//! Knowledge of a thread, as a vector clock: which accesses of others come before its next
//! one.

use std::collections::BTreeMap;
use std::sync::Arc;

/// When something happened, in the order in which the machine executes.
pub(super) type Stamp = u64;

/// A thread of the launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ThreadId {
    /// The block's number in the grid.
    pub(crate) block: u32,
    /// The thread's in the block.
    pub(crate) thread: u32,
}

/// Memories that barriers order apart from each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Memory {
    Shared,
    Global,
}

/// How far other threads are known. A block that has met at a barrier is known as
/// a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Knowledge {
    blocks: BTreeMap<(u32, Memory), Stamp>,
    threads: BTreeMap<ThreadId, Stamp>,
}

impl Knowledge {
    /// Whether what a thread did at a stamp is known.
    pub(super) fn covers(&self, thread: ThreadId, memory: Memory, stamp: Stamp) -> bool {
        self.blocks.get(&(thread.block, memory)).is_some_and(|&known| known >= stamp)
            || self.threads.get(&thread).is_some_and(|&known| known >= stamp)
    }

    /// Everything that a thread has done up to a stamp.
    pub(super) fn learn_thread(&mut self, thread: ThreadId, stamp: Stamp) {
        let known = self.threads.entry(thread).or_default();
        *known = stamp.max(*known);
    }

    /// Everything that a block's threads have done to a memory up to a stamp.
    pub(super) fn learn_block(&mut self, block: u32, memory: Memory, stamp: Stamp) {
        let known = self.blocks.entry((block, memory)).or_default();
        *known = stamp.max(*known);
        // What the block says, its threads need not say again.
        let both = [Memory::Shared, Memory::Global].map(|memory| self.blocks.get(&(block, memory)));
        if let [Some(&a), Some(&b)] = both {
            let least = a.min(b);
            self.threads.retain(|thread, &mut known| thread.block != block || known > least);
        }
    }

    fn join(&mut self, other: &Knowledge) {
        for (&(block, memory), &stamp) in &other.blocks {
            let known = self.blocks.entry((block, memory)).or_default();
            *known = stamp.max(*known);
        }
        for (&thread, &stamp) in &other.threads {
            self.learn_thread(thread, stamp);
        }
    }

    fn includes(&self, other: &Knowledge) -> bool {
        let has = |known: Option<&Stamp>, stamp| known.is_some_and(|&known| known >= stamp);
        self.blocks.len() >= other.blocks.len()
            && other.blocks.iter().all(|(key, &stamp)| has(self.blocks.get(key), stamp))
            && other.threads.iter().all(|(thread, &stamp)| {
                self.covers(*thread, Memory::Shared, stamp)
                    && self.covers(*thread, Memory::Global, stamp)
            })
    }
}

/// Adds what somebody else knows. Threads that know the same share it.
pub(super) fn join(known: &mut Arc<Knowledge>, other: &Arc<Knowledge>) {
    if Arc::ptr_eq(known, other) || known.includes(other) {
        return;
    }
    if other.includes(known) {
        *known = Arc::clone(other);
    } else {
        Arc::make_mut(known).join(other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_that_met_is_known_as_a_whole() {
        let at = |block, thread| ThreadId { block, thread };
        let mut known = Knowledge::default();
        known.learn_thread(at(0, 3), 5);
        assert!(known.covers(at(0, 3), Memory::Global, 5));
        assert!(!known.covers(at(0, 3), Memory::Global, 6));
        assert!(!known.covers(at(0, 4), Memory::Global, 5));
        known.learn_block(0, Memory::Shared, 7);
        assert!(known.covers(at(0, 4), Memory::Shared, 7));
        assert!(!known.covers(at(0, 4), Memory::Global, 1));
        assert!(known.covers(at(0, 3), Memory::Global, 5));
        known.learn_block(0, Memory::Global, 7);
        assert!(known.threads.is_empty() && known.covers(at(0, 3), Memory::Global, 5));
        let mut other = Arc::new(Knowledge::default());
        join(&mut other, &Arc::new(known.clone()));
        assert!(
            other.covers(at(0, 9), Memory::Global, 7) && !other.covers(at(1, 0), Memory::Global, 1)
        );
    }
}
