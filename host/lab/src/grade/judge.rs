//! Whether a text that passes is wrong all the same: a wider judge than the checks.
//!
//! It is what shows how good a lab's checks are. A mutant of the solution that they
//! let pass is compared with the solution in the checks' own terms, but at many more
//! sizes, with more seeds, under more schedules and on more models.

use super::checks::{aspect, schedule, schedule_name};
use super::told::number;
use super::{Grader, Submission, facts_of};
use crate::check::{CheckKind, KINDS};
use crate::expression::Names;
use crate::lab::shown;
use crate::run::{Clock, RunSetup};
use crate::schema::Size;
use crate::trial::Trial;
use std::collections::BTreeSet;
use std::time::Duration;
use warpbench_front::{Language, Source};
use warpbench_machine::model;
use warpbench_simulate::Aspect;
use warpbench_simulate::report::Simulation;

/// The models that the judge asks beyond those of the checks: warps of 32 and of 64.
const MODELS: [&str; 2] = ["h200", "mi210"];
const SEEDS: [u64; 2] = [7, 8];
const SCHEDULES: [u64; 4] = [0, 1, 2, 3];
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

impl Grader {
    /// How a text that passes differs from the solution all the same, in the terms of
    /// the checks: in results and findings at these, neighbouring and other sizes, and
    /// in what the claims count. Nothing where it does not.
    pub fn difference(&self, source: &Source) -> Option<Difference> {
        let clock = Clock { elapsed: &|| Duration::ZERO, go_on: &|| true };
        let language = Language::of(&source.path);
        let facts = self.admit(source, language).ok()?;
        let own = self.lab.texts_in(language)?;
        let own_facts = facts_of(&own.solution, &self.lab.entry).ok()?;
        let submission = Submission::new(source, facts, &clock);
        let solution = Submission::new(&own.solution, own_facts, &clock);
        self.behaves_otherwise(&submission, &solution)
            .or_else(|| self.claims_otherwise(&submission, &solution))
            .map(Difference::Wrong)
            .or_else(|| self.counts_otherwise(&submission, &solution).map(Difference::Allowed))
    }

    /// The sizes of the checks, and those that are one more or less in any number,
    /// twice as large, or have their numbers exchanged.
    fn wide_sizes(&self) -> BTreeSet<Size> {
        let mut sizes = BTreeSet::new();
        for size in self.lab.checks.iter().flat_map(|check| check.sizes()) {
            sizes.insert(size.clone());
            for name in size.keys() {
                let mut with = |change: &dyn Fn(u64) -> u64| {
                    let mut next = size.clone();
                    next.entry(name.clone()).and_modify(|value| *value = change(*value));
                    if next[name] > 0 {
                        sizes.insert(next);
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
            sizes.insert(turned);
        }
        sizes
    }

    fn behaves_otherwise(
        &self,
        submission: &Submission<'_>,
        solution: &Submission<'_>,
    ) -> Option<String> {
        let aspects: Vec<Aspect> = KINDS.iter().filter_map(|kind| aspect(*kind)).collect();
        for size in &self.wide_sizes() {
            for name in MODELS {
                let model = model::find(name).ok()?;
                for (seed, number) in SEEDS.iter().flat_map(|seed| SCHEDULES.map(|n| (*seed, n))) {
                    // One seed under all schedules, the others under the plain one.
                    if number > 0 && seed != SEEDS[0] {
                        continue;
                    }
                    let schedule = schedule(number);
                    let setup = RunSetup {
                        dump: true,
                        most_instructions: MOST_INSTRUCTIONS,
                        ..self.setup(model, schedule, &aspects, size)
                    };
                    let trial = Trial { size: size.clone(), seed };
                    let at = format!("at {} on {name}, {}", shown(size), schedule_name(schedule));
                    // A size that the solution is not made for says nothing.
                    let Ok(right) = self.run(solution, &trial, None, &setup) else { continue };
                    if !right.findings.is_empty() || right.stopped.is_some() {
                        continue;
                    }
                    let ran = match self.run(submission, &trial, None, &setup) {
                        Ok(ran) => ran,
                        Err(what) => return Some(format!("{what} {at}")),
                    };
                    if let Some(found) = ran.findings.first() {
                        return Some(format!("{} {at}", found.kind));
                    }
                    if let Some(stopped) = &ran.stopped {
                        return Some(format!("{stopped} {at}"));
                    }
                    if let Some(what) = self.other_results(&ran, &right) {
                        return Some(format!("{what} {at}"));
                    }
                }
            }
        }
        None
    }

    /// The first result that is another one, by as much as the checks allow.
    fn other_results(&self, ran: &Simulation, right: &Simulation) -> Option<String> {
        for buffer in self.lab.buffers.iter().filter(|buffer| buffer.result) {
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
        let sizes = self.wide_sizes();
        for check in &self.lab.checks {
            let CheckKind::Counters { that, models, .. } = &check.kind else { continue };
            if that.names().iter().any(|name| matches!(name[0].as_str(), "solution" | "starter")) {
                // What these counted is known at the sizes of the checks alone.
                continue;
            }
            for (size, model) in sizes.iter().flat_map(|s| models.iter().map(move |m| (s, m))) {
                let holds = |of: &Submission<'_>| {
                    let counted = self.count(of, size, model).ok()?;
                    let names = self.names(size, model, language, &counted);
                    that.judge(&names).ok().map(|verdict| verdict.holds)
                };
                if holds(solution) == Some(true) && holds(submission) != Some(true) {
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
        for check in &self.lab.checks {
            let CheckKind::Counters { that, sizes, models } = &check.kind else { continue };
            for (size, model) in sizes.iter().flat_map(|s| models.iter().map(move |m| (s, m))) {
                let one = self.count(submission, size, model).ok()?;
                let other = self.count(solution, size, model).ok()?;
                for name in that.names() {
                    let value = |run| self.names(size, model, language, run).value(&name).ok();
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
