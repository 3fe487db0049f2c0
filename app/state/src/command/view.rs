//! View commands: how things are shown.

use super::{rung, scene, timings};
use crate::state::State;
use crate::state::view::{PaletteState, Theme};
use crate::timings::action::TimingsAction;
use crate::tour::tour;

pub(super) fn toggle_theme(state: &mut State) {
    state.view.theme = match state.view.theme {
        Theme::Dark => Theme::Light,
        Theme::Light => Theme::Dark,
    };
}

pub(super) fn zoom(state: &mut State, factor: f32) {
    state.view.zoom = (state.view.zoom * factor).clamp(0.5, 4.0);
}

/// Opens, changes or closes the list of commands. Its field has the focus before
/// it is drawn for the first time, so that what is typed at once goes there and
/// is not taken for other keys.
pub(super) fn set_palette(state: &mut State, palette: Option<PaletteState>) {
    if state.view.palette.is_none() && palette.is_some() {
        state.window.memory_mut(|memory| memory.request_focus(PaletteState::field_id()));
        state.window.request_repaint();
    }
    state.view.palette = palette;
}

/// Goes to a stop of the tour and the moment that it speaks of, or ends the tour.
pub(super) fn go_to_stop(state: &mut State, stop: Option<usize>) {
    let stop = stop.filter(|stop| *stop < tour().len());
    state.view.tour = stop;
    let Some(stop) = stop.map(|stop| &tour()[stop]) else { return };
    rung::open(state, stop.rung_id);
    scene::show(state, &stop.scene);
    if let Some(panel) = stop.target.panel() {
        state.put_on_stage(panel);
    }
}

/// Closes what lies on top; where nothing does, stops what is under way.
pub(super) fn cancel(state: &mut State) {
    if state.view.palette.is_some() {
        state.view.palette = None;
    } else if state.view.explained.is_some() {
        state.view.explained = None;
    } else if state.view.find.is_some() {
        state.view.find = None;
    } else if state.view.is_diff {
        state.view.is_diff = false;
    } else if state.view.tour.is_some() {
        state.view.tour = None;
    } else if state.clear_stage() {
        // It was taken away.
    } else if state.cancel_grading() {
        // What was graded before is still shown.
    } else if let Some(player) = state.player.as_mut().filter(|player| player.is_playing) {
        player.play(false);
    } else {
        state.cancel_run();
        state.comparison.stop();
        timings::act(state, TimingsAction::Cancel);
    }
}
