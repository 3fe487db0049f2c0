//! Building of what a device runs: pipelines of kernels, buffers and what is bound to what.

use super::bind::{bound, buffer_arguments, pack_scalars, uniform_bytes};
use super::gpu::{Gpu, Trouble};
use super::kernel::{BindingKind, Kernel};
use super::unchecked;
use crate::DeviceError;
use std::borrow::Cow;
use std::collections::HashMap;
use std::num::NonZeroU64;
use warpbench_catalog::{BufferIndex, Launch, Problem};
use wgpu::{
    BindGroup, BindGroupDescriptor, BindGroupEntry, BindingResource, Buffer, BufferBinding,
    BufferUsages, ComputePipeline, ComputePipelineDescriptor, PipelineCompilationOptions,
    ShaderModuleDescriptor, ShaderSource,
};

/// Has the device's driver compile a kernel.
pub(super) async fn compile(
    gpu: &Gpu,
    kernel: &Kernel,
    trusted: bool,
    name: &str,
) -> Result<ComputePipeline, DeviceError> {
    let refused = |text: String| DeviceError::Compile { device: name.to_owned(), text };
    let source = source(kernel).map_err(refused)?;
    let compiled = gpu.watched(|| {
        let descriptor = ShaderModuleDescriptor { label: Some(&kernel.entry), source };
        let module = if trusted {
            unchecked::shader_module(&gpu.device, descriptor)
        } else {
            gpu.device.create_shader_module(descriptor)
        };
        gpu.device.create_compute_pipeline(&ComputePipelineDescriptor {
            label: Some(&kernel.entry),
            layout: None,
            module: &module,
            // The only one that there is: naga may have changed its name in a text.
            entry_point: None,
            compilation_options: PipelineCompilationOptions {
                // The workbench's own kernels write shared memory before they read it.
                zero_initialize_workgroup_memory: !trusted,
                ..PipelineCompilationOptions::default()
            },
            cache: None,
        })
    });
    compiled.await.map_err(|trouble| match trouble {
        Trouble::Refused(text) => refused(text),
        trouble => trouble.during_run(name, &kernel.entry, 0),
    })
}

/// A kernel as wgpu is given it.
#[cfg(not(target_family = "wasm"))]
fn source(kernel: &Kernel) -> Result<ShaderSource<'static>, String> {
    Ok(ShaderSource::Naga(Cow::Owned(kernel.module.clone())))
}

/// A kernel as wgpu is given it. A browser reads WGSL, and what wgpu would have
/// naga write lacks some of it.
#[cfg(target_family = "wasm")]
fn source(kernel: &Kernel) -> Result<ShaderSource<'static>, String> {
    let written = warpbench_front::back::wgsl_of_module(&kernel.module, &kernel.entry);
    let text = written.map_err(|error| error.to_string())?;
    // A browser refuses subgroup operations under what it cannot show to be the same for a
    // subgroup, even the number of the subgroup itself. What a kernel does wrong there is
    // for the simulator to say.
    Ok(ShaderSource::Wgsl(Cow::Owned(format!("diagnostic(off, subgroup_uniformity);\n{text}"))))
}

/// What a buffer is used for. Few of them are uniforms, which some adapters keep
/// apart.
pub(super) fn usage(
    kernels: &HashMap<String, Kernel>,
    problem: &Problem,
    index: BufferIndex,
) -> BufferUsages {
    use warpbench_catalog::Argument::{Pointer, Slice};
    let is_uniform = |launch: &Launch| {
        let arguments = buffer_arguments(&launch.arguments);
        kernels[&launch.entry].bindings.iter().any(|binding| {
            matches!(binding.kind, BindingKind::UniformBuffer(_))
                && arguments.get(binding.index as usize).is_some_and(
                    |argument| matches!(argument, Slice(bound) | Pointer(bound) if *bound == index),
                )
        })
    };
    let usage = BufferUsages::STORAGE | BufferUsages::COPY_DST | BufferUsages::COPY_SRC;
    match problem.launches.iter().any(is_uniform) {
        true => usage | BufferUsages::UNIFORM,
        false => usage,
    }
}

/// Binds what the kernel uses: the buffer arguments to the bindings 0, 1, …,
/// the scalars to the one after them.
pub(super) fn bind(
    gpu: &Gpu,
    pipeline: &ComputePipeline,
    kernel: &Kernel,
    launch: &Launch,
    problem: &Problem,
    buffers: &[Buffer],
) -> Option<BindGroup> {
    use warpbench_catalog::Argument::{Pointer, Slice};
    if kernel.bindings.is_empty() {
        return None;
    }
    let arguments = buffer_arguments(&launch.arguments);
    let scalars = pack_scalars(&launch.arguments);
    let usage = BufferUsages::UNIFORM | BufferUsages::COPY_DST;
    let uniform = gpu.buffer("scalars", (scalars.len() as u64).max(16), usage);
    gpu.queue.write_buffer(&uniform, 0, &scalars);
    let entries: Vec<BindGroupEntry<'_>> = kernel
        .bindings
        .iter()
        .map(|binding| BindGroupEntry {
            binding: binding.index,
            resource: match (binding.kind, arguments.get(binding.index as usize)) {
                (BindingKind::Storage, Some(&(Slice(index) | Pointer(index)))) => {
                    let argument = &arguments[binding.index as usize];
                    BindingResource::Buffer(BufferBinding {
                        buffer: &buffers[index],
                        offset: 0,
                        size: NonZeroU64::new(bound(argument, problem)),
                    })
                }
                (BindingKind::UniformBuffer(bytes), Some(&(Slice(index) | Pointer(index)))) => {
                    BindingResource::Buffer(BufferBinding {
                        buffer: &buffers[index],
                        offset: 0,
                        size: NonZeroU64::new(uniform_bytes(bytes)),
                    })
                }
                // `fit` made sure that whatever is not a buffer is the scalars.
                _ => uniform.as_entire_binding(),
            },
        })
        .collect();
    Some(gpu.device.create_bind_group(&BindGroupDescriptor {
        label: Some(&launch.entry),
        layout: &pipeline.get_bind_group_layout(0),
        entries: &entries,
    }))
}
