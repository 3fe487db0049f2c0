//! What `ptxas` made of the kernels of the catalogue, from the PTX manifest.

use super::device::DeviceModel;
use super::predict::Resources;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

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
    let Some(capability) = &model.compute_capability else { return Resources::default() };
    let Ok(wanted) = capability.replace('.', "").parse::<u32>() else {
        return Resources::default();
    };
    let Some(targets) = reports().get(kernel) else { return Resources::default() };
    let below = targets.range(..=wanted).next_back();
    match below.or_else(|| targets.first_key_value()) {
        Some((_, report)) => Resources {
            registers_per_thread: Some(report.registers),
            shared_bytes: Some(report.shared_bytes),
        },
        None => Resources::default(),
    }
}

fn reports() -> &'static Reports {
    static REPORTS: LazyLock<Reports> = LazyLock::new(|| {
        let text =
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../assets/ptx/manifest.toml"));
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
