//! A text with a case.

use super::bind::{self, Bound};
use super::case::{Case, CaseError};
use super::compare::Comparison;
use super::kernel::{self, Declared};
use super::recording::{Recording, Take, Wanted};
use super::registers::Registers;
use super::report::{BufferDump, Simulation, Source};
use super::run::{self, Outcome, Prepared, Work};
use super::rust::lower_case;
use super::watch::Watch;
use super::{Setup, SimulateError};
use crate::front::{Language, overrides, wgsl};
use crate::sim::code::Code;
use crate::sim::compile;

/// A kernel with its buffers.
#[derive(Debug)]
pub(super) struct TextRun {
    language: Language,
    code: Code,
    grid: [u32; 3],
    bound: Vec<Bound>,
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
    let code = compile(&checked, &entry).map_err(|error| SimulateError::compile(error, &source))?;
    if let Some(wanted) = case.block.filter(|block| *block != code.block) {
        let (case, own) = (case.path, code.block);
        return Err(SimulateError::Block { case, entry, wanted, own });
    }
    run::check_block(&code, &setup)?;
    let grid = case.grid;
    let (bound, mut warnings) = bind::bind(case, &entry, &declared)?;
    let occupancy = run::occupancy(&code, Registers::UNKNOWN, &setup, &mut warnings);
    let known = Simulation {
        kernel: entry,
        source,
        model: setup.model.name.clone(),
        grid: Some(grid),
        block: Some(code.block),
        launches: 1,
        occupancy,
        tolerance: None,
        warnings,
        ..Simulation::default()
    };
    let work = Work::Text(Box::new(TextRun { language, code, grid, bound }));
    Ok(Prepared { setup, work, known })
}

/// The kernel of a text in WGSL, with the case's overrides, and its buffers.
fn read_wgsl(
    source: &Source,
    case: &Case,
) -> Result<(String, wgsl::Checked, Vec<Declared>), SimulateError> {
    if !case.scalars.is_empty() {
        return Err(SimulateError::Case(CaseError::Value {
            path: case.path.clone(),
            reason:
                "[scalars] is for kernels in Rust; a kernel in WGSL reads them from a uniform, \
                     which is a [[buffer]] of the case"
                    .to_owned(),
        }));
    }
    let checked = wgsl::check(&source.text, &source.path)?;
    let entry = choose(&kernel::entries(&checked), case, source)?;
    let applied = overrides::apply(&checked, &entry, &case.overrides)
        .map_err(|reason| SimulateError::Overrides { case: case.path.clone(), reason })?;
    let declared = declared(&checked, applied.as_ref(), &entry);
    Ok((entry, applied.unwrap_or(checked), declared))
}

/// The buffers of a text, with the sizes that overrides give them. What a kernel
/// does not use is not in the module any more once overrides are applied, but a
/// case may still name it.
fn declared(
    checked: &wgsl::Checked,
    applied: Option<&wgsl::Checked>,
    entry: &str,
) -> Vec<Declared> {
    let mut declared = kernel::buffers(checked, entry);
    let resolved = applied.map(|applied| kernel::buffers(applied, entry)).unwrap_or_default();
    for resolved in resolved {
        let key = |buffer: &Declared| (buffer.group, buffer.binding, buffer.name.clone());
        if let Some(same) = declared.iter_mut().find(|buffer| key(buffer) == key(&resolved)) {
            *same = resolved;
        }
    }
    declared
}

/// The kernel of a text that a case is for.
pub(super) fn choose(
    entries: &[&str],
    case: &Case,
    source: &Source,
) -> Result<String, SimulateError> {
    let owned = || entries.iter().map(|&entry| entry.to_owned()).collect();
    match (case.entry.as_deref(), entries) {
        (_, []) => Err(SimulateError::NoKernel {
            path: source.path.clone(),
            mark: match Language::of(&source.path) {
                Language::Wgsl => "@compute @workgroup_size(64)",
                Language::Rust => "#[kernel]",
            },
        }),
        (None, [only]) => Ok((*only).to_owned()),
        (None, _) => Err(SimulateError::WhichKernel { case: case.path.clone(), entries: owned() }),
        (Some(entry), known) if known.contains(&entry) => Ok(entry.to_owned()),
        (Some(entry), _) => Err(SimulateError::UnknownKernel {
            case: case.path.clone(),
            path: source.path.clone(),
            entry: entry.to_owned(),
            entries: owned(),
        }),
    }
}

impl TextRun {
    pub(super) fn record(
        &self,
        entry: &str,
        setup: &Setup,
        text: &str,
        wanted: &Wanted,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<Recording, SimulateError> {
        let buffers = bind::fill(&self.code, &self.bound, self.language);
        let take = Take { code: &self.code, entry, grid: self.grid, buffers };
        take.record(setup, text, &Wanted { launch: 0, ..wanted.clone() }, go_on)
    }

    pub(super) fn run(
        mut self,
        setup: &Setup,
        text: &str,
        watch: &mut Watch<'_>,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<Outcome, SimulateError> {
        let mut buffers = bind::fill(&self.code, &self.bound, self.language);
        let stopped = run::launch(&self.code, self.grid, &mut buffers, setup, text, watch, go_on)?;
        bind::read_back(&self.code, &buffers, &mut self.bound);
        let mut comparison = Comparison::default();
        for Bound { variable, buffer } in &self.bound {
            if let Some(expected) = &buffer.expected {
                let pair = (buffer.bytes.as_slice(), expected.bytes.as_slice());
                comparison.add(&variable.name, buffer.scalar, pair, expected.tolerance);
            }
        }
        let dump = |bound: &Bound| BufferDump {
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
