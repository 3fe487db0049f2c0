//! From a submission to what came of it.
//!
//! A [`Grader`] knows what the lab's own texts do, which is computed once; then any
//! number of submissions can be graded, by any number of threads. Nothing depends on
//! the order, on the clock (unless a submission takes too long) or on the machine.

mod checks;
mod error;
mod judge;
mod locate;
mod own;
mod references;
mod told;

pub use error::{GraderError, ReferenceError, Refusal};
pub use judge::{Difference, Judge};

use crate::check::{Against, Check, CheckKind, RunOf};
use crate::counted::{CountedNames, CountedRun};
use crate::lab::Lab;
use crate::outcome::{CheckOutcome, Graded, Status};
use crate::run::{Clock, Limits, RunError, RunSetup, RunText, instructions_for, run_case};
use crate::schema::Size;
use crate::text::TextFacts;
use crate::trial::{Results, Trial};
use references::ValueCase;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use told::Told;
use warpbench_front::{Language, Source};
use warpbench_machine::model::{self, DeviceModel};
use warpbench_machine::sim::Schedule;
use warpbench_simulate::report::Simulation;
use warpbench_simulate::{Aspect, SimulateError};

/// What counts and predicts.
const COUNTED: [Aspect; 3] = [Aspect::Counters, Aspect::Lines, Aspect::Time];

/// A lab with what its own texts do.
#[derive(Debug)]
pub struct Grader {
    lab: Lab,
    limits: Limits,
    /// What the solution computes, or the reference of a kernel of the catalogue with
    /// its name.
    results: BTreeMap<(Option<&'static str>, Trial), Results>,
    /// Values of files, by the files' names.
    values: BTreeMap<String, ValueCase>,
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
    text: RunText<'a>,
    clock: &'a Clock<'a>,
    /// What was counted of it, by size and model: claims share their runs.
    counted: RefCell<BTreeMap<(Size, String), Rc<CountedRun>>>,
}

impl<'a> Submission<'a> {
    fn new(source: &'a Source, facts: TextFacts, clock: &'a Clock<'a>) -> Submission<'a> {
        Submission { text: RunText::new(source, facts), clock, counted: RefCell::default() }
    }

    fn language(&self) -> Language {
        self.text.language()
    }
}

/// What a check came to: nothing where it holds.
type Failure = Option<Told>;

impl Grader {
    /// Runs the lab's own texts. What is wrong with the lab is said.
    pub fn new(lab: Lab, limits: Limits) -> Result<Grader, GraderError> {
        let mut grader = Grader {
            lab,
            limits,
            results: BTreeMap::new(),
            values: BTreeMap::new(),
            counted: BTreeMap::new(),
            instructions: BTreeMap::new(),
        };
        let lab = grader.lab.clone();
        let first = lab.texts.first().ok_or(GraderError::NoText)?;
        let usual = model::usual();
        let solution = text_of(&first.solution, &lab.entry)?;
        for check in &lab.checks {
            for size in check.sizes() {
                grader.count_solution(&solution, size, usual)?;
            }
            match &check.kind {
                CheckKind::Results { sizes, seeds, against, .. } => {
                    let trials = sizes.iter().flat_map(|size| {
                        (1..=*seeds).map(|seed| Trial { size: size.clone(), seed })
                    });
                    match against {
                        Against::Solution => {
                            for trial in trials {
                                grader.solve(&solution, trial)?;
                            }
                        }
                        Against::Family(variant) => {
                            for trial in trials {
                                grader.solve_by_family(&solution, variant, trial)?;
                            }
                        }
                        Against::Cases(files) => {
                            for file in files {
                                grader.read_values(&solution, file)?;
                                let size = grader.values[file].trial.size.clone();
                                grader.count_solution(&solution, &size, usual)?;
                            }
                        }
                    }
                }
                CheckKind::Counters { that, sizes, models } => {
                    if let (Some(size), Some(model)) = (sizes.first(), models.first()) {
                        grader.check_names(check, that, size, model)?;
                    }
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
    pub fn refusal(&self, source: &Source) -> Option<Refusal> {
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
            Err(why) => return self.refuse(submission, is_rust, why.to_string()),
        };
        let none = self.refuse(submission, is_rust, String::new());
        let mut graded = Graded { checks: Vec::new(), refused: None, ..none };
        let submission = Submission::new(source, facts, clock);
        for (index, check) in self.lab.checks.iter().enumerate() {
            tell(Progress::Begun(index));
            let outcome = self.check_and_locate(check, &submission);
            tell(Progress::Ended(index, &outcome));
            graded.points += outcome.points;
            graded.checks.push(outcome);
        }
        graded
    }

    /// Makes one check; nothing where it cannot be made here.
    pub fn grade_one(&self, check: &Check, source: &Source, clock: &Clock<'_>) -> CheckOutcome {
        match self.admit(source, Language::of(&source.path)) {
            Ok(facts) => self.check_and_locate(check, &Submission::new(source, facts, clock)),
            Err(refused) => {
                let seen = refused.to_string();
                self.outcome(check, Some(Told { seen, ..Told::default() }))
            }
        }
    }

    fn check_and_locate(&self, check: &Check, submission: &Submission<'_>) -> CheckOutcome {
        match self.check(check, submission) {
            Some(failure) => {
                self.outcome(check, failure.map(|told| self.located(told, submission)))
            }
            None => self.skipped(check),
        }
    }

    /// The first check that a text fails, and nothing where it passes all. Why it cannot
    /// be run at all is an error.
    pub fn first_failure(
        &self,
        source: &Source,
        clock: &Clock<'_>,
    ) -> Result<Option<CheckOutcome>, Refusal> {
        let facts = self.admit(source, Language::of(&source.path))?;
        let submission = Submission::new(source, facts, clock);
        self.compiles(&submission)?;
        let mut checks = self.lab.checks.iter();
        Ok(checks.find_map(|check| {
            let told = self.check(check, &submission)??;
            Some(self.outcome(check, Some(told)))
        }))
    }

    /// Whether a text is a program: what it does, and whether it can be launched as it
    /// says, is another question.
    fn compiles(&self, submission: &Submission<'_>) -> Result<(), SimulateError> {
        let Submission { text, .. } = submission;
        let trial = Trial { size: self.lab.size.clone(), seed: 1 };
        match self.lab.case(&trial, &text.facts, text.language(), None) {
            Ok(case) => text.read(&case).map(drop),
            // A launch that comes of it and cannot be is a fault of its own.
            Err(_) => Ok(()),
        }
    }

    /// What a text says of itself, if it may be run.
    fn admit(&self, source: &Source, language: Language) -> Result<TextFacts, Refusal> {
        if source.text.len() > self.limits.most_text {
            let (bytes, most) = (source.text.len(), self.limits.most_text);
            return Err(Refusal::TooLong { bytes, most });
        }
        if self.lab.texts_in(language).is_none() {
            let known: Vec<&str> =
                self.lab.texts.iter().map(|texts| texts.starter.path.as_str()).collect();
            let (path, known) = (source.path.clone(), known.join(" or "));
            return Err(Refusal::Language { path, known });
        }
        TextFacts::of(source, &self.lab.entry).map_err(Refusal::Unread)
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
    ) -> Result<Simulation, RunError> {
        self.run_given(submission, trial, &Results::new(), expected, setup)
    }

    /// The same, with what some buffers hold before the launch.
    fn run_given(
        &self,
        Submission { text, clock, .. }: &Submission<'_>,
        trial: &Trial,
        given: &Results,
        expected: Option<&Results>,
        setup: &RunSetup<'_>,
    ) -> Result<Simulation, RunError> {
        if (clock.elapsed)() >= self.limits.time {
            let seconds = self.limits.time.as_secs();
            return Err(RunError::Time { seconds });
        }
        let case = self.lab.case_with(trial, &text.facts, text.language(), expected, given)?;
        run_case(text, case, setup, (clock, self.limits.time))
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
            code: told.code,
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
            seen: "speed is measured where the lecturer asks for it (--hardware); it costs no points here".to_owned(),
            ..self.outcome(check, None)
        }
    }
}

/// A text of the lab's own.
fn text_of<'a>(source: &'a Source, entry: &str) -> Result<RunText<'a>, GraderError> {
    let facts = TextFacts::of(source, entry).map_err(GraderError::Unread)?;
    Ok(RunText::new(source, facts))
}
