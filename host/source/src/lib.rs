//! A text of a kernel, what is wrong with it, and the room that reading it takes.
//!
//! Every crate that reads a text stands on this one: what goes wrong is a [`Diagnostic`],
//! whatever the language, and calls that go deep or may panic go through [`stack`] and
//! [`guard`].

pub mod diagnostic;
pub mod guard;
pub mod stack;

pub use diagnostic::{Diagnostic, Severity, SourceLocation};

use serde::{Deserialize, Serialize};
use std::path::Path;
use thiserror::Error;

/// What a kernel is written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Language {
    #[default]
    Wgsl,
    Rust,
}

impl Language {
    /// The language of a file, by its ending. What is not known is taken for
    /// WGSL.
    pub fn of(path: &str) -> Language {
        match Path::new(path).extension() {
            Some(ending) if ending == "rs" => Language::Rust,
            _ => Language::Wgsl,
        }
    }
}

/// A text and what messages call it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// The file's name or path.
    pub path: String,
    pub text: String,
}

/// A text that is not a program.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{rendered}")]
pub struct SourceError {
    /// All that is wrong, with its locations; at least one thing.
    pub diagnostics: Vec<Diagnostic>,
    /// The same with the lines that it is about, for a terminal.
    pub rendered: String,
}
