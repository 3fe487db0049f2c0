//! The workspace's members take versions, edition and lints from the workspace,
//! so that each stands once.

use std::fs;

use anyhow::{Context, Result};
use toml::{Table, Value};

use super::{Finding, Violation, exceptions};
use crate::workspace::Workspace;

/// Settings of `[package]` that are inherited.
const INHERITED: [&str; 5] = ["version", "edition", "rust-version", "license", "publish"];

const KINDS: [&str; 3] = ["dependencies", "dev-dependencies", "build-dependencies"];

/// Checks the manifest of every member.
pub(super) fn check(workspace: &Workspace) -> Result<Vec<Violation>> {
    let (_, root) = parse(workspace, "Cargo.toml")?;
    let mut violations = Vec::new();
    for member in list(&root)? {
        let path = format!("{member}/Cargo.toml");
        let (text, manifest) = parse(workspace, &path)?;
        let findings = check_member(member, &text, &manifest);
        violations
            .extend(findings.into_iter().map(|finding| Violation { path: path.clone(), finding }));
    }
    Ok(violations)
}

/// The folders of the members that the workspace's manifest lists.
pub(super) fn list(root: &Table) -> Result<Vec<&str>> {
    let members = root
        .get("workspace")
        .and_then(|section| section.get("members"))
        .and_then(Value::as_array)
        .context("Cargo.toml has no list of workspace members")?;
    Ok(members.iter().filter_map(Value::as_str).collect())
}

/// A file of TOML, as text and as what it says.
pub(super) fn parse(workspace: &Workspace, path: &str) -> Result<(String, Table)> {
    let text =
        fs::read_to_string(workspace.path(path)).with_context(|| format!("cannot read {path}"))?;
    let table = text.parse().with_context(|| format!("{path} is no TOML"))?;
    Ok((text, table))
}

fn check_member(member: &str, text: &str, manifest: &Table) -> Vec<Finding> {
    let mut findings = Vec::new();
    let package = manifest.get("package").and_then(Value::as_table);
    for key in INHERITED {
        let value = package.and_then(|package| package.get(key));
        if !is_inherited(value) && !exceptions::may_set(member, key) {
            let message = format!("`{key}` is not inherited; write `{key}.workspace = true`");
            findings.push(Finding::new(line_of(text, key), message));
        }
    }
    if !is_inherited(manifest.get("lints")) {
        findings.push(Finding::new(
            line_of(text, "[lints"),
            "the lints are not inherited; write `[lints]` and `workspace = true`",
        ));
    }
    for (name, dependency) in KINDS.iter().flat_map(|kind| dependencies(manifest, kind)) {
        if !is_inherited(Some(dependency)) && dependency.get("path").is_none() {
            let message = format!(
                "the version of `{name}` stands here; put it under [workspace.dependencies] and write \
                 `{name}.workspace = true`"
            );
            findings.push(Finding::new(line_of(text, name), message));
        }
    }
    findings
}

fn is_inherited(value: Option<&Value>) -> bool {
    value.and_then(|value| value.get("workspace")).and_then(Value::as_bool) == Some(true)
}

/// Dependencies of a kind, also those of some targets only, each with its name
/// and what is said of it.
pub(super) fn dependencies<'a>(manifest: &'a Table, kind: &str) -> Vec<(&'a str, &'a Value)> {
    let targets = manifest.get("target").and_then(Value::as_table);
    let tables = targets.into_iter().flat_map(Table::values).filter_map(Value::as_table);
    std::iter::once(manifest)
        .chain(tables)
        .filter_map(|table| table.get(kind)?.as_table())
        .flatten()
        .map(|(name, dependency)| (name.as_str(), dependency))
        .collect()
}

/// The line that starts with the key; the first where it is missing.
fn line_of(text: &str, key: &str) -> usize {
    text.lines().position(|line| line.trim_start().starts_with(key)).map_or(1, |index| index + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "[package]\nname = \"a\"\nversion.workspace = true\nedition.workspace = true\n\
        rust-version.workspace = true\nlicense.workspace = true\npublish.workspace = true\n\
        [dependencies]\nserde.workspace = true\nmine = { path = \"mine\" }\n\
        [target.'cfg(unix)'.dependencies]\ncust = { workspace = true, features = [\"x\"] }\n\
        [lints]\nworkspace = true\n";

    #[test]
    fn what_is_not_inherited_is_found_in_its_line() {
        let cases: [(&str, &str, &str, &[usize]); 8] = [
            ("a", "", "", &[]),
            ("a", "edition.workspace = true", "edition = \"2021\"", &[4]),
            ("gpu-kernels", "edition.workspace = true", "edition = \"2021\"", &[]),
            ("gpu-kernels", "version.workspace = true\n", "version = \"1.0.0\"\n", &[3, 5]),
            ("a", "publish.workspace = true\n", "", &[1]),
            ("a", "[lints]\nworkspace = true\n", "", &[1]),
            ("a", "serde.workspace = true", "serde = \"1\"", &[9]),
            ("a", "{ workspace = true, features", "{ version = \"1\", features", &[12]),
        ];
        for (member, old, new, expected) in cases {
            let text = GOOD.replace(old, new);
            let text = if old.is_empty() { GOOD.to_owned() } else { text };
            let findings = check_member(member, &text, &text.parse().unwrap());
            let lines: Vec<usize> = findings.iter().map(|finding| finding.line).collect();
            assert_eq!(lines, expected, "{new}: {findings:?}");
        }
    }
}
