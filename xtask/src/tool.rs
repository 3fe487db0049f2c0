//! Programs from Rust's registry that some commands call, compiled into the folder `tools` of the cache.

use std::{path::PathBuf, process::Command};

use anyhow::{Context, Result, bail};

use crate::{process, system, workspace::Workspace};

/// A program, and how `cargo install` is to make it.
pub(crate) struct Tool<'a> {
    /// Its name on the command line.
    pub(crate) program: &'a str,
    /// The package that it comes from.
    pub(crate) package: &'a str,
    /// Another version may do otherwise.
    pub(crate) version: &'a str,
    pub(crate) options: &'a [&'a str],
}

impl Tool<'_> {
    /// Its path; it is installed from the registry where it is not there yet.
    pub(crate) fn obtain(&self, workspace: &Workspace) -> Result<PathBuf> {
        let Tool { program, package, version, options } = self;
        let folder = workspace.cache_dir().join("tools").join(program);
        let tool = process::executable(&folder.join("bin"), program);
        let said = process::output(Command::new(&tool).arg("--version")).unwrap_or_default();
        if said.split_whitespace().any(|word| word == *version) {
            return Ok(tool);
        }
        let mut arguments = vec!["install", package, "--version", version];
        arguments.extend(options.iter());
        arguments.push("--root");
        if system::is_installing_forbidden() {
            bail!(
                "{program} {version} is missing, and WARPBENCH_NO_INSTALL is set; cargo {} {}",
                arguments.join(" "),
                folder.display()
            );
        }
        println!("installing {program} {version} into {}", folder.display());
        // It is compiled in a temporary folder: nothing of it is of use to our own crates.
        let mut install = workspace.cargo();
        install.args(arguments).arg(&folder);
        install.env_remove("CARGO_TARGET_DIR").env_remove("CARGO_BUILD_BUILD_DIR");
        process::run(&mut install).with_context(|| format!("{program} could not be installed"))?;
        Ok(tool)
    }
}
