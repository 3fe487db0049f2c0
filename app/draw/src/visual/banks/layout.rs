//! Layout of banks and cells, from the upper left corner of the grid.
//!
//! A bank keeps its column whatever the width: cells grow and shrink with the
//! panel, and only where they would become too small to be seen is the grid wider
//! than the panel.

use super::model::Model;
use egui::{FontFamily, FontId, Pos2, Rect, Vec2, pos2, vec2};
use std::ops::Range;
use warpbench_theme::SIZES;

/// Room at the left for a digit of the number of a row's first word, and for the bar of
/// its variable.
const GUTTER_DIGIT: f32 = 7.2;
const GUTTER_BAR: f32 = 9.0;
const CELL_WIDTH: [f32; 2] = [5.5, 46.0];
const CELL_HEIGHT: [f32; 2] = [10.0, 19.0];
/// Cells that are narrower have smaller digits.
const NARROW: f32 = 24.0;
/// How wide a character is, as a part of its height.
const CHARACTER: f32 = 0.6;

/// How the cells are laid out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Layout {
    pub(super) gutter: f32,
    pub(super) cell: Vec2,
    banks: usize,
    cells: usize,
}

impl Layout {
    /// The grid of a memory in a panel of this width.
    pub(super) fn new(model: &Model, width: f32) -> Layout {
        let (banks, cells) = (model.banks, model.cells);
        let last_row = cells.saturating_sub(1) / banks.max(1) * banks;
        let last_word = last_row as u64 * (model.cell_bytes / 4).max(1);
        let gutter = GUTTER_BAR + GUTTER_DIGIT * last_word.to_string().len() as f32;
        let cell = ((width - gutter) / banks as f32).clamp(CELL_WIDTH[0], CELL_WIDTH[1]);
        let height = cell.clamp(CELL_HEIGHT[0], CELL_HEIGHT[1]);
        Layout { gutter, cell: vec2(cell, height), banks, cells }
    }

    /// The font of what stands in cells, and how wide its characters are.
    pub(super) fn font(&self) -> (FontId, f32) {
        let size = if self.cell.x < NARROW { SIZES[0] - 3.0 } else { SIZES[0] - 1.0 };
        (FontId::new(size, FontFamily::Monospace), CHARACTER * size)
    }

    /// The size of all cells together with the gutter.
    pub(super) fn size(&self) -> Vec2 {
        vec2(
            self.gutter + self.banks as f32 * self.cell.x,
            self.cells.div_ceil(self.banks) as f32 * self.cell.y,
        )
    }

    /// From where to where a bank's column goes.
    pub(super) fn column(&self, bank: usize) -> (f32, f32) {
        let left = self.gutter + bank as f32 * self.cell.x;
        (left, left + self.cell.x)
    }

    pub(super) fn rect(&self, cell: usize) -> Rect {
        let (left, _) = self.column(cell % self.banks);
        let top = (cell / self.banks) as f32 * self.cell.y;
        Rect::from_min_size(pos2(left, top), self.cell)
    }

    /// The cell at a place.
    pub(super) fn cell_at(&self, at: Pos2) -> Option<usize> {
        if at.x < self.gutter || at.y < 0.0 {
            return None;
        }
        let bank = ((at.x - self.gutter) / self.cell.x) as usize;
        let cell = (at.y / self.cell.y) as usize * self.banks + bank;
        (bank < self.banks && cell < self.cells).then_some(cell)
    }

    /// The rows that can be seen from one height to another.
    pub(super) fn rows(&self, top: f32, bottom: f32) -> Range<usize> {
        let rows = self.cells.div_ceil(self.banks);
        let first = (top.max(0.0) / self.cell.y) as usize;
        let behind = (bottom.max(0.0) / self.cell.y).ceil() as usize;
        first.min(rows)..behind.min(rows)
    }

    /// Every how many columns a label of so many points fits.
    pub(super) fn every(&self, width: f32) -> usize {
        let columns = (width / self.cell.x).ceil().max(1.0) as usize;
        columns.next_power_of_two().min(self.banks)
    }

    /// What to scroll to so that an access is in view, if it is not: all of its
    /// rows if they fit, else the first.
    pub(super) fn scroll_to(&self, model: &Model, top: f32, bottom: f32) -> Option<Rect> {
        let mut cells = model.touches.iter().map(|touch| touch.cell);
        let cells = cells.clone().min().zip(cells.by_ref().max());
        let (first, last) = cells.filter(|(first, _)| *first < self.cells)?;
        let first = self.rect(first);
        let all = first.union(self.rect(last.min(self.cells - 1)));
        let wanted = if all.height() <= bottom - top { all } else { first };
        let is_in_view = wanted.top() >= top - 0.5 && wanted.bottom() <= bottom + 0.5;
        (!is_in_view).then_some(wanted)
    }
}

#[cfg(test)]
mod tests {
    use super::super::model::tests::load;
    use super::*;

    #[test]
    fn cells_are_found_again_at_any_width() {
        for (device, banks) in [("H200", 32), ("8800 GTX", 16)] {
            let model = load(device, 32, |lane| 4 * lane);
            for width in [100.0, 260.0, 333.0, 800.0, 1400.0] {
                let layout = Layout::new(&model, width);
                for cell in [0, 1, 31, 32, 33, 1000, 2047] {
                    let rect = layout.rect(cell);
                    assert_eq!(layout.cell_at(rect.center()), Some(cell), "{device} {width}");
                    let (left, right) = layout.column(cell % banks);
                    assert_eq!((rect.left(), rect.right()), (left, right));
                }
                assert_eq!(layout.cell_at(pos2(10.0, 5.0)), None);
                assert_eq!(layout.cell_at(pos2(layout.gutter + 1.0, 1e6)), None);
                assert_eq!(layout.cell_at(pos2(layout.size().x + 1.0, 5.0)), None);
            }
        }
    }

    #[test]
    fn the_grid_fits_a_narrow_panel() {
        let model = load("H200", 32, |lane| 4 * lane);
        for width in [220.0, 240.0, 260.0] {
            assert!(Layout::new(&model, width).size().x <= width, "{width}");
        }
        assert!(Layout::new(&model, 1400.0).size().x <= 1600.0);
    }

    #[test]
    fn only_what_is_out_of_view_is_scrolled_to() {
        let check = |offset: fn(u32) -> u32, top: f32, expected: Option<usize>| {
            let model = load("H200", 32, offset);
            let layout = Layout::new(&model, 260.0);
            let found = layout.scroll_to(&model, top, top + 100.0);
            assert_eq!(found.map(|rect| (rect.top() / 10.0).round() as usize), expected);
        };
        check(|lane| 4 * lane, 0.0, None);
        check(|lane| 4 * lane, 20.0, Some(0));
        check(|lane| 4 * (640 + lane), 0.0, Some(20));
        check(|lane| 4 * (640 + lane), 150.0, None);
        // Too tall for the view: its first row.
        check(|lane| 4 * 33 * lane, 0.0, None);
        check(|lane| 4 * 33 * lane, 200.0, Some(0));
    }

    #[test]
    fn rows_in_view() {
        let layout = Layout::new(&load("H200", 32, |lane| 4 * lane), 260.0);
        assert_eq!(layout.rows(0.0, 25.0), 0..3);
        assert_eq!(layout.rows(15.0, 20.0), 1..2);
        assert_eq!(layout.rows(-5.0, 1e9), 0..64);
        assert_eq!(layout.rows(1e9, 2e9), 64..64);
    }
}
