//! The licences of what is compiled into the binary, collected by cargo-about.
//!
//! Which licences may occur is the list in `about.toml`; cargo-about fails on any
//! other, and on a crate that says none.

use std::{fs, process::Command};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

use crate::{
    process,
    tool::Tool,
    workspace::{Workspace, write_atomically},
};

/// What the file is called in a package.
pub(super) const FILE: &str = "THIRD-PARTY-LICENSES.txt";

/// Another version may word or order the file otherwise.
const TOOL: Tool = Tool {
    program: "cargo-about",
    package: "cargo-about",
    version: "0.9.3",
    options: &["--features", "cli", "--locked"],
};

const CONFIGURATION: &str = "xtask/src/dist/about.toml";
const TEMPLATE: &str = "xtask/src/dist/about.hbs";

/// What is in the binary and is no crate: its name, and the file with its licence.
const OTHERS: [(&str, &str); 1] = [(
    "Chart.js, in the pages that `warpbench compare show --html` writes",
    "assets/plots/LICENSE-chart.js.md",
)];

/// The text of all licences, and who is under which.
pub(super) fn third_parties(workspace: &Workspace) -> Result<String> {
    let kept = workspace.target_dir().join("tools").join(format!("licences-{}", key(workspace)?));
    if let Ok(text) = fs::read_to_string(&kept) {
        return Ok(text);
    }
    let text = collect(workspace)?;
    write_atomically(&kept, &text)?;
    Ok(text)
}

/// What the text depends on, as a number. Reading all crates takes a minute.
fn key(workspace: &Workspace) -> Result<String> {
    let mut hash = Sha256::new();
    for path in ["Cargo.lock", "app/Cargo.toml", CONFIGURATION, TEMPLATE] {
        let bytes =
            fs::read(workspace.path(path)).with_context(|| format!("cannot read {path}"))?;
        hash.update(bytes);
    }
    hash.update(TOOL.version);
    Ok(hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect())
}

fn collect(workspace: &Workspace) -> Result<String> {
    let mut about = Command::new(TOOL.obtain(workspace)?);
    about
        .current_dir(&workspace.root)
        .args(["generate", "--locked", "--fail", "--manifest-path"])
        .arg(workspace.path("app/Cargo.toml"))
        .arg("--config")
        .arg(workspace.path(CONFIGURATION))
        .arg(workspace.path(TEMPLATE));
    let mut text = process::output(&mut about).context(
        "the licences of the crates could not be collected; which ones may occur is said in \
         xtask/src/dist/about.toml",
    )?;
    for (name, path) in OTHERS {
        let licence = fs::read_to_string(workspace.path(path))
            .with_context(|| format!("cannot read {path}"))?;
        text += &format!("\n{}\n{name}\n\n{licence}", "=".repeat(80));
    }
    Ok(text)
}
