//! `cargo xtask web`: the workbench as a folder of files that any web server can
//! serve, also in a subfolder of its own.
//!
//! The program is compiled with the toolchain of Debian, wasm-bindgen
//! writes the JavaScript between it and the browser, and the pages of assets/web go
//! beside it. Nothing in the folder asks for anything outside of it.

mod bindgen;
mod drive;
mod folder;
mod serve;
mod sizes;

use std::{
    path::{self, PathBuf},
    thread,
};

use anyhow::{Context, Result};

pub(crate) use self::{drive::build_requests, serve::Address};

use self::folder::Folder;
use crate::{
    cross::{self, Target, Toolchain},
    outcome::Outcome,
    process,
    workspace::Workspace,
};

/// The package and its program.
const PROGRAM: &str = "warpbench";

/// The profile in the workspace's `Cargo.toml`.
const PROFILE: &str = "web";

/// What is asked for.
pub(crate) struct Request {
    /// A folder that is there already, instead of one that is made now.
    pub(crate) folder: Option<PathBuf>,
    pub(crate) then: Then,
    /// What is compiled for this machine while the page is linked, if it is tested.
    pub(crate) beside: fn(&Workspace) -> Result<()>,
}

/// What is done with the folder.
pub(crate) enum Then {
    Nothing,
    Serve(Address),
    Test,
    Bench,
}

/// Makes the folder, and serves or tests it if that is asked for.
pub(crate) fn run(workspace: &Workspace, request: &Request) -> Result<Outcome> {
    let folder = match &request.folder {
        Some(path) => path::absolute(path).context("the folder has no name")?,
        None => match make_beside(workspace, request)? {
            Ok(folder) => folder,
            Err(why) => return Ok(Outcome::Skipped(why)),
        },
    };
    match &request.then {
        Then::Nothing => Ok(Outcome::Succeeded),
        Then::Serve(address) => serve::run(&folder, address).map(|()| Outcome::Succeeded),
        Then::Test => drive::test(workspace, &folder),
        Then::Bench => drive::bench(workspace, &folder),
    }
}

/// Makes the folder. The end of that keeps a single core busy for minutes, in which the
/// others compile what tests will ask for.
fn make_beside(workspace: &Workspace, request: &Request) -> Result<Result<PathBuf, String>> {
    thread::scope(|scope| {
        if matches!(request.then, Then::Test) {
            // Whether it compiles is said when the tests start.
            scope.spawn(|| (request.beside)(workspace));
        }
        make(workspace)
    })
}

/// Makes the folder and says where it is, or one sentence why it cannot be made here.
fn make(workspace: &Workspace) -> Result<Result<PathBuf, String>> {
    let (toolchain, tool) = match find(workspace) {
        Ok(found) => found,
        Err(why) => return Ok(Err(why)),
    };
    compile(workspace, &toolchain)?;
    let module = Target::Browser.built(workspace, PROFILE).join(format!("{PROGRAM}.wasm"));
    let glue = bindgen::run(workspace, &tool, &module)?;
    let folder = Folder::collect(workspace, glue)?;
    let path = workspace.target_dir().join("web");
    folder.write(&path)?;
    println!("{}", path.display());
    sizes::tell(&folder)?;
    Ok(Ok(path))
}

/// The compiler and wasm-bindgen, or one sentence that says what is missing.
fn find(workspace: &Workspace) -> Result<(Toolchain, PathBuf), String> {
    let toolchain = cross::find(Target::Browser)?;
    toolchain.fetch_library(workspace)?;
    let tool = bindgen::obtain(workspace).map_err(|error| format!("{error:#}"))?;
    Ok((toolchain, tool))
}

fn compile(workspace: &Workspace, toolchain: &Toolchain) -> Result<()> {
    println!("compiling {PROGRAM} for {}", Target::Browser.triple());
    let mut build = toolchain.compile(workspace, "build");
    build.args(["--package", PROGRAM, "--bin", PROGRAM, "--profile", PROFILE]);
    process::run(&mut build).context("the workbench does not compile for a browser")
}
