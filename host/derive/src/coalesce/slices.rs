//! Parts of the original text, with accesses replaced, line by line.

use crate::print::{Line, Writer};
use warpbench_front::diagnostic::Span;

/// Words of the text that are replaced.
#[derive(Clone, Debug, Default)]
pub struct Edits(pub Vec<(Span, String)>);

/// A line of the text and where it stands.
struct Piece {
    text: String,
    from: usize,
    to: usize,
}

impl Edits {
    /// A part of the text with what is replaced in it.
    pub fn text(&self, text: &str, span: Span) -> String {
        let lines = self.pieces(text, span);
        lines.into_iter().map(|own| own.text).collect::<Vec<_>>().join("\n")
    }

    fn pieces(&self, text: &str, span: Span) -> Vec<Piece> {
        let Some(range) = span.to_range() else { return Vec::new() };
        let mut edits: Vec<(std::ops::Range<usize>, &str)> = (self.0.iter())
            .filter_map(|(span, new)| Some((span.to_range()?, new.as_str())))
            .filter(|(own, _)| own.start >= range.start && own.end <= range.end)
            .collect();
        edits.sort_by_key(|(own, _)| own.start);
        let mut lines = vec![Piece { text: String::new(), from: range.start, to: range.start }];
        let mut add = |piece: &str, mut at: usize, is_own: bool| {
            for (number, part) in piece.split('\n').enumerate() {
                if number > 0 {
                    at += 1;
                    lines.push(Piece { text: String::new(), from: at, to: at });
                }
                if let Some(line) = lines.last_mut() {
                    line.text += part;
                    at += if is_own { part.len() } else { 0 };
                    line.to = line.to.max(at);
                }
            }
        };
        let mut at = range.start;
        for (own, new) in edits {
            if own.start < at {
                continue;
            }
            add(&text[at..own.start], at, true);
            // What is called on it is called on what it is replaced by.
            let is_called = text[own.end..].trim_start().starts_with('.');
            let new = if is_called { format!("({new})") } else { new.to_owned() };
            add(&new, own.end, false);
            at = own.end;
        }
        add(&text[at..range.end], at, true);
        lines
    }

    /// Writes a part of the text, moved to where the writer is. Its first line may be
    /// the only one that is not indented.
    pub fn write(&self, writer: &mut Writer, text: &str, span: Span) {
        let lines = self.pieces(text, span);
        let column = span.to_range().map_or(0, |range| column(text, range.start));
        for own in trimmed(&lines) {
            let indent = own.text.len() - own.text.trim_start().len();
            let moved =
                if own.from == lines[0].from { &own.text } else { &own.text[indent.min(column)..] };
            let origin = Span::new(own.from as u32, own.to as u32);
            writer.line(moved.trim_end(), &[origin]);
        }
    }

    /// Writes what stands between braces.
    pub fn write_inside(&self, writer: &mut Writer, text: &str, span: Span) {
        let lines = self.pieces(text, span);
        let lines = trimmed(&lines);
        let indents = lines.iter().filter(|own| !own.text.trim().is_empty());
        let least =
            indents.map(|own| own.text.len() - own.text.trim_start().len()).min().unwrap_or(0);
        for own in lines {
            let moved = own.text.get(least..).unwrap_or("").trim_end();
            writer.line(moved, &[Span::new(own.from as u32, own.to as u32)]);
        }
    }
}

/// Lines without empty ones before and behind them.
fn trimmed(lines: &[Piece]) -> &[Piece] {
    let is_full = |own: &Piece| !own.text.trim().is_empty();
    let first = lines.iter().position(is_full).unwrap_or(lines.len());
    let last = lines.iter().rposition(is_full).map_or(first, |at| at + 1);
    &lines[first..last]
}

/// How far a place stands from the start of its line.
fn column(text: &str, at: usize) -> usize {
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let own = &text[line..at];
    own.len() - own.trim_start().len()
}

/// Writes the comments among what stands between two statements; a line is left free
/// where there was one.
pub fn write_comments(writer: &mut Writer, text: &str, span: Span) {
    let Some(range) = span.to_range() else { return };
    let between = &text[range.start..range.end];
    let mut at = range.start;
    let mut is_after_break = false;
    for (number, line) in between.split('\n').enumerate() {
        let own = line.trim();
        if own.is_empty() && number > 0 && number + 1 < between.split('\n').count() {
            is_after_break = true;
        }
        if own.starts_with("//") {
            if std::mem::take(&mut is_after_break) {
                writer.line("", &[]);
            }
            writer.line(own, &[Span::new(at as u32, (at + line.len()) as u32)]);
        }
        at += line.len() + 1;
    }
    let has_text = writer
        .lines
        .last()
        .is_some_and(|own| !own.text.trim_end().ends_with('{') && !own.text.is_empty());
    if is_after_break && has_text {
        writer.line("", &[]);
    }
}

/// The lines of a part of the text, as they are.
pub fn verbatim(text: &str, from: usize, to: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut at = from;
    for line in text[from..to].split('\n') {
        let origin = Span::new(at as u32, (at + line.len()) as u32);
        lines.push(Line { text: line.trim_end_matches('\r').to_owned(), origins: vec![origin] });
        at += line.len() + 1;
    }
    lines
}
