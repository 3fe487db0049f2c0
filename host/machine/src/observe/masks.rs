//! Masks that do not name the lanes that come.
//!
//! CUDA asks of a warp operation with a mask that every lane which calls it is in its
//! own mask, that all lanes of a mask give the same one, and that those of them which
//! have not returned come to the same call. Lanes that have returned before, or that
//! the block has no threads for, may be named: nobody waits for them.

use super::followed::Tally;
use super::kernel::lanes;
use crate::sim::{Absence, NamedLanes, Site};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Lanes that a mask can name.
const MASK_LANES: usize = 32;

/// What is wrong with masks, by the instruction that starts a call.
#[derive(Clone, Debug, Default)]
pub(super) struct MaskFaults {
    faults: BTreeMap<u32, MaskFault>,
}

/// What is wrong with the masks of a call.
#[derive(Clone, Debug)]
pub(super) struct MaskFault {
    /// The lanes that gave the mask.
    pub(super) tally: Tally,
    pub(super) mask: u32,
    pub(super) what: Fault,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The lanes are not in their own mask.
    Outside,
    /// Lanes of the mask give another one.
    Different { lanes: u64, mask: u32 },
    /// Lanes of the mask do not come.
    Missing { lanes: Vec<(u64, Absence)>, elsewhere: Option<u32> },
}

impl MaskFaults {
    /// Looks at the masks of a call that starts with an instruction.
    pub(super) fn judge(&mut self, site: &Site, call: u32, named: &NamedLanes<'_>) {
        let Some((guilty, mask, what)) = fault(site, named) else { return };
        let site = Site { mask: guilty, ..*site };
        match self.faults.entry(call) {
            // A call that takes several operations is counted by the first of them.
            Entry::Occupied(known) if known.get().tally.site.op != site.op => {}
            Entry::Occupied(mut known) => known.get_mut().tally.add(&site),
            Entry::Vacant(free) => {
                free.insert(MaskFault { tally: Tally::new(site), mask, what });
            }
        }
    }

    /// Whether a mask of the call that starts with an instruction was wrong.
    pub(super) fn contains(&self, call: u32) -> bool {
        self.faults.contains_key(&call)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, &MaskFault)> {
        self.faults.iter().map(|(&op, fault)| (op, fault))
    }

    /// Takes in what was found in later blocks.
    pub(super) fn join(&mut self, later: MaskFaults) {
        for (op, fault) in later.faults {
            match self.faults.entry(op) {
                Entry::Occupied(mut known) => known.get_mut().tally.join(&fault.tally),
                Entry::Vacant(free) => drop(free.insert(fault)),
            }
        }
    }
}

/// The first thing that is wrong: the lanes that did it, their mask, and what.
fn fault(site: &Site, named: &NamedLanes<'_>) -> Option<(u64, u32, Fault)> {
    let all = |lane: usize| spread(named.masks.get(lane).copied().unwrap_or(0), lane);
    let active = || lanes(site.mask);
    let outside = |&lane: &usize| all(lane) >> lane & 1 == 0;
    if let Some(first) = active().find(outside) {
        let mask = named.masks[first];
        let same = |&lane: &usize| named.masks[lane] == mask && outside(&lane);
        return Some((set(active().filter(same)), mask, Fault::Outside));
    }
    for first in active() {
        let mask = named.masks[first];
        let group = set(active().filter(|&lane| all(lane) == all(first)));
        let here = all(first) & site.mask;
        if let Some(other) = lanes(here & !group).next() {
            let others = lanes(here).filter(|&lane| named.masks[lane] == named.masks[other]);
            let what = Fault::Different { lanes: set(others), mask: named.masks[other] };
            return Some((group, mask, what));
        }
        let is_awaited = |&(lanes, why): &(u64, Absence)| match why {
            Absence::Waiting { .. } => Some((lanes & all(first), why)),
            Absence::Ended => Some((lanes & all(first) & named.left, why)),
            Absence::NoThread | Absence::Unnamed => None,
        };
        let missing = named.absent.iter().filter_map(is_awaited);
        let missing: Vec<_> = missing.filter(|&(lanes, _)| lanes != 0).collect();
        if !missing.is_empty() {
            let what = Fault::Missing { lanes: missing, elsewhere: named.elsewhere };
            return Some((group, mask, what));
        }
    }
    None
}

/// The lanes of a mask that a lane gives, which is of its own 32.
fn spread(mask: u32, lane: usize) -> u64 {
    u64::from(mask) << (lane / MASK_LANES * MASK_LANES)
}

fn set(lanes: impl Iterator<Item = usize>) -> u64 {
    lanes.fold(0, |all, lane| all | 1 << lane)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is wrong where these lanes are active and give these masks, by lane; the
    /// others wait elsewhere, but for those that have ended.
    fn judge(active: u64, ended: u64, left: u64, masks: &[(usize, u32)]) -> Option<Fault> {
        let mut column = [0; 64];
        for &(lane, mask) in masks {
            column[lane] = mask;
        }
        let waiting = u64::from(u32::MAX) & !active & !ended;
        let absent = [
            (waiting, Absence::Waiting { construct: 0, next_round: false }),
            (ended, Absence::Ended),
        ];
        let absent: Vec<_> = absent.into_iter().filter(|(lanes, _)| *lanes != 0).collect();
        let named = NamedLanes { masks: &column, left, absent: &absent, elsewhere: None };
        let site = Site { block: [0; 3], warp: 0, mask: active, op: 7, step: 0 };
        fault(&site, &named).map(|(_, _, what)| what)
    }

    fn missing(lanes: u64) -> Option<Fault> {
        let why = Absence::Waiting { construct: 0, next_round: false };
        Some(Fault::Missing { lanes: vec![(lanes, why)], elsewhere: None })
    }

    #[test]
    fn masks_must_name_those_who_come() {
        let all = |mask: u32| (0..32).map(|lane| (lane, mask)).collect::<Vec<_>>();
        let everybody = u64::from(u32::MAX);
        assert_eq!(judge(everybody, 0, 0, &all(u32::MAX)), None);
        // Halves of their own, in one instruction or in a branch.
        let halves: Vec<_> =
            (0..32).map(|lane| (lane, if lane < 16 { 0xffff } else { 0xffff_0000 })).collect();
        assert_eq!(judge(everybody, 0, 0, &halves), None);
        assert_eq!(judge(0xffff, 0, 0, &halves), None);
        // Lanes that have returned may be named, unless they were waited for.
        assert_eq!(judge(0xffff, 0xffff_0000, 0, &all(u32::MAX)), None);
        let ended = vec![(0x8000_0000, Absence::Ended)];
        assert_eq!(
            judge(0xffff, 0xffff_0000, 0x8000_0000, &all(u32::MAX)),
            Some(Fault::Missing { lanes: ended, elsewhere: None })
        );
        assert_eq!(judge(0xffff, 0, 0, &all(u32::MAX)), missing(0xffff_0000));
        assert_eq!(judge(0xffff, 0, 0, &all(0x1_ffff)), missing(0x1_0000));
        assert_eq!(judge(0b111, 0, 0, &all(0b011)), Some(Fault::Outside));
        let different = Some(Fault::Different { lanes: 0b10, mask: 0b10 });
        assert_eq!(judge(0b11, 0, 0, &[(0, 0b11), (1, 0b10)]), different);
    }
}
