//! The observers of a run, and what becomes of what they observed. A new observer
//! is added here and nowhere else.

use super::observe::{Aspect, Observe};
use super::report::{self, Predicted, Unwatched};
use super::run::Deadline;
use std::cmp::Reverse;
use warpbench_machine::finding::{Finding, FindingKind};
use warpbench_machine::model::{self, DeviceModel, Resources};
use warpbench_machine::observe::accesses::AccessCounts;
use warpbench_machine::observe::advice::advise;
use warpbench_machine::observe::counters::{Counters, Counts, LineCounts};
use warpbench_machine::observe::detectors::Detectors;
use warpbench_machine::observe::output::Output;
use warpbench_machine::observe::profiler::Profiler;
use warpbench_machine::sim::code::Code;
use warpbench_machine::sim::{RunError, StandstillCause};

/// Those who listen: someone who counts, someone who counts what a predicted time
/// needs as well, those who look for faults, and someone who keeps what is printed.
pub(super) type ObserverTuple<'a> =
    (((Option<Counters<'a>>, Option<Profiler<'a>>), Detectors), Output);

/// The observers of a run.
pub(super) struct ObserverSet<'a> {
    observe: &'a Observe,
    model: &'a DeviceModel,
    global_races: GlobalRaces,
    pub(super) all: ObserverTuple<'a>,
    /// When the run has to end, if it has to.
    pub(super) deadline: Option<Deadline<'a>>,
    findings: Vec<Finding>,
    unwatched: Vec<Unwatched>,
}

/// Whether races in global memory are looked for, if races are at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GlobalRaces {
    /// As far as so many bytes reach, on each core.
    Within(usize),
    Unwatched,
}

/// What the report says about it.
pub(super) struct Observations {
    pub(super) counters: Option<Counts>,
    pub(super) lines: Vec<LineCounts>,
    pub(super) accesses: Vec<AccessCounts>,
    pub(super) findings: Vec<Finding>,
    pub(super) predicted: Option<Predicted>,
    pub(super) unwatched: Vec<Unwatched>,
    pub(super) output: report::Output,
}

impl<'a> ObserverSet<'a> {
    pub(super) fn new(
        observe: &'a Observe,
        model: &'a DeviceModel,
        global_races: GlobalRaces,
    ) -> ObserverSet<'a> {
        let timed = observe.has(Aspect::Time);
        let counted = observe.has_any(&[Aspect::Counters, Aspect::Lines, Aspect::Advice]);
        let counters = (counted && !timed).then(|| Counters::new(model));
        let profiler = timed.then(|| Profiler::new(model));
        let all = (((counters, profiler), detectors(observe, global_races)), Output::new());
        let (deadline, findings, unwatched) = (None, Vec::new(), Vec::new());
        ObserverSet { observe, model, global_races, all, deadline, findings, unwatched }
    }

    /// A launch of this code has ended: what was found in it is looked up in its
    /// text. Another launch of the same kernel finds the same again.
    /// `resident` is how many of its blocks the device has room for.
    pub(super) fn ended(
        &mut self,
        code: &Code,
        text: &str,
        result: &Result<(), RunError>,
        resident: Option<u64>,
    ) {
        // What is found refers to this code, so the next launch gets new ones.
        let fresh = detectors(self.observe, self.global_races);
        let mut ended = std::mem::replace(&mut self.all.0.1, fresh);
        ended.ended(result);
        for name in ended.unwatched() {
            let gap = Unwatched {
                what: format!("races in `{name}`, from some point of the run on"),
                why: "remembering who touched each of its words takes more memory than there is; \
                      choose a smaller size or raise the limit (--memory)"
                    .to_owned(),
            };
            if !self.unwatched.contains(&gap) {
                self.unwatched.push(gap);
            }
        }
        for found in ended.findings() {
            let mut found = found.locate(code, text);
            if found.kind == FindingKind::Endless && is_for_lack_of_room(result) {
                found.message.push_str(&self.room(resident));
            }
            let location = |f: &Finding| (f.kind, f.line, f.column, f.other_line);
            if !self.findings.iter().any(|known| location(known) == location(&found)) {
                self.findings.push(found);
            }
        }
    }

    /// How many blocks of a kernel the device holds, as the end of a message.
    fn room(&self, resident: Option<u64>) -> String {
        let multiprocessors = u64::from(self.model.multiprocessors.max(1));
        resident.map_or(String::new(), |all| {
            format!(
                " {} has {multiprocessors} multiprocessors with room for {} blocks of this \
                 kernel each.",
                self.model.name,
                all / multiprocessors
            )
        })
    }

    /// Everything that was observed, once all launches have ended. The registers are
    /// those that threads have on the device.
    pub(super) fn finish(mut self, text: &str, registers_per_thread: Option<u32>) -> Observations {
        let (((counters, profiler), _), output) = self.all;
        let predicted = profiler.as_ref().map(|profiler| {
            let resources = Resources { registers_per_thread, shared_bytes: None };
            Predicted::from(model::predict(self.model, &profiler.launches(), resources))
        });
        let counters = counters.or(profiler.map(|profiler| profiler.counters));
        let (mut lines, mut accesses) = (Vec::new(), Vec::new());
        if let Some(counters) = &counters {
            if self.observe.has(Aspect::Lines) {
                lines = counters.lines(text);
                accesses = counters.accesses(text);
            }
            if self.observe.has(Aspect::Advice) {
                self.findings.extend(advise(counters, text));
            }
        }
        self.findings.sort_by_key(|found| (Reverse(found.severity), found.line, found.column));
        let counts = counters.filter(|_| self.observe.has(Aspect::Counters));
        Observations {
            counters: counts.map(|counters| counters.counts()),
            lines,
            accesses,
            findings: self.findings,
            predicted,
            unwatched: self.unwatched,
            output: report::Output::located(output, text),
        }
    }
}

/// Whether blocks waited for others that had no room.
fn is_for_lack_of_room(result: &Result<(), RunError>) -> bool {
    match result {
        Err(RunError::Endless(still)) => match &still.cause {
            StandstillCause::Waiting(deadlock) => deadlock.unstarted.is_some(),
            StandstillCause::NoExit
            | StandstillCause::Foregone(_)
            | StandstillCause::PassesBy { .. }
            | StandstillCause::Alone => false,
        },
        _ => false,
    }
}

/// The detectors that are asked for.
fn detectors(observe: &Observe, global_races: GlobalRaces) -> Detectors {
    let wanted = FindingKind::WRONG.into_iter().filter(|kind| observe.has(Aspect::of(*kind)));
    let detectors = Detectors::new(&wanted.collect::<Vec<_>>());
    match global_races {
        GlobalRaces::Within(most_bytes) => detectors.with_races_within(most_bytes),
        GlobalRaces::Unwatched => detectors.without_global_races(),
    }
}
