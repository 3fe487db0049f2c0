//! What the user should know, above the transport.

use crate::window::command::Command;
use crate::window::state::State;
use crate::window::store::Keep;
use crate::window::theme::Palette;
use egui::{RichText, Ui};

/// The most notices that are shown at once; the newest count.
const MOST: usize = 3;

/// Whether there is something to say.
pub(in crate::window) fn is_needed(state: &State) -> bool {
    !state.notices.is_empty() || !state.conflicts.is_empty()
}

pub(in crate::window) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let palette = Palette::of(ui.visuals());
    ui.add_space(3.0);
    for conflict in &state.conflicts {
        ui.horizontal_wrapped(|ui| {
            let key = &conflict.key;
            ui.label(RichText::new("▲").color(palette.conflict));
            ui.label(format!(
                "{key} was changed in another window too. Yours is safe in {}.",
                conflict.ours_at
            ));
            if ui.button("Keep mine").clicked() {
                commands.push(Command::Resolve(key.clone(), Keep::Ours));
            }
            if ui.button("Take theirs").clicked() {
                commands.push(Command::Resolve(key.clone(), Keep::Theirs));
            }
        });
    }
    let first = state.notices.len().saturating_sub(MOST);
    for (index, notice) in state.notices.iter().enumerate().skip(first) {
        ui.horizontal_wrapped(|ui| {
            if notice.is_bad {
                ui.label(RichText::new("▲").color(palette.conflict));
            }
            ui.label(&notice.text);
            if ui.small_button("Close").clicked() {
                commands.push(Command::Dismiss(index));
            }
        });
    }
    ui.add_space(3.0);
}
