//! Rules for Rust.

use super::{Finding, exceptions, rust_text::code_only};

/// The most lines that a file may have without a reason.
const MOST_LINES: usize = 600;

/// Long files, `allow` attributes, and `unsafe` where it does not belong.
pub(super) fn check(path: &str, text: &str) -> Vec<Finding> {
    let code = code_only(text);
    let mut findings = check_attributes(&code);
    let lines = text.lines().count();
    if lines > MOST_LINES && !exceptions::may_be_long(path) {
        findings.push(Finding::new(
            lines,
            format!("{lines} lines are more than {MOST_LINES}; is this file more than one idea?"),
        ));
    }
    if !exceptions::may_be_unsafe(path) {
        findings.extend(check_unsafe(&code));
    }
    findings
}

fn check_unsafe(code: &str) -> Vec<Finding> {
    words(code)
        .filter(|(_, word)| *word == "unsafe")
        .map(|(at, _)| {
            Finding::new(
                line_of(code, at),
                "`unsafe` outside of kernels and the CUDA driver's module",
            )
        })
        .collect()
}

/// Looks into every attribute, also those that `cfg_attr` adds.
fn check_attributes(code: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (at, _) in code.match_indices('#') {
        let rest = code[at + 1..].trim_start_matches('!');
        let Some(body) = rest.strip_prefix('[').map(bracketed) else { continue };
        let is_called = |name: &str| {
            words(body).any(|(at, word)| {
                word == name && body[at + name.len()..].trim_start().starts_with('(')
            })
        };
        if is_called("allow") {
            findings.push(Finding::new(
                line_of(code, at),
                "`allow` hides a lint for good; write `#[expect(…, reason = \"…\")]`",
            ));
        } else if is_called("expect") && !words(body).any(|(_, word)| word == "reason") {
            findings.push(Finding::new(
                line_of(code, at),
                "an `expect` without a reason; add `reason = \"…\"`",
            ));
        }
    }
    findings
}

/// The text up to the bracket that closes the one before it.
fn bracketed(text: &str) -> &str {
    let mut depth = 1_usize;
    for (at, c) in text.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &text[..at];
        }
    }
    text
}

/// Words and where they start.
fn words(code: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    code.split(move |c| !is_part(c))
        .filter(|word| !word.is_empty())
        .map(|word| (word.as_ptr() as usize - code.as_ptr() as usize, word))
}

fn line_of(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines in which something was found.
    fn lines(path: &str, source: &str) -> Vec<usize> {
        check(path, source).iter().map(|finding| finding.line).collect()
    }

    #[test]
    fn attributes_must_expect_with_a_reason() {
        let cases: [(&str, &[usize]); 9] = [
            ("\n#[allow(dead_code)]\nfn f() {}", &[2]),
            ("#![allow(dead_code)]", &[1]),
            ("#[cfg_attr(\n  unix,\n  allow(dead_code)\n)]", &[1]),
            ("#[expect(dead_code)]", &[1]),
            ("#[expect(dead_code, reason = \"why\")]", &[]),
            ("#[arg(allow_hyphen_values = true)]", &[]),
            ("#[cfg(allow)]", &[]),
            ("// #[allow(dead_code)]\n\"#[allow(dead_code)]\"", &[]),
            ("allow(x); value.expect(1)", &[]),
        ];
        for (source, expected) in cases {
            assert_eq!(lines("host/front/src/lib.rs", source), expected, "{source}");
        }
    }

    #[test]
    fn unsafe_has_its_places() {
        let cases: [(&str, &str, &[usize]); 6] = [
            ("host/machine/src/sim.rs", "\nunsafe { f() }", &[2]),
            ("gpu-kernels/src/copy.rs", "unsafe fn f() {}", &[]),
            ("host/device/src/cuda/driver.rs", "unsafe { f() }", &[]),
            ("host/device/src/cuda_like.rs", "unsafe { f() }", &[1]),
            ("host/machine/src/sim.rs", "#![deny(unsafe_code)]", &[]),
            ("host/machine/src/sim.rs", "// unsafe\nlet a = \"unsafe\";", &[]),
        ];
        for (path, source, expected) in cases {
            assert_eq!(lines(path, source), expected, "{path}: {source}");
        }
    }

    #[test]
    fn files_have_an_end() {
        assert!(lines("a.rs", &"\n".repeat(600)).is_empty());
        assert_eq!(lines("a.rs", &"\n".repeat(601)), [601]);
    }
}
