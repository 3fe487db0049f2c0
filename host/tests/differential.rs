//! Generated WGSL programs on the simulator and on a Vulkan adapter, which must
//! agree. The adapter is a software one where there is one, because that is the
//! same everywhere.
//!
//! `DIFFERENTIAL_SEED` and `DIFFERENTIAL_COUNT` choose other modules of eight programs
//! each, or more of them; a failure says how to repeat it.
//! `DIFFERENTIAL_WITHOUT=Half,Matrices` leaves features out. The catalogue's kernels are compared
//! with the reference on both machines: in `simulator.rs` and in `kernels.rs`.

mod adapter;
mod compare;
mod simulator;
mod words;

use crate::{seeds, skips};
use adapter::Adapter;
use simulator::Outcome;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use warpbench_front::wgsl;
use warpbench_generate::{Choices, Feature, Features, Grammar, Module, Seeded, module};
use warpbench_machine::sim::{Launch, Schedule};
use words::Words;

/// Modules of a run, by their seeds.
const FIXED: u64 = 50;
const FRESH: u64 = 200;

/// Programs per module. A pipeline takes most of the time, and many small ones
/// take more than few large ones.
const PROGRAMS: u32 = 8;

/// What the simulator may refuse, by the beginning of what it says. Programs
/// that use it are not compared.
const ALLOWED_REFUSALS: &[&str] = &[];

/// Differences that are printed; there may be more.
const MOST_SHOWN: usize = 3;

/// What became of all programs.
#[derive(Default)]
struct Tally {
    agreed: u64,
    refused: BTreeMap<String, u64>,
    differences: Vec<String>,
}

#[test]
fn generated_programs_agree() {
    let seeds = seeds::seeds("DIFFERENTIAL", FIXED, FRESH);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut adapters = Vec::new();
    for _ in 0..threads {
        match Adapter::open() {
            Ok(adapter) => adapters.push(adapter),
            Err(reason) => return skips::record("differential::generated_programs_agree", &reason),
        }
    }
    let next = AtomicUsize::new(0);
    let tally = Mutex::new(Tally::default());
    std::thread::scope(|scope| {
        for adapter in &adapters {
            scope.spawn(|| {
                while let Some(seed) = seeds.get(next.fetch_add(1, Ordering::Relaxed)) {
                    run_module(adapter, *seed, &tally);
                }
            });
        }
    });
    let tally = tally.into_inner().expect("nobody panics with it");
    println!("{} programs agree with {}", tally.agreed, adapters[0].name);
    for (what, programs) in &tally.refused {
        println!("refused: {programs} programs: {what}");
    }
    let found = tally.differences.len();
    let shown = tally.differences[..found.min(MOST_SHOWN)].join("\n\n");
    assert!(found == 0, "{found} programs differ from {}:\n\n{shown}", adapters[0].name);
    let known = |what: &str| ALLOWED_REFUSALS.iter().any(|allowed| what.starts_with(allowed));
    let new: Vec<&String> = tally.refused.keys().filter(|what| !known(what)).collect();
    assert!(new.is_empty(), "the simulator refuses what it should know: {new:?}");
    assert!(tally.agreed > 0, "nothing was compared");
}

/// What the machine can run, as far as results are the same on all machines.
fn features(adapter: &Adapter) -> Features {
    let mut without = vec![Feature::Subgroups, Feature::OutOfBounds];
    let named = std::env::var("DIFFERENTIAL_WITHOUT").unwrap_or_default();
    without.extend(
        Feature::ALL.iter().filter(|f| named.split(',').any(|name| name == format!("{f:?}"))),
    );
    let needs = [Feature::Half, Feature::Double, Feature::Long];
    for (wanted, feature) in adapter::WANTED.into_iter().zip(needs) {
        if !adapter.features.contains(wanted) {
            without.push(feature);
        }
    }
    Features::all_but(&without)
}

/// Blocks of odd shapes, of less and more than a warp.
const BLOCKS: [[u32; 3]; 6] = [[1, 1, 1], [7, 1, 1], [32, 1, 1], [5, 3, 2], [33, 1, 1], [8, 8, 1]];

/// Runs the programs of a module on both machines.
fn run_module(adapter: &Adapter, seed: u64, tally: &Mutex<Tally>) {
    let mut choices = Seeded::new(seed);
    let grammar = Grammar {
        features: features(adapter),
        programs: PROGRAMS,
        statements: 2 + choices.below(5) as u32,
        depth: 1 + choices.below(3) as u32,
        block: BLOCKS[choices.below(BLOCKS.len())],
    };
    let module = module(&mut choices, &grammar);
    let blocks = 1 + choices.below(3) as u32;
    let text = module.text();
    let checked = wgsl::check(&text, "module").unwrap_or_else(|error| {
        panic!("seed {seed}: the text is not valid: {error}");
    });
    let words = Words::new(&module, &checked, blocks * grammar.threads(), seed);
    let expected = adapter.run(&module, &words, blocks);
    for number in 0..module.programs.len() {
        let launch = Launch {
            grid: [blocks, 1, 1],
            warp_width: 1 + choices.below(64) as u32,
            schedule: match choices.below(3) {
                0 => Schedule::InOrder,
                1 => Schedule::RoundRobin,
                _ => Schedule::Shuffled(seed),
            },
            most_instructions: 1 << 28,
            ..Launch::default()
        };
        let outcome = simulator::run(&module, number, &checked, &words, &launch);
        let mut tally = tally.lock().expect("nobody panics with it");
        let difference = match (outcome, &expected) {
            (Outcome::Refused(what), _) => {
                *tally.refused.entry(what).or_default() += 1;
                continue;
            }
            (Outcome::Failed(why), _) => Err(format!("the simulator fails: {why}")),
            (_, Err(why)) => Err(format!("the adapter fails: {why}")),
            (Outcome::Ran(ours), Ok(theirs)) => compare::compare(&module, number, &ours, theirs),
        };
        match difference {
            Ok(()) => tally.agreed += 1,
            Err(why) => tally.differences.push(report(&module, number, seed, &launch, &why)),
        }
    }
}

fn report(module: &Module, number: usize, seed: u64, launch: &Launch, why: &str) -> String {
    format!(
        "program {number} of seed {seed}: {why}\n{launch:?}\n\
         repeat with DIFFERENTIAL_SEED={seed} DIFFERENTIAL_COUNT=1\n{}",
        module.text_of(number)
    )
}
