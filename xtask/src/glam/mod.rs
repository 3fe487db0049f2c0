//! `cargo xtask glam`: writes the files of `device-std/glam` that differ only in a
//! type and a width.
//!
//! They come from the templates in `gpu-kernels/device-std/glam/templates`, which
//! [`template`] explains, and from the table of types below. `cargo xtask tidy`
//! makes them again and says which are not what the templates give.

mod template;
mod types;

use std::{fs, process::Command};

use anyhow::{Context, Result};

use crate::{
    process,
    workspace::{Workspace, write_atomically},
};
use types::Scalar;

const TEMPLATES: &str = "gpu-kernels/device-std/glam/templates";
const SOURCES: &str = "gpu-kernels/device-std/glam/src";

/// A template, what its files are called, and the types that it is filled in for, each
/// with two, three and four components.
struct Family {
    template: &'static str,
    file: &'static str,
    scalars: &'static [Scalar],
}

const FAMILIES: [Family; 6] = [
    Family { template: "vector.rs.in", file: "$vector.rs", scalars: &types::NUMBERS },
    Family { template: "operators.rs.in", file: "${vector}_ops.rs", scalars: &types::NUMBERS },
    Family { template: "references.rs.in", file: "${vector}_refs.rs", scalars: &[types::F32] },
    Family { template: "swizzles.rs.in", file: "${vector}_swizzles.rs", scalars: &[types::F32] },
    Family { template: "mask.rs.in", file: "$vector.rs", scalars: &[types::BOOL] },
    Family { template: "matrix.rs.in", file: "mat$n.rs", scalars: &[types::F32] },
];

/// A file that is written by this command.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct File {
    name: String,
    text: String,
}

/// Writes all files.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let files = generate(workspace)?;
    for file in &files {
        write_atomically(&workspace.path(SOURCES).join(&file.name), &file.text)?;
    }
    println!("{} files in {SOURCES} are what the templates give", files.len());
    Ok(())
}

/// The paths of the files that are not what the templates give.
pub(crate) fn stale(workspace: &Workspace) -> Result<Vec<String>> {
    let files = generate(workspace)?;
    let paths = files.into_iter().map(|file| (format!("{SOURCES}/{}", file.name), file.text));
    let is_stale = |path: &str, text: &str| {
        fs::read_to_string(workspace.path(path)).map_or(true, |there| there != text)
    };
    Ok(paths.filter(|(path, text)| is_stale(path, text)).map(|(path, _)| path).collect())
}

/// What the templates give, as rustfmt lays it out.
fn generate(workspace: &Workspace) -> Result<Vec<File>> {
    let mut files = Vec::new();
    for family in &FAMILIES {
        let Family { template, file, scalars } = family;
        let path = workspace.path(TEMPLATES).join(template);
        let text =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        for scalar in *scalars {
            for width in 2..=4 {
                let values = scalar.values(width);
                let name = template::expand(file, &values)?.trim_end().to_owned();
                let body = template::expand(&text, &values)
                    .with_context(|| format!("{TEMPLATES}/{template} for {name}"))?;
                let head =
                    format!("// Written by `cargo xtask glam` from templates/{template}.\n\n");
                files.push(File { name, text: head + &body });
            }
        }
    }
    lay_out(workspace, files)
}

/// Has rustfmt lay the files out, all of them in one call.
fn lay_out(workspace: &Workspace, files: Vec<File>) -> Result<Vec<File>> {
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let mut rustfmt = Command::new("rustfmt");
    rustfmt.args(["--edition", "2021", "--config-path"]).arg(workspace.path("rustfmt.toml"));
    for File { name, text } in &files {
        let path = folder.path().join(name);
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        rustfmt.arg(path);
    }
    process::run(&mut rustfmt).context("rustfmt does not take what the templates give")?;
    let read = |File { name, .. }: File| {
        let path = folder.path().join(&name);
        let text =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(File { name, text })
    };
    files.into_iter().map(read).collect()
}
