//! Copies and coalescing.

use super::family::{floats, sources};
use super::problem::{Builder, Cost};
use super::size::{factor, required, shift};
use super::{Argument, Element, Family, Problem, Rung, Values, Variant};
use crate::reference;
use warpbench_kernels::copy::{BLOCK, FIELDS};

pub(super) static FAMILY: Family = Family {
    name: "copy",
    title: "Coalescing",
    summary: "Five copies that do the same work and differ in the addresses that a warp asks for \
              at once. The hardware moves whole segments, whether all of their words are wanted \
              or not.",
    sources: sources!("copy"),
    variants: &[
        Variant {
            name: "copy_coalesced",
            title: "Coalesced",
            shows: "Neighbouring threads move neighbouring words. A warp's 128 bytes are as few \
                    segments as they can be.",
            rung: Rung::First,
            ..PATTERN
        },
        Variant {
            name: "copy_offset",
            title: "Shifted by an offset",
            shows: "The same, but the warp's words start in the middle of a segment, so that one \
                    more must be fetched. The first cards that ran CUDA fetched every word by \
                    itself then.",
            dimensions: &[required("n"), shift("offset", 1)],
            reference: |cores, size, contents, _| {
                let (n, offset) = (size[0] as usize, size[1] as usize);
                Values::F32(reference::copy::copy_offset(cores, floats(contents, 0), n, offset))
            },
            ..PATTERN
        },
        Variant {
            name: "copy_strided",
            title: "Strided",
            shows: "Only every stride-th word is wanted. The hardware fetches the segments \
                    between them all the same, and useful bandwidth falls as the stride grows.",
            dimensions: &[required("n"), factor("stride", 2)],
            reference: |cores, size, contents, _| {
                let (n, stride) = (size[0] as usize, size[1] as usize);
                Values::F32(reference::copy::copy_strided(cores, floats(contents, 0), n, stride))
            },
            ..PATTERN
        },
        Variant {
            name: "copy_aos",
            title: "Array of structures",
            shows: "Particles of four words each, one after the other. Every access of a warp is \
                    strided by four; whether that costs anything depends on a cache catching the \
                    other three words.",
            problem: particles,
            ..PATTERN
        },
        Variant {
            name: "copy_soa",
            title: "Structure of arrays",
            shows: "The same particles as four arrays. Every access of a warp is coalesced, cache \
                    or no cache.",
            problem: particles,
            ..PATTERN
        },
    ],
};

/// What the patterns have in common.
const PATTERN: Variant = Variant {
    name: "",
    title: "",
    shows: "",
    rung: Rung::Comparison("a comparison of access patterns, not a ladder"),
    element: Element::F32,
    dimensions: &[required("n")],
    small: &[1 << 18],
    large: &[1 << 24],
    problem: words,
    reference: |_, _, contents, _| Values::F32(reference::copy::copy(floats(contents, 0))),
};

fn words(variant: &Variant, size: &[u64], seed: u64) -> Problem {
    let n = size[0];
    let parameter = size.get(1).copied();
    let mut builder = Builder::default();
    let read = match variant.name {
        "copy_offset" => n + parameter.unwrap_or(0),
        // From the first element to the last that is wanted.
        "copy_strided" => n.min(1) + n.saturating_sub(1) * parameter.unwrap_or(1),
        _ => n,
    };
    let input = builder.random("input", Element::F32, read, -1.0..1.0);
    let output = builder.unwritten("output", Element::F32, n);
    let arguments = match parameter {
        None => vec![Argument::Slice(input), Argument::Pointer(output)],
        Some(parameter) => vec![
            Argument::Pointer(input),
            Argument::Pointer(output),
            Argument::U32(n as u32),
            Argument::U32(parameter as u32),
        ],
    };
    builder.launch(variant.name, [n.div_ceil(BLOCK as u64), 1, 1], [BLOCK, 1, 1], arguments);
    builder.finish(seed, output, Cost { bytes_moved: 8 * n, operations: 0, tolerance: 0.0 })
}

fn particles(variant: &Variant, size: &[u64], seed: u64) -> Problem {
    let n = size[0];
    let words = n * FIELDS as u64;
    let mut builder = Builder::default();
    let input = builder.random("input", Element::F32, words, -1.0..1.0);
    let output = builder.unwritten("output", Element::F32, words);
    builder.launch(
        variant.name,
        [n.div_ceil(BLOCK as u64), 1, 1],
        [BLOCK, 1, 1],
        vec![Argument::Pointer(input), Argument::Pointer(output), Argument::U32(n as u32)],
    );
    builder.finish(seed, output, Cost { bytes_moved: 8 * words, operations: 0, tolerance: 0.0 })
}
