//! Random kernels whose threads work together, and the same ones with one ordering
//! less, held to an oracle that runs them in every order: what has no race gets no
//! finding, and what has one is reported.
//!
//! What races in every order must be seen under every schedule. Where some orders
//! have no race, since one thread comes to a lock or draws a number before another
//! by chance, it is enough to be seen under one schedule, and a few are not.
//!
//! `SYNCHRONISED_SEED` and `SYNCHRONISED_COUNT` choose other kernels, or more of
//! them; a failure prints the kernel and the seed that makes it again.

mod simulator;

use crate::seeds;
use simulator::Kernel;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use warpbench_generate::Seeded;
use warpbench_generate::synchronised::{
    Freedom, Program, Verdict, Weakening, judge, weakenings, well_synchronised,
};

/// Programs of a run, by their seeds.
const FIXED: u64 = 100;
const FRESH: u64 = 200;

/// Races of a thousand that may go unnoticed: the machine runs each program in a
/// few of all orders, and in some of them one access can come before another by
/// chance.
const MOST_MISSED_OF_THOUSAND: usize = 5;

/// Kernels that are printed; there may be more.
const MOST_SHOWN: usize = 3;

#[derive(Default)]
struct Tally {
    programs: usize,
    race_free: usize,
    racy: usize,
    /// Those of them that race in every order.
    always: usize,
    undecided: usize,
    /// What was changed, by how many of those were racy and how many missed.
    changes: BTreeMap<String, (usize, usize)>,
    missed: Vec<String>,
    false_alarms: Vec<String>,
    /// Races of every order that are not seen under every schedule, and panics.
    broken: Vec<String>,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.programs += other.programs;
        self.race_free += other.race_free;
        self.racy += other.racy;
        self.always += other.always;
        self.undecided += other.undecided;
        for (change, (racy, missed)) in other.changes {
            let sum = self.changes.entry(change).or_default();
            *sum = (sum.0 + racy, sum.1 + missed);
        }
        self.missed.extend(other.missed);
        self.false_alarms.extend(other.false_alarms);
        self.broken.extend(other.broken);
    }
}

#[test]
fn synchronised_kernels_are_judged_as_by_the_oracle() {
    let seeds = seeds::seeds("SYNCHRONISED", FIXED, FRESH);
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let tally = Mutex::new(Tally::default());
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(&seed) = seeds.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let outcome = catch_unwind(AssertUnwindSafe(|| check(seed, &tally)));
                    if outcome.is_err() {
                        let broken = format!("seed {seed}: a panic, printed above");
                        tally.lock().expect("nobody panics with it").broken.push(broken);
                    }
                }
            });
        }
    });
    report(&tally.into_inner().expect("nobody panics with it"), seeds.len());
}

/// Holds the program of a seed, and all its weaker ones, to the oracle.
fn check(seed: u64, tally: &Mutex<Tally>) {
    // Every other program also waits for blocks and warps of higher numbers.
    let freedom = Freedom { any_order: seed.is_multiple_of(2) };
    let program = well_synchronised(&mut Seeded::new(seed), freedom);
    let mut own = Tally { programs: 1, ..Tally::default() };
    let found = Kernel::new(&program).all_findings();
    if !found.is_empty() {
        own.false_alarms.push(describe(seed, &program, None, &found));
    }
    for weakening in weakenings(&program) {
        check_weakened(seed, &program, weakening, &mut own);
    }
    tally.lock().expect("nobody panics with it").add(own);
}

fn check_weakened(seed: u64, program: &Program, weakening: Weakening, tally: &mut Tally) {
    let weakened = program.weakened(&weakening);
    let kernel = Kernel::new(&weakened);
    match judge(&weakened) {
        Verdict::AlwaysRacy => {
            tally.racy += 1;
            tally.always += 1;
            tally.changes.entry(format!("{:?}", weakening.change)).or_default().0 += 1;
            let missing = kernel.schedules_without_race();
            if !missing.is_empty() {
                tally.broken.push(describe(seed, &weakened, Some(weakening), &missing));
            }
        }
        Verdict::SometimesRacy => {
            tally.racy += 1;
            let change = tally.changes.entry(format!("{:?}", weakening.change)).or_default();
            change.0 += 1;
            if !kernel.has_race() {
                change.1 += 1;
                tally.missed.push(describe(seed, &weakened, Some(weakening), &[]));
            }
        }
        Verdict::RaceFree => {
            tally.race_free += 1;
            let found = kernel.all_findings();
            if !found.is_empty() {
                tally.false_alarms.push(describe(seed, &weakened, Some(weakening), &found));
            }
        }
        Verdict::Stuck | Verdict::Unknown => tally.undecided += 1,
    }
}

fn describe(
    seed: u64,
    program: &Program,
    weakening: Option<Weakening>,
    found: &[String],
) -> String {
    let which = weakening.map_or("as it is".to_owned(), |weakening| weakening.to_string());
    let launch = (program.shape.blocks, program.shape.block_threads());
    let (text, found) = (program.text(), found.join("\n"));
    format!("SYNCHRONISED_SEED={seed}, {which}, {launch:?}:\n{text}\n{found}")
}

fn report(tally: &Tally, count: usize) {
    println!(
        "{} programs without races, {} false alarms",
        tally.programs,
        tally.false_alarms.len()
    );
    println!("{} weaker ones without races, {} not decided", tally.race_free, tally.undecided);
    println!(
        "{} weaker ones with races, {} of them in every order, {} missed",
        tally.racy,
        tally.always,
        tally.missed.len()
    );
    for (change, (racy, missed)) in &tally.changes {
        println!("  {change}: {racy} with races, {missed} missed");
    }
    let shown = |all: &[String]| all[..all.len().min(MOST_SHOWN)].join("\n\n");
    if !tally.missed.is_empty() {
        println!("missed:\n{}", shown(&tally.missed));
    }
    assert!(
        tally.broken.is_empty(),
        "{} are broken:\n{}",
        tally.broken.len(),
        shown(&tally.broken)
    );
    assert!(tally.false_alarms.is_empty(), "false alarms:\n{}", shown(&tally.false_alarms));
    assert_eq!(tally.programs, count);
    assert!(tally.racy > tally.programs, "{} races", tally.racy);
    assert!(tally.race_free > tally.programs / 4, "{} near misses", tally.race_free);
    let most = tally.racy * MOST_MISSED_OF_THOUSAND / 1000;
    assert!(tally.missed.len() <= most, "{} of {} missed", tally.missed.len(), tally.racy);
}
