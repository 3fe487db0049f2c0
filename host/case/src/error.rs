//! Why a text and a case do not go together.

use crate::CaseError;
use std::path::PathBuf;
use thiserror::Error;
use warpbench_front::SourceError;
use warpbench_front::overrides::OverrideError;

/// A text and a case that do not go together.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum BindError {
    /// The text is not a program.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The case cannot be used.
    #[error(transparent)]
    Case(#[from] CaseError),
    /// The text has no kernel.
    #[error("{path} has no kernel; mark a function with {mark}")]
    NoKernel {
        path: String,
        /// What marks a function as a kernel.
        mark: &'static str,
    },
    /// The block of a kernel in Rust is not known.
    #[error(
        "{}: it does not say how many threads a block of `{entry}` has; add block = [256] (or \
         --block 256)", .case.display()
    )]
    NoBlock { case: PathBuf, entry: String },
    /// The case does not say which kernel it is for.
    #[error("{} does not say which kernel it is for; add entry = \"…\", one of {}",
        .case.display(), .entries.join(", "))]
    WhichKernel {
        case: PathBuf,
        /// The kernels of the text.
        entries: Vec<String>,
    },
    /// The text has no such kernel.
    #[error("{}: {path} has no kernel `{entry}`; it has {}",
        .case.display(), .entries.join(", "))]
    UnknownKernel {
        case: PathBuf,
        path: String,
        entry: String,
        /// The kernels of the text.
        entries: Vec<String>,
    },
    /// The overrides do not fit.
    #[error("{}: {reason}", .case.display())]
    Overrides { case: PathBuf, reason: OverrideError },
    /// Buffers and variables do not match.
    #[error("{}, {what}; to be bound for `{entry}` there is{list}", .path.display())]
    Binding {
        path: PathBuf,
        what: String,
        entry: String,
        /// What there is, a line each.
        list: String,
    },
}
