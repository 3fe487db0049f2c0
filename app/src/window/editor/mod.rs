//! The source editor: one text with what the machine does to it.
//!
//! [`show`] draws a text that can be edited, with breakpoints, line numbers and
//! markers on its left and what its lines cost on its right. It keeps nothing
//! that matters: the app owns the text, the [`history::History`] and the
//! [`find::Find`], and hears in [`Output`] what was done. What a frame would
//! compute again is kept by [`memo`]; where things are is in [`layout`], which
//! paints nothing.
//!
//! The text is a `TextEdit`, so selection, clipboard and input methods are
//! `egui`'s. It scrolls sideways inside an area that scrolls up and down, so
//! that numbers and costs stay beside their lines and never move sideways.

mod body;
mod buffer;
mod cost_column;
mod costs;
pub mod diff;
mod diff_view;
mod field;
pub mod find;
mod gutter;
pub mod highlight;
pub mod history;
mod layout;
mod marks;
mod memo;
mod strip;
#[cfg(test)]
mod tests;
mod words;

use egui::text::{CCursor, CCursorRange};
use egui::{Context, Id, Rect, TextEdit, Ui};
use find::Find;
pub use highlight::Syntax;
use memo::Memo;
use std::collections::BTreeSet;
use warpbench_front::{Diagnostic, SourceLocation};
use warpbench_machine::observe::counters::LineCounts;

#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// Tells this text from others; the cursor and the scroll position go by it.
    pub id: Id,
    pub text: &'a str,
    /// What it is written in.
    pub language: Syntax,
    /// Whether it can only be read and copied.
    pub is_read_only: bool,
    /// The lines of the last step, from 1.
    pub current_lines: &'a [u32],
    /// The line that comes next.
    pub next_line: Option<u32>,
    /// The line that is pointed at in another panel.
    pub hovered_line: Option<u32>,
    /// What the lines cost in the last run, in order.
    pub costs: &'a [LineCounts],
    /// What the last run found.
    pub findings: &'a [Mark],
    /// What is wrong with the text.
    pub diagnostics: &'a [Diagnostic],
    /// The lines at which a run stops.
    pub breakpoints: &'a BTreeSet<u32>,
    /// A line to bring into view if it is not; counts once, when it is not what
    /// it was in the frame before.
    pub scroll_to: Option<u32>,
    pub find: Option<&'a Find>,
    /// Whether the text is shown against the original instead.
    pub is_diff: bool,
    /// What the text was when it was given out.
    pub original: &'a str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// It is wrong: a filled triangle.
    Error,
    /// It may be wrong: a hollow one.
    Warning,
}

/// Something that a run found at a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The line, from 1.
    pub line: u32,
    /// The byte in the line, from 1.
    pub column: u32,
    pub message: String,
    pub severity: Severity,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// The text after it was edited.
    pub changed: Option<String>,
    /// The line whose breakpoint is to be set or removed.
    pub toggled_breakpoint: Option<u32>,
    /// The line whose text was clicked.
    pub clicked_line: Option<u32>,
    /// The line under the pointer.
    pub hovered_line: Option<u32>,
    /// Whether keys go to this text.
    pub has_focus: bool,
    /// The byte that the cursor stands before, while keys go to this text.
    pub cursor: Option<usize>,
    /// Whether the keys for undo were pressed.
    pub undo: bool,
    /// Whether the keys for redo were pressed.
    pub redo: bool,
    /// Whether the view of the differences was left.
    pub left_diff: bool,
}

/// Shows a text in all the room there is.
pub fn show(ui: &mut Ui, input: &Input<'_>) -> Output {
    let area = ui.available_rect_before_wrap();
    let output = if input.is_diff {
        diff_view::show(ui, input, area)
    } else {
        let memo = Memo::of(ui.ctx(), input.id);
        let strip = strip::height(input.diagnostics.len()).min(area.height() * 0.5);
        let (above, below) = area.split_top_bottom_at_y(area.bottom() - strip);
        let output = body::show(ui, input, &memo, above);
        if strip > 0.0
            && let Some(diagnostic) = strip::show(ui, input, below)
        {
            let location = diagnostic.location_or_start();
            let at = layout::byte(input.text, location.line, location.column);
            place_cursor(ui.ctx(), input.id, input.text, at);
            ui.memory_mut(|memory| memory.request_focus(input.id));
            memo.want(location.line);
            ui.ctx().request_repaint();
        }
        output
    };
    ui.advance_cursor_after_rect(area);
    output
}

/// Puts the cursor before a byte of a text, as after an undo.
pub fn place_cursor(context: &Context, id: Id, text: &str, byte: usize) {
    select(context, id, text, byte, byte);
}

/// Selects from one byte of a text to another.
fn select(context: &Context, id: Id, text: &str, from: usize, to: usize) {
    let count = |byte: usize| text[..text.floor_char_boundary(byte)].chars().count();
    let range = CCursorRange::two(CCursor::new(count(from)), CCursor::new(count(to)));
    let mut state = TextEdit::load_state(context, id).unwrap_or_default();
    state.cursor.set_char_range(Some(range));
    TextEdit::store_state(context, id, state);
}

/// How many places there are for what is looked for; the bar wants to know.
pub fn count_matches(context: &Context, id: Id, text: &str, find: &Find) -> usize {
    Memo::of(context, id).found(text, find).len()
}

/// A text as it lies on the screen, for those who paint beside it and on it.
struct View<'a> {
    input: &'a Input<'a>,
    palette: crate::window::theme::Palette,
    galley: std::sync::Arc<egui::Galley>,
    origin: egui::Pos2,
    /// The rows that can be seen, from 0.
    rows: std::ops::Range<usize>,
    gutter: layout::Gutter,
    /// All that can be seen, from the gutter to the costs.
    visible: Rect,
}

impl View<'_> {
    /// The lines that can be seen.
    fn lines(&self) -> std::ops::RangeInclusive<u32> {
        self.rows.start as u32 + 1..=self.rows.end as u32
    }

    /// Where a line is, from the gutter to the costs.
    fn line(&self, line: u32) -> Option<Rect> {
        let heights = layout::shifted(layout::heights(&self.galley, line)?, self.origin.y);
        Some(Rect::from_x_y_ranges(self.visible.x_range(), heights))
    }

    /// Where the words of a row, from 0, are, and what they lie on.
    fn row(&self, row: usize) -> Option<(Rect, egui::Color32)> {
        let line = row as u32 + 1;
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
    fn bytes(&self, at: SourceLocation) -> Option<Rect> {
        let SourceLocation { line, column, length } = at;
        if !self.lines().contains(&line) {
            return None;
        }
        let widths = layout::span(&self.galley, line, column, length)?;
        let widths = layout::shifted(widths, self.origin.x);
        Some(Rect::from_x_y_ranges(widths, self.line(line)?.y_range()))
    }

    /// The line at a height of the screen.
    fn line_at(&self, y: f32) -> Option<u32> {
        layout::line_at(&self.galley, y - self.origin.y)
    }
}
