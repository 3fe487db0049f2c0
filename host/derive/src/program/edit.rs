//! Text in which some places are replaced, line by line, with where each line comes from.

use crate::print::Writer;
use warpbench_front::diagnostic::Span;

/// A place and what stands there instead.
#[derive(Clone, Debug)]
pub(super) struct Edit {
    at: Span,
    /// Lines; those behind the first are moved as far to the right as the place is.
    lines: Vec<String>,
    /// Where the new lines come from.
    origins: Vec<Span>,
    /// Which goes first of edits at the same place.
    rank: u8,
}

impl Edit {
    pub(super) fn replace(at: Span, text: &str) -> Edit {
        Edit { at, lines: vec![text.to_owned()], origins: vec![at], rank: 1 }
    }

    pub(super) fn lines(at: Span, lines: Vec<String>, origin: Span) -> Edit {
        Edit { at, lines, origins: vec![origin], rank: 1 }
    }

    /// Something more before a place.
    pub(super) fn insert(at: u32, text: &str) -> Edit {
        Edit::replace(Span::new(at, at), text)
    }

    /// The same before others at its place.
    pub(super) fn first(self) -> Edit {
        Edit { rank: 0, ..self }
    }

    /// The same behind others at its place.
    pub(super) fn last(self) -> Edit {
        Edit { rank: 2, ..self }
    }

    fn is_empty(&self) -> bool {
        self.lines.iter().all(String::is_empty)
    }
}

/// A part of a text with its edits.
pub(super) struct Edits<'t> {
    text: &'t str,
    part: Span,
    pub(super) all: Vec<Edit>,
}

impl<'t> Edits<'t> {
    pub(super) fn new(text: &'t str, part: Span) -> Edits<'t> {
        Edits { text, part, all: Vec::new() }
    }

    /// Writes the part behind another text. Lines that are empty for want of a directive are
    /// left out.
    pub(super) fn write(mut self, before: &str, writer: &mut Writer) {
        let Some(part) = self.part.to_range() else { return };
        self.all.sort_by_key(|edit| (edit.at.to_range().map_or(0, |range| range.start), edit.rank));
        let mut page = Page::default();
        for (number, line) in before.split('\n').enumerate() {
            if number > 0 {
                page.end();
            }
            page.add(line, &[]);
        }
        let mut at = part.start;
        for edit in &self.all {
            let Some(range) = edit.at.to_range() else { continue };
            self.copy(at..range.start, &mut page);
            if edit.is_empty() {
                page.line.is_vacant = true;
            }
            let indent = " ".repeat(page.line.text.len() - page.line.text.trim_start().len());
            for (number, line) in edit.lines.iter().enumerate() {
                if number > 0 {
                    page.end();
                    page.add(if line.is_empty() { "" } else { &indent }, &edit.origins);
                }
                page.add(line, &edit.origins);
            }
            at = range.end.max(at);
        }
        self.copy(at..part.end, &mut page);
        page.end();
        for line in page.lines {
            writer.line(line.text.trim_end(), &line.origins);
        }
    }

    /// Copies text as it is. Each line comes from itself.
    fn copy(&self, range: std::ops::Range<usize>, page: &mut Page) {
        let mut at = range.start;
        let Some(text) = self.text.get(range) else { return };
        for (number, line) in text.split('\n').enumerate() {
            if number > 0 {
                page.end();
            }
            let words = line.trim();
            let start = at + (line.len() - line.trim_start().len());
            let own = Span::new(start as u32, (start + words.len()) as u32);
            page.add(line, if words.is_empty() { &[] } else { std::slice::from_ref(&own) });
            at += line.len() + 1;
        }
    }
}

/// Lines under way.
#[derive(Default)]
struct Page {
    lines: Vec<PageLine>,
    line: PageLine,
}

#[derive(Default)]
struct PageLine {
    text: String,
    origins: Vec<Span>,
    /// Whether something stood here that is gone.
    is_vacant: bool,
}

impl Page {
    fn add(&mut self, text: &str, origins: &[Span]) {
        self.line.text += text;
        self.line.origins.extend(origins);
    }

    fn end(&mut self) {
        let line = std::mem::take(&mut self.line);
        if !(line.is_vacant && line.text.trim().is_empty()) {
            self.lines.push(line);
        }
    }
}
