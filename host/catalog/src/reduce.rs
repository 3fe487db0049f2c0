//! Tree reduction.

use super::family::{floats, in_precision, sources};
use super::problem::{Builder, Cost, EPSILON};
use super::size::required;
use super::{Argument, Element, Family, Precision, Problem, Rung, Values, Variant};
use crate::reference;
use warpbench_cores::Cores;
use warpbench_kernels::reduce::{BLOCK, GRID_STRIDE_BLOCKS, GRID_STRIDE_VECTORS};

pub(super) static FAMILY: Family = Family {
    name: "reduce",
    title: "Reduction",
    summary: "The sum of any number of elements. Each launch leaves one partial sum per block, \
              and launches follow until one value is left. The ladder removes one waste after \
              the other.",
    sources: sources!("reduce", with integers),
    variants: &[
        Variant {
            name: "reduce_interleaved_divergent",
            title: "Interleaved, divergent",
            shows: "Neighbours are added first, then sums of neighbours, and so on. The threads \
                    whose index is a multiple of the stride do the work, so the idle ones sit in \
                    every warp and every warp stays busy to the end.",
            rung: Rung::First,
            ..REDUCE
        },
        Variant {
            name: "reduce_interleaved_strided",
            title: "Interleaved, strided",
            shows: "The same additions are done by the first threads of the block, so that whole \
                    warps retire early. Their addresses, however, lie a power of two apart and \
                    fall into the same banks of shared memory.",
            rung: Rung::Contested(
                "the bank conflicts it brings can cost more than the divergence it removes: on an \
                 H200 it is slower than the rung before",
            ),
            ..REDUCE
        },
        Variant {
            name: "reduce_sequential",
            title: "Sequential addressing",
            shows: "The upper half of the tile is added to the lower half. Consecutive threads \
                    touch consecutive words: no bank conflicts, and whole warps retire early as \
                    before.",
            ..REDUCE
        },
        Variant {
            name: "reduce_first_add",
            title: "First addition while loading",
            shows: "Half of the threads used to do nothing but load. Now every thread loads two \
                    elements and adds them on the way to shared memory; half as many blocks are \
                    needed.",
            ..REDUCE
        },
        Variant {
            name: "reduce_last_warp",
            title: "Last warp without barriers",
            shows: "Once the sum is within one warp, the block's other warps are done and need \
                    not be waited for: a barrier among the warp's lanes replaces the one of the \
                    block.",
            ..REDUCE
        },
        Variant {
            name: "reduce_shuffle",
            title: "Warp shuffles",
            shows: "The lanes of a warp pass values from register to register. Shared memory \
                    only carries one value per warp, and a single barrier is left.",
            ..REDUCE
        },
        Variant {
            name: "reduce_grid_stride",
            title: "Grid stride, wide loads",
            shows: "A fixed number of blocks strides through the input, and every thread keeps \
                    four loads of 16 bytes under way. What is left to do at the end no longer \
                    matters: the kernel runs at the speed of memory.",
            ..REDUCE
        },
        integers("reduce_interleaved_divergent_i32", "Interleaved, divergent (integers)"),
        integers("reduce_interleaved_strided_i32", "Interleaved, strided (integers)"),
        integers("reduce_sequential_i32", "Sequential addressing (integers)"),
        integers("reduce_first_add_i32", "First addition while loading (integers)"),
        integers("reduce_last_warp_i32", "Last warp without barriers (integers)"),
        integers("reduce_shuffle_i32", "Warp shuffles (integers)"),
        integers("reduce_grid_stride_i32", "Grid stride, wide loads (integers)"),
    ],
};

/// What the variants have in common.
const REDUCE: Variant = Variant {
    name: "",
    title: "",
    shows: "",
    rung: Rung::Faster,
    element: Element::F32,
    dimensions: &[required("n")],
    small: &[1 << 20],
    large: &[1 << 26],
    problem,
    reference: sum,
};

/// The integer form of a rung.
const fn integers(name: &'static str, title: &'static str) -> Variant {
    Variant {
        name,
        title,
        shows: "The same kernel for 32-bit integers. Their sums wrap around and are exact, so a \
                single wrong addition shows.",
        rung: Rung::Comparison("the integer form of a rung of the ladder"),
        element: Element::I32,
        ..REDUCE
    }
}

fn sum(cores: &dyn Cores, _size: &[u64], contents: &[Values], precision: Precision) -> Values {
    match contents[0].as_i32() {
        Some(integers) => Values::I32(vec![reference::reduce::sum_i32(cores, integers)]),
        None => {
            let sum =
                in_precision!(precision, reference::reduce::sum_f32(cores, floats(contents, 0)));
            Values::F32(vec![sum])
        }
    }
}

fn problem(variant: &Variant, size: &[u64], seed: u64) -> Problem {
    let n = size[0];
    let mut builder = Builder::default();
    let range = match variant.element {
        Element::F32 => -1.0..1.0,
        _ => -1000.0..1000.0,
    };
    let mut input = builder.random("input", variant.element, n, range);
    let mut left = n;
    let output = loop {
        let blocks = blocks(variant.name, left);
        // The last step's output is the result. Without a step there is nothing
        // to add, and the result is zero.
        let output = match blocks {
            0 => builder.cleared("output", variant.element, 1),
            _ => builder.unwritten("output", variant.element, blocks),
        };
        builder.launch(
            variant.name,
            [blocks, 1, 1],
            [BLOCK, 1, 1],
            arguments(variant.name, input, left, output),
        );
        if blocks <= 1 {
            break output;
        }
        (input, left) = (output, blocks);
    };
    let tolerance = match variant.element {
        // Sums of random sign grow with the root of their number, and so does
        // their rounding error; one missing element shows far above this.
        Element::F32 => 32.0 * EPSILON * (n.max(1) as f64).sqrt(),
        _ => 0.0,
    };
    let cost = Cost { bytes_moved: 4 * n, operations: n.saturating_sub(1), tolerance };
    builder.finish(seed, output, cost)
}

/// How many partial sums a step over `n` elements leaves.
fn blocks(name: &str, n: u64) -> u64 {
    if name.starts_with("reduce_grid_stride") {
        let per_turn = 4 * GRID_STRIDE_VECTORS as u64;
        n.div_ceil(per_turn).min(GRID_STRIDE_BLOCKS as u64)
    } else if ["reduce_first_add", "reduce_last_warp", "reduce_shuffle"]
        .iter()
        .any(|twice| name.starts_with(twice))
    {
        n.div_ceil(2 * BLOCK as u64)
    } else {
        n.div_ceil(BLOCK as u64)
    }
}

fn arguments(name: &str, input: usize, n: u64, output: usize) -> Vec<Argument> {
    if name.starts_with("reduce_grid_stride") {
        vec![Argument::Pointer(input), Argument::U32(n as u32), Argument::Pointer(output)]
    } else {
        vec![Argument::Slice(input), Argument::Pointer(output)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_follow_until_one_value_is_left() {
        let check = |name: &str, n: u64, grids: &[u32]| {
            let variant = FAMILY.variants.iter().find(|v| v.name == name).expect(name);
            let problem = variant.problem(&[n], 1).expect("a small size");
            let found: Vec<u32> = problem.launches.iter().map(|l| l.grid[0]).collect();
            assert_eq!(found, grids, "{name} of {n}");
            assert_eq!(problem.buffers[problem.output].len, 1, "{name} of {n}");
        };
        check("reduce_sequential", 0, &[]);
        check("reduce_sequential", 1, &[1]);
        check("reduce_sequential", 256, &[1]);
        check("reduce_sequential", 257, &[2, 1]);
        check("reduce_sequential", 65_537, &[257, 2, 1]);
        check("reduce_first_add", 512, &[1]);
        check("reduce_first_add", 513, &[2, 1]);
        check("reduce_shuffle_i32", 1000, &[2, 1]);
        check("reduce_grid_stride", 4096, &[1]);
        check("reduce_grid_stride", 4097, &[2, 1]);
        check("reduce_grid_stride", 1 << 28, &[4096, 1]);
    }
}
