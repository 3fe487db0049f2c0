//! From a submission to what came of it.
//!
//! A [`Grader`] knows what the lab's own texts do, which is computed once; then any
//! number of submissions can be graded, by any number of threads. Nothing depends on
//! the order, on the clock (unless a submission takes too long) or on the machine.

use crate::check::{Check, CheckKind, RunOf};
use crate::counted::{CountedNames, CountedRun};
use crate::expression::{Compared, Names};
use crate::lab::{Lab, shown};
use crate::outcome::{CheckOutcome, Graded, Place, Status};
use crate::run::{Clock, Limits, RunSetup, instructions_for, run};
use crate::schema::Size;
use crate::text::TextFacts;
use crate::trial::{Results, Trial};
use std::collections::BTreeMap;
use std::time::Duration;
use warpbench_front::{Language, Source};
use warpbench_machine::finding::{Finding, FindingKind};
use warpbench_machine::model::{self, DeviceModel};
use warpbench_machine::sim::Schedule;
use warpbench_simulate::Aspect;
use warpbench_simulate::report::Simulation;

/// What counts and predicts.
const COUNTED: [Aspect; 3] = [Aspect::Counters, Aspect::Lines, Aspect::Time];

/// A lab with what its own texts do.
#[derive(Debug)]
pub struct Grader {
    lab: Lab,
    limits: Limits,
    /// What the solution computes.
    results: BTreeMap<Trial, Results>,
    /// What the lab's own texts did: whose, in which language, at which size, under
    /// which model.
    counted: BTreeMap<(RunOf, bool, Size, String), CountedRun>,
    /// Instructions of the solution, by size.
    instructions: BTreeMap<Size, u64>,
}

/// How far grading is, by the number of the check among the lab's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Progress<'a> {
    Begun(usize),
    Ended(usize, &'a CheckOutcome),
}

/// A text that is graded.
struct Submission<'a> {
    source: &'a Source,
    facts: &'a TextFacts,
    clock: &'a Clock<'a>,
}

/// What a check came to: nothing where it holds.
type Failure = Option<Told>;

/// Why a check failed.
#[derive(Debug, Default)]
struct Told {
    seen: String,
    look: Option<String>,
    place: Option<Place>,
}

impl Grader {
    /// Runs the lab's own texts. What is wrong with the lab is said.
    pub fn new(lab: Lab, limits: Limits) -> Result<Grader, String> {
        let mut grader = Grader {
            lab,
            limits,
            results: BTreeMap::new(),
            counted: BTreeMap::new(),
            instructions: BTreeMap::new(),
        };
        let lab = grader.lab.clone();
        let first = lab.texts.first().ok_or("the lab has no text")?;
        let usual = model::find("h200").map_err(|error| error.to_string())?;
        let facts = facts_of(&first.solution, &lab.entry)?;
        for check in &lab.checks {
            for size in check.sizes() {
                grader.count_solution(&first.solution, &facts, size, usual)?;
            }
            match &check.kind {
                CheckKind::Results { sizes, seeds, .. } => {
                    for size in sizes {
                        for seed in 1..=*seeds {
                            let trial = Trial { size: size.clone(), seed };
                            grader.solve(&first.solution, &facts, trial)?;
                        }
                    }
                }
                CheckKind::Counters { that, sizes, models } => {
                    let names = that.names();
                    let named = |whose: &str| names.iter().any(|name| name[0] == whose);
                    for (of, word) in [(RunOf::Solution, "solution"), (RunOf::Starter, "starter")] {
                        if named(word) {
                            for size in sizes {
                                for model in models {
                                    grader.count_own(of, size, model)?;
                                }
                            }
                        }
                    }
                }
                CheckKind::Prediction { of, size, model, .. } if *of != RunOf::Submission => {
                    grader.count_own(*of, size, model)?;
                }
                _ => {}
            }
        }
        Ok(grader)
    }

    pub fn lab(&self) -> &Lab {
        &self.lab
    }

    /// What comes of a submission that cannot be run: nothing of it passes.
    pub fn refuse(&self, submission: &str, is_rust: bool, why: String) -> Graded {
        let failed = |check: &Check| {
            let told = Told { seen: "the text cannot be run".to_owned(), ..Told::default() };
            self.outcome(check, Some(told))
        };
        Graded {
            lab: self.lab.id.clone(),
            title: self.lab.title.clone(),
            submission: submission.to_owned(),
            language: if is_rust { "rust" } else { "wgsl" }.to_owned(),
            points: 0.0,
            of: self.lab.points(),
            checks: self.lab.checks.iter().map(failed).collect(),
            refused: Some(why),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }

    /// Why a text cannot be graded at all, if so.
    pub fn refusal(&self, source: &Source) -> Option<String> {
        self.admit(source, Language::of(&source.path)).err()
    }

    /// Grades a text.
    pub fn grade(&self, submission: &str, source: &Source, clock: &Clock<'_>) -> Graded {
        self.grade_telling(submission, source, clock, &mut |_| {})
    }

    /// Grades a text, and tells how far it is.
    pub fn grade_telling(
        &self,
        submission: &str,
        source: &Source,
        clock: &Clock<'_>,
        tell: &mut dyn FnMut(Progress<'_>),
    ) -> Graded {
        let language = Language::of(&source.path);
        let is_rust = language == Language::Rust;
        let facts = match self.admit(source, language) {
            Ok(facts) => facts,
            Err(why) => return self.refuse(submission, is_rust, why),
        };
        let none = self.refuse(submission, is_rust, String::new());
        let mut graded = Graded { checks: Vec::new(), refused: None, ..none };
        let submission = Submission { source, facts: &facts, clock };
        for (index, check) in self.lab.checks.iter().enumerate() {
            tell(Progress::Begun(index));
            let outcome = match self.check(check, &submission) {
                Some(failure) => self.outcome(check, failure),
                None => self.skipped(check),
            };
            tell(Progress::Ended(index, &outcome));
            graded.points += outcome.points;
            graded.checks.push(outcome);
        }
        graded
    }

    /// Makes one check; nothing where it cannot be made here.
    pub fn grade_one(&self, check: &Check, source: &Source, clock: &Clock<'_>) -> CheckOutcome {
        match self.admit(source, Language::of(&source.path)) {
            Ok(facts) => {
                let submission = Submission { source, facts: &facts, clock };
                match self.check(check, &submission) {
                    Some(failure) => self.outcome(check, failure),
                    None => self.skipped(check),
                }
            }
            Err(refused) => {
                self.outcome(check, Some(Told { seen: refused, ..Told::default() }))
            }
        }
    }

    /// How a text that passes differs from the solution all the same, in the terms of
    /// the checks: in results at these and neighbouring sizes, in findings under more
    /// schedules, in what the claims count. Nothing where it does not.
    pub fn difference(&self, source: &Source) -> Option<String> {
        let clock = Clock { elapsed: &|| Duration::ZERO, go_on: &|| true };
        let language = Language::of(&source.path);
        let facts = self.admit(source, language).ok()?;
        let own = self.lab.texts_in(language)?;
        let own_facts = facts_of(&own.solution, &self.lab.entry).ok()?;
        let submission = Submission { source, facts: &facts, clock: &clock };
        let solution = Submission { source: &own.solution, facts: &own_facts, clock: &clock };
        let mut sizes: Vec<Size> = Vec::new();
        for check in &self.lab.checks {
            for size in check.sizes() {
                sizes.push(size.clone());
                for name in size.keys() {
                    let mut next = size.clone();
                    next.entry(name.clone()).and_modify(|value| *value += 1);
                    sizes.push(next);
                }
            }
        }
        sizes.sort();
        sizes.dedup();
        let model = model::find("h200").ok()?;
        let aspects: Vec<Aspect> =
            crate::check::KINDS.iter().filter_map(|kind| aspect(*kind)).collect();
        for size in &sizes {
            let trial = Trial { size: size.clone(), seed: 7 };
            for number in [0, 1, 2, 3] {
                let setup = RunSetup {
                    dump: true,
                    most_instructions: 50_000_000,
                    ..self.setup(model, schedule(number), &aspects, size)
                };
                let right = self.run(&solution, &trial, None, &setup).ok();
                // A size that the solution is not made for says nothing.
                let Some(right) = right.filter(|ran| ran.findings.is_empty()) else { continue };
                let ran = match self.run(&submission, &trial, None, &setup) {
                    Ok(ran) => ran,
                    Err(what) => return Some(what),
                };
                if let Some(found) = ran.findings.first() {
                    return Some(format!("{} at {}", found.kind, shown(size)));
                }
                if self.results_of(&ran) != self.results_of(&right) {
                    return Some(format!("other results at {}", shown(size)));
                }
            }
        }
        self.counted_otherwise(&submission, &solution)
    }

    fn results_of(&self, ran: &Simulation) -> Vec<(String, Vec<String>)> {
        let results = self.lab.buffers.iter().filter(|buffer| buffer.result);
        let wanted: Vec<&str> = results.map(|buffer| buffer.name.as_str()).collect();
        let dumps = ran.buffers.iter().flatten();
        dumps
            .filter(|dump| wanted.contains(&dump.name.as_str()))
            .map(|dump| {
                // Sums may be added up in another order.
                let shown = |value: &warpbench_case::number::Number| number(value.float());
                (dump.name.clone(), dump.data.iter().map(shown).collect())
            })
            .collect()
    }

    /// The first name of a claim that counts otherwise.
    fn counted_otherwise(
        &self,
        submission: &Submission<'_>,
        solution: &Submission<'_>,
    ) -> Option<String> {
        let language = Language::of(&submission.source.path);
        for check in &self.lab.checks {
            let CheckKind::Counters { that, sizes, models } = &check.kind else { continue };
            for size in sizes {
                for model in models {
                    let trial = Trial { size: size.clone(), seed: 1 };
                    let setup = self.setup(model, Schedule::InOrder, &COUNTED, size);
                    let count = |of: &Submission<'_>| {
                        let ran = self.run(of, &trial, None, &setup).ok()?;
                        Some(CountedRun::new(ran, of.facts))
                    };
                    let (one, other) = (count(submission)?, count(solution)?);
                    for name in that.names() {
                        let value = |run: &CountedRun| {
                            self.names(size, model, language, run).value(&name).ok()
                        };
                        if value(&one) != value(&other) {
                            return Some(format!(
                                "{} is {} at {}, of the solution {}",
                                name.join("."),
                                value(&one).map_or_else(|| "nothing".to_owned(), number),
                                shown(size),
                                value(&other).map_or_else(|| "nothing".to_owned(), number),
                            ));
                        }
                    }
                }
            }
        }
        None
    }

    /// What a text says of itself, if it may be run.
    fn admit(&self, source: &Source, language: Language) -> Result<TextFacts, String> {
        if source.text.len() > self.limits.most_text {
            return Err(format!(
                "the text has {} bytes; a submission has {} at most",
                source.text.len(),
                self.limits.most_text
            ));
        }
        if self.lab.texts_in(language).is_none() {
            let known: Vec<&str> =
                self.lab.texts.iter().map(|texts| texts.starter.path.as_str()).collect();
            return Err(format!(
                "this lab is not made for the language of {}; it starts from {}",
                source.path,
                known.join(" or ")
            ));
        }
        facts_of(source, &self.lab.entry)
    }

    fn check(&self, check: &Check, submission: &Submission<'_>) -> Option<Failure> {
        match &check.kind {
            CheckKind::Results { sizes, seeds, .. } => {
                Some(self.check_results(submission, sizes, *seeds))
            }
            CheckKind::Findings { none, sizes, schedules, models } => {
                Some(self.check_findings(submission, none, sizes, *schedules, models))
            }
            CheckKind::Counters { that, sizes, models } => {
                let mut failure = None;
                for size in sizes {
                    for model in models {
                        failure = failure.or_else(|| {
                            self.check_claim(submission, size, model, &|names| {
                                let verdict = that.judge(names)?;
                                Ok(verdict.compared.into_iter().find(|one| !one.holds))
                            })
                        });
                    }
                }
                Some(failure)
            }
            CheckKind::Prediction { constant, answer, within, size, model, of, .. } => {
                Some(self.check_prediction(submission, (constant, answer, *within), size, model, *of))
            }
            CheckKind::Speed { .. } => None,
        }
    }

    fn check_results(&self, submission: &Submission<'_>, sizes: &[Size], seeds: u64) -> Failure {
        let Ok(model) = model::find("h200") else { return None };
        for size in sizes {
            for seed in 1..=seeds {
                let trial = Trial { size: size.clone(), seed };
                let Some(expected) = self.results.get(&trial) else { continue };
                let setup = self.setup(model, Schedule::InOrder, &[], size);
                let ran = self.run(submission, &trial, Some(expected), &setup);
                let place = || Place {
                    size: size.clone(),
                    seed,
                    model: model.name.clone(),
                    schedule: "in-order".to_owned(),
                    ..Place::default()
                };
                match ran {
                    Err(seen) => {
                        return Some(Told { seen, look: None, place: Some(place()) });
                    }
                    Ok(simulation) => {
                        if let Some(stopped) = &simulation.stopped {
                            return Some(stopped_at(&simulation, stopped, place()));
                        }
                        if let Some(wrong) = simulation.wrong.first() {
                            let seen = format!(
                                "at {} `{}[{}]` is {}, and {} is right; {} of {} values are wrong",
                                shown(size),
                                wrong.buffer,
                                wrong.index,
                                number(wrong.value.float()),
                                number(wrong.expected.float()),
                                wrong.count,
                                wrong.len,
                            );
                            return Some(Told { seen, look: None, place: Some(place()) });
                        }
                    }
                }
            }
        }
        None
    }

    fn check_findings(
        &self,
        submission: &Submission<'_>,
        none: &[FindingKind],
        sizes: &[Size],
        schedules: u64,
        models: &[&'static DeviceModel],
    ) -> Failure {
        let aspects: Vec<Aspect> = none.iter().filter_map(|kind| aspect(*kind)).collect();
        for size in sizes {
            for model in models {
                for number in 0..schedules {
                    let schedule = schedule(number);
                    let trial = Trial { size: size.clone(), seed: 1 };
                    let setup = self.setup(model, schedule, &aspects, size);
                    let place = Place {
                        size: size.clone(),
                        seed: 1,
                        model: model.name.clone(),
                        schedule: schedule_name(schedule),
                        ..Place::default()
                    };
                    let simulation = match self.run(submission, &trial, None, &setup) {
                        Ok(simulation) => simulation,
                        Err(seen) => return Some(Told { seen, look: None, place: Some(place) }),
                    };
                    let found = simulation.findings.iter().find(|f| none.contains(&f.kind));
                    if let Some(found) = found {
                        return Some(told(found, size, place));
                    }
                    if let Some(stopped) = &simulation.stopped {
                        return Some(stopped_at(&simulation, stopped, place));
                    }
                }
            }
        }
        None
    }

    /// A claim about what a run counted.
    fn check_claim(
        &self,
        submission: &Submission<'_>,
        size: &Size,
        model: &DeviceModel,
        judge: &dyn Fn(&dyn Names) -> Result<Option<Compared>, String>,
    ) -> Failure {
        let place = Place {
            size: size.clone(),
            seed: 1,
            model: model.name.clone(),
            schedule: "in-order".to_owned(),
            ..Place::default()
        };
        let trial = Trial { size: size.clone(), seed: 1 };
        let setup = self.setup(model, Schedule::InOrder, &COUNTED, size);
        let simulation = match self.run(submission, &trial, None, &setup) {
            Ok(simulation) => simulation,
            Err(seen) => return Some(Told { seen, look: None, place: Some(place) }),
        };
        if let Some(stopped) = &simulation.stopped {
            return Some(stopped_at(&simulation, stopped, place));
        }
        let counted = CountedRun::new(simulation, submission.facts);
        let names = self.names(size, model, Language::of(&submission.source.path), &counted);
        match judge(&names) {
            Err(what) => Some(Told { seen: what, look: None, place: Some(place) }),
            Ok(None) => None,
            Ok(Some(compared)) => {
                let Compared { left, relation, right, .. } = &compared;
                let exactly = match right.0.parse::<f64>() {
                    Ok(_) => number(right.1),
                    Err(_) => format!("{} ({})", number(right.1), right.0),
                };
                let seen = format!(
                    "at {} on {}, {} is {}; asked for is {relation} {exactly}",
                    shown(size),
                    model.name,
                    left.0,
                    number(left.1),
                );
                let (line, look) = dearest(&counted, &left.0);
                let place = Place { line, ..place };
                Some(Told { seen, look, place: Some(place) })
            }
        }
    }

    fn check_prediction(
        &self,
        submission: &Submission<'_>,
        (constant, answer, within): (&str, &crate::expression::Expression, f64),
        size: &Size,
        model: &'static DeviceModel,
        of: RunOf,
    ) -> Failure {
        let Some(said) = submission.facts.constants.get(constant).copied() else {
            let seen = format!("the text has no constant `{constant}` that is a number");
            return Some(Told { seen, ..Told::default() });
        };
        let judge = |names: &dyn Names| {
            let right = answer.number(names)?;
            let holds = (said - right).abs() <= within;
            Ok((!holds).then(|| Compared {
                holds,
                left: (format!("`{constant}`"), said),
                relation: "what the run says, which is not",
                right: (number(said), said),
            }))
        };
        match of {
            RunOf::Submission => self.check_claim(submission, size, model, &judge),
            RunOf::Starter | RunOf::Solution => {
                let language = Language::of(&submission.source.path);
                let run = self.own(of, language, size, model)?;
                let names = self.names(size, model, language, run);
                match judge(&names) {
                    Ok(None) => None,
                    Ok(Some(_)) => {
                        let seen = format!("`{constant}` is {}, and that is not it", number(said));
                        Some(Told { seen, ..Told::default() })
                    }
                    Err(seen) => Some(Told { seen, ..Told::default() }),
                }
            }
        }
    }

    fn names<'a>(
        &'a self,
        size: &'a Size,
        model: &DeviceModel,
        language: Language,
        run: &'a CountedRun,
    ) -> CountedNames<'a> {
        let mut others = BTreeMap::new();
        for (of, word) in [(RunOf::Solution, "solution"), (RunOf::Starter, "starter")] {
            if let Some(own) = self.own(of, language, size, model) {
                others.insert(word, own);
            }
        }
        CountedNames { size, run, others }
    }

    fn own(
        &self,
        of: RunOf,
        language: Language,
        size: &Size,
        model: &DeviceModel,
    ) -> Option<&CountedRun> {
        let is_rust = language == Language::Rust;
        self.counted.get(&(of, is_rust, size.clone(), model.name.clone()))
    }

    fn setup<'a>(
        &self,
        model: &'a DeviceModel,
        schedule: Schedule,
        aspects: &'a [Aspect],
        size: &Size,
    ) -> RunSetup<'a> {
        let solution = self.instructions.get(size).copied().unwrap_or(0);
        RunSetup {
            model,
            schedule,
            aspects,
            most_instructions: instructions_for(solution),
            most_bytes: self.limits.most_bytes,
            dump: false,
        }
    }

    fn run(
        &self,
        submission: &Submission<'_>,
        trial: &Trial,
        expected: Option<&Results>,
        setup: &RunSetup<'_>,
    ) -> Result<Simulation, String> {
        let Submission { source, facts, clock } = submission;
        if (clock.elapsed)() >= self.limits.time {
            let seconds = self.limits.time.as_secs();
            return Err(format!("the time is used up: a submission has {seconds} seconds"));
        }
        run(&self.lab, source, facts, trial, expected, setup, (clock, self.limits.time))
    }

    fn outcome(&self, check: &Check, failure: Failure) -> CheckOutcome {
        let status = if failure.is_none() { Status::Passed } else { Status::Failed };
        let told = failure.unwrap_or_default();
        CheckOutcome {
            name: check.name.clone(),
            kind: check.kind_name().to_owned(),
            points: if status == Status::Passed { check.points } else { 0.0 },
            of: check.points,
            status,
            seen: told.seen,
            asked: check.asked(),
            look: told.look.or_else(|| check.look.clone()).filter(|_| status == Status::Failed),
            place: told.place,
            hidden: check.hidden,
        }
    }

    fn skipped(&self, check: &Check) -> CheckOutcome {
        CheckOutcome {
            status: Status::Skipped,
            points: 0.0,
            seen: "there is no such device here; it costs no points".to_owned(),
            ..self.outcome(check, None)
        }
    }

    /// What the solution computes in a trial.
    fn solve(&mut self, solution: &Source, facts: &TextFacts, trial: Trial) -> Result<(), String> {
        if self.results.contains_key(&trial) {
            return Ok(());
        }
        let model = model::find("h200").map_err(|error| error.to_string())?;
        let setup = RunSetup {
            dump: true,
            most_instructions: u64::MAX,
            ..self.setup(model, Schedule::InOrder, &[], &trial.size)
        };
        let ran = self.run_own(solution, facts, &trial, &setup)?;
        let wanted: Vec<&str> =
            self.lab.buffers.iter().filter(|b| b.result).map(|b| b.name.as_str()).collect();
        let mut results = Results::new();
        for dump in ran.buffers.into_iter().flatten() {
            if wanted.contains(&dump.name.as_str()) {
                let mut bytes = Vec::new();
                for value in dump.data {
                    dump.scalar.encode(value, &mut bytes).ok_or("a result does not fit its type")?;
                }
                results.insert(dump.name, bytes);
            }
        }
        self.results.insert(trial, results);
        Ok(())
    }

    fn count_solution(
        &mut self,
        solution: &Source,
        facts: &TextFacts,
        size: &Size,
        model: &DeviceModel,
    ) -> Result<(), String> {
        if self.instructions.contains_key(size) {
            return Ok(());
        }
        let trial = Trial { size: size.clone(), seed: 1 };
        let setup = RunSetup {
            most_instructions: u64::MAX,
            ..self.setup(model, Schedule::InOrder, &[Aspect::Counters], size)
        };
        let ran = self.run_own(solution, facts, &trial, &setup)?;
        let counted = ran.counters.map_or(0, |counts| counts.warp_instructions);
        self.instructions.insert(size.clone(), counted);
        Ok(())
    }

    /// Counts what the lab's own texts do.
    fn count_own(&mut self, of: RunOf, size: &Size, model: &DeviceModel) -> Result<(), String> {
        for texts in self.lab.texts.clone() {
            let is_rust = texts.language == Language::Rust;
            let key = (of, is_rust, size.clone(), model.name.clone());
            if self.counted.contains_key(&key) {
                continue;
            }
            let source = match of {
                RunOf::Starter => &texts.starter,
                RunOf::Solution | RunOf::Submission => &texts.solution,
            };
            let facts = facts_of(source, &self.lab.entry)?;
            let trial = Trial { size: size.clone(), seed: 1 };
            let setup = RunSetup {
                most_instructions: u64::MAX,
                ..self.setup(model, Schedule::InOrder, &COUNTED, size)
            };
            let ran = self.run_own(source, &facts, &trial, &setup)?;
            self.counted.insert(key, CountedRun::new(ran, &facts));
        }
        Ok(())
    }

    fn run_own(
        &self,
        source: &Source,
        facts: &TextFacts,
        trial: &Trial,
        setup: &RunSetup<'_>,
    ) -> Result<Simulation, String> {
        let clock = Clock { elapsed: &|| Duration::ZERO, go_on: &|| true };
        let ran = run(&self.lab, source, facts, trial, None, setup, (&clock, Duration::MAX))
            .map_err(|error| format!("{} at {}: {error}", source.path, shown(&trial.size)))?;
        match &ran.stopped {
            Some(stopped) => {
                Err(format!("{} at {}: {stopped}", source.path, shown(&trial.size)))
            }
            None => Ok(ran),
        }
    }
}

impl Check {
    /// What is asked for, in one line.
    pub fn asked(&self) -> String {
        match &self.kind {
            CheckKind::Results { sizes, .. } if self.hidden => {
                format!("right results at {} sizes", sizes.len())
            }
            CheckKind::Results { sizes, .. } => {
                let sizes: Vec<String> = sizes.iter().map(shown).collect();
                format!("right results at {}", sizes.join("; "))
            }
            CheckKind::Findings { none, schedules, models, .. } => {
                let none: Vec<&str> = none.iter().map(|kind| kind.name()).collect();
                let models: Vec<&str> = models.iter().map(|model| model.name.as_str()).collect();
                format!(
                    "no finding of {} under {schedules} schedules on {}",
                    none.join(", "),
                    models.join(", ")
                )
            }
            CheckKind::Counters { that, .. } => that.text().to_owned(),
            CheckKind::Prediction { ask, .. } => ask.clone(),
            CheckKind::Speed { backend, at_least, .. } => {
                format!("{at_least} times as fast as the starter through {backend}")
            }
        }
    }
}

fn facts_of(source: &Source, entry: &str) -> Result<TextFacts, String> {
    TextFacts::of(source, entry).map_err(|error| error.rendered.trim_end().to_owned())
}

/// Schedules that differ as much as can be, the plain ones first.
fn schedule(number: u64) -> Schedule {
    match number {
        0 => Schedule::InOrder,
        1 => Schedule::RoundRobin,
        seed => Schedule::Shuffled(seed - 1),
    }
}

fn schedule_name(schedule: Schedule) -> String {
    match schedule {
        Schedule::InOrder => "in-order".to_owned(),
        Schedule::RoundRobin => "round-robin".to_owned(),
        Schedule::Shuffled(seed) => format!("shuffled:{seed}"),
    }
}

/// What has to be observed for a kind of finding.
fn aspect(kind: FindingKind) -> Option<Aspect> {
    match kind {
        FindingKind::Race => Some(Aspect::Race),
        FindingKind::Bounds => Some(Aspect::Bounds),
        FindingKind::Uninit => Some(Aspect::Uninit),
        FindingKind::Barrier => Some(Aspect::Barrier),
        FindingKind::Arithmetic => Some(Aspect::Arithmetic),
        FindingKind::Assertion => Some(Aspect::Assertion),
        FindingKind::WarpOperation => Some(Aspect::Warp),
        FindingKind::Endless => Some(Aspect::Endless),
        FindingKind::Uncoalesced
        | FindingKind::BankConflict
        | FindingKind::SameWord
        | FindingKind::Divergence => None,
    }
}

fn told(found: &Finding, size: &Size, place: Place) -> Told {
    let seen = format!("at {}, line {}: {}", shown(size), found.line, found.message);
    let place = Place {
        line: Some(found.line),
        column: Some(found.column),
        lanes: found.lanes.clone(),
        block: found.block,
        step: found.step,
        ..place
    };
    Told { seen, look: None, place: Some(place) }
}

fn stopped_at(simulation: &Simulation, stopped: &str, place: Place) -> Told {
    match simulation.findings.first() {
        Some(found) => told(found, &place.size.clone(), place),
        None => {
            let seen = format!("at {} the run was stopped: {stopped}", shown(&place.size));
            Told { seen, look: None, place: Some(place) }
        }
    }
}

/// The line that has most of what a claim is about.
fn dearest(run: &CountedRun, what: &str) -> (Option<u32>, Option<String>) {
    let of = |line: &warpbench_machine::observe::counters::LineCounts| -> u64 {
        let counts = &line.counts;
        if what.contains("bank_conflicts") || what.contains("conflict_degree") {
            counts.bank_conflicts
        } else if what.contains("divergent") {
            counts.divergent_branches
        } else if what.contains("barriers") {
            counts.barriers
        } else if what.contains("atomics") || what.contains("same_word") {
            counts.atomics
        } else if what.contains("turns") {
            counts.shared_turns
        } else if what.contains("instructions") {
            counts.warp_instructions
        } else {
            counts.global_sectors
        }
    };
    let most = run.simulation.lines.iter().max_by_key(|line| of(line));
    match most.filter(|line| of(line) > 0) {
        Some(line) => (Some(line.line), Some(format!("line {} has most of it", line.line))),
        None => (None, None),
    }
}

/// A number without digits that nobody needs.
fn number(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        format!("{value:.0}")
    } else if value.abs() < 1e-3 && value != 0.0 {
        format!("{value:.3e}")
    } else {
        let text = format!("{value:.4}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}
