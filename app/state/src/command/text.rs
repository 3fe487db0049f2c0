//! Texts: what they say, which are shown and stepped, and where a run stops.

use crate::state::view::SourceView;
use crate::state::{State, WantedPosition};
use warpbench_front::Language;

/// Takes in what was typed.
pub(super) fn edit(state: &mut State, key: &str, text: String, cursor: usize, time: f64) {
    if let Some(document) = state.documents.get_mut(key) {
        document.history.feed(&text, cursor, time);
    }
    state.set_text(key, text);
}

pub(super) fn undo(state: &mut State, key: &str) {
    let undone = state.documents.get_mut(key).and_then(|document| {
        document.history.undo(&document.text).map(|moment| moment.text.clone())
    });
    if let Some(text) = undone {
        state.set_text(key, text);
    }
}

pub(super) fn redo(state: &mut State, key: &str) {
    let redone = state.documents.get_mut(key).and_then(|document| {
        document.history.redo(&document.text).map(|moment| moment.text.clone())
    });
    if let Some(text) = redone {
        state.set_text(key, text);
    }
}

/// Goes back to the catalogue's text, or the lab's.
pub(super) fn reset(state: &mut State, key: &str) {
    let Some(document) = state.documents.get_mut(key) else { return };
    // A step of its own, whatever was typed before and is after.
    document.history.close();
    let original = document.original.clone().into_owned();
    document.history.feed(&original, 0, 0.0);
    document.history.close();
    state.set_text(key, original);
}

/// Shows other texts; one that is shown alone is stepped.
pub(super) fn show(state: &mut State, source: SourceView) {
    if !state.source_views().contains(&source) {
        return;
    }
    state.view.source = source;
    if let Some(language) = source.language() {
        step_language(state, language);
    }
}

pub(super) fn step_language(state: &mut State, language: Language) {
    if state.setup.language != language && state.has_language(language) {
        state.setup.language = language;
        state.wanted_position = Some(WantedPosition::Position(0));
        state.scroll_to_kernel();
        state.run();
        state.check_lab();
    }
}

/// Shows the difference to what was given out, or the text.
pub(super) fn toggle_diff(state: &mut State) {
    state.view.is_diff ^= true;
    if let Some(open) = &mut state.labs.open {
        open.is_solution_shown = false;
    }
}

/// Lets what is typed go to the text that is stepped.
pub(super) fn focus(state: &mut State) {
    state.view.is_diff = false;
    if state.view.source == SourceView::Rust && state.setup.program.is_some() {
        state.view.source = SourceView::Sequential;
    }
    let id = egui::Id::unique(&state.typed_document().key);
    state.window.memory_mut(|memory| memory.request_focus(id));
    state.window.request_repaint();
}

pub(super) fn toggle_breakpoint(state: &mut State, key: String, line: u32) {
    let lines = state.breakpoints.entry(key).or_default();
    if !lines.remove(&line) {
        lines.insert(line);
    }
    if let Some(player) = &mut state.player {
        player.forget_breakpoint();
    }
}

/// Sets or removes a breakpoint at the line that comes next.
pub(super) fn toggle_breakpoint_here(state: &mut State) {
    let next = state.player.as_ref().and_then(|player| player.trace().line_of(player.position()));
    if let Some(line) = next {
        toggle_breakpoint(state, state.stepped_document().key.clone(), line);
    }
}
