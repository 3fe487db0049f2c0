//! How much one has to hold in the head: the fields of a structure, the parameters of a
//! function. What has more says why, in `exceptions`.

use super::{
    Finding, Violation,
    edges::ROOMS,
    exceptions,
    rust_text::code_only,
    rust_tokens::{Token, files_of_tests, tokens, without_tests},
};

/// The most fields of a structure.
const MOST_FIELDS: usize = 20;

/// The most parameters of a function, besides `self`.
const MOST_PARAMETERS: usize = 6;

/// Looks at the sources of our crates. Takes all files of the repository, as paths and texts.
pub(super) fn check(files: &[(String, String)]) -> Vec<Violation> {
    let tests = files_of_tests(files);
    let is_source = |path: &str| {
        path.ends_with(".rs")
            && !exceptions::is_generated(path)
            && !tests.contains(path)
            && ROOMS.iter().any(|room| {
                let below = path.strip_prefix(room.folder);
                below.is_some_and(|below| below.starts_with("/src/"))
            })
    };
    let mut violations = Vec::new();
    for (path, text) in files.iter().filter(|(path, _)| is_source(path)) {
        let code = code_only(text);
        let found = without_tests(&tokens(&code));
        for finding in check_tokens(&found, &|name| exceptions::may_be_wide(path, name)) {
            violations.push(Violation { path: path.clone(), finding });
        }
    }
    violations
}

fn check_tokens(tokens: &[Token<'_>], may_be_wide: &dyn Fn(&str) -> bool) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (at, pair) in tokens.windows(2).enumerate() {
        let [word, name] = pair else { continue };
        let (opening, most, what) = match word.text {
            "struct" => ("{", MOST_FIELDS, "fields; which of them belong together?"),
            "fn" => ("(", MOST_PARAMETERS, "parameters; which of them belong together?"),
            _ => continue,
        };
        if !name.is_word() {
            continue;
        }
        let count = parts(&tokens[at + 2..], opening);
        if count > most && !may_be_wide(name.text) {
            findings.push(Finding::new(
                word.line,
                format!("`{}` has {count} {what} (more than {most} need a reason)", name.text),
            ));
        }
    }
    findings
}

/// How many parts stand between the first bracket of this kind, behind type parameters,
/// and the one that closes it; `self` is none.
fn parts(tokens: &[Token<'_>], opening: &str) -> usize {
    let mut angles = 0_usize;
    let mut before = "";
    let mut start = None;
    for (at, token) in tokens.iter().enumerate() {
        match token.text {
            "<" => angles += 1,
            ">" if before != "-" && before != "=" => angles = angles.saturating_sub(1),
            text if angles == 0 && text == opening => {
                start = Some(at + 1);
                break;
            }
            ";" | "{" | "(" if angles == 0 => return 0,
            _ => {}
        }
        before = token.text;
    }
    let Some(start) = start else { return 0 };
    let (mut depth, mut count) = (0_usize, 0);
    (before, angles) = ("", 0);
    let mut part: Vec<&str> = Vec::new();
    for token in &tokens[start..] {
        let is_end = depth == 0 && matches!(token.text, ")" | "}");
        if is_end || (depth == 0 && angles == 0 && token.text == ",") {
            count += usize::from(!part.is_empty() && !is_receiver(&part));
            part.clear();
            if is_end {
                break;
            }
            continue;
        }
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            "<" => angles += 1,
            ">" if before != "-" && before != "=" => angles = angles.saturating_sub(1),
            _ => {}
        }
        before = token.text;
        part.push(token.text);
    }
    count
}

/// `self`, `&mut self`, `self: Rc<Self>`.
fn is_receiver(part: &[&str]) -> bool {
    let named = part.split(|text| *text == ":").next().unwrap_or_default();
    named.last() == Some(&"self")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<usize> {
        let code = code_only(text);
        check_tokens(&tokens(&code), &|name| name == "known")
            .iter()
            .map(|finding| finding.line)
            .collect()
    }

    #[test]
    fn more_parameters_than_fit_the_head_are_found() {
        let cases: [(&str, &[usize]); 9] = [
            ("fn f(a: u8, b: u8, c: u8, d: u8, e: u8, f: u8) {}", &[]),
            ("fn f(&self, a: u8, b: u8, c: u8, d: u8, e: u8, f: u8) {}", &[]),
            ("fn f(self: Rc<Self>, a: u8, b: u8, c: u8, d: u8, e: u8, f: u8,) {}", &[]),
            ("\nfn f(a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8) {}", &[2]),
            ("fn f(a: (u8, u8), b: [u8; 3], c: Map<u8, Fn(u8, u8) -> u8>, d: u8) {}", &[]),
            ("fn f<A: Fn(u8, u8, u8, u8) -> u8, B, C, D, E, F, G>(a: A) {}", &[]),
            ("fn known(a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8) {}", &[]),
            ("fn f(&'a mut self, a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8) {}", &[1]),
            ("let a: fn(u8, u8, u8, u8, u8, u8, u8) = b;", &[]),
        ];
        for (text, expected) in cases {
            assert_eq!(found(text), expected, "{text}");
        }
    }

    #[test]
    fn more_fields_than_fit_the_head_are_found() {
        let fields = |count: usize| -> String {
            (0..count).map(|field| format!("pub a{field}: Map<u8, (u8, u8)>,\n")).collect()
        };
        assert!(found(&format!("struct S<T: Into<u8>> {{ {} }}", fields(20))).is_empty());
        assert_eq!(found(&format!("struct S<'a> {{ {} }}", fields(21))), [1]);
        assert!(found(&format!("struct S(u8);\nimpl S {{ {} }}", fields(21))).is_empty());
        assert!(found(&format!("struct S;\nfn f() {{ g({}) }}", fields(21))).is_empty());
    }
}
