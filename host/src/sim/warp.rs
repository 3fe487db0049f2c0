//! One warp: its registers, its mask, and the constructs it is in.
//!
//! Control flow is structured, so lanes that part always meet again at the end
//! of the construct they parted in. A frame on the stack knows which lanes will
//! go on there. Lanes that leave several constructs at once, by a break or a
//! return, are struck from the frames in between. A warp without active lanes
//! goes straight to the next instruction that can give it some, so that nothing
//! else is ever executed for nobody.

use super::alu;
use super::code::{BarrierScope, Code, Op, Reg};
use super::memory::GlobalMemory;
use super::observer::{Observer, Site};
use super::place::BoundPlace;

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
    /// What the barrier that the warp waits at orders.
    pub(super) scope: BarrierScope,
    pub(super) width: u32,
    /// The lanes that there are.
    lanes: u64,
    pc: usize,
    mask: u64,
    /// The lanes that have not returned from the kernel.
    live: u64,
    /// Whether all live lanes are active, so that nobody's registers need to be
    /// spared.
    whole: bool,
    /// All bits set for each active lane; only kept up while the warp is not
    /// whole.
    active: [u32; L],
    pub(super) registers: Vec<[u32; L]>,
    frames: Vec<Frame>,
}

/// What a warp works on.
pub(super) struct Surroundings<'a, O> {
    pub(super) code: &'a Code,
    pub(super) places: &'a [BoundPlace],
    pub(super) buffer_bytes: &'a [u32],
    pub(super) block: [u32; 3],
    /// The block's number in the grid.
    pub(super) block_number: u32,
    pub(super) shared: &'a mut [u32],
    pub(super) global: &'a GlobalMemory,
    pub(super) observer: &'a mut O,
    /// Instructions that the block's warps have executed.
    pub(super) step: u64,
}

impl<O: Observer> Surroundings<'_, O> {
    /// Tells of an instruction of the source.
    #[inline(always)]
    pub(super) fn instruction(&mut self, site: &Site) {
        self.observer.instruction(site);
        self.step += 1;
    }
}

impl<const L: usize> Warp<L> {
    pub(super) fn new(index: u32, width: u32, lanes: u64, registers: u32) -> Warp<L> {
        Warp {
            index,
            state: State::Done,
            scope: BarrierScope::default(),
            width,
            lanes,
            pc: 0,
            mask: 0,
            live: 0,
            whole: false,
            active: [0; L],
            // One more, so that a scalar of 64 bits can be read from any register.
            registers: vec![[0; L]; registers as usize + 1],
            frames: Vec::new(),
        }
    }

    /// Goes to the start of the kernel.
    pub(super) fn restart(&mut self) {
        self.state = State::Ready;
        self.pc = 0;
        self.live = self.lanes;
        self.frames.clear();
        self.set_mask(self.lanes);
    }

    /// Runs until the next barrier or the end, or for about `most` instructions;
    /// returns how many there were.
    #[inline(always)]
    pub(super) fn run<O: Observer>(&mut self, around: &mut Surroundings<'_, O>, most: u64) -> u64 {
        let mut done = 0;
        while done < most && self.state == State::Ready {
            let op = around.code.ops[self.pc];
            let site = Site {
                block: around.block,
                warp: self.index,
                mask: self.mask,
                op: self.pc as u32,
                step: around.step,
            };
            self.pc += 1;
            done += 1;
            match op {
                Op::Unary { op, to, a } => {
                    around.instruction(&site);
                    let result = alu::unary(op, self.column(a));
                    self.put(to, result, &site, around);
                }
                Op::Binary { op, to, a, b } => {
                    around.instruction(&site);
                    let result = alu::binary(op, self.column(a), self.column(b));
                    self.put(to, result, &site, around);
                }
                Op::Ternary { op, to, a, b, c } => {
                    around.instruction(&site);
                    let [a, b, c] = [a, b, c].map(|register| self.column(register));
                    let result = alu::ternary(op, a, b, c);
                    self.put(to, result, &site, around);
                }
                Op::Load { to, place } => done += self.load(to, place, &site, around),
                Op::Store { from, place } => done += self.store(from, place, &site, around),
                Op::Copy { to, from } => {
                    let column = *self.column(from);
                    self.put(to, column, &site, around);
                }
                Op::Move { to, from, count } => {
                    around.instruction(&site);
                    self.copy(to, from, count, &site, around);
                    done += u64::from(count);
                }
                Op::If { .. }
                | Op::Else { .. }
                | Op::EndIf { .. }
                | Op::Loop
                | Op::Continuing { .. }
                | Op::BreakIf { .. }
                | Op::EndLoop { .. } => self.branch(op, &site, around),
                rare => done += self.rare(rare, &site, around),
            }
        }
        done
    }

    /// Instructions that the others need not be slowed down for.
    fn rare<O: Observer>(
        &mut self,
        op: Op,
        site: &Site,
        around: &mut Surroundings<'_, O>,
    ) -> u64 {
        match op {
            Op::Zero { to, count } => {
                around.instruction(site);
                for register in to..to + count {
                    self.put(register, [0; L], site, around);
                }
                return count.into();
            }
            Op::Wide { .. } | Op::Narrow { .. } | Op::Widen { .. } => {
                around.instruction(site);
                self.wide(op, site, around);
            }
            Op::RoundHalf { to } => {
                let column = self.column(to).map(|word| {
                    half::f16::from_f32(f32::from_bits(word)).to_f32().to_bits()
                });
                self.put(to, column, site, around);
            }
            Op::ArrayLength { to, buffer, offset, stride } => {
                let bytes = around.buffer_bytes[buffer as usize].saturating_sub(offset);
                self.put(to, [bytes / stride.max(1); L], site, around);
            }
            Op::Atomic { .. }
            | Op::CompareExchange { .. }
            | Op::AtomicLoad { .. }
            | Op::AtomicStore { .. } => self.atomic(op, site, around),
            Op::Gather { .. } | Op::Collect { .. } | Op::Ballot { .. } => {
                around.instruction(site);
                self.exchange(op, site, around);
            }
            _ => self.control(op, site, around),
        }
        0
    }

    fn wide<O: Observer>(&mut self, op: Op, site: &Site, around: &mut Surroundings<'_, O>) {
        match op {
            Op::Wide { op, to, a, b } => {
                let [low, high] = alu::wide(op, &self.pair(a), &self.pair(b));
                self.put(to, low, site, around);
                self.put(to + 1, high, site, around);
            }
            Op::Narrow { op, to, a, b } => {
                let result = alu::narrow(op, &self.pair(a), &self.pair(b));
                self.put(to, result, site, around);
            }
            Op::Widen { op, to, a } => {
                let [low, high] = alu::widen(op, self.column(a));
                self.put(to, low, site, around);
                self.put(to + 1, high, site, around);
            }
            _ => {}
        }
    }

    /// Branches and loops.
    #[inline(always)]
    fn branch<O: Observer>(&mut self, op: Op, site: &Site, around: &mut Surroundings<'_, O>) {
        match op {
            Op::If { condition, otherwise, written } => {
                let taken = self.holds(condition);
                if written {
                    around.instruction(site);
                    around.observer.branch(site, taken);
                }
                self.frames.push(Frame::If { after: self.mask, otherwise: self.mask & !taken });
                if taken == 0 {
                    self.pc = otherwise as usize;
                } else {
                    self.set_mask(taken);
                }
            }
            Op::Else { end } => {
                if let Some(Frame::If { otherwise, .. }) = self.frames.last() {
                    let otherwise = *otherwise;
                    self.set_mask(otherwise);
                }
                if self.mask == 0 {
                    self.pc = end as usize;
                }
            }
            Op::Loop => self.frames.push(Frame::Loop { after: self.mask, continued: 0 }),
            Op::Continuing { end } => {
                if let Some(Frame::Loop { continued, .. }) = self.frames.last_mut() {
                    let lanes = self.mask | std::mem::take(continued);
                    self.set_mask(lanes);
                }
                if self.mask == 0 {
                    self.pc = end as usize;
                }
            }
            Op::BreakIf { condition, when, empty } => {
                let holds = self.holds(condition);
                let leaving = if when { holds } else { self.mask & !holds };
                around.instruction(site);
                around.observer.branch(site, leaving);
                if leaving != 0 {
                    let staying = self.mask & !leaving;
                    self.strike(leaving, |frame| matches!(frame, Frame::Loop { .. }));
                    self.set_mask(staying);
                    if staying == 0 {
                        self.pc = empty as usize;
                    }
                }
            }
            Op::EndLoop { start, .. } if self.mask != 0 => self.pc = start as usize,
            Op::EndIf { empty } | Op::EndLoop { empty, .. } => self.leave(empty),
            _ => {}
        }
    }

    /// Control flow apart from branches and loops.
    fn control<O: Observer>(&mut self, op: Op, site: &Site, around: &mut Surroundings<'_, O>) {
        match op {
            Op::Switch => self.frames.push(Frame::Switch { after: self.mask }),
            Op::Call => self.frames.push(Frame::Call { after: self.mask }),
            Op::EndSwitch { empty } | Op::EndCall { empty } => self.leave(empty),
            Op::Branch { case } => {
                let case = self.column(case);
                let first = case[self.mask.trailing_zeros() as usize % L];
                let same = lanes(self.mask).filter(|&lane| case[lane] == first);
                let together = same.fold(0, |mask, lane| mask | 1 << lane);
                around.instruction(site);
                around.observer.branch(site, together);
            }
            Op::Break { empty } => {
                let is_target =
                    |frame: &Frame| matches!(frame, Frame::Loop { .. } | Frame::Switch { .. });
                self.strike(self.mask, is_target);
                self.stop(empty);
            }
            Op::Return { empty } => {
                let to = self.strike(self.mask, |frame| matches!(frame, Frame::Call { .. }));
                if to == 0 {
                    self.live &= !self.mask;
                }
                self.stop(empty);
            }
            Op::Continue { empty } => {
                let lanes = self.mask;
                let to = self.strike(lanes, |frame| matches!(frame, Frame::Loop { .. }));
                if let Some(Frame::Loop { continued, .. }) = self.frames.get_mut(to) {
                    *continued |= lanes;
                }
                self.stop(empty);
            }
            Op::Barrier(scope) => {
                around.instruction(site);
                around.observer.arrive(site, self.live);
                self.state = State::Waiting;
                self.scope = scope;
            }
            Op::WarpBarrier => {
                around.instruction(site);
                around.observer.warp_barrier(site);
            }
            _ => {
                around.observer.warp_end(site.block, self.index);
                self.state = State::Done;
            }
        }
    }

    /// Goes on behind a construct with the lanes that do; without any, at
    /// `empty`.
    #[inline(always)]
    fn leave(&mut self, empty: u32) {
        if let Some(mut frame) = self.frames.pop() {
            let after = *frame.after();
            self.set_mask(after);
        }
        if self.mask == 0 {
            self.pc = empty as usize;
        }
    }

    /// No lane goes on here.
    fn stop(&mut self, empty: u32) {
        self.set_mask(0);
        self.pc = empty as usize;
    }

    /// Strikes lanes from the constructs inside the innermost one that fits, and
    /// returns which that is.
    #[inline(always)]
    fn strike(&mut self, lanes: u64, fits: impl Fn(&Frame) -> bool) -> usize {
        let target = self.frames.iter().rposition(fits).unwrap_or(0);
        for frame in self.frames.iter_mut().skip(target + 1) {
            *frame.after() &= !lanes;
        }
        target
    }

    #[inline(always)]
    fn set_mask(&mut self, mask: u64) {
        if mask == self.mask && self.whole {
            return;
        }
        self.mask = mask;
        self.whole = mask == self.live;
        if !self.whole {
            for lane in 0..L {
                self.active[lane] = 0u32.wrapping_sub((mask >> lane) as u32 & 1);
            }
        }
    }

    /// The active lanes in which a condition holds.
    #[inline(always)]
    pub(super) fn holds(&self, condition: Reg) -> u64 {
        let column = self.column(condition);
        let mut lanes = 0;
        for (lane, &word) in column.iter().enumerate() {
            lanes |= u64::from(word != 0) << lane;
        }
        lanes & self.mask
    }

    #[inline(always)]
    pub(super) fn column(&self, register: Reg) -> &[u32; L] {
        &self.registers[register as usize]
    }

    fn pair(&self, first: Reg) -> [[u32; L]; 2] {
        [*self.column(first), *self.column(first + 1)]
    }

    /// Sets a register in the active lanes.
    #[inline(always)]
    pub(super) fn put<O: Observer>(
        &mut self,
        to: Reg,
        column: [u32; L],
        site: &Site,
        around: &mut Surroundings<'_, O>,
    ) {
        let target = &mut self.registers[to as usize];
        if self.whole {
            *target = column;
        } else {
            for lane in 0..L {
                let active = self.active[lane];
                target[lane] = column[lane] & active | target[lane] & !active;
            }
        }
        around.observer.changed(site, to, target);
    }

    /// Copies neighbouring registers, which may overlap.
    #[inline(always)]
    fn copy<O: Observer>(
        &mut self,
        to: Reg,
        from: Reg,
        count: u32,
        site: &Site,
        around: &mut Surroundings<'_, O>,
    ) {
        for i in 0..count {
            // From the end, if the start of the target is a part of the source.
            let i = if to > from { count - 1 - i } else { i };
            let column = *self.column(from + i);
            self.put(to + i, column, site, around);
        }
    }
}

/// The numbers of the lanes in a mask.
#[inline(always)]
pub(super) fn lanes(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = mask.trailing_zeros();
        mask &= mask.checked_sub(1)?;
        Some(lane as usize)
    })
}
