//! How long the ladder takes on the devices of this machine.

use crate::window::command::Command;
use crate::window::state::State;
use crate::window::timings;
use egui::Ui;

pub(super) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let ladder = state.ladder();
    let actions = timings::show(ui, &state.timings.timings, &ladder.context());
    commands.extend(actions.into_iter().map(Command::Timings));
}
