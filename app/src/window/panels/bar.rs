//! The bar at the top: where we are, on what device, and the theme.

use crate::window::command::{Command, key_of};
use crate::window::state::State;
use egui::{Align, Layout, RichText, Ui};

pub(in crate::window) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        ui.heading("Warpbench");
        ui.separator();
        ui.label(state.family.title);
        ui.label("›");
        ui.label(RichText::new(state.variant.title).strong());
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let other = if ui.visuals().dark_mode { "Light" } else { "Dark" };
            let theme = ui
                .button(other)
                .on_hover_text(format!("Change the colours ({})", key_of(Command::ToggleTheme)));
            if theme.clicked() {
                commands.push(Command::ToggleTheme);
            }
            devices(ui, state, commands);
        });
    });
    ui.add_space(4.0);
}

fn devices(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let Some(devices) = &state.devices else {
        ui.spinner();
        ui.label("Looking for devices");
        return;
    };
    let name = |index: usize| {
        devices.found.get(index).map_or_else(String::new, |device| {
            format!("{} · {} ({})", device.backend, device.name, device.kind)
        })
    };
    egui::ComboBox::from_id_salt("device").width(360.0).selected_text(name(state.device)).show_ui(
        ui,
        |ui| {
            for index in 0..devices.found.len() {
                if ui.selectable_label(index == state.device, name(index)).clicked() {
                    commands.push(Command::ChooseDevice(index));
                }
            }
            for gap in &devices.unavailable {
                let text = format!("{}: not available", gap.backend);
                ui.add_enabled(false, egui::Button::selectable(false, text))
                    .on_disabled_hover_text(&gap.reason);
            }
        },
    );
}
