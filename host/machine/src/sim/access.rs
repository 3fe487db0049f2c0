//! Memory accesses of a warp.

use super::alu;
use super::code::{Atomic, AtomicFunction, Format, Leaf, Op, Reg, Root, Scalar};
use super::fragment::RunState;
use super::memory::{self, UPDATE_CLASSES, WordMemory};
use super::observer::{AccessKind, MemoryAccess, MemoryWords, Observer, Site, Space, Unexchanged};
use super::progress::peek_all;
use super::resolve::ResolvedRef;
use super::warp::{BlockContext, Warp, lanes};
use warpbench_semantics::{Dialect, Synchronization};

impl<const L: usize> Warp<L> {
    /// Finds for each lane the offset of a memory reference, and returns the
    /// active lanes whose indices are in bounds.
    #[inline(always)]
    pub(super) fn offsets(&self, memory_ref: &ResolvedRef, offsets: &mut [u32; L]) -> u64 {
        *offsets = [memory_ref.offset; L];
        let mut inside = self.mask;
        for index in &memory_ref.indices {
            let values = self.column(index.register);
            let mut most = 0;
            if let Some(shift) = index.shift {
                for lane in 0..L {
                    offsets[lane] = offsets[lane].wrapping_add(values[lane] << (shift & 31));
                    most = most.max(values[lane]);
                }
            } else {
                for lane in 0..L {
                    let step = values[lane].wrapping_mul(index.stride);
                    offsets[lane] = offsets[lane].wrapping_add(step);
                    most = most.max(values[lane]);
                }
            }
            // Mostly all are, and one comparison tells.
            if most >= index.count {
                for lane in lanes(inside) {
                    inside &= !(u64::from(values[lane] >= index.count) << lane);
                }
            }
        }
        if let Some(end) = memory_ref.end {
            let last = end.checked_sub(memory_ref.bytes);
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
        memory_ref: &ResolvedRef,
        (kind, how): (AccessKind, Synchronization),
        (offsets, inside): (&[u32; L], u64),
        values: &[u32],
        context: &mut BlockContext<'_, O>,
    ) {
        let told = (kind, how, Unexchanged::default());
        self.announce_all(memory_ref, told, (offsets, inside), values, context);
    }

    #[inline(always)]
    fn announce_all<O: Observer>(
        &self,
        memory_ref: &ResolvedRef,
        (kind, how, unexchanged): (AccessKind, Synchronization, Unexchanged),
        (offsets, inside): (&[u32; L], u64),
        values: &[u32],
        context: &mut BlockContext<'_, O>,
    ) {
        self.tell(context);
        let site = self.site(context);
        let outside = site.mask & !inside;
        let space = match memory_ref.root {
            Root::Buffer(buffer) if !memory_ref.uniform => Space::Global(buffer),
            Root::Shared => Space::Shared,
            Root::Buffer(_) | Root::Local(_) => {
                if outside != 0 {
                    context.observer.stray(&site, kind.writes(), offsets, outside);
                }
                return;
            }
        };
        let before = match space {
            Space::Shared => MemoryWords::Shared(context.shared),
            Space::Global(buffer) => MemoryWords::Global(context.global, buffer),
        };
        let bytes = memory_ref.bytes;
        let access =
            MemoryAccess { space, kind, offsets, bytes, outside, values, how, unexchanged, before };
        context.observer.access(&site, &access);
    }

    /// Reads what is referred to into neighbouring registers; returns how many
    /// words there are.
    #[inline(always)]
    pub(super) fn load<O: Observer>(
        &mut self,
        to: Reg,
        memory_ref: u32,
        context: &mut BlockContext<'_, O>,
    ) -> u64 {
        let memory_refs = context.memory_refs;
        let memory_ref = &memory_refs[memory_ref as usize];
        let mut offsets = [0; L];
        let inside = self.offsets(memory_ref, &mut offsets);
        self.announce(memory_ref, plain(AccessKind::Load), (&offsets, inside), &[], context);
        for (i, leaf) in memory_ref.leaves.iter().enumerate() {
            let at = ColumnAccess { offsets: &offsets, leaf: *leaf, inside, first: self.first };
            let mut column = [0; L];
            match memory_ref.root {
                Root::Local(first) => self.read_registers(first, at, &mut column),
                Root::Shared => read_column(&mut &mut *context.shared, at, &mut column),
                Root::Buffer(buffer) => {
                    let mut words = context.global.buffer(buffer, context.block_number);
                    read_column(&mut words, at, &mut column);
                }
            }
            self.put(to + i as u32, &column, context);
        }
        if inside != self.mask || memory_ref.root == Root::Shared {
            self.follow_read(to, memory_ref, (&offsets, inside), context);
            self.end_outside(inside, context);
        }
        memory_ref.leaves.len() as u64
    }

    /// Ends the active lanes that have left an array, which Rust's do not survive.
    #[inline(always)]
    fn end_outside<O: Observer>(&mut self, inside: u64, context: &mut BlockContext<'_, O>) {
        let outside = self.mask & !inside;
        if outside != 0 && context.code.dialect == Dialect::Cuda {
            self.give_up(outside, context);
        }
    }

    /// Writes neighbouring registers to what is referred to; returns how many
    /// words there are.
    #[inline(always)]
    pub(super) fn store<O: Observer>(
        &mut self,
        from: Reg,
        memory_ref: u32,
        context: &mut BlockContext<'_, O>,
    ) -> u64 {
        let memory_refs = context.memory_refs;
        let memory_ref = &memory_refs[memory_ref as usize];
        let mut offsets = [0; L];
        let inside = self.offsets(memory_ref, &mut offsets);
        let columns = from as usize..from as usize + memory_ref.leaves.len();
        let values = self.registers[columns].as_flattened();
        self.announce(memory_ref, plain(AccessKind::Store), (&offsets, inside), values, context);
        for (i, leaf) in memory_ref.leaves.iter().enumerate() {
            let at = ColumnAccess { offsets: &offsets, leaf: *leaf, inside, first: self.first };
            let from = from + i as u32;
            match memory_ref.root {
                Root::Local(first) => self.write_registers(first, at, from, context),
                _ if memory_ref.watched => self.store_watched(memory_ref.root, at, from, context),
                Root::Shared => {
                    write_column(&mut &mut *context.shared, at, self.column(from));
                }
                Root::Buffer(buffer) => {
                    let mut words = context.global.buffer(buffer, context.block_number);
                    write_column(&mut words, at, self.column(from));
                }
            }
        }
        self.end_outside(inside, context);
        memory_ref.leaves.len() as u64
    }

    /// Writes a register to memory that the end of a loop can depend on.
    #[inline(never)]
    fn store_watched<O: Observer>(
        &mut self,
        root: Root,
        at: ColumnAccess<'_, L>,
        from: Reg,
        context: &mut BlockContext<'_, O>,
    ) {
        let column = self.column(from);
        let index = |lane: usize| at.offset(lane) as usize / 4;
        let changed = match root {
            Root::Buffer(buffer) => {
                let mut words = context.global.buffer(buffer, context.block_number);
                changes::<L, _>(&mut words, at.inside, index, |words| {
                    write_column(words, at, column)
                })
            }
            _ => {
                let mut words = &mut *context.shared;
                changes::<L, _>(&mut words, at.inside, index, |words| {
                    write_column(words, at, column)
                })
            }
        };
        if changed {
            self.has_changed(root, context);
        }
    }

    /// Memory has changed that the end of a loop can depend on.
    fn has_changed<O>(&mut self, root: Root, context: &mut BlockContext<'_, O>) {
        context.versions.bump(root);
        if !self.others.is_empty() && self.state == RunState::Ready {
            self.state = RunState::Switching;
        }
    }

    /// A word of a variable at an index that differs from lane to lane.
    fn read_registers(&self, first: Reg, at: ColumnAccess<'_, L>, column: &mut [u32; L]) {
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
        at: ColumnAccess<'_, L>,
        from: Reg,
        context: &mut BlockContext<'_, O>,
    ) {
        let (values, site) = (*self.column(from), self.site(context));
        for lane in lanes(at.inside) {
            let register = first.wrapping_add(at.offset(lane));
            if let Some(to) = self.registers.get_mut(register as usize) {
                to[lane] = values[lane];
                let one = Site { mask: 1 << lane, ..site };
                context.observer.changed(&one, register, to);
            }
        }
    }

    /// Atomic operations. The lanes take their turns in order.
    pub(super) fn atomic<O: Observer>(&mut self, op: &Op, context: &mut BlockContext<'_, O>) {
        let (memory_ref, kind, how) = match *op {
            Op::AtomicLoad { memory_ref, how, .. } => (memory_ref, AccessKind::AtomicLoad, how),
            Op::AtomicStore { memory_ref, how, .. } => (memory_ref, AccessKind::AtomicStore, how),
            Op::Atomic { op, memory_ref, .. } => (memory_ref, AccessKind::Atomic, op.how),
            Op::CompareExchange { memory_ref, how, .. } => (memory_ref, AccessKind::Atomic, how),
            _ => return,
        };
        let memory_refs = context.memory_refs;
        let memory_ref = &memory_refs[memory_ref as usize];
        let mut offsets = [0; L];
        let inside = self.offsets(memory_ref, &mut offsets);
        let unexchanged = match *op {
            Op::CompareExchange { failure: order, .. } => {
                let lanes = self.unexchanged(op, memory_ref, (&offsets, inside), context);
                Unexchanged { lanes, order }
            }
            _ => Unexchanged::default(),
        };
        let told = (kind, how, unexchanged);
        self.announce_all(memory_ref, told, (&offsets, inside), &[], context);
        let mut old = [[0; L]; 2];
        let at = (&offsets, inside);
        let changed = match memory_ref.root {
            Root::Shared => {
                let mut words = &mut *context.shared;
                self.change_watched(op, &mut words, memory_ref, at, &mut old)
            }
            Root::Buffer(buffer) => {
                let mut words = context.global.buffer(buffer, context.block_number);
                self.change_watched(op, &mut words, memory_ref, at, &mut old)
            }
            Root::Local(_) => false,
        };
        if changed {
            self.has_changed(memory_ref.root, context);
        }
        if kind.writes() && context.observer.wants_updates() {
            self.tell_update(memory_ref, (&offsets, inside), context);
        }
        if let Op::Atomic { to, .. } | Op::CompareExchange { to, .. } | Op::AtomicLoad { to, .. } =
            *op
        {
            for (i, column) in old.into_iter().take(memory_ref.leaves.len()).enumerate() {
                self.put(to + i as u32, &column, context);
            }
        }
        if let Op::AtomicLoad { to, .. } = *op {
            self.follow_read(to, memory_ref, (&offsets, inside), context);
        }
        self.end_outside(inside, context);
    }

    /// The lanes of a comparison and exchange that will find something else than what
    /// they expect, after those before them have had their turns.
    fn unexchanged<O>(
        &self,
        op: &Op,
        memory_ref: &ResolvedRef,
        (offsets, inside): (&[u32; L], u64),
        context: &BlockContext<'_, O>,
    ) -> u64 {
        let Op::CompareExchange { expected, value, .. } = *op else { return 0 };
        let words = match memory_ref.root {
            Root::Shared => MemoryWords::Shared(context.shared),
            Root::Buffer(buffer) => MemoryWords::Global(context.global, buffer),
            Root::Local(_) => return 0,
        };
        let is_wide = memory_ref.leaves.len() == 2;
        let pair = |register: Reg, lane: usize| {
            let high = if is_wide { self.column(register + 1)[lane] } else { 0 };
            u64::from(self.column(register)[lane]) | u64::from(high) << 32
        };
        let mut left = 0;
        for lane in lanes(inside) {
            let at = offsets[lane];
            // The last lane that has exchanged this word, if any has.
            let earlier = inside & !left & ((1 << lane) - 1);
            let before = lanes(earlier).filter(|&other| offsets[other] == at).last();
            let found = match before {
                Some(other) => pair(value, other),
                None => {
                    let high = if is_wide { words.scalar(at + 4, Format::Word) } else { 0 };
                    u64::from(words.scalar(at, Format::Word)) | u64::from(high) << 32
                }
            };
            if found != pair(expected, lane) {
                left |= 1 << lane;
            }
        }
        left
    }

    /// Applies an atomic operation and says whether that changed anything, if
    /// somebody wants to know.
    fn change_watched<M: WordMemory>(
        &self,
        op: &Op,
        words: &mut M,
        memory_ref: &ResolvedRef,
        (offsets, inside): (&[u32; L], u64),
        old: &mut [[u32; L]; 2],
    ) -> bool {
        if !memory_ref.watched {
            self.change(op, words, memory_ref, (offsets, inside), old);
            return false;
        }
        let (low, high) = (
            |lane: usize| offsets[lane] as usize / 4,
            |lane: usize| offsets[lane] as usize / 4 + 1,
        );
        let wide = if memory_ref.leaves.len() == 2 { inside } else { 0 };
        let before: [[u32; L]; 2] = [peek_all(words, inside, low), peek_all(words, wide, high)];
        self.change(op, words, memory_ref, (offsets, inside), old);
        before != [peek_all(words, inside, low), peek_all(words, wide, high)]
    }

    /// Applies an atomic operation lane by lane and keeps what was there.
    fn change(
        &self,
        op: &Op,
        words: &mut impl WordMemory,
        memory_ref: &ResolvedRef,
        (offsets, inside): (&[u32; L], u64),
        old: &mut [[u32; L]; 2],
    ) {
        let wide = memory_ref.leaves.len() == 2;
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
struct ColumnAccess<'a, const L: usize> {
    offsets: &'a [u32; L],
    leaf: Leaf,
    /// The lanes that take part.
    inside: u64,
    /// One of the active lanes.
    first: usize,
}

impl<const L: usize> ColumnAccess<'_, L> {
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

/// Neighbouring lanes that are looked at together, because they mostly want the
/// same word or neighbouring words.
const LANE_GROUP: usize = 8;

/// How the addresses of a group of lanes lie.
enum AccessPattern {
    /// All at the same word.
    Broadcast(usize),
    /// Side by side from this word on.
    Contiguous(usize),
    Scattered,
}

/// All lanes are compared with the first active one. That this is lane 0 here is
/// better not known to the compiler: it would compare the other seven one by one.
#[inline(always)]
fn pattern(offsets: &[u32; LANE_GROUP], leaf: u32, first: usize) -> AccessPattern {
    let first = first % LANE_GROUP;
    let word = offsets[first];
    let start = word.wrapping_sub(4 * first as u32);
    let (mut same, mut contiguous) = (0, 0);
    for (lane, &offset) in offsets.iter().enumerate() {
        same |= offset ^ word;
        contiguous |= offset ^ start.wrapping_add(4 * lane as u32);
    }
    let word_at = |offset: u32| offset.wrapping_add(leaf) as usize / 4;
    match (same, contiguous) {
        (0, _) => AccessPattern::Broadcast(word_at(word)),
        (_, 0) => AccessPattern::Contiguous(word_at(start)),
        _ => AccessPattern::Scattered,
    }
}

#[inline(always)]
fn read_column<const L: usize>(
    words: &mut impl WordMemory,
    at: ColumnAccess<'_, L>,
    column: &mut [u32; L],
) {
    if !at.is_plain() {
        for lane in lanes(at.inside) {
            column[lane] = memory::read(words, at.offset(lane), at.leaf.format);
        }
        return;
    }
    let (groups, _) = column.as_chunks_mut::<LANE_GROUP>();
    for (to, offsets) in groups.iter_mut().zip(at.offsets.as_chunks::<LANE_GROUP>().0) {
        match pattern(offsets, at.leaf.offset, at.first) {
            AccessPattern::Broadcast(word) => *to = [words.read(word); LANE_GROUP],
            AccessPattern::Contiguous(word) => words.read_group(word, to),
            AccessPattern::Scattered => {
                for lane in 0..LANE_GROUP {
                    to[lane] = words.read(offsets[lane].wrapping_add(at.leaf.offset) as usize / 4);
                }
            }
        }
    }
}

#[inline(always)]
fn write_column<const L: usize>(
    words: &mut impl WordMemory,
    at: ColumnAccess<'_, L>,
    column: &[u32; L],
) {
    if !at.is_plain() {
        for lane in lanes(at.inside) {
            memory::write(words, at.offset(lane), at.leaf.format, column[lane]);
        }
        return;
    }
    let (groups, _) = column.as_chunks::<LANE_GROUP>();
    for (from, offsets) in groups.iter().zip(at.offsets.as_chunks::<LANE_GROUP>().0) {
        if let AccessPattern::Contiguous(word) = pattern(offsets, at.leaf.offset, at.first) {
            words.write_group(word, from);
        } else {
            for lane in 0..LANE_GROUP {
                words.write(offsets[lane].wrapping_add(at.leaf.offset) as usize / 4, from[lane]);
            }
        }
    }
}

/// Whether writing changes any of the lanes' words.
fn changes<const L: usize, M: WordMemory>(
    words: &mut M,
    inside: u64,
    index: impl Fn(usize) -> usize + Copy,
    write: impl FnOnce(&mut M),
) -> bool {
    let before: [u32; L] = peek_all(words, inside, index);
    write(words);
    before != peek_all(words, inside, index)
}

/// An access that is not atomic, and so synchronises nothing.
fn plain(kind: AccessKind) -> (AccessKind, Synchronization) {
    (kind, Synchronization::default())
}

/// Changes one or two words and returns what was there.
fn update(
    words: &mut impl WordMemory,
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
