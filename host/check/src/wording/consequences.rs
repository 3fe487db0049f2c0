//! Follow-up errors: diagnostics that are held back, because another mistake is their cause.
//!
//! What follows from what is told by codes, places and subjects, never by words.

use warpbench_codes::{E0133, E0261, E0381, E0424, E0599, K0001};
use warpbench_source::diagnostic::{Diagnostic, Subject};

/// The diagnostics, sorted by place, without those that follow from others.
pub(crate) fn without(diagnostics: Vec<Diagnostic>, text: &str) -> Vec<Diagnostic> {
    let lacks_result = diagnostics.iter().any(|found| found.subject == Some(Subject::NoResult));
    let mut kept: Vec<Diagnostic> = Vec::new();
    for found in diagnostics {
        let is_of_unit = lacks_result && found.subject == Some(Subject::Unit);
        if !is_of_unit && !kept.iter().any(|before| follows(&found, before, text)) {
            kept.push(found);
        }
    }
    kept
}

/// Whether a diagnostic says nothing that an earlier one does not.
fn follows(found: &Diagnostic, before: &Diagnostic, text: &str) -> bool {
    let line = |found: &Diagnostic| {
        let start = found.span.to_range().map_or(0, |range| range.start);
        text.get(..start).map_or(0, |before| before.matches('\n').count())
    };
    let is_same = found.subject.is_some() && found.subject == before.subject;
    // An import that brings several names is missing once.
    if matches!(found.subject, Some(Subject::Import(_))) {
        return is_same;
    }
    match (found.code, before.code) {
        // `unsafe` around a call is also around the calls in it.
        (E0133, E0133) => match (found.span.to_range(), before.span.to_range()) {
            (Some(found), Some(before)) => found.start >= before.start && found.end <= before.end,
            _ => false,
        },
        // `let v: Vec<f32> = Vec::new()` is one vector, `let s: String = "text"` one text.
        (K0001, K0001) => {
            let is_text = found.subject == Some(Subject::Text)
                && before.subject == Some(Subject::Name("`String`".to_owned()));
            (is_same || is_text) && line(found) == line(before)
        }
        // Who forgot `self` calls the function as a method all the same.
        (E0599, E0424) => found.subject.is_some(),
        (E0261, E0261) => is_same,
        (E0381, E0381) => {
            let declared = |found: &Diagnostic| found.others.first().map(|other| other.span);
            declared(found) == declared(before)
        }
        _ => false,
    }
}
