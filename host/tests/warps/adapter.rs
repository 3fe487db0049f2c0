//! A kernel on a Vulkan adapter that is opened without any feature.

use crate::adapter::bindings::bindings;
use crate::adapter::{self as gpu, Bound, Job};
use std::borrow::Cow;
use wgpu::{Features, ShaderSource};

/// The binding of the output.
const OUTPUT: u32 = 1;

pub(crate) struct Adapter(gpu::Adapter);

impl Adapter {
    /// An adapter, or why there is none.
    pub(crate) fn open() -> Result<Adapter, String> {
        gpu::Adapter::open(Features::empty()).map(|(gpu, ..)| Adapter(gpu))
    }

    /// What the kernel `main` leaves in its output.
    pub(crate) fn run(&self, module: &naga::Module, input: &[u32], blocks: u32) -> Vec<u32> {
        let bindings = bindings(module).into_iter();
        let mut bound: Vec<Bound> = bindings
            .map(|(binding, kind)| Bound {
                binding,
                kind,
                words: if binding == OUTPUT { vec![0; input.len()] } else { input.to_vec() },
            })
            .collect();
        let job = Job {
            source: ShaderSource::Naga(Cow::Owned(module.clone())),
            entry: "main",
            constants: &[],
            grid: [blocks, 1, 1],
        };
        self.0.run(job, &mut bound).expect("the device works");
        let output = bound.into_iter().find(|bound| bound.binding == OUTPUT);
        output.expect("every kernel writes").words
    }
}
