//! The field that a text is in, which scrolls sideways.

use super::cache::{Appearance, TextCache};
use super::layout;
use super::rows::RowRule;
use egui::style::ScrollAnimation;
use egui::text_edit::TextEditOutput;
use egui::{
    FontId, Frame, Id, Margin, Painter, Rect, ScrollArea, Shape, TextBuffer, TextEdit, TextStyle,
    Ui, UiBuilder, vec2,
};
use warpbench_texts::syntax::Syntax;
use warpbench_theme::Palette;

/// Room around the text: its last column must not stick to what is beside it.
const MARGIN: Margin = Margin { left: 4, right: 24, top: 4, bottom: 12 };

/// What a line leaves free at the right if it is to be seen from its start.
pub(super) const ROOM_AT_END: f32 = 24.0;

/// What the field gave back, and where to paint on its text and under it.
pub(super) struct Field {
    pub(super) edit: TextEditOutput,
    pub(super) painter: Painter,
    pub(super) under: egui::layers::ShapeIdx,
}

/// A text whose lines go on below is smaller in a room that is narrower than this.
const NARROW: f32 = 420.0;
const SMALLER: f32 = 0.86;

/// How a text looks in a theme.
pub(super) fn appearance(ui: &Ui, syntax: Syntax, is_wrapped: bool) -> Appearance {
    let mut font = TextStyle::Monospace.resolve(ui.style());
    if is_wrapped && ui.clip_rect().width() < NARROW {
        font.size *= SMALLER;
    }
    let row_height = (font.size * 1.4).round();
    Appearance { syntax, palette: Palette::of(ui.visuals()), font, row_height }
}

/// The numbers of lines are a little smaller than the lines. Gives their font
/// and how wide a digit is.
pub(super) fn numbers(ui: &Ui, appearance: &Appearance) -> (FontId, f32) {
    let font = FontId::monospace(appearance.font.size - 1.5);
    let width = ui.fonts_mut(|fonts| fonts.glyph_width(&font, '0'));
    (font, width)
}

/// How many columns of a text have room in a width.
pub(super) fn columns(ui: &Ui, appearance: &Appearance, width: f32) -> usize {
    let column = ui.fonts_mut(|fonts| fonts.glyph_width(&appearance.font, '0'));
    // What is behind the longest line need not be seen.
    ((width - f32::from(MARGIN.left) - column) / column).max(1.0) as usize
}

/// Shows a text in the width of a room, as high as it is, with so much free behind
/// its longest line. The name is for those who cannot see it.
pub(super) fn show(
    ui: &mut Ui,
    (room, behind): (Rect, f32),
    (id, name): (Id, &str),
    cache: &TextCache,
    (appearance, rule): (&Appearance, &RowRule<'_>),
    text: &mut dyn TextBuffer,
) -> Field {
    let height = ui.clip_rect().height();
    let scroll = |ui: &mut Ui| {
        let under = ui.painter().add(Shape::Noop);
        let mut layouter = |ui: &Ui, text: &dyn TextBuffer, _: f32| {
            cache.galley(ui, text.as_str(), appearance, rule)
        };
        let galley = cache.galley(ui, text.as_str(), appearance, rule);
        let width = galley.size().x + MARGIN.sum().x + behind;
        let mut edit = TextEdit::multiline(text)
            .id(id)
            .code_editor()
            .frame(Frame::NONE.inner_margin(MARGIN))
            .desired_width(0.0)
            .desired_rows(1)
            .min_size(vec2(width.max(room.width()), height))
            .cursor_at_end(false)
            .layouter(&mut layouter)
            .show(ui);
        // The app keeps the history; another one would only take up memory.
        edit.state.clear_undoer();
        ui.ctx().accesskit_node_builder(id, |node| node.set_label(name));
        if let Some(widths) = cache.take_widths() {
            let widths = layout::shifted(widths, edit.galley_pos.x);
            let rect = Rect::from_x_y_ranges(widths, ui.clip_rect().y_range());
            ui.scroll_to_rect_animation(rect, None, ScrollAnimation::none());
        }
        Field { edit, painter: ui.painter().clone(), under }
    };
    ui.scope_builder(UiBuilder::new().max_rect(room), |ui| {
        ScrollArea::horizontal().id_salt("columns").auto_shrink(false).show(ui, scroll).inner
    })
    .inner
}
