//! Building blocks of all patterns: words, threads, orders and ways to signal.

use super::Freedom;
use super::program::{
    Array, Blocks, FetchOp, How, Index, Members, Memory, Op, Order, Place, Scope, Shape, Statement,
    Thread, Until, Variable, Who,
};
use crate::choices::Choices;

/// Makes patterns over words of their own.
pub(super) struct Builder<'a, C> {
    pub(super) choices: &'a mut C,
    pub(super) shape: Shape,
    pub(super) arrays: Vec<Array>,
    /// Shared words that must be zero before anything else happens.
    pub(super) zeroed: Vec<Place>,
    pub(super) freedom: Freedom,
    next_value: u32,
    next_variable: Variable,
}

impl<'a, C: Choices> Builder<'a, C> {
    pub(super) fn new(choices: &'a mut C, freedom: Freedom) -> Builder<'a, C> {
        let shapes = [
            (1, 1, 2),
            (1, 1, 3),
            (1, 1, 4),
            (1, 2, 1),
            (1, 2, 2),
            (2, 1, 1),
            (2, 1, 2),
            (2, 2, 1),
            (3, 1, 1),
        ];
        let (blocks, warps, lanes) = shapes[choices.below(shapes.len())];
        let shape = Shape { blocks, warps, lanes, has_idle: choices.percent(40) };
        Builder {
            choices,
            shape,
            arrays: Vec::new(),
            zeroed: Vec::new(),
            freedom,
            next_value: 0,
            next_variable: 0,
        }
    }

    pub(super) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.choices.below(from.len())]
    }

    /// A value that nobody else writes.
    pub(super) fn value(&mut self) -> u32 {
        self.next_value += 100;
        self.next_value
    }

    /// A variable of the threads that no other pattern uses, if there is one.
    pub(super) fn variable(&mut self) -> Option<Variable> {
        let variable = self.next_variable;
        self.next_variable += 1;
        (variable < super::program::VARIABLES).then_some(variable)
    }

    pub(super) fn array(&mut self, what: &str, memory: Memory, words: u32) -> usize {
        let name = format!("{what}{}", self.arrays.len());
        self.arrays.push(Array { name, memory, words, is_payload: true });
        self.arrays.len() - 1
    }

    /// Words that decide something.
    pub(super) fn deciding(&mut self, what: &str, memory: Memory, words: u32) -> usize {
        let array = self.array(what, memory, words);
        self.arrays[array].is_payload = false;
        array
    }

    /// Words that decide something and start as zero.
    pub(super) fn zeros(&mut self, what: &str, memory: Memory, words: u32) -> usize {
        let array = self.deciding(what, memory, words);
        if memory == Memory::Shared {
            let word = |index| Place { array, index: Index::Fixed(index) };
            self.zeroed.extend((0..words).map(word));
        }
        array
    }

    /// Memory that these threads can all reach.
    pub(super) fn memory(&mut self, is_one_block: bool) -> Memory {
        match is_one_block && self.choices.percent(50) {
            true => Memory::Shared,
            false => Memory::Global,
        }
    }

    /// A scope that is wide enough.
    pub(super) fn scope(&mut self, is_one_block: bool) -> Scope {
        match is_one_block {
            true => self.pick(&[Scope::Block, Scope::Block, Scope::Device, Scope::System]),
            false => self.pick(&[Scope::Device, Scope::Device, Scope::System]),
        }
    }

    /// Some threads, in an order in which each can wait for those before it.
    pub(super) fn some_threads(&mut self, at_least: usize, at_most: usize) -> Vec<Thread> {
        let mut threads = self.shape.threads();
        let most = at_most.min(threads.len());
        let count = at_least + self.choices.below(most - at_least + 1);
        while threads.len() > count {
            threads.remove(self.choices.below(threads.len()));
        }
        if self.freedom.any_order {
            self.shuffle(&mut threads);
        }
        threads
    }

    pub(super) fn shuffle<T>(&mut self, all: &mut [T]) {
        for end in (1..all.len()).rev() {
            all.swap(end, self.choices.below(end + 1));
        }
    }

    pub(super) fn one(&self, thread: Thread, ops: Vec<Op>) -> Statement {
        Statement::new(Who::one(&self.shape, thread), ops)
    }

    /// One thread of each block, or of each warp.
    pub(super) fn leaders(&mut self) -> Who {
        let members = match self.shape.warps > 1 && self.choices.percent(50) {
            true => Members::Lane(0),
            false => Members::Is(self.choices.below(self.shape.members() as usize) as u32),
        };
        Who { blocks: Blocks::All, members }
    }

    pub(super) fn threads_of(&self, who: &Who) -> Vec<Thread> {
        let threads = self.shape.threads().into_iter();
        threads.filter(|&thread| who.has(&self.shape, thread)).collect()
    }

    pub(super) fn releasing_fence(&mut self, is_one_block: bool) -> Op {
        self.fence(is_one_block, &[Order::Release, Order::AcqRel, Order::SeqCst])
    }

    pub(super) fn acquiring_fence(&mut self, is_one_block: bool) -> Op {
        self.fence(is_one_block, &[Order::Acquire, Order::AcqRel, Order::SeqCst])
    }

    fn fence(&mut self, is_one_block: bool, orders: &[Order]) -> Op {
        let scope = self.scope(is_one_block);
        let has_order = scope == Scope::Block || self.choices.percent(50);
        Op::Fence { order: has_order.then(|| self.pick(orders)), scope }
    }

    /// Sets a word that was zero to a value, for those who wait for it, after all
    /// that was done before.
    pub(super) fn signal(&mut self, flag: Place, value: u32, is_one_block: bool) -> Vec<Op> {
        let op = [FetchOp::Add, FetchOp::Or, FetchOp::Max, FetchOp::Exchange];
        let fetch_op = self.pick(&op);
        let is_store = self.choices.percent(60);
        let scope = self.scope(is_one_block);
        let stores = |order| Op::Store { to: flag, value, how: How::Atomic(order, scope) };
        let fetches = |order| Op::Fetch {
            at: flag,
            op: fetch_op,
            operand: value,
            variable: None,
            how: How::Atomic(order, scope),
        };
        let by_fence = self.choices.percent(45);
        let order = match (by_fence, is_store) {
            (true, _) if self.choices.percent(90) => Order::Relaxed,
            (_, true) => self.pick(&[Order::Release, Order::Release, Order::SeqCst]),
            (_, false) => self.pick(&[Order::Release, Order::AcqRel, Order::SeqCst]),
        };
        let mut ops = Vec::new();
        if by_fence {
            ops.push(self.releasing_fence(is_one_block));
        }
        ops.push(if is_store { stores(order) } else { fetches(order) });
        ops
    }

    /// Adds one to a word, after all that was done before.
    pub(super) fn count(&mut self, counter: Place, is_one_block: bool) -> Vec<Op> {
        let scope = self.scope(is_one_block);
        let by_fence = self.choices.percent(45);
        let mut ops = Vec::new();
        if by_fence {
            ops.push(self.releasing_fence(is_one_block));
        }
        let order = match by_fence {
            true => Order::Relaxed,
            false => self.pick(&[Order::Release, Order::AcqRel, Order::SeqCst]),
        };
        let how = How::Atomic(order, scope);
        ops.push(Op::Fetch { at: counter, op: FetchOp::Add, operand: 1, variable: None, how });
        ops
    }

    /// Waits for a value, before all that is done then.
    pub(super) fn wait(&mut self, at: Place, until: Until, is_one_block: bool) -> Vec<Op> {
        let scope = self.scope(is_one_block);
        let by_fence = self.choices.percent(45);
        let order = match by_fence {
            true if self.choices.percent(90) => Order::Relaxed,
            _ => self.pick(&[Order::Acquire, Order::Acquire, Order::SeqCst]),
        };
        let mut ops = vec![Op::Wait { at, until, how: How::Atomic(order, scope) }];
        if by_fence {
            ops.push(self.acquiring_fence(is_one_block));
        }
        ops
    }

    /// Waits without taking over what is before: a barrier must follow.
    pub(super) fn relaxed_wait(&mut self, at: Place, value: u32, is_one_block: bool) -> Op {
        let scope = self.scope(is_one_block);
        Op::Wait { at, until: Until::Is(value), how: How::Atomic(Order::Relaxed, scope) }
    }

    /// A few ordinary accesses to a word that the thread has for itself.
    pub(super) fn payload(&mut self, at: Place) -> Vec<Op> {
        let value = super::program::Value::Own(self.value());
        let write = Op::Write { to: at, value };
        match self.choices.below(4) {
            0 => vec![Op::Read { from: at }],
            1 => vec![Op::Update { at }],
            2 => vec![write],
            _ => vec![Op::Read { from: at }, write],
        }
    }
}

/// Whether threads are of one block.
pub(super) fn is_one_block(threads: &[Thread]) -> bool {
    threads.iter().all(|thread| thread.block == threads[0].block)
}
