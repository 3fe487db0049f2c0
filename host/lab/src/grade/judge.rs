//! Wider judge than the checks: whether a text that passes is wrong all the same.
//!
//! It is what shows how good a lab's checks are. A mutant of the solution that they
//! let pass is compared with the solution in the checks' own terms, but at many more
//! sizes, with more seeds, under more schedules and on more models.

use super::checks::schedule;
use super::told::number;
use super::{Grader, Submission};
use crate::check::CheckKind;
use crate::counted::CountedRun;
use crate::expression::Names;
use crate::lab::shown;
use crate::run::{Clock, RunError, RunSetup};
use crate::schema::Size;
use crate::text::TextFacts;
use crate::trial::Trial;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use warpbench_front::{Language, Source};
use warpbench_machine::finding::FindingKind;
use warpbench_machine::model::{self, DeviceModel};
use warpbench_simulate::Aspect;
use warpbench_simulate::report::Simulation;

/// The models that the judge asks beyond those of the checks: warps of 32 and of 64.
const MODELS: [&str; 2] = [model::USUAL, "mi210"];
const SEEDS: [u64; 2] = [7, 8];
/// More than the checks of any lab try.
const SCHEDULES: [u64; 8] = [0, 1, 2, 3, 4, 5, 6, 7];
/// A run of the judge may take so many instructions.
const MOST_INSTRUCTIONS: u64 = 20_000_000;

/// How a text that passes all checks differs from the solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// In what it computes, in what is found, or in a claim that does not hold: the
    /// checks should have failed it.
    Wrong(String),
    /// In a count for which the claims leave room, at all sizes and on all models: what
    /// another block or another order of steps changes as well.
    Allowed(String),
}

/// Compares texts with a lab's solution. What the solution does is computed once.
pub struct Judge<'a> {
    grader: &'a Grader,
    sizes: BTreeMap<Size, bool>,
    right: Mutex<SolutionRuns>,
    counted: Mutex<SolutionCounts>,
}

/// What the solution does, by whether it is in Rust, and the run.
type SolutionRuns = BTreeMap<(bool, JudgedRun), Option<Arc<Simulation>>>;
/// What it counts, by whether it is in Rust, the size and the model.
type SolutionCounts = BTreeMap<(bool, Size, String), Option<Arc<CountedRun>>>;

/// A run that the judge looks at.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct JudgedRun {
    trial: Trial,
    model: &'static str,
    /// By its number.
    schedule: u64,
}

impl Grader {
    /// The judge of this lab's checks.
    pub fn judge(&self) -> Judge<'_> {
        Judge {
            grader: self,
            sizes: self.wide_sizes(),
            right: Mutex::default(),
            counted: Mutex::default(),
        }
    }

    /// The sizes of the checks, and those that are one more or less in any number,
    /// twice as large, or have their numbers exchanged; with whether a check has them.
    fn wide_sizes(&self) -> BTreeMap<Size, bool> {
        let mut sizes = BTreeMap::new();
        for size in self.lab.checks.iter().flat_map(|check| check.sizes()) {
            for name in size.keys() {
                let mut with = |change: &dyn Fn(u64) -> u64| {
                    let mut next = size.clone();
                    next.entry(name.clone()).and_modify(|value| *value = change(*value));
                    if next[name] > 0 {
                        sizes.entry(next).or_insert(false);
                    }
                };
                with(&|value| value + 1);
                with(&|value| value - 1);
                with(&|value| 2 * value + 3);
            }
            let mut turned = size.clone();
            for (value, other) in turned.values_mut().zip(size.values().rev()) {
                *value = *other;
            }
            sizes.entry(turned).or_insert(false);
        }
        for size in self.lab.checks.iter().flat_map(|check| check.sizes()) {
            sizes.insert(size.clone(), true);
        }
        sizes
    }
}

impl Judge<'_> {
    /// How a text that passes differs from the solution all the same, in the terms of
    /// the checks: in results and findings at these, neighbouring and other sizes, and
    /// in what the claims count. Nothing where it does not.
    pub fn difference(&self, source: &Source) -> Option<Difference> {
        let clock = Clock { elapsed: &|| Duration::ZERO, go_on: &|| true };
        let language = Language::of(&source.path);
        let grader = self.grader;
        let facts = grader.admit(source, language).ok()?;
        let own = grader.lab.texts_in(language)?;
        let own_facts = TextFacts::of(&own.solution, &grader.lab.entry).ok()?;
        let submission = Submission::new(source, facts, &clock);
        let solution = Submission::new(&own.solution, own_facts, &clock);
        self.behaves_otherwise(&submission, &solution)
            .or_else(|| self.claims_otherwise(&submission, &solution))
            .map(Difference::Wrong)
            .or_else(|| self.counts_otherwise(&submission, &solution).map(Difference::Allowed))
    }

    /// All schedules, models and seeds at the sizes of the checks, and a few at others.
    fn runs(&self) -> Vec<JudgedRun> {
        let mut runs = Vec::new();
        for (size, &is_checked) in &self.sizes {
            let mut add = |seed, model, schedule| {
                let trial = Trial { size: size.clone(), seed };
                runs.push(JudgedRun { trial, model, schedule });
            };
            for model in MODELS {
                match is_checked {
                    true => {
                        SCHEDULES.iter().for_each(|schedule| add(SEEDS[0], model, *schedule));
                        SEEDS[1..].iter().for_each(|seed| add(*seed, model, 0));
                    }
                    false => add(SEEDS[1], model, SCHEDULES[SCHEDULES.len() - 1]),
                }
            }
        }
        runs
    }

    fn behaves_otherwise(
        &self,
        submission: &Submission<'_>,
        solution: &Submission<'_>,
    ) -> Option<String> {
        self.runs().iter().find_map(|run| {
            // A size that the solution is not made for says nothing.
            let right = self.right(solution, run)?;
            let JudgedRun { trial, model, schedule: number } = run;
            let how = schedule(*number);
            let at = format!("at {} on {model}, {how}", shown(&trial.size));
            let ran = match self.run(submission, run) {
                Ok(ran) => ran,
                Err(what) => return Some(format!("{what} {at}")),
            };
            if let Some(found) = ran.findings.first() {
                return Some(format!("{} {at}", found.kind));
            }
            if let Some(stopped) = &ran.stopped {
                return Some(format!("{stopped} {at}"));
            }
            self.other_results(&ran, &right).map(|what| format!("{what} {at}"))
        })
    }

    fn run(&self, text: &Submission<'_>, run: &JudgedRun) -> Result<Simulation, RunError> {
        let aspects: Vec<Aspect> = FindingKind::WRONG.map(Aspect::of).to_vec();
        let model = model::find(run.model)?;
        let setup = RunSetup {
            dump: true,
            most_instructions: MOST_INSTRUCTIONS,
            ..self.grader.setup(model, schedule(run.schedule), &aspects, &run.trial.size)
        };
        self.grader.run(text, &run.trial, None, &setup)
    }

    /// What the solution does, where nothing is wrong with it.
    fn right(&self, solution: &Submission<'_>, run: &JudgedRun) -> Option<Arc<Simulation>> {
        let key = (solution.language() == Language::Rust, run.clone());
        if let Some(known) = lock(&self.right).get(&key) {
            return known.clone();
        }
        let ran = self.run(solution, run).ok();
        let right = ran.filter(|ran| ran.findings.is_empty() && ran.stopped.is_none());
        let right = right.map(Arc::new);
        lock(&self.right).insert(key, right.clone());
        right
    }

    /// What the solution counts.
    fn counted(
        &self,
        solution: &Submission<'_>,
        size: &Size,
        model: &DeviceModel,
    ) -> Option<Arc<CountedRun>> {
        let key = (solution.language() == Language::Rust, size.clone(), model.name.clone());
        if let Some(known) = lock(&self.counted).get(&key) {
            return known.clone();
        }
        let counted = self.grader.count(solution, size, model).ok();
        let counted = counted.map(|counted| Arc::new(CountedRun::clone(&counted)));
        lock(&self.counted).insert(key, counted.clone());
        counted
    }

    /// The first result that is another one, by as much as the checks allow.
    fn other_results(&self, ran: &Simulation, right: &Simulation) -> Option<String> {
        for buffer in self.grader.lab.buffers.iter().filter(|buffer| buffer.result) {
            let tolerance = buffer.tolerance.unwrap_or_else(|| buffer.scalar.usual_tolerance());
            let data = |of: &Simulation| {
                let dumps = of.buffers.iter().flatten();
                dumps.filter(|dump| dump.name == buffer.name).flat_map(|d| d.data.clone()).collect()
            };
            let (one, other): (Vec<_>, Vec<_>) = (data(ran), data(right));
            let differs = one.len() != other.len()
                || one.iter().zip(&other).any(|(one, other)| one.distance(*other) > tolerance);
            if differs {
                return Some(format!("other values in `{}`", buffer.name));
            }
        }
        None
    }

    /// A claim that holds for the solution and not for the text, at some size.
    fn claims_otherwise(
        &self,
        submission: &Submission<'_>,
        solution: &Submission<'_>,
    ) -> Option<String> {
        let language = submission.language();
        for check in &self.grader.lab.checks {
            let CheckKind::Counters { that, models, .. } = &check.kind else { continue };
            if that.names().iter().any(|name| matches!(name[0].as_str(), "solution" | "starter")) {
                // What these counted is known at the sizes of the checks alone.
                continue;
            }
            for (size, model) in self.sizes.keys().flat_map(|s| models.iter().map(move |m| (s, m)))
            {
                let holds = |run: &CountedRun| {
                    let names = self.grader.names(size, model, language, run);
                    that.judge(&names).is_ok_and(|verdict| verdict.holds)
                };
                if !self.counted(solution, size, model).is_some_and(|run| holds(&run)) {
                    continue;
                }
                // Nor does a claim say anything at a size that the solution is not for.
                let trial = Trial { size: size.clone(), seed: SEEDS[0] };
                let plain = JudgedRun { trial, model: MODELS[0], schedule: SCHEDULES[0] };
                if self.right(solution, &plain).is_none() {
                    continue;
                }
                // What a run does that comes to no end was looked at before.
                let Ok(own) = self.grader.count(submission, size, model) else { continue };
                if !holds(&own) {
                    return Some(format!(
                        "`{}` does not hold at {} on {}",
                        that.text(),
                        shown(size),
                        model.name
                    ));
                }
            }
        }
        None
    }

    /// The first name of a claim that counts otherwise.
    fn counts_otherwise(
        &self,
        submission: &Submission<'_>,
        solution: &Submission<'_>,
    ) -> Option<String> {
        let language = submission.language();
        for check in &self.grader.lab.checks {
            let CheckKind::Counters { that, sizes, models } = &check.kind else { continue };
            for (size, model) in sizes.iter().flat_map(|s| models.iter().map(move |m| (s, m))) {
                let one = self.grader.count(submission, size, model).ok()?;
                let other = self.counted(solution, size, model)?;
                for name in that.names() {
                    let value =
                        |run| self.grader.names(size, model, language, run).value(&name).ok();
                    let (one, other) = (value(&one), value(&other));
                    if one != other {
                        let shown_value =
                            |value: Option<f64>| value.map_or_else(|| "nothing".to_owned(), number);
                        return Some(format!(
                            "{} is {} at {} on {}, of the solution {}",
                            name.join("."),
                            shown_value(one),
                            shown(size),
                            model.name,
                            shown_value(other),
                        ));
                    }
                }
            }
        }
        None
    }
}

/// What a lock holds. A thread that panicked had no half of an entry in it.
fn lock<T>(held: &Mutex<T>) -> MutexGuard<'_, T> {
    held.lock().unwrap_or_else(PoisonError::into_inner)
}
