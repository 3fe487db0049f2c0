//! Timings state: the targets of this machine, and what came of runs.
//!
//! Nothing here draws, waits or touches a device. Whatever somebody does is an
//! [`TimingsAction`]; [`Timings::apply`] takes it in and says what has to be done
//! outside, as [`Effect`]s.

use super::action::{Effect, Intensity, TimingsAction, TimingsView};
use super::edited_job::fitting;
use super::edited_text::EditedText;
use super::job::{Failure, Job, Outcome, RunKey, Workload};
use super::ladder::Ladder;
use super::runner::RunnerEvent;
use super::target::{Class, Target, class};
use std::collections::HashMap;
use std::sync::Arc;
use warpbench_catalog as catalog;
use warpbench_catalog::{Family, Variant};
use warpbench_compare::ceilings::{Ceilings, Origin, PEAKS};
use warpbench_device::Devices;
use warpbench_machine::model::DeviceModel;
use warpbench_report::Unavailable;

/// How far a run is.
#[derive(Clone, Debug)]
pub enum RunState {
    /// Others come first.
    Waiting,
    Running {
        stage: String,
        /// How much of it is done.
        done: usize,
        of: usize,
    },
    /// It is over; whether its result is right is in it.
    Done(Outcome),
    Failed(Failure),
}

/// A run, and the text that ran if it was an edited one.
#[derive(Clone, Debug)]
pub struct RunEntry {
    pub run: RunState,
    pub fingerprint: Option<u64>,
    /// What it takes the place of, should it be stopped.
    before: Option<(Outcome, Option<u64>)>,
}

impl RunEntry {
    fn new(run: RunState, fingerprint: Option<u64>) -> RunEntry {
        RunEntry { run, fingerprint, before: None }
    }

    /// What is left of it once it is stopped.
    fn stopped(self) -> Option<RunEntry> {
        if !self.is_under_way() {
            return Some(self);
        }
        self.before
            .map(|(outcome, fingerprint)| RunEntry::new(RunState::Done(outcome), fingerprint))
    }

    fn is_under_way(&self) -> bool {
        matches!(self.run, RunState::Waiting | RunState::Running { .. })
    }
}

#[derive(Debug, Default)]
pub struct Timings {
    /// Whether the machine has been looked at.
    looked: bool,
    targets: Vec<Target>,
    is_on: Vec<bool>,
    /// Backends without a device, and why.
    pub unavailable: Vec<Unavailable>,
    runs: HashMap<RunKey, RunEntry>,
    /// How it is looked at.
    pub view: TimingsView,
    /// Whether the size that is stepped through is used everywhere.
    pub stepped_size: bool,
    plotted: Option<usize>,
    /// What the roofline counts as bytes, if somebody chose.
    pub intensity: Option<Intensity>,
    /// What is to be said, such as where a file went.
    pub notice: Option<String>,
}

impl Timings {
    pub fn new() -> Timings {
        Timings::default()
    }

    /// Whether the machine is still being looked at.
    pub fn is_looking(&self) -> bool {
        !self.looked
    }

    /// Takes in what the machine has. Devices come before models, and all are
    /// on.
    pub fn found(&mut self, devices: Devices) {
        self.looked = true;
        self.unavailable = devices.unavailable;
        let known = std::mem::take(&mut self.targets).into_iter();
        let known = known.zip(std::mem::take(&mut self.is_on));
        let devices = devices.found.into_iter().map(|device| (Target::Device(device), true));
        let models = known.filter(|(target, _)| matches!(target, Target::Model(_)));
        for (target, is_on) in devices.chain(models) {
            self.targets.push(target);
            self.is_on.push(is_on);
        }
        // Places in the list have changed.
        self.runs.clear();
        self.plotted = None;
    }

    /// The model that is simulated from now on. Others stay known, but off.
    pub fn set_model(&mut self, model: &DeviceModel) {
        let mut known = false;
        for (target, is_on) in self.targets.iter().zip(&mut self.is_on) {
            if let Target::Model(other) = target {
                *is_on = **other == *model;
                known |= *is_on;
            }
        }
        if !known {
            self.targets.push(Target::Model(Arc::new(model.clone())));
            self.is_on.push(true);
        }
    }

    /// The targets with their place in the list.
    pub fn targets(&self) -> impl Iterator<Item = (usize, &Target)> {
        self.targets.iter().enumerate()
    }

    /// Whether a target is on.
    pub fn is_on(&self, target: usize) -> bool {
        self.is_on.get(target).copied().unwrap_or(false)
    }

    /// The targets that are on.
    pub fn on(&self) -> impl Iterator<Item = (usize, &Target)> {
        self.targets().filter(|&(index, _)| self.is_on(index))
    }

    /// How far a run is, if there is one.
    pub fn entry(&self, key: RunKey) -> Option<&RunEntry> {
        self.runs.get(&key)
    }

    /// What came of a run.
    pub fn outcome(&self, key: RunKey) -> Option<&Outcome> {
        match &self.entry(key)?.run {
            RunState::Done(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// Whether runs wait or are under way.
    pub fn is_busy(&self) -> bool {
        self.runs.values().any(RunEntry::is_under_way)
    }

    /// How many runs wait, the one under way included.
    pub fn waiting(&self) -> usize {
        self.runs.values().filter(|entry| entry.is_under_way()).count()
    }

    /// How fast a target is at best, as far as that is known.
    pub fn ceilings(&self, target: usize) -> Ceilings {
        match self.targets.get(target) {
            None => Ceilings::default(),
            Some(Target::Model(model)) => Ceilings {
                read: Some(model.bandwidth_gb_per_s),
                copy: Some(model.bandwidth_gb_per_s),
                cache: model.throughput.l2_gb_per_s,
                arithmetic: Some(model.peak_gflops()),
                origin: Origin::Model,
            },
            Some(Target::Device(device)) => Ceilings::measured(device.kind, |peak, metric| {
                let outcome = self.outcome(RunKey { variant: peak, target, edited: false })?;
                outcome.entry(catalog::find(peak).ok()?.1).rate(metric)
            }),
        }
    }

    /// The target whose roofline is drawn: the one that was chosen, if it is on,
    /// else the first that is.
    pub fn plotted(&self) -> Option<usize> {
        self.plotted
            .filter(|&target| self.is_on(target))
            .or_else(|| self.on().next().map(|(index, _)| index))
    }

    /// The size at which a kernel runs on a target.
    pub fn size_for(&self, variant: &Variant, target: &Target, ladder: &Ladder) -> Vec<u64> {
        let stepped = ladder.size.as_deref().filter(|_| self.stepped_size);
        // A ladder's rungs may count differently; those have their usual size.
        let size = stepped.and_then(|size| variant.size(size).ok());
        size.unwrap_or_else(|| usual_size(variant, target))
    }

    /// Takes in what the background thread has to say.
    pub fn receive(&mut self, event: RunnerEvent) {
        match event {
            RunnerEvent::Devices(devices) => self.found(devices),
            RunnerEvent::Running { key, stage, done, of } => {
                if let Some(entry) = self.runs.get_mut(&key) {
                    entry.run = RunState::Running { stage, done, of };
                }
            }
            RunnerEvent::Ended(key, ended) => self.ended(key, ended),
        }
    }

    /// A run is over. One that was cancelled meanwhile is news all the same.
    pub fn ended(&mut self, key: RunKey, ended: Result<Outcome, Failure>) {
        let run = match ended {
            Ok(outcome) => RunState::Done(outcome),
            Err(failure) => RunState::Failed(failure),
        };
        let entry = self.runs.entry(key).or_insert(RunEntry::new(RunState::Waiting, None));
        (entry.run, entry.before) = (run, None);
    }

    /// Takes in an action, and says what has to be done.
    pub fn apply(&mut self, action: TimingsAction, ladder: &Ladder) -> Vec<Effect> {
        match action {
            TimingsAction::RunRung => {
                return self.start(&[ladder.variant], ladder.edited.as_ref(), ladder);
            }
            TimingsAction::RunLadder => return self.start(&ladder.rungs, None, ladder),
            TimingsAction::Cancel => {
                let runs = std::mem::take(&mut self.runs).into_iter();
                self.runs = runs.filter_map(|(key, run)| Some((key, run.stopped()?))).collect();
                return vec![Effect::Cancel];
            }
            TimingsAction::ToggleDevice(index) => {
                if let Some(is_on) = self.is_on.get_mut(index) {
                    *is_on = !*is_on;
                }
            }
            TimingsAction::View(view) => self.view = view,
            TimingsAction::Plot(target) => self.plotted = Some(target),
            TimingsAction::Intensity(intensity) => self.intensity = Some(intensity),
            TimingsAction::SteppedSize(stepped) => self.stepped_size = stepped,
            TimingsAction::Dismiss => self.notice = None,
            TimingsAction::CopyMarkdown => return vec![Effect::Copy],
            TimingsAction::Save(format) => return vec![Effect::Save(format)],
            TimingsAction::Choose(name) => return vec![Effect::Choose(name)],
        }
        Vec::new()
    }

    /// Queues runs on all targets that are on, target by target: first the
    /// ceilings that are not known yet, then the kernels.
    fn start(
        &mut self,
        variants: &[&'static Variant],
        text: Option<&EditedText>,
        ladder: &Ladder,
    ) -> Vec<Effect> {
        let mut effects = Vec::new();
        let targets: Vec<(usize, Target)> =
            self.on().map(|(index, target)| (index, target.clone())).collect();
        for (index, target) in targets {
            if class(&target) != Class::Simulator {
                for (family, peak) in PEAKS.iter().filter_map(|name| catalog::find(name).ok()) {
                    let key = RunKey { variant: peak.name, target: index, edited: false };
                    if self.outcome(key).is_none() {
                        // The ceilings are those of the sizes that suit the device.
                        let size = usual_size(peak, &target);
                        effects.extend(self.queue(key, family, peak, size, None, &target));
                    }
                }
            }
            for &variant in variants {
                let key = RunKey { variant: variant.name, target: index, edited: false };
                let size = self.size_for(variant, &target, ladder);
                // Beside an edited text, the original is something to compare.
                if text.is_none() || self.outcome(key).is_none() {
                    let size = size.clone();
                    effects.extend(self.queue(key, ladder.family, variant, size, None, &target));
                }
                if let Some(text) = text.filter(|text| runs_on(text, variant, &target)) {
                    let key = RunKey { edited: true, ..key };
                    let size = fitting(variant, &size);
                    let text = Some(text.clone());
                    effects.extend(self.queue(key, ladder.family, variant, size, text, &target));
                }
            }
        }
        effects
    }

    /// Enters a run and makes its job, unless it is under way already.
    fn queue(
        &mut self,
        key: RunKey,
        family: &'static Family,
        variant: &'static Variant,
        size: Vec<u64>,
        text: Option<EditedText>,
        target: &Target,
    ) -> Option<Effect> {
        let known = self.runs.get(&key);
        if known.is_some_and(RunEntry::is_under_way) {
            return None;
        }
        let before = known.and_then(|entry| match &entry.run {
            RunState::Done(outcome) => Some((outcome.clone(), entry.fingerprint)),
            _ => None,
        });
        let fingerprint = text.as_ref().map(EditedText::fingerprint);
        self.runs.insert(key, RunEntry { run: RunState::Waiting, fingerprint, before });
        let workload = Workload { family, variant, size, text, target: target.clone() };
        Some(Effect::Start(Box::new(Job { key, workload })))
    }
}

/// The size that suits a target.
fn usual_size(variant: &Variant, target: &Target) -> Vec<u64> {
    let usual = if class(target) == Class::Gpu { variant.large } else { variant.small };
    variant.size(usual).unwrap_or_default()
}

/// Whether a target can run a text of this kernel.
fn runs_on(text: &EditedText, variant: &Variant, target: &Target) -> bool {
    text.variant == variant.name
        && match target {
            Target::Device(device) => text.runs_on(device.backend),
            Target::Model(_) => true,
        }
}

/// The jobs that an action starts.
#[cfg(any(test, feature = "fixtures"))]
pub fn started(timings: &mut Timings, action: TimingsAction, ladder: &Ladder) -> Vec<Job> {
    let effects = timings.apply(action, ladder).into_iter();
    let jobs = effects.filter_map(|effect| match effect {
        Effect::Start(job) => Some(*job),
        _ => None,
    });
    jobs.collect()
}

#[cfg(test)]
mod tests;
