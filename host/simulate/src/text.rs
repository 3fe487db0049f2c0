//! A text with a case.

use super::account::{LaunchNeeds, MemoryPlan};
use super::buffers::{bytes, cut, fill, read_back};
use super::observers::ObserverSet;
use super::recording::{LaunchToRecord, Recording, RecordingRequest};
use super::registers::RegisterUse;
use super::report::{BufferDump, Simulation};
use super::run::{self, Outcome, Prepared, Workload};
use super::{Setup, SimulateError};
use warpbench_case::bind::{BoundBuffer, bind};
use warpbench_case::rust::lower_case;
use warpbench_case::{Case, Comparison, kernel, read_wgsl};
use warpbench_front::{Language, Source, SourceNames};
use warpbench_machine::sim::code::Code;

/// A kernel with its buffers.
#[derive(Debug)]
pub(super) struct TextRun {
    language: Language,
    code: Code,
    names: SourceNames,
    grid: [u32; 3],
    bound: Vec<BoundBuffer>,
}

/// Reads and compiles a text, and binds what the case has for it.
pub fn prepare_text(
    source: Source,
    mut case: Case,
    setup: Setup,
) -> Result<Prepared, SimulateError> {
    let language = Language::of(&source.path);
    let (entry, checked, declared) = match language {
        Language::Wgsl => read_wgsl(&source, &case)?,
        Language::Rust => {
            let (entry, lowered) = lower_case(&source, &mut case)?;
            let declared = kernel::buffers(&lowered.checked, &entry);
            (entry, lowered.checked, declared)
        }
    };
    let mut code = run::compile(&checked, &entry, &setup)
        .map_err(|error| SimulateError::compile(error, &source))?;
    if let Some(wanted) = case.block.filter(|block| *block != code.block) {
        let (case, own) = (case.path, code.block);
        return Err(SimulateError::Block { case, entry, wanted, own });
    }
    let grid = case.grid;
    run::check_launch(&code, grid, &setup)?;
    let (bound, mut warnings) = bind(case, &entry, &declared)?;
    cut(&mut code, &bound, language);
    let occupancy = run::occupancy(&code, RegisterUse::UNKNOWN, &setup, &mut warnings);
    let needs = LaunchNeeds::new(&code, grid, bytes(&code, &bound, language))?;
    // What the case has stays beside what the machine works on.
    let words: u64 = needs.buffer_bytes.iter().map(|&bytes| u64::from(bytes)).sum();
    let given = |bound: &BoundBuffer| {
        let expected = bound.buffer.expected.as_ref().map_or(0, |expected| expected.bytes.len());
        (bound.buffer.bytes.len() + expected) as u64
    };
    let present = bound.iter().map(given).sum();
    let plan = MemoryPlan::new(&setup, &[needs], words.saturating_add(present), present)?;
    let known = Simulation {
        kernel: entry,
        source,
        model: setup.model.name.clone(),
        grid: Some(grid),
        block: Some(code.block),
        launches: 1,
        occupancy,
        tolerance: None,
        unwatched: plan.unwatched.clone(),
        warnings,
        ..Simulation::default()
    };
    let workload =
        Workload::Text(Box::new(TextRun { language, code, names: checked.names, grid, bound }));
    Ok(Prepared { setup, workload, plan, known })
}

impl TextRun {
    pub(super) fn record(
        &self,
        entry: &str,
        setup: &Setup,
        text: &str,
        request: &RecordingRequest,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<Recording, SimulateError> {
        let buffers = fill(&self.code, &self.bound, self.language);
        let launch = LaunchToRecord {
            code: &self.code,
            names: &self.names,
            entry,
            grid: self.grid,
            buffers,
        };
        launch.record(setup, text, &RecordingRequest { launch: 0, ..request.clone() }, go_on)
    }

    pub(super) fn run(
        mut self,
        setup: &Setup,
        text: &str,
        observers: &mut ObserverSet<'_>,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<Outcome, SimulateError> {
        let mut buffers = fill(&self.code, &self.bound, self.language);
        let stopped =
            run::launch(&self.code, self.grid, &mut buffers, setup, text, observers, go_on)?;
        read_back(&self.code, &buffers, &mut self.bound);
        let mut comparison = Comparison::default();
        for BoundBuffer { variable, buffer } in &self.bound {
            if let Some(expected) = &buffer.expected {
                let pair = (buffer.bytes.as_slice(), expected.bytes.as_slice());
                comparison.add(&variable.name, buffer.scalar, pair, expected.tolerance);
            }
        }
        let dump = |bound: &BoundBuffer| BufferDump {
            group: bound.variable.group,
            binding: bound.variable.binding,
            name: bound.variable.name.clone(),
            scalar: bound.buffer.scalar,
            data: bound.buffer.scalar.decode(&bound.buffer.bytes).collect(),
        };
        let shown = self.bound.iter().filter(|bound| bound.is_of_case(self.language));
        let buffers = if setup.dump { shown.map(dump).collect() } else { Vec::new() };
        Ok(Outcome { stopped, comparison, buffers })
    }
}
