//! One panel per file. A panel is a function that draws the state and pushes
//! commands.

mod blocks;
mod checks;
mod class;
mod comparison;
mod decades;
mod findings;
mod global;
mod grid;
mod lesson;
mod lessons;
mod registers;
mod shared;
mod source;
mod source_program;
mod source_ptx;
mod source_strip;
mod task;
mod timings;
mod warps;

use egui::Ui;
use warpbench_state::command::Command;
use warpbench_state::state::State;
use warpbench_state::state::panel::PanelId;

pub(super) use lesson::{at_hand as rung_at_hand, markdown};

/// Draws a panel.
pub(super) fn show(panel: PanelId, ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let show = match panel {
        PanelId::Lessons => lessons::show,
        PanelId::Lesson => lesson::show,
        PanelId::Source => source::show,
        PanelId::Warps => warps::show,
        PanelId::Grid => grid::show,
        PanelId::Global => global::show,
        PanelId::Shared => shared::show,
        PanelId::Registers => registers::show,
        PanelId::Findings => findings::show,
        PanelId::Timings => timings::show,
        PanelId::Comparison => comparison::show,
        PanelId::Checks => checks::show,
        PanelId::Class => class::show,
    };
    show(ui, state, commands);
}
