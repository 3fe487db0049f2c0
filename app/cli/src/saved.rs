//! Files that a command writes where it was told to.

use anyhow::{Context, Result, bail};
use std::path::Path;
use warpbench_common::disk;

/// Writes a file whole or not at all.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    disk::replace(path, ".part", bytes)
        .with_context(|| format!("{} cannot be written", path.display()))
}

/// Refuses to write over what the same command needs: it would be lost.
pub(super) fn keep(path: &Path, needed: &[&Path]) -> Result<()> {
    let whole = |path: &Path| {
        let found = dunce::canonicalize(path).or_else(|_| std::path::absolute(path));
        found.unwrap_or_else(|_| path.to_owned())
    };
    if needed.iter().any(|needed| whole(needed) == whole(path)) {
        bail!(
            "{} would be written over, and this command reads or writes it already; name another \
             file",
            path.display()
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_needed_is_kept_by_whatever_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.json");
        write(&file, b"{}").expect("is written");
        let other = folder.path().join(".").join("a.json");
        let said = keep(&other, &[&file]).expect_err("the same file").to_string();
        assert!(said.contains("name another file"), "{said}");
        keep(&folder.path().join("b.json"), &[&file]).expect("another file");
        let absent = folder.path().join("c.json");
        let other = folder.path().join(".").join("c.json");
        assert!(keep(&absent, &[&other]).is_err(), "twice the same");
    }
}
