//! Gutter, left of the text: breakpoints, triangles for what was found, numbers, markers for
//! the last step and the next, bars for what was changed.

use super::diff::{Diff, LineChange};
use super::input::MarkSeverity;
use super::view::View;
use super::{layout, marks};
use egui::{
    Align2, FontId, Pos2, Rect, RichText, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2,
};
use warpbench_front::Severity;

/// Paints the gutter. Gives the line that was clicked.
pub(super) fn show(ui: &Ui, view: &View<'_>, diff: &Diff, font: &FontId) -> Option<u32> {
    let area =
        Rect::from_min_size(view.visible.min, vec2(view.gutter.width, view.visible.height()));
    // Dragging from here must not select text, so it is sensed and ignored.
    let id = view.input.id.with("gutter");
    let response = ui.interact(area, id, Sense::click_and_drag());
    let pointed = response.hover_pos().and_then(|at| view.line_at(at.y));
    paint(ui, view, diff, font, pointed);
    response.widget_info(|| {
        let all = view.input.breakpoints.iter().map(u32::to_string).collect::<Vec<_>>();
        let told = if all.is_empty() { "none".to_owned() } else { all.join(", ") };
        let lines = view.lines();
        let label = format!("Lines {} to {}, breakpoints: {told}", lines.start(), lines.end());
        WidgetInfo::labeled(Role::Group, true, label)
    });
    if let Some(line) = pointed {
        explain(view, &response, line);
    }
    if response.clicked() {
        response.interact_pointer_pos().and_then(|at| view.line_at(at.y))
    } else {
        None
    }
}

fn paint(ui: &Ui, view: &View<'_>, diff: &Diff, font: &FontId, pointed: Option<u32>) {
    let (input, palette, left) = (view.input, &view.palette, view.visible.left());
    let mut shapes = Vec::new();
    changes(view, diff, &mut shapes);
    for line in view.lines() {
        let Some(rect) = view.line(line) else { continue };
        let middle = rect.center().y;
        let dot = pos2(left + view.gutter.breakpoint, middle);
        if input.breakpoints.contains(&line) {
            shapes.push(Shape::circle_filled(dot, 5.0, palette.text));
        } else if pointed == Some(line) {
            shapes.push(Shape::circle_stroke(dot, 4.5, Stroke::new(1.0, palette.quiet)));
        }
        if let Some(severity) = worst(view, line) {
            let at = pos2(left + view.gutter.triangle, middle);
            shapes.push(triangle(at, 5.0, severity, view));
        }
        let is_current = input.current_lines.contains(&line);
        let at = pos2(left + view.gutter.marker, middle);
        if is_current {
            shapes.push(Shape::convex_polygon(arrow(at), palette.text, Stroke::NONE));
        } else if input.next_line == Some(line) {
            let stroke = Stroke::new(1.5, palette.text);
            shapes.push(Shape::closed_line(arrow(at), stroke));
        }
        let colour = if is_current { palette.text } else { palette.quiet };
        let at = pos2(left + view.gutter.number, middle);
        let number = ui.fonts_mut(|fonts| {
            Shape::text(fonts, at, Align2::RIGHT_CENTER, line, font.clone(), colour)
        });
        shapes.push(number);
    }
    ui.painter().extend(shapes);
}

/// A solid bar beside what is new, a broken one beside what is different, a
/// wedge where something is gone.
fn changes(view: &View<'_>, diff: &Diff, shapes: &mut Vec<Shape>) {
    let bar = layout::shifted(view.gutter.bar, view.visible.left());
    let first = diff.changes.partition_point(|&(line, _)| line < *view.lines().start());
    for &(line, change) in &diff.changes[first..] {
        if !view.lines().contains(&line) {
            break;
        }
        let Some(rect) = view.line(line) else { continue };
        let rect = Rect::from_x_y_ranges(bar, rect.y_range());
        match change {
            LineChange::Added => shapes.push(Shape::rect_filled(rect, 0.0, view.palette.quiet)),
            LineChange::Changed => {
                let (top, bottom) = rect.split_top_bottom_at_fraction(0.5);
                let colour = view.palette.quiet;
                for half in [top, bottom] {
                    let half = half.with_max_y(half.bottom() - 3.0);
                    shapes.push(Shape::rect_filled(half, 0.0, colour));
                }
            }
        }
    }
    for &line in &diff.removals {
        // What is gone from the end has no line below it.
        let y = match view.line(line) {
            Some(rect) => Some(rect.top()),
            None => view.line(line.saturating_sub(1)).map(|rect| rect.bottom()),
        };
        if let Some(y) = y.filter(|&y| view.visible.y_range().contains(y)) {
            let wedge = vec![
                pos2(bar.min - 1.0, y - 4.0),
                pos2(bar.max + 2.0, y),
                pos2(bar.min - 1.0, y + 4.0),
            ];
            shapes.push(Shape::convex_polygon(wedge, view.palette.quiet, Stroke::NONE));
        }
    }
}

fn arrow(at: Pos2) -> Vec<Pos2> {
    vec![at + vec2(-3.5, -4.5), at + vec2(4.0, 0.0), at + vec2(-3.5, 4.5)]
}

/// A triangle, filled for what is wrong and hollow for what may be.
fn triangle(at: Pos2, size: f32, severity: MarkSeverity, view: &View<'_>) -> Shape {
    let points =
        vec![at + vec2(0.0, -size), at + vec2(size, size * 0.8), at + vec2(-size, size * 0.8)];
    match severity {
        MarkSeverity::Error => Shape::convex_polygon(points, view.palette.conflict, Stroke::NONE),
        MarkSeverity::Warning => {
            Shape::closed_line(points, Stroke::new(1.5, view.palette.conflict))
        }
    }
}

/// The worst that is said about a line.
fn worst(view: &View<'_>, line: u32) -> Option<MarkSeverity> {
    let of_text = view.input.diagnostics.iter();
    let of_text = of_text.filter(|found| found.location_or_start().line == line);
    let of_run = view.input.findings.iter().filter(|mark| mark.line == line);
    let severities = of_text
        .map(|found| match found.severity {
            Severity::Error => MarkSeverity::Error,
            Severity::Warning | Severity::Advice => MarkSeverity::Warning,
        })
        .chain(of_run.map(|mark| mark.severity));
    let mut severities = severities.peekable();
    severities.peek()?;
    let is_error = severities.any(|severity| severity == MarkSeverity::Error);
    Some(if is_error { MarkSeverity::Error } else { MarkSeverity::Warning })
}

/// Says what was found at a line, and what a click does.
fn explain(view: &View<'_>, response: &egui::Response, line: u32) {
    let input = view.input;
    response.clone().on_hover_ui_at_pointer(|ui| {
        ui.set_max_width(420.0);
        for diagnostic in
            input.diagnostics.iter().filter(|found| found.location_or_start().line == line)
        {
            marks::told(ui, diagnostic);
        }
        for mark in input.findings.iter().filter(|mark| mark.line == line) {
            ui.label(&mark.message);
        }
        let does = if input.breakpoints.contains(&line) { "removes the" } else { "sets a" };
        ui.label(RichText::new(format!("Line {line}. A click {does} breakpoint.")).weak());
    });
}
