//! Scaled vector addition.

use super::family::{floats, sources};
use super::problem::{Builder, Cost, EPSILON};
use super::size::required;
use super::{Argument, Element, Family, Problem, Rung, Values, Variant};
use crate::reference;
use warpbench_kernels::saxpy::BLOCK;

/// The factor that `x` is multiplied by.
const FACTOR: f32 = 1.5;

pub(super) static FAMILY: Family = Family {
    name: "saxpy",
    title: "Saxpy",
    summary: "y = a·x + y in single precision, the smallest useful piece of linear algebra.",
    sources: sources!("saxpy"),
    variants: &[Variant {
        name: "saxpy",
        title: "In place",
        shows: "A scalar is passed by value and an array is updated in place. The multiplication \
                comes for free, as it does with every kernel that waits for memory: two operations \
                for every twelve bytes that move.",
        rung: Rung::First,
        element: Element::F32,
        dimensions: &[required("n")],
        small: &[1 << 20],
        large: &[1 << 26],
        problem,
        reference: |cores, _, contents, _| {
            let (x, y) = (floats(contents, 0), floats(contents, 1));
            Values::F32(reference::saxpy::saxpy(cores, FACTOR, x, y))
        },
    }],
};

fn problem(variant: &Variant, size: &[u64], seed: u64) -> Problem {
    let n = size[0];
    let mut builder = Builder::default();
    let x = builder.random("x", Element::F32, n, -1.0..1.0);
    let y = builder.random("y", Element::F32, n, -1.0..1.0);
    builder.launch(
        variant.name,
        [n.div_ceil(BLOCK as u64), 1, 1],
        [BLOCK, 1, 1],
        vec![Argument::F32(FACTOR), Argument::Slice(x), Argument::Pointer(y)],
    );
    let cost = Cost { bytes_moved: 12 * n, operations: 2 * n, tolerance: 4.0 * EPSILON };
    builder.finish(seed, y, cost)
}
