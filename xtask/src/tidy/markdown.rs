//! Rules for Markdown: links within the repository and paths in backticks lead somewhere.

use super::Finding;

/// What was there once may be gone: the history names it all the same.
const HISTORY: &str = "CHANGELOG.md";

/// Documents that name files by their whole paths from the root, and nothing shorter.
const WHOLE_PATHS: [&str; 2] = ["ARCHITECTURE.md", "CONTRIBUTING.md"];

/// Looks up every relative link and every path in backticks of a document.
pub(super) fn check(path: &str, text: &str, exists: &dyn Fn(&str) -> bool) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut in_code = false;
    for (index, line) in text.lines().enumerate() {
        let start = line.trim_start();
        if start.starts_with("```") || start.starts_with("~~~") {
            in_code = !in_code;
            continue;
        }
        if in_code {
            continue;
        }
        for target in targets(&without_code(line)) {
            if let Some(file) = file_of(path, target)
                && !exists(&file)
            {
                findings
                    .push(Finding::new(index + 1, format!("the link `{target}` leads to no file")));
            }
        }
        let is_gone = |code: &&str| path != HISTORY && names_no_file(path, code, exists);
        let gone = codes(line).filter(is_gone);
        findings.extend(
            gone.map(|code| Finding::new(index + 1, format!("the path `{code}` leads to no file"))),
        );
    }
    findings
}

/// What stands in single backticks.
fn codes(line: &str) -> impl Iterator<Item = &str> {
    let parts = line.split('`').count();
    line.split('`')
        .enumerate()
        .filter(move |(at, _)| at % 2 == 1 && at + 1 < parts)
        .map(|(_, code)| code)
}

/// Whether code looks like a path from the root of the repository and is none.
fn names_no_file(document: &str, code: &str, exists: &dyn Fn(&str) -> bool) -> bool {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || "._-/".contains(letter);
    let Some((top, _)) = code.split_once('/').filter(|_| code.chars().all(is_letter)) else {
        return false;
    };
    let is_short = WHOLE_PATHS.contains(&document) && code.ends_with(".rs");
    // What is built is there on one machine and not on another.
    let is_ours = !["", "target"].contains(&top) && exists(top);
    (is_short || is_ours) && !exists(code.trim_end_matches('/'))
}

/// The line with its `code` blanked out.
fn without_code(line: &str) -> String {
    let mut result = String::with_capacity(line.len());
    for (index, part) in line.split('`').enumerate() {
        // A single backtick opens nothing, so the last part is never code.
        let is_code = index % 2 == 1 && index + 1 < line.split('`').count();
        if is_code {
            result.extend(std::iter::repeat_n(' ', part.len()));
        } else {
            result.push_str(part);
        }
        result.push(' ');
    }
    result
}

/// Targets of `[text](target "title")`, of `[name]: target`, and of the `src` and
/// `href` of HTML.
fn targets(line: &str) -> Vec<&str> {
    let mut targets = Vec::new();
    for (at, opening) in line.match_indices("](") {
        let rest = &line[at + opening.len()..];
        let target = match rest.strip_prefix('<') {
            Some(rest) => rest.split('>').next(),
            None => rest.split([')', ' ']).next(),
        };
        targets.extend(target);
    }
    for attribute in ["src=\"", "href=\""] {
        let found = line.match_indices(attribute);
        targets.extend(found.filter_map(|(at, start)| line[at + start.len()..].split('"').next()));
    }
    let definition = line.strip_prefix('[').and_then(|rest| rest.split_once("]: "));
    if let Some((name, target)) = definition
        && !name.contains(']')
    {
        targets.extend(target.split_whitespace().next());
    }
    targets
}

/// The file that a link in a document means; `None` for one that leads to the
/// web or within the document.
fn file_of(document: &str, target: &str) -> Option<String> {
    let target = target.split(['#', '?']).next().unwrap_or_default();
    if target.is_empty() || target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let folder = document.rsplit_once('/').map_or("", |(folder, _)| folder);
    let path = match target.strip_prefix('/') {
        Some(from_root) => from_root.to_owned(),
        None => format!("{folder}/{target}"),
    };
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    Some(parts.join("/").replace("%20", " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_files() {
        let known = ["README.md", "docs/a b.md", "docs/deep/c.md", "docs/deep", "docs"];
        let exists = |path: &str| known.contains(&path);
        let cases: [(&str, &str, usize); 24] = [
            ("README.md", "[x](docs/deep/c.md)", 0),
            ("README.md", "[x](docs/)", 0),
            ("README.md", "[x](docs/deep/c.md#part \"title\")", 0),
            ("README.md", "[x](<docs/a b.md>) [y](docs/a%20b.md)", 0),
            ("docs/deep/c.md", "[x](../../README.md) ![y](/README.md)", 0),
            ("README.md", "[x](https://example.org/gone.md) [y](#part) [z](mailto:a@b)", 0),
            ("README.md", "```\n[x](gone.md)\n```", 0),
            ("README.md", "`[x](gone.md)` and a stray ` here", 0),
            ("README.md", "array[i](x is no link", 1),
            ("README.md", "[x](gone.md)", 1),
            ("docs/deep/c.md", "[x](README.md)", 1),
            ("README.md", "[x]: gone.md", 1),
            ("README.md", "<img src=\"gone.png\"> <a href=\"README.md\">", 1),
            ("README.md", "[x](gone.md) [y](gone2.md)", 2),
            ("README.md", "- [ ] a task", 0),
            ("README.md", "[a][b] and [c]", 0),
            ("README.md", "`docs/deep/c.md`, `docs/deep/` and `docs`", 0),
            ("README.md", "`docs/gone.md` and a stray ` here", 1),
            ("README.md", "`docs/<name>.md`, `docs/*.md`, `cat docs/gone.md`", 0),
            ("README.md", "`elsewhere/gone.rs` and `target/web`", 0),
            ("CONTRIBUTING.md", "`elsewhere/gone.rs` and `target/web`", 1),
            ("CHANGELOG.md", "`docs/gone.md`", 0),
            ("README.md", "```\n`docs/gone.md`\n```", 0),
            ("README.md", "`/docs`", 0),
        ];
        for (path, text, expected) in cases {
            let findings = check(path, text, &exists);
            assert_eq!(findings.len(), expected, "{text}: {findings:?}");
        }
    }
}
