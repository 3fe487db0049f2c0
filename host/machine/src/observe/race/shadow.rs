//! What is remembered of every word of a memory: who wrote and who read it last.
//!
//! Two readers are enough. If a write races with any reader, it races with one
//! of two that were chosen well: readers that the new one comes after in order
//! are replaced by it, and of three that nothing orders, two are kept that are
//! as far apart as can be, in lanes, warps or blocks, because no later barrier
//! of one warp or one block can then hide both. Two writers are kept by the same
//! rule, for those that write the same value are not errors by themselves.

use super::clock::{self, ATOMIC, AccessRecord, Clock, Relation, SECOND};
use super::order::{FastPath, Order};
use crate::observe::kernel::{lanes, side_by_side};
use crate::sim::code::Leaf;
use crate::sim::{MemoryAccess, Site};

/// A write and a read of the same word.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ShadowCell {
    pub(super) write: AccessRecord,
    pub(super) read: AccessRecord,
}

/// Words of a memory that are watched at most: 256 MiB of buffers.
const MOST_WORDS: usize = 1 << 26;

/// The words of one memory.
#[derive(Clone, Debug, Default)]
pub(super) struct ShadowMemory {
    /// The first writer and the first reader, with what is known of the second.
    first: Vec<ShadowCell>,
    /// The second writer and the second reader.
    second: Vec<ShadowCell>,
    values: Vec<u32>,
    /// A word has this many bytes, as a power of two: 4 until something smaller
    /// is accessed.
    shift: u32,
}

/// Two accesses that conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Conflict {
    pub(super) relation: Relation,
    pub(super) old: AccessRecord,
    pub(super) new: AccessRecord,
    pub(super) old_writes: bool,
    /// Both write, and the same.
    pub(super) same_value: bool,
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

impl ShadowMemory {
    /// Two cells and a value.
    pub(super) const BYTES_PER_WORD: usize = 2 * size_of::<ShadowCell>() + size_of::<u32>();

    /// Makes room for a memory of this size. What is remembered stays.
    pub(super) fn resize(&mut self, bytes: u32) {
        if self.first.is_empty() {
            self.shift = 2;
        }
        let words = bytes.div_ceil(1 << self.shift) as usize;
        if words > self.first.len() {
            let words = words.min(MOST_WORDS);
            // Fresh zeros cost nothing until they are touched, copies do.
            *self = ShadowMemory {
                first: vec![ShadowCell::default(); words],
                second: vec![ShadowCell::default(); words],
                values: vec![0; words],
                shift: self.shift,
            };
        }
    }

    pub(super) fn clear(&mut self) {
        self.first.fill(ShadowCell::default());
        self.second.fill(ShadowCell::default());
    }

    /// Remembers an access, and tells of every conflict with earlier ones or
    /// within itself.
    pub(super) fn access(&mut self, request: &AccessRequest<'_>, tell: &mut impl FnMut(Conflict)) {
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
        if access.bytes != 1 << self.shift || access.kind.is_atomic() {
            self.wide(request, record, mask, tell);
        } else if access.kind.writes() {
            let slow = self.store(request, record, mask);
            for lane in lanes(slow) {
                let value = access.values.get(lane).copied();
                let word = access.offsets[lane] >> self.shift;
                self.slow(request, record | clock::lane_bits(lane), word, value, tell);
            }
        } else {
            let ends = ends_of_runs(mask, access.offsets);
            // Where there is something to tell, it is told of all lanes.
            let slow = match self.load(request, record, ends) {
                0 => 0,
                slow if ends == mask => slow,
                _ => mask,
            };
            for lane in lanes(slow) {
                let word = access.offsets[lane] >> self.shift;
                self.slow(request, record | clock::lane_bits(lane), word, None, tell);
            }
        }
    }

    /// Stores of one word per lane. Returns the lanes that need a closer look.
    fn store(&mut self, request: &AccessRequest<'_>, record: AccessRecord, mask: u64) -> u64 {
        let floor = request.clock.floor(request.access.space);
        let (offsets, stored) = (request.access.offsets, request.access.values);
        let run = side_by_side(mask, offsets, self.shift);
        if let Some((cells, values)) =
            run.and_then(|run| Some((self.first.get_mut(run.clone())?, self.values.get_mut(run)?)))
            && let Some(stored) = stored.get(..cells.len())
            && are_untouched(cells, floor)
        {
            for (lane, cell) in cells.iter_mut().enumerate() {
                cell.write = record | clock::lane_bits(lane);
            }
            values.copy_from_slice(stored);
            return 0;
        }
        let fast = FastPath::new(request.clock, request.access.space, record);
        let mut slow = 0;
        for lane in lanes(mask) {
            let word = (offsets[lane] >> self.shift) as usize;
            let (Some(cell), Some(value)) = (self.first.get_mut(word), self.values.get_mut(word))
            else {
                continue;
            };
            let new = record | clock::lane_bits(lane);
            match stored.get(lane) {
                Some(&stored)
                    if fast.precedes(cell.write, new) && fast.precedes(cell.read, new) =>
                {
                    cell.write = new;
                    *value = stored;
                }
                _ => slow |= 1 << lane,
            }
        }
        slow
    }

    /// Loads of one word per lane. Returns the lanes that need a closer look.
    fn load(&mut self, request: &AccessRequest<'_>, record: AccessRecord, mask: u64) -> u64 {
        let floor = request.clock.floor(request.access.space);
        let offsets = request.access.offsets;
        let run = side_by_side(mask, offsets, self.shift);
        if let Some(cells) = run.and_then(|run| self.first.get_mut(run))
            && are_untouched(cells, floor)
        {
            for (lane, cell) in cells.iter_mut().enumerate() {
                cell.read = record | clock::lane_bits(lane);
            }
            return 0;
        }
        let fast = FastPath::new(request.clock, request.access.space, record);
        if self.are_settled(&fast, mask, offsets) {
            return 0;
        }
        let mut slow = 0;
        for lane in lanes(mask) {
            let word = (offsets[lane] >> self.shift) as usize;
            let Some(cell) = self.first.get_mut(word) else { continue };
            let new = record | clock::lane_bits(lane);
            if cell.write >= floor && !fast.precedes(cell.write, new) {
                slow |= 1 << lane;
            } else if fast.is_settled(cell.read) {
                // Readers of two warps or blocks: a third adds nothing.
            } else if fast.precedes(cell.read, new) {
                cell.read = new;
            } else if !fast.adds_nothing(cell.read, new) {
                let Some(second) = self.second.get_mut(word) else { continue };
                slow |= u64::from(!fast.joins(cell, second, new)) << lane;
            }
        }
        slow
    }

    /// Whether all words that the first lanes read, and no others do, are settled
    /// and not written: the usual case of words that many threads read.
    fn are_settled(&self, fast: &FastPath, mask: u64, offsets: &[u32]) -> bool {
        let count = mask.trailing_ones() as usize;
        let cell = |offset: u32| self.first.get((offset >> self.shift) as usize);
        let Some(offsets) = offsets.get(..count) else { return false };
        let first = offsets.first().and_then(|&offset| cell(offset));
        if mask.count_ones() as usize != count
            || !first.is_some_and(|first| fast.is_settled(first.read))
        {
            return false;
        }
        let mut signs = 0;
        for &offset in offsets {
            let Some(cell) = cell(offset) else { continue };
            signs |= (fast.floor - 1).wrapping_sub(cell.write);
            signs |= cell.read.wrapping_sub(fast.epoch);
            signs |= u64::from(cell.read & clock::OTHER_WARP == 0) << 63;
        }
        signs >> 63 == 0
    }

    /// Accesses of several words, of scattered ones, and atomics.
    fn wide(
        &mut self,
        request: &AccessRequest<'_>,
        record: AccessRecord,
        mask: u64,
        tell: &mut impl FnMut(Conflict),
    ) {
        let access = request.access;
        let granule = 1 << self.shift;
        let columns = access.offsets.len().max(1);
        let stored = (access.values.len() / columns) as u32;
        // Without holes, all scalars are of one size.
        let scalar = access.bytes.checked_div(stored).unwrap_or(4).max(1);
        for lane in lanes(mask) {
            let new = record | clock::lane_bits(lane);
            let mut touch = |from: u32, leaf: u32| {
                let value = access.values.get(leaf as usize * columns + lane).copied();
                let word = access.offsets[lane].wrapping_add(from) >> self.shift;
                self.slow(request, new, word, value, tell);
            };
            match request.scattered {
                Some(leaves) => {
                    for (number, leaf) in leaves.iter().enumerate() {
                        for part in (0..leaf.format.bytes()).step_by(granule) {
                            touch(leaf.offset + part, number as u32);
                        }
                    }
                }
                None => {
                    for from in (0..access.bytes).step_by(granule) {
                        touch(from, from / scalar);
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
        value: Option<u32>,
        tell: &mut impl FnMut(Conflict),
    ) {
        let word = word as usize;
        let (Some(first), Some(second), Some(last)) =
            (self.first.get_mut(word), self.second.get_mut(word), self.values.get_mut(word))
        else {
            return;
        };
        let (clock, space) = (request.clock, request.access.space);
        let writes = request.access.kind.writes();
        let byte = (word << self.shift) as u32;
        let mut check = |old: AccessRecord, old_writes: bool| {
            let relation = clock.relation(space, old, new);
            if relation != Relation::Ordered && old & new & ATOMIC == 0 {
                let plain = (old | new) & ATOMIC == 0;
                let same_value = writes && old_writes && plain && value == Some(*last);
                let old = old & !SECOND;
                tell(Conflict { relation, old, new, old_writes, same_value, byte });
            }
        };
        check(first.write, true);
        check(second.write, true);
        if writes {
            check(first.read, false);
            check(second.read, false);
        }
        let order = Order { clock, space };
        if writes {
            let mut write = first.write & !SECOND;
            order.remember(&mut write, &mut second.write, new);
            let known = if second.write < clock.floor(space) { 0 } else { clock::UNCLEAR };
            first.write = write | known;
            if let Some(value) = value {
                *last = value;
            }
        } else {
            let mut read = first.read & !SECOND;
            order.remember(&mut read, &mut second.read, new);
            first.read = read | order.second_reader(read, second.read);
        }
    }

    /// Halves the size of a word.
    fn refine(&mut self) {
        fn twice<T: Copy>(words: &[T]) -> Vec<T> {
            words.iter().flat_map(|&word| [word, word]).collect()
        }
        self.first = twice(&self.first);
        self.second = twice(&self.second);
        self.values = twice(&self.values);
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

/// Whether nobody has touched any of the cells.
fn are_untouched(cells: &[ShadowCell], floor: AccessRecord) -> bool {
    let last = floor - 1;
    let signs = cells.iter().fold(ShadowCell::default(), |signs, cell| ShadowCell {
        write: signs.write | last.wrapping_sub(cell.write),
        read: signs.read | last.wrapping_sub(cell.read),
    });
    (signs.write | signs.read) >> 63 == 0
}
