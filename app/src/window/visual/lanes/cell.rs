//! The look of one lane: in the rows, and in the legend that explains it.

use super::model::Lane;
use crate::window::theme::Palette;
use crate::window::visual::ink::Batch;
use egui::{Color32, Rect, vec2};

/// Draws a lane: its state as fill, outline or diagonal. With a share, the fill is
/// lighter or darker by it.
pub(super) fn paint_lane(
    batch: &mut Batch,
    state: Lane,
    place: Rect,
    share: Option<f32>,
    palette: &Palette,
) {
    let shade =
        |colour: Color32, share: f32| palette.ground.lerp_to_gamma(colour, 0.1 + 0.9 * share);
    let filled = |batch: &mut Batch, colour: Color32| match share {
        Some(share) => {
            batch.fill(place, shade(colour, share));
            batch.frame(place, 1.0, colour);
        }
        None => batch.fill(place, colour),
    };
    match state {
        Lane::Absent => {}
        Lane::Active => filled(batch, palette.active),
        Lane::Stayed => {
            let half = [place.left_top(), place.right_bottom(), place.left_bottom()];
            let fill = share.map_or(palette.active, |share| shade(palette.active, share));
            batch.triangle(half, fill);
            batch.frame(place, 1.0, palette.active);
        }
        Lane::Masked => batch.frame(place, 1.0, palette.masked),
        Lane::Waiting => filled(batch, palette.barrier),
        Lane::Done => batch.fill(place, palette.done),
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
