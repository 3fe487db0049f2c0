//! Legend of the scrubber's signs, beside the caption where that leaves room.

use super::scrubber::Sign;
use egui::{Align2, Color32, FontId, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use warpbench_state::state::State;
use warpbench_theme::{Palette, SIZES};

/// What a sign takes, and what stands between one meaning and the next.
const SIGN: f32 = 14.0;
const GAP: f32 = 12.0;

/// Draws them at the right end of a row of which so much from the left is taken.
pub(super) fn show(ui: &mut Ui, state: &State, row: Rect, taken: f32) {
    let Some(player) = &state.player else { return };
    let palette = Palette::of(ui.visuals());
    let font = FontId::proportional(SIZES[0]);
    let seen: Vec<Sign> = Sign::seen(player).collect();
    let wide = |sign: &Sign| {
        let text = sign.meaning().to_owned();
        let galley = ui.painter().layout_no_wrap(text, font.clone(), Color32::PLACEHOLDER);
        SIGN + galley.size().x + GAP
    };
    let widths: Vec<f32> = seen.iter().map(wide).collect();
    let mut left = row.right() - widths.iter().sum::<f32>();
    if seen.is_empty() || left < row.left() + taken + 2.0 * GAP {
        return;
    }
    let place = row.with_min_x(left);
    let response = ui.interact(place, ui.scope_id().with("signs"), Sense::hover());
    let words: Vec<&str> = seen.iter().map(|sign| sign.meaning()).collect();
    let words = format!("signs below: {}", words.join(", "));
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
    let mut shapes = Vec::new();
    for (sign, width) in seen.iter().zip(widths) {
        sign.paint(&mut shapes, pos2(left + SIGN / 2.0, row.center().y), &palette);
        let at = pos2(left + SIGN, row.center().y) + vec2(2.0, 0.0);
        ui.painter().text(at, Align2::LEFT_CENTER, sign.meaning(), font.clone(), palette.quiet);
        left += width;
    }
    ui.painter().extend(shapes);
}
