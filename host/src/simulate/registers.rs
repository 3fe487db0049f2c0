//! How many registers a kernel takes, as far as anybody knows.

use crate::model::DeviceModel;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// What is assumed where no compiler has been asked: WGSL leaves the choice to
/// the driver. 32 registers are what a short kernel takes, and few enough that a
/// multiprocessor of any model since Fermi is not limited by them below half.
pub const ASSUMED: u32 = 32;

/// The registers of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Registers {
    pub(super) per_thread: u32,
    /// Whether no compiler for this device has been asked.
    pub(super) assumed: bool,
}

impl Registers {
    /// Those of a kernel that nobody has compiled.
    pub(super) const UNKNOWN: Registers = Registers { per_thread: ASSUMED, assumed: true };
}

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

/// The registers of a kernel of the catalogue: those of the newest target that
/// the model can run. A model that can run none gets those of the oldest, and
/// they count as assumed.
pub(super) fn of_kernel(family: &str, entry: &str, model: &DeviceModel) -> Registers {
    let built = MANIFEST.families.get(family).and_then(|family| family.kernels.get(entry));
    let mut targets: Vec<(u32, u32)> = built
        .into_iter()
        .flatten()
        .filter_map(|(target, built)| {
            Some((target.strip_prefix("sm_")?.parse().ok()?, built.registers))
        })
        .collect();
    targets.sort_unstable();
    let capability = capability(model);
    let runs = targets.iter().rev().find(|&&(target, _)| Some(target) <= capability);
    match (runs, targets.first()) {
        (Some(&(_, per_thread)), _) => Registers { per_thread, assumed: false },
        (None, Some(&(_, per_thread))) => Registers { per_thread, assumed: true },
        (None, None) => Registers::UNKNOWN,
    }
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
                    assert_ne!(registers, Registers::UNKNOWN, "{}", launch.entry);
                    assert!((1..=255).contains(&registers.per_thread), "{}", launch.entry);
                }
            }
        }
    }

    #[test]
    fn the_target_follows_the_model() {
        let built = |target: &str| MANIFEST.families["copy"].kernels["copy_aos"][target].registers;
        let check = |name: &str, target: &str, assumed: bool| {
            let registers = of_kernel("copy", "copy_aos", model::find(name).expect(name));
            assert_eq!(registers, Registers { per_thread: built(target), assumed }, "{name}");
        };
        check("h200", "sm_90", false);
        check("rtx 4090", "sm_80", false);
        // The PTX is for newer cards than this one and for other makers' cards.
        check("8800 gtx", "sm_75", true);
        check("mi210", "sm_75", true);
        let h200 = model::find("h200").expect("h200");
        assert_eq!(of_kernel("copy", "gone", h200), Registers::UNKNOWN);
    }
}
