//! Any GPU, through wgpu: Vulkan, Metal, DirectX 12 or OpenGL, and WebGPU in a
//! browser.
//!
//! A GPU that several of these reach is listed once for each, since the drivers
//! differ and so do the times; OpenGL comes last. `adapters` finds them, `text`
//! reads kernels, `kernel` cuts one out, `fit` refuses what the adapter cannot do,
//! `build` makes of it what the device runs, `gpu` sends data back and forth,
//! `run` launches and `timer` times.
//!
//! Nothing may block a browser, so all of it is awaited. Elsewhere `blocking`
//! has the same for callers who wait. What differs is `wait`.

pub(crate) mod adapters;
mod bind;
#[cfg(not(target_family = "wasm"))]
mod blocking;
#[cfg(target_family = "wasm")]
mod browser;
mod build;
mod fit;
mod gpu;
mod kernel;
mod own;
mod run;
mod text;
mod timer;
mod unchecked;
mod wait;

#[cfg(not(target_family = "wasm"))]
pub use blocking::{describe, open, probe};
pub(crate) use run::WgpuLoaded;

use super::{DeviceError, KernelSources, check_problem};
use fit::Abilities;
use kernel::Kernel;
use std::collections::HashMap;
use text::{Fences, Offer};
use warpbench_catalog::{Problem, Values};
use warpbench_front::rust::lower::Avoided;
use warpbench_report::{Backend, DeviceInfo};
use wgpu::{Adapter, Features};

/// Lanes of a warp, which kernels in Rust count on. Where subgroups are narrower,
/// warps are made of shared memory and barriers.
const WARP: u32 = 32;

pub struct WgpuDevice {
    info: DeviceInfo,
    adapter: Adapter,
    abilities: Abilities,
    /// Lanes of its narrowest subgroups.
    subgroup_size: u32,
}

impl WgpuDevice {
    /// Cuts the kernels out of the text, and checks all launches against them
    /// and the adapter.
    fn kernels(
        &self,
        sources: &KernelSources,
        problem: &Problem,
    ) -> Result<HashMap<String, Kernel>, DeviceError> {
        check_problem(problem)?;
        self.abilities.check_buffers(problem)?;
        let mut kernels = HashMap::new();
        if problem.launches.is_empty() {
            return Ok(kernels);
        }
        let text = text::parse(sources, &self.info.name)?;
        for launch in &problem.launches {
            if !kernels.contains_key(&launch.entry) {
                let kernel =
                    text.kernel(sources, (launch, problem), &self.offer(), &self.info.name)?;
                kernels.insert(launch.entry.clone(), kernel);
            }
            self.abilities.check_launch(&kernels[&launch.entry], launch, problem)?;
        }
        Ok(kernels)
    }

    /// What kernels in Rust find here.
    fn offer(&self) -> Offer {
        use wgpu::Backend::{BrowserWebGpu, Metal};
        let has = |feature| self.abilities.features.contains(feature);
        let fences = match self.adapter.get_info().backend {
            // What is written for these has barriers in place of fences, and would wait
            // for threads that do not come.
            Metal | BrowserWebGpu => Fences::Missing,
            // Mesa 22.3 waits at a fence for the rest of the block, and threads that do not
            // come there never end. Processors of the x86 family keep the order anyway.
            _ if self.info.name.starts_with("llvmpipe") => Fences::LeftOut,
            _ => Fences::Kept,
        };
        Offer {
            narrow: self.subgroup_size < WARP || !has(Features::SUBGROUP),
            coherent: has(Features::MEMORY_DECORATION_COHERENT),
            fences,
            avoided: Avoided {
                float_atomics: !has(Features::SHADER_FLOAT32_ATOMIC),
                signed_widening: self.info.driver.contains("Mesa"),
                inverse_hyperbolics: true,
            },
        }
    }

    pub(crate) fn info(&self) -> &DeviceInfo {
        &self.info
    }

    /// [`crate::Device::check`].
    pub(crate) fn check(
        &self,
        sources: &KernelSources,
        problem: &Problem,
    ) -> Result<(), DeviceError> {
        self.kernels(sources, problem).map(|_| ())
    }

    /// [`crate::Device::load`].
    pub(crate) async fn load<'a>(
        &'a self,
        sources: &KernelSources,
        problem: &'a Problem,
        contents: &'a [Values],
    ) -> Result<WgpuLoaded<'a>, DeviceError> {
        let kernels = self.kernels(sources, problem)?;
        let needed = kernels.values().fold(Features::empty(), |all, kernel| all | kernel.features);
        let wanted = needed | (self.abilities.features & Features::TIMESTAMP_QUERY);
        let gpu = gpu::Gpu::start(&self.adapter, wanted).await;
        let gpu = gpu.map_err(|error| DeviceError::Unavailable {
            backend: Backend::Wgpu,
            reason: format!("{} cannot be opened ({error})", self.info.name),
        })?;
        WgpuLoaded::new(self, gpu, &kernels, sources.trusted, problem, contents).await
    }
}
