//! How many registers a kernel takes, as far as anybody knows.

use crate::model::DeviceModel;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// What is assumed where no compiler has been asked: WGSL leaves the choice to
/// the driver. 32 registers are what a short kernel takes, and few enough that a
/// multiprocessor of any model since Fermi is not limited by them below half.
pub const ASSUMED: u32 = 32;

/// What `ptxas` reported when the PTX was built.
#[derive(Debug, Default, Deserialize)]
struct Manifest {
    #[serde(default)]
    families: BTreeMap<String, Family>,
}

#[derive(Debug, Deserialize)]
struct Family {
    #[serde(default)]
    kernels: BTreeMap<String, BTreeMap<String, Built>>,
}

/// One kernel, built for one target.
#[derive(Debug, Deserialize)]
struct Built {
    registers: u32,
}

static MANIFEST: LazyLock<Manifest> = LazyLock::new(|| {
    let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../assets/ptx/manifest.toml"));
    // It is part of the program, and a test reads it.
    toml::from_str(text).unwrap_or_default()
});

/// Registers per thread of a kernel of the catalogue: those of the newest target
/// that the model can run, or of the oldest there is.
pub(super) fn of_kernel(family: &str, entry: &str, model: &DeviceModel) -> Option<u32> {
    let built = MANIFEST.families.get(family)?.kernels.get(entry)?;
    let mut targets: Vec<(u32, u32)> = built
        .iter()
        .filter_map(|(target, built)| {
            Some((target.strip_prefix("sm_")?.parse().ok()?, built.registers))
        })
        .collect();
    targets.sort_unstable();
    let capability = capability(model);
    let runs = targets.iter().rev().find(|&&(target, _)| Some(target) <= capability);
    runs.or(targets.first()).map(|&(_, registers)| registers)
}

/// 90 for `9.0`, as targets are numbered.
fn capability(model: &DeviceModel) -> Option<u32> {
    let (major, minor) = model.compute_capability.as_deref()?.split_once('.')?;
    Some(10 * major.parse::<u32>().ok()? + minor.parse::<u32>().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{catalog, model};

    #[test]
    fn every_kernel_of_the_catalogue_has_registers() {
        for (family, variant) in catalog::variants() {
            for launch in variant.problem(variant.small, 1).expect("small").launches {
                for model in model::builtin() {
                    let registers = of_kernel(family.name, &launch.entry, model);
                    assert!(registers.is_some_and(|count| (1..=255).contains(&count)));
                }
            }
        }
    }

    #[test]
    fn the_target_follows_the_model() {
        let built = |target: &str| MANIFEST.families["copy"].kernels["copy_aos"][target].registers;
        let check = |name: &str, target: &str| {
            let model = model::find(name).expect(name);
            let registers = of_kernel("copy", "copy_aos", model);
            assert_eq!(registers, Some(built(target)), "{name}");
        };
        check("h200", "sm_90");
        check("rtx 4090", "sm_80");
        // The PTX is for newer cards than this one and for other makers' cards.
        check("8800 gtx", "sm_75");
        check("mi210", "sm_75");
        assert_eq!(of_kernel("copy", "gone", model::find("h200").expect("h200")), None);
    }
}
