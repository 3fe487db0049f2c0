//! A trial: a kernel at one size, with inputs drawn from one seed.

use crate::expression::{Expression, ExpressionError, NameError, Names};
use crate::lab::{Lab, shown};
use crate::schema::{BufferText, FillText, NumberText, Size};
use crate::text::TextFacts;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use thiserror::Error;
use warpbench_case::number::{Number, Scalar};
use warpbench_case::{BufferRef, Case, CaseBuffer, Expected, Given};
use warpbench_catalog::{Element, Init, Values};
use warpbench_cores::OneCore;
use warpbench_front::Language;

/// The most bytes that the buffers of a trial have together.
const MOST_BYTES: u64 = 1 << 28;

/// A size and a seed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Trial {
    pub size: Size,
    pub seed: u64,
}

/// A launch that does not come of a lab.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum TrialError {
    #[error("buffer `{buffer}` at {size}: {reason}")]
    Buffer { buffer: String, size: String, reason: Box<FillError> },
    #[error("`{buffer}` is given {given} values, but has {elements} elements at {size}")]
    Given { buffer: String, given: usize, elements: usize, size: String },
    #[error("there is no buffer `{0}`")]
    NoBuffer(String),
    #[error("`{buffer}`: {reason}")]
    Value { buffer: String, reason: Box<FillError> },
    #[error("{what}: {reason}")]
    Count { what: &'static str, reason: ExpressionError },
    #[error("{what} is {count}, which is too much")]
    TooMuch { what: &'static str, count: u64 },
    #[error("{what} has {count} sides; one to three are possible")]
    Sides { what: &'static str, count: usize },
    #[error(transparent)]
    Scalar(#[from] ExpressionError),
}

/// What a buffer cannot hold before the launch.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum FillError {
    #[error("it says nothing of its length; add len = \"n\"")]
    NoLength,
    #[error("{bytes} bytes are too much; a trial has {} MiB", MOST_BYTES >> 20)]
    TooMuch { bytes: u64 },
    #[error("{number:?} does not fit into `{scalar}`")]
    DoesNotFit { number: Number, scalar: Scalar },
    #[error(transparent)]
    Expression(#[from] ExpressionError),
}

/// What a result must be, by the buffer's name.
pub(crate) type Results = BTreeMap<String, Vec<u8>>;

/// The names that launches and lengths refer to.
struct LaunchNames<'a> {
    size: &'a Size,
    facts: &'a TextFacts,
    block: Option<[u32; 3]>,
}

impl Names for LaunchNames<'_> {
    fn value(&self, name: &[String]) -> Result<f64, NameError> {
        match (name, self.block) {
            ([one], _) => {
                if let Some(value) = self.size.get(one) {
                    return Ok(*value as f64);
                }
                let constant = self.facts.constants.get(one).copied();
                constant.ok_or_else(|| NameError::NoConstant(one.clone()))
            }
            ([block, axis], Some(sides)) if block == "block" => match axis.as_str() {
                "x" => Ok(f64::from(sides[0])),
                "y" => Ok(f64::from(sides[1])),
                "z" => Ok(f64::from(sides[2])),
                _ => Err(NameError::NoAxis(axis.clone())),
            },
            _ => Err(NameError::Unknown(name.join("."))),
        }
    }
}

impl Lab {
    /// The case of a trial. `expected` is what the results are compared with.
    pub(crate) fn case(
        &self,
        trial: &Trial,
        facts: &TextFacts,
        language: Language,
        expected: Option<&Results>,
    ) -> Result<Case, TrialError> {
        self.case_with(trial, facts, language, expected, &Results::new())
    }

    /// The same, with what some buffers hold before the launch.
    pub(crate) fn case_with(
        &self,
        trial: &Trial,
        facts: &TextFacts,
        language: Language,
        expected: Option<&Results>,
        given: &Results,
    ) -> Result<Case, TrialError> {
        let mut names = LaunchNames { size: &trial.size, facts, block: facts.block };
        let block = match facts.block {
            Some(block) => block,
            None => axes("block", &self.launch.block, &names)?,
        };
        names.block = Some(block);
        let grid = axes("grid", &self.launch.grid, &names)?;
        let mut buffers = Vec::new();
        let mut left = MOST_BYTES;
        for (stream, buffer) in self.buffers_in(language).enumerate() {
            let stream = stream as u64 + 1;
            let mut bytes = contents(buffer, &names, trial.seed ^ self.seed, stream, &mut left)
                .map_err(|reason| {
                    let (buffer, size) = (buffer.name.clone(), shown(&trial.size));
                    TrialError::Buffer { buffer, size, reason: Box::new(reason) }
                })?;
            if let Some(given) = given.get(&buffer.name) {
                if given.len() != bytes.len() {
                    let each = buffer.scalar.bytes();
                    return Err(TrialError::Given {
                        buffer: buffer.name.clone(),
                        given: given.len() / each,
                        elements: bytes.len() / each,
                        size: shown(&trial.size),
                    });
                }
                bytes.clone_from(given);
            }
            let expected = expected.and_then(|expected| expected.get(&buffer.name));
            let tolerance = buffer.tolerance.unwrap_or_else(|| buffer.scalar.usual_tolerance());
            buffers.push(CaseBuffer {
                reference: BufferRef::Name(buffer.name.clone()),
                scalar: buffer.scalar,
                bytes,
                expected: expected.map(|bytes| Expected { bytes: bytes.clone(), tolerance }),
                tolerance: Some(tolerance),
            });
        }
        let mut scalars = BTreeMap::new();
        if language == Language::Rust {
            for (name, value) in &self.launch.scalars {
                scalars.insert(name.clone(), Given::Number(as_number(value.number(&names)?)));
            }
        }
        let dynamic = match &self.launch.dynamic_shared_bytes {
            Some(bytes) => count_u32("dynamic_shared_bytes", bytes, &names)?,
            None => 0,
        };
        Ok(Case {
            path: self.path.clone(),
            entry: Some(self.entry.clone()),
            grid,
            block: (language == Language::Rust).then_some(block),
            overrides: BTreeMap::new(),
            scalars,
            dynamic_shared_bytes: dynamic,
            buffers,
        })
    }
}

/// Values of a file, as they lie in their buffers.
pub(crate) fn encoded(
    lab: &Lab,
    values: &BTreeMap<String, Vec<NumberText>>,
) -> Result<Results, TrialError> {
    let mut all = Results::new();
    for (name, values) in values {
        let buffer = lab.buffers.iter().find(|buffer| buffer.name == *name);
        let scalar = buffer.ok_or_else(|| TrialError::NoBuffer(name.clone()))?.scalar;
        let mut bytes = Vec::new();
        for value in values {
            let number = value.number(scalar);
            scalar.encode(number, &mut bytes).ok_or_else(|| {
                let reason = FillError::DoesNotFit { number, scalar };
                TrialError::Value { buffer: name.clone(), reason: Box::new(reason) }
            })?;
        }
        all.insert(name.clone(), bytes);
    }
    Ok(all)
}

/// A whole number where it is one.
fn as_number(value: f64) -> Number {
    match value.fract() == 0.0 && value.abs() < 9e15 {
        true => Number::Integer(value as i128),
        false => Number::Float(value),
    }
}

fn count_u32(what: &'static str, value: &Expression, names: &dyn Names) -> Result<u32, TrialError> {
    let count = value.count(names).map_err(|reason| TrialError::Count { what, reason })?;
    u32::try_from(count).map_err(|_| TrialError::TooMuch { what, count })
}

/// Up to three sides; what is left out is 1.
fn axes(
    what: &'static str,
    sides: &[Expression],
    names: &dyn Names,
) -> Result<[u32; 3], TrialError> {
    let mut axes = [1; 3];
    if sides.is_empty() || sides.len() > 3 {
        return Err(TrialError::Sides { what, count: sides.len() });
    }
    for (axis, side) in axes.iter_mut().zip(sides) {
        *axis = count_u32(what, side, names)?;
    }
    Ok(axes)
}

/// What a buffer holds before the launch.
fn contents(
    buffer: &BufferText,
    names: &dyn Names,
    seed: u64,
    stream: u64,
    left: &mut u64,
) -> Result<Vec<u8>, FillError> {
    let scalar = buffer.scalar;
    let len = match (&buffer.len, &buffer.fill) {
        (Some(len), _) => len.count(names)?,
        (None, Some(FillText::Values(values))) => values.len() as u64,
        (None, _) => return Err(FillError::NoLength),
    };
    let bytes = len.saturating_mul(scalar.bytes() as u64);
    let Some(rest) = left.checked_sub(bytes) else {
        return Err(FillError::TooMuch { bytes });
    };
    *left = rest;
    let len = len as usize;
    let numbers: Vec<Number> = match &buffer.fill {
        None => return Ok(vec![0; len * scalar.bytes()]),
        Some(FillText::Index) => (0..len).map(|index| whole(index as i128, scalar)).collect(),
        Some(FillText::Value(value)) => vec![value.number(scalar); len],
        Some(FillText::Values(values)) => {
            let values: Result<Vec<Number>, ExpressionError> = values
                .iter()
                .map(|value| value.number(names).map(|value| fitted(value, scalar)))
                .collect();
            let mut values = values?;
            values.resize(len, whole(0, scalar));
            values
        }
        Some(FillText::Random([low, high])) => {
            let (low, high) = (*low as f32, *high as f32);
            drawn(Init::Random { stream, low, high }, scalar, len, seed)
        }
        Some(FillText::Whole(below)) => {
            drawn(Init::Whole { stream, below: *below }, scalar, len, seed)
        }
    };
    let mut bytes = Vec::with_capacity(len * scalar.bytes());
    for number in numbers {
        scalar.encode(number, &mut bytes).ok_or(FillError::DoesNotFit { number, scalar })?;
    }
    Ok(bytes)
}

fn whole(value: i128, scalar: Scalar) -> Number {
    if scalar.is_float() { Number::Float(value as f64) } else { Number::Integer(value) }
}

fn fitted(value: f64, scalar: Scalar) -> Number {
    if scalar.is_float() { Number::Float(value) } else { as_number(value) }
}

/// Numbers as the catalogue draws them, which does not depend on who draws.
fn drawn(init: Init, scalar: Scalar, len: usize, seed: u64) -> Vec<Number> {
    let is_signed = matches!(scalar, Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64);
    let element = match scalar.is_float() {
        true => Element::F32,
        false if is_signed => Element::I32,
        false => Element::U32,
    };
    match init.values(&OneCore, element, len, seed) {
        Values::F32(values) => values.into_iter().map(Number::Single).collect(),
        Values::I32(values) => values.into_iter().map(|v| Number::Integer(v.into())).collect(),
        Values::U32(values) => values.into_iter().map(|v| Number::Integer(v.into())).collect(),
    }
}
