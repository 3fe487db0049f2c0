//! Runs of a text in a trial, within what a submission may take.

use crate::counted::CountedRun;
use crate::lab::Lab;
use crate::text::TextFacts;
use crate::trial::{Results, Trial};
use std::sync::Arc;
use std::time::Duration;
use warpbench_cores::OneCore;
use warpbench_front::{Language, Source};
use warpbench_machine::model::DeviceModel;
use warpbench_machine::sim::Schedule;
use warpbench_simulate::report::Simulation;
use warpbench_simulate::{Aspect, Observe, Setup, prepare_text};

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

/// Runs a text. What keeps it from running is an error, in words.
pub(crate) fn run(
    lab: &Lab,
    source: &Source,
    facts: &TextFacts,
    trial: &Trial,
    expected: Option<&Results>,
    setup: &RunSetup<'_>,
    clock: (&Clock<'_>, Duration),
) -> Result<Simulation, String> {
    let language = Language::of(&source.path);
    let case = lab.case(trial, facts, language, expected)?;
    let observe = Observe::of(setup.aspects);
    let prepared = prepare_text(
        source.clone(),
        case,
        Setup {
            model: setup.model.clone(),
            language,
            schedule: setup.schedule,
            most_instructions: setup.most_instructions,
            most_bytes: setup.most_bytes,
            cores: Arc::new(OneCore),
            observe,
            dump: setup.dump,
        },
    );
    let (clock, time) = clock;
    let prepared = prepared.map_err(|error| error.to_string())?;
    prepared.run_within_while(time, clock.elapsed, clock.go_on).map_err(|error| error.to_string())
}

impl CountedRun {
    pub(crate) fn new(simulation: Simulation, facts: &TextFacts) -> CountedRun {
        CountedRun { simulation, facts: facts.clone() }
    }
}
