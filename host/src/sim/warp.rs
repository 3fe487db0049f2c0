//! One warp: its registers, its mask, and the constructs it is in.
//!
//! Control flow is structured, so lanes that part always meet again at the end
//! of the construct they parted in. A frame on the stack knows which lanes will
//! go on there. Lanes that leave several constructs at once, by a break or a
//! return, are struck from the frames in between.

use super::alu;
use super::code::{Atomic, BarrierScope, Code, Gather, Limit, Op, Place, Reg, Root};
use super::memory::{self, Buffers};
use super::observer::{AccessKind, MemoryAccess, Observer, Site, Space};

/// What a warp can do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Ready,
    /// At a barrier.
    Waiting,
    Done,
}

/// A construct that a warp is in.
#[derive(Clone, Copy, Debug)]
enum Frame {
    If { after: u64, otherwise: u64 },
    Loop { after: u64, continued: u64 },
    Switch { after: u64 },
    Call { after: u64 },
}

impl Frame {
    /// The lanes that go on behind the construct.
    fn after(&mut self) -> &mut u64 {
        match self {
            Frame::If { after, .. }
            | Frame::Loop { after, .. }
            | Frame::Switch { after }
            | Frame::Call { after } => after,
        }
    }
}

/// A warp of up to `L` lanes.
pub(super) struct Warp<const L: usize> {
    pub(super) index: u32,
    pub(super) state: State,
    pc: usize,
    mask: u64,
    /// The lanes that have not returned from the kernel.
    live: u64,
    /// What the barrier that the warp waits at orders.
    pub(super) scope: BarrierScope,
    width: u32,
    registers: Vec<[u32; L]>,
    frames: Vec<Frame>,
}

/// What a warp works on.
pub(super) struct Surroundings<'a, O> {
    pub(super) code: &'a Code,
    pub(super) block: [u32; 3],
    pub(super) shared: &'a mut [u32],
    pub(super) buffers: &'a mut Buffers,
    pub(super) observer: &'a mut O,
    /// Instructions that the block's warps have executed.
    pub(super) step: u64,
}

impl<O: Observer> Surroundings<'_, O> {
    /// Tells of an instruction of the source.
    fn instruction(&mut self, site: &Site) {
        self.observer.instruction(site);
        self.step += 1;
    }
}

impl<const L: usize> Warp<L> {
    pub(super) fn new(index: u32, width: u32, mask: u64, registers: u32) -> Warp<L> {
        Warp {
            index,
            state: State::Ready,
            pc: 0,
            mask,
            live: mask,
            scope: BarrierScope::default(),
            width,
            registers: vec![[0; L]; registers as usize],
            frames: Vec::new(),
        }
    }

    /// Sets a register of all lanes before the warp starts.
    pub(super) fn set_all(&mut self, register: Reg, word: u32) {
        self.registers[register as usize] = [word; L];
    }

    /// Sets a register of a lane before the warp starts.
    pub(super) fn set(&mut self, register: Reg, lane: usize, word: u32) {
        self.registers[register as usize][lane] = word;
    }

    /// Runs until the next barrier or the end, or for `most` instructions;
    /// returns how many there were.
    pub(super) fn run<O: Observer>(&mut self, around: &mut Surroundings<'_, O>, most: u64) -> u64 {
        let mut done = 0;
        while done < most && self.state == State::Ready {
            let op = around.code.ops[self.pc];
            if self.mask == 0 && !is_control(op) {
                self.pc += 1;
                continue;
            }
            done += 1;
            self.step(op, around);
        }
        done
    }

    fn step<O: Observer>(&mut self, op: Op, around: &mut Surroundings<'_, O>) {
        let site = Site {
            block: around.block,
            warp: self.index,
            mask: self.mask,
            op: self.pc as u32,
            step: around.step,
        };
        self.pc += 1;
        match op {
            Op::Splat { to, word } => self.registers[to as usize] = [word; L],
            Op::Copy { to, from } => self.registers[to as usize] = self.registers[from as usize],
            Op::Assign { to, from } => self.assign(to, from),
            Op::Unary { op, to, a } => {
                around.instruction(&site);
                self.registers[to as usize] = alu::unary(op, &self.registers[a as usize]);
            }
            Op::Binary { op, to, a, b } => {
                around.instruction(&site);
                let (a, b) = (&self.registers[a as usize], &self.registers[b as usize]);
                self.registers[to as usize] = alu::binary(op, a, b);
            }
            Op::Select { to, condition, a, b } => {
                around.instruction(&site);
                self.select(to, condition, a, b);
            }
            Op::Fma { to, a, b, c } => {
                around.instruction(&site);
                self.fma(to, a, b, c);
            }
            Op::ArrayLength { to, buffer, offset, stride } => {
                let bytes = around.buffers.bytes(buffer).saturating_sub(offset);
                self.registers[to as usize] = [bytes / stride.max(1); L];
            }
            Op::Load { to, place } => {
                let place = &around.code.places[place as usize];
                self.load(to, place, &site, around);
            }
            Op::Store { from, place } => {
                let place = &around.code.places[place as usize];
                self.store(from, place, &site, around);
            }
            Op::Atomic { op, to, place, value } => {
                let place = &around.code.places[place as usize];
                self.atomic(op, to, place, value, &site, around);
            }
            Op::Gather { op, to, value, lane } => {
                around.instruction(&site);
                self.gather(op, to, value, lane);
            }
            control => self.control(control, &site, around),
        }
    }

    fn control<O: Observer>(&mut self, op: Op, site: &Site, around: &mut Surroundings<'_, O>) {
        match op {
            Op::If { condition, otherwise, written } => {
                let taken = self.holds(condition);
                if self.mask != 0 && written {
                    around.instruction(site);
                    around.observer.branch(site, taken);
                }
                self.frames.push(Frame::If { after: self.mask, otherwise: self.mask & !taken });
                self.mask = taken;
                if taken == 0 {
                    self.pc = otherwise as usize;
                }
            }
            Op::Else { end } => {
                if let Some(Frame::If { otherwise, .. }) = self.frames.last() {
                    self.mask = *otherwise;
                }
                if self.mask == 0 {
                    self.pc = end as usize;
                }
            }
            Op::Loop => self.frames.push(Frame::Loop { after: self.mask, continued: 0 }),
            Op::Switch => self.frames.push(Frame::Switch { after: self.mask }),
            Op::Call => self.frames.push(Frame::Call { after: self.mask }),
            Op::EndIf | Op::EndSwitch | Op::EndCall => self.leave(),
            Op::Continuing => {
                if let Some(Frame::Loop { continued, .. }) = self.frames.last_mut() {
                    self.mask |= std::mem::take(continued);
                }
            }
            Op::BreakIf { condition } => {
                let leaving = self.holds(condition);
                if self.mask != 0 {
                    around.instruction(site);
                    around.observer.branch(site, leaving);
                }
                self.mask &= !leaving;
            }
            Op::EndLoop { start } if self.mask != 0 => self.pc = start as usize,
            Op::EndLoop { .. } => self.leave(),
            Op::Break => {
                self.jump(|frame| matches!(frame, Frame::Loop { .. } | Frame::Switch { .. }));
            }
            Op::Return => {
                let lanes = self.mask;
                let to = self.jump(|frame| matches!(frame, Frame::Call { .. }));
                if to == 0 {
                    self.live &= !lanes;
                }
            }
            Op::Continue => {
                let lanes = self.mask;
                let to = self.jump(|frame| matches!(frame, Frame::Loop { .. }));
                if let Some(Frame::Loop { continued, .. }) = self.frames.get_mut(to) {
                    *continued |= lanes;
                }
            }
            Op::Barrier(scope) if self.mask != 0 => {
                around.instruction(site);
                around.observer.arrive(site, self.live);
                self.state = State::Waiting;
                self.scope = scope;
            }
            Op::Barrier(_) => {}
            Op::WarpBarrier => around.observer.warp_barrier(site),
            _ => {
                around.observer.warp_end(site.block, self.index);
                self.state = State::Done;
            }
        }
    }

    /// The innermost construct ends; its lanes go on.
    fn leave(&mut self) {
        if let Some(mut frame) = self.frames.pop() {
            self.mask = *frame.after();
        }
    }

    /// The active lanes leave for the end of the innermost construct of a kind,
    /// whose place on the stack is returned.
    fn jump(&mut self, is_target: impl Fn(&Frame) -> bool) -> usize {
        let target = self.frames.iter().rposition(is_target).unwrap_or(0);
        for frame in self.frames.iter_mut().skip(target + 1) {
            *frame.after() &= !self.mask;
        }
        self.mask = 0;
        target
    }

    /// The active lanes in which a condition holds.
    fn holds(&self, condition: Reg) -> u64 {
        let column = &self.registers[condition as usize];
        let mut lanes = 0;
        for (lane, &word) in column.iter().enumerate() {
            lanes |= u64::from(word != 0) << lane;
        }
        lanes & self.mask
    }

    fn assign(&mut self, to: Reg, from: Reg) {
        let from = self.registers[from as usize];
        let to = &mut self.registers[to as usize];
        for lane in 0..L {
            if self.mask >> lane & 1 == 1 {
                to[lane] = from[lane];
            }
        }
    }

    fn select(&mut self, to: Reg, condition: Reg, a: Reg, b: Reg) {
        let [condition, a, b] = [condition, a, b].map(|r| self.registers[r as usize]);
        let to = &mut self.registers[to as usize];
        for lane in 0..L {
            to[lane] = if condition[lane] == 0 { a[lane] } else { b[lane] };
        }
    }

    fn fma(&mut self, to: Reg, a: Reg, b: Reg, c: Reg) {
        let [a, b, c] = [a, b, c].map(|r| self.registers[r as usize].map(f32::from_bits));
        let to = &mut self.registers[to as usize];
        for lane in 0..L {
            to[lane] = a[lane].mul_add(b[lane], c[lane]).to_bits();
        }
    }

    fn gather(&mut self, op: Gather, to: Reg, value: Reg, lane: Reg) {
        let (value, other) = (self.registers[value as usize], self.registers[lane as usize]);
        let to = &mut self.registers[to as usize];
        for lane in 0..L {
            let number = lane as u32;
            let source = match op {
                Gather::At => other[lane],
                Gather::Up => number.wrapping_add(other[lane]),
                Gather::Down => number.wrapping_sub(other[lane]),
                Gather::Xor => number ^ other[lane],
            };
            // What a lane that is not there holds is not defined; zero will do.
            to[lane] = if source < self.width { value[source as usize] } else { 0 };
        }
    }

    /// For each lane the offset of a place, and the lanes whose indices are in
    /// bounds.
    fn offsets(&self, place: &Place, buffers: &Buffers) -> ([u32; L], u64) {
        let mut offsets = [place.offset; L];
        let mut inside = u64::MAX;
        for part in &place.parts {
            let count = match (part.limit, place.root) {
                (Limit::Fixed(count), _) => count,
                (Limit::Rest { offset }, Root::Buffer(buffer)) => {
                    buffers.bytes(buffer).saturating_sub(offset) / part.stride.max(1)
                }
                (Limit::Rest { .. }, _) => 0,
            };
            let index = &self.registers[part.index as usize];
            for lane in 0..L {
                offsets[lane] = offsets[lane].wrapping_add(index[lane].wrapping_mul(part.stride));
            }
            // Mostly all are, and one comparison tells.
            if index.iter().fold(0, |most, &index| index.max(most)) >= count {
                for (lane, &index) in index.iter().enumerate() {
                    inside &= !(u64::from(index >= count) << lane);
                }
            }
        }
        (offsets, inside)
    }

    /// Tells of an access to global or shared memory.
    fn announce<O: Observer>(
        place: &Place,
        kind: AccessKind,
        (offsets, inside): (&[u32; L], u64),
        values: &[u32],
        site: &Site,
        around: &mut Surroundings<'_, O>,
    ) {
        let space = match place.root {
            Root::Buffer(buffer) if around.code.buffers[buffer as usize].uniform => return,
            Root::Buffer(buffer) => Space::Global(buffer),
            Root::Shared => Space::Shared,
            Root::Local(_) => return,
        };
        around.instruction(site);
        let access = MemoryAccess {
            space,
            kind,
            offsets,
            bytes: place.bytes(),
            outside: site.mask & !inside,
            values,
        };
        around.observer.access(site, &access);
    }

    fn load<O: Observer>(
        &mut self,
        to: Reg,
        place: &Place,
        site: &Site,
        around: &mut Surroundings<'_, O>,
    ) {
        if let (Root::Local(first), true) = (place.root, place.parts.is_empty()) {
            for (i, leaf) in place.leaves.iter().enumerate() {
                let from = (first + place.offset + leaf) as usize;
                self.registers[to as usize + i] = self.registers[from];
            }
            return;
        }
        let (offsets, inside) = self.offsets(place, around.buffers);
        Self::announce(place, AccessKind::Load, (&offsets, inside), &[], site, around);
        if let Root::Local(first) = place.root {
            for (i, &leaf) in place.leaves.iter().enumerate() {
                for lane in lanes(self.mask & inside) {
                    let from = first + offsets[lane] + leaf;
                    self.registers[to as usize + i][lane] = self.registers[from as usize][lane];
                }
            }
            return;
        }
        let words = match place.root {
            Root::Buffer(buffer) => around.buffers.0[buffer as usize].as_slice(),
            _ => around.shared,
        };
        for (i, &leaf) in place.leaves.iter().enumerate() {
            let to = &mut self.registers[to as usize + i];
            *to = [0; L];
            for lane in lanes(self.mask & inside) {
                to[lane] = memory::read(words, offsets[lane].wrapping_add(leaf));
            }
        }
    }

    fn store<O: Observer>(
        &mut self,
        from: Reg,
        place: &Place,
        site: &Site,
        around: &mut Surroundings<'_, O>,
    ) {
        let (offsets, inside) = self.offsets(place, around.buffers);
        let columns = from as usize..from as usize + place.leaves.len();
        let values = self.registers[columns].as_flattened();
        Self::announce(place, AccessKind::Store, (&offsets, inside), values, site, around);
        for (i, &leaf) in place.leaves.iter().enumerate() {
            for lane in lanes(self.mask & inside) {
                let word = self.registers[from as usize + i][lane];
                let offset = offsets[lane].wrapping_add(leaf);
                match place.root {
                    Root::Buffer(buffer) => {
                        memory::write(&mut around.buffers.0[buffer as usize], offset, word);
                    }
                    Root::Shared => memory::write(around.shared, offset, word),
                    Root::Local(first) => self.registers[(first + offset) as usize][lane] = word,
                }
            }
        }
    }

    fn atomic<O: Observer>(
        &mut self,
        op: Atomic,
        to: Reg,
        place: &Place,
        value: Reg,
        site: &Site,
        around: &mut Surroundings<'_, O>,
    ) {
        let (offsets, inside) = self.offsets(place, around.buffers);
        Self::announce(place, AccessKind::Atomic, (&offsets, inside), &[], site, around);
        // The lanes take their turns in order.
        for lane in lanes(self.mask & inside) {
            let words = match place.root {
                Root::Buffer(buffer) => around.buffers.0[buffer as usize].as_mut_slice(),
                _ => &mut *around.shared,
            };
            let old = memory::read(words, offsets[lane]);
            let new = alu::atomic(op, old, self.registers[value as usize][lane]);
            memory::write(words, offsets[lane], new);
            self.registers[to as usize][lane] = old;
        }
    }
}

/// Whether an instruction matters even to a warp without active lanes.
fn is_control(op: Op) -> bool {
    matches!(
        op,
        Op::If { .. }
            | Op::Else { .. }
            | Op::EndIf
            | Op::Loop
            | Op::Continuing
            | Op::EndLoop { .. }
            | Op::Switch
            | Op::EndSwitch
            | Op::Call
            | Op::EndCall
            | Op::Exit
    )
}

/// The numbers of the lanes in a mask.
fn lanes(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = mask.trailing_zeros();
        mask &= mask.checked_sub(1)?;
        Some(lane as usize)
    })
}
