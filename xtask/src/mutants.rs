//! `cargo xtask mutants`: how many wrong kernels the labs' checks catch.
//!
//! The work is done by `host/lab/examples/mutants`, because it needs the library and
//! this crate needs none of it. Here it is only started, and what it prints is kept.

use std::process::Stdio;

use anyhow::{Context, Result, bail};

use crate::workspace::{Workspace, write_atomically};

/// Where the table is kept.
const KEPT: &str = "docs/mutants.md";

/// Judges the mutants of these labs, or of all; keeps what is printed if asked to.
pub(crate) fn run(workspace: &Workspace, labs: &[String], write: bool) -> Result<()> {
    if write && !labs.is_empty() {
        bail!("{KEPT} has all labs; leave the labs out, or leave --write out");
    }
    let mut cargo = workspace.cargo();
    cargo.args(["run", "--quiet", "--package", "warpbench-lab", "--example", "mutants", "--"]);
    cargo.arg(workspace.path("assets/labs"));
    cargo.args(labs);
    // How far it has come is told on the standard error.
    let output = cargo.stdin(Stdio::null()).stderr(Stdio::inherit()).output();
    let output = output.context("cannot start cargo")?;
    let table = String::from_utf8(output.stdout).context("the judge printed no text")?;
    print!("{table}");
    if write {
        write_atomically(&workspace.path(KEPT), &table)?;
        println!("\nkept in {KEPT}");
    }
    if !output.status.success() {
        bail!("fewer mutants were caught than must be ({})", output.status);
    }
    Ok(())
}
