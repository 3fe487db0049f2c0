//! Plan of a run: what is measured, in which order, and how long that may take.
//!
//! Each device is measured by itself from its ceilings to its controls, so that what
//! is compared was measured close together in time.

use crate::ceilings::PEAKS;
use crate::results::{Device, KernelText, Outcome, Results, Role, TextLanguage, Work};
use crate::size::{Budget, Room, fitting, moving, sweep_bytes, work};
use crate::suite::Kernel;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use warpbench_catalog::{Family, SizeError, Variant};
use warpbench_report::Backend;

/// One measurement that is to be made.
#[derive(Clone, Debug)]
pub struct Task {
    pub device: Device,
    pub family: &'static Family,
    pub variant: &'static Variant,
    pub role: Role,
    pub size: Vec<u64>,
    pub work: Work,
    pub source: KernelText,
}

/// What a run is to measure.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    pub kernels: &'a [Kernel],
    /// The kernels to measure over sizes.
    pub sweep: &'a [Kernel],
    pub quick: bool,
    /// Whether the simulator runs the same, for which there is a smaller size.
    pub modelled: bool,
    /// Memory of the machine.
    pub machine_bytes: u64,
}

/// The size that somebody asked for, if anybody did.
pub type AskedSize<'a> = dyn Fn(&Family, &Variant) -> Option<Vec<u64>> + 'a;

/// All measurements of all devices, in their order.
pub fn tasks(
    devices: &[Device],
    request: &Request<'_>,
    asked: &AskedSize<'_>,
) -> Result<Vec<Task>, SizeError> {
    let mut tasks = Vec::new();
    for device in devices {
        tasks.extend(of_device(device, &room(devices, device, request), request, asked)?);
    }
    Ok(tasks)
}

/// Where a device's kernels run. Roads to one card share what the least of them
/// allows, so that they are given the same problems.
fn room(devices: &[Device], device: &Device, request: &Request<'_>) -> Room {
    let roads = || devices.iter().filter(|road| road.card() == device.card());
    let binding = |road: &Device| road.limits.get("max_storage_buffer_binding_size").copied();
    Room {
        is_gpu: device.kind.is_gpu(),
        memory_bytes: roads().filter_map(|road| road.memory_bytes).min(),
        machine_bytes: request.machine_bytes,
        buffer_bytes: roads().filter_map(binding).min(),
    }
}

fn of_device(
    device: &Device,
    room: &Room,
    request: &Request<'_>,
    asked: &AskedSize<'_>,
) -> Result<Vec<Task>, SizeError> {
    let budget = Budget::of(room, request.quick);
    let mut tasks: Vec<Task> = Vec::new();
    for &(family, variant) in request.kernels {
        let given = asked(family, variant);
        let size = match &given {
            Some(given) => variant.size(given)?,
            None => fitting(family, variant, &budget),
        };
        let small = fitting(family, variant, &budget.modelled());
        tasks.push(Task::new(device, (family, variant), Role::Suite, size.clone())?);
        if request.modelled && given.is_none() && small != size && device.backend != Backend::Cpu {
            tasks.push(Task::new(device, (family, variant), Role::Modelled, small)?);
        }
    }
    for &kernel in request.sweep {
        let mut sizes: Vec<Vec<u64>> = Vec::new();
        for bytes in sweep_bytes(room, request.quick) {
            let Some(size) = moving(kernel.1, bytes) else { continue };
            let held = kernel.1.problem(&size, 1).map_or(u64::MAX, |problem| {
                problem.buffers.iter().map(|buffer| buffer.bytes()).max().unwrap_or(0)
            });
            if held <= budget.buffer_bytes && sizes.last() != Some(&size) {
                sizes.push(size);
            }
        }
        for size in sizes {
            tasks.push(Task::new(device, kernel, Role::Sweep, size)?);
        }
    }
    let ceilings = tasks.iter().filter(|task| {
        task.role == Role::Suite && PEAKS.contains(&task.variant.name) && tasks.len() > PEAKS.len()
    });
    let controls: Vec<Task> =
        ceilings.map(|task| Task { role: Role::Control, ..task.clone() }).collect();
    tasks.extend(controls);
    Ok(tasks)
}

impl Task {
    fn new(
        device: &Device,
        (family, variant): Kernel,
        role: Role,
        size: Vec<u64>,
    ) -> Result<Task, SizeError> {
        let problem = variant.problem(&size, 1)?;
        let work = work(variant, &problem);
        let source = source(device.backend, family, variant);
        Ok(Task { device: device.clone(), family, variant, role, size, work, source })
    }

    /// About how long it takes, in no particular unit: starting a worker and a
    /// compiler takes as long as drawing and checking some hundred megabytes.
    #[must_use]
    pub fn weight(&self) -> f64 {
        1.0 + self.work.bytes as f64 / 2e8 + self.work.operations as f64 / 2e10
    }

    /// About how long the simulator takes for some work, in no particular unit.
    #[must_use]
    pub fn weight_simulated(work: &Work) -> f64 {
        0.1 + work.bytes as f64 / 2e7 + work.operations as f64 / 2e8
    }

    /// Whether a run has done it already, with the same text. What failed is tried
    /// again.
    #[must_use]
    pub fn is_done(&self, results: &Results) -> bool {
        let key = (self.device.id.as_str(), self.variant.name, self.role, self.size.as_slice());
        results.measurements.iter().any(|record| {
            record.key() == key
                && record.source == self.source
                && !matches!(record.outcome, Outcome::Failed(_))
        })
    }
}

/// The text that a backend runs of a kernel.
fn source(backend: Backend, family: &Family, variant: &Variant) -> KernelText {
    let (language, text) = match backend {
        Backend::Cuda => (TextLanguage::Ptx, family.sources.ptx),
        Backend::Wgpu => (TextLanguage::Wgsl, family.wgsl_of(variant).1),
        // The reference is part of the program; its kernel in Rust says what it does.
        Backend::Cpu => (TextLanguage::Reference, family.rust_of(variant).1),
    };
    KernelText { language, sha256: sha256(text.as_bytes()) }
}

/// A hash in hexadecimal.
fn sha256(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in Sha256::digest(bytes) {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// How far a run is, and how long the rest takes.
#[derive(Clone, Debug, Default)]
pub struct Estimate {
    done: f64,
    left: f64,
    seconds: f64,
}

impl Estimate {
    #[must_use]
    pub fn of(weights: impl IntoIterator<Item = f64>) -> Estimate {
        Estimate { left: weights.into_iter().sum(), ..Estimate::default() }
    }

    /// Something of that weight was done, in so many seconds.
    pub fn done(&mut self, weight: f64, seconds: f64) {
        self.done += weight;
        self.left = (self.left - weight).max(0.0);
        self.seconds += seconds;
    }

    /// Seconds that the rest will take; nothing before the first is done.
    #[must_use]
    pub fn left(&self) -> Option<f64> {
        (self.done > 0.0).then(|| self.left * self.seconds / self.done)
    }
}
