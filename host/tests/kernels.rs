//! Every kernel of the catalogue on every backend of this machine, at awkward
//! sizes, against the reference.
//!
//! One trial per kernel and device, and on wgpu one more for the kernel in Rust,
//! translated. A kernel that needs what the device lacks is listed as ignored,
//! with the reason.

use libtest_mimic::{Completion, Trial};
use std::error::Error;
use std::sync::Arc;
use warpbench_catalog as catalog;
use warpbench_catalog::{Family, Precision, Values, Variant};
use warpbench_cores::Threads;
use warpbench_device as device;
use warpbench_device::{CpuKernel, DeviceError, KernelSources};
use warpbench_report::{Backend, DeviceInfo};

const SEED: u64 = 7;

pub(crate) fn trials() -> Vec<Trial> {
    let devices = device::devices();
    let mut trials = Vec::new();
    for backend in Backend::ALL {
        match devices.found.iter().find(|device| device.backend == backend) {
            Some(device) => {
                let variants = || catalog::variants();
                trials.extend(variants().map(|(f, v)| kernel(f, v, device.clone(), Text::Usual)));
                if backend == Backend::Wgpu {
                    trials
                        .extend(variants().map(|(f, v)| kernel(f, v, device.clone(), Text::Rust)));
                }
            }
            None => trials.push(missing(backend, &devices)),
        }
    }
    trials
}

/// Which text of a kernel is run.
#[derive(Clone, Copy)]
enum Text {
    Usual,
    /// The one in Rust, translated.
    Rust,
}

impl Text {
    fn program(self, family: &Family, variant: &Variant) -> KernelSources {
        match self {
            Text::Usual => KernelSources::of(family, variant),
            Text::Rust => KernelSources::of_rust(family, variant),
        }
    }
}

/// A backend that this machine does not have.
fn missing(backend: Backend, devices: &device::Devices) -> Trial {
    let reason = devices
        .unavailable
        .iter()
        .find(|gap| gap.backend == backend)
        .map_or("no device", |gap| gap.reason.as_str());
    let reason = reason.replace('\n', " ");
    let name = format!("kernels::{backend}::all_kernels");
    Trial::ignorable_test(name, || Ok(Completion::ignored_with(reason)))
}

fn kernel(
    family: &'static Family,
    variant: &'static Variant,
    device: DeviceInfo,
    text: Text,
) -> Trial {
    let name = match text {
        Text::Usual => format!("kernels::{}::{}", device.backend, variant.name),
        Text::Rust => format!("kernels::{}::rust::{}", device.backend, variant.name),
    };
    Trial::ignorable_test(name, move || {
        let program = text.program(family, variant);
        if let Some(gap) = lacks(&program, variant, &device) {
            return Ok(Completion::ignored_with(gap.replace('\n', " ")));
        }
        for size in sizes(variant) {
            check(&program, variant, &device, &size)
                .map_err(|why| format!("at {size:?}: {why:#}"))?;
        }
        Ok(Completion::Completed)
    })
}

/// What the kernel needs and the device lacks.
fn lacks(program: &KernelSources, variant: &'static Variant, info: &DeviceInfo) -> Option<String> {
    let size = variant.size(&[33]).ok()?;
    let problem = variant.problem(&size, SEED).ok()?;
    let device = device::open(info.backend, info.index, Some(reference(variant, &size))).ok()?;
    match device.check(program, &problem) {
        Err(error @ DeviceError::MissingFeature { .. }) => Some(error.to_string()),
        _ => None,
    }
}

fn check(
    program: &KernelSources,
    variant: &'static Variant,
    info: &DeviceInfo,
    size: &[u64],
) -> Result<(), Box<dyn Error>> {
    let problem = variant.problem(size, SEED)?;
    let contents = problem.contents(&Threads::all());
    let expected = variant.reference(&Threads::all(), size, &contents, Precision::Double);
    let mut device = device::open(info.backend, info.index, Some(reference(variant, size)))?;
    let mut loaded = device.load(program, &problem, &contents)?;
    // Twice, because the second run must not depend on what the first left.
    for run in 1..=2 {
        loaded.run()?;
        let output = loaded.output()?;
        let error = output.max_error(&expected);
        if error.is_nan() || error > problem.tolerance {
            return Err(format!(
                "run {run} is off by {error:e}, tolerance {:e}, {} elements",
                problem.tolerance,
                output.len()
            )
            .into());
        }
    }
    Ok(())
}

/// The processor runs the reference in plain floats; results are held to the
/// one in doubles.
fn reference(variant: &'static Variant, size: &[u64]) -> CpuKernel {
    let size = size.to_vec();
    Arc::new(move |contents: &[Values]| {
        variant.reference(&Threads::all(), &size, contents, Precision::Single)
    })
}

/// Sizes at which kernels go wrong: nothing, one, around a warp, no multiples
/// of anything, more than one step of a reduction, matrices that are not square.
fn sizes(variant: &Variant) -> Vec<Vec<u64>> {
    let scaling = variant.dimensions.iter().filter(|dimension| dimension.scales).count();
    let sizes: &[&[u64]] = match (variant.dimensions.len(), scaling) {
        (1, _) => &[&[0], &[1], &[31], &[33], &[1000], &[4097], &[70_001]],
        // A number and an offset.
        (2, 1) => &[&[0, 1], &[1, 0], &[31, 1], &[33, 7], &[1000, 33], &[4097, 1]],
        // A number and a stride.
        (2, _) if variant.name == "copy_strided" => {
            &[&[0, 2], &[1, 1], &[31, 2], &[33, 8], &[1000, 32], &[4097, 3], &[100, 0]]
        }
        (2, _) => {
            &[&[0, 5], &[5, 0], &[1, 1], &[31, 33], &[33, 1000], &[1000, 31], &[4097, 3], &[2, 64]]
        }
        _ => &[
            &[0, 3, 3],
            &[1, 1, 1],
            &[4, 8, 0],
            &[31, 33, 17],
            &[33, 1000, 31],
            &[64, 64, 64],
            &[129, 140, 36],
            &[130, 70, 4097],
        ],
    };
    sizes.iter().map(|size| size.to_vec()).collect()
}
