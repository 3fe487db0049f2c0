//! An NVIDIA GPU: what it is, and whether it can do what is asked of it.
//!
//! Everything that can be known without compiling is asked here, so that a
//! launch which cannot work is refused with a reason instead of a code.

use super::fault::FaultContext;
use super::{driver, fault, list, ptx, run};
use crate::{Device, DeviceError, KernelSources, Loaded, Unit, check_problem};
use cust::context::Context;
use cust::device::DeviceAttribute;
use cust::error::CudaResult;
use cust::memory::mem_get_info;
use warpbench_catalog::{Launch, Problem, Values};
use warpbench_report::{Backend, DeviceInfo};

pub(super) struct CudaDevice {
    info: DeviceInfo,
    device: cust::device::Device,
    /// Everything below is done in the context, which is current on the thread
    /// that opened the device for as long as this is held.
    _context: Context,
}

impl CudaDevice {
    /// Opens a GPU by its number.
    pub(super) fn open(index: usize) -> Result<CudaDevice, DeviceError> {
        let backend = Backend::Cuda;
        let mut found =
            list::probe().map_err(|reason| DeviceError::Unavailable { backend, reason })?;
        if index >= found.len() {
            return Err(DeviceError::NoSuchDevice { backend, index, found: found.len() });
        }
        let info = found.swap_remove(index);
        let opened = cust::device::Device::get_device(index as u32)
            .and_then(|device| Ok((device, Context::new(device)?)));
        match opened {
            Ok((device, context)) => Ok(CudaDevice { info, device, _context: context }),
            Err(error) => Err(DeviceError::Unavailable {
                backend,
                reason: format!(
                    "{} cannot be opened ({}); another program may be using it alone",
                    info.name,
                    driver::describe(fault::code(error))
                ),
            }),
        }
    }

    fn fault_context(&self, problem: &Problem) -> FaultContext {
        let mut entries: Vec<&str> = Vec::new();
        for launch in &problem.launches {
            if !entries.contains(&launch.entry.as_str()) {
                entries.push(&launch.entry);
            }
        }
        FaultContext {
            device: self.info.name.clone(),
            entries: entries.join(", "),
            bytes: problem.bytes_held(),
        }
    }

    fn attribute(&self, attribute: DeviceAttribute) -> CudaResult<u64> {
        Ok(self.device.get_attribute(attribute)?.try_into().unwrap_or(0))
    }

    /// Whether the text has the kernel, with the parameters it is launched with,
    /// and was made for this GPU or an older one.
    fn check_entry(
        &self,
        ptx: &str,
        launch: &Launch,
        context: &FaultContext,
    ) -> Result<(), DeviceError> {
        let entry = launch.entry.clone();
        let entries = ptx::entries(ptx);
        let Some(declared) = entries.iter().find(|declared| declared.name == entry) else {
            return Err(DeviceError::EntryMissing {
                entry,
                language: "PTX".to_owned(),
                entries: entries.iter().map(|entry| entry.name.to_owned()).collect(),
            });
        };
        let given = ptx::parameters(&launch.arguments);
        if declared.parameters != given {
            return Err(DeviceError::Mismatch {
                entry,
                reason: format!(
                    "it takes {} parameters and is given {given} (a slice counts as two)",
                    declared.parameters
                ),
            });
        }
        let capability = (|| {
            let major = self.attribute(DeviceAttribute::ComputeCapabilityMajor)?;
            Ok(major * 10 + self.attribute(DeviceAttribute::ComputeCapabilityMinor)?)
        })()
        .map_err(|error| context.explain(error))?;
        match ptx::target(ptx) {
            Some(target) if u64::from(target) > capability => Err(DeviceError::MissingFeature {
                device: self.info.name.clone(),
                entry,
                feature: format!("compute capability {}.{}", target / 10, target % 10),
            }),
            _ => Ok(()),
        }
    }

    /// Whether grid and block are within the GPU's limits.
    fn check_shape(&self, launch: &Launch, context: &FaultContext) -> Result<(), DeviceError> {
        use DeviceAttribute as A;
        let [grid, block] = [launch.grid, launch.block].map(|shape| shape.map(u64::from));
        let rows = [
            (grid[0], A::MaxGridDimX, "the grid's width", "blocks in x"),
            (grid[1], A::MaxGridDimY, "the grid's height", "blocks in y"),
            (grid[2], A::MaxGridDimZ, "the grid's depth", "blocks in z"),
            (block[0], A::MaxBlockDimX, "the block's width", "threads in x"),
            (block[1], A::MaxBlockDimY, "the block's height", "threads in y"),
            (block[2], A::MaxBlockDimZ, "the block's depth", "threads in z"),
            (block.iter().product(), A::MaxThreadsPerBlock, "a block", "threads per block"),
        ];
        for (need, attribute, what, limit_name) in rows {
            let limit = self.attribute(attribute).map_err(|error| context.explain(error))?;
            if need > limit {
                return Err(DeviceError::TooLarge {
                    device: self.info.name.clone(),
                    what: format!("{what} of `{}`", launch.entry),
                    need,
                    limit,
                    limit_name: limit_name.to_owned(),
                    unit: Unit::Count,
                });
            }
        }
        Ok(())
    }
}

impl Device for CudaDevice {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn check(&self, sources: &KernelSources, problem: &Problem) -> Result<(), DeviceError> {
        check_problem(problem)?;
        let context = self.fault_context(problem);
        for launch in &problem.launches {
            self.check_entry(&sources.ptx, launch, &context)?;
            self.check_shape(launch, &context)?;
        }
        let (free, _) = mem_get_info().map_err(|error| context.explain(error))?;
        if problem.bytes_held() > free as u64 {
            return Err(DeviceError::TooLarge {
                device: self.info.name.clone(),
                what: "the problem".to_owned(),
                need: problem.bytes_held(),
                limit: free as u64,
                limit_name: "free memory".to_owned(),
                unit: Unit::Bytes,
            });
        }
        Ok(())
    }

    fn load<'a>(
        &'a mut self,
        sources: &KernelSources,
        problem: &'a Problem,
        contents: &'a [Values],
    ) -> Result<Box<dyn Loaded + 'a>, DeviceError> {
        self.check(sources, problem)?;
        let context = self.fault_context(problem);
        let cache_bytes = self.attribute(DeviceAttribute::L2CacheSize).unwrap_or(0);
        let loaded =
            run::CudaLoaded::new(sources, problem, contents, context, cache_bytes as usize)?;
        Ok(Box::new(loaded))
    }
}
