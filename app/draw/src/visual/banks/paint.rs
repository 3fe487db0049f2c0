//! Draws the banks and their cells, and says what the pointer is on.

use super::layout::Layout;
use super::model::{Content, Kind, Model, Touch};
use super::view::{NOTHING, Output, View};
use super::writer;
use crate::visual::digits::digits;
use crate::visual::ink::Batch;
use crate::visual::value;
use egui::epaint::RectShape;
use egui::{
    Align2, Color32, FontFamily, FontId, Painter, Rect, Response, Role, Sense, Shape, Stroke,
    StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2,
};
use warpbench_common::format::count;
use warpbench_theme::{Palette, SIZES};

pub(super) const HEADER: f32 = 34.0;

/// How strong the last access is drawn where the step has none.
const PAST: f32 = 0.6;

/// Above the first and below the last row, so that the frame of a cell that is
/// followed is not cut off.
const MARGIN: f32 = 2.0;

fn small() -> FontId {
    FontId::new(SIZES[0] - 1.0, FontFamily::Monospace)
}

/// The colour of the bar that a variable is told by. Neighbours differ, which is
/// enough.
fn colour_of(palette: &Palette, variable: usize) -> Color32 {
    if variable.is_multiple_of(2) { palette.quiet } else { palette.text }
}

/// What something in the picture stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Swatch {
    /// The bar beside a variable.
    Variable(usize),
    Unwritten,
    /// The last writer of a cell.
    Warp(u32),
    /// What the step does to a cell, or what one did that is past.
    Touch(Kind, bool),
}

/// How wide a swatch is.
pub(super) const SWATCH: f32 = 12.0;

pub(super) fn swatch(ui: &mut Ui, palette: &Palette, swatch: Swatch) -> Response {
    let (response, painter) = ui.allocate_painter(vec2(SWATCH, 14.0), Sense::hover());
    let rect = Rect::from_center_size(response.rect.center(), vec2(12.0, 12.0));
    let mut batch = Batch::new(&painter);
    match swatch {
        Swatch::Variable(variable) => {
            let bar = rect.with_min_x(rect.right() - 2.5);
            batch.fill(bar, colour_of(palette, variable));
        }
        Swatch::Unwritten => {
            batch.fill(rect, palette.field);
            unwritten(&mut batch, palette, rect);
        }
        Swatch::Warp(warp) => writer::paint(&mut batch, palette, rect, warp),
        Swatch::Touch(kind, is_past) => {
            let touch = Touch { cell: 0, lanes: 0, kind, is_conflict: false };
            let view = View { is_past, ..View::default() };
            let mut shapes = Vec::new();
            touched(&mut shapes, palette, &touch, (rect, palette.field), &view);
            painter.extend(shapes);
        }
    }
    batch.paint(&painter);
    response
}

/// The stroke through a cell that nobody has written.
fn unwritten(batch: &mut Batch, palette: &Palette, cell: Rect) {
    let inner = cell.shrink(1.5);
    batch.line(&[inner.left_bottom(), inner.right_top()], 1.0, palette.line);
}

/// The numbers of the banks, and how often those with conflicts are asked.
pub(super) fn header(ui: &mut Ui, model: &Model, layout: &Layout) {
    let palette = Palette::of(ui.visuals());
    let size = vec2(layout.size().x, HEADER);
    let (response, painter) = ui.allocate_painter(size, Sense::hover());
    let origin = response.rect.min.to_vec2();
    let every = layout.every(17.0);
    let mut shapes = Vec::new();
    // A number is wider than a narrow column, so some may have to go without.
    let mut free_from = 0.0;
    ui.fonts_mut(|fonts| {
        for bank in 0..model.banks {
            let (left, right) = layout.column(bank);
            let middle = (left + right) / 2.0;
            let turns = model.turns(bank);
            let field = Rect::from_min_max(pos2(left, 17.0), pos2(right, HEADER - 1.0));
            let field = field.shrink2(vec2(0.5, 0.0)).translate(origin);
            let fill = match turns {
                0 => palette.field,
                1 => palette.quiet,
                _ => palette.conflict,
            };
            // A bank that is asked once is served at once: a line is enough.
            let height = if turns > 1 { 16.0 } else { 3.0 };
            shapes.push(Shape::rect_filled(field.with_min_y(field.bottom() - height), 1.0, fill));
            if bank % every == 0 || bank + 1 == model.banks && every == 1 {
                let at = pos2(middle, 1.0) + origin;
                let colour = if turns > 1 { palette.conflict } else { palette.quiet };
                let text = bank.to_string();
                shapes.push(Shape::text(fonts, at, Align2::CENTER_TOP, text, small(), colour));
            }
            let text = format!("×{turns}");
            let half = 3.6 * text.chars().count() as f32;
            if turns > 1 && middle - half >= free_from {
                let at = pos2(middle, field.center().y - origin.y) + origin;
                let plate = Rect::from_center_size(at, vec2(2.0 * half, field.height()));
                shapes.push(Shape::rect_filled(plate, 1.0, palette.conflict));
                let colour = palette.on(palette.conflict);
                shapes.push(Shape::text(fonts, at, Align2::CENTER_CENTER, text, small(), colour));
                free_from = middle + half;
            }
        }
    });
    painter.extend(shapes);
    let asked = (0..model.banks).filter(|&bank| model.turns(bank) > 0).count();
    let words = format!("{asked} of {} banks asked", model.banks);
    response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, &words));
}

/// The cells that can be seen.
pub(super) fn cells(
    ui: &mut Ui,
    model: &Model,
    layout: &Layout,
    (view, viewport): (&View, Rect),
    output: &mut Output,
) {
    let palette = Palette::of(ui.visuals());
    let size = layout.size() + vec2(0.0, 2.0 * MARGIN);
    let (response, painter) = ui.allocate_painter(size, Sense::click());
    let origin = response.rect.min.to_vec2() + vec2(0.0, MARGIN);
    let rows = layout.rows(viewport.top(), viewport.bottom());
    let shown = rows.start * model.banks..(rows.end * model.banks).min(model.cells);
    let mut shapes = Vec::with_capacity(256);
    fields(&painter, model, layout, (&palette, origin), shown.clone());
    let first = model.touches.partition_point(|touch| touch.cell < shown.start);
    let behind = model.touches.partition_point(|touch| touch.cell < shown.end);
    for touch in &model.touches[first..behind] {
        let rect = layout.rect(touch.cell).translate(origin);
        let ground = writer::ground(&palette, model.writer(touch.cell));
        touched(&mut shapes, &palette, touch, (rect, ground), view);
    }
    gutter(ui, &mut shapes, model, layout, (&palette, origin), rows);
    texts(ui, &mut shapes, model, layout, (&palette, origin, view), shown);
    painter.extend(shapes);

    let cell = response.hover_pos().and_then(|at| layout.cell_at(at - origin));
    let lane = cell.and_then(|cell| lane_of(model.touches_of(cell), view));
    output.hovered_lane = lane;
    output.hovered_word = cell.map(|cell| cell * (model.cell_bytes / 4) as usize);
    if response.clicked() {
        output.clicked_lane = lane;
    }
    let words = match model.requests.first() {
        Some(request) => format!("Shared memory: {}", model.summary(request)),
        None => format!("Shared memory: {NOTHING}"),
    };
    response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, &words));
    if let Some(cell) = cell {
        response.on_hover_text_at_pointer(describe(model, cell));
    }
}

/// All cells in view as one mesh: there may be thousands.
fn fields(
    painter: &Painter,
    model: &Model,
    layout: &Layout,
    (palette, origin): (&Palette, Vec2),
    cells: std::ops::Range<usize>,
) {
    let mut batch = Batch::new(painter);
    for cell in cells {
        let place = layout.rect(cell).shrink(0.5).translate(origin);
        let writer = model.writer(cell);
        let mut colour = writer::ground(palette, writer);
        if model.turns(cell % model.banks) > 1 {
            colour = colour.lerp_to_gamma(palette.conflict, 0.14);
        }
        batch.fill(place, colour);
        if let Some(writer) = writer {
            writer::notches(&mut batch, palette, place, writer);
        }
        if model.content(cell) == Content::Unwritten {
            unwritten(&mut batch, palette, place);
        }
    }
    batch.paint(painter);
}

/// A cell that lanes want: a ring if it is read, filled if it is written. What is
/// past is fainter than the words that stay.
fn touched(
    shapes: &mut Vec<Shape>,
    palette: &Palette,
    touch: &Touch,
    (rect, ground): (Rect, Color32),
    view: &View,
) {
    let colour = match (touch.is_conflict, touch.kind) {
        (true, _) => palette.conflict,
        (false, Kind::Load) => palette.read,
        (false, _) => palette.write,
    };
    let colour = if view.is_past { ground.lerp_to_gamma(colour, PAST) } else { colour };
    let cell = rect.shrink(0.5);
    if touch.kind == Kind::Load || view.is_past {
        let width = if rect.width() >= 10.0 { 2.2 } else { 1.6 };
        let fill = match (touch.kind, view.is_past) {
            (Kind::Load, _) => ground.lerp_to_gamma(colour, 0.15),
            _ => ground.lerp_to_gamma(colour, 0.4),
        };
        let stroke = Stroke::new(width, colour);
        shapes.push(RectShape::new(cell, 1.0, fill, stroke, StrokeKind::Inside).into());
    } else {
        shapes.push(Shape::rect_filled(cell, 1.0, colour));
    }
    let has =
        |lane: Option<u32>| lane.is_some_and(|lane| lane < 64 && touch.lanes >> lane & 1 == 1);
    let (width, colour) = match (has(view.chosen_lane), has(view.hovered_lane)) {
        (true, _) => (2.5, palette.chosen),
        (false, true) => (1.5, palette.text),
        _ => return,
    };
    let stroke = Stroke::new(width, colour);
    shapes.push(Shape::rect_stroke(rect, 1.0, stroke, StrokeKind::Inside));
}

/// The number of each row's first word, and a bar for each variable.
fn gutter(
    ui: &Ui,
    shapes: &mut Vec<Shape>,
    model: &Model,
    layout: &Layout,
    (palette, origin): (&Palette, Vec2),
    rows: std::ops::Range<usize>,
) {
    let every = (13.0 / layout.cell.y).ceil().max(1.0) as usize;
    let words_per_cell = (model.cell_bytes / 4) as usize;
    ui.fonts_mut(|fonts| {
        for row in rows {
            let rect = layout.rect(row * model.banks).translate(origin);
            if let Some(variable) = model.variable(row * model.banks) {
                let bar = Rect::from_min_max(rect.left_top() - vec2(4.0, 0.0), rect.left_bottom());
                let bar = bar.with_max_x(bar.left() + 2.5);
                shapes.push(Shape::rect_filled(bar, 0.0, colour_of(palette, variable)));
            }
            if row % every == 0 {
                let text = (row * model.banks * words_per_cell).to_string();
                let at = rect.left_center() - vec2(7.0, 0.0);
                let font = small();
                shapes.push(Shape::text(
                    fonts,
                    at,
                    Align2::RIGHT_CENTER,
                    text,
                    font,
                    palette.quiet,
                ));
            }
        }
    });
}

/// What the words hold, where there is room for it.
fn texts(
    ui: &Ui,
    shapes: &mut Vec<Shape>,
    model: &Model,
    layout: &Layout,
    (palette, origin, view): (&Palette, Vec2, &View),
    cells: std::ops::Range<usize>,
) {
    let (font, character) = layout.font();
    let characters = ((layout.cell.x - 1.5) / character) as usize;
    ui.fonts_mut(|fonts| {
        for cell in cells {
            let touch = model.touches_of(cell).last().filter(|_| !view.is_past);
            let text = match touch {
                Some(touch) if touch.kind == Kind::Atomic => Some("A".to_owned()),
                _ if !view.has_values => None,
                _ => written(model, cell, characters),
            };
            let Some(text) = text else { continue };
            let colour = match touch {
                Some(touch) if touch.kind != Kind::Load => {
                    let is_conflict = touch.is_conflict;
                    palette.on(if is_conflict { palette.conflict } else { palette.write })
                }
                _ => palette.text,
            };
            let at = layout.rect(cell).center() + origin;
            let font = font.clone();
            shapes.push(Shape::text(fonts, at, Align2::CENTER_CENTER, text, font, colour));
        }
    });
}

/// What a cell holds in so many characters.
fn written(model: &Model, cell: usize, characters: usize) -> Option<String> {
    match model.content(cell) {
        Content::Empty | Content::Unwritten => None,
        Content::Unknown => Some("?".to_owned()).filter(|_| characters > 0),
        Content::Known(word) => digits(model.scalar(cell), word, characters),
    }
}

/// The lane to name for a cell: the chosen one if it wants it, else the lowest.
fn lane_of(touches: &[Touch], view: &View) -> Option<u32> {
    let lanes = touches.iter().fold(0, |lanes, touch| lanes | touch.lanes);
    let chosen = view.chosen_lane.filter(|&lane| lane < 64 && lanes >> lane & 1 == 1);
    chosen.or_else(|| (lanes != 0).then(|| lanes.trailing_zeros()))
}

/// A cell in words.
fn describe(model: &Model, cell: usize) -> String {
    let byte = cell as u64 * model.cell_bytes;
    let name = match model.variable(cell).map(|index| &model.variables[index]) {
        Some(variable) => format!("{}, word {}", variable.name, count((byte - variable.start) / 4)),
        None => format!("Word {}", count(byte / 4)),
    };
    let value = match model.content(cell) {
        Content::Empty => "nothing".to_owned(),
        Content::Unwritten => "not written yet".to_owned(),
        Content::Unknown => "not known".to_owned(),
        Content::Known(word) => value::text(model.scalar(cell), word.into()),
    };
    let mut text = format!("{name}, bank {}: {value}", cell % model.banks);
    if let Some(writer) = model.writer(cell) {
        text.push_str(&format!("\nWritten last by warp {writer}"));
    }
    for touch in model.touches_of(cell) {
        let lanes: Vec<String> = (0..64)
            .filter(|lane| touch.lanes >> lane & 1 == 1)
            .map(|lane| lane.to_string())
            .collect();
        let verb = match touch.kind {
            Kind::Load => "Read",
            Kind::Store => "Written",
            Kind::Atomic => "Updated at once",
        };
        let who = match lanes.len() {
            1 => format!("lane {}", lanes[0]),
            2..=8 => format!("lanes {}", lanes.join(", ")),
            many => format!("{many} lanes"),
        };
        text.push_str(&format!("\n{verb} by {who}"));
    }
    text
}
