//! `cargo xtask windows`: the program for Windows, compiled on Debian, and its tests
//! under Wine.
//!
//! Wine is not Windows: what passes here may still fail there, but paths, processes,
//! files and pipes are those that students have.

mod programs;
pub(crate) mod wine;

use std::{path::PathBuf, process::ExitCode};

use anyhow::{Context, Result};

use self::wine::Wine;
use crate::{
    cross::{self, Target, Toolchain},
    outcome::Outcome,
    process, test,
    workspace::Workspace,
};

/// The package and its program.
const PROGRAM: &str = "warpbench";

/// Compiles the program, or runs the tests.
pub(crate) fn run(workspace: &Workspace, is_tested: bool, only: &[String]) -> Result<ExitCode> {
    let found = find(workspace).and_then(|toolchain| {
        Ok((toolchain, is_tested.then(|| Wine::find(workspace)).transpose()?))
    });
    match found {
        Err(why) => Ok(Outcome::Skipped(why).tell("windows")),
        Ok((toolchain, None)) => {
            println!("{}", build(workspace, &toolchain, "dev")?.display());
            Ok(ExitCode::SUCCESS)
        }
        Ok((toolchain, Some(wine))) => test(workspace, &toolchain, &wine, only),
    }
}

/// The compiler, or one sentence that says what is missing.
pub(crate) fn find(workspace: &Workspace) -> Result<Toolchain, String> {
    let toolchain = cross::find(Target::Windows)?;
    toolchain.fetch_library(workspace)?;
    Ok(toolchain)
}

/// Compiles the program and says where it is.
pub(crate) fn build(
    workspace: &Workspace,
    toolchain: &Toolchain,
    profile: &str,
) -> Result<PathBuf> {
    println!("compiling {PROGRAM} for {}", Target::Windows.triple());
    let mut build = toolchain.compile(workspace, "build");
    build.args(["--package", PROGRAM, "--bin", PROGRAM, "--profile", profile]);
    process::run(&mut build).context("the workbench does not compile for Windows")?;
    let folder = if profile == "dev" { "debug" } else { profile };
    Ok(Target::Windows.built(workspace, folder).join(format!("{PROGRAM}.exe")))
}

fn test(
    workspace: &Workspace,
    toolchain: &Toolchain,
    wine: &Wine,
    only: &[String],
) -> Result<ExitCode> {
    let mut cargo = toolchain.compile(workspace, "test");
    cargo.arg("--no-fail-fast").env(Target::Windows.variable("RUNNER"), wine.program());
    let left_out = if only.is_empty() {
        let chosen = programs::choose(workspace)?;
        cargo.args(chosen.arguments);
        chosen.left_out
    } else {
        cargo.args(only);
        Vec::new()
    };
    test::account(workspace, vec![wine.around(&cargo)], &left_out)
}
