//! Template matching.

use super::family::{floats, in_precision, sources, unsigned};
use super::problem::{Builder, Cost, EPSILON};
use super::size::{like_first, required};
use super::{Argument, Element, Family, Precision, Problem, Rung, Values, Variant};
use crate::reference;
use warpbench_cores::Cores;
use warpbench_kernels::template_match::{BLOCK_X, BLOCK_Y, TEMPLATE};

/// What the sums are multiplied by.
const SCALE: f32 = 0.5;

/// What is subtracted from them then.
const BIAS: f32 = 16.0;

/// Pixels of the mask.
const MASK: u64 = (TEMPLATE * TEMPLATE) as u64;

pub(super) static FAMILY: Family = Family {
    name: "template_match",
    title: "Template matching",
    summary: "For every place in an image, the sum of the pixels under the set bits of a 16×16 \
              mask, scaled and shifted. Neighbouring windows overlap almost entirely.",
    sources: sources!("template_match"),
    variants: &[
        Variant {
            name: "template_match_naive",
            title: "Every thread for itself",
            shows: "Each thread reads its 256 pixels from global memory, although its neighbour \
                    reads 240 of the same ones. Caches soften the blow; they do not remove the \
                    requests.",
            rung: Rung::First,
            ..MATCH
        },
        Variant {
            name: "template_match_tiled",
            title: "Through a tile",
            shows: "The block fetches the union of its windows once, and the mask, and then works \
                    from shared memory. Each pixel comes from global memory a few times instead of \
                    256.",
            ..MATCH
        },
    ],
};

/// What the variants have in common.
const MATCH: Variant = Variant {
    name: "",
    title: "",
    shows: "",
    rung: Rung::Faster,
    element: Element::F32,
    dimensions: &[required("rows"), like_first("cols")],
    small: &[300],
    large: &[4096],
    problem,
    reference: matches,
};

fn matches(cores: &dyn Cores, size: &[u64], contents: &[Values], precision: Precision) -> Values {
    let (image, mask) = (floats(contents, 0), unsigned(contents, 1));
    let (rows, cols) = (size[0] as usize, size[1] as usize);
    Values::F32(in_precision!(
        precision,
        reference::template_match::template_match(cores, image, mask, rows, cols, SCALE, BIAS)
    ))
}

fn problem(variant: &Variant, size: &[u64], seed: u64) -> Problem {
    let (rows, cols) = (size[0], size[1]);
    // An image smaller than the mask has no place for it.
    let places_y = (rows + 1).saturating_sub(TEMPLATE as u64);
    let places_x = (cols + 1).saturating_sub(TEMPLATE as u64);
    let mut builder = Builder::default();
    let image = builder.random("image", Element::F32, rows * cols, 0.0..1.0);
    let mask = builder.random("mask", Element::U32, MASK, 0.0..2.0);
    let output = builder.unwritten("output", Element::F32, places_y * places_x);
    builder.launch(
        variant.name,
        [places_x.div_ceil(BLOCK_X as u64), places_y.div_ceil(BLOCK_Y as u64), 1],
        [BLOCK_X, BLOCK_Y, 1],
        vec![
            Argument::Pointer(image),
            Argument::Pointer(mask),
            Argument::Pointer(output),
            Argument::U32(rows as u32),
            Argument::U32(cols as u32),
            Argument::F32(SCALE),
            Argument::F32(BIAS),
        ],
    );
    let cost = Cost {
        bytes_moved: 4 * (rows * cols + MASK + places_y * places_x),
        // About half of the mask's bits are set, each an addition; then one
        // multiplication and one subtraction.
        operations: places_y * places_x * (MASK / 2 + 2),
        // Sums of up to 256 pixels, each rounded to the sum's own size.
        tolerance: 16.0 * EPSILON * MASK as f64 * f64::from(SCALE),
    };
    builder.finish(seed, output, cost)
}
