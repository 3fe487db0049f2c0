//! One measurement: a worker runs a task, and what it says becomes a record.

use crate::cli::{Measuring, worker};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, SystemTime};
use warpbench_compare::plan::Task;
use warpbench_compare::results::{Check, Measured, Outcome, Record, Role};
use warpbench_device::worker::{Job, Request, Results, Stage};
use warpbench_device::{Caches, DeviceError, Repeat};
use warpbench_report::Measurement;

/// How long a kernel is repeated in a quick run.
const QUICK: Duration = Duration::from_millis(100);

/// Runs a task in a worker process.
pub(in crate::cli) fn measure(
    task: &Task,
    measuring: &Measuring,
    quick: bool,
    progress: &mut dyn FnMut(Stage, usize, usize),
) -> Result<(Measurement, Results), DeviceError> {
    let usual = measuring.repeat();
    let request = Request {
        backend: task.device.backend,
        device: task.device.index as usize,
        job: Job::Catalog {
            variant: task.variant.name.to_owned(),
            size: task.size.clone(),
            seed: measuring.seed(),
        },
        repeat: Repeat {
            budget: if quick { QUICK } else { usual.budget },
            caches: match task.role {
                Role::Sweep => Caches::Kept,
                Role::Suite | Role::Modelled | Role::Control => Caches::Emptied,
            },
            ..usual
        },
    };
    worker()?.run_custom(&request, measuring.deadline(), &AtomicBool::new(false), progress)
}

/// What is kept of a measurement.
pub(super) fn record(task: &Task, measured: Result<(Measurement, Results), DeviceError>) -> Record {
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
pub(in crate::cli) fn is_lacking(error: &DeviceError) -> bool {
    matches!(error, DeviceError::MissingFeature { .. } | DeviceError::TooLarge { .. })
}

/// Seconds since 1970.
pub(super) fn now() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
