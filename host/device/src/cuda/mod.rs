//! NVIDIA GPUs, through the CUDA driver.
//!
//! `driver` finds the driver's library at run time, `list` says what GPUs it
//! knows, `gpu` refuses what one of them cannot do, `run` loads PTX and launches
//! it, `fault` turns the driver's error codes into words. The driver is only looked for on Linux so far; elsewhere
//! the backend says so.

#[cfg(target_os = "linux")]
mod driver;
#[cfg(target_os = "linux")]
mod fault;
#[cfg(target_os = "linux")]
mod gpu;
#[cfg(target_os = "linux")]
mod list;
#[cfg(target_os = "linux")]
mod ptx;
#[cfg(target_os = "linux")]
mod run;

use super::{Device, DeviceError};
use warpbench_report::{DeviceDetails, DeviceInfo};

/// The GPUs that the driver knows, or why there are none.
#[cfg(target_os = "linux")]
pub fn probe() -> Result<Vec<DeviceInfo>, String> {
    list::probe()
}

/// What the driver says of them, in the same order, or why there are none.
#[cfg(target_os = "linux")]
pub fn describe() -> Result<Vec<DeviceDetails>, String> {
    list::describe()
}

/// Opens a GPU by its number.
#[cfg(target_os = "linux")]
pub fn open(index: usize) -> Result<Box<dyn Device>, DeviceError> {
    Ok(Box::new(gpu::CudaDevice::open(index)?))
}

#[cfg(target_family = "wasm")]
const ELSEWHERE: &str = "a browser has no way to CUDA; NVIDIA GPUs can be used through wgpu here";

#[cfg(not(any(target_os = "linux", target_family = "wasm")))]
const ELSEWHERE: &str = "it is supported on Linux only so far; NVIDIA GPUs can be used through \
                         wgpu on this system";

/// The GPUs that the driver knows, or why there are none.
#[cfg(not(target_os = "linux"))]
pub fn probe() -> Result<Vec<DeviceInfo>, String> {
    Err(ELSEWHERE.to_owned())
}

/// What the driver says of them, or why there are none.
#[cfg(not(target_os = "linux"))]
pub fn describe() -> Result<Vec<DeviceDetails>, String> {
    Err(ELSEWHERE.to_owned())
}

/// Opens a GPU by its number.
#[cfg(not(target_os = "linux"))]
pub fn open(_: usize) -> Result<Box<dyn Device>, DeviceError> {
    Err(DeviceError::Unavailable {
        backend: warpbench_report::Backend::Cuda,
        reason: ELSEWHERE.to_owned(),
    })
}
