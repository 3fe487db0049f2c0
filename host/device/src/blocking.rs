//! The same for callers who wait: everywhere but in a browser, whose one thread
//! must go on.

use crate::awaited::{self, Opened};
use crate::{CpuKernel, Device, DeviceError, Devices};
use pollster::block_on;
use warpbench_report::{Backend, DeviceDetails, DeviceInfo};

/// Looks for devices on all backends, in this very process: a driver that crashes
/// takes it along. Programs ask [`crate::worker::devices`]. The processor is
/// always found.
pub fn devices() -> Devices {
    Devices::of(Backend::ALL.map(|backend| (backend, probe(backend))))
}

/// The devices of one backend, or why there are none.
pub fn probe(backend: Backend) -> Result<Vec<DeviceInfo>, String> {
    block_on(awaited::probe(backend))
}

/// What the driver of one backend says of its devices, or why there are none.
pub fn describe(backend: Backend) -> Result<Vec<DeviceDetails>, String> {
    block_on(awaited::describe(backend))
}

/// Opens a device by its place among those of its backend. The processor can
/// only run what it is given: `cpu` is the kernel's reference, if it has one.
pub fn open(
    backend: Backend,
    index: usize,
    cpu: Option<CpuKernel>,
) -> Result<Box<dyn Device>, DeviceError> {
    Ok(match block_on(awaited::open(backend, index, cpu))? {
        Opened::Called(device) => device,
        Opened::Wgpu(device) => device,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use warpbench_catalog::Values;

    #[test]
    fn the_processor_is_always_found_and_every_backend_is_accounted_for() {
        let devices = devices();
        for backend in Backend::ALL {
            let found = devices.found.iter().any(|info| info.backend == backend);
            let missing = devices.unavailable.iter().any(|gap| gap.backend == backend);
            assert!(found != missing, "{backend} in {devices:?}");
        }
        assert!(devices.found.iter().any(|info| info.backend == Backend::Cpu));
        assert!(devices.unavailable.iter().all(|gap| !gap.reason.is_empty()));
    }

    #[test]
    fn the_processor_runs_only_what_it_is_given() {
        let kernel = || -> Option<CpuKernel> { Some(Arc::new(|_| Values::F32(Vec::new()))) };
        assert!(open(Backend::Cpu, 0, kernel()).is_ok());
        assert!(matches!(
            open(Backend::Cpu, 1, kernel()).err(),
            Some(DeviceError::NoSuchDevice { index: 1, found: 1, .. })
        ));
        assert!(matches!(
            open(Backend::Cpu, 0, None).err(),
            Some(DeviceError::Unavailable { backend: Backend::Cpu, .. })
        ));
    }
}
