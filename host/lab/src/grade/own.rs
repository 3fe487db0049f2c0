//! Runs of the lab's own texts, computed once, whatever the number of submissions.

use super::{COUNTED, Grader, GraderError, text_of};
use crate::check::{Check, RunOf};
use crate::counted::CountedRun;
use crate::expression::Expression;
use crate::lab::shown;
use crate::run::{Clock, RunSetup, RunText, run};
use crate::schema::Size;
use crate::trial::{Results, Trial};
use std::time::Duration;
use warpbench_case::BufferRef;
use warpbench_front::Language;
use warpbench_machine::model::{self, DeviceModel};
use warpbench_machine::sim::Schedule;
use warpbench_simulate::Aspect;
use warpbench_simulate::report::Simulation;

/// What accesses can be restricted to in every lab.
const WORDS: [&str; 5] = ["loads", "stores", "atomics", "global", "shared"];

impl Grader {
    /// What the solution computes in a trial.
    pub(super) fn solve(
        &mut self,
        solution: &RunText<'_>,
        trial: Trial,
    ) -> Result<(), GraderError> {
        let key = (None, trial);
        if self.results.contains_key(&key) {
            return Ok(());
        }
        let trial = &key.1;
        let model = model::usual();
        let setup = RunSetup {
            dump: true,
            most_instructions: u64::MAX,
            ..self.setup(model, Schedule::InOrder, &[], &trial.size)
        };
        let ran = self.run_own(solution, trial, &setup)?;
        let wanted: Vec<&str> =
            self.lab.buffers.iter().filter(|b| b.result).map(|b| b.name.as_str()).collect();
        let mut results = Results::new();
        for dump in ran.buffers.into_iter().flatten() {
            if wanted.contains(&dump.name.as_str()) {
                let mut bytes = Vec::new();
                for value in dump.data {
                    dump.scalar.encode(value, &mut bytes).ok_or(GraderError::Result)?;
                }
                results.insert(dump.name, bytes);
            }
        }
        self.results.insert(key, results);
        Ok(())
    }

    /// Whether a kernel that does nothing would be right: in every trial, what must come
    /// out is what the buffers hold before the launch.
    pub fn asks_for_nothing(&self) -> bool {
        let nothing_given = Results::new();
        let computed =
            self.results.iter().map(|((_, trial), right)| (trial, &nothing_given, right));
        let read = self.values.values().map(|case| (&case.trial, &case.given, &case.expected));
        let mut asked = computed.chain(read).peekable();
        asked.peek().is_some()
            && asked.all(|(trial, given, right)| self.is_there_before(trial, given, right))
    }

    fn is_there_before(&self, trial: &Trial, given: &Results, right: &Results) -> bool {
        let Some(texts) = self.lab.texts.first() else { return false };
        let Ok(text) = text_of(&texts.solution, &self.lab.entry) else { return false };
        let case = self.lab.case_with(trial, &text.facts, text.language(), None, given);
        let Ok(case) = case else { return false };
        right.iter().all(|(name, right)| {
            let of_name = BufferRef::Name(name.clone());
            let before = case.buffers.iter().find(|buffer| buffer.reference == of_name);
            before.is_some_and(|before| before.bytes == *right)
        })
    }

    /// How many instructions the solution takes, which says what others may take.
    pub(super) fn count_solution(
        &mut self,
        solution: &RunText<'_>,
        size: &Size,
        model: &DeviceModel,
    ) -> Result<(), GraderError> {
        if self.instructions.contains_key(size) {
            return Ok(());
        }
        let trial = Trial { size: size.clone(), seed: 1 };
        let setup = RunSetup {
            most_instructions: u64::MAX,
            ..self.setup(model, Schedule::InOrder, &[Aspect::Counters], size)
        };
        let ran = self.run_own(solution, &trial, &setup)?;
        let counted = ran.counters.map_or(0, |counts| counts.warp_instructions);
        self.instructions.insert(size.clone(), counted);
        Ok(())
    }

    /// Whether all that a claim is restricted to is there: a name that is misspelt
    /// would count nothing, and nothing is within every bound.
    pub(super) fn check_names(
        &mut self,
        check: &Check,
        that: &Expression,
        size: &Size,
        model: &DeviceModel,
    ) -> Result<(), GraderError> {
        self.count_own(RunOf::Solution, size, model)?;
        for name in that.names() {
            let name = match name.split_first() {
                Some((whose, rest)) if matches!(whose.as_str(), "solution" | "starter") => rest,
                _ => &name,
            };
            let filters = name.split_last().map_or(&[][..], |(_, filters)| filters);
            for filter in filters {
                let is_kept = WORDS.contains(&filter.as_str())
                    || self.lab.buffers.iter().any(|buffer| buffer.name == *filter)
                    || self.counted.values().any(|run| run.has(filter));
                if !is_kept {
                    let (check, filter) = (check.name.clone(), filter.clone());
                    return Err(GraderError::Filter { check, filter, words: WORDS.join(", ") });
                }
            }
        }
        Ok(())
    }

    /// Counts what the lab's own texts do.
    pub(super) fn count_own(
        &mut self,
        of: RunOf,
        size: &Size,
        model: &DeviceModel,
    ) -> Result<(), GraderError> {
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
            let text = text_of(source, &self.lab.entry)?;
            let trial = Trial { size: size.clone(), seed: 1 };
            let setup = RunSetup {
                most_instructions: u64::MAX,
                ..self.setup(model, Schedule::InOrder, &COUNTED, size)
            };
            let ran = self.run_own(&text, &trial, &setup)?;
            self.counted.insert(key, CountedRun::new(ran, &text.facts));
        }
        Ok(())
    }

    fn run_own(
        &self,
        text: &RunText<'_>,
        trial: &Trial,
        setup: &RunSetup<'_>,
    ) -> Result<Simulation, GraderError> {
        let clock = Clock { elapsed: &|| Duration::ZERO, go_on: &|| true };
        let place = || (text.source.path.clone(), shown(&trial.size));
        let ran = run(&self.lab, text, trial, None, setup, (&clock, Duration::MAX));
        let ran = ran.map_err(|reason| {
            let (text, size) = place();
            GraderError::Run { text, size, reason: Box::new(reason) }
        })?;
        match &ran.stopped {
            Some(stopped) => {
                let (text, size) = place();
                Err(GraderError::Stopped { text, size, stopped: stopped.to_string() })
            }
            None => Ok(ran),
        }
    }
}
