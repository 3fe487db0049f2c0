//! All buffers of a kernel in an order that never changes, with what they hold and
//! what the access touches of them.

use super::contents::{BufferContents, Held};
use super::model::{Buffer, Kind, Model};
use super::paint::Brush;
use super::tables::{BufferTable, tables};
use super::view::View;
use crate::visual::digits::digits;
use crate::visual::ink::{Batch, Texts};
use crate::visual::value;
use egui::text::{LayoutJob, TextWrapping};
use egui::{
    Color32, FontFamily, FontId, Painter, Rect, Role, Sense, Ui, Vec2, WidgetInfo, pos2, vec2,
};
use warpbench_common::format::count;
use warpbench_theme::{Palette, SIZES};

/// The font of digits in cells, and a character's part of its size.
const DIGITS: f32 = SIZES[0] - 3.0;
const CHARACTER: f32 = 0.6;

/// Draws all buffers, with so much height for the matrices among them.
pub(super) fn show(
    ui: &mut Ui,
    model: &Model,
    contents: &BufferContents,
    view: &View,
    height: f32,
) {
    let width = ui.available_width();
    let (tables, bottom) = tables(&model.buffers, width, height);
    let (response, painter) = ui.allocate_painter(vec2(width, bottom), Sense::hover());
    let origin = response.rect.min.to_vec2();
    let starts = starts(ui, model, &tables);
    if ui.is_rect_visible(response.rect) {
        let palette = Palette::of(ui.visuals());
        let listed =
            tables.iter().enumerate().filter(|(index, _)| !model.buffers[*index].is_uniform);
        for (index, table) in listed {
            let picture =
                BufferPicture { model, index, table, start: starts[index], palette, origin };
            picture.paint(&painter, contents, view);
        }
    }
    let listed = model.buffers.iter().filter(|buffer| !buffer.is_uniform);
    let names: Vec<&str> = listed.map(|buffer| buffer.name.as_str()).collect();
    let words = format!("Buffers in global memory: {}", names.join(", "));
    response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, &words));
    let Some(at) = response.hover_pos().map(|at| at - origin) else { return };
    let found = tables.iter().zip(&starts).enumerate().find_map(|(index, (table, start))| {
        let element = table.element_at(*start, at).map(Some);
        let element = element.or_else(|| table.caption.contains(at).then_some(None))?;
        Some((index, table, element))
    });
    if let Some((index, table, element)) = found {
        response.on_hover_text_at_pointer(describe(model, (index, table, element), contents));
    }
}

/// Where the window onto each buffer starts: at what the access touches first, or
/// where it was.
fn starts(ui: &Ui, model: &Model, tables: &[BufferTable]) -> Vec<[u64; 2]> {
    let id = ui.scope_id().with("windows onto buffers");
    let names: Vec<(String, u64)> =
        model.buffers.iter().map(|buffer| (buffer.name.clone(), buffer.bytes)).collect();
    ui.data_mut(|data| {
        let kept = data.get_temp_mut_or_default::<(Vec<(String, u64)>, Vec<u64>)>(id);
        if kept.0 != names {
            *kept = (names, vec![0; tables.len()]);
        }
        for request in &model.requests {
            let first = request.addresses.iter().flatten().min();
            let bytes = model.buffers[request.buffer].element_bytes;
            if let (Some(first), Some(start)) = (first, kept.1.get_mut(request.buffer)) {
                *start = first / bytes;
            }
        }
        tables.iter().zip(&kept.1).map(|(table, &element)| table.start_for(element)).collect()
    })
}

/// One buffer, as it is drawn.
struct BufferPicture<'a> {
    model: &'a Model,
    index: usize,
    table: &'a BufferTable,
    start: [u64; 2],
    palette: Palette,
    origin: Vec2,
}

impl BufferPicture<'_> {
    fn paint(&self, painter: &Painter, contents: &BufferContents, view: &View) {
        let requests = || self.model.requests.iter().filter(|r| r.buffer == self.index);
        let is_current = requests().next().is_some() && !view.is_past;
        let colour = if is_current { self.palette.text } else { self.palette.quiet };
        let caption = caption(&self.model.buffers[self.index], self.table, self.start);
        elided(painter, self.table.caption.translate(self.origin), &caption, colour);
        let mut batch = Batch::new(painter);
        if let Some(map) = self.table.map {
            batch.fill(map.translate(self.origin), self.palette.field);
        }
        let kinds = self.cells(&mut batch, view);
        if let Some(part) = self.table.window_on_map(self.start) {
            batch.frame(part.translate(self.origin), 1.0, self.palette.text);
        }
        let mut texts = Texts::new(painter, FontId::new(DIGITS, FontFamily::Monospace));
        self.values(&mut batch, &mut texts, contents, &kinds);
        batch.paint(painter);
        painter.extend(texts.shapes);
    }

    /// The cells, with what the access touches; returns which elements it writes.
    fn cells(&self, batch: &mut Batch, view: &View) -> Vec<u64> {
        let gap = |cell: Rect| cell.shrink(0.5).translate(self.origin);
        for row in self.table.shown(self.start) {
            for cell in row.filter_map(|element| self.table.cell(self.start, element)) {
                batch.fill(gap(cell), self.palette.field);
            }
        }
        let mut written = Vec::new();
        for request in self.model.requests.iter().filter(|r| r.buffer == self.index) {
            let brush = Brush::new(&self.palette, view.is_past, self.origin, request.kind);
            let bytes = self.model.buffers[self.index].element_bytes;
            for address in request.addresses.iter().flatten() {
                let last = address.saturating_add(request.bytes_per_lane.max(1) - 1);
                for element in address / bytes..=last / bytes {
                    if element >= self.table.rows * self.table.columns {
                        continue;
                    }
                    if let Some(place) = self.table.on_map(element..element + 1, 1) {
                        batch.fill(place.translate(self.origin), brush.colour);
                    }
                    let Some(cell) = self.table.cell(self.start, element) else { continue };
                    if request.kind == Kind::Load || view.is_past {
                        batch.frame(gap(cell), 1.6, brush.colour);
                    } else {
                        batch.fill(gap(cell), brush.colour);
                        written.push(element);
                    }
                }
            }
        }
        written.sort_unstable();
        written
    }

    fn values(
        &self,
        batch: &mut Batch,
        texts: &mut Texts,
        contents: &BufferContents,
        written: &[u64],
    ) {
        let Some(window) = self.table.window else { return };
        let characters = ((window.cell.x - 2.0) / (CHARACTER * DIGITS)) as usize;
        let scalar = contents.scalar(self.index);
        for row in self.table.shown(self.start) {
            let words = contents.words(self.index, row.clone().map(|element| element as usize));
            let Some(first) = self.table.cell(self.start, row.start) else { continue };
            let mut line = texts.line(first.center().y + self.origin.y);
            for (element, word) in row.zip(words) {
                let Some(cell) = self.table.cell(self.start, element) else { continue };
                let cell = cell.translate(self.origin);
                let text = match word {
                    Held::Unwritten => {
                        let inner = cell.shrink(2.0);
                        let ends = [inner.left_bottom(), inner.right_top()];
                        batch.line(&ends, 1.0, self.palette.line);
                        continue;
                    }
                    Held::Unknown => Some("?".to_owned()),
                    // What has no room is told by hovering; the cell is not empty.
                    Held::Known(word) => {
                        digits(scalar, word, characters).or_else(|| scalar.map(|_| "…".to_owned()))
                    }
                };
                let Some(text) = text else { continue };
                let colour = match written.binary_search(&element) {
                    Ok(_) => self.palette.on(self.palette.write),
                    Err(_) => self.palette.text,
                };
                let width = text.chars().count() as f32 * texts.char_width;
                texts.push(&mut line, cell.center().x - width / 2.0, &text, colour);
            }
            texts.finish(line);
        }
    }
}

/// What a buffer is, and which part of it the cells show.
fn caption(buffer: &Buffer, table: &BufferTable, start: [u64; 2]) -> String {
    let name = &buffer.name;
    let is_part = table.window.is_some() && table.map.is_some();
    let (rows, columns) = (buffer.rows, buffer.columns);
    match (rows > 1, is_part) {
        (true, false) => format!("{name} {rows} × {columns}"),
        (true, true) => format!("{name} {rows} × {columns} from [{}][{}]", start[0], start[1]),
        (false, false) => format!("{name} ({})", count(columns)),
        (false, true) => format!("{name}[{}]…", count(start[1])),
    }
}

/// A buffer or one of its elements in words.
fn describe(
    model: &Model,
    (index, table, element): (usize, &BufferTable, Option<u64>),
    contents: &BufferContents,
) -> String {
    let buffer = &model.buffers[index];
    let Some(element) = element else {
        let use_of = if buffer.is_written { "may be written" } else { "is only read" };
        return format!("{}: {}, {use_of}", buffer.name, size_of(buffer.bytes));
    };
    let columns = table.columns.max(1);
    let place = match buffer.rows > 1 {
        true => format!(", row {}, column {}", element / columns, element % columns),
        false => String::new(),
    };
    let words = contents.words(index, std::iter::once(element as usize));
    let value = match words.first() {
        Some(Held::Known(word)) => value::text(contents.scalar(index), (*word).into()),
        Some(Held::Unwritten) => "not written yet".to_owned(),
        Some(Held::Unknown) | None => "not known".to_owned(),
    };
    format!("{}[{}]{place}: {value}", buffer.name, count(element))
}

/// A line of text that ends in dots if it does not fit.
fn elided(painter: &Painter, rect: Rect, text: &str, colour: Color32) {
    let font = FontId::new(SIZES[0], FontFamily::Monospace);
    let mut job = LayoutJob::simple_singleline(text.to_owned(), font, colour);
    job.wrap = TextWrapping::truncate_at_width(rect.width());
    let galley = painter.layout_job(job);
    let at = pos2(rect.left(), rect.center().y - galley.size().y / 2.0);
    painter.galley(at, galley, colour);
}

/// A size with a fitting unit.
fn size_of(bytes: u64) -> String {
    let (unit, name) = match bytes {
        0..1024 => (1, "B"),
        1024..0x10_0000 => (1 << 10, "KiB"),
        0x10_0000..0x4000_0000 => (1 << 20, "MiB"),
        _ => (1 << 30, "GiB"),
    };
    match (bytes / unit, bytes % unit) {
        (whole, 0) => format!("{} {name}", count(whole)),
        (0..100, _) => format!("{:.1} {name}", bytes as f64 / unit as f64),
        _ => format!("{:.0} {name}", bytes as f64 / unit as f64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        let check = |bytes, expected: &str| assert_eq!(size_of(bytes), expected);
        check(8, "8 B");
        check(16_384, "16 KiB");
        check(16_388, "16.0 KiB");
        check(524_160, "512 KiB");
        check(1 << 28, "256 MiB");
    }

    #[test]
    fn captions_say_what_is_shown() {
        let check = |rows, columns, start, expected: &str| {
            let buffer = Buffer {
                name: "a".to_owned(),
                bytes: 4 * rows * columns,
                element_bytes: 4,
                is_written: false,
                rows,
                columns,
                characters: 2,
                is_uniform: false,
            };
            let (tables, _) = tables(std::slice::from_ref(&buffer), 640.0, 120.0);
            let found = caption(&buffer, &tables[0], start);
            assert!(found.starts_with(expected), "{found}");
        };
        check(1, 4, [0, 0], "a (4)");
        check(1, 2048, [0, 1024], "a[1,024]…");
        check(6, 5, [0, 0], "a 6 × 5");
        check(64, 32, [8, 16], "a 64 × 32 from [8][16]");
    }
}
