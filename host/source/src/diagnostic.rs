//! Diagnostics: what is wrong with a text, in words and as data, whatever its language.
//!
//! A front end that finds something wrong knows its span in the text. Lines and
//! columns are counted once, when the text is at hand: [`Diagnostic::located`].
//! The same value is then printed, written as JSON and underlined in an editor.

use codespan_reporting::diagnostic::{Diagnostic as Report, Label};
use codespan_reporting::files::SimpleFile;
use codespan_reporting::term;
pub use naga::Span;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
pub use warpbench_codes::{Code, Severity};

/// Where in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceLocation {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in bytes.
    pub column: u32,
    /// How many bytes are meant.
    pub length: u32,
}

impl SourceLocation {
    /// The start of a text, for what is said of no words in particular.
    pub const START: SourceLocation = SourceLocation { line: 1, column: 1, length: 0 };

    /// Where a span lies in the text that it was made for.
    pub fn of(span: Span, text: &str) -> SourceLocation {
        let range = range(text, span);
        let before = &text[..range.start];
        let line = before.matches('\n').count() + 1;
        let column = range.start - before.rfind('\n').map_or(0, |newline| newline + 1) + 1;
        SourceLocation { line: line as u32, column: column as u32, length: range.len() as u32 }
    }
}

/// One thing that is wrong. In formats for people, as JSON is, it has its location
/// instead of its span; others have all of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Diagnostic {
    /// What is wrong, as programs know it: words may change, this does not.
    pub code: Code,
    /// What is wrong, in one line, without a full stop.
    pub message: String,
    /// The words that are meant.
    #[serde(with = "span")]
    pub span: Span,
    /// Where they are, once the text is known, if that can be said.
    pub location: Option<SourceLocation>,
    /// What is to be said at the words; may be empty.
    pub label: String,
    pub others: Vec<Other>,
    pub note: Option<String>,
    pub help: Option<String>,
    pub severity: Severity,
    /// What it is about, while a front end decides what follows from what. It goes
    /// nowhere: neither into JSON nor into bytes.
    #[serde(skip)]
    pub subject: Option<Subject>,
}

/// What a diagnostic is about, so that others about the same need not be said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// What an import would bring, by its path.
    Import(String),
    /// Something with a name: a type, a lifetime of an item, a function.
    Name(String),
    /// Text, as in a string.
    Text,
    /// A function that says no type of result.
    NoResult,
    /// `()` where something else is expected.
    Unit,
}

/// Other words that have to do with what is wrong.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Other {
    #[serde(with = "span")]
    pub span: Span,
    /// Where they are, once the text is known.
    pub location: Option<SourceLocation>,
    /// What is to be said there.
    pub label: String,
}

impl Diagnostic {
    /// Something wrong with some words.
    pub fn new(code: Code, message: impl Into<String>, span: Span) -> Diagnostic {
        Diagnostic {
            code,
            message: message.into(),
            span,
            location: None,
            label: String::new(),
            others: Vec::new(),
            note: None,
            help: None,
            severity: Severity::Error,
            subject: None,
        }
    }

    /// Something to be thought over.
    pub fn warning(code: Code, message: impl Into<String>, span: Span) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::new(code, message, span) }
    }

    /// Says something at the words themselves.
    pub fn label(mut self, label: impl Into<String>) -> Diagnostic {
        self.label = label.into();
        self
    }

    /// Says something at other words.
    pub fn other(mut self, span: Span, label: impl Into<String>) -> Diagnostic {
        self.others.push(Other { span, location: None, label: label.into() });
        self
    }

    pub fn about(mut self, subject: impl Into<Option<Subject>>) -> Diagnostic {
        self.subject = subject.into();
        self
    }

    /// Tells to import something, which is then what it is about.
    pub fn import(self, path: &str) -> Diagnostic {
        self.about(Subject::Import(path.to_owned())).help(format!("add `use {path};`"))
    }

    pub fn note(mut self, note: impl Into<String>) -> Diagnostic {
        self.note = Some(note.into());
        self
    }

    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// The diagnostic with its lines and columns in the text that it is about.
    pub fn located(mut self, text: &str) -> Diagnostic {
        self.location = Some(SourceLocation::of(self.span, text));
        for other in &mut self.others {
            other.location = Some(SourceLocation::of(other.span, text));
        }
        self
    }

    /// Where it is shown: at its words, or at the start of the text.
    pub fn location_or_start(&self) -> SourceLocation {
        self.location.unwrap_or(SourceLocation::START)
    }

    fn report(&self, text: &str) -> Report<()> {
        // What is said of no words in particular is shown without a line.
        let own = self
            .span
            .is_defined()
            .then(|| Label::primary((), range(text, self.span)).with_message(&self.label));
        let others = self
            .others
            .iter()
            .map(|other| Label::secondary((), range(text, other.span)).with_message(&other.label));
        let labels: Vec<_> = own.into_iter().chain(others).collect();
        let mut notes = Vec::new();
        notes.extend(self.note.as_ref().map(|note| format!("note: {note}")));
        notes.extend(self.help.as_ref().map(|help| format!("help: {help}")));
        let report = match self.severity {
            Severity::Error => Report::error(),
            Severity::Warning => Report::warning(),
            Severity::Advice => Report::note(),
        };
        report
            .with_code(self.code.name())
            .with_message(&self.message)
            .with_labels(labels)
            .with_notes(notes)
    }
}

impl Serialize for Diagnostic {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            return Diagnostic::serialize(self, serializer);
        }
        let mut row = serializer.serialize_struct("Diagnostic", 10)?;
        serialize_location(self.location, &mut row)?;
        row.serialize_field("code", &self.code)?;
        row.serialize_field("message", &self.message)?;
        row.serialize_field("label", &self.label)?;
        row.serialize_field("note", &self.note)?;
        row.serialize_field("help", &self.help)?;
        row.serialize_field("others", &self.others)?;
        row.serialize_field("severity", &self.severity)?;
        row.end()
    }
}

impl Serialize for Other {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            return Other::serialize(self, serializer);
        }
        let mut row = serializer.serialize_struct("Other", 4)?;
        serialize_location(self.location, &mut row)?;
        row.serialize_field("label", &self.label)?;
        row.end()
    }
}

/// What was written for people has no spans and is not read again.
impl<'de> Deserialize<'de> for Diagnostic {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Diagnostic, D::Error> {
        Diagnostic::deserialize(deserializer)
    }
}

impl<'de> Deserialize<'de> for Other {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Other, D::Error> {
        Other::deserialize(deserializer)
    }
}

/// A span as its first byte and the one behind its last, where it has any.
mod span {
    use super::{Deserialize, Deserializer, Serialize, Serializer, Span};

    pub(super) fn serialize<S: Serializer>(span: &Span, serializer: S) -> Result<S::Ok, S::Error> {
        let bytes = span.to_range().map(|range| (range.start as u32, range.end as u32));
        bytes.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Span, D::Error> {
        let bytes: Option<(u32, u32)> = Deserialize::deserialize(deserializer)?;
        Ok(bytes.map_or_else(Span::default, |(start, end)| Span::new(start, end)))
    }
}

/// Every field is there, whether it is known or not.
fn serialize_location<S: SerializeStruct>(
    location: Option<SourceLocation>,
    row: &mut S,
) -> Result<(), S::Error> {
    row.serialize_field("line", &location.map(|location| location.line))?;
    row.serialize_field("column", &location.map(|location| location.column))?;
    row.serialize_field("length", &location.map(|location| location.length))
}

/// Diagnostics for a terminal without colours. `name` is that of the file.
pub fn render(name: &str, text: &str, diagnostics: &[Diagnostic]) -> String {
    let shown = without_controls(text);
    let file = SimpleFile::new(name, shown.as_str());
    let config = term::Config::default();
    let mut rendered = String::new();
    for diagnostic in diagnostics {
        // Writing into memory does not fail, and every place is in the text.
        let report = diagnostic.report(text);
        rendered += &term::emit_into_string(&config, &file, &report).unwrap_or_default();
    }
    rendered
}

/// The text without what would steer a terminal, each byte in its place.
fn without_controls(text: &str) -> String {
    let steers = |c: char| c.is_ascii_control() && !c.is_whitespace();
    text.chars().map(|c| if steers(c) { ' ' } else { c }).collect()
}

/// The bytes of a span, brought into the text and onto whole characters.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_are_counted_in_bytes_from_one() {
        let check = |text: &str, span: (u32, u32), expected: (u32, u32, u32)| {
            let found = SourceLocation::of(Span::new(span.0, span.1), text);
            assert_eq!((found.line, found.column, found.length), expected, "{text:?}, {span:?}");
        };
        check("", (0, 0), (1, 1, 0));
        check("ab", (1, 2), (1, 2, 1));
        check("ä\nbc", (3, 5), (2, 1, 2));
        check("äb", (2, 3), (1, 3, 1));
        // Spans that do not fit are brought into the text.
        check("ä", (1, 9), (1, 1, 2));
        check("ab", (9, 12), (1, 3, 0));
    }

    #[test]
    fn a_diagnostic_is_located_with_all_its_words() {
        let text = "let a = 1;\nlet b = c;";
        let found = Diagnostic::new(warpbench_codes::E0425, "no `c`", Span::new(19, 20))
            .other(Span::new(4, 5), "this");
        let found = found.located(text);
        let at = |line, column| Some(SourceLocation { line, column, length: 1 });
        assert_eq!(found.location, at(2, 9));
        assert_eq!(found.others[0].location, at(1, 5));
    }
}
