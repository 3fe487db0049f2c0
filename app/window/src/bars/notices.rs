//! Notices to the user, above the transport.

use egui::{RichText, Ui};
use warpbench_state::command::Command;
use warpbench_state::state::State;
use warpbench_state::store::Keep;
use warpbench_theme::Palette;

/// The most notices that are shown at once; the newest count.
const MOST: usize = 3;

/// Whether there is something to say.
pub(crate) fn is_needed(state: &State) -> bool {
    !state.notices.is_empty() || !state.conflicts.is_empty()
}

pub(crate) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
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
