//! Launch commands: how the kernel is launched, and which of its blocks is shown.

use super::playback;
use crate::session::OtherSchedules;
use crate::state::{State, WantedPosition};
use warpbench_machine::model::DeviceModel;
use warpbench_machine::sim::Schedule;

pub(super) fn set_size(state: &mut State, size: Vec<u64>) {
    if state.setup.lab.is_some() || state.setup.program.is_some() {
        // A lab's sizes are its trials, and a program's are in its text.
        return;
    }
    state.setup.sizes.insert(&state.setup.rung_id.rung().name, size);
    state.setup.grid = None;
    state.run();
}

pub(super) fn set_shape(state: &mut State, grid: Option<[u32; 3]>, block: Option<[u32; 3]>) {
    if state.setup.lab.is_some() || state.setup.program.is_some() {
        // Directives say how kernels are launched. A lab says itself how it is launched.
        return;
    }
    (state.setup.grid, state.setup.block) = (grid, block);
    state.run();
}

pub(super) fn set_schedule(state: &mut State, schedule: Schedule) {
    state.setup.schedule = schedule;
    state.run();
}

/// Runs under the schedule that was found to give a wrong result.
pub(super) fn show_wrong(state: &mut State) {
    match state.other_schedules {
        Some(OtherSchedules::WrongUnder(schedule)) => set_schedule(state, schedule),
        _ => state.tell("No schedule is known under which the result is wrong.", false),
    }
}

pub(super) fn set_block_schedule(state: &mut State, schedule: Schedule) {
    state.setup.block_schedule = schedule;
    state.run();
}

pub(super) fn set_model(state: &mut State, model: &'static DeviceModel) {
    state.setup.model = model;
    state.timings.timings.set_model(model);
    state.run();
}

pub(super) fn set_launch(state: &mut State, launch: usize) {
    state.setup.launch = launch;
    state.setup.first_block = [0; 3];
    state.pin_block(None);
    state.wanted_position = Some(WantedPosition::Position(0));
    state.run();
}

pub(super) fn select_block(state: &mut State, block: [u32; 3]) {
    state.setup.first_block = block;
    state.pin_block(Some(block));
    let found = state.player.as_ref().and_then(|player| Some((player, player.block_at(block)?)));
    let Some((player, index)) = found else {
        state.wanted_position = Some(WantedPosition::InBlock(block, 1));
        return state.run();
    };
    // Where it has not begun or has ended there is nothing to see: a step into it.
    let from = player.position();
    let own = player.trace().own_position(index, from);
    if own == 0 || own == player.trace().own_len(index) {
        let position = player.position_in(index, 1);
        if let Some(player) = &mut state.player {
            player.seek(position);
        }
        playback::moved(state, from);
    }
}
