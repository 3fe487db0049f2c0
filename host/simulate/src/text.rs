//! A text with a case.

use super::account::{LaunchNeeds, MemoryPlan};
use super::buffers::{bytes, cut, fill, read_back};
use super::observers::ObserverSet;
use super::recording::{LaunchToRecord, Recording, RecordingRequest};
use super::registers::RegisterUse;
use super::report::{BufferDump, Simulation};
use super::run::{self, Outcome, Prepared, Workload};
use super::{Setup, SimulateError};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use warpbench_case::bind::{BoundBuffer, bind};
use warpbench_case::kernel::Declared;
use warpbench_case::rust::CaseProgram;
use warpbench_case::{Case, Comparison, kernel, read_wgsl};
use warpbench_front::wgsl::Checked;
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
    /// What it takes to run with all bits of `usize`, where it has words.
    again: Option<Again>,
}

/// A case as it was given, but for its buffers.
#[derive(Debug)]
struct Again {
    case: Case,
    full: Arc<OnceLock<Result<Arc<ReadText>, SimulateError>>>,
}

/// A text that was read for launches of one kind: any sizes and values, but one block,
/// and the same constants. Reading and compiling is done once, however often it is run.
#[derive(Debug)]
pub struct ReadText {
    source: Source,
    kernel: ReadKernel,
    declared: Vec<Declared>,
    kind: LaunchKind,
    /// The same with all bits of `usize`, once a run has needed them.
    full: Arc<OnceLock<Result<Arc<ReadText>, SimulateError>>>,
    /// Without [checks](run::has_checks), and with them; or why it cannot be compiled,
    /// which may take as long to find out.
    code: [OnceLock<Result<Code, SimulateError>>; 2],
}

#[derive(Debug)]
enum ReadKernel {
    Wgsl { entry: String, checked: Box<Checked> },
    Rust(Box<CaseProgram>),
}

/// What of a case is part of the kernel's code.
#[derive(Debug, PartialEq)]
struct LaunchKind {
    entry: Option<String>,
    block: Option<[u32; 3]>,
    overrides: BTreeMap<String, f64>,
    dynamic_shared_bytes: u32,
}

impl LaunchKind {
    fn of(case: &Case) -> LaunchKind {
        LaunchKind {
            entry: case.entry.clone(),
            block: case.block,
            overrides: case.overrides.clone(),
            dynamic_shared_bytes: case.dynamic_shared_bytes,
        }
    }
}

/// Reads and compiles a text, and binds what the case has for it.
pub fn prepare_text(source: Source, case: Case, setup: Setup) -> Result<Prepared, SimulateError> {
    ReadText::read(source, &case)?.prepare(case, setup)
}

impl ReadText {
    /// Reads a text as the case launches it.
    pub fn read(source: Source, case: &Case) -> Result<ReadText, SimulateError> {
        ReadText::read_as(source, case, false)
    }

    fn read_as(source: Source, case: &Case, full_usize: bool) -> Result<ReadText, SimulateError> {
        let (kernel, declared) = match Language::of(&source.path) {
            Language::Wgsl => {
                let (entry, checked, declared) = read_wgsl(&source, case)?;
                (ReadKernel::Wgsl { entry, checked: Box::new(checked) }, declared)
            }
            Language::Rust => {
                let read = CaseProgram::read(&source, case, full_usize)?;
                let declared = kernel::buffers(&read.lowered.checked, &read.entry);
                (ReadKernel::Rust(Box::new(read)), declared)
            }
        };
        let kind = LaunchKind::of(case);
        let (full, code) = Default::default();
        Ok(ReadText { source, kernel, declared, kind, full, code })
    }

    /// Whether a case launches it as it was read.
    pub fn is_for(&self, case: &Case) -> bool {
        let has_room = match &self.kernel {
            ReadKernel::Wgsl { .. } => true,
            ReadKernel::Rust(read) => read.has_room_for(case),
        };
        has_room && self.kind == LaunchKind::of(case)
    }

    fn checked(&self) -> (&str, &Checked) {
        match &self.kernel {
            ReadKernel::Wgsl { entry, checked } => (entry, checked),
            ReadKernel::Rust(read) => (&read.entry, &read.lowered.checked),
        }
    }

    fn code(&self, setup: &Setup) -> Result<Code, SimulateError> {
        let compile = || {
            let (entry, checked) = self.checked();
            run::compile(checked, entry, setup)
                .map_err(|error| SimulateError::compile(error, &self.source))
        };
        self.code[usize::from(run::has_checks(setup))].get_or_init(compile).clone()
    }

    /// Binds what the case has for it. The case must be one that it [is for](Self::is_for).
    pub fn prepare(&self, mut case: Case, setup: Setup) -> Result<Prepared, SimulateError> {
        let language = Language::of(&self.source.path);
        let mut again = None;
        if let ReadKernel::Rust(read) = &self.kernel {
            if !read.lowered.full_usize {
                let case = Case { buffers: Vec::new(), ..case.clone() };
                again = Some(Again { case, full: Arc::clone(&self.full) });
            }
            read.complete(&mut case)?;
        }
        let (entry, checked) = self.checked();
        let mut code = self.code(&setup)?;
        if let Some(wanted) = case.block.filter(|block| *block != code.block) {
            let (case, entry, own) = (case.path, entry.to_owned(), code.block);
            return Err(SimulateError::Block { case, entry, wanted, own });
        }
        let grid = case.grid;
        run::check_launch(&code, grid, &setup)?;
        let (bound, mut warnings) = bind(case, entry, &self.declared)?;
        cut(&mut code, &bound, language);
        let occupancy = run::occupancy(&code, RegisterUse::UNKNOWN, &setup, &mut warnings);
        let needs = LaunchNeeds::new(&code, grid, bytes(&code, &bound, language))?;
        // What the case has stays beside what the machine works on.
        let words: u64 = needs.buffer_bytes.iter().map(|&bytes| u64::from(bytes)).sum();
        let given = |bound: &BoundBuffer| {
            let expected =
                bound.buffer.expected.as_ref().map_or(0, |expected| expected.bytes.len());
            (bound.buffer.bytes.len() + expected) as u64
        };
        let present = bound.iter().map(given).sum();
        let plan = MemoryPlan::new(&setup, &[needs], words.saturating_add(present), present)?;
        let known = Simulation {
            kernel: entry.to_owned(),
            source: self.source.clone(),
            model: setup.model.name.clone(),
            grid: Some(grid),
            block: Some(code.block),
            launches: 1,
            has_atomics: code.has_atomics(),
            occupancy,
            tolerance: None,
            unwatched: plan.unwatched.clone(),
            warnings,
            ..Simulation::default()
        };
        let names = checked.names.clone();
        let workload =
            Workload::Text(Box::new(TextRun { language, code, names, grid, bound, again }));
        Ok(Prepared { setup, workload, plan, known })
    }
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

    /// The same with all bits of `usize`; nothing where it has them. What the buffers of
    /// the case hold goes along.
    pub(super) fn in_full(
        &self,
        source: &Source,
        setup: &Setup,
    ) -> Option<Result<Prepared, SimulateError>> {
        let Again { case, full } = self.again.as_ref()?;
        let own = self.bound.iter().filter(|bound| bound.is_of_case(self.language));
        let buffers = own.map(|bound| bound.buffer.clone()).collect();
        let case = Case { buffers, ..case.clone() };
        let read = || ReadText::read_as(source.clone(), &case, true).map(Arc::new);
        let read = full.get_or_init(read).clone();
        Some(read.and_then(|read| read.prepare(case, setup.clone())))
    }

    pub(super) fn run(
        &mut self,
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
