//! Launching and timing on a wgpu device.
//!
//! All launches of a repeat are recorded in one compute pass, and wgpu puts
//! barriers between them where one reads what another wrote. The device's clock
//! is read at both ends of the pass. Adapters without such a clock, or with one
//! that tells nonsense, are timed by the wall clock around submission and
//! completion, and the result says so.

use super::WgpuDevice;
use super::bind::allocated;
use super::build::{bind, compile, usage};
use super::gpu::{Gpu, Trouble};
use super::kernel::Kernel;
use super::timer::Timer;
use crate::{Caches, DeviceError, Progress, Repeat, Times};
use std::collections::HashMap;
use warpbench_catalog::{BufferIndex, Init, Problem, Values};
use warpbench_report::Clock;
use web_time::Instant;
use wgpu::{
    BindGroup, Buffer, BufferUsages, CommandEncoder, ComputePassDescriptor, ComputePipeline,
    Features,
};

/// Overwritten before each repeat to empty the cache, at most.
const SCRATCH: u64 = 256 << 20;

/// A problem in a device's memory.
pub(crate) struct WgpuLoaded<'a> {
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

impl<'a> WgpuLoaded<'a> {
    /// Compiles the kernels and allocates the buffers. `kernels` has one for
    /// each launch.
    pub(super) async fn new(
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
            pipelines.insert(entry.as_str(), compile(&gpu, kernel, trusted, &name).await?);
        }
        let mut grids = Vec::new();
        for launch in &problem.launches {
            grids.push(device.abilities.grid(&kernels[&launch.entry], launch)?);
        }
        let reserved = gpu.watched(|| {
            let buffers: Vec<Buffer> = problem
                .buffers
                .iter()
                .enumerate()
                .map(|(index, buffer)| {
                    let usage = usage(kernels, problem, index);
                    gpu.buffer(&buffer.name, allocated(buffer.bytes()), usage)
                })
                .collect();
            let steps: Vec<Step> = problem
                .launches
                .iter()
                .zip(grids)
                .map(|(launch, grid)| {
                    let pipeline = pipelines[launch.entry.as_str()].clone();
                    let kernel = &kernels[&launch.entry];
                    let bindings = bind(&gpu, &pipeline, kernel, launch, problem, &buffers);
                    Step { pipeline, bindings, grid }
                })
                .collect();
            let timer = gpu.device.features().contains(Features::TIMESTAMP_QUERY);
            (buffers, steps, timer.then(|| Timer::new(&gpu)))
        });
        let (buffers, steps, timer) =
            reserved.await.map_err(|trouble| explain(trouble, &name, problem))?;
        let scratch = match device.info.kind.is_gpu() {
            true => scratch(&gpu, device.abilities.limits.max_buffer_size).await,
            false => None,
        };
        Ok(WgpuLoaded { name, gpu, problem, contents, buffers, steps, scratch, timer })
    }

    fn explain(&self, trouble: Trouble) -> DeviceError {
        explain(trouble, &self.name, self.problem)
    }

    /// Puts all buffers back to their initial contents.
    async fn reset(&self) -> Result<(), Trouble> {
        for (index, buffer) in self.problem.buffers.iter().enumerate() {
            let target = &self.buffers[index];
            let bytes = buffer.bytes() as usize;
            match &buffer.init {
                // All bytes of the poison are the same.
                Init::Unwritten => self.gpu.fill(target, 0xff, bytes).await?,
                Init::Cleared => {
                    let mut encoder = self.encoder();
                    encoder.clear_buffer(target, 0, None);
                    self.gpu.queue.submit([encoder.finish()]);
                }
                Init::Random { .. } | Init::Whole { .. } | Init::Data(_) => {
                    self.gpu.upload(target, self.contents[index].as_bytes()).await?;
                }
            }
        }
        self.gpu.wait().await
    }

    fn encoder(&self) -> CommandEncoder {
        self.gpu.device.create_command_encoder(&Default::default())
    }

    fn record(&self, encoder: &mut CommandEncoder, timer: Option<&Timer>) {
        let mut pass = encoder.begin_compute_pass(&ComputePassDescriptor {
            label: Some("launches"),
            timestamp_writes: timer.map(Timer::writes),
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
    async fn prepare_repeat(&self, caches: Caches) -> Result<(), Trouble> {
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
        self.gpu.wait().await
    }

    /// Runs one repeat; returns its seconds by the wall clock and, where it
    /// makes sense, by the device's.
    async fn timed(&self, caches: Caches) -> Result<(f64, Option<f64>), Trouble> {
        self.prepare_repeat(caches).await?;
        let mut encoder = self.encoder();
        self.record(&mut encoder, self.timer.as_ref());
        if let Some(timer) = &self.timer {
            timer.collect(&mut encoder);
        }
        let commands = encoder.finish();

        let start = Instant::now();
        self.gpu.queue.submit([commands]);
        self.gpu.wait().await?;
        let wall = start.elapsed().as_secs_f64();

        let device = match &self.timer {
            Some(timer) => timer.seconds(&self.gpu, wall).await?,
            None => None,
        };
        Ok((wall, device))
    }

    /// [`crate::Loaded::run`].
    pub(crate) async fn run(&mut self) -> Result<(), DeviceError> {
        self.run_once().await.map_err(|trouble| self.explain(trouble))
    }

    async fn run_once(&self) -> Result<(), Trouble> {
        self.reset().await?;
        let sent = self.gpu.watched(|| {
            let mut encoder = self.encoder();
            self.record(&mut encoder, None);
            self.gpu.queue.submit([encoder.finish()]);
        });
        sent.await?;
        self.gpu.wait().await
    }

    /// [`crate::Loaded::buffer`].
    pub(crate) async fn buffer(&mut self, index: BufferIndex) -> Result<Values, DeviceError> {
        let buffer = &self.problem.buffers[index];
        let mut values = Values::zeros(buffer.element, buffer.len);
        let read = self.gpu.download(&self.buffers[index], values.as_bytes_mut()).await;
        read.map_err(|trouble| self.explain(trouble))?;
        Ok(values)
    }

    /// [`crate::Loaded::output`].
    pub(crate) async fn output(&mut self) -> Result<Values, DeviceError> {
        self.buffer(self.problem.output).await
    }

    /// [`crate::Loaded::time`].
    pub(crate) async fn time(
        &mut self,
        repeat: &Repeat,
        progress: Progress<'_>,
    ) -> Result<Times, DeviceError> {
        let mut by_device = Vec::new();
        let once = async || {
            let timed = self.timed(repeat.caches).await;
            let (wall, device) = timed.map_err(|trouble| self.explain(trouble))?;
            by_device.push(device);
            Ok(wall)
        };
        let by_wall = repeat.collect_awaited(progress, once).await?;
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

/// The error of a run of a problem on a device.
fn explain(trouble: Trouble, device: &str, problem: &Problem) -> DeviceError {
    let entry = problem.launches.first().map_or("nothing", |launch| &launch.entry);
    trouble.during_run(device, entry, problem.bytes_held())
}

/// A buffer to overwrite; nothing where there is no room for it.
async fn scratch(gpu: &Gpu, largest: u64) -> Option<Buffer> {
    let bytes = SCRATCH.min(largest & !3);
    gpu.watched(|| gpu.buffer("scratch", bytes, BufferUsages::COPY_DST)).await.ok()
}
