//! What the last step did, in a line of its own that is always there.

use crate::window::state::State;
use crate::window::theme::{Palette, SIZES};
use egui::text::{LayoutJob, TextFormat};
use egui::{FontId, Role, Sense, Ui, WidgetInfo, vec2};

/// Draws the line. It is as high with words as without.
pub(super) fn show(ui: &mut Ui, state: &State) {
    let size = if state.view.is_presenting { SIZES[2] } else { SIZES[1] };
    let palette = Palette::of(ui.visuals());
    let words = state.caption().map(|caption| caption.words).unwrap_or_default();
    let room = vec2(ui.available_width(), size * 1.5);
    let (place, response) = ui.allocate_exact_size(room, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("last step: {words}")));
    let mut job = LayoutJob::default();
    // Every other part is the text's own words.
    for (number, part) in words.split('`').enumerate() {
        let font = match number % 2 {
            0 => FontId::proportional(size),
            _ => FontId::monospace(size),
        };
        job.append(part, 0.0, TextFormat::simple(font, palette.text));
    }
    job.wrap.max_rows = 1;
    job.wrap.break_anywhere = true;
    job.wrap.max_width = room.x;
    let galley = ui.painter().layout_job(job);
    let is_cut = galley.elided;
    let at = place.left_center() - vec2(0.0, galley.size().y / 2.0);
    ui.painter().galley(at, galley, palette.text);
    if is_cut {
        response.on_hover_text(words);
    }
}
