//! What is only wrong because something else is, and so is not said.

use crate::diagnostic::Diagnostic;

/// The diagnostics, sorted by place, without those that follow from others.
pub(crate) fn without(diagnostics: Vec<Diagnostic>, text: &str) -> Vec<Diagnostic> {
    let lacks_result = diagnostics.iter().any(|found| {
        found.others.iter().any(|other| other.label == "this function has no result type")
    });
    let mut kept: Vec<Diagnostic> = Vec::new();
    for found in diagnostics {
        let is_of_unit = lacks_result && found.label.ends_with("found `()`");
        if !is_of_unit && !kept.iter().any(|before| follows(&found, before, text)) {
            kept.push(found);
        }
    }
    kept
}

/// Whether a diagnostic says nothing that an earlier one does not.
fn follows(found: &Diagnostic, before: &Diagnostic, text: &str) -> bool {
    let help = |found: &Diagnostic| found.help.clone().unwrap_or_default();
    let line = |found: &Diagnostic| {
        let start = found.span.to_range().map_or(0, |range| range.start);
        text.get(..start).map_or(0, |before| before.matches('\n').count())
    };
    let same_line = || line(found) == line(before);
    // An import that brings several names is missing once.
    if help(found).starts_with("add `use ") && help(found) == help(before) {
        return true;
    }
    // `unsafe` around a call is also around the calls in it.
    if help(found).starts_with("put `unsafe") && help(before).starts_with("put `unsafe") {
        return match (found.span.to_range(), before.span.to_range()) {
            (Some(found), Some(before)) => found.start >= before.start && found.end <= before.end,
            _ => false,
        };
    }
    // `let v: Vec<f32> = Vec::new()` is one vector.
    if found.message.starts_with("a kernel cannot use") {
        let is_text = found.message.ends_with("strings") && before.message.contains("`String`");
        return (is_text || found.message == before.message) && same_line();
    }
    if found.message.ends_with(", not a method") {
        return before.message == "cannot find `self` in this scope";
    }
    if found.message.starts_with("use of undeclared lifetime") {
        return found.message == before.message && help(found) == help(before);
    }
    let is_once = found.message.starts_with("variable `")
        && found.message.ends_with("may not have a value here");
    is_once
        && found.message == before.message
        && found.others.first().map(|other| other.span)
            == before.others.first().map(|other| other.span)
}
