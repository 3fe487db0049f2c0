//! Executors of jobs. [`Machine`] does it for real: on a device in a worker process, which
//! can be ended, and on the simulator in this one. Tests have a [`Measure`] of their own that
//! answers at once.

use super::job::{Failure, Outcome, Progress, Workload};
use super::target::Target;
use super::{device_job, simulator};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use warpbench_device::DeviceError;
use warpbench_device::worker::Worker;
use warpbench_report::DeviceInfo;

/// A run takes no longer.
const DEADLINE: Duration = Duration::from_secs(120);

pub trait Measure: Send {
    /// Runs one. Ends early with [`Failure::Cancelled`] once `cancel` is set.
    fn measure(
        &mut self,
        workload: &Workload,
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
        workload: &Workload,
        device: &DeviceInfo,
        cancel: &AtomicBool,
        progress: Progress<'_>,
    ) -> Result<Outcome, Failure> {
        let request = device_job::request(workload, device, progress)?;
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
        workload: &Workload,
        cancel: &AtomicBool,
        progress: Progress<'_>,
    ) -> Result<Outcome, Failure> {
        match &workload.target {
            Target::Device(device) => self.on_device(workload, device, cancel, progress),
            Target::Model(model) => {
                progress("simulating the kernel", 0, 1);
                // A mistake in the simulator must not end all later runs.
                let run = || simulator::run(workload, model, cancel);
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
