//! `cargo xtask dist`: packages for the platform that it runs on, or for Windows, in
//! target/dist.
//!
//! The binary is built as it is for everybody, and a copy without debug information
//! goes into an archive and, on Debian and Ubuntu, into a `.deb`; for Windows into an
//! installer. Manual and completions are what the binary says of itself. The same
//! binary and commit give the same archives: files are sorted, and their times are that
//! of the last commit.

mod archive;
mod binary;
mod contents;
mod deb;
mod elf;
mod installer;
mod licences;
mod needs;
mod tree;
mod trial;

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

use self::binary::Platform;
use crate::{
    outcome::Outcome,
    process,
    system::Family,
    windows::{self, wine::Wine},
    workspace::{Workspace, write_atomically},
};

/// The version of all our crates.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What is asked for.
pub(crate) struct Request {
    /// This binary instead of one that is built now.
    pub(crate) binary: Option<PathBuf>,
    /// Whether the packages are those for Windows.
    pub(crate) for_windows: bool,
    /// Whether the packages are tried: in a fresh Debian, those for Windows under Wine.
    pub(crate) is_tried: bool,
    /// Whether they are tried in a fresh Ubuntu as well.
    pub(crate) on_ubuntu: bool,
}

/// What was made.
struct Packages {
    archive: PathBuf,
    /// Where it is made: on Debian and Ubuntu.
    deb: Option<PathBuf>,
    /// For Windows, where NSIS is at hand.
    installer: Option<PathBuf>,
}

/// Makes the packages, and tries them if that is asked for.
pub(crate) fn run(workspace: &Workspace, request: &Request) -> Result<Outcome> {
    let platform = if request.for_windows {
        let found =
            windows::find(workspace).and_then(|toolchain| Ok((toolchain, Wine::find(workspace)?)));
        match found {
            Ok((toolchain, wine)) => Platform::Windows { toolchain, wine },
            Err(why) => return Ok(Outcome::Skipped(why)),
        }
    } else {
        Platform::Here
    };
    let folder = workspace.target_dir().join("dist");
    fs::create_dir_all(&folder)
        .with_context(|| format!("cannot create the folder {}", folder.display()))?;
    let program = binary::obtain(workspace, &platform, request.binary.as_deref(), &folder)?;
    let contents = contents::collect(workspace, &platform, &program)?;
    let time = time_of_sources(workspace);
    let name = format!("warpbench-{VERSION}-{}", platform.name());
    let tree = contents.as_archive();
    let archive = archive::write(&tree, &folder, &name, platform.is_windows(), time)?;
    let is_for_debian = platform.is_linux() && Family::here() == Family::Debian;
    let deb = is_for_debian.then(|| deb::write(&contents, &program, &folder, time)).transpose()?;
    let installer = matches!(platform, Platform::Windows { .. })
        .then(|| installer::write(workspace, &tree, &folder, &name))
        .transpose()?;
    let packages = Packages { archive, deb, installer };
    let sums = write_checksums(&folder, &packages)?;
    println!("{sums}in {}", folder.display());
    if request.is_tried {
        match &platform {
            Platform::Here => trial::run(workspace, &packages, request.on_ubuntu)?,
            Platform::Windows { wine, .. } => trial::under_wine(wine, &packages)?,
        }
    }
    Ok(Outcome::Succeeded)
}

/// Seconds since 1970 that all files of a package carry: what SOURCE_DATE_EPOCH says,
/// as other tools have it, or the last commit.
fn time_of_sources(workspace: &Workspace) -> u64 {
    let commit = || {
        let mut git = Command::new("git");
        process::output(git.current_dir(&workspace.root).args(["log", "-1", "--format=%ct"])).ok()
    };
    let text = env::var("SOURCE_DATE_EPOCH").ok().or_else(commit).unwrap_or_default();
    // Archives for Windows know no time before 1980.
    text.trim().parse().unwrap_or(0).max(315_532_800)
}

/// Writes SHA256SUMS in the form that `sha256sum --check` reads.
fn write_checksums(folder: &Path, packages: &Packages) -> Result<String> {
    let mut text = String::new();
    let Packages { archive, deb, installer } = packages;
    for file in [Some(archive), deb.as_ref(), installer.as_ref()].into_iter().flatten() {
        let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let sum: String = Sha256::digest(&bytes).iter().map(|b| format!("{b:02x}")).collect();
        text += &format!("{sum}  {name}\n");
    }
    write_atomically(&folder.join("SHA256SUMS"), &text)?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_as_sha256sum_prints_them() {
        let folder = tempfile::tempdir().unwrap();
        let archive = folder.path().join("a.tar.gz");
        fs::write(&archive, "abc").unwrap();
        let text =
            write_checksums(folder.path(), &Packages { archive, deb: None, installer: None })
                .unwrap();
        let sum = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(text, format!("{sum}  a.tar.gz\n"));
        assert_eq!(fs::read_to_string(folder.path().join("SHA256SUMS")).unwrap(), text);
    }
}
