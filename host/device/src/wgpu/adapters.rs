//! Adapters, and what is known of them before one is started.

use super::WgpuDevice;
#[cfg(target_family = "wasm")]
use super::browser::enumerate;
use super::fit::Abilities;
use crate::DeviceError;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;
use warpbench_report::{Backend, DeviceDetails, DeviceInfo, DeviceKind};
use wgpu::{
    Adapter, AdapterInfo, Backends, DeviceType, DownlevelFlags, Features, Instance,
    InstanceDescriptor, InstanceFlags, Limits, MemoryBudgetThresholds,
};

/// The share of a GPU's memory, in percent, beyond which it refuses buffers
/// rather than move them to slower memory.
const MEMORY_PERCENT: u8 = 95;

#[cfg(not(target_family = "wasm"))]
const NONE: &str = "no graphics driver that can compute was found; install the GPU's Vulkan driver, \
                    or a software one (on Debian and Ubuntu: mesa-vulkan-drivers)";

#[cfg(target_family = "wasm")]
const NONE: &str = "the browser offers no WebGPU here; use a recent one, open the page through \
                    https or from this machine, and see that the browser may use the GPU";

/// All adapters that can compute, or why there are none.
pub(crate) async fn list() -> Result<Vec<DeviceInfo>, String> {
    Ok(adapters().await?.into_iter().map(|(info, _)| info).collect())
}

/// What the drivers say of the adapters, in the same order, or why there are none.
pub(crate) async fn describe() -> Result<Vec<DeviceDetails>, String> {
    let adapters = adapters().await?.into_iter();
    Ok(adapters.map(|(_, found)| details(&found.info, &found.adapter.limits())).collect())
}

/// Opens an adapter by its number.
pub(crate) async fn open(index: usize) -> Result<WgpuDevice, DeviceError> {
    let backend = Backend::Wgpu;
    let found = adapters().await;
    let mut found = found.map_err(|reason| DeviceError::Unavailable { backend, reason })?;
    if index >= found.len() {
        return Err(DeviceError::NoSuchDevice { backend, index, found: found.len() });
    }
    let (info, Found { info: about, features, adapter }) = found.swap_remove(index);
    let abilities = Abilities { name: info.name.clone(), limits: adapter.limits(), features };
    let subgroup_size = about.subgroup_min_size;
    Ok(WgpuDevice { info, adapter, abilities, subgroup_size })
}

/// An adapter, and what is known of it.
pub(super) struct Found {
    pub(super) info: AdapterInfo,
    /// What it can do.
    pub(super) features: Features,
    pub(super) adapter: Adapter,
}

async fn adapters() -> Result<Vec<(DeviceInfo, Found)>, String> {
    let asked = async {
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
        enumerate(&instance).await
    };
    // A broken driver must not take the list of the other devices along.
    let mut adapters: Vec<Found> = caught(asked)
        .await
        .ok_or("a graphics driver failed while it was asked for its devices")?
        .into_iter()
        .filter(|found| {
            let can = found.adapter.get_downlevel_capabilities().flags;
            can.contains(DownlevelFlags::COMPUTE_SHADERS)
        })
        .collect();
    adapters.sort_by_key(|found| found.info.backend == wgpu::Backend::Gl);
    if adapters.is_empty() {
        return Err(NONE.to_owned());
    }
    let numbered = adapters.into_iter().enumerate();
    Ok(numbered.map(|(index, found)| (info(index, &found.info), found)).collect())
}

#[cfg(not(target_family = "wasm"))]
async fn enumerate(instance: &Instance) -> Vec<Found> {
    let adapters = instance.enumerate_adapters(Backends::all()).await;
    let found = |adapter: Adapter| {
        let (info, features) = (adapter.get_info(), adapter.features());
        Found { info, features, adapter }
    };
    adapters.into_iter().map(found).collect()
}

/// What comes of something; nothing if it panics.
async fn caught<T>(work: impl Future<Output = T>) -> Option<T> {
    let mut work = pin!(work);
    poll_fn(|context| {
        // After a panic it is not polled again.
        let polled = catch_unwind(AssertUnwindSafe(|| work.as_mut().poll(context)));
        polled.map_or(Poll::Ready(None), |polled| polled.map(Some))
    })
    .await
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
