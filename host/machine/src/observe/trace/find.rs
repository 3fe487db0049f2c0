//! Finding the position to go to.

use super::{Mark, MarkKind, Trace};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Forward,
    Back,
}

/// A warp of a block that was written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TracedWarp {
    /// The block, by its index in [`Trace::blocks`].
    pub block: usize,
    pub warp: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// One step, of whatever warp.
    Step,
    /// So far that one step of this warp is done, or undone.
    WarpStep(TracedWarp),
    /// So far that this warp has done, or undone, all it does on one line.
    Line(TracedWarp),
    /// So far that every warp of this block has done, or undone, all it does on the
    /// line of a step: the same time for all of them, where they come to it often.
    BlockLine(usize),
    /// Where all warps of this block wait at a barrier and are about to go on; of any
    /// block, where none is named.
    Barrier(Option<usize>),
    /// Where a warp is about to do the first step on this line of the source: a
    /// breakpoint.
    AtLine(u32),
    /// The next mark of any kind.
    Mark,
}

impl Trace {
    /// The position that is reached from another one; nothing if there is none
    /// that way.
    pub fn find(&self, from: usize, direction: Direction, goal: Goal) -> Option<usize> {
        match goal {
            Goal::Step => match direction {
                Direction::Forward => (from < self.len()).then_some(from + 1),
                Direction::Back => from.min(self.len() + 1).checked_sub(1),
            },
            Goal::WarpStep(warp) => {
                let step = self.search(from, direction, |step| self.is_of(step, warp))?;
                Some(beyond(step, direction))
            }
            Goal::Line(warp) => {
                let step = self.search(from, direction, |step| self.is_of(step, warp))?;
                Some(beyond(self.end_of_line(step, direction), direction))
            }
            Goal::BlockLine(block) => self.past_line(from, direction, block),
            Goal::Barrier(block) => self.mark(from, direction, |mark| {
                mark.kind == MarkKind::Barrier
                    && block.is_none_or(|block| mark.block as usize == block)
            }),
            Goal::AtLine(line) => {
                // The position before a step is the step's own number, and the
                // one that we are at does not count.
                let from = if direction == Direction::Forward { from + 1 } else { from };
                self.search(from, direction, |step| self.enters(step, line))
            }
            Goal::Mark => self.mark(from, direction, |_| true),
        }
    }

    /// The nearest step from a position on.
    fn search(
        &self,
        from: usize,
        direction: Direction,
        mut is_it: impl FnMut(usize) -> bool,
    ) -> Option<usize> {
        match direction {
            Direction::Forward => (from..self.len()).find(|&step| is_it(step)),
            Direction::Back => (0..from.min(self.len())).rev().find(|&step| is_it(step)),
        }
    }

    /// The nearest position of a mark.
    fn mark(
        &self,
        from: usize,
        direction: Direction,
        mut is_it: impl FnMut(&Mark) -> bool,
    ) -> Option<usize> {
        let marks = &self.marks;
        let found = match direction {
            Direction::Forward => {
                let first = marks.partition_point(|mark| mark.position <= from);
                marks[first..].iter().find(|mark| is_it(mark))
            }
            Direction::Back => {
                let end = marks.partition_point(|mark| mark.position < from);
                marks[..end].iter().rev().find(|mark| is_it(mark))
            }
        };
        found.map(|mark| mark.position)
    }

    /// The last step, in a direction, that a warp takes on the line of this step
    /// before it takes one on another line.
    fn end_of_line(&self, step: usize, direction: Direction) -> usize {
        let (Some(warp), line) = (self.traced_warp(step), self.line_of(step)) else { return step };
        let mut last = step;
        loop {
            let from = beyond(last, direction);
            match self.search(from, direction, |step| self.is_of(step, warp)) {
                Some(next) if self.line_of(next) == line => last = next,
                _ => return last,
            }
        }
    }

    /// Whether a step is a warp's.
    fn is_of(&self, step: usize, warp: TracedWarp) -> bool {
        self.traced_warp(step) == Some(warp)
    }

    /// Whether a warp comes to a line with this step.
    fn enters(&self, step: usize, line: u32) -> bool {
        if self.line_of(step) != Some(line) {
            return false;
        }
        let before = self.step_before(step);
        before.is_none_or(|before| self.line_of(before) != Some(line))
    }

    /// The step that the same warp did before this one.
    pub fn step_before(&self, step: usize) -> Option<usize> {
        let warp = self.traced_warp(step)?;
        let start = self.blocks.get(warp.block)?.steps.start;
        (start..step).rev().find(|&step| self.is_of(step, warp))
    }
}

/// The position on the far side of a step.
fn beyond(step: usize, direction: Direction) -> usize {
    match direction {
        Direction::Forward => step + 1,
        Direction::Back => step,
    }
}
