//! The source editor: one text with what the machine does to it.
//!
//! [`show`] draws a text that can be edited, with breakpoints, line numbers and
//! markers on its left and what its lines cost on its right. It keeps nothing
//! that matters: the app owns the text, its history and what is looked for in
//! it, and hears in [`Output`] what was done. What a frame would compute again
//! is kept by [`cache`]; where things are is in [`layout`], which paints
//! nothing.
//!
//! The text is a `TextEdit`, so selection, clipboard and input methods are
//! `egui`'s. It scrolls sideways inside an area that scrolls up and down, so
//! that numbers and costs stay beside their lines and never move sideways.

mod account;
mod body;
mod buffer;
mod cache;
mod cost_column;
mod costs;
mod cursor;
pub mod diff;
mod diff_view;
mod field;
pub mod find;
mod fold_marks;
pub mod folds;
mod gutter;
mod highlight;
mod input;
mod layout;
pub mod links;
mod marks;
mod owners;
mod rows;
pub mod snippet;
mod strip;
#[cfg(test)]
mod tests;
mod twins;
mod view;
mod wrap;

pub use input::{FindingMark, Input, MarkSeverity, Output};
pub use rows::Twin;

use cache::TextCache;
use egui::{Context, Id, Ui};
use std::sync::Arc;
use warpbench_texts::find::Find;

/// Shows a text in all the room there is.
pub fn show(ui: &mut Ui, input: &Input<'_>) -> Output {
    let area = ui.available_rect_before_wrap();
    let output = if input.is_diff {
        diff_view::show(ui, input, area)
    } else {
        let cache = TextCache::of(ui.ctx(), input.id);
        let strip = strip::height(input.diagnostics.len(), area.height());
        let (above, below) = area.split_top_bottom_at_y(area.bottom() - strip);
        let mut output = body::show(ui, input, &cache, above);
        if strip > 0.0
            && let Some(diagnostic) = strip::show(ui, input, below, &mut output.explained)
        {
            let location = diagnostic.location_or_start();
            let at = layout::byte(input.text, location.line, location.column);
            cursor::place(ui.ctx(), input.id, input.text, at);
            ui.memory_mut(|memory| memory.request_focus(input.id));
            cache.want(location.line);
            ui.ctx().request_repaint();
        }
        output
    };
    ui.advance_cursor_after_rect(area);
    output
}

/// For each line of a text the line of its original that it still is, from 1; 0
/// where it is new or different.
pub fn line_map(context: &Context, id: Id, original: &str, text: &str) -> Arc<[u32]> {
    TextCache::of(context, id).line_map(original, text)
}

/// How many matches there are for what is looked for; the bar wants to know.
pub fn count_matches(context: &Context, id: Id, text: &str, find: &Find) -> usize {
    TextCache::of(context, id).found(text, find).len()
}
