//! `cargo xtask wasm`: the rooms that also run in a browser, compiled for one and
//! asked the same as here.
//!
//! Compiling alone would prove little: a clock or a thread compiles and fails
//! only when it is used. So a few kernels are simulated by node, whose engine is
//! a browser's, and once more by a program of this machine, and the two reports
//! have to be the same to the last digit.

mod compare;

use std::{
    fs::{self, File},
    path::Path,
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail, ensure};

use crate::{
    cross::{self, Target},
    outcome::Outcome,
    process, system,
    tidy::edges::{IN_BROWSER, Room},
    workspace::Workspace,
};

/// The crate that answers requests.
const ANSWERING: &str = "wasm-test";

/// Compiles, asks both sides, and fails on any difference.
pub(crate) fn run(workspace: &Workspace) -> Result<Outcome> {
    let found = cross::find(Target::Browser).and_then(|toolchain| {
        let node = system::program("node", "nodejs")?;
        toolchain.fetch_library(workspace)?;
        Ok((toolchain, node))
    });
    let (toolchain, node) = match found {
        Ok(found) => found,
        Err(why) => return Ok(Outcome::Skipped(why)),
    };

    let answering =
        Room::named(ANSWERING).context("the table of rooms lacks the one that answers")?;
    let mut packages: Vec<String> =
        IN_BROWSER.into_iter().filter_map(Room::named).map(|room| room.package()).collect();
    println!("compiling {} for {}", packages.join(", "), Target::Browser.triple());
    packages.push(answering.package());
    let packages = packages.iter().flat_map(|package| ["--package", package]);
    process::run(toolchain.compile(workspace, "build").arg("--lib").args(packages))?;

    let folder = workspace.path(answering.folder);
    let file = folder.join("requests.jsonl");
    let requests =
        fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
    let module = format!("{}.wasm", answering.package().replace('-', "_"));
    let module = Target::Browser.built(workspace, "debug").join(module);
    let mut node = Command::new(node);
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
