//! The line that says what the last step was, large enough for the back row. It
//! has its place whatever there is to say.

use crate::window::state::{RunStatus, State};
use egui::{Label, RichText, Ui};

pub(super) fn show(ui: &mut Ui, state: &State) {
    let text = RichText::new(caption(state)).heading();
    ui.add(Label::new(text).truncate());
}

fn caption(state: &State) -> String {
    let Some(player) = &state.player else {
        return match state.status {
            RunStatus::Mistakes => "The text has mistakes".to_owned(),
            RunStatus::Failed(_) => "The kernel cannot be run".to_owned(),
            _ => "The kernel is being recorded".to_owned(),
        };
    };
    let Some(step) = player.position().checked_sub(1) else {
        return "Before the first step".to_owned();
    };
    let trace = player.trace();
    let warp = trace.warp_of(step).map(|warp| format!("w{warp}"));
    let line = trace.line_of(step).map(|line| format!("line {line}"));
    warp.into_iter().chain(line).collect::<Vec<_>>().join(" · ")
}
