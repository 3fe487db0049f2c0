//! Colours. Text is always coloured here; what it is printed with, [`anstream`],
//! takes the colours out again where the output shows none or nobody wants them.
//!
//! What is wrong is rendered once, as text, for every way it is shown, so colours are put on
//! line by line.

use anstyle::{AnsiColor, Style};

pub(super) const ERROR: Style = AnsiColor::Red.on_default().bold();
pub(super) const WARNING: Style = AnsiColor::Yellow.on_default().bold();
/// What could be better, or is right.
pub(super) const GOOD: Style = AnsiColor::Cyan.on_default().bold();
pub(super) const HEADING: Style = Style::new().bold();
/// Line numbers and the rule beside them.
const GUTTER: Style = Style::new().dimmed();

pub(super) fn styled(style: Style, text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{style}{text}{style:#}") }
}

/// Colours the diagnostics of a front end.
pub(super) fn diagnostics(rendered: &str) -> String {
    let lines: Vec<String> = rendered.lines().map(|line| diagnostic_line(line, ERROR)).collect();
    lines.join("\n")
}

/// Colours warnings of a front end.
pub(super) fn warnings(rendered: &str) -> String {
    let lines: Vec<String> = rendered.lines().map(|line| diagnostic_line(line, WARNING)).collect();
    lines.join("\n")
}

/// Colours a line of a diagnostic that codespan-reporting laid out: its heading,
/// or source behind a gutter, or labels below that. They are told apart by how
/// the line starts: what is rendered is text.
pub(super) fn diagnostic_line(line: &str, primary_label: Style) -> String {
    for (word, style) in [("error", ERROR), ("warning", WARNING)] {
        if line.starts_with(word)
            && let Some((severity, message)) = line.split_once(':')
        {
            return styled(style, severity) + &styled(HEADING, &format!(":{message}"));
        }
    }
    let behind_number = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
    let border_start = line.len() - behind_number.trim_start().len();
    let has_number = line[..border_start].contains(|c: char| c.is_ascii_digit());
    let borders = ["┌─", "│", "·", "="];
    let Some(border) = borders.into_iter().find(|sign| line[border_start..].starts_with(sign))
    else {
        return line.to_owned();
    };
    let (gutter, rest) = line.split_at(border_start + border.len());
    let rest = match (border, rest.split_once(": ")) {
        ("=", Some((word, note))) if word.trim_start().chars().all(char::is_alphabetic) => {
            format!("{} {note}", styled(HEADING, &format!("{word}:")))
        }
        // Secondary labels stand before the primary one, or on lines of their
        // own.
        ("│", _) if !has_number => {
            let (secondary, primary) = rest.split_at(rest.find('^').unwrap_or(rest.len()));
            styled(GOOD, secondary) + &styled(primary_label, primary)
        }
        _ => rest.to_owned(),
    };
    styled(GUTTER, gutter) + &rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagnostics_are_coloured_line_by_line() {
        let check = |line: &str, expected: &str| {
            let coloured = diagnostics(line);
            assert_eq!(coloured.replace("\x1b[1m\x1b[3", "\x1b[1;3"), expected);
            assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), line);
        };
        check("error: no `x`", "\x1b[1;31merror\x1b[0m\x1b[1m: no `x`\x1b[0m");
        check("  ┌─ a.rs:1:2", "\x1b[2m  ┌─\x1b[0m a.rs:1:2");
        check("12 │ let x = 1;", "\x1b[2m12 │\x1b[0m let x = 1;");
        check("   │^^ here", "\x1b[2m   │\x1b[0m\x1b[1;31m^^ here\x1b[0m");
        check("   │ - ^ x", "\x1b[2m   │\x1b[0m\x1b[1;36m - \x1b[0m\x1b[1;31m^ x\x1b[0m");
        check("   │ --- there", "\x1b[2m   │\x1b[0m\x1b[1;36m --- there\x1b[0m");
        check("   = help: do it", "\x1b[2m   =\x1b[0m\x1b[1m help:\x1b[0m do it");
        check("   = block (1, 0, 0)", "\x1b[2m   =\x1b[0m block (1, 0, 0)");
        check("", "");
        check("plain words", "plain words");
    }
}
