//! One run: what is to be run where, and who runs it.
//!
//! A [`Job`] says everything that a run needs, so that it can travel to the
//! background thread. [`Machine`] does it for real: on a device in a worker
//! process, which can be ended, and on the simulator in this one. Tests have a
//! [`Measure`] of their own that answers at once.

use super::edited::{self, EditedText};
use super::simulated::{self, Simulated};
use super::target::Target;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use warpbench_catalog::{Family, Variant};
use warpbench_device::worker::{self, Request, Worker};
use warpbench_device::{DeviceError, Repeat};
use warpbench_report::{DeviceInfo, Measurement};

/// Seed of the inputs; the same for all, so that runs can be compared.
pub const SEED: u64 = 1;
/// A run takes no longer.
const DEADLINE: Duration = Duration::from_secs(120);

/// A run is known by its kernel, its target's place in the list, and whether it
/// is the edited text that ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    pub variant: &'static str,
    /// The target's place in the list.
    pub target: usize,
    /// Whether the text was edited.
    pub edited: bool,
}

#[derive(Clone, Debug)]
pub struct Job {
    /// What the run is known by.
    pub key: Key,
    /// What to run, and where.
    pub work: Work,
}

/// A kernel at a size, and where it runs.
#[derive(Clone, Debug)]
pub struct Work {
    /// The family that the kernel is of.
    pub family: &'static Family,
    pub variant: &'static Variant,
    /// The problem's size, one number for each dimension.
    pub size: Vec<u64>,
    /// The text to run instead of the catalogue's.
    pub text: Option<EditedText>,
    pub target: Target,
}

/// What came of a run.
#[derive(Clone, Debug)]
pub enum Outcome {
    Measured(Box<Measurement>),
    Simulated(Box<Simulated>),
}

/// Why nothing came of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    Cancelled,
    /// The target lacks something that the kernel needs, which is no mistake.
    Missing(String),
    /// It should have run and did not.
    Failed(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Cancelled => f.write_str("the run was stopped"),
            Failure::Missing(reason) | Failure::Failed(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for Failure {}

impl From<DeviceError> for Failure {
    fn from(error: DeviceError) -> Failure {
        match error {
            DeviceError::Cancelled => Failure::Cancelled,
            DeviceError::MissingFeature { .. } | DeviceError::TooLarge { .. } => {
                Failure::Missing(error.to_string())
            }
            error => Failure::Failed(error.to_string()),
        }
    }
}

/// Is told what is being done in words, how much of it is done, and of how much.
pub type Progress<'a> = &'a mut dyn FnMut(&str, usize, usize);

pub trait Measure: Send {
    /// Runs one. Ends early with [`Failure::Cancelled`] once `cancel` is set.
    fn measure(
        &mut self,
        work: &Work,
        cancel: &AtomicBool,
        progress: Progress<'_>,
    ) -> Result<Outcome, Failure>;
}

/// Tells how a worker process is started.
pub type Workers = Arc<dyn Fn() -> Result<Worker, DeviceError> + Send + Sync>;

pub struct Machine {
    workers: Workers,
}

impl Machine {
    /// A machine whose devices are opened by these workers.
    pub fn new(workers: Workers) -> Machine {
        Machine { workers }
    }

    fn on_device(
        &self,
        work: &Work,
        device: &DeviceInfo,
        cancel: &AtomicBool,
        progress: Progress<'_>,
    ) -> Result<Outcome, Failure> {
        let job = match &work.text {
            None => worker::Job::Catalog {
                variant: work.variant.name.to_owned(),
                size: work.size.clone(),
                seed: SEED,
            },
            Some(text) => edited::job(text, work, device.backend, progress)?,
        };
        let request = Request {
            backend: device.backend,
            device: device.index,
            job,
            repeat: Repeat::default(),
        };
        let worker = (self.workers)()?;
        let measured = worker.run(&request, DEADLINE, cancel, &mut |stage, done, of| {
            progress(&stage.to_string(), done, of);
        })?;
        Ok(Outcome::Measured(Box::new(measured)))
    }
}

impl Measure for Machine {
    fn measure(
        &mut self,
        work: &Work,
        cancel: &AtomicBool,
        progress: Progress<'_>,
    ) -> Result<Outcome, Failure> {
        match &work.target {
            Target::Device(device) => self.on_device(work, device, cancel, progress),
            Target::Model(model) => {
                progress("simulating the kernel", 0, 1);
                // A mistake in the simulator must not end all later runs.
                let run = || simulated::run(work, model, cancel);
                catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
                    Err(Failure::Failed(
                        "the simulator failed; this is a mistake of the program, not of the \
                         kernel: please report it"
                            .to_owned(),
                    ))
                })
            }
        }
    }
}
