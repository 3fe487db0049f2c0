//! Loops spread over blocks and threads.
//!
//! With BLOCK every block gets a run of neighbouring iterations, as many as it takes
//! for all of them; where threads share the run, it is rounded up to whole turns of
//! the threads, so that every block begins at a multiple of their number. With
//! CYCLIC neighbouring iterations belong to neighbouring blocks. The threads of a
//! block take turns with what the block has.

use crate::constant::{self, Values};
use crate::grid::{Grid, too_deep};
use crate::poly::Poly;
use crate::tree::{BinaryOp, Distribution, Expr, For};
use crate::{Refused, refuse};
use std::fmt;
use warpbench_codes::D0004;

/// How one loop is spread.
#[derive(Clone, Debug)]
pub struct LoopPlan {
    pub var: String,
    pub start: Expr,
    pub end: Expr,
    pub step: i64,
    /// The number of iterations, if it is known.
    pub count: Option<i64>,
    /// The dimension of the blocks, and how they share.
    pub blocks: Option<BlockShare>,
    /// The dimension of the threads and their number.
    pub threads: Option<(usize, i64)>,
    /// Whether no thread has more than one iteration.
    pub is_single: bool,
    /// Whether every thread has as many iterations as every other.
    pub is_even: bool,
}

/// How the blocks along a dimension share a loop.
#[derive(Clone, Debug)]
pub struct BlockShare {
    pub level: usize,
    pub distribution: Distribution,
    /// The number of blocks.
    pub size: Expr,
    /// The same, if it is known.
    pub known: Option<i64>,
    /// With BLOCK, how many iterations a block has, if that is known.
    pub chunk: Option<i64>,
}

impl LoopPlan {
    /// Whether iterations may run at once.
    pub fn is_parallel(&self) -> bool {
        let has_blocks = self.blocks.as_ref().is_some_and(|share| share.known != Some(1));
        let has_threads = self.threads.is_some_and(|(_, size)| size > 1);
        (has_blocks || has_threads) && self.count.is_none_or(|count| count > 1)
    }

    /// Plans a loop with a `loop_partition` at nesting levels of blocks and threads.
    pub fn of(
        own: &For,
        grid: &Grid,
        levels: (usize, usize),
        constants: &Values,
    ) -> Result<Option<LoopPlan>, Refused> {
        let Some(partition) = own.partition else { return Ok(None) };
        if own.is_reversed {
            return Err(refuse(
                D0004,
                "a loop that runs backwards cannot be partitioned",
                own.span,
            )
            .help("iterations that run at once have no order: write it without `rev()`"));
        }
        let (start, end) = (Poly::of(&own.start, constants), Poly::of(&own.end, constants));
        let length = end.minus(&start);
        let count = length.as_number().map(|length| length.max(0).div_ceil_by(own.step));
        let threads = match partition.over_threads {
            false => None,
            true => {
                let size = grid.threads.get(levels.1);
                let size = size.ok_or_else(|| too_deep(levels.1, "threads", partition.span))?;
                Some((levels.1, *size))
            }
        };
        let turn = threads.map_or(1, |(_, size)| size);
        let blocks = match partition.over_blocks {
            None => None,
            Some(distribution) => {
                let size = grid.blocks.get(levels.0);
                let size = size.ok_or_else(|| too_deep(levels.0, "blocks", partition.span))?;
                let known = constant::value(size, constants);
                let mut share = BlockShare {
                    level: levels.0,
                    distribution,
                    size: size.clone(),
                    known,
                    chunk: None,
                };
                if distribution == Distribution::Block {
                    share.chunk = match (count, known) {
                        (Some(count), Some(blocks)) => {
                            Some(count.div_ceil_by(blocks * turn).max(1) * turn)
                        }
                        _ => covers(size, &length, turn * own.step, constants).then_some(turn),
                    };
                }
                Some(share)
            }
        };
        let workers = blocks.as_ref().map_or(Some(1), |share| share.known).map(|b| b * turn);
        let is_single = match (&blocks, count, workers) {
            (Some(share), _, _) if share.distribution == Distribution::Block => {
                share.chunk == Some(turn)
            }
            (Some(share), None, _) => covers(&share.size, &length, turn * own.step, constants),
            (_, Some(count), Some(workers)) => count <= workers,
            _ => false,
        };
        let is_even = match (count, workers) {
            (Some(count), Some(workers)) => count % workers == 0 && count > 0,
            _ => false,
        };
        Ok(Some(LoopPlan {
            var: own.var.clone(),
            start: own.start.clone(),
            end: own.end.clone(),
            step: own.step,
            count,
            blocks,
            threads,
            is_single,
            is_even,
        }))
    }

    /// The iterations of a thread, where all sizes are known.
    pub fn iterations(&self, block: i64, thread: i64, constants: &Values) -> Option<Vec<i64>> {
        let start = constant::value(&self.start, constants)?;
        let count = self.count?;
        let turn = self.threads.map_or(1, |(_, size)| size);
        let thread = if self.threads.is_some() { thread } else { 0 };
        let (first, end, stride) = match &self.blocks {
            None => (thread, count, turn),
            Some(share) => match share.distribution {
                Distribution::Block => {
                    let chunk = share.chunk?;
                    (block * chunk + thread, ((block + 1) * chunk).min(count), turn)
                }
                Distribution::Cyclic => {
                    let blocks = share.known?;
                    (block + blocks * thread, count, blocks * turn)
                }
            },
        };
        let turns = (first..end).step_by(usize::try_from(stride).ok()?);
        Some(turns.map(|turn| start + turn * self.step).collect())
    }
}

/// Whether so many blocks are the least that cover a length, `each` of it at a time:
/// `(n + 15) / 16` or `n.div_ceil(16)` blocks for 16 of `n`.
fn covers(blocks: &Expr, length: &Poly, each: i64, constants: &Values) -> bool {
    let (whole, by) = match blocks.bare() {
        Expr::Binary(BinaryOp::Div, whole, by) => {
            let Some(by) = constant::value(by, constants) else { return false };
            (Poly::of(whole, constants).plus_number(1 - by), by)
        }
        Expr::Method(whole, name, arguments) if name == "div_ceil" => {
            let by = arguments.first().and_then(|by| constant::value(by, constants));
            let Some(by) = by else { return false };
            (Poly::of(whole, constants), by)
        }
        _ => return false,
    };
    // More blocks than needed do no harm; fewer would leave iterations out.
    by > 0 && by <= each && whole.minus(length).as_number().is_some_and(|more| more >= 0)
}

trait DivCeil {
    fn div_ceil_by(self, by: i64) -> i64;
}

impl DivCeil for i64 {
    fn div_ceil_by(self, by: i64) -> i64 {
        self.div_euclid(by) + i64::from(self.rem_euclid(by) != 0)
    }
}

impl fmt::Display for LoopPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.var)?;
        if let Some(share) = &self.blocks {
            let how = match share.distribution {
                Distribution::Block => "BLOCK",
                Distribution::Cyclic => "CYCLIC",
            };
            write!(f, " {how} over dimension {} of the blocks", share.level + 1)?;
            if let Some(chunk) = share.chunk {
                write!(f, ", {chunk} for each")?;
            }
        }
        if let Some((level, size)) = self.threads {
            write!(f, " CYCLIC over dimension {} of the threads, {size} at once", level + 1)?;
        }
        write!(f, "{}", if self.is_single { "; one turn" } else { "; several turns" })?;
        write!(f, "{}", if self.is_even { "" } else { ", guarded" })
    }
}
