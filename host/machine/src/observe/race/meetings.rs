//! Meetings of lanes: which of a warp have met, and when.
//!
//! A barrier of the warp orders the lanes that met at it and, through them, what
//! those had learnt at earlier ones. Mostly all lanes meet, and one stamp tells.

use crate::observe::MOST_LANES;
use crate::observe::kernel::lanes;

/// The meetings of one warp.
#[derive(Clone, Debug, Default)]
pub(super) struct Meetings {
    /// When all lanes met last.
    all: u32,
    /// For each lane, how far it knows each other one.
    known: Option<Box<[[u32; MOST_LANES]; MOST_LANES]>>,
}

impl Meetings {
    /// Lanes meet, all of the warp's or some.
    pub(super) fn meet(&mut self, mask: u64, all: u64, now: u32) {
        if mask & all == all {
            self.all = now;
            return;
        }
        let known = self.known.get_or_insert_with(|| Box::new([[0; MOST_LANES]; MOST_LANES]));
        let mut joined = [0; MOST_LANES];
        for lane in lanes(mask) {
            for (joined, &stamp) in joined.iter_mut().zip(&known[lane]) {
                *joined = stamp.max(*joined);
            }
        }
        for lane in lanes(mask) {
            joined[lane] = now;
        }
        for lane in lanes(mask) {
            known[lane] = joined;
        }
    }

    /// Whether what a lane did at a stamp comes before what another one does now.
    pub(super) fn orders(&self, stamp: u32, old: u32, new: u32) -> bool {
        let known = || self.known.as_ref()?.get(new as usize)?.get(old as usize).copied();
        self.all > stamp || known().is_some_and(|known| known > stamp)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_those_who_met_are_ordered() {
        let mut meetings = Meetings::default();
        let all = u64::from(u32::MAX);
        // Two halves meet at barriers of their own.
        meetings.meet(0xffff, all, 5);
        meetings.meet(0xffff_0000, all, 6);
        let check = |m: &Meetings, stamp, old, new| m.orders(stamp, old, new);
        assert!(check(&meetings, 4, 0, 15));
        assert!(!check(&meetings, 4, 0, 16), "they met others");
        assert!(!check(&meetings, 5, 0, 15), "it came later");
        // Lane 15 carries what it knows of lane 0 to lane 16, but not back.
        meetings.meet(1 << 15 | 1 << 16, all, 7);
        assert!(check(&meetings, 4, 0, 16));
        assert!(!check(&meetings, 4, 17, 0));
        meetings.meet(all, all, 8);
        assert!(check(&meetings, 7, 17, 0));
    }
}
