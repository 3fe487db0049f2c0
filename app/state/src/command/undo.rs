//! Taking back jumps and changes of the panels.

use crate::state::{State, UndoStep};

pub(super) fn undo(state: &mut State) {
    let Some(step) = state.undo_steps.pop() else { return };
    if let Some(replaced) = restore(state, step) {
        state.redo_steps.push(replaced);
    }
}

pub(super) fn redo(state: &mut State) {
    let Some(step) = state.redo_steps.pop() else { return };
    if let Some(replaced) = restore(state, step) {
        state.undo_steps.push(replaced);
    }
}

/// Goes back to a step, and gives what it takes the place of.
fn restore(state: &mut State, step: UndoStep) -> Option<UndoStep> {
    match step {
        UndoStep::Position(position) => {
            let player = state.player.as_mut()?;
            let replaced = UndoStep::Position(player.position());
            player.is_playing = false;
            player.seek(position);
            Some(replaced)
        }
        UndoStep::Layout(layout) => {
            let replaced = std::mem::replace(&mut state.layout, *layout);
            Some(UndoStep::Layout(Box::new(replaced)))
        }
    }
}
