//! Draws a roofline on the screen, on two logarithmic axes.

use crate::panels::decades::decades;
use egui::{Align2, FontId, RichText, Role, Ui, WidgetInfo};
use egui_plot::{
    AxisHints, HoverPosition, Line, LineStyle, MarkerShape, Plot, PlotPoint, PlotPoints, PlotUi,
    Points, Text,
};
use warpbench_common::format;
use warpbench_compare::ceilings::Origin;
use warpbench_draw::terms::{Topic, explain};
use warpbench_state::timings::roofline::{CROWDED, Point, Roofline, crowds};
use warpbench_theme::{Palette, SIZES};

/// A plot that is less high than this is worth more than the notes below it; they
/// are told where the axis is pointed at.
const NOTED: f32 = 240.0;

/// Draws a roofline over the room that there is, and what has to be known to
/// read it below. `series` is the target's colour.
pub(super) fn show(ui: &mut Ui, roofline: &Roofline, series: usize) {
    let palette = Palette::of(ui.visuals());
    let small = FontId::proportional(SIZES[0]);
    let note = |text: &str| {
        let width = ui.available_width();
        let galley = ui.painter().layout(text.to_owned(), small.clone(), palette.quiet, width);
        galley.size().y + ui.spacing().item_spacing.y
    };
    let words: f32 = roofline.notes.iter().map(|text| note(text)).sum::<f32>();
    // Above and below the plot stands what its axes are.
    let room = ui.available_height() - note(roofline.axis) - note("GFLOP/s") - 4.0;
    let has_notes = room - words >= NOTED;
    let height = if has_notes { room - words } else { room };
    explain(ui.label(RichText::new("GFLOP/s").small()), Topic::Gflops);
    draw(ui, roofline, series, height.max(60.0));
    ui.vertical_centered(|ui| {
        let notes = roofline.notes.join("\n\n");
        let text = match has_notes || notes.is_empty() {
            true => roofline.axis.to_owned(),
            false => format!("{} (point here for notes)", roofline.axis),
        };
        let response = ui.add(egui::Label::new(RichText::new(text).small()).truncate());
        match has_notes || notes.is_empty() {
            true => explain(response, Topic::ArithmeticIntensity),
            false => response.on_hover_text(notes),
        };
    });
    if has_notes {
        for text in &roofline.notes {
            ui.label(RichText::new(text).small().color(palette.quiet));
        }
    }
}

fn draw(ui: &mut Ui, roofline: &Roofline, series: usize, height: f32) {
    let palette = Palette::of(ui.visuals());
    let [x, y] = roofline.bounds();
    // Room beyond the last decades, for their numbers and for the points' marks.
    let field = (ui.available_width() - 90.0).max(80.0);
    let mark = f64::from(34.0 / field) * (x.1 - x.0);
    let edge = 0.03 * (y.1 - y.0);
    let label = |position: &HoverPosition<'_>| match position {
        HoverPosition::NearDataPoint { plot_name, .. } if !plot_name.is_empty() => {
            Some((*plot_name).to_owned())
        }
        _ => None,
    };
    let response = Plot::new("roofline")
        .height(height)
        .auto_bounds(false)
        .allow_zoom(false)
        .allow_drag(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .show_crosshair(false)
        .x_grid_spacer(decades)
        .y_grid_spacer(decades)
        .custom_x_axes(vec![axis(AxisHints::new_x())])
        .custom_y_axes(vec![axis(AxisHints::new_y())])
        .grid_color(palette.line)
        .label_formatter(label)
        .show(ui, |plot| {
            plot.set_plot_bounds_x(x.0 - 0.03 * (x.1 - x.0)..=x.1 + mark);
            plot.set_plot_bounds_y(y.0 - edge..=y.1 + edge);
            roofs(plot, roofline, &palette, x);
            points(plot, roofline, &palette, series);
        })
        .response;
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, summary(roofline)));
}

/// An axis of decades, which are named however close they are.
fn axis(hints: AxisHints<'_>) -> AxisHints<'_> {
    let font = FontId::proportional(SIZES[0]);
    hints.formatter(|mark, _| power(mark.value)).label_spacing(14.0..=22.0).tick_label_font(font)
}

fn summary(roofline: &Roofline) -> String {
    let points = roofline.points.iter().map(|point| {
        let (x, y) = (point.intensity, point.gflop_per_s);
        let (x, y) = (format::significant(x), format::significant(y));
        format!("{} at {x} operations per byte and {y} GFLOP/s", point.name)
    });
    let points: Vec<String> = points.collect();
    format!("Roofline of {}: {}", roofline.target, points.join("; "))
}

fn roofs<'a>(plot: &mut PlotUi<'a>, roofline: &Roofline, palette: &Palette, x: (f64, f64)) {
    let style = match roofline.origin {
        Origin::Measured => LineStyle::Solid,
        Origin::Model => LineStyle::dashed_loose(),
    };
    for (number, roof) in roofline.drawn(x).enumerate() {
        let corners: PlotPoints<'a> = roof.corners.into_iter().collect();
        let (colour, width, anchor, words) = match roof.is_lowest {
            true => (palette.text, 2.0, Align2::LEFT_TOP, format!("   {}", roof.words)),
            false => (palette.quiet, 1.2, Align2::RIGHT_BOTTOM, format!("{}   ", roof.words)),
        };
        let line = Line::new(format!("roof {number}"), corners).color(colour).width(width);
        plot.line(line.style(style).allow_hover(false));
        let [at_x, at_y] = roof.label;
        label(plot, at_x, at_y, anchor, &words, colour);
    }
    if let Some(flat) = roofline.flat {
        let words = format!("arithmetic {} GFLOP/s", format::significant(flat));
        label(plot, x.1, flat.log10(), Align2::RIGHT_BOTTOM, &words, palette.text);
    }
}

fn label(
    plot: &mut PlotUi<'_>,
    x: f64,
    y: f64,
    anchor: Align2,
    words: &str,
    colour: egui::Color32,
) {
    let text = RichText::new(words).size(SIZES[0]).color(colour);
    let item = Text::new(words, PlotPoint::new(x, y), text).anchor(anchor).allow_hover(false);
    plot.text(item);
}

fn points<'a>(plot: &mut PlotUi<'a>, roofline: &Roofline, palette: &Palette, series: usize) {
    let at = |point: &Point| [point.intensity.log10(), point.gflop_per_s.log10()];
    let colour = palette.series(series);
    let path: Vec<[f64; 2]> =
        roofline.points.iter().filter(|point| !point.edited).map(at).collect();
    for (number, step) in path.windows(2).enumerate() {
        let line = Line::new(format!("step {number}"), step.to_vec());
        plot.line(line.color(colour.gamma_multiply(0.5)).width(1.5).allow_hover(false));
    }
    for point in &roofline.points {
        let shape = if point.edited { MarkerShape::Square } else { MarkerShape::Circle };
        let marker = Points::new(point.sentence(), vec![at(point)]);
        plot.points(marker.shape(shape).radius(6.0).color(colour).filled(true));
    }
    let place = |point: &Point| PlotPoint::new(at(point)[0], at(point)[1]);
    let places: Vec<egui::Pos2> =
        roofline.points.iter().map(|point| plot.screen_from_plot(place(point))).collect();
    for crowd in crowds(&places, CROWDED) {
        let marks: Vec<String> = crowd.iter().map(|&index| roofline.points[index].mark()).collect();
        let text = RichText::new(format!("   {}", marks.join(", "))).size(SIZES[1]);
        let first = &roofline.points[crowd[0]];
        let name = format!("mark {}", first.mark());
        let mark = Text::new(name, place(first), text.color(palette.text));
        plot.text(mark.anchor(Align2::LEFT_TOP).allow_hover(false));
    }
}

/// The number that a decimal logarithm stands for; nothing between decades.
fn power(log: f64) -> String {
    let is_whole = (log - log.round()).abs() <= 1e-6;
    if is_whole { format::power_of_ten(log.round() as i32) } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decades_are_named_and_what_lies_between_is_not() {
        let check = |log: f64, expected: &str| assert_eq!(power(log), expected);
        check(-2.0, "0.01");
        check(0.0, "1");
        check(4.0, "10,000");
        check(0.301, "");
    }
}
