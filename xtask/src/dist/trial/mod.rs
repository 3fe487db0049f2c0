//! Tries the packages where nothing of ours has ever been: in a minimal system that
//! debootstrap makes, as a user who installs, uses and removes them.
//!
//! That needs root, and Debian or Ubuntu. Elsewhere it is said and skipped.

mod display;
mod root;
mod steps;
mod wine;

pub(super) use self::wine::under_wine;

use std::process::Command;

use anyhow::{Context, Result};

use super::Packages;
use crate::{
    process,
    system::{self, Apt, Family},
    workspace::Workspace,
};

/// A release of a distribution.
pub(super) struct Release {
    /// What people call it.
    name: &'static str,
    /// What its archive calls it.
    suite: &'static str,
    /// Where its updates are, which every system of that release gets. The first drivers
    /// of Ubuntu 22.04 are such that wgpu does not use them.
    updates: &'static str,
    /// Parts of the archive that packages may come from.
    components: &'static str,
    /// The keys that its archive is signed with, where they are installed.
    keyring: &'static str,
}

const DEBIAN: Release = Release {
    name: "Debian 12",
    suite: "bookworm",
    updates: "bookworm-updates",
    components: "main",
    keyring: "/usr/share/keyrings/debian-archive-keyring.gpg",
};

const UBUNTU: Release = Release {
    name: "Ubuntu 22.04",
    suite: "jammy",
    updates: "jammy-updates",
    components: "main,universe",
    keyring: "/usr/share/keyrings/ubuntu-archive-keyring.gpg",
};

/// What the trial itself is made with.
const TOOLS: [&str; 4] = ["debootstrap", "xvfb", "imagemagick", "util-linux"];

/// Tries the packages; says why where that cannot be done.
pub(super) fn run(workspace: &Workspace, packages: &Packages, on_ubuntu: bool) -> Result<()> {
    if let Some(why) = obstacle()? {
        println!("skipped: the packages were not tried: {why}");
        return Ok(());
    }
    let releases = if on_ubuntu { vec![DEBIAN, UBUNTU] } else { vec![DEBIAN] };
    for release in releases {
        println!("{}:", release.name);
        let base = root::base(workspace, &release)
            .with_context(|| format!("there is no minimal {}", release.name))?;
        if let Some(deb) = &packages.deb {
            steps::try_deb(&base, deb)
                .with_context(|| format!("the package does not work on {}", release.name))?;
        }
        steps::try_archive(&base, &packages.archive)
            .with_context(|| format!("the archive does not work on {}", release.name))?;
    }
    Ok(())
}

/// Why nothing can be tried here, after installing what may be installed.
fn obstacle() -> Result<Option<String>> {
    if Family::here() != Family::Debian {
        return Ok(Some("this machine is not Debian or Ubuntu".to_owned()));
    }
    if process::output(Command::new("id").arg("-u"))?.trim() != "0" {
        return Ok(Some("only root can make a system to try them in".to_owned()));
    }
    let missing = system::missing_packages(&TOOLS);
    if missing.is_empty() {
        return Ok(None);
    }
    let packages: Vec<String> = missing.iter().map(|&package| package.to_owned()).collect();
    match Apt::permitted() {
        Some(apt) => apt.install(&packages).map(|()| None),
        None => Ok(Some(format!("these packages are missing: {}", packages.join(" ")))),
    }
}
