//! Words of the annotated text, for comments and messages.

use crate::syntax::source;
use warpbench_front::SourceLocation;
use warpbench_front::diagnostic::Span;

/// The line of a place, from 1.
pub fn line(text: &str, span: Span) -> u32 {
    SourceLocation::of(span, text).line
}

/// The lines from a place's start to its end.
pub fn lines(text: &str, span: Span) -> (u32, u32) {
    let first = line(text, span);
    let more = source(text, span).matches('\n').count();
    (first, first + more as u32)
}

/// What a directive says, on one line, without the macro around it.
pub fn directive(text: &str, span: Span) -> String {
    let words = source(text, span).trim();
    let inner = words.find('{').and_then(|at| words[at + 1..].rfind('}').map(|end| (at, end)));
    let inner = match inner {
        Some((at, end)) => &words[at + 1..at + 1 + end],
        None => {
            words.strip_prefix("hicuda!").unwrap_or(words).trim_matches(['(', ')', ';', '[', ']'])
        }
    };
    inner.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A directive with its line, for comments.
pub fn directive_and_line(text: &str, span: Span) -> String {
    format!("{} (line {})", directive(text, span), line(text, span))
}
