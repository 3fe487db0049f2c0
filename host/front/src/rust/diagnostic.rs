//! What is wrong with a kernel, in words and as data.

use codespan_reporting::diagnostic::{Diagnostic as Report, Label};
use codespan_reporting::files::SimpleFile;
use codespan_reporting::term;
use naga::Span;

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// What is wrong, in one line, without a full stop.
    pub message: String,
    /// The words that are meant, and what is to be said there; may be empty.
    pub span: Span,
    /// What is to be said at the place; may be empty.
    pub label: String,
    /// Other places that matter, with what is to be said there.
    pub others: Vec<(Span, String)>,
    pub note: Option<String>,
    pub help: Option<String>,
}

impl Diagnostic {
    /// Something wrong at a place.
    pub fn new(message: impl Into<String>, span: Span) -> Diagnostic {
        Diagnostic {
            message: message.into(),
            span,
            label: String::new(),
            others: Vec::new(),
            note: None,
            help: None,
        }
    }

    /// Says something at the place itself.
    pub fn label(mut self, label: impl Into<String>) -> Diagnostic {
        self.label = label.into();
        self
    }

    /// Says something at another place.
    pub fn other(mut self, span: Span, label: impl Into<String>) -> Diagnostic {
        self.others.push((span, label.into()));
        self
    }

    pub fn note(mut self, note: impl Into<String>) -> Diagnostic {
        self.note = Some(note.into());
        self
    }

    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }
}

/// What is wrong, as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in bytes.
    pub column: u32,
    /// How many bytes are meant.
    pub length: u32,
    /// What is wrong, in one line.
    pub message: String,
    /// What is to be said at the place; may be empty.
    pub label: String,
    /// Other places that matter: line, column, length, and what is to be said.
    pub others: Vec<(u32, u32, u32, String)>,
    pub note: Option<String>,
    pub help: Option<String>,
}

impl Diagnostic {
    /// The diagnostic as data, for a text that it is about.
    pub fn finding(&self, text: &str) -> Finding {
        let (line, column, length) = place(text, self.span);
        let others = self.others.iter().map(|(span, words)| {
            let (line, column, length) = place(text, *span);
            (line, column, length, words.clone())
        });
        Finding {
            line,
            column,
            length,
            message: self.message.clone(),
            label: self.label.clone(),
            others: others.collect(),
            note: self.note.clone(),
            help: self.help.clone(),
        }
    }

    fn report(&self, text: &str) -> Report<()> {
        let mut labels = vec![Label::primary((), range(text, self.span)).with_message(&self.label)];
        labels.extend(
            self.others
                .iter()
                .map(|(span, words)| Label::secondary((), range(text, *span)).with_message(words)),
        );
        let mut notes = Vec::new();
        notes.extend(self.note.as_ref().map(|note| format!("note: {note}")));
        notes.extend(self.help.as_ref().map(|help| format!("help: {help}")));
        Report::error().with_message(&self.message).with_labels(labels).with_notes(notes)
    }
}

/// Diagnostics for a terminal without colours. `name` is that of the file.
pub fn render(name: &str, text: &str, diagnostics: &[Diagnostic]) -> String {
    let file = SimpleFile::new(name, text);
    let config = term::Config::default();
    let mut rendered = String::new();
    for diagnostic in diagnostics {
        // Writing into memory does not fail, and every place is in the text.
        let report = diagnostic.report(text);
        rendered += &term::emit_into_string(&config, &file, &report).unwrap_or_default();
    }
    rendered
}

/// Diagnostics for a terminal that shows colours.
pub fn render_coloured(name: &str, text: &str, diagnostics: &[Diagnostic]) -> String {
    let file = SimpleFile::new(name, text);
    let config = term::Config::default();
    let mut rendered = term::termcolor::Ansi::new(Vec::new());
    for diagnostic in diagnostics {
        // As above.
        let _ = term::emit_to_write_style(&mut rendered, &config, &file, &diagnostic.report(text));
    }
    String::from_utf8_lossy(&rendered.into_inner()).into_owned()
}

/// The bytes of a place, brought into the text and onto whole characters.
fn range(text: &str, span: Span) -> std::ops::Range<usize> {
    let range = span.to_range().unwrap_or_default();
    let floor = |mut at: usize| {
        at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    floor(range.start)..floor(range.end.max(range.start))
}

/// Line and column, from 1, and length in bytes.
fn place(text: &str, span: Span) -> (u32, u32, u32) {
    let range = range(text, span);
    let before = &text[..range.start];
    let line = before.matches('\n').count() + 1;
    let column = range.start - before.rfind('\n').map_or(0, |newline| newline + 1) + 1;
    (line as u32, column as u32, range.len() as u32)
}
