//! Row scaling.

use super::family::{floats, sources};
use super::problem::{Builder, Cost, EPSILON};
use super::size::{like_first, required};
use super::{Argument, Element, Family, Problem, Rung, Values, Variant};
use crate::reference;
use warpbench_kernels::scale_rows::{BLOCK, TILE};

pub(super) static FAMILY: Family = Family {
    name: "scale_rows",
    title: "Row scaling",
    summary: "Each thread multiplies one row of a matrix by the row's number: the example that \
              CUDA-lite turns from its naive into its coalesced form.",
    sources: sources!("scale_rows"),
    variants: &[
        Variant {
            name: "scale_rows_naive",
            title: "Each thread walks its row",
            shows: "Seen from one thread the accesses are perfectly in order. Seen from a warp \
                    they are not: its 32 threads stand in 32 rows, and every step touches 32 \
                    places.",
            rung: Rung::First,
            ..SCALE_ROWS
        },
        Variant {
            name: "scale_rows_tiled",
            title: "Coalesced through a tile",
            shows: "A warp fetches a 32×32 tile row by row, works on it in shared memory, and \
                    stores it row by row. Global memory only sees whole rows; the text has \
                    doubled in length.",
            ..SCALE_ROWS
        },
        Variant {
            name: "scale_rows_derived",
            title: "Coalesced by a tool",
            shows: "What `warpbench derive coalesced` makes of the naive form: the tiles that a \
                    person would have written, with a word more in each row, so that no two lanes \
                    of a warp meet in a bank.",
            rung: Rung::Comparison(
                "derived of the naive form, to be compared with the one by hand",
            ),
            ..SCALE_ROWS
        },
    ],
};

/// What the variants have in common.
const SCALE_ROWS: Variant = Variant {
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
        Values::F32(reference::scale_rows::scale_rows(cores, floats(contents, 0), rows, cols))
    },
};

fn problem(variant: &Variant, size: &[u64], seed: u64) -> Problem {
    let (rows, cols) = (size[0], size[1]);
    let mut builder = Builder::default();
    let input = builder.random("input", Element::F32, rows * cols, -1.0..1.0);
    let output = builder.unwritten("output", Element::F32, rows * cols);
    let threads = if variant.name == "scale_rows_naive" { BLOCK } else { TILE };
    let blocks = if cols == 0 { 0 } else { rows.div_ceil(threads as u64) };
    builder.launch(
        variant.name,
        [blocks, 1, 1],
        [threads, 1, 1],
        vec![
            Argument::Pointer(input),
            Argument::Pointer(output),
            Argument::U32(rows as u32),
            Argument::U32(cols as u32),
        ],
    );
    let cost = Cost {
        bytes_moved: 8 * rows * cols,
        operations: rows * cols,
        tolerance: EPSILON * rows.max(1) as f64,
    };
    builder.finish(seed, output, cost)
}
