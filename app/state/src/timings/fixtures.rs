//! Devices and measurements for tests, which need no device.

use super::edited_text::EditedText;
use super::job::{Job, Outcome};
use super::ladder::Ladder;
use super::simulated::Simulated;
use super::state::Timings;
use super::target::Target;
use std::sync::Arc;
use warpbench_catalog as catalog;
use warpbench_catalog::Variant;
use warpbench_device::Devices;
use warpbench_front::Language;
use warpbench_machine::model::{self, Bottleneck};
use warpbench_machine::observe::counters::Counts;
use warpbench_report::{Backend, Clock, DeviceInfo, DeviceKind, Measurement, Seconds};

/// A device of that backend, kind and name.
pub fn device(backend: Backend, index: usize, kind: DeviceKind, name: &str) -> DeviceInfo {
    let driver = match kind {
        DeviceKind::Cpu => "16 cores",
        DeviceKind::Software => "llvmpipe (Mesa 25.0.7)",
        _ => "580.159.04 (CUDA 13.0)",
    };
    let (name, driver) = (name.to_owned(), driver.to_owned());
    DeviceInfo { backend, index, name, kind, driver }
}

pub fn gpu() -> DeviceInfo {
    device(Backend::Cuda, 0, DeviceKind::Discrete, "NVIDIA H200")
}

/// The same GPU by another road.
pub fn gpu_by_wgpu() -> DeviceInfo {
    device(Backend::Wgpu, 0, DeviceKind::Discrete, "NVIDIA H200")
}

pub fn software() -> DeviceInfo {
    device(Backend::Wgpu, 1, DeviceKind::Software, "llvmpipe (LLVM 19.1.7, 256 bits)")
}

pub fn processor() -> DeviceInfo {
    device(Backend::Cpu, 0, DeviceKind::Cpu, "AMD EPYC 9654")
}

/// A machine with all of them.
pub fn machine() -> Devices {
    let found = vec![gpu(), gpu_by_wgpu(), software(), processor()];
    Devices { found, unavailable: Vec::new() }
}

/// A right result with that median.
pub fn measured(name: &str, device: &DeviceInfo, size: &[u64], seconds: f64) -> Outcome {
    let (_, variant) = catalog::find(name).expect(name);
    let size = variant.size(size).expect("a size");
    let problem = variant.problem(&size, 1).expect("a problem");
    let rate = |amount: u64| (amount > 0).then(|| amount as f64 / seconds / 1e9);
    let spread = Seconds { median: seconds, min: 0.9 * seconds, max: 1.2 * seconds, samples: 100 };
    Outcome::Measured(Box::new(Measurement {
        kernel: name.to_owned(),
        backend: device.backend,
        device: device.clone(),
        size,
        seed: 1,
        checked: true,
        max_error: Some(0.0),
        tolerance: 1e-5,
        seconds: Some(spread),
        clock: if device.kind.is_gpu() { Clock::Device } else { Clock::Wall },
        bytes: problem.bytes_moved,
        flops: problem.operations,
        gb_per_s: rate(problem.bytes_moved),
        gflop_per_s: rate(problem.operations),
    }))
}

pub fn wrong(name: &str, device: &DeviceInfo, size: &[u64]) -> Outcome {
    let Outcome::Measured(mut measurement) = measured(name, device, size, 1.0) else {
        unreachable!("it was measured")
    };
    measurement.checked = false;
    measurement.max_error = Some(0.5);
    (measurement.seconds, measurement.gb_per_s, measurement.gflop_per_s) = (None, None, None);
    Outcome::Measured(measurement)
}

/// What the simulator might say of a kernel that moves so many bytes.
pub fn simulated(name: &str, size: &[u64], seconds: f64, moved: u64) -> Outcome {
    let (_, variant) = catalog::find(name).expect(name);
    let size = variant.size(size).expect("a size");
    let problem = variant.problem(&size, 1).expect("a problem");
    let counts = Counts {
        warp_instructions: 1000,
        global_requests: moved / 128,
        global_sectors: moved / 32,
        global_bytes_moved: moved,
        shared_requests: 300,
        bank_conflicts: 12,
        branches: 50,
        divergent_branches: 5,
        ..Counts::default()
    };
    Outcome::Simulated(Box::new(Simulated {
        model: "H200".to_owned(),
        size,
        checked: true,
        max_error: Some(0.0),
        tolerance: 1e-5,
        seconds,
        bound: Bottleneck::Global,
        bytes: problem.bytes_moved,
        flops: problem.operations,
        counts,
    }))
}

pub fn edited(variant: &'static str, language: Language, text: &str) -> EditedText {
    EditedText { language, text: Arc::from(text), variant }
}

/// The rungs of a family's ladder.
pub fn rungs(family: &str) -> Vec<&'static Variant> {
    let family = catalog::FAMILIES.iter().find(|known| known.name == family).expect("a family");
    let element = family.variants[0].element;
    family.variants.iter().filter(|variant| variant.element == element).collect()
}

/// A ladder whose first rung is shown.
pub fn ladder(rungs: &[&'static Variant]) -> Ladder {
    let (family, variant) = catalog::find(rungs[0].name).expect("known");
    Ladder { family, variant, rungs: rungs.to_vec(), edited: None, size: None }
}

/// A machine that has been looked at, with a simulated H200 beside it.
pub fn timings() -> Timings {
    let mut timings = Timings::new();
    timings.found(machine());
    timings.set_model(model::find("h200").expect("built in"));
    timings
}

/// Times of ladders on an H200, from docs/measurements/h200.md.
const TIMES: &[(&str, f64)] = &[
    ("peak_read", 61.5e-6),
    ("peak_copy", 126e-6),
    ("peak_fma", 2.29e-3),
    ("reduce_interleaved_divergent", 298e-6),
    ("reduce_interleaved_strided", 367e-6),
    ("reduce_sequential", 290e-6),
    ("reduce_first_add", 154e-6),
    ("reduce_last_warp", 118e-6),
    ("reduce_shuffle", 113e-6),
    ("reduce_grid_stride", 63.0e-6),
    ("matmul_uncoalesced", 275e-3),
    ("matmul_naive", 27.5e-3),
    ("matmul_tiled", 16.9e-3),
    ("matmul_tiled_wide", 17.1e-3),
    ("matmul_block_1d", 7.97e-3),
    ("matmul_block_2d", 3.80e-3),
    ("matmul_vectorized", 2.98e-3),
];

/// Bytes for each operation that warps move in the matrix ladder.
const MOVED: &[(&str, f64)] = &[
    ("matmul_uncoalesced", 16.5),
    ("matmul_naive", 2.5),
    ("matmul_tiled", 0.25),
    ("matmul_tiled_wide", 0.25),
    ("matmul_block_1d", 0.0625),
    ("matmul_block_2d", 0.0313),
    ("matmul_vectorized", 0.0313),
];

/// What a run on a target might give.
pub fn plausible(job: &Job) -> Outcome {
    let name = job.workload.variant.name;
    let time = TIMES.iter().find(|(known, _)| *known == name).map_or(1e-3, |(_, time)| *time);
    let work = |size: &[u64]| {
        let problem = job.workload.variant.problem(size, 1).expect("a problem");
        problem.operations.max(problem.bytes_moved) as f64
    };
    let time = time * work(&job.workload.size) / work(job.workload.variant.large);
    match &job.workload.target {
        Target::Device(device) => {
            let slower = match (device.kind, device.backend) {
                (DeviceKind::Discrete, Backend::Cuda) => 1.0,
                (DeviceKind::Discrete, _) => 1.15,
                (DeviceKind::Software, _) => 8.0,
                _ => 3.0,
            };
            let slower = if job.key.edited { 0.8 * slower } else { slower };
            measured(name, device, &job.workload.size, slower * time)
        }
        Target::Model(_) => {
            let problem = job.workload.variant.problem(&job.workload.size, 1).expect("a problem");
            let moved = MOVED.iter().find(|(known, _)| *known == name);
            let bytes = match moved {
                Some((_, share)) => problem.operations as f64 * share,
                None => 1.1 * problem.bytes_moved as f64,
            };
            simulated(name, &job.workload.size, 1.3 * time, bytes as u64)
        }
    }
}
