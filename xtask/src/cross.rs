//! The compiler for systems other than this one: Debian's packages, installed where
//! that is permitted. `cargo xtask web` compiles for browsers,
//! `cargo xtask windows` for Windows.
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

/// What is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Browser,
    Windows,
}

/// Reading a kernel in Rust goes as deep as the text nests. Where there are
/// threads, that one gets such a stack; in a browser it is the only one.
const BROWSER_STACK_BYTES: usize = 64 << 20;

impl Target {
    /// What rustc calls it.
    pub(crate) fn triple(self) -> &'static str {
        match self {
            Target::Browser => "wasm32-unknown-unknown",
            Target::Windows => "x86_64-pc-windows-gnu",
        }
    }

    /// Its folder in the target folder: compilers cannot use each other's results.
    fn folder(self) -> &'static str {
        match self {
            Target::Browser => "wasm",
            Target::Windows => "windows",
        }
    }

    /// Debian has no library compiled for these, so it is compiled along. In a browser
    /// a panic cannot be caught.
    fn build_library(self) -> &'static str {
        match self {
            Target::Browser => "-Zbuild-std=std,panic_abort",
            Target::Windows => "-Zbuild-std=std,panic_unwind,panic_abort,test,proc_macro",
        }
    }

    fn rustflags(self) -> Option<String> {
        match self {
            Target::Browser => Some(format!("-Clink-arg=-zstack-size={BROWSER_STACK_BYTES}")),
            Target::Windows => None,
        }
    }

    /// The package of the linker, and the linker if it is there; `llvm` is rustc's.
    fn linker(self, llvm: &str) -> (String, Option<PathBuf>) {
        match self {
            Target::Browser => {
                let package = format!("lld-{llvm}");
                let program = file_of(&package, &format!("/bin/wasm-ld-{llvm}"));
                (package, program)
            }
            // It compiles the little C that some crates have, too.
            Target::Windows => {
                ("gcc-mingw-w64-x86-64".to_owned(), process::find_in_path("x86_64-w64-mingw32-gcc"))
            }
        }
    }

    /// A variable of cargo's that belongs to this target alone.
    pub(crate) fn variable(self, name: &str) -> String {
        format!("CARGO_TARGET_{}_{name}", self.triple().to_uppercase().replace('-', "_"))
    }

    /// Where the results of a profile lie once they are built. The folder of the
    /// profile `dev` is `debug`; any other has its profile's name.
    pub(crate) fn built(self, workspace: &Workspace, profile_folder: &str) -> PathBuf {
        self.target_dir(workspace).join(self.triple()).join(profile_folder)
    }

    fn target_dir(self, workspace: &Workspace) -> PathBuf {
        workspace.cache_dir().join(self.folder())
    }
}

/// Variables that would make cargo build something else.
const MEDDLING_VARIABLES: [&str; 8] = [
    "CARGO",
    "CARGO_BUILD_BUILD_DIR",
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

/// The release of Rust that our crates ask for.
const OLDEST_RELEASE: &str = env!("CARGO_PKG_RUST_VERSION");

#[derive(Debug)]
pub(crate) struct Toolchain {
    target: Target,
    cargo: PathBuf,
    rustc: PathBuf,
    /// The manifest of Rust's library.
    library: PathBuf,
    linker: PathBuf,
}

/// The toolchain, or one sentence that says why there is none.
pub(crate) fn find(target: Target) -> Result<Toolchain, String> {
    if Family::here() != Family::Debian {
        return Err(format!(
            "this machine is not Debian or Ubuntu, whose packages {RUSTC}, {LIBRARY_SOURCE}, \
             {CARGO} and a linker it takes"
        ));
    }
    let mut found = survey(target);
    // The name of the linker's package is known once rustc is there.
    for _ in 0..2 {
        let Err(missing) = &found else { break };
        let Some(apt) = Apt::permitted() else { break };
        if let Err(error) = apt.install(missing) {
            eprintln!("note: {error:#}");
            break;
        }
        found = survey(target);
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

    /// `cargo build`, `cargo test` and what else compiles; of what is for the caller to
    /// say.
    pub(crate) fn compile(&self, workspace: &Workspace, subcommand: &str) -> Command {
        let mut cargo = self.cargo(workspace, subcommand);
        cargo.arg(self.target.build_library());
        cargo
    }

    /// Debian's cargo with Debian's compiler, and a target folder of its own.
    fn cargo(&self, workspace: &Workspace, subcommand: &str) -> Command {
        let mut cargo = Command::new(&self.cargo);
        for variable in MEDDLING_VARIABLES {
            cargo.env_remove(variable);
        }
        cargo
            .current_dir(&workspace.root)
            .env("CARGO_TARGET_DIR", self.target.target_dir(workspace))
            .env("RUSTC", &self.rustc)
            // Compiling the library is not stable yet.
            .env("RUSTC_BOOTSTRAP", "1")
            .env(self.target.variable("LINKER"), &self.linker);
        if let Some(flags) = self.target.rustflags() {
            cargo.env(self.target.variable("RUSTFLAGS"), flags);
        }
        cargo.args([subcommand, "--locked", "--target", self.target.triple()]);
        cargo
    }
}

/// The toolchain, or the packages that it lacks.
fn survey(target: Target) -> Result<Toolchain, Vec<String>> {
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
    let linker = rustc.as_deref().and_then(llvm_of).and_then(|llvm| {
        let (package, found) = target.linker(&llvm);
        take(&package, found)
    });
    match (cargo, rustc, library, linker) {
        (Some(cargo), Some(rustc), Some(library), Some(linker)) => {
            Ok(Toolchain { target, cargo, rustc, library, linker })
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
    fn variables_are_called_as_cargo_reads_them() {
        let check = |target: Target, expected: &str| {
            assert_eq!(target.variable("LINKER"), expected);
        };
        check(Target::Browser, "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER");
        check(Target::Windows, "CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER");
    }

    #[test]
    fn a_package_that_is_not_there_has_no_files() {
        assert_eq!(file_of("warpbench-unheard-of", "/bin/rustc"), None);
    }
}
