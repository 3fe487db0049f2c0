//! Launching and timing on a wgpu device.
//!
//! All launches of a repeat are recorded in one compute pass, and wgpu puts
//! barriers between them where one reads what another wrote. The device's clock
//! is read at both ends of the pass. Adapters without such a clock, or with one
//! that tells nonsense, are timed by the wall clock around submission and
//! completion, and the result says so.

use super::WgpuDevice;
use super::bind::{allocated, bound, buffer_arguments, pack_scalars, uniform_bytes};
use super::gpu::{Gpu, Trouble};
use super::kernel::{BindingKind, Kernel};
use super::unchecked;
use crate::{Caches, DeviceError, Loaded, Progress, Repeat, Times};
use std::borrow::Cow;
use std::collections::HashMap;
use std::num::NonZeroU64;
use std::time::Instant;
use warpbench_catalog::{BufferIndex, Init, Launch, Problem, Values};
use warpbench_report::Clock;
use wgpu::{
    BindGroup, BindGroupDescriptor, BindGroupEntry, BindingResource, Buffer, BufferBinding,
    BufferUsages, CommandEncoder, ComputePassDescriptor, ComputePassTimestampWrites,
    ComputePipeline, ComputePipelineDescriptor, Features, PipelineCompilationOptions, QuerySet,
    QuerySetDescriptor, QueryType, ShaderModuleDescriptor, ShaderSource,
};

/// Overwritten before each repeat to empty the cache, at most.
const SCRATCH: u64 = 256 << 20;

/// A problem in a device's memory.
pub(super) struct WgpuLoaded<'a> {
    name: String,
    gpu: Gpu,
    problem: &'a Problem,
    contents: &'a [Values],
    buffers: Vec<Buffer>,
    steps: Vec<Step>,
    scratch: Option<Buffer>,
    timer: Option<Timer>,
}

/// A launch, ready to be recorded.
struct Step {
    pipeline: ComputePipeline,
    /// Nothing where the kernel uses no buffer at all.
    bindings: Option<BindGroup>,
    grid: [u32; 3],
}

/// Where the device writes its clock at the beginning and the end of a pass.
struct Timer {
    queries: QuerySet,
    resolved: Buffer,
    readback: Buffer,
    seconds_per_tick: f64,
}

impl<'a> WgpuLoaded<'a> {
    /// Compiles the kernels and allocates the buffers. `kernels` has one for
    /// each launch.
    pub(super) fn new(
        device: &WgpuDevice,
        gpu: Gpu,
        kernels: &HashMap<String, Kernel>,
        trusted: bool,
        problem: &'a Problem,
        contents: &'a [Values],
    ) -> Result<WgpuLoaded<'a>, DeviceError> {
        let name = device.info.name.clone();
        let mut pipelines = HashMap::new();
        for (entry, kernel) in kernels {
            pipelines.insert(entry.as_str(), compile(&gpu, kernel, trusted, &name)?);
        }
        let buffers: Vec<Buffer> = problem
            .buffers
            .iter()
            .enumerate()
            .map(|(index, buffer)| {
                let usage = usage(kernels, problem, index);
                gpu.buffer(&buffer.name, allocated(buffer.bytes()), usage)
            })
            .collect();
        let mut steps = Vec::new();
        for launch in &problem.launches {
            let pipeline = pipelines[launch.entry.as_str()].clone();
            let kernel = &kernels[&launch.entry];
            let bindings = bind(&gpu, &pipeline, kernel, launch, problem, &buffers);
            steps.push(Step { pipeline, bindings, grid: device.abilities.grid(kernel, launch)? });
        }
        let timer = gpu.device.features().contains(Features::TIMESTAMP_QUERY);
        let timer = timer.then(|| Timer::new(&gpu));
        let mut loaded =
            WgpuLoaded { name, gpu, problem, contents, buffers, steps, scratch: None, timer };
        if let Some(trouble) = loaded.gpu.trouble() {
            return Err(loaded.explain(trouble));
        }
        if device.info.kind.is_gpu() {
            loaded.scratch = scratch(&loaded.gpu, device.abilities.limits.max_buffer_size);
        }
        Ok(loaded)
    }

    fn explain(&self, trouble: Trouble) -> DeviceError {
        let entry = self.problem.launches.first().map_or("nothing", |launch| &launch.entry);
        trouble.during_run(&self.name, entry, self.problem.bytes_held())
    }

    /// Puts all buffers back to their initial contents.
    fn reset(&self) -> Result<(), Trouble> {
        for (index, buffer) in self.problem.buffers.iter().enumerate() {
            let target = &self.buffers[index];
            let bytes = buffer.bytes() as usize;
            match &buffer.init {
                // All bytes of the poison are the same.
                Init::Unwritten => self.gpu.fill(target, 0xff, bytes)?,
                Init::Cleared => {
                    let mut encoder = self.encoder();
                    encoder.clear_buffer(target, 0, None);
                    self.gpu.queue.submit([encoder.finish()]);
                }
                Init::Random { .. } | Init::Whole { .. } | Init::Data(_) => {
                    self.gpu.upload(target, self.contents[index].as_bytes())?;
                }
            }
        }
        self.gpu.wait()
    }

    fn encoder(&self) -> CommandEncoder {
        self.gpu.device.create_command_encoder(&Default::default())
    }

    fn record(&self, encoder: &mut CommandEncoder, timer: Option<&Timer>) {
        let timestamp_writes = timer.map(|timer| ComputePassTimestampWrites {
            query_set: &timer.queries,
            beginning_of_pass_write_index: Some(0),
            end_of_pass_write_index: Some(1),
        });
        let mut pass = encoder.begin_compute_pass(&ComputePassDescriptor {
            label: Some("launches"),
            timestamp_writes,
        });
        for step in &self.steps {
            pass.set_pipeline(&step.pipeline);
            if let Some(bindings) = &step.bindings {
                pass.set_bind_group(0, bindings, &[]);
            }
            let [x, y, z] = step.grid;
            pass.dispatch_workgroups(x, y, z);
        }
    }

    /// Clears what is to be cleared, and empties the cache if that is asked for.
    fn prepare_repeat(&self, caches: Caches) -> Result<(), Trouble> {
        let mut encoder = self.encoder();
        for (buffer, target) in self.problem.buffers.iter().zip(&self.buffers) {
            if buffer.init == Init::Cleared {
                encoder.clear_buffer(target, 0, None);
            }
        }
        if let (Caches::Emptied, Some(scratch)) = (caches, &self.scratch) {
            encoder.clear_buffer(scratch, 0, None);
        }
        self.gpu.queue.submit([encoder.finish()]);
        self.gpu.wait()
    }

    /// Runs one repeat; returns its seconds by the wall clock and, where it
    /// makes sense, by the device's.
    fn timed(&self, caches: Caches) -> Result<(f64, Option<f64>), Trouble> {
        self.prepare_repeat(caches)?;
        let mut encoder = self.encoder();
        self.record(&mut encoder, self.timer.as_ref());
        if let Some(timer) = &self.timer {
            timer.collect(&mut encoder);
        }
        let commands = encoder.finish();

        let start = Instant::now();
        self.gpu.queue.submit([commands]);
        self.gpu.wait()?;
        let wall = start.elapsed().as_secs_f64();

        let device = match &self.timer {
            Some(timer) => plausible(timer.ticks(&self.gpu)?, timer.seconds_per_tick, wall),
            None => None,
        };
        Ok((wall, device))
    }
}

impl Loaded for WgpuLoaded<'_> {
    fn run(&mut self) -> Result<(), DeviceError> {
        let run = || {
            self.reset()?;
            let mut encoder = self.encoder();
            self.record(&mut encoder, None);
            self.gpu.queue.submit([encoder.finish()]);
            self.gpu.wait()
        };
        run().map_err(|trouble| self.explain(trouble))
    }

    fn buffer(&mut self, index: BufferIndex) -> Result<Values, DeviceError> {
        let buffer = &self.problem.buffers[index];
        let mut values = Values::zeros(buffer.element, buffer.len);
        self.gpu
            .download(&self.buffers[index], values.as_bytes_mut())
            .map_err(|trouble| self.explain(trouble))?;
        Ok(values)
    }

    fn output(&mut self) -> Result<Values, DeviceError> {
        self.buffer(self.problem.output)
    }

    fn time(&mut self, repeat: &Repeat, progress: Progress<'_>) -> Result<Times, DeviceError> {
        let mut by_device = Vec::new();
        let by_wall = repeat.collect(progress, &mut || {
            let timed = self.timed(repeat.caches);
            let (wall, device) = timed.map_err(|trouble| self.explain(trouble))?;
            by_device.push(device);
            Ok(wall)
        })?;
        // Warm-up runs come first and are not wanted. Times of two clocks are
        // not mixed: one repeat that the device's clock missed discards it.
        let by_device: Option<Vec<f64>> =
            by_device.split_off(by_device.len() - by_wall.len()).into_iter().collect();
        Ok(match by_device {
            Some(seconds) => Times { seconds, clock: Clock::Device },
            None => Times { seconds: by_wall, clock: Clock::Wall },
        })
    }
}

impl Timer {
    /// Two readings of 64 bits each.
    const BYTES: u64 = 16;

    fn new(gpu: &Gpu) -> Timer {
        Timer {
            queries: gpu.device.create_query_set(&QuerySetDescriptor {
                label: Some("timer"),
                ty: QueryType::Timestamp,
                count: 2,
            }),
            resolved: gpu.buffer(
                "timer",
                Timer::BYTES,
                BufferUsages::QUERY_RESOLVE | BufferUsages::COPY_SRC,
            ),
            readback: gpu.buffer(
                "timer readback",
                Timer::BYTES,
                BufferUsages::COPY_DST | BufferUsages::MAP_READ,
            ),
            seconds_per_tick: f64::from(gpu.queue.get_timestamp_period()) * 1e-9,
        }
    }

    /// Records the way of the readings back to the host.
    fn collect(&self, encoder: &mut CommandEncoder) {
        encoder.resolve_query_set(&self.queries, 0..2, &self.resolved, 0);
        encoder.copy_buffer_to_buffer(&self.resolved, 0, &self.readback, 0, Timer::BYTES);
    }

    /// The readings at the beginning and the end.
    fn ticks(&self, gpu: &Gpu) -> Result<[u64; 2], Trouble> {
        let mut ticks = [0u64; 2];
        gpu.read(&self.readback, bytemuck::cast_slice_mut(&mut ticks))?;
        Ok(ticks)
    }
}

/// The time between two readings, unless it cannot be true: the clock stood
/// still, ran backwards, or saw more time than passed outside.
fn plausible([start, stop]: [u64; 2], seconds_per_tick: f64, wall: f64) -> Option<f64> {
    let seconds = stop.checked_sub(start)? as f64 * seconds_per_tick;
    (start != 0 && seconds > 0.0 && seconds <= wall * 1.1).then_some(seconds)
}

/// Has the device's driver compile a kernel.
fn compile(
    gpu: &Gpu,
    kernel: &Kernel,
    trusted: bool,
    name: &str,
) -> Result<ComputePipeline, DeviceError> {
    let descriptor = ShaderModuleDescriptor {
        label: Some(&kernel.entry),
        source: ShaderSource::Naga(Cow::Owned(kernel.module.clone())),
    };
    let module = if trusted {
        unchecked::shader_module(&gpu.device, descriptor)
    } else {
        gpu.device.create_shader_module(descriptor)
    };
    let pipeline = gpu.device.create_compute_pipeline(&ComputePipelineDescriptor {
        label: Some(&kernel.entry),
        layout: None,
        module: &module,
        entry_point: Some(&kernel.entry),
        compilation_options: PipelineCompilationOptions {
            // The workbench's own kernels write shared memory before they read it.
            zero_initialize_workgroup_memory: !trusted,
            ..PipelineCompilationOptions::default()
        },
        cache: None,
    });
    match gpu.trouble() {
        None => Ok(pipeline),
        Some(Trouble::Refused(text)) => Err(DeviceError::Compile { device: name.to_owned(), text }),
        Some(trouble) => Err(trouble.during_run(name, &kernel.entry, 0)),
    }
}

/// What a buffer is used for. Few of them are uniforms, which some adapters keep
/// apart.
fn usage(kernels: &HashMap<String, Kernel>, problem: &Problem, index: BufferIndex) -> BufferUsages {
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
fn bind(
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

/// A buffer to overwrite; nothing where there is no room for it.
fn scratch(gpu: &Gpu, largest: u64) -> Option<Buffer> {
    let buffer = gpu.buffer("scratch", SCRATCH.min(largest & !3), BufferUsages::COPY_DST);
    gpu.trouble().is_none().then_some(buffer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_that_cannot_be_right_are_not_believed() {
        let check = |ticks: [u64; 2], wall: f64, expected: Option<f64>| {
            assert_eq!(plausible(ticks, 1e-3, wall), expected, "{ticks:?} in {wall} s");
        };
        check([1000, 2000], 1.5, Some(1.0));
        check([1000, 2000], 0.95, Some(1.0));
        check([1000, 2000], 0.5, None);
        check([1000, 1000], 1.5, None);
        check([2000, 1000], 1.5, None);
        check([0, 0], 1.5, None);
        check([0, 1000], 1.5, None);
    }
}
