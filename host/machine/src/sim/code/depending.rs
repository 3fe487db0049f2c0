//! Communication of threads: what those of a kernel may learn of each other on their way.

use super::{Code, Op, Root};

impl Code {
    /// Whether threads may wait for what those of other blocks write.
    pub fn may_wait_for_blocks(&self) -> bool {
        let waits = |memory: &Root| matches!(memory, Root::Buffer(_));
        self.loops.iter().any(|found| found.memories.iter().any(waits))
    }

    /// Whether anything is atomic: then the order in which threads come may decide what
    /// is computed although none of them race.
    pub fn has_atomics(&self) -> bool {
        self.atomics().next().is_some()
    }

    /// Whether anything is atomic that all blocks see.
    pub fn has_atomics_of_all_blocks(&self) -> bool {
        self.atomics().any(|memory| matches!(memory, Root::Buffer(_)))
    }

    /// The memories of all atomics.
    fn atomics(&self) -> impl Iterator<Item = Root> {
        self.ops.iter().filter_map(|op| match *op {
            Op::Atomic { memory_ref, .. }
            | Op::CompareExchange { memory_ref, .. }
            | Op::AtomicLoad { memory_ref, .. }
            | Op::AtomicStore { memory_ref, .. } => {
                self.memory_refs.get(memory_ref as usize).map(|memory| memory.root)
            }
            _ => None,
        })
    }
}
