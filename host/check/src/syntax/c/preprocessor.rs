//! Lines of the C preprocessor. They have no end that tokens show, so they are
//! taken out of the text before it is cut into tokens once more.

use super::expression::number;
use naga::Span;
use warpbench_codes::{S0003, S0004};
use warpbench_source::diagnostic::Diagnostic;

/// A text without its lines for the preprocessor.
pub(crate) struct Stripped {
    /// The text with blanks in their places, so that all else stays where it is.
    pub(crate) text: String,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The names that were defined.
    pub(crate) names: Vec<String>,
}

const WORDS: [&str; 12] = [
    "define", "include", "if", "ifdef", "ifndef", "endif", "else", "elif", "pragma", "undef",
    "error", "line",
];

/// Takes the lines out; nothing if there are none.
pub(crate) fn strip(text: &str) -> Option<Stripped> {
    let mut stripped = Stripped {
        text: String::with_capacity(text.len()),
        diagnostics: Vec::new(),
        names: Vec::new(),
    };
    let mut start = 0;
    let mut goes_on = false;
    for line in text.split_inclusive('\n') {
        let bare = line.trim();
        let word = bare.strip_prefix('#').map(str::trim_start).filter(|_| !goes_on);
        let word = word.and_then(|rest| {
            let len = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
            let is_word = WORDS.contains(&&rest[..len]);
            // A comment of Python or of a shell.
            let is_comment = bare.starts_with("# ") && rest.starts_with(char::is_alphabetic);
            (is_word || is_comment).then(|| (&rest[..len], rest[len..].trim()))
        });
        if let Some((word, rest)) = word {
            let indent = line.len() - line.trim_start().len();
            let span = Span::new((start + indent) as u32, (start + indent + bare.len()) as u32);
            stripped.diagnostics.push(said(word, rest.trim_end_matches('\\').trim(), span));
            if word == "define" {
                let len = rest.find(|c: char| !(c.is_alphanumeric() || c == '_'));
                stripped.names.push(rest[..len.unwrap_or(rest.len())].to_owned());
            }
        }
        if word.is_some() || goes_on {
            goes_on = bare.ends_with('\\');
            stripped.text.extend(line.chars().flat_map(|c| {
                std::iter::repeat_n(if c == '\n' { '\n' } else { ' ' }, c.len_utf8())
            }));
        } else {
            stripped.text.push_str(line);
        }
        start += line.len();
    }
    (!stripped.diagnostics.is_empty()).then_some(stripped)
}

fn said(word: &str, rest: &str, span: Span) -> Diagnostic {
    if !WORDS.contains(&word) {
        return Diagnostic::new(S0003, "a comment begins with `//`", span)
            .label("not Rust")
            .help(format!("write `// {}`", [word, rest].join(" ").trim_end()));
    }
    let diagnostic = Diagnostic::new(S0004, "Rust has no preprocessor", span).label("this is C");
    match word {
        "define" => match define(rest) {
            Some(line) => diagnostic.help(format!("write `{line}`")),
            None => diagnostic.help("write a `const` for a value and a function for the rest"),
        },
        "include" => diagnostic.help(
            "write `use cuda_std::prelude::*;`, which has what a kernel needs of the library",
        ),
        "pragma" => diagnostic.help("leave it out: loops are unrolled where that pays"),
        _ => diagnostic.help("leave it out, and keep the part that is meant for the GPU"),
    }
}

/// `N 256` as a constant, `SQ(x) ((x) * (x))` as a function.
fn define(rest: &str) -> Option<String> {
    let len = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
    let (name, rest) = rest.split_at(len);
    if let Some(rest) = rest.strip_prefix('(') {
        let (parameters, body) = rest.split_once(')')?;
        let parameters: Vec<String> =
            parameters.split(',').map(|name| format!("{}: f32", name.trim())).collect();
        let name = name.to_lowercase();
        return Some(format!("fn {name}({}) -> f32 {{ {} }}", parameters.join(", "), body.trim()));
    }
    let value = rest.trim();
    let value = value.strip_prefix('(').and_then(|value| value.strip_suffix(')')).unwrap_or(value);
    if value.is_empty() {
        return None;
    }
    let value = if value.starts_with(|c: char| c.is_ascii_digit()) {
        number(value)
    } else {
        value.to_owned()
    };
    let is_float = value.contains('.') || value.contains("e-");
    Some(format!("const {name}: {} = {value};", if is_float { "f32" } else { "usize" }))
}
