//! The files of a package, by their paths.

use std::{collections::BTreeMap, fs, path::Path};

use anyhow::{Context, Result};

/// Files by path, with slashes, in order.
pub(super) type Tree = BTreeMap<String, TreeFile>;

/// A file of a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TreeFile {
    pub(super) bytes: Vec<u8>,
    pub(super) is_program: bool,
}

impl TreeFile {
    pub(super) fn data(bytes: impl Into<Vec<u8>>) -> TreeFile {
        TreeFile { bytes: bytes.into(), is_program: false }
    }

    pub(super) fn program(bytes: impl Into<Vec<u8>>) -> TreeFile {
        TreeFile { bytes: bytes.into(), is_program: true }
    }

    /// The permissions that Unix writes as `rwxr-xr-x` and `rw-r--r--`.
    pub(super) fn mode(&self) -> u32 {
        if self.is_program { 0o755 } else { 0o644 }
    }
}

/// Writes the files below a folder.
pub(super) fn write(tree: &Tree, folder: &Path) -> Result<()> {
    for (path, file) in tree {
        let full = folder.join(path);
        let parent = full.parent().unwrap_or(folder);
        fs::create_dir_all(parent)
            .and_then(|()| fs::write(&full, &file.bytes))
            .and_then(|()| set_mode(&full, file.mode()))
            .with_context(|| format!("cannot write {}", full.display()))?;
    }
    Ok(())
}

#[cfg(unix)]
pub(super) fn set_mode(path: &Path, mode: u32) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
pub(super) fn set_mode(_: &Path, _: u32) -> std::io::Result<()> {
    Ok(())
}
