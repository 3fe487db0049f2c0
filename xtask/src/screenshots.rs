//! `cargo xtask screenshots`: the pictures of the documents, taken anew.

use anyhow::{Context, Result};

use crate::{process, test::packages, workspace::Workspace};

/// Drives the workbench on a virtual display, as the test of the window does,
/// and keeps what it shows in docs/images.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    packages::ensure();
    let folder = workspace.path("docs/images");
    let test = ["test", "-p", "warpbench", "--test", "window", "pictures_can_be_taken"];
    process::run(workspace.cargo().args(test).env("WARPBENCH_SCREENSHOTS", &folder))
        .context("the pictures could not be taken")?;
    println!("The pictures are in {}; look at them before you commit them.", folder.display());
    Ok(())
}
