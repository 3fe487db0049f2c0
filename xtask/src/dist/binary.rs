//! The binary that is packed: built as it is for everybody, then stripped.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};

use crate::{process, workspace::Workspace};

/// The stripped copy of a binary, and on Linux what it needs.
pub(super) struct Program {
    pub(super) path: PathBuf,
    pub(super) bytes: Vec<u8>,
}

/// Builds the binary, unless one is given, and strips a copy of it in the folder.
pub(super) fn obtain(workspace: &Workspace, given: Option<&Path>, to: &Path) -> Result<Program> {
    let built = match given {
        Some(path) => path.to_owned(),
        None => {
            let arguments = ["build", "--release", "--locked", "--package", "warpbench"];
            process::run(workspace.cargo().args(arguments))
                .context("the binary could not be built")?;
            process::executable(&workspace.target_dir().join("release"), "warpbench")
        }
    };
    let path = process::executable(to, "warpbench");
    fs::copy(&built, &path)
        .with_context(|| format!("cannot copy {} to {}", built.display(), path.display()))?;
    strip(&path)?;
    let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Program { path, bytes })
}

/// Takes out what only a debugger reads. On Windows that is in a file of its own.
fn strip(path: &Path) -> Result<()> {
    if cfg!(windows) {
        return Ok(());
    }
    let mut strip = std::process::Command::new("strip");
    // What a debugger cannot do without on a Mac is all that may go there.
    let what = if cfg!(target_os = "macos") { "-x" } else { "--strip-all" };
    process::output(strip.arg(what).arg(path))
        .context("the debug information could not be taken out; is binutils installed?")?;
    Ok(())
}
