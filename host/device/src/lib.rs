//! Hardware: what devices there are, and running a kernel on one of them.
//!
//! Three backends stand behind one small trait. [`cuda`] drives NVIDIA GPUs
//! through a driver library that is looked for at run time, [`wgpu`] drives any
//! GPU (and software drivers) through Vulkan, Metal, DirectX or OpenGL, and
//! [`cpu`] runs the plain reference. Whichever is used, a run goes the same way:
//! [`Device::load`] refuses what the device cannot do before anything is
//! launched, [`Loaded::run`] and [`Loaded::output`] give a result to check, and
//! only then is [`Loaded::time`] worth calling.
//!
//! A kernel that loops forever cannot be stopped from inside its process, and a
//! driver that crashes takes its process along. Programs therefore do not open
//! devices themselves but ask a [`worker`] process, which has a deadline.
//!
//! In a browser a web worker takes the place of that process, and WebGPU that of
//! the drivers. There is no CUDA there, and nothing that waits: [`worker::answer`]
//! is awaited, and what would block ([`open`] and what it opens, [`devices`]) does
//! not exist.

mod awaited;
#[cfg(not(target_family = "wasm"))]
mod blocking;
pub mod case;
pub mod cpu;
pub mod cuda;
mod error;
mod repeat;
pub mod wgpu;
pub mod wgsl_case;
pub mod worker;

#[cfg(not(target_family = "wasm"))]
pub use blocking::{describe, devices, open, probe};
pub use error::{DeviceError, Unit};
pub use repeat::{Caches, Repeat};

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;
use warpbench_catalog::{Argument, BufferIndex, Family, Init, Problem, Values, Variant};
use warpbench_report::{Backend, Clock, DeviceInfo, Unavailable};

/// The texts of a kernel family, for every backend that compiles. Each text
/// holds all entry points of the family; a launch picks one by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KernelSources {
    /// The family's name, the stem of its files. It is used in messages.
    pub name: Cow<'static, str>,
    pub ptx: Cow<'static, str>,
    pub wgsl: Cow<'static, str>,
    /// For wgpu instead of WGSL, if there is any: the kernels in Rust, which are
    /// translated for each launch.
    #[serde(default)]
    pub rust: Cow<'static, str>,
    /// What a translation from Rust must know besides the launch.
    #[serde(default)]
    pub constants: BTreeMap<String, i64>,
    /// Bytes of shared memory whose size the launch chooses.
    #[serde(default)]
    pub dynamic_shared_bytes: u32,
    /// Whether its `usize` has all bits in a translation from Rust. Where nobody has found
    /// out whether words are enough, the launches tell.
    #[serde(default)]
    pub full_usize: Option<bool>,
    /// For a kernel in WGSL of somebody's own: the `@group` and `@binding` of each
    /// buffer that a launch is passed, in the order of its arguments. The
    /// workbench's own kernels all have theirs in group 0, in that order.
    #[serde(default)]
    pub bindings: Option<Vec<[u32; 2]>>,
    /// Values of the overrides of such a kernel, by name: the bits of 64-bit floats,
    /// since a message may round numbers.
    #[serde(default)]
    pub overrides: BTreeMap<String, u64>,
    /// Whether the texts are the workbench's own, whose accesses are known to be
    /// in bounds and whose loops are known to end. They are compiled without the
    /// checks that other people's kernels get, which would distort their times.
    /// Never read from a message: what comes from outside is not trusted.
    #[serde(skip)]
    pub trusted: bool,
}

impl KernelSources {
    /// The texts with a variant's kernel.
    pub fn of(family: &Family, variant: &Variant) -> KernelSources {
        let (_, wgsl) = family.wgsl_of(variant);
        KernelSources {
            name: family.name.into(),
            ptx: family.sources.ptx.into(),
            wgsl: wgsl.into(),
            trusted: true,
            ..KernelSources::default()
        }
    }

    /// The file with a variant's kernel in Rust, translated for every backend but
    /// CUDA.
    pub fn of_rust(family: &Family, variant: &Variant) -> KernelSources {
        let (_, rust) = family.rust_of(variant);
        KernelSources { rust: rust.into(), ..KernelSources::of(family, variant) }
    }
}

pub trait Device {
    fn info(&self) -> &DeviceInfo;

    /// Whether the problem fits and the program has what the launches ask for.
    /// Nothing is compiled for the device or launched.
    fn check(&self, sources: &KernelSources, problem: &Problem) -> Result<(), DeviceError>;

    /// Checks, compiles, and reserves memory. `contents` are
    /// [`Problem::contents`], which the caller has anyway because the reference
    /// result is made from them.
    fn load<'a>(
        &'a mut self,
        sources: &KernelSources,
        problem: &'a Problem,
        contents: &'a [Values],
    ) -> Result<Box<dyn Loaded + 'a>, DeviceError>;
}

/// A problem on a device, ready to run.
pub trait Loaded {
    /// Puts all buffers back to their initial contents, runs all launches once,
    /// and waits for them.
    fn run(&mut self) -> Result<(), DeviceError>;

    /// A buffer as it is now.
    fn buffer(&mut self, index: BufferIndex) -> Result<Values, DeviceError>;

    /// The output buffer as it is now.
    fn output(&mut self) -> Result<Values, DeviceError>;

    /// Runs the launches again and again, and times each repeat. Buffers that
    /// are to be cleared are cleared before each repeat, and the device's cache
    /// is emptied unless [`Repeat::caches`] says otherwise; neither is part of the
    /// time. Call [`Loaded::run`] first.
    fn time(&mut self, repeat: &Repeat, progress: Progress<'_>) -> Result<Times, DeviceError>;
}

/// Is told how many repeats are done, and how many there will be at a guess.
pub type Progress<'a> = &'a mut dyn FnMut(usize, usize);

/// The reference of a kernel: from the buffers' initial contents to the
/// contents of the output buffer.
pub type CpuKernel = Arc<dyn Fn(&[Values]) -> Values + Send + Sync>;

/// How long the repeats took.
#[derive(Clone, Debug, PartialEq)]
pub struct Times {
    /// One for each repeat, in order.
    pub seconds: Vec<f64>,
    /// What they were read from.
    pub clock: Clock,
}

/// What this machine has and what it lacks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Devices {
    /// Devices, in the order in which they are preferred.
    pub found: Vec<DeviceInfo>,
    /// Backends without a device, and why.
    pub unavailable: Vec<Unavailable>,
}

impl Devices {
    /// Puts together what was found of each backend, or why nothing was.
    pub(crate) fn of(
        probed: impl IntoIterator<Item = (Backend, Result<Vec<DeviceInfo>, String>)>,
    ) -> Devices {
        let mut devices = Devices { found: Vec::new(), unavailable: Vec::new() };
        for (backend, probed) in probed {
            match probed {
                Ok(infos) => devices.found.extend(infos),
                Err(reason) => devices.unavailable.push(Unavailable { backend, reason }),
            }
        }
        devices
    }
}

/// Whether a problem makes sense at all: one that comes from the catalogue
/// does, one that somebody wrote by hand may not, and must not crash a backend.
fn check_problem(problem: &Problem) -> Result<(), DeviceError> {
    let bad = |reason: String| Err(DeviceError::BadJob { reason });
    let count = problem.buffers.len();
    if problem.output >= count {
        return bad(format!("the output is buffer {} of {count}", problem.output));
    }
    for buffer in &problem.buffers {
        if let Init::Data(values) = &buffer.init
            && (values.len() != buffer.len || values.element() != buffer.element)
        {
            return bad(format!(
                "buffer `{}` is declared as {} × {:?} but filled with {} × {:?}",
                buffer.name,
                buffer.len,
                buffer.element,
                values.len(),
                values.element(),
            ));
        }
    }
    for launch in &problem.launches {
        let entry = &launch.entry;
        if launch.grid.contains(&0) || launch.block.contains(&0) {
            let (grid, block) = (launch.grid, launch.block);
            return bad(format!("`{entry}` is launched with grid {grid:?}, block {block:?}"));
        }
        for argument in &launch.arguments {
            if let Argument::Slice(index) | Argument::Pointer(index) = *argument
                && index >= count
            {
                return bad(format!("`{entry}` is given buffer {index} of {count}"));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use warpbench_catalog::{Buffer, Element, Launch};

    /// Two buffers of three elements, and a launch with both.
    pub(super) fn copy_problem() -> Problem {
        let buffer = |name: &str, init| Buffer {
            name: name.to_owned(),
            element: Element::F32,
            len: 3,
            init,
        };
        Problem {
            seed: 1,
            buffers: vec![
                buffer("from", Init::Random { stream: 0, low: 0.0, high: 1.0 }),
                buffer("to", Init::Unwritten),
            ],
            launches: vec![Launch {
                entry: "copy".to_owned(),
                grid: [1, 1, 1],
                block: [64, 1, 1],
                arguments: vec![Argument::Slice(0), Argument::Pointer(1), Argument::U32(3)],
            }],
            output: 1,
            tolerance: 0.0,
            bytes_moved: 24,
            operations: 0,
        }
    }

    #[test]
    fn impossible_problems_are_refused() {
        let check = |change: fn(&mut Problem), expected: Option<&str>| {
            let mut problem = copy_problem();
            change(&mut problem);
            match (check_problem(&problem), expected) {
                (Ok(()), None) => {}
                (Err(DeviceError::BadJob { reason }), Some(expected)) => {
                    assert_eq!(reason, expected);
                }
                (result, expected) => panic!("{result:?}, expected {expected:?}"),
            }
        };
        check(|_| {}, None);
        check(|p| p.launches.clear(), None);
        check(|p| p.output = 2, Some("the output is buffer 2 of 2"));
        check(
            |p| p.launches[0].arguments[1] = Argument::Pointer(2),
            Some("`copy` is given buffer 2 of 2"),
        );
        check(
            |p| p.launches[0].grid[1] = 0,
            Some("`copy` is launched with grid [1, 0, 1], block [64, 1, 1]"),
        );
        check(|p| p.buffers[0].init = Init::Data(Values::F32(vec![0.0; 3])), None);
        check(
            |p| p.buffers[0].init = Init::Data(Values::F32(vec![0.0; 4])),
            Some("buffer `from` is declared as 3 × F32 but filled with 4 × F32"),
        );
        check(
            |p| p.buffers[0].init = Init::Data(Values::U32(vec![0; 3])),
            Some("buffer `from` is declared as 3 × F32 but filled with 3 × U32"),
        );
    }
}
