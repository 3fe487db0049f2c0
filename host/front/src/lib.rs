//! From source text to a checked program.
//!
//! Whatever the language, what comes out is a naga module that has been
//! validated, and what goes wrong points at its place in the text.
//!
//! This is the facade of the crates that do it: `source` (texts and what is wrong with
//! them), `module` (naga and WGSL), `hir`, `check` and `lower` (Rust). What stands here is
//! about both languages.

pub mod check;
mod loops;
pub mod rust;
pub mod vocabulary;
pub mod warps;

pub use warpbench_module::{SourceNames, back, fences, overrides, wgsl};
pub use warpbench_source::{
    Diagnostic, Language, Severity, Source, SourceError, SourceLocation, diagnostic, guard,
};

/// The code of the README, which is run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeCode;
