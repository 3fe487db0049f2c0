//! Who listens to a run, and what becomes of what they heard. A new observer is
//! added here and nowhere else.

use super::observe::{Aspect, Observe};
use super::report::{LineCounts, Predicted};
use crate::model::DeviceModel;
use crate::observe::counters::{Counters, Counts};
use crate::report::Finding;
use crate::sim::code::Code;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Those who listen to one launch.
pub(super) type Observers<'a> = Option<Counters<'a>>;

/// What was heard in all launches so far.
pub(super) struct Watch<'a> {
    observe: &'a Observe,
    model: &'a DeviceModel,
    counts: Counts,
    lines: BTreeMap<u32, Counts>,
    findings: Vec<Finding>,
}

/// What the report says about it.
pub(super) struct Heard {
    pub(super) counters: Option<Counts>,
    pub(super) lines: Vec<LineCounts>,
    pub(super) findings: Vec<Finding>,
    pub(super) predicted: Option<Predicted>,
}

impl<'a> Watch<'a> {
    pub(super) fn new(observe: &'a Observe, model: &'a DeviceModel) -> Watch<'a> {
        Watch {
            observe,
            model,
            counts: Counts::default(),
            lines: BTreeMap::new(),
            findings: Vec::new(),
        }
    }

    /// New observers for the next launch.
    pub(super) fn observers(&self) -> Observers<'a> {
        let counting = [Aspect::Counters, Aspect::Lines, Aspect::Advice, Aspect::Time];
        self.observe.has_any(&counting).then(|| Counters::new(self.model))
    }

    /// Takes over what the observers heard in a launch of this code.
    pub(super) fn take(&mut self, _code: &Code, _text: &str, observers: Observers<'a>) {
        if let Some(counters) = observers {
            add(&mut self.counts, &counters.counts);
        }
    }

    /// Everything that was heard.
    pub(super) fn finish(mut self) -> Heard {
        self.findings.sort_by_key(|found| (Reverse(found.severity), found.line, found.column));
        let lines = self.lines.into_iter().map(|(line, counters)| LineCounts { line, counters });
        Heard {
            counters: self.observe.has(Aspect::Counters).then_some(self.counts),
            lines: lines.collect(),
            findings: self.findings,
            predicted: None,
        }
    }
}

/// Adds what one launch did to what others did.
fn add(sum: &mut Counts, counts: &Counts) {
    sum.warp_instructions += counts.warp_instructions;
    sum.lane_instructions += counts.lane_instructions;
    sum.global_requests += counts.global_requests;
    sum.global_sectors += counts.global_sectors;
    sum.global_transactions += counts.global_transactions;
    sum.global_bytes_wanted += counts.global_bytes_wanted;
    sum.global_bytes_moved += counts.global_bytes_moved;
    sum.shared_requests += counts.shared_requests;
    sum.bank_conflicts += counts.bank_conflicts;
    sum.max_bank_conflict_degree =
        sum.max_bank_conflict_degree.max(counts.max_bank_conflict_degree);
    sum.branches += counts.branches;
    sum.divergent_branches += counts.divergent_branches;
    sum.barriers += counts.barriers;
    sum.atomics += counts.atomics;
}
