//! Caption bar: what the last step did, in a line of its own that is always there.

use super::signs;
use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, FontId, Role, Sense, Ui, WidgetInfo, vec2};
use warpbench_state::state::State;
use warpbench_theme::{Palette, SIZES};

/// However little room there is, so many characters of an operation stay.
const LEAST_CODE: usize = 8;

/// Draws the line. It is as high with words as without.
pub(super) fn show(ui: &mut Ui, state: &State) {
    let size = if state.view.is_presenting { SIZES[2] } else { SIZES[1] };
    let palette = Palette::of(ui.visuals());
    let words = state.caption().map(|caption| caption.words).unwrap_or_default();
    let room = vec2(ui.available_width(), size * 1.5);
    let (place, response) = ui.allocate_exact_size(room, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("last step: {words}")));
    let whole = ui.painter().layout_job(job(&words, size, palette.text, f32::INFINITY));
    let over = (whole.size().x - room.x).max(0.0);
    let character = ui.fonts_mut(|fonts| fonts.glyph_width(&FontId::monospace(size), '0'));
    // What came of an operation is worth more than how it is written, which is marked
    // in the text.
    let shown = shortened(&words, (over / character).ceil() as usize);
    let galley = ui.painter().layout_job(job(&shown, size, palette.text, room.x));
    let is_cut = shown != words || galley.elided;
    let at = place.left_center() - vec2(0.0, galley.size().y / 2.0);
    let taken = galley.size().x;
    ui.painter().galley(at, galley, palette.text);
    if is_cut {
        response.on_hover_text(words);
    }
    signs::show(ui, state, place, taken);
}

/// One line of words; every other part is the text's own.
fn job(words: &str, size: f32, colour: Color32, width: f32) -> LayoutJob {
    let mut job = LayoutJob::default();
    for (number, part) in words.split('`').enumerate() {
        let font = match number % 2 {
            0 => FontId::proportional(size),
            _ => FontId::monospace(size),
        };
        job.append(part, 0.0, TextFormat::simple(font, colour));
    }
    job.wrap.max_rows = 1;
    job.wrap.break_anywhere = true;
    job.wrap.max_width = width;
    job
}

/// The words with so many characters less between backquotes, as far as there are.
fn shortened(words: &str, mut less: usize) -> String {
    let mut parts = Vec::new();
    for (number, part) in words.split('`').enumerate() {
        let count = part.chars().count();
        if number % 2 == 0 || less == 0 || count <= LEAST_CODE {
            parts.push(part.to_owned());
            continue;
        }
        // Dots take room themselves.
        let kept = count.saturating_sub(less + 2).max(LEAST_CODE);
        less = less.saturating_sub(count - kept);
        let start: String = part.chars().take(kept).collect();
        parts.push(format!("{} …", start.trim_end_matches([' ', '…'])));
    }
    parts.join("`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operation_gives_way_to_its_result() {
        let check =
            |words: &str, less, expected: &str| assert_eq!(shortened(words, less), expected);
        let words = "w0 · `thread::block_idx_y() as usize` · y = 0 in 32 lanes";
        check(words, 0, words);
        check(words, 7, "w0 · `thread::block_idx_y() …` · y = 0 in 32 lanes");
        check(words, 100, "w0 · `thread:: …` · y = 0 in 32 lanes");
        check("w0 · `a + b` · 3", 20, "w0 · `a + b` · 3");
        check("the block begins", 5, "the block begins");
        check("w1 · `*tile.add(t) = …` · stores", 3, "w1 · `*tile.add(t …` · stores");
    }
}
