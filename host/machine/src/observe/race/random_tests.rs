//! The shadow against a judge that forgets nothing.

use super::tests::{Bench, GLOBAL};
use super::*;
use crate::finding::Severity;
use crate::sim::AccessKind;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Threads of two warps of 32 lanes.
const THREADS: [u32; 5] = [0, 1, 2, 40, 41];

/// An access, with how many barriers of each kind came before it.
#[derive(Clone, Copy, Debug)]
struct Past {
    kind: AccessKind,
    thread: u32,
    block: u32,
    barriers: u32,
    meetings: u32,
}

impl Past {
    /// Whether two accesses race, the other one being the later.
    fn races(&self, other: &Past, shared: bool) -> bool {
        let writes = self.kind.writes() || other.kind.writes();
        let atomic = self.kind.is_atomic() && other.kind.is_atomic();
        let ordered = if self.block != other.block {
            shared
        } else {
            let met = self.thread / 32 == other.thread / 32 && self.meetings < other.meetings;
            self.thread == other.thread || self.barriers < other.barriers || met
        };
        writes && !atomic && !ordered
    }
}

/// Plays random events on one word; returns whether there was a race by the
/// judge, whether one was of a read and a write, what was played, and what the
/// shadow found.
fn play(seed: u64, shared: bool) -> (bool, bool, Vec<Past>, Vec<UnlocatedFinding>) {
    use AccessKind::*;
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut choose = |count: u32| random.next_u32() % count;
    let mut bench = Bench::new();
    let (mut past, mut block, mut barriers, mut meetings): (Vec<Past>, _, _, _) =
        (Vec::new(), 0, 0, [0, 0]);
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
    for op in 0..10 {
        match choose(10) {
            0 => {
                barriers += 1;
                bench.barrier(!shared, shared);
            }
            1 | 2 => {
                let warp = choose(2);
                meetings[warp as usize] += 1;
                bench.warp_barrier(warp, u64::from(u32::MAX));
            }
            3 if choose(4) == 0 => {
                block += 1;
                bench.block(block);
            }
            _ => {
                let kind = kinds[choose(kinds.len() as u32) as usize];
                let thread = THREADS[choose(THREADS.len() as u32) as usize];
                let meetings = meetings[thread as usize / 32];
                let new = Past { kind, thread, block, barriers, meetings };
                for old in past.iter().filter(|old: &&Past| old.races(&new, shared)) {
                    any = true;
                    read_and_write |= old.kind.writes() != kind.writes();
                }
                past.push(new);
                bench.access(op, kind, space, thread, [8, 4]);
            }
        }
    }
    (any, read_and_write, past, bench.race.findings())
}

#[test]
fn two_slots_miss_nothing_and_invent_nothing() {
    let (mut races, mut missed) = (0, 0);
    for seed in 0..60_000 {
        for shared in [true, false] {
            let (any, read_and_write, past, found) = play(seed, shared);
            let text = || format!("seed {seed}, shared {shared}: {past:#?} {found:#?}");
            assert!(any || found.is_empty(), "{}", text());
            let atomics = past.iter().any(|past| past.kind.is_atomic());
            races += u32::from(any && atomics);
            if any && found.is_empty() && atomics {
                missed += 1;
                continue;
            }
            assert!(!any || !found.is_empty(), "{}", text());
            // What is both read and written is an error, whatever the values.
            let error = found.iter().any(|found| found.severity == Severity::Error);
            assert!(error || atomics || !read_and_write, "{}", text());
        }
    }
    // A plain access and two atomics behind it are more than two slots hold.
    assert!(races > 10_000 && missed * 500 < races, "{missed} of {races}");
}
