//! The roofline of a picture.

use super::pen::{Anchor, PLAIN, Pen, Style, hex, tenth};
use crate::timings::roofline::{CROWDED, Point, Roofline, crowds};
use egui::{Pos2, Rect, pos2, vec2};
use svg::node::element::Polyline;
use warpbench_common::format;
use warpbench_compare::ceilings::Origin;

/// Left of the axis, for its numbers, and below it.
const AXIS: egui::Vec2 = vec2(64.0, 48.0);
/// Above the picture, for what it is.
const HEAD: f32 = 44.0;

/// From decimal logarithms to places in the picture.
struct Axes {
    field: Rect,
    x: (f64, f64),
    y: (f64, f64),
}

impl Axes {
    fn at(&self, x: f64, y: f64) -> Pos2 {
        let share = |value: f64, (low, high): (f64, f64)| ((value - low) / (high - low)) as f32;
        let (right, up) = (share(x, self.x), share(y, self.y));
        let Rect { min, max } = self.field;
        pos2(min.x + right * (max.x - min.x), max.y - up * (max.y - min.y))
    }
}

/// Draws a roofline into a rectangle.
pub(super) fn draw(pen: &mut Pen, roofline: &Roofline, rect: Rect, series: usize) {
    let heading = format!("Roofline: {}", roofline.target);
    pen.text(rect.min + vec2(0.0, 8.0), &heading, Style { size: 14.0, ..PLAIN });
    let field = Rect::from_min_max(
        rect.min + vec2(AXIS.x, HEAD),
        pos2(rect.right() - 10.0, rect.bottom() - AXIS.y - 8.0),
    );
    let [x, y] = roofline.bounds();
    let axes = Axes { field, x, y };
    grid(pen, roofline, &axes);
    roofs(pen, roofline, &axes);
    points(pen, roofline, &axes, series);
}

fn grid(pen: &mut Pen, roofline: &Roofline, axes: &Axes) {
    let Rect { min, max } = axes.field;
    let line = pen.palette.line;
    let quiet = pen.quiet();
    for decade in axes.x.0 as i32..=axes.x.1 as i32 {
        let at = axes.at(f64::from(decade), axes.y.0);
        let rule = pen.line(pos2(at.x, min.y), pos2(at.x, max.y), 0.6, line);
        pen.add(rule);
        let style = Style { anchor: Anchor::Middle, ..quiet };
        pen.text(at + vec2(0.0, 16.0), &format::power_of_ten(decade), style);
    }
    for decade in axes.y.0 as i32..=axes.y.1 as i32 {
        let at = axes.at(axes.x.0, f64::from(decade));
        let rule = pen.line(pos2(min.x, at.y), pos2(max.x, at.y), 0.6, line);
        pen.add(rule);
        let style = Style { anchor: Anchor::End, ..quiet };
        pen.beside(at - vec2(6.0, 0.0), &format::power_of_ten(decade), style);
    }
    let style = Style { anchor: Anchor::Middle, ..PLAIN };
    pen.text(pos2(axes.field.center().x, max.y + 36.0), roofline.axis, style);
    pen.text(pos2(min.x - AXIS.x, min.y - 14.0), "GFLOP/s", PLAIN);
}

fn polyline(pen: &mut Pen, corners: &[Pos2], colour: egui::Color32, width: f32, dashes: &str) {
    let corners: Vec<String> =
        corners.iter().map(|at| format!("{},{}", tenth(at.x), tenth(at.y))).collect();
    let line = Polyline::new()
        .set("points", corners.join(" "))
        .set("fill", "none")
        .set("stroke", hex(colour))
        .set("stroke-width", width);
    pen.add(if dashes.is_empty() { line } else { line.set("stroke-dasharray", dashes) });
}

fn roofs(pen: &mut Pen, roofline: &Roofline, axes: &Axes) {
    let dashes = match roofline.origin {
        Origin::Measured => "",
        Origin::Model => "7 4",
    };
    for roof in roofline.drawn(axes.x) {
        let corners: Vec<Pos2> = roof.corners.iter().map(|&[x, y]| axes.at(x, y)).collect();
        let (colour, width, to, anchor) = match roof.is_lowest {
            true => (pen.palette.text, 2.0, vec2(12.0, 16.0), Anchor::Start),
            false => (pen.palette.quiet, 1.2, vec2(-12.0, -8.0), Anchor::End),
        };
        polyline(pen, &corners, colour, width, dashes);
        let at = axes.at(roof.label[0], roof.label[1]);
        pen.text(at + to, &roof.words, Style { anchor, colour: Some(colour), ..PLAIN });
    }
    if let Some(flat) = roofline.flat {
        let words = format!("arithmetic {} GFLOP/s", format::significant(flat));
        let at = axes.at(axes.x.1, flat.log10()) - vec2(4.0, 6.0);
        pen.text(at, &words, Style { anchor: Anchor::End, ..PLAIN });
    }
}

fn points(pen: &mut Pen, roofline: &Roofline, axes: &Axes, series: usize) {
    let colour = pen.palette.series(series);
    let at = |point: &Point| axes.at(point.intensity.log10(), point.gflop_per_s.log10());
    let path: Vec<Pos2> = roofline.points.iter().filter(|point| !point.edited).map(at).collect();
    polyline(pen, &path, colour, 1.0, "2 3");
    for point in &roofline.points {
        let place = at(point);
        if point.edited {
            pen.rect(Rect::from_center_size(place, vec2(13.0, 13.0)), colour);
        } else {
            pen.circle(place, 6.5, colour);
        }
    }
    let places: Vec<Pos2> = roofline.points.iter().map(at).collect();
    for crowd in crowds(&places, CROWDED) {
        let marks: Vec<String> = crowd.iter().map(|&index| roofline.points[index].mark()).collect();
        let style = Style { size: 14.0, ..PLAIN };
        pen.beside(places[crowd[0]] + vec2(10.0, 9.0), &marks.join(", "), style);
    }
    names(pen, roofline, axes);
}

/// What the numbers mean, in the corner that rooflines leave free.
fn names(pen: &mut Pen, roofline: &Roofline, axes: &Axes) {
    let lines = roofline.points.len() as f32;
    let at = axes.field.right_bottom() - vec2(230.0, 10.0 + 16.0 * lines);
    for (number, point) in roofline.points.iter().enumerate() {
        let edited = if point.edited { ", edited" } else { "" };
        let words = format!("{}  {}{edited}", point.number, point.name);
        let place = at + vec2(0.0, 16.0 * (number as f32 + 0.5));
        pen.beside(place, &words, Style { is_monospaced: true, ..PLAIN });
    }
}
