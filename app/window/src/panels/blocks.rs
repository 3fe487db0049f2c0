//! Block chooser: which launch and which block is shown.

use egui::{ComboBox, Ui};
use warpbench_draw::terms::{Topic, name_list, topic_label};
use warpbench_state::command::Command;
use warpbench_state::state::State;

/// A list of the launches, where there are several.
pub(super) fn launch(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let launches = state.simulation.as_ref().map_or(1, |simulation| simulation.launches);
    if launches > 1 {
        topic_label(ui, "launch", Topic::Launch);
        let text = format!("{} of {launches}", state.setup.launch + 1);
        let list = ComboBox::from_id_salt("launch").width(64.0).selected_text(text);
        let list = list.show_ui(ui, |ui| {
            for launch in 0..launches {
                let is_chosen = launch == state.setup.launch;
                if ui.selectable_label(is_chosen, format!("{}", launch + 1)).clicked() {
                    commands.push(Command::SetLaunch(launch));
                }
            }
        });
        name_list(&list.response, "Launch");
    }
}

/// A list of the recorded blocks.
pub(super) fn block(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    topic_label(ui, "block", Topic::Block);
    let Some(player) = &state.player else { return };
    let now = state.shown_block();
    let position = player.position();
    let is_pinned = player.pinned.is_some();
    let shown = if is_pinned { name(now) } else { format!("{}, follows", name(now)) };
    let list = ComboBox::from_id_salt("block").width(96.0).selected_text(shown);
    let list = list.show_ui(ui, |ui| {
        if ui.selectable_label(!is_pinned, "follows the step").clicked() {
            commands.push(Command::FollowStep);
        }
        for traced in player.trace().blocks() {
            let what = match position {
                position if position >= traced.steps.end => "done",
                position if position >= traced.steps.start => "resident",
                _ => "waiting",
            };
            let text = format!("{} {what}", name(traced.block));
            if ui.selectable_label(is_pinned && traced.block == now, text).clicked() {
                commands.push(Command::SelectBlock(traced.block));
            }
        }
        ui.weak("Others: click them in the grid");
    });
    name_list(&list.response, "Block");
}

/// A block's coordinates in the grid.
pub(super) fn name([x, y, z]: [u32; 3]) -> String {
    match (y, z) {
        (0, 0) => format!("{x}"),
        (_, 0) => format!("({x}, {y})"),
        _ => format!("({x}, {y}, {z})"),
    }
}
