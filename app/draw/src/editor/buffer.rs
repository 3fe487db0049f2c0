//! The text while the field edits it.
//!
//! `egui`'s field inserts a tab for Tab and a bare line break for Enter. What it
//! edits is ours, so the habits of a source editor live here: four spaces for a
//! tab, and a new line starts as deep as the one before.

use egui::TextBuffer;
use egui::text::CharIndex;
use std::any::TypeId;
use std::borrow::Cow;
use std::ops::Range;

const TAB: &str = "    ";

/// A text that is copied only when it changes.
pub(super) struct Buffer<'a> {
    text: Cow<'a, str>,
    is_read_only: bool,
}

impl<'a> Buffer<'a> {
    pub(super) fn new(text: impl Into<Cow<'a, str>>, is_read_only: bool) -> Buffer<'a> {
        Buffer { text: text.into(), is_read_only }
    }

    /// The text, if it is not what it was.
    pub(super) fn into_changed(self, before: &str) -> Option<String> {
        match self.text {
            Cow::Owned(text) if text != before => Some(text),
            _ => None,
        }
    }
}

impl TextBuffer for Buffer<'_> {
    fn is_mutable(&self) -> bool {
        !self.is_read_only
    }

    fn as_str(&self) -> &str {
        &self.text
    }

    fn insert_text(&mut self, text: &str, index: CharIndex) -> usize {
        if self.is_read_only {
            return 0;
        }
        let byte = self.byte_index_from_char_index(index).0;
        let text = if text == "\n" {
            Cow::Owned(format!("\n{}", indentation(&self.text[..byte])))
        } else {
            clean(text)
        };
        self.text.to_mut().insert_str(byte, &text);
        text.chars().count()
    }

    fn delete_char_range(&mut self, range: Range<CharIndex>) {
        if !self.is_read_only {
            let start = self.byte_index_from_char_index(range.start).0;
            let end = self.byte_index_from_char_index(range.end).0;
            self.text.to_mut().drain(start..end);
        }
    }

    fn type_id(&self) -> TypeId {
        TypeId::of::<Buffer<'static>>()
    }
}

/// What is pasted, without tabs and without the line ends of Windows, because
/// columns are counted in bytes and lines end in one.
fn clean(text: &str) -> Cow<'_, str> {
    if text.contains(['\t', '\r']) {
        text.replace('\t', TAB).replace("\r\n", "\n").replace('\r', "\n").into()
    } else {
        text.into()
    }
}

/// The blanks that the last line of a text starts with.
fn indentation(text: &str) -> &str {
    let line = &text[text.rfind('\n').map_or(0, |at| at + 1)..];
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

/// Moves the lines that a selection touches four spaces in, or as far as that
/// out; the selection, in bytes, moves with them.
pub(super) fn indent(text: &str, selected: Range<usize>, is_out: bool) -> (String, Range<usize>) {
    let first = text[..selected.start].rfind('\n').map_or(0, |at| at + 1);
    let mut moved = String::with_capacity(text.len() + 64);
    moved.push_str(&text[..first]);
    let (mut start, mut end) = (selected.start, selected.end);
    let mut at = first;
    for line in text[first..].split_inclusive('\n') {
        // A selection that ends before a line's first byte does not touch it.
        let is_touched = at < selected.end || at == first;
        let blanks = line.bytes().take(TAB.len()).take_while(|&byte| byte == b' ').count();
        if !is_touched || line.trim().is_empty() {
            moved.push_str(line);
        } else if is_out {
            moved.push_str(&line[blanks..]);
            if at == first {
                start = start.saturating_sub(blanks).max(first);
            }
            end = end.saturating_sub(blanks).max(first);
        } else {
            moved.push_str(TAB);
            moved.push_str(line);
            if at == first {
                start += TAB.len();
            }
            end += TAB.len();
        }
        at += line.len();
    }
    (moved, start..end.max(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_inserted() {
        let check = |text: &str, at: usize, inserted: &str, expected: &str| {
            let mut buffer = Buffer::new(text, false);
            let count = buffer.insert_text(inserted, CharIndex(at));
            assert_eq!(buffer.as_str(), expected);
            assert_eq!(count, expected.chars().count() - text.chars().count());
        };
        check("a", 1, "\t", "a    ");
        check("    a", 5, "\n", "    a\n    ");
        check("×\n  a {", 7, "\n", "×\n  a {\n  ");
        check("    a", 2, "\n", "  \n    a");
        check("", 0, "a\r\n\tb\rc", "a\n    b\nc");
    }

    #[test]
    fn a_text_that_is_read_only_stays() {
        let mut buffer = Buffer::new("abc", true);
        buffer.insert_text("x", CharIndex(0));
        buffer.delete_char_range(CharIndex(0)..CharIndex(2));
        buffer.replace_with("x");
        assert_eq!(buffer.into_changed("abc"), None);
    }

    #[test]
    fn only_a_change_is_told() {
        let mut buffer = Buffer::new("abc", false);
        buffer.insert_text("×", CharIndex(1));
        buffer.delete_char_range(CharIndex(1)..CharIndex(2));
        assert_eq!(buffer.into_changed("abc"), None);
    }

    #[test]
    fn lines_move_in_and_out() {
        let check = |text: &str, range: Range<usize>, is_out, expected: &str, after| {
            assert_eq!(indent(text, range, is_out), (expected.to_owned(), after));
        };
        check("a\nb\nc", 0..3, false, "    a\n    b\nc", 4..11);
        check("a\nb\nc", 0..2, false, "    a\nb\nc", 4..6);
        check("    a\n  b\nc", 4..9, true, "a\nb\nc", 0..3);
        check("a\n\n b", 0..5, false, "    a\n\n     b", 4..13);
        check("x\n    a\n    b", 4..13, true, "x\na\nb", 2..5);
    }
}
