//! Walking through the trace.

use crate::state::player::{SPEEDS, Stride};
use crate::state::{State, UndoStep, WantedPosition};
use warpbench_machine::observe::trace::{Direction, Goal};

/// Plays, or stops playing.
pub(super) fn toggle(state: &mut State) {
    let Some(player) = &mut state.player else { return };
    let from = player.position();
    player.is_every_instruction = state.view.is_every_instruction;
    player.play(!player.is_playing);
    moved(state, from);
}

pub(super) fn step(state: &mut State, direction: Direction, stride: Stride) {
    let breakpoints = state.current_breakpoints();
    let followed = state.selection.warp();
    let Some(player) = &mut state.player else { return };
    let from = player.position();
    player.is_playing = false;
    player.is_every_instruction = state.view.is_every_instruction;
    player.go(direction, stride, followed, &breakpoints);
    moved(state, from);
}

/// Jumps to a position, which can be taken back.
pub(super) fn seek(state: &mut State, position: usize) {
    let Some(player) = &mut state.player else { return };
    let from = player.position();
    player.seek(position.min(player.trace().len()));
    moved(state, from);
}

/// Goes on with a jump that has begun, so that all of it is taken back at once.
pub(super) fn scrub(state: &mut State, position: usize) {
    let Some(player) = &mut state.player else { return };
    player.seek(position.min(player.trace().len()));
    show_line(state);
}

pub(super) fn change_speed(state: &mut State, by: isize) {
    let Some(player) = &mut state.player else { return };
    player.speed = player.speed.saturating_add_signed(by).min(SPEEDS.len() - 1);
    state.speed = player.speed;
}

/// Goes to where a finding was made; where its block was not recorded, records
/// it, and where nobody knows the block, goes to the line.
pub(super) fn go_to_finding(state: &mut State, index: usize) {
    let Some(simulation) = state.simulation.clone() else { return };
    let Some(finding) = simulation.findings.get(index) else { return };
    let Some(player) = &state.player else { return };
    let from = player.position();
    let width = player.trace().shape().warp_width.max(1);
    if let Some(&lane) = finding.lanes.first() {
        state.selection.lane = Some((lane / width, lane % width));
    }
    state.view.scroll_to.insert(state.stepped_document().key.clone(), finding.line);
    if state.selection.block.is_some() {
        // Whoever keeps looking at another block would not see it.
        state.pin_block(finding.block);
    }
    let Some(player) = &mut state.player else { return };
    if let Some(position) = player.position_of(finding) {
        player.is_playing = false;
        player.seek(position);
        state.remember(UndoStep::Position(from));
    } else if let (Some(block), Some(step)) = (finding.block, finding.step) {
        state.setup.first_block = block;
        let wanted = WantedPosition::OnLine(block, step as usize, finding.line);
        state.wanted_position = Some(wanted);
        state.run();
    } else if let Some(position) =
        player.trace().find(0, Direction::Forward, Goal::AtLine(finding.line))
    {
        player.is_playing = false;
        player.seek(position);
        state.remember(UndoStep::Position(from));
    }
}

/// Keeps the position that was left, and shows the line that was come to.
pub(super) fn moved(state: &mut State, from: usize) {
    if state.player.as_ref().is_some_and(|player| player.position() != from) {
        show_line(state);
        state.remember(UndoStep::Position(from));
    }
}

/// Brings the line of the last step into view.
fn show_line(state: &mut State) {
    let Some(player) = &state.player else { return };
    let line = player.trace().line_of(player.position().saturating_sub(1));
    if let Some(line) = line {
        state.view.scroll_to.insert(state.stepped_document().key.clone(), line);
    }
}
