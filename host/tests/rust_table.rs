//! Small kernels, each about one thing that the language of kernels has, against
//! the value that rustc's program computes for the same text on the CPU: on the
//! simulator, and on a Vulkan adapter where there is one.
//!
//! The files of `rust_table/` are lists of cases. What a kernel is given depends
//! on its parameters' types and names alone (`data.rs`).

mod abstractions;
mod atomics;
mod bindings;
mod casts;
mod combined;
mod control;
mod copies;
#[path = "rust_table/core.rs"]
mod core_library;
mod corners;
mod data;
mod effects;
mod floats;
mod found;
mod functions;
mod halves;
mod inference;
mod integers;
mod iteration;
mod language;
mod layouts;
mod library;
mod loops;
mod masked;
mod matched;
mod memory;
mod narrow;
mod options;
mod parameters;
mod pieces;
mod ping_pong;
mod pointer_sized;
mod ports;
mod results;
mod slices;
mod statics;
mod steps;
mod students;
mod threads;
mod unaligned;
mod vectors;
mod wide;
mod width;

use crate::common::adapter::Adapter;
use crate::common::compare::compare;
use crate::common::{Kernel, cpu, simulator};
use crate::{skips, trial};
use data::{Case, Memory};
use libtest_mimic::{Failed, Trial};
use std::sync::{Arc, Mutex, Once, OnceLock, PoisonError};
use warpbench_generate::Slot;
use warpbench_machine::sim::{Launch, Schedule};

/// A theme, and what makes its cases.
type Source = (&'static str, fn() -> Vec<Case>);

const THEMES: &[Source] = &[
    ("enums", language::enums),
    ("parameters", parameters::parameters),
    ("patterns", language::patterns),
    ("closures", iteration::closures),
    ("iteration", iteration::iteration),
    ("steps", steps::cases),
    ("slices", slices::cases),
    ("options", options::cases),
    ("combined", combined::cases),
    ("generics", language::generics),
    ("atomics", atomics::cases),
    ("bindings", bindings::cases),
    ("casts", casts::cases),
    ("control", control::cases),
    ("core", core_library::cases),
    ("floats", floats::cases),
    ("results", results::cases),
    ("found", found::cases),
    ("found_by_students", found::of_students),
    ("copies", copies::states),
    ("effects", effects::cases),
    ("orders", copies::orders),
    ("conversions", copies::conversions),
    ("functions", functions::cases),
    ("inference", inference::cases),
    ("integers", integers::cases),
    ("loops", loops::cases),
    ("memory", memory::cases),
    ("wide", wide::cases),
    ("layouts", layouts::cases),
    ("pieces", pieces::cases),
    ("ping_pong", ping_pong::cases),
    ("narrow", narrow::cases),
    ("halves", halves::cases),
    ("threads", threads::cases),
    ("masked", masked::cases),
    ("ports", ports::cases),
    ("statics", statics::cases),
    ("matched", matched::cases),
    ("students", students::cases),
    ("handed_in", students::kernels),
    ("vectors", vectors::cases),
    ("abstractions", abstractions::cases),
    ("library", library::cases),
    ("unaligned", unaligned::cases),
    ("pointer_sized", pointer_sized::cases),
    ("corners", corners::cases),
];

/// The cases of a theme, and what rustc's programs compute for them. They are compiled
/// together by the first test that asks, since to start the compiler takes longest.
struct Theme {
    cases: Vec<Case>,
    expected: OnceLock<Result<Vec<Vec<Vec<u32>>>, String>>,
}

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (name, cases) in THEMES {
        let theme = Arc::new(Theme { cases: cases(), expected: OnceLock::new() });
        let module = format!("rust_table::{name}");
        trials.extend((0..theme.cases.len()).map(|at| {
            let theme = Arc::clone(&theme);
            let name = theme.cases[at].name().to_owned();
            (at, trial(&module, name, move || theme.check(at)))
        }));
    }
    // Tests that lie beside each other are of several themes, which are compiled side by
    // side.
    trials.sort_by_key(|(at, _)| *at);
    trials.into_iter().map(|(_, trial)| trial).collect()
}

/// Adapters that no test uses now: to open one takes as long as many cases, and the end of
/// a thread, which is where one of its own would be closed, is too late for that.
static ADAPTERS: Mutex<Vec<Adapter>> = Mutex::new(Vec::new());

/// An adapter for a test, where there is one.
fn adapter() -> Option<Adapter> {
    static TOLD: Once = Once::new();
    let unused = ADAPTERS.lock().unwrap_or_else(PoisonError::into_inner).pop();
    unused.or_else(|| {
        let tell = |reason: &String| {
            TOLD.call_once(|| skips::record("rust_table on an adapter", reason));
        };
        Adapter::open().inspect_err(tell).ok()
    })
}

impl Theme {
    /// Checks a case: what rustc's program computes, the other machines must.
    fn check(&self, at: usize) -> Result<(), Failed> {
        let expected = self.expected.get_or_init(|| {
            let kernels: Vec<Kernel> = self.cases.iter().map(|case| case.prepare().0).collect();
            cpu::run(&kernels)
        });
        let expected = &expected.as_ref()?[at];
        let case = &self.cases[at];
        let (kernel, memories) = case.prepare();
        let adapter = adapter();
        let ran = run(case, &kernel, &memories, expected, adapter.as_ref());
        ADAPTERS.lock().unwrap_or_else(PoisonError::into_inner).extend(adapter);
        ran.map_err(|why| format!("{why}\n{}", kernel.text).into())
    }
}

fn run(
    case: &Case,
    kernel: &Kernel,
    memories: &[Memory],
    expected: &[Vec<u32>],
    adapter: Option<&Adapter>,
) -> Result<(), String> {
    let written = memories.iter().zip(expected).any(|(memory, after)| memory.words != *after);
    if !written {
        return Err("it writes nothing, so that it shows nothing".to_owned());
    }
    let checked = kernel.checked()?;
    let launch = Launch {
        grid: kernel.grid,
        warp_width: 32,
        schedule: Schedule::RoundRobin,
        most_instructions: 1 << 24,
        ..Launch::default()
    };
    let (_, found) = simulator::run_both(kernel, &checked, &launch)?;
    agree(memories, expected, &found, case.near())
        .map_err(|why| format!("on the simulator, {why}"))?;
    // Where it can be shown that words are enough, they must be.
    let mut lowered = kernel.lower(&checked, false, false)?;
    if !kernel.words_suffice(&checked, &lowered) {
        lowered = kernel.lower(&checked, false, true)?;
    }
    let is_wide = width::is_wide(&lowered.checked.module);
    if is_wide && !lowered.full_usize && !case.is_wide() {
        return Err("it needs numbers of 64 bits, which its text does not name".to_owned());
    }
    let can_run = |adapter: &&Adapter| case.runs_on(adapter) && (adapter.is_wide() || !is_wide);
    let Some(adapter) = adapter.filter(can_run) else { return Ok(()) };
    let found = adapter
        .run(kernel, &checked, &lowered)
        .map_err(|why| format!("the adapter fails: {why}"))?;
    agree(memories, expected, &found, case.near())
        .map_err(|why| format!("on the adapter {}, {why}", adapter.name))
}

fn agree(
    memories: &[Memory],
    expected: &[Vec<u32>],
    found: &[Vec<u32>],
    near: Option<Slot>,
) -> Result<(), String> {
    for ((memory, expected), found) in memories.iter().zip(expected).zip(found) {
        let field = memory.field(near);
        compare(memory.stride(), &[field], expected, found)
            .map_err(|why| format!("{}, {why}", memory.name))?;
    }
    Ok(())
}
