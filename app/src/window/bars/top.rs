//! The bar at the top: where we are, and how the kernel is run.

use super::launch;
use crate::window::command::{Command, list};
use crate::window::state::State;
use crate::window::state::view::{PaletteState, Theme};
use egui::{Align, Button, Layout, RichText, Ui};

pub(in crate::window) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    ui.add_space(3.0);
    ui.horizontal(|ui| {
        ui.label(RichText::new("Warpbench").heading().strong());
        ui.separator();
        let place = state.setup.place;
        ui.label(&place.lesson().title);
        ui.label("›");
        ui.label(RichText::new(place.rung().variant.title).strong());
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
    let mut button = |ui: &mut Ui, text: &str, name: &str, command: Command| {
        let key = list::key_name(ui.ctx(), name, state);
        let hover = if key.is_empty() { name.to_owned() } else { format!("{name} ({key})") };
        if ui.add(Button::new(text)).on_hover_text(hover).clicked() {
            commands.push(command);
        }
    };
    button(ui, "Commands", "All commands", Command::Palette(Some(PaletteState::default())));
    let theme = if state.view.theme == Theme::Dark { "Light" } else { "Dark" };
    button(ui, theme, "Light or dark", Command::ToggleTheme);
    let presenter = if state.view.is_presenting { "Stop presenting" } else { "Present" };
    button(ui, presenter, "Presenter mode", Command::TogglePresenter);
    if !state.view.is_presenting {
        button(ui, "Tour", "Start the tour", Command::Tour(Some(0)));
    }
}
