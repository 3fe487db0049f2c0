//! NVIDIA GPUs, through the CUDA driver.
//!
//! `driver` finds the driver's library at run time, `list` says what GPUs it
//! knows, `gpu` refuses what one of them cannot do, `run` loads PTX and launches
//! it, `fault` turns the driver's error codes into words. NVIDIA has drivers for
//! Linux and Windows; elsewhere none of this is compiled, and the backend says so.

#[cfg(any(target_os = "linux", windows))]
mod driver;
#[cfg(any(target_os = "linux", windows))]
mod fault;
#[cfg(any(target_os = "linux", windows))]
mod gpu;
#[cfg(any(target_os = "linux", windows))]
mod list;
#[cfg(any(target_os = "linux", windows))]
mod ptx;
#[cfg(any(target_os = "linux", windows))]
mod run;

use super::{Device, DeviceError};
use warpbench_report::{DeviceDetails, DeviceInfo};

/// The GPUs that the driver knows, or why there are none.
#[cfg(any(target_os = "linux", windows))]
pub fn probe() -> Result<Vec<DeviceInfo>, String> {
    list::probe()
}

/// What the driver says of them, in the same order, or why there are none.
#[cfg(any(target_os = "linux", windows))]
pub fn describe() -> Result<Vec<DeviceDetails>, String> {
    list::describe()
}

/// Opens a GPU by its number.
#[cfg(any(target_os = "linux", windows))]
pub fn open(index: usize) -> Result<Box<dyn Device>, DeviceError> {
    Ok(Box::new(gpu::CudaDevice::open(index)?))
}

#[cfg(target_family = "wasm")]
const ELSEWHERE: &str = "a browser has no way to CUDA; NVIDIA GPUs can be used through wgpu here";

#[cfg(not(any(target_os = "linux", windows, target_family = "wasm")))]
const ELSEWHERE: &str = "NVIDIA has drivers for Linux and Windows alone";

/// The GPUs that the driver knows, or why there are none.
#[cfg(not(any(target_os = "linux", windows)))]
pub fn probe() -> Result<Vec<DeviceInfo>, String> {
    Err(ELSEWHERE.to_owned())
}

/// What the driver says of them, or why there are none.
#[cfg(not(any(target_os = "linux", windows)))]
pub fn describe() -> Result<Vec<DeviceDetails>, String> {
    Err(ELSEWHERE.to_owned())
}

/// Opens a GPU by its number.
#[cfg(not(any(target_os = "linux", windows)))]
pub fn open(_: usize) -> Result<Box<dyn Device>, DeviceError> {
    Err(DeviceError::Unavailable {
        backend: warpbench_report::Backend::Cuda,
        reason: ELSEWHERE.to_owned(),
    })
}
