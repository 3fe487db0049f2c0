//! Global memory, as the last step of the warp touched it.

use egui::Ui;
use warpbench_draw::visual::global::{self, BufferContents, BufferStrip, Model, View};
use warpbench_machine::observe::trace::Step;
use warpbench_machine::sim::Space;
use warpbench_state::command::Command;
use warpbench_state::state::State;

pub(super) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let Some(player) = &state.player else {
        ui.label("The kernel is being recorded.");
        return;
    };
    let touches =
        |step: &Step| step.accesses.iter().any(|access| matches!(access.space, Space::Global(_)));
    let last = player.last_step_where(state.selection.warp(), touches);
    let warp = last.as_ref().map_or_else(|| state.shown_warp(), |(_, step)| step.warp);
    let is_past = last.as_ref().is_none_or(|(step, _)| step + 1 != player.position());
    // What lies in the buffers of a lab nobody says but its task.
    let is_rung = state.setup.lab.is_none() && state.setup.program.is_none();
    let family = is_rung.then(|| state.setup.rung_id.rung().family);
    let size = state.variant().size(state.setup.size()).unwrap_or_default();
    let contents = BufferContents::at(ui.ctx(), &player.recording, player.position());
    let buffers = player.recording.buffers.iter().enumerate().map(|(index, buffer)| BufferStrip {
        matrix: (!buffer.slot.uniform)
            .then(|| family?.matrix(&size, buffer.slot.binding))
            .flatten()
            .map(|matrix| [matrix.rows, matrix.columns]),
        name: &buffer.slot.name,
        bytes: buffer.words.len() as u64 * 4,
        element_bytes: 4,
        is_written: buffer.slot.writable,
        characters: contents.characters(index),
        is_uniform: buffer.slot.uniform,
    });
    let buffers: Vec<BufferStrip<'_>> = buffers.collect();
    let accesses = last.as_ref().map_or(&[][..], |(_, step)| &step.accesses);
    let width = player.trace().shape().warp_width;
    let model = Model::new(&buffers, accesses, width, state.setup.model);
    let view = View {
        chosen_lane: state.selection.chosen_in(warp),
        hovered_lane: state.selection.hovered_in(warp),
        is_past,
    };
    let output = global::show(ui, &model, &contents, &view);
    if let Some(lane) = output.clicked_lane {
        commands.push(Command::SelectLane(Some((warp, lane))));
    }
    if let Some(lane) = output.hovered_lane {
        commands.push(Command::HoverLane(Some((warp, lane))));
    }
}
