//! The costs beside their lines, at the right edge of what can be seen.

use super::costs::{CostKind, Figure, Scale, all_counts, most_figures};
use super::input::Input;
use super::layout;
use super::view::View;
use egui::{
    Align2, Color32, FontId, Grid, Pos2, Rect, RichText, Role, Sense, Shape, Stroke, Ui,
    WidgetInfo, pos2, vec2,
};

/// Room for the scroll bar.
const RIGHT: f32 = 10.0;

/// How wide the column is beside a text in an area that wide.
pub(super) fn width(area: f32, input: &Input<'_>) -> f32 {
    match layout::cost_figures(area, most_figures(input.costs)) {
        0 => 0.0,
        figures => figures as f32 * layout::FIGURE_WIDTH + RIGHT,
    }
}

/// Paints the figures; those of a line are explained on hover.
pub(super) fn show(ui: &Ui, view: &View<'_>, width: f32) {
    if width == 0.0 {
        return;
    }
    let area = view.visible.with_min_x(view.visible.right() - width);
    let scale = Scale::new(view.input.costs);
    let most = ((width - RIGHT) / layout::FIGURE_WIDTH).round() as usize;
    let first = view.input.costs.partition_point(|cost| cost.line < *view.lines().start());
    let mut shapes = Vec::new();
    for cost in &view.input.costs[first..] {
        if !view.lines().contains(&cost.line) {
            break;
        }
        let Some(line) = view.line(cost.line) else { continue };
        for (nth, figure) in scale.figures(&cost.counts).iter().take(most).enumerate() {
            let left = area.left() + nth as f32 * layout::FIGURE_WIDTH;
            let chip = Rect::from_min_max(
                pos2(left + 2.0, line.top() + 1.0),
                pos2(left + layout::FIGURE_WIDTH - 2.0, line.bottom() - 1.0),
            );
            paint(ui, view, figure, chip, &mut shapes);
        }
    }
    ui.painter().extend(shapes);
    explain(ui, view, area);
}

fn paint(ui: &Ui, view: &View<'_>, figure: &Figure, chip: Rect, shapes: &mut Vec<Shape>) {
    let ground = view.palette.heat(figure.heat);
    let colour = view.palette.on(ground);
    shapes.push(Shape::rect_filled(chip, 3.0, ground));
    let at = pos2(chip.right() - 5.0, chip.center().y);
    let font = FontId::monospace(12.0);
    let text = ui.fonts_mut(|fonts| {
        Shape::text(fonts, at, Align2::RIGHT_CENTER, &figure.text, font, colour)
    });
    if figure.kind == CostKind::Divergence {
        let width = text.visual_bounding_rect().width();
        half_circle(at - vec2(width + 11.0, 0.0), colour, shapes);
    }
    shapes.push(text);
}

/// The sign of lanes that part: a circle of which half is filled. It is drawn,
/// because not every font has it.
fn half_circle(at: Pos2, colour: Color32, shapes: &mut Vec<Shape>) {
    const RADIUS: f32 = 4.5;
    shapes.push(Shape::circle_stroke(at, RADIUS, Stroke::new(1.0, colour)));
    let half = (0..=8)
        .map(|step| {
            let angle = std::f32::consts::PI * step as f32 / 8.0;
            at + vec2(angle.sin(), -angle.cos()) * RADIUS
        })
        .collect();
    shapes.push(Shape::convex_polygon(half, colour, Stroke::NONE));
}

/// All the figures of the line under the pointer, in words.
fn explain(ui: &Ui, view: &View<'_>, area: Rect) {
    let response = ui.interact(area, view.input.id.with("costs"), Sense::hover());
    response.widget_info(|| {
        let lines: Vec<String> = view
            .input
            .costs
            .iter()
            .filter_map(|cost| {
                let words: Vec<String> = all_counts(&cost.counts)
                    .iter()
                    .map(|(term, figure)| format!("{term} {figure}"))
                    .collect();
                (!words.is_empty()).then(|| format!("line {}: {}", cost.line, words.join(", ")))
            })
            .collect();
        let label = format!("Costs by line: {}", lines.join("; "));
        WidgetInfo::labeled(Role::Group, true, label)
    });
    let Some(line) = response.hover_pos().and_then(|at| view.line_at(at.y)) else { return };
    let Ok(index) = view.input.costs.binary_search_by_key(&line, |cost| cost.line) else { return };
    let counts = all_counts(&view.input.costs[index].counts);
    response.on_hover_ui_at_pointer(|ui| {
        ui.label(RichText::new(format!("Line {line} in the last run")).strong());
        Grid::new("costs of a line").num_columns(2).show(ui, |ui| {
            for (term, figure) in counts {
                ui.label(term);
                ui.label(RichText::new(figure).monospace());
                ui.end_row();
            }
        });
    });
}
