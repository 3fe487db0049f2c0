//! Access history of a word: who accessed it, and what they handed over.

use super::super::conflict::Party;
use super::knowledge::{Knowledge, Stamp, ThreadId, join};
use std::collections::BTreeMap;
use std::sync::Arc;

/// An access of one thread to bytes of a word.
#[derive(Clone, Copy, Debug)]
pub(super) struct WordAccess {
    pub(super) thread: ThreadId,
    pub(super) stamp: Stamp,
    pub(super) party: Party,
    /// A bit for each of the word's four bytes.
    pub(super) bytes: u8,
    /// Whether it is atomic for the threads of its block alone.
    pub(super) block_scope: bool,
    /// Whether it is an atomic that reads and writes.
    pub(super) updates: bool,
}

impl WordAccess {
    /// Whether everything that conflicts with an access conflicts with this one of
    /// the same thread, or of one that knows it, as well. What is atomic for a block
    /// alone conflicts with the atomics of other blocks, and with none of its own.
    fn stands_for(&self, other: &WordAccess, has_block_scope: bool) -> bool {
        let is_beside = self.party.is_atomic && self.thread.block != other.thread.block;
        let as_plain = !self.party.is_atomic || other.party.is_atomic;
        let as_wide = !other.block_scope || self.block_scope || !self.party.is_atomic;
        (self.party.writes || !other.party.writes)
            && as_plain
            && as_wide
            && !(is_beside && has_block_scope)
            && self.bytes & other.bytes == other.bytes
    }

    /// Whether two accesses cannot both be left to chance.
    pub(super) fn conflicts(&self, other: &WordAccess) -> bool {
        self.thread != other.thread
            && self.bytes & other.bytes != 0
            && (self.party.writes || other.party.writes)
            && !self.both_atomic(other)
    }

    /// Whether each is atomic for the thread of the other.
    fn both_atomic(&self, other: &WordAccess) -> bool {
        let reach = |a: &WordAccess| !a.block_scope || self.thread.block == other.thread.block;
        self.party.is_atomic && other.party.is_atomic && reach(self) && reach(other)
    }
}

/// What threads have released to a word, for those who read it.
#[derive(Clone, Debug, Default)]
pub(super) struct Releases {
    /// What every thread may acquire.
    device: Option<Arc<Knowledge>>,
    /// What the threads of a block may, by the block's number.
    blocks: BTreeMap<u32, Arc<Knowledge>>,
}

impl Releases {
    /// Adds what a thread of a block releases, to its block or to all.
    pub(super) fn add(&mut self, block: u32, to_all: bool, knowledge: &Arc<Knowledge>) {
        let own = self.blocks.entry(block).or_default();
        join(own, knowledge);
        if to_all {
            join(self.device.get_or_insert_default(), knowledge);
        }
    }

    /// What other blocks keep to themselves, for a message: of a few of them.
    pub(super) fn hidden(&self, block: u32) -> impl Iterator<Item = &Arc<Knowledge>> {
        let others = self.blocks.iter().filter(move |(other, _)| **other != block);
        others.map(|(_, knowledge)| knowledge).take(4)
    }

    pub(super) fn clear(&mut self) {
        *self = Releases::default();
    }

    /// What a thread of a block gets: `from_all` where it reaches beyond its block.
    pub(super) fn visible(&self, block: u32, from_all: bool) -> Vec<Arc<Knowledge>> {
        let device = self.device.iter().filter(|_| from_all);
        device.chain(self.blocks.get(&block)).cloned().collect()
    }
}

/// Accesses of a kind that are kept of a word at most. Beyond it the older half is
/// dropped: by then so many threads have raced or agreed that another says nothing.
const MOST_ACCESSES: usize = 8192;

/// A word of memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Cell {
    reads: Vec<WordAccess>,
    writes: Vec<WordAccess>,
    atomics: Vec<WordAccess>,
    /// Whether one of the atomics is so for its block alone.
    has_block_scope: bool,
    /// When something was stored to it last that does not depend on what was there.
    stored: Stamp,
    pub(super) releases: Releases,
}

/// Which changes of a word an atomic has found there.
pub(super) struct Seen {
    since: Stamp,
    before: Stamp,
    bytes: u8,
}

impl Seen {
    pub(super) fn has(&self, old: &WordAccess) -> bool {
        (self.since..self.before).contains(&old.stamp)
            && old.party.is_atomic
            && old.party.writes
            && !old.block_scope
            && old.bytes & self.bytes == old.bytes
    }
}

impl Cell {
    /// Bytes that a word takes, about: itself, and an access or two.
    pub(super) const BYTES: usize = size_of::<Cell>() + 4 * size_of::<WordAccess>();

    /// The accesses that could conflict with one.
    pub(super) fn rivals(&self, new: &WordAccess) -> impl Iterator<Item = &WordAccess> {
        let is_atomic = new.party.is_atomic;
        let atomics = !is_atomic || new.block_scope || self.has_block_scope;
        let reads = new.party.writes;
        (self.writes.iter())
            .chain(self.atomics.iter().filter(move |_| atomics))
            .chain(self.reads.iter().filter(move |_| reads))
    }

    /// What the last of the atomics found that change the word and come before an
    /// access: `is_known` says which do.
    pub(super) fn seen(&self, is_known: impl Fn(&WordAccess) -> bool) -> Option<Seen> {
        let updates = self.atomics.iter().filter(|old| old.updates && !old.block_scope);
        let last = updates.filter(|old| is_known(old)).max_by_key(|old| old.stamp)?;
        Some(Seen { since: self.stored, before: last.stamp, bytes: last.bytes })
    }

    /// Remembers an access. Those that the new one stands for are forgotten;
    /// `is_known` says which come before it, and `has_block_scope` whether some
    /// atomics may be so for a block alone.
    pub(super) fn remember(
        &mut self,
        new: WordAccess,
        has_block_scope: bool,
        is_known: impl Fn(&WordAccess) -> bool,
    ) {
        let replaced = |old: &WordAccess| {
            new.stands_for(old, has_block_scope) && (old.thread == new.thread || is_known(old))
        };
        self.has_block_scope |= new.block_scope;
        if new.party.writes && !new.updates {
            self.stored = new.stamp;
        }
        if new.party.writes && !new.party.is_atomic {
            for list in [&mut self.reads, &mut self.writes, &mut self.atomics] {
                list.retain(|old| !replaced(old));
            }
        }
        let list = match (new.party.is_atomic, new.party.writes) {
            (true, _) => &mut self.atomics,
            (false, true) => &mut self.writes,
            (false, false) => &mut self.reads,
        };
        // The last few are the likeliest to be the thread's own; a full look is
        // taken whenever the list has doubled.
        if list.len().is_power_of_two() || list.len() < 32 {
            list.retain(|old| !replaced(old));
        } else if let Some(last) = list.iter().rposition(|old| old.thread == new.thread)
            && list.len() - last <= 64
            && replaced(&list[last])
        {
            list.swap_remove(last);
        }
        if list.len() >= MOST_ACCESSES {
            list.drain(..MOST_ACCESSES / 2);
        }
        list.push(new);
    }
}
