//! Trial of the packages for Windows: unpacked, installed, used and removed, under Wine.

use std::{
    collections::BTreeSet,
    fs::{self, File},
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};

use super::steps::{COMMANDS, done};
use crate::{
    dist::{Packages, VERSION},
    process,
    windows::wine::Wine,
};

/// Where the installer writes down that the program can be removed.
const LISTED: &str = r"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\Warpbench";

/// Where it installs, in a user's folder, and where it puts what menus show.
const INSTALLED: &str = "AppData/Local/Programs/Warpbench";
const MENU: &str = "AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Warpbench";

/// The uninstaller leaves its work to a copy of itself, which is waited for.
const PATIENCE: Duration = Duration::from_secs(60);

/// Tries the archive and the installer.
pub(in crate::dist) fn under_wine(wine: &Wine, packages: &Packages) -> Result<()> {
    println!("trying the packages under Wine");
    try_archive(wine, &packages.archive)?;
    match &packages.installer {
        Some(installer) => try_installer(wine, installer),
        None => Ok(()),
    }
}

fn try_archive(wine: &Wine, archive: &Path) -> Result<()> {
    let folder = tempfile::tempdir().context("cannot create a temporary folder")?;
    let mut zip = zip::ZipArchive::new(File::open(archive)?)?;
    zip.extract(folder.path()).context("the archive cannot be unpacked")?;
    done("unpacked");
    let inner = archive.file_stem().context("the archive has no name")?;
    commands(wine, &folder.path().join(inner).join("warpbench.exe"))
}

fn try_installer(wine: &Wine, installer: &Path) -> Result<()> {
    let user = user_folder(wine)?;
    let before = files_below(&user)?;
    process::output(wine.run(installer).arg("/S")).context("the installer fails")?;
    let (folder, menu) = (user.join(INSTALLED), user.join(MENU));
    for file in [
        folder.join("warpbench.exe"),
        folder.join("LICENSE-MIT"),
        menu.join("Warpbench.lnk"),
        menu.join("Warpbench command line.lnk"),
    ] {
        ensure!(file.is_file(), "{} is not there", file.display());
    }
    let listed = listed(wine).context("Windows does not know that it is installed")?;
    ensure!(listed.contains(VERSION), "it is listed without its version:\n{listed}");
    done("installed without a question, for the user alone");
    commands(wine, &folder.join("warpbench.exe"))?;

    process::output(wine.run(&folder.join("uninstall.exe")).arg("/S"))?;
    let start = Instant::now();
    while (folder.exists() || listed_is_there(wine)) && start.elapsed() < PATIENCE {
        thread::sleep(Duration::from_millis(200));
    }
    ensure!(!listed_is_there(wine), "it is still listed as installed");
    let left: Vec<PathBuf> =
        files_below(&user)?.difference(&before).filter(|path| !is_of_copy(path)).cloned().collect();
    ensure!(left.is_empty(), "these are left behind: {left:#?}");
    done("removed, and nothing is left");
    Ok(())
}

/// Whether a path is that of the copy which an uninstaller runs from: NSIS puts it among
/// the temporary files, and leaves its empty folder there.
fn is_of_copy(path: &Path) -> bool {
    path.iter().any(|part| part.to_string_lossy().starts_with("~nsu"))
}

fn commands(wine: &Wine, program: &Path) -> Result<()> {
    for (arguments, expected) in COMMANDS {
        let text = process::output(wine.run(program).args(arguments))?;
        ensure!(text.contains(expected), "no `{expected}` in what it prints:\n{text}");
        done(&format!("warpbench {}", arguments.join(" ")));
    }
    Ok(())
}

/// What the registry holds of the program; an error where it does not know it.
fn listed(wine: &Wine) -> Result<String> {
    Ok(process::output(wine.run(Path::new("reg")).args(["query", LISTED]))?)
}

fn listed_is_there(wine: &Wine) -> bool {
    listed(wine).is_ok()
}

/// The folder of Wine's only user.
fn user_folder(wine: &Wine) -> Result<PathBuf> {
    let users = wine.on_disk("users");
    let entries = fs::read_dir(&users).with_context(|| format!("no {}", users.display()))?;
    let mut folders = entries.flatten().map(|entry| entry.path());
    folders
        .find(|path| path.is_dir() && path.file_name().is_some_and(|name| name != "Public"))
        .context("Wine's disk has no user")
}

/// All files and folders in a folder. Links lead out of Wine's disk and are not followed.
fn files_below(folder: &Path) -> Result<BTreeSet<PathBuf>> {
    let mut found = BTreeSet::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).with_context(|| format!("no {}", next.display()))? {
            let path = entry?.path();
            if path.is_dir() && !path.is_symlink() {
                folders.push(path.clone());
            }
            found.insert(path);
        }
    }
    Ok(found)
}
