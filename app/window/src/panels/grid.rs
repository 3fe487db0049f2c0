//! The blocks of the launch, and how many fit a multiprocessor.

use egui::Ui;
use warpbench_draw::visual::grid::{self, Model, View};
use warpbench_state::command::Command;
use warpbench_state::state::State;

pub(super) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let Some(player) = &state.player else {
        ui.label("The kernel is being recorded.");
        return;
    };
    let recording = &player.recording;
    let occupancy = state.simulation.as_ref().and_then(|known| known.occupancy.as_ref());
    let model = Model::new(
        recording.grid,
        recording.block,
        player.trace().blocks(),
        player.position(),
        occupancy,
        state.setup.model,
    );
    let trace = player.trace();
    let progress = (0..trace.blocks().len()).map(|block| {
        let done = trace.own_position(block, player.position());
        done as f32 / trace.own_len(block).max(1) as f32
    });
    let model = model.with_progress(progress.collect());
    let view = View { chosen: state.shown_block(), hovered: None };
    let output = grid::show(ui, &model, &view);
    if let Some(block) = output.clicked_block {
        commands.push(Command::SelectBlock(block));
    }
}
