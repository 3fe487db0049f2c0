//! Tables of buffers: where their elements lie, from the upper left corner of all of them.
//!
//! A matrix is drawn in two dimensions, everything else as a row. Cells have room for
//! digits. Where a buffer has more elements than cells, a map shows all of it, and the
//! cells are a window onto a part: the one that the last access touched. How large map
//! and window are does not depend on what happens, so that nothing moves.

use super::model::Buffer;
use egui::{Pos2, Rect, Vec2, pos2, vec2};
use std::ops::Range;

/// The least size of a cell with room for two digits.
const CELL: Vec2 = vec2(15.0, 14.0);
/// How much wider a cell is for each digit more.
const CHARACTER: f32 = 5.5;
/// The largest cell.
const LARGEST: f32 = 34.0;
/// Above a matrix stands what it is, a little apart from it.
pub(super) const CAPTION: f32 = 16.0;
const BELOW_CAPTION: f32 = 2.0;
/// A row of elements: its map, its cells, and the space below.
const MAP: f32 = 5.0;
const ROW: f32 = MAP + 3.0 + CELL.y + 6.0;
const GAP: f32 = 12.0;
/// The part of a card that the map of a matrix takes.
const MAP_SHARE: f32 = 0.38;
/// An element of a map is not larger than this.
const LARGEST_PIXEL: f32 = 6.0;
/// Matrices beside each other are at least so wide.
const NARROWEST: f32 = 110.0;
/// How high matrices are at least, usually, and at most.
const MATRICES: [f32; 3] = [CAPTION + 2.0 * CELL.y, CAPTION + 4.0 * CELL.y, 420.0];
/// Below a line of matrices.
const LINE_GAP: f32 = 6.0;

/// Elements side by side that a window starts at a multiple of.
const GRAIN: [u64; 2] = [4, 8];

/// A buffer's place.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct BufferTable {
    pub(super) rows: u64,
    pub(super) columns: u64,
    /// Where it says what it is.
    pub(super) caption: Rect,
    /// All elements, however small.
    pub(super) map: Option<Rect>,
    pub(super) window: Option<CellWindow>,
}

/// Cells for some of the elements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CellWindow {
    pub(super) place: Rect,
    pub(super) rows: u64,
    pub(super) columns: u64,
    pub(super) cell: Vec2,
}

/// Lays out all buffers, and says how high they are together. There is so much height
/// for the matrices among them.
pub(super) fn tables(buffers: &[Buffer], width: f32, height: f32) -> (Vec<BufferTable>, f32) {
    let (per_line, lines) = lines(buffers, width);
    let card = vec2(
        (width - GAP * (per_line - 1) as f32) / per_line as f32,
        (height / lines.max(1) as f32 - LINE_GAP).clamp(MATRICES[0], MATRICES[2]),
    );
    let mut number = 0;
    let mut bottom = lines as f32 * (card.y + LINE_GAP);
    let table = |buffer: &Buffer| {
        if buffer.is_uniform {
            BufferTable {
                rows: buffer.rows,
                columns: buffer.columns,
                caption: Rect::NOTHING,
                map: None,
                window: None,
            }
        } else if buffer.rows > 1 {
            let (line, column) = (number / per_line, number % per_line);
            number += 1;
            let corner = pos2(column as f32 * (card.x + GAP), line as f32 * (card.y + LINE_GAP));
            matrix(buffer, Rect::from_min_size(corner, card))
        } else {
            let place = Rect::from_min_size(pos2(0.0, bottom), vec2(width, ROW));
            bottom += ROW;
            row(buffer, place, widest_of(buffers, buffer))
        }
    };
    let tables: Vec<BufferTable> = buffers.iter().map(table).collect();
    (tables, bottom)
}

/// How many matrices stand side by side, and in how many lines.
fn lines(buffers: &[Buffer], width: f32) -> (usize, usize) {
    let is_matrix = |buffer: &&Buffer| !buffer.is_uniform && buffer.rows > 1;
    let matrices = buffers.iter().filter(is_matrix).count();
    let per_line = ((width + GAP) / (NARROWEST + GAP)).floor().max(1.0) as usize;
    let per_line = per_line.min(matrices.max(1));
    (per_line, matrices.div_ceil(per_line))
}

/// How high matrices are where there is room.
pub(super) fn usual_height(buffers: &[Buffer], width: f32) -> f32 {
    lines(buffers, width).1 as f32 * (MATRICES[1] + LINE_GAP)
}

/// How much of a height is left for matrices, if rows of elements have theirs.
pub(super) fn rows_height(buffers: &[Buffer]) -> f32 {
    let is_row = |buffer: &&Buffer| !buffer.is_uniform && buffer.rows <= 1;
    buffers.iter().filter(is_row).count() as f32 * ROW
}

fn matrix(buffer: &Buffer, place: Rect) -> BufferTable {
    let (rows, columns) = (buffer.rows.max(1), buffer.columns.max(1));
    let caption = place.with_max_y(place.top() + CAPTION - BELOW_CAPTION);
    let area = place.with_min_y(place.top() + CAPTION);
    let fits = |room: f32, least: f32| ((room / least).floor().max(0.0)) as u64;
    let table = |map, window| BufferTable { rows, columns, caption, map, window };
    if columns <= fits(area.width(), cell_width(buffer)) && rows <= fits(area.height(), CELL.y) {
        return table(None, Some(window(area, rows, columns)));
    }
    let pixel = |width: f32| {
        let across = width / columns as f32;
        across.min(area.height() / rows as f32).min(LARGEST_PIXEL)
    };
    let map = |width: f32| {
        let size = vec2(columns as f32, rows as f32) * pixel(width);
        Rect::from_min_size(area.min, size.max(vec2(4.0, 4.0)))
    };
    let small = map(MAP_SHARE * area.width());
    let beside = area.with_min_x(small.right() + 8.0);
    // Where cells as wide as that would be too few, numbers that are short must do.
    let across = fits(beside.width(), cell_width(buffer));
    let across = if across < 4 { fits(beside.width(), CELL.x) } else { across };
    let down = fits(beside.height(), CELL.y);
    if across < 4 || down < 2 {
        return table(Some(map(area.width())), None);
    }
    table(Some(small), Some(window(beside, down.min(rows), across.min(columns))))
}

fn row(buffer: &Buffer, place: Rect, cell_width: f32) -> BufferTable {
    let (rows, columns) = (1, buffer.columns);
    let name = (0.24 * place.width()).clamp(64.0, 150.0);
    let caption = place.with_max_x(place.left() + name);
    let area = place.with_min_x(caption.right() + 8.0).with_max_y(place.bottom() - 6.0);
    let across = (area.width() / cell_width).floor().max(1.0) as u64;
    let is_whole = columns <= across;
    let cells = area.with_min_y(area.bottom() - CELL.y);
    let map = (!is_whole).then(|| area.with_max_y(area.top() + MAP));
    // Eight or more side by side in whole groups, so that the eye can count them.
    let shown = match (is_whole, across) {
        (true, _) => columns,
        (false, 8..) => across - across % 8,
        (false, few) => few,
    };
    let window = (shown > 0).then(|| window(cells, 1, shown));
    BufferTable { rows, columns, caption, map, window }
}

/// How wide a cell is at least in all rows as long as this one: what has the same
/// index stands below each other.
fn widest_of(buffers: &[Buffer], row: &Buffer) -> f32 {
    let is_alike =
        |other: &&Buffer| !other.is_uniform && other.rows <= 1 && other.columns == row.columns;
    buffers.iter().filter(is_alike).map(cell_width).fold(CELL.x, f32::max)
}

/// How wide a cell is at least, so that the buffer's numbers have room.
fn cell_width(buffer: &Buffer) -> f32 {
    (CELL.x + (buffer.characters as f32 - 2.0) * CHARACTER).max(CELL.x)
}

fn window(place: Rect, rows: u64, columns: u64) -> CellWindow {
    let cell = vec2(
        (place.width() / columns.max(1) as f32).min(LARGEST),
        (place.height() / rows.max(1) as f32).min(LARGEST * 0.6).max(CELL.y.min(place.height())),
    );
    let size = vec2(columns as f32 * cell.x, rows as f32 * cell.y);
    CellWindow { place: Rect::from_min_size(place.min, size), rows, columns, cell }
}

impl BufferTable {
    /// Where a window starts that shows an element: its row and its column.
    pub(super) fn start_for(&self, element: u64) -> [u64; 2] {
        let Some(window) = &self.window else { return [0, 0] };
        let at = [element / self.columns.max(1), element % self.columns.max(1)];
        let sizes = [(self.rows, window.rows), (self.columns, window.columns)];
        [0, 1].map(|axis| {
            let (all, shown) = sizes[axis];
            let grain = GRAIN[axis].min(shown).max(1);
            (at[axis] - at[axis] % grain).min(all.saturating_sub(shown))
        })
    }

    /// The elements that a window shows which starts there, by rows.
    pub(super) fn shown(&self, start: [u64; 2]) -> impl Iterator<Item = Range<u64>> + '_ {
        let window = self.window;
        let rows = window.map_or(0, |window| window.rows);
        (0..rows).map(move |row| {
            let first = (start[0] + row) * self.columns + start[1];
            let columns = window.map_or(0, |window| window.columns);
            first..first + columns.min(self.columns.saturating_sub(start[1]))
        })
    }

    /// The cell of an element, if the window shows it.
    pub(super) fn cell(&self, start: [u64; 2], element: u64) -> Option<Rect> {
        let window = self.window.as_ref()?;
        let columns = self.columns.max(1);
        let row = (element / columns).checked_sub(start[0]).filter(|row| *row < window.rows)?;
        let column =
            (element % columns).checked_sub(start[1]).filter(|column| *column < window.columns)?;
        let offset = vec2(column as f32 * window.cell.x, row as f32 * window.cell.y);
        Some(Rect::from_min_size(window.place.min + offset, window.cell))
    }

    /// The place of elements of one row on the map, large enough to be seen.
    pub(super) fn on_map(&self, elements: Range<u64>, rows: u64) -> Option<Rect> {
        let map = self.map?;
        let columns = self.columns.max(1);
        let (row, first) = (elements.start / columns, elements.start % columns);
        let pixel = vec2(map.width() / columns as f32, map.height() / self.rows.max(1) as f32);
        let size = vec2((elements.end - elements.start) as f32, rows as f32) * pixel;
        let corner = map.min + vec2(first as f32, row as f32) * pixel;
        let size = size.max(vec2(2.0, 2.0));
        Some(Rect::from_min_size(corner.min(map.max - size.min(map.size())), size))
    }

    /// Where the map says which part the cells show that start there. It stays on the
    /// map, which has words above it.
    pub(super) fn window_on_map(&self, start: [u64; 2]) -> Option<Rect> {
        let (window, map) = (self.window?, self.map?);
        let first = start[0] * self.columns + start[1];
        let part = self.on_map(first..first + window.columns, window.rows)?;
        Some(part.expand(1.0).intersect(map))
    }

    /// The element at a place, in the window that starts there or on the map.
    pub(super) fn element_at(&self, start: [u64; 2], at: Pos2) -> Option<u64> {
        let index = |place: Rect, cell: Vec2, from: [u64; 2]| {
            let offset = at - place.min;
            let row = from[0] + (offset.y / cell.y) as u64;
            let column = from[1] + (offset.x / cell.x) as u64;
            (row < self.rows && column < self.columns).then(|| row * self.columns + column)
        };
        let window = self.window.filter(|window| window.place.contains(at));
        if let Some(window) = window {
            return index(window.place, window.cell, start);
        }
        let map = self.map.filter(|map| map.contains(at))?;
        let pixel =
            vec2(map.width() / self.columns.max(1) as f32, map.height() / self.rows.max(1) as f32);
        index(map, pixel, [0, 0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn buffer(rows: u64, columns: u64) -> Buffer {
        Buffer {
            name: "a".to_owned(),
            bytes: 4 * rows * columns,
            element_bytes: 4,
            is_written: false,
            rows,
            columns,
            characters: 2,
            is_uniform: false,
        }
    }

    #[test]
    fn nothing_overlaps_and_elements_are_found_again() {
        let all = [buffer(64, 32), buffer(3, 5), buffer(1, 1024), buffer(1, 4), buffer(1, 0)];
        for width in [180.0, 400.0, 640.0, 1200.0] {
            for height in [0.0, 120.0, 600.0] {
                let (tables, bottom) = tables(&all, width, height);
                let places = tables.iter().flat_map(|table| {
                    let window = table.window.map(|window| window.place);
                    [Some(table.caption), table.map, window].into_iter().flatten()
                });
                let places: Vec<Rect> = places.collect();
                for (index, place) in places.iter().enumerate() {
                    assert!(place.right() <= width + 0.1, "{place:?} in {width}");
                    assert!(place.bottom() <= bottom + 0.1, "{place:?} in {bottom}");
                    for other in &places[index + 1..] {
                        assert!(!other.shrink(0.1).intersects(place.shrink(0.1)), "{width}");
                    }
                }
                for (table, buffer) in tables.iter().zip(&all) {
                    for element in [0, 31, 64 * 32 - 1] {
                        let seen = table.window_on_map(table.start_for(element));
                        let is_on_map =
                            |seen: Rect| table.map.is_some_and(|m| m.contains_rect(seen));
                        assert!(seen.is_none_or(is_on_map), "{seen:?} leaves {:?}", table.map);
                        let words = table.caption.expand(1.0);
                        let is_apart = seen.is_none_or(|seen| !seen.intersects(words));
                        assert!(is_apart, "{seen:?} and {words:?}");
                    }
                    for element in [0, 1, 3, 14, 777] {
                        if element >= buffer.rows * buffer.columns {
                            continue;
                        }
                        let start = table.start_for(element);
                        let Some(cell) = table.cell(start, element) else {
                            assert!(table.window.is_none());
                            continue;
                        };
                        assert_eq!(table.element_at(start, cell.center()), Some(element));
                        assert!(table.shown(start).any(|row| row.contains(&element)));
                    }
                }
            }
        }
    }

    #[test]
    fn elements_of_rows_as_long_as_each_other_stand_below_each_other() {
        let wide = Buffer { characters: 6, ..buffer(1, 29) };
        let short = Buffer { characters: 6, ..buffer(1, 3) };
        let (found, _) = tables(&[buffer(1, 29), wide, short, buffer(1, 64)], 640.0, 200.0);
        let cell = |table: usize| found[table].window.map(|window| window.cell.x);
        assert_eq!(cell(0), cell(1));
        assert_ne!(cell(0), cell(3));
    }

    #[test]
    fn parameters_are_no_buffers_to_look_at() {
        let parameters = Buffer { is_uniform: true, ..buffer(1, 3) };
        let all = [buffer(1, 64), parameters];
        let (found, bottom) = tables(&all, 640.0, 200.0);
        assert_eq!(bottom, tables(&all[..1], 640.0, 200.0).1);
        assert_eq!((found[1].window, found[1].map), (None, None));
        assert_eq!(found[1].element_at([0, 0], pos2(10.0, 10.0)), None);
    }

    #[test]
    fn a_small_buffer_has_no_map() {
        let check = |rows, columns, width, has_map| {
            let (tables, _) = tables(&[buffer(rows, columns)], width, 200.0);
            assert_eq!(tables[0].map.is_some(), has_map, "{rows}×{columns} in {width}");
            assert!(tables[0].window.is_some());
        };
        check(1, 4, 640.0, false);
        check(1, 1024, 640.0, true);
        check(8, 8, 640.0, false);
        check(64, 32, 640.0, true);
    }

    #[test]
    fn a_window_starts_where_it_can_be_counted() {
        let (tables, _) = tables(&[buffer(64, 64), buffer(1, 1024)], 640.0, 200.0);
        let check = |table: &BufferTable, element, expected: Option<[u64; 2]>| {
            let start = table.start_for(element);
            assert_eq!(start[0] % 4, 0, "{start:?}");
            if let Some(expected) = expected {
                assert_eq!(start, expected, "{element}");
            }
        };
        check(&tables[0], 64 * 9 + 17, Some([8, 16]));
        check(&tables[1], 229, Some([0, 224]));
        // At the end there is no more to show.
        let last = tables[1].start_for(1023);
        let shown = tables[1].window.expect("has cells").columns;
        assert_eq!(last, [0, 1024 - shown]);
    }
}
