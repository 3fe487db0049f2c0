//! The licences of what is compiled into the binary, collected by cargo-about.
//!
//! Which licences may occur is the list in `about.toml`; cargo-about fails on any
//! other, and on a crate that says none.

use std::{env, fs, path::PathBuf, process::Command};

use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};

use crate::{
    process,
    workspace::{Workspace, write_atomically},
};

/// What the file is called in a package.
pub(super) const FILE: &str = "THIRD-PARTY-LICENSES.txt";

const TOOL: &str = "cargo-about";
/// Another version may word or order the file otherwise.
const TOOL_VERSION: &str = "0.9.3";

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
    hash.update(TOOL_VERSION);
    Ok(hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect())
}

fn collect(workspace: &Workspace) -> Result<String> {
    let tool = obtain(workspace)?;
    let mut about = Command::new(tool);
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

/// The tool in target/tools, installed from the registry where it is not there yet.
fn obtain(workspace: &Workspace) -> Result<PathBuf> {
    let folder = workspace.target_dir().join("tools").join(TOOL);
    let tool = process::executable(&folder.join("bin"), TOOL);
    let version = process::output(Command::new(&tool).arg("--version")).unwrap_or_default();
    if version.split_whitespace().last() == Some(TOOL_VERSION) {
        return Ok(tool);
    }
    let arguments =
        ["install", TOOL, "--version", TOOL_VERSION, "--features", "cli", "--locked", "--root"];
    if env::var_os("WARPBENCH_NO_INSTALL").is_some_and(|value| !value.is_empty()) {
        bail!(
            "{TOOL} {TOOL_VERSION} is missing, and WARPBENCH_NO_INSTALL is set; \
             cargo {} {}",
            arguments.join(" "),
            folder.display()
        );
    }
    println!("installing {TOOL} {TOOL_VERSION} into {}", folder.display());
    // It is compiled in a temporary folder: nothing of it is of use to our own crates.
    let mut install = workspace.cargo();
    install.args(arguments).arg(&folder).env_remove("CARGO_TARGET_DIR");
    process::run(&mut install).with_context(|| format!("{TOOL} could not be installed"))?;
    Ok(tool)
}
