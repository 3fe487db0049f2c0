//! The bar at the top: where we are, and how the kernel is run.

use super::launch;
use crate::window::command::{Command, menu};
use crate::window::state::State;
use crate::window::state::view::{PaletteState, Theme};
use egui::{Align, Button, Layout, RichText, Ui};

pub(in crate::window) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    ui.add_space(3.0);
    ui.horizontal(|ui| {
        ui.label(RichText::new("Warpbench").heading().strong());
        ui.separator();
        let rung_id = state.setup.rung_id;
        ui.label(&rung_id.lesson().title);
        ui.label("›");
        ui.label(RichText::new(&rung_id.rung().title).strong());
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            buttons(ui, state, commands);
            if !state.view.is_presenting {
                ui.separator();
                launch::show(ui, state, commands);
            } else {
                ui.label(RichText::new(&state.setup.model.name).strong());
            }
        });
    });
    ui.add_space(3.0);
}

fn buttons(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let mut button = |ui: &mut Ui, text: &str, command: Command| {
        let hint = menu::hint(ui.ctx(), state, &command);
        if ui.add(Button::new(text)).on_hover_text(hint).clicked() {
            commands.push(command);
        }
    };
    button(ui, "Commands", Command::Palette(Some(PaletteState::default())));
    let theme = if state.view.theme == Theme::Dark { "Light" } else { "Dark" };
    button(ui, theme, Command::ToggleTheme);
    let presenter = if state.view.is_presenting { "Stop presenting" } else { "Present" };
    button(ui, presenter, Command::TogglePresenter);
    if !state.view.is_presenting {
        button(ui, "Tour", Command::Tour(Some(0)));
    }
}
