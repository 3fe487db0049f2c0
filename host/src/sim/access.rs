//! How a warp reads and writes memory.

use super::alu;
use super::code::{Atomic, AtomicFunction, Format, Op, Reg, Root, Scalar};
use super::memory::{self, UPDATE_CLASSES, Words};
use super::observer::{AccessKind, MemoryAccess, Observer, Site, Space};
use super::place::BoundPlace;
use super::warp::{Surroundings, Warp, lanes};

impl<const L: usize> Warp<L> {
    /// For each lane the offset of a place, and the active lanes whose indices
    /// are in bounds.
    #[inline(always)]
    fn offsets(&self, place: &BoundPlace, mask: u64) -> ([u32; L], u64) {
        let mut offsets = [place.offset; L];
        let mut inside = mask;
        for part in &place.parts {
            let index = self.column(part.index);
            let mut most = 0;
            for lane in 0..L {
                offsets[lane] = offsets[lane].wrapping_add(index[lane].wrapping_mul(part.stride));
                most = most.max(index[lane]);
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
        (offsets, inside)
    }

    /// Tells of an access to global or shared memory.
    #[inline(always)]
    fn announce<O: Observer>(
        place: &BoundPlace,
        kind: AccessKind,
        (offsets, inside): (&[u32; L], u64),
        values: &[u32],
        site: &Site,
        around: &mut Surroundings<'_, O>,
    ) {
        around.instruction(site);
        let space = match place.root {
            Root::Buffer(_) if place.uniform => return,
            Root::Buffer(buffer) => Space::Global(buffer),
            Root::Shared => Space::Shared,
            Root::Local(_) => return,
        };
        let outside = site.mask & !inside;
        let access = MemoryAccess { space, kind, offsets, bytes: place.bytes, outside, values };
        around.observer.access(site, &access);
    }

    /// Reads a place into neighbouring registers; returns how many words there
    /// are.
    #[inline(always)]
    pub(super) fn load<O: Observer>(
        &mut self,
        to: Reg,
        place: u32,
        site: &Site,
        around: &mut Surroundings<'_, O>,
    ) -> u64 {
        let places = around.places;
        let place = &places[place as usize];
        let (offsets, inside) = self.offsets(place, site.mask);
        Self::announce(place, AccessKind::Load, (&offsets, inside), &[], site, around);
        for (i, leaf) in place.leaves.iter().enumerate() {
            let at = (&offsets, leaf.offset, inside);
            let column = match place.root {
                Root::Local(first) => self.read_registers(first, at),
                Root::Shared => read_column(&mut &mut *around.shared, at, leaf.format),
                Root::Buffer(buffer) => {
                    let mut words = around.global.buffer(buffer, around.block_number);
                    read_column(&mut words, at, leaf.format)
                }
            };
            self.put(to + i as u32, column, site, around);
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
        site: &Site,
        around: &mut Surroundings<'_, O>,
    ) -> u64 {
        let places = around.places;
        let place = &places[place as usize];
        let (offsets, inside) = self.offsets(place, site.mask);
        let columns = from as usize..from as usize + place.leaves.len();
        let values = self.registers[columns].as_flattened();
        Self::announce(place, AccessKind::Store, (&offsets, inside), values, site, around);
        for (i, leaf) in place.leaves.iter().enumerate() {
            let at = (&offsets, leaf.offset, inside);
            let from = from + i as u32;
            match place.root {
                Root::Local(first) => self.write_registers(first, at, from, site, around),
                Root::Shared => {
                    write_column(&mut &mut *around.shared, at, leaf.format, self.column(from));
                }
                Root::Buffer(buffer) => {
                    let mut words = around.global.buffer(buffer, around.block_number);
                    write_column(&mut words, at, leaf.format, self.column(from));
                }
            }
        }
        place.leaves.len() as u64
    }

    /// A word of a variable at an index that differs from lane to lane.
    fn read_registers(&self, first: Reg, (offsets, leaf, inside): At<'_, L>) -> [u32; L] {
        let mut column = [0; L];
        for lane in lanes(inside) {
            let register = first.wrapping_add(offsets[lane]).wrapping_add(leaf);
            if let Some(from) = self.registers.get(register as usize) {
                column[lane] = from[lane];
            }
        }
        column
    }

    fn write_registers<O: Observer>(
        &mut self,
        first: Reg,
        (offsets, leaf, inside): At<'_, L>,
        from: Reg,
        site: &Site,
        around: &mut Surroundings<'_, O>,
    ) {
        let values = *self.column(from);
        for lane in lanes(inside) {
            let register = first.wrapping_add(offsets[lane]).wrapping_add(leaf);
            if let Some(to) = self.registers.get_mut(register as usize) {
                to[lane] = values[lane];
                let one = Site { mask: 1 << lane, ..*site };
                around.observer.changed(&one, register, to);
            }
        }
    }

    /// Atomic operations. The lanes take their turns in order.
    pub(super) fn atomic<O: Observer>(
        &mut self,
        op: Op,
        site: &Site,
        around: &mut Surroundings<'_, O>,
    ) {
        let (place, kind) = match op {
            Op::AtomicLoad { place, .. } => (place, AccessKind::AtomicLoad),
            Op::AtomicStore { place, .. } => (place, AccessKind::AtomicStore),
            Op::Atomic { place, .. } | Op::CompareExchange { place, .. } => {
                (place, AccessKind::Atomic)
            }
            _ => return,
        };
        let places = around.places;
        let place = &places[place as usize];
        let (offsets, inside) = self.offsets(place, site.mask);
        Self::announce(place, kind, (&offsets, inside), &[], site, around);
        let mut old = [[0; L]; 2];
        match place.root {
            Root::Shared => {
                let mut words = &mut *around.shared;
                self.change(op, &mut words, place, (&offsets, 0, inside), &mut old);
            }
            Root::Buffer(buffer) => {
                let mut words = around.global.buffer(buffer, around.block_number);
                self.change(op, &mut words, place, (&offsets, 0, inside), &mut old);
            }
            Root::Local(_) => {}
        }
        if let Op::Atomic { to, .. } | Op::CompareExchange { to, .. } | Op::AtomicLoad { to, .. } = op
        {
            for (i, column) in old.into_iter().take(place.leaves.len()).enumerate() {
                self.put(to + i as u32, column, site, around);
            }
        }
    }

    /// Applies an atomic operation lane by lane and keeps what was there.
    fn change(
        &self,
        op: Op,
        words: &mut impl Words,
        place: &BoundPlace,
        (offsets, _, inside): At<'_, L>,
        old: &mut [[u32; L]; 2],
    ) {
        let wide = place.leaves.len() == 2;
        for lane in lanes(inside) {
            let index = offsets[lane] as usize / 4;
            let at = |register: Reg| self.column(register)[lane];
            let pair = |register: Reg| {
                u64::from(at(register)) | if wide { u64::from(at(register + 1)) << 32 } else { 0 }
            };
            let before = match op {
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

/// Offsets of the lanes, an offset from there, and the lanes that take part.
type At<'a, const L: usize> = (&'a [u32; L], u32, u64);

#[inline(always)]
fn read_column<const L: usize>(
    words: &mut impl Words,
    (offsets, leaf, inside): At<'_, L>,
    format: Format,
) -> [u32; L] {
    let mut column = [0; L];
    if format == Format::Word && inside == u64::MAX >> (64 - L) {
        for lane in 0..L {
            column[lane] = words.read(offsets[lane].wrapping_add(leaf) as usize / 4);
        }
    } else {
        for lane in lanes(inside) {
            column[lane] = memory::read(words, offsets[lane].wrapping_add(leaf), format);
        }
    }
    column
}

#[inline(always)]
fn write_column<const L: usize>(
    words: &mut impl Words,
    (offsets, leaf, inside): At<'_, L>,
    format: Format,
    column: &[u32; L],
) {
    if format == Format::Word && inside == u64::MAX >> (64 - L) {
        for lane in 0..L {
            words.write(offsets[lane].wrapping_add(leaf) as usize / 4, column[lane]);
        }
    } else {
        for lane in lanes(inside) {
            memory::write(words, offsets[lane].wrapping_add(leaf), format, column[lane]);
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
