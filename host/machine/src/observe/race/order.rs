//! Ordering of accesses: what one adds to what is remembered of a word.

use super::clock::{self, AccessRecord, Clock, Relation, SECOND};
use crate::sim::Space;

/// What settles nearly every access by a few comparisons.
pub(super) struct FastPath {
    pub(super) floor: AccessRecord,
    block: AccessRecord,
    pub(super) epoch: AccessRecord,
    now: AccessRecord,
    warp_mask: AccessRecord,
    thread_mask: AccessRecord,
}

impl FastPath {
    pub(super) fn new(clock: &Clock, space: Space, record: AccessRecord) -> FastPath {
        FastPath {
            floor: clock.floor(space),
            block: clock.block_floor(),
            epoch: clock.epoch(space),
            now: record >> 32 << 32,
            warp_mask: clock.warp_mask(),
            thread_mask: clock.thread_mask(),
        }
    }

    /// Whether an access, and a second one behind it, come before the new one:
    /// there is none, or the block has met since, or it is the thread's own.
    #[inline]
    pub(super) fn precedes(&self, first: AccessRecord, new: AccessRecord) -> bool {
        if first < self.floor {
            true
        } else if first < self.block {
            false
        } else if first < self.epoch {
            // The second is of the same block, so it has met as well.
            first & SECOND <= clock::OTHER_WARP
        } else {
            (first ^ new) & self.thread_mask | first & SECOND == 0
        }
    }

    /// Whether there are readers of two warps, with no barrier since, or of two
    /// blocks, so that any write at all is a race.
    #[inline]
    pub(super) fn is_settled(&self, first: AccessRecord) -> bool {
        first & clock::OTHER_WARP != 0 && first >= self.epoch
    }

    /// Whether the two readers that are known make a third one superfluous.
    #[inline]
    pub(super) fn adds_nothing(&self, first: AccessRecord, new: AccessRecord) -> bool {
        match first & SECOND {
            clock::SAME_WARP => first >= self.now && (first ^ new) & self.warp_mask == 0,
            clock::OTHER_BLOCK => true,
            _ => false,
        }
    }

    /// What becomes of the first reader when a reader of now is made the second:
    /// possible where the first is of now as well and nothing better is there.
    #[inline]
    pub(super) fn joined(&self, first: AccessRecord, new: AccessRecord) -> Option<AccessRecord> {
        let other_warp = (first ^ new) & self.warp_mask != 0;
        let free = match first & SECOND {
            0 => true,
            clock::SAME_WARP => other_warp,
            _ => false,
        };
        let known = if other_warp { clock::OTHER_WARP } else { clock::SAME_WARP };
        (free && first >= self.now).then_some(first & !SECOND | known)
    }
}

pub(super) struct Order<'a> {
    pub(super) clock: &'a Clock,
    pub(super) space: Space,
}

impl Order<'_> {
    pub(super) fn remember(
        &self,
        first: &mut AccessRecord,
        second: &mut AccessRecord,
        new: AccessRecord,
    ) {
        if self.replaces(*first, new) {
            *first = new;
            // The slots never hold the same thread twice.
            if self.replaces(*second, new) {
                *second = 0;
            }
        } else if self.replaces(*second, new) || self.is_closer(*first, *second, new) {
            *second = new;
        }
    }

    /// Whether everything that could conflict with an access would conflict with
    /// the new one as well.
    fn replaces(&self, old: AccessRecord, new: AccessRecord) -> bool {
        old < self.clock.floor(self.space)
            || self.clock.relation(self.space, old, new) == Relation::Ordered
    }

    /// Whether two accesses are closer to each other than the first to the new.
    fn is_closer(&self, first: AccessRecord, second: AccessRecord, new: AccessRecord) -> bool {
        self.distance(first, second) < self.distance(first, new)
    }

    /// 0 for the same thread, 1 for lanes of a warp, 2 for warps of a block, 3
    /// for blocks.
    fn distance(&self, a: AccessRecord, b: AccessRecord) -> u32 {
        if a >> 32 != b >> 32 && self.clock.block_of(a) != self.clock.block_of(b) {
            3
        } else if (a ^ b) & self.clock.warp_mask() != 0 {
            2
        } else {
            u32::from((a ^ b) & self.clock.thread_mask() != 0)
        }
    }

    /// What is to be noted of the second reader.
    pub(super) fn second_reader(&self, first: AccessRecord, second: AccessRecord) -> AccessRecord {
        if second < self.clock.floor(self.space) {
            return 0;
        }
        let older = first.min(second);
        match self.distance(first, second) {
            3 => clock::OTHER_BLOCK,
            2 if older >= self.clock.epoch(self.space) => clock::OTHER_WARP,
            1 if older >= u64::from(self.clock.now) << 32 => clock::SAME_WARP,
            _ => clock::UNCLEAR,
        }
    }
}
