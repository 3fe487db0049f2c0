//! Register counts of kernels, as far as anybody knows.

use crate::compiled;
use warpbench_machine::model::DeviceModel;

/// What is assumed where no compiler has been asked: WGSL leaves the choice to
/// the driver. 32 registers are what a short kernel takes, and few enough that a
/// multiprocessor of any model since Fermi is not limited by them below half.
pub const ASSUMED: u32 = 32;

/// The registers of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RegisterUse {
    pub(super) per_thread: u32,
    /// Whether no compiler for this device has been asked.
    pub(super) assumed: bool,
}

impl RegisterUse {
    /// Those of a kernel that nobody has compiled.
    pub(super) const UNKNOWN: RegisterUse = RegisterUse { per_thread: ASSUMED, assumed: true };
}

/// The registers of a kernel of the catalogue: those of the newest target that
/// the model can run. A model that can run none gets those of the oldest, and
/// they count as assumed.
pub(super) fn of_kernel(entry: &str, model: &DeviceModel) -> RegisterUse {
    match compiled::registers(model, entry) {
        Some((per_thread, runs)) => RegisterUse { per_thread, assumed: !runs },
        None => RegisterUse::UNKNOWN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use warpbench_catalog as catalog;
    use warpbench_machine::model;

    #[test]
    fn every_kernel_of_the_catalogue_has_registers() {
        for (_, variant) in catalog::variants() {
            for launch in variant.problem(variant.small, 1).expect("small").launches {
                for model in model::builtin() {
                    let registers = of_kernel(&launch.entry, model);
                    assert_ne!(registers, RegisterUse::UNKNOWN, "{}", launch.entry);
                    assert!((1..=255).contains(&registers.per_thread), "{}", launch.entry);
                }
            }
        }
    }

    #[test]
    fn the_target_follows_the_model() {
        let assumed =
            |name: &str, kernel: &str| of_kernel(kernel, model::find(name).expect(name)).assumed;
        assert!(!assumed("h200", "copy_aos"));
        assert!(!assumed("rtx 4090", "copy_aos"));
        // The PTX is for newer cards than this one and for other makers' cards.
        assert!(assumed("8800 gtx", "copy_aos"));
        assert!(assumed("mi210", "copy_aos"));
        let h200 = model::find("h200").expect("h200");
        assert_eq!(of_kernel("gone", h200), RegisterUse::UNKNOWN);
    }
}
