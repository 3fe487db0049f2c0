//! The quick fix for accesses that lie apart: the kernel's text becomes what is derived
//! of it, as one step that can be undone.

use super::text;
use crate::window::state::State;
use warpbench_derive::coalesce::{Derivation, Wanted, derive};
use warpbench_front::{Language, Source};

pub(super) fn coalesce(state: &mut State) {
    let Some(known) = state.simulation.clone() else { return };
    if state.setup.program.is_some() {
        let text = "These kernels are made of the program beside them. Give the block shared \
                    sections there: `hicuda! { shared alloc … copyin }`.";
        state.tell(text, false);
        return;
    }
    let document = state.stepped_document();
    if document.language != Language::Rust {
        state.tell("Coalesced kernels are derived from Rust; step the text in Rust first.", false);
        return;
    }
    let (key, text) = (document.key.clone(), document.text.clone());
    let source = Source { path: key.clone(), text };
    let wanted = Wanted { kernel: Some(known.kernel.clone()), block: None };
    let derived = match derive(&source, &wanted) {
        Ok(derived) => derived,
        Err(error) => {
            let reason = error.diagnostics.first();
            let line = reason.map_or(1, |own| own.location_or_start().line);
            let message = reason.map_or("it cannot be read", |own| own.message.as_str());
            let help = reason.and_then(|own| own.help.as_deref()).unwrap_or_default();
            state.tell(format!("Not derived, line {line}: {message}. {help}"), true);
            return;
        }
    };
    if let Some((grid, block)) = known.grid.zip(known.block)
        && !launch(state, &derived, grid, block)
    {
        return;
    }
    take(state, &key, derived.text());
}

/// Launches the derived kernel with as many threads as the naive one had.
fn launch(state: &mut State, derived: &Derivation, grid: [u32; 3], block: [u32; 3]) -> bool {
    if derived.block == block {
        return true;
    }
    if state.setup.lab.is_some() {
        let [x, y, _] = derived.block;
        let message =
            format!("Derived for blocks of {x} × {y} threads, which this lab does not launch.");
        state.tell(message, true);
        return false;
    }
    state.setup.grid = Some(derived.grid(grid, block));
    state.setup.block = Some(derived.block);
    true
}

/// A step of its own, whatever was typed before and is after.
fn take(state: &mut State, key: &str, new: String) {
    if let Some(document) = state.documents.get_mut(key) {
        document.history.close();
        document.history.feed(&new, 0, 0.0);
        document.history.close();
    }
    text::replace(state, key, new);
}
