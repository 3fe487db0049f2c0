//! Any GPU, through wgpu: Vulkan, Metal, DirectX 12 or OpenGL.
//!
//! A GPU that several of these reach is listed once for each, since the drivers
//! differ and so do the times; OpenGL comes last. `kernel` cuts a kernel out of
//! its WGSL text, `fit` refuses what the adapter cannot do, `gpu` sends data
//! back and forth, `run` launches and times.

mod bind;
mod fit;
mod gpu;
mod kernel;
mod own;
mod run;
mod unchecked;

use super::{Device, DeviceError, KernelSources, Loaded, check_problem};
use fit::Abilities;
use kernel::Kernel;
use std::collections::HashMap;
use std::panic::catch_unwind;
use warpbench_catalog::{Problem, Values};
use warpbench_front::rust::lower::Avoided;
use warpbench_report::{Backend, DeviceDetails, DeviceInfo, DeviceKind};
use wgpu::{
    Adapter, AdapterInfo, Backends, DeviceType, DownlevelFlags, Features, Instance,
    InstanceDescriptor, InstanceFlags, Limits, MemoryBudgetThresholds,
};

/// Lanes of a warp, which kernels in Rust count on. Where subgroups are narrower,
/// warps are made of shared memory and barriers.
const WARP: u32 = 32;

/// The share of a GPU's memory, in percent, beyond which it refuses buffers
/// rather than move them to slower memory.
const MEMORY_PERCENT: u8 = 95;

/// All adapters that can compute, or why there are none.
pub fn probe() -> Result<Vec<DeviceInfo>, String> {
    Ok(adapters()?.into_iter().map(|(info, _)| info).collect())
}

/// What the drivers say of the adapters, in the same order, or why there are none.
pub fn describe() -> Result<Vec<DeviceDetails>, String> {
    let adapters = adapters()?.into_iter();
    Ok(adapters.map(|(_, adapter)| details(&adapter.get_info(), &adapter.limits())).collect())
}

/// Opens an adapter by its number.
pub fn open(index: usize) -> Result<WgpuDevice, DeviceError> {
    let backend = Backend::Wgpu;
    let mut found = adapters().map_err(|reason| DeviceError::Unavailable { backend, reason })?;
    if index >= found.len() {
        return Err(DeviceError::NoSuchDevice { backend, index, found: found.len() });
    }
    let (info, adapter) = found.swap_remove(index);
    let abilities = Abilities {
        name: info.name.clone(),
        limits: adapter.limits(),
        features: adapter.features(),
    };
    let subgroup_size = adapter.get_info().subgroup_min_size;
    Ok(WgpuDevice { info, adapter, abilities, subgroup_size })
}

fn adapters() -> Result<Vec<(DeviceInfo, Adapter)>, String> {
    let enumerate = || {
        let instance = Instance::new(InstanceDescriptor {
            backends: Backends::all(),
            // The debug layers would change the times in debug builds.
            flags: InstanceFlags::empty(),
            memory_budget_thresholds: MemoryBudgetThresholds {
                for_resource_creation: Some(MEMORY_PERCENT),
                for_device_loss: None,
            },
            ..InstanceDescriptor::new_without_display_handle()
        });
        pollster::block_on(instance.enumerate_adapters(Backends::all()))
    };
    // A broken driver must not take the list of the other devices along.
    let mut adapters: Vec<(AdapterInfo, Adapter)> = catch_unwind(enumerate)
        .map_err(|_| "a graphics driver failed while it was asked for its devices".to_owned())?
        .into_iter()
        .filter(|adapter| {
            let can = adapter.get_downlevel_capabilities().flags;
            can.contains(DownlevelFlags::COMPUTE_SHADERS)
        })
        .map(|adapter| (adapter.get_info(), adapter))
        .collect();
    adapters.sort_by_key(|(info, _)| info.backend == wgpu::Backend::Gl);
    if adapters.is_empty() {
        return Err("no graphics driver that can compute was found; install the GPU's Vulkan \
                    driver, or a software one (on Debian and Ubuntu: mesa-vulkan-drivers)"
            .to_owned());
    }
    let described = adapters.into_iter().enumerate();
    Ok(described.map(|(index, (found, adapter))| (info(index, &found), adapter)).collect())
}

fn api(adapter: &AdapterInfo) -> &'static str {
    match adapter.backend {
        wgpu::Backend::Vulkan => "Vulkan",
        wgpu::Backend::Metal => "Metal",
        wgpu::Backend::Dx12 => "DirectX 12",
        wgpu::Backend::Gl => "OpenGL",
        wgpu::Backend::BrowserWebGpu => "WebGPU",
        wgpu::Backend::Noop => "no-op",
    }
}

fn details(adapter: &AdapterInfo, limits: &Limits) -> DeviceDetails {
    let sizes = [adapter.subgroup_min_size, adapter.subgroup_max_size];
    let named: [(&str, u64); 10] = [
        ("max_buffer_size", limits.max_buffer_size),
        ("max_storage_buffer_binding_size", limits.max_storage_buffer_binding_size),
        ("max_uniform_buffer_binding_size", limits.max_uniform_buffer_binding_size),
        (
            "max_storage_buffers_per_shader_stage",
            limits.max_storage_buffers_per_shader_stage.into(),
        ),
        ("max_compute_workgroup_storage_size", limits.max_compute_workgroup_storage_size.into()),
        (
            "max_compute_invocations_per_workgroup",
            limits.max_compute_invocations_per_workgroup.into(),
        ),
        ("max_compute_workgroup_size_x", limits.max_compute_workgroup_size_x.into()),
        ("max_compute_workgroup_size_y", limits.max_compute_workgroup_size_y.into()),
        ("max_compute_workgroup_size_z", limits.max_compute_workgroup_size_z.into()),
        (
            "max_compute_workgroups_per_dimension",
            limits.max_compute_workgroups_per_dimension.into(),
        ),
    ];
    let place = adapter.device_pci_bus_id.trim();
    DeviceDetails {
        api: api(adapter).to_owned(),
        pci: (!place.is_empty()).then(|| place.to_owned()),
        // wgpu does not say.
        memory_bytes: None,
        subgroup_sizes: (sizes[1] > 0).then_some(sizes),
        limits: named.map(|(name, value)| (name.to_owned(), value)).into(),
    }
}

fn info(index: usize, adapter: &AdapterInfo) -> DeviceInfo {
    let api = api(adapter);
    let driver = [adapter.driver.trim(), adapter.driver_info.trim()].join(" ");
    DeviceInfo {
        backend: Backend::Wgpu,
        index,
        name: adapter.name.clone(),
        kind: match adapter.device_type {
            DeviceType::DiscreteGpu => DeviceKind::Discrete,
            DeviceType::IntegratedGpu => DeviceKind::Integrated,
            DeviceType::VirtualGpu => DeviceKind::Virtual,
            DeviceType::Cpu => DeviceKind::Software,
            DeviceType::Other => DeviceKind::Unknown,
        },
        driver: match driver.trim() {
            "" => api.to_owned(),
            driver => format!("{api}, {driver}"),
        },
    }
}

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
        let text = kernel::parse(sources, &self.info.name)?;
        for launch in &problem.launches {
            if !kernels.contains_key(&launch.entry) {
                let narrow = self.subgroup_size < WARP;
                let avoided = self.avoided();
                let kernel = text.kernel(sources, launch, (narrow, avoided), &self.info.name)?;
                kernels.insert(launch.entry.clone(), kernel);
            }
            self.abilities.check_launch(&kernels[&launch.entry], launch, problem)?;
        }
        Ok(kernels)
    }

    /// What kernels in Rust must do without.
    fn avoided(&self) -> Avoided {
        Avoided {
            float_atomics: !self.abilities.features.contains(Features::SHADER_FLOAT32_ATOMIC),
            signed_widening: self.info.driver.contains("Mesa"),
        }
    }
}

impl Device for WgpuDevice {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn check(&self, sources: &KernelSources, problem: &Problem) -> Result<(), DeviceError> {
        self.kernels(sources, problem).map(|_| ())
    }

    fn load<'a>(
        &'a mut self,
        sources: &KernelSources,
        problem: &'a Problem,
        contents: &'a [Values],
    ) -> Result<Box<dyn Loaded + 'a>, DeviceError> {
        let kernels = self.kernels(sources, problem)?;
        let needed = kernels.values().fold(Features::empty(), |all, kernel| all | kernel.features);
        let wanted = needed | (self.abilities.features & Features::TIMESTAMP_QUERY);
        let gpu =
            gpu::Gpu::start(&self.adapter, wanted).map_err(|error| DeviceError::Unavailable {
                backend: Backend::Wgpu,
                reason: format!("{} cannot be opened ({error})", self.info.name),
            })?;
        Ok(Box::new(run::WgpuLoaded::new(self, gpu, &kernels, sources.trusted, problem, contents)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adapters_are_described_by_api_and_driver() {
        let check = |api, kind, driver: [&str; 2], expected: (DeviceKind, &str)| {
            let info = AdapterInfo {
                name: "GPU".to_owned(),
                driver: driver[0].to_owned(),
                driver_info: driver[1].to_owned(),
                ..AdapterInfo::new(kind, api)
            };
            let info = super::info(3, &info);
            assert_eq!((info.kind, info.driver.as_str()), expected);
            assert_eq!((info.index, info.name.as_str()), (3, "GPU"));
        };
        check(
            wgpu::Backend::Vulkan,
            DeviceType::Cpu,
            ["llvmpipe", "Mesa 22.3.6 (LLVM 15.0.6)"],
            (DeviceKind::Software, "Vulkan, llvmpipe Mesa 22.3.6 (LLVM 15.0.6)"),
        );
        check(
            wgpu::Backend::Gl,
            DeviceType::IntegratedGpu,
            ["", "4.6"],
            (DeviceKind::Integrated, "OpenGL, 4.6"),
        );
        check(wgpu::Backend::Metal, DeviceType::Other, ["", ""], (DeviceKind::Unknown, "Metal"));
    }
}
