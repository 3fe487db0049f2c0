//! Steps of a trial of the packages.

use std::{fs, path::Path, process::Stdio};

use anyhow::{Context, Result, bail, ensure};

use super::{
    display::{Display, Guard},
    root::{Base, Root},
};
use crate::dist::VERSION;

/// A command of ours and words that its output must have.
pub(super) const COMMANDS: [(&[&str], &str); 4] = [
    (&["--version"], VERSION),
    (&["devices"], "cpu"),
    (&["sim", "reduce_interleaved_strided", "--size", "1000"], "bank conflicts"),
    (&["labs", "list"], "first_kernel"),
];

/// A driver in software, which a package recommends.
const DRIVER: &str = "mesa-vulkan-drivers";

/// Installs the package, uses it with and without a driver, removes it.
pub(super) fn try_deb(base: &Base, deb: &Path) -> Result<()> {
    let root = Root::of(base)?;
    let file = root.bring(deb)?;
    root.as_root(&["apt-get", "-qq", "update"])?;
    root.install(&[&file])?;
    done("installed with what it depends on");
    let owned = root.as_root(&["dpkg", "--listfiles", "warpbench"])?;
    root.as_root(&["dpkg", "--verify", "warpbench"])?;
    for path in ["usr/share/man/man1/warpbench.1.gz", "usr/share/applications/warpbench.desktop"] {
        ensure!(root.path().join(path).is_file(), "{path} is missing");
    }
    commands(&root, "warpbench")?;
    no_window(&root, "warpbench")?;

    root.install(&[DRIVER])?;
    let devices = output_of(&root, "warpbench", &["devices"])?;
    ensure!(devices.contains("llvmpipe"), "the driver is not found:\n{devices}");
    let run = ["run", "vecadd", "--size", "1000", "--backend", "wgpu"];
    output_of(&root, "warpbench", &run)?;
    done("a kernel runs on the driver in software");
    window(&root, "warpbench", &deb.with_extension("png"))?;

    root.as_root(&["apt-get", "-qq", "-y", "purge", "warpbench"])?;
    nothing_left(&root, &owned)?;
    done("removed, and nothing is left");
    Ok(())
}

/// Unpacks the archive and uses it, where there is nothing that a window needs.
pub(super) fn try_archive(base: &Base, archive: &Path) -> Result<()> {
    let root = Root::of(base)?;
    let file = root.bring(archive)?;
    root.as_root(&["tar", "--extract", "--gzip", "--directory=/opt", "--file", &file])?;
    let folder = file.strip_suffix(".tar.gz").context("the archive has another name")?;
    done("unpacked");
    let program = format!("{folder}/warpbench");
    commands(&root, &program)?;
    no_window(&root, &program)
}

fn commands(root: &Root, program: &str) -> Result<()> {
    for (arguments, expected) in COMMANDS {
        let text = output_of(root, program, arguments)?;
        ensure!(text.contains(expected), "no `{expected}` in what it prints:\n{text}");
        done(&format!("warpbench {}", arguments.join(" ")));
    }
    Ok(())
}

/// What a command prints that must end well.
fn output_of(root: &Root, program: &str, arguments: &[&str]) -> Result<String> {
    let output = root.as_user(None, &[&[program], arguments].concat())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    let line = arguments.join(" ");
    ensure!(output.status.success(), "`warpbench {line}`: {}\n{text}{errors}", output.status);
    Ok(text)
}

/// Without a driver there is no window, and that is said in words.
fn no_window(root: &Root, program: &str) -> Result<()> {
    let display = Display::open()?;
    // What was asked for beyond a window keeps the tour from starting instead.
    let output = root.as_user(Some(&display.name), &[program, "--lab", "1"])?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let is_clear = said.contains("The window cannot be opened") && said.contains(DRIVER);
    ensure!(output.status.code() == Some(1) && is_clear, "{}:\n{said}", output.status);
    let sentence = said.lines().find(|line| line.contains("cannot be opened"));
    done(&format!("without a driver: {}", sentence.unwrap_or_default()));
    Ok(())
}

fn window(root: &Root, program: &str, to: &Path) -> Result<()> {
    let display = Display::open()?;
    let line = ["env", &format!("DISPLAY={}", display.name), program];
    let child = root
        .command(super::root::USER, &line)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .context("the window does not start")?;
    let colours = display.picture(&mut Guard(child), to)?;
    done(&format!("a window of {colours} colours, in {}", to.display()));
    Ok(())
}

/// Fails when a file of the package is still there, or any that has its name.
fn nothing_left(root: &Root, owned: &str) -> Result<()> {
    let files = owned.lines().map(|path| root.path().join(path.trim_start_matches('/')));
    if let Some(file) = files.into_iter().find(|path| path.is_file() || path.is_symlink()) {
        bail!("{} is still there", file.display());
    }
    let mut folders = vec![root.path()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            let entry = entry?;
            let path = entry.path();
            // The package that was brought, and what the user keeps at home, stay.
            if ["opt", "srv"].iter().any(|kept| path == root.path().join(kept)) {
                continue;
            }
            let name = entry.file_name().to_string_lossy().into_owned();
            ensure!(!name.contains("warpbench"), "{} is still there", path.display());
            if entry.file_type()?.is_dir() {
                folders.push(path);
            }
        }
    }
    Ok(())
}

pub(super) fn done(what: &str) {
    println!("  ok: {what}");
}
