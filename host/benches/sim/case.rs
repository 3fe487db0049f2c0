//! What is run: one launch of a kernel of the catalogue, and the result that
//! everybody has to come to before a time counts.

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};
use warpbench_catalog as catalog;
use warpbench_catalog::reference;
use warpbench_catalog::{Argument, Family, Launch, Precision, Values, Variant};
use warpbench_cores::{OneCore, Threads};
use warpbench_kernels::reduce::BLOCK;

/// Seed of the inputs.
const SEED: u64 = 7;

/// A kernel at a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Case {
    /// The first pass of `reduce_sequential` over 2^20 elements.
    Reduce,
    /// `matmul_tiled` with matrices of 256 x 256.
    Matmul256,
    /// The same with 512 x 512, which is enough work for two cores.
    Matmul512,
}

impl Case {
    /// How the table calls it.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Case::Reduce => "reduce_sequential, 2^20 elements, one pass",
            Case::Matmul256 => "matmul_tiled, 256 × 256 × 256",
            Case::Matmul512 => "matmul_tiled, 512 × 512 × 512",
        }
    }

    /// The first launch of the catalogue's problem, with its inputs and result.
    pub(crate) fn prepare(self) -> Result<Prepared> {
        let (name, size): (_, &[u64]) = match self {
            Case::Reduce => ("reduce_sequential", &[1 << 20]),
            Case::Matmul256 => ("matmul_tiled", &[256, 256, 256]),
            Case::Matmul512 => ("matmul_tiled", &[512, 512, 512]),
        };
        let (family, variant) = catalog::find(name)?;
        let problem = variant.problem(size, SEED)?;
        let contents = problem.contents(&Threads::all());
        let (expected, tolerance) = match self {
            Case::Reduce => (block_sums(&contents[0]), one_block_tolerance(variant)?),
            Case::Matmul256 | Case::Matmul512 => (
                variant.reference(&Threads::all(), size, &contents, Precision::Double),
                problem.tolerance,
            ),
        };
        let launch = problem.launches[0].clone();
        let buffers = launch.arguments.iter().filter_map(|argument| match *argument {
            Argument::Slice(index) | Argument::Pointer(index) => Some(index),
            _ => None,
        });
        let buffers = buffers.map(|index| contents[index].clone()).collect();
        Ok(Prepared { family, launch, buffers, expected, tolerance })
    }
}

/// Everything that a run needs.
pub(crate) struct Prepared {
    /// Where the kernel's text is.
    pub(crate) family: &'static Family,
    pub(crate) launch: Launch,
    /// The buffers among the launch's arguments, in order; the last is the
    /// output.
    pub(crate) buffers: Vec<Values>,
    expected: Values,
    tolerance: f64,
}

impl Prepared {
    /// The words of the launch's scalar arguments, in order.
    pub(crate) fn scalars(&self) -> Vec<u32> {
        let scalars = self.launch.arguments.iter().filter_map(|argument| match *argument {
            Argument::U32(value) => Some(value),
            Argument::F32(value) => Some(value.to_bits()),
            _ => None,
        });
        scalars.collect()
    }

    /// Fails when a result is wrong: a wrong result has no time.
    pub(crate) fn check(&self, output: Vec<f32>) -> Result<()> {
        let error = Values::F32(output).max_error(&self.expected);
        ensure!(
            error <= self.tolerance,
            "the result is wrong by {error:e}, where rounding explains {:e}",
            self.tolerance
        );
        Ok(())
    }
}

/// What the blocks of the first pass of a reduction leave.
fn block_sums(input: &Values) -> Values {
    let blocks = input.as_f32().unwrap_or_default().chunks(BLOCK);
    Values::F32(blocks.map(|block| reference::reduce::sum_f32::<f64>(&OneCore, block)).collect())
}

/// What rounding explains in the sum of one block.
fn one_block_tolerance(variant: &Variant) -> Result<f64> {
    Ok(variant.problem(&[BLOCK as u64], SEED)?.tolerance)
}
