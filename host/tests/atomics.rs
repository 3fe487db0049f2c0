//! What atomic operations of kernels in Rust are to the simulator: what they leave in
//! memory when many threads are at one word, and what is counted of them.

use std::io;
use std::path::Path;
use std::sync::Arc;
use warpbench_case::{Case, Files};
use warpbench_cores::{OneCore, Threads};
use warpbench_front::{Language, Source};
use warpbench_machine::model;
use warpbench_machine::sim::Schedule;
use warpbench_simulate::report::Simulation;
use warpbench_simulate::{Observe, Setup, prepare_text};

/// A place without files.
struct NoFiles;

impl Files for NoFiles {
    fn len(&self, _: &Path) -> io::Result<u64> {
        Err(io::ErrorKind::NotFound.into())
    }

    fn read(&self, _: &Path) -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::NotFound.into())
    }
}

/// Runs a kernel on 3 blocks of 65 threads, under several schedules and on several
/// cores. Its buffer of this type, zero at first, must hold what is expected.
fn run(ty: &str, element: &str, body: &str, expected: &str) -> Simulation {
    let text = format!(
        "use core::sync::atomic::{{AtomicBool, AtomicI32, AtomicU32, AtomicU64, Ordering::*}};
use cuda_std::atomic::{{AtomicF32, AtomicF64, mid}};
use cuda_std::prelude::*;
use cuda_std::shared_array;
#[kernel]
pub unsafe fn atomics(words: &[{ty}]) {{
    let t = thread::thread_idx_x();
    let i = thread::index_1d();
{body}
}}"
    );
    let case = format!(
        "grid = [3]\nblock = [65]\n[[buffer]]\nname = 'words'\ntype = '{element}'\nlen = 4\n\
         expect = {expected}"
    );
    let mut last = None;
    for schedule in [Schedule::InOrder, Schedule::RoundRobin, Schedule::Shuffled(3)] {
        for cores in [1, 3] {
            let case = Case::parse(&case, Path::new("atomics.toml"), 1 << 20, &NoFiles);
            let setup = Setup {
                model: model::find("h200").expect("built in").clone(),
                language: Language::Rust,
                schedule,
                most_instructions: 1 << 24,
                most_bytes: 1 << 28,
                cores: if cores == 1 { Arc::new(OneCore) } else { Arc::new(Threads::new(cores)) },
                observe: Observe::all(),
                dump: true,
            };
            let source = Source { path: "atomics.rs".to_owned(), text: text.clone() };
            let prepared = prepare_text(source, case.expect("a case"), setup);
            let found = prepared.unwrap_or_else(|error| panic!("{error}\n{text}")).run();
            let found = found.expect("it runs");
            let about = (&found.wrong, &found.stopped, &found.findings);
            assert!(found.passed(), "{schedule:?} on {cores} cores: {about:?}\n{text}");
            last = Some(found);
        }
    }
    last.expect("it has run")
}

/// 3 blocks of 65 threads are 9 warps.
const WARPS: u64 = 9;

#[test]
fn all_threads_at_one_word_get_it_right() {
    let word = |body: &str, expected: &str| {
        run("AtomicU32", "u32", body, expected);
    };
    word("words[0].fetch_add(1, Relaxed);", "[195, 0, 0, 0]");
    word(
        "words[0].fetch_max(i, Relaxed); words[1].fetch_or(1 << (i % 20), Relaxed);",
        "[194, 1048575, 0, 0]",
    );
    // Each number is there once, so that the places add up.
    word(
        "let old = words[0].fetch_add(1, Relaxed); words[1].fetch_add(old, Relaxed);",
        "[195, 18915, 0, 0]",
    );
    word("words[0].fetch_nand(1, Relaxed);", "[4294967295, 0, 0, 0]");
    word(
        "if words[0].compare_and_swap(0, 9, AcqRel) == 0 { words[1].fetch_add(1, Relaxed); }",
        "[9, 1, 0, 0]",
    );
    let add = "let mut old = words[0].load(Relaxed); loop { let seen = words[0].compare_and_swap(old, old + 2, AcqRel); if seen == old { break; } old = seen; }";
    word(add, "[390, 0, 0, 0]");
    let shared = "let sum = shared_array![AtomicU32; 2]; if t < 2 { (*sum.add(t as usize)).store(0, Relaxed); } thread::sync_threads();
    let mut old = (*sum).load(Relaxed); loop { let seen = (*sum).compare_and_swap(old, old + 1, Relaxed); if seen == old { break; } old = seen; }
    (*sum.add(1)).fetch_nand(3, Relaxed);
    thread::sync_threads(); if t == 0 { words[0].fetch_add((*sum).load(Relaxed), Relaxed); words[1].fetch_add((*sum.add(1)).load(Relaxed) & 7, Relaxed); }";
    // An odd number of times: 0 becomes all ones, then all but the lowest two, and so on.
    word(shared, "[195, 21, 0, 0]");
}

#[test]
fn numbers_of_64_bits_are_changed_as_a_whole() {
    let word = |body: &str, expected: &str| {
        run("AtomicU64", "u64", body, expected);
    };
    word("words[0].fetch_add(1 << 31, Relaxed);", "[418759311360, 0, 0, 0]");
    word("words[0].fetch_max((i as u64) << 32 | 5, Relaxed);", "[833223655429, 0, 0, 0]");
    let add = "let mut old = words[0].load(Relaxed); loop { let seen = words[0].compare_and_swap(old, old + (1 << 31), Relaxed); if seen == old { break; } old = seen; }";
    word(add, "[418759311360, 0, 0, 0]");
    let shared = "let sum = shared_array![AtomicU64; 1]; if t == 0 { (*sum).store(0, Relaxed); } thread::sync_threads();
    let mut old = (*sum).load(Relaxed); loop { let seen = (*sum).compare_and_swap(old, old + (1 << 31), Relaxed); if seen == old { break; } old = seen; }
    thread::sync_threads(); if t == 0 { words[0].fetch_add((*sum).load(Relaxed), Relaxed); }";
    word(shared, "[418759311360, 0, 0, 0]");
}

#[test]
fn floats_are_changed_in_one_step() {
    let count = |ty: &str, element: &str, body: &str, expected: &str| {
        let counters = run(ty, element, body, expected).counters.expect("counted");
        // One for each warp, whatever lies behind it.
        assert_eq!(counters.atomics, WARPS, "{body}");
    };
    count("AtomicF32", "f32", "words[0].fetch_add(0.5, Relaxed);", "[97.5, 0, 0, 0]");
    count("AtomicF32", "f32", "words[0].fetch_sub(0.5, Relaxed);", "[-97.5, 0, 0, 0]");
    count("AtomicF32", "f32", "words[0].fetch_max(i as f32, Relaxed);", "[194, 0, 0, 0]");
    count("AtomicF32", "f32", "words[0].fetch_min(-(i as f32), Relaxed);", "[-194, 0, 0, 0]");
    count("AtomicF64", "f64", "words[0].fetch_add(0.5, Relaxed);", "[97.5, 0, 0, 0]");
    count("AtomicF64", "f64", "words[0].fetch_max(i as f64, Relaxed);", "[194, 0, 0, 0]");
    count("AtomicU32", "u32", "words[0].fetch_add(1, Relaxed);", "[195, 0, 0, 0]");
}
