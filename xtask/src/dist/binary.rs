//! The binary that is packed: built as it is for everybody, then stripped.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};

use crate::{
    cross::Toolchain,
    process,
    windows::{self, wine::Wine},
    workspace::Workspace,
};

/// What packages are made for.
pub(super) enum Platform {
    /// The system that this runs on.
    Here,
    /// Windows, from another system.
    Windows { toolchain: Toolchain, wine: Wine },
}

impl Platform {
    pub(super) fn is_windows(&self) -> bool {
        matches!(self, Platform::Windows { .. }) || cfg!(windows)
    }

    pub(super) fn is_linux(&self) -> bool {
        matches!(self, Platform::Here) && cfg!(target_os = "linux")
    }

    /// Processor and system, as names of packages have them.
    pub(super) fn name(&self) -> String {
        match self {
            Platform::Here => format!("{}-{}", env::consts::ARCH, env::consts::OS),
            Platform::Windows { .. } => "x86_64-windows".to_owned(),
        }
    }

    /// What the binary is called.
    pub(super) fn program_name(&self) -> &'static str {
        if self.is_windows() { "warpbench.exe" } else { "warpbench" }
    }

    /// Starts a binary for this platform.
    pub(super) fn run(&self, program: &Path) -> Command {
        match self {
            Platform::Here => Command::new(program),
            Platform::Windows { wine, .. } => wine.run(program),
        }
    }

    fn build(&self, workspace: &Workspace) -> Result<PathBuf> {
        match self {
            Platform::Here => {
                let arguments = ["build", "--release", "--locked", "--package", "warpbench"];
                process::run(workspace.cargo().args(arguments))
                    .context("the binary could not be built")?;
                Ok(process::executable(&workspace.target_dir().join("release"), "warpbench"))
            }
            Platform::Windows { toolchain, .. } => windows::build(workspace, toolchain, "release"),
        }
    }

    /// Takes out what only a debugger reads. Compilers of Windows itself have it in a
    /// file of its own.
    fn strip(&self, path: &Path) -> Result<()> {
        let (strip, what) = match self {
            Platform::Windows { .. } => ("x86_64-w64-mingw32-strip", "--strip-all"),
            Platform::Here if cfg!(windows) => return Ok(()),
            // What a debugger cannot do without on a Mac is all that may go there.
            Platform::Here if cfg!(target_os = "macos") => ("strip", "-x"),
            Platform::Here => ("strip", "--strip-all"),
        };
        process::output(Command::new(strip).arg(what).arg(path))
            .context("the debug information could not be taken out; is binutils installed?")?;
        Ok(())
    }
}

/// The stripped copy of a binary.
pub(super) struct Program {
    pub(super) path: PathBuf,
    pub(super) bytes: Vec<u8>,
}

/// Builds the binary, unless one is given, and strips a copy of it in the folder.
pub(super) fn obtain(
    workspace: &Workspace,
    platform: &Platform,
    given: Option<&Path>,
    to: &Path,
) -> Result<Program> {
    let built = match given {
        Some(path) => path.to_owned(),
        None => platform.build(workspace)?,
    };
    let path = to.join(platform.program_name());
    fs::copy(&built, &path)
        .with_context(|| format!("cannot copy {} to {}", built.display(), path.display()))?;
    platform.strip(&path)?;
    let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Program { path, bytes })
}
