//! Submissions that are the same program up to names, comments and white space.
//!
//! Only names that a text declares itself are a student's to choose. What it uses of
//! the language and the library stays as it is: a kernel that reads `thread_idx_x` is
//! another program than one that reads `thread_idx_y`.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::iter::Peekable;
use std::str::CharIndices;

/// The groups of submissions with the same program, each with at least two, by the
/// places in what was given.
pub fn groups(texts: &[String]) -> Vec<Vec<usize>> {
    let mut same: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, text) in texts.iter().enumerate() {
        let bare = bare(text);
        // Two who hand in nothing have not copied it.
        if !bare.is_empty() {
            same.entry(bare).or_default().push(index);
        }
    }
    let mut groups: Vec<Vec<usize>> = same.into_values().filter(|all| all.len() > 1).collect();
    groups.sort();
    groups
}

/// A program without what does not matter: two texts are the same program if and only
/// if this is the same.
pub fn bare(text: &str) -> String {
    let tokens = tokens(text);
    let declared = declared(&tokens);
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let mut bare = String::new();
    for token in tokens {
        if !bare.is_empty() {
            bare.push(' ');
        }
        if declared.contains(token) {
            // A name is the number of its first use.
            let next = numbers.len();
            let number = *numbers.entry(token).or_insert(next);
            bare.push_str(&format!("\u{1}{number}"));
        } else {
            bare.push_str(token);
        }
    }
    bare
}

/// Words after which a name is declared.
const DECLARES: [&str; 16] = [
    "let", "mut", "ref", "fn", "const", "static", "struct", "enum", "type", "trait", "mod", "for",
    "var", "override", "union", "alias",
];

/// Words that nobody can choose.
const KEYWORDS: [&str; 44] = [
    "as",
    "bool",
    "break",
    "case",
    "const",
    "continue",
    "continuing",
    "crate",
    "default",
    "dyn",
    "else",
    "enum",
    "extern",
    "f32",
    "false",
    "fn",
    "for",
    "i32",
    "if",
    "impl",
    "in",
    "let",
    "loop",
    "match",
    "mod",
    "move",
    "mut",
    "override",
    "pub",
    "ref",
    "return",
    "self",
    "static",
    "struct",
    "super",
    "switch",
    "trait",
    "true",
    "type",
    "u32",
    "unsafe",
    "use",
    "usize",
    "while",
];

/// The names that a text declares: of functions, constants, types, variables,
/// parameters and fields.
fn declared<'a>(tokens: &[&'a str]) -> HashSet<&'a str> {
    let mut declared = HashSet::new();
    // Between `let` and `=`, and between `for` and `in`, every name of a pattern is new.
    let mut pattern_ends_at: Option<&str> = None;
    for (index, token) in tokens.iter().enumerate() {
        let before = index.checked_sub(1).map_or("", |index| tokens[index]);
        let after = |distance: usize| tokens.get(index + distance).copied().unwrap_or_default();
        match *token {
            "let" => pattern_ends_at = Some("="),
            "for" if after(1) != "<" => pattern_ends_at = Some("in"),
            ended if pattern_ends_at == Some(ended) => pattern_ends_at = None,
            ":" | ";" | "{" => pattern_ends_at = None,
            _ => {}
        }
        if !is_name(token) || KEYWORDS.contains(token) {
            continue;
        }
        let is_typed = after(1) == ":" && after(2) != ":" && before != ":";
        let is_of_pattern = pattern_ends_at.is_some() && !matches!(after(1), "(" | "{" | ":");
        let is_of_closure = before == "|" && matches!(after(1), "|" | "," | ":");
        if is_typed || is_of_pattern || is_of_closure || DECLARES.contains(&before) {
            declared.insert(*token);
        }
    }
    declared
}

fn is_name(token: &str) -> bool {
    token.chars().next().is_some_and(|first| first.is_alphabetic() || first == '_')
}

/// The words and signs of a text in either language, without comments.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((start, first)) = chars.next() {
        let rest = &text[start..];
        if first.is_whitespace() || first == '\u{feff}' {
            continue;
        } else if rest.starts_with("//") {
            skip_while(&mut chars, |c| c != '\n');
            continue;
        } else if rest.starts_with("/*") {
            skip_comment(&mut chars);
            continue;
        } else if first == '"' {
            let mut is_escaped = false;
            let mut is_open = true;
            skip_while(&mut chars, |c| {
                let goes_on = is_open;
                is_open = is_escaped || c != '"';
                is_escaped = c == '\\' && !is_escaped;
                goes_on
            });
        } else if first.is_alphanumeric() || first == '_' {
            skip_while(&mut chars, |c| c.is_alphanumeric() || c == '_');
        }
        let end = chars.peek().map_or(text.len(), |(end, _)| *end);
        tokens.push(&text[start..end]);
    }
    tokens
}

fn skip_while(chars: &mut Peekable<CharIndices<'_>>, mut goes_on: impl FnMut(char) -> bool) {
    while chars.next_if(|(_, c)| goes_on(*c)).is_some() {}
}

/// Skips the rest of a comment, and those within it.
fn skip_comment(chars: &mut Peekable<CharIndices<'_>>) {
    let mut depth = 0_usize;
    let mut before = '/';
    for (_, c) in chars.by_ref() {
        match (before, c) {
            ('/', '*') => {
                depth += 1;
                before = ' ';
            }
            ('*', '/') => {
                depth -= 1;
                if depth == 0 {
                    return;
                }
                before = ' ';
            }
            _ => before = c,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{groups, tokens};

    #[test]
    fn the_same_program_and_near_misses() {
        let check = |one: &str, other: &str, same: bool| {
            let found = groups(&[one.to_owned(), other.to_owned()]);
            assert_eq!(!found.is_empty(), same, "{one}\n{other}");
        };
        check("fn f(a: u32) -> u32 { a + 1 } // mine", "fn g(x:u32)->u32{\n\tx+1\n}", true);
        check("/// Doubles.\nfn f() {}", "fn f() {}", true);
        check("/* a /* b */ c */ fn f() {}", "fn f() {}", true);
        check("\u{feff}fn f() {}\r\n", "fn f() {}\n", true);
        check("fn g(x: u32) -> u32 { x + 1 }", "fn g(x: u32) -> u32 { x + 2 }", false);
        check("fn g(x: u32) -> u32 { x + 1 }", "fn g(x: u32) -> u32 { 1 + x }", false);
        check("fn f(a: u32, b: u32) { a + a }", "fn f(a: u32, b: u32) { a + b }", false);
        check("fn f(a: u32, b: u32) { a - b }", "fn f(b: u32, a: u32) { b - a }", true);
        check("fn f(a: u32, b: u32) { a - b }", "fn f(a: u32, b: u32) { b - a }", false);
        check("if a { b }", "while a { b }", false);
        check("let i = thread::thread_idx_x();", "let k = thread::thread_idx_x();", true);
        check("let i = thread::thread_idx_x();", "let i = thread::thread_idx_y();", false);
        check("let (a, b) = f(); a - b", "let (x, y) = f(); x - y", true);
        check("for (i, v) in s { g(i, v) }", "for (n, w) in s { g(n, w) }", true);
        check("for (i, v) in s { g(i, v) }", "for (i, v) in s { g(v, i) }", false);
        check("m.map(|a| a + 1)", "m.map(|b| b + 1)", true);
        check("let s = \"a // b\"; c", "let s = \"a // c\"; c", false);
        check("var<storage> a: array<f32>;", "var<storage>\nb : array<f32>;", true);
        check("var<storage> a: array<f32>;", "var<storage> a: array<u32>;", false);
        check("var<workgroup> t: array<f32, 64>;", "var<workgroup> t: array<f32, 65>;", false);
        check("@workgroup_size(64) fn main() {}", "@workgroup_size(64) fn other() {}", true);
        check("workgroupBarrier();", "storageBarrier();", false);
        check("no program (", "no  program (", true);
        check("", " // nothing", false);
    }

    #[test]
    fn groups_are_in_order() {
        let texts = ["b", "a", "b", "c", "a", "b"].map(str::to_owned);
        assert_eq!(groups(&texts), [vec![0, 2, 5], vec![1, 4]]);
    }

    #[test]
    fn what_has_no_end_is_read_to_the_end() {
        for (text, expected) in [
            ("a /* b", vec!["a"]),
            ("a \"b", vec!["a", "\"b"]),
            ("\"\\\"\" c", vec!["\"\\\"\"", "c"]),
            ("/*/ a */ b", vec!["b"]),
            ("'a é1", vec!["'", "a", "é1"]),
            ("//", vec![]),
        ] {
            assert_eq!(tokens(text), expected, "{text}");
        }
    }
}
