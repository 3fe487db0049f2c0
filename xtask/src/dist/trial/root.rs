//! A system of its own below a folder.
//!
//! Every program runs in a mount and process namespace of its own, so that nothing
//! stays mounted and nothing runs on when it ends, however that happens.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use anyhow::{Context, Result, ensure};
use tempfile::TempDir;

use super::Release;
use crate::{process, workspace::Workspace};

/// Who uses the packages. Only installing is done by root.
pub(super) const USER: &str = "student";
pub(super) const HOME: &str = "/srv/student";

/// Mounts what every system has and starts a program in it. The first argument is the
/// system's folder, the second where packages are kept that were fetched, the third who
/// starts it.
const ENTER: &str = r#"
set -e
root=$1 cache=$2 user=$3
shift 3
mount -t proc proc "$root/proc"
mkdir -p "$root/dev/shm" "$root/tmp/.X11-unix" "$root/var/cache/apt/archives"
mount -t tmpfs tmpfs "$root/dev/shm"
mount --bind "$cache" "$root/var/cache/apt/archives"
if [ -d /tmp/.X11-unix ]; then mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"; fi
exec chroot --userspec="$user" "$root" "$@"
"#;

/// A minimal system that nobody has used.
pub(super) struct Base {
    path: PathBuf,
    cache: PathBuf,
    /// The archive of the release's updates, as apt has it.
    updates: String,
}

/// The minimal system of a release. It is made once and never entered: who wants to
/// change something takes a copy.
pub(super) fn base(workspace: &Workspace, release: &Release) -> Result<Base> {
    let folder = workspace.target_dir().join("dist-roots");
    let path = folder.join(release.suite);
    let cache = folder.join("packages").join(release.suite);
    fs::create_dir_all(cache.join("partial"))
        .with_context(|| format!("cannot create {}", cache.display()))?;
    if !path.is_dir() {
        make(release, &folder, &path, &cache)?;
    }
    // debootstrap notes where it has fetched from.
    let sources = path.join("etc/apt/sources.list");
    let sources = fs::read_to_string(&sources)
        .with_context(|| format!("cannot read {}", sources.display()))?;
    let updates =
        sources.replace(&format!(" {} ", release.suite), &format!(" {} ", release.updates));
    Ok(Base { path, cache, updates })
}

/// Makes a minimal system, from the archive that debootstrap takes for its release.
fn make(release: &Release, folder: &Path, path: &Path, cache: &Path) -> Result<()> {
    println!("  debootstrap makes a minimal system; that takes minutes");
    let mut debootstrap = Command::new("debootstrap");
    debootstrap.args(["--variant=minbase", "--components", release.components]);
    debootstrap.arg("--cache-dir").arg(cache);
    if Path::new(release.keyring).is_file() {
        debootstrap.arg("--keyring").arg(release.keyring);
    } else {
        println!("  note: {} is missing, so nobody checks the signature", release.keyring);
        debootstrap.arg("--no-check-gpg");
    }
    let unfinished = folder.join(format!("{}.unfinished", release.suite));
    remove(&unfinished)?;
    debootstrap.arg(release.suite).arg(&unfinished);
    process::output(&mut debootstrap)?;
    fs::rename(&unfinished, path).context("cannot name the minimal system")
}

/// A copy of a minimal system, to be used and thrown away.
pub(super) struct Root {
    folder: TempDir,
    cache: PathBuf,
}

impl Root {
    pub(super) fn of(base: &Base) -> Result<Root> {
        let parent = base.path.parent().context("the minimal system lies nowhere")?;
        let folder = tempfile::Builder::new()
            .prefix("trial-")
            .tempdir_in(parent)
            .context("cannot create a temporary folder")?;
        let root = Root { folder, cache: base.cache.clone() };
        let mut copy = Command::new("cp");
        copy.arg("-a").arg(&base.path).arg(root.path());
        process::output(&mut copy).context("cannot copy the minimal system")?;
        fs::write(root.path().join("etc/apt/sources.list.d/updates.list"), &base.updates)
            .context("cannot name the updates")?;
        root.as_root(&["useradd", "--create-home", "--home-dir", HOME, USER])?;
        Ok(root)
    }

    pub(super) fn path(&self) -> PathBuf {
        self.folder.path().join("root")
    }

    /// A program in this system.
    pub(super) fn command(&self, user: &str, words: &[&str]) -> Command {
        let home = if user == USER { HOME } else { "/" };
        let mut command = Command::new("unshare");
        command
            .args(["--mount", "--pid", "--fork", "--kill-child", "--"])
            .args(["sh", "-c", ENTER, "enter"])
            .args([self.path(), self.cache.clone()])
            .args([user, "/usr/bin/env", "-i"])
            .args(["PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8"])
            .args(["DEBIAN_FRONTEND=noninteractive", &format!("HOME={home}")])
            .args(words)
            .stdin(Stdio::null());
        command
    }

    /// What root's command prints; an error where it fails.
    pub(super) fn as_root(&self, words: &[&str]) -> Result<String> {
        Ok(process::output(&mut self.command("root", words))?)
    }

    /// What came of a user's command, within so many seconds.
    pub(super) fn as_user(&self, display: Option<&str>, words: &[&str]) -> Result<Output> {
        let display = display.map(|name| format!("DISPLAY={name}"));
        let mut line = vec!["timeout", "300", "env"];
        line.extend(display.as_deref());
        line.extend(words);
        self.command(USER, &line).output().context("cannot start a program in the system")
    }

    /// Installs packages and only what they depend on, keeping what was fetched.
    pub(super) fn install(&self, packages: &[&str]) -> Result<()> {
        let mut line = vec!["apt-get", "-qq", "-y", "--no-install-recommends"];
        line.extend(["-o", "APT::Keep-Downloaded-Packages=true", "-o", "APT::Sandbox::User=root"]);
        line.push("install");
        line.extend(packages);
        self.as_root(&line).map(drop)
    }

    /// Puts a file into the system, under the same name in `/opt`.
    pub(super) fn bring(&self, file: &Path) -> Result<String> {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        fs::copy(file, self.path().join("opt").join(&name))
            .with_context(|| format!("cannot bring {} into the system", file.display()))?;
        Ok(format!("/opt/{name}"))
    }
}

/// Removes a system, if it is there; never anything that is mounted in it.
fn remove(path: &Path) -> Result<()> {
    if !path.exists() {
        return Ok(());
    }
    let mut remove = Command::new("rm");
    process::output(remove.args(["-rf", "--one-file-system"]).arg(path))?;
    ensure!(!path.exists(), "{} could not be removed", path.display());
    Ok(())
}
