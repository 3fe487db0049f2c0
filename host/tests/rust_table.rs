//! Small kernels, each about one thing that the language of kernels has, against
//! the value that rustc's program computes for the same text on the CPU: on the
//! simulator, and on a Vulkan adapter where there is one.
//!
//! The files of `rust_table/` are lists of cases. What a kernel is given depends
//! on its parameters' types and names alone (`data.rs`).

#[path = "rust_table/abstractions.rs"]
mod abstractions;
#[path = "rust_table/atomics.rs"]
mod atomics;
#[path = "rust_table/bindings.rs"]
mod bindings;
#[path = "rust_table/casts.rs"]
mod casts;
#[path = "rust_table/combined.rs"]
mod combined;
mod common;
#[path = "rust_table/control.rs"]
mod control;
#[path = "rust_table/copies.rs"]
mod copies;
#[path = "rust_table/core.rs"]
mod core_library;
#[path = "rust_table/data.rs"]
mod data;
#[path = "rust_table/effects.rs"]
mod effects;
#[path = "rust_table/floats.rs"]
mod floats;
#[path = "rust_table/found.rs"]
mod found;
#[path = "rust_table/functions.rs"]
mod functions;
#[path = "rust_table/halves.rs"]
mod halves;
#[path = "rust_table/inference.rs"]
mod inference;
#[path = "rust_table/integers.rs"]
mod integers;
#[path = "rust_table/iteration.rs"]
mod iteration;
#[path = "rust_table/language.rs"]
mod language;
#[path = "rust_table/layouts.rs"]
mod layouts;
#[path = "rust_table/library.rs"]
mod library;
#[path = "rust_table/loops.rs"]
mod loops;
#[path = "rust_table/masked.rs"]
mod masked;
#[path = "rust_table/matched.rs"]
mod matched;
#[path = "rust_table/memory.rs"]
mod memory;
#[path = "rust_table/narrow.rs"]
mod narrow;
#[path = "rust_table/options.rs"]
mod options;
#[path = "rust_table/parameters.rs"]
mod parameters;
#[path = "rust_table/pieces.rs"]
mod pieces;
#[path = "rust_table/ping_pong.rs"]
mod ping_pong;
#[path = "rust_table/ports.rs"]
mod ports;
#[path = "rust_table/results.rs"]
mod results;
mod skips;
#[path = "rust_table/slices.rs"]
mod slices;
#[path = "rust_table/statics.rs"]
mod statics;
#[path = "rust_table/steps.rs"]
mod steps;
#[path = "rust_table/students.rs"]
mod students;
#[path = "rust_table/threads.rs"]
mod threads;
#[path = "rust_table/vectors.rs"]
mod vectors;
#[path = "rust_table/wide.rs"]
mod wide;
#[path = "rust_table/width.rs"]
mod width;

use common::adapter::Adapter;
use common::compare::compare;
use common::{Kernel, cpu, simulator};
use data::{Case, Memory};
use std::panic::{AssertUnwindSafe, catch_unwind};
use warpbench_generate::Slot;
use warpbench_machine::sim::{Launch, Schedule};

/// Checks cases: what rustc's program computes, the other machines must.
fn check(theme: &str, cases: &[Case]) {
    let prepared: Vec<(Kernel, Vec<Memory>)> = cases.iter().map(Case::prepare).collect();
    let kernels: Vec<Kernel> = prepared.iter().map(|(kernel, _)| kernel.clone()).collect();
    let expected = cpu::run(&kernels).unwrap_or_else(|why| panic!("{theme}: {why}"));
    let adapter = Adapter::open()
        .inspect_err(|reason| skips::record(&format!("rust_table, {theme}, on an adapter"), reason))
        .ok();
    let mut failures = Vec::new();
    for ((case, (kernel, memories)), expected) in cases.iter().zip(&prepared).zip(&expected) {
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            run(case, kernel, memories, expected, adapter.as_ref())
        }));
        let outcome = outcome.unwrap_or_else(|_| Err("a panic, printed above".to_owned()));
        if let Err(why) = outcome {
            failures.push(format!("{}: {why}\n{}", case.name(), kernel.text));
        }
    }
    let found = failures.len();
    assert!(found == 0, "{theme}: {found} of {}:\n\n{}", cases.len(), failures.join("\n\n"));
    let name = adapter.as_ref().map_or("no adapter", |adapter| adapter.name.as_str());
    println!("{theme}: {} kernels on the simulator and {name}", cases.len());
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
    let lowered = kernel.lower(&checked, true)?;
    if !case.is_wide() && width::is_wide(&lowered.checked.module) {
        return Err("it needs numbers of 64 bits, which its text does not name".to_owned());
    }
    let launch = Launch {
        grid: kernel.grid,
        warp_width: 32,
        schedule: Schedule::RoundRobin,
        most_instructions: 1 << 24,
        ..Launch::default()
    };
    let found = simulator::run(kernel, &checked, &lowered, &launch)
        .map_err(|why| format!("the simulator fails: {why}"))?;
    agree(memories, expected, &found, case.near())
        .map_err(|why| format!("on the simulator, {why}"))?;
    let Some(adapter) = adapter.filter(|adapter| case.runs_on(adapter)) else { return Ok(()) };
    let lowered = kernel.lower(&checked, false)?;
    let found = adapter
        .run(kernel, &checked, &lowered)
        .map_err(|why| format!("the adapter fails: {why}"))?;
    agree(memories, expected, &found, case.near()).map_err(|why| format!("on the adapter, {why}"))
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

#[test]
fn enums_and_options() {
    check("enums", &language::enums());
}

#[test]
fn parameters_by_value() {
    check("parameters", &parameters::parameters());
}

#[test]
fn patterns_of_all_kinds() {
    check("patterns", &language::patterns());
}

#[test]
fn closures_and_what_they_capture() {
    check("closures", &iteration::closures());
}

#[test]
fn iterators_and_adaptors() {
    check("iteration", &iteration::iteration());
}

#[test]
fn iterators_in_steps() {
    check("steps", &steps::cases());
}

#[test]
fn methods_of_slices() {
    check("slices", &slices::cases());
}

#[test]
fn methods_of_options() {
    check("options", &options::cases());
}

#[test]
fn iterators_slices_and_options_together() {
    check("combined", &combined::cases());
}

#[test]
fn generics_traits_and_operators() {
    check("generics", &language::generics());
}

#[test]
fn atomics_and_their_methods() {
    check("atomics", &atomics::cases());
}

#[test]
fn bindings_and_values() {
    check("bindings", &bindings::cases());
}

#[test]
fn casts_between_numbers() {
    check("casts", &casts::cases());
}

#[test]
fn branches_and_matches() {
    check("control", &control::cases());
}

#[test]
fn what_core_has() {
    check("core", &core_library::cases());
}

#[test]
fn methods_of_floats() {
    check("floats", &floats::cases());
}

#[test]
fn what_functions_return_and_constants_hold() {
    check("results", &results::cases());
}

#[test]
fn what_generated_kernels_found() {
    check("found", &found::cases());
}

#[test]
fn what_kernels_of_students_found() {
    check("found", &found::of_students());
}

#[test]
fn copies_of_what_keeps_a_state() {
    check("copies", &copies::states());
}

#[test]
fn how_many_items_are_asked_for() {
    check("effects", &effects::cases());
}

#[test]
fn orders_of_ones_own() {
    check("orders", &copies::orders());
}

#[test]
fn conversions_by_impls() {
    check("conversions", &copies::conversions());
}

#[test]
fn functions_and_structures() {
    check("functions", &functions::cases());
}

#[test]
fn inference_across_a_function() {
    check("inference", &inference::cases());
}

#[test]
fn integers_and_their_methods() {
    check("integers", &integers::cases());
}

#[test]
fn loops_of_all_kinds() {
    check("loops", &loops::cases());
}

#[test]
fn pointers_slices_and_arrays() {
    check("memory", &memory::cases());
}

#[test]
fn integers_of_128_bits_in_buffers() {
    check("wide", &wide::cases());
}

#[test]
fn enums_in_buffers() {
    check("layouts", &layouts::cases());
}

#[test]
fn pieces_of_the_language() {
    check("pieces", &pieces::cases());
}

#[test]
fn pointers_into_several_buffers() {
    check("ping_pong", &ping_pong::cases());
}

#[test]
fn bytes_and_other_narrow_numbers() {
    check("narrow", &narrow::cases());
}

#[test]
fn floats_of_16_bits() {
    check("halves", &halves::cases());
}

#[test]
fn threads_blocks_and_warps() {
    check("threads", &threads::cases());
}

#[test]
fn warps_with_masks_and_widths() {
    check("masked", &masked::cases());
}

#[test]
fn what_comes_from_cuda_c() {
    check("ports", &ports::cases());
}

#[test]
fn statics_in_shared_memory() {
    check("statics", &statics::cases());
}

#[test]
fn what_patterns_compare_with() {
    check("matched", &matched::cases());
}

#[test]
fn what_students_reach_for() {
    check("students", &students::cases());
}

#[test]
fn what_students_hand_in() {
    check("students", &students::kernels());
}

#[test]
fn vectors_and_matrices() {
    check("vectors", &vectors::cases());
}

#[test]
fn const_parameters_and_constants_as_patterns() {
    check("abstractions", &abstractions::cases());
}

#[test]
fn traits_of_core_for_types_of_the_program() {
    check("library", &library::cases());
}

#[test]
fn there_are_enough() {
    let themes = [
        abstractions::cases(),
        atomics::cases(),
        bindings::cases(),
        casts::cases(),
        control::cases(),
        copies::conversions(),
        copies::orders(),
        copies::states(),
        core_library::cases(),
        effects::cases(),
        floats::cases(),
        found::cases(),
        found::of_students(),
        functions::cases(),
        halves::cases(),
        inference::cases(),
        integers::cases(),
        language::enums(),
        language::patterns(),
        iteration::closures(),
        iteration::iteration(),
        language::generics(),
        layouts::cases(),
        wide::cases(),
        library::cases(),
        loops::cases(),
        masked::cases(),
        matched::cases(),
        memory::cases(),
        narrow::cases(),
        parameters::parameters(),
        pieces::cases(),
        ping_pong::cases(),
        ports::cases(),
        statics::cases(),
        students::cases(),
        students::kernels(),
        threads::cases(),
        vectors::cases(),
    ];
    let mut names: Vec<String> =
        themes.iter().flatten().map(|case| case.name().to_owned()).collect();
    let count = names.len();
    println!("{count} kernels");
    assert!(count >= 110, "only {count} kernels");
    names.sort();
    let twice: Vec<&String> =
        names.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| &pair[0]).collect();
    assert!(twice.is_empty(), "names of cases occur twice: {twice:?}");
}
