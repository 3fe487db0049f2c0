//! This program's workers, and the devices that they find.

use anyhow::Result;
use warpbench_device::worker::{self, Worker};
use warpbench_device::{DeviceError, Devices};
use warpbench_report::Backend;

/// This program, started as a worker.
pub fn worker() -> Result<Worker, DeviceError> {
    let program = std::env::current_exe().map_err(|error| DeviceError::Protocol {
        reason: format!("this program's own file cannot be found ({error})"),
    })?;
    Ok(Worker::new(program, ["worker"]))
}

/// The devices of some backends. This process opens none of them.
pub(crate) fn devices(backends: &[Backend]) -> Result<Devices> {
    Ok(worker::devices(&worker()?, backends, worker::LIST_DEADLINE))
}
