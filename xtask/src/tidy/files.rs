//! Files that are checked: those that git tracks or would track, and in a source archive
//! without git all of them.

use std::{fs, path::Path, process::Command};

use anyhow::{Context, Result};

use crate::{process, workspace::Workspace};

/// Folders that hold no sources.
const SKIPPED_FOLDERS: [&str; 2] = [".git", "target"];

/// Paths relative to the repository's root, with slashes, sorted.
pub(super) fn list(workspace: &Workspace) -> Result<Vec<String>> {
    let mut paths = listed_by_git(workspace).map_or_else(|| walk(&workspace.root), Ok)?;
    paths.sort();
    paths.dedup();
    Ok(paths)
}

/// The text of a file; `None` for a picture, a font or a link.
pub(super) fn read_text(workspace: &Workspace, path: &str) -> Result<Option<String>> {
    let full = workspace.path(path);
    let bytes = fs::read(&full).with_context(|| format!("cannot read {path}"))?;
    if bytes.contains(&0) {
        return Ok(None);
    }
    Ok(String::from_utf8(bytes).ok())
}

fn listed_by_git(workspace: &Workspace) -> Option<Vec<String>> {
    // An archive that was unpacked inside another repository is not git's.
    if !workspace.path(".git").exists() {
        return None;
    }
    let list = process::output(Command::new("git").current_dir(&workspace.root).args([
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ]));
    let paths = list.ok()?.split('\0').map(str::to_owned).collect::<Vec<_>>();
    // A file that was removed but not yet from git is still listed.
    Some(paths.into_iter().filter(|path| is_plain_file(&workspace.path(path))).collect())
}

fn walk(root: &Path) -> Result<Vec<String>> {
    let mut paths = Vec::new();
    let mut folders = vec![String::new()];
    while let Some(folder) = folders.pop() {
        let full = root.join(&folder);
        let entries =
            fs::read_dir(&full).with_context(|| format!("cannot read {}", full.display()))?;
        for entry in entries {
            let entry = entry.with_context(|| format!("cannot read {}", full.display()))?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = format!("{folder}{name}");
            if entry.path().is_dir() {
                if !SKIPPED_FOLDERS.contains(&name.as_str()) {
                    folders.push(format!("{path}/"));
                }
            } else if is_plain_file(&entry.path()) {
                paths.push(path);
            }
        }
    }
    Ok(paths)
}

fn is_plain_file(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|metadata| metadata.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_git_the_tree_is_walked() {
        let folder = tempfile::tempdir().unwrap();
        for path in ["a.txt", "b/c.txt", "target/d.txt", "b/target/e.txt", ".ci/run"] {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let workspace = Workspace { root: folder.path().to_owned() };
        assert_eq!(list(&workspace).unwrap(), [".ci/run", "a.txt", "b/c.txt"]);
    }

    #[test]
    fn pictures_are_no_text() {
        let folder = tempfile::tempdir().unwrap();
        let workspace = Workspace { root: folder.path().to_owned() };
        let cases: [(&[u8], Option<&str>); 3] =
            [(b"text\n", Some("text\n")), (b"\x89PNG\0", None), (b"\xff\xfe", None)];
        for (bytes, expected) in cases {
            fs::write(folder.path().join("file"), bytes).unwrap();
            assert_eq!(read_text(&workspace, "file").unwrap().as_deref(), expected);
        }
    }
}
