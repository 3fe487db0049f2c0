//! The compiler for a browser: Debian's packages, installed where that is
//! permitted.
//!
//! Rustup's toolchain may stand beside them and come first in PATH, so the
//! programs are taken from where the packages put them.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;
use warpbench_ptx::toolchain::llvm_of;

use crate::{
    process,
    system::{Apt, Family},
};

const RUSTC: &str = "rustc-web";
const LIBRARY_SOURCE: &str = "rust-web-src";
const CARGO: &str = "cargo-web";
const NODE: &str = "nodejs";

/// The release of Rust that our crates ask for.
const OLDEST_RELEASE: &str = env!("CARGO_PKG_RUST_VERSION");

#[derive(Debug)]
pub(super) struct Toolchain {
    pub(super) cargo: PathBuf,
    pub(super) rustc: PathBuf,
    /// The manifest of Rust's library.
    pub(super) library: PathBuf,
    /// The linker of the LLVM that rustc has.
    pub(super) linker: PathBuf,
    /// The engine that runs what was compiled.
    pub(super) node: PathBuf,
}

/// The toolchain, or one sentence that says why there is none.
pub(super) fn find() -> Result<Toolchain, String> {
    if Family::here() != Family::Debian {
        return Err(format!(
            "this machine is not Debian or Ubuntu, whose packages {RUSTC}, {LIBRARY_SOURCE}, \
             {CARGO} and lld it takes"
        ));
    }
    let mut found = survey();
    // The name of the linker's package is known once rustc is there.
    for _ in 0..2 {
        let Err(missing) = &found else { break };
        let Some(apt) = Apt::permitted() else { break };
        if let Err(error) = apt.install(missing) {
            eprintln!("note: {error:#}");
            break;
        }
        found = survey();
    }
    let toolchain = found.map_err(|missing| {
        format!("these packages are not installed: apt-get install {}", missing.join(" "))
    })?;
    let about = process::output(Command::new(&toolchain.rustc).arg("--version"));
    let about = about.unwrap_or_default();
    if !is_recent(&about) {
        return Err(format!(
            "{RUSTC} is too old: {}, and {OLDEST_RELEASE} is needed",
            about.trim()
        ));
    }
    Ok(toolchain)
}

/// The toolchain, or the packages that it lacks.
fn survey() -> Result<Toolchain, Vec<String>> {
    let mut missing = Vec::new();
    let mut take = |package: &str, found: Option<PathBuf>| {
        if found.is_none() {
            missing.push(package.to_owned());
        }
        found
    };
    let rustc = take(RUSTC, file_of(RUSTC, "/bin/rustc"));
    let cargo = take(CARGO, file_of(CARGO, "/usr/bin/cargo"));
    let library = take(LIBRARY_SOURCE, file_of(LIBRARY_SOURCE, "/library/Cargo.toml"));
    let node = take(NODE, process::find_in_path("node"));
    let linker = rustc.as_deref().and_then(llvm_of).and_then(|llvm| {
        let package = format!("lld-{llvm}");
        let found = file_of(&package, &format!("/bin/wasm-ld-{llvm}"));
        take(&package, found)
    });
    match (cargo, rustc, library, linker, node) {
        (Some(cargo), Some(rustc), Some(library), Some(linker), Some(node)) => {
            Ok(Toolchain { cargo, rustc, library, linker, node })
        }
        _ => Err(missing),
    }
}

/// The file of an installed package whose path ends so: the one that lies least
/// deep, because sources have such files for their own tests too.
fn file_of(package: &str, ending: &str) -> Option<PathBuf> {
    let files = process::output(Command::new("dpkg").args(["-L", package])).ok()?;
    let paths = files.lines().filter(|path| path.ends_with(ending));
    let path = paths.min_by_key(|path| path.matches('/').count())?;
    Path::new(path).is_file().then(|| path.into())
}

/// Whether a line such as `rustc 1.96.0 (…)` names a release that will do.
fn is_recent(about: &str) -> bool {
    let numbers = |release: &str| {
        let mut parts = release.split('.').map(|part| part.parse::<u32>().unwrap_or(0));
        (parts.next().unwrap_or(0), parts.next().unwrap_or(0))
    };
    let release = about.split_whitespace().nth(1).unwrap_or_default();
    numbers(release) >= numbers(OLDEST_RELEASE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_are_compared_as_numbers() {
        let cases = [
            ("rustc 1.96.0 (ac68faa20 2026-05-25) (built from a source tarball)\n", true),
            ("rustc 1.100.0\n", true),
            ("rustc 2.0.0\n", true),
            ("rustc 1.63.0\n", false),
            ("rustc 1.9.9\n", false),
            ("", false),
        ];
        for (about, expected) in cases {
            assert_eq!(is_recent(about), expected, "{about}");
        }
    }

    #[test]
    fn a_package_that_is_not_there_has_no_files() {
        assert_eq!(file_of("warpbench-unheard-of", "/bin/rustc"), None);
    }
}
