//! Contents of every package, and where they lie in an archive and in a Debian system.

use std::{fs, process::Command};

use anyhow::{Context, Result, ensure};
use flate2::{Compression, GzBuilder};

use super::{
    binary::{Platform, Program},
    licences,
    tree::{Tree, TreeFile},
};
use crate::{process, workspace::Workspace};

/// The icon's sizes in pixels, beside the drawing itself.
const ICON_SIZES: [u32; 3] = [48, 128, 256];

/// The shells, what their script is called in the archive, and where Debian has it.
#[rustfmt::skip]
const SHELLS: [(&str, &str, Option<&str>); 5] = [
    ("bash",       "warpbench.bash", Some("usr/share/bash-completion/completions/warpbench")),
    ("zsh",        "_warpbench",     Some("usr/share/zsh/vendor-completions/_warpbench")),
    ("fish",       "warpbench.fish", Some("usr/share/fish/vendor_completions.d/warpbench.fish")),
    ("elvish",     "warpbench.elv",  None),
    ("powershell", "_warpbench.ps1", None),
];

/// Documents, by the name that they have here and in a package.
const DOCUMENTS: [(&str, &str); 4] = [
    ("README.md", "README.md"),
    ("CHANGELOG.md", "CHANGELOG.md"),
    ("LICENSE-MIT", "LICENSE-MIT"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
];

const INSTALLING: &str = "assets/package/INSTALL.md";

/// The files of a package, before anybody says where they lie.
pub(super) struct Contents {
    program: Vec<u8>,
    program_name: &'static str,
    /// Pages by file name.
    manual: Vec<(String, Vec<u8>)>,
    /// Scripts in the order of [`SHELLS`].
    completions: Vec<Vec<u8>>,
    drawing: Vec<u8>,
    /// Pictures in the order of [`ICON_SIZES`].
    icons: Vec<Vec<u8>>,
    /// For menus of Linux.
    desktop_entry: Option<Vec<u8>>,
    /// Texts by their names.
    documents: Vec<(String, Vec<u8>)>,
    installing: Vec<u8>,
}

/// Collects everything; the binary writes its own manual and completions.
pub(super) fn collect(
    workspace: &Workspace,
    platform: &Platform,
    program: &Program,
) -> Result<Contents> {
    let read =
        |path: &str| fs::read(workspace.path(path)).with_context(|| format!("cannot read {path}"));
    let mut documents = Vec::new();
    for (path, name) in DOCUMENTS {
        documents.push((name.to_owned(), read(path)?));
    }
    documents.push((licences::FILE.to_owned(), licences::third_parties(workspace)?.into_bytes()));
    let completions = SHELLS.map(|(shell, _, _)| {
        process::output(platform.run(&program.path).args(["completions", shell]))
            .map(String::into_bytes)
            .with_context(|| format!("the binary makes no completions for {shell}"))
    });
    Ok(Contents {
        program: program.bytes.clone(),
        program_name: platform.program_name(),
        manual: manual(platform.run(&program.path))?,
        completions: completions.into_iter().collect::<Result<_>>()?,
        drawing: read("assets/package/warpbench.svg")?,
        icons: ICON_SIZES
            .iter()
            .map(|size| read(&format!("assets/package/warpbench-{size}.png")))
            .collect::<Result<_>>()?,
        desktop_entry: platform
            .is_linux()
            .then(|| read("assets/package/warpbench.desktop"))
            .transpose()?,
        documents,
        installing: read(INSTALLING)?,
    })
}

impl Contents {
    /// As they lie in the archive, which is unpacked anywhere.
    pub(super) fn as_archive(&self) -> Tree {
        let mut tree = Tree::new();
        let mut add = |path: String, bytes: &[u8]| {
            tree.insert(path, TreeFile::data(bytes));
        };
        for (name, bytes) in &self.documents {
            add(name.clone(), bytes);
        }
        add("INSTALL.md".to_owned(), &self.installing);
        for (name, bytes) in &self.manual {
            add(format!("man/man1/{name}"), bytes);
        }
        for ((_, name, _), bytes) in SHELLS.iter().zip(&self.completions) {
            add(format!("completions/{name}"), bytes);
        }
        add("icons/warpbench.svg".to_owned(), &self.drawing);
        for (size, bytes) in ICON_SIZES.iter().zip(&self.icons) {
            add(format!("icons/warpbench-{size}.png"), bytes);
        }
        if let Some(entry) = &self.desktop_entry {
            add("warpbench.desktop".to_owned(), entry);
        }
        tree.insert(self.program_name.to_owned(), TreeFile::program(self.program.as_slice()));
        tree
    }

    /// As they lie in a Debian system.
    pub(super) fn as_debian(&self) -> Result<Tree> {
        let mut tree = Tree::new();
        let mut add = |path: String, bytes: Vec<u8>| {
            tree.insert(path, TreeFile::data(bytes));
        };
        for (name, bytes) in &self.documents {
            match name.as_str() {
                // The licences stand in the file that Debian has for them.
                "LICENSE-MIT" | "LICENSE-APACHE" => {}
                "CHANGELOG.md" => {
                    add("usr/share/doc/warpbench/changelog.gz".to_owned(), gzip(bytes)?);
                }
                licences::FILE => {
                    add(format!("usr/share/doc/warpbench/{name}.gz"), gzip(bytes)?);
                }
                _ => add(format!("usr/share/doc/warpbench/{name}"), bytes.clone()),
            }
        }
        for (name, bytes) in &self.manual {
            add(format!("usr/share/man/man1/{name}.gz"), gzip(bytes)?);
        }
        for ((_, _, place), bytes) in SHELLS.iter().zip(&self.completions) {
            if let Some(place) = place {
                add((*place).to_owned(), bytes.clone());
            }
        }
        let icons = "usr/share/icons/hicolor";
        add(format!("{icons}/scalable/apps/warpbench.svg"), self.drawing.clone());
        for (size, bytes) in ICON_SIZES.iter().zip(&self.icons) {
            add(format!("{icons}/{size}x{size}/apps/warpbench.png"), bytes.clone());
        }
        if let Some(entry) = &self.desktop_entry {
            add("usr/share/applications/warpbench.desktop".to_owned(), entry.clone());
        }
        let binary = TreeFile::program(self.program.as_slice());
        tree.insert("usr/bin/warpbench".to_owned(), binary);
        Ok(tree)
    }
}

/// The pages that the binary writes of itself.
fn manual(mut program: Command) -> Result<Vec<(String, Vec<u8>)>> {
    let folder = tempfile::tempdir().context("cannot create a temporary folder")?;
    process::output(program.args(["man", "--out"]).arg(folder.path()))
        .context("the binary writes no manual")?;
    let mut pages = Vec::new();
    for entry in fs::read_dir(folder.path()).context("cannot read the manual")? {
        let entry = entry.context("cannot read the manual")?;
        let bytes = fs::read(entry.path()).context("cannot read the manual")?;
        pages.push((entry.file_name().to_string_lossy().into_owned(), bytes));
    }
    pages.sort();
    ensure!(!pages.is_empty(), "the binary wrote a manual without pages");
    Ok(pages)
}

/// Compressed as Debian wants documents: without name and time.
fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    use std::io::Write;
    let mut gzip = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    gzip.write_all(bytes)?;
    Ok(gzip.finish()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contents() -> Contents {
        Contents {
            program: b"binary".to_vec(),
            program_name: "warpbench",
            manual: vec![("warpbench.1".to_owned(), b".TH".to_vec())],
            completions: SHELLS.iter().map(|(shell, _, _)| shell.as_bytes().to_vec()).collect(),
            drawing: b"<svg/>".to_vec(),
            icons: ICON_SIZES.iter().map(|size| size.to_string().into_bytes()).collect(),
            desktop_entry: Some(b"[Desktop Entry]".to_vec()),
            documents: ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"]
                .into_iter()
                .chain([licences::FILE])
                .map(|name| (name.to_owned(), b"text".to_vec()))
                .collect(),
            installing: b"# Installing".to_vec(),
        }
    }

    #[test]
    fn everything_has_its_place() {
        let archive = contents().as_archive();
        for path in [
            "warpbench",
            "LICENSE-MIT",
            "LICENSE-APACHE",
            licences::FILE,
            "man/man1/warpbench.1",
            "completions/_warpbench",
            "icons/warpbench-48.png",
        ] {
            assert!(archive.contains_key(path), "{path}");
        }
        let debian = contents().as_debian().unwrap();
        for path in [
            "usr/bin/warpbench",
            "usr/share/man/man1/warpbench.1.gz",
            "usr/share/bash-completion/completions/warpbench",
            "usr/share/icons/hicolor/128x128/apps/warpbench.png",
            "usr/share/applications/warpbench.desktop",
            "usr/share/doc/warpbench/changelog.gz",
        ] {
            assert!(debian.contains_key(path), "{path}");
        }
        let programs = |tree: &Tree| tree.values().filter(|file| file.is_program).count();
        assert_eq!((programs(&archive), programs(&debian)), (1, 1));
    }
}
