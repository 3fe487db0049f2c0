//! Absent lanes: where those are that take no part in an instruction.

use super::observer::Absence;
use super::warp::{Frame, Warp};

/// Lanes that warp operations of CUDA reach, however wide the machine's warps are.
const CUDA_WARP: u32 = 32;

/// Why a lane takes no part in an operation of the active lanes.
pub(crate) fn reason(absent: &[(u64, Absence)], active: u64, source: u32) -> Absence {
    let holds = |lanes: u64| source < u64::BITS && lanes >> source & 1 != 0;
    if holds(active) {
        return Absence::Unnamed;
    }
    let group = absent.iter().find(|&&(lanes, _)| holds(lanes));
    group.map_or(Absence::NoThread, |&(_, why)| why)
}

impl<const L: usize> Warp<L> {
    /// The lanes of the warp that take no part, in groups, and where those are.
    pub(super) fn absent(&self) -> Vec<(u64, Absence)> {
        let mut left = u64::MAX >> (64 - self.width.clamp(1, 64)) & !self.mask;
        let mut groups = Vec::new();
        if left == 0 {
            return groups;
        }
        let mut add = |lanes: u64, why: Absence| {
            let lanes = lanes & left;
            left &= !lanes;
            if lanes != 0 {
                groups.push((lanes, why));
            }
        };
        add(!self.lanes, Absence::NoThread);
        add(!self.live, Absence::Ended);
        // A lane waits for the innermost construct that it has not left.
        for (construct, frame) in self.frames.iter().enumerate().rev() {
            let construct = construct as u32;
            if let Frame::Loop { continued, .. } = *frame {
                add(continued, Absence::Waiting { construct, next_round: true });
            }
            let mut frame = *frame;
            add(*frame.after(), Absence::Waiting { construct, next_round: false });
        }
        add(u64::MAX, Absence::Waiting { construct: 0, next_round: false });
        groups
    }

    /// The lanes that have not ended, but are not where the active lanes of their
    /// warp are, as CUDA counts warps.
    pub(super) fn parted(&self) -> u64 {
        let low = u64::MAX >> (64 - CUDA_WARP);
        let apart =
            |warp: u64| if self.mask & warp == 0 { 0 } else { self.live & !self.mask & warp };
        apart(low) | apart(!low)
    }

    /// The lane that a lane which looks so far up or down finds, in CUDA: past the
    /// end of the warp it is the lane itself.
    pub(super) fn neighbour(lane: u32, source: u32) -> u32 {
        if source / CUDA_WARP == lane / CUDA_WARP { source } else { lane }
    }
}
