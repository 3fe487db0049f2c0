//! `cargo xtask bench-sim`: the simulator beside Oclgrind and PoCL.
//!
//! The benchmark itself is `host/benches/sim`, because it needs the library and
//! this crate needs none of it. Here it is only started, and what it prints is
//! kept.

use std::process::Stdio;

use anyhow::{Context, Result, bail};

use crate::workspace::{Workspace, write_atomically};

/// Where the table is kept.
const KEPT: &str = "docs/measurements/simulator.md";

/// Runs the benchmark without the named peers; keeps what it prints if asked to.
pub(crate) fn run(workspace: &Workspace, without: &[String], write: bool) -> Result<()> {
    let mut cargo = workspace.cargo();
    cargo.args(["bench", "--package", "warpbench-host", "--bench", "sim", "--"]);
    cargo.args(without.iter().flat_map(|peer| ["--without", peer]));
    // What is being measured is told on the standard error.
    let output = cargo.stdin(Stdio::null()).stderr(Stdio::inherit()).output();
    let output = output.context("cannot start cargo")?;
    if !output.status.success() {
        bail!("the benchmark failed ({})", output.status);
    }
    let table = String::from_utf8(output.stdout).context("the benchmark printed no text")?;
    print!("{table}");
    if write {
        write_atomically(&workspace.path(KEPT), &table)?;
        println!("\nkept in {KEPT}");
    }
    Ok(())
}
