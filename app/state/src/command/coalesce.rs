//! The quick fix for accesses that lie apart: the kernel's text becomes what is derived
//! of it in the background.

use crate::state::State;
use warpbench_front::Language;

pub(super) fn coalesce(state: &mut State) {
    let Some(known) = state.simulation.clone() else { return };
    if state.setup.program.is_some() {
        let text = "These kernels are made of the program beside them. Give the block shared \
                    sections there: `hicuda! { shared alloc … copyin }`.";
        state.tell(text, false);
        return;
    }
    if state.stepped_document().language != Language::Rust {
        state.tell("Coalesced kernels are derived from Rust; step the text in Rust first.", false);
        return;
    }
    state.derive(&known.kernel, known.grid.zip(known.block));
}
