//! Histogram.

use super::family::{sources, unsigned};
use super::problem::{Builder, Cost};
use super::size::required;
use super::{Argument, Element, Family, Problem, Rung, Values, Variant};
use crate::reference;
use warpbench_kernels::histogram::{BINS, BLOCK, GRID_BLOCKS};

pub(super) static FAMILY: Family = Family {
    name: "histogram",
    title: "Histogram",
    summary: "How often each of 256 values occurs. Threads that meet at the same counter must \
              take turns; the question is where they meet.",
    sources: sources!("histogram"),
    variants: &[
        Variant {
            name: "histogram_global",
            title: "Atomics in global memory",
            shows: "Every element is one atomic addition to a counter in global memory. All threads \
                    of the grid compete for 256 words.",
            rung: Rung::First,
            ..HISTOGRAM
        },
        Variant {
            name: "histogram_shared",
            title: "Private counters per block",
            shows: "Each block counts in its own shared memory, where turns are short and only 256 \
                    threads compete, and adds its counters to the global ones once.",
            ..HISTOGRAM
        },
    ],
};

/// What the variants have in common.
const HISTOGRAM: Variant = Variant {
    name: "",
    title: "",
    shows: "",
    rung: Rung::Faster,
    element: Element::U32,
    dimensions: &[required("n")],
    small: &[1 << 20],
    large: &[1 << 26],
    problem,
    reference: |cores, _, contents, _| {
        Values::U32(reference::histogram::histogram(cores, unsigned(contents, 0), BINS))
    },
};

fn problem(variant: &Variant, size: &[u64], seed: u64) -> Problem {
    let n = size[0];
    let mut builder = Builder::default();
    let input = builder.random("input", Element::U32, n, 0.0..BINS as f32);
    let bins = builder.cleared("bins", Element::U32, BINS as u64);
    let blocks = n.div_ceil(BLOCK as u64).min(GRID_BLOCKS as u64);
    builder.launch(
        variant.name,
        [blocks, 1, 1],
        [BLOCK, 1, 1],
        vec![Argument::Slice(input), Argument::Pointer(bins)],
    );
    let cost = Cost { bytes_moved: 4 * (n + BINS as u64), operations: n, tolerance: 0.0 };
    builder.finish(seed, bins, cost)
}
