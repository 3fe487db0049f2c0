//! Vector addition.

use super::family::{floats, sources};
use super::problem::{Builder, Cost, EPSILON};
use super::size::required;
use super::{Argument, Element, Family, Problem, Rung, Values, Variant};
use crate::reference;
use warpbench_kernels::vecadd::BLOCK;

pub(super) static FAMILY: Family = Family {
    name: "vecadd",
    title: "Vector addition",
    summary: "The first kernel: one thread per element, and a check that the thread has one.",
    sources: sources!("vecadd"),
    variants: &[Variant {
        name: "vecadd",
        title: "One thread per element",
        shows: "A loop over elements becomes a grid of threads. Every thread computes its own \
                index from its block and its place in it; the last block may reach past the \
                end, so the index is compared with the length. Three words move for each \
                addition, which makes memory the limit on every machine.",
        rung: Rung::First,
        element: Element::F32,
        dimensions: &[required("n")],
        small: &[1 << 20],
        large: &[1 << 26],
        problem: |variant, size, seed| sum(variant, size[0], BLOCK, seed),
        reference: |cores, _, contents, _| {
            Values::F32(reference::vecadd::vecadd(cores, floats(contents, 0), floats(contents, 1)))
        },
    }],
};

/// `c = a + b`, in blocks of so many threads.
pub(super) fn sum(variant: &Variant, n: u64, block: usize, seed: u64) -> Problem {
    let mut builder = Builder::default();
    let a = builder.random("a", Element::F32, n, -1.0..1.0);
    let b = builder.random("b", Element::F32, n, -1.0..1.0);
    let c = builder.unwritten("c", Element::F32, n);
    builder.launch(
        variant.name,
        [n.div_ceil(block as u64), 1, 1],
        [block, 1, 1],
        vec![Argument::Slice(a), Argument::Slice(b), Argument::Pointer(c)],
    );
    let cost = Cost { bytes_moved: 12 * n, operations: n, tolerance: 2.0 * EPSILON };
    builder.finish(seed, c, cost)
}
