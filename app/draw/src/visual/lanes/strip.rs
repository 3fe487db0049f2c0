//! Bars below the lanes: what a watched variable holds where there is no room for
//! numbers.

use crate::visual::ink::Batch;
use egui::Rect;
use warpbench_machine::sim::code::Scalar;
use warpbench_theme::Palette;

/// Draws a bar for a share from nothing (0) to everything (1). However small it is,
/// it can be seen, and it lies on a track: a low value is no missing one.
pub(super) fn paint_bar(batch: &mut Batch, track: Rect, share: f32, palette: &Palette) {
    batch.fill(track, palette.field);
    let height = (track.height() * share.clamp(0.0, 1.0)).max(1.0);
    batch.fill(track.with_min_y(track.bottom() - height), palette.quiet);
}

/// How far a number lies on the way from one to another.
pub(super) fn share(number: f64, (least, most): (f64, f64)) -> f32 {
    let share = (number - least) / (most - least).max(f64::MIN_POSITIVE);
    if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) as f32 }
}

/// A number of the scale, as values are written.
pub(super) fn short(number: f64) -> String {
    crate::visual::value::text(Scalar::F64, number.to_bits())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_a_scale() {
        let check = |number: f64, range, expected: f32| {
            assert_eq!(share(number, range), expected, "{number} in {range:?}");
        };
        check(0.0, (0.0, 8.0), 0.0);
        check(4.0, (0.0, 8.0), 0.5);
        check(9.0, (0.0, 8.0), 1.0);
        check(3.0, (3.0, 3.0), 0.0);
        check(f64::NAN, (0.0, 8.0), 0.0);
        check(f64::INFINITY, (0.0, 8.0), 1.0);
    }

    #[test]
    fn numbers_of_a_scale() {
        let check = |number, expected: &str| assert_eq!(short(number), expected);
        check(2040.0, "2040");
        check(-0.5, "-0.5");
        check(1e9, "1e9");
    }
}
