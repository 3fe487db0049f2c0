//! Page width: how wide printed text may be, and how it is brought to that width.

use std::io::IsTerminal;
use textwrap::{Options, WordSplitter};

/// Lines longer than this are hard to read, however wide the terminal.
pub(super) const MAX_WIDTH: usize = 100;

/// Numbers and their names need this much, however narrow the terminal.
const MIN_WIDTH: usize = 40;

/// The columns to print in: those of the terminal, within reason. A pipe has
/// none, and what goes through one is to be the same everywhere.
pub(super) fn width() -> usize {
    if std::io::stdout().is_terminal() {
        textwrap::termwidth().clamp(MIN_WIDTH, MAX_WIDTH)
    } else {
        MAX_WIDTH
    }
}

/// Words filled into lines of a width; all lines but the first are indented.
/// Colours take up no room.
pub(super) fn fill(text: &str, width: usize, indent: &str) -> String {
    let options = Options::new(width)
        .subsequent_indent(indent)
        .break_words(false)
        .word_splitter(WordSplitter::NoHyphenation);
    let paragraphs = text.lines().enumerate().map(|(index, paragraph)| {
        let words: Vec<&str> = paragraph.split_whitespace().collect();
        let initial_indent = if index == 0 { "" } else { indent };
        textwrap::fill(&words.join(" "), options.clone().initial_indent(initial_indent))
    });
    paragraphs.collect::<Vec<_>>().join("\n")
}

/// A line that is no longer than a width.
pub(super) fn shorten(line: &str, width: usize) -> String {
    if line.chars().count() <= width {
        return line.to_owned();
    }
    let kept: String = line.chars().take(width.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_filled_into_lines() {
        let check = |text: &str, width: usize, expected: &str| {
            assert_eq!(fill(text, width, "  "), expected, "{text}");
        };
        check("a bb ccc", 20, "a bb ccc");
        check("a bb ccc", 4, "a bb\n  ccc");
        check("one\ntwo three", 7, "one\n  two\n  three");
        check("one\ntwo thr", 7, "one\n  two\n  thr");
        check("bank-conflict", 6, "bank-conflict");
        check("enormous", 3, "enormous");
        check("\x1b[1ma bb\x1b[0m ccc", 4, "\x1b[1ma bb\x1b[0m\n  ccc");
        check("", 3, "");
    }

    #[test]
    fn long_lines_are_cut() {
        assert_eq!(shorten("a bb", 4), "a bb");
        assert_eq!(shorten("a bbb", 4), "a b…");
        assert_eq!(shorten("a bbb", 3), "a…");
    }
}
