//! A checked and timed run on a device.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Backend {
    /// NVIDIA GPUs through the CUDA driver.
    Cuda,
    /// Any GPU through Vulkan, Metal, DirectX or OpenGL.
    Wgpu,
    /// The plain reference on this machine's processor.
    Cpu,
}

impl Backend {
    /// All of them, in the order they are preferred.
    pub const ALL: [Backend; 3] = [Backend::Cuda, Backend::Wgpu, Backend::Cpu];

    /// The name used on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Backend::Cuda => "cuda",
            Backend::Wgpu => "wgpu",
            Backend::Cpu => "cpu",
        }
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What kind of machine a device is. Timings of different kinds are never mixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DeviceKind {
    /// A GPU with its own memory.
    Discrete,
    /// A GPU that shares the processor's memory.
    Integrated,
    /// A GPU behind a virtual machine.
    Virtual,
    /// A driver that computes on the processor.
    Software,
    Cpu,
    /// The driver does not say.
    Unknown,
}

impl DeviceKind {
    /// Whether the device is built to compute in parallel, so that large
    /// problems are worth giving to it.
    pub fn is_gpu(self) -> bool {
        !matches!(self, DeviceKind::Software | DeviceKind::Cpu)
    }
}

impl fmt::Display for DeviceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DeviceKind::Discrete => "discrete",
            DeviceKind::Integrated => "integrated",
            DeviceKind::Virtual => "virtual",
            DeviceKind::Software => "software",
            DeviceKind::Cpu => "cpu",
            DeviceKind::Unknown => "unknown",
        })
    }
}

/// A device that can run kernels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceInfo {
    pub backend: Backend,
    /// Its place among the devices of its backend.
    pub index: usize,
    pub name: String,
    /// What kind of machine it is.
    pub kind: DeviceKind,
    /// The driver and its version.
    pub driver: String,
}

impl DeviceInfo {
    /// What else may be to blame for a wrong result here than the kernel.
    pub fn caveat(&self) -> Option<&'static str> {
        self.name.starts_with("llvmpipe").then_some(
            "llvmpipe leaves the loops of a thread after 65,535 rounds in all, without a word; \
             if this kernel goes round more often, only `warpbench sim` or a GPU can judge it",
        )
    }
}

/// What a driver says of a device beyond its name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceDetails {
    /// The interface behind the backend: CUDA, Vulkan, Metal and so on.
    pub api: String,
    /// Where it is plugged in, `0000:17:00.0`: roads to the same card have it in
    /// common.
    pub pci: Option<String>,
    pub memory_bytes: Option<u64>,
    /// Lanes of its narrowest and widest subgroups.
    pub subgroup_sizes: Option<[u32; 2]>,
    /// The limits that its driver states, by their names there.
    pub limits: BTreeMap<String, u64>,
}

/// A backend that cannot be used on this machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unavailable {
    pub backend: Backend,
    /// Why, and what would help.
    pub reason: String,
}

/// What a time was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Clock {
    /// The device's own clock: CUDA events or timestamp queries.
    Device,
    /// This machine's clock around submission and completion, which includes
    /// the way to the device and back.
    Wall,
}

/// The spread of repeated times.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Seconds {
    pub median: f64,
    pub min: f64,
    pub max: f64,
    pub samples: usize,
}

impl Seconds {
    /// The spread of `samples`; nothing where there are none.
    pub fn of(samples: &[f64]) -> Option<Seconds> {
        let mut sorted = samples.to_vec();
        sorted.sort_by(f64::total_cmp);
        let (&min, &max) = (sorted.first()?, sorted.last()?);
        let middle = sorted.len() / 2;
        let median = if sorted.len().is_multiple_of(2) {
            (sorted[middle - 1] + sorted[middle]) / 2.0
        } else {
            sorted[middle]
        };
        Some(Seconds { median, min, max, samples: sorted.len() })
    }
}

/// A run of a kernel on a device: whether its result is right, and how long it
/// took. A wrong result has no time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measurement {
    pub kernel: String,
    /// The road to the device.
    pub backend: Backend,
    pub device: DeviceInfo,
    /// The problem's size, one number for each of the family's dimensions.
    pub size: Vec<u64>,
    /// Seed of the random inputs.
    pub seed: u64,
    /// Whether the result agrees with the reference.
    pub checked: bool,
    /// The largest difference from the reference; nothing where a value is not
    /// a number.
    pub max_error: Option<f64>,
    /// The largest difference that rounding can explain.
    pub tolerance: f64,
    /// The times; nothing where the result is wrong or nothing was launched.
    pub seconds: Option<Seconds>,
    /// What the times were read from.
    pub clock: Clock,
    /// Bytes that must move.
    pub bytes: u64,
    /// Operations that must be done.
    pub flops: u64,
    /// Bytes over the median time, in 10⁹ per second.
    pub gb_per_s: Option<f64>,
    /// Operations over the median time, in 10⁹ per second.
    pub gflop_per_s: Option<f64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spread_of_times() {
        let check = |samples: &[f64], expected: Option<(f64, f64, f64)>| {
            let seconds = Seconds::of(samples).map(|s| (s.median, s.min, s.max));
            assert_eq!(seconds, expected, "{samples:?}");
        };
        check(&[], None);
        check(&[2.0], Some((2.0, 2.0, 2.0)));
        check(&[3.0, 1.0, 2.0], Some((2.0, 1.0, 3.0)));
        check(&[4.0, 1.0, 3.0, 2.0], Some((2.5, 1.0, 4.0)));
    }
}
