//! Divergence.

use super::family::{floats, in_precision, sources};
use super::problem::{Builder, Cost, EPSILON};
use super::size::required;
use super::{Argument, Element, Family, Precision, Problem, Rung, Values, Variant};
use crate::reference;
use warpbench_cores::Cores;
use warpbench_kernels::divergence::{BLOCK, STEPS};

pub(super) static FAMILY: Family = Family {
    name: "divergence",
    title: "Divergence",
    summary: "Half of the elements take one path, half the other. The work is the same; what \
              differs is whether both paths meet within a warp.",
    sources: sources!("divergence"),
    variants: &[
        Variant {
            name: "divergence_branchy",
            title: "Neighbouring lanes diverge",
            shows: "Even threads take one path and odd threads the other, so every warp walks both, \
                    with half of its lanes masked off each time.",
            rung: Rung::First,
            reference: branchy,
            ..DIVERGENCE
        },
        Variant {
            name: "divergence_uniform",
            title: "Whole warps branch",
            shows: "Even warps take one path and odd warps the other. As many elements go either \
                    way as before, but no warp walks a path for nothing.",
            ..DIVERGENCE
        },
    ],
};

/// What the variants have in common.
const DIVERGENCE: Variant = Variant {
    name: "",
    title: "",
    shows: "",
    rung: Rung::Faster,
    element: Element::F32,
    dimensions: &[required("n")],
    small: &[1 << 18],
    large: &[1 << 24],
    problem,
    reference: uniform,
};

fn branchy(cores: &dyn Cores, _: &[u64], contents: &[Values], precision: Precision) -> Values {
    Values::F32(in_precision!(
        precision,
        reference::divergence::branchy(cores, floats(contents, 0))
    ))
}

fn uniform(cores: &dyn Cores, _: &[u64], contents: &[Values], precision: Precision) -> Values {
    Values::F32(in_precision!(
        precision,
        reference::divergence::uniform(cores, floats(contents, 0))
    ))
}

fn problem(variant: &Variant, size: &[u64], seed: u64) -> Problem {
    let n = size[0];
    let mut builder = Builder::default();
    let input = builder.random("input", Element::F32, n, 0.0..1.0);
    let output = builder.unwritten("output", Element::F32, n);
    builder.launch(
        variant.name,
        [n.div_ceil(BLOCK as u64), 1, 1],
        [BLOCK, 1, 1],
        vec![Argument::Slice(input), Argument::Pointer(output)],
    );
    let cost = Cost {
        bytes_moved: 8 * n,
        // Either path has two operations per step.
        operations: 2 * STEPS as u64 * n,
        tolerance: 16.0 * EPSILON,
    };
    builder.finish(seed, output, cost)
}
