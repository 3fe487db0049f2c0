//! The result file: what a run measured on one machine, as JSON.
//!
//! `docs/results.schema.json` describes the same for others. Any change of what a
//! file holds is a new [`VERSION`]: a field that this program does not know is an
//! error, never something that is passed over in silence. Enums are written with
//! their variant's name outside, because serde then knows the place of every error.

use crate::statistics::Spread;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use warpbench_report::{Backend, Clock, DeviceKind};

/// What every result file says it is.
pub const FORMAT: &str = "warpbench-results";

/// The version of the file that this program writes.
pub const VERSION: u32 = 1;

/// A run of a suite on one machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Results {
    /// Always [`FORMAT`].
    pub format: String,
    /// Always [`VERSION`] once it has been read.
    pub version: u32,
    pub run: Run,
    pub machine: Machine,
    pub devices: Vec<Device>,
    /// In the order in which they were made.
    pub measurements: Vec<Record>,
}

/// What was run, and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// Tells runs apart; that of a run which was resumed stays.
    pub id: String,
    /// Seconds since 1970 when it began.
    pub started_unix: u64,
    /// The version of the program.
    pub program: String,
    pub settings: Settings,
}

/// How it was measured. Only runs with the same settings can be resumed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Names of suites, families and kernels.
    pub suite: Vec<String>,
    /// The sizes that were asked for, as they were written.
    pub sizes: Vec<String>,
    /// The kernels that were measured over sizes.
    pub sweep: Vec<String>,
    pub quick: bool,
    /// The samples that were asked for; nothing where time decided.
    pub repeat: Option<u64>,
    /// Seed of the random inputs.
    pub seed: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    /// Its name in its network.
    pub name: String,
    /// The operating system and its version.
    pub os: String,
    pub architecture: String,
    pub processor: String,
    pub cores: u32,
    pub memory_bytes: u64,
}

/// A device by one road: the same card through CUDA and through Vulkan is two.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Device {
    /// What measurements call it: the backend and its place there, `cuda-0`.
    pub id: String,
    pub backend: Backend,
    /// Its place among the devices of its backend.
    pub index: u32,
    /// The interface behind the backend: CUDA, Vulkan, Metal and so on.
    pub api: String,
    pub name: String,
    pub kind: DeviceKind,
    pub driver: String,
    /// Where it is plugged in, which tells equal cards apart.
    pub pci: Option<String>,
    pub memory_bytes: Option<u64>,
    /// Lanes of its narrowest and widest subgroups.
    pub subgroup_sizes: Option<[u32; 2]>,
    /// The limits that its driver states, by their names there.
    pub limits: BTreeMap<String, u64>,
    /// The simulator's model of it, by its short name.
    pub model: Option<String>,
}

/// What came of a kernel at a size on a device.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The device's id.
    pub device: String,
    pub family: String,
    pub kernel: String,
    /// What it was measured for.
    pub role: Role,
    /// The problem's size, one number for each of the family's dimensions.
    pub size: Vec<u64>,
    pub source: KernelText,
    pub work: Work,
    /// Seconds since 1970 when it was done.
    pub finished_unix: u64,
    pub outcome: Outcome,
    /// How close it comes to what this device was measured to do at best.
    pub of_ceiling: Option<CeilingShare>,
    /// What the simulator makes of the same kernel at the same size.
    pub simulated: Option<Simulated>,
    /// What the hardware counted.
    pub hardware: Option<Counted>,
}

/// Why something was measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// It is part of the suite.
    Suite,
    /// The same kernel at a size that the simulator runs too.
    Modelled,
    /// One of many sizes. The caches are left as they are between repeats, so that
    /// they can be seen.
    Sweep,
    /// Measured once more at the end: whether the device still does what it did.
    Control,
}

/// The text that ran.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KernelText {
    pub language: TextLanguage,
    /// SHA-256 of the text of its file, in hexadecimal.
    pub sha256: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TextLanguage {
    /// PTX that was made of the kernel in Rust.
    Ptx,
    Wgsl,
    /// The plain function that results are compared with.
    Reference,
}

/// What must be done, whoever does it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Work {
    /// Bytes that must move: each input read once, each result written once.
    pub bytes: u64,
    pub operations: u64,
    /// Elements of its largest buffer.
    pub elements: u64,
    pub element_bytes: u64,
    /// Which of the device's speeds of memory it is held to.
    pub memory: MemoryCeiling,
}

/// What the memory is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MemoryCeiling {
    Read,
    /// Much of what moves is written.
    Copy,
}

/// What came of it. A wrong result has no times.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Outcome {
    Measured(Measured),
    /// It ran, and what it computed is not what it should be.
    Wrong(Check),
    /// The device lacks something that the kernel needs, which is no mistake.
    Lacking(String),
    /// It should have run and did not.
    Failed(String),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    pub check: Check,
    pub clock: Clock,
    /// Seconds of every repeat, in order.
    pub samples: Vec<f64>,
}

/// How the result compares with the reference.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// The largest difference; nothing where a value is not a number.
    pub max_error: Option<f64>,
    /// The largest difference that rounding can explain.
    pub tolerance: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CeilingShare {
    pub percent: f64,
    pub of: Ceiling,
}

/// What holds a kernel up if nothing else does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ceiling {
    Read,
    Copy,
    Arithmetic,
}

/// What the simulator makes of a kernel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Simulated {
    /// The model's short name.
    pub model: String,
    /// Whether that is a model of this device; only then is the time its.
    pub is_of_device: bool,
    pub counters: Counted,
    /// The predicted time.
    pub seconds: f64,
    /// What holds it up most.
    pub bound: String,
}

/// What is counted, by the simulator or by the hardware; nothing where nobody
/// counted it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counted {
    /// Loads and stores of warps to global memory.
    pub global_requests: Option<u64>,
    /// Distinct 32-byte sectors, summed over the requests.
    pub global_sectors: Option<u64>,
    /// Loads and stores of warps to shared memory.
    pub shared_requests: Option<u64>,
    /// Turns that were lost because lanes wanted different words of one bank.
    pub bank_conflicts: Option<u64>,
    /// Branches at which the lanes of a warp parted.
    pub divergent_branches: Option<u64>,
    /// Atomics of warps. A kernel that has some is counted differently by hardware.
    pub atomics: Option<u64>,
}

/// What tells the measurements of one run apart.
pub type RecordKey<'a> = (&'a str, &'a str, Role, &'a [u64]);

impl Results {
    /// A run in which nothing has been measured yet.
    #[must_use]
    pub fn new(run: Run, machine: Machine, devices: Vec<Device>) -> Results {
        let (format, measurements) = (FORMAT.to_owned(), Vec::new());
        Results { format, version: VERSION, run, machine, devices, measurements }
    }

    #[must_use]
    pub fn device(&self, id: &str) -> Option<&Device> {
        self.devices.iter().find(|device| device.id == id)
    }
}

impl Device {
    /// The id of a device by its backend and its place there.
    #[must_use]
    pub fn id_of(backend: Backend, index: u32) -> String {
        format!("{backend}-{index}")
    }

    /// What tells cards of one machine apart: roads to the same card have it in
    /// common.
    #[must_use]
    pub fn card(&self) -> &str {
        self.pci.as_deref().unwrap_or(&self.name)
    }
}

impl Record {
    #[must_use]
    pub fn key(&self) -> RecordKey<'_> {
        (&self.device, &self.kernel, self.role, &self.size)
    }

    /// Whether it is the same measurement, on whichever device.
    #[must_use]
    pub fn is_same_work(&self, other: &Record) -> bool {
        (&self.kernel, self.role, &self.size) == (&other.kernel, other.role, &other.size)
    }

    /// The times, if its result was right.
    #[must_use]
    pub fn measured(&self) -> Option<&Measured> {
        match &self.outcome {
            Outcome::Measured(measured) => Some(measured),
            Outcome::Wrong(_) | Outcome::Lacking(_) | Outcome::Failed(_) => None,
        }
    }

    /// Where its times lie, if its result was right.
    #[must_use]
    pub fn spread(&self) -> Option<Spread> {
        Spread::of(&self.measured()?.samples)
    }

    /// The median time, if its result was right.
    #[must_use]
    pub fn median(&self) -> Option<f64> {
        self.spread().map(|spread| spread.median)
    }
}
