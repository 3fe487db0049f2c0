//! `cargo xtask screenshots`: the pictures of the documents, taken anew, and those
//! of every lesson, the presenter and the tour, to be looked at.

use anyhow::{Context, Result};

use crate::{process, test::packages, workspace::Workspace};

/// Drives the workbench on a virtual display, as the test of the window does,
/// and keeps what it shows in docs/images. All other pictures are drawn without a
/// display and go to target/screenshots, because no document shows them.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    packages::ensure();
    let documents = workspace.path("docs/images");
    let others = workspace.path("target/screenshots");
    for (target, test, variable, folder) in [
        ("window", "pictures_can_be_taken", "WARPBENCH_SCREENSHOTS", &documents),
        ("workbench", "gallery::", "WARPBENCH_PICTURES", &others),
    ] {
        let arguments = ["test", "-p", "warpbench", "--test", target, test];
        process::run(workspace.cargo().args(arguments).env(variable, folder))
            .context("the pictures could not be taken")?;
    }
    println!(
        "The pictures of the documents are in {}, all others in {}; look at them before you \
         commit anything.",
        documents.display(),
        others.display()
    );
    Ok(())
}
