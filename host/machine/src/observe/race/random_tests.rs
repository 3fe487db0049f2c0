//! The shadow against a judge that forgets nothing.

use super::tests::{Bench, GLOBAL};
use super::*;
use crate::finding::Severity;
use crate::sim::AccessKind;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Threads of two warps of 32 lanes.
const THREADS: [u32; 6] = [0, 1, 2, 3, 40, 41];

/// Something that happened, in its order.
#[derive(Clone, Debug)]
enum Past {
    Access {
        kind: AccessKind,
        thread: u32,
        block: u32,
    },
    /// These threads of the block met.
    Meeting {
        threads: Vec<u32>,
        block: u32,
    },
}

impl Past {
    fn has(&self, thread: u32, block: u32) -> bool {
        match self {
            Past::Access { thread: t, block: b, .. } => (*t, *b) == (thread, block),
            Past::Meeting { threads, block: b } => *b == block && threads.contains(&thread),
        }
    }
}

/// Whether an event comes before a later one: by the order of a thread, or through
/// meetings.
fn precedes(past: &[Past], first: usize, last: usize) -> bool {
    let mut reached = vec![false; past.len()];
    reached[first] = true;
    for next in first + 1..=last {
        reached[next] = (first..next).filter(|&before| reached[before]).any(|before| {
            let shares = |thread: u32, block: u32| past[next].has(thread, block);
            match &past[before] {
                Past::Access { thread, block, .. } => shares(*thread, *block),
                Past::Meeting { threads, block } => threads.iter().any(|t| shares(*t, *block)),
            }
        });
    }
    reached[last]
}

/// Whether two accesses race.
fn races(past: &[Past], first: usize, last: usize, shared: bool) -> bool {
    let (
        Past::Access { kind: a, thread, block, .. },
        Past::Access { kind: b, thread: other, block: other_block, .. },
    ) = (&past[first], &past[last])
    else {
        return false;
    };
    let writes = a.writes() || b.writes();
    let apart = if block == other_block { thread != other } else { !shared };
    let atomic = a.is_atomic() && b.is_atomic();
    writes && apart && !atomic && !precedes(past, first, last)
}

/// What came of a play: whether there was a race by the judge, whether one was of
/// a read and a write, what was played, and what was found.
struct Outcome {
    any: bool,
    read_and_write: bool,
    past: Vec<Past>,
    found: Vec<UnlocatedFinding>,
}

/// Plays random events on one word. With `partial`, lanes of a warp meet in any
/// company.
fn play(seed: u64, shared: bool, partial: bool) -> Outcome {
    use AccessKind::*;
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut choose = |count: u32| random.next_u32() % count;
    let mut bench = if partial { Bench::with_masks() } else { Bench::new() };
    let (mut past, mut block): (Vec<Past>, _) = (Vec::new(), 0);
    let (mut any, mut read_and_write) = (false, false);
    let space = if shared { Space::Shared } else { GLOBAL };
    // Some plays have no atomics, some hardly any writes.
    let kinds: &[AccessKind] = [
        &[Load, Load, Load, Store][..],
        &[Load, Store],
        &[Load, Load, Load, Load, Load, Load, Store],
        &[Load, Store, Atomic, Atomic, AtomicStore],
        &[Load, Store, Atomic, AtomicLoad, AtomicLoad],
    ][choose(5) as usize];
    for op in 0..12 {
        match choose(10) {
            0 => {
                past.push(Past::Meeting { threads: (0..64).collect(), block });
                bench.barrier(!shared, shared);
            }
            1..4 => {
                let warp = choose(2);
                let some = choose(32) | choose(2);
                let mask = if partial { some | choose(2) << 9 } else { u32::MAX };
                let lanes = (0..32).filter(|lane| mask >> lane & 1 == 1);
                past.push(Past::Meeting {
                    threads: lanes.map(|lane| 32 * warp + lane).collect(),
                    block,
                });
                bench.warp_barrier(warp, mask.into());
            }
            4 if choose(4) == 0 => {
                block += 1;
                bench.block(block);
            }
            _ => {
                let kind = kinds[choose(kinds.len() as u32) as usize];
                let thread = THREADS[choose(THREADS.len() as u32) as usize];
                past.push(Past::Access { kind, thread, block });
                let last = past.len() - 1;
                for first in (0..last).filter(|&first| races(&past, first, last, shared)) {
                    any = true;
                    if let Past::Access { kind: old, .. } = past[first] {
                        read_and_write |= old.writes() != kind.writes();
                    }
                }
                bench.access(op, kind, space, thread, [8, 4]);
            }
        }
    }
    Outcome { any, read_and_write, past, found: bench.race.findings() }
}

fn check(partial: bool, seeds: std::ops::Range<u64>) {
    let mut racy = 0;
    for seed in seeds {
        for shared in [true, false] {
            let Outcome { any, read_and_write, past, found } = play(seed, shared, partial);
            let text = || format!("seed {seed}, shared {shared}: {past:#?} {found:#?}");
            assert_eq!(any, !found.is_empty(), "{}", text());
            racy += u32::from(any);
            // What is both read and written is an error, whatever the values.
            let error = found.iter().any(|found| found.severity == Severity::Error);
            assert!(error || !read_and_write, "{}", text());
        }
    }
    assert!(racy > 10_000, "{racy}");
}

#[test]
fn two_slots_miss_nothing_and_invent_nothing() {
    check(false, 0..40_000);
}

#[test]
fn lanes_that_meet_in_any_company_are_ordered_as_they_met() {
    check(true, 0..40_000);
}
