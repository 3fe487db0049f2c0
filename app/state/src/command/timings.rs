//! Runs on devices.

use super::rung;
use crate::state::State;
use crate::timings::action::TimingsAction;

/// Does what somebody asked for in the timings. Another kernel that is chosen
/// there is shown everywhere.
pub(super) fn act(state: &mut State, action: TimingsAction) {
    let is_run = matches!(action, TimingsAction::RunRung | TimingsAction::RunLadder);
    if state.setup.lab.is_some() && is_run {
        let text = "Lessons have timings; a lab is graded on the simulator. Open a lesson to time \
                    its kernels.";
        return state.tell(text, false);
    }
    if !state.is_in_lesson() && is_run {
        return state
            .tell("Lessons have timings; `warpbench run FILE.rs` times this program.", false);
    }
    if state.comparison.is_measuring() && is_run {
        let text = "This machine is being measured for a comparison. Two kernels that run together \
                    disturb each other: wait for it, or stop it.";
        return state.tell(text, false);
    }
    let ladder = state.ladder();
    let chosen = state.timings.apply(&state.window, action, &ladder);
    let chosen = chosen.and_then(|name| state.setup.rung_id.nearest_of_variant(name));
    if let Some(rung_id) = chosen {
        rung::open(state, rung_id);
    }
}
