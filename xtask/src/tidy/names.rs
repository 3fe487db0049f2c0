//! A public type's name means one thing in its crate.

use std::collections::BTreeMap;

use super::{
    Finding, Violation,
    edges::ROOMS,
    exceptions,
    rust_text::code_only,
    rust_tokens::{files_of_tests, tokens, without_tests},
};

/// Looks for public types of one crate that share a name. Takes all files of the
/// repository, as paths and texts.
pub(super) fn check(files: &[(String, String)]) -> Vec<Violation> {
    let tests = files_of_tests(files);
    let mut first: BTreeMap<(&str, String), (String, usize)> = BTreeMap::new();
    let mut violations = Vec::new();
    for (path, text) in files.iter().filter(|(path, _)| !tests.contains(path.as_str())) {
        let Some(folder) = crate_of(path) else { continue };
        for (name, line) in public_types(text) {
            if exceptions::may_share_name(folder, &name) {
                continue;
            }
            match first.get(&(folder, name.clone())) {
                None => {
                    first.insert((folder, name), (path.clone(), line));
                }
                Some((other, at)) => {
                    let message = format!(
                        "`{name}` is the name of another type too, in {other}:{at}; give each a \
                         word of its own"
                    );
                    let finding = Finding::new(line, message);
                    violations.push(Violation { path: path.clone(), finding });
                }
            }
        }
    }
    violations
}

/// The folder of the crate whose source a file is.
fn crate_of(path: &str) -> Option<&'static str> {
    let is_source = |folder: &str| {
        path.strip_prefix(folder).is_some_and(|rest| rest.starts_with("/src/"))
            && path.ends_with(".rs")
    };
    ROOMS.into_iter().map(|room| room.folder).find(|folder| is_source(folder))
}

/// The types that a source declares `pub`, with their lines. A name that a macro
/// is given stands with the macro's call.
fn public_types(text: &str) -> Vec<(String, usize)> {
    let code = code_only(text);
    let tokens = without_tests(&tokens(&code));
    let declared = tokens.windows(3).filter(|window| {
        window[0].text == "pub"
            && matches!(window[1].text, "struct" | "enum" | "trait" | "type" | "union")
            && window[2].text != "$"
    });
    declared.map(|window| (window[2].text.to_owned(), window[2].line)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_used_once_in_a_crate() {
        let file = |path: &str, text: &str| (path.to_owned(), text.to_owned());
        let place = "pub struct Place;\n";
        let check = |files: &[(String, String)], expected: &[&str]| {
            let found: Vec<String> = check(files).iter().map(ToString::to_string).collect();
            assert_eq!(found.len(), expected.len(), "{found:?}");
            for (found, expected) in found.iter().zip(expected) {
                assert!(found.contains(expected), "{found}");
            }
        };
        let front = file("host/front/src/a.rs", place);
        check(&[front.clone(), file("host/machine/src/a.rs", place)], &[]);
        check(&[front.clone(), file("host/front/tests/a.rs", place)], &[]);
        check(&[front.clone(), file("host/front/src/b.rs", "pub(crate) enum Place {}\n")], &[]);
        check(&[front.clone(), file("host/front/src/b.rs", "// pub enum Place\n")], &[]);
        check(
            &[front.clone(), file("host/front/src/b.rs", "\npub enum Place {}\n")],
            &[
                "host/front/src/b.rs:2: `Place` is the name of another type too, in host/front/src/a.rs:1",
            ],
        );
        let made = "macro_rules! m { ($a:ident) => { pub struct $a; } }\n";
        check(&[file("host/front/src/a.rs", made), file("host/front/src/b.rs", made)], &[]);
        let tested = "#[cfg(test)]\nmod tests {\n    pub struct Place;\n}\n";
        check(&[front, file("host/front/src/b.rs", tested)], &[]);
    }
}
