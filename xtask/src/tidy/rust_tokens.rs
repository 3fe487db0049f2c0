//! Rust source as words and signs, for rules that need to know where an item
//! ends or what a path says, and nothing more of the grammar.

use std::collections::BTreeSet;

use super::rust_text::code_only;

/// A word, a number, `::` or any other single sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    pub(super) line: usize,
}

impl Token<'_> {
    pub(super) fn is_word(&self) -> bool {
        self.text.starts_with(is_part)
    }
}

/// The tokens of a source that has no comments and literals any more.
pub(super) fn tokens(code: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    for (index, line) in code.lines().enumerate() {
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next() {
            let length = match first {
                _ if is_part(first) => rest.find(|c| !is_part(c)).unwrap_or(rest.len()),
                ':' if rest.starts_with("::") => 2,
                _ => first.len_utf8(),
            };
            tokens.push(Token { text: &rest[..length], line: index + 1 });
            rest = rest[length..].trim_start();
        }
    }
    tokens
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The tokens without the items that only tests have.
pub(super) fn without_tests<'a>(tokens: &[Token<'a>]) -> Vec<Token<'a>> {
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match attribute(tokens, at) {
            Some(found) if found.is_for_tests && found.is_inner => return kept,
            Some(found) if found.is_for_tests => at = item_end(tokens, found.end),
            Some(found) => {
                kept.extend_from_slice(&tokens[at..found.end]);
                at = found.end;
            }
            None => {
                kept.push(tokens[at]);
                at += 1;
            }
        }
    }
    kept
}

/// The files, of those given as paths and texts, that only tests have.
pub(super) fn files_of_tests(files: &[(String, String)]) -> BTreeSet<&str> {
    let sources = || files.iter().filter(|(path, _)| path.ends_with(".rs"));
    // Names of files stand in literals, which the code alone no longer has.
    let declared: Vec<String> =
        sources().flat_map(|(path, text)| declared_test_modules(path, text)).collect();
    let stem = |path: &str| {
        let stem = path.strip_suffix("/mod.rs").or_else(|| path.strip_suffix(".rs"));
        format!("{}/", stem.unwrap_or(path))
    };
    let folders: Vec<String> = declared.iter().map(|test| stem(test)).collect();
    let is_test = |path: &str| {
        declared.iter().any(|test| path == test)
            || folders.iter().any(|folder| path.starts_with(folder))
    };
    sources().map(|(path, _)| path.as_str()).filter(|path| is_test(path)).collect()
}

/// The files of the modules that a source declares for its tests only, by the
/// names that they can have.
fn declared_test_modules(path: &str, text: &str) -> Vec<String> {
    let code = code_only(text);
    let tokens = tokens(&code);
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let below = match path.rsplit('/').next() {
        Some("lib.rs" | "main.rs" | "mod.rs") => folder,
        _ => path.strip_suffix(".rs").unwrap_or(path),
    };
    let mut files = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let Some(found) = attribute(&tokens, at).filter(|found| found.is_for_tests) else {
            at += 1;
            continue;
        };
        let end = item_end(&tokens, found.end);
        let item = &tokens[at..end];
        if let [.., Token { text: "mod", .. }, name, Token { text: ";", .. }] = item {
            let lines = text.lines().skip(item[0].line - 1).take(name.line + 1 - item[0].line);
            match lines.into_iter().find_map(path_attribute) {
                Some(file) => files.push(format!("{folder}/{file}")),
                None => {
                    files.push(format!("{below}/{}.rs", name.text));
                    files.push(format!("{below}/{}/mod.rs", name.text));
                }
            }
        }
        at = end;
    }
    files
}

/// The file in a line such as `#[path = "case_tests.rs"]`.
fn path_attribute(line: &str) -> Option<&str> {
    let value = line.trim_start().strip_prefix("#[path")?.trim_start().strip_prefix('=')?;
    value.split('"').nth(1)
}

struct Attribute {
    /// Where the tokens behind it start.
    end: usize,
    is_inner: bool,
    /// Whether it is a `cfg` that asks for `test`.
    is_for_tests: bool,
}

/// The attribute that starts here.
fn attribute(tokens: &[Token<'_>], at: usize) -> Option<Attribute> {
    let text = |at: usize| tokens.get(at).map_or("", |token| token.text);
    if text(at) != "#" {
        return None;
    }
    let is_inner = text(at + 1) == "!";
    let open = at + 1 + usize::from(is_inner);
    if text(open) != "[" {
        return None;
    }
    let end = group_end(tokens, open);
    let words = || tokens[open..end].iter().map(|token| token.text);
    let is_for_tests = text(open + 1) == "cfg"
        && words().any(|word| word == "test")
        && words().all(|word| word != "not");
    Some(Attribute { end, is_inner, is_for_tests })
}

/// Where the item ends that starts here, its further attributes included: behind
/// its semicolon or its braces, or before the bracket that ends what is around
/// it.
fn item_end(tokens: &[Token<'_>], mut at: usize) -> usize {
    while let Some(found) = attribute(tokens, at) {
        at = found.end;
    }
    while let Some(token) = tokens.get(at) {
        match token.text {
            ";" => return at + 1,
            "{" => return group_end(tokens, at),
            "(" | "[" => at = group_end(tokens, at),
            ")" | "]" | "}" => return at,
            _ => at += 1,
        }
    }
    at
}

/// Where the group ends whose bracket is here.
fn group_end(tokens: &[Token<'_>], open: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}
