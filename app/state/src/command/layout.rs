//! Layout commands, which move panels. Every change can be taken back.

use crate::state::layout::{self, Layout};
use crate::state::panel::PanelId;
use crate::state::{State, UndoStep};

pub(super) fn set(state: &mut State, layout: Layout) {
    let before = std::mem::replace(&mut state.layout, layout);
    if before != state.layout {
        state.remember(UndoStep::Layout(Box::new(before)));
    }
}

pub(super) fn reset(state: &mut State) {
    let layout = match (&state.setup.lab, &state.setup.program) {
        (Some(_), _) => layout::of_labs(),
        (None, Some(_)) => layout::of_programs(),
        (None, None) => layout::usual(),
    };
    set(state, layout);
    state.view.stage.filled = None;
}

pub(super) fn bring_up(state: &mut State, panel: PanelId) {
    let mut after = state.layout.clone();
    layout::bring_up(&mut after, panel);
    set(state, after);
    state.put_on_stage(panel);
}
