//! Every warp of a block past a line.
//!
//! Warps come to a line at different times, and in a loop again and again. A
//! **visit** is all that a warp does on a line before it does something elsewhere.
//! Who goes past a line together makes the same visit, by its number: a warp that is
//! a round ahead does not have to make another one.

use super::{Direction, Trace};
use std::ops::Range;

impl Trace {
    /// From the line of the next step of a block: where all its warps are behind the
    /// visit that this step belongs to. Back: from that of the last step, where none
    /// has begun it.
    pub(super) fn past_line(
        &self,
        from: usize,
        direction: Direction,
        block: usize,
    ) -> Option<usize> {
        let traced = self.blocks.get(block)?;
        let own =
            |range: Range<usize>| range.filter(move |&step| self.block_index(step) == Some(block));
        let step = match direction {
            Direction::Forward => own(from.max(traced.steps.start)..traced.steps.end).next()?,
            Direction::Back => own(traced.steps.start..from.min(traced.steps.end)).next_back()?,
        };
        let line = self.line_of(step);
        let visits = self.visits(block, line);
        let of_step = |visit: &Range<usize>| visit.contains(&step);
        let warp = self.warp_of(step)? as usize;
        let number = visits.get(warp)?.iter().position(of_step)?;
        let together = visits.iter().filter_map(|visits| visits.get(number));
        match direction {
            Direction::Forward => together.map(|visit| visit.end).max(),
            Direction::Back => together.map(|visit| visit.start).min(),
        }
        .filter(|&position| position != from)
    }

    /// For each warp of a block its visits of a line: from the first step to behind the
    /// last.
    fn visits(&self, block: usize, line: Option<u32>) -> Vec<Vec<Range<usize>>> {
        let mut visits = vec![Vec::<Range<usize>>::new(); self.shape.warps() as usize];
        let mut is_there = vec![false; visits.len()];
        let steps = self.blocks.get(block).map_or(0..0, |traced| traced.steps.clone());
        for step in steps.filter(|&step| self.block_index(step) == Some(block)) {
            let warp = usize::from(self.steps[step].warp);
            let (Some(visits), Some(is_there)) = (visits.get_mut(warp), is_there.get_mut(warp))
            else {
                continue;
            };
            let was_there = std::mem::replace(is_there, self.line_of(step) == line);
            match visits.last_mut() {
                _ if !*is_there => {}
                Some(visit) if was_there => visit.end = step + 1,
                _ => visits.push(step..step + 1),
            }
        }
        visits
    }
}
