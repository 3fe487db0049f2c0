//! The tests in app/tests/web: Chromium, driven by puppeteer from node.
//!
//! They start this program once more to serve the folder, because one of them wants
//! to see what happens when the server is gone.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};

use super::PROGRAM;
use crate::{outcome::Outcome, process, system::program, test::packages, workspace::Workspace};

/// Where the tests lie.
const TESTS: &str = "app/tests/web";

/// The example of the workbench that answers requests on this machine.
const REQUESTS: &str = "requests";

/// It has the features that it has as one of all tests, so that it is compiled once.
const AS_TEST: [&str; 1] = ["--workspace"];

/// What npm is told: which packages the tests use, each with its version and sum.
const MANIFESTS: [&str; 3] = ["package.json", "package-lock.json", ".npmrc"];

/// Runs all tests on a folder that was made before.
pub(super) fn test(workspace: &Workspace, folder: &Path) -> Result<Outcome> {
    let needs = match Needs::find(workspace) {
        Ok(needs) => needs,
        Err(why) => return Ok(Outcome::Skipped(why)),
    };
    let mut node = needs.node(workspace, folder, "debug", &AS_TEST)?;
    // One at a time: each draws with the processor.
    node.args(["--test", "--test-concurrency=1", "--test-reporter=spec"])
        .args(tests(&workspace.path(TESTS))?);
    process::run(&mut node).context("the workbench does not do in a browser what it should")?;
    Ok(Outcome::Succeeded)
}

/// Prints how long things take on a folder that was made before.
pub(super) fn bench(workspace: &Workspace, folder: &Path) -> Result<Outcome> {
    let needs = match Needs::find(workspace) {
        Ok(needs) => needs,
        Err(why) => return Ok(Outcome::Skipped(why)),
    };
    let options = ["--package", PROGRAM, "--release"];
    let mut node = needs.node(workspace, folder, "release", &options)?;
    process::run(node.arg(workspace.path(TESTS).join("bench.mjs")))?;
    Ok(Outcome::Succeeded)
}

/// What the tests need beside the folder.
struct Needs {
    node: PathBuf,
    browser: PathBuf,
    /// The folder with what npm installed.
    modules: PathBuf,
}

impl Needs {
    /// All of it, or one sentence that says what is missing.
    fn find(workspace: &Workspace) -> Result<Needs, String> {
        let browser = packages::ensure_browser().ok_or("there is no Chromium")?;
        let node = program("node", "nodejs")?;
        let npm = program("npm", "npm")?;
        let modules = workspace.target_dir().join("web-test");
        install(&npm, &workspace.path(TESTS), &modules).map_err(|error| {
            eprintln!("note: {error:#}");
            "what drives Chromium could not be fetched with npm".to_owned()
        })?;
        Ok(Needs { node, browser, modules })
    }

    /// Node, told where everything is. `options` say how the example is built that it
    /// asks on this machine, `profile` in which folder it lies then.
    fn node(
        &self,
        workspace: &Workspace,
        folder: &Path,
        profile: &str,
        options: &[&str],
    ) -> Result<Command> {
        build(workspace, options)?;
        let examples = workspace.target_dir().join(profile).join("examples");
        let mut node = Command::new(&self.node);
        node.current_dir(&workspace.root)
            .env("WARPBENCH_CHROMIUM", &self.browser)
            .env("WARPBENCH_REQUESTS", process::executable(&examples, REQUESTS))
            .env("WARPBENCH_WEB", folder)
            .env("WARPBENCH_WEB_MODULES", &self.modules)
            .env("WARPBENCH_XTASK", env::current_exe().context("cannot find this program")?);
        Ok(node)
    }
}

/// Compiles this machine's own program that answers what the one in the browser is asked.
pub(crate) fn build_requests(workspace: &Workspace) -> Result<()> {
    build(workspace, &AS_TEST)
}

fn build(workspace: &Workspace, options: &[&str]) -> Result<()> {
    let mut build = workspace.cargo();
    build.args(["build", "--example", REQUESTS]).args(options);
    Ok(process::run(&mut build)?)
}

/// Has npm install what the lock file names, unless that is done already.
fn install(npm: &Path, tests: &Path, modules: &Path) -> Result<()> {
    let mut is_installed = modules.join("node_modules/.package-lock.json").is_file();
    fs::create_dir_all(modules)
        .with_context(|| format!("cannot create the folder {}", modules.display()))?;
    for name in MANIFESTS {
        let asked = fs::read(tests.join(name)).with_context(|| format!("cannot read {name}"))?;
        let place = modules.join(name);
        if fs::read(&place).is_ok_and(|there| there == asked) {
            continue;
        }
        is_installed = false;
        fs::write(&place, asked).with_context(|| format!("cannot write {}", place.display()))?;
    }
    if !is_installed {
        process::output(Command::new(npm).current_dir(modules).args(["ci", "--ignore-scripts"]))?;
    }
    Ok(())
}

/// The files with tests, in the order of their names.
fn tests(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let paths: std::io::Result<Vec<PathBuf>> =
        entries.map(|entry| entry.map(|entry| entry.path())).collect();
    let mut paths = paths.with_context(|| format!("cannot read {}", folder.display()))?;
    paths.retain(|path| path.to_string_lossy().ends_with(".test.mjs"));
    paths.sort();
    Ok(paths)
}
