//! Executor of jobs in a browser: the simulator, or a device through WebGPU, in the worker
//! that this runs in.

use super::job::{Failure, Outcome, Progress, Workload};
use super::target::Target;
use super::{device_job, simulator};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use warpbench_device::worker::{self, Inquiry};
use warpbench_device::{DeviceError, Devices};
use warpbench_report::{Backend, DeviceInfo, Unavailable};

pub use NoProcesses as Workers;

/// Nobody starts processes in a browser.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProcesses;

/// A run takes no longer.
pub(super) const DEADLINE: Duration = Duration::from_secs(120);

/// Runs a job. It is given up by ending the worker.
pub(super) async fn measure(
    workload: &Workload,
    progress: Progress<'_>,
) -> Result<Outcome, Failure> {
    match &workload.target {
        Target::Device(device) => on_device(workload, device, progress).await,
        Target::Model(model) => {
            progress("simulating the kernel", 0, 1);
            simulator::run(workload, model, &AtomicBool::new(false))
        }
    }
}

async fn on_device(
    workload: &Workload,
    device: &DeviceInfo,
    progress: Progress<'_>,
) -> Result<Outcome, Failure> {
    let request = device_job::request(workload, device, progress)?;
    let inquiry = Inquiry::run(&request, |stage, done, of| progress(&stage.to_string(), done, of));
    let (measured, _) = asked(inquiry?).await?;
    Ok(Outcome::Measured(Box::new(measured)))
}

/// The devices that the browser lets a page use.
pub(super) async fn devices() -> Devices {
    let mut answers = Vec::new();
    for backend in Backend::ALL {
        let answer = match Inquiry::list(backend) {
            Ok(inquiry) => asked(inquiry).await,
            Err(error) => Err(error),
        };
        answers.push((backend, answer));
    }
    worker::devices_of(answers, DEADLINE)
}

/// Answers in this worker what a process would be asked elsewhere.
async fn asked<T>(mut inquiry: Inquiry<'_, T>) -> Result<T, DeviceError> {
    let line = inquiry.take_line();
    let mut heard = None;
    worker::answer(&line, &mut |line| {
        if heard.is_none() {
            heard = inquiry.hear_line(&line);
        }
    })
    .await;
    heard.unwrap_or_else(|| {
        let reason = "it said nothing that answers what it was asked".to_owned();
        Err(DeviceError::Protocol { reason })
    })
}

/// No device can be used, for a reason.
pub(super) fn no_devices(reason: &str) -> Devices {
    let unavailable = Backend::ALL
        .into_iter()
        .map(|backend| Unavailable { backend, reason: reason.to_owned() })
        .collect();
    Devices { found: Vec::new(), unavailable }
}
