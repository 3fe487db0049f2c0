//! Each family of kernels stands three times under one name: in Rust, in WGSL
//! and as a plain reference.

use std::{collections::BTreeSet, fs};

use anyhow::{Context, Result};

use super::{Finding, Violation};
use crate::{ptx, workspace::Workspace};

/// Looks for families that lack a twin, and for shaders without a family.
pub(super) fn check(workspace: &Workspace) -> Result<Vec<Violation>> {
    let families: BTreeSet<String> = ptx::families(workspace)?.into_keys().collect();
    let shaders = stems(workspace, "wgsl", "wgsl")?;
    let references = stems(workspace, "host/catalog/src/reference", "rs")?;
    Ok(compare(&families, &shaders, &references))
}

fn compare(
    families: &BTreeSet<String>,
    shaders: &BTreeSet<String>,
    references: &BTreeSet<String>,
) -> Vec<Violation> {
    let missing = |path: String, why: String| Violation { path, finding: Finding::new(1, why) };
    let mut violations = Vec::new();
    for family in families {
        let source = format!("gpu-kernels/src/{family}.rs");
        if !shaders.contains(family) {
            violations.push(missing(
                source.clone(),
                format!("its WGSL twin wgsl/{family}.wgsl is missing"),
            ));
        }
        if !references.contains(family) {
            let why = format!("its reference host/catalog/src/reference/{family}.rs is missing");
            violations.push(missing(source, why));
        }
    }
    for shader in shaders.difference(families) {
        let why = format!("gpu-kernels/src/{shader}.rs has no kernel of which this is the twin");
        violations.push(missing(format!("wgsl/{shader}.wgsl"), why));
    }
    violations
}

/// The names without ending of the files in a folder.
fn stems(workspace: &Workspace, folder: &str, ending: &str) -> Result<BTreeSet<String>> {
    let full = workspace.path(folder);
    if !full.exists() {
        return Ok(BTreeSet::new());
    }
    let mut stems = BTreeSet::new();
    for entry in fs::read_dir(&full).with_context(|| format!("cannot read {folder}"))? {
        let name = entry.with_context(|| format!("cannot read {folder}"))?.file_name();
        let name = name.to_string_lossy();
        stems.extend(name.strip_suffix(&format!(".{ending}")).map(str::to_owned));
    }
    Ok(stems)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twins_are_found_by_their_name() {
        let set =
            |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<BTreeSet<_>>();
        type Names = &'static [&'static str];
        let cases: [[Names; 4]; 5] = [
            [&["copy"], &["copy"], &["copy", "mod"], &[]],
            [&["copy"], &[], &["copy"], &["wgsl/copy.wgsl is missing"]],
            [&["copy"], &["copy"], &["copies"], &["reference/copy.rs is missing"]],
            [&["copy"], &["copy", "lost"], &["copy"], &["gpu-kernels/src/lost.rs has no kernel"]],
            [&["copy"], &[], &[], &["wgsl/copy.wgsl", "reference/copy.rs"]],
        ];
        for [families, shaders, references, expected] in cases {
            let found = compare(&set(families), &set(shaders), &set(references));
            assert_eq!(found.len(), expected.len(), "{found:?}");
            for (violation, part) in found.iter().zip(expected) {
                assert!(violation.finding.message.contains(part), "{violation}");
            }
        }
    }
}
