//! Programs with directives: which pass of their translation is shown.

use crate::state::State;
use crate::state::view::SourceView;

pub(super) fn show_pass(state: &mut State, pass: Option<usize>) {
    let Some(translated) = &state.translated else { return };
    state.view.pass = pass.filter(|pass| *pass < translated.passes.len());
    if state.view.source != SourceView::Program {
        state.view.source = SourceView::Program;
    }
}

/// The kernels come behind the last pass.
pub(super) fn move_pass(state: &mut State, by: isize) {
    let Some(translated) = &state.translated else { return };
    let kernels = translated.passes.len();
    let now = state.view.pass.unwrap_or(kernels);
    let next = now.saturating_add_signed(by).min(kernels);
    show_pass(state, (next < kernels).then_some(next));
}
