//! Shadow memory: who wrote and who read every word last.
//!
//! Two readers are enough. If a write races with any reader, it races with one
//! of two that were chosen well: readers that the new one comes after in order
//! are replaced by it, and of three that nothing orders, two are kept that are
//! as far apart as can be, in lanes, warps or blocks, because no later barrier
//! of one warp or one block can then hide both. Two writers are kept by the same
//! rule, for those that write the same value are not errors by themselves.
//!
//! Atomics are remembered apart from plain accesses, with which alone they conflict.
//! Each of these is a [`Column`], so that a memory in which nothing happens
//! twice takes little more than a byte a word.

use super::clock::{self, ATOMIC, AccessRecord, Clock, Relation, SECOND};
use super::column::{Column, FlatColumn, PagedColumn};
use super::order::{FastPath, Order};
use crate::observe::kernel::{lanes, side_by_side};
use crate::sim::code::Leaf;
use crate::sim::{MemoryAccess, Site};
use std::ops::Range;

/// The accesses of a kind to the words of a memory.
#[derive(Clone, Debug, Default)]
struct Slots<C> {
    /// The first writer and the first reader, with what is known of the second.
    write: C,
    read: C,
    second_write: C,
    second_read: C,
}

impl<C: Column> Slots<C> {
    fn columns(&mut self) -> [&mut C; 4] {
        [&mut self.write, &mut self.read, &mut self.second_write, &mut self.second_read]
    }

    fn bytes(&self) -> usize {
        [&self.write, &self.read, &self.second_write, &self.second_read].map(C::bytes).iter().sum()
    }

    /// Makes a writer of a word one of the two.
    fn remember_write(&mut self, order: &Order<'_>, word: usize, new: AccessRecord) {
        let (mut first, before) = (self.write.get(word) & !SECOND, self.second_write.get(word));
        let mut second = before;
        order.remember(&mut first, &mut second, new);
        let known = if second < order.clock.floor(order.space) { 0 } else { clock::UNCLEAR };
        self.write.set(word, first | known);
        if second != before {
            self.second_write.set(word, second);
        }
    }

    /// Makes a reader of a word one of the two.
    fn remember_read(&mut self, order: &Order<'_>, word: usize, new: AccessRecord) {
        let (mut first, before) = (self.read.get(word) & !SECOND, self.second_read.get(word));
        let mut second = before;
        order.remember(&mut first, &mut second, new);
        self.read.set(word, first | order.second_reader(first, second));
        if second != before {
            self.second_read.set(word, second);
        }
    }
}

/// The words of one memory.
#[derive(Clone, Debug, Default)]
pub(super) struct ShadowMemory<C> {
    plain: Slots<C>,
    /// Only there once somebody accesses the memory atomically.
    atomic: Option<Box<Slots<C>>>,
    /// A word has this many bytes, as a power of two: 4 until something smaller
    /// is accessed.
    shift: u32,
}

/// Two accesses that conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RecordConflict {
    pub(super) relation: Relation,
    pub(super) old: AccessRecord,
    pub(super) new: AccessRecord,
    pub(super) old_writes: bool,
    pub(super) byte: u32,
}

/// An access of a warp, with what is the same for all its lanes.
pub(super) struct AccessRequest<'a> {
    pub(super) clock: &'a Clock,
    pub(super) site: &'a Site,
    pub(super) access: &'a MemoryAccess<'a>,
    /// Where its scalars lie, if there are holes between them.
    pub(super) scattered: Option<&'a [Leaf]>,
}

impl ShadowMemory<FlatColumn> {
    /// What a word takes once somebody accesses it atomically.
    pub(super) const BYTES_PER_WORD: u64 = 8 * size_of::<AccessRecord>() as u64;
}

impl ShadowMemory<PagedColumn> {
    /// What a word takes before anything has happened to it.
    pub(super) const BYTES_PER_WORD: u64 = 1;
}

impl<C: Column> ShadowMemory<C> {
    /// Makes room for a memory of this size. What is remembered stays.
    pub(super) fn resize(&mut self, bytes: u32) {
        if self.plain.write.len() == 0 {
            self.shift = 2;
        }
        let words = bytes.div_ceil(1 << self.shift) as usize;
        self.columns().for_each(|column| column.resize(words));
    }

    pub(super) fn clear(&mut self) {
        self.columns().for_each(C::clear);
    }

    /// Bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        self.plain.bytes() + self.atomic.as_ref().map_or(0, |atomic| atomic.bytes())
    }

    fn columns(&mut self) -> impl Iterator<Item = &mut C> {
        let atomic = self.atomic.iter_mut().flat_map(|atomic| atomic.columns());
        self.plain.columns().into_iter().chain(atomic)
    }

    /// Remembers an access, and tells of every conflict with earlier ones or
    /// within itself.
    pub(super) fn access(
        &mut self,
        request: &AccessRequest<'_>,
        tell: &mut impl FnMut(RecordConflict),
    ) {
        let access = request.access;
        let mask = request.site.mask & !access.outside;
        if mask == 0 {
            return;
        }
        let ends = access.offsets.iter().fold(access.bytes, |all, &offset| all | offset);
        while self.shift > 0 && ends & ((1 << self.shift) - 1) != 0 {
            self.refine();
        }
        let record = request.clock.record(request.site, access.kind.is_atomic());
        if access.kind.is_atomic() && self.atomic.is_none() {
            let words = self.plain.write.len();
            let mut atomic = Box::<Slots<C>>::default();
            atomic.columns().into_iter().for_each(|column| column.resize(words));
            self.atomic = Some(atomic);
        }
        if access.bytes != 1 << self.shift || access.kind.is_atomic() {
            self.wide(request, record, mask, tell);
            return;
        }
        let slow = if access.kind.writes() {
            self.store(request, record, mask)
        } else {
            let ends = ends_of_runs(mask, access.offsets);
            // Where there is something to tell, it is told of all lanes.
            match self.load(request, record, ends) {
                0 => 0,
                slow if ends == mask => slow,
                _ => mask,
            }
        };
        for lane in lanes(slow) {
            let word = access.offsets[lane] >> self.shift;
            self.slow(request, record | clock::lane_bits(lane), word, tell);
        }
    }

    /// Whether nobody has touched any word of a run.
    fn is_untouched(&self, run: Range<usize>, floor: AccessRecord) -> bool {
        let untouched = |slots: &Slots<C>| {
            slots.write.is_below(run.clone(), floor) && slots.read.is_below(run.clone(), floor)
        };
        untouched(&self.plain) && self.atomic.as_ref().is_none_or(|atomic| untouched(atomic))
    }

    /// Stores of one word per lane. Returns the lanes that need a closer look.
    fn store(&mut self, request: &AccessRequest<'_>, record: AccessRecord, mask: u64) -> u64 {
        let floor = request.clock.floor(request.access.space);
        let offsets = request.access.offsets;
        let run = side_by_side(mask, offsets, self.shift);
        if let Some(run) = run
            && self.is_untouched(run.clone(), floor)
        {
            self.plain.write.fill(run, record);
            return 0;
        }
        let fast = FastPath::new(request.clock, request.access.space, record);
        let mut slow = 0;
        for lane in lanes(mask) {
            let word = (offsets[lane] >> self.shift) as usize;
            let new = record | clock::lane_bits(lane);
            let plain = &mut self.plain;
            if fast.precedes(plain.write.get(word), new)
                && fast.precedes(plain.read.get(word), new)
                && has_no_atomic(&self.atomic, word, floor)
            {
                plain.write.set(word, new);
            } else {
                slow |= 1 << lane;
            }
        }
        slow
    }

    /// Loads of one word per lane. Returns the lanes that need a closer look.
    fn load(&mut self, request: &AccessRequest<'_>, record: AccessRecord, mask: u64) -> u64 {
        let floor = request.clock.floor(request.access.space);
        let offsets = request.access.offsets;
        let run = side_by_side(mask, offsets, self.shift);
        if let Some(run) = run
            && self.is_untouched(run.clone(), floor)
        {
            self.plain.read.fill(run, record);
            return 0;
        }
        let fast = FastPath::new(request.clock, request.access.space, record);
        if self.are_settled(&fast, mask, offsets) {
            return 0;
        }
        let mut slow = 0;
        for lane in lanes(mask) {
            let word = (offsets[lane] >> self.shift) as usize;
            let plain = &mut self.plain;
            let (write, read) = (plain.write.get(word), plain.read.get(word));
            let new = record | clock::lane_bits(lane);
            if write >= floor && !fast.precedes(write, new)
                || !has_no_atomic(&self.atomic, word, floor)
            {
                slow |= 1 << lane;
            } else if fast.is_settled(read) {
                // Readers of two warps or blocks: a third adds nothing.
            } else if fast.precedes(read, new) {
                plain.read.set(word, new);
            } else if !fast.adds_nothing(read, new) {
                match fast.joined(read, new) {
                    Some(first) => {
                        plain.read.set(word, first);
                        plain.second_read.set(word, new);
                    }
                    None => slow |= 1 << lane,
                }
            }
        }
        slow
    }

    /// Whether all words that the first lanes read, and no others do, are settled
    /// and not written: the usual case of words that many threads read.
    fn are_settled(&self, fast: &FastPath, mask: u64, offsets: &[u32]) -> bool {
        let count = mask.trailing_ones() as usize;
        let plain = &self.plain;
        let read = |offset: u32| plain.read.get((offset >> self.shift) as usize);
        let Some(offsets) = offsets.get(..count).filter(|_| self.atomic.is_none()) else {
            return false;
        };
        let first = offsets.first().map(|&offset| read(offset));
        if mask.count_ones() as usize != count || !first.is_some_and(|first| fast.is_settled(first))
        {
            return false;
        }
        let mut signs = 0;
        for &offset in offsets {
            let read = read(offset);
            let write = plain.write.get((offset >> self.shift) as usize);
            signs |= (fast.floor - 1).wrapping_sub(write);
            signs |= read.wrapping_sub(fast.epoch);
            signs |= u64::from(read & clock::OTHER_WARP == 0) << 63;
        }
        signs >> 63 == 0
    }

    /// Accesses of several words, of scattered ones, and atomics.
    fn wide(
        &mut self,
        request: &AccessRequest<'_>,
        record: AccessRecord,
        mask: u64,
        tell: &mut impl FnMut(RecordConflict),
    ) {
        let access = request.access;
        let granule = 1 << self.shift;
        for lane in lanes(mask) {
            let new = record | clock::lane_bits(lane);
            let mut touch = |from: u32| {
                let word = access.offsets[lane].wrapping_add(from) >> self.shift;
                self.slow(request, new, word, tell);
            };
            match request.scattered {
                Some(leaves) => {
                    for leaf in leaves {
                        for part in (0..leaf.format.bytes()).step_by(granule) {
                            touch(leaf.offset + part);
                        }
                    }
                }
                None => {
                    for from in (0..access.bytes).step_by(granule) {
                        touch(from);
                    }
                }
            }
        }
    }

    /// One word of one lane: looks for conflicts, and remembers the access.
    fn slow(
        &mut self,
        request: &AccessRequest<'_>,
        new: AccessRecord,
        word: u32,
        tell: &mut impl FnMut(RecordConflict),
    ) {
        let word = word as usize;
        let (clock, space) = (request.clock, request.access.space);
        let writes = request.access.kind.writes();
        let byte = (word << self.shift) as u32;
        let mut check = |old: AccessRecord, old_writes: bool| {
            let relation = clock.relation(space, old, new);
            if relation != Relation::Ordered {
                let old = old & !SECOND;
                tell(RecordConflict { relation, old, new, old_writes, byte });
            }
        };
        let is_atomic = new & ATOMIC != 0;
        let atomic = self.atomic.as_deref().filter(|_| !is_atomic);
        for slots in std::iter::once(&self.plain).chain(atomic) {
            check(slots.write.get(word), true);
            check(slots.second_write.get(word), true);
            if writes {
                check(slots.read.get(word), false);
                check(slots.second_read.get(word), false);
            }
        }
        let slots = match &mut self.atomic {
            Some(atomic) if is_atomic => atomic,
            _ => &mut self.plain,
        };
        let order = Order { clock, space };
        if writes {
            slots.remember_write(&order, word, new);
        } else {
            slots.remember_read(&order, word, new);
        }
    }

    /// Halves the size of a word.
    fn refine(&mut self) {
        self.columns().for_each(|column| *column = column.refined());
        self.shift -= 1;
    }
}

/// Of neighbouring lanes that want the same word, the first and the last: with both
/// remembered, those between add nothing. Lanes are only looked at if all up to
/// the last one take part.
fn ends_of_runs(mask: u64, offsets: &[u32]) -> u64 {
    let count = mask.trailing_ones() as usize;
    let Some(offsets) = offsets.get(..count) else { return mask };
    if count < 3 || mask != u64::MAX >> (64 - count) {
        return mask;
    }
    let (mut starts, mut bit) = (0u64, 1u64);
    for pair in offsets.windows(2) {
        bit <<= 1;
        starts |= if pair[0] == pair[1] { 0 } else { bit };
    }
    // A lane ends a run where the next one starts another.
    (starts | starts >> 1 | 1 | 1 << (count - 1)) & mask
}

/// Whether no atomic access to a word matters any more.
#[inline]
fn has_no_atomic<C: Column>(
    atomic: &Option<Box<Slots<C>>>,
    word: usize,
    floor: AccessRecord,
) -> bool {
    atomic
        .as_ref()
        .is_none_or(|atomic| atomic.write.get(word) < floor && atomic.read.get(word) < floor)
}
