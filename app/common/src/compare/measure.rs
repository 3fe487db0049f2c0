//! One measurement: a worker runs a task, and what it says becomes a record.

use std::sync::atomic::AtomicBool;
use std::time::Duration;
use warpbench_compare::plan::Task;
use warpbench_compare::results::{Check, Measured, Outcome, Record, Role, Run, Settings};
use warpbench_device::worker::{Job, Request, Results, Stage, Worker};
use warpbench_device::{Caches, DeviceError, Repeat};
use warpbench_report::Measurement;
use web_time::SystemTime;

/// How long a kernel is repeated in a quick run.
const QUICK: Duration = Duration::from_millis(100);

/// How tasks are measured.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// Seed of the random inputs.
    pub seed: u64,
    /// The samples that are asked for; nothing where time decides.
    pub samples: Option<usize>,
    /// A run that takes longer is ended.
    pub deadline: Duration,
    pub is_quick: bool,
}

/// Runs a task in a worker process, which ends early once `cancel` is set.
pub fn measure(
    worker: &Worker,
    task: &Task,
    manner: &Manner,
    cancel: &AtomicBool,
    progress: &mut dyn FnMut(Stage, usize, usize),
) -> Result<(Measurement, Results), DeviceError> {
    let usual = Repeat { samples: manner.samples, ..Repeat::default() };
    let request = Request {
        backend: task.device.backend,
        device: task.device.index as usize,
        job: Job::Catalog {
            variant: task.variant.name.to_owned(),
            size: task.size.clone(),
            seed: manner.seed,
        },
        repeat: Repeat {
            budget: if manner.is_quick { QUICK } else { usual.budget },
            caches: match task.role {
                Role::Sweep => Caches::Kept,
                Role::Suite | Role::Modelled | Role::Control => Caches::Emptied,
            },
            ..usual
        },
    };
    worker.run_custom(&request, manner.deadline, cancel, progress)
}

/// What is kept of a measurement.
pub fn record(task: &Task, measured: Result<(Measurement, Results), DeviceError>) -> Record {
    Record {
        device: task.device.id.clone(),
        family: task.family.name.to_owned(),
        kernel: task.variant.name.to_owned(),
        role: task.role,
        size: task.size.clone(),
        source: task.source.clone(),
        work: task.work,
        finished_unix: now(),
        outcome: outcome(measured),
        of_ceiling: None,
        simulated: None,
        hardware: None,
    }
}

fn outcome(measured: Result<(Measurement, Results), DeviceError>) -> Outcome {
    match measured {
        Ok((measurement, Results { samples, .. })) => {
            let Measurement { checked, max_error, tolerance, clock, .. } = measurement;
            // Neither infinity nor what is no number can be written down.
            let check = Check {
                max_error: max_error.filter(|error| error.is_finite()),
                tolerance: if tolerance.is_finite() { tolerance } else { 0.0 },
            };
            if !checked {
                Outcome::Wrong(check)
            } else if samples.is_empty() {
                Outcome::Lacking("there is nothing to launch at this size".to_owned())
            } else {
                Outcome::Measured(Measured { check, clock, samples })
            }
        }
        Err(error) if is_lacking(&error) => Outcome::Lacking(error.to_string()),
        Err(error) => Outcome::Failed(error.to_string()),
    }
}

/// Whether the device lacks something that the kernel needs.
pub fn is_lacking(error: &DeviceError) -> bool {
    matches!(error, DeviceError::MissingFeature { .. } | DeviceError::TooLarge { .. })
}

/// A run that begins now.
pub fn new_run(settings: Settings) -> Run {
    let started_unix = now();
    Run {
        id: format!("{started_unix:x}-{:x}", std::process::id()),
        started_unix,
        program: env!("CARGO_PKG_VERSION").to_owned(),
        settings,
    }
}

/// Seconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
