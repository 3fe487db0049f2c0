//! How things are shown.

use super::{rung, timings};
use crate::window::lessons::RungId;
use crate::window::state::view::Theme;
use crate::window::state::{State, layout};
use crate::window::timings::action::TimingsAction;
use crate::window::tour::tour;

pub(super) fn toggle_theme(state: &mut State) {
    state.view.theme = match state.view.theme {
        Theme::Dark => Theme::Light,
        Theme::Light => Theme::Dark,
    };
}

pub(super) fn zoom(state: &mut State, factor: f32) {
    state.view.zoom = (state.view.zoom * factor).clamp(0.5, 4.0);
}

/// Goes to a stop of the tour, which is about the first lesson, or ends it.
pub(super) fn go_to_stop(state: &mut State, stop: Option<usize>) {
    let stop = stop.filter(|stop| *stop < tour().len());
    state.view.tour = stop;
    let Some(stop) = stop.map(|stop| &tour()[stop]) else { return };
    if state.setup.rung_id.lesson != 0 {
        rung::open(state, RungId::default());
    }
    if let Some(panel) = stop.target.panel() {
        layout::bring_up(&mut state.layout, panel);
        state.put_on_stage(panel);
    }
}

/// Closes what lies on top; where nothing does, stops what is under way.
pub(super) fn cancel(state: &mut State) {
    if state.view.palette.is_some() {
        state.view.palette = None;
    } else if state.view.find.is_some() {
        state.view.find = None;
    } else if state.view.is_diff {
        state.view.is_diff = false;
    } else if state.view.tour.is_some() {
        state.view.tour = None;
    } else if state.clear_stage() {
        // It was taken away.
    } else if let Some(player) = state.player.as_mut().filter(|player| player.is_playing) {
        player.play(false);
    } else {
        state.cancel_run();
        timings::act(state, TimingsAction::Cancel);
    }
}
