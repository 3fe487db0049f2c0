//! A prediction is a constant of the text, so that it is handed in with it. Here is
//! the way from the number that somebody enters to that constant.

use warpbench_front::Language;
use warpbench_texts::syntax::{Syntax, constant_value};

/// What a constant of the text says now, as it is written.
pub fn written<'a>(text: &'a str, language: Language, constant: &str) -> Option<&'a str> {
    constant_value(text, Syntax::from(language), constant).map(|range| &text[range])
}

/// The text with another number as the value of a constant. Says what is wrong with
/// what was entered.
pub fn entered(
    text: &str,
    language: Language,
    constant: &str,
    number: &str,
) -> Result<String, String> {
    let number = number.trim().replace([',', '_'], "");
    let value: f64 = number
        .parse()
        .ok()
        .filter(|value: &f64| value.is_finite())
        .ok_or_else(|| format!("`{number}` is not a number; enter one such as 12 or 0.5."))?;
    let Some(range) = constant_value(text, Syntax::from(language), constant) else {
        return Err(format!(
            "The text has no constant `{constant}` any more; write it again as the starter has \
             it, or take the change back."
        ));
    };
    // A float stays one, because Rust takes no whole number in its place; and a type
    // behind the number stays there.
    let before = &text[range.clone()];
    let is_float = before.contains(['.', 'e']);
    let is_literal = before.starts_with(|c: char| c.is_ascii_digit());
    let kind = before.trim_start_matches(|c: char| c.is_ascii_digit() || c == '_');
    let is_kind = is_literal && !is_float && kind.chars().all(|c| c.is_ascii_alphanumeric());
    let written = match (is_float, value.fract() == 0.0) {
        (true, true) => format!("{value:.1}"),
        (false, true) if is_kind => format!("{value:.0}{kind}"),
        (false, true) => format!("{value:.0}"),
        (_, false) => format!("{value}"),
    };
    Ok(format!("{}{written}{}", &text[..range.start], &text[range.end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_takes_the_place_of_the_old_one() {
        let check = |language, text: &str, number: &str, expected: Option<&str>| {
            let found = entered(text, language, "PREDICTED", number);
            assert_eq!(found.ok().as_deref(), expected, "{text} {number}");
        };
        let (rust, wgsl) = (Language::Rust, Language::Wgsl);
        check(rust, "const PREDICTED: u32 = 0;", "12", Some("const PREDICTED: u32 = 12;"));
        check(rust, "const PREDICTED: u32 = 0;", "1,024", Some("const PREDICTED: u32 = 1024;"));
        check(rust, "const PREDICTED: f32 = 0.0;", "3", Some("const PREDICTED: f32 = 3.0;"));
        check(rust, "const PREDICTED: f32 = 0.0;", "0.25", Some("const PREDICTED: f32 = 0.25;"));
        check(
            rust,
            "// const PREDICTED: u32 = 7;\npub const PREDICTED: u32 = 1 + 2;\nx",
            "4",
            Some("// const PREDICTED: u32 = 7;\npub const PREDICTED: u32 = 4;\nx"),
        );
        check(wgsl, "const PREDICTED = 0u; // x", "5", Some("const PREDICTED = 5u; // x"));
        check(wgsl, "const PREDICTED = 0u;", "0.5", Some("const PREDICTED = 0.5;"));
        for wrong in ["", "many", "1e999", "NaN"] {
            check(rust, "const PREDICTED: u32 = 0;", wrong, None);
        }
        check(rust, "const OTHER: u32 = 0;", "1", None);
        check(rust, "let PREDICTED = 0;", "1", None);
    }

    #[test]
    fn what_is_written_is_found() {
        let text = "const A: u32 = 1;\nconst B: [u32; 2] = [1, 2];";
        assert_eq!(written(text, Language::Rust, "A"), Some("1"));
        assert_eq!(written(text, Language::Rust, "B"), Some("[1, 2]"));
        assert_eq!(written(text, Language::Rust, "C"), None);
    }
}
