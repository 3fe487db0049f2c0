//! List of the GPUs that the CUDA driver knows, or why it cannot say.

use super::{driver, fault};
use cust::CudaApiVersion;
use cust::CudaFlags;
use cust::device::{Device, DeviceAttribute};
use cust::error::{CudaError, CudaResult};
use std::collections::BTreeMap;
use warpbench_report::{Backend, DeviceDetails, DeviceInfo, DeviceKind};

/// Every GPU, or why there is none and what would help.
pub(super) fn probe() -> Result<Vec<DeviceInfo>, String> {
    let count = start()?;
    let version = CudaApiVersion::get().map(|version| (version.major(), version.minor()));
    let driver = driver_version(kernel_module_version().as_deref(), version.ok());
    (0..count).map(|index| info(index, &driver)).collect::<CudaResult<_>>().map_err(refused)
}

/// What the driver says of every GPU, or why there is none.
pub(super) fn describe() -> Result<Vec<DeviceDetails>, String> {
    let count = start()?;
    (0..count).map(details).collect::<CudaResult<_>>().map_err(refused)
}

/// The limits that are told, by the driver's names in lower case.
const LIMITS: [(&str, DeviceAttribute); 12] = [
    ("compute_capability_major", DeviceAttribute::ComputeCapabilityMajor),
    ("compute_capability_minor", DeviceAttribute::ComputeCapabilityMinor),
    ("multiprocessor_count", DeviceAttribute::MultiprocessorCount),
    ("clock_rate_khz", DeviceAttribute::ClockRate),
    ("memory_clock_rate_khz", DeviceAttribute::MemoryClockRate),
    ("global_memory_bus_width", DeviceAttribute::GlobalMemoryBusWidth),
    ("l2_cache_size", DeviceAttribute::L2CacheSize),
    ("max_threads_per_block", DeviceAttribute::MaxThreadsPerBlock),
    ("max_threads_per_multiprocessor", DeviceAttribute::MaxThreadsPerMultiprocessor),
    ("max_registers_per_block", DeviceAttribute::MaxRegistersPerBlock),
    ("max_shared_memory_per_block", DeviceAttribute::MaxSharedMemoryPerBlock),
    ("max_shared_memory_per_multiprocessor", DeviceAttribute::MaxSharedMemoryPerMultiprocessor),
];

fn details(index: u32) -> CudaResult<DeviceDetails> {
    let device = Device::get_device(index)?;
    let attribute = |attribute| device.get_attribute(attribute);
    let place = [
        attribute(DeviceAttribute::PciDomainId)?,
        attribute(DeviceAttribute::PciBusId)?,
        attribute(DeviceAttribute::PciDeviceId)?,
    ];
    let warp = u32::try_from(attribute(DeviceAttribute::WarpSize)?).ok();
    let mut limits = BTreeMap::new();
    for (name, limit) in LIMITS {
        // A driver that does not know one of them is asked for the others.
        if let Ok(value) = attribute(limit).map(u64::try_from) {
            limits.extend(value.ok().map(|value| (name.to_owned(), value)));
        }
    }
    Ok(DeviceDetails {
        api: "CUDA".to_owned(),
        pci: Some(format!("{:04x}:{:02x}:{:02x}.0", place[0], place[1], place[2])),
        memory_bytes: Some(device.total_memory()? as u64),
        subgroup_sizes: warp.map(|lanes| [lanes, lanes]),
        limits,
    })
}

/// Starts the driver and counts its GPUs; there is at least one.
pub(super) fn start() -> Result<u32, String> {
    driver::library().map_err(|error| {
        format!(
            "no NVIDIA driver was found ({error}); on a machine with an NVIDIA GPU, install its \
             driver"
        )
    })?;
    match cust::init(CudaFlags::empty()).and_then(|()| Device::num_devices()) {
        Ok(0) | Err(CudaError::NoDevice) => {
            Err("the NVIDIA driver is installed but finds no GPU; check that one is plugged in, \
                 and that this user or container may see it (CUDA_VISIBLE_DEVICES, `nvidia-smi`)"
                .to_owned())
        }
        Ok(count) => Ok(count),
        Err(error) => Err(refused(error)),
    }
}

fn refused(error: CudaError) -> String {
    format!(
        "the NVIDIA driver is installed but does not start ({}); a restart helps after a driver \
         update",
        driver::describe(fault::code(error))
    )
}

/// What a GPU is; `driver` is the version, which is the same for all.
fn info(index: u32, driver: &str) -> CudaResult<DeviceInfo> {
    let device = Device::get_device(index)?;
    let integrated = device.get_attribute(DeviceAttribute::Integrated)? != 0;
    Ok(DeviceInfo {
        backend: Backend::Cuda,
        index: index as usize,
        name: device.name()?,
        kind: if integrated { DeviceKind::Integrated } else { DeviceKind::Discrete },
        driver: driver.to_owned(),
    })
}

/// The version as people know it, for example "580.159.04 (CUDA 13.0)".
fn driver_version(module: Option<&str>, cuda: Option<(i32, i32)>) -> String {
    let cuda = cuda.map(|(major, minor)| format!("CUDA {major}.{minor}"));
    match (module, cuda) {
        (Some(module), Some(cuda)) => format!("{module} ({cuda})"),
        (Some(module), None) => module.to_owned(),
        (None, Some(cuda)) => format!("{cuda} driver"),
        (None, None) => "unknown".to_owned(),
    }
}

/// The version of the kernel module. The library's own version is the same,
/// but the library cannot be asked for it.
#[cfg(target_os = "linux")]
fn kernel_module_version() -> Option<String> {
    let read = |path| std::fs::read_to_string(path).ok();
    read("/sys/module/nvidia/version")
        .and_then(|text| first_version(&text))
        .or_else(|| read("/proc/driver/nvidia/version").and_then(|text| first_version(&text)))
}

/// Windows keeps it where only its own interfaces for devices lead.
#[cfg(windows)]
fn kernel_module_version() -> Option<String> {
    None
}

/// The first word of the form 580.159.04.
#[cfg(any(target_os = "linux", test))]
fn first_version(text: &str) -> Option<String> {
    text.split_whitespace()
        .find(|word| {
            word.contains('.')
                && word
                    .split('.')
                    .all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
        })
        .map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_module_version_is_picked_out_of_the_text() {
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(first_version(text).as_deref(), expected, "{text:?}");
        };
        check("580.159.04\n", Some("580.159.04"));
        check(
            "NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.161.08  Mon Jan  8 04:00:00 UTC\n\
             GCC version:  gcc version 12.2.0 (Debian)\n",
            Some("535.161.08"),
        );
        check(
            "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.65.06  Release Build",
            Some("580.65.06"),
        );
        check("none here: x86_64 1. .2 v3.4", None);
        check("", None);
    }

    #[test]
    fn the_driver_is_named_by_what_is_known() {
        let check = |module, cuda, expected: &str| {
            assert_eq!(driver_version(module, cuda), expected);
        };
        check(Some("580.159.04"), Some((13, 0)), "580.159.04 (CUDA 13.0)");
        check(None, Some((12, 4)), "CUDA 12.4 driver");
        check(Some("580.159.04"), None, "580.159.04");
        check(None, None, "unknown");
    }
}
