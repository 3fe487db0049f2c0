//! Generated programs on a Vulkan adapter.

use super::words::{INPUT, UNIFORM, Words};
use crate::adapter::{self as gpu, Bound, Job};
use warpbench_generate::{Module, RUN_ALL};
use wgpu::{BufferBindingType, Features, ShaderSource};

/// What programs may use beyond plain WGSL.
pub(crate) const WANTED: [Features; 3] =
    [Features::SHADER_F16, Features::SHADER_F64, Features::SHADER_INT64];

pub(crate) struct Adapter {
    pub(crate) name: String,
    pub(crate) features: Features,
    gpu: gpu::Adapter,
}

impl Adapter {
    /// An adapter, or why there is none.
    pub(crate) fn open() -> Result<Adapter, String> {
        let wanted = WANTED.iter().fold(Features::empty(), |all, &feature| all | feature);
        let (gpu, name, features) = gpu::Adapter::open(wanted)?;
        Ok(Adapter { name, features, gpu })
    }

    /// Runs all programs of a module and returns what the buffers hold then.
    pub(crate) fn run(&self, module: &Module, words: &Words, blocks: u32) -> Result<Words, String> {
        let overrides = module.programs.iter().flat_map(|program| &program.overrides);
        let constants: Vec<(&str, f64)> =
            overrides.map(|(name, value)| (name.as_str(), f64::from(*value))).collect();
        let mut bound: Vec<Bound> = words
            .iter()
            .map(|(binding, words)| Bound {
                binding,
                kind: match binding {
                    INPUT => BufferBindingType::Storage { read_only: true },
                    UNIFORM => BufferBindingType::Uniform,
                    _ => BufferBindingType::Storage { read_only: false },
                },
                words: words.to_vec(),
            })
            .collect();
        let job = Job {
            source: ShaderSource::Wgsl(module.text().into()),
            entry: RUN_ALL,
            constants: &constants,
            grid: [blocks, 1, 1],
        };
        self.gpu.run(job, &mut bound)?;
        let mut result = words.clone();
        for bound in bound {
            result.get_mut(bound.binding).copy_from_slice(&bound.words);
        }
        Ok(result)
    }
}
