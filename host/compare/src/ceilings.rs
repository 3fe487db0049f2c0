//! Ceilings: how fast a device is at best, and how close a kernel comes.
//!
//! Three kernels of the catalogue measure a device's ceilings: reading, copying, and
//! multiplying and adding. A simulated device has those of its model. What a kernel is
//! held to follows from what it must move and compute at its size: whichever takes
//! longer at the ceiling's speed is its limit, which is what a roofline shows.

use crate::results::{Ceiling, CeilingShare, MemoryCeiling, Record, Results, Role, Work};
use warpbench_report::DeviceKind;

/// The kernels that measure ceilings: reading, copying, arithmetic.
pub const PEAKS: [&str; 3] = ["peak_read", "peak_copy", "peak_fma"];

/// Operations for each byte beyond which a kernel is judged by its arithmetic. GPUs
/// compute about this many or more in the time of a byte.
const BALANCE: f64 = 8.0;

/// Where ceilings come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// They were measured on this device.
    #[default]
    Measured,
    /// They are a device model's figures.
    Model,
}

/// How fast a device is at best, in 10⁹ bytes or operations per second.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ceilings {
    pub read: Option<f64>,
    /// Reading and writing as much.
    pub copy: Option<f64>,
    /// The cache that all multiprocessors share, where that is known.
    pub cache: Option<f64>,
    pub arithmetic: Option<f64>,
    pub origin: Origin,
}

/// What a kernel is judged by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Metric {
    /// Bytes per second.
    Bandwidth,
    /// Operations per second.
    Arithmetic,
}

impl Metric {
    #[must_use]
    pub fn of(work: &Work) -> Metric {
        if work.operations as f64 > BALANCE * work.bytes as f64 {
            Metric::Arithmetic
        } else {
            Metric::Bandwidth
        }
    }

    #[must_use]
    pub fn unit(self) -> &'static str {
        match self {
            Metric::Bandwidth => "GB/s",
            Metric::Arithmetic => "GFLOP/s",
        }
    }

    /// What there is to do of it.
    #[must_use]
    pub fn amount(self, work: &Work) -> u64 {
        match self {
            Metric::Bandwidth => work.bytes,
            Metric::Arithmetic => work.operations,
        }
    }

    /// How fast a kernel is that took so long; nothing where that means nothing.
    #[must_use]
    pub fn rate(self, work: &Work, seconds: f64) -> Option<f64> {
        let amount = self.amount(work);
        (amount > 0 && seconds > 0.0).then(|| amount as f64 / seconds / 1e9)
    }
}

impl Ceilings {
    /// Those of a device, from the fastest that it was seen to run [`PEAKS`].
    #[must_use]
    pub fn measured(
        kind: DeviceKind,
        fastest: impl Fn(&'static str, Metric) -> Option<f64>,
    ) -> Ceilings {
        // It runs plain references, and that of a peak is no ceiling.
        if kind == DeviceKind::Cpu {
            return Ceilings::default();
        }
        Ceilings {
            read: fastest(PEAKS[0], Metric::Bandwidth),
            copy: fastest(PEAKS[1], Metric::Bandwidth),
            arithmetic: fastest(PEAKS[2], Metric::Arithmetic),
            ..Ceilings::default()
        }
    }

    /// Those that were measured on a device of a run.
    #[must_use]
    pub fn of(results: &Results, device: &str) -> Ceilings {
        let kind = results.device(device).map_or(DeviceKind::Unknown, |device| device.kind);
        Ceilings::measured(kind, |kernel, metric| {
            let own = results.measurements.iter().filter(|record| {
                record.device == device && record.kernel == kernel && record.role == Role::Suite
            });
            let rates = own.filter_map(|record| metric.rate(&record.work, record.median()?));
            rates.max_by(f64::total_cmp)
        })
    }

    /// The least time that some work could take, and what it waits for then; nothing
    /// where the ceiling that matters is not known.
    #[must_use]
    pub fn least(&self, work: &Work) -> Option<(f64, Ceiling)> {
        let over = |amount: u64, speed: Option<f64>| Some(amount as f64 / (speed? * 1e9));
        let (memory, named) = match work.memory {
            MemoryCeiling::Read => (self.read, Ceiling::Read),
            MemoryCeiling::Copy => (self.copy, Ceiling::Copy),
        };
        let moving = over(work.bytes, memory).map(|seconds| (seconds, named));
        let computing =
            over(work.operations, self.arithmetic).map(|seconds| (seconds, Ceiling::Arithmetic));
        let least = match (Metric::of(work), moving, computing) {
            (_, Some(moving), Some(computing)) => {
                if computing.0 > moving.0 {
                    computing
                } else {
                    moving
                }
            }
            (Metric::Bandwidth, Some(moving), None) => moving,
            (Metric::Arithmetic, None, Some(computing)) => computing,
            (Metric::Bandwidth, None, _) | (Metric::Arithmetic, _, None) => return None,
        };
        (least.0 > 0.0).then_some(least)
    }

    /// How close some work comes that took so long.
    #[must_use]
    pub fn share(&self, work: &Work, seconds: f64) -> Option<CeilingShare> {
        let (least, of) = self.least(work)?;
        (seconds > 0.0).then(|| CeilingShare { percent: 100.0 * least / seconds, of })
    }

    /// How close a measurement comes.
    #[must_use]
    pub fn share_of(&self, record: &Record) -> Option<CeilingShare> {
        self.share(&record.work, record.median()?)
    }
}

/// Writes down of every measurement how close it comes. Called whenever a file is
/// written: a ceiling that is measured later counts for what was measured before.
pub fn note_shares(results: &mut Results) {
    let ids: Vec<String> = results.devices.iter().map(|device| device.id.clone()).collect();
    for id in ids {
        let ceilings = Ceilings::of(results, &id);
        for record in results.measurements.iter_mut().filter(|record| record.device == id) {
            record.of_ceiling = ceilings.share_of(record);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::size::work;
    use warpbench_catalog as catalog;

    fn work_of(name: &str, size: &[u64]) -> Work {
        let (_, variant) = catalog::find(name).expect(name);
        let size = variant.size(size).expect("a size");
        work(variant, &variant.problem(&size, 1).expect("a problem"))
    }

    #[test]
    fn kernels_are_judged_by_what_limits_them_at_their_size() {
        let check = |name: &str, size: &[u64], expected: Metric| {
            assert_eq!(Metric::of(&work_of(name, size)), expected, "{name} at {size:?}");
        };
        for name in ["vecadd", "saxpy", "reduce_shuffle", "copy_soa", "transpose_naive"] {
            check(name, &[1000], Metric::Bandwidth);
        }
        check("divergence_branchy", &[1000], Metric::Arithmetic);
        // The same family, and yet another limit: 2·n³ operations on 12·n² bytes.
        check("matmul_tiled", &[4096], Metric::Arithmetic);
        check("matmul_tiled", &[49], Metric::Arithmetic);
        check("matmul_tiled", &[48], Metric::Bandwidth);
        check("matmul_tiled", &[33, 65, 17], Metric::Bandwidth);
    }

    #[test]
    fn reading_and_copying_are_told_apart() {
        let check = |name: &str, expected: MemoryCeiling| {
            assert_eq!(work_of(name, &[1000]).memory, expected, "{name}");
        };
        let copying =
            ["copy_coalesced", "transpose_naive", "vecadd", "jacobi_global", "matmul_tiled"];
        copying.into_iter().for_each(|name| check(name, MemoryCeiling::Copy));
        let reading = ["reduce_sequential", "histogram_global", "matvec_columns"];
        reading.into_iter().for_each(|name| check(name, MemoryCeiling::Read));
    }

    #[test]
    fn the_least_time_is_that_of_the_limit() {
        let memory = Ceilings { read: Some(4000.0), copy: Some(2000.0), ..Ceilings::default() };
        let whole = Ceilings { arithmetic: Some(40_000.0), ..memory };
        let check = |ceilings: Ceilings, work: Work, expected: Option<(f64, Ceiling)>| {
            let found = ceilings.least(&work);
            let is_right = match (found, expected) {
                (Some((seconds, of)), Some((least, expected))) => {
                    of == expected && (seconds / least - 1.0).abs() < 1e-9
                }
                (found, expected) => found.is_none() && expected.is_none(),
            };
            assert!(is_right, "{found:?}, expected {expected:?}");
        };
        let copy = work_of("copy_coalesced", &[1 << 24]);
        check(memory, copy, Some((8.0 * 16_777_216.0 / 2e12, Ceiling::Copy)));
        let sum = work_of("reduce_shuffle", &[1000]);
        check(whole, sum, Some((sum.bytes as f64 / 4e12, Ceiling::Read)));
        // At 4096 arithmetic limits it, at 32 memory does, whatever its family.
        let (large, small) = (work_of("matmul_tiled", &[4096]), work_of("matmul_tiled", &[32]));
        check(whole, large, Some((2.0 * 4096_f64.powi(3) / 4e13, Ceiling::Arithmetic)));
        check(whole, small, Some((small.bytes as f64 / 2e12, Ceiling::Copy)));
        check(memory, large, None);
        check(memory, small, Some((small.bytes as f64 / 2e12, Ceiling::Copy)));
    }

    #[test]
    fn a_processor_has_no_ceiling() {
        let of = |kind: DeviceKind| Ceilings::measured(kind, |_, _| Some(100.0));
        assert_eq!(of(DeviceKind::Cpu), Ceilings::default());
        assert_eq!(of(DeviceKind::Software).copy, Some(100.0));
    }
}
