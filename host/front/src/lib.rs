//! From source text to a checked program.
//!
//! Whatever the language, what comes out is a naga module that has been
//! validated, and what goes wrong points at its place in the text.

pub mod back;
pub mod overrides;
pub mod rust;
mod stack;
pub mod warps;
pub mod wgsl;

use std::path::Path;
use thiserror::Error;

/// What a kernel is written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// The file's name or path.
    pub path: String,
    pub text: String,
}

/// A text that is not a program.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{rendered}")]
pub struct SourceError {
    /// What is wrong, in one line.
    pub message: String,
    /// Where it is wrong, if that can be said.
    pub place: Option<Place>,
    /// The message with the lines it is about, for a terminal.
    pub rendered: String,
}

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in bytes.
    pub column: u32,
    /// How many bytes are meant.
    pub length: u32,
}

impl From<naga::SourceLocation> for Place {
    fn from(location: naga::SourceLocation) -> Place {
        Place {
            line: location.line_number,
            column: location.line_position,
            length: location.length,
        }
    }
}
