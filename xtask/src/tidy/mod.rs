//! `cargo xtask tidy`: rules that neither rustfmt nor clippy knows.
//!
//! Each rule is a function from a file's text to what is wrong with it, so that
//! its tests need no files. Exceptions stand in `exceptions`, with their reasons.

mod circles;
mod dependencies;
pub(crate) mod edges;
mod exceptions;
mod families;
mod files;
mod generated;
mod markdown;
mod members;
mod names;
mod rust;
mod rust_paths;
mod rust_text;
mod rust_tokens;
mod sizes;
mod std_uses;
mod text;

use std::fmt;

use anyhow::{Result, bail};

use crate::workspace::Workspace;

/// What is wrong in a line, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Finding {
    line: usize,
    message: String,
}

impl Finding {
    fn new(line: usize, message: impl Into<String>) -> Finding {
        Finding { line, message: message.into() }
    }
}

/// A finding and the file it is in.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Violation {
    path: String,
    finding: Finding,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.finding.line, self.finding.message)
    }
}

/// Prints everything that breaks a rule; fails when something does.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let paths = files::list(workspace)?;
    let mut texts = Vec::new();
    for path in &paths {
        texts.extend(files::read_text(workspace, path)?.map(|text| (path.clone(), text)));
    }
    let mut violations = Vec::new();
    for (path, text) in &texts {
        let findings = check_file(path, text, &|target| workspace.path(target).exists());
        violations
            .extend(findings.into_iter().map(|finding| Violation { path: path.clone(), finding }));
    }
    violations.extend(members::check(workspace)?);
    violations.extend(dependencies::check(workspace)?);
    violations.extend(std_uses::check(&texts));
    violations.extend(circles::check(&texts));
    violations.extend(names::check(&texts));
    violations.extend(sizes::check(&texts));
    violations.extend(families::check(workspace)?);
    violations.extend(generated::check(workspace, &texts)?);
    violations.extend(licences(&paths));

    if violations.is_empty() {
        println!("{} files are tidy", paths.len());
        return Ok(());
    }
    violations.sort();
    for violation in &violations {
        println!("{violation}");
    }
    bail!("tidy: {} things to put right", violations.len())
}

/// Applies the rules for files of this kind. `exists` answers for paths in the
/// repository.
fn check_file(path: &str, text: &str, exists: &dyn Fn(&str) -> bool) -> Vec<Finding> {
    let mut findings = text::check_home_paths(text);
    if !exceptions::is_generated(path) {
        findings.extend(text::check_white_space(text));
    }
    if path.ends_with(".rs") && !exceptions::is_generated(path) {
        findings.extend(rust::check(path, text));
    }
    if path.ends_with(".md") {
        findings.extend(markdown::check(path, text, exists));
    }
    findings
}

/// Both licences that the manifests name have to be there in full.
fn licences(paths: &[String]) -> Vec<Violation> {
    ["LICENSE-APACHE", "LICENSE-MIT"]
        .iter()
        .filter(|licence| !paths.iter().any(|path| path == *licence))
        .map(|licence| Violation {
            path: (*licence).to_owned(),
            finding: Finding::new(1, "the licence is missing; Cargo.toml says `MIT OR Apache-2.0`"),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_checked_by_their_kind() {
        let cases = [
            ("a.rs", "fn f() {\t}\n", 1),
            ("assets/ptx/a.ptx", "\tret;\n", 0),
            ("a.md", "[x](gone.md)\n", 1),
            ("a.txt", "[x](gone.md)\n", 0),
            ("a.txt", "unsafe\n", 0),
            ("host/front/src/a.rs", "unsafe fn f() {}\n", 1),
        ];
        for (path, text, expected) in cases {
            let findings = check_file(path, text, &|_| false);
            assert_eq!(findings.len(), expected, "{path}: {findings:?}");
        }
    }

    #[test]
    fn both_licences_are_asked_for() {
        let paths = ["LICENSE-MIT".to_owned(), "docs/LICENSE-APACHE".to_owned()];
        let missing: Vec<String> = licences(&paths).iter().map(ToString::to_string).collect();
        assert_eq!(
            missing,
            ["LICENSE-APACHE:1: the licence is missing; Cargo.toml says `MIT OR Apache-2.0`"]
        );
    }
}
