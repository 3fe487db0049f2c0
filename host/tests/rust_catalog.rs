//! The kernels of `gpu-kernels`, unchanged, read by `front::rust`: right on the
//! simulator, and the same to it as their twins in WGSL.

use naga::{Block, Expression, Span, Statement};
use rayon::prelude::*;
use std::sync::Arc;
use warpbench_catalog as catalog;
use warpbench_catalog::{Family, Variant};
use warpbench_cores::OneCore;
use warpbench_front::rust::lower::Options;
use warpbench_front::{Language, rust};
use warpbench_machine::model;
use warpbench_machine::sim::Schedule;
use warpbench_simulate::report::Simulation;
use warpbench_simulate::{Observe, Setup, prepare_problem};

const SEED: u64 = 7;

fn simulate(
    family: &'static Family,
    variant: &'static Variant,
    size: &[u64],
    language: Language,
    schedule: Schedule,
) -> Simulation {
    let setup = Setup {
        model: model::find("h200").expect("built in").clone(),
        language,
        schedule,
        most_instructions: 1 << 32,
        most_bytes: 1 << 30,
        cores: Arc::new(OneCore),
        observe: Observe::all(),
        dump: false,
    };
    let prepared = prepare_problem(family, variant, size, SEED, setup);
    let prepared = prepared.unwrap_or_else(|error| panic!("{}: {error}", variant.name));
    prepared.run().unwrap_or_else(|error| panic!("{}: {error}", variant.name))
}

/// Nothing, one, around a warp, no multiples of anything, several launches,
/// matrices that are not square.
fn sizes(variant: &Variant) -> &'static [&'static [u64]] {
    match variant.dimensions.len() {
        1 => &[&[0], &[1], &[31], &[33], &[1000], &[4097], &[70_001]],
        2 if variant.name.starts_with("copy") => &[&[0, 1], &[1, 1], &[33, 3], &[1000, 7]],
        2 => &[&[0, 5], &[1, 1], &[31, 33], &[40, 65], &[2, 64]],
        _ => &[&[0, 3, 3], &[1, 1, 1], &[31, 33, 17], &[64, 64, 64], &[20, 40, 36]],
    }
}

#[test]
fn every_kernel_is_right_at_awkward_sizes_under_every_schedule() {
    let variants: Vec<_> = catalog::variants().collect();
    variants.into_par_iter().for_each(|(family, variant)| {
        for size in sizes(variant) {
            for schedule in [Schedule::InOrder, Schedule::RoundRobin, Schedule::Shuffled(3)] {
                let run = simulate(family, variant, size, Language::Rust, schedule);
                let name = format!("{} at {size:?}, {schedule:?}", variant.name);
                assert!(run.checked, "{name}: {:?} {:?}", run.wrong, run.stopped);
                assert!(run.passed(), "{name}: {:#?}", run.findings);
            }
        }
    });
}

#[test]
fn every_statement_and_every_access_leads_back_to_the_text() {
    for (family, variant) in catalog::variants() {
        let (path, text) = family.rust_of(variant);
        let program = rust::read(text, &path).unwrap_or_else(|error| panic!("{error}"));
        let problem = variant.problem(&[64], SEED).expect("a small size");
        let launch = problem.launches.first().expect("something to launch");
        let options =
            Options { entry: launch.entry.clone(), block: launch.block, ..Options::default() };
        let lowered = rust::lower_checked(&program, &options, text, &path);
        let checked = lowered.unwrap_or_else(|error| panic!("{error}")).checked;
        let module = &checked.module;
        let functions = module.functions.iter().map(|(_, function)| function);
        let entries = module.entry_points.iter().map(|point| &point.function);
        for function in functions.chain(entries) {
            let within = |span: Span, what: &dyn std::fmt::Debug| {
                // A statement with a fact beside the module has a mark for its span.
                let place = checked.semantics.place(span);
                let range = place.to_range().filter(|range| range.end <= text.len());
                let words = range.map(|range| &text[range]).unwrap_or_default();
                assert!(!words.trim().is_empty(), "{}: {what:?} has no place", variant.name);
            };
            check_block(&function.body, &within);
            for (handle, expression) in function.expressions.iter() {
                if matches!(expression, Expression::Load { .. }) {
                    within(function.expressions.get_span(handle), expression);
                }
            }
        }
    }
}

fn check_block(block: &Block, within: &dyn Fn(Span, &dyn std::fmt::Debug)) {
    for (statement, span) in block.span_iter() {
        within(*span, statement);
        match statement {
            Statement::If { accept, reject, .. } => {
                check_block(accept, within);
                check_block(reject, within);
            }
            Statement::Loop { body, continuing, .. } => {
                check_block(body, within);
                check_block(continuing, within);
            }
            Statement::Switch { cases, .. } => {
                cases.iter().for_each(|case| check_block(&case.body, within));
            }
            Statement::Block(block) => check_block(block, within),
            _ => {}
        }
    }
}

#[test]
fn twins_do_the_same_to_memory() {
    let variants: Vec<_> = catalog::variants().collect();
    let different: Vec<String> = variants
        .into_par_iter()
        .flat_map_iter(|(family, variant)| {
            sizes(variant).iter().filter_map(move |size| {
                let [rust, wgsl] = [Language::Rust, Language::Wgsl].map(|language| {
                    let run = simulate(family, variant, size, language, Schedule::InOrder);
                    let counts = run.counters.expect("all is observed");
                    [
                        ("global requests", counts.global_requests),
                        ("sectors", counts.global_sectors),
                        ("shared requests", counts.shared_requests),
                        ("bank conflicts", counts.bank_conflicts),
                        ("barriers", counts.barriers),
                        ("divergent branches", counts.divergent_branches),
                    ]
                });
                (rust != wgsl).then(|| {
                    format!("{} at {size:?}:\n  Rust {rust:?}\n  WGSL {wgsl:?}", variant.name)
                })
            })
        })
        .collect();
    assert!(different.is_empty(), "{}", different.join("\n"));
}
