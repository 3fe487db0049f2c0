//! Texts with the figures of the run that is on stage.

use super::State;
use warpbench_machine::model;
use warpbench_texts::lessons::figure::{Figure, Piece, pieces};

/// A text of the chosen rung. Figures of its kernel are those of the run on the
/// chosen model, as long as that is the lesson's own run; the others are as written,
/// and say for which model they hold where it is not the chosen one.
pub fn filled(state: &State, text: &str) -> String {
    pieces(text)
        .iter()
        .map(|piece| match piece {
            Piece::Words(words) => (*words).to_owned(),
            Piece::Figure(figure) => shown(state, figure),
        })
        .collect()
}

fn shown(state: &State, figure: &Figure<'_>) -> String {
    let is_written_for = state.setup.model.slug == model::USUAL;
    let counted = || {
        let report = state.report.as_ref().filter(|_| is_lessons_own(state))?;
        let source = &state.stepped_document().original;
        figure.shown(report, source, state.variant().name)
    };
    match figure.variant {
        None => counted(),
        Some(_) => None,
    }
    .unwrap_or_else(|| match is_written_for {
        true => figure.written.to_owned(),
        false => format!("{} (H200)", figure.written),
    })
}

/// Whether what is on stage is what the lesson speaks of: its size, its launch and
/// its text, in the language that the words of its figures are in.
fn is_lessons_own(state: &State) -> bool {
    let setup = &state.setup;
    setup.size() == setup.rung_id.rung().size
        && setup.grid.is_none()
        && setup.block.is_none()
        && setup.language == warpbench_front::Language::Rust
        && !state.stepped_document().is_edited()
}
