//! Matrix times vector.

use super::family::{floats, in_precision, sources};
use super::problem::{Builder, Cost, sum_tolerance};
use super::size::{like_first, required};
use super::{Argument, Element, Family, Precision, Problem, Rung, Values, Variant};
use crate::reference;
use warpbench_cores::Cores;
use warpbench_kernels::matvec::{BLOCK, TILE};

pub(super) static FAMILY: Family = Family {
    name: "matvec",
    title: "Matrix times vector",
    summary: "A matrix of rows×cols elements times a vector, taken by columns and by rows. By \
              columns the accesses coalesce by nature; by rows shared memory has to turn them, \
              and its banks come into play.",
    sources: sources!("matvec"),
    variants: &[
        Variant {
            name: "matvec_columns",
            title: "By columns",
            shows: "output[i] = Σ matrix[j][i]·vector[j]. A thread goes down a column while its \
                    neighbours go down the columns beside it, so every access of a warp is one \
                    unbroken piece. The vector, which all threads need, goes through shared memory.",
            rung: Rung::First,
            // A thread per column: it takes many columns to fill a GPU.
            large: &[1024, 65_536],
            reference: columns,
            ..MATVEC
        },
        Variant {
            name: "matvec_rows",
            title: "By rows, through a tile",
            shows: "output[i] = Σ matrix[i][j]·vector[j]. A thread owns a row, so a tile is fetched \
                    in coalesced order and then read by rows from shared memory. All 32 threads \
                    read from one bank and queue up there.",
            rung: Rung::Comparison(
                "another product than by columns; the rung to compare it with comes next",
            ),
            ..MATVEC
        },
        Variant {
            name: "matvec_rows_padded",
            title: "By rows, through a padded tile",
            shows: "With one more word per row of the tile the threads' words lie in different \
                    banks, and all of them are read at once.",
            ..MATVEC
        },
    ],
};

/// What the variants have in common.
const MATVEC: Variant = Variant {
    name: "",
    title: "",
    shows: "",
    rung: Rung::Faster,
    element: Element::F32,
    dimensions: &[required("rows"), like_first("cols")],
    small: &[1000],
    large: &[16_384, 4096],
    problem,
    reference: rows,
};

fn columns(cores: &dyn Cores, size: &[u64], contents: &[Values], precision: Precision) -> Values {
    let (matrix, vector) = (floats(contents, 0), floats(contents, 1));
    let (rows, cols) = (size[0] as usize, size[1] as usize);
    Values::F32(in_precision!(
        precision,
        reference::matvec::columns(cores, matrix, vector, rows, cols)
    ))
}

fn rows(cores: &dyn Cores, size: &[u64], contents: &[Values], precision: Precision) -> Values {
    let (matrix, vector) = (floats(contents, 0), floats(contents, 1));
    let (rows, cols) = (size[0] as usize, size[1] as usize);
    Values::F32(in_precision!(
        precision,
        reference::matvec::rows(cores, matrix, vector, rows, cols)
    ))
}

fn problem(variant: &Variant, size: &[u64], seed: u64) -> Problem {
    let (rows, cols) = (size[0], size[1]);
    let (summed, kept, threads) = match variant.name {
        "matvec_columns" => (rows, cols, BLOCK),
        _ => (cols, rows, TILE),
    };
    let mut builder = Builder::default();
    let matrix = builder.random("matrix", Element::F32, rows * cols, -1.0..1.0);
    let vector = builder.random("vector", Element::F32, summed, -1.0..1.0);
    let output = builder.unwritten("output", Element::F32, kept);
    builder.launch(
        variant.name,
        [kept.div_ceil(threads as u64), 1, 1],
        [threads, 1, 1],
        vec![
            Argument::Pointer(matrix),
            Argument::Pointer(vector),
            Argument::Pointer(output),
            Argument::U32(rows as u32),
            Argument::U32(cols as u32),
        ],
    );
    let cost = Cost {
        bytes_moved: 4 * (rows * cols + rows + cols),
        operations: 2 * rows * cols,
        tolerance: sum_tolerance(summed),
    };
    builder.finish(seed, output, cost)
}
