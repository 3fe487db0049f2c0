//! References for results where the lab's solution is not asked: a kernel of the catalogue,
//! or values in a file.

use super::{Grader, GraderError, ReferenceError};
use crate::lab::shown;
use crate::run::RunText;
use crate::trial::{Results, Trial, TrialError, encoded};
use warpbench_case::number::Scalar;
use warpbench_case::{BufferRef, CaseBuffer};
use warpbench_catalog::{Element, Precision, Values, Variant};
use warpbench_cores::OneCore;

/// A launch with values from a file.
#[derive(Debug)]
pub(super) struct ValueCase {
    pub(super) trial: Trial,
    pub(super) given: Results,
    pub(super) expected: Results,
}

impl Grader {
    /// Reads the values of a file, and sees whether the solution can be run with them.
    pub(super) fn read_values(
        &mut self,
        solution: &RunText<'_>,
        file: &str,
    ) -> Result<(), GraderError> {
        let values = self.lab.values.get(file);
        let values = values.ok_or_else(|| GraderError::NoValues(file.to_owned()))?;
        let error = |reason: TrialError| GraderError::Values {
            file: file.to_owned(),
            reason: Box::new(reason),
        };
        let case = ValueCase {
            trial: Trial { size: values.size.clone(), seed: 1 },
            given: encoded(&self.lab, &values.given).map_err(error)?,
            expected: encoded(&self.lab, &values.expected).map_err(error)?,
        };
        let ValueCase { trial, given, expected } = &case;
        let made = self
            .lab
            .case_with(trial, &solution.facts, solution.language(), Some(expected), given)
            .map_err(error)?;
        for buffer in &made.buffers {
            if let Some(expected) = &buffer.expected
                && expected.bytes.len() != buffer.bytes.len()
            {
                let each = buffer.scalar.bytes();
                return Err(GraderError::Expected {
                    file: file.to_owned(),
                    expected: expected.bytes.len() / each,
                    buffer: buffer.reference.to_string(),
                    elements: buffer.bytes.len() / each,
                    size: shown(&trial.size),
                });
            }
        }
        self.values.insert(file.to_owned(), case);
        Ok(())
    }

    /// What the reference of a kernel of the catalogue computes of a trial's inputs,
    /// which it knows by the names of their buffers.
    pub(super) fn solve_by_family(
        &mut self,
        solution: &RunText<'_>,
        variant: &'static Variant,
        trial: Trial,
    ) -> Result<(), GraderError> {
        let key = (Some(variant.name), trial);
        if self.results.contains_key(&key) {
            return Ok(());
        }
        let trial = &key.1;
        let error = |reason: ReferenceError| {
            let (variant, size) = (variant.name, shown(&trial.size));
            GraderError::Reference { variant, size, reason }
        };
        let mut size = Vec::new();
        for dimension in variant.dimensions {
            match trial.size.get(dimension.name) {
                Some(value) => size.push(*value),
                None => return Err(error(ReferenceError::NoDimension(dimension.name))),
            }
        }
        let problem = variant.problem(&size, trial.seed).map_err(|reason| error(reason.into()))?;
        let case = self.lab.case(trial, &solution.facts, solution.language(), None)?;
        let contents: Result<Vec<Values>, GraderError> = problem
            .buffers
            .iter()
            .enumerate()
            .map(|(index, wanted)| {
                let reference = BufferRef::Name(wanted.name.clone());
                let found = case.buffers.iter().find(|buffer| buffer.reference == reference);
                match found {
                    Some(buffer) => {
                        values(buffer, &wanted.name, wanted.element, wanted.len).map_err(error)
                    }
                    None if index == problem.output => {
                        Ok(Values::zeros(wanted.element, wanted.len))
                    }
                    None => Err(error(ReferenceError::NoBuffer(wanted.name.clone()))),
                }
            })
            .collect();
        let right = variant.reference(&OneCore, &size, &contents?, Precision::Double);
        let results: Vec<&str> = self
            .lab
            .buffers
            .iter()
            .filter(|buffer| buffer.result)
            .map(|buffer| buffer.name.as_str())
            .collect();
        let output = &problem.buffers[problem.output].name;
        let name = match results.as_slice() {
            [only] => (*only).to_owned(),
            several if several.contains(&output.as_str()) => output.clone(),
            _ => return Err(error(ReferenceError::NoResult(output.clone()))),
        };
        self.results.insert(key, [(name, right.as_bytes().to_vec())].into());
        Ok(())
    }
}

/// What a buffer holds, for a reference.
fn values(
    buffer: &CaseBuffer,
    name: &str,
    element: Element,
    wanted: usize,
) -> Result<Values, ReferenceError> {
    let fits = matches!(
        (buffer.scalar, element),
        (Scalar::F32, Element::F32) | (Scalar::I32, Element::I32) | (Scalar::U32, Element::U32)
    );
    if !fits {
        let (buffer, scalar) = (name.to_owned(), buffer.scalar);
        return Err(ReferenceError::Type { buffer, scalar });
    }
    let (words, _) = buffer.bytes.as_chunks::<4>();
    if words.len() != wanted {
        let (buffer, elements) = (name.to_owned(), words.len());
        return Err(ReferenceError::Length { buffer, elements, wanted });
    }
    Ok(match element {
        Element::F32 => Values::F32(words.iter().map(|word| f32::from_le_bytes(*word)).collect()),
        Element::I32 => Values::I32(words.iter().map(|word| i32::from_le_bytes(*word)).collect()),
        Element::U32 => Values::U32(words.iter().map(|word| u32::from_le_bytes(*word)).collect()),
    })
}
