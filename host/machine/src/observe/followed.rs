//! Followed values: what detectors keep of values that the machine follows for them: a read
//! whose value nobody uses may be no fault at all.

use super::finding::line_of;
use crate::sim::{Site, Use};

/// The last read of which values are worth following, and in which lanes.
#[derive(Clone, Debug, Default)]
pub(super) struct Suspects {
    read: Option<Site>,
    /// The lanes, for each word that is read.
    words: Vec<u64>,
}

impl Suspects {
    /// The values of these lanes are worth following, by the words of the read at
    /// this site.
    pub(super) fn set(&mut self, site: &Site, words: Vec<u64>) {
        *self = Suspects { read: Some(*site), words };
    }

    /// The lanes in which a word of the read at this site is worth following.
    #[inline]
    pub(super) fn lanes(&self, site: &Site, word: u32) -> u64 {
        let at = |site: &Site| (site.op, site.step, site.warp, site.block);
        match &self.read {
            Some(read) if at(read) == at(site) => {
                self.words.get(word as usize).copied().unwrap_or(0)
            }
            _ => 0,
        }
    }
}

/// Where a value came to matter first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FirstUse {
    pub(super) op: u32,
    pub(super) how: Use,
}

impl FirstUse {
    /// What becomes of the value, as a predicate: `is stored at line 12`.
    pub(super) fn words(self) -> String {
        let line = line_of(self.op);
        match self.how {
            Use::Stored => format!("is stored at {line}"),
            Use::Decides => format!("decides which way to go at {line}"),
            Use::Addresses => format!("says where to write at {line}"),
        }
    }
}

/// How often something happened to which lanes of the warp where it was seen
/// first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tally {
    /// Where it was seen first, with the lanes that it happened to there.
    pub(super) site: Site,
    pub(super) count: u64,
    /// Where it was seen last, with the lanes that it happened to there.
    last: Site,
}

impl Tally {
    pub(super) fn new(site: Site) -> Tally {
        let count = site.mask.count_ones().into();
        Tally { site, count, last: site }
    }

    /// It happened again, or to more lanes at the same step. What happens to a lane
    /// at one step happens once, however often it is told.
    pub(super) fn add(&mut self, site: &Site) {
        let at = |site: &Site| (site.block, site.warp, site.step);
        let told = if at(&self.last) == at(site) { self.last.mask } else { 0 };
        self.count += u64::from((site.mask & !told).count_ones());
        self.last = Site { mask: told | site.mask, ..*site };
        if at(&self.site) == at(site) {
            self.site.mask |= site.mask;
        }
    }

    /// Takes over how often it was seen elsewhere.
    pub(super) fn join(&mut self, other: &Tally) {
        self.count += other.count;
    }
}
