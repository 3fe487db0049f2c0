//! The kernels of a program on the simulator, launched as the host's steps say.

use super::AnnotatedProgram;
use super::arguments::scalar_of;
use super::log::{HostStep, threads};
use std::collections::BTreeMap;
use std::time::Duration;
use warpbench_case::number::Number;
use warpbench_case::{BufferRef, Case, CaseBuffer, Given};
use warpbench_derive::execute::{Argument, HostArray, HostEvent, Launcher};
use warpbench_derive::host::LaunchStep;
use warpbench_front::Source;
use warpbench_simulate::report::{BufferDump, Simulation};
use warpbench_simulate::{ReadText, Setup, SimulateError};

/// The longest words of the program that a finding quotes.
const MOST_WORDS: usize = 60;

/// Somebody who launches kernels on the simulator.
pub(crate) struct Simulator<'p> {
    program: &'p AnnotatedProgram,
    kernels: Source,
    setup: Setup,
    time: Duration,
    /// How long it has taken.
    elapsed: &'p (dyn Fn() -> Duration + Sync),
    read: BTreeMap<String, ReadText>,
    /// The report of each launch.
    pub(crate) reports: Vec<Simulation>,
    pub(crate) steps: Vec<HostStep>,
    /// The arrays that the function made for itself.
    pub(crate) made: Vec<(String, HostArray)>,
    /// What kept a kernel from running.
    pub(crate) refused: Option<SimulateError>,
    /// The number of the launch that is looked at.
    pub(crate) wanted: Option<usize>,
    /// That launch, or the last before it.
    pub(crate) looked_at: Option<Case>,
}

impl<'p> Simulator<'p> {
    pub(crate) fn new(
        program: &'p AnnotatedProgram,
        setup: Setup,
        time: Duration,
        elapsed: &'p (dyn Fn() -> Duration + Sync),
    ) -> Simulator<'p> {
        Simulator {
            program,
            kernels: program.kernels(),
            // What a launch leaves behind is what the next one starts with.
            setup: Setup { dump: true, ..setup },
            time,
            elapsed,
            read: BTreeMap::new(),
            reports: Vec::new(),
            steps: Vec::new(),
            made: Vec::new(),
            refused: None,
            wanted: None,
            looked_at: None,
        }
    }

    fn run(&mut self, case: Case) -> Result<Simulation, SimulateError> {
        let kernel = case.entry.clone().unwrap_or_default();
        let read = match self.read.remove(&kernel).filter(|read| read.is_for(&case)) {
            Some(read) => read,
            None => ReadText::read(self.kernels.clone(), &case)?,
        };
        let prepared = read.prepare(case, self.setup.clone())?;
        self.read.insert(kernel, read);
        prepared.run_within(self.time, self.elapsed)
    }

    /// Findings with the words of the program that they come from.
    fn located(&self, report: &mut Simulation) {
        for finding in &mut report.findings {
            if let Some((line, words)) = self.program.origin(finding.line) {
                let mut shown: String = words.chars().take(MOST_WORDS).collect();
                if shown.len() < words.len() {
                    shown.push('…');
                }
                finding.message +=
                    &format!(" (from {}:{line}: `{shown}`)", self.program.source.path);
            }
        }
    }
}

impl Launcher for Simulator<'_> {
    fn launch(
        &mut self,
        launch: &LaunchStep,
        grid: [u32; 3],
        arguments: &mut [Argument<'_>],
    ) -> Result<(), String> {
        self.steps.push(HostStep::launched(launch, grid, &self.program.source.text));
        let case = case_of(&self.kernels, launch, grid, arguments);
        if self.wanted.is_some_and(|wanted| self.reports.len() <= wanted) {
            self.looked_at = Some(case.clone());
        }
        let mut report = self.run(case).map_err(|error| {
            let reason = error.to_string();
            self.refused = Some(error);
            reason
        })?;
        let dumps = report.buffers.take().unwrap_or_default();
        write_back(&dumps, arguments);
        self.located(&mut report);
        let stopped = report.stopped.clone();
        self.reports.push(report);
        stopped.map_or(Ok(()), Err)
    }

    fn happened(&mut self, event: HostEvent) {
        self.steps.extend(HostStep::of(&event, &self.program.source.text));
        if let HostEvent::MadeArray { name, array } = event {
            self.made.push((name, array));
        }
    }
}

/// A launch as a case of the kernel.
pub fn case_of(
    kernels: &Source,
    launch: &LaunchStep,
    grid: [u32; 3],
    arguments: &[Argument<'_>],
) -> Case {
    let mut scalars = BTreeMap::new();
    let mut buffers = Vec::new();
    for argument in arguments {
        match argument {
            Argument::Memory { name, element, bytes, .. } => buffers.push(CaseBuffer {
                reference: BufferRef::Name((*name).to_owned()),
                scalar: scalar_of(*element),
                bytes: (*bytes).clone(),
                expected: None,
                tolerance: None,
            }),
            Argument::Integer { name, value, .. } => {
                let value = Given::Number(Number::Integer(*value));
                scalars.insert((*name).to_owned(), value);
            }
            Argument::Float { name, value, .. } => {
                scalars.insert((*name).to_owned(), Given::Number(Number::Float(*value)));
            }
        }
    }
    Case {
        path: kernels.path.clone().into(),
        entry: Some(launch.kernel.clone()),
        grid,
        block: Some(threads(launch)),
        overrides: BTreeMap::new(),
        scalars,
        dynamic_shared_bytes: 0,
        buffers,
    }
}

/// Puts what the kernel left into the GPU's buffers.
fn write_back(dumps: &[BufferDump], arguments: &mut [Argument<'_>]) {
    for argument in arguments {
        let Argument::Memory { name, bytes, .. } = argument else { continue };
        let Some(dump) = dumps.iter().find(|dump| dump.name == *name) else { continue };
        **bytes = encoded(dump);
    }
}

/// A buffer as it lies in memory.
pub fn encoded(dump: &BufferDump) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(dump.data.len() * dump.scalar.bytes());
    for number in &dump.data {
        // They were read as numbers of this type.
        let _ = dump.scalar.encode(*number, &mut bytes);
    }
    bytes
}
