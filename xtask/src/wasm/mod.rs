//! `cargo xtask wasm`: the rooms that also run in a browser, compiled for one and
//! asked the same as here.
//!
//! Compiling alone would prove little: a clock or a thread compiles and fails
//! only when it is used. So a few kernels are simulated by node, whose engine is
//! a browser's, and once more by a program of this machine, and the two reports
//! have to be the same to the last digit.

mod compare;
mod toolchain;

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail, ensure};

use self::toolchain::Toolchain;
use crate::{
    process,
    tidy::edges::{IN_BROWSER, Room},
    workspace::Workspace,
};

/// The crate that answers requests.
const ANSWERING: &str = "wasm-test";

const TARGET: &str = "wasm32-unknown-unknown";

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

pub(crate) enum Outcome {
    Succeeded,
    /// This machine cannot do it, and why.
    Skipped(String),
}

/// Compiles, asks both sides, and fails on any difference.
pub(crate) fn run(workspace: &Workspace) -> Result<Outcome> {
    let toolchain = match toolchain::find() {
        Ok(toolchain) => toolchain,
        Err(why) => return Ok(Outcome::Skipped(why)),
    };
    // Rust's library has dependencies of its own, and the registry may be out of
    // reach even where ours have been fetched.
    let mut fetch = toolchain.cargo(workspace, "fetch");
    let fetched = process::output(fetch.arg("--manifest-path").arg(&toolchain.library));
    if let Err(error) = fetched {
        eprintln!("note: {error:#}");
        return Ok(Outcome::Skipped(
            "what Rust's library depends on could not be fetched from the registry".to_owned(),
        ));
    }

    let answering =
        Room::named(ANSWERING).context("the table of rooms lacks the one that answers")?;
    let mut packages: Vec<String> =
        IN_BROWSER.into_iter().filter_map(Room::named).map(|room| room.package()).collect();
    println!("compiling {} for {TARGET}", packages.join(", "));
    packages.push(answering.package());
    let packages = packages.iter().flat_map(|package| ["--package", package]);
    process::run(
        toolchain.cargo(workspace, "build").args([BUILD_LIBRARY, "--lib"]).args(packages),
    )?;

    let folder = workspace.path(answering.folder);
    let file = folder.join("requests.jsonl");
    let requests =
        fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
    let module = format!("{}.wasm", answering.package().replace('-', "_"));
    let module = target_dir(workspace).join(TARGET).join("debug").join(module);
    let mut node = Command::new(&toolchain.node);
    let there = answers(node.arg(folder.join("run.mjs")).arg(module), &file)?;
    let mut native = workspace.cargo();
    native.args(["run", "--quiet", "--package", &answering.package()]);
    let here = answers(&mut native, &file)?;

    let requests: Vec<&str> = requests.lines().collect();
    ensure!(!requests.is_empty(), "{} asks for nothing", file.display());
    let problems = compare::differences(&requests, &there, &here);
    if problems.is_empty() {
        println!("{} reports are the same in a browser's engine and here", requests.len());
        return Ok(Outcome::Succeeded);
    }
    for problem in &problems {
        eprintln!("error: {problem}");
    }
    bail!("wasm: {} of {} reports are not as they should be", problems.len(), requests.len())
}

/// What a program answers to the requests in a file.
fn answers(program: &mut Command, requests: &Path) -> Result<String> {
    let name = program.get_program().to_string_lossy().into_owned();
    let requests =
        File::open(requests).with_context(|| format!("cannot read {}", requests.display()))?;
    let output = program.stdin(requests).stderr(Stdio::inherit()).output();
    let output = output.with_context(|| format!("cannot start {name}"))?;
    ensure!(output.status.success(), "{name} did not answer ({})", output.status);
    String::from_utf8(output.stdout).with_context(|| format!("{name} answered no text"))
}

fn target_dir(workspace: &Workspace) -> PathBuf {
    workspace.target_dir().join("wasm")
}

impl Toolchain {
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
