//! A text of kernels, in WGSL or Rust, and what of it an adapter is given.

use super::kernel::Kernel;
use super::own;
use crate::{DeviceError, KernelSources};
use warpbench_catalog::Launch;
use warpbench_front::rust::lower::{Avoided, Options};
use warpbench_front::wgsl::Checked;
use warpbench_front::{SourceError, fences, rust, warps, wgsl};

/// What becomes of a fence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fences {
    /// It reaches the adapter as one.
    Kept,
    /// The adapter orders memory by itself, and would take a fence for a barrier.
    LeftOut,
    /// There is nothing that would do the same.
    Missing,
}

/// What an adapter offers to kernels in Rust.
pub(super) struct Offer {
    /// Whether its subgroups are too narrow to be warps, which are made of shared memory
    /// then.
    pub narrow: bool,
    /// Whether what one block writes can be seen by another.
    pub coherent: bool,
    pub fences: Fences,
    /// What they must do without.
    pub avoided: Avoided,
}

impl Offer {
    /// A kernel with fences where its atomics order memory.
    fn ordered(&self, checked: Checked, entry: &str, device: &str) -> Result<Checked, DeviceError> {
        match self.fences {
            Fences::Kept => {
                let mut ordered = fences::written_out(&checked).unwrap_or(checked);
                if !self.coherent {
                    fences::make_plain(&mut ordered.module);
                }
                Ok(ordered)
            }
            Fences::LeftOut => {
                let mut ordered = checked;
                fences::leave_out(&mut ordered.module);
                Ok(ordered)
            }
            Fences::Missing if fences::has_fences(&checked.module) => {
                Err(DeviceError::MissingFeature {
                    device: device.to_owned(),
                    entry: entry.to_owned(),
                    feature: "fences".to_owned(),
                })
            }
            Fences::Missing => Ok(checked),
        }
    }
}

/// A text that has been read.
pub(super) enum Text {
    /// All kernels of a text in WGSL.
    Wgsl(Box<Checked>),
    /// All kernels of a text in Rust.
    Rust(rust::hir::Crate),
}

/// Parses and checks a family's text.
pub(super) fn parse(sources: &KernelSources, device: &str) -> Result<Text, DeviceError> {
    let fail = |error: SourceError| DeviceError::Compile {
        device: device.to_owned(),
        text: error.rendered,
    };
    if sources.rust.is_empty() {
        return parse_wgsl(sources, device).map(|checked| Text::Wgsl(Box::new(checked)));
    }
    rust::read(&sources.rust, &format!("{}.rs", sources.name)).map(Text::Rust).map_err(fail)
}

/// Parses and checks a family's text in WGSL.
pub(super) fn parse_wgsl(sources: &KernelSources, device: &str) -> Result<Checked, DeviceError> {
    let path = format!("{}.wgsl", sources.name);
    wgsl::check(&sources.wgsl, &path)
        .map_err(|error| DeviceError::Compile { device: device.to_owned(), text: error.rendered })
}

impl Text {
    /// The kernel for a launch, as an adapter can be given it.
    pub(super) fn kernel(
        &self,
        sources: &KernelSources,
        launch: &Launch,
        offer: &Offer,
        device: &str,
    ) -> Result<Kernel, DeviceError> {
        let read = match self {
            Text::Wgsl(checked) => {
                return match &sources.bindings {
                    Some(bindings) => {
                        own::kernel(checked, sources, bindings, &launch.entry, device)
                    }
                    None => Kernel::cut(&checked.module, &launch.entry),
                };
            }
            Text::Rust(read) => read,
        };
        let entries = warpbench_case::rust::kernels(read);
        if !entries.contains(&launch.entry.as_str()) {
            return Err(DeviceError::EntryMissing {
                entry: launch.entry.clone(),
                language: "Rust".to_owned(),
                entries: entries.into_iter().map(str::to_owned).collect(),
            });
        }
        let constants = sources.constants.iter();
        let options = Options {
            entry: launch.entry.clone(),
            block: launch.block,
            constants: constants.map(|(name, value)| (name.clone(), (*value).into())).collect(),
            dynamic_shared_bytes: sources.dynamic_shared_bytes,
            full_usize: sources.full_usize,
        };
        let fail = |text: String| DeviceError::Compile { device: device.to_owned(), text };
        let path = format!("{}.rs", sources.name);
        let lowered =
            rust::lower_checked_avoiding(read, &options, offer.avoided, &sources.rust, &path)
                .map_err(|error| fail(error.rendered))?;
        let mut checked = offer.ordered(lowered.checked, &launch.entry, device)?;
        if offer.narrow && warps::uses_warps(&checked, &launch.entry) {
            checked =
                warps::emulate(&checked, &launch.entry).map_err(|error| fail(error.to_string()))?;
        }
        let kernel = Kernel::cut(&checked.module, &launch.entry)?;
        Ok(Kernel { folds: false, ..kernel })
    }
}
