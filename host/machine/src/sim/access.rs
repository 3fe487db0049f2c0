//! How a warp reads and writes memory.

use super::alu;
use super::code::{Atomic, AtomicFunction, Format, Leaf, Op, Reg, Root, Scalar};
use super::memory::{self, UPDATE_CLASSES, Words};
use super::observer::{AccessKind, MemoryAccess, Observer, Site, Space};
use super::place::BoundPlace;
use super::warp::{Surroundings, Warp, lanes};

impl<const L: usize> Warp<L> {
    /// Finds for each lane the offset of a place, and returns the active lanes
    /// whose indices are in bounds.
    #[inline(always)]
    fn offsets(&self, place: &BoundPlace, offsets: &mut [u32; L]) -> u64 {
        *offsets = [place.offset; L];
        let mut inside = self.mask;
        for part in &place.parts {
            let index = self.column(part.index);
            let mut most = 0;
            if let Some(shift) = part.shift {
                for lane in 0..L {
                    offsets[lane] = offsets[lane].wrapping_add(index[lane] << (shift & 31));
                    most = most.max(index[lane]);
                }
            } else {
                for lane in 0..L {
                    let step = index[lane].wrapping_mul(part.stride);
                    offsets[lane] = offsets[lane].wrapping_add(step);
                    most = most.max(index[lane]);
                }
            }
            // Mostly all are, and one comparison tells.
            if most >= part.count {
                for lane in lanes(inside) {
                    inside &= !(u64::from(index[lane] >= part.count) << lane);
                }
            }
        }
        if let Some(end) = place.end {
            let last = end.checked_sub(place.bytes);
            for lane in lanes(inside) {
                let fits = last.is_some_and(|last| offsets[lane] <= last);
                inside &= !(u64::from(!fits) << lane);
            }
        }
        inside
    }

    /// Tells of an access to global or shared memory.
    #[inline(always)]
    fn announce<O: Observer>(
        &self,
        place: &BoundPlace,
        kind: AccessKind,
        (offsets, inside): (&[u32; L], u64),
        values: &[u32],
        around: &mut Surroundings<'_, O>,
    ) {
        self.tell(around);
        let site = self.site(around);
        let outside = site.mask & !inside;
        let space = match place.root {
            Root::Buffer(buffer) if !place.uniform => Space::Global(buffer),
            Root::Shared => Space::Shared,
            Root::Buffer(_) | Root::Local(_) => {
                if outside != 0 {
                    around.observer.stray(&site, kind.writes(), offsets, outside);
                }
                return;
            }
        };
        let access = MemoryAccess { space, kind, offsets, bytes: place.bytes, outside, values };
        around.observer.access(&site, &access);
    }

    /// Reads a place into neighbouring registers; returns how many words there
    /// are.
    #[inline(always)]
    pub(super) fn load<O: Observer>(
        &mut self,
        to: Reg,
        place: u32,
        around: &mut Surroundings<'_, O>,
    ) -> u64 {
        let places = around.places;
        let place = &places[place as usize];
        let mut offsets = [0; L];
        let inside = self.offsets(place, &mut offsets);
        self.announce(place, AccessKind::Load, (&offsets, inside), &[], around);
        for (i, leaf) in place.leaves.iter().enumerate() {
            let at = At { offsets: &offsets, leaf: *leaf, inside, first: self.first };
            let mut column = [0; L];
            match place.root {
                Root::Local(first) => self.read_registers(first, at, &mut column),
                Root::Shared => read_column(&mut &mut *around.shared, at, &mut column),
                Root::Buffer(buffer) => {
                    let mut words = around.global.buffer(buffer, around.block_number);
                    read_column(&mut words, at, &mut column);
                }
            }
            self.put(to + i as u32, &column, around);
        }
        place.leaves.len() as u64
    }

    /// Writes neighbouring registers to a place; returns how many words there
    /// are.
    #[inline(always)]
    pub(super) fn store<O: Observer>(
        &mut self,
        from: Reg,
        place: u32,
        around: &mut Surroundings<'_, O>,
    ) -> u64 {
        let places = around.places;
        let place = &places[place as usize];
        let mut offsets = [0; L];
        let inside = self.offsets(place, &mut offsets);
        let columns = from as usize..from as usize + place.leaves.len();
        let values = self.registers[columns].as_flattened();
        self.announce(place, AccessKind::Store, (&offsets, inside), values, around);
        for (i, leaf) in place.leaves.iter().enumerate() {
            let at = At { offsets: &offsets, leaf: *leaf, inside, first: self.first };
            let from = from + i as u32;
            match place.root {
                Root::Local(first) => self.write_registers(first, at, from, around),
                Root::Shared => {
                    write_column(&mut &mut *around.shared, at, self.column(from));
                }
                Root::Buffer(buffer) => {
                    let mut words = around.global.buffer(buffer, around.block_number);
                    write_column(&mut words, at, self.column(from));
                }
            }
        }
        place.leaves.len() as u64
    }

    /// A word of a variable at an index that differs from lane to lane.
    fn read_registers(&self, first: Reg, at: At<'_, L>, column: &mut [u32; L]) {
        for lane in lanes(at.inside) {
            let register = first.wrapping_add(at.offset(lane));
            if let Some(from) = self.registers.get(register as usize) {
                column[lane] = from[lane];
            }
        }
    }

    fn write_registers<O: Observer>(
        &mut self,
        first: Reg,
        at: At<'_, L>,
        from: Reg,
        around: &mut Surroundings<'_, O>,
    ) {
        let (values, site) = (*self.column(from), self.site(around));
        for lane in lanes(at.inside) {
            let register = first.wrapping_add(at.offset(lane));
            if let Some(to) = self.registers.get_mut(register as usize) {
                to[lane] = values[lane];
                let one = Site { mask: 1 << lane, ..site };
                around.observer.changed(&one, register, to);
            }
        }
    }

    /// Atomic operations. The lanes take their turns in order.
    pub(super) fn atomic<O: Observer>(&mut self, op: &Op, around: &mut Surroundings<'_, O>) {
        let (place, kind) = match *op {
            Op::AtomicLoad { place, .. } => (place, AccessKind::AtomicLoad),
            Op::AtomicStore { place, .. } => (place, AccessKind::AtomicStore),
            Op::Atomic { place, .. } | Op::CompareExchange { place, .. } => {
                (place, AccessKind::Atomic)
            }
            _ => return,
        };
        let places = around.places;
        let place = &places[place as usize];
        let mut offsets = [0; L];
        let inside = self.offsets(place, &mut offsets);
        self.announce(place, kind, (&offsets, inside), &[], around);
        let mut old = [[0; L]; 2];
        match place.root {
            Root::Shared => {
                let mut words = &mut *around.shared;
                self.change(op, &mut words, place, (&offsets, inside), &mut old);
            }
            Root::Buffer(buffer) => {
                let mut words = around.global.buffer(buffer, around.block_number);
                self.change(op, &mut words, place, (&offsets, inside), &mut old);
            }
            Root::Local(_) => {}
        }
        if let Op::Atomic { to, .. } | Op::CompareExchange { to, .. } | Op::AtomicLoad { to, .. } =
            *op
        {
            for (i, column) in old.into_iter().take(place.leaves.len()).enumerate() {
                self.put(to + i as u32, &column, around);
            }
        }
    }

    /// Applies an atomic operation lane by lane and keeps what was there.
    fn change(
        &self,
        op: &Op,
        words: &mut impl Words,
        place: &BoundPlace,
        (offsets, inside): (&[u32; L], u64),
        old: &mut [[u32; L]; 2],
    ) {
        let wide = place.leaves.len() == 2;
        for lane in lanes(inside) {
            let index = offsets[lane] as usize / 4;
            let at = |register: Reg| self.column(register)[lane];
            let pair = |register: Reg| {
                u64::from(at(register)) | if wide { u64::from(at(register + 1)) << 32 } else { 0 }
            };
            let before = match *op {
                Op::AtomicLoad { .. } => {
                    let low = u64::from(words.read(index));
                    low | if wide { u64::from(words.read(index + 1)) << 32 } else { 0 }
                }
                Op::AtomicStore { from, .. } => {
                    words.write(index, at(from));
                    if wide {
                        words.write(index + 1, at(from + 1));
                    }
                    0
                }
                Op::Atomic { op, value, .. } => update(words, index, wide, class(op), |old| {
                    if wide {
                        alu::atomic_wide(op.function, op.scalar, old, pair(value))
                    } else {
                        alu::atomic(op.function, op.scalar, old as u32, at(value)).into()
                    }
                }),
                Op::CompareExchange { expected, value, .. } => {
                    update(words, index, wide, None, |old| {
                        if old == pair(expected) { pair(value) } else { old }
                    })
                }
                _ => 0,
            };
            old[0][lane] = before as u32;
            old[1][lane] = (before >> 32) as u32;
        }
    }
}

/// Where the lanes find a word.
#[derive(Clone, Copy)]
struct At<'a, const L: usize> {
    offsets: &'a [u32; L],
    leaf: Leaf,
    /// The lanes that take part.
    inside: u64,
    /// One of the active lanes.
    first: usize,
}

impl<const L: usize> At<'_, L> {
    #[inline(always)]
    fn offset(&self, lane: usize) -> u32 {
        self.offsets[lane].wrapping_add(self.leaf.offset)
    }

    /// Whether every lane of the machine takes part in an access to whole words.
    #[inline(always)]
    fn is_plain(&self) -> bool {
        self.leaf.format == Format::Word && self.inside == u64::MAX >> (64 - L)
    }
}

/// Lanes that are looked at together, because neighbours mostly want the same
/// word or neighbouring words.
const TEAM: usize = 8;

/// How the lanes of a team lie.
enum Lie {
    /// All at the same word.
    Same(usize),
    /// Side by side from this word on.
    Side(usize),
    Any,
}

/// All lanes are compared with the first active one. That this is lane 0 here is
/// better not known to the compiler: it would compare the other seven one by one.
#[inline(always)]
fn lie(offsets: &[u32; TEAM], leaf: u32, first: usize) -> Lie {
    let first = first % TEAM;
    let word = offsets[first];
    let start = word.wrapping_sub(4 * first as u32);
    let (mut same, mut side) = (0, 0);
    for (lane, &offset) in offsets.iter().enumerate() {
        same |= offset ^ word;
        side |= offset ^ start.wrapping_add(4 * lane as u32);
    }
    let place = |offset: u32| offset.wrapping_add(leaf) as usize / 4;
    match (same, side) {
        (0, _) => Lie::Same(place(word)),
        (_, 0) => Lie::Side(place(start)),
        _ => Lie::Any,
    }
}

#[inline(always)]
fn read_column<const L: usize>(words: &mut impl Words, at: At<'_, L>, column: &mut [u32; L]) {
    if !at.is_plain() {
        for lane in lanes(at.inside) {
            column[lane] = memory::read(words, at.offset(lane), at.leaf.format);
        }
        return;
    }
    let (teams, _) = column.as_chunks_mut::<TEAM>();
    for (to, offsets) in teams.iter_mut().zip(at.offsets.as_chunks::<TEAM>().0) {
        match lie(offsets, at.leaf.offset, at.first) {
            Lie::Same(word) => *to = [words.read(word); TEAM],
            Lie::Side(word) => words.read_team(word, to),
            Lie::Any => {
                for lane in 0..TEAM {
                    to[lane] = words.read(offsets[lane].wrapping_add(at.leaf.offset) as usize / 4);
                }
            }
        }
    }
}

#[inline(always)]
fn write_column<const L: usize>(words: &mut impl Words, at: At<'_, L>, column: &[u32; L]) {
    if !at.is_plain() {
        for lane in lanes(at.inside) {
            memory::write(words, at.offset(lane), at.leaf.format, column[lane]);
        }
        return;
    }
    let (teams, _) = column.as_chunks::<TEAM>();
    for (from, offsets) in teams.iter().zip(at.offsets.as_chunks::<TEAM>().0) {
        if let Lie::Side(word) = lie(offsets, at.leaf.offset, at.first) {
            words.write_team(word, from);
        } else {
            for lane in 0..TEAM {
                words.write(offsets[lane].wrapping_add(at.leaf.offset) as usize / 4, from[lane]);
            }
        }
    }
}

/// Changes one or two words and returns what was there.
fn update(
    words: &mut impl Words,
    index: usize,
    wide: bool,
    class: Option<u32>,
    f: impl Fn(u64) -> u64,
) -> u64 {
    if !wide {
        return words.update(index, class, |old| f(old.into()) as u32).into();
    }
    // Two words cannot be changed at once, so nobody else may be at it.
    let old = u64::from(words.read(index)) | u64::from(words.read(index + 1)) << 32;
    let new = f(old);
    words.write(index, new as u32);
    words.write(index + 1, (new >> 32) as u32);
    old
}

/// The class of an operation that can be exchanged with others of its class,
/// because integers do not mind the order and nobody looks at what was there.
fn class(op: Atomic) -> Option<u32> {
    let class = match op.function {
        AtomicFunction::Add | AtomicFunction::Sub => 0,
        AtomicFunction::And => 1,
        AtomicFunction::Or => 2,
        AtomicFunction::Xor => 3,
        AtomicFunction::Min => 4,
        AtomicFunction::Max => 5,
        AtomicFunction::Exchange => return None,
    };
    debug_assert!(class < UPDATE_CLASSES);
    (!op.used && matches!(op.scalar, Scalar::I32 | Scalar::U32)).then_some(class)
}
