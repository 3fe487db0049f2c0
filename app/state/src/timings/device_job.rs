//! A workload as what a device's worker is asked for.

use super::edited_job;
use super::job::{Failure, Progress, SEED, Workload};
use warpbench_device::Repeat;
use warpbench_device::worker::{Job, Request};
use warpbench_report::DeviceInfo;

/// What a worker is asked to run on a device.
pub(super) fn request(
    workload: &Workload,
    device: &DeviceInfo,
    progress: Progress<'_>,
) -> Result<Request, Failure> {
    let job = match &workload.text {
        None => Job::Catalog {
            variant: workload.variant.name.to_owned(),
            size: workload.size.clone(),
            seed: SEED,
        },
        Some(text) => edited_job::job(text, workload, device.backend, progress)?,
    };
    Ok(Request { backend: device.backend, device: device.index, job, repeat: Repeat::default() })
}
