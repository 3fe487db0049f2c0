//! A trial that somebody walks through: the same launch on the same inputs as the
//! grader's, with whatever is to be observed.

use crate::lab::{Lab, LabTexts};
use crate::text::TextFacts;
use crate::trial::{Results, Trial};
use std::sync::Arc;
use warpbench_case::CaseError;
use warpbench_cores::OneCore;
use warpbench_front::{Language, Source};
use warpbench_machine::sim::Schedule;
use warpbench_simulate::{Observe, Prepared, Setup, SimulateError, prepare_text};

impl Lab {
    /// Reads and binds a text in a trial, with what must come out.
    pub fn prepare(
        &self,
        source: &Source,
        trial: &Trial,
        setup: Setup,
    ) -> Result<Prepared, SimulateError> {
        let expected = self.texts.first().and_then(|texts| self.expected(texts, trial, &setup));
        self.bind(source, trial, expected.as_ref(), setup)
    }

    fn bind(
        &self,
        source: &Source,
        trial: &Trial,
        expected: Option<&Results>,
        setup: Setup,
    ) -> Result<Prepared, SimulateError> {
        let language = Language::of(&source.path);
        let facts = TextFacts::of(source, &self.entry)?;
        let case = self.case(trial, &facts, language, expected).map_err(|reason| {
            let (path, reason) = (self.path.clone(), reason.to_string());
            CaseError::Value { path, reason }
        })?;
        prepare_text(source.clone(), case, setup)
    }

    /// What the solution computes. A lab whose solution does not run says so when it
    /// is graded; here nothing is compared then.
    fn expected(&self, texts: &LabTexts, trial: &Trial, setup: &Setup) -> Option<Results> {
        let setup = Setup {
            schedule: Schedule::InOrder,
            cores: Arc::new(OneCore),
            observe: Observe::of(&[]),
            dump: true,
            ..setup.clone()
        };
        let prepared = self.bind(&texts.solution, trial, None, setup).ok()?;
        let ran = prepared.run().ok().filter(|ran| ran.stopped.is_none())?;
        let mut results = Results::new();
        for dump in ran.buffers.into_iter().flatten() {
            let is_result =
                self.buffers.iter().any(|buffer| buffer.result && buffer.name == dump.name);
            if is_result {
                let mut bytes = Vec::new();
                for value in dump.data {
                    dump.scalar.encode(value, &mut bytes)?;
                }
                results.insert(dump.name, bytes);
            }
        }
        Some(results)
    }
}
