//! Compiled kernels: what `ptxas` made of those of the catalogue, from the PTX manifest.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use warpbench_machine::model::{DeviceModel, Resources};

/// What is of interest of `assets/ptx/manifest.toml`.
#[derive(Deserialize)]
struct Manifest {
    families: BTreeMap<String, Family>,
}

#[derive(Deserialize)]
struct Family {
    kernels: BTreeMap<String, BTreeMap<String, Report>>,
}

/// What `ptxas` says of a kernel for a target.
#[derive(Clone, Copy, Deserialize)]
struct Report {
    registers: u32,
    shared_bytes: u32,
}

/// By kernel, then by the target's number.
type Reports = BTreeMap<String, BTreeMap<u32, Report>>;

/// The registers and shared memory of a kernel of the catalogue, compiled for
/// the device or for the target that is nearest below it; nothing for kernels
/// and vendors that the manifest does not know.
#[must_use]
pub fn compiled(model: &DeviceModel, kernel: &str) -> Resources {
    match nearest(model, kernel) {
        Some((report, _)) if capability(model).is_some() => Resources {
            registers_per_thread: Some(report.registers),
            shared_bytes: Some(report.shared_bytes),
        },
        _ => Resources::default(),
    }
}

/// The registers of a kernel of the catalogue, and whether the device can run what
/// they were reported for. Where it cannot, they are those of the oldest target.
pub(crate) fn registers(model: &DeviceModel, kernel: &str) -> Option<(u32, bool)> {
    nearest(model, kernel).map(|(report, runs)| (report.registers, runs))
}

fn nearest(model: &DeviceModel, kernel: &str) -> Option<(Report, bool)> {
    let targets = reports().get(kernel)?;
    let below = capability(model).and_then(|wanted| targets.range(..=wanted).next_back());
    match below {
        Some((_, report)) => Some((*report, true)),
        None => targets.first_key_value().map(|(_, report)| (*report, false)),
    }
}

/// 90 for `9.0`, as targets are numbered.
fn capability(model: &DeviceModel) -> Option<u32> {
    model.compute_capability.as_deref()?.replace('.', "").parse().ok()
}

fn reports() -> &'static Reports {
    static REPORTS: LazyLock<Reports> = LazyLock::new(|| {
        let text =
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/ptx/manifest.toml"));
        // A manifest that cannot be read tells nothing; a test reads this one.
        let Ok(manifest) = toml::from_str::<Manifest>(text) else { return Reports::new() };
        let kernels = manifest.families.into_values().flat_map(|family| family.kernels);
        kernels.map(|(kernel, targets)| (kernel, by_number(targets))).collect()
    });
    &REPORTS
}

/// `sm_90` is 90.
fn by_number(targets: BTreeMap<String, Report>) -> BTreeMap<u32, Report> {
    let number = |target: &str| target.strip_prefix("sm_").and_then(|digits| digits.parse().ok());
    targets.into_iter().filter_map(|(target, report)| Some((number(&target)?, report))).collect()
}
