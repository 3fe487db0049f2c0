//! Devices of all backends for callers who await: the worker does, in a browser
//! and elsewhere.
//!
//! Only wgpu has anything to wait for that a browser could not do otherwise. The
//! other backends are called and return when they are done.

use crate::wgpu::{WgpuDevice, WgpuLoaded, adapters};
use crate::{
    CpuKernel, Device, DeviceError, KernelSources, Loaded, Progress, Repeat, Times, cpu, cuda,
};
use warpbench_catalog::{BufferIndex, Problem, Values};
use warpbench_report::{Backend, DeviceDetails, DeviceInfo};

/// The devices of one backend, or why there are none.
pub(crate) async fn probe(backend: Backend) -> Result<Vec<DeviceInfo>, String> {
    match backend {
        Backend::Cuda => cuda::probe(),
        Backend::Wgpu => adapters::list().await,
        Backend::Cpu => Ok(vec![cpu::info()]),
    }
}

/// What the driver of one backend says of its devices, or why there are none.
pub(crate) async fn describe(backend: Backend) -> Result<Vec<DeviceDetails>, String> {
    match backend {
        Backend::Cuda => cuda::describe(),
        Backend::Wgpu => adapters::describe().await,
        Backend::Cpu => Ok(vec![cpu::details()]),
    }
}

/// Opens a device by its place among those of its backend. The processor can
/// only run what it is given: `cpu` is the kernel's reference, if it has one.
pub(crate) async fn open(
    backend: Backend,
    index: usize,
    cpu: Option<CpuKernel>,
) -> Result<Opened, DeviceError> {
    match backend {
        Backend::Cuda => cuda::open(index).map(Opened::Called),
        Backend::Wgpu => adapters::open(index).await.map(|device| Opened::Wgpu(Box::new(device))),
        Backend::Cpu if index > 0 => Err(DeviceError::NoSuchDevice { backend, index, found: 1 }),
        Backend::Cpu => match cpu {
            Some(kernel) => Ok(Opened::Called(Box::new(cpu::CpuDevice::new(kernel)))),
            None => Err(DeviceError::Unavailable {
                backend,
                reason: "this kernel has no reference that the processor could run; choose a GPU \
                         or the simulator"
                    .to_owned(),
            }),
        },
    }
}

/// A device that is open; its methods are those of [`Device`].
pub(crate) enum Opened {
    /// One that returns when it is done.
    Called(Box<dyn Device>),
    Wgpu(Box<WgpuDevice>),
}

impl Opened {
    pub(crate) fn info(&self) -> &DeviceInfo {
        match self {
            Opened::Called(device) => device.info(),
            Opened::Wgpu(device) => device.info(),
        }
    }

    pub(crate) fn check(
        &self,
        sources: &KernelSources,
        problem: &Problem,
    ) -> Result<(), DeviceError> {
        match self {
            Opened::Called(device) => device.check(sources, problem),
            Opened::Wgpu(device) => device.check(sources, problem),
        }
    }

    pub(crate) async fn load<'a>(
        &'a mut self,
        sources: &KernelSources,
        problem: &'a Problem,
        contents: &'a [Values],
    ) -> Result<Ready<'a>, DeviceError> {
        match self {
            Opened::Called(device) => device.load(sources, problem, contents).map(Ready::Called),
            Opened::Wgpu(device) => {
                let loaded = WgpuDevice::load(device, sources, problem, contents).await?;
                Ok(Ready::Wgpu(Box::new(loaded)))
            }
        }
    }
}

/// A problem on a device, ready to run; its methods are those of [`Loaded`].
pub(crate) enum Ready<'a> {
    Called(Box<dyn Loaded + 'a>),
    Wgpu(Box<WgpuLoaded<'a>>),
}

impl Ready<'_> {
    pub(crate) async fn run(&mut self) -> Result<(), DeviceError> {
        match self {
            Ready::Called(loaded) => loaded.run(),
            Ready::Wgpu(loaded) => loaded.run().await,
        }
    }

    pub(crate) async fn buffer(&mut self, index: BufferIndex) -> Result<Values, DeviceError> {
        match self {
            Ready::Called(loaded) => loaded.buffer(index),
            Ready::Wgpu(loaded) => loaded.buffer(index).await,
        }
    }

    pub(crate) async fn output(&mut self) -> Result<Values, DeviceError> {
        match self {
            Ready::Called(loaded) => loaded.output(),
            Ready::Wgpu(loaded) => loaded.output().await,
        }
    }

    pub(crate) async fn time(
        &mut self,
        repeat: &Repeat,
        progress: Progress<'_>,
    ) -> Result<Times, DeviceError> {
        match self {
            Ready::Called(loaded) => loaded.time(repeat, progress),
            Ready::Wgpu(loaded) => loaded.time(repeat, progress).await,
        }
    }
}
