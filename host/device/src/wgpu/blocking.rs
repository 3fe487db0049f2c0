//! The same for callers who wait: everywhere but in a browser, whose one thread
//! must go on.

use super::{WgpuDevice, WgpuLoaded, adapters};
use crate::{Device, DeviceError, KernelSources, Loaded, Progress, Repeat, Times};
use pollster::block_on;
use warpbench_catalog::{BufferIndex, Problem, Values};
use warpbench_report::{DeviceDetails, DeviceInfo};

/// All adapters that can compute, or why there are none.
pub fn probe() -> Result<Vec<DeviceInfo>, String> {
    block_on(adapters::list())
}

/// What the drivers say of the adapters, in the same order, or why there are none.
pub fn describe() -> Result<Vec<DeviceDetails>, String> {
    block_on(adapters::describe())
}

/// Opens an adapter by its number.
pub fn open(index: usize) -> Result<WgpuDevice, DeviceError> {
    block_on(adapters::open(index))
}

impl Device for WgpuDevice {
    fn info(&self) -> &DeviceInfo {
        WgpuDevice::info(self)
    }

    fn check(&self, sources: &KernelSources, problem: &Problem) -> Result<(), DeviceError> {
        WgpuDevice::check(self, sources, problem)
    }

    fn load<'a>(
        &'a mut self,
        sources: &KernelSources,
        problem: &'a Problem,
        contents: &'a [Values],
    ) -> Result<Box<dyn Loaded + 'a>, DeviceError> {
        Ok(Box::new(block_on(WgpuDevice::load(self, sources, problem, contents))?))
    }
}

impl Loaded for WgpuLoaded<'_> {
    fn run(&mut self) -> Result<(), DeviceError> {
        block_on(WgpuLoaded::run(self))
    }

    fn buffer(&mut self, index: BufferIndex) -> Result<Values, DeviceError> {
        block_on(WgpuLoaded::buffer(self, index))
    }

    fn output(&mut self) -> Result<Values, DeviceError> {
        block_on(WgpuLoaded::output(self))
    }

    fn time(&mut self, repeat: &Repeat, progress: Progress<'_>) -> Result<Times, DeviceError> {
        block_on(WgpuLoaded::time(self, repeat, progress))
    }
}
