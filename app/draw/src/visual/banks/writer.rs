//! Writer marks: how one sees which warp wrote a cell.
//!
//! Colours are for what the step does. Who wrote a word before is told by four shades
//! of grey, and by notches in the corners, which count how often the shades went round:
//! as many warps as a block can have all look different.

use crate::visual::ink::Batch;
use egui::{Color32, Rect, vec2};
use warpbench_theme::Palette;

const SHADES: u32 = 4;
/// The corners that a notch may be in.
const CORNERS: u32 = 3;

/// How a cell shows its writer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct WriterLook {
    shade: u32,
    /// Whether there is a notch: upper left, upper right, lower right.
    notches: [bool; CORNERS as usize],
}

impl WriterLook {
    fn of(warp: u32) -> WriterLook {
        let round = warp / SHADES;
        let notches = [0, 1, 2].map(|corner| round >> corner & 1 == 1);
        WriterLook { shade: warp % SHADES, notches }
    }

    fn colour(self, palette: &Palette) -> Color32 {
        // All of them are darker or lighter than what nobody has written.
        let share = if palette.is_dark { 0.1 } else { 0.08 };
        palette.field.lerp_to_gamma(palette.quiet, share * (self.shade as f32 + 1.0))
    }
}

/// The ground of a cell.
pub(super) fn ground(palette: &Palette, writer: Option<u32>) -> Color32 {
    writer.map_or(palette.field, |warp| WriterLook::of(warp).colour(palette))
}

/// The notches of a cell, which leave its value room.
pub(super) fn notches(batch: &mut Batch, palette: &Palette, cell: Rect, warp: u32) {
    let side = (0.35 * cell.width().min(cell.height())).clamp(2.0, 5.0);
    let corners = [
        (cell.left_top(), vec2(side, side)),
        (cell.right_top(), vec2(-side, side)),
        (cell.right_bottom(), vec2(-side, -side)),
    ];
    let seen =
        corners.into_iter().zip(WriterLook::of(warp).notches).filter(|(_, is_there)| *is_there);
    for ((corner, inwards), _) in seen {
        let along = [corner + vec2(inwards.x, 0.0), corner + vec2(0.0, inwards.y)];
        batch.triangle([corner, along[0], along[1]], palette.quiet);
    }
}

/// A cell as it is in the legend.
pub(super) fn paint(batch: &mut Batch, palette: &Palette, cell: Rect, warp: u32) {
    batch.fill(cell, ground(palette, Some(warp)));
    notches(batch, palette, cell, warp);
}

#[cfg(test)]
mod tests {
    use super::*;
    use warpbench_theme::contrast;

    /// A block has 32 warps at most.
    #[test]
    fn no_two_warps_of_a_block_look_alike() {
        let looks: Vec<WriterLook> = (0..32).map(WriterLook::of).collect();
        for (warp, look) in looks.iter().enumerate() {
            assert!(!looks[..warp].contains(look), "w{warp}: {look:?}");
        }
    }

    #[test]
    fn values_can_be_read_on_every_shade() {
        for visuals in [egui::Visuals::dark(), egui::Visuals::light()] {
            let palette = Palette::of(&visuals);
            let shades: Vec<Color32> = (0..SHADES).map(|w| ground(&palette, Some(w))).collect();
            for (index, shade) in shades.iter().enumerate() {
                assert!(contrast(palette.text, *shade) >= 4.5, "{index}");
                for other in shades[..index].iter().chain([&palette.field]) {
                    assert_ne!(shade, other, "{index}");
                }
            }
        }
    }
}
