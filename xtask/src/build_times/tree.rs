//! A tree of sources that can be built: this one, or that of a revision.

use std::{
    env,
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant, SystemTime},
};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::{process, workspace::Workspace};

/// The program that everything ends up in.
const PROGRAM: &str = "warpbench";

pub(super) struct Tree {
    /// For messages and the table's head.
    pub(super) name: String,
    root: PathBuf,
    target_dir: PathBuf,
}

/// A checkout of a revision, which goes away with this value. What was built of
/// it stays, so that the next run has only our own crates to build.
pub(super) struct Worktree<'a> {
    workspace: &'a Workspace,
    /// The revision's short name.
    revision: String,
    root: PathBuf,
}

impl Tree {
    pub(super) fn of(workspace: &Workspace) -> Tree {
        Tree {
            name: "this tree".to_owned(),
            root: workspace.root.clone(),
            target_dir: workspace.target_dir(),
        }
    }

    /// The first of the files that this tree has.
    pub(super) fn first_of(&self, files: &[&'static str]) -> Option<&'static str> {
        files.iter().copied().find(|file| self.root.join(file).is_file())
    }

    /// The time that the program takes which users run, other people's crates included.
    /// They are downloaded before, so that nobody waits for a network. Cargo's account of it
    /// is kept.
    pub(super) fn build_from_nothing(&self) -> Result<Duration> {
        let target_dir = tempfile::Builder::new()
            .prefix("from-nothing")
            .tempdir_in(self.root.join("target"))
            .or_else(|_| tempfile::tempdir())
            .context("cannot create a folder to build in")?;
        let cargo = || {
            let mut cargo = self.cargo(target_dir.path());
            cargo.env_remove("CARGO_BUILD_BUILD_DIR").env_remove("CARGO_INCREMENTAL");
            cargo
        };
        process::run(cargo().args(["fetch", "--locked", "--quiet"]))?;
        let start = Instant::now();
        process::run(cargo().args(["build", "--release", "--locked", "--quiet", "--timings"]))
            .with_context(|| format!("{} cannot be built", self.name))?;
        let time = start.elapsed();
        let account = target_dir.path().join("cargo-timings/cargo-timing.html");
        let kept =
            env::temp_dir().join(format!("{}-from-nothing.html", self.name.replace(' ', "-")));
        fs::copy(&account, &kept).with_context(|| {
            format!("cargo left no account of its time in {}", account.display())
        })?;
        eprintln!("where it went: {}", kept.display());
        Ok(time)
    }

    /// The time that CI takes for what is committed, on a machine that has built nothing of
    /// it before. What it prints is kept.
    pub(super) fn run_ci(&self) -> Result<Duration> {
        let folder = tempfile::tempdir().context("cannot create a folder for a clone")?;
        let clone = folder.path().join("clone");
        let mut git = Command::new("git");
        process::run(git.args(["clone", "--quiet"]).arg(&self.root).arg(&clone))?;
        let log = env::temp_dir().join(format!("{}-ci.log", self.name.replace(' ', "-")));
        let output = File::create(&log)
            .with_context(|| format!("cannot write what CI prints to {}", log.display()))?;
        let mut ci = Command::new(clone.join(".ci/run"));
        for (name, _) in env::vars_os() {
            if name.to_string_lossy().starts_with("CARGO_") && name != "CARGO_HOME" {
                ci.env_remove(name);
            }
        }
        ci.current_dir(&clone).env("WARPBENCH_CACHE", folder.path().join("cache"));
        ci.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output);
        let start = Instant::now();
        process::run(&mut ci).with_context(|| {
            format!("CI fails on {}; what it printed is in {}", self.name, log.display())
        })?;
        eprintln!("what it printed: {}", log.display());
        Ok(start.elapsed())
    }

    fn cargo(&self, target_dir: &Path) -> Command {
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.current_dir(&self.root).env("CARGO_TARGET_DIR", target_dir);
        cargo
    }

    /// Builds what `cargo build` builds; says whether the program was built anew.
    pub(super) fn build(&self) -> Result<bool> {
        let output = self
            .cargo(&self.target_dir)
            .args(["build", "--quiet", "--message-format=json-render-diagnostics"])
            .stdin(Stdio::null())
            .stderr(Stdio::inherit())
            .output()
            .context("cannot start cargo")?;
        ensure!(output.status.success(), "{} cannot be built ({})", self.name, output.status);
        Ok(was_built(&String::from_utf8_lossy(&output.stdout)))
    }

    /// The time of a build after a file has changed.
    pub(super) fn rebuild_after(&self, file: &str) -> Result<Duration> {
        touch(&self.root.join(file))?;
        let start = Instant::now();
        let built = self.build()?;
        let time = start.elapsed();
        ensure!(
            built,
            "{file} of {} changed and {PROGRAM} was not built anew, so there is nothing to time; \
             is the file still part of it?",
            self.name
        );
        Ok(time)
    }
}

impl<'a> Worktree<'a> {
    pub(super) fn add(workspace: &'a Workspace, revision: &str) -> Result<Worktree<'a>> {
        let commit = format!("{revision}^{{commit}}");
        let short = process::output(git(workspace).args(["rev-parse", "--short", &commit]))
            .with_context(|| format!("git knows no revision `{revision}`"))?;
        // Always the same folder: cargo tells crates apart by their paths, and
        // could use nothing of what it built elsewhere.
        let root = workspace.target_dir().join("build-times").join("before");
        let worktree = Worktree { workspace, revision: short.trim().to_owned(), root };
        worktree.remove();
        process::output(
            git(workspace)
                .args(["worktree", "add", "--force", "--detach"])
                .arg(&worktree.root)
                .arg(&commit),
        )
        .context("cannot check the revision out")?;
        Ok(worktree)
    }

    pub(super) fn tree(&self) -> Tree {
        Tree {
            name: self.revision.clone(),
            root: self.root.clone(),
            target_dir: self.root.with_file_name("before-target"),
        }
    }

    fn remove(&self) {
        let mut git = git(self.workspace);
        process::succeeds(git.args(["worktree", "remove", "--force"]).arg(&self.root));
    }
}

impl Drop for Worktree<'_> {
    fn drop(&mut self) {
        self.remove();
    }
}

fn git(workspace: &Workspace) -> Command {
    let mut git = Command::new("git");
    git.current_dir(&workspace.root);
    git
}

/// Makes a file look changed: cargo goes by times, not by contents.
fn touch(path: &Path) -> Result<()> {
    File::options()
        .append(true)
        .open(path)
        .and_then(|file| file.set_modified(SystemTime::now()))
        .with_context(|| format!("cannot touch {}", path.display()))
}

/// Whether cargo's messages tell of a program that was not up to date.
fn was_built(messages: &str) -> bool {
    messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()).any(|message| {
        let target = &message["target"];
        let is_program =
            target["kind"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == "bin"));
        message["reason"] == "compiler-artifact"
            && message["fresh"] == false
            && is_program
            && target["name"] == PROGRAM
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_built_anew_when_cargo_says_so() {
        let artifact = |kind: &str, name: &str, fresh: bool| {
            format!(
                "{{\"reason\":\"compiler-artifact\",\"target\":{{\"kind\":[\"{kind}\"],\
                 \"name\":\"{name}\"}},\"fresh\":{fresh}}}\n"
            )
        };
        let cases = [
            (artifact("bin", PROGRAM, false), true),
            (artifact("lib", "naga", true) + &artifact("bin", PROGRAM, false), true),
            (artifact("bin", PROGRAM, true), false),
            (artifact("lib", PROGRAM, false), false),
            (artifact("bin", "other", false), false),
            ("{\"reason\":\"build-finished\",\"success\":true}\n".to_owned(), false),
            ("no JSON\n".to_owned(), false),
        ];
        for (messages, expected) in cases {
            assert_eq!(was_built(&messages), expected, "{messages}");
        }
    }

    #[test]
    fn a_touched_file_is_newer_and_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "text").unwrap();
        let old = SystemTime::now() - Duration::from_secs(100);
        File::options().append(true).open(&path).unwrap().set_modified(old).unwrap();
        touch(&path).unwrap();
        assert!(path.metadata().unwrap().modified().unwrap() > old + Duration::from_secs(50));
        assert_eq!(fs::read_to_string(&path).unwrap(), "text");
        assert!(touch(&folder.path().join("gone")).is_err());
    }

    #[test]
    fn the_first_file_that_is_there_counts() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("b.rs")).unwrap();
        fs::write(folder.path().join("c.rs"), "").unwrap();
        let root = folder.path().to_owned();
        let tree = Tree { name: String::new(), target_dir: root.join("target"), root };
        assert_eq!(tree.first_of(&["a.rs", "b.rs", "c.rs"]), Some("c.rs"));
        assert_eq!(tree.first_of(&["a.rs"]), None);
    }

    #[test]
    fn a_worktree_has_the_revision_and_goes_away() {
        let folder = tempfile::tempdir().unwrap();
        let workspace = Workspace { root: folder.path().to_owned() };
        let run = |arguments: &[&str]| {
            let name = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
            process::output(git(&workspace).args(name).args(arguments)).unwrap()
        };
        run(&["init", "--quiet"]);
        for text in ["old", "new"] {
            fs::write(folder.path().join("file"), text).unwrap();
            run(&["add", "file"]);
            run(&["commit", "--quiet", "--message", text]);
        }
        let worktree = Worktree::add(&workspace, "HEAD~1").unwrap();
        let root = worktree.tree().root;
        assert_eq!(fs::read_to_string(root.join("file")).unwrap(), "old");
        drop(worktree);
        assert!(!root.exists());
        assert!(Worktree::add(&workspace, "unheard-of").is_err());
    }
}
