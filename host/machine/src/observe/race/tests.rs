//! The shadow by itself, fed by hand.

use super::*;
use crate::finding::Severity;
use crate::sim::code::{BufferSlot, Op};
use crate::sim::{AccessKind, MemoryWords, Schedule, WarpMeeting};

pub(super) const GLOBAL: Space = Space::Global(0);

/// A launch of blocks of 64 threads in two warps, with 64 words of shared memory
/// and a buffer of 64 words.
pub(super) struct Bench {
    pub(super) race: RaceDetector,
    block: [u32; 3],
    step: u64,
    /// What the memory would hold.
    words: Vec<u32>,
}

impl Bench {
    pub(super) fn new() -> Bench {
        Bench::with(Vec::new())
    }

    /// A kernel whose warps meet in masks that are not known beforehand.
    pub(super) fn with_masks() -> Bench {
        Bench::with(vec![Op::WarpBarrier { mask: Some(0) }])
    }

    fn with(ops: Vec<Op>) -> Bench {
        let slot = BufferSlot {
            name: "data".to_owned(),
            group: 0,
            binding: 0,
            uniform: false,
            writable: true,
            cut_bytes: 0,
        };
        let code = Code {
            ops,
            shared_bytes: 256,
            buffers: vec![slot],
            block: [64, 1, 1],
            ..Code::default()
        };
        let launch = Launch {
            grid: [4, 1, 1],
            warp_width: 32,
            schedule: Schedule::InOrder,
            most_instructions: 0,
            ..Launch::default()
        };
        let race = RaceDetector::new();
        let mut bench = Bench { race, block: [0; 3], step: 0, words: vec![0; 64] };
        bench.race.launch(&code, &launch, &[256]);
        bench.block(0);
        bench
    }

    pub(super) fn block(&mut self, x: u32) {
        self.race.block_end(self.block);
        self.block = [x, 0, 0];
        self.race.block_start(self.block);
    }

    pub(super) fn barrier(&mut self, global: bool, shared: bool) {
        self.race.barrier(self.block, BarrierScope { global, shared });
    }

    fn site(&mut self, op: u32, warp: u32, mask: u64) -> Site {
        self.step += 1;
        Site { block: self.block, warp, mask, op, step: self.step }
    }

    pub(super) fn warp_barrier(&mut self, warp: u32, mask: u64) {
        let site = self.site(99, warp, mask);
        self.race.warp_barrier(&site, &WarpMeeting::default());
    }

    /// An access of threads to bytes, all writing the same value.
    pub(super) fn access(
        &mut self,
        op: u32,
        kind: AccessKind,
        space: Space,
        thread: u32,
        at: [u32; 2],
    ) {
        self.access_value(op, kind, space, thread, at, op);
    }

    fn access_value(
        &mut self,
        op: u32,
        kind: AccessKind,
        space: Space,
        thread: u32,
        [offset, bytes]: [u32; 2],
        value: u32,
    ) {
        let site = self.site(op, thread / 32, 1 << (thread % 32));
        let offsets = [offset; 32];
        let words = bytes.div_ceil(4).max(1) as usize;
        let stored = if kind == AccessKind::Store { 32 * words } else { 0 };
        let values = vec![value; stored];
        let access = MemoryAccess {
            space,
            kind,
            offsets: &offsets,
            bytes,
            outside: 0,
            values: &values,
            how: warpbench_semantics::Synchronization::default(),
            unexchanged: Default::default(),
            before: MemoryWords::Shared(&self.words),
        };
        self.race.access(&site, &access);
        if kind == AccessKind::Store {
            let first = offset as usize / 4;
            self.words[first..first + words].fill(value);
        }
    }

    fn load(&mut self, op: u32, space: Space, thread: u32) {
        self.access(op, AccessKind::Load, space, thread, [8, 4]);
    }

    fn store(&mut self, op: u32, space: Space, thread: u32) {
        self.access(op, AccessKind::Store, space, thread, [8, 4]);
    }

    /// The instructions of what was found, errors only.
    fn errors(&self) -> Vec<(u32, u32)> {
        let found = self.race.findings().into_iter();
        found
            .filter(|found| found.severity == Severity::Error)
            .map(|found| (found.op, found.other_op.expect("a race is of two")))
            .collect()
    }
}

/// What a block does to one word.
enum Event {
    Read(u32, u32),
    Write(u32, u32),
    Meet(u32),
    Barrier,
}

/// The errors after some events in shared memory.
fn errors(events: &[Event]) -> Vec<(u32, u32)> {
    let mut bench = Bench::new();
    for event in events {
        match *event {
            Event::Read(op, thread) => bench.load(op, Space::Shared, thread),
            Event::Write(op, thread) => bench.store(op, Space::Shared, thread),
            Event::Meet(warp) => bench.warp_barrier(warp, u64::from(u32::MAX)),
            Event::Barrier => bench.barrier(false, true),
        }
    }
    bench.errors()
}

#[test]
fn a_write_finds_any_other_reader() {
    use Event::*;
    let check = |events: &[Event], expected: &[(u32, u32)]| assert_eq!(errors(events), expected);
    check(&[Read(1, 0), Write(2, 0)], &[]);
    check(&[Read(1, 0), Write(2, 1)], &[(2, 1)]);
    check(&[Write(2, 1), Read(1, 0)], &[(1, 2)]);
    check(&[Write(2, 1), Barrier, Read(1, 0), Barrier, Write(2, 1)], &[]);
    // The writer has read too, before and after the other.
    check(&[Read(1, 0), Read(2, 1), Write(3, 0)], &[(3, 2)]);
    check(&[Read(2, 1), Read(1, 0), Write(3, 0)], &[(3, 2)]);
    check(&[Read(1, 0), Read(2, 1), Read(2, 2), Write(3, 1)], &[(3, 1)]);
    // Many have read.
    let mut events: Vec<Event> = (0..64).map(|thread| Read(1, thread)).collect();
    events.push(Write(3, 63));
    check(&events, &[(3, 1)]);
}

#[test]
fn a_barrier_of_the_warp_hides_no_reader_of_another() {
    use Event::*;
    let check = |events: &[Event], expected: &[(u32, u32)]| assert_eq!(errors(events), expected);
    check(&[Read(1, 0), Read(1, 1), Meet(0), Write(3, 0)], &[]);
    check(&[Read(1, 0), Meet(1), Write(3, 1)], &[(3, 1)]);
    // Two slots are taken by the warp that meets, then a third reader comes.
    check(&[Read(1, 0), Read(1, 1), Read(2, 40), Meet(0), Write(3, 0)], &[(3, 2)]);
    check(&[Read(2, 40), Read(1, 0), Read(1, 1), Meet(0), Write(3, 0)], &[(3, 2)]);
    // The second reader reads again behind the barrier, then a third.
    check(&[Read(1, 0), Read(1, 1), Meet(0), Read(2, 1), Read(4, 2), Write(3, 1)], &[(3, 4)]);
    check(&[Read(1, 0), Read(1, 1), Meet(0), Read(2, 2), Write(3, 0)], &[(3, 2)]);
    // Writers are ordered alike.
    check(&[Write(1, 0), Meet(0), Write(2, 1), Meet(0), Read(3, 2)], &[]);
    check(&[Write(1, 0), Meet(0), Write(2, 1), Read(3, 40)], &[(3, 2)]);
}

#[test]
fn lanes_that_did_not_meet_are_not_ordered() {
    let mut bench = Bench::new();
    bench.store(1, Space::Shared, 0);
    bench.warp_barrier(0, 0b11);
    bench.load(2, Space::Shared, 1);
    assert_eq!(bench.errors(), []);
    bench.load(3, Space::Shared, 2);
    assert_eq!(bench.errors(), [(3, 1)]);
}

#[test]
fn blocks_are_never_ordered() {
    let mut bench = Bench::new();
    bench.load(1, GLOBAL, 0);
    bench.load(1, Space::Shared, 0);
    bench.barrier(true, true);
    bench.block(1);
    bench.store(2, Space::Shared, 5);
    assert_eq!(bench.errors(), [], "shared memory is new");
    bench.load(2, GLOBAL, 5);
    bench.barrier(true, true);
    bench.store(3, GLOBAL, 5);
    assert_eq!(bench.errors(), [(3, 1)]);
    let message = bench.race.findings()[0].message.clone();
    assert!(message.contains("of block 1") && message.contains("of block 0"), "{message}");
    assert_eq!(bench.race.findings()[0].lanes, [5, 0]);
}

#[test]
fn a_barrier_for_the_other_memory_is_told_apart() {
    let mut bench = Bench::new();
    bench.store(1, GLOBAL, 0);
    bench.store(1, Space::Shared, 0);
    bench.barrier(false, true);
    bench.load(2, GLOBAL, 1);
    bench.load(2, Space::Shared, 1);
    let findings = bench.race.findings();
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0].severity, Severity::Warning);
    assert!(findings[0].message.contains("storageBarrier"), "{}", findings[0].message);
    bench.barrier(true, false);
    bench.store(3, Space::Shared, 2);
    assert_eq!(bench.errors(), [(3, 2)]);
}

#[test]
fn atomics_race_with_plain_accesses_only() {
    use AccessKind::*;
    let check = |accesses: &[(AccessKind, u32)], races: bool| {
        let mut bench = Bench::new();
        for (op, &(kind, thread)) in accesses.iter().enumerate() {
            bench.access(op as u32, kind, Space::Shared, thread, [8, 4]);
        }
        assert_eq!(!bench.errors().is_empty(), races, "{accesses:?}");
    };
    check(&[(Atomic, 0), (Atomic, 1), (AtomicLoad, 2), (AtomicStore, 3), (Atomic, 40)], false);
    check(&[(Atomic, 0), (Load, 0)], false);
    check(&[(Atomic, 0), (Load, 1)], true);
    check(&[(Load, 0), (Atomic, 1)], true);
    check(&[(Load, 0), (AtomicLoad, 1), (Load, 2)], false);
    check(&[(Store, 0), (AtomicLoad, 1)], true);
    check(&[(AtomicLoad, 0), (Store, 1)], true);
    // What came first of a thread is not forgotten for its later atomic.
    check(&[(Store, 0), (Atomic, 0), (Atomic, 1)], true);
    check(&[(Load, 0), (AtomicLoad, 0), (AtomicLoad, 1), (Atomic, 2)], true);
    check(&[(AtomicLoad, 0), (AtomicLoad, 40), (Load, 1), (Atomic, 2)], true);
}

#[test]
fn the_same_value_is_a_warning_until_it_is_read() {
    let mut bench = Bench::new();
    bench.store(1, Space::Shared, 0);
    bench.store(1, Space::Shared, 40);
    let findings = bench.race.findings();
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0].severity, Severity::Warning);
    // The last writer's own read races with the other one.
    bench.load(2, Space::Shared, 40);
    assert_eq!(bench.errors(), [(2, 1)]);
    // Another value makes an error of the pair, and all are counted.
    bench.access_value(1, AccessKind::Store, Space::Shared, 41, [8, 4], 7);
    assert!(bench.errors().contains(&(1, 1)));
    let message = &bench.race.findings()[0].message;
    assert!(message.contains("This happened 3 times"), "{message}");
}

#[test]
fn lanes_of_one_store_meet_in_a_word() {
    let store = |values: &[u32; 32], kind| {
        let mut bench = Bench::new();
        let site = bench.site(1, 0, u64::from(u32::MAX));
        let mut offsets = [0; 32];
        for (lane, offset) in offsets.iter_mut().enumerate() {
            *offset = 4 * (lane as u32 / 2);
        }
        let (space, outside) = (Space::Shared, 0);
        let access = MemoryAccess {
            space,
            kind,
            offsets: &offsets,
            bytes: 4,
            outside,
            values,
            how: warpbench_semantics::Synchronization::default(),
            unexchanged: Default::default(),
            before: crate::sim::MemoryWords::Shared(&[]),
        };
        bench.race.access(&site, &access);
        bench.race.findings().first().map(|found| (found.severity, found.lanes.clone()))
    };
    let mut values = [5; 32];
    assert_eq!(store(&values, AccessKind::Store), Some((Severity::Warning, vec![1, 0])));
    values[7] = 6;
    assert_eq!(store(&values, AccessKind::Store), Some((Severity::Error, vec![7, 6])));
    assert_eq!(store(&values, AccessKind::Load), None);
    assert_eq!(store(&values, AccessKind::Atomic), None);
}

#[test]
fn halves_of_a_word_are_apart() {
    use AccessKind::{Load, Store};
    let mut bench = Bench::new();
    bench.access(1, Store, Space::Shared, 0, [8, 2]);
    bench.access(2, Store, Space::Shared, 1, [10, 2]);
    bench.access(3, Load, Space::Shared, 0, [8, 2]);
    assert_eq!(bench.errors(), []);
    bench.access(4, Load, Space::Shared, 2, [8, 4]);
    assert_eq!(bench.errors(), [(4, 1), (4, 2)]);
    // What was there before words were halved is not lost.
    let mut bench = Bench::new();
    bench.store(1, Space::Shared, 0);
    bench.access(2, Load, Space::Shared, 1, [10, 2]);
    assert_eq!(bench.errors(), [(2, 1)]);
}

#[test]
fn wide_accesses_touch_all_their_words() {
    use AccessKind::{Load, Store};
    let mut bench = Bench::new();
    bench.access(1, Store, Space::Shared, 0, [0, 16]);
    bench.access(2, Load, Space::Shared, 1, [16, 16]);
    assert_eq!(bench.errors(), []);
    bench.access(3, Load, Space::Shared, 2, [12, 8]);
    assert_eq!(bench.errors(), [(3, 1)]);
    assert_eq!(bench.race.findings()[0].address, Some(12));
}

#[test]
fn accesses_outside_are_nobodys() {
    let mut bench = Bench::new();
    let site = bench.site(1, 0, 0b11);
    let offsets = [u32::MAX - 3; 32];
    let (space, kind) = (Space::Shared, AccessKind::Store);
    for outside in [0b11, 0] {
        let access = MemoryAccess {
            space,
            kind,
            offsets: &offsets,
            bytes: 4,
            outside,
            values: &[0; 32],
            how: warpbench_semantics::Synchronization::default(),
            unexchanged: Default::default(),
            before: crate::sim::MemoryWords::Shared(&[]),
        };
        bench.race.access(&site, &access);
    }
    assert_eq!(bench.errors(), []);
}

#[test]
fn parts_find_what_the_whole_finds() {
    let play = |bench: &mut Bench, blocks: &[u32]| {
        for &block in blocks {
            bench.block(block);
            bench.store(1, Space::Shared, 0);
            bench.load(2, Space::Shared, 1 + block);
            bench.barrier(true, true);
            bench.store(3 + block / 2, Space::Shared, 2);
            bench.store(9, Space::Shared, 3);
        }
    };
    let mut whole = Bench::new();
    play(&mut whole, &[0, 1, 2, 3]);
    let mut joined = Bench::new();
    let mut parts = [joined.race.part(), joined.race.part()].map(|race| Bench {
        race,
        block: [0; 3],
        step: 0,
        words: vec![0; 64],
    });
    play(&mut parts[0], &[0, 1]);
    parts[1].step = parts[0].step;
    play(&mut parts[1], &[2, 3]);
    for part in parts {
        joined.race.join(part.race);
    }
    assert_eq!(joined.race.findings(), whole.race.findings());
    assert_eq!(whole.errors(), [(2, 1), (9, 3), (9, 4)]);
}

#[test]
fn the_counter_may_wear_out() {
    let mut bench = Bench::new();
    bench.race.clock.now = clock::LAST_STAMP - 4;
    bench.block(1);
    for round in 0..100 {
        bench.store(1, Space::Shared, round % 64);
        bench.barrier(false, true);
    }
    assert_eq!(bench.errors(), []);
    bench.store(1, Space::Shared, 0);
    bench.load(2, Space::Shared, 1);
    assert_eq!(bench.errors(), [(2, 1)]);
}
