//! Diagnostics of a text in the workbench.

use warpbench_common::program::AnnotatedProgram;
use warpbench_front::check::check;
use warpbench_front::{Diagnostic, Source};

/// What is wrong with a text, or what is to be thought over in it; its name says
/// what it is written in.
pub fn diagnose(key: &str, text: &str) -> Vec<Diagnostic> {
    let source = Source { path: key.to_owned(), text: text.to_owned() };
    if AnnotatedProgram::is(&source) {
        return AnnotatedProgram::diagnose(source);
    }
    check(&source).map_or_else(|error| error.diagnostics, |passed| passed.warnings)
}
