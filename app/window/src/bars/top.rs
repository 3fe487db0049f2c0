//! The bar at the top: where we are, and how the kernel is run.

use super::{launch, presenter};
use crate::flow::{self, Control, Spread};
use egui::{Button, RichText, Ui};
use std::cell::RefCell;
use warpbench_state::command::{Command, menu};
use warpbench_state::state::State;
use warpbench_state::state::view::{PaletteState, Theme};

/// With less room than this the bar goes without the program's name.
const NAMED: f32 = 1390.0;

pub(crate) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    ui.add_space(3.0);
    if state.view.is_presenting {
        presenter::top(ui, state, commands);
    } else {
        usual(ui, state, commands);
    }
    ui.add_space(3.0);
}

fn usual(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    // Every control may push a command, one after the other.
    let commands = RefCell::new(commands);
    // The window has its name above; here it must not cost a second row.
    let is_named = ui.available_width() >= NAMED;
    let mut controls: Vec<Control<'_>> = vec![Box::new(move |ui| {
        if is_named {
            ui.label(RichText::new("Warpbench").heading().strong());
            ui.separator();
        }
        title(ui, state);
    })];
    for control in launch::CONTROLS {
        let commands = &commands;
        controls.push(Box::new(move |ui| control(ui, state, &mut commands.borrow_mut())));
    }
    controls.push(Box::new(|ui| buttons(ui, state, &mut commands.borrow_mut())));
    flow::show(ui, "top", Spread::Ends, controls);
}

/// The lesson and the rung.
pub(super) fn title(ui: &mut Ui, state: &State) {
    if let Some(staged) = &state.setup.lab {
        let submission = state.labs.open.as_ref().and_then(|open| open.submission.as_ref());
        ui.label("Lab");
        ui.label("›");
        ui.label(RichText::new(&staged.lab.title).strong());
        if let Some(submission) = submission {
            ui.label("›");
            ui.label(&submission.name);
        }
        return;
    }
    if let Some(program) = state.setup.program.as_ref().filter(|program| !program.is_of_lesson) {
        ui.label("Program");
        ui.label("›");
        ui.label(RichText::new(&program.name).strong());
        return;
    }
    let rung_id = state.setup.rung_id;
    ui.label(&rung_id.lesson().title);
    ui.label("›");
    ui.label(RichText::new(&rung_id.rung().title).strong());
}

/// What the buttons at the right say, and what they do.
pub(super) fn actions(state: &State) -> Vec<(&'static str, Command)> {
    let theme = if state.view.theme == Theme::Dark { "Light" } else { "Dark" };
    let presenter = if state.view.is_presenting { "Stop presenting" } else { "Present" };
    vec![
        ("Tour", Command::Tour(Some(0))),
        (presenter, Command::TogglePresenter),
        (theme, Command::ToggleTheme),
        ("Commands", Command::Palette(Some(PaletteState::default()))),
    ]
}

fn buttons(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    for (text, command) in actions(state) {
        let hint = menu::hint(ui.ctx(), state, &command);
        if ui.add(Button::new(text)).on_hover_text(hint).clicked() {
            commands.push(command);
        }
    }
}
