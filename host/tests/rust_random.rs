//! Generated Rust kernels on three machines that must agree: compiled by rustc
//! for the CPU, on the simulator, and on a Vulkan adapter.
//!
//! `RUST_RANDOM_SEED` and `RUST_RANDOM_COUNT` choose other kernels, or more of
//! them; a failure says how to repeat it. `RUST_RANDOM_REDUCE=1` makes the kernels
//! of failures smaller before they are printed, which takes a minute for each.

mod reduce;

use crate::common::adapter::Adapter;
use crate::common::compare::compare;
use crate::common::{Argument, Kernel, cpu, simulator};
use crate::{seeds, skips};
use reduce::reduce;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use warpbench_generate::rust::{RustArgument, RustBuffer, RustGrammar, RustProgram, rust_kernel};
use warpbench_generate::{Choices, Seeded};
use warpbench_machine::sim::{Launch, Schedule};

/// Kernels of a run, by their seeds.
const FIXED: u64 = 200;
const FRESH: u64 = 600;

/// Kernels that rustc compiles together: fewer would pay for its start more
/// often, and more would keep the other cores waiting at the end.
const BATCH: usize = 200;

/// Differences that are printed; there may be more.
const MOST_SHOWN: usize = 3;

/// What became of all kernels.
#[derive(Default)]
struct Tally {
    simulated: usize,
    adapted: usize,
    differences: Vec<String>,
}

#[test]
fn generated_kernels_agree() {
    let seeds = seeds::seeds("RUST_RANDOM", FIXED, FRESH);
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let adapters: Vec<Option<Adapter>> = (0..workers)
        .map(|_| {
            Adapter::open()
                .inspect_err(|reason| skips::record("rust_random on an adapter", reason))
                .ok()
        })
        .collect();
    let batches: Vec<&[u64]> = seeds.chunks(BATCH).collect();
    let next = AtomicUsize::new(0);
    let tally = Mutex::new(Tally::default());
    std::thread::scope(|scope| {
        for adapter in &adapters {
            scope.spawn(|| {
                while let Some(batch) = batches.get(next.fetch_add(1, Ordering::Relaxed)) {
                    run_batch(adapter.as_ref(), batch, &tally);
                }
            });
        }
    });
    let tally = tally.into_inner().expect("nobody panics with it");
    let name = adapters.first().and_then(|a| a.as_ref()).map_or("none", |a| a.name.as_str());
    let count = seeds.len();
    println!("{} of {count} kernels agree on the simulator", tally.simulated);
    println!("{} agree on the adapter: {name}", tally.adapted);
    let found = tally.differences.len();
    let shown = tally.differences[..found.min(MOST_SHOWN)].join("\n\n");
    assert!(found == 0, "{found} differences:\n\n{shown}");
    assert!(tally.simulated == count, "not all kernels were compared");
}

/// The kernel of a seed, and what else is to be chosen.
fn generate(seed: u64) -> (RustProgram, Kernel, Launch) {
    let mut choices = Seeded::new(seed);
    let grammar = RustGrammar {
        is_wide: choices.percent(25),
        is_narrow: choices.percent(35),
        statements: 2 + choices.below(6) as u32,
        depth: 1 + choices.below(3) as u32,
    };
    let program = rust_kernel(&mut choices, &grammar);
    let arguments = (program.arguments.iter())
        .map(|argument| match argument {
            RustArgument::Buffer(buffer) => Argument::Memory(buffer.words.clone()),
            RustArgument::Scalar(bits, bytes) => Argument::Bits(*bits, *bytes),
            RustArgument::Value { leaves, text } => Argument::Value(leaves.clone(), text.clone()),
        })
        .collect();
    let kernel = Kernel {
        text: program.text.clone(),
        entry: program.entry.clone(),
        constants: program.constants.clone(),
        arguments,
        grid: [program.blocks, 1, 1],
        block: program.block,
        is_cooperative: false,
        dynamic_shared_bytes: 0,
    };
    let launch = Launch {
        grid: kernel.grid,
        warp_width: 1 + choices.below(64) as u32,
        schedule: match choices.below(3) {
            0 => Schedule::InOrder,
            1 => Schedule::RoundRobin,
            _ => Schedule::Shuffled(seed),
        },
        most_instructions: 1 << 28,
        ..Launch::default()
    };
    (program, kernel, launch)
}

/// Runs the kernels of these seeds on all machines.
fn run_batch(adapter: Option<&Adapter>, seeds: &[u64], tally: &Mutex<Tally>) {
    let generated: Vec<(RustProgram, Kernel, Launch)> =
        seeds.iter().map(|seed| generate(*seed)).collect();
    let kernels: Vec<Kernel> = generated.iter().map(|(_, kernel, _)| kernel.clone()).collect();
    let expected = match cpu::run(&kernels) {
        Ok(expected) => expected,
        Err(why) => {
            let (first, last) = (seeds[0], seeds[seeds.len() - 1]);
            let why = format!("seeds {first} to {last} on the CPU: {why}");
            tally.lock().expect("nobody panics with it").differences.push(why);
            return;
        }
    };
    for (seed, ((program, kernel, launch), expected)) in
        seeds.iter().zip(generated.iter().zip(expected))
    {
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            run_kernel(adapter, program, kernel, launch, &expected)
        }));
        let outcome = outcome.unwrap_or_else(|_| Err("a panic, printed above".to_owned()));
        let mut tally = tally.lock().expect("nobody panics with it");
        match outcome {
            Ok(adapted) => {
                tally.simulated += 1;
                tally.adapted += usize::from(adapted);
            }
            Err(why) => {
                let text = match std::env::var_os("RUST_RANDOM_REDUCE") {
                    Some(_) => reduced(adapter, program, kernel, launch, &why),
                    None => program.text.clone(),
                };
                tally.differences.push(format!(
                    "seed {seed}: {why}\n{launch:?}\n\
                     repeat with RUST_RANDOM_SEED={seed} RUST_RANDOM_COUNT=1\n{text}"
                ));
            }
        }
    }
}

/// A smaller kernel that fails in the same way, as far as the first words say.
fn reduced(
    adapter: Option<&Adapter>,
    program: &RustProgram,
    kernel: &Kernel,
    launch: &Launch,
    why: &str,
) -> String {
    let kind = |why: &str| match why.split_once("error: ") {
        Some((_, message)) => message.lines().next().unwrap_or_default().to_owned(),
        None => why.split(',').next().unwrap_or_default().to_owned(),
    };
    reduce(&program.text, &mut |text| {
        let kernel = Kernel { text: text.to_owned(), ..kernel.clone() };
        let is_refused =
            kernel.checked().and_then(|checked| kernel.lower(&checked, true, false)).is_err();
        if is_refused != why.starts_with("it is refused") {
            return false;
        }
        let Ok(expected) = cpu::run(std::slice::from_ref(&kernel)) else { return false };
        let found = catch_unwind(AssertUnwindSafe(|| {
            run_kernel(adapter, program, &kernel, launch, &expected[0])
        }));
        matches!(found, Ok(Err(found)) if kind(&found) == kind(why))
    })
}

/// Compares the machines on one kernel. Says whether an adapter was among them.
fn run_kernel(
    adapter: Option<&Adapter>,
    program: &RustProgram,
    kernel: &Kernel,
    launch: &Launch,
    expected: &[Vec<u32>],
) -> Result<bool, String> {
    let checked = kernel.checked()?;
    let (_, found) = simulator::run_both(kernel, &checked, launch)?;
    compare_all(program, expected, &found).map_err(|why| format!("on the simulator, {why}"))?;
    let mut lowered = kernel.lower(&checked, false, false)?;
    if !kernel.words_suffice(&checked, &lowered) {
        lowered = kernel.lower(&checked, false, true)?;
    }
    let is_wide = program.is_wide || lowered.full_usize;
    let Some(adapter) = adapter.filter(|adapter| adapter.is_wide() || !is_wide) else {
        return Ok(false);
    };
    let found = adapter
        .run(kernel, &checked, &lowered)
        .map_err(|why| format!("the adapter fails: {why}"))?;
    compare_all(program, expected, &found).map_err(|why| format!("on the adapter, {why}"))?;
    Ok(true)
}

fn compare_all(
    program: &RustProgram,
    expected: &[Vec<u32>],
    found: &[Vec<u32>],
) -> Result<(), String> {
    let buffers = program.arguments.iter().filter_map(|argument| match argument {
        RustArgument::Buffer(buffer) => Some(buffer),
        RustArgument::Scalar(..) | RustArgument::Value { .. } => None,
    });
    for ((buffer, expected), found) in buffers.zip(expected).zip(found) {
        let RustBuffer { name, stride, fields, .. } = buffer;
        compare(*stride, fields, expected, found).map_err(|why| format!("{name}, {why}"))?;
    }
    Ok(())
}
