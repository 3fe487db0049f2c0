//! The paths that a source names, read off its tokens: `use` trees are unfolded, and
//! every other path can be followed through the names that they bring in.

use std::collections::BTreeMap;

use super::rust_tokens::Token;

/// A path that stands somewhere in the code.
#[derive(Debug)]
pub(super) struct Path {
    pub(super) segments: Vec<String>,
    pub(super) line: usize,
    /// Whether it brings in everything below it.
    pub(super) is_glob: bool,
    pub(super) is_import: bool,
    /// What it is called where it is imported.
    alias: Option<String>,
}

/// What each imported name stands for.
pub(super) fn imports(paths: &[Path]) -> BTreeMap<String, Vec<String>> {
    let imported = paths.iter().filter(|path| path.is_import && !path.is_glob);
    imported
        .filter_map(|path| {
            let name = path.alias.as_ref().or(path.segments.last())?;
            Some((name.clone(), path.segments.clone()))
        })
        .collect()
}

/// Replaces a first segment that was imported by what it stands for.
pub(super) fn follow(segments: &mut Vec<String>, imports: &BTreeMap<String, Vec<String>>) {
    // `use a::b as a` would go round for ever; nobody imports over more names.
    for _ in 0..4 {
        let Some(full) = segments.first().and_then(|first| imports.get(first)) else { return };
        segments.splice(0..1, full.iter().cloned());
    }
}

/// All paths, those of `use` unfolded.
pub(super) fn paths(tokens: &[Token<'_>]) -> Vec<Path> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let after_dot = at > 0 && tokens[at - 1].text == ".";
        if token.text == "use" && tokens.get(at + 1).is_some_and(|next| next.text != "<") {
            at = use_tree(tokens, at + 1, &[], &mut found);
        } else if token.is_word() && !after_dot {
            let (segments, next) = segments(tokens, at);
            let line = token.line;
            found.push(Path { segments, line, is_glob: false, is_import: false, alias: None });
            at = next;
        } else {
            at += 1;
        }
    }
    found
}

/// The words from here on that are joined by `::`, and where they end.
fn segments(tokens: &[Token<'_>], mut at: usize) -> (Vec<String>, usize) {
    let mut segments = Vec::new();
    while let Some(word) = tokens.get(at).filter(|token| token.is_word()) {
        segments.push(word.text.to_owned());
        at += 1;
        if tokens.get(at).is_none_or(|token| token.text != "::") {
            break;
        }
        at += 1;
    }
    (segments, at)
}

/// Unfolds the tree that starts here; returns where it ends.
fn use_tree(
    tokens: &[Token<'_>],
    mut at: usize,
    prefix: &[String],
    found: &mut Vec<Path>,
) -> usize {
    let text = |at: usize| tokens.get(at).map_or("", |token| token.text);
    if text(at) == "::" {
        at += 1;
    }
    let line = tokens.get(at).map_or(0, |token| token.line);
    let (own, next) = segments(tokens, at);
    at = next;
    let mut segments: Vec<String> = prefix.iter().cloned().chain(own).collect();
    match text(at) {
        "{" => {
            at += 1;
            while !matches!(text(at), "}" | "") {
                at = use_tree(tokens, at, &segments, found);
                // The comma, or what is no tree at all.
                at += usize::from(text(at) != "}");
            }
            return at + 1;
        }
        "*" => {
            found.push(Path { segments, line, is_glob: true, is_import: true, alias: None });
            return at + 1;
        }
        _ => {}
    }
    if segments.last().is_some_and(|last| last == "self") {
        segments.pop();
    }
    let alias = (text(at) == "as").then(|| text(at + 1).to_owned());
    at += if alias.is_some() { 2 } else { 0 };
    found.push(Path { segments, line, is_glob: false, is_import: true, alias });
    at
}
