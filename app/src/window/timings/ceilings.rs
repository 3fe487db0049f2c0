//! How fast a target is at best, and how close a kernel comes.
//!
//! Three kernels of the catalogue measure a device's ceilings: reading, copying,
//! and multiplying and adding. A simulated device has those of its model. What a
//! kernel is held to follows from what it must move and compute: whichever takes
//! longer at the ceiling's speed is its limit, which is what a roofline shows.

use super::job::{Outcome, SEED};
use warpbench_catalog::{Family, Problem, Variant};
use warpbench_machine::model::DeviceModel;
use warpbench_report::Measurement;

/// The kernels that measure ceilings: reading, copying, arithmetic.
pub const PEAKS: [&str; 3] = ["peak_read", "peak_copy", "peak_fma"];

/// Operations for each byte that must move, beyond which a family is judged by
/// its arithmetic. GPUs compute about this many or more in the time of a byte.
const BALANCE: f64 = 8.0;

/// What the kernels of a family are judged by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Bytes per second.
    Bandwidth,
    /// Operations per second.
    Arithmetic,
}

impl Metric {
    /// What a family is judged by, at the size that its first kernel has on GPUs.
    pub fn of(family: &Family) -> Metric {
        let problem = family.variants.first().and_then(|v| v.problem(v.large, SEED).ok());
        match problem {
            Some(Problem { bytes_moved, operations, .. })
                if operations as f64 > BALANCE * bytes_moved as f64 =>
            {
                Metric::Arithmetic
            }
            _ => Metric::Bandwidth,
        }
    }

    pub fn unit(self) -> &'static str {
        match self {
            Metric::Bandwidth => "GB/s",
            Metric::Arithmetic => "GFLOP/s",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// They were measured on this device.
    Measured,
    /// They are a device model's figures.
    Model,
}

/// How fast a target is at best, in 10⁹ bytes or operations per second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ceilings {
    pub read: Option<f64>,
    /// Reading and writing as much.
    pub copy: Option<f64>,
    /// The cache that all multiprocessors share, where that is known.
    pub cache: Option<f64>,
    pub arithmetic: Option<f64>,
    pub origin: Origin,
}

impl Ceilings {
    /// Those of a device, from its runs of [`PEAKS`], in this order.
    pub fn measured(peaks: [Option<&Outcome>; 3]) -> Ceilings {
        let [read, copy, arithmetic] = peaks.map(|outcome| match outcome {
            Some(Outcome::Measured(measurement)) => Some(measurement.as_ref()),
            _ => None,
        });
        let moved = |peak: Option<&Measurement>| peak?.gb_per_s;
        Ceilings {
            read: moved(read),
            copy: moved(copy),
            cache: None,
            arithmetic: arithmetic.and_then(|peak| peak.gflop_per_s),
            origin: Origin::Measured,
        }
    }

    /// Those of a device model.
    pub fn of_model(model: &DeviceModel) -> Ceilings {
        Ceilings {
            read: Some(model.bandwidth_gb_per_s),
            copy: Some(model.bandwidth_gb_per_s),
            cache: model.throughput.l2_gb_per_s,
            arithmetic: Some(model.peak_gflops()),
            origin: Origin::Model,
        }
    }

    /// The least time that a variant at a size could take; nothing where a
    /// ceiling that matters is not known.
    pub fn least_seconds(&self, variant: &Variant, size: &[u64], metric: Metric) -> Option<f64> {
        let problem = variant.problem(size, SEED).ok()?;
        let over = |amount: u64, ceiling: Option<f64>| Some(amount as f64 / (ceiling? * 1e9));
        let memory = if writes_much(&problem) { self.copy } else { self.read };
        let moving = over(problem.bytes_moved, memory);
        let computing = match problem.operations {
            0 => Some(0.0),
            operations => over(operations, self.arithmetic),
        };
        let least = match (metric, moving, computing) {
            (Metric::Bandwidth, Some(moving), computing) => moving.max(computing.unwrap_or(0.0)),
            (Metric::Arithmetic, moving, Some(computing)) => computing.max(moving.unwrap_or(0.0)),
            _ => return None,
        };
        (least > 0.0).then_some(least)
    }
}

/// Whether more than a quarter of what must move is written: then copying is
/// what to compare with, else reading. Every launch writes the output at most
/// once.
fn writes_much(problem: &Problem) -> bool {
    let output = problem.buffers.get(problem.output).map_or(0, |buffer| buffer.bytes());
    4 * output * problem.launches.len() as u64 > problem.bytes_moved
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::{gpu, measured};
    use super::*;
    use warpbench_catalog as catalog;
    use warpbench_machine::model;

    #[test]
    fn families_are_judged_by_what_limits_them() {
        let check = |name: &str, expected: Metric| {
            let family = catalog::FAMILIES.iter().find(|family| family.name == name);
            assert_eq!(Metric::of(family.expect(name)), expected, "{name}");
        };
        for name in ["vecadd", "saxpy", "reduce", "copy", "transpose", "jacobi", "matvec"] {
            check(name, Metric::Bandwidth);
        }
        for name in ["matmul", "template_match", "divergence"] {
            check(name, Metric::Arithmetic);
        }
    }

    #[test]
    fn reading_and_copying_are_told_apart() {
        let check = |name: &str, expected: bool| {
            let (_, variant) = catalog::find(name).expect(name);
            let problem = variant.problem(&[1000], 1).expect("a size");
            assert_eq!(writes_much(&problem), expected, "{name}");
        };
        for name in ["copy_coalesced", "transpose_naive", "vecadd", "jacobi_global"] {
            check(name, true);
        }
        for name in ["reduce_sequential", "histogram_global", "matvec_columns", "matmul_tiled"] {
            check(name, name == "matmul_tiled");
        }
    }

    #[test]
    fn the_least_time_is_that_of_the_limit() {
        let peak = |name: &str, seconds| measured(name, &gpu(), &[1 << 24], seconds);
        // 2^24 elements: 67 MB read, 134 MB copied, 2^24 · 2 · chains computed.
        let [read, copy] = [peak("peak_read", 1e-3), peak("peak_copy", 1e-3)];
        let ceilings = Ceilings::measured([Some(&read), Some(&copy), None]);
        assert!(ceilings.copy > ceilings.read && ceilings.arithmetic.is_none());
        let (_, variant) = catalog::find("copy_coalesced").expect("known");
        let least = ceilings.least_seconds(variant, &[1 << 24], Metric::Bandwidth);
        assert!((least.expect("it is known") - 1e-3).abs() < 1e-9, "{least:?}");
        let (_, matmul) = catalog::find("matmul_tiled").expect("known");
        assert_eq!(ceilings.least_seconds(matmul, &[64], Metric::Arithmetic), None);
        let h200 = Ceilings::of_model(model::find("h200").expect("built in"));
        let least = h200.least_seconds(matmul, &[4096], Metric::Arithmetic).expect("it is known");
        let flops = 2.0 * 4096_f64.powi(3);
        assert!((least - flops / (h200.arithmetic.expect("known") * 1e9)).abs() < 1e-9);
    }
}
