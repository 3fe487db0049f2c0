//! Shared memory, as the last step of the warp touched it.

use egui::Ui;
use warpbench_draw::visual::banks::{self, Model, View};
use warpbench_machine::observe::banks::Banks;
use warpbench_machine::observe::trace::Step;
use warpbench_machine::sim::Space;
use warpbench_state::command::Command;
use warpbench_state::state::State;

pub(super) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let Some(player) = &state.player else {
        ui.label("The kernel is being recorded.");
        return;
    };
    let touches = |step: &Step| step.accesses.iter().any(|access| access.space == Space::Shared);
    let last = player.last_step_where(state.selection.warp(), touches);
    let warp = last.as_ref().map_or_else(|| state.shown_warp(), |(_, step)| step.warp);
    let is_past = last.as_ref().is_none_or(|(step, _)| step + 1 != player.position());
    let accesses = last.as_ref().map_or(&[][..], |(_, step)| &step.accesses);
    let trace = player.trace();
    let atomic = last.as_ref().map(|(_, step)| trace.atomic_shape(step.op)).unwrap_or_default();
    let now = player.shown_state();
    let model = Model::new(
        (&now.shared, &now.writers),
        (&player.recording.shared, &player.recording.shared_scalars),
        (accesses, atomic),
        Banks::from(&state.setup.model.shared),
        trace.shape(),
    );
    let view = View {
        chosen_lane: state.selection.chosen_in(warp),
        hovered_lane: state.selection.hovered_in(warp),
        warp,
        has_values: !player.is_blur(),
        is_past,
    };
    let output = banks::show(ui, &model, &view);
    if let Some(lane) = output.clicked_lane {
        commands.push(Command::SelectLane(Some((warp, lane))));
    }
    if let Some(lane) = output.hovered_lane {
        commands.push(Command::HoverLane(Some((warp, lane))));
    }
}
