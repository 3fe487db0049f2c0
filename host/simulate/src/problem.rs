//! A problem of the catalogue.

use super::account::{LaunchNeeds, MemoryPlan};
use super::observers::ObserverSet;
use super::recording::{LaunchToRecord, Recording, RecordingRequest, machine};
use super::report::{BufferDump, Simulation};
use super::run::{self, Outcome, Prepared, Workload};
use super::{Setup, SimulateError, cores, registers};
use crate::bindings::LaunchBindings;
use std::collections::BTreeMap;
use warpbench_case::Comparison;
use warpbench_case::number::Scalar;
use warpbench_catalog::{
    Argument, Buffer, Element, Family, Launch, Precision, Problem, Values, Variant,
};
use warpbench_front::rust::lower::Options;
use warpbench_front::{Language, Source, SourceNames, rust, wgsl};
use warpbench_machine::sim::code::Code;
use warpbench_machine::sim::{Buffers, MOST_BUFFER_BYTES};

/// A variant at a size, with the code of every kernel that it launches.
#[derive(Debug)]
pub(super) struct ProblemRun {
    variant: &'static Variant,
    size: Vec<u64>,
    problem: Problem,
    /// By the kernel's name and its block.
    codes: BTreeMap<(String, [u32; 3]), KernelCode>,
    /// What it takes to run with all bits of `usize`, where it has words.
    again: Option<(&'static Family, u64, Edited)>,
}

/// A kernel of the catalogue that somebody has changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edited {
    /// Its text, in place of the catalogue's.
    pub text: Option<String>,
    /// Blocks of its first launch, x, y, z.
    pub grid: Option<[u32; 3]>,
    /// Threads per block of its first launch, x, y, z. A kernel in WGSL says its
    /// own.
    pub block: Option<[u32; 3]>,
    /// Whether it is given small whole numbers, which can be followed by eye.
    pub in_whole_numbers: bool,
}

/// Builds the problem of a variant at a size and compiles its kernels.
pub fn prepare_problem(
    family: &'static Family,
    variant: &'static Variant,
    size: &[u64],
    seed: u64,
    setup: Setup,
) -> Result<Prepared, SimulateError> {
    prepare_edited(family, variant, size, seed, &Edited::default(), setup)
}

/// The same with a text or a launch that somebody has changed.
pub fn prepare_edited(
    family: &'static Family,
    variant: &'static Variant,
    size: &[u64],
    seed: u64,
    edited: &Edited,
    setup: Setup,
) -> Result<Prepared, SimulateError> {
    prepare_as(family, variant, size, seed, edited, (setup, false))
}

fn prepare_as(
    family: &'static Family,
    variant: &'static Variant,
    size: &[u64],
    seed: u64,
    edited: &Edited,
    (setup, full_usize): (Setup, bool),
) -> Result<Prepared, SimulateError> {
    let size = variant.size(size)?;
    let mut problem = variant.problem(&size, seed)?;
    if edited.in_whole_numbers {
        problem = problem.in_whole_numbers();
    }
    if let Some(large) = problem.buffers.iter().find(|buffer| buffer.bytes() > MOST_BUFFER_BYTES) {
        let (name, bytes) = (large.name.clone(), large.bytes());
        return Err(SimulateError::Oversized { name, bytes });
    }
    let (bytes, most) = (problem.bytes_held(), setup.most_bytes);
    if bytes > most {
        return Err(SimulateError::Memory { what: "the buffers", bytes, most });
    }
    if let Some(first) = problem.launches.first_mut() {
        first.grid = edited.grid.unwrap_or(first.grid);
        if setup.language == Language::Rust {
            first.block = edited.block.unwrap_or(first.block);
        }
    }
    let (path, original) = match setup.language {
        Language::Wgsl => family.wgsl_of(variant),
        Language::Rust => family.rust_of(variant),
    };
    let source = Source { path, text: edited.text.as_deref().unwrap_or(original).to_owned() };
    let codes = codes(&source, &problem.launches, &setup, full_usize)?;
    let plan = plan(&problem, &codes, &setup)?;
    let mut warnings = Vec::new();
    // Where there are helpers, the kernel itself is what one wants to know about.
    let launches = &problem.launches;
    let main = launches.iter().find(|l| l.entry == variant.name).or(launches.first());
    let occupancy = main.and_then(|launch| {
        let registers = registers::of_kernel(&launch.entry, &setup.model);
        run::occupancy(&codes[&key(launch)].code, registers, &setup, &mut warnings)
    });
    let known = Simulation {
        kernel: variant.name.to_owned(),
        source,
        model: setup.model.name.clone(),
        size: Some(size.clone()),
        grid: launches.first().map(|launch| launch.grid),
        block: launches.first().map(|launch| launch.block),
        launches: launches.len(),
        has_atomics: codes.values().any(|compiled| compiled.code.has_atomics()),
        occupancy,
        tolerance: Some(problem.tolerance),
        unwatched: plan.unwatched.clone(),
        warnings,
        ..Simulation::default()
    };
    let again = (!full_usize).then(|| (family, seed, edited.clone()));
    let workload = Workload::Problem(Box::new(ProblemRun { variant, size, problem, codes, again }));
    Ok(Prepared { setup, workload, plan, known })
}

/// What there is room for. The buffers are there for the whole run, and so is what the
/// output is compared with, which is put together of pieces.
fn plan(
    problem: &Problem,
    codes: &BTreeMap<(String, [u32; 3]), KernelCode>,
    setup: &Setup,
) -> Result<MemoryPlan, SimulateError> {
    let bytes: Vec<u64> = problem.buffers.iter().map(Buffer::bytes).collect();
    let needs = problem.launches.iter().map(|launch| {
        let (code, bound) = (&codes[&key(launch)].code, LaunchBindings::of(launch));
        let buffers = code.buffers.iter().map(|slot| bound.bytes(slot, &bytes));
        LaunchNeeds::new(code, launch.grid, buffers.collect::<Vec<_>>())
    });
    let needs = needs.collect::<Result<Vec<_>, _>>()?;
    let expected = bytes.get(problem.output).copied().unwrap_or(0);
    let held = problem.bytes_held().saturating_add(expected.saturating_mul(2));
    MemoryPlan::new(setup, &needs, held, 0)
}

/// The code of every kernel that is launched.
fn codes(
    source: &Source,
    launches: &[Launch],
    setup: &Setup,
    full_usize: bool,
) -> Result<BTreeMap<(String, [u32; 3]), KernelCode>, SimulateError> {
    let text = match setup.language {
        Language::Wgsl => Text::Wgsl(Box::new(wgsl::check(&source.text, &source.path)?)),
        Language::Rust => Text::Rust(rust::read(&source.text, &source.path)?),
    };
    let mut codes = BTreeMap::new();
    for launch in launches {
        if let Some(KernelCode { code, .. }) = codes.get(&key(launch)) {
            run::check_launch(code, launch.grid, setup)?;
            continue;
        }
        let lowered;
        let checked = match &text {
            Text::Wgsl(checked) => checked.as_ref(),
            Text::Rust(program) => {
                let options = Options {
                    entry: launch.entry.clone(),
                    block: launch.block,
                    full_usize,
                    ..Options::default()
                };
                lowered = rust::lower_checked(program, &options, &source.text, &source.path)?;
                &lowered.checked
            }
        };
        let code = run::compile(checked, &launch.entry, setup)
            .map_err(|error| SimulateError::compile(error, source))?;
        run::check_launch(&code, launch.grid, setup)?;
        codes.insert(key(launch), KernelCode { code, names: checked.names.clone() });
    }
    Ok(codes)
}

/// What tells the code of a launch from others: in Rust the launch chooses the
/// block.
fn key(launch: &Launch) -> (String, [u32; 3]) {
    (launch.entry.clone(), launch.block)
}

/// What is run of a kernel, and what its source calls its variables.
#[derive(Debug)]
struct KernelCode {
    code: Code,
    names: SourceNames,
}

/// A text that has been read.
enum Text {
    Wgsl(Box<wgsl::Checked>),
    Rust(rust::hir::Crate),
}

impl ProblemRun {
    pub(super) fn record(
        &self,
        setup: &Setup,
        text: &str,
        request: &RecordingRequest,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<Recording, SimulateError> {
        let mut contents = self.problem.contents(&*setup.cores);
        let last = request.launch.min(self.problem.launches.len().saturating_sub(1));
        for (number, launch) in self.problem.launches.iter().enumerate().take(last + 1) {
            let KernelCode { code, names } = &self.codes[&key(launch)];
            let bound = LaunchBindings::of(launch);
            let words = code.buffers.iter().map(|slot| bound.words(slot, &contents));
            let mut buffers = Buffers(words.collect());
            if number == last {
                let recorded = LaunchToRecord {
                    code,
                    names,
                    entry: &launch.entry,
                    grid: launch.grid,
                    buffers,
                };
                return recorded.record(
                    setup,
                    text,
                    &RecordingRequest { launch: last, ..request.clone() },
                    go_on,
                );
            }
            let machine = machine(setup, code, launch.grid);
            cores::run(code, &machine, &mut buffers, &mut (), &*setup.cores, go_on)?;
            bound.write_back(code, &buffers, &mut contents);
        }
        // There is nothing to do at this size.
        Ok(Recording::default())
    }

    /// The same with all bits of `usize`; nothing where it has them.
    pub(super) fn in_full(&self, setup: &Setup) -> Option<Result<Prepared, SimulateError>> {
        let (family, seed, edited) = self.again.as_ref()?;
        let setup = (setup.clone(), true);
        Some(prepare_as(family, self.variant, &self.size, *seed, edited, setup))
    }

    pub(super) fn run(
        &self,
        setup: &Setup,
        text: &str,
        observers: &mut ObserverSet<'_>,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<Outcome, SimulateError> {
        let problem = &self.problem;
        let mut contents = problem.contents(&*setup.cores);
        let expected =
            self.variant.reference(&*setup.cores, &self.size, &contents, Precision::Double);
        let mut stopped = None;
        for launch in &problem.launches {
            let code = &self.codes[&key(launch)].code;
            let bound = LaunchBindings::of(launch);
            let mut taken = bound.take(code, &mut contents);
            let buffers = &mut taken.buffers;
            stopped = run::launch(code, launch.grid, buffers, setup, text, observers, go_on)?;
            bound.put_back(code, taken, &mut contents);
            if stopped.is_some() {
                break;
            }
        }
        let output = &contents[problem.output];
        let mut comparison = Comparison::default();
        comparison.add(
            &problem.buffers[problem.output].name,
            scalar(output.element()),
            (output.as_bytes(), expected.as_bytes()),
            problem.tolerance,
        );
        let buffers = if setup.dump { dump(problem, &contents) } else { Vec::new() };
        Ok(Outcome { stopped, comparison, buffers })
    }
}

fn scalar(element: Element) -> Scalar {
    match element {
        Element::F32 => Scalar::F32,
        Element::I32 => Scalar::I32,
        Element::U32 => Scalar::U32,
    }
}

/// The buffers with the binding that they have in their first launch.
fn dump(problem: &Problem, contents: &[Values]) -> Vec<BufferDump> {
    let binding = |index: usize| {
        problem.launches.iter().find_map(|launch| {
            let buffers = launch.arguments.iter().filter_map(|argument| match argument {
                Argument::Slice(buffer) | Argument::Pointer(buffer) => Some(*buffer),
                _ => None,
            });
            buffers.enumerate().find(|&(_, buffer)| buffer == index).map(|(at, _)| at as u32)
        })
    };
    let buffers = problem.buffers.iter().zip(contents).enumerate();
    let dumps = buffers.map(|(index, (buffer, values))| {
        let scalar = scalar(buffer.element);
        BufferDump {
            group: 0,
            binding: binding(index).unwrap_or(index as u32),
            name: buffer.name.clone(),
            scalar,
            data: scalar.decode(values.as_bytes()).collect(),
        }
    });
    dumps.collect()
}
