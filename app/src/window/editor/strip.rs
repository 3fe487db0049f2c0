//! What is wrong with the text, below it, so that nobody has to hover to read
//! it. The strip has one height whatever it says, and is gone when there is
//! nothing to say.

use super::input::Input;
use super::marks;
use crate::window::theme::Palette;
use egui::{
    Button, Rect, RichText, Role, Sense, Shape, Stroke, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};
use warpbench_front::{Diagnostic, Severity};

const ROW: f32 = 22.0;

const LISTED: usize = 2;

/// How high the strip is.
pub(super) fn height(diagnostics: usize) -> f32 {
    if diagnostics == 0 { 0.0 } else { LISTED as f32 * ROW + 8.0 }
}

/// Lists the first of what is wrong. Gives the one that was clicked.
pub(super) fn show<'a>(ui: &mut Ui, input: &Input<'a>, area: Rect) -> Option<&'a Diagnostic> {
    let palette = Palette::of(ui.visuals());
    let mut child = ui.new_child(UiBuilder::new().max_rect(area).id_salt((input.id, "strip")));
    child.set_clip_rect(area.intersect(ui.clip_rect()));
    let painter = child.painter();
    painter.rect_filled(area, 0.0, palette.field);
    painter.hline(area.x_range(), area.top(), Stroke::new(1.0, palette.line));
    let mut clicked = None;
    for (nth, diagnostic) in input.diagnostics.iter().take(LISTED).enumerate() {
        let left_out = input.diagnostics.len().saturating_sub(LISTED);
        let more = if nth + 1 == LISTED && left_out > 0 { 64.0 } else { 0.0 };
        let top = area.top() + 4.0 + nth as f32 * ROW;
        let row = Rect::from_min_max(
            pos2(area.left() + 26.0, top),
            pos2(area.right() - 8.0 - more, top + ROW),
        );
        let at = pos2(area.left() + 15.0, row.center().y);
        let points =
            [vec2(0.0, -5.0), vec2(5.0, 4.0), vec2(-5.0, 4.0)].map(|from| at + from).to_vec();
        // Filled where it is wrong, hollow where it may be, as beside the lines.
        let (sign, word) = match diagnostic.severity {
            Severity::Error => (Shape::convex_polygon(points, palette.conflict, Stroke::NONE), ""),
            Severity::Warning => {
                (Shape::closed_line(points, Stroke::new(1.5, palette.barrier)), "warning, ")
            }
        };
        child.painter().add(sign);
        let line = diagnostic.location_or_start().line;
        let text = format!("{word}line {line}: {}", diagnostic.message);
        let button = Button::new(RichText::new(&text).small().color(palette.text))
            .frame(false)
            .truncate()
            .sense(Sense::click());
        let mut line = child.new_child(UiBuilder::new().max_rect(row).id_salt(nth));
        let response = line.horizontal_centered(|ui| ui.add(button)).inner;
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &text));
        if response.on_hover_ui(|ui| marks::told(ui, diagnostic)).clicked() {
            clicked = Some(diagnostic);
        }
        if more > 0.0 {
            let at = pos2(area.right() - 10.0, row.center().y);
            let font = egui::TextStyle::Small.resolve(child.style());
            let text = format!("{left_out} more");
            child.painter().text(at, egui::Align2::RIGHT_CENTER, text, font, palette.quiet);
        }
    }
    clicked
}
