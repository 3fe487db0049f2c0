//! Checks panel: what the lab asks for and how the text stands, with hints and attempts.

mod attempts;
mod entry;
mod next;

use egui::{Button, Id, RichText, ScrollArea, Ui};
use warpbench_state::command::{Command, menu};
use warpbench_state::labs::action::LabAction;
use warpbench_state::labs::open::{OpenLab, Phase};
use warpbench_state::state::State;
use warpbench_theme::Palette;

pub(super) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let Some(open) = &state.labs.open else { return nothing(ui, state, commands) };
    head(ui, state, open, commands);
    next::show(ui, state, open);
    ui.separator();
    let id = Id::unique(("checks", open.lab.id.as_str()));
    ScrollArea::vertical().id_salt(id).auto_shrink(false).show(ui, |ui| {
        for (index, check, known) in open.shown() {
            entry::show(ui, state, index, check, known, commands);
        }
        ui.add_space(4.0);
        buttons(ui, state, open, commands);
        if open.submission.is_none() {
            hints(ui, state, open, commands);
            attempts::show(ui, open, commands);
        }
    });
}

/// What to do where no lab is open.
fn nothing(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    ui.label(
        "No lab is open. A lab is a kernel to be written: you read a task, edit a text, and \
         checks say what it does and why that is not it yet.",
    );
    ui.add_space(4.0);
    if let Some(first) = state.labs.list.entries.first()
        && ui.button(format!("Open the first: {}", first.title())).clicked()
    {
        commands.push(Command::Lab(LabAction::Open(first.id.clone())));
    }
    ui.label("All of them are listed below the lessons.");
}

/// Points, and what runs all checks.
fn head(ui: &mut Ui, state: &State, open: &OpenLab, commands: &mut Vec<Command>) {
    let palette = Palette::of(ui.visuals());
    ui.horizontal_wrapped(|ui| {
        let (earned, of) = open.points();
        let text = match open.phase {
            Phase::Graded => format!("{} of {} points", points(earned), points(of)),
            Phase::Idle | Phase::Grading(_) => format!("{} points in all", points(of)),
        };
        if open.is_running_all() {
            if ui.button("Stop").on_hover_text("Give up these checks (Esc)").clicked() {
                commands.push(Command::Cancel);
            }
            ui.spinner();
        } else {
            let command = Command::Lab(LabAction::RunChecks);
            let hint = menu::hint(ui.ctx(), state, &command);
            let key = menu::key_name(ui.ctx(), state, &command);
            let button = Button::new("▶ Run all checks").shortcut_text(RichText::new(key).small());
            let is_ready = open.unusable.is_none();
            if ui.add_enabled(is_ready, button).on_hover_text(hint).clicked() {
                commands.push(command);
            }
        }
        ui.label(RichText::new(text).strong().color(palette.text));
    });
}

/// What is done with the whole text.
fn buttons(ui: &mut Ui, state: &State, open: &OpenLab, commands: &mut Vec<Command>) {
    ui.horizontal_wrapped(|ui| {
        let is_own = open.submission.is_none();
        let mut button = |ui: &mut Ui, text: &str, hint: &str, enabled: bool, action: LabAction| {
            if ui.add_enabled(enabled, Button::new(text)).on_hover_text(hint).clicked() {
                commands.push(Command::Lab(action));
            }
        };
        let hint = "Write your text to a file of its own, which you hand in";
        if is_own {
            button(ui, "Save for handing in", hint, true, LabAction::Save);
        }
        let is_open = open.is_solution_open(&state.lab_progress());
        let hint = match is_open {
            true => "Your text beside the solution, line by line",
            false => "The solution can be compared when the lab allows it",
        };
        button(ui, "Compare with the solution", hint, is_open, LabAction::ToggleSolution);
        let is_edited = state.stepped_document().is_edited();
        if is_own {
            let hint = "Back to the starter; your text is kept among the attempts";
            button(ui, "Reset to the starter", hint, is_edited, LabAction::Reset);
        }
    });
}

/// Hints, one at a time.
fn hints(ui: &mut Ui, state: &State, open: &OpenLab, commands: &mut Vec<Command>) {
    let hints = &open.lab.hints;
    if hints.is_empty() {
        return;
    }
    let palette = Palette::of(ui.visuals());
    let shown = state.lab_progress().hints.min(hints.len());
    ui.add_space(6.0);
    for (index, hint) in hints[..shown].iter().enumerate() {
        let number = format!("Hint {} of {}", index + 1, hints.len());
        ui.label(RichText::new(number).small().strong().color(palette.quiet));
        ui.label(hint);
    }
    if shown < hints.len() {
        let command = Command::Lab(LabAction::NextHint);
        let text = match shown {
            0 => format!("Show a hint ({} in all)", hints.len()),
            _ => format!("Next hint ({} of {})", shown + 1, hints.len()),
        };
        let hint = menu::hint(ui.ctx(), state, &command);
        if ui.button(text).on_hover_text(hint).clicked() {
            commands.push(command);
        }
    }
}

/// Points without digits that nobody needs.
pub(super) fn points(value: f64) -> String {
    match value.fract() == 0.0 {
        true => format!("{value:.0}"),
        false => format!("{value:.1}"),
    }
}
