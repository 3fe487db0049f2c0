//! wasm-bindgen, which writes the JavaScript through which the program and the
//! browser call each other.
//!
//! The tool and the crate have to be of the very same version, so the one that is
//! installed is the one that Cargo.lock names.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};
use toml::Table;

use super::{PROGRAM, folder::File};
use crate::{process, tool::Tool, workspace::Workspace};

const CRATE: &str = "wasm-bindgen";

/// The tool in target/tools.
pub(super) fn obtain(workspace: &Workspace) -> Result<PathBuf> {
    let lock =
        fs::read_to_string(workspace.path("Cargo.lock")).context("cannot read Cargo.lock")?;
    let version = locked_version(&lock, CRATE)
        .with_context(|| format!("Cargo.lock does not name {CRATE}"))?;
    let tool = Tool {
        program: "wasm-bindgen",
        package: "wasm-bindgen-cli",
        version: &version,
        // Its default features are a server for tests. What its own lock file names
        // is more than this one program needs, and partly withdrawn.
        options: &["--no-default-features", "--bin", "wasm-bindgen"],
    };
    tool.obtain(workspace)
}

/// What it makes of a module: the module without its custom sections, and the
/// JavaScript beside it.
pub(super) fn run(workspace: &Workspace, tool: &Path, module: &Path) -> Result<Vec<File>> {
    let folder = workspace.target_dir().join("wasm").join("bindgen");
    process::output(
        Command::new(tool)
            .args(["--target", "web", "--no-typescript", "--remove-name-section"])
            .args(["--remove-producers-section", "--out-name", PROGRAM, "--out-dir"])
            .arg(&folder)
            .arg(module),
    )
    .with_context(|| format!("{CRATE} cannot read {}", module.display()))?;
    [format!("{PROGRAM}.js"), module_name()]
        .into_iter()
        .map(|name| File::read(&folder.join(&name), name))
        .collect()
}

/// What it calls the module.
pub(super) fn module_name() -> String {
    format!("{PROGRAM}_bg.wasm")
}

fn locked_version(lock: &str, package: &str) -> Option<String> {
    let lock: Table = toml::from_str(lock).ok()?;
    let packages = lock.get("package")?.as_array()?;
    let named = packages
        .iter()
        .find(|entry| entry.get("name").and_then(|n| n.as_str()) == Some(package))?;
    named.get("version")?.as_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_that_of_the_lock_file() {
        let lock = "version = 4\n\n[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"0.2.1\"\n\
                    \n[[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\n";
        assert_eq!(locked_version(lock, CRATE).as_deref(), Some("0.2.130"));
        assert_eq!(locked_version(lock, "bindgen"), None);
        assert_eq!(locked_version("no lock", CRATE), None);
    }
}
