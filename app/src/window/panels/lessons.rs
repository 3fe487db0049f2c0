//! The catalogue: families and their variants, in the order they are taught.

use crate::window::command::Command;
use crate::window::state::{self, State};
use egui::{RichText, ScrollArea, Ui};
use warpbench_host::catalog::FAMILIES;

pub(in crate::window) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    ui.add_space(6.0);
    ui.label(RichText::new("LESSONS").small().strong());
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        for &family in FAMILIES {
            ui.add_space(6.0);
            ui.label(RichText::new(family.title).strong()).on_hover_text(family.summary);
            for variant in state::rungs(family) {
                let chosen = variant.name == state.variant.name;
                let response = ui.indent(variant.name, |ui| {
                    ui.selectable_label(chosen, variant.title).on_hover_text(variant.name)
                });
                if response.inner.clicked() {
                    commands.push(Command::Select(family, variant));
                }
                if chosen && !ui.is_rect_visible(response.response.rect) {
                    response.response.scroll_to_me(None);
                }
            }
        }
    });
}
