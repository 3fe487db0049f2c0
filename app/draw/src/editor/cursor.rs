//! Cursor positions in bytes; `egui` counts characters.

use egui::text::{CCursor, CCursorRange};
use egui::{Context, Id, TextEdit};

/// Puts the cursor before a byte of a text, as after an undo.
pub(super) fn place(context: &Context, id: Id, text: &str, byte: usize) {
    select(context, id, text, byte, byte);
}

/// Selects from one byte of a text to another.
pub(super) fn select(context: &Context, id: Id, text: &str, from: usize, to: usize) {
    let count = |byte: usize| text[..text.floor_char_boundary(byte)].chars().count();
    let range = CCursorRange::two(CCursor::new(count(from)), CCursor::new(count(to)));
    let mut state = TextEdit::load_state(context, id).unwrap_or_default();
    state.cursor.set_char_range(Some(range));
    TextEdit::store_state(context, id, state);
}
