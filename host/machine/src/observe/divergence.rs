//! Lanes that wait because their warp parted at a branch.
//!
//! Control flow is structured, so lanes that part at a branch meet again, at the
//! latest when the warp ends. Until they do, every instruction of the warp
//! leaves some of them idle, and it is that branch which costs them. Where
//! branches nest, each answers for the lanes that it alone sent away.

use crate::sim::Site;

/// A branch at which the lanes of a warp parted.
#[derive(Clone, Copy, Debug)]
struct Parting {
    op: u32,
    /// The lanes that came to it.
    before: u64,
}

/// The partings of the warps of a block that have not ended yet.
#[derive(Clone, Debug, Default)]
pub(super) struct Divergence {
    /// For each warp, the outermost first; each came with fewer lanes than the
    /// one before it.
    warps: Vec<Vec<Parting>>,
}

impl Divergence {
    /// A block starts: nobody has parted yet.
    pub(super) fn clear(&mut self) {
        self.warps.iter_mut().for_each(Vec::clear);
    }

    /// A warp comes to a branch, which these of its lanes take. Says whether
    /// they part.
    pub(super) fn branch(&mut self, site: &Site, taken: u64) -> bool {
        let taken = taken & site.mask;
        if taken == 0 || taken == site.mask {
            return false;
        }
        let warp = site.warp as usize;
        if warp >= self.warps.len() {
            self.warps.resize(warp + 1, Vec::new());
        }
        let partings = &mut self.warps[warp];
        end(partings, site.mask);
        // The lanes that leave a loop one after the other all wait for the same
        // end of it.
        if partings.last().is_none_or(|innermost| innermost.op != site.op) {
            partings.push(Parting { op: site.op, before: site.mask });
        }
        true
    }

    /// A warp executes an instruction. Tells for each branch that is to blame how
    /// many lanes sit idle meanwhile, and of how many that came to it.
    #[inline]
    pub(super) fn idle(&mut self, site: &Site, tell: impl FnMut(u32, [u64; 2])) {
        if let Some(partings) = self.warps.get_mut(site.warp as usize)
            && !partings.is_empty()
        {
            idle(partings, site.mask, tell);
        }
    }
}

fn idle(partings: &mut Vec<Parting>, mask: u64, mut tell: impl FnMut(u32, [u64; 2])) {
    end(partings, mask);
    let mut inside = mask;
    for parting in partings.iter().rev() {
        let idle = parting.before & !inside;
        tell(parting.op, [idle, parting.before].map(|lanes| u64::from(lanes.count_ones())));
        inside = parting.before;
    }
}

/// Forgets the partings whose lanes have met again, or which the lanes at work
/// had no part in: these are on the other side of a branch further out.
fn end(partings: &mut Vec<Parting>, mask: u64) {
    while let Some(innermost) = partings.last()
        && (mask == innermost.before || mask & !innermost.before != 0)
    {
        partings.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(op: u32, mask: u64) -> Site {
        Site { block: [0; 3], warp: 0, mask, op, step: 0 }
    }

    /// The idle lanes, by branch, innermost first.
    fn idle(divergence: &mut Divergence, mask: u64) -> Vec<(u32, u64)> {
        let mut found = Vec::new();
        divergence.idle(&site(99, mask), |op, [idle, _]| found.push((op, idle)));
        found
    }

    #[test]
    fn lanes_are_idle_until_they_meet_again() {
        let mut divergence = Divergence::default();
        assert_eq!(idle(&mut divergence, 0xff), []);
        // Nobody or everybody takes it: no parting.
        assert!(!divergence.branch(&site(1, 0xff), 0));
        assert!(!divergence.branch(&site(1, 0xff), 0xff));
        assert_eq!(idle(&mut divergence, 0x0f), []);
        // Three of eight take it; five wait, then the three.
        assert!(divergence.branch(&site(1, 0xff), 0x07));
        assert_eq!(idle(&mut divergence, 0x07), [(1, 5)]);
        assert_eq!(idle(&mut divergence, 0xf8), [(1, 3)]);
        assert_eq!(idle(&mut divergence, 0xff), []);
        // And they stay together.
        assert_eq!(idle(&mut divergence, 0x01), []);
    }

    #[test]
    fn each_of_nested_branches_answers_for_its_own_lanes() {
        let mut divergence = Divergence::default();
        divergence.branch(&site(1, 0xff), 0x0f);
        divergence.branch(&site(2, 0x0f), 0x01);
        assert_eq!(idle(&mut divergence, 0x01), [(2, 3), (1, 4)]);
        let mut came = Vec::new();
        divergence.idle(&site(99, 0x01), |op, [_, lanes]| came.push((op, lanes)));
        assert_eq!(came, [(2, 4), (1, 8)]);
        // The other side of the outer branch has nothing to do with the inner.
        assert_eq!(idle(&mut divergence, 0xf0), [(1, 4)]);
        divergence.clear();
        assert_eq!(idle(&mut divergence, 0x01), []);
    }

    #[test]
    fn lanes_that_left_a_loop_wait_for_its_end() {
        let mut divergence = Divergence::default();
        for left in 1..8 {
            let mask = 0xff >> (left - 1);
            divergence.branch(&site(5, mask), mask >> 1);
            assert_eq!(idle(&mut divergence, mask >> 1), [(5, left)]);
        }
        assert_eq!(idle(&mut divergence, 0xff), []);
    }
}
