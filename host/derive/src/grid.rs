//! The virtual grid of a kernel directive on the physical one.
//!
//! A directive may have any number of dimensions. The last one is x, where
//! neighbouring threads of a warp are; the one before is y, and the one before that
//! z. Where there are more, those behind the second share x.

use crate::constant::{self, Values};
use crate::print;
use crate::tree::{BinaryOp, Expr, Kernel};
use crate::{Refused, refuse};
use std::fmt;
use warpbench_codes::D0004;
use warpbench_front::diagnostic::Span;

/// Axes of the hardware, as they are written.
const AXES: [char; 3] = ['x', 'y', 'z'];

/// The most threads that a block has on any GPU.
const MOST_THREADS: i64 = 1024;

/// The sizes that a kernel directive asks for.
#[derive(Clone, Debug)]
pub struct Grid {
    pub blocks: Vec<Expr>,
    pub threads: Vec<i64>,
}

/// Where a virtual dimension is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axis {
    pub name: char,
    /// How many neighbours along the axis belong to one index.
    pub each: i64,
    /// The number of indices, where others lie on the same axis.
    pub of: Option<i64>,
}

impl Grid {
    pub fn of(kernel: &Kernel, constants: &Values) -> Result<Grid, Refused> {
        let mut threads = Vec::new();
        for size in &kernel.threads {
            let place = size.place().unwrap_or(kernel.span);
            let known = constant::value(size, constants).filter(|size| *size > 0);
            threads.push(known.ok_or_else(|| {
                refuse(
                    D0004,
                    "the number of threads must be known when the kernel is written",
                    place,
                )
                .note("shared memory and the steps of loops depend on it")
                .help("write a number above zero or the name of a `const`")
            })?);
        }
        let all = threads.iter().fold(1_i64, |all, size| all.saturating_mul(*size));
        if all > MOST_THREADS {
            let message = format!("a block of {all} threads is more than any GPU has");
            return Err(refuse(D0004, message, kernel.span)
                .help(format!("choose at most {MOST_THREADS}; loops go on with the next turn")));
        }
        for size in &kernel.blocks {
            if constant::value(size, constants).is_some_and(|size| size < 1) {
                let place = size.place().unwrap_or(kernel.span);
                return Err(refuse(D0004, "a grid needs at least one block", place));
            }
            let is_on_axis = kernel.blocks.len() <= AXES.len();
            if !is_on_axis && constant::value(size, constants).is_none() {
                let place = size.place().unwrap_or(kernel.span);
                return Err(refuse(D0004, "more than three dimensions must be numbers", place)
                    .help("use at most three dimensions, or sizes that are known"));
            }
        }
        Ok(Grid { blocks: kernel.blocks.clone(), threads })
    }

    /// All threads of a block.
    pub fn block_threads(&self) -> i64 {
        self.threads.iter().product()
    }

    /// Where a dimension of the threads is.
    pub fn thread_axis(&self, level: usize) -> Axis {
        axis(level, self.threads.len(), |at| Some(self.threads[at]))
    }

    /// Where a dimension of the blocks is.
    pub fn block_axis(&self, level: usize, constants: &Values) -> Axis {
        axis(level, self.blocks.len(), |at| constant::value(&self.blocks[at], constants))
    }

    /// Threads along x, y and z.
    pub fn physical_threads(&self) -> [i64; 3] {
        let mut sizes = [1; 3];
        for (level, size) in self.threads.iter().enumerate() {
            let axis = self.thread_axis(level).name;
            if let Some(at) = AXES.iter().position(|name| *name == axis) {
                sizes[at] *= size;
            }
        }
        sizes
    }

    /// Blocks along x, y and z, for the host.
    pub fn physical_blocks(&self, constants: &Values) -> [Expr; 3] {
        let mut sizes: [Option<Expr>; 3] = [None, None, None];
        for (level, size) in self.blocks.iter().enumerate() {
            let axis = self.block_axis(level, constants).name;
            if let Some(at) = AXES.iter().position(|name| *name == axis) {
                sizes[at] = Some(match sizes[at].take() {
                    None => size.clone(),
                    Some(before) => Expr::binary(BinaryOp::Mul, before, size.clone()),
                });
            }
        }
        sizes.map(|size| size.unwrap_or_else(|| Expr::number(1)))
    }
}

fn axis(level: usize, count: usize, size: impl Fn(usize) -> Option<i64>) -> Axis {
    let whole = |name| Axis { name, each: 1, of: None };
    if count <= AXES.len() {
        return whole(AXES[count - 1 - level.min(count - 1)]);
    }
    match level {
        0 => whole('z'),
        1 => whole('y'),
        _ => {
            let each = (level + 1..count).filter_map(&size).product();
            // The outermost of them needs no remainder.
            Axis { name: 'x', each, of: if level == 2 { None } else { size(level) } }
        }
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let blocks: Vec<String> = self.blocks.iter().map(print::expr).collect();
        let threads: Vec<String> = self.threads.iter().map(i64::to_string).collect();
        write!(f, "{} blocks of {} threads", blocks.join("×"), threads.join("×"))
    }
}

/// The directive that asks for a dimension which the grid does not have.
pub fn too_deep(level: usize, what: &str, span: Span) -> Refused {
    refuse(
        D0004,
        format!("the kernel has no dimension {} of {what} for this loop", level + 1),
        span,
    )
    .note("each nested loop_partition takes the next dimension of the kernel's directive")
    .help("give the kernel directive another size, or partition fewer loops")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(blocks: &[i64], threads: &[i64]) -> Grid {
        let blocks = blocks.iter().map(|size| Expr::number(*size)).collect();
        Grid { blocks, threads: threads.to_vec() }
    }

    #[test]
    fn the_last_dimension_is_x() {
        type Case = (&'static [i64], &'static [(char, i64, Option<i64>)], [i64; 3]);
        let cases: [Case; 5] = [
            (&[7], &[('x', 1, None)], [7, 1, 1]),
            (&[4, 2], &[('y', 1, None), ('x', 1, None)], [2, 4, 1]),
            (&[4, 2, 3], &[('z', 1, None), ('y', 1, None), ('x', 1, None)], [3, 2, 4]),
            (
                &[2, 3, 4, 5],
                &[('z', 1, None), ('y', 1, None), ('x', 5, None), ('x', 1, Some(5))],
                [20, 3, 2],
            ),
            (
                &[2, 2, 2, 3, 5],
                &[
                    ('z', 1, None),
                    ('y', 1, None),
                    ('x', 15, None),
                    ('x', 5, Some(3)),
                    ('x', 1, Some(5)),
                ],
                [30, 2, 2],
            ),
        ];
        for (sizes, axes, physical) in cases {
            let own = grid(sizes, sizes);
            for (level, (name, each, of)) in axes.iter().enumerate() {
                let expected = Axis { name: *name, each: *each, of: *of };
                assert_eq!(own.thread_axis(level), expected, "{sizes:?}, {level}");
                assert_eq!(own.block_axis(level, &Values::new()), expected, "{sizes:?}, {level}");
            }
            assert_eq!(own.physical_threads(), physical, "{sizes:?}");
            let blocks = own.physical_blocks(&Values::new());
            let blocks = blocks.map(|size| constant::value(&size, &Values::new()).unwrap());
            assert_eq!(blocks, physical, "{sizes:?}");
        }
    }
}
