//! Translated program: its kernels, what the passes found, the host's steps, whether the
//! result is right, and the launch that is stepped.

use super::places::{lines_of, origins};
use super::staged::StagedProgram;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;
use warpbench_case::{Case, CaseKind};
use warpbench_common::disk::Disk;
use warpbench_common::program::AnnotatedProgram;
use warpbench_common::program::log::HostStep;
use warpbench_common::program::reference::Reference;
use warpbench_common::program::run::ProgramRun;
use warpbench_derive::explain::{PassReport, explain};
use warpbench_derive::text;
use warpbench_derive::tree::{Stmt, StmtKind};
use warpbench_front::Source;
use warpbench_machine::finding::Severity;
use warpbench_simulate::report::Simulation;
use warpbench_simulate::{Prepared, ReadText, Setup, SimulateError};

/// A program with what was made of it.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Translated {
    /// The text that it was made of.
    pub program: Arc<str>,
    pub kernels: Arc<str>,
    /// For each line of the kernels the lines of the program that it comes from.
    pub origins: Vec<Vec<u32>>,
    /// The loops of the program, those outside first.
    pub loops: Vec<SequentialLoop>,
    pub passes: Vec<Pass>,
    pub steps: Vec<StripStep>,
    /// Which launch is stepped, and its kernel.
    pub launch: usize,
    pub kernel: String,
    pub verdict: Verdict,
}

/// A loop of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SequentialLoop {
    pub variable: String,
    pub lines: RangeInclusive<u32>,
}

/// What a pass found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pass {
    pub name: String,
    pub found: String,
    /// The lines of the program that it looked at.
    pub lines: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StripKind {
    Allocate,
    Clear,
    CopyIn,
    CopyOut,
    Launch,
    Free,
}

/// Something that the host did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StripStep {
    pub kind: StripKind,
    /// The variable or the kernel.
    pub name: String,
    /// How many bytes it moves or makes; for a launch, none.
    pub bytes: u64,
    /// What else there is to say.
    pub detail: String,
    /// The shape of a launch, without ones at the end.
    pub shape: String,
    /// The line of the program that says so.
    pub line: u32,
    /// Which launch it is, for one.
    pub launch: Option<usize>,
    /// How many errors were found in it.
    pub errors: usize,
}

/// Whether the kernels compute what the sequential program does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    Right,
    /// Says what is wrong.
    Wrong(String),
    /// There was nothing to compare with; says why.
    NotCompared(String),
}

/// Why there is nothing to step.
#[derive(Debug)]
pub struct Refusal {
    pub reason: String,
    /// Whether the text is at fault, whose mistakes the editor shows.
    pub is_text: bool,
}

impl From<SimulateError> for Refusal {
    fn from(error: SimulateError) -> Refusal {
        Refusal { is_text: error.is_of_text(), reason: error.to_string() }
    }
}

impl From<anyhow::Error> for Refusal {
    fn from(error: anyhow::Error) -> Refusal {
        Refusal { reason: format!("{error:#}"), is_text: false }
    }
}

/// Translates a program, runs it, and prepares a launch of it to be stepped.
pub fn prepare(
    staged: &StagedProgram,
    text: &str,
    launch: usize,
    setup: Setup,
    (time, elapsed): (Duration, &(dyn Fn() -> Duration + Sync)),
) -> Result<(Translated, Prepared), Refusal> {
    let source = Source { path: format!("{}.rs", staged.name), text: text.to_owned() };
    let program = AnnotatedProgram::read(source)?;
    let case = case(staged, &program, setup.most_bytes)?;
    let run = program.simulate(&case, &setup, Some(launch), (time, elapsed))?;
    let Some(looked_at) = run.looked_at.clone() else {
        let reason = format!("`{}` launches no kernel with these values", run.function.name);
        return Err(Refusal { reason, is_text: false });
    };
    let kernel = looked_at.entry.clone().unwrap_or_default();
    let kernels = program.kernels();
    let read = ReadText::read(kernels.clone(), &looked_at)?;
    let prepared = read.prepare(looked_at, setup)?;
    let pass = |report: PassReport| {
        let lines = report.places.iter().flat_map(|span| lines_of(*span, text));
        Pass { name: report.pass.to_owned(), found: report.found, lines: lines.collect() }
    };
    let translated = Translated {
        program: text.into(),
        kernels: kernels.text.into(),
        origins: origins(&program.translation.lines, text),
        loops: loops(&program),
        passes: explain(&program.translation).into_iter().map(pass).collect(),
        steps: strip(&run),
        launch: launch.min(run.launches.len().saturating_sub(1)),
        kernel,
        verdict: verdict(&run),
    };
    Ok((translated, prepared))
}

fn loops(program: &AnnotatedProgram) -> Vec<SequentialLoop> {
    fn collect(stmts: &[Stmt], text: &str, found: &mut Vec<SequentialLoop>) {
        for stmt in stmts {
            if let StmtKind::For(own) = &stmt.kind {
                let whole = stmt.origins.first().copied().unwrap_or(own.span);
                let (first, last) = text::lines(text, whole);
                found.push(SequentialLoop { variable: own.var.clone(), lines: first..=last });
            }
            for body in stmt.blocks() {
                collect(body, text, found);
            }
        }
    }
    let mut found = Vec::new();
    for function in &program.translation.parsed.program.functions {
        collect(&function.body, &program.source.text, &mut found);
    }
    found
}

/// What the program is called with: as its case says, or made up.
fn case(
    staged: &StagedProgram,
    program: &AnnotatedProgram,
    most_bytes: u64,
) -> Result<Case, Refusal> {
    let made_up = || program.skeletons().into_iter().next().map(|own| own.text.into());
    let text: Arc<str> = staged.case.clone().or_else(made_up).unwrap_or_default();
    let case = Case::parse_for(CaseKind::Program, &text, &staged.case_path, most_bytes, &Disk);
    Ok(case.map_err(SimulateError::from)?)
}

fn strip(run: &ProgramRun<'_>) -> Vec<StripStep> {
    let mut launches = run.launches.iter().enumerate();
    run.steps.iter().map(|step| strip_step(step, &mut launches)).collect()
}

fn strip_step<'r>(
    step: &HostStep,
    launches: &mut impl Iterator<Item = (usize, &'r Simulation)>,
) -> StripStep {
    let pieces = |pieces: usize| match pieces {
        1 => "in one piece".to_owned(),
        _ => format!("in {pieces} pieces"),
    };
    let (kind, name, bytes, detail, line) = match step.clone() {
        HostStep::Allocate { name, memory, bytes, line } => {
            (StripKind::Allocate, name, bytes, format!("{memory} memory"), line)
        }
        HostStep::Clear { name, bytes, line } => {
            (StripKind::Clear, name, bytes, "filled with zeros".to_owned(), line)
        }
        HostStep::CopyIn { name, bytes, pieces: count, line } => {
            (StripKind::CopyIn, name, bytes, pieces(count), line)
        }
        HostStep::CopyOut { name, bytes, pieces: count, line } => {
            (StripKind::CopyOut, name, bytes, pieces(count), line)
        }
        HostStep::Launch { kernel, grid: [x, y, z], block: [tx, ty, tz], line } => {
            let detail = format!("{x}×{y}×{z} blocks of {tx}×{ty}×{tz} threads");
            (StripKind::Launch, kernel, 0, detail, line)
        }
        HostStep::Free { name, line } => (StripKind::Free, name, 0, "given back".to_owned(), line),
    };
    let launched = (kind == StripKind::Launch).then(|| launches.next()).flatten();
    let errors = launched.map_or(0, |(_, report)| {
        report.findings.iter().filter(|found| found.severity == Severity::Error).count()
    });
    let launch = launched.map(|(number, _)| number);
    let shape = match step {
        HostStep::Launch { grid, block, .. } => {
            format!("{} blocks of {}", sides(*grid), sides(*block))
        }
        _ => String::new(),
    };
    StripStep { kind, name, bytes, detail, shape, line, launch, errors }
}

/// Sides of a grid or a block, without ones at the end.
fn sides(sides: [u32; 3]) -> String {
    let last = sides.iter().rposition(|&side| side > 1).unwrap_or(0);
    let shown: Vec<String> = sides[..=last].iter().map(ToString::to_string).collect();
    shown.join("×")
}

fn verdict(run: &ProgramRun<'_>) -> Verdict {
    if let Some(why) = &run.stopped {
        return Verdict::Wrong(why.clone());
    }
    if let Some(wrong) = run.comparison.wrong.first() {
        return Verdict::Wrong(format!(
            "{}[{}] is {} and must be {}; {} of {} elements are wrong.",
            wrong.buffer, wrong.index, wrong.value, wrong.expected, wrong.count, wrong.len
        ));
    }
    match &run.reference {
        Reference::Faulty(why) => Verdict::Wrong(format!("The sequential program fails: {why}")),
        Reference::NotToBeHad(why) => Verdict::NotCompared(why.clone()),
        Reference::Computed(_) if run.comparison.count == 0 => {
            Verdict::NotCompared("the function changes no array".to_owned())
        }
        Reference::Computed(_) => Verdict::Right,
    }
}
