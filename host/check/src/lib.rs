//! From the text of a kernel file to a checked program.
//!
//! The text is cut into tokens and bounded, parsed with syn, piece by piece
//! where it does not parse as a whole (`syntax`), what it uses of the library is
//! taken in (`library`), and its items are collected (`items`). Then each
//! function's body is checked (`body`): names are resolved (`names`), types
//! inferred (`typing`), one form of expression after the other (`expressions`,
//! `control_flow`, `patterns`). What is left to see when all types are known is
//! seen at last (`finish`). The `checker` holds what is known of the file
//! meanwhile.
//!
//! Whatever the text, there is no panic, no overflow of the stack and no long
//! wait: the size of the text, the nesting of its tokens and the size of its
//! types are bounded, and the work is done on a thread with a large stack.

mod body;
mod borrows;
mod checker;
mod constants;
mod control_flow;
mod expressions;
mod finish;
mod items;
mod later;
mod library;
mod names;
pub mod number;
mod patterns;
mod scope;
mod syntax;
mod typing;
mod wording;

#[cfg(test)]
mod tests;

use naga::Span;
use warpbench_codes::{
    Code, E0405, E0412, E0422, E0424, E0425, E0433, E0531, K0022, K0027, S0009, S0010,
};
use warpbench_hir as hir;
use warpbench_source::Diagnostic;
use warpbench_source::stack;

pub use names::library::barriers;
pub use typing::written::primitives;

/// The largest text that is read.
const MAX_BYTES: usize = 256 * 1024;

/// How many diagnostics are given at most.
const MAX_DIAGNOSTICS: usize = 20;

/// How many are collected before they are sorted.
const MAX_COLLECTED: usize = 500;

/// The first byte, for what is wrong with a text as a whole.
const START: Span = Span::new(0, 1);

/// Reads a file of kernels.
pub fn check(text: &str) -> Result<hir::Crate, Vec<Diagnostic>> {
    if text.len() > MAX_BYTES {
        let words = format!("the text is longer than {} KiB", MAX_BYTES / 1024);
        return Err(vec![
            Diagnostic::new(K0027, words, START)
                .note("the workbench checks while one types, and reads no larger file")
                .help("split it into several files"),
        ]);
    }
    let outcome = stack::with_room(|| check_here(text));
    // proc-macro2 keeps every text that a thread has read. Nothing that is
    // returned holds on to its spans.
    proc_macro2::extra::invalidate_current_thread_spans();
    outcome.unwrap_or_else(|| {
        Err(vec![
            Diagnostic::new(K0022, "the workbench failed to read this text", START)
                .note("this is a fault of the workbench, not of the kernel")
                .help("please report it, with the text"),
        ])
    })
}

/// Names that are not known: one of them may be what an import would have brought that
/// cannot be read.
const UNRESOLVED: [Code; 9] = [E0405, E0412, E0422, E0424, E0425, E0433, E0531, S0009, S0010];

fn check_here(text: &str) -> Result<hir::Crate, Vec<Diagnostic>> {
    let mut checker = checker::Checker::with_library(text);
    if let Some(recovered) = syntax::parse::parse(text, &mut checker.sink) {
        checker.has_placeholders = !checker.sink.is_empty();
        for name in &recovered.lost {
            checker.silence_name(0, name);
        }
        checker.declare_used(recovered.words);
        checker.program(&recovered.file);
        if recovered.lost_imports {
            checker.sink.diagnostics.retain(|found| !UNRESOLVED.contains(&found.code));
        }
    }
    let sink = std::mem::take(&mut checker.sink);
    if sink.is_empty() { Ok(checker.into_program()) } else { Err(sink.into_sorted(text)) }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Sink {
    diagnostics: Vec<Diagnostic>,
}

impl Sink {
    /// Takes a diagnostic, unless there are too many to read anyway.
    fn push(&mut self, mut diagnostic: Diagnostic) {
        if !diagnostic.span.is_defined() {
            // It is about a placeholder for something that was reported.
            if !self.diagnostics.is_empty() {
                return;
            }
            diagnostic.span = START;
        }
        if self.diagnostics.len() < MAX_COLLECTED {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Whether nothing is wrong so far.
    fn is_empty(&self) -> bool {
        self.diagnostics.is_empty()
    }

    /// Whether there is so much wrong that it is not worth looking for words
    /// that help.
    fn is_crowded(&self) -> bool {
        self.diagnostics.len() > 2 * MAX_DIAGNOSTICS
    }

    /// The diagnostics by place, each once, without those that follow from others.
    fn into_sorted(self, text: &str) -> Vec<Diagnostic> {
        let mut diagnostics = self.diagnostics;
        let place = |span: Span| span.to_range().map_or((0, 0), |range| (range.start, range.end));
        diagnostics.sort_by_key(|diagnostic| place(diagnostic.span));
        let mut kept: Vec<Diagnostic> = Vec::new();
        for diagnostic in diagnostics {
            let known = kept.iter().rev().take_while(|other| other.span == diagnostic.span);
            let is_known = |other: &Diagnostic| {
                other.code == diagnostic.code && other.subject == diagnostic.subject
            };
            if !known.into_iter().any(is_known) {
                kept.push(diagnostic);
            }
        }
        let mut kept = wording::consequences::without(kept, text);
        kept.truncate(MAX_DIAGNOSTICS);
        for found in &mut kept {
            found.subject = None;
            let others = found.others.iter_mut().map(|other| &mut other.label);
            let words = [&mut found.message, &mut found.label].into_iter();
            let words = words.chain(others).chain(&mut found.note).chain(&mut found.help);
            words.for_each(|words| syntax::expand::as_written(words, text));
        }
        kept
    }
}
