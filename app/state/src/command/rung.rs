//! Rung commands: which rung is shown.

use crate::state::{State, WantedPosition};
use warpbench_texts::lessons::RungId;

/// Shows the rung so many further on, or the lab where one is open.
pub(super) fn move_by(state: &mut State, by: isize) {
    match &state.setup.lab {
        None => open(state, state.setup.rung_id.moved(by)),
        Some(staged) => {
            let next = state.labs.list.moved(&staged.lab.id, by).map(|entry| entry.id.clone());
            if let Some(id) = next {
                state.open_lab(&id);
            }
        }
    }
}

/// Shows a rung from its start.
pub(super) fn open(state: &mut State, rung_id: RungId) {
    if rung_id == state.setup.rung_id && state.is_in_lesson() {
        return;
    }
    state.leave_lab();
    state.setup.open(rung_id);
    state.stage_program();
    state.selection.lane = None;
    state.pin_block(None);
    state.view.stage.asked_for.clear();
    state.selection.watched = rung_id.rung().watch.clone();
    state.view.is_answer_shown = false;
    state.view.is_diff = false;
    state.wanted_position = Some(WantedPosition::Position(0));
    state.scroll_to_kernel();
    state.run();
}
