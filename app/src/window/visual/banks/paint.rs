//! Draws the banks and their cells, and says what the pointer is on.

use super::layout::Layout;
use super::model::{Content, Kind, Model, Touch};
use super::view::{NOTHING, Output, Values, View};
use crate::format::count;
use crate::window::theme::{Palette, SIZES};
use egui::epaint::{Mesh, RectShape};
use egui::{
    Align2, Color32, FontFamily, FontId, Rect, Role, Sense, Shape, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo, pos2, vec2,
};

const HEADER: f32 = 34.0;

/// Above the first and below the last row, so that the frame of a cell that is
/// followed is not cut off.
const MARGIN: f32 = 2.0;

/// A character of the font below.
const CHARACTER: f32 = 6.9;

fn small() -> FontId {
    FontId::new(SIZES[0] - 1.0, FontFamily::Monospace)
}

/// The colour that a variable is told by. Neighbours differ, which is enough.
fn colour_of(palette: &Palette, variable: usize) -> Color32 {
    palette.series(3 + variable % 2)
}

fn tint(palette: &Palette, variable: Option<usize>) -> Color32 {
    variable.map_or(palette.field, |variable| {
        palette.field.lerp_to_gamma(colour_of(palette, variable), 0.07)
    })
}

/// A square in the tint of a variable.
pub(super) fn swatch(ui: &mut Ui, palette: &Palette, variable: usize) {
    let (response, painter) = ui.allocate_painter(vec2(10.0, 14.0), Sense::hover());
    let rect = Rect::from_center_size(response.rect.center(), vec2(10.0, 10.0));
    painter.rect(
        rect,
        1.0,
        tint(palette, Some(variable)),
        Stroke::new(1.5, colour_of(palette, variable)),
        StrokeKind::Inside,
    );
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
                1 => palette.masked,
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
    shapes.push(Shape::mesh(fields(model, layout, &palette, origin, shown.clone())));
    let first = model.touches.partition_point(|touch| touch.cell < shown.start);
    let behind = model.touches.partition_point(|touch| touch.cell < shown.end);
    for touch in &model.touches[first..behind] {
        let rect = layout.rect(touch.cell).translate(origin);
        touched(&mut shapes, &palette, touch, rect, view);
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
        response.on_hover_text_at_pointer(describe(model, cell, view));
    }
}

/// All cells in view as one mesh: there may be thousands.
fn fields(
    model: &Model,
    layout: &Layout,
    palette: &Palette,
    origin: Vec2,
    cells: std::ops::Range<usize>,
) -> Mesh {
    let mut mesh = Mesh::default();
    mesh.reserve_triangles(2 * cells.len());
    mesh.reserve_vertices(4 * cells.len());
    for cell in cells {
        let mut colour = tint(palette, model.variable(cell));
        if model.turns(cell % model.banks) > 1 {
            colour = colour.lerp_to_gamma(palette.conflict, 0.14);
        }
        mesh.add_colored_rect(layout.rect(cell).shrink(0.5).translate(origin), colour);
    }
    mesh
}

/// A cell that lanes want: a ring if it is read, filled if it is written.
fn touched(shapes: &mut Vec<Shape>, palette: &Palette, touch: &Touch, rect: Rect, view: &View) {
    let colour = match (touch.is_conflict, touch.kind) {
        (true, _) => palette.conflict,
        (false, Kind::Load) => palette.read,
        (false, _) => palette.write,
    };
    let cell = rect.shrink(0.5);
    if touch.kind == Kind::Load {
        let width = if rect.width() >= 10.0 { 2.2 } else { 1.6 };
        let fill = palette.field.lerp_to_gamma(colour, 0.22);
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
    shapes.push(Shape::rect_stroke(rect.expand(1.0), 1.0, stroke, StrokeKind::Middle));
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

/// What the words hold, or who wants them, where there is room for it.
fn texts(
    ui: &Ui,
    shapes: &mut Vec<Shape>,
    model: &Model,
    layout: &Layout,
    (palette, origin, view): (&Palette, Vec2, &View),
    cells: std::ops::Range<usize>,
) {
    let characters = ((layout.cell.x - 3.0) / CHARACTER) as usize;
    // Fewer characters would say nothing of most words.
    let least = match view.values {
        Values::Float => 4,
        Values::Hex => 3,
        Values::Integer | Values::None => 2,
    };
    let values = if characters >= least { view.values } else { Values::None };
    ui.fonts_mut(|fonts| {
        for cell in cells {
            let touch = model.touches_of(cell).last();
            let text = match (touch, values) {
                (Some(touch), _) if touch.kind == Kind::Atomic => Some("A".to_owned()),
                (Some(touch), Values::None) if characters >= 2 => lane_text(touch),
                (_, Values::None) => None,
                _ => written(values, model.content(cell), characters),
            };
            let Some(text) = text.filter(|text| text.chars().count() <= characters) else {
                continue;
            };
            let colour = match touch {
                Some(touch) if touch.kind != Kind::Load => {
                    let is_conflict = touch.is_conflict;
                    palette.on(if is_conflict { palette.conflict } else { palette.write })
                }
                Some(_) => palette.text,
                None => palette.quiet,
            };
            let at = layout.rect(cell).center() + origin;
            shapes.push(Shape::text(fonts, at, Align2::CENTER_CENTER, text, small(), colour));
        }
    });
}

/// The lane of a cell that one lane alone wants.
fn lane_text(touch: &Touch) -> Option<String> {
    (touch.lanes.count_ones() == 1).then(|| touch.lanes.trailing_zeros().to_string())
}

/// What a word holds in so many characters, if that is enough for its meaning.
fn written(values: Values, content: Content, characters: usize) -> Option<String> {
    let word = match content {
        Content::Empty => return None,
        Content::Unknown => return Some("?".to_owned()),
        Content::Known(word) => word,
    };
    let fits = |text: &String| text.len() <= characters;
    let text = match values {
        Values::None => return None,
        Values::Integer => Some(word.to_string()).filter(fits),
        Values::Hex => Some(format!("{word:x}")).filter(fits),
        Values::Float => short(f32::from_bits(word), characters),
    };
    Some(text.unwrap_or_else(|| "…".to_owned()))
}

/// A number with as many digits as fit, if they say what it is to a twentieth.
fn short(value: f32, characters: usize) -> Option<String> {
    let is_close = |text: &String| {
        let Ok(found) = text.parse::<f32>() else { return false };
        (found - value).abs() <= 0.05 * value.abs() || found.total_cmp(&value).is_eq()
    };
    let rounded = [2, 1, 0, 3].into_iter().flat_map(|digits| {
        let text = format!("{value:.digits$}");
        // The zero before the point can go before the digits behind it do.
        let bare = text.replacen("0.", ".", usize::from(value.abs() < 1.0));
        [text, bare]
    });
    if value.is_nan() {
        return Some("NaN".to_owned());
    }
    let powers = [1, 0].into_iter().map(|digits| format!("{value:.digits$e}"));
    let whole = (value.fract() == 0.0).then(|| value.to_string());
    let candidates = whole.into_iter().chain(rounded).chain(powers);
    candidates.filter(|text| text.len() <= characters).find(is_close)
}

/// The lane to name for a cell: the chosen one if it wants it, else the lowest.
fn lane_of(touches: &[Touch], view: &View) -> Option<u32> {
    let lanes = touches.iter().fold(0, |lanes, touch| lanes | touch.lanes);
    let chosen = view.chosen_lane.filter(|&lane| lane < 64 && lanes >> lane & 1 == 1);
    chosen.or_else(|| (lanes != 0).then(|| lanes.trailing_zeros()))
}

/// A cell in words.
fn describe(model: &Model, cell: usize, view: &View) -> String {
    let byte = cell as u64 * model.cell_bytes;
    let name = match model.variable(cell).map(|index| &model.variables[index]) {
        Some(variable) => format!("{}, word {}", variable.name, count((byte - variable.start) / 4)),
        None => format!("Word {}", count(byte / 4)),
    };
    let values = if view.values == Values::None { Values::Hex } else { view.values };
    let value = match model.content(cell) {
        Content::Empty => "never written".to_owned(),
        Content::Unknown => "not known".to_owned(),
        known => written(values, known, usize::MAX).unwrap_or_default(),
    };
    let mut text = format!("{name}, bank {}: {value}", cell % model.banks);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_written_short() {
        let check = |values, word: u32, characters, expected: Option<&str>| {
            let found = written(values, Content::Known(word), characters);
            assert_eq!(found.as_deref(), expected, "{values:?} {word:x} in {characters}");
        };
        check(Values::Float, 1.5f32.to_bits(), 4, Some("1.50"));
        check(Values::Float, 12.0f32.to_bits(), 4, Some("12"));
        check(Values::Float, 0.123_456f32.to_bits(), 4, Some("0.12"));
        check(Values::Float, 0.019f32.to_bits(), 4, Some(".019"));
        check(Values::Float, (-0.61f32).to_bits(), 5, Some("-0.61"));
        check(Values::Float, (-0.61f32).to_bits(), 4, Some("-.61"));
        check(Values::Float, (-12.56f32).to_bits(), 5, Some("-12.6"));
        check(Values::Float, f32::NEG_INFINITY.to_bits(), 4, Some("-inf"));
        check(Values::Float, 1e-9f32.to_bits(), 4, Some("1e-9"));
        check(Values::Float, 0, 4, Some("0"));
        check(Values::Float, f32::NAN.to_bits(), 4, Some("NaN"));
        check(Values::Float, 1234.5f32.to_bits(), 4, Some("1234"));
        check(Values::Float, 123_456.0f32.to_bits(), 5, Some("1.2e5"));
        // A fifth too small would be a lie.
        check(Values::Float, 123_456.0f32.to_bits(), 4, Some("…"));
        check(Values::Integer, 77, 2, Some("77"));
        check(Values::Integer, 770, 2, Some("…"));
        check(Values::Hex, 0xabc, 4, Some("abc"));
        check(Values::None, 1, 4, None);
        assert_eq!(written(Values::Float, Content::Unknown, 4).as_deref(), Some("?"));
        assert_eq!(written(Values::Float, Content::Empty, 4), None);
    }
}
