//! Editor layout, as numbers; nothing is painted here.
//!
//! Lines never wrap, so row and line are the same thing and only the galley (the
//! text as it was laid out) knows how wide its characters are. Columns are in
//! bytes and from 1, as diagnostics count them; a character of several bytes
//! belongs to each of them.

use egui::{Color32, Galley, Rangef};
use std::ops::Range;
use warpbench_theme::Palette;

/// Below this width there is no room for costs.
pub(super) const NARROWEST_WITH_COSTS: f32 = 420.0;

/// What stands left of the text, from left to right: the breakpoint, the
/// triangle, the number, the marker, the bar of a change, the sign of a fold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Gutter {
    /// The middle of the breakpoint's dot.
    pub(super) breakpoint: f32,
    /// The middle of the triangle.
    pub(super) triangle: f32,
    /// The right end of the number.
    pub(super) number: f32,
    /// The middle of the marker.
    pub(super) marker: f32,
    pub(super) bar: Rangef,
    /// The middle of the sign of a fold.
    pub(super) fold: f32,
    /// Where the text's column begins.
    pub(super) width: f32,
}

impl Gutter {
    /// Room for the numbers of so many lines, with digits that wide.
    pub(super) fn new(lines: usize, digit_width: f32) -> Gutter {
        let digits = lines.max(10).ilog10() + 1;
        let number = 28.0 + digits as f32 * digit_width;
        Gutter {
            breakpoint: 9.0,
            triangle: 21.0,
            number,
            marker: number + 8.0,
            bar: Rangef::new(number + 15.0, number + 18.0),
            fold: number + 25.0,
            width: number + 31.0,
        }
    }

    /// How wide the sign of a fold is: as far as the text leaves it room.
    pub(super) fn fold_width(&self) -> f32 {
        2.0 * (self.width - self.fold)
    }
}

/// A range further on by so much.
pub(super) fn shifted(range: Rangef, by: f32) -> Rangef {
    Rangef::new(range.min + by, range.max + by)
}

/// The rows, from 0, that show up between two heights of the galley.
pub(super) fn rows(galley: &Galley, heights: Rangef) -> Range<usize> {
    let start = galley.rows.partition_point(|row| row.max_y() <= heights.min);
    let end = galley.rows.partition_point(|row| row.min_y() < heights.max);
    start..end.max(start)
}

/// The line, from 1, at a height of the galley.
pub(super) fn line_at(galley: &Galley, y: f32) -> Option<u32> {
    let rows = rows(galley, Rangef::new(y, y + 0.01));
    rows.into_iter().next().map(|row| row as u32 + 1)
}

/// The heights of a line, from 1.
pub(super) fn heights(galley: &Galley, line: u32) -> Option<Rangef> {
    let row = galley.rows.get((line as usize).checked_sub(1)?)?;
    Some(Rangef::new(row.min_y(), row.max_y()))
}

/// From where to where some bytes of a line reach. They are at least a
/// character, and end with the line: behind its end there is room for one more,
/// where what is missing is marked.
pub(super) fn span(galley: &Galley, line: u32, column: u32, length: u32) -> Option<Rangef> {
    let row = galley.rows.get((line as usize).checked_sub(1)?)?;
    let first = column.max(1) as usize - 1;
    let last = first + (length as usize).max(1);
    let (mut byte, mut from, mut to) = (0, None, None);
    for (nth, glyph) in row.glyphs.iter().enumerate() {
        let end = byte + glyph.chr.len_utf8();
        if end > first && byte < last {
            from.get_or_insert(glyph.pos.x);
            // Glyphs lie on whole pixels, so one may begin before the one
            // before it has ended.
            to = Some(row.glyphs.get(nth + 1).map_or(glyph.max_x(), |next| next.pos.x));
        }
        byte = end;
    }
    let end = row.glyphs.last().map_or(0.0, egui::epaint::text::Glyph::max_x);
    let width = row.glyphs.last().map_or(row.size.y * 0.5, |glyph| glyph.advance_width.max(4.0));
    let (from, to) = from.zip(to).unwrap_or((end, end + width));
    Some(Rangef::new(row.pos.x + from, row.pos.x + to))
}

/// The byte at which each line starts.
pub(super) fn starts(text: &str) -> Vec<usize> {
    let breaks = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
    std::iter::once(0).chain(breaks.map(|(at, _)| at + 1)).collect()
}

/// The line and column, from 1, of a byte.
pub(super) fn location(starts: &[usize], byte: usize) -> (u32, u32) {
    let line = starts.partition_point(|&start| start <= byte).max(1);
    (line as u32, (byte - starts.get(line - 1).copied().unwrap_or(0)) as u32 + 1)
}

/// The byte of a line and column, from 1, or the nearest before it that starts a
/// character of that line.
pub(super) fn byte(text: &str, line: u32, column: u32) -> usize {
    let starts = starts(text);
    let nth = (line.max(1) as usize - 1).min(starts.len() - 1);
    let end = starts.get(nth + 1).map_or(text.len(), |&next| next - 1);
    text.floor_char_boundary((starts[nth] + column.max(1) as usize - 1).min(end))
}

/// Grounds of words and lines that a theme has no colour for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tints {
    /// A line that was added.
    pub(super) added: Color32,
    /// A line that was removed.
    pub(super) removed: Color32,
    /// The words that were found and are shown.
    pub(super) found: Color32,
    /// What is selected; its words are all in the colour of text.
    pub(super) selected: Color32,
}

impl Tints {
    pub(super) fn of(palette: &Palette) -> Tints {
        let mix = |colour, share| palette.ground.lerp_to_gamma(colour, share);
        Tints {
            added: mix(palette.write, 0.18),
            removed: mix(palette.conflict, 0.16),
            found: mix(palette.chosen, 0.16),
            selected: mix(palette.chosen, if palette.is_dark { 0.35 } else { 0.3 }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{FontId, RawInput};
    use std::sync::Arc;

    /// The text as it is laid out, ten points to a row.
    fn galley(text: &str) -> Arc<Galley> {
        let context = egui::Context::default();
        let mut galley = None;
        let mut output = context.run_ui(RawInput::default(), |ui| {
            let mut format = egui::TextFormat::simple(FontId::monospace(8.0), Color32::WHITE);
            format.line_height = Some(10.0);
            let job = egui::text::LayoutJob::single_section(text.to_owned(), format);
            galley = Some(ui.fonts_mut(|fonts| fonts.layout_job(job)));
        });
        output.textures_delta.clear();
        galley.unwrap()
    }

    #[test]
    fn rows_and_heights() {
        let galley = galley("a\nb\nc\n");
        let check = |min: f32, max: f32, expected: Range<usize>| {
            assert_eq!(rows(&galley, Rangef::new(min, max)), expected, "{min} {max}");
        };
        check(0.0, 40.0, 0..4);
        check(0.0, 9.0, 0..1);
        check(10.0, 20.0, 1..2);
        check(15.0, 25.0, 1..3);
        check(-20.0, -10.0, 0..0);
        check(100.0, 120.0, 4..4);
        assert_eq!(line_at(&galley, 0.0), Some(1));
        assert_eq!(line_at(&galley, 25.0), Some(3));
        assert_eq!(line_at(&galley, 45.0), None);
        assert_eq!(heights(&galley, 2), Some(Rangef::new(10.0, 20.0)));
        assert_eq!(heights(&galley, 0), None);
        assert_eq!(heights(&galley, 5), None);
    }

    #[test]
    fn bytes_are_where_their_characters_are() {
        let galley = galley("ab×cd\n");
        let glyphs = &galley.rows[0].glyphs;
        let width = glyphs[0].advance_width;
        let x = |nth: usize| match glyphs.get(nth) {
            Some(glyph) => glyph.pos.x,
            None => glyphs[4].max_x() + (nth - 5) as f32 * width,
        };
        let check = |column: u32, length: u32, from: usize, to: usize| {
            let expected = Rangef::new(x(from), x(to));
            assert_eq!(span(&galley, 1, column, length), Some(expected), "{column}+{length}");
        };
        check(1, 2, 0, 2);
        check(3, 2, 2, 3);
        check(4, 1, 2, 3);
        check(5, 1, 3, 4);
        check(2, 0, 1, 2);
        check(5, 100, 3, 5);
        check(7, 1, 5, 6);
        assert!(span(&galley, 2, 1, 1).unwrap().span() > 0.0, "an empty line has room");
        assert_eq!(span(&galley, 9, 1, 1), None);
    }

    #[test]
    fn locations_of_bytes() {
        let text = "ab\n×c\n";
        let starts = starts(text);
        let check = |at: usize, expected: (u32, u32)| {
            assert_eq!(location(&starts, at), expected);
            assert_eq!(byte(text, expected.0, expected.1), at);
        };
        check(0, (1, 1));
        check(2, (1, 3));
        check(3, (2, 1));
        check(5, (2, 3));
        check(7, (3, 1));
        assert_eq!(byte(text, 2, 2), 3, "inside a character");
        assert_eq!(byte(text, 1, 99), 2, "behind a line's end");
        assert_eq!(byte(text, 99, 1), 7, "behind the last line");
        assert_eq!(byte("", 1, 1), 0);
    }

    #[test]
    fn the_gutter_has_room_for_every_number() {
        let check = |lines: usize, digits: f32| {
            let gutter = Gutter::new(lines, 8.0);
            assert_eq!(gutter.number - 28.0, digits * 8.0);
            assert!(gutter.marker < gutter.bar.min && gutter.bar.max < gutter.fold);
        };
        check(0, 2.0);
        check(99, 2.0);
        check(100, 3.0);
        check(3000, 4.0);
    }
}
