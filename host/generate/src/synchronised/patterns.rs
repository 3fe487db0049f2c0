//! The patterns in which threads of a kernel work together, each right by itself.

use super::builder::{Builder, is_one_block};
use super::program::{
    Blocks, FetchOp, How, Index, Lanes, Members, Memory, Op, Order, Place, Scope, Statement,
    Thread, Until, Value, Who,
};
use crate::choices::Choices;

/// What some threads do together.
pub(super) struct Pattern {
    pub(super) statements: Vec<Statement>,
    /// Whether threads may come to it in any order, and are ordered as they do.
    pub(super) is_free: bool,
}

fn at(array: usize, index: Index) -> Place {
    Place { array, index }
}

fn fixed(array: usize, index: u32) -> Place {
    Place { array, index: Index::Fixed(index) }
}

fn barrier() -> Statement {
    Statement::new(Who::EVERYBODY, vec![Op::SyncThreads])
}

impl<C: Choices> Builder<'_, C> {
    /// One pattern. Some need more than the shape has; then another one takes their
    /// place.
    pub(super) fn pattern(&mut self) -> Pattern {
        let has_blocks = self.shape.blocks > 1;
        let has_members = self.shape.members() > 1;
        let ordered = |statements| Pattern { statements, is_free: false };
        let free = |statements| Pattern { statements, is_free: true };
        match self.choices.below(17) {
            0..=2 => ordered(self.chain()),
            3 => ordered(self.gather()),
            4 => free(self.last_one()),
            5 if has_blocks => free(self.last_block()),
            6 => free(self.spin_lock()),
            7 => free(self.ticket_lock()),
            8 | 9 if has_members => ordered(self.block_exchange()),
            10 | 11 if self.shape.lanes > 1 => ordered(self.warp_exchange()),
            12 => free(self.counting()),
            13 if has_blocks => ordered(self.scan()),
            14 if has_blocks => ordered(self.told_by_leader()),
            15 => ordered(self.read_only()),
            16 if has_blocks && self.freedom.any_order => ordered(self.grid_barrier()),
            _ if has_blocks => ordered(self.broadcast()),
            _ => ordered(self.block_exchange()),
        }
    }

    /// Threads pass words on, each to the next. The last ones get them through
    /// threads between.
    fn chain(&mut self) -> Vec<Statement> {
        let threads = self.some_threads(2, 3);
        let is_one_block = is_one_block(&threads);
        let memory = self.memory(is_one_block);
        let words = threads.len() as u32;
        let data = self.array("data", memory, words);
        let memory = self.memory(is_one_block);
        let flags = self.zeros("flag", memory, words);
        let mut statements = Vec::new();
        for (step, &thread) in threads.iter().enumerate() {
            let mut ops = Vec::new();
            if step > 0 {
                let flag = fixed(flags, step as u32 - 1);
                // A block that meets afterwards takes over what one thread has read.
                ops.extend(self.wait(flag, Until::Is(1), is_one_block));
                let from = self.choices.below(step) as u32;
                ops.extend(self.payload(fixed(data, from)));
            }
            if step == 0 || self.choices.percent(50) {
                let value = Value::Own(self.value());
                ops.push(Op::Write { to: fixed(data, step as u32), value });
            } else {
                ops.push(Op::Read { from: fixed(data, 0) });
            }
            if step + 1 < threads.len() {
                ops.extend(self.signal(fixed(flags, step as u32), 1, is_one_block));
            }
            statements.push(self.one(thread, ops));
        }
        // Every word is written by its own thread before anybody looks at it.
        self.write_first(&mut statements, data, words);
        statements
    }

    /// Adds writes to where words of shared memory would be read before any.
    fn write_first(&mut self, statements: &mut [Statement], data: usize, words: u32) {
        for index in (0..words).rev() {
            let to = fixed(data, index);
            let writes = |op: &Op| matches!(op, Op::Write { to: other, .. } if *other == to);
            if !statements[index as usize].ops.iter().any(writes) {
                let value = Value::Own(self.value());
                statements[0].ops.insert(0, Op::Write { to, value });
            }
        }
    }

    /// Several threads leave a word each, and one that has waited for all reads.
    fn gather(&mut self) -> Vec<Statement> {
        let mut threads = self.some_threads(2, 4);
        let is_one_block = is_one_block(&threads);
        let memory = self.memory(is_one_block);
        let data = self.array("part", memory, threads.len() as u32);
        let counter = self.zeros("ready", memory, 1);
        let last = threads.pop();
        let mut statements = Vec::new();
        for (index, &thread) in threads.iter().enumerate() {
            let value = Value::Own(self.value());
            let mut ops = vec![Op::Write { to: fixed(data, index as u32), value }];
            ops.extend(self.count(fixed(counter, 0), is_one_block));
            statements.push(self.one(thread, ops));
        }
        if let Some(last) = last {
            let wanted = Until::Is(threads.len() as u32);
            let mut ops = self.wait(fixed(counter, 0), wanted, is_one_block);
            for index in 0..threads.len() as u32 {
                ops.extend(self.payload(fixed(data, index)));
            }
            statements.push(self.one(last, ops));
        }
        statements
    }

    /// Everybody leaves a word and draws a number; who draws the last one reads.
    fn last_one(&mut self) -> Vec<Statement> {
        let who = match self.choices.percent(50) || self.shape.blocks == 1 {
            true => Who::ALL,
            false => self.leaders(),
        };
        let Some(variable) = self.variable() else { return self.chain() };
        let threads = self.threads_of(&who);
        let is_one_block = is_one_block(&threads);
        let memory = self.memory(is_one_block && self.shape.blocks == 1);
        let data = self.array("part", memory, self.shape.threads().len() as u32);
        let ticket = self.zeros("ticket", memory, 1);
        let value = Value::Own(self.value());
        let mut ops = vec![Op::Write { to: at(data, Index::Grid), value }];
        let (before, order, after) = self.both_ways(is_one_block);
        let scope = self.scope(is_one_block);
        ops.extend(before);
        ops.push(draw(fixed(ticket, 0), variable, order, scope));
        let mut then: Vec<Op> = after.into_iter().collect();
        for &thread in &threads {
            let index = Index::Grid.of(&self.shape, thread);
            then.push(Op::Read { from: fixed(data, index) });
        }
        ops.push(Op::If { variable, is: threads.len() as u32 - 1, ops: then });
        vec![Statement::new(who, ops)]
    }

    /// How an atomic that reads and writes releases and acquires: with fences
    /// around it, or by itself.
    fn both_ways(&mut self, is_one_block: bool) -> (Option<Op>, Order, Option<Op>) {
        match self.choices.below(4) {
            0 => {
                let before = self.releasing_fence(is_one_block);
                (Some(before), Order::Relaxed, Some(self.acquiring_fence(is_one_block)))
            }
            1 => (Some(self.releasing_fence(is_one_block)), Order::Acquire, None),
            2 => (None, Order::Release, Some(self.acquiring_fence(is_one_block))),
            _ => (None, self.pick(&[Order::AcqRel, Order::SeqCst]), None),
        }
    }

    /// Blocks leave words; the whole block that comes last reads them.
    fn last_block(&mut self) -> Vec<Statement> {
        let (Some(drawn), Some(is_last)) = (self.variable(), self.variable()) else {
            return self.scan();
        };
        let threads = self.shape.threads();
        let data = self.array("part", Memory::Global, threads.len() as u32);
        let ticket = self.zeros("ticket", Memory::Global, 1);
        let told = self.deciding("is_last", Memory::Shared, 1);
        let value = Value::Own(self.value());
        let mut first = vec![Op::Write { to: at(data, Index::Grid), value }];
        let (before, order, after) = self.both_ways(false);
        let mut leader = Vec::new();
        // Everybody's fence will do as well as the leader's behind the barrier.
        if let Some(before) = before {
            let place = if self.choices.percent(50) { &mut first } else { &mut leader };
            place.push(before);
        }
        let scope = self.scope(false);
        leader.push(draw(fixed(ticket, 0), drawn, order, scope));
        // The barrier would do as well.
        if self.choices.percent(60) {
            leader.extend(after);
        }
        let blocks = self.shape.blocks;
        let value = Value::IsEqual(drawn, blocks - 1);
        leader.push(Op::Write { to: fixed(told, 0), value });
        let reads = if self.choices.percent(50) {
            (0..threads.len() as u32).map(|index| Op::Read { from: fixed(data, index) }).collect()
        } else {
            vec![Op::Read { from: fixed(data, 0) }, Op::Read { from: at(data, Index::GridNext) }]
        };
        let last = vec![
            Op::Keep { from: fixed(told, 0), variable: is_last },
            Op::If { variable: is_last, is: 1, ops: reads },
        ];
        let me = self.choices.below(self.shape.members() as usize) as u32;
        let leaders = Who { blocks: Blocks::All, members: Members::Is(me) };
        vec![
            Statement::new(Who::ALL, first),
            barrier(),
            Statement::new(leaders, leader),
            barrier(),
            Statement::new(Who::ALL, last),
        ]
    }

    /// Who takes turns at a lock: threads one after the other, as lanes of a warp
    /// would keep each other from going on. All do it by the same operations, so
    /// that what is taken away from one of them is missing for all: which of them
    /// comes first is up to the machine.
    fn contenders(&mut self) -> (Vec<Who>, bool) {
        let leaders = self.leaders();
        let of_leaders = self.threads_of(&leaders);
        if of_leaders.len() > 1 && self.choices.percent(50) {
            return (vec![leaders], is_one_block(&of_leaders));
        }
        let mut threads = self.some_threads(2, 3);
        self.shuffle(&mut threads);
        let each = threads.iter().map(|&thread| Who::one(&self.shape, thread)).collect();
        (each, is_one_block(&threads))
    }

    /// What is done behind a lock.
    fn critical(&mut self, is_one_block: bool) -> Vec<Op> {
        let memory = self.memory(is_one_block && self.shape.blocks == 1);
        let data = self.zeros("total", memory, 2);
        let mut ops = vec![Op::Update { at: fixed(data, 0) }];
        if self.choices.percent(40) {
            ops.extend(self.payload(fixed(data, 1)));
        }
        ops
    }

    fn spin_lock(&mut self) -> Vec<Statement> {
        let (each, is_one_block) = self.contenders();
        let critical = self.critical(is_one_block);
        let memory = self.memory(is_one_block && self.shape.blocks == 1);
        let lock = fixed(self.zeros("lock", memory, 1), 0);
        let scope = self.scope(is_one_block);
        let by_fence = self.choices.percent(45);
        let order = match by_fence {
            true => Order::Relaxed,
            false => self.pick(&[Order::Acquire, Order::AcqRel, Order::SeqCst]),
        };
        let mut ops = vec![Op::Take { lock, how: How::Atomic(order, scope) }];
        if by_fence {
            ops.push(self.acquiring_fence(is_one_block));
        }
        ops.extend(critical);
        ops.extend(self.open(lock, is_one_block));
        vec![in_turn(each, ops)]
    }

    /// Gives a lock back.
    fn open(&mut self, lock: Place, is_one_block: bool) -> Vec<Op> {
        let scope = self.scope(is_one_block);
        let by_fence = self.choices.percent(45);
        let mut ops = Vec::new();
        if by_fence {
            ops.push(self.releasing_fence(is_one_block));
        }
        let order = if by_fence { Order::Relaxed } else { Order::Release };
        let how = How::Atomic(order, scope);
        let operand = 0;
        ops.push(match self.choices.percent(70) {
            true => Op::Store { to: lock, value: operand, how },
            false => Op::Fetch { at: lock, op: FetchOp::Exchange, operand, variable: None, how },
        });
        ops
    }

    fn ticket_lock(&mut self) -> Vec<Statement> {
        let Some(variable) = self.variable() else { return self.spin_lock() };
        let (each, is_one_block) = self.contenders();
        let critical = self.critical(is_one_block);
        let memory = self.memory(is_one_block && self.shape.blocks == 1);
        let next = fixed(self.zeros("next", memory, 1), 0);
        let serving = fixed(self.zeros("serving", memory, 1), 0);
        let mut ops = vec![draw(next, variable, Order::Relaxed, self.scope(is_one_block))];
        ops.extend(self.wait(serving, Until::Holds(variable), is_one_block));
        ops.extend(critical);
        ops.extend(self.count(serving, is_one_block));
        vec![in_turn(each, ops)]
    }

    /// The threads of a block read what others of it wrote before a barrier.
    fn block_exchange(&mut self) -> Vec<Statement> {
        let (memory, own, next) = match self.choices.percent(60) {
            true => (Memory::Shared, Index::Me, Index::Next),
            false => (Memory::Global, Index::Grid, Index::GridNext),
        };
        let array = self.array("tile", memory, self.shape.threads().len() as u32);
        let write = |value| Op::Write { to: at(array, own), value: Value::Own(value) };
        let all = |ops| Statement::new(Who::ALL, ops);
        let mut statements = vec![
            all(vec![write(self.value())]),
            barrier(),
            all(vec![Op::Read { from: at(array, next) }]),
        ];
        if self.choices.percent(50) {
            statements.push(barrier());
            statements.push(all(vec![write(self.value())]));
        }
        statements
    }

    /// The same among lanes of a warp that meet: all that come, those of a mask, or
    /// pairs.
    fn warp_exchange(&mut self) -> Vec<Statement> {
        let lanes = self.shape.lanes;
        let (memory, own, next) = match self.choices.percent(60) || self.shape.blocks > 1 {
            true => (Memory::Shared, Index::Me, Index::WarpNext),
            false => (Memory::Global, Index::Me, Index::WarpNext),
        };
        let array = self.array("row", memory, self.shape.members());
        let write = |value| Op::Write { to: at(array, own), value: Value::Own(value) };
        let is_computed = self.choices.percent(50);
        let all_lanes = Lanes::In { mask: (1 << lanes) - 1, is_computed };
        let style = self.choices.below(3);
        let who = match self.shape.warps > 1 && self.choices.percent(40) {
            true => {
                let warp = self.choices.below(self.shape.warps as usize) as u32;
                Who { blocks: Blocks::All, members: Members::Warp(warp) }
            }
            false => Who::ALL,
        };
        let again = self.choices.percent(40);
        let values = [self.value(), self.value()].map(write);
        let [first, second] = values;
        let read = Op::Read { from: at(array, next) };
        if style == 0 {
            // Outside of branches, idle lanes come too.
            let all = |op| Statement::new(Who::ALL, vec![op]);
            let meet = || Statement::new(Who::EVERYBODY, vec![Op::SyncWarp(Lanes::Everybody)]);
            let mut statements = vec![all(first), meet(), all(read)];
            if again {
                statements.extend([meet(), all(second)]);
            }
            return statements;
        }
        // A pair reads from each other only where the next lane is its other one.
        let met = if style == 1 && lanes == 2 { Lanes::Pairs } else { all_lanes };
        let mut ops = vec![first, Op::SyncWarp(met), read];
        if again {
            ops.extend([Op::SyncWarp(met), second]);
        }
        vec![Statement::new(who, ops)]
    }

    /// Everybody counts at one word, in no order, and looks at it atomically, or
    /// plainly behind a barrier of the only block.
    fn counting(&mut self) -> Vec<Statement> {
        let is_own = self.shape.blocks > 1 && self.choices.percent(50);
        let is_one_block = is_own || self.shape.blocks == 1;
        let memory = self.memory(self.shape.blocks == 1);
        let words = if is_own { self.shape.blocks } else { 1 };
        let counts = self.zeros("count", memory, words);
        let index = if is_own { Index::Block } else { Index::Fixed(0) };
        let is_behind_barrier = is_one_block && self.choices.percent(60);
        // To acquire would order the loads of whoever comes last.
        let order = match is_behind_barrier {
            true => self.pick(&[Order::Relaxed, Order::Relaxed, Order::AcqRel]),
            false => Order::Relaxed,
        };
        let fetch = Op::Fetch {
            at: at(counts, index),
            op: self.pick(&[FetchOp::Add, FetchOp::Or, FetchOp::Max]),
            operand: 1,
            variable: None,
            how: How::Atomic(order, self.scope(is_one_block)),
        };
        let mut statements = vec![Statement::new(Who::ALL, vec![fetch])];
        if is_behind_barrier {
            let read = Op::Read { from: at(counts, index) };
            statements.extend([barrier(), Statement::new(Who::ALL, vec![read])]);
        } else {
            let scope = self.scope(is_one_block);
            let how = How::Atomic(self.pick(&[Order::Relaxed, Order::Acquire]), scope);
            let load = Op::Load { from: at(counts, index), how };
            statements.push(Statement::new(self.leaders(), vec![load]));
        }
        statements
    }

    /// Every block waits for the one before, and leaves something for the next.
    fn scan(&mut self) -> Vec<Statement> {
        let blocks = self.shape.blocks;
        let sums = self.array("sums", Memory::Global, blocks);
        let flags = self.zeros("flag", Memory::Global, blocks + 1);
        let me = self.choices.below(self.shape.members() as usize) as u32;
        let leader = |blocks| Who { blocks, members: Members::Is(me) };
        let mut wait = self.wait(at(flags, Index::Block), Until::Is(1), false);
        wait.push(Op::Read { from: at(sums, Index::BlockBefore) });
        if self.choices.percent(30) {
            wait.push(Op::Read { from: fixed(sums, 0) });
        }
        let value = Value::Own(self.value());
        let mut signal = vec![Op::Write { to: at(sums, Index::Block), value }];
        signal.extend(self.signal(at(flags, Index::BlockAfter), 1, false));
        vec![
            Statement::new(leader(Blocks::After(0)), wait),
            Statement::new(leader(Blocks::All), signal),
        ]
    }

    /// The threads of a block write; one of them tells the next block behind a
    /// barrier, where one waits and all read behind another barrier.
    fn told_by_leader(&mut self) -> Vec<Statement> {
        let members = self.shape.members();
        let data = self.array("data", Memory::Global, members);
        let flag = fixed(self.zeros("flag", Memory::Global, 1), 0);
        let [from, to]: [Thread; 2] = [0, 1].map(|block| {
            let me = self.choices.below(members as usize) as u32;
            Thread { block, warp: me / self.shape.lanes, lane: me % self.shape.lanes }
        });
        let of = |block| Who { blocks: Blocks::Is(block), members: Members::All };
        let value = Value::Own(self.value());
        let mut first = vec![Op::Write { to: at(data, Index::Me), value }];
        let mut signal = self.signal(flag, 1, false);
        // What everybody has fenced may be published by anybody behind a barrier.
        if let [Op::Fence { .. }, _] = signal[..]
            && self.choices.percent(50)
        {
            first.push(signal.remove(0));
        }
        let wait = match self.choices.percent(40) {
            true => vec![self.relaxed_wait(flag, 1, false)],
            false => self.wait(flag, Until::Is(1), false),
        };
        vec![
            Statement::new(of(0), first),
            barrier(),
            self.one(from, signal),
            self.one(to, wait),
            barrier(),
            Statement::new(of(1), vec![Op::Read { from: at(data, Index::Next) }]),
        ]
    }

    /// One thread writes for all of the other blocks, who wait for it.
    fn broadcast(&mut self) -> Vec<Statement> {
        let data = self.array("data", Memory::Global, 1);
        let flag = fixed(self.zeros("flag", Memory::Global, 1), 0);
        let first = Thread { block: 0, warp: 0, lane: 0 };
        let value = Value::Own(self.value());
        let mut ops = vec![Op::Write { to: fixed(data, 0), value }];
        ops.extend(self.signal(flag, 1, false));
        let mut wait = self.wait(flag, Until::Is(1), false);
        wait.push(Op::Read { from: fixed(data, 0) });
        let who = Who { blocks: Blocks::After(0), members: Members::All };
        vec![self.one(first, ops), Statement::new(who, wait)]
    }

    /// Everybody reads what nobody writes, and writes what nobody else touches.
    fn read_only(&mut self) -> Vec<Statement> {
        let threads = self.shape.threads().len() as u32;
        let input = self.array("input", Memory::Global, 2);
        let own = self.array("own", Memory::Global, threads);
        let value = Value::Own(self.value());
        let ops = vec![
            Op::Read { from: fixed(input, self.choices.below(2) as u32) },
            Op::Write { to: at(own, Index::Grid), value },
            Op::Update { at: at(own, Index::Grid) },
        ];
        vec![Statement::new(Who::ALL, ops)]
    }

    /// All blocks wait until all have come, and read what the others wrote.
    fn grid_barrier(&mut self) -> Vec<Statement> {
        let threads = self.shape.threads().len() as u32;
        let data = self.array("data", Memory::Global, threads);
        let arrived = fixed(self.zeros("arrived", Memory::Global, 1), 0);
        let me = self.choices.below(self.shape.members() as usize) as u32;
        let value = Value::Own(self.value());
        let first = vec![Op::Write { to: at(data, Index::Grid), value }];
        let mut leader = self.count(arrived, false);
        leader.extend(self.wait(arrived, Until::Is(self.shape.blocks), false));
        let read = |index| Op::Read { from: fixed(data, index) };
        vec![
            Statement::new(Who::ALL, first),
            barrier(),
            Statement::new(Who { blocks: Blocks::All, members: Members::Is(me) }, leader),
            barrier(),
            Statement::new(Who::ALL, (0..threads).map(read).collect()),
        ]
    }
}

/// Takes a number, the next one for the next.
fn draw(at: Place, variable: usize, order: Order, scope: Scope) -> Op {
    let how = How::Atomic(order, scope);
    Op::Fetch { at, op: FetchOp::Add, operand: 1, variable: Some(variable), how }
}

/// What some threads do one after the other.
fn in_turn(mut each: Vec<Who>, ops: Vec<Op>) -> Statement {
    let who = each.remove(0);
    Statement { who, then: each, ops }
}
