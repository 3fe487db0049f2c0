//! The workspace: where the repository is, and how cargo is called in it.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};
use tempfile::NamedTempFile;

/// The repository that the commands work on.
pub(crate) struct Workspace {
    /// The folder with the workspace's `Cargo.toml`.
    pub(crate) root: PathBuf,
}

impl Workspace {
    /// Finds the repository from where cargo says that this crate lies, so that
    /// the commands work from every folder.
    pub(crate) fn locate() -> Result<Workspace> {
        // What cargo says now comes before what it said when this was compiled,
        // because a repository can be moved together with its target folder.
        let manifest_dir = env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = manifest_dir
            .parent()
            .with_context(|| format!("{} has no parent folder", manifest_dir.display()))?;
        ensure!(
            root.join("gpu-kernels").is_dir(),
            "{} is not the Warpbench repository; run this as `cargo xtask` inside it",
            root.display()
        );
        Ok(Workspace { root: root.to_owned() })
    }

    /// A path inside the repository.
    pub(crate) fn path(&self, relative: impl AsRef<Path>) -> PathBuf {
        self.root.join(relative)
    }

    /// Where cargo and these commands leave what they build.
    pub(crate) fn target_dir(&self) -> PathBuf {
        env::var_os("CARGO_TARGET_DIR").map_or_else(|| self.path("target"), |dir| self.path(dir))
    }

    /// Where what is built for browsers lies, and the tools that are installed for that: in
    /// the target folder, or where WARPBENCH_CACHE says, so that several checkouts share
    /// what takes long and is the same for all of them.
    pub(crate) fn cache_dir(&self) -> PathBuf {
        env::var_os("WARPBENCH_CACHE")
            .filter(|folder| !folder.is_empty())
            .map_or_else(|| self.target_dir(), |folder| self.path(folder))
    }

    /// The cargo that runs this command, in the repository's root.
    pub(crate) fn cargo(&self) -> Command {
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.current_dir(&self.root);
        cargo
    }
}

/// Writes a file in one step, so that nobody sees half of it and an interrupted
/// run leaves the old one. A file that already says so is left alone.
pub(crate) fn write_atomically(path: &Path, text: &str) -> Result<()> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    let folder = path.parent().with_context(|| format!("{} has no folder", path.display()))?;
    let write = || -> std::io::Result<()> {
        fs::create_dir_all(folder)?;
        let file = NamedTempFile::new_in(folder)?;
        fs::write(file.path(), text)?;
        make_readable(file.path())?;
        file.persist(path)?;
        Ok(())
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

/// Temporary files start out private to their owner; a committed file is not.
#[cfg(unix)]
fn make_readable(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn make_readable(_: &Path) -> std::io::Result<()> {
    Ok(())
}
