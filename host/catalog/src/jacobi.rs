//! Jacobi iteration.

use super::family::{floats, in_precision, sources};
use super::problem::{Builder, Cost, EPSILON};
use super::size::{like_first, required};
use super::{Argument, Element, Family, Precision, Problem, Rung, Values, Variant};
use crate::reference;
use warpbench_cores::Cores;
use warpbench_kernels::jacobi::{BLOCK_X, BLOCK_Y, SWEEPS};

pub(super) static FAMILY: Family = Family {
    name: "jacobi",
    title: "Jacobi iteration",
    summary: "Ten sweeps over a grid: every inner cell becomes the mean of its four neighbours. \
              Each cell is wanted by four threads, and it is a question of who remembers it.",
    sources: sources!("jacobi"),
    variants: &[
        Variant {
            name: "jacobi_global",
            title: "From global memory",
            shows: "Each thread reads its four neighbours from global memory. Four requests go out \
                    per cell, and a cache, where there is one, answers three of them.",
            rung: Rung::First,
            ..JACOBI
        },
        Variant {
            name: "jacobi_shared",
            title: "Through a tile",
            shows: "The block fetches its cells and the frame around them once and takes the \
                    neighbours from shared memory. On cards without a cache for global memory this \
                    divided the traffic by three.",
            rung: Rung::Contested(
                "a card with a first-level cache has the neighbours at hand already; on an H200 \
                 the tile and its barrier cost more than they save",
            ),
            ..JACOBI
        },
    ],
};

/// What the variants have in common.
const JACOBI: Variant = Variant {
    name: "",
    title: "",
    shows: "",
    rung: Rung::Faster,
    element: Element::F32,
    dimensions: &[required("rows"), like_first("cols")],
    small: &[512],
    large: &[8192],
    problem,
    reference: sweeps,
};

fn sweeps(cores: &dyn Cores, size: &[u64], contents: &[Values], precision: Precision) -> Values {
    let input = floats(contents, 0);
    let (rows, cols) = (size[0] as usize, size[1] as usize);
    Values::F32(in_precision!(
        precision,
        reference::jacobi::jacobi(cores, input, rows, cols, SWEEPS)
    ))
}

fn problem(variant: &Variant, size: &[u64], seed: u64) -> Problem {
    let (rows, cols) = (size[0], size[1]);
    let cells = rows * cols;
    let mut builder = Builder::default();
    let input = builder.random("input", Element::F32, cells, -1.0..1.0);
    // The input stays as it is; the sweeps go back and forth between two more.
    let even = builder.unwritten("even", Element::F32, cells);
    let odd = builder.unwritten("odd", Element::F32, cells);
    let (mut from, mut to) = (input, odd);
    for _ in 0..SWEEPS {
        builder.launch(
            variant.name,
            [cols.div_ceil(BLOCK_X as u64), rows.div_ceil(BLOCK_Y as u64), 1],
            [BLOCK_X, BLOCK_Y, 1],
            vec![
                Argument::Pointer(from),
                Argument::Pointer(to),
                Argument::U32(rows as u32),
                Argument::U32(cols as u32),
            ],
        );
        (from, to) = (to, if to == odd { even } else { odd });
    }
    let sweeps = SWEEPS as u64;
    let inner = rows.saturating_sub(2) * cols.saturating_sub(2);
    let cost = Cost {
        bytes_moved: 8 * cells * sweeps,
        operations: 4 * inner * sweeps,
        tolerance: 8.0 * EPSILON,
    };
    builder.finish(seed, from, cost)
}
