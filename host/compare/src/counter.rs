//! Counters that both the simulator and the hardware have, by name.

use crate::results::Counted;
use serde::Deserialize;
use std::fmt;

/// A counter that stands beside another's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Counter {
    GlobalRequests,
    GlobalSectors,
    SharedRequests,
    BankConflicts,
    DivergentBranches,
}

impl Counter {
    /// In the order in which they are shown.
    pub const ALL: [Counter; 5] = [
        Counter::GlobalRequests,
        Counter::GlobalSectors,
        Counter::SharedRequests,
        Counter::BankConflicts,
        Counter::DivergentBranches,
    ];

    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Counter::GlobalRequests => "global requests",
            Counter::GlobalSectors => "global sectors",
            Counter::SharedRequests => "shared requests",
            Counter::BankConflicts => "bank conflicts",
            Counter::DivergentBranches => "divergent branches",
        }
    }
}

impl fmt::Display for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Counted {
    /// A counter's value; nothing where nobody counted it.
    #[must_use]
    pub fn get(&self, counter: Counter) -> Option<u64> {
        match counter {
            Counter::GlobalRequests => self.global_requests,
            Counter::GlobalSectors => self.global_sectors,
            Counter::SharedRequests => self.shared_requests,
            Counter::BankConflicts => self.bank_conflicts,
            Counter::DivergentBranches => self.divergent_branches,
        }
    }

    pub(crate) fn set(&mut self, counter: Counter, value: Option<u64>) {
        *(match counter {
            Counter::GlobalRequests => &mut self.global_requests,
            Counter::GlobalSectors => &mut self.global_sectors,
            Counter::SharedRequests => &mut self.shared_requests,
            Counter::BankConflicts => &mut self.bank_conflicts,
            Counter::DivergentBranches => &mut self.divergent_branches,
        }) = value;
    }
}
