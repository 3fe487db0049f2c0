//! The next step of a lab, in one sentence.

use egui::{RichText, Ui};
use warpbench_state::labs::open::{CheckStatus, OpenLab, Phase};
use warpbench_state::labs::session::Extent;
use warpbench_state::state::State;
use warpbench_theme::Palette;

pub(super) fn show(ui: &mut Ui, state: &State, open: &OpenLab) {
    let palette = Palette::of(ui.visuals());
    let (sentence, is_bad) = sentence(state, open);
    let colour = if is_bad { palette.conflict } else { palette.text };
    ui.label(RichText::new(sentence).color(colour));
}

/// The sentence, and whether it is about something that keeps the checks from being
/// made.
fn sentence(state: &State, open: &OpenLab) -> (String, bool) {
    if let Some(why) = &open.unusable {
        return (format!("▲ This lab cannot be graded: {why}"), true);
    }
    if let Some(why) = &open.refused {
        return (refusal(why, state.stepped_document().diagnostics.is_empty()), true);
    }
    let of = open.shown().count();
    if open.is_running_all() {
        let done = open.shown().filter(|(_, _, known)| known.outcome.is_some()).count();
        return (format!("Making all checks, {done} of {of} done."), false);
    }
    if open.is_passed() {
        return match open.submission {
            None => ("All checks pass. Save your text for handing in.".to_owned(), false),
            Some(_) => ("All checks of this submission pass.".to_owned(), false),
        };
    }
    let is_failed = |known: CheckStatus, stale: bool| known == CheckStatus::Failed && !stale;
    let first = open.shown().find(|(_, _, known)| is_failed(known.status, known.is_stale));
    let words = match (first, open.phase) {
        (Some((_, check, _)), _) => format!(
            "Next: «{}». It fails; click it to see where, then change the text.",
            check.name
        ),
        (None, Phase::Grading(Extent::Quick)) => {
            "The checks are tried at one size while you type.".to_owned()
        }
        (None, _) if state.open_prediction().is_some() => {
            "Next: enter your prediction below, then run all checks.".to_owned()
        }
        (None, _) => {
            "Nothing fails at the size that is tried while you type. Next: run all checks."
                .to_owned()
        }
    };
    (words, false)
}

/// Why nothing was checked. Mistakes are marked in the text, so that they are not
/// said twice.
fn refusal(why: &str, is_unmarked: bool) -> String {
    let first = why.lines().next().unwrap_or_default();
    let first = first.strip_prefix("error: ").unwrap_or(first);
    match is_unmarked {
        true => format!("▲ The text cannot be run: {first}"),
        false => format!(
            "▲ The text has a mistake, marked in the source: {first}. The checks go on as soon as \
             it can be read."
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_said_in_one_line() {
        let check = |why: &str, is_unmarked, expected: &str| {
            let said = refusal(why, is_unmarked);
            assert!(said.contains(expected) && !said.contains('\n'), "{said}");
        };
        check("error: there is no `x`\n --> kernel.rs:1", false, "source: there is no `x`. The");
        check("the text has 9 bytes", true, "cannot be run: the text has 9 bytes");
        check("", true, "cannot be run");
    }
}
