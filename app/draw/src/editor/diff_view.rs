//! A text against its original: both in one column, only where they differ.
//!
//! It can be selected and copied but not edited. Lines that are gone have a
//! minus and a vermillion ground, new ones a plus and a green one.

use super::cache::TextCache;
use super::diff::{Diff, DiffRow, RowKind};
use super::field::{self, Field};
use super::input::{Input, Output};
use super::rows::RowRule;
use super::{layout, marks};
use egui::{
    Align2, Button, Color32, FontId, Rect, RichText, ScrollArea, Shape, Stroke, Ui, UiBuilder,
    pos2, vec2,
};
use warpbench_theme::Palette;

const HEADER: f32 = 34.0;

/// What a text is usually compared with.
pub(crate) const ORIGINAL: &str = "the original";

/// Shows the differences in an area.
pub(super) fn show(ui: &mut Ui, input: &Input<'_>, area: Rect) -> Output {
    let mut output = Output::default();
    let palette = Palette::of(ui.visuals());
    let diff = TextCache::of(ui.ctx(), input.id).diff(input.original, input.text);
    let (above, below) = area.split_top_bottom_at_y(area.top() + HEADER.min(area.height()));
    let mut child = ui.new_child(UiBuilder::new().id_salt((input.id, "diff")).max_rect(area));
    child.set_clip_rect(area.intersect(ui.clip_rect()));
    child.painter().rect_filled(area, 0.0, palette.ground);
    child.visuals_mut().selection.bg_fill = layout::Tints::of(&palette).selected;
    let mut header = child.new_child(UiBuilder::new().max_rect(above.shrink2(vec2(8.0, 2.0))));
    header.horizontal_centered(|ui| {
        output.left_diff = ui.add(Button::new("Back to the text")).clicked();
        ui.add(
            egui::Label::new(RichText::new(told(&diff, input.against)).color(palette.quiet))
                .truncate(),
        );
    });
    child.painter().hline(area.x_range(), above.bottom(), Stroke::new(1.0, palette.line));
    let mut child = child.new_child(UiBuilder::new().max_rect(below));
    child.set_clip_rect(below.intersect(child.clip_rect()));
    child.spacing_mut().scroll.fade.strength = 0.0;
    if diff.rows.is_empty() {
        child.add_space(12.0);
        child.horizontal_wrapped(|ui| {
            ui.add_space(12.0);
            let what = if input.against == ORIGINAL { "what it was" } else { input.against };
            ui.label(format!("The text is {what}. Change a line to see the difference here."));
        });
    } else {
        ScrollArea::vertical()
            .id_salt("rows")
            .auto_shrink(false)
            .show(&mut child, |ui| rows(ui, input, &diff));
    }
    output
}

fn told(diff: &Diff, against: &str) -> String {
    let lines = |n: usize| if n == 1 { "1 line".to_owned() } else { format!("{n} lines") };
    match diff.counts() {
        (0, 0) => format!("No line differs from {against}"),
        (added, 0) => format!("{} added to {against}", lines(added)),
        (0, removed) => format!("{} removed from {against}", lines(removed)),
        (added, removed) if against == ORIGINAL => {
            format!("{} added, {} removed", lines(added), lines(removed))
        }
        (yours, theirs) => {
            format!("+ {} of yours, − {} of {against}", lines(yours), lines(theirs))
        }
    }
}

fn rows(ui: &mut Ui, input: &Input<'_>, diff: &Diff) {
    let appearance = field::appearance(ui, input.language, false);
    let text = diff.rows.iter().map(|row| &row.text[..]).collect::<Vec<_>>().join("\n");
    let (visible, corner) = (ui.clip_rect(), ui.max_rect().min);
    let (font, digit_width) = field::numbers(ui, &appearance);
    let last = diff.rows.iter().filter_map(|row| row.before.max(row.after)).max().unwrap_or(1);
    let columns = Columns::new(last, digit_width);
    let ground = ui.painter().add(Shape::Noop);
    let room = Rect::from_min_max(
        pos2(corner.x + columns.width, corner.y),
        pos2(visible.right(), visible.bottom().max(corner.y)),
    );
    let cache = TextCache::of(ui.ctx(), input.id.with("diff"));
    let named = (input.id.with("differences"), "Differences from the original");
    let Field { edit, painter, .. } = field::show(
        ui,
        (room, 0.0),
        named,
        &cache,
        (&appearance, &RowRule::default()),
        &mut &text[..],
    );
    let heights = layout::shifted(visible.y_range(), -edit.galley_pos.y);
    let (mut under, mut words) = (Vec::new(), Vec::new());
    for index in layout::rows(&edit.galley, heights) {
        let (Some(row), Some(placed)) = (diff.rows.get(index), edit.galley.rows.get(index)) else {
            continue;
        };
        let rect = placed.rect().translate(edit.galley_pos.to_vec2());
        words.push((rect, row_ground(row.kind, &appearance.palette)));
        let rect = Rect::from_x_y_ranges(visible.x_range(), rect.y_range());
        paint(ui, row, rect, &columns, &font, &appearance.palette, &mut under);
    }
    ui.painter().set(ground, Shape::Vec(under));
    marks::cut(&painter, &appearance.palette, words.into_iter());
}

fn row_ground(kind: RowKind, palette: &Palette) -> Color32 {
    match kind {
        RowKind::Added => layout::Tints::of(palette).added,
        RowKind::Removed => layout::Tints::of(palette).removed,
        RowKind::Same | RowKind::Break => palette.ground,
    }
}

/// The two numbers and the sign beside a row.
struct Columns {
    before: f32,
    after: f32,
    sign: f32,
    width: f32,
}

impl Columns {
    fn new(last: u32, digit_width: f32) -> Columns {
        let number = (last.max(10).ilog10() + 1) as f32 * digit_width;
        let (before, after) = (6.0 + number, 14.0 + 2.0 * number);
        Columns { before, after, sign: after + 10.0, width: after + 18.0 }
    }
}

fn paint(
    ui: &Ui,
    row: &DiffRow,
    rect: Rect,
    columns: &Columns,
    font: &FontId,
    palette: &Palette,
    under: &mut Vec<Shape>,
) {
    let sign = match row.kind {
        RowKind::Same => "",
        RowKind::Added => "+",
        RowKind::Removed => "−",
        RowKind::Break => {
            let ends = [rect.left_center(), rect.right_center()];
            under.extend(Shape::dashed_line(&ends, Stroke::new(1.0, palette.line), 6.0, 4.0));
            return;
        }
    };
    under.push(Shape::rect_filled(rect, 0.0, row_ground(row.kind, palette)));
    let mut write = |x: f32, align: Align2, text: String, colour| {
        let at = pos2(rect.left() + x, rect.center().y);
        let text = ui.fonts_mut(|fonts| Shape::text(fonts, at, align, text, font.clone(), colour));
        under.push(text);
    };
    for (x, number) in [(columns.before, row.before), (columns.after, row.after)] {
        if let Some(number) = number {
            write(x, Align2::RIGHT_CENTER, number.to_string(), palette.quiet);
        }
    }
    write(columns.sign, Align2::CENTER_CENTER, sign.to_owned(), palette.text);
}
