//! A text of kernels, in WGSL or Rust, and what of it an adapter is given.

use super::bind::pack_scalars;
use super::kernel::Kernel;
use super::own;
use crate::{DeviceError, KernelSources};
use warpbench_catalog::{Launch, Problem};
use warpbench_front::diagnostic::Span;
use warpbench_front::rust::lower::{Avoided, Launched, Lowered, Options};
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
        (launch, problem): (&Launch, &Problem),
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
        let values =
            || sources.constants.iter().map(|(name, value)| (name.clone(), (*value).into()));
        let options = |full_usize| Options {
            entry: launch.entry.clone(),
            block: launch.block,
            constants: values().collect(),
            dynamic_shared_bytes: sources.dynamic_shared_bytes,
            full_usize,
        };
        let fail = |text: String| DeviceError::Compile { device: device.to_owned(), text };
        let path = format!("{}.rs", sources.name);
        let lower = |full_usize| {
            let (options, text) = (options(full_usize), &sources.rust);
            rust::lower_checked_avoiding(read, &options, offer.avoided, text, &path)
                .map_err(|error| fail(error.rendered))
        };
        let in_words = lower(false)?;
        // No adapter looks whether words are enough.
        let outgrown = outgrown(&in_words, &launch.entry, problem);
        let is_full = sources.full_usize.unwrap_or(outgrown.is_some());
        let lowered = if is_full && !in_words.full_usize { lower(true)? } else { in_words };
        let why_wide = lowered.full_usize.then(|| match outgrown {
            Some(place) => {
                let line = place.location(&sources.rust).line_number;
                format!("for `usize`, which may need more than 32 bits in line {line}")
            }
            None => "for `usize`, which needs more than 32 bits".to_owned(),
        });
        let mut checked = offer.ordered(lowered.checked, &launch.entry, device)?;
        if offer.narrow && warps::uses_warps(&checked, &launch.entry) {
            checked =
                warps::emulate(&checked, &launch.entry).map_err(|error| fail(error.to_string()))?;
        }
        let kernel = Kernel::cut(&checked.module, &launch.entry)?;
        Ok(Kernel { folds: false, why_wide, ..kernel })
    }
}

/// Where a `usize` in a word may not be enough for a problem's launches of a kernel.
fn outgrown(lowered: &Lowered, entry: &str, problem: &Problem) -> Option<Span> {
    let longest = problem.buffers.iter().map(|buffer| buffer.bytes()).max().unwrap_or(0);
    let launches = problem.launches.iter().filter(|launch| launch.entry == entry);
    launches.into_iter().find_map(|&Launch { grid, block, ref arguments, .. }| {
        let uniform = &pack_scalars(arguments);
        lowered.may_outgrow(&Launched { grid, block, uniform, longest })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use warpbench_catalog::{Argument, Buffer, Element, Init};
    use wgpu::Features;

    const TEXT: &str = "use cuda_std::prelude::*;
#[kernel]
pub unsafe fn k(a: u32, out: *mut u32) {
    let square = a as usize * a as usize;
    *out = (square / 7) as u32;
}
";

    fn kernel(a: u32, full_usize: Option<bool>) -> Kernel {
        let rust = TEXT.into();
        let sources = KernelSources { rust, full_usize, ..KernelSources::default() };
        let launch = Launch {
            entry: "k".into(),
            grid: [1; 3],
            block: [1; 3],
            arguments: vec![Argument::Pointer(0), Argument::U32(a)],
        };
        let output =
            Buffer { name: "out".into(), element: Element::U32, len: 1, init: Init::Cleared };
        let problem = Problem {
            seed: 0,
            buffers: vec![output],
            launches: vec![launch],
            output: 0,
            tolerance: 0.0,
            bytes_moved: 4,
            operations: 0,
        };
        let offer = Offer {
            narrow: false,
            coherent: true,
            fences: Fences::Kept,
            avoided: Avoided::default(),
        };
        let text = parse(&sources, "a device").expect("a text");
        text.kernel(&sources, (&problem.launches[0], &problem), &offer, "a device")
            .expect("a kernel")
    }

    #[test]
    fn usize_has_all_bits_where_words_may_not_be_enough() {
        let check = |a: u32, full_usize: Option<bool>, why: Option<&str>| {
            let kernel = kernel(a, full_usize);
            assert_eq!(kernel.why_wide.as_deref(), why, "{a}");
            assert_eq!(kernel.features.contains(Features::SHADER_INT64), why.is_some(), "{a}");
        };
        let known = "for `usize`, which may need more than 32 bits in line 4";
        check(65_535, None, None);
        check(65_536, None, Some(known));
        check(65_536, Some(true), Some(known));
        check(65_535, Some(true), Some("for `usize`, which needs more than 32 bits"));
        check(65_536, Some(false), None);
    }
}
