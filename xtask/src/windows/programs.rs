//! Test programs that run under Wine, and those that do not and why.
//!
//! Every test program of the workspace is run, unless it stands here. What a program
//! leaves out of itself on Windows says so in its text, with the reason.

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::{process, workspace::Workspace};

/// Packages without tests for Windows.
#[rustfmt::skip]
const PACKAGES: [(&str, &str); 4] = [
    ("xtask",                 "a developer's commands, which run on Linux"),
    ("warpbench-ptx",         "its tests compile with the PTX toolchain of this machine"),
    ("warpbench-kernels",     "kernels; they are compiled for Windows with the rest"),
    ("warpbench-directives",  "its tests are examples in its documentation"),
];

/// Test programs that need what is not there, by package and name.
#[rustfmt::skip]
const PROGRAMS: [(&str, &str, &str); 4] = [
    ("warpbench",        "window",    "it drives a window of X11; under Wine the window has been opened by hand"),
    ("warpbench",        "workbench", "it compares pictures with those of Linux; nothing in it is Windows's"),
    ("warpbench-host",   "random",    "random kernels, the same on every system, some for a driver or a Rust compiler"),
    ("warpbench-derive", "derive",    "it asks a Rust compiler, and there is none under Wine"),
];

/// Modules of `host/tests/cases.rs` that do.
const MODULES: [(&str, &str); 3] = [
    ("rust_borrows", "it asks a Rust compiler, and there is none under Wine"),
    ("rust_table", "it asks a Rust compiler, and there is none under Wine"),
    ("rust_verdicts", "it asks a Rust compiler, and there is none under Wine"),
];

/// What cargo is told, and what is said of the rest.
pub(super) struct Chosen {
    pub(super) arguments: Vec<String>,
    /// Lines `skipped: <name>: <reason>`.
    pub(super) left_out: Vec<String>,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    targets: Vec<CargoTarget>,
}

#[derive(Deserialize)]
struct CargoTarget {
    name: String,
    kind: Vec<String>,
}

/// Reads the workspace's test programs.
pub(super) fn choose(workspace: &Workspace) -> Result<Chosen> {
    let mut cargo = workspace.cargo();
    cargo.args(["metadata", "--no-deps", "--format-version", "1", "--locked"]);
    let metadata: Metadata = serde_json::from_str(&process::output(&mut cargo)?)
        .context("cargo describes the workspace in words that are not understood")?;
    Ok(among(&metadata.packages))
}

fn among(packages: &[Package]) -> Chosen {
    let mut arguments = vec!["--lib".to_owned()];
    let mut left_out = Vec::new();
    for package in packages {
        if let Some((name, why)) = PACKAGES.iter().find(|(name, _)| *name == package.name) {
            left_out.push(format!("skipped: {name}: {why}"));
            continue;
        }
        arguments.extend(["--package".to_owned(), package.name.clone()]);
        for target in package.targets.iter().filter(|target| target.kind == ["test"]) {
            let is_it =
                |(of, name, _): &&(&str, &str, &str)| *of == package.name && *name == target.name;
            match PROGRAMS.iter().find(is_it) {
                Some((of, name, why)) => left_out.push(format!("skipped: {of} {name}: {why}")),
                None => arguments.extend(["--test".to_owned(), target.name.clone()]),
            }
        }
    }
    // The test programs themselves leave these out.
    arguments.push("--".to_owned());
    for (module, why) in MODULES {
        left_out.push(format!("skipped: cases {module}: {why}"));
        arguments.extend(["--skip".to_owned(), format!("{module}::")]);
    }
    Chosen { arguments, left_out }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_runs_or_is_named() {
        let package = |name: &str, tests: &[&str]| Package {
            name: name.to_owned(),
            targets: tests
                .iter()
                .map(|name| CargoTarget { name: (*name).to_owned(), kind: vec!["test".to_owned()] })
                .collect(),
        };
        let chosen = among(&[
            package("warpbench", &["cli", "window"]),
            package("xtask", &["any"]),
            package("warpbench-new", &["window"]),
        ]);
        let expected = [
            "--lib",
            "--package",
            "warpbench",
            "--test",
            "cli",
            "--package",
            "warpbench-new",
            "--test",
            "window",
            "--",
        ];
        assert_eq!(chosen.arguments[..expected.len()], expected);
        assert_eq!(chosen.arguments[expected.len()..].len(), 2 * MODULES.len());
        let names: Vec<&str> =
            chosen.left_out.iter().filter_map(|line| line.split(": ").nth(1)).collect();
        assert_eq!(names[..2], ["warpbench window", "xtask"]);
    }

    #[test]
    fn whatever_is_left_out_exists() {
        let workspace = Workspace::locate().unwrap();
        let left_out = choose(&workspace).unwrap().left_out;
        let expected = PACKAGES.len() + PROGRAMS.len() + MODULES.len();
        assert_eq!(left_out.len(), expected, "{left_out:#?}");
        for (module, _) in MODULES {
            assert!(workspace.path(format!("host/tests/{module}.rs")).is_file(), "{module}");
        }
    }
}
