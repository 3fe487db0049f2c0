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
use super::follow::Followed;
use super::fragment::{Fragment, RunState};
use super::meeting::Awaited;
use super::memory::GlobalMemory;
use super::observer::{Arrival, LoopRounds, Observer, Printed, Site};
use super::progress::{Tracker, Versions};
use super::resolve::ResolvedRef;
use half::f16;

/// A construct that a warp is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Frame {
    If {
        after: u64,
        otherwise: u64,
    },
    /// `round` counts from the loop's first.
    Loop {
        after: u64,
        continued: u64,
        round: u32,
    },
    Switch {
        after: u64,
    },
    Call {
        after: u64,
    },
}

impl Frame {
    /// The lanes that go on behind the construct.
    pub(super) fn after(&mut self) -> &mut u64 {
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
    pub(super) state: RunState,
    /// What the barrier that the warp waits at orders.
    pub(super) scope: BarrierScope,
    pub(super) width: u32,
    /// The lanes that there are.
    pub(super) lanes: u64,
    pub(super) pc: usize,
    pub(super) mask: u64,
    pub(super) first: usize,
    /// The lanes that have not returned from the kernel.
    pub(super) live: u64,
    /// The lanes of the fragment that runs, which mostly is the whole warp.
    pub(super) own: u64,
    /// Whether all live lanes are active, so that nobody's registers need to be
    /// spared.
    whole: bool,
    /// All bits set for each active lane; only kept up while the warp is not
    /// whole.
    active: [u32; L],
    pub(super) registers: Vec<[u32; L]>,
    /// Where the lanes' threads are in their block, along each axis.
    pub(super) thread_indices: [[u32; L]; 3],
    pub(super) frames: Vec<Frame>,
    /// The values that an observer wants followed. Mostly there are none, and then
    /// they cost one look per instruction.
    pub(super) followed: Option<Box<Followed<L>>>,
    /// Whether the loop that lanes are in gets anywhere.
    pub(super) tracker: Tracker<L>,
    /// Rounds of loops until the warp is looked at.
    pub(super) patience: u32,
    /// Whether the fragment that runs executes its next instruction without waiting
    /// for others.
    pub(super) forced: bool,
    /// Fragments that do not run at the moment.
    pub(super) others: Vec<Fragment<L>>,
    /// The exchanges that lanes wait at for others of their mask.
    pub(super) awaited: Vec<Awaited>,
}

/// What a warp works on.
pub(super) struct BlockContext<'a, O> {
    pub(super) code: &'a Code,
    pub(super) memory_refs: &'a [ResolvedRef],
    pub(super) buffer_bytes: &'a [u32],
    pub(super) block: [u32; 3],
    /// The block's number in the grid.
    pub(super) block_number: u32,
    pub(super) shared: &'a mut [u32],
    pub(super) global: &'a GlobalMemory,
    pub(super) observer: &'a mut O,
    /// Instructions that the block's warps have executed.
    pub(super) step: u64,
    /// How often memories have changed that a loop's end can depend on.
    pub(super) versions: &'a mut Versions,
    /// Whether each thread has a program counter of its own.
    pub(super) independent_threads: bool,
    /// How often lanes have met that had gone their own ways.
    pub(super) meetings: u64,
    /// Whether a number has met a check of a word that it does not fit into.
    pub(super) is_outgrown: bool,
}

impl<const L: usize> Warp<L> {
    pub(super) fn new(index: u32, width: u32, lanes: u64, registers: u32) -> Warp<L> {
        Warp {
            index,
            state: RunState::Done,
            scope: BarrierScope::default(),
            width,
            lanes,
            pc: 0,
            mask: 0,
            first: 0,
            live: 0,
            whole: false,
            active: [0; L],
            // One more, so that a scalar of 64 bits can be read from any register.
            registers: vec![[0; L]; registers as usize + 1],
            thread_indices: [[0; L]; 3],
            frames: Vec::new(),
            followed: None,
            own: 0,
            tracker: Tracker::default(),
            patience: Tracker::<L>::PATIENCE,
            forced: false,
            others: Vec::new(),
            awaited: Vec::new(),
        }
    }

    /// Goes to the start of the kernel.
    pub(super) fn restart(&mut self) {
        self.state = RunState::Ready;
        self.pc = 0;
        self.live = self.lanes;
        self.own = self.lanes;
        self.frames.clear();
        self.followed = None;
        self.others.clear();
        self.awaited.clear();
        self.forced = false;
        self.tracker.forget();
        self.patience = Tracker::<L>::PATIENCE;
        self.set_mask(self.lanes);
    }

    /// Runs until the next barrier or the end, or for about `most` instructions;
    /// returns how many there were.
    #[inline(always)]
    pub(super) fn run<O: Observer>(&mut self, context: &mut BlockContext<'_, O>, most: u64) -> u64 {
        let code = context.code;
        let mut done = 0;
        while done < most && self.state == RunState::Ready {
            let op = &code.ops[self.pc];
            self.pc += 1;
            done += 1;
            if self.followed.is_some() {
                self.follow_values(op, context);
            }
            match *op {
                Op::Unary { op, to, a } => {
                    self.tell(context);
                    let result = alu::unary(op, self.column(a));
                    self.put(to, &result, context);
                }
                Op::Binary { op, to, a, b } => {
                    self.tell(context);
                    let result = alu::binary(op, self.column(a), self.column(b));
                    self.put(to, &result, context);
                }
                Op::Ternary { op, to, a, b, c } => {
                    self.tell(context);
                    let [a, b, c] = [a, b, c].map(|register| self.column(register));
                    let result = alu::ternary(op, a, b, c);
                    self.put(to, &result, context);
                }
                Op::Load { to, memory_ref } => done += self.load(to, memory_ref, context),
                Op::Store { from, memory_ref } => done += self.store(from, memory_ref, context),
                Op::Copy { to, from } => {
                    let column = *self.column(from);
                    self.put(to, &column, context);
                }
                Op::Move { to, from, count } => {
                    self.tell(context);
                    self.copy(to, from, count, context);
                    done += u64::from(count);
                }
                Op::If { condition, otherwise, written } => {
                    self.start_if(condition, otherwise, written, context);
                }
                Op::Else { end } => self.start_else(end),
                Op::EndIf { empty } => self.leave(empty),
                Op::Loop => {
                    self.frames.push(Frame::Loop { after: self.mask, continued: 0, round: 0 });
                }
                Op::Continuing { end } => self.start_continuing(end),
                Op::BreakIf { condition, when, empty } => {
                    self.break_if(condition, when, empty, context);
                }
                Op::EndLoop { start, waits, .. } if self.mask != 0 => {
                    let end = self.pc as u32 - 1;
                    self.pc = start as usize;
                    if let Some(Frame::Loop { round, .. }) = self.frames.last_mut() {
                        *round = round.wrapping_add(1);
                    }
                    self.patience = self.patience.saturating_sub(1);
                    if waits || self.patience == 0 {
                        self.go_round(end, context);
                    }
                }
                Op::EndLoop { empty, .. } => self.leave(empty),
                _ => done = done.wrapping_add(self.rare(op, context)),
            }
        }
        done
    }

    /// Where the instruction under way happens.
    #[inline(always)]
    pub(super) fn site<O>(&self, context: &BlockContext<'_, O>) -> Site {
        Site {
            block: context.block,
            warp: self.index,
            mask: self.mask,
            op: self.pc as u32 - 1,
            step: context.step,
        }
    }

    /// Tells of an instruction of the source.
    #[inline(always)]
    pub(super) fn tell<O: Observer>(&self, context: &mut BlockContext<'_, O>) {
        context.observer.instruction(&self.site(context));
        context.step += 1;
    }

    /// Instructions that the others need not be slowed down for. Returns how many
    /// it is worth beyond one, and one less than nothing for what is no instruction
    /// at all: warps take turns the same way whether somebody looks or not.
    #[inline(never)]
    fn rare<O: Observer>(&mut self, op: &Op, context: &mut BlockContext<'_, O>) -> u64 {
        match *op {
            Op::Zero { to, count } => {
                self.tell(context);
                for register in to..to + count {
                    self.put(register, &[0; L], context);
                }
                return count.into();
            }
            Op::Wide { .. } | Op::Narrow { .. } | Op::Widen { .. } => {
                self.tell(context);
                self.wide(op, context);
            }
            Op::RoundHalf { to } => {
                let round = |word| f16::from_f32(f32::from_bits(word)).to_f32().to_bits();
                let column = self.column(to).map(round);
                self.put(to, &column, context);
            }
            Op::ArrayLength { to, buffer, offset, stride } => {
                let bytes = context.buffer_bytes[buffer as usize].saturating_sub(offset);
                self.put(to, &[bytes / stride.max(1); L], context);
            }
            Op::Atomic { .. }
            | Op::CompareExchange { .. }
            | Op::AtomicLoad { .. }
            | Op::AtomicStore { .. } => self.atomic(op, context),
            Op::Check { .. } => {
                self.check(op, context);
                return 0u64.wrapping_sub(1);
            }
            Op::Print { print } => {
                self.print(print, context);
                return 0u64.wrapping_sub(1);
            }
            Op::ActiveMask { to } => {
                self.tell(context);
                self.active_mask(to, context);
            }
            Op::Gather { mask: Some(mask), .. } | Op::Ballot { mask: Some(mask), .. } => {
                if self.come_to_exchange(mask, context) {
                    self.tell(context);
                    self.exchange(op, context);
                }
            }
            Op::Gather { .. } | Op::Collect { .. } | Op::Ballot { .. } => {
                if !self.waits_to_meet() {
                    self.tell(context);
                    self.exchange(op, context);
                }
            }
            _ => self.control(op, context),
        }
        0
    }

    fn wide<O: Observer>(&mut self, op: &Op, context: &mut BlockContext<'_, O>) {
        match *op {
            Op::Wide { op, to, a, b } => {
                let [low, high] = alu::wide(op, &self.pair(a), &self.pair(b));
                self.put(to, &low, context);
                self.put(to + 1, &high, context);
            }
            Op::Narrow { op, to, a, b } => {
                let result = alu::narrow(op, &self.pair(a), &self.pair(b));
                self.put(to, &result, context);
            }
            Op::Widen { op, to, a } => {
                let [low, high] = alu::widen(op, self.column(a));
                self.put(to, &low, context);
                self.put(to + 1, &high, context);
            }
            _ => {}
        }
    }

    #[inline(always)]
    fn start_if<O: Observer>(
        &mut self,
        condition: Reg,
        otherwise: u32,
        written: bool,
        context: &mut BlockContext<'_, O>,
    ) {
        let taken = self.holds(condition);
        if written {
            self.tell(context);
            context.observer.branch(&self.site(context), taken);
        }
        self.frames.push(Frame::If { after: self.mask, otherwise: self.mask & !taken });
        if taken == 0 {
            self.pc = otherwise as usize;
        } else {
            self.set_mask(taken);
        }
    }

    #[inline(always)]
    fn start_else(&mut self, end: u32) {
        if let Some(&Frame::If { otherwise, .. }) = self.frames.last() {
            self.set_mask(otherwise);
        }
        if self.mask == 0 {
            self.pc = end as usize;
        }
    }

    #[inline(always)]
    fn start_continuing(&mut self, end: u32) {
        if let Some(Frame::Loop { continued, .. }) = self.frames.last_mut() {
            let lanes = self.mask | std::mem::take(continued);
            self.set_mask(lanes);
        }
        if self.mask == 0 {
            self.pc = end as usize;
        }
    }

    #[inline(always)]
    fn break_if<O: Observer>(
        &mut self,
        condition: Reg,
        when: bool,
        empty: u32,
        context: &mut BlockContext<'_, O>,
    ) {
        let holds = self.holds(condition);
        let leaving = if when { holds } else { self.mask & !holds };
        self.tell(context);
        context.observer.branch(&self.site(context), leaving);
        if leaving != 0 {
            let staying = self.mask & !leaving;
            self.strike(leaving, |frame| matches!(frame, Frame::Loop { .. }));
            self.set_mask(staying);
            if staying == 0 {
                self.pc = empty as usize;
            }
        }
    }

    /// Control flow apart from branches and loops.
    fn control<O: Observer>(&mut self, op: &Op, context: &mut BlockContext<'_, O>) {
        match *op {
            Op::Switch => self.frames.push(Frame::Switch { after: self.mask }),
            Op::Call => self.frames.push(Frame::Call { after: self.mask }),
            Op::EndSwitch { empty } | Op::EndCall { empty } => self.leave(empty),
            Op::Branch { case } => {
                let case = self.column(case);
                let first = case[self.mask.trailing_zeros() as usize % L];
                let same = lanes(self.mask).filter(|&lane| case[lane] == first);
                let together = same.fold(0, |mask, lane| mask | 1 << lane);
                self.tell(context);
                context.observer.branch(&self.site(context), together);
            }
            Op::Break { empty } => {
                let is_target =
                    |frame: &Frame| matches!(frame, Frame::Loop { .. } | Frame::Switch { .. });
                self.strike(self.mask, is_target);
                self.stop(empty);
            }
            Op::Fail { failure } => self.fail(failure, context),
            Op::Return { empty, written } => {
                if written {
                    context.observer.returned(&self.site(context), &LoopRounds(&self.frames));
                }
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
            Op::Barrier(_) if self.waits_to_meet() => {}
            Op::Barrier(scope) => {
                self.tell(context);
                let arrival = Arrival { live: self.live, rounds: LoopRounds(&self.frames) };
                context.observer.arrive(&self.site(context), &arrival);
                let is_first = !self.others.iter().any(|other| other.state == RunState::Waiting);
                self.scope = if is_first { scope } else { self.scope.with(scope) };
                self.state = RunState::Waiting;
            }
            Op::WarpBarrier { mask } => self.come_to_warp_barrier(mask, context),
            Op::Fence(how) => {
                self.tell(context);
                context.observer.fence(&self.site(context), how);
            }
            _ => {
                // Those that wait for lanes of this fragment wait no longer.
                self.live &= !self.own;
                if self.others.is_empty() {
                    context.observer.warp_end(context.block, self.index);
                }
                self.state = RunState::Done;
            }
        }
    }

    /// Tells what the active lanes print.
    fn print<O: Observer>(&mut self, print: u32, context: &mut BlockContext<'_, O>) {
        let Some(told) = context.code.prints.get(print as usize) else { return };
        let words = told
            .values
            .iter()
            .flat_map(|value| value.register..value.register + value.scalar.words());
        let columns: Vec<&[u32]> = words.map(|register| &self.column(register)[..]).collect();
        let site = self.site(context);
        context.observer.printed(&site, &Printed { print, columns: &columns });
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
    pub(super) fn set_mask(&mut self, mask: u64) {
        if mask == self.mask && self.whole {
            return;
        }
        self.mask = mask;
        self.refresh_mask();
    }

    /// Sets what depends on the mask.
    #[inline(always)]
    pub(super) fn refresh_mask(&mut self) {
        let mask = self.mask;
        self.first = mask.trailing_zeros() as usize;
        self.whole = mask == self.live;
        if !self.whole {
            let (low, high) = (mask as u32, (mask >> 32) as u32);
            for (lane, active) in self.active.iter_mut().enumerate() {
                let half = if lane < 32 { low } else { high };
                *active = (half >> (lane % 32) & 1).wrapping_neg();
            }
        }
    }

    /// The active lanes in which a condition holds.
    #[inline(always)]
    pub(super) fn holds(&self, condition: Reg) -> u64 {
        // All bits of a condition that holds are set, its lane's among them.
        let (mut low, mut high) = (0, 0);
        for (lane, &word) in self.column(condition).iter().enumerate() {
            let half = if lane < 32 { &mut low } else { &mut high };
            *half |= word & 1 << (lane % 32);
        }
        (u64::from(high) << 32 | u64::from(low)) & self.mask
    }

    #[inline(always)]
    pub(super) fn column(&self, register: Reg) -> &[u32; L] {
        &self.registers[register as usize]
    }

    pub(super) fn pair(&self, first: Reg) -> [[u32; L]; 2] {
        [*self.column(first), *self.column(first + 1)]
    }

    /// Sets a register in the active lanes.
    #[inline(always)]
    pub(super) fn put<O: Observer>(
        &mut self,
        to: Reg,
        column: &[u32; L],
        context: &mut BlockContext<'_, O>,
    ) {
        let site = self.site(context);
        let target = &mut self.registers[to as usize];
        if self.whole {
            *target = *column;
        } else {
            for lane in 0..L {
                let active = self.active[lane];
                target[lane] = column[lane] & active | target[lane] & !active;
            }
        }
        context.observer.changed(&site, to, target);
    }

    /// Copies neighbouring registers, which may overlap.
    #[inline(always)]
    fn copy<O: Observer>(
        &mut self,
        to: Reg,
        from: Reg,
        count: u32,
        context: &mut BlockContext<'_, O>,
    ) {
        for i in 0..count {
            // From the end, if the start of the target is a part of the source.
            let i = if to > from { count - 1 - i } else { i };
            let column = *self.column(from + i);
            self.put(to + i, &column, context);
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
