//! Kernels in Rust on a Vulkan adapter.

use super::Kernel;
use crate::adapter::bindings::bindings;
use crate::adapter::{self as gpu, Bound, Job};
use std::borrow::Cow;
use warpbench_front::rust::hir::Crate;
use warpbench_front::rust::lower::Lowered;
use wgpu::{Features, ShaderSource};

/// What numbers of 64 bits need.
const WIDE: Features = Features::SHADER_F64.union(Features::SHADER_INT64);

/// What kernels may use beyond plain WGSL.
const WANTED: Features = WIDE.union(Features::SUBGROUP).union(Features::SUBGROUP_BARRIER);

pub(crate) struct Adapter {
    pub(crate) name: String,
    features: Features,
    gpu: gpu::Adapter,
}

impl Adapter {
    /// An adapter, or why there is none.
    pub(crate) fn open() -> Result<Adapter, String> {
        let (gpu, name, features) = gpu::Adapter::open(WANTED)?;
        Ok(Adapter { name, features, gpu })
    }

    /// Whether it computes with numbers of 64 bits.
    pub(crate) fn is_wide(&self) -> bool {
        self.features.contains(WIDE)
    }

    /// Runs a kernel and returns what its memory holds then, argument by argument.
    pub(crate) fn run(
        &self,
        kernel: &Kernel,
        program: &Crate,
        lowered: &Lowered,
    ) -> Result<Vec<Vec<u32>>, String> {
        let module = &lowered.checked.module;
        let mut words = kernel.bindings(program, lowered);
        let bindings = bindings(module).into_iter();
        let mut bound: Vec<Bound> = bindings
            .map(|(binding, kind)| Bound { binding, kind, words: words[binding as usize].clone() })
            .collect();
        let job = Job {
            source: ShaderSource::Naga(Cow::Owned(module.clone())),
            entry: &module.entry_points[0].name,
            constants: &[],
            grid: kernel.grid,
        };
        self.gpu.run(job, &mut bound)?;
        for bound in bound {
            words[bound.binding as usize] = bound.words;
        }
        words.truncate(kernel.memories());
        Ok(words)
    }
}
