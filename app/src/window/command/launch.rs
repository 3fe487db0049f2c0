//! How the kernel is launched, and which of its blocks is looked at.

use super::playback;
use crate::window::session::Luck;
use crate::window::state::{State, WantedPosition};
use warpbench_machine::model::DeviceModel;
use warpbench_machine::sim::Schedule;

pub(super) fn set_size(state: &mut State, size: Vec<u64>) {
    state.setup.sizes.insert(&state.setup.rung_id.rung().name, size);
    state.setup.grid = None;
    state.run();
}

pub(super) fn set_shape(state: &mut State, grid: Option<[u32; 3]>, block: Option<[u32; 3]>) {
    (state.setup.grid, state.setup.block) = (grid, block);
    state.run();
}

pub(super) fn set_schedule(state: &mut State, schedule: Schedule) {
    state.setup.schedule = schedule;
    state.run();
}

/// Runs under the schedule that was found to give a wrong result.
pub(super) fn show_wrong(state: &mut State) {
    match state.luck {
        Some(Luck::WrongUnder(schedule)) => set_schedule(state, schedule),
        _ => state.tell("No schedule is known under which the result is wrong.", false),
    }
}

pub(super) fn set_model(state: &mut State, model: &'static DeviceModel) {
    state.setup.model = model;
    state.timings.timings.set_model(model);
    state.run();
}

pub(super) fn set_launch(state: &mut State, launch: usize) {
    state.setup.launch = launch;
    state.setup.first_block = [0; 3];
    state.wanted_position = Some(WantedPosition::Position(0));
    state.run();
}

pub(super) fn select_block(state: &mut State, block: [u32; 3]) {
    state.setup.first_block = block;
    let traced = state.player.as_ref().and_then(|player| {
        let blocks = player.trace().blocks();
        blocks.iter().find(|traced| traced.block == block).map(|traced| traced.steps.start)
    });
    if let (Some(start), Some(player)) = (traced, &mut state.player) {
        let from = player.position();
        // A step into it, so that it is this block's state that is shown.
        player.seek(start + 1);
        playback::moved(state, from);
    } else {
        state.wanted_position = Some(WantedPosition::InBlock(block, 1));
        state.run();
    }
}
