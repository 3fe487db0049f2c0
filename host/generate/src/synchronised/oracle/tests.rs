use super::super::program::{
    Array, Blocks, FetchOp, How, Index, Lanes, Members, Memory, Op, Order, Place, Program, Scope,
    Shape, Statement, Until, Value, Who,
};
use super::Verdict::{self, AlwaysRacy, RaceFree, SometimesRacy, Stuck};
use super::judge;
use Order::{AcqRel, Acquire, Relaxed, Release, SeqCst};
use Scope::{Block, Device};

const X: Place = Place { array: 0, index: Index::Fixed(0) };
const Y: Place = Place { array: 0, index: Index::Fixed(1) };
const F: Place = Place { array: 1, index: Index::Fixed(0) };
const G: Place = Place { array: 1, index: Index::Fixed(1) };

/// One thread in each of three blocks.
const BLOCKS: Shape = Shape { blocks: 3, warps: 1, lanes: 1, has_idle: false };
/// Three lanes of a warp.
const LANES: Shape = Shape { blocks: 1, warps: 1, lanes: 3, has_idle: false };

fn read(from: Place) -> Op {
    Op::Read { from }
}

fn write(to: Place) -> Op {
    Op::Write { to, value: Value::Own(7) }
}

fn store(to: Place, value: u32, order: Order, scope: Scope) -> Op {
    Op::Store { to, value, how: How::Atomic(order, scope) }
}

fn add(at: Place, order: Order, scope: Scope) -> Op {
    let how = How::Atomic(order, scope);
    Op::Fetch { at, op: FetchOp::Add, operand: 1, variable: Some(0), how }
}

fn wait(at: Place, value: u32, order: Order, scope: Scope) -> Op {
    Op::Wait { at, until: Until::Is(value), how: How::Atomic(order, scope) }
}

fn fence(order: Order, scope: Scope) -> Op {
    Op::Fence { order: Some(order), scope }
}

fn take(order: Order) -> Op {
    Op::Take { lock: F, how: How::Atomic(order, Device) }
}

/// What the first, second and third thread do.
fn check(expected: Verdict, shape: Shape, threads: [&[Op]; 3]) {
    let who = |index: usize| match shape.blocks {
        1 => Who { blocks: Blocks::All, members: Members::Is(index as u32) },
        _ => Who { blocks: Blocks::Is(index as u32), members: Members::All },
    };
    let statements: Vec<Statement> = (threads.iter().enumerate())
        .map(|(index, ops)| Statement::new(who(index), ops.to_vec()))
        .collect();
    check_statements(expected, shape, statements);
}

fn check_statements(expected: Verdict, shape: Shape, statements: Vec<Statement>) {
    let array = |name: &str| Array {
        name: name.to_owned(),
        memory: Memory::Global,
        words: 4,
        is_payload: true,
    };
    let program = Program { shape, arrays: vec![array("x"), array("f")], statements };
    assert_eq!(judge(&program), expected, "{}", program.text());
}

#[test]
fn flags_hand_words_over() {
    let pass = |expected, shape, before: &[Op], after: &[Op]| {
        let one = [&[write(X)], before].concat();
        let two = [after, &[read(X)]].concat();
        check(expected, shape, [&one, &two, &[]]);
    };
    let set = |order| store(F, 1, order, Device);
    let see = |order| wait(F, 1, order, Device);
    pass(RaceFree, BLOCKS, &[set(Release)], &[see(Acquire)]);
    pass(RaceFree, BLOCKS, &[set(SeqCst)], &[see(SeqCst)]);
    pass(AlwaysRacy, BLOCKS, &[set(Relaxed)], &[see(Acquire)]);
    pass(AlwaysRacy, BLOCKS, &[set(Release)], &[see(Relaxed)]);
    pass(AlwaysRacy, BLOCKS, &[set(Release)], &[]);
    // A plain flag races by itself.
    let plain = Op::Wait { at: F, until: Until::Is(1), how: How::Plain };
    pass(AlwaysRacy, BLOCKS, &[set(Release)], &[plain]);
    // Fences on both sides, one side, or of too little.
    let both = [fence(AcqRel, Device), set(Relaxed)];
    let after = |order, scope| [see(Relaxed), fence(order, scope)];
    pass(RaceFree, BLOCKS, &both, &after(Acquire, Device));
    pass(RaceFree, BLOCKS, &both, &[see(Acquire)]);
    pass(RaceFree, BLOCKS, &[set(Release)], &after(AcqRel, Device));
    pass(AlwaysRacy, BLOCKS, &both, &after(Release, Device));
    pass(AlwaysRacy, BLOCKS, &both, &after(Acquire, Block));
    pass(RaceFree, LANES, &both, &after(Acquire, Block));
    pass(AlwaysRacy, BLOCKS, &[fence(Release, Block), set(Relaxed)], &[see(Acquire)]);
    pass(AlwaysRacy, BLOCKS, &[set(Relaxed), fence(Release, Device)], &[see(Acquire)]);
    // The scope of a block is enough for its threads alone.
    pass(RaceFree, LANES, &[store(F, 1, Release, Block)], &[wait(F, 1, Acquire, Block)]);
    pass(AlwaysRacy, BLOCKS, &[store(F, 1, Release, Block)], &[see(Acquire)]);
    pass(AlwaysRacy, BLOCKS, &[set(Release)], &[wait(F, 1, Acquire, Block)]);
    // What is never set is waited for in vain.
    check(Stuck, BLOCKS, [&[write(X)], &[see(Acquire), read(X)], &[]]);
}

#[test]
fn others_pass_on_what_they_got() {
    let first = [write(X), store(F, 1, Release, Device)];
    let third = [wait(G, 1, Acquire, Device), read(X)];
    let second = |order| [wait(F, 1, order, Device), store(G, 1, Release, Device)];
    check(RaceFree, BLOCKS, [&first, &second(Acquire), &third]);
    check(AlwaysRacy, BLOCKS, [&first, &second(Relaxed), &third]);
    // Who reads and writes leaves what was there, who only writes takes it away.
    let third = [wait(F, 2, Acquire, Device), read(X)];
    let adds = [wait(F, 1, Relaxed, Device), add(F, Relaxed, Device)];
    check(RaceFree, BLOCKS, [&first, &adds, &third]);
    let stores = [wait(F, 1, Relaxed, Device), store(F, 2, Release, Device)];
    check(AlwaysRacy, BLOCKS, [&first, &stores, &third]);
}

#[test]
fn locks_order_as_threads_come() {
    let locked =
        |with: Order, open: Order| [take(with), Op::Update { at: X }, store(F, 0, open, Device)];
    let right = locked(Acquire, Release);
    check(RaceFree, BLOCKS, [&right, &right, &right]);
    let open = locked(Acquire, Relaxed);
    check(AlwaysRacy, BLOCKS, [&open, &open, &open]);
    // The last one's way to open a lock matters to nobody.
    check(SometimesRacy, BLOCKS, [&right, &right, &open]);
    let none = [Op::Update { at: X }, store(F, 0, Release, Device)];
    check(AlwaysRacy, BLOCKS, [&none, &none, &[]]);
    // Even one who only opens it may come before one who takes it.
    check(SometimesRacy, BLOCKS, [&right, &none, &[]]);
    // A word that was written before is seen by those who come later.
    let early = [&[write(Y)], &right[..]].concat();
    let late = [&right[..], &[read(Y)]].concat();
    check(SometimesRacy, BLOCKS, [&early, &late, &[]]);
}

#[test]
fn a_look_in_vain_is_an_access() {
    let init = [Op::Write { to: F, value: Value::Fixed(0) }, store(F, 1, Release, Device)];
    check(SometimesRacy, BLOCKS, [&init, &[wait(F, 1, Acquire, Device)], &[]]);
}

#[test]
fn the_last_one_sees_all() {
    let parts = |order| {
        let own = Place { array: 0, index: Index::Grid };
        let ops = (0..3).map(|index| read(Place { array: 0, index: Index::Fixed(index) }));
        let last = Op::If { variable: 0, is: 2, ops: ops.collect() };
        vec![Statement::new(Who::ALL, vec![write(own), add(F, order, Device), last])]
    };
    check_statements(RaceFree, BLOCKS, parts(AcqRel));
    check_statements(AlwaysRacy, BLOCKS, parts(Acquire));
    check_statements(AlwaysRacy, BLOCKS, parts(Release));
    check_statements(RaceFree, LANES, parts(AcqRel));
}

#[test]
fn barriers_order_those_who_meet() {
    let own = Place { array: 0, index: Index::Me };
    let next = Place { array: 0, index: Index::Next };
    let around = |who, barrier: Option<Op>| {
        let barrier = barrier.map(|op| Statement::new(who, vec![op]));
        let first = [Statement::new(Who::ALL, vec![write(own)])];
        let last = [Statement::new(Who::ALL, vec![read(next)])];
        first.into_iter().chain(barrier).chain(last).collect()
    };
    let lanes = |mask| Op::SyncWarp(Lanes::In { mask, is_computed: false });
    let all = Who::ALL;
    check_statements(RaceFree, LANES, around(Who::EVERYBODY, Some(Op::SyncThreads)));
    check_statements(AlwaysRacy, LANES, around(all, None));
    check_statements(RaceFree, LANES, around(all, Some(Op::SyncWarp(Lanes::Everybody))));
    check_statements(RaceFree, LANES, around(all, Some(lanes(0b111))));
    check_statements(AlwaysRacy, LANES, around(all, Some(lanes(0b011))));
    check_statements(AlwaysRacy, LANES, around(all, Some(Op::SyncWarp(Lanes::Pairs))));
    check_statements(AlwaysRacy, LANES, around(all, Some(Op::SyncWarp(Lanes::Alone))));
    let warps = Shape { warps: 3, lanes: 1, ..LANES };
    check_statements(RaceFree, warps, around(Who::EVERYBODY, Some(Op::SyncThreads)));
    check_statements(AlwaysRacy, warps, around(all, Some(Op::SyncWarp(Lanes::Everybody))));
}

#[test]
fn barriers_acquire_and_share_fences() {
    let shape = Shape { blocks: 2, warps: 1, lanes: 2, has_idle: false };
    let one = |block, me, ops: &[Op]| {
        let who = Who { blocks: Blocks::Is(block), members: Members::Is(me) };
        Statement::new(who, ops.to_vec())
    };
    let program = |fences: bool, waits: bool| {
        let fenced = if fences { vec![write(X), fence(Release, Device)] } else { vec![write(X)] };
        let waiting = if waits { vec![wait(F, 1, Relaxed, Device)] } else { Vec::new() };
        vec![
            one(0, 0, &fenced),
            Statement::new(Who::EVERYBODY, vec![Op::SyncThreads]),
            one(0, 1, &[store(F, 1, Relaxed, Device)]),
            one(1, 0, &waiting),
            Statement::new(Who::EVERYBODY, vec![Op::SyncThreads]),
            one(1, 1, &[read(X)]),
        ]
    };
    check_statements(RaceFree, shape, program(true, true));
    check_statements(AlwaysRacy, shape, program(false, true));
    check_statements(AlwaysRacy, shape, program(true, false));
}
