//! Lab commands, and their keys.

use super::menu::MenuEntry;
use super::{Command, layout, text};
use crate::labs::action::LabAction;
use crate::labs::attempt::Attempt;
use crate::labs::open::predicted_constant;
use crate::labs::prediction;
use crate::labs::session::Extent;
use crate::setup::ending;
use crate::state::panel::PanelId;
use crate::state::view::SourceView;
use crate::state::{State, WantedPosition};
use egui::{Key, KeyboardShortcut, Modifiers};
use std::sync::Arc;
use warpbench_front::Language;

/// What can be chosen just now, with its key.
pub(super) fn entries(state: &State) -> Vec<MenuEntry> {
    let key = |modifiers, key| Some(KeyboardShortcut::new(modifiers, key));
    let mut entries = vec![("Open the results of a class", None, LabAction::OpenClass)];
    if state.labs.class.is_some() {
        entries.push(("Put the class away", None, LabAction::CloseClass));
    }
    if state.labs.open.is_some() {
        entries.extend([
            ("Run all checks", key(Modifiers::COMMAND, Key::Enter), LabAction::RunChecks),
            ("Next hint", key(Modifiers::NONE, Key::N), LabAction::NextHint),
            ("Save for handing in", key(Modifiers::COMMAND, Key::S), LabAction::Save),
            ("Compare with the solution", None, LabAction::ToggleSolution),
            ("Back to the lessons", None, LabAction::Close),
        ]);
    }
    let entry = |(name, key, action): (&'static str, _, _)| MenuEntry {
        name: name.into(),
        key,
        command: Command::Lab(action),
    };
    entries.into_iter().map(entry).collect()
}

pub(super) fn act(state: &mut State, action: LabAction) {
    match action {
        LabAction::Open(id) => state.open_lab(&id),
        LabAction::Close => close(state),
        LabAction::RunChecks => run_checks(state),
        LabAction::NextHint => next_hint(state),
        LabAction::ShowCheck(check) => show_check(state, check),
        LabAction::Predict(check, number) => predict(state, check, &number),
        LabAction::TakeUp(attempt) => take_up(state, attempt),
        LabAction::Reset => reset(state),
        LabAction::ToggleSolution => toggle_solution(state),
        LabAction::Save => save(state),
        LabAction::SetTrial(trial) => {
            if let Some(staged) = &mut state.setup.lab {
                staged.trial = trial;
                state.wanted_position = Some(WantedPosition::Position(0));
                state.run();
            }
        }
        LabAction::OpenClass => state.labs.session.ask_for_class(),
        LabAction::CloseClass => {
            state.labs.class = None;
            state.view.stage.asked_for.remove(&PanelId::Class);
            state.view.stage.filled = None;
        }
        LabAction::SortClass(column) => {
            if let Some(view) = &mut state.labs.class {
                view.sort(column);
            }
        }
        LabAction::FilterClass(filter) => {
            if let Some(view) = &mut state.labs.class {
                view.filter(filter);
            }
        }
        LabAction::OpenSubmission(row, check) => {
            if let Some(view) = &mut state.labs.class {
                view.chosen = Some(row);
                state.labs.session.read_submission(Arc::clone(&view.class), row, check);
            }
        }
    }
}

/// Back to the rung that was open before.
fn close(state: &mut State) {
    if state.setup.lab.is_some() {
        state.leave_lab();
        state.scroll_to_kernel();
        state.selection.watched = state.setup.rung_id.rung().watch.clone();
        state.run();
    }
}

/// Makes all checks, once what is to be predicted was.
fn run_checks(state: &mut State) {
    if state.labs.open.is_none() {
        return;
    }
    layout::bring_up(state, PanelId::Checks);
    if state.open_prediction().is_some() {
        let text = "First predict: enter your number at the check that asks for one. Then run all \
                    checks.";
        return state.tell(text, false);
    }
    state.grade_lab(Extent::All);
}

fn next_hint(state: &mut State) {
    let Some(open) = state.labs.own() else { return };
    let most = open.lab.hints.len();
    layout::bring_up(state, PanelId::Checks);
    state.change_progress(|progress| progress.hints = (progress.hints + 1).min(most));
}

/// Goes to where a check failed: its trial, model, schedule, block, step and lane.
fn show_check(state: &mut State, check: usize) {
    let Some(open) = &state.labs.open else { return };
    let known = open.checks.get(check).filter(|known| !known.is_stale);
    let outcome = known.and_then(|known| known.outcome.as_ref());
    match outcome.and_then(|outcome| outcome.place.clone()) {
        Some(place) => state.go_to_place(&place),
        None => state.tell("This check has no place in the run to go to.", false),
    }
}

fn predict(state: &mut State, check: usize, number: &str) {
    let Some(open) = &state.labs.open else { return };
    let constant = open.lab.checks.get(check).and_then(predicted_constant);
    let Some(constant) = constant.map(str::to_owned) else { return };
    let document = state.stepped_document();
    let (key, language) = (document.key.clone(), document.language);
    match prediction::entered(&document.text, language, &constant, number) {
        Ok(changed) => as_a_step(state, &key, changed),
        Err(why) => state.tell(why, true),
    }
}

/// Changes a text so that one undo takes it back.
fn as_a_step(state: &mut State, key: &str, changed: String) {
    if let Some(document) = state.documents.get_mut(key) {
        document.history.close();
        document.history.feed(&changed, 0, 0.0);
        document.history.close();
    }
    state.set_text(key, changed);
}

/// Keeps the text among the attempts, where it is not there already: what is about to
/// take its place must lose nothing, also when the window is closed.
fn keep_text(state: &mut State) {
    let document = state.stepped_document();
    let (text, language) = (document.text.clone(), document.language);
    let is_known = state.labs.own().is_none_or(|open| {
        let mut known = open.attempts.iter();
        known.any(|attempt| attempt.text == text && attempt.language() == language)
    });
    if !is_known && document.is_edited() {
        state.keep_attempt(Attempt::new(language, text, None));
    }
}

fn take_up(state: &mut State, attempt: usize) {
    let Some(open) = state.labs.own() else { return };
    let Some(attempt) = open.attempts.get(attempt).cloned() else { return };
    keep_text(state);
    text::show(
        state,
        match attempt.language() {
            Language::Rust => SourceView::Rust,
            Language::Wgsl => SourceView::Wgsl,
        },
    );
    let key = state.document(attempt.language()).key.clone();
    as_a_step(state, &key, attempt.text);
}

fn reset(state: &mut State) {
    let key = state.stepped_document().key.clone();
    keep_text(state);
    text::reset(state, &key);
}

fn toggle_solution(state: &mut State) {
    let progress = state.lab_progress();
    let Some(open) = &mut state.labs.open else { return };
    if state.view.is_diff && open.is_solution_shown {
        state.view.is_diff = false;
        return;
    }
    if !open.is_solution_open(&progress) {
        let text = "The solution of this lab can be compared once all checks pass.";
        let never = "Your lecturer keeps the solution of this lab back.";
        let is_never = open.lab.solution == warpbench_lab::SolutionShown::Never;
        return state.tell(if is_never { never } else { text }, false);
    }
    open.is_solution_shown = true;
    state.view.is_diff = true;
}

fn save(state: &mut State) {
    let document = state.stepped_document();
    let Some(open) = &state.labs.open else { return };
    let name = format!("{}.{}", open.lab.id, ending(document.language));
    state.labs.session.save(name, document.text.clone());
}
