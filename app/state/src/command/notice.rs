//! Notice commands: what the user was told, and asked.

use crate::state::State;
use crate::store::Keep;

pub(super) fn dismiss(state: &mut State, index: usize) {
    if index < state.notices.len() {
        state.notices.remove(index);
    }
}

/// Ends a conflict with another window.
pub(super) fn resolve(state: &mut State, key: &str, keep: Keep) {
    if let Some(Err(error)) = state.store.as_ref().map(|store| store.resolve(key, keep)) {
        state.tell(error.to_string(), true);
    }
}
