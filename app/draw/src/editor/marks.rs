//! Marks on the text and under it: the lines of the last step and of the next, what was
//! found, what is wrong.

use super::layout;
use super::view::View;
use egui::{
    Color32, Painter, Pos2, Rect, Response, RichText, Shape, Stroke, StrokeKind, Ui, pos2, vec2,
};
use std::ops::Range;
use warpbench_front::{Diagnostic, Severity, SourceLocation};
use warpbench_theme::Palette;

/// How far a wavy line goes up and down, and how far apart its turns are.
const WAVE: (f32, f32) = (1.5, 3.0);

/// The grounds of lines, across everything that can be seen.
pub(super) fn grounds(view: &View<'_>) -> Shape {
    let (input, palette) = (view.input, &view.palette);
    let mut shapes = Vec::new();
    let seen = |line: &u32| view.lines().contains(line);
    if let Some(rect) = input.next_line.filter(seen).and_then(|line| view.line(line)) {
        shapes.push(Shape::rect_filled(rect, 0.0, palette.next_line));
    }
    for rect in input.current_lines.iter().filter(|line| seen(line)).filter_map(|&l| view.line(l)) {
        shapes.push(Shape::rect_filled(rect, 0.0, palette.current_line));
    }
    for rect in input.current_span.iter().flat_map(|span| view.pieces(*span)) {
        // A box around the words and a bar below them, which stands out on any ground.
        let stroke = Stroke::new(1.0, palette.text);
        let rect = rect.expand2(vec2(1.0, 0.0));
        shapes.push(Shape::rect_stroke(rect, 2.0, stroke, StrokeKind::Inside));
        let bar = Rect::from_min_max(pos2(rect.left(), rect.bottom() - 2.5), rect.max);
        shapes.push(Shape::rect_filled(bar, 0.0, palette.text));
    }
    if let Some(rect) = input.hovered_line.filter(seen).and_then(|line| view.line(line)) {
        let stroke = Stroke::new(1.0, palette.quiet);
        shapes.push(Shape::rect_stroke(rect, 2.0, stroke, StrokeKind::Inside));
    }
    Shape::Vec(shapes)
}

/// The places that were found: boxes, and the current one filled.
pub(super) fn found(view: &View<'_>, found: &[Range<usize>]) -> Shape {
    let (Some(find), false) = (view.input.find, found.is_empty()) else { return Shape::Noop };
    let starts = layout::starts(view.galley.text());
    // Only what lies in the rows that can be seen is worth a look.
    let from = starts.get(view.rows.start).copied().unwrap_or(0);
    let to = starts.get(view.rows.end).copied().unwrap_or(usize::MAX);
    let first = found.partition_point(|range| range.end <= from);
    let mut shapes = Vec::new();
    for (nth, range) in found.iter().enumerate().skip(first) {
        if range.start >= to {
            break;
        }
        let (line, column) = layout::location(&starts, range.start);
        let location = SourceLocation { line, column, length: range.len() as u32 };
        let Some(rect) = view.bytes(location) else { continue };
        let rect = rect.shrink2(vec2(0.0, 1.0));
        let colour = view.palette.chosen;
        if nth == find.current.min(found.len() - 1) {
            let fill = layout::Tints::of(&view.palette).found;
            shapes.push(Shape::rect_filled(rect, 2.0, fill));
        }
        let stroke = Stroke::new(1.0, colour);
        shapes.push(Shape::rect_stroke(rect, 2.0, stroke, StrokeKind::Outside));
    }
    Shape::Vec(shapes)
}

/// A sign at the right end of rows that go on behind it, on the row's ground.
pub(super) fn cut(
    painter: &Painter,
    palette: &Palette,
    rows: impl Iterator<Item = (Rect, Color32)>,
) {
    const WIDTH: f32 = 9.0;
    let right = painter.clip_rect().right();
    let mut shapes = Vec::new();
    for (row, ground) in rows.filter(|(row, _)| row.right() > right) {
        let end = Rect::from_x_y_ranges(right - WIDTH..=right, row.y_range());
        shapes.push(Shape::rect_filled(end, 0.0, ground));
        shapes.push(goes_on(end.center(), palette));
    }
    painter.extend(shapes);
}

/// The sign of words that go on to the right.
pub(super) fn goes_on(at: Pos2, palette: &Palette) -> Shape {
    let points = [vec2(-2.0, -4.0), vec2(2.0, 0.0), vec2(-2.0, 4.0)].map(|from| at + from);
    Shape::line(points.to_vec(), Stroke::new(1.5, palette.quiet))
}

/// Waves under what is wrong or may be, thin lines under what has to do with it.
pub(super) fn underlines(view: &View<'_>, painter: &Painter) {
    let mut shapes = Vec::new();
    for diagnostic in view.input.diagnostics {
        for other in &diagnostic.others {
            if let Some(rect) = other.location.and_then(|at| view.bytes(at)) {
                let ends = [rect.left_bottom(), rect.right_bottom()].map(|end| end - UP);
                shapes.extend(Shape::dashed_line(
                    &ends,
                    Stroke::new(1.0, view.palette.quiet),
                    3.0,
                    2.0,
                ));
            }
        }
        if let Some(rect) = view.bytes(diagnostic.location_or_start()) {
            // What may be wrong has a wave of dots.
            let wave = wave(rect, painter.clip_rect());
            let stroke = Stroke::new(1.5, view.palette.conflict);
            match diagnostic.severity {
                Severity::Error => shapes.push(Shape::line(wave, stroke)),
                Severity::Warning | Severity::Advice => {
                    shapes.extend(Shape::dotted_line(&wave, view.palette.conflict, WAVE.1, 1.0))
                }
            }
        }
    }
    painter.extend(shapes);
}

const UP: egui::Vec2 = vec2(0.0, 2.0);

fn wave(rect: Rect, clip: Rect) -> Vec<Pos2> {
    let (from, to) = (rect.left().max(clip.left()), rect.right().min(clip.right()));
    let (rise, step) = WAVE;
    let turns = ((to - from) / step).ceil().max(1.0) as usize;
    (0..=turns)
        .map(|turn| {
            let y = rect.bottom() - UP.y + if turn % 2 == 0 { rise } else { -rise };
            pos2((from + turn as f32 * step).min(to.max(from + step)), y)
        })
        .collect()
}

/// Says what is wrong with the words under the pointer.
pub(super) fn explain(view: &View<'_>, response: &Response) {
    let Some(pointer) = response.hover_pos() else { return };
    let is_under = |at| view.bytes(at).is_some_and(|rect| rect.contains(pointer));
    let wrong = view.input.diagnostics.iter().find(|found| is_under(found.location_or_start()));
    if let Some(wrong) = wrong {
        response.clone().on_hover_ui_at_pointer(|ui| told(ui, wrong));
        return;
    }
    let mut others = view.input.diagnostics.iter().flat_map(|diagnostic| &diagnostic.others);
    if let Some(other) = others.find(|other| other.location.is_some_and(is_under)) {
        response.clone().on_hover_text_at_pointer(&other.label);
    }
}

pub(super) fn told(ui: &mut Ui, diagnostic: &Diagnostic) {
    ui.set_max_width(420.0);
    ui.label(RichText::new(format!("{}: {}", diagnostic.code, diagnostic.message)).strong());
    if !diagnostic.label.is_empty() {
        ui.label(&diagnostic.label);
    }
    for help in diagnostic.note.iter().chain(&diagnostic.help) {
        ui.label(format!("Help: {help}"));
    }
    for other in &diagnostic.others {
        let line = other.location.unwrap_or(SourceLocation::START).line;
        ui.label(RichText::new(format!("Line {line}: {}", other.label)).weak());
    }
}
