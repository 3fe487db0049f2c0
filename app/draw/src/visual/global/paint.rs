//! Draws the lanes, the strip and the buffers, and says what the pointer is on.

use super::layout::{self, Strip};
use super::legend;
use super::model::{Kind, Model, PlacedTransaction, Request};
use super::view::{NOTHING, Output, View};
use egui::{
    Align2, Color32, FontFamily, FontId, Pos2, Rect, Response, Role, Sense, Shape, Stroke,
    StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2,
};
use warpbench_common::format::count;
use warpbench_theme::{Palette, SIZES};

/// How strong a past access is drawn.
const PAST: f32 = 0.4;

/// The lanes, the arrows and the strip.
pub(super) fn picture(
    ui: &mut Ui,
    model: &Model,
    (request, strip): (Option<&Request>, &Strip),
    view: &View,
    output: &mut Output,
) {
    let (response, painter) = ui.allocate_painter(strip.size, Sense::click());
    let origin = response.rect.min.to_vec2();
    let palette = Palette::of(ui.visuals());
    if ui.is_rect_visible(response.rect) {
        let kind = request.map_or(Kind::Load, |request| request.kind);
        let mut brush = Brush::new(&palette, view.is_past, origin, kind);
        memory(&mut brush, model, request, strip);
        if let Some(request) = request {
            for (transaction, rect) in request.transactions.iter().zip(&strip.transactions) {
                transaction_box(&mut brush, request, transaction, *rect, strip);
            }
            arrows(&mut brush, request, strip, view);
        }
        lanes(&mut brush, request, strip, view);
        labels(ui, &mut brush, request, strip);
        painter.extend(brush.shapes);
    }
    let lane =
        response.hover_pos().and_then(|at| strip.lane_at(request, at - origin, view.chosen_lane));
    if lane.is_some() {
        output.hovered_lane = lane;
    }
    if response.clicked() {
        output.clicked_lane = lane;
    }
    let words = || match request {
        Some(request) if !view.is_past => format!("Global memory: {}", request.summary()),
        _ => format!("Global memory: {NOTHING}"),
    };
    response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, words()));
    hint(response, model, request, lane);
}

/// Says what the lane under the pointer wants, or what is drawn elsewhere means.
fn hint(response: Response, model: &Model, request: Option<&Request>, lane: Option<u32>) {
    let Some(request) = request else { return };
    let Some(lane) = lane else {
        response.on_hover_text_at_pointer(legend::words(request));
        return;
    };
    let text = match request.addresses.get(lane as usize).copied().flatten() {
        None => format!("Lane {lane} takes no part."),
        Some(byte) => {
            let buffer = &model.buffers[request.buffer];
            let element = count(byte / buffer.element_bytes);
            let outside = match request.outside >> lane & 1 {
                1 => ", outside the array",
                _ => "",
            };
            format!("Lane {lane}: {}[{element}], byte {}{outside}", buffer.name, count(byte))
        }
    };
    response.on_hover_text_at_pointer(text);
}

/// What is drawn so far, and with which colours.
pub(super) struct Brush<'a> {
    palette: &'a Palette,
    pub(super) shapes: Vec<Shape>,
    /// From the layout's places to the screen's.
    origin: Vec2,
    kind: Kind,
    /// The colour of the access.
    pub(super) colour: Color32,
    strength: f32,
}

impl<'a> Brush<'a> {
    pub(super) fn new(palette: &'a Palette, is_past: bool, origin: Vec2, kind: Kind) -> Brush<'a> {
        let strength = if is_past { PAST } else { 1.0 };
        let full = if kind == Kind::Load { palette.read } else { palette.write };
        let colour = palette.ground.lerp_to_gamma(full, strength);
        Brush { palette, shapes: Vec::with_capacity(512), origin, kind, colour, strength }
    }

    /// The colour of trouble, as strong as everything else.
    fn trouble(&self) -> Color32 {
        self.palette.ground.lerp_to_gamma(self.palette.conflict, self.strength)
    }

    /// A thin line in the colour of the access.
    fn faint(&self) -> Stroke {
        Stroke::new(1.0, self.palette.field.lerp_to_gamma(self.colour, 0.55))
    }

    pub(super) fn filled(&mut self, rect: Rect, colour: Color32) {
        self.shapes.push(Shape::rect_filled(rect.translate(self.origin), 1.0, colour));
    }

    pub(super) fn framed(&mut self, rect: Rect, stroke: Stroke) {
        let rect = rect.translate(self.origin);
        self.shapes.push(Shape::rect_stroke(rect, 1.0, stroke, StrokeKind::Inside));
    }

    fn line(&mut self, from: Pos2, to: Pos2, stroke: Stroke) {
        self.shapes.push(Shape::line_segment([from + self.origin, to + self.origin], stroke));
    }
}

/// The memory that is there, in transactions of the rule, whether they move or not.
fn memory(brush: &mut Brush<'_>, model: &Model, request: Option<&Request>, strip: &Strip) {
    let end = request.map_or(u64::MAX, |request| model.buffers[request.buffer].bytes);
    let [unit, line] = model.grid_bytes;
    let is_fine = strip.scale.width(unit) >= 4.0;
    for span in &strip.scale.spans {
        let shown_end = span.end().min(end);
        if shown_end <= span.first {
            continue;
        }
        let Some((left, right)) = strip.scale.range(span.first, shown_end) else { continue };
        brush.filled(strip.band.with_min_x(left).with_max_x(right), brush.palette.field);
        let step = if is_fine { unit } else { line };
        if strip.scale.width(step) < 3.0 {
            continue;
        }
        let first = span.first.next_multiple_of(step);
        for byte in (first..shown_end).step_by(step as usize) {
            let Some((x, _)) = strip.scale.range(byte, byte) else { continue };
            let is_major = byte.is_multiple_of(line);
            let inset = if is_major { 0.0 } else { 6.0 };
            let colour = brush.palette.line;
            let (top, bottom) = (strip.band.top() + inset, strip.band.bottom() - inset);
            brush.line(pos2(x, top), pos2(x, bottom), Stroke::new(1.0, colour));
        }
    }
    // Dots side by side where there is room for them.
    let room = strip.scale.spans.get(..2).map_or(0.0, |spans| spans[1].left - spans[0].right);
    let dots: &[f32] = if room >= 12.0 { &[-1.0, 0.0, 1.0] } else { &[0.0] };
    for (fold, dot) in strip.folds.iter().flat_map(|fold| dots.iter().map(move |dot| (fold, dot))) {
        let at = *fold + vec2(3.5 * dot, 0.0) + brush.origin;
        brush.shapes.push(Shape::circle_filled(at, (0.3 * room).min(1.2), brush.palette.quiet));
    }
    for (at, _) in strip.ticks.iter().filter(|(at, _)| at.y > strip.band.bottom() + 1.0) {
        let stroke = Stroke::new(1.0, brush.palette.line);
        brush.line(pos2(at.x, strip.band.bottom()), *at, stroke);
    }
}

/// A transaction that moves: what is wanted of it is filled, the rest is hatched.
fn transaction_box(
    brush: &mut Brush<'_>,
    request: &Request,
    transaction: &PlacedTransaction,
    rect: Rect,
    strip: &Strip,
) {
    let is_outside = |lanes: u64| lanes != 0 && lanes & !request.outside == 0;
    let box_colour =
        if is_outside(transaction.piece.lanes) { brush.trouble() } else { brush.colour };
    let inner = rect.shrink2(vec2(if rect.width() >= 10.0 { 1.0 } else { 0.5 }, 0.0));
    if rect.height() >= 9.0 {
        brush.filled(inner, brush.palette.field);
        hatch(inner.translate(brush.origin), brush.faint(), &mut brush.shapes);
    } else {
        // Too flat for hatching.
        brush.filled(inner, brush.palette.field.lerp_to_gamma(brush.colour, 0.2));
    }
    // A ring needs room; on narrow words it would be a blot.
    let pitch = strip.scale.width(request.bytes_per_lane);
    let has_rings = pitch >= 7.0 && rect.height() >= 10.0;
    for word in &transaction.words {
        let Some((left, right)) = strip.scale.range(word.start, word.end) else { continue };
        let colour = if is_outside(word.lanes) { brush.trouble() } else { brush.colour };
        // A word at the edge must stand out from the box's frame.
        let ink = pitch.clamp(1.2, 2.2);
        let right = right.max(left + ink).max(inner.left() + 1.5 + ink).min(inner.right());
        let left = left.max(inner.left()).min(inner.right() - 1.5 - ink);
        let cell = rect.with_min_x(left).with_max_x(right);
        if has_rings && brush.kind == Kind::Load {
            let cell = cell.shrink2(vec2(1.0, 3.0));
            brush.filled(cell, brush.palette.field.lerp_to_gamma(colour, 0.3));
            brush.framed(cell, Stroke::new(1.6, colour));
        } else {
            let shrink = if has_rings { vec2(1.0, 3.0) } else { vec2(0.0, 0.0) };
            brush.filled(cell.shrink2(shrink), colour);
        }
    }
    let stroke = if rect.height() >= 9.0 { 1.5 } else { 0.75 };
    brush.framed(inner, Stroke::new(stroke, box_colour));
}

/// Lines from lanes to the words they want.
fn arrows(brush: &mut Brush<'_>, request: &Request, strip: &Strip, view: &View) {
    let is_marked = |lane: u32| view.chosen_lane == Some(lane) || view.hovered_lane == Some(lane);
    // What the user follows lies above the rest.
    for marked in [false, true] {
        for (lane, address) in request.addresses.iter().enumerate() {
            let (Some(start), true) = (*address, is_marked(lane as u32) == marked) else {
                continue;
            };
            let end = start.saturating_add(request.bytes_per_lane);
            let Some((left, right)) = strip.scale.range(start, end) else { continue };
            let from = pos2(strip.lanes[lane].center().x, strip.lanes[lane].bottom());
            let to = pos2((left + right) / 2.0, strip.band.top() - 1.0);
            let is_outside = request.outside >> lane & 1 == 1;
            let colour = match (view.chosen_lane == Some(lane as u32), is_outside) {
                (true, _) => brush.palette.chosen,
                (_, true) => brush.trouble(),
                _ if marked => brush.colour,
                _ => brush.palette.ground.lerp_to_gamma(brush.colour, 0.75),
            };
            let width = if marked { 2.4 } else { 1.0 };
            brush.line(from, to, Stroke::new(width, colour));
            let tip = (0.45 * (right - left)).clamp(1.2, 3.2) * if marked { 1.5 } else { 1.0 };
            let towards = (to - from).normalized();
            let side = towards.rot90() * tip;
            let foot = to - towards * (2.2 * tip);
            let points = [to, foot + side, foot - side].map(|point| point + brush.origin);
            brush.shapes.push(Shape::convex_polygon(points.to_vec(), colour, Stroke::NONE));
        }
    }
}

/// The row of lanes: loads are rings, stores are filled, and those that take no
/// part are flat.
fn lanes(brush: &mut Brush<'_>, request: Option<&Request>, strip: &Strip, view: &View) {
    let palette = brush.palette;
    for (lane, rect) in strip.lanes.iter().enumerate() {
        let gap = if rect.width() >= 8.0 { 1.0 } else { 0.5 };
        let cell = rect.shrink2(vec2(gap, 1.0));
        let is_active =
            request.is_some_and(|request| request.addresses.get(lane).is_some_and(Option::is_some));
        let is_outside = request.is_some_and(|request| request.outside >> lane & 1 == 1);
        match (is_active, is_outside, brush.kind) {
            (false, ..) => {
                let flat = palette.ground.lerp_to_gamma(palette.masked, 0.45 * brush.strength);
                brush.filled(cell.shrink2(vec2(0.0, 5.0)), flat);
            }
            (true, true, _) => brush.filled(cell, brush.trouble()),
            (true, false, Kind::Load) => {
                brush.filled(cell, palette.field.lerp_to_gamma(brush.colour, 0.12));
                let width = if cell.width() >= 8.0 { 2.0 } else { 1.2 };
                brush.framed(cell, Stroke::new(width, brush.colour));
            }
            (true, false, _) => brush.filled(cell, brush.colour),
        }
        let lane = lane as u32;
        if view.chosen_lane == Some(lane) {
            brush.framed(rect.expand(1.0), Stroke::new(2.5, palette.chosen));
        } else if view.hovered_lane == Some(lane) {
            brush.framed(rect.expand(0.5), Stroke::new(1.5, palette.text));
        }
    }
    let Some(request) = request else { return };
    // Where the rule parts the warp.
    let step = request.lanes_per_request.max(1) as usize;
    for rect in strip.lanes.iter().step_by(step).skip(1) {
        let (top, bottom) = (rect.left_top() - vec2(0.0, 2.0), rect.left_bottom() + vec2(0.0, 4.0));
        brush.line(top, bottom, Stroke::new(2.0, palette.quiet));
    }
}

/// Numbers and letters on lanes, counts below piles, addresses below the strip.
fn labels(ui: &Ui, brush: &mut Brush<'_>, request: Option<&Request>, strip: &Strip) {
    let palette = *brush.palette;
    let origin = brush.origin;
    let font = FontId::new(SIZES[0] - 1.0, FontFamily::Monospace);
    let shapes = &mut brush.shapes;
    let (kind, colour) = (brush.kind, brush.colour);
    ui.fonts_mut(|fonts| {
        let mut text = |at: Pos2, align, words: String, colour| {
            shapes.push(Shape::text(fonts, at + origin, align, words, font.clone(), colour));
        };
        for (lane, rect) in strip.lanes.iter().enumerate() {
            let state = request.map(|request| {
                let is_active = request.addresses.get(lane).is_some_and(Option::is_some);
                (is_active, request.outside >> lane & 1 == 1)
            });
            let on = match (state, kind) {
                (Some((true, true)), _) => palette.on(palette.conflict),
                (Some((true, false)), Kind::Store | Kind::Atomic) => palette.on(colour),
                (Some((true, false)), Kind::Load) => palette.text,
                _ => palette.quiet,
            };
            let letter = match state {
                Some((true, true)) => Some("×"),
                Some((true, false)) if kind == Kind::Atomic => Some("A"),
                _ => None,
            };
            if let Some(letter) = letter.filter(|_| rect.width() >= 7.0) {
                text(rect.center(), Align2::CENTER_CENTER, letter.to_owned(), on);
            } else if strip.has_numbers {
                text(rect.center(), Align2::CENTER_CENTER, lane.to_string(), on);
            }
            if !strip.has_numbers && lane % 8 == 0 {
                text(rect.left_top(), Align2::LEFT_BOTTOM, lane.to_string(), palette.quiet);
            }
        }
        for (at, times) in &strip.piles {
            text(*at, Align2::CENTER_TOP, format!("×{times}"), palette.text);
        }
        for (at, byte) in &strip.ticks {
            text(*at, Align2::LEFT_TOP, layout::tick(at.x, *byte), palette.quiet);
        }
    });
}

/// How much of what moves is wanted.
pub(super) fn bar(ui: &mut Ui, request: &Request, view: &View) {
    let palette = Palette::of(ui.visuals());
    let (response, painter) = ui.allocate_painter(vec2(110.0, 16.0), Sense::hover());
    let bar = response.rect.shrink2(vec2(0.0, 3.0));
    let mut brush = Brush::new(&palette, view.is_past, Vec2::ZERO, request.kind);
    let used = bar.with_max_x(bar.left() + bar.width() * request.share_used());
    brush.filled(bar, palette.field);
    hatch(bar, brush.faint(), &mut brush.shapes);
    brush.filled(used, brush.colour);
    brush.framed(bar, Stroke::new(1.0, brush.colour));
    painter.extend(brush.shapes);
    let share = (100.0 * request.share_used()).round();
    response.on_hover_text(format!("{share} % of the bytes that move are wanted."));
}

/// Slanted lines across a place on the screen.
pub(super) fn hatch(rect: Rect, stroke: Stroke, shapes: &mut Vec<Shape>) {
    const DISTANCE: f32 = 5.0;
    // Lines on which x + y is a multiple of the distance, so that the hatching of
    // neighbours is one.
    let first = ((rect.left() + rect.top()) / DISTANCE).ceil() as i32;
    let last = ((rect.right() + rect.bottom()) / DISTANCE).floor() as i32;
    for number in first..=last {
        let sum = number as f32 * DISTANCE;
        let left = rect.left().max(sum - rect.bottom());
        let right = rect.right().min(sum - rect.top());
        if left < right {
            let ends = [pos2(left, sum - left), pos2(right, sum - right)];
            shapes.push(Shape::line_segment(ends, stroke));
        }
    }
}
