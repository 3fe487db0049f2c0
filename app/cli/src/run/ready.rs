//! A kernel of a file with its case, ready for a device, whatever it is written in.

use anyhow::{Result, bail};
use std::path::Path;
use warpbench_case::bind::BoundBuffer;
use warpbench_case::launch::{KernelArgument, RustLaunch, launch_of};
use warpbench_case::number::Scalar;
use warpbench_case::{Case, WgslLaunch, wgsl_launch_of};
use warpbench_device::worker::Job;
use warpbench_device::{case, wgsl_case};
use warpbench_front::{Language, Source};
use warpbench_report::Backend;
use warpbench_simulate::SimulateError;
use warpbench_simulate::report::BufferDump;

/// A kernel that fits its case.
pub(crate) enum Ready {
    Rust(RustLaunch),
    Wgsl(WgslLaunch),
}

impl Ready {
    pub(crate) fn of(source: &Source, case: Case, backend: Backend) -> Result<Ready> {
        if Language::of(&source.path) == Language::Rust {
            return Ok(Ready::Rust(launch_of(source, case).map_err(SimulateError::from)?));
        }
        if backend == Backend::Cuda {
            bail!("CUDA runs PTX, which is made of kernels in Rust; --backend wgpu runs WGSL");
        }
        let (path, wanted) = (case.path.clone(), case.block);
        let launch = wgsl_launch_of(source, case).map_err(SimulateError::from)?;
        match wanted.filter(|block| *block != launch.block) {
            Some(wanted) => {
                let (entry, own) = (launch.entry, launch.block);
                Err(SimulateError::Block { case: path, entry, wanted, own }.into())
            }
            None => Ok(Ready::Wgsl(launch)),
        }
    }

    pub(crate) fn entry(&self) -> &str {
        match self {
            Ready::Rust(launch) => &launch.entry,
            Ready::Wgsl(launch) => &launch.entry,
        }
    }

    pub(super) fn grid(&self) -> [u32; 3] {
        match self {
            Ready::Rust(launch) => launch.grid,
            Ready::Wgsl(launch) => launch.grid,
        }
    }

    pub(super) fn block(&self) -> [u32; 3] {
        match self {
            Ready::Rust(launch) => launch.block,
            Ready::Wgsl(launch) => launch.block,
        }
    }

    pub(super) fn warnings(&self) -> &[String] {
        match self {
            Ready::Rust(launch) => &launch.warnings,
            Ready::Wgsl(launch) => &launch.warnings,
        }
    }

    /// Whether the kernel prints, which WGSL cannot.
    pub(super) fn prints(&self) -> bool {
        match self {
            Ready::Rust(launch) => launch.prints,
            Ready::Wgsl(_) => false,
        }
    }

    pub(super) fn buffers(&self) -> Vec<BufferLayout> {
        match self {
            Ready::Rust(launch) => BufferLayout::of_rust(launch),
            Ready::Wgsl(launch) => BufferLayout::of_wgsl(launch),
        }
    }

    /// The job for a worker, for CUDA with the kernel's PTX.
    pub(crate) fn job(
        self,
        backend: Backend,
        path: &Path,
        source: &Source,
        ptx: &str,
        dump: bool,
    ) -> Result<Job> {
        Ok(match self {
            Ready::Wgsl(launch) => wgsl_case::wgsl_job(launch, path, &source.text, dump)?,
            Ready::Rust(launch) => case::job(launch, backend, path, &source.text, ptx, dump)?,
        })
    }
}

/// What is known of a buffer apart from its contents, which the launch takes
/// along.
pub(super) struct BufferLayout {
    name: String,
    group: u32,
    binding: u32,
    scalar: Scalar,
    bytes: usize,
}

impl BufferLayout {
    fn of_rust(launch: &RustLaunch) -> Vec<BufferLayout> {
        let buffers = launch.arguments.iter().filter_map(|argument| match argument {
            KernelArgument::Buffer(buffer) => Some(BufferLayout {
                name: buffer.name.clone(),
                group: 0,
                binding: buffer.binding,
                scalar: buffer.scalar,
                bytes: buffer.bytes.len(),
            }),
            KernelArgument::Narrow(_) | KernelArgument::Wide(_) | KernelArgument::Bytes(_) => None,
        });
        buffers.collect()
    }

    fn of_wgsl(launch: &WgslLaunch) -> Vec<BufferLayout> {
        let buffers = launch.bound.iter().map(|BoundBuffer { variable, buffer }| BufferLayout {
            name: variable.name.clone(),
            group: variable.group,
            binding: variable.binding,
            scalar: buffer.scalar,
            bytes: buffer.bytes.len(),
        });
        buffers.collect()
    }

    /// The buffer with what the device says it holds, which may have been made
    /// longer to be read by fours.
    pub(super) fn dump(self, contents: Option<Vec<u8>>) -> BufferDump {
        let mut contents = contents.unwrap_or_default();
        contents.truncate(self.bytes);
        BufferDump {
            group: self.group,
            binding: self.binding,
            name: self.name,
            data: self.scalar.decode(&contents).collect(),
            scalar: self.scalar,
        }
    }
}
