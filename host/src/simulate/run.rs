//! Running what was prepared.

use super::compare::Comparison;
use super::problem::ProblemRun;
use super::registers;
use super::report::{BufferDump, KernelOccupancy, Simulation};
use super::text::TextRun;
use super::watch::Watch;
use super::{MOST_THREADS, Setup, SimulateError};
use crate::model::{self, BlockNeeds};
use crate::sim::code::Code;
use crate::sim::{self, Buffers, Launch, RunError};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// A kernel that has been read, compiled and bound, and can be run.
#[derive(Debug)]
pub struct Prepared {
    pub(super) setup: Setup,
    pub(super) work: Work,
    /// What is known before the run.
    pub(super) known: Simulation,
}

/// What there is to run.
#[derive(Debug)]
pub(super) enum Work {
    /// A problem of the catalogue.
    Problem(Box<ProblemRun>),
    /// A text with a case.
    Text(Box<TextRun>),
}

/// What a run leaves behind, besides what was heard of it.
pub(super) struct Outcome {
    pub(super) stopped: Option<RunError>,
    pub(super) comparison: Comparison,
    pub(super) buffers: Vec<BufferDump>,
}

impl Prepared {
    /// What is known without running: everything but counts and results.
    pub fn known(&self) -> &Simulation {
        &self.known
    }

    /// Runs to the end, or until the instructions are used up.
    pub fn run(self) -> Result<Simulation, SimulateError> {
        let Prepared { setup, work, known } = self;
        let mut watch = Watch::new(&setup.observe, &setup.model);
        let outcome = match work {
            Work::Problem(problem) => problem.run(&setup, &known.source.text, &mut watch)?,
            Work::Text(text) => text.run(&setup, &known.source.text, &mut watch)?,
        };
        let heard = watch.finish();
        let Outcome { stopped, comparison, buffers } = outcome;
        Ok(Simulation {
            counters: heard.counters,
            lines: heard.lines,
            findings: heard.findings,
            predicted: heard.predicted.filter(|_| stopped.is_none()),
            buffers: setup.dump.then_some(buffers),
            checked: stopped.is_none() && comparison.wrong.is_empty(),
            expectations: comparison.count,
            max_error: comparison.finite_error(),
            wrong: comparison.wrong,
            stopped: stopped.map(|error| error.to_string()),
            ..known
        })
    }

    /// Runs on a thread of its own and waits for it no longer than `time`. Of a
    /// run that takes longer nothing is known but that; its thread goes on until
    /// its instructions are used up.
    pub fn run_within(self, time: Duration) -> Result<Simulation, SimulateError> {
        let known = self.known.clone();
        let (sender, receiver) = mpsc::channel();
        let run = move || {
            // Who waited too long does not listen any more.
            let _ = sender.send(self.run());
        };
        thread::Builder::new()
            .name("simulation".to_owned())
            .spawn(run)
            .map_err(|_| SimulateError::Failed)?;
        match receiver.recv_timeout(time) {
            Ok(result) => result,
            Err(mpsc::RecvTimeoutError::Timeout) => Ok(Simulation {
                stopped: Some(format!(
                    "the run was stopped after {} s; a loop may never end, or the limit is too \
                     low for this size",
                    time.as_secs_f64()
                )),
                ..known
            }),
            Err(mpsc::RecvTimeoutError::Disconnected) => Err(SimulateError::Failed),
        }
    }
}

/// Runs one launch. That its instructions are used up is a result, not an error.
pub(super) fn launch(
    code: &Code,
    grid: [u32; 3],
    buffers: &mut Buffers,
    setup: &Setup,
    text: &str,
    watch: &mut Watch<'_>,
) -> Result<Option<RunError>, SimulateError> {
    let launch = Launch {
        grid,
        warp_width: setup.model.warp_width,
        schedule: setup.schedule,
        most_instructions: setup.most_instructions,
    };
    let mut observers = watch.observers();
    let ended = sim::run(code, &launch, buffers, &mut observers);
    watch.take(code, text, observers);
    match ended {
        Ok(()) => Ok(None),
        Err(stopped @ RunError::Budget { .. }) => Ok(Some(stopped)),
        Err(refused) => Err(refused.into()),
    }
}

/// Refuses blocks that would take the machine's own memory.
pub(super) fn check_block(code: &Code, setup: &Setup) -> Result<(), SimulateError> {
    let threads = code.block.iter().fold(1, |product: u64, &n| product.saturating_mul(n.into()));
    if threads > MOST_THREADS {
        return Err(SimulateError::Threads { threads });
    }
    let (bytes, most) = (u64::from(code.shared_bytes), setup.most_bytes);
    if bytes > most {
        return Err(SimulateError::Memory { what: "the variables of a block", bytes, most });
    }
    Ok(())
}

/// What a multiprocessor holds of a kernel; where it holds none, a warning says
/// why. Without registers a number is assumed.
pub(super) fn occupancy(
    code: &Code,
    registers: Option<u32>,
    setup: &Setup,
    warnings: &mut Vec<String>,
) -> Option<KernelOccupancy> {
    let needs = BlockNeeds {
        threads: code.block.iter().product(),
        registers_per_thread: registers.unwrap_or(registers::ASSUMED),
        shared_bytes: code.shared_bytes,
    };
    match model::occupancy(&setup.model, &needs) {
        Ok(occupancy) => Some(KernelOccupancy {
            occupancy,
            threads_per_block: needs.threads,
            shared_bytes: needs.shared_bytes,
            registers_per_thread: needs.registers_per_thread,
            registers_assumed: registers.is_none(),
        }),
        Err(error) => {
            warnings.push(error.to_string());
            None
        }
    }
}
