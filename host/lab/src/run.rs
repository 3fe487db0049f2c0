//! Runs of a text in a trial, within what a submission may take.

use crate::counted::CountedRun;
use crate::lab::Lab;
use crate::text::TextFacts;
use crate::trial::{Results, Trial, TrialError};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;
use warpbench_case::Case;
use warpbench_cores::OneCore;
use warpbench_front::{Language, Source};
use warpbench_machine::model::{DeviceModel, ModelError};
use warpbench_machine::sim::Schedule;
use warpbench_simulate::recording::{Recording, RecordingRequest};
use warpbench_simulate::report::Simulation;
use warpbench_simulate::{Aspect, Observe, Prepared, ReadText, Setup, SimulateError};

/// A text that could not be run.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum RunError {
    #[error(transparent)]
    Trial(#[from] TrialError),
    #[error(transparent)]
    Simulate(#[from] SimulateError),
    #[error(transparent)]
    Model(#[from] ModelError),
    #[error("the time is used up: a submission has {seconds} seconds")]
    Time { seconds: u64 },
}

/// What a submission may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Of a run, in memory.
    pub most_bytes: u64,
    /// Of all runs of a submission together. What takes longer on one machine than
    /// on another is not graded by it: instructions are what counts, and this ends
    /// what nobody foresaw.
    pub time: Duration,
    /// Bytes of a text.
    pub most_text: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { most_bytes: 128 << 20, time: Duration::from_secs(10), most_text: 256 << 10 }
    }
}

/// How many times as many instructions as the solution a submission may execute.
const TIMES: u64 = 64;
/// And these in any case.
const LEAST: u64 = 200_000;

/// The instructions that a run may take where the solution took so many.
pub(crate) fn instructions_for(solution: u64) -> u64 {
    solution.saturating_mul(TIMES).saturating_add(LEAST)
}

/// How a text is run.
#[derive(Clone, Debug)]
pub(crate) struct RunSetup<'a> {
    pub(crate) model: &'a DeviceModel,
    pub(crate) schedule: Schedule,
    pub(crate) aspects: &'a [Aspect],
    pub(crate) most_instructions: u64,
    pub(crate) most_bytes: u64,
    /// Whether what the buffers hold is wanted.
    pub(crate) dump: bool,
}

/// The caller's clock, and whether to go on.
pub struct Clock<'a> {
    /// How long ago it was started.
    pub elapsed: &'a (dyn Fn() -> Duration + Sync),
    /// Whether the answer is still wanted.
    pub go_on: &'a (dyn Fn() -> bool + Sync),
}

/// A text that is run. It is read once for all runs that launch it in the same way.
pub(crate) struct RunText<'a> {
    pub(crate) source: &'a Source,
    pub(crate) facts: TextFacts,
    read: RefCell<Option<Rc<ReadText>>>,
}

impl<'a> RunText<'a> {
    pub(crate) fn new(source: &'a Source, facts: TextFacts) -> RunText<'a> {
        RunText { source, facts, read: RefCell::new(None) }
    }

    pub(crate) fn language(&self) -> Language {
        Language::of(&self.source.path)
    }

    /// The text as a case launches it.
    pub(crate) fn read(&self, case: &Case) -> Result<Rc<ReadText>, SimulateError> {
        let known = self.read.borrow().clone();
        if let Some(read) = known.filter(|read| read.is_for(case)) {
            return Ok(read);
        }
        let read = Rc::new(ReadText::read(self.source.clone(), case)?);
        self.read.replace(Some(Rc::clone(&read)));
        Ok(read)
    }
}

/// Runs a text.
pub(crate) fn run(
    lab: &Lab,
    text: &RunText<'_>,
    trial: &Trial,
    expected: Option<&Results>,
    setup: &RunSetup<'_>,
    clock: (&Clock<'_>, Duration),
) -> Result<Simulation, RunError> {
    let case = lab.case(trial, &text.facts, text.language(), expected)?;
    run_case(text, case, setup, clock)
}

/// Runs a text with a case.
pub(crate) fn run_case(
    text: &RunText<'_>,
    case: Case,
    setup: &RunSetup<'_>,
    (clock, time): (&Clock<'_>, Duration),
) -> Result<Simulation, RunError> {
    let prepared = prepare(text, case, setup)?;
    Ok(prepared.run_within_while(time, clock.elapsed, clock.go_on)?)
}

/// Records a run of a text with a case.
pub(crate) fn record_case(
    text: &RunText<'_>,
    case: Case,
    setup: &RunSetup<'_>,
    request: &RecordingRequest,
    (clock, time): (&Clock<'_>, Duration),
) -> Result<Recording, SimulateError> {
    let go_on = || (clock.elapsed)() < time && (clock.go_on)();
    prepare(text, case, setup)?.record(request, &go_on)
}

fn prepare(
    text: &RunText<'_>,
    case: Case,
    setup: &RunSetup<'_>,
) -> Result<Prepared, SimulateError> {
    let setup = Setup {
        model: setup.model.clone(),
        language: text.language(),
        schedule: setup.schedule,
        most_instructions: setup.most_instructions,
        most_bytes: setup.most_bytes,
        cores: Arc::new(OneCore),
        observe: Observe::of(setup.aspects),
        dump: setup.dump,
    };
    text.read(&case).and_then(|read| read.prepare(case, setup))
}

impl CountedRun {
    pub(crate) fn new(simulation: Simulation, facts: &TextFacts) -> CountedRun {
        CountedRun { simulation, facts: facts.clone() }
    }
}
