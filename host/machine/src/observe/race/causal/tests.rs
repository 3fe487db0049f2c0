//! The detector by itself, fed by hand.

use super::*;
use crate::sim::code::BufferSlot;
use crate::sim::{MemoryWords, Schedule};

/// A launch of blocks of two threads over one buffer, all blocks under way.
struct Bench {
    kernel: LaunchedKernel,
    causal: CausalDetector,
    /// Conflicts, by the instructions of both accesses.
    found: Vec<(u32, u32)>,
}

const X: u32 = 0;
const FLAG: u32 = 4;
const OTHER_FLAG: u32 = 8;

impl Bench {
    fn new() -> Bench {
        let slot = BufferSlot {
            name: "data".to_owned(),
            group: 0,
            binding: 0,
            uniform: false,
            writable: true,
            cut_bytes: 0,
        };
        let how = Synchronization { order: MemoryOrder::Relaxed, scope: Scope::Block };
        let ops = vec![Op::AtomicLoad { to: 0, memory_ref: 0, how }];
        let code = Code { ops, buffers: vec![slot], block: [2, 1, 1], ..Code::default() };
        let launch = Launch {
            grid: [2, 1, 1],
            warp_width: 32,
            schedule: Schedule::InOrder,
            most_instructions: 0,
            ..Launch::default()
        };
        let kernel = LaunchedKernel::new(&code, &launch, &[64]);
        let mut causal = CausalDetector::new(has_block_scope(&code), 1);
        for block in 0..2 {
            causal.block_start(&kernel, [block, 0, 0]);
        }
        Bench { kernel, causal, found: Vec::new() }
    }

    fn access(&mut self, op: u32, [block, thread]: [u32; 2], kind: AccessKind, at: (u32, How)) {
        let (offset, how) = at;
        let site = Site { block: [block, 0, 0], warp: 0, mask: 1 << thread, op, step: op.into() };
        let (offsets, values) = ([offset; 32], [op; 32]);
        let access = MemoryAccess {
            space: Space::Global(0),
            kind,
            offsets: &offsets,
            bytes: 4,
            outside: 0,
            values: if kind == AccessKind::Store { &values } else { &[] },
            how: how.map_or_else(Synchronization::default, |(order, scope)| Synchronization {
                order,
                scope,
            }),
            unexchanged: Default::default(),
            before: MemoryWords::Shared(&[0; 16]),
        };
        let found = &mut self.found;
        let mut tell = |conflict: Conflict| found.push((conflict.old.op, conflict.new.op));
        self.causal.access(&self.kernel, &site, &access, &mut tell);
    }
}

/// The order and the scope of an atomic.
type How = Option<(MemoryOrder, Scope)>;

#[test]
fn what_is_acquired_is_released_along() {
    let mut bench = Bench::new();
    bench.access(1, [0, 0], AccessKind::Store, (X, None));
    let release = Some((MemoryOrder::Release, Scope::Block));
    bench.access(2, [0, 0], AccessKind::Atomic, (FLAG, release));
    let both = Some((MemoryOrder::AcquireRelease, Scope::Device));
    bench.access(3, [0, 1], AccessKind::Atomic, (FLAG, both));
    let acquire = Some((MemoryOrder::Acquire, Scope::Device));
    bench.access(4, [1, 0], AccessKind::AtomicLoad, (FLAG, acquire));
    bench.access(5, [1, 0], AccessKind::Load, (X, None));
    assert_eq!(bench.found, []);
    bench.access(6, [1, 1], AccessKind::Load, (X, None));
    assert_eq!(bench.found, [(1, 6)]);
}

#[test]
fn an_atomic_of_another_block_is_not_forgotten() {
    let mut bench = Bench::new();
    let of_block = Some((MemoryOrder::Relaxed, Scope::Block));
    bench.access(
        1,
        [0, 0],
        AccessKind::Atomic,
        (FLAG, Some((MemoryOrder::Relaxed, Scope::Device))),
    );
    let release = Some((MemoryOrder::Release, Scope::Device));
    bench.access(2, [0, 0], AccessKind::AtomicStore, (OTHER_FLAG, release));
    let acquire = Some((MemoryOrder::Acquire, Scope::Device));
    bench.access(3, [1, 0], AccessKind::AtomicLoad, (OTHER_FLAG, acquire));
    bench.access(4, [1, 0], AccessKind::Atomic, (FLAG, of_block));
    assert_eq!(bench.found, []);
    // It is of the block of the last one, and no other block's is atomic for it.
    bench.access(5, [1, 1], AccessKind::Atomic, (FLAG, of_block));
    assert_eq!(bench.found, [(1, 5)]);
}

/// Both blocks count themselves; the last one sets the counter back.
#[test]
fn who_counts_last_may_set_the_counter_back() {
    let relaxed = Some((MemoryOrder::Relaxed, Scope::Device));
    let acquire = Some((MemoryOrder::Acquire, Scope::Device));
    let of_block = Some((MemoryOrder::Acquire, Scope::Block));
    let update = AccessKind::Atomic;
    // What the first block does, what the second does, whether it is a race.
    let cases = [
        ("it has seen the other", (update, relaxed), (update, acquire), false),
        ("it has not acquired", (update, relaxed), (update, relaxed), true),
        ("a load changes nothing", (update, relaxed), (AccessKind::AtomicLoad, acquire), true),
        ("a store sees nothing", (update, relaxed), (AccessKind::AtomicStore, acquire), true),
        ("the other only reads", (AccessKind::AtomicLoad, relaxed), (update, acquire), true),
        ("only its block sees it", (update, relaxed), (update, of_block), true),
    ];
    for (name, (first, first_how), (second, second_how), is_race) in cases {
        let mut bench = Bench::new();
        bench.kernel.dialect = Dialect::Cuda;
        bench.access(1, [0, 0], first, (FLAG, first_how));
        bench.access(2, [1, 0], second, (FLAG, second_how));
        bench.found.clear();
        bench.access(3, [1, 0], AccessKind::Store, (FLAG, None));
        assert_eq!(bench.found.contains(&(1, 3)), is_race, "{name}");
        // The next atomic of the other block comes too late.
        bench.found.clear();
        bench.access(4, [0, 0], AccessKind::Atomic, (FLAG, relaxed));
        assert_eq!(bench.found, [(3, 4)], "{name}");
    }
    let mut bench = Bench::new();
    bench.access(1, [0, 0], update, (FLAG, relaxed));
    bench.access(2, [1, 0], update, (FLAG, acquire));
    bench.access(3, [1, 0], AccessKind::Store, (FLAG, None));
    assert_eq!(bench.found, [(1, 3)], "WGSL has no such rule");
}
