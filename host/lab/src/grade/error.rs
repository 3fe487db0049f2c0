//! What keeps a lab from grading, and a submission from being graded.

use crate::run::RunError;
use crate::trial::TrialError;
use thiserror::Error;
use warpbench_case::number::Scalar;
use warpbench_catalog::SizeError;
use warpbench_front::SourceError;
use warpbench_simulate::SimulateError;

/// A lab whose own texts do not do what its checks need.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum GraderError {
    #[error("the lab has no text")]
    NoText,
    #[error("{}", .0.rendered.trim_end())]
    Unread(#[source] SourceError),
    #[error(transparent)]
    Trial(#[from] TrialError),
    #[error("{text} at {size}: {reason}")]
    Run { text: String, size: String, reason: Box<RunError> },
    #[error("{text} at {size}: {stopped}")]
    Stopped { text: String, size: String, stopped: String },
    #[error("a result does not fit its type")]
    Result,
    #[error(
        "check `{check}`: `{filter}` is no buffer of the lab, and neither a function nor an array \
         of the solution; what accesses can be restricted to besides is {words}"
    )]
    Filter { check: String, filter: String, words: String },
    #[error("there is no {0}")]
    NoValues(String),
    #[error("{file}: {reason}")]
    Values { file: String, reason: Box<TrialError> },
    #[error(
        "{file}: {expected} values are expected in {buffer}, which has {elements} elements at \
         {size}"
    )]
    Expected { file: String, expected: usize, buffer: String, elements: usize, size: String },
    #[error("`{variant}` at {size}: {reason}")]
    Reference { variant: &'static str, size: String, reason: ReferenceError },
}

/// A kernel of the catalogue whose reference does not compute a lab's results.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ReferenceError {
    #[error("the size of the lab has no `{0}`")]
    NoDimension(&'static str),
    #[error(transparent)]
    Size(#[from] SizeError),
    #[error("buffer `{buffer}` is of {scalar}, which the reference is not for")]
    Type { buffer: String, scalar: Scalar },
    #[error("buffer `{buffer}` has {elements} elements, and the reference wants {wanted}")]
    Length { buffer: String, elements: usize, wanted: usize },
    #[error("the lab has no buffer `{0}`")]
    NoBuffer(String),
    #[error("no result of the lab is called `{0}`")]
    NoResult(String),
}

/// Why a text is not graded.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Refusal {
    #[error("the text has {bytes} bytes; a submission has {most} at most")]
    TooLong { bytes: usize, most: usize },
    #[error("this lab is not made for the language of {path}; it starts from {known}")]
    Language { path: String, known: String },
    #[error("{}", .0.rendered.trim_end())]
    Unread(#[source] SourceError),
    #[error(transparent)]
    NoProgram(#[from] SimulateError),
}
