//! Matrix multiply.

use super::family::{floats, in_precision, sources};
use super::problem::{Builder, Cost, sum_tolerance};
use super::size::{like_first, required};
use super::{Argument, Element, Family, Precision, Problem, Rung, Values, Variant};
use crate::reference;
use warpbench_cores::Cores;
use warpbench_kernels::matmul::{
    BLOCK_1D, BLOCK_2D, PLAIN_X, PLAIN_Y, THREADS_1D, THREADS_2D, TILE,
};

pub(super) static FAMILY: Family = Family {
    name: "matmul",
    title: "Matrix multiply",
    summary: "C = A·B with A of m×k and B of k×n elements, stored row by row. Every element is \
              needed many times; the ladder keeps it ever closer to the arithmetic.",
    sources: sources!("matmul"),
    variants: &[
        Variant {
            name: "matmul_uncoalesced",
            title: "One thread per result, uncoalesced",
            shows: "The threads of a warp compute results below each other. At every step each \
                    of them reads another row of A: 32 words from 32 places.",
            rung: Rung::First,
            ..MATMUL
        },
        Variant {
            name: "matmul_naive",
            title: "One thread per result, coalesced",
            shows: "The threads of a warp compute results side by side. They read the same word \
                    of A, which costs one access, and neighbouring words of B. Only the roles of \
                    x and y were exchanged.",
            ..MATMUL
        },
        Variant {
            name: "matmul_tiled",
            title: "Tiles in shared memory",
            shows: "A block of 16×16 threads fetches a tile of either matrix into shared memory \
                    and multiplies the tiles there. Every element that was fetched is used 16 \
                    times.",
            ..MATMUL
        },
        Variant {
            name: "matmul_tiled_wide",
            title: "Deeper tiles",
            shows: "The tiles of the hiCUDA paper: 16×32 of A and 32×16 of B. Each thread \
                    fetches two elements of either, and half as many barriers are passed.",
            rung: Rung::Contested(
                "both tiled kernels wait for shared memory, which feeds two words into every \
                 multiply-add; on an H200 fewer barriers do not change that",
            ),
            ..MATMUL
        },
        Variant {
            name: "matmul_block_1d",
            title: "Eight results per thread",
            shows: "Each thread computes eight results of a column. A word of B goes from shared \
                    memory to a register once and is used eight times there.",
            ..MATMUL
        },
        Variant {
            name: "matmul_block_2d",
            title: "64 results per thread",
            shows: "Each thread computes eight rows by eight columns. Sixteen words from shared \
                    memory feed 64 multiply-adds, and shared memory is no longer the limit.",
            ..MATMUL
        },
        Variant {
            name: "matmul_vectorized",
            title: "Wide accesses, double tiles",
            shows: "Every access moves 16 bytes, and while one pair of tiles is multiplied, the \
                    next is on its way from global memory. This is about as far as a kernel \
                    without tensor cores goes.",
            ..MATMUL
        },
    ],
};

/// What the variants have in common.
const MATMUL: Variant = Variant {
    name: "",
    title: "",
    shows: "",
    rung: Rung::Faster,
    element: Element::F32,
    dimensions: &[required("m"), like_first("n"), like_first("k")],
    small: &[256],
    large: &[4096],
    problem,
    reference: product,
};

fn product(cores: &dyn Cores, size: &[u64], contents: &[Values], precision: Precision) -> Values {
    let (a, b) = (floats(contents, 0), floats(contents, 1));
    let (m, n, k) = (size[0] as usize, size[1] as usize, size[2] as usize);
    Values::F32(in_precision!(precision, reference::matmul::matmul(cores, a, b, m, n, k)))
}

fn problem(variant: &Variant, size: &[u64], seed: u64) -> Problem {
    let (m, n, k) = (size[0], size[1], size[2]);
    let mut builder = Builder::default();
    let a = builder.random("a", Element::F32, m * k, -1.0..1.0);
    let b = builder.random("b", Element::F32, k * n, -1.0..1.0);
    let c = builder.unwritten("c", Element::F32, m * n);
    let (columns, rows, block) = shape(variant.name);
    let across = n.div_ceil(columns as u64);
    let down = m.div_ceil(rows as u64);
    // The uncoalesced kernel runs x down the rows: that is its flaw.
    let grid = match variant.name {
        "matmul_uncoalesced" => [m.div_ceil(PLAIN_X as u64), n.div_ceil(PLAIN_Y as u64), 1],
        _ => [across, down, 1],
    };
    builder.launch(
        variant.name,
        grid,
        block,
        vec![
            Argument::Pointer(a),
            Argument::Pointer(b),
            Argument::Pointer(c),
            Argument::U32(m as u32),
            Argument::U32(n as u32),
            Argument::U32(k as u32),
        ],
    );
    let cost = Cost {
        bytes_moved: 4 * (m * k + k * n + m * n),
        operations: 2 * m * n * k,
        tolerance: sum_tolerance(k),
    };
    builder.finish(seed, c, cost)
}

/// Columns and rows of `c` that a block computes, and its threads.
fn shape(name: &str) -> (usize, usize, [usize; 3]) {
    match name {
        "matmul_tiled" | "matmul_tiled_wide" => (TILE, TILE, [TILE, TILE, 1]),
        "matmul_block_1d" => (BLOCK_1D, BLOCK_1D, [THREADS_1D, 1, 1]),
        "matmul_block_2d" | "matmul_vectorized" => (BLOCK_2D, BLOCK_2D, [THREADS_2D, 1, 1]),
        _ => (PLAIN_X, PLAIN_Y, [PLAIN_X, PLAIN_Y, 1]),
    }
}
