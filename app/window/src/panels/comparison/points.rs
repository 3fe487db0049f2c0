//! Points and lines over two axes: rooflines, speed over size, predicted times.

use super::legend::{letter, marker};
use crate::panels::decades::{decades, named};
use egui::{Align2, Color32, FontId, Pos2, RichText, Role, Sense, Ui, WidgetInfo};
use egui_plot::{
    AxisHints, Line, LineStyle, Plot, PlotPoint, PlotTransform, PlotUi, Points as PlotMarks, Text,
};
use std::ops::RangeInclusive;
use warpbench_common::format::{seconds, significant};
use warpbench_compare::figures::{Axis, Figure, Point, PointSeries, Points, Quantity, Style};
use warpbench_state::comparison::action::ComparisonAction;
use warpbench_state::comparison::board::BoardRow;
use warpbench_theme::{Palette, SIZES};

/// The pointer is on a point that is as near.
const NEAR: f32 = 12.0;
/// What is left beyond the outermost points, as a share of an axis.
const MARGIN: f64 = 0.04;

/// A number further along the lower axis would be cut off by the panel's edge.
const LAST: f64 = 0.97;

/// Draws a figure so high, with the names of its axes above and below.
pub(super) fn show(
    ui: &mut Ui,
    (figure, points): (&Figure, &Points),
    rows: &[BoardRow],
    height: f32,
    actions: &mut Vec<ComparisonAction>,
) {
    let palette = Palette::of(ui.visuals());
    ui.label(RichText::new(&points.y.title).small().color(palette.quiet));
    let bounds = [&points.x, &points.y].map(|axis| bounds(points, axis));
    let [Some(x), Some(y)] = bounds else { return };
    let plotted = plot(&figure.id, points, &palette).height(height).show(ui, |plot| {
        plot.set_plot_bounds_x(x.clone());
        plot.set_plot_bounds_y(y.clone());
        let drawn = points.series.iter().enumerate();
        drawn.for_each(|(index, series)| paint(plot, points, (index, series), &palette));
    });
    let response = plotted.response;
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, summary(figure, points)));
    let pointer = response.hover_pos();
    let near = pointer.and_then(|at| nearest(points, &plotted.transform, at));
    if let Some((series, point)) = near {
        let response = response.on_hover_ui_at_pointer(|ui| tell(ui, series, point, rows));
        if let Some(kernel) = point.kernel.as_ref().filter(|_| response.clicked()) {
            actions.push(ComparisonAction::OpenKernel(kernel.clone()));
        }
    }
    ui.vertical_centered(|ui| {
        ui.label(RichText::new(&points.x.title).small().color(palette.quiet));
    });
}

fn plot<'a>(id: &str, points: &Points, palette: &Palette) -> Plot<'a> {
    let axis = |hints: AxisHints<'a>, axis: &Axis, ends: f64| {
        let (quantity, is_log) = (axis.quantity, axis.log);
        hints
            .formatter(move |mark, range| {
                let along = (mark.value - range.start()) / (range.end() - range.start());
                let value = if is_log { named(mark.value, range) } else { Some(mark.value) };
                let value = value.filter(|_| along <= ends);
                value.map_or_else(String::new, |value| number(quantity, value))
            })
            .label_spacing(14.0..=22.0)
            .tick_label_font(FontId::proportional(SIZES[0]))
    };
    let plot = Plot::new(id)
        .auto_bounds(false)
        .allow_zoom(false)
        .allow_drag(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .show_crosshair(false)
        .custom_x_axes(vec![axis(AxisHints::new_x(), &points.x, LAST)])
        .custom_y_axes(vec![axis(AxisHints::new_y(), &points.y, 1.0)])
        .grid_color(palette.line)
        .label_formatter(|_| None)
        .sense(Sense::CLICK);
    let plot = if points.x.log { plot.x_grid_spacer(decades) } else { plot };
    if points.y.log { plot.y_grid_spacer(decades) } else { plot }
}

/// A number of an axis, as short as it can be.
fn number(quantity: Quantity, value: f64) -> String {
    let trimmed = |text: String| match text.split_once(' ') {
        Some((digits, unit)) => format!("{} {unit}", without_zeros(digits)),
        None => without_zeros(&text),
    };
    match quantity {
        Quantity::Number => trimmed(significant(value)),
        Quantity::Seconds => trimmed(seconds(value)),
        Quantity::Bytes => {
            let units = [(1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1.0, "B")];
            let (factor, unit) =
                units.into_iter().find(|(factor, _)| value >= *factor).unwrap_or((1.0, "B"));
            trimmed(format!("{} {unit}", significant(value / factor)))
        }
    }
}

/// Digits without zeros that say nothing.
fn without_zeros(digits: &str) -> String {
    match digits.contains('.') && !digits.contains('e') {
        true => digits.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => digits.to_owned(),
    }
}

/// Where a value lies on an axis; nothing where it cannot.
fn scaled(axis: &Axis, value: f64) -> Option<f64> {
    let scaled = if axis.log { value.log10() } else { value };
    scaled.is_finite().then_some(scaled)
}

fn place(points: &Points, point: &Point) -> Option<[f64; 2]> {
    Some([scaled(&points.x, point.x)?, scaled(&points.y, point.y)?])
}

/// From where to where an axis goes. What limits must not make it longer upwards than
/// it has to be, but is seen as far as it goes.
fn bounds(points: &Points, axis: &Axis) -> Option<RangeInclusive<f64>> {
    let is_x = std::ptr::eq(axis, &points.x);
    let all = points.series.iter().flat_map(|series| &series.points);
    let values = all.flat_map(|point| match is_x {
        true => [Some(point.x), None, None],
        false => [Some(point.y), point.low, point.high],
    });
    let values: Vec<f64> = values.flatten().filter_map(|value| scaled(axis, value)).collect();
    let least = values.iter().copied().min_by(f64::total_cmp)?;
    let most = values.iter().copied().max_by(f64::total_cmp)?;
    let edge = if most > least { MARGIN * (most - least) } else { 0.5 };
    Some(least - edge..=most + edge)
}

fn paint(
    plot: &mut PlotUi<'_>,
    points: &Points,
    (index, series): (usize, &PointSeries),
    palette: &Palette,
) {
    let places: Vec<[f64; 2]> =
        series.points.iter().filter_map(|point| place(points, point)).collect();
    let colour = series.row.map_or(palette.quiet, |row| palette.series(row));
    if series.style != Style::Dots {
        // Lines of no device differ in how they are drawn.
        let style = match series.row.is_none() && index > 0 {
            true => LineStyle::dashed_loose(),
            false => LineStyle::Solid,
        };
        let width = if series.style == Style::Limit { 1.5 } else { 2.0 };
        let line = Line::new(&series.name, places.clone()).color(colour).style(style);
        plot.line(line.width(width).allow_hover(false));
    }
    if series.style == Style::Limit {
        if let (None, Some(&[x, y])) = (series.row, places.last()) {
            let words = RichText::new(format!("{}   ", series.name)).size(SIZES[0]);
            let text = Text::new("", PlotPoint::new(x, y), words.color(colour));
            plot.text(text.anchor(Align2::RIGHT_BOTTOM).allow_hover(false));
        }
        return;
    }
    whiskers(plot, points, series, colour);
    let shape = marker(series.row.unwrap_or_default());
    let marks = PlotMarks::new(&series.name, places).shape(shape).radius(5.0).filled(true);
    // Points that lie on each other show through.
    plot.points(marks.color(colour.gamma_multiply(0.85)).allow_hover(false));
}

/// Half of a point's samples lie along its whisker.
fn whiskers(plot: &mut PlotUi<'_>, points: &Points, series: &PointSeries, colour: Color32) {
    for point in &series.points {
        let ends = point.low.zip(point.high).and_then(|(low, high)| {
            let x = scaled(&points.x, point.x)?;
            Some([[x, scaled(&points.y, low)?], [x, scaled(&points.y, high)?]])
        });
        if let Some(ends) = ends {
            plot.line(Line::new("", ends.to_vec()).color(colour).width(1.5).allow_hover(false));
        }
    }
}

/// The point that the pointer is on.
fn nearest<'a>(
    points: &'a Points,
    transform: &PlotTransform,
    at: Pos2,
) -> Option<(&'a PointSeries, &'a Point)> {
    let measured = points.series.iter().filter(|series| series.style != Style::Limit);
    let all = measured.flat_map(|series| series.points.iter().map(move |point| (series, point)));
    let near = all.filter_map(|(series, point)| {
        let [x, y] = place(points, point)?;
        let distance = transform.position_from_point(&PlotPoint::new(x, y)).distance(at);
        (distance <= NEAR).then_some((distance, series, point))
    });
    let (_, series, point) = near.min_by(|a, b| a.0.total_cmp(&b.0))?;
    Some((series, point))
}

fn tell(ui: &mut Ui, series: &PointSeries, point: &Point, rows: &[BoardRow]) {
    ui.set_max_width(380.0);
    if let Some(kernel) = &point.kernel {
        ui.label(RichText::new(kernel).strong());
    }
    if let Some(row) = series.row {
        let label = rows.get(row).map(|row| row.label.as_str()).unwrap_or_default();
        ui.label(format!("{}  {label}", letter(row)));
    }
    // Where there are several kernels, theirs is the first line.
    let lines = point.detail.iter().filter(|line| Some(*line) != point.kernel.as_ref());
    for line in lines {
        ui.label(RichText::new(line).small());
    }
    let quiet = Palette::of(ui.visuals()).quiet;
    ui.label(RichText::new("Click to open its rung").small().color(quiet));
}

fn summary(figure: &Figure, points: &Points) -> String {
    let count = |series: &PointSeries| format!("{}, {} points", series.name, series.points.len());
    let measured = points.series.iter().filter(|series| series.style != Style::Limit);
    let series: Vec<String> = measured.map(count).collect();
    format!("{}: {}", figure.title, series.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_axes_are_short() {
        let check = |quantity: Quantity, value: f64, expected: &str| {
            assert_eq!(number(quantity, value), expected);
        };
        check(Quantity::Number, 0.1, "0.1");
        check(Quantity::Number, 1.0, "1");
        check(Quantity::Number, 50.0, "50");
        check(Quantity::Number, 100_000.0, "100,000");
        check(Quantity::Seconds, 1e-5, "10 µs");
        check(Quantity::Seconds, 2e-3, "2 ms");
        check(Quantity::Bytes, 1e3, "1 kB");
        check(Quantity::Bytes, 2e9, "2 GB");
        check(Quantity::Bytes, 100.0, "100 B");
    }
}
