//! Clocks: what orders two accesses.
//!
//! Every barrier and every block advances one counter. An access is remembered
//! with the counter's value, its stamp, so that nothing has to be cleared at a
//! barrier: what is older than the last barrier is ordered by it.

use super::meetings::Meetings;
use crate::sim::code::BarrierScope;
use crate::sim::{Site, Space};

/// An access of one thread, packed: its stamp in the upper half, and below it
/// the instruction, the warp, the lane, what is known of the second access of a
/// cell, and whether it is atomic. Zero is no access.
pub(super) type AccessRecord = u64;

/// Set where the access is atomic.
pub(super) const ATOMIC: AccessRecord = 1;
/// The bits of a cell's first access that tell of its second.
pub(super) const SECOND: AccessRecord = 0b1110;
/// There is a second reader, of the same warp, whose lanes have not met since.
pub(super) const SAME_WARP: AccessRecord = 0b0010;
/// There is a second reader, of another warp of the block.
pub(super) const OTHER_WARP: AccessRecord = 0b0100;
/// There is a second reader, of another block.
pub(super) const OTHER_BLOCK: AccessRecord = 0b0110;
/// There is a second access, which calls for a closer look.
pub(super) const UNCLEAR: AccessRecord = 0b1000;
const LANE_SHIFT: u32 = 4;
/// The counter starts anew behind this stamp.
pub(super) const LAST_STAMP: u32 = i32::MAX as u32 - 16;
/// No block has more warps than this many bits can number.
const MOST_WARP_BITS: u32 = 16;

/// How two accesses of a launch stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    Ordered,
    /// Either may come first.
    Unordered,
    /// There is a barrier between them, but for another memory.
    WrongBarrier,
    /// Either may come first, for they are of different blocks.
    Blocks,
    /// Both are atomic, but one of them for the threads of its block alone.
    BlockScope,
}

/// The stamps of the barriers that matter.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    pub(super) now: u32,
    launch_start: u32,
    block_start: u32,
    shared_barrier: u32,
    global_barrier: u32,
    any_barrier: u32,
    /// For each warp, which of its lanes have met.
    meetings: Vec<Meetings>,
    threads: u32,
    width: u32,
    /// When each block of the launch has started.
    blocks: Vec<(u32, [u32; 3])>,
    lane_bits: u32,
    warp_bits: u32,
}

impl Clock {
    pub(super) fn new() -> Clock {
        Clock {
            now: 1,
            launch_start: 1,
            block_start: 1,
            shared_barrier: 1,
            global_barrier: 1,
            any_barrier: 1,
            meetings: Vec::new(),
            threads: 0,
            width: 0,
            blocks: Vec::new(),
            lane_bits: 0,
            warp_bits: 0,
        }
    }

    /// A kernel starts, with blocks of so many threads in warps of so many lanes.
    pub(super) fn launch(&mut self, width: u32, threads: u32) {
        let warps = threads.div_ceil(width.max(1)).max(1);
        self.now += 1;
        self.launch_start = self.now;
        self.blocks.clear();
        self.lane_bits = bits(width.min(64));
        self.warp_bits = bits(warps).min(MOST_WARP_BITS);
        self.meetings.clear();
        self.meetings.resize(warps as usize, Meetings::default());
        self.threads = threads;
        self.width = width;
    }

    pub(super) fn block(&mut self, block: [u32; 3]) {
        self.now += 1;
        self.block_start = self.now;
        self.shared_barrier = self.now;
        self.global_barrier = self.now;
        self.any_barrier = self.now;
        self.blocks.push((self.now, block));
    }

    pub(super) fn barrier(&mut self, scope: BarrierScope) {
        self.now += 1;
        self.any_barrier = self.now;
        if scope.shared {
            self.shared_barrier = self.now;
        }
        if scope.global {
            self.global_barrier = self.now;
        }
    }

    /// The lanes of a warp that take part have met.
    pub(super) fn warp_barrier(&mut self, site: &Site) {
        self.now += 1;
        let first = site.warp.saturating_mul(self.width);
        let lanes = self.threads.saturating_sub(first).clamp(1, self.width.max(1));
        if let Some(meetings) = self.meetings.get_mut(site.warp as usize) {
            meetings.meet(site.mask, u64::MAX >> (64 - lanes.min(64)), self.now);
        }
    }

    /// Whether the counter must start anew soon. Stamps keep clear of the highest
    /// bit, so that a difference of records tells by its sign which is greater.
    pub(super) fn is_worn(&self) -> bool {
        self.now > LAST_STAMP
    }

    /// Forgets all stamps. Records must be forgotten with them.
    pub(super) fn restart(&mut self) {
        let mut fresh = Clock::new();
        fresh.lane_bits = self.lane_bits;
        fresh.warp_bits = self.warp_bits;
        fresh.threads = self.threads;
        fresh.width = self.width;
        fresh.meetings = vec![Meetings::default(); self.meetings.len()];
        fresh.blocks.extend(self.blocks.last().map(|&(_, block)| (1, block)));
        *self = fresh;
    }

    /// The least record that still matters in a memory, for a comparison.
    pub(super) fn floor(&self, space: Space) -> AccessRecord {
        let stamp = match space {
            Space::Global(_) => self.launch_start,
            _ => self.shared_barrier,
        };
        u64::from(stamp) << 32
    }

    /// The least record that no barrier of the block orders.
    pub(super) fn epoch(&self, space: Space) -> AccessRecord {
        let stamp = match space {
            Space::Global(_) => self.global_barrier,
            _ => self.shared_barrier,
        };
        u64::from(stamp) << 32
    }

    /// The least record of this block.
    pub(super) fn block_floor(&self) -> AccessRecord {
        u64::from(self.block_start) << 32
    }

    /// The record of a warp's access now, but for the lane.
    pub(super) fn record(&self, site: &Site, atomic: bool) -> AccessRecord {
        let op_shift = LANE_SHIFT + self.lane_bits + self.warp_bits;
        // A kernel of more instructions than fit is beyond all reason; the last
        // that fits stands for them.
        let op = u64::from(site.op).min((1 << (32 - op_shift.min(31))) - 1);
        let warp = (u64::from(site.warp) << (LANE_SHIFT + self.lane_bits)) & self.warp_mask();
        u64::from(self.now) << 32 | op << op_shift | warp | u64::from(atomic)
    }

    pub(super) fn op(&self, record: AccessRecord) -> u32 {
        record as u32 >> (LANE_SHIFT + self.lane_bits + self.warp_bits)
    }

    pub(super) fn warp(&self, record: AccessRecord) -> u32 {
        (record as u32 >> (LANE_SHIFT + self.lane_bits)) & ((1 << self.warp_bits) - 1)
    }

    pub(super) fn lane(&self, record: AccessRecord) -> u32 {
        (record as u32 >> LANE_SHIFT) & ((1 << self.lane_bits) - 1)
    }

    /// The bits in which two records of one warp agree.
    pub(super) fn warp_mask(&self) -> AccessRecord {
        ((1 << self.warp_bits) - 1) << (LANE_SHIFT + self.lane_bits)
    }

    /// The bits in which two records of one thread agree.
    pub(super) fn thread_mask(&self) -> AccessRecord {
        ((1 << (self.warp_bits + self.lane_bits)) - 1) << LANE_SHIFT
    }

    /// The block that an access belongs to.
    pub(super) fn block_of(&self, record: AccessRecord) -> [u32; 3] {
        let stamp = (record >> 32) as u32;
        let later = self.blocks.partition_point(|&(start, _)| start <= stamp);
        later.checked_sub(1).map_or([0; 3], |index| self.blocks[index].1)
    }

    /// How an earlier access stands to one of now.
    pub(super) fn relation(&self, space: Space, old: AccessRecord, new: AccessRecord) -> Relation {
        let stamp = (old >> 32) as u32;
        if old < self.floor(space) {
            return Relation::Ordered;
        }
        if stamp < self.block_start {
            return Relation::Blocks;
        }
        let differ = old ^ new;
        if differ & self.thread_mask() == 0 || old < self.epoch(space) {
            return Relation::Ordered;
        }
        if differ & self.warp_mask() == 0 && self.have_met(old, new) {
            return Relation::Ordered;
        }
        if stamp < self.any_barrier { Relation::WrongBarrier } else { Relation::Unordered }
    }

    /// Whether lanes of one warp have met since the first of two accesses.
    fn have_met(&self, old: AccessRecord, new: AccessRecord) -> bool {
        let meetings = self.meetings.get(self.warp(old) as usize);
        let stamp = (old >> 32) as u32;
        meetings.is_some_and(|meetings| meetings.orders(stamp, self.lane(old), self.lane(new)))
    }
}

/// A lane's bits in a record.
pub(super) fn lane_bits(lane: usize) -> AccessRecord {
    (lane as AccessRecord) << LANE_SHIFT
}

/// The bits that numbers below `count` take.
fn bits(count: u32) -> u32 {
    32 - count.saturating_sub(1).leading_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(width: u32, threads: u32) -> Clock {
        let mut clock = Clock::new();
        clock.launch(width, threads);
        clock.block([0; 3]);
        clock
    }

    fn site(warp: u32, op: u32, mask: u64) -> Site {
        Site { block: [0; 3], warp, mask, op, step: 0 }
    }

    #[test]
    fn records_hold_what_is_put_in() {
        for (width, threads) in [(1, 1), (1, 1024), (16, 1000), (32, 1024), (64, 70)] {
            let clock = clock(width, threads);
            let warp = (threads - 1) / width;
            let record = clock.record(&site(warp, 777, 1), true) | lane_bits(width as usize - 1);
            let parts = (clock.op(record), clock.warp(record), clock.lane(record));
            assert_eq!(parts, (777, warp, width - 1), "{width} {threads}");
        }
    }

    #[test]
    fn barriers_order_what_they_are_for() {
        let mut clock = clock(32, 64);
        let old = clock.record(&site(0, 1, 1), false);
        let relation = |clock: &Clock, space, warp: u32, lane| {
            clock.relation(space, old, clock.record(&site(warp, 2, 1), false) | lane_bits(lane))
        };
        let global = Space::Global(0);
        assert_eq!(relation(&clock, Space::Shared, 0, 0), Relation::Ordered);
        assert_eq!(relation(&clock, Space::Shared, 0, 1), Relation::Unordered);
        assert_eq!(relation(&clock, Space::Shared, 1, 0), Relation::Unordered);
        // Lanes that have not met stay unordered, other warps do anyway.
        clock.warp_barrier(&site(0, 3, 0b011));
        assert_eq!(relation(&clock, Space::Shared, 0, 1), Relation::Ordered);
        assert_eq!(relation(&clock, Space::Shared, 0, 2), Relation::Unordered);
        assert_eq!(relation(&clock, Space::Shared, 1, 1), Relation::Unordered);
        clock.barrier(BarrierScope { global: false, shared: true });
        assert_eq!(relation(&clock, Space::Shared, 1, 1), Relation::Ordered);
        assert_eq!(relation(&clock, global, 1, 1), Relation::WrongBarrier);
        clock.barrier(BarrierScope { global: true, shared: false });
        assert_eq!(relation(&clock, global, 1, 1), Relation::Ordered);
        // Blocks are never ordered, and a launch starts anew.
        clock.block([1, 0, 0]);
        assert_eq!(relation(&clock, global, 0, 0), Relation::Blocks);
        assert_eq!(relation(&clock, Space::Shared, 1, 0), Relation::Ordered);
        assert_eq!(clock.block_of(old), [0; 3]);
        clock.launch(32, 64);
        clock.block([0; 3]);
        assert_eq!(relation(&clock, global, 1, 0), Relation::Ordered);
    }
}
