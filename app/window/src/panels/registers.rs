//! The variables of the warp's lanes.

use egui::Ui;
use warpbench_draw::terms::{Topic, topic_label};
use warpbench_draw::visual::expect;
use warpbench_draw::visual::registers::{self, Model, View};
use warpbench_machine::sim::code::Variable;
use warpbench_state::command::Command;
use warpbench_state::state::State;

pub(super) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let Some(player) = &state.player else {
        ui.label("The kernel is being recorded.");
        return;
    };
    let (recording, now) = (&player.recording, player.shown_state());
    let last = player.shown_last();
    let warp = state.shown_warp();
    let shape = player.trace().shape();
    let value = |variable: &Variable, lane| recording.value(now, warp, variable, lane);
    let expected = expect::expected(ui.ctx(), recording);
    let variables = (&*recording.variables, &*expected);
    let model = Model::of(now, shape, warp, variables, last.as_ref(), value);
    ui.horizontal(|ui| {
        topic_label(ui, &format!("warp {warp}"), Topic::Warp);
        let mut is_collapsed = state.view.is_collapsed;
        if ui.checkbox(&mut is_collapsed, "equal values once").changed() {
            commands.push(Command::ToggleCollapse);
        }
    });
    let view = View {
        chosen_lane: state.selection.chosen_in(warp),
        hovered_lane: state.selection.hovered_in(warp),
        watched: state.selection.watched.as_deref(),
        collapse: state.view.is_collapsed,
    };
    let output = registers::show(ui, &model, &view);
    if let Some(lane) = output.clicked_lane {
        commands.push(Command::SelectLane(Some((warp, lane))));
    }
    if let Some(lane) = output.hovered_lane {
        commands.push(Command::HoverLane(Some((warp, lane))));
    }
    if let Some(name) = output.watched {
        let is_watched = state.selection.watched.as_ref() == Some(&name);
        commands.push(Command::Watch((!is_watched).then_some(name)));
    }
}
