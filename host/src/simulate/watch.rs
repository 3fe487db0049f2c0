//! Who listens to a run, and what becomes of what they heard. A new observer is
//! added here and nowhere else.

use super::observe::{Aspect, Observe};
use super::report::{LineCounts, Predicted};
use crate::model::DeviceModel;
use crate::observe::counters::{Counters, Counts};
use crate::report::Finding;
use crate::sim::RunError;
use crate::sim::code::Code;
use std::cmp::Reverse;

/// Those who listen, to all launches of a run.
pub(super) type Observers<'a> = Option<Counters<'a>>;

/// The observers of a run.
pub(super) struct Watch<'a> {
    observe: &'a Observe,
    pub(super) observers: Observers<'a>,
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
        let counting = [Aspect::Counters, Aspect::Lines, Aspect::Advice, Aspect::Time];
        let counters = observe.has_any(&counting).then(|| Counters::new(model));
        Watch { observe, observers: counters, findings: Vec::new() }
    }

    /// A launch of this code has ended: what was found in it is looked up in its
    /// text.
    pub(super) fn ended(&mut self, _code: &Code, _text: &str, _result: &Result<(), RunError>) {}

    /// Everything that was heard, once all launches have ended.
    pub(super) fn finish(mut self) -> Heard {
        self.findings.sort_by_key(|found| (Reverse(found.severity), found.line, found.column));
        let counts = self.observers.map(|counters| counters.counts);
        Heard {
            counters: counts.filter(|_| self.observe.has(Aspect::Counters)),
            lines: Vec::new(),
            findings: self.findings,
            predicted: None,
        }
    }
}
