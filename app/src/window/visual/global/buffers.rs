//! All buffers of a kernel as thin strips below each other, in an order that never
//! changes, with what the large strip shows of one of them marked.

use super::layout::{Span, Strip};
use super::model::{Kind, Model};
use super::paint::Brush;
use super::view::View;
use crate::format::count;
use crate::window::theme::{Palette, SIZES};
use egui::text::{LayoutJob, TextWrapping};
use egui::{
    Color32, FontFamily, FontId, Painter, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2,
};

/// The height of a buffer's strip with its name.
pub(super) const ROW: f32 = 20.0;

/// All buffers as thin strips, with what is shown of them marked.
pub(super) fn show(ui: &mut Ui, model: &Model, strips: &[Strip], view: &View) {
    let rows = rows(model, strips, ui.available_width());
    let Some(last) = rows.last() else { return };
    let size = vec2(ui.available_width(), last.name.bottom());
    let (response, painter) = ui.allocate_painter(size, Sense::hover());
    let origin = response.rect.min.to_vec2();
    let palette = Palette::of(ui.visuals());
    for (index, row) in rows.iter().enumerate() {
        let request = model.requests.iter().find(|request| request.buffer == index);
        let kind = request.map_or(Kind::Load, |request| request.kind);
        let mut brush = Brush::new(&palette, view.is_past, origin, kind);
        brush.filled(row.bar, palette.field);
        brush.framed(row.bar, Stroke::new(1.0, palette.line));
        for part in &row.shown {
            brush.filled(*part, brush.colour);
        }
        painter.extend(brush.shapes);
        let is_current = request.is_some() && !view.is_past;
        let colour = if is_current { palette.text } else { palette.quiet };
        let buffer = &model.buffers[index];
        elided(&painter, row.name.translate(origin), &buffer.name, colour);
        elided(&painter, row.size.translate(origin), &size_of(buffer.bytes), palette.quiet);
    }
    let names: Vec<&str> = model.buffers.iter().map(|buffer| buffer.name.as_str()).collect();
    let words = format!("Buffers in global memory: {}", names.join(", "));
    response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, &words));
    let row = response.hover_pos().and_then(|at| {
        let at = at - origin;
        rows.iter().position(|row| (row.name.top()..row.name.bottom()).contains(&at.y))
    });
    if let Some(buffer) = row.and_then(|row| model.buffers.get(row)) {
        let use_of = if buffer.is_written { "may be written" } else { "is only read" };
        let (name, bytes) = (&buffer.name, count(buffer.bytes));
        response.on_hover_text_at_pointer(format!("{name}: {bytes} bytes, {use_of}"));
    }
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

/// A buffer as a thin strip.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    name: Rect,
    bar: Rect,
    size: Rect,
    /// Which parts of the bar the strips above show.
    shown: Vec<Rect>,
}

/// Lays out all buffers below each other.
fn rows(model: &Model, strips: &[Strip], width: f32) -> Vec<Row> {
    let name = (0.25 * width).clamp(56.0, 130.0);
    let size = 72.0;
    let bar = (width - name - size - 16.0).max(24.0);
    let row = |index: usize| {
        let top = index as f32 * ROW;
        let cell = |left: f32, width: f32| Rect::from_min_size(pos2(left, top), vec2(width, ROW));
        let bar = cell(name + 8.0, bar).shrink2(vec2(0.0, 6.0));
        let requests = model.requests.iter().zip(strips);
        let shown = requests
            .filter(|(request, _)| request.buffer == index)
            .flat_map(|(_, strip)| &strip.scale.spans)
            .map(|span| part(bar, span, model.buffers[index].bytes))
            .collect();
        Row { name: cell(0.0, name), bar, size: cell(bar.right() + 8.0, size), shown }
    };
    (0..model.buffers.len()).map(row).collect()
}

/// The part of a bar that stands for a stretch of a buffer, wide enough to be
/// seen.
fn part(bar: Rect, span: &Span, bytes: u64) -> Rect {
    let x =
        |byte: u64| bar.left() + bar.width() * (byte as f64 / bytes.max(1) as f64).min(1.0) as f32;
    let left = x(span.first).min(bar.right() - 3.0);
    let right = x(span.end()).max(left + 3.0);
    Rect::from_min_max(pos2(left, bar.top()), pos2(right, bar.bottom()))
}

#[cfg(test)]
mod tests {
    use super::super::layout::strip;
    use super::super::model::tests::load;
    use super::*;
    use egui::Vec2;

    const SIZE: Vec2 = vec2(640.0, 300.0);

    #[test]
    fn a_buffer_of_any_size_has_a_row() {
        for bytes in [0, 4, 1 << 28, u64::MAX] {
            let mut model = load("H200", |lane| 4 * lane);
            model.buffers[0].bytes = bytes;
            let strips = [strip(&model, model.requests.first(), SIZE)];
            let rows = rows(&model, &strips, SIZE.x);
            assert!(rows[0].shown[0].width() >= 3.0);
            assert!(rows[0].shown[0].right() <= rows[0].bar.right() + 0.01, "{bytes}");
        }
    }

    #[test]
    fn sizes_have_units() {
        let check = |bytes, expected: &str| assert_eq!(size_of(bytes), expected);
        check(8, "8 B");
        check(16_384, "16 KiB");
        check(16_388, "16.0 KiB");
        check(524_160, "512 KiB");
        check(1 << 28, "256 MiB");
    }
}
