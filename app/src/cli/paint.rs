//! Colours for a terminal that shows them.

use std::io::{IsTerminal, stderr, stdout};

/// Colours text, or leaves it as it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paint {
    colours: bool,
}

/// What a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ink {
    /// Something is wrong.
    Error,
    /// Something may be wrong.
    Warning,
    /// Something could be better, or is right.
    Good,
    /// A frame around what matters.
    Frame,
    /// What matters.
    Strong,
}

impl Paint {
    /// Colours where standard output is a terminal and nobody has asked for none.
    pub(super) fn for_stdout() -> Paint {
        Paint { colours: stdout().is_terminal() && wanted() }
    }

    /// Colours where the error output is a terminal and nobody has asked for none.
    pub(super) fn for_stderr() -> Paint {
        Paint { colours: stderr().is_terminal() && wanted() }
    }

    /// Whether there are colours.
    pub(super) fn is_coloured(self) -> bool {
        self.colours
    }

    /// What a parser says of a text, as it was laid out without colours: a
    /// heading, then lines of source behind a gutter, with marks below them.
    pub(super) fn diagnostics(self, rendered: &str) -> String {
        if !self.colours {
            return rendered.to_owned();
        }
        let painted: Vec<String> =
            rendered.lines().map(|line| self.diagnostic_line(line)).collect();
        painted.join("\n")
    }

    fn diagnostic_line(self, line: &str) -> String {
        for (word, ink) in [("error", Ink::Error), ("warning", Ink::Warning)] {
            if line.starts_with(word)
                && let Some((head, rest)) = line.split_once(':')
            {
                return self.ink(ink, head) + &self.ink(Ink::Strong, &format!(":{rest}"));
            }
        }
        let number = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
        let at = line.len() - number.trim_start().len();
        let has_number = line[..at].contains(|c: char| c.is_ascii_digit());
        let signs = ["┌─", "│", "·", "-->", "|", "="];
        let Some(sign) = signs.into_iter().find(|sign| line[at..].starts_with(sign)) else {
            return line.to_owned();
        };
        let (gutter, rest) = line.split_at(at + sign.len());
        let rest = match sign {
            "=" => match rest.split_once(':') {
                Some((word, text)) => self.ink(Ink::Strong, &format!("{word}:")) + text,
                None => rest.to_owned(),
            },
            // Marks of other places stand before that of the mistake itself, or
            // on lines of their own.
            "│" | "|" if !has_number => {
                let (others, mistake) = rest.split_at(rest.find('^').unwrap_or(rest.len()));
                self.ink(Ink::Good, others) + &self.ink(Ink::Error, mistake)
            }
            _ => rest.to_owned(),
        };
        self.ink(Ink::Frame, gutter) + &rest
    }

    /// No colours.
    #[cfg(test)]
    pub(super) fn plain() -> Paint {
        Paint { colours: false }
    }

    /// Colours, whatever the terminal.
    #[cfg(test)]
    pub(super) fn coloured() -> Paint {
        Paint { colours: true }
    }

    /// The text in its colour.
    pub(super) fn ink(self, ink: Ink, text: &str) -> String {
        if !self.colours || text.is_empty() {
            return text.to_owned();
        }
        let code = match ink {
            Ink::Error => "1;31",
            Ink::Warning => "1;33",
            Ink::Good => "1;36",
            Ink::Frame => "2",
            Ink::Strong => "1",
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }
}

/// Whether colours are wanted, if the output can show them.
fn wanted() -> bool {
    let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    wanted && !dumb
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagnostics_are_coloured_line_by_line() {
        let check = |line: &str, expected: &str| {
            assert_eq!(Paint::coloured().diagnostics(line), expected);
            assert_eq!(Paint::plain().diagnostics(line), line);
        };
        check("error: no `x`", "\x1b[1;31merror\x1b[0m\x1b[1m: no `x`\x1b[0m");
        check("  ┌─ a.rs:1:2", "\x1b[2m  ┌─\x1b[0m a.rs:1:2");
        check("12 │ let x = 1;", "\x1b[2m12 │\x1b[0m let x = 1;");
        check("   │^^ here", "\x1b[2m   │\x1b[0m\x1b[1;31m^^ here\x1b[0m");
        check("   │ - ^ x", "\x1b[2m   │\x1b[0m\x1b[1;36m - \x1b[0m\x1b[1;31m^ x\x1b[0m");
        check("   │ --- there", "\x1b[2m   │\x1b[0m\x1b[1;36m --- there\x1b[0m");
        check("   = help: do it", "\x1b[2m   =\x1b[0m\x1b[1m help:\x1b[0m do it");
        check("", "");
        check("plain words", "plain words");
    }
}
