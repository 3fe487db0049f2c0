//! The look of one lane: in the rows, and in the legend that explains it.
//!
//! A look comes from the lane's state and from nothing else. What a lane holds is
//! written on it or stands below it, so that nobody takes a value for a state.

use super::model::Lane;
use crate::visual::ink::Batch;
use egui::{Color32, Rect, pos2, vec2};
use warpbench_theme::Palette;

/// A colour of the palette that tells a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ink {
    Active,
    Masked,
    Barrier,
    Done,
}

impl Ink {
    pub(super) fn colour(self, palette: &Palette) -> Color32 {
        match self {
            Ink::Active => palette.active,
            Ink::Masked => palette.masked,
            Ink::Barrier => palette.barrier,
            Ink::Done => palette.done,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fill {
    Hollow,
    Whole(Ink),
    /// Below the diagonal.
    Half(Ink),
}

/// How a lane is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Look {
    pub(super) fill: Fill,
    pub(super) edge: Option<Ink>,
    /// Whether it has two bars, as on the button that pauses.
    pub(super) has_bars: bool,
}

impl Lane {
    pub(super) fn look(self) -> Look {
        let look = |fill, edge| Look { fill, edge, has_bars: self == Lane::Waiting };
        match self {
            Lane::Absent => look(Fill::Hollow, None),
            Lane::Active => look(Fill::Whole(Ink::Active), None),
            Lane::Stayed => look(Fill::Half(Ink::Active), Some(Ink::Active)),
            Lane::Masked => look(Fill::Hollow, Some(Ink::Masked)),
            Lane::Waiting => look(Fill::Whole(Ink::Barrier), None),
            Lane::Done => look(Fill::Whole(Ink::Done), None),
        }
    }
}

/// Where a lane's bars are, so that a number has room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bars {
    Middle,
    Top,
}

pub(super) fn paint_lane(
    batch: &mut Batch,
    state: Lane,
    place: Rect,
    bars: Bars,
    palette: &Palette,
) {
    let look = state.look();
    match look.fill {
        Fill::Hollow => {}
        Fill::Whole(ink) => batch.fill(place, ink.colour(palette)),
        Fill::Half(ink) => {
            let half = [place.left_top(), place.right_bottom(), place.left_bottom()];
            batch.triangle(half, ink.colour(palette));
        }
    }
    if let Some(ink) = look.edge {
        batch.frame(place, 1.0, ink.colour(palette));
    }
    if look.has_bars {
        let colour = palette.on(palette.barrier);
        match bars {
            Bars::Middle => paint_bars(batch, place, colour),
            Bars::Top => {
                let top = Rect::from_center_size(
                    pos2(place.center().x, place.top() + 2.0),
                    vec2(9.0, 8.0),
                );
                paint_bars(batch, top, colour);
            }
        }
    }
}

/// Two bars, as on the button that pauses.
pub(super) fn paint_bars(batch: &mut Batch, place: Rect, colour: Color32) {
    let side = place.width().min(place.height());
    let bar = vec2((side * 0.14).max(1.0), side * 0.5);
    for x in [-0.17, 0.17] {
        batch.fill(Rect::from_center_size(place.center() + vec2(x * side, 0.0), bar), colour);
    }
}

/// What can be read on a lane. On a half-filled one nothing can without a halo.
pub(super) fn ink_on(state: Lane, palette: &Palette) -> Color32 {
    match state.look().fill {
        Fill::Whole(Ink::Done) => palette.quiet,
        Fill::Whole(ink) => palette.on(ink.colour(palette)),
        Fill::Half(_) => palette.text,
        Fill::Hollow => palette.quiet,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STATES: [Lane; 6] =
        [Lane::Absent, Lane::Active, Lane::Stayed, Lane::Masked, Lane::Waiting, Lane::Done];

    #[test]
    fn no_two_states_look_alike() {
        for (index, state) in STATES.iter().enumerate() {
            for other in &STATES[index + 1..] {
                assert_ne!(state.look(), other.look(), "{state:?} and {other:?}");
            }
        }
    }

    #[test]
    fn only_lanes_that_take_no_part_are_hollow() {
        for state in STATES {
            let is_hollow = state.look().fill == Fill::Hollow;
            assert_eq!(is_hollow, matches!(state, Lane::Absent | Lane::Masked), "{state:?}");
        }
    }
}
