//! The machine's ceilings.

use super::family::{floats, in_precision, sources};
use super::problem::{Builder, Cost, EPSILON, sum_tolerance};
use super::size::required;
use super::{Argument, Element, Family, Precision, Problem, Rung, Values, Variant};
use crate::reference;
use warpbench_cores::Cores;
use warpbench_kernels::peak::{
    BLOCK, FMA_CHAINS, FMA_TURNS, FMA_UNROLL, READ_BLOCKS, READ_VECTORS,
};

/// Why these kernels form no ladder.
const CEILING: Rung = Rung::Comparison("a ceiling of its own, not a step of a ladder");

pub(super) static FAMILY: Family = Family {
    name: "peak",
    title: "Ceilings",
    summary: "How fast this machine reads, copies and multiplies at best. Rooflines are drawn \
              from what is measured here, not from data sheets.",
    sources: sources!("peak"),
    variants: &[
        Variant {
            name: "peak_read",
            title: "Reading",
            shows: "Reads every element once, with wide loads and many of them under way, and keeps \
                    one sum per thread as proof. The size is rounded up to a multiple of four.",
            rung: Rung::First,
            ..PEAK
        },
        Variant {
            name: "peak_copy",
            title: "Copying",
            shows: "Moves every element once, 16 bytes per thread: as much is read as is written. \
                    The size is rounded up to a multiple of four.",
            problem: copy,
            reference: |_, _, contents, _| Values::F32(reference::peak::copy(floats(contents, 0))),
            ..PEAK
        },
        Variant {
            name: "peak_fma",
            title: "Multiplying and adding",
            shows: "Eight independent chains of multiply-adds per thread, enough to keep every \
                    arithmetic unit busy, and almost no memory traffic.",
            small: &[1 << 16],
            large: &[1 << 24],
            problem: fma,
            reference: chains,
            ..PEAK
        },
    ],
};

/// What the variants have in common.
const PEAK: Variant = Variant {
    name: "",
    title: "",
    shows: "",
    rung: CEILING,
    element: Element::F32,
    dimensions: &[required("n")],
    small: &[1 << 20],
    large: &[1 << 26],
    problem: read,
    reference: sums,
};

/// The number of elements, rounded up to whole vectors.
fn whole_vectors(size: &[u64]) -> u64 {
    size[0].next_multiple_of(4)
}

fn read_blocks(n: u64) -> u64 {
    n.div_ceil(4 * READ_VECTORS as u64).min(READ_BLOCKS as u64)
}

fn sums(cores: &dyn Cores, size: &[u64], contents: &[Values], precision: Precision) -> Values {
    let threads = read_blocks(whole_vectors(size)) as usize * BLOCK;
    let input = floats(contents, 0);
    Values::F32(in_precision!(precision, reference::peak::read(cores, input, threads)))
}

fn chains(cores: &dyn Cores, _: &[u64], contents: &[Values], precision: Precision) -> Values {
    Values::F32(in_precision!(precision, reference::peak::fma(cores, floats(contents, 0))))
}

fn read(variant: &Variant, size: &[u64], seed: u64) -> Problem {
    let n = whole_vectors(size);
    let blocks = read_blocks(n);
    let threads = blocks * BLOCK as u64;
    let mut builder = Builder::default();
    let input = builder.random("input", Element::F32, n, -1.0..1.0);
    let output = builder.unwritten("output", Element::F32, threads);
    builder.launch(
        variant.name,
        [blocks, 1, 1],
        [BLOCK, 1, 1],
        vec![Argument::Pointer(input), Argument::Pointer(output), Argument::U32(n as u32)],
    );
    let cost = Cost {
        bytes_moved: 4 * (n + threads),
        operations: n,
        tolerance: sum_tolerance(n / threads.max(1)),
    };
    builder.finish(seed, output, cost)
}

fn copy(variant: &Variant, size: &[u64], seed: u64) -> Problem {
    let n = whole_vectors(size);
    let mut builder = Builder::default();
    let input = builder.random("input", Element::F32, n, -1.0..1.0);
    let output = builder.unwritten("output", Element::F32, n);
    builder.launch(
        variant.name,
        [(n / 4).div_ceil(BLOCK as u64), 1, 1],
        [BLOCK, 1, 1],
        vec![Argument::Pointer(input), Argument::Pointer(output), Argument::U32(n as u32)],
    );
    builder.finish(seed, output, Cost { bytes_moved: 8 * n, operations: 0, tolerance: 0.0 })
}

fn fma(variant: &Variant, size: &[u64], seed: u64) -> Problem {
    let n = size[0];
    let mut builder = Builder::default();
    let input = builder.random("input", Element::F32, n, -1.0..1.0);
    let output = builder.unwritten("output", Element::F32, n);
    builder.launch(
        variant.name,
        [n.div_ceil(BLOCK as u64), 1, 1],
        [BLOCK, 1, 1],
        vec![Argument::Slice(input), Argument::Pointer(output)],
    );
    let cost = Cost {
        bytes_moved: 8 * n,
        operations: 2 * (FMA_CHAINS * FMA_UNROLL * FMA_TURNS) as u64 * n,
        // The chains add up to at most 16.
        tolerance: 64.0 * EPSILON,
    };
    builder.finish(seed, output, cost)
}
