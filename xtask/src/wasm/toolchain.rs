//! The compiler for a browser: Debian's packages, installed where that is
//! permitted. `cargo xtask wasm` and `cargo xtask web` share it, and what it builds.
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
    workspace::Workspace,
};

pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Reading a kernel in Rust goes as deep as the text nests. Where there are
/// threads, that one gets such a stack; here it is the only one.
const STACK_BYTES: usize = 64 << 20;

/// Debian has no library compiled for browsers, so it is compiled along.
const BUILD_LIBRARY: &str = "-Zbuild-std=std,panic_abort";

/// Variables that would make cargo build something else.
const MEDDLING_VARIABLES: [&str; 7] = [
    "CARGO",
    "CARGO_BUILD_TARGET",
    "CARGO_ENCODED_RUSTFLAGS",
    "LD_LIBRARY_PATH",
    "RUSTFLAGS",
    "RUSTUP_TOOLCHAIN",
    "RUSTC_WORKSPACE_WRAPPER",
];

const RUSTC: &str = "rustc-web";
const LIBRARY_SOURCE: &str = "rust-web-src";
const CARGO: &str = "cargo-web";
const NODE: &str = "nodejs";

/// The release of Rust that our crates ask for.
const OLDEST_RELEASE: &str = env!("CARGO_PKG_RUST_VERSION");

#[derive(Debug)]
pub(crate) struct Toolchain {
    cargo: PathBuf,
    rustc: PathBuf,
    /// The manifest of Rust's library.
    library: PathBuf,
    /// The linker of the LLVM that rustc has.
    linker: PathBuf,
    /// The engine that runs what was compiled.
    pub(crate) node: PathBuf,
}

/// The toolchain, or one sentence that says why there is none.
pub(crate) fn find() -> Result<Toolchain, String> {
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

impl Toolchain {
    /// Fetches what Rust's library depends on: the registry may be out of reach even
    /// where our own dependencies have been fetched. If so, says it in a sentence.
    pub(crate) fn fetch_library(&self, workspace: &Workspace) -> Result<(), String> {
        let mut fetch = self.cargo(workspace, "fetch");
        process::output(fetch.arg("--manifest-path").arg(&self.library)).map(drop).map_err(
            |error| {
                eprintln!("note: {error:#}");
                "what Rust's library depends on could not be fetched from the registry".to_owned()
            },
        )
    }

    /// `cargo build` for a browser; what is to be built is for the caller to say.
    pub(crate) fn build(&self, workspace: &Workspace) -> Command {
        let mut cargo = self.cargo(workspace, "build");
        cargo.arg(BUILD_LIBRARY);
        cargo
    }

    /// Debian's cargo with Debian's compiler, and a target folder of its own,
    /// because the two compilers cannot use each other's results.
    fn cargo(&self, workspace: &Workspace, subcommand: &str) -> Command {
        let mut cargo = Command::new(&self.cargo);
        for variable in MEDDLING_VARIABLES {
            cargo.env_remove(variable);
        }
        cargo
            .current_dir(&workspace.root)
            .env("CARGO_TARGET_DIR", target_dir(workspace))
            .env("RUSTC", &self.rustc)
            // Compiling the library is not stable yet.
            .env("RUSTC_BOOTSTRAP", "1")
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", &self.linker)
            .env(
                "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS",
                format!("-Clink-arg=-zstack-size={STACK_BYTES}"),
            )
            .args([subcommand, "--locked", "--target", TARGET]);
        cargo
    }
}

/// Where the modules of a profile lie once they are built. The folder of the
/// profile `dev` is `debug`; any other has its profile's name.
pub(crate) fn built(workspace: &Workspace, profile_folder: &str) -> PathBuf {
    target_dir(workspace).join(TARGET).join(profile_folder)
}

fn target_dir(workspace: &Workspace) -> PathBuf {
    workspace.cache_dir().join("wasm")
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
