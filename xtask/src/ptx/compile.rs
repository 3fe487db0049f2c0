//! The kernels of the repository on the road of `warpbench-ptx`: one crate, one
//! PTX file per family.

use std::{
    collections::BTreeMap,
    io::{self, IsTerminal},
    path::Path,
};

use anyhow::{Context, Result};
use warpbench_ptx::{
    Error,
    library::Library,
    module::{Crate, Module},
    toolchain::Toolchain,
};

use super::{TARGET, families, families::Families};
use crate::workspace::Workspace;

/// The PTX of each family.
pub(crate) type Ptx = BTreeMap<String, String>;

/// Compiles every family, with further flags for rustc if any. The compiler's
/// messages go to the terminal.
pub(crate) fn compile(
    workspace: &Workspace,
    toolchain: &Toolchain,
    families: &Families,
    flags: &[&str],
) -> Result<Ptx> {
    let cache = workspace.target_dir().join("ptx");
    let library = Library::prepare(toolchain, TARGET, &cache, &mut |step| println!("{step}"))?;
    let flags: Vec<&str> = ["--edition=2021"].iter().chain(flags).copied().collect();
    let kernels = Crate {
        folder: &workspace.root,
        root: Path::new("gpu-kernels/src/lib.rs"),
        shown_as: None,
        colour: io::stderr().is_terminal(),
        flags: &flags,
    };
    let module = Module::compile(&library, &kernels, &cache.join("kernels"));
    if let Err(Error::Rust { .. }) = module {
        return module.map(|_| Ptx::new()).context("kernels do not compile; nothing was changed");
    }
    let module = module?;
    eprint!("{}", module.messages);
    families::agree(families, &module.kernels)?;

    let ptx = module.to_ptx(&library, families)?;
    Ok(ptx.into_iter().map(|(family, text)| (family.clone(), header(&family) + &text)).collect())
}

/// What a student who opens the file should know first.
fn header(family: &str) -> String {
    format!("// Compiled from gpu-kernels/src/{family}.rs by `cargo xtask ptx`.\n")
}
