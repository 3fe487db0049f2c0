//! Evaluation of each kind of check.

use super::locate::Sought;
use super::told::{Told, number, place};
use super::{COUNTED, Failure, Grader, Submission};
use crate::check::{Against, Check, CheckKind, RunOf};
use crate::counted::CountedRun;
use crate::expression::Expression;
use crate::lab::shown;
use crate::schema::Size;
use crate::trial::{Results, Trial};
use std::rc::Rc;
use warpbench_case::Wrong;
use warpbench_machine::finding::FindingKind;
use warpbench_machine::model::{self, DeviceModel};
use warpbench_machine::sim::Schedule;
use warpbench_simulate::Aspect;

/// What is said of a size that students do not know.
const HIDDEN: &str = "the results are wrong at a size that the graders keep to themselves; try sizes \
                      of your own: 1, odd ones, and those beside a multiple of the block";

/// How many schedules have to come to the right results where anything is atomic.
const RESULT_SCHEDULES: u64 = 4;

/// Results that are asked for.
struct AskedResults<'a> {
    /// The file that has the values, where one has.
    file: Option<&'a str>,
    trial: &'a Trial,
    /// What buffers hold before the launch, in place of what the lab says.
    given: Option<&'a Results>,
    expected: &'a Results,
}

impl Grader {
    /// Makes a check; nothing where it cannot be made here.
    pub(super) fn check(&self, check: &Check, submission: &Submission<'_>) -> Option<Failure> {
        match &check.kind {
            CheckKind::Results { sizes, known, seeds, against } => {
                let asked = self.asked_results(sizes, *seeds, against);
                Some(asked.iter().find_map(|asked| {
                    let told = self.check_results(submission, asked)?;
                    let is_known =
                        asked.file.is_some() || sizes[..*known].contains(&asked.trial.size);
                    // Who is told the size or a value of it knows it.
                    Some(if is_known || check.hidden {
                        told
                    } else {
                        Told::plain(HIDDEN.to_owned())
                    })
                }))
            }
            CheckKind::Findings { none, sizes, schedules, models } => {
                Some(self.check_findings(submission, none, sizes, *schedules, models))
            }
            CheckKind::Counters { that, sizes, models } => {
                Some(self.check_counters(submission, that, sizes, models))
            }
            CheckKind::Prediction { constant, answer, within, size, model, of, .. } => {
                let asked = (constant.as_str(), answer, *within);
                Some(self.check_prediction(submission, asked, size, model, *of))
            }
            CheckKind::Speed { .. } => None,
        }
    }

    /// What is asked of results, run by run.
    fn asked_results<'a>(
        &'a self,
        sizes: &[Size],
        seeds: u64,
        against: &Against,
    ) -> Vec<AskedResults<'a>> {
        let by = match against {
            Against::Solution => None,
            Against::Family(variant) => Some(variant.name),
            Against::Cases(files) => {
                let known = files.iter().filter_map(|file| self.values.get_key_value(file));
                let asked = known.map(|(file, case)| AskedResults {
                    file: Some(file),
                    trial: &case.trial,
                    given: Some(&case.given),
                    expected: &case.expected,
                });
                return asked.collect();
            }
        };
        let trials = sizes
            .iter()
            .flat_map(|size| (1..=seeds).map(|seed| Trial { size: size.clone(), seed }));
        let known = trials.filter_map(|trial| self.results.get_key_value(&(by, trial)));
        let asked = known.map(|((_, trial), expected)| AskedResults {
            file: None,
            trial,
            given: None,
            expected,
        });
        asked.collect()
    }

    fn check_results(&self, submission: &Submission<'_>, asked: &AskedResults<'_>) -> Failure {
        let model = model::usual();
        let AskedResults { file, trial, given, expected } = asked;
        let size = &trial.size;
        let none = Results::new();
        let given = given.unwrap_or(&none);
        for schedule in (0..RESULT_SCHEDULES).map(schedule) {
            let setup = self.setup(model, schedule, &[], size);
            let place = place(size, trial.seed, model, &schedule.to_string());
            let ran = self.run_given(submission, trial, given, Some(expected), &setup);
            let simulation = match ran {
                Ok(simulation) => simulation,
                Err(why) => return Some(Told::at(why.to_string(), place)),
            };
            if let Some(stopped) = &simulation.stopped {
                return Some(Told::stopped(&simulation, stopped, place));
            }
            if let Some(wrong) = simulation.wrong.first() {
                let told = Told::at(told_of(wrong, size, *file, schedule), place);
                // Who wrote it is looked for in the run that is recorded, which is in order.
                let sought = (schedule == Schedule::InOrder).then(|| Sought::Writer {
                    buffer: wrong.buffer.clone(),
                    index: wrong.index,
                    element_bytes: self.element_bytes(&wrong.buffer),
                    file: file.map(str::to_owned),
                });
                return Some(Told { sought, ..told });
            }
            // Without them, what does not race comes out the same in any order.
            if !simulation.has_atomics {
                break;
            }
        }
        None
    }

    fn element_bytes(&self, name: &str) -> usize {
        let buffer = self.lab.buffers.iter().find(|buffer| buffer.name == name);
        buffer.map_or(4, |buffer| buffer.scalar.bytes())
    }

    fn check_findings(
        &self,
        submission: &Submission<'_>,
        none: &[FindingKind],
        sizes: &[Size],
        schedules: u64,
        models: &[&'static DeviceModel],
    ) -> Failure {
        let aspects: Vec<Aspect> = none.iter().map(|kind| Aspect::of(*kind)).collect();
        for size in sizes {
            for model in models {
                for number in 0..schedules {
                    let schedule = schedule(number);
                    let trial = Trial { size: size.clone(), seed: 1 };
                    let setup = self.setup(model, schedule, &aspects, size);
                    let place = place(size, 1, model, &schedule.to_string());
                    let simulation = match self.run(submission, &trial, None, &setup) {
                        Ok(simulation) => simulation,
                        Err(why) => return Some(Told::at(why.to_string(), place)),
                    };
                    let found = simulation.findings.iter().find(|f| none.contains(&f.kind));
                    if let Some(found) = found {
                        return Some(Told::found(found, place));
                    }
                    if let Some(stopped) = &simulation.stopped {
                        return Some(Told::stopped(&simulation, stopped, place));
                    }
                    // What nobody watched may not pass for what was not found.
                    if let Some(gap) = simulation.unwatched.first() {
                        let seen = format!(
                            "at {}, {} are not watched: {}",
                            shown(size),
                            gap.what,
                            gap.why
                        );
                        return Some(Told::at(seen, place));
                    }
                }
            }
        }
        None
    }

    fn check_counters(
        &self,
        submission: &Submission<'_>,
        that: &Expression,
        sizes: &[Size],
        models: &[&'static DeviceModel],
    ) -> Failure {
        let mut runs = sizes.iter().flat_map(|size| models.iter().map(move |model| (size, model)));
        runs.find_map(|(size, model)| self.check_claim(submission, that, size, model))
    }

    /// A claim about what a run counted.
    fn check_claim(
        &self,
        submission: &Submission<'_>,
        that: &Expression,
        size: &Size,
        model: &DeviceModel,
    ) -> Failure {
        let counted = match self.count(submission, size, model) {
            Ok(counted) => counted,
            Err(told) => return Some(*told),
        };
        let place = place(size, 1, model, "in-order");
        match that.judge(&self.names(size, model, submission.language(), &counted)) {
            Err(what) => Some(Told::at(what.to_string(), place)),
            Ok(verdict) => {
                let failed = verdict.compared.iter().find(|compared| !compared.holds)?;
                Some(Told::counted(failed, &counted, place))
            }
        }
    }

    /// What a submission's run at a size counts under a model.
    pub(super) fn count(
        &self,
        submission: &Submission<'_>,
        size: &Size,
        model: &DeviceModel,
    ) -> Result<Rc<CountedRun>, Box<Told>> {
        let key = (size.clone(), model.name.clone());
        if let Some(known) = submission.counted.borrow().get(&key) {
            return Ok(Rc::clone(known));
        }
        let place = place(size, 1, model, "in-order");
        let trial = Trial { size: size.clone(), seed: 1 };
        let setup = self.setup(model, Schedule::InOrder, &COUNTED, size);
        let simulation = match self.run(submission, &trial, None, &setup) {
            Ok(simulation) => simulation,
            Err(why) => return Err(Box::new(Told::at(why.to_string(), place))),
        };
        if let Some(stopped) = &simulation.stopped {
            return Err(Box::new(Told::stopped(&simulation, stopped, place)));
        }
        let counted = Rc::new(CountedRun::new(simulation, &submission.text.facts));
        submission.counted.borrow_mut().insert(key, Rc::clone(&counted));
        Ok(counted)
    }

    fn check_prediction(
        &self,
        submission: &Submission<'_>,
        (constant, answer, within): (&str, &Expression, f64),
        size: &Size,
        model: &'static DeviceModel,
        of: RunOf,
    ) -> Failure {
        let Some(said) = submission.text.facts.constants.get(constant).copied() else {
            return Some(Told::plain(format!(
                "the text has no constant `{constant}` that is a number; the starter has it"
            )));
        };
        let language = submission.language();
        let of_submission;
        let run = match of {
            RunOf::Submission => match self.count(submission, size, model) {
                Ok(counted) => {
                    of_submission = counted;
                    &of_submission
                }
                Err(told) => return Some(*told),
            },
            RunOf::Starter | RunOf::Solution => self.own(of, language, size, model)?,
        };
        match answer.number(&self.names(size, model, language, run)) {
            Ok(right) if (said - right).abs() <= within => None,
            // The right number is what the student is to find.
            Ok(_) => Some(Told::plain(format!(
                "`{constant}` is {}, and that is not what the run at {} counts on {}",
                number(said),
                shown(size),
                model.name
            ))),
            Err(what) => Some(Told::plain(what.to_string())),
        }
    }
}

/// What is wrong with a result.
fn told_of(wrong: &Wrong, size: &Size, file: Option<&str>, schedule: Schedule) -> String {
    let told = format!(
        "at {}{} `{}[{}]` is {}, and {} is right; {} of {} values are wrong",
        shown(size),
        file.map_or(String::new(), |file| format!(" with the values of {file}")),
        wrong.buffer,
        wrong.index,
        number(wrong.value.float()),
        number(wrong.expected.float()),
        wrong.count,
        wrong.len,
    );
    match schedule {
        Schedule::InOrder => told,
        other => format!(
            "{told} under the schedule {other}. In order all are right: what comes out depends on \
             which threads are first"
        ),
    }
}

/// Schedules that differ as much as can be, the plain ones first.
pub(super) fn schedule(number: u64) -> Schedule {
    match number {
        0 => Schedule::InOrder,
        1 => Schedule::RoundRobin,
        seed => Schedule::Shuffled(seed - 1),
    }
}
