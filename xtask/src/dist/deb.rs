//! The package for Debian and Ubuntu.
//!
//! It is made by Debian's own dpkg-deb of a tree that is laid out here. cargo-deb would
//! bring two hundred crates to do the same, and its list of files beside the one that
//! the archive needs anyway. There are no scripts: what icons, manual and menus need is
//! done by triggers of the packages that own them, so that removing leaves nothing.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};

use super::{
    VERSION,
    binary::Program,
    contents::Contents,
    needs::{self, Relations},
    tree::{self, Tree, TreeFile},
};
use crate::process;

/// Writes the package into the folder.
pub(super) fn write(
    contents: &Contents,
    program: &Program,
    folder: &Path,
    time: u64,
) -> Result<PathBuf> {
    let architecture = process::output(Command::new("dpkg").arg("--print-architecture"))
        .context("Debian's name of this architecture is not known")?;
    let architecture = architecture.trim();
    let mut files = contents.as_debian()?;
    let copyright = TreeFile::data(include_str!("copyright"));
    files.insert("usr/share/doc/warpbench/copyright".to_owned(), copyright);
    let control = control(&files, &needs::of(program)?, architecture);
    let staged = tempfile::Builder::new()
        .prefix("deb-")
        .tempdir_in(folder)
        .context("cannot create a temporary folder")?;
    // A temporary folder is private; the root of a package is not.
    tree::set_mode(staged.path(), 0o755).context("cannot open up a temporary folder")?;
    tree::write(&files, staged.path())?;
    let sums = md5sums(&files, staged.path())?;
    let about = [("DEBIAN/control", control), ("DEBIAN/md5sums", sums)];
    let about = about.map(|(path, text)| (path.to_owned(), TreeFile::data(text)));
    tree::write(&Tree::from(about), staged.path())?;

    let path = folder.join(format!("warpbench_{VERSION}_{architecture}.deb"));
    let mut build = Command::new("dpkg-deb");
    build
        .env("SOURCE_DATE_EPOCH", time.to_string())
        .args(["--root-owner-group", "-Zxz", "--build"])
        .args([staged.path(), &path]);
    process::output(&mut build).context("the package for Debian could not be made")?;
    Ok(path)
}

fn control(files: &Tree, relations: &Relations, architecture: &str) -> String {
    let kilobytes: usize = files.values().map(|file| file.bytes.len().div_ceil(1024)).sum();
    format!(
        "Package: warpbench\n\
         Version: {VERSION}\n\
         Architecture: {architecture}\n\
         Maintainer: The Warpbench authors <warpbench@localhost>\n\
         Installed-Size: {kilobytes}\n\
         Depends: {}\n\
         Recommends: {}\n\
         Section: education\n\
         Priority: optional\n\
         Description: workbench for learning and teaching GPU programming\n \
         Warpbench steps kernels in Rust and WGSL warp by warp on a simulator, shows what\n \
         they do to registers and memories, finds races and other faults, grades labs, and\n \
         runs kernels on GPUs through CUDA and Vulkan.\n \
         .\n \
         No GPU, driver or CUDA toolkit is needed. Where there is a driver, it is found when\n \
         the program runs.\n",
        relations.depends, relations.recommends
    )
}

/// The sums that `dpkg --verify` compares with.
fn md5sums(files: &Tree, folder: &Path) -> Result<String> {
    let mut sum = Command::new("md5sum");
    sum.current_dir(folder).args(files.keys());
    process::output(&mut sum).context("the sums of the files could not be made")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_keeps_to_debians_format() {
        let files = Tree::from([("usr/bin/warpbench".to_owned(), TreeFile::program([0; 1025]))]);
        let relations = Relations { depends: "libc6".to_owned(), recommends: "libegl1".to_owned() };
        let text = control(&files, &relations, "amd64");
        assert!(text.contains("\nInstalled-Size: 2\n"), "{text}");
        for line in text.lines() {
            let is_field = line.split_once(": ").is_some_and(|(key, _)| !key.contains(' '));
            assert!(is_field || line.starts_with(' '), "{line}");
        }
        assert!(text.ends_with('\n') && !text.contains("\n\n"));
    }
}
