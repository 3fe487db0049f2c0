//! Code of each thread by itself: the statements that are for it, with words and partners
//! instead of expressions.

use crate::synchronised::program::{
    FetchOp, How, Lanes, Memory, Op, Order, Place, Program, Scope, Thread, Until, Value, Variable,
};

/// A word of memory, by its number.
pub(super) type Word = usize;

/// A set of threads or of accesses, by their numbers.
pub(super) type Set = u128;

/// The most accesses that a program may have.
pub(super) const MOST_ACCESSES: usize = 128;

#[derive(Clone, Copy, Debug)]
pub(super) enum Instruction {
    Access {
        access: usize,
        word: Word,
        action: Action,
    },
    Fence {
        order: Order,
        scope: Scope,
    },
    /// Waits until these threads have come to it.
    Meet {
        barrier: usize,
        threads: Set,
    },
    /// Leaves so many instructions out, unless the variable holds this.
    SkipUnless {
        variable: Variable,
        is: u32,
        count: usize,
    },
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Action {
    Read { into: Option<Variable> },
    Write(Value),
    Fetch { op: FetchOp, operand: u32, into: Option<Variable> },
    WaitUntil(Until),
    Take,
}

impl Action {
    pub(super) fn reads(self) -> bool {
        !matches!(self, Action::Write(_))
    }

    pub(super) fn writes(self) -> bool {
        matches!(self, Action::Write(_) | Action::Fetch { .. } | Action::Take)
    }
}

/// An access of one thread, of which it has one for each time that it is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Access {
    pub(super) thread: usize,
    pub(super) block: usize,
    pub(super) word: Word,
    pub(super) writes: bool,
    pub(super) how: How,
}

impl Access {
    /// Whether two accesses must not happen at once.
    fn conflicts(&self, other: &Access) -> bool {
        let reaches = |how: How| match how {
            How::Plain => false,
            How::Atomic(_, Scope::Block) => self.block == other.block,
            How::Atomic(_, Scope::Device | Scope::System) => true,
        };
        self.thread != other.thread
            && self.word == other.word
            && (self.writes || other.writes)
            && !(reaches(self.how) && reaches(other.how))
    }
}

/// What all threads do.
#[derive(Debug)]
pub(super) struct Code {
    pub(super) threads: Vec<Thread>,
    pub(super) instructions: Vec<Vec<Instruction>>,
    pub(super) accesses: Vec<Access>,
    /// The accesses that conflict with each.
    pub(super) conflicts: Vec<Set>,
    pub(super) words: usize,
    pub(super) blocks: usize,
}

impl Code {
    pub(super) fn new(program: &Program) -> Code {
        let threads = program.shape.threads();
        let mut code = Code {
            instructions: vec![Vec::new(); threads.len()],
            threads,
            accesses: Vec::new(),
            conflicts: Vec::new(),
            words: 0,
            blocks: program.shape.blocks as usize,
        };
        let mut first_words = Vec::new();
        for array in &program.arrays {
            first_words.push(code.words);
            let copies = if array.memory == Memory::Shared { code.blocks } else { 1 };
            code.words += copies * array.words as usize;
        }
        for index in 0..code.threads.len() {
            let mut writer = ThreadWriter { program, first_words: &first_words, index, ops: 0 };
            for statement in &program.statements {
                for who in statement.turns() {
                    if who.has(&program.shape, code.threads[index]) {
                        let come: Vec<usize> = (0..code.threads.len())
                            .filter(|&other| who.has(&program.shape, code.threads[other]))
                            .collect();
                        writer.write(&statement.ops, &come, &mut code);
                    } else {
                        writer.pass(&statement.ops);
                    }
                }
            }
        }
        let against = |one: &Access| {
            let all = code.accesses.iter().enumerate();
            all.filter(|(_, other)| one.conflicts(other))
                .fold(0, |set, (other, _)| set | 1 << other)
        };
        code.conflicts = code.accesses.iter().map(against).collect();
        code
    }
}

struct ThreadWriter<'a> {
    program: &'a Program,
    first_words: &'a [Word],
    index: usize,
    /// Operations so far in the text, this thread's or not, which tell barriers apart.
    ops: usize,
}

impl ThreadWriter<'_> {
    /// Counts the operations of a statement that is not for the thread.
    fn pass(&mut self, ops: &[Op]) {
        for op in ops {
            self.ops += 1;
            if let Op::If { ops, .. } = op {
                self.pass(ops);
            }
        }
    }

    /// Writes what the thread does of a statement, to which these threads come.
    fn write(&mut self, ops: &[Op], come: &[usize], code: &mut Code) {
        for op in ops {
            self.ops += 1;
            match *op {
                Op::Read { from } => {
                    self.access(from, Action::Read { into: None }, How::Plain, code);
                }
                Op::Keep { from, variable } => {
                    self.access(from, Action::Read { into: Some(variable) }, How::Plain, code);
                }
                Op::Write { to, value } => self.access(to, Action::Write(value), How::Plain, code),
                Op::Update { at } => {
                    let action = Action::Fetch { op: FetchOp::Add, operand: 1, into: None };
                    self.access(at, action, How::Plain, code);
                }
                Op::Load { from, how } => {
                    self.access(from, Action::Read { into: None }, how, code);
                }
                Op::Store { to, value, how } => {
                    self.access(to, Action::Write(Value::Fixed(value)), how, code);
                }
                Op::Fetch { at, op, operand, variable, how } => {
                    self.access(at, Action::Fetch { op, operand, into: variable }, how, code);
                }
                Op::Wait { at, until, how } => {
                    self.access(at, Action::WaitUntil(until), how, code);
                }
                Op::Take { lock, how } => self.access(lock, Action::Take, how, code),
                Op::Fence { order, scope } => {
                    let order = order.unwrap_or(Order::SeqCst);
                    self.push(Instruction::Fence { order, scope }, code);
                }
                Op::SyncThreads => {
                    let block = code.threads[self.index].block;
                    let all = (0..code.threads.len()).filter(|&t| code.threads[t].block == block);
                    let threads = all.fold(0, |set, thread| set | 1 << thread);
                    self.push(Instruction::Meet { barrier: self.ops, threads }, code);
                }
                Op::SyncWarp(lanes) => self.sync_warp(lanes, come, code),
                Op::If { variable, is, ref ops } => {
                    let at = code.instructions[self.index].len();
                    self.push(Instruction::SkipUnless { variable, is, count: 0 }, code);
                    self.write(ops, come, code);
                    let count = code.instructions[self.index].len() - at - 1;
                    let skip = Instruction::SkipUnless { variable, is, count };
                    code.instructions[self.index][at] = skip;
                }
            }
        }
    }

    fn sync_warp(&self, lanes: Lanes, come: &[usize], code: &mut Code) {
        let own = code.threads[self.index];
        let is_here = |lane: u32| match lanes {
            Lanes::Everybody => true,
            Lanes::In { mask, .. } => mask >> lane & 1 == 1,
            Lanes::Pairs => lane / 2 == own.lane / 2,
            Lanes::Alone => lane == own.lane,
        };
        if !is_here(own.lane) {
            return;
        }
        let meets = |&&other: &&usize| {
            let other = code.threads[other];
            (other.block, other.warp) == (own.block, own.warp) && is_here(other.lane)
        };
        let threads = come.iter().filter(meets).fold(0, |set, thread| set | 1 << thread);
        self.push(Instruction::Meet { barrier: self.ops, threads }, code);
    }

    fn access(&self, place: Place, action: Action, how: How, code: &mut Code) {
        let thread = code.threads[self.index];
        let array = &self.program.arrays[place.array];
        let index = place.index.of(&self.program.shape, thread);
        assert!(index < array.words, "{place:?} is outside of `{}` for {thread:?}", array.name);
        let copy = if array.memory == Memory::Shared { thread.block * array.words } else { 0 };
        let word = self.first_words[place.array] + (copy + index) as usize;
        let access = code.accesses.len();
        assert!(access < MOST_ACCESSES, "a program has too many accesses");
        let (block, writes) = (thread.block as usize, action.writes());
        code.accesses.push(Access { thread: self.index, block, word, writes, how });
        self.push(Instruction::Access { access, word, action }, code);
    }

    fn push(&self, instruction: Instruction, code: &mut Code) {
        code.instructions[self.index].push(instruction);
    }
}
