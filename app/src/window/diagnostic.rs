//! What is wrong with a text, as the editor shows it.

use crate::check::{Mistake, check};
use warpbench_front::Source;

/// Something that is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The line, from 1.
    pub line: u32,
    /// The byte in the line, from 1.
    pub column: u32,
    /// How many bytes it is about; at least a character is marked.
    pub length: u32,
    pub message: String,
    /// What is said about the very words.
    pub label: Option<String>,
    /// What can be done about it.
    pub help: Vec<String>,
    /// Other parts of the text that have to do with it.
    pub related: Vec<RelatedSpan>,
}

/// A part of the text that has to do with a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelatedSpan {
    /// The line, from 1.
    pub line: u32,
    /// The byte in the line, from 1.
    pub column: u32,
    /// How many bytes.
    pub length: u32,
    /// What it has to do with it.
    pub label: String,
}

/// What is wrong with a text; its name says what it is written in.
pub fn diagnose(key: &str, text: &str) -> Vec<Diagnostic> {
    let source = Source { path: key.to_owned(), text: text.to_owned() };
    check(&source).mistakes.into_iter().map(diagnostic).collect()
}

fn diagnostic(mistake: Mistake) -> Diagnostic {
    let Mistake { line, column, length, message, label, note, help, others, .. } = mistake;
    let related = others.into_iter().map(|other| RelatedSpan {
        line: other.line,
        column: other.column,
        length: other.length,
        label: other.label,
    });
    Diagnostic {
        line: line.unwrap_or(1),
        column: column.unwrap_or(1),
        length: length.unwrap_or(0),
        message,
        label: Some(label).filter(|label| !label.is_empty()),
        help: note.into_iter().chain(help).collect(),
        related: related.collect(),
    }
}
