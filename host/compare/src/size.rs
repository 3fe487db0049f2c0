//! Problem sizes, chosen from the device's memory, so that kernels which are compared with
//! each other move the same bytes or do the same work.
//!
//! The catalogue gives every kernel a shape, which is its size on a GPU. All its
//! lengths are doubled or halved together until the problem fits the budget. Budgets
//! are powers of two, and so are the steps: rungs of a ladder come out at the same
//! size, and an array of structures at a quarter of the length of plain words.

use crate::ceilings::Metric;
use crate::results::{MemoryCeiling, Work};
use warpbench_catalog::{Dimension, Element, Family, Problem, Rest, Variant};

/// What a problem may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Bytes that move, for kernels that memory limits.
    pub bytes: u64,
    /// Operations, for kernels that arithmetic limits.
    pub operations: u64,
    /// The largest buffer.
    pub buffer_bytes: u64,
    /// All buffers together.
    pub held_bytes: u64,
}

/// What is known of where a kernel is to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    pub is_gpu: bool,
    /// The device's memory, where that is known.
    pub memory_bytes: Option<u64>,
    /// Memory of the machine, which draws inputs and computes what must come out.
    pub machine_bytes: u64,
    /// The largest buffer that a kernel can be given.
    pub buffer_bytes: Option<u64>,
}

/// The most that a GPU is given: far beyond any cache, and still quick to draw and
/// to check.
const MOST_BYTES: u64 = 1 << 30;
/// What a GPU is given whose memory is not known.
const USUAL_BYTES: u64 = 1 << 28;
/// What a processor is given, also one behind a driver.
const PROCESSOR_BYTES: u64 = 1 << 23;
/// Inputs, results and references must fit several times.
const SHARE: u64 = 16;
/// Operations on a GPU: those of a product of matrices of 4096.
const GPU_OPERATIONS: u64 = 2 << 36;
/// Operations on a processor: those of a product of matrices of 256.
const PROCESSOR_OPERATIONS: u64 = 2 << 24;
/// What the simulator runs in a second or so.
const MODELLED: Budget =
    Budget { bytes: 1 << 23, operations: 2 << 27, buffer_bytes: u64::MAX, held_bytes: u64::MAX };
/// More than asked for by this share is as good: some kernels move a few bytes more
/// than their neighbours for the same input.
const SLACK: f64 = 1.1;

impl Budget {
    /// What suits a place. A quick run takes a sixteenth of the bytes.
    #[must_use]
    pub fn of(room: &Room, quick: bool) -> Budget {
        let least_memory =
            room.memory_bytes.map_or(room.machine_bytes, |own| own.min(room.machine_bytes));
        let from_memory = previous_power_of_two((least_memory / SHARE).max(1));
        let (bytes, operations) = if room.is_gpu {
            let most = if room.memory_bytes.is_some() { MOST_BYTES } else { USUAL_BYTES };
            (from_memory.min(most), GPU_OPERATIONS)
        } else {
            (from_memory.min(PROCESSOR_BYTES), PROCESSOR_OPERATIONS)
        };
        let (fewer, less) = if quick { (16, 64) } else { (1, 1) };
        Budget {
            bytes: bytes / fewer,
            operations: operations / less,
            buffer_bytes: room.buffer_bytes.unwrap_or(u64::MAX),
            held_bytes: least_memory / 2,
        }
    }

    /// The same for what the simulator is to run too.
    #[must_use]
    pub fn modelled(&self) -> Budget {
        Budget {
            bytes: self.bytes.min(MODELLED.bytes),
            operations: self.operations.min(MODELLED.operations),
            ..*self
        }
    }

    /// Whether the simulator can run some work in a second or so.
    #[must_use]
    pub fn is_modelled(work: &Work) -> bool {
        let is_within = |amount: u64, most: u64| amount as f64 <= SLACK * most as f64;
        is_within(work.bytes, MODELLED.bytes) && is_within(work.operations, MODELLED.operations)
    }

    fn allows(&self, problem: &Problem, metric: Metric) -> bool {
        let is_within = |amount: u64, most: u64| amount as f64 <= SLACK * most as f64;
        let enough = match metric {
            Metric::Bandwidth => is_within(problem.bytes_moved, self.bytes),
            Metric::Arithmetic => is_within(problem.operations, self.operations),
        };
        let largest = problem.buffers.iter().map(|buffer| buffer.bytes()).max().unwrap_or(0);
        enough && largest <= self.buffer_bytes && problem.bytes_held() <= self.held_bytes
    }
}

/// The largest power of two that is not above a number, which is not zero.
fn previous_power_of_two(number: u64) -> u64 {
    1 << number.max(1).ilog2()
}

/// The size of a kernel at which all that it is compared with fit a budget too, and
/// move as much or compute as much.
#[must_use]
pub fn fitting(family: &Family, variant: &Variant, budget: &Budget) -> Vec<u64> {
    let metric = usual_metric(variant);
    let amounts =
        family.variants.iter().filter(|other| usual_metric(other) == metric).filter_map(|other| {
            let problem = problem_at(other, &alone(other, budget))?;
            Some(metric.amount(&work(other, &problem)))
        });
    // A kernel with a stride has a larger buffer for the same work, and less fits.
    let least = amounts.min().unwrap_or(u64::MAX);
    let shared = match metric {
        Metric::Bandwidth => Budget { bytes: budget.bytes.min(least), ..*budget },
        Metric::Arithmetic => Budget { operations: budget.operations.min(least), ..*budget },
    };
    alone(variant, &shared)
}

/// What a kernel is judged by, at the size that it has on a GPU.
#[must_use]
pub fn usual_metric(variant: &Variant) -> Metric {
    problem_at(variant, variant.large)
        .map_or(Metric::Bandwidth, |problem| Metric::of(&work(variant, &problem)))
}

/// The size at which a kernel just fits a budget, in steps of two; its smallest shape
/// where nothing does.
fn alone(variant: &Variant, budget: &Budget) -> Vec<u64> {
    let Ok(shape) = variant.size(variant.large) else { return variant.large.to_vec() };
    let metric = usual_metric(variant);
    let fits = |size: &[u64]| {
        problem_at(variant, size).is_some_and(|problem| budget.allows(&problem, metric))
    };
    let mut size = shape;
    while !fits(&size) {
        match scaled(variant.dimensions, &size, |length| length / 2) {
            Some(smaller) => size = smaller,
            None => return size,
        }
    }
    while let Some(larger) = scaled(variant.dimensions, &size, |length| length.saturating_mul(2))
        && fits(&larger)
    {
        size = larger;
    }
    size
}

/// The size at which a kernel moves about so many bytes and no more, for a sweep.
/// Lengths keep their proportions. Nothing where even one element moves more.
#[must_use]
pub fn moving(variant: &Variant, bytes: u64) -> Option<Vec<u64>> {
    let shape = variant.size(variant.large).ok()?;
    let at = |share: f64| {
        scaled(variant.dimensions, &shape, |length| (length as f64 * share).floor().max(1.0) as u64)
    };
    let moves = |share: f64| {
        let size = at(share)?;
        problem_at(variant, &size).map(|problem| problem.bytes_moved)
    };
    let fits = |share: f64| moves(share).is_some_and(|moved| moved <= bytes);
    // Between nothing and far more than any device holds; 50 halvings find the last
    // element.
    let (mut low, mut high) = (0.0, 1e6);
    if !fits(low) {
        return None;
    }
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if fits(middle) { low = middle } else { high = middle }
    }
    at(low)
}

/// The sizes of a sweep, in bytes: from a cache line to the most, each twice or four
/// times the one before.
#[must_use]
pub fn sweep_bytes(room: &Room, quick: bool) -> Vec<u64> {
    const LINE: u64 = 128;
    let memory = room.memory_bytes.map_or(room.machine_bytes, |own| own.min(room.machine_bytes));
    let most = match (room.is_gpu, quick) {
        // The machine has inputs, results and what they must be besides.
        (true, false) => (memory / 4).min(room.machine_bytes / 8),
        (true, true) => (memory / SHARE).min(1 << 26),
        (false, false) => (memory / SHARE).min(1 << 28),
        (false, true) => (memory / SHARE).min(1 << 23),
    };
    let step = if quick { 4 } else { 2 };
    std::iter::successors(Some(LINE), |bytes| bytes.checked_mul(step))
        .take_while(|&bytes| bytes <= most.max(LINE))
        .collect()
}

/// What a problem asks of whoever solves it.
#[must_use]
pub fn work(variant: &Variant, problem: &Problem) -> Work {
    Work {
        bytes: problem.bytes_moved,
        operations: problem.operations,
        elements: problem.buffers.iter().map(|buffer| buffer.len as u64).max().unwrap_or(0),
        element_bytes: match variant.element {
            Element::F32 | Element::I32 | Element::U32 => Element::BYTES,
        },
        memory: memory_ceiling(problem),
    }
}

/// Copying is what to compare with where more than a quarter of what must move is
/// written, else reading. Every launch writes the output at most once.
fn memory_ceiling(problem: &Problem) -> MemoryCeiling {
    let output = problem.buffers.get(problem.output).map_or(0, |buffer| buffer.bytes());
    let written = 4 * output * problem.launches.len() as u64;
    if written > problem.bytes_moved { MemoryCeiling::Copy } else { MemoryCeiling::Read }
}

/// Building a problem draws no numbers, so it costs nothing to try one.
fn problem_at(variant: &Variant, size: &[u64]) -> Option<Problem> {
    variant.problem(size, 1).ok()
}

/// The lengths of a size changed together; strides and offsets stay. Nothing where a
/// length would vanish.
fn scaled(dimensions: &[Dimension], size: &[u64], change: impl Fn(u64) -> u64) -> Option<Vec<u64>> {
    let lengths = dimensions.iter().zip(size).map(|(dimension, &length)| match dimension.rest {
        Rest::Required | Rest::LikeFirst => change(length),
        Rest::Value(_) => length,
    });
    let size: Vec<u64> = lengths.collect();
    (!size.contains(&0)).then_some(size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite;
    use std::collections::BTreeMap;

    const H200: Room = Room {
        is_gpu: true,
        memory_bytes: Some(150_000_000_000),
        machine_bytes: 128 << 30,
        buffer_bytes: Some(1 << 31),
    };
    const LAPTOP: Room = Room {
        is_gpu: true,
        memory_bytes: None,
        machine_bytes: 16 << 30,
        buffer_bytes: Some(128 << 20),
    };
    const SOFTWARE: Room = Room {
        is_gpu: false,
        memory_bytes: Some(4 << 30),
        machine_bytes: 4 << 30,
        buffer_bytes: Some(128 << 20),
    };

    fn size_of(name: &str, room: &Room, quick: bool) -> Vec<u64> {
        let (family, variant) = warpbench_catalog::find(name).expect(name);
        fitting(family, variant, &Budget::of(room, quick))
    }

    #[test]
    fn sizes_follow_from_the_memory() {
        let check = |name: &str, room: &Room, quick: bool, expected: &[u64]| {
            assert_eq!(size_of(name, room, quick), expected, "{name} {room:?} {quick}");
        };
        check("reduce_sequential", &H200, false, &[1 << 28]);
        check("reduce_sequential", &H200, true, &[1 << 24]);
        check("reduce_sequential", &LAPTOP, false, &[1 << 25]);
        check("reduce_sequential", &SOFTWARE, false, &[1 << 21]);
        check("matmul_tiled", &H200, false, &[4096, 4096, 4096]);
        check("matmul_tiled", &H200, true, &[1024, 1024, 1024]);
        check("matmul_tiled", &SOFTWARE, false, &[256, 256, 256]);
        check("copy_strided", &H200, false, &[1 << 27, 2]);
    }

    #[test]
    fn kernels_of_a_family_move_the_same_bytes() {
        for room in [H200, LAPTOP, SOFTWARE] {
            for budget in [Budget::of(&room, false), Budget::of(&room, true)] {
                for budget in [budget, budget.modelled()] {
                    let mut by_family: BTreeMap<&str, Vec<(&str, u64)>> = BTreeMap::new();
                    for (family, variant) in suite::kernels(["default"]).expect("known") {
                        let problem =
                            variant.problem(&fitting(family, variant, &budget), 1).expect("fits");
                        let metric = Metric::of(&work(variant, &problem));
                        if family.name != "peak" {
                            let amount = metric.amount(&work(variant, &problem));
                            by_family.entry(family.name).or_default().push((variant.name, amount));
                        }
                    }
                    for (family, amounts) in by_family {
                        let first = amounts[0].1 as f64;
                        for (kernel, amount) in amounts {
                            let share = amount as f64 / first;
                            // A long vector beside a matrix is a few percent of a small one.
                            assert!((0.95..1.05).contains(&share), "{family} {kernel}: {share}");
                        }
                    }
                }
            }
        }
        let bytes = |name: &str| {
            let (_, variant) = warpbench_catalog::find(name).expect(name);
            variant.problem(&size_of(name, &H200, false), 1).expect("fits").bytes_moved
        };
        assert_eq!(bytes("copy_aos"), bytes("copy_coalesced"));
        assert_eq!(bytes("copy_soa"), bytes("copy_coalesced"));
    }

    #[test]
    fn nothing_is_larger_than_the_device_allows() {
        for room in [H200, LAPTOP, SOFTWARE] {
            let budget = Budget::of(&room, false);
            for (family, variant) in warpbench_catalog::variants() {
                let size = fitting(family, variant, &budget);
                let problem = variant.problem(&size, 1).expect("fits");
                let largest = problem.buffers.iter().map(|buffer| buffer.bytes()).max();
                assert!(
                    largest.is_some_and(|bytes| bytes <= budget.buffer_bytes),
                    "{}",
                    variant.name
                );
            }
        }
    }

    #[test]
    fn a_sweep_goes_from_a_line_to_the_memory() {
        let check = |room: &Room, quick: bool, most: u64, count: usize| {
            let sizes = sweep_bytes(room, quick);
            assert_eq!((sizes[0], *sizes.last().expect("some"), sizes.len()), (128, most, count));
        };
        check(&H200, false, 1 << 34, 28);
        check(&SOFTWARE, false, 1 << 28, 22);
        check(&SOFTWARE, true, 1 << 23, 9);
        let (_, copy) = warpbench_catalog::find("copy_coalesced").expect("known");
        assert_eq!(moving(copy, 128), Some(vec![16]));
        assert_eq!(moving(copy, 1 << 20), Some(vec![1 << 17]));
        assert_eq!(moving(copy, 7), None);
        let (_, transpose) = warpbench_catalog::find("transpose_naive").expect("known");
        assert_eq!(moving(transpose, 1 << 20), Some(vec![362, 362]));
    }
}
