//! Links: opening what one means, and making one.

use super::{Command, apply};
use crate::labs::action::LabAction;
use crate::link::Link;
use crate::state::view::SourceView;
use crate::state::{State, WantedPosition};
use warpbench_front::Language;

/// Opens what a link means, given its part behind `#`.
pub(super) fn open(state: &mut State, fragment: &str) {
    let link = match Link::read(fragment) {
        Ok(link) => link,
        Err(why) => return state.tell(why, true),
    };
    // Whoever follows a link is to see what it means.
    state.view.tour = None;
    if let Some(rung_id) = link.rung {
        apply(Command::OpenRung(rung_id), state);
    }
    if let Some(lab) = link.lab {
        apply(Command::Lab(LabAction::Open(lab)), state);
    }
    if let Some(model) = link.model {
        apply(Command::SetModel(model), state);
    }
    if let Some(schedule) = link.schedule {
        apply(Command::SetSchedule(schedule), state);
    }
    if let Some(schedule) = link.block_schedule {
        apply(Command::SetBlockSchedule(schedule), state);
    }
    if let Some(language) = link.language.filter(|language| state.has_language(*language)) {
        let view = match language {
            Language::Rust => SourceView::Rust,
            Language::Wgsl => SourceView::Wgsl,
        };
        apply(Command::ShowSource(view), state);
        apply(Command::StepLanguage(language), state);
    }
    if let Some(size) = link.size {
        match state.variant().size(&size) {
            Ok(size) => apply(Command::SetSize(size), state),
            Err(error) => state.tell(format!("The size of the link does not fit: {error}."), true),
        }
    }
    if let Some(text) = link.text {
        replace(state, text);
    }
    if let Some(step) = link.step {
        state.wanted_position = Some(WantedPosition::Position(step));
        state.run();
    }
}

/// Puts a link's text in place of what stands there, which is not lost.
fn replace(state: &mut State, text: String) {
    let document = state.typed_document();
    if document.text == text {
        return;
    }
    let (key, own) = (document.key.clone(), document.text.clone());
    let is_edited = document.text != document.original;
    apply(Command::EditText { key: key.clone(), text, cursor: 0, time: 0.0 }, state);
    if !is_edited {
        return;
    }
    let kept = state.store.as_ref().map(|store| store.keep_beside(&key, &own));
    match kept {
        Some(Ok(path)) => state.tell(
            format!(
                "The link's text stands where yours was. Ctrl+Z in the text brings yours back; \
                 it is kept as {} as well.",
                path.display()
            ),
            false,
        ),
        Some(Err(error)) => state.tell(error.to_string(), true),
        None => {}
    }
}

/// Puts a link to what is shown into the clipboard.
pub(super) fn copy(state: &mut State, address: &str) {
    let link = format!("{address}#{}", Link::of(state).write());
    state.window.copy_text(link);
    state.tell("The link to what is shown is in the clipboard.", false);
}
