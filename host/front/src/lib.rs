//! From source text to a checked program.
//!
//! Whatever the language, what comes out is a naga module that has been
//! validated, and what goes wrong points at its place in the text.
//!
//! # Where naga refuses or errs
//!
//! - Every call into naga goes through `guard` or `stack`: a panic is a value there, and
//!   nothing is printed. In a browser panics cannot be caught, so what is known to panic is
//!   looked for first (`back/reasons.rs`).
//! - What WGSL allows and naga refuses is adapted with every byte where it was: directives in
//!   the text (`wgsl/directives.rs`), lanes in the module (`wgsl/lanes.rs`). What naga would
//!   compute wrongly is refused (`wgsl/layout.rs`), what it leaves out of WGSL is put back
//!   (`back/restored.rs`). Each file names the upstream issue, so that it can go when that is
//!   fixed.
//! - Its errors are matched one by one in `words`, and what they point at is quoted from the
//!   text. The tests of `words` have a wrong text for nearly every error that a text can
//!   reach.
//! - Warnings belong to `check` alone, never to a run: `loops` reads them off the module, for
//!   both languages at once.

pub mod back;
pub mod check;
pub mod diagnostic;
pub mod fences;
pub mod guard;
mod loops;
pub mod overrides;
pub mod rust;
mod source_names;
mod stack;
pub mod vocabulary;
pub mod warps;
pub mod wgsl;
mod words;

pub use diagnostic::{Diagnostic, Severity, SourceLocation};
pub use source_names::SourceNames;

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

/// The code of the README, which is run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeCode;
