//! Matrix transpose.

use super::family::{floats, sources};
use super::problem::{Builder, Cost};
use super::size::{like_first, required};
use super::{Argument, Element, Family, Problem, Rung, Values, Variant};
use crate::reference;
use warpbench_kernels::transpose::{BLOCK_ROWS, TILE};

pub(super) static FAMILY: Family = Family {
    name: "transpose",
    title: "Transpose",
    summary: "Rows become columns. Nothing is computed, so all that counts is the order in which \
              memory is touched, first global and then shared.",
    sources: sources!("transpose"),
    variants: &[
        Variant {
            name: "transpose_naive",
            title: "Straight through",
            shows: "Rows are read in memory's order, but columns are written: the 32 words that a \
                    warp stores lie a whole column apart, in 32 segments.",
            rung: Rung::First,
            ..TRANSPOSE
        },
        Variant {
            name: "transpose_tiled",
            title: "Through a tile",
            shows: "A 32×32 tile is turned in shared memory, so that global memory is read and \
                    written in order. Reading the tile by columns sends all 32 lanes to one bank.",
            ..TRANSPOSE
        },
        Variant {
            name: "transpose_padded",
            title: "Through a padded tile",
            shows: "One unused word per row shifts each row by a bank. A column now touches every \
                    bank once, and the conflicts are gone.",
            ..TRANSPOSE
        },
    ],
};

/// What the variants have in common.
const TRANSPOSE: Variant = Variant {
    name: "",
    title: "",
    shows: "",
    rung: Rung::Faster,
    element: Element::F32,
    dimensions: &[required("rows"), like_first("cols")],
    small: &[1000],
    large: &[8192],
    problem,
    reference: |cores, size, contents, _| {
        let (rows, cols) = (size[0] as usize, size[1] as usize);
        Values::F32(reference::transpose::transpose(cores, floats(contents, 0), rows, cols))
    },
};

fn problem(variant: &Variant, size: &[u64], seed: u64) -> Problem {
    let (rows, cols) = (size[0], size[1]);
    let mut builder = Builder::default();
    let input = builder.random("input", Element::F32, rows * cols, -1.0..1.0);
    let output = builder.unwritten("output", Element::F32, rows * cols);
    builder.launch(
        variant.name,
        [cols.div_ceil(TILE as u64), rows.div_ceil(TILE as u64), 1],
        [TILE, BLOCK_ROWS, 1],
        vec![
            Argument::Pointer(input),
            Argument::Pointer(output),
            Argument::U32(rows as u32),
            Argument::U32(cols as u32),
        ],
    );
    let cost = Cost { bytes_moved: 8 * rows * cols, operations: 0, tolerance: 0.0 };
    builder.finish(seed, output, cost)
}
