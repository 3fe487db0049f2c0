//! How fast a device is at best, and how close a kernel comes.
//!
//! Three kernels of the catalogue measure a device's ceilings: reading, copying, and
//! multiplying and adding. What a kernel is held to follows from what it must move
//! and compute: whichever takes longer at the ceiling's speed is its limit, which is
//! what a roofline shows.

use crate::results::{Ceiling, CeilingShare, MemoryCeiling, Record, Results, Role, Work};
use crate::statistics::Spread;

/// The kernels that measure ceilings: reading, copying, arithmetic.
pub const PEAKS: [&str; 3] = ["peak_read", "peak_copy", "peak_fma"];

/// Operations for each byte beyond which a kernel is judged by its arithmetic. GPUs
/// compute about this many or more in the time of a byte.
const BALANCE: f64 = 8.0;

/// How fast a device is at best, in 10⁹ bytes or operations per second.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ceilings {
    pub read: Option<f64>,
    /// Reading and writing as much.
    pub copy: Option<f64>,
    pub arithmetic: Option<f64>,
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
    /// Those that were measured on a device of a run.
    #[must_use]
    pub fn of(results: &Results, device: &str) -> Ceilings {
        let best = |kernel: &str, metric: Metric| {
            let own = results.measurements.iter().filter(|record| {
                record.device == device && record.kernel == kernel && record.role == Role::Suite
            });
            let rates = own.filter_map(|record| {
                let median = Spread::of(&record.measured()?.samples)?.median;
                metric.rate(&record.work, median)
            });
            rates.max_by(f64::total_cmp)
        };
        Ceilings {
            read: best(PEAKS[0], Metric::Bandwidth),
            copy: best(PEAKS[1], Metric::Bandwidth),
            arithmetic: best(PEAKS[2], Metric::Arithmetic),
        }
    }

    /// The speed of memory that some work is held to.
    #[must_use]
    pub fn memory(&self, work: &Work) -> Option<f64> {
        match work.memory {
            MemoryCeiling::Read => self.read,
            MemoryCeiling::Copy => self.copy,
        }
    }

    /// The least time that some work could take, and what it waits for then; nothing
    /// where the ceiling that matters was not measured.
    #[must_use]
    pub fn least(&self, work: &Work) -> Option<(f64, Ceiling)> {
        let over = |amount: u64, speed: Option<f64>| Some(amount as f64 / (speed? * 1e9));
        let named = match work.memory {
            MemoryCeiling::Read => Ceiling::Read,
            MemoryCeiling::Copy => Ceiling::Copy,
        };
        let moving = over(work.bytes, self.memory(work)).map(|seconds| (seconds, named));
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

    /// How close a measurement comes.
    #[must_use]
    pub fn share(&self, record: &Record) -> Option<CeilingShare> {
        let median = Spread::of(&record.measured()?.samples)?.median;
        let (least, of) = self.least(&record.work)?;
        (median > 0.0).then(|| CeilingShare { percent: 100.0 * least / median, of })
    }
}

/// Writes down of every measurement how close it comes. Called whenever a file is
/// written: a ceiling that is measured later counts for what was measured before.
pub fn note_shares(results: &mut Results) {
    let ids: Vec<String> = results.devices.iter().map(|device| device.id.clone()).collect();
    for id in ids {
        let ceilings = Ceilings::of(results, &id);
        for record in results.measurements.iter_mut().filter(|record| record.device == id) {
            record.of_ceiling = ceilings.share(record);
        }
    }
}
