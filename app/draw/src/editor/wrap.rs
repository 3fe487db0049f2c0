//! Lines that go on below, where an audience must see all of them.
//!
//! A line stays one row of the laid out text, so that everybody finds it by its number:
//! the row becomes higher, and the letters behind a break are moved down in it.

use egui::epaint::text::{PlacedRow, Row};
use egui::{Rangef, Rect, Vec2, vec2};
use std::sync::Arc;

/// What goes on stands so many columns further in than the line.
const FURTHER_IN: usize = 2;

/// Where a line of more than so many columns is broken: at which letters, and how far in
/// what follows stands.
fn breaks(line: &[char], columns: usize) -> (Vec<usize>, usize) {
    let spaces = line.iter().take_while(|letter| **letter == ' ').count();
    let indent = (spaces + FURTHER_IN).min(columns / 4);
    let mut found = Vec::new();
    let (mut start, mut room) = (0, columns.max(1));
    while line.len() - start > room {
        let limit = start + room;
        // Before a word or behind what opens a list, as late as it can be but not among
        // the first spaces.
        let from = start.max(spaces) + 1;
        let is_word = |at: &usize| line[*at] != ' ' && matches!(line[at - 1], ' ' | '(');
        let at = (from..=limit).rev().find(is_word).unwrap_or(limit);
        found.push(at);
        (start, room) = (at, columns.saturating_sub(indent).max(1));
    }
    (found, indent)
}

/// A row with what is behind so many columns below; nothing where all of it fits.
pub(super) fn wrapped(placed: &PlacedRow, columns: usize, row_height: f32) -> Option<PlacedRow> {
    let letters: Vec<char> = placed.row.glyphs.iter().map(|glyph| glyph.chr).collect();
    let (breaks, indent) = breaks(&letters, columns);
    let first = *breaks.first()?;
    let mut row: Row = (*placed.row).clone();
    let left = row.glyphs.get(indent).map_or(0.0, |glyph| glyph.pos.x);
    let mut width = row.glyphs[first].pos.x;
    for (nth, &from) in breaks.iter().enumerate() {
        let to = breaks.get(nth + 1).copied().unwrap_or(row.glyphs.len());
        let by = vec2(left - placed.row.glyphs[from].pos.x, (nth + 1) as f32 * row_height);
        move_letters(&mut row, from..to, by);
        width = width.max(row.glyphs[to - 1].max_x());
    }
    row.size = vec2(width, (breaks.len() + 1) as f32 * row_height);
    let vertices = row.visuals.mesh.vertices.iter().map(|vertex| vertex.pos);
    row.visuals.mesh_bounds = Rect::from_points(&vertices.collect::<Vec<_>>());
    Some(PlacedRow { row: Arc::new(row), ..placed.clone() })
}

/// Moves letters, and what is painted of them.
fn move_letters(row: &mut Row, letters: std::ops::Range<usize>, by: Vec2) {
    let vertex = |row: &Row, letter: usize| match row.glyphs.get(letter) {
        Some(glyph) => glyph.first_vertex as usize,
        None => row.visuals.glyph_vertex_range.end,
    };
    let painted = vertex(row, letters.start)..vertex(row, letters.end);
    for vertex in row.visuals.mesh.vertices.get_mut(painted).into_iter().flatten() {
        vertex.pos += by;
    }
    for glyph in &mut row.glyphs[letters] {
        glyph.pos += by;
    }
}

/// Where some bytes of a row are, one place for each line that they stand in.
pub(super) fn pieces(row: &PlacedRow, first: usize, length: usize) -> Vec<(Rangef, Rangef)> {
    let mut found: Vec<(Rangef, Rangef)> = Vec::new();
    let mut byte = 0;
    for glyph in &row.row.glyphs {
        let end = byte + glyph.chr.len_utf8();
        if end > first && byte < first + length.max(1) {
            let heights = lines_of(row, glyph.pos.y);
            let widths = Rangef::new(row.pos.x + glyph.pos.x, row.pos.x + glyph.max_x());
            match found.last_mut() {
                Some((known, at)) if *at == heights => known.max = widths.max,
                _ => found.push((widths, heights)),
            }
        }
        byte = end;
    }
    found
}

/// From where to where the line of a row reaches that a letter stands in.
fn lines_of(row: &PlacedRow, baseline: f32) -> Rangef {
    let height = row.row.glyphs.first().map_or(row.row.size.y, |glyph| glyph.line_height);
    let line = (baseline / height.max(1.0)).floor().max(0.0);
    let top = row.pos.y + line * height;
    Rangef::new(top, (top + height).min(row.pos.y + row.row.size.y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_before_words() {
        let check = |line: &str, columns, expected: &[&str]| {
            let letters: Vec<char> = line.chars().collect();
            let (breaks, indent) = breaks(&letters, columns);
            let ends = breaks.iter().copied().chain([letters.len()]);
            let starts = std::iter::once(0).chain(breaks.iter().copied());
            let parts: Vec<String> =
                starts.zip(ends).map(|(from, to)| letters[from..to].iter().collect()).collect();
            assert_eq!(parts, expected, "{line} in {columns}");
            let rest = parts.iter().skip(1);
            assert!(rest.clone().all(|part| part.trim_end().chars().count() + indent <= columns));
        };
        check("let a = b;", 12, &["let a = b;"]);
        check("let a = b + c;", 12, &["let a = b + ", "c;"]);
        check("    *tile.add(t) = input[i];", 20, &["    *tile.add(t) = ", "input[i];"]);
        check("fn scale_all(input: &[f32]) {", 20, &["fn scale_all(input: ", "&[f32]) {"]);
        check(
            "fn scale_all_of_it(input: &[f32]) {",
            20,
            &["fn scale_all_of_it(", "input: &[f32]) {"],
        );
        check("    a_long_name_without_any_space", 20, &["    a_long_name_with", "out_any_space"]);
        check("", 12, &[""]);
    }
}
