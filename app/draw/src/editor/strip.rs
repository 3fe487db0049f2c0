//! Diagnostics strip: what is wrong with the text, below it and in full, so that nobody has
//! to hover to read it; what the compiler says, what it expected and found, its help.
//!
//! The strip has one height whatever it says and scrolls when that is not enough.
//! It takes its room from the end of the text, whose lines stay where they are.

use super::input::Input;
use crate::terms::code_link;
use egui::{
    Button, Label, Rect, RichText, Role, ScrollArea, Sense, Shape, Stroke, TextStyle, Ui,
    UiBuilder, WidgetInfo, pos2, vec2,
};
use warpbench_codes::Code;
use warpbench_front::{Diagnostic, Severity};
use warpbench_theme::Palette;

/// Room for a message and what is said about it.
const HEIGHT: f32 = 118.0;

/// How far the words stand from the left, behind the sign.
const INDENT: f32 = 22.0;

/// How high the strip is below a text in an area that high.
pub(super) fn height(diagnostics: usize, area: f32) -> f32 {
    if diagnostics == 0 { 0.0 } else { HEIGHT.min(area * 0.45) }
}

/// Lists what is wrong. Gives the one that was clicked, and the code that is to be
/// explained.
pub(super) fn show<'a>(
    ui: &mut Ui,
    input: &Input<'a>,
    area: Rect,
    explained: &mut Option<Code>,
) -> Option<&'a Diagnostic> {
    let palette = Palette::of(ui.visuals());
    let mut child = ui.new_child(UiBuilder::new().max_rect(area).id_salt((input.id, "strip")));
    child.set_clip_rect(area.intersect(ui.clip_rect()));
    let painter = child.painter();
    painter.rect_filled(area, 0.0, palette.field);
    painter.hline(area.x_range(), area.top(), Stroke::new(1.0, palette.line));
    let mut clicked = None;
    let inner = area.shrink2(vec2(8.0, 4.0));
    let mut child = child.new_child(UiBuilder::new().max_rect(inner));
    child.spacing_mut().item_spacing.y = 2.0;
    ScrollArea::vertical().id_salt("wrong").auto_shrink(false).show(&mut child, |ui| {
        for (nth, diagnostic) in input.diagnostics.iter().enumerate() {
            if nth > 0 {
                ui.separator();
            }
            if entry(ui, diagnostic, &palette, explained) {
                clicked = Some(diagnostic);
            }
        }
    });
    clicked
}

/// One thing that is wrong. Says whether it was clicked.
fn entry(
    ui: &mut Ui,
    diagnostic: &Diagnostic,
    palette: &Palette,
    explained: &mut Option<Code>,
) -> bool {
    let line = diagnostic.location_or_start().line;
    let word = match diagnostic.severity {
        Severity::Error => "",
        Severity::Warning => "warning, ",
        Severity::Advice => "advice, ",
    };
    let text = format!("{word}line {line}: {}", diagnostic.message);
    let mut is_clicked = false;
    ui.horizontal_top(|ui| {
        let size =
            vec2(INDENT - ui.spacing().item_spacing.x, ui.text_style_height(&TextStyle::Body));
        let (place, _) = ui.allocate_exact_size(size, Sense::empty());
        sign(ui, place, diagnostic.severity, palette);
        ui.vertical(|ui| {
            let button = Button::new(RichText::new(&text).strong().color(palette.text))
                .frame(false)
                .wrap()
                .sense(Sense::click());
            let response = ui.add(button);
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &text));
            is_clicked = response.on_hover_text("Go there").clicked();
            if code_link(ui, diagnostic.code) {
                *explained = Some(diagnostic.code);
            }
            for told in told(diagnostic) {
                ui.add(Label::new(RichText::new(told).color(palette.text)).wrap());
            }
            for other in &diagnostic.others {
                let place = match other.location {
                    Some(location) => format!("line {}: {}", location.line, other.label),
                    None => other.label.clone(),
                };
                ui.add(Label::new(RichText::new(place).color(palette.quiet)).wrap());
            }
        });
    });
    is_clicked
}

/// What is said besides the message: at the words, then notes and help.
fn told(diagnostic: &Diagnostic) -> Vec<String> {
    let at_words = Some(diagnostic.label.clone()).filter(|label| !label.is_empty());
    let note = diagnostic.note.iter().map(|note| format!("note: {note}"));
    let help = diagnostic.help.iter().map(|help| format!("help: {help}"));
    at_words.into_iter().chain(note).chain(help).collect()
}

/// A triangle, filled where it is wrong and hollow where it may be, as beside the
/// lines.
fn sign(ui: &Ui, place: Rect, severity: Severity, palette: &Palette) {
    let at = pos2(place.left() + 6.0, place.center().y);
    let points = [vec2(0.0, -5.0), vec2(5.0, 4.0), vec2(-5.0, 4.0)].map(|from| at + from).to_vec();
    ui.painter().add(match severity {
        Severity::Error => Shape::convex_polygon(points, palette.conflict, Stroke::NONE),
        Severity::Warning | Severity::Advice => {
            Shape::closed_line(points, Stroke::new(1.5, palette.conflict))
        }
    });
}
