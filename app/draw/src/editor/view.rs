//! A text as it lies on the screen.

use super::input::Input;
use super::layout;
use super::rows::RowPlan;
use super::wrap;
use egui::{Color32, Galley, Pos2, Rangef, Rect};
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;
use warpbench_front::SourceLocation;
use warpbench_theme::Palette;

/// A text as it lies on the screen, for those who paint beside it and on it.
pub(super) struct View<'a> {
    pub(super) input: &'a Input<'a>,
    pub(super) palette: Palette,
    pub(super) galley: Arc<Galley>,
    pub(super) origin: Pos2,
    /// The rows that can be seen, from 0.
    pub(super) rows: Range<usize>,
    pub(super) gutter: layout::Gutter,
    /// Which lines are out of sight.
    pub(super) plan: Arc<RowPlan>,
    /// All that can be seen, from the gutter to the costs.
    pub(super) visible: Rect,
}

impl View<'_> {
    /// The lines that can be seen.
    pub(super) fn lines(&self) -> RangeInclusive<u32> {
        self.rows.start as u32 + 1..=self.rows.end as u32
    }

    /// Where a line is, from the gutter to the costs; nothing if it is folded away.
    pub(super) fn line(&self, line: u32) -> Option<Rect> {
        if self.plan.folding.is_hidden(line) {
            return None;
        }
        let heights = layout::shifted(layout::heights(&self.galley, line)?, self.origin.y);
        Some(Rect::from_x_y_ranges(self.visible.x_range(), heights))
    }

    /// Where the words of a row, from 0, are, and what they lie on.
    pub(super) fn row(&self, row: usize) -> Option<(Rect, Color32)> {
        let line = row as u32 + 1;
        if self.plan.folding.is_hidden(line) {
            return None;
        }
        let ground = if self.input.current_lines.contains(&line) {
            self.palette.current_line
        } else if self.input.next_line == Some(line) {
            self.palette.next_line
        } else {
            self.palette.ground
        };
        let rect = self.galley.rows.get(row)?.rect();
        Some((rect.translate(self.origin.to_vec2()), ground))
    }

    /// Where some bytes are, if they can be seen.
    pub(super) fn bytes(&self, at: SourceLocation) -> Option<Rect> {
        let SourceLocation { line, column, length } = at;
        if !self.lines().contains(&line) {
            return None;
        }
        let widths = layout::span(&self.galley, line, column, length)?;
        let widths = layout::shifted(widths, self.origin.x);
        Some(Rect::from_x_y_ranges(widths, self.line(line)?.y_range()))
    }

    /// The same, one place for each of the lines that they stand in where a line goes
    /// on below.
    pub(super) fn pieces(&self, at: SourceLocation) -> Vec<Rect> {
        let SourceLocation { line, column, length } = at;
        let is_seen = self.lines().contains(&line) && !self.plan.folding.is_hidden(line);
        let row = self.galley.rows.get(line as usize - 1).filter(|_| is_seen);
        let found = row.map(|row| wrap::pieces(row, column as usize - 1, length as usize));
        let on_screen = |(widths, heights): (Rangef, Rangef)| {
            Rect::from_x_y_ranges(widths, heights).translate(self.origin.to_vec2())
        };
        found.unwrap_or_default().into_iter().map(on_screen).collect()
    }

    /// The line at a height of the screen.
    pub(super) fn line_at(&self, y: f32) -> Option<u32> {
        layout::line_at(&self.galley, y - self.origin.y)
    }
}
