//! The installer for Windows, which NSIS makes of the archive's files.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};

use super::{
    VERSION,
    tree::{self, Tree},
};
use crate::{process, system, workspace::Workspace};

const SCRIPT: &str = "xtask/src/dist/installer.nsi";
const ICON: &str = "assets/package/warpbench.ico";

/// Writes the installer into a folder; its name is the archive's.
pub(super) fn write(
    workspace: &Workspace,
    tree: &Tree,
    folder: &Path,
    name: &str,
) -> Result<PathBuf> {
    let program = system::program("makensis", "nsis").map_err(anyhow::Error::msg)?;
    let staged = tempfile::tempdir().context("cannot create a temporary folder")?;
    let files = staged.path().join("files");
    tree::write(tree, &files)?;
    let removal = staged.path().join("removal.nsh");
    fs::write(&removal, removal_of(tree)).context("cannot write what is to be removed")?;
    let path = folder.join(format!("{name}-setup.exe"));
    let define = |name: &str, path: &Path| format!("-D{name}={}", path.display());
    process::output(
        Command::new(program)
            .args(["-V2", "-WX", &format!("-DVERSION={VERSION}")])
            .arg(define("FOLDER", &files))
            .arg(define("REMOVAL", &removal))
            .arg(define("ICON", &workspace.path(ICON)))
            .arg(define("OUT", &path))
            .arg(workspace.path(SCRIPT)),
    )
    .context("the installer could not be made")?;
    Ok(path)
}

/// Commands that remove the files, and their folders where nothing else is in them, the
/// inner ones first.
fn removal_of(tree: &Tree) -> String {
    let mut text = String::new();
    let mut folders = BTreeSet::new();
    for path in tree.keys() {
        text += &format!("Delete \"$INSTDIR\\{}\"\n", path.replace('/', "\\"));
        let mut rest = path.as_str();
        while let Some((folder, _)) = rest.rsplit_once('/') {
            folders.insert(folder);
            rest = folder;
        }
    }
    for folder in folders.iter().rev() {
        text += &format!("RMDir \"$INSTDIR\\{}\"\n", folder.replace('/', "\\"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dist::tree::TreeFile;

    #[test]
    fn what_is_installed_is_removed() {
        let paths = ["warpbench.exe", "man/man1/warpbench.1", "man/index"];
        let tree: Tree =
            paths.iter().map(|path| ((*path).to_owned(), TreeFile::data("x"))).collect();
        let expected = "Delete \"$INSTDIR\\man\\index\"\n\
                        Delete \"$INSTDIR\\man\\man1\\warpbench.1\"\n\
                        Delete \"$INSTDIR\\warpbench.exe\"\n\
                        RMDir \"$INSTDIR\\man\\man1\"\n\
                        RMDir \"$INSTDIR\\man\"\n";
        assert_eq!(removal_of(&tree), expected);
    }
}
