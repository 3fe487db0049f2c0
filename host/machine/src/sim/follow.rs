//! Values that an observer wants followed, from where they were read to where
//! they come to matter.
//!
//! A value may be undefined, or defined by a rule that hardly anybody relies on,
//! and still do no harm, because it is thrown away. So its register is marked,
//! lane by lane, with where it comes from; what is computed of it inherits the
//! mark, and what is overwritten loses it. The observer is told when such a value
//! is written to memory, decides a branch or says where something is written. A
//! `select` hands on the mark of the side that it chose alone.
//!
//! Values that were written to memory are not followed any further: somebody was
//! told. All this is for the few warps that have such a value, so that it is kept
//! simple rather than fast.

use super::alu;
use super::code::{Binary, Code, Gather, Op, Operands, Reg, Root, Scan, Ternary};
use super::observer::{Cause, Observer, Origin, Site, Use};
use super::resolve::ResolvedRef;
use super::subgroup::takes_part;
use super::warp::{BlockContext, Frame, Warp, lanes};
use std::collections::BTreeMap;
use std::ops::Range;

/// For each lane where its value comes from, if it is followed.
pub(super) type Marks<const L: usize> = [Option<Origin>; L];

/// The values of a warp that are followed.
#[derive(Clone, Debug)]
pub(super) struct Followed<const L: usize> {
    registers: BTreeMap<Reg, Marks<L>>,
    /// Values that a lane is about to choose, by the instruction that ends the
    /// choice.
    choices: Vec<Choice<L>>,
}

/// A register that gets its value on one of two ways, and the lanes that go one
/// of them by a value that is followed.
#[derive(Clone, Debug)]
struct Choice<const L: usize> {
    end: usize,
    register: Reg,
    marks: Marks<L>,
}

impl<const L: usize> Followed<L> {
    fn new() -> Followed<L> {
        Followed { registers: BTreeMap::new(), choices: Vec::new() }
    }

    fn is_empty(&self) -> bool {
        self.registers.is_empty() && self.choices.is_empty()
    }

    /// Whether an instruction neither reads nor writes a value that is followed: a
    /// short answer for the most frequent ones.
    fn is_left_alone_by(&self, op: &Op) -> bool {
        let registers = match *op {
            Op::Copy { to, from } => [to, from, from, from],
            Op::Unary { to, a, .. } => [to, a, a, a],
            Op::Binary { to, a, b, .. } => [to, a, b, b],
            Op::Ternary { to, a, b, c, .. } => [to, a, b, c],
            _ => return false,
        };
        !registers.iter().any(|register| self.registers.contains_key(register))
    }

    /// Forgets registers that no instruction from here on reads.
    fn forget_dead(&mut self, here: u32, last_reads: &[u32]) {
        let is_read = |register: Reg| last_reads.get(register as usize).is_none_or(|&r| r >= here);
        self.registers.retain(|&register, _| is_read(register));
    }

    /// Whether any of these registers holds a value that is followed.
    fn holds(&self, registers: &Range<Reg>) -> bool {
        !registers.is_empty() && self.registers.range(registers.clone()).next().is_some()
    }

    fn marks(&self, register: Reg) -> Marks<L> {
        self.registers.get(&register).copied().unwrap_or([None; L])
    }

    fn mark(&self, register: Reg, lane: usize) -> Option<Origin> {
        self.registers.get(&register).and_then(|marks| marks[lane])
    }

    fn any_mark(&self, registers: impl IntoIterator<Item = Reg>, lane: usize) -> Option<Origin> {
        registers.into_iter().find_map(|register| self.mark(register, lane))
    }

    /// Marks a register anew in the lanes of a mask.
    fn set(&mut self, register: Reg, mask: u64, mark: impl Fn(usize) -> Option<Origin>) {
        let mut marks = self.marks(register);
        for lane in lanes(mask) {
            marks[lane] = mark(lane);
        }
        if marks.iter().any(Option::is_some) {
            self.registers.insert(register, marks);
        } else {
            self.registers.remove(&register);
        }
    }
}

impl<const L: usize> Warp<L> {
    /// Follows what a load has read, as far as an observer wants that.
    #[inline(always)]
    pub(super) fn follow_read<O: Observer>(
        &mut self,
        to: Reg,
        memory_ref: &ResolvedRef,
        (offsets, inside): (&[u32; L], u64),
        context: &mut BlockContext<'_, O>,
    ) {
        let site = self.site(context);
        for (word, leaf) in (0..).zip(&memory_ref.leaves) {
            let mask = context.observer.follow(&site, word) & self.mask;
            if mask != 0 {
                let cause = |lane: usize| {
                    let outside = inside >> lane & 1 == 0;
                    let within = if outside { 0 } else { leaf.offset };
                    Cause::Read { offset: offsets[lane].wrapping_add(within), outside }
                };
                self.start_following(to + word, &Site { mask, ..site }, &cause);
            }
        }
    }

    /// Follows what lanes have read from others that take no part.
    pub(super) fn follow_absent<O: Observer>(
        &mut self,
        to: Reg,
        sources: &[u32; L],
        missing: u64,
        context: &mut BlockContext<'_, O>,
    ) {
        let site = self.site(context);
        let mask = context.observer.follow(&site, 0) & missing;
        if mask != 0 {
            let (absent, active) = (self.absent(), self.mask);
            let cause = |lane: usize| {
                let source = sources[lane];
                let why = super::absence::reason(&absent, active, source);
                Cause::Absent { source, why }
            };
            self.start_following(to, &Site { mask, ..site }, &cause);
        }
    }

    #[cold]
    fn start_following(&mut self, to: Reg, site: &Site, cause: &dyn Fn(usize) -> Cause) {
        let followed = self.followed.get_or_insert_with(|| Box::new(Followed::new()));
        let origin = |lane| Some(Origin { op: site.op, step: site.step, cause: cause(lane) });
        followed.set(to, site.mask, origin);
    }

    /// Follows values through an instruction that is about to be executed, and
    /// tells where they come to matter.
    #[cold]
    #[inline(never)]
    pub(super) fn follow_values<O: Observer>(
        &mut self,
        op: &Op,
        context: &mut BlockContext<'_, O>,
    ) {
        if self.followed.as_ref().is_some_and(|followed| followed.is_left_alone_by(op)) {
            return;
        }
        let Some(mut followed) = self.followed.take() else { return };
        let code = context.code;
        let operands = op.operands(&code.memory_refs);
        let reads = operands.reads.iter().any(|run| followed.holds(run));
        if reads {
            self.tell_uses(&followed, op, &operands, context);
        }
        if reads || followed.holds(&operands.writes) {
            self.hand_on(&mut followed, op, &operands, context);
        }
        match *op {
            Op::If { condition, otherwise, written: false } if reads => {
                self.start_choice(&mut followed, condition, otherwise as usize, code);
            }
            Op::EndIf { .. } => {
                let here = self.pc - 1;
                while let Some(choice) = followed.choices.pop_if(|choice| choice.end == here) {
                    let marks = followed.marks(choice.register);
                    let chosen = |lane: usize| marks[lane].or(choice.marks[lane]);
                    followed.set(choice.register, u64::MAX >> (64 - L), chosen);
                }
            }
            _ => {}
        }
        // Where no loop leads back, nobody reads what was read for the last time.
        if !self.frames.iter().any(|frame| matches!(frame, Frame::Loop { .. })) {
            followed.forget_dead(self.pc as u32, &code.last_reads);
        }
        if !followed.is_empty() {
            self.followed = Some(followed);
        }
    }

    /// Tells of the values that come to matter in an instruction.
    fn tell_uses<O: Observer>(
        &self,
        followed: &Followed<L>,
        op: &Op,
        operands: &Operands,
        context: &mut BlockContext<'_, O>,
    ) {
        let site = self.site(context);
        let mut tell = |registers: Range<Reg>, mask: u64, how: Use| {
            for lane in lanes(mask) {
                if let Some(origin) = followed.any_mark(registers.clone(), lane) {
                    context.observer.used(&Site { mask: 1 << lane, ..site }, &origin, how);
                }
            }
        };
        match *op {
            Op::If { condition, written: true, .. } | Op::BreakIf { condition, .. } => {
                tell(condition..condition + 1, self.mask, Use::Decides);
            }
            Op::Branch { case } => tell(case..case + 1, self.mask, Use::Decides),
            Op::WarpBarrier { mask: Some(mask) }
            | Op::Gather { mask: Some(mask), .. }
            | Op::Ballot { mask: Some(mask), .. } => {
                tell(mask..mask + 1, self.mask, Use::Decides);
            }
            Op::Store { .. }
            | Op::AtomicStore { .. }
            | Op::Atomic { .. }
            | Op::CompareExchange { .. } => {
                let index = operands.memory_ref.unwrap_or(0) as usize;
                let memory_ref = &context.memory_refs[index];
                if matches!(memory_ref.root, Root::Local(_)) {
                    return;
                }
                let inside = self.offsets(memory_ref, &mut [0; L]);
                for index in &memory_ref.indices {
                    tell(index.register..index.register + 1, self.mask, Use::Addresses);
                }
                let is_index =
                    |run: &Range<Reg>| memory_ref.indices.iter().any(|i| i.register == run.start);
                for run in operands.reads.iter().filter(|run| !is_index(run)) {
                    tell(run.clone(), inside, Use::Stored);
                }
            }
            _ => {}
        }
    }

    /// Marks what an instruction is about to write.
    fn hand_on<O: Observer>(
        &self,
        followed: &mut Followed<L>,
        op: &Op,
        operands: &Operands,
        context: &BlockContext<'_, O>,
    ) {
        match *op {
            Op::Load { to, memory_ref } | Op::AtomicLoad { to, memory_ref, .. } => {
                self.hand_on_load(followed, to, &context.memory_refs[memory_ref as usize]);
            }
            Op::Store { from, memory_ref } => {
                self.hand_on_store(followed, from, &context.memory_refs[memory_ref as usize]);
            }
            // What memory held is not followed.
            Op::Atomic { .. } | Op::CompareExchange { .. } => {
                for register in operands.writes.clone() {
                    followed.set(register, self.mask, |_| None);
                }
            }
            Op::Gather { op, to, value, lane, mask } => {
                let sources = self.sources(op, lane, context.code.dialect);
                let is_asked = op != Gather::First;
                let (values, asked) = (followed.marks(value), followed.marks(lane));
                followed.set(to, self.mask, |lane| {
                    let source = sources[lane];
                    let part = self.participants(mask, lane);
                    let held = takes_part(part, source).then(|| values[source as usize % L]);
                    held.flatten().or(asked[lane].filter(|_| is_asked))
                });
            }
            Op::Collect { scan, to, value, .. } => {
                let values = followed.marks(value);
                let first = |mask: u64| lanes(mask).find_map(|lane| values[lane]);
                let mask = self.mask;
                followed.set(to, mask, |lane| {
                    let before = mask & ((1 << lane) - 1);
                    match scan {
                        Scan::Reduce => first(mask),
                        Scan::Inclusive => first(before | 1 << lane),
                        Scan::Exclusive => first(before),
                    }
                });
            }
            Op::Ballot { to, condition, mask } => {
                let values = followed.marks(condition);
                for register in to..to + 4 {
                    followed.set(register, self.mask, |lane| {
                        lanes(self.participants(mask, lane)).find_map(|other| values[other])
                    });
                }
            }
            _ => self.hand_on_computed(followed, op, operands),
        }
    }

    /// Marks the results of an instruction that only computes.
    fn hand_on_computed(&self, followed: &mut Followed<L>, op: &Op, operands: &Operands) {
        match *op {
            Op::Move { to, from, count } => {
                let marks: Vec<Marks<L>> =
                    (from..from + count).map(|register| followed.marks(register)).collect();
                for (register, marks) in (to..).zip(marks) {
                    followed.set(register, self.mask, |lane| marks[lane]);
                }
            }
            Op::Ternary { op: Ternary::Select, to, a, b, c } => {
                let condition = self.column(a);
                let [conditions, rejected, accepted] = [a, b, c].map(|r| followed.marks(r));
                followed.set(to, self.mask, |lane| {
                    let chosen = if condition[lane] != 0 { accepted[lane] } else { rejected[lane] };
                    chosen.or(conditions[lane])
                });
            }
            Op::Binary { op, to, a, b } => {
                let [left, right] = [a, b].map(|register| followed.marks(register));
                let [x, y] = [a, b].map(|register| self.column(register));
                followed.set(to, self.mask, |lane| match (left[lane], right[lane]) {
                    (Some(_), None) if decides(op, y[lane]) => None,
                    (None, Some(_)) if decides(op, x[lane]) => None,
                    (left, right) => left.or(right),
                });
            }
            _ => {
                let all: Vec<Reg> = operands.reads.iter().flat_map(Clone::clone).collect();
                let mut marks = [None; L];
                for lane in lanes(self.mask) {
                    marks[lane] = followed.any_mark(all.iter().copied(), lane);
                }
                for register in operands.writes.clone() {
                    followed.set(register, self.mask, |lane| marks[lane]);
                }
            }
        }
    }

    /// What is read from memory is followed only if where it is read was; what is
    /// read from an array of the thread's own, if it was.
    fn hand_on_load(&self, followed: &mut Followed<L>, to: Reg, memory_ref: &ResolvedRef) {
        let indices = || memory_ref.indices.iter().map(|index| index.register);
        let mut offsets = [0; L];
        let inside = self.offsets(memory_ref, &mut offsets);
        let mut columns = vec![[None; L]; memory_ref.leaves.len()];
        for (marks, leaf) in columns.iter_mut().zip(&memory_ref.leaves) {
            for lane in lanes(self.mask) {
                let own = match memory_ref.root {
                    Root::Local(first) if inside >> lane & 1 != 0 => {
                        let offset = offsets[lane].wrapping_add(leaf.offset);
                        followed.mark(first.wrapping_add(offset), lane)
                    }
                    _ => None,
                };
                marks[lane] = own.or_else(|| followed.any_mark(indices(), lane));
            }
        }
        for (register, marks) in (to..).zip(columns) {
            followed.set(register, self.mask, |lane| marks[lane]);
        }
    }

    /// What is written to an array of the thread's own is followed there.
    fn hand_on_store(&self, followed: &mut Followed<L>, from: Reg, memory_ref: &ResolvedRef) {
        let Root::Local(first) = memory_ref.root else { return };
        let indices = || memory_ref.indices.iter().map(|index| index.register);
        let mut offsets = [0; L];
        let inside = self.offsets(memory_ref, &mut offsets);
        for (from, leaf) in (from..).zip(&memory_ref.leaves) {
            for lane in lanes(inside) {
                let register = first.wrapping_add(offsets[lane]).wrapping_add(leaf.offset);
                let mark = followed.mark(from, lane);
                let mark = mark.or_else(|| followed.any_mark(indices(), lane));
                followed.set(register, 1 << lane, |_| mark);
            }
        }
    }

    /// Lanes choose by a value that is followed which of two ways a result is
    /// computed: so come `&&` and `||` here. Where both ways give the same, it did
    /// not matter.
    fn start_choice(
        &mut self,
        followed: &mut Followed<L>,
        condition: Reg,
        otherwise: usize,
        code: &Code,
    ) {
        let Op::Else { end } = code.ops[otherwise] else { return };
        let (accept, reject) = (self.pc..otherwise, otherwise + 1..end as usize);
        let Some(last) = reject.clone().next_back() else { return };
        for register in code.ops[last].operands(&code.memory_refs).writes {
            let accepted = self.try_arm(followed, register, accept.clone(), code);
            let rejected = self.try_arm(followed, register, reject.clone(), code);
            let conditions = followed.marks(condition);
            let mut marks = [None; L];
            for lane in lanes(self.mask) {
                let same = match (&accepted, &rejected) {
                    (Some((x, from)), Some((y, other))) => {
                        x[lane] == y[lane] && from[lane].is_none() && other[lane].is_none()
                    }
                    _ => false,
                };
                marks[lane] = conditions[lane].filter(|_| !same);
            }
            if marks.iter().any(Option::is_some) {
                followed.choices.push(Choice { end: end as usize, register, marks });
            }
        }
    }

    /// What an arm leaves in a register and where that comes from, if it only
    /// computes. Nothing of it remains.
    fn try_arm(
        &mut self,
        followed: &Followed<L>,
        register: Reg,
        arm: Range<usize>,
        code: &Code,
    ) -> Option<([u32; L], Marks<L>)> {
        let mut followed = followed.clone();
        let mut before: Vec<(Reg, [u32; L])> = Vec::new();
        let mut only_computes = true;
        for op in &code.ops[arm] {
            let Some(columns) = self.computed(op) else {
                only_computes = false;
                break;
            };
            let operands = op.operands(&code.memory_refs);
            self.hand_on_computed(&mut followed, op, &operands);
            for (register, column) in operands.writes.zip(columns) {
                let target = &mut self.registers[register as usize];
                before.push((register, std::mem::replace(target, column)));
            }
        }
        let result = (*self.column(register), followed.marks(register));
        for (register, column) in before.into_iter().rev() {
            self.registers[register as usize] = column;
        }
        only_computes.then_some(result)
    }

    /// What an instruction writes, if it does nothing else.
    fn computed(&self, op: &Op) -> Option<Vec<[u32; L]>> {
        Some(match *op {
            Op::Unary { op, a, .. } => vec![alu::unary(op, self.column(a))],
            Op::Binary { op, a, b, .. } => vec![alu::binary(op, self.column(a), self.column(b))],
            Op::Ternary { op, a, b, c, .. } => {
                vec![alu::ternary(op, self.column(a), self.column(b), self.column(c))]
            }
            Op::Narrow { op, a, b, .. } => vec![alu::narrow(op, &self.pair(a), &self.pair(b))],
            Op::Copy { from, .. } => vec![*self.column(from)],
            Op::Move { from, count, .. } => {
                (from..from + count).map(|register| *self.column(register)).collect()
            }
            Op::Zero { count, .. } => vec![[0; L]; count as usize],
            _ => return None,
        })
    }
}

/// Whether an operand of this value alone says what the result is.
fn decides(op: Binary, operand: u32) -> bool {
    match op {
        Binary::And | Binary::MulI => operand == 0,
        Binary::Or => operand == u32::MAX,
        _ => false,
    }
}

#[cfg(test)]
mod tests;
