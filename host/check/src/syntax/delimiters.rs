//! Brackets that do not match, and other reasons why a text falls into no
//! tokens: strings and comments that do not end.

use naga::Span;
use warpbench_codes::{E0758, E0765, S0002};
use warpbench_source::diagnostic::Diagnostic;

#[derive(Clone, Copy)]
struct OpenDelimiter {
    bracket: u8,
    place: usize,
    /// How far its line is indented.
    indent: usize,
}

/// Finds what keeps a text from being tokens, if it is a bracket, a string or a
/// comment.
pub(crate) fn find(text: &str) -> Option<Diagnostic> {
    let bytes = text.as_bytes();
    let mut scanner = Scanner { text, place: 0 };
    let mut open: Vec<OpenDelimiter> = Vec::new();
    let mut line = Line { start: 0, indent: indent(text, 0), seen: 0 };
    let mut suspect: Option<(OpenDelimiter, usize)> = None;
    while scanner.place < bytes.len() {
        if let Some(diagnostic) = scanner.skip_text() {
            return Some(diagnostic);
        }
        let place = scanner.place;
        let Some(byte) = bytes.get(place).copied() else { break };
        line.reach(text, place);
        match byte {
            b'(' | b'[' | b'{' => {
                open.push(OpenDelimiter { bracket: byte, place, indent: line.indent })
            }
            b')' | b']' | b'}' => match open.pop() {
                None => return Some(unexpected(byte, place)),
                Some(last) if closing(last.bracket) != byte => {
                    return Some(mismatched(text, last, byte, place, suspect));
                }
                Some(last) => {
                    // A brace that closes a block of another indentation most
                    // likely closes the wrong one.
                    let is_first = line.start + line.indent == place;
                    if byte == b'}' && is_first && last.indent != line.indent && suspect.is_none() {
                        suspect = Some((last, place));
                    }
                }
            },
            _ => {}
        }
        scanner.place += 1;
        while !text.is_char_boundary(scanner.place) {
            scanner.place += 1;
        }
    }
    let last = *open.last()?;
    Some(unclosed(text, last, suspect))
}

fn one(place: usize) -> Span {
    Span::new(place as u32, place as u32 + 1)
}

fn closing(bracket: u8) -> u8 {
    match bracket {
        b'(' => b')',
        b'[' => b']',
        _ => b'}',
    }
}

/// The line that the scanner is in.
struct Line {
    start: usize,
    indent: usize,
    /// How far the text has been searched for line ends.
    seen: usize,
}

impl Line {
    /// Moves on to the line of a place further down.
    fn reach(&mut self, text: &str, place: usize) {
        let skipped = text.as_bytes().get(self.seen..place).unwrap_or_default();
        if let Some(newline) = skipped.iter().rposition(|byte| *byte == b'\n') {
            self.start = self.seen + newline + 1;
            self.indent = indent(text, self.start);
        }
        self.seen = place;
    }
}

/// How far the line that starts at a place is indented.
fn indent(text: &str, start: usize) -> usize {
    text[start..].bytes().take_while(|byte| *byte == b' ' || *byte == b'\t').count()
}

fn unexpected(byte: u8, place: usize) -> Diagnostic {
    let bracket = char::from(byte);
    Diagnostic::new(S0002, format!("unexpected closing `{bracket}`"), one(place))
        .label("nothing was opened that this could close")
        .help("remove it, or add the bracket that it closes")
}

fn mismatched(
    text: &str,
    last: OpenDelimiter,
    byte: u8,
    place: usize,
    suspect: Option<(OpenDelimiter, usize)>,
) -> Diagnostic {
    let (open, close) = (char::from(last.bracket), char::from(byte));
    let wanted = char::from(closing(last.bracket));
    if last.bracket == b'{'
        && let Some((open, _)) = suspect
    {
        return unclosed(text, open, suspect);
    }
    // A block does not end with `)`: the bracket is one too many.
    if last.bracket == b'{' && byte != b'}' {
        return unexpected(byte, place);
    }
    Diagnostic::new(S0002, format!("mismatched closing `{close}`"), one(place))
        .label(format!("expected `{wanted}` before this"))
        .other(one(last.place), format!("this `{open}` is not closed"))
        .help(format!("close it with `{wanted}`"))
}

fn unclosed(
    _text: &str,
    last: OpenDelimiter,
    suspect: Option<(OpenDelimiter, usize)>,
) -> Diagnostic {
    if let Some((open, close)) = suspect
        && last.bracket == b'{'
    {
        return Diagnostic::new(S0002, "this `{` is not closed", one(open.place))
            .label("not closed")
            .other(one(close), "this `}` is indented like another block")
            .help("add the missing `}`");
    }
    let (open, wanted) = (char::from(last.bracket), char::from(closing(last.bracket)));
    Diagnostic::new(S0002, format!("this `{open}` is not closed"), one(last.place))
        .label("not closed")
        .help(format!("add the missing `{wanted}`"))
}

/// Finds the places in a text that are not inside of strings and comments.
struct Scanner<'a> {
    text: &'a str,
    place: usize,
}

impl Scanner<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.place..).unwrap_or_default()
    }

    /// Skips strings, characters and comments that start here; reports those
    /// that do not end.
    fn skip_text(&mut self) -> Option<Diagnostic> {
        loop {
            let start = self.place;
            let rest = self.rest();
            if rest.starts_with("//") {
                self.place += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                self.skip_comment()?;
                if self.place >= self.text.len() && !self.text.ends_with("*/") {
                    let span = Span::new(start as u32, start as u32 + 2);
                    return Some(
                        Diagnostic::new(E0758, "this comment does not end", span)
                            .help("end it with `*/`"),
                    );
                }
            } else if let Some(hashes) = raw_string(rest) {
                let from = rest.find('"').map_or(rest.len(), |quote| quote + 1);
                let end = format!("\"{}", "#".repeat(hashes));
                match rest[from..].find(&end) {
                    Some(found) => self.place += from + found + end.len(),
                    None => return Some(endless_string(start)),
                }
            } else if rest.starts_with('"') {
                match string_end(rest) {
                    Some(end) => self.place += end,
                    None => return Some(endless_string(start)),
                }
            } else if let Some(len) = character(rest) {
                self.place += len;
            } else if rest.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
                let len =
                    rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
                self.place += len;
            } else {
                return None;
            }
            if self.place >= self.text.len() {
                return None;
            }
        }
    }

    /// Skips a comment, which may hold others. Nothing if it does not end.
    fn skip_comment(&mut self) -> Option<()> {
        let bytes = self.text.as_bytes();
        let mut depth = 0;
        while self.place < bytes.len() {
            match &bytes[self.place..] {
                [b'/', b'*', ..] => {
                    depth += 1;
                    self.place += 2;
                }
                [b'*', b'/', ..] => {
                    depth -= 1;
                    self.place += 2;
                    if depth == 0 {
                        return Some(());
                    }
                }
                _ => self.place += 1,
            }
        }
        Some(())
    }
}

fn endless_string(start: usize) -> Diagnostic {
    Diagnostic::new(E0765, "this string does not end", one(start)).help("end it with `\"`")
}

/// How many `#` the raw string that starts here has.
fn raw_string(rest: &str) -> Option<usize> {
    let body = rest.strip_prefix("br").or(rest.strip_prefix("cr")).or(rest.strip_prefix('r'))?;
    let hashes = body.bytes().take_while(|byte| *byte == b'#').count();
    body[hashes..].starts_with('"').then_some(hashes)
}

/// Where the string that starts here ends.
fn string_end(rest: &str) -> Option<usize> {
    let mut bytes = rest.bytes().enumerate().skip(1);
    while let Some((place, byte)) = bytes.next() {
        match byte {
            b'\\' => {
                bytes.next();
            }
            b'"' => return Some(place + 1),
            _ => {}
        }
    }
    None
}

/// How long the character literal that starts here is; lifetimes are none.
fn character(rest: &str) -> Option<usize> {
    let body = rest.strip_prefix('\'')?;
    let mut chars = body.chars();
    if body.starts_with('\\') {
        let end = body.get(2..)?.find('\'')?;
        return (end < 12).then_some(1 + 2 + end + 1);
    }
    let first = chars.next()?;
    chars.as_str().starts_with('\'').then(|| 1 + first.len_utf8() + 1)
}
