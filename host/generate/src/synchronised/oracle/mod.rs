//! Race oracle: whether a program has a race, by running it in every order.
//!
//! Nothing is clever here, because others are held to what it says. An execution
//! is an order in which the threads take their steps. What happens before what is
//! kept as sets of accesses, by these rules:
//!
//! - what a thread did happens before what it does next;
//! - what those who meet at a barrier did happens before what each of them does;
//! - a release leaves, at the word it writes, what happens before it. Whoever reads
//!   the word and acquires has all that is left there happen before. A store takes
//!   away what was left before it, what reads and writes adds to it;
//! - a relaxed write leaves what happened before the thread's last releasing fence;
//! - a relaxed read is acquired by the thread's next acquiring fence, and at the
//!   next barrier, which also shares what was fenced;
//! - what has the scope of a block is left for, or got from, threads of the block.
//!
//! Two accesses race if they conflict and neither happens before the other.
//!
//! Only accesses of atomics and waits are tried in every order. All else commutes:
//! as long as there is no race, what an ordinary read gets is what happened before
//! it, so that it may as well be done as soon as its thread comes to it, and what
//! happens before it is the same.

mod code;
#[cfg(test)]
mod tests;

use self::code::{Access, Action, Code, Instruction, Set, Word};
use super::program::{FetchOp, How, Order, Program, Scope, Until, VARIABLES, Value};
use std::collections::HashSet;

/// What can become of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No execution has a race, and all end.
    RaceFree,
    /// Every execution has a race, so that whoever looks at one can see it.
    AlwaysRacy,
    /// Some executions have a race. In others one access comes before another by
    /// chance, and something orders them then.
    SometimesRacy,
    /// No execution has a race, but in some of them threads wait for ever.
    Stuck,
    /// There are too many executions to tell.
    Unknown,
}

/// States after which the search is given up.
const MOST_STATES: usize = 60_000;

/// Says what can become of a program.
pub fn judge(program: &Program) -> Verdict {
    let code = Code::new(program);
    let mut start = State::new(&code);
    if !start.settle(&code) {
        return Verdict::AlwaysRacy;
    }
    let mut seen = HashSet::from([start.clone()]);
    let mut open = vec![start];
    let (mut has_race, mut has_end, mut is_stuck) = (false, false, false);
    while let Some(state) = open.pop() {
        let mut goes_on = false;
        for thread in 0..code.threads.len() {
            let mut next = state.clone();
            let can_step = state.can_step(&code, thread);
            let is_right = match can_step {
                true => next.step(&code, thread) && next.settle(&code),
                false => next.look(&code, thread),
            };
            goes_on |= can_step;
            has_race |= !is_right;
            if is_right && seen.insert(next.clone()) {
                open.push(next);
            }
        }
        has_end |= state.has_ended(&code);
        is_stuck |= !goes_on && !state.has_ended(&code);
        if has_race && has_end {
            return Verdict::SometimesRacy;
        }
        if seen.len() > MOST_STATES {
            return Verdict::Unknown;
        }
    }
    match (has_race, is_stuck) {
        (true, _) => Verdict::AlwaysRacy,
        (false, true) => Verdict::Stuck,
        (false, false) => Verdict::RaceFree,
    }
}

/// A thread in the middle of an execution. Sets are of accesses.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct ThreadState {
    next: usize,
    variables: [u32; VARIABLES],
    /// What happens before its next access.
    before: Set,
    /// What happened before its last releasing fence: of any scope, and of one
    /// wider than the block.
    fenced: Reach,
    /// What it has read and not acquired.
    read: Reach,
}

/// Accesses that a block may know of, and those that all may.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Reach {
    block: Set,
    all: Set,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct WordState {
    value: u32,
    /// What was left here for all.
    for_all: Set,
    /// What was left here for each block.
    for_block: Vec<Set>,
}

/// The middle of an execution.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    threads: Vec<ThreadState>,
    words: Vec<WordState>,
    /// The accesses so far.
    done: Set,
}

impl State {
    fn new(code: &Code) -> State {
        let word = WordState { for_block: vec![0; code.blocks], ..WordState::default() };
        State {
            threads: vec![ThreadState::default(); code.threads.len()],
            words: vec![word; code.words],
            done: 0,
        }
    }

    fn next<'a>(&self, code: &'a Code, thread: usize) -> Option<&'a Instruction> {
        code.instructions[thread].get(self.threads[thread].next)
    }

    fn has_ended(&self, code: &Code) -> bool {
        (0..self.threads.len()).all(|thread| self.next(code, thread).is_none())
    }

    /// Takes all steps whose order is no matter. False if one of them races.
    fn settle(&mut self, code: &Code) -> bool {
        loop {
            let mut has_stepped = false;
            for thread in 0..self.threads.len() {
                while self.is_alone(code, thread) {
                    has_stepped = true;
                    if !self.step(code, thread) {
                        return false;
                    }
                }
                if let Some(&Instruction::Meet { barrier, threads }) = self.next(code, thread)
                    && self.have_come(code, barrier, threads)
                {
                    self.meet(threads);
                    has_stepped = true;
                }
            }
            if !has_stepped {
                return true;
            }
        }
    }

    /// Whether the order of a thread's next step is no matter.
    fn is_alone(&self, code: &Code, thread: usize) -> bool {
        match self.next(code, thread) {
            Some(&Instruction::Access { access, action, .. }) => {
                let waits = matches!(action, Action::WaitUntil(_) | Action::Take);
                code.accesses[access].how == How::Plain && !waits
            }
            Some(Instruction::Fence { .. } | Instruction::SkipUnless { .. }) => true,
            Some(Instruction::Meet { .. }) | None => false,
        }
    }

    /// Whether a thread's next step is an access that need not wait.
    fn can_step(&self, code: &Code, thread: usize) -> bool {
        match self.next(code, thread) {
            Some(&Instruction::Access { word, action: Action::WaitUntil(until), .. }) => {
                let awaited = match until {
                    Until::Is(value) => value,
                    Until::Holds(variable) => self.threads[thread].variables[variable],
                };
                self.words[word].value == awaited
            }
            Some(&Instruction::Access { word, action: Action::Take, .. }) => {
                self.words[word].value == 0
            }
            Some(Instruction::Access { .. }) => true,
            _ => false,
        }
    }

    /// Looks in vain whether what a thread waits for is there. False if that races.
    /// Where it cannot race, nothing is done, as to have looked orders no less.
    fn look(&mut self, code: &Code, thread: usize) -> bool {
        match self.next(code, thread) {
            Some(&Instruction::Access { access, word, action }) if code.conflicts[access] != 0 => {
                let value = self.words[word].value;
                let is_right = self.access(code, thread, access, word, action);
                self.words[word].value = value;
                is_right
            }
            _ => true,
        }
    }

    /// Takes a thread's next step. False if it races.
    fn step(&mut self, code: &Code, thread: usize) -> bool {
        let Some(&instruction) = self.next(code, thread) else { return true };
        let state = &mut self.threads[thread];
        state.next += 1;
        match instruction {
            Instruction::Access { access, word, action } => {
                return self.access(code, thread, access, word, action);
            }
            Instruction::Fence { order, scope } => state.fence(order, scope),
            Instruction::SkipUnless { variable, is, count } => {
                if state.variables[variable] != is {
                    state.next += count;
                }
            }
            Instruction::Meet { .. } => {}
        }
        true
    }

    fn access(
        &mut self,
        code: &Code,
        thread: usize,
        access: usize,
        word: Word,
        action: Action,
    ) -> bool {
        let Access { block, how, .. } = code.accesses[access];
        let (state, word) = (&mut self.threads[thread], &mut self.words[word]);
        if let How::Atomic(order, scope) = how
            && action.reads()
        {
            state.get(word, block, order, scope);
        }
        if code.conflicts[access] & self.done & !state.before != 0 {
            return false;
        }
        state.before |= 1 << access;
        if let How::Atomic(order, scope) = how
            && action.writes()
        {
            if !action.reads() {
                word.for_all = 0;
                word.for_block.fill(0);
            }
            state.leave(word, block, order, scope);
        }
        self.done |= 1 << access;
        let old = word.value;
        match action {
            Action::Read { into } => state.keep(into, old),
            Action::Write(value) => word.value = state.value(value, access),
            Action::Fetch { op, operand, into } => {
                state.keep(into, old);
                word.value = op.apply(old, operand);
            }
            Action::Take => word.value = FetchOp::Exchange.apply(old, 1),
            Action::WaitUntil(_) => {}
        }
        true
    }

    fn have_come(&self, code: &Code, wanted: usize, threads: Set) -> bool {
        members(threads).all(|thread| match self.next(code, thread) {
            Some(&Instruction::Meet { barrier, .. }) => barrier == wanted,
            _ => false,
        })
    }

    fn meet(&mut self, threads: Set) {
        let (mut before, mut fenced) = (0, Reach::default());
        for thread in members(threads) {
            let state = &self.threads[thread];
            before |= state.before | state.read.block | state.read.all;
            fenced.add(state.fenced);
        }
        for thread in members(threads) {
            let state = &mut self.threads[thread];
            state.next += 1;
            (state.before, state.fenced, state.read) = (before, fenced, Reach::default());
        }
    }
}

impl Reach {
    fn add(&mut self, other: Reach) {
        self.block |= other.block;
        self.all |= other.all;
    }
}

impl ThreadState {
    /// Reads what was left at a word.
    fn get(&mut self, word: &WordState, block: usize, order: Order, scope: Scope) {
        let all = if scope == Scope::Block { 0 } else { word.for_all };
        let got = Reach { block: word.for_block[block], all };
        if order.acquires() {
            self.before |= got.block | got.all;
        } else {
            self.read.add(got);
        }
    }

    /// Leaves at a word what it releases.
    fn leave(&self, word: &mut WordState, block: usize, order: Order, scope: Scope) {
        let left = match order.releases() {
            true => Reach { block: self.before, all: self.before },
            false => self.fenced,
        };
        word.for_block[block] |= left.block;
        if scope != Scope::Block {
            word.for_all |= left.all;
        }
    }

    fn fence(&mut self, order: Order, scope: Scope) {
        let is_wide = scope != Scope::Block;
        if order.acquires() {
            self.before |= std::mem::take(&mut self.read.block);
            if is_wide {
                self.before |= std::mem::take(&mut self.read.all);
            }
        }
        if order.releases() {
            self.fenced.block = self.before;
            if is_wide {
                self.fenced.all = self.before;
            }
        }
    }

    fn keep(&mut self, variable: Option<usize>, value: u32) {
        if let Some(variable) = variable {
            self.variables[variable] = value;
        }
    }

    /// A value that is another one for every thread need only be so.
    fn value(&self, value: Value, access: usize) -> u32 {
        match value {
            Value::Fixed(value) => value,
            Value::Own(from) => from + access as u32,
            Value::IsEqual(variable, to) => u32::from(self.variables[variable] == to),
        }
    }
}

/// The numbers in a set.
fn members(set: Set) -> impl Iterator<Item = usize> {
    (0..Set::BITS as usize).filter(move |&member| set >> member & 1 == 1)
}
