//! Vector addition in blocks of one warp.

use super::family::{floats, sources};
use super::size::required;
use super::{Element, Family, Rung, Values, Variant};
use crate::{reference, vecadd};

pub(super) static FAMILY: Family = Family {
    name: "first_warp",
    title: "One warp",
    summary: "The first kernel to step: ten lines, and blocks of a single warp.",
    sources: sources!("first_warp"),
    variants: &[Variant {
        name: "first_warp",
        title: "A warp adds two vectors",
        shows: "Every lane of a warp executes the same instruction on an element of its own. A \
                lane without an element is masked off behind the check of its index.",
        rung: Rung::First,
        element: Element::F32,
        dimensions: &[required("n")],
        small: &[1 << 20],
        large: &[1 << 26],
        problem: |variant, size, seed| {
            vecadd::sum(variant, size[0], warpbench_kernels::first_warp::BLOCK, seed)
        },
        reference: |cores, _, contents, _| {
            Values::F32(reference::first_warp::sum(cores, floats(contents, 0), floats(contents, 1)))
        },
    }],
};
