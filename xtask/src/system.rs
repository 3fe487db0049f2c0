//! The operating system: installing packages where that is allowed.
//!
//! Packages are only ever installed by Debian's apt-get, as root or through a
//! sudo that asks nothing, and never when WARPBENCH_NO_INSTALL is set. Nothing
//! is ever removed to make room for them.

use std::{env, path::PathBuf, process::Command};

use anyhow::{Context, Result};

use crate::process;

pub(crate) use warpbench_ptx::distribution::Family;

/// Whether this is the machine of a CI service, all of which set CI.
pub(crate) fn in_ci() -> bool {
    env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false")
}

/// Whether nothing may be installed or fetched, as WARPBENCH_NO_INSTALL says.
pub(crate) fn is_installing_forbidden() -> bool {
    env::var_os("WARPBENCH_NO_INSTALL").is_some_and(|value| !value.is_empty())
}

/// The permission to install packages with apt-get.
#[derive(Clone, Copy)]
pub(crate) struct Apt {
    through_sudo: bool,
}

impl Apt {
    /// `None` where packages must not or cannot be installed.
    pub(crate) fn permitted() -> Option<Apt> {
        if is_installing_forbidden()
            || Family::here() != Family::Debian
            || process::find_in_path("apt-get").is_none()
        {
            return None;
        }
        if process::output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0") {
            return Some(Apt { through_sudo: false });
        }
        process::succeeds(Command::new("sudo").args(["-n", "true"]))
            .then_some(Apt { through_sudo: true })
    }

    /// Installs packages with all they need, after fetching the current lists.
    /// What apt-get prints is shown only when it fails.
    pub(crate) fn install(self, packages: &[String]) -> Result<()> {
        println!("installing {}", packages.join(" "));
        process::output(self.apt_get().args(["-qq", "update"]))
            .context("cannot fetch the lists of packages; is the network there?")?;
        process::output(
            self.apt_get()
                .args(["-qq", "-y", "--no-install-recommends", "--no-remove", "install"])
                .args(packages),
        )
        .map(drop)
        .with_context(|| format!("cannot install {}", packages.join(" ")))
    }

    fn apt_get(self) -> Command {
        let mut command = Command::new(if self.through_sudo { "sudo" } else { "env" });
        if self.through_sudo {
            command.args(["-n", "env"]);
        }
        command.args(["DEBIAN_FRONTEND=noninteractive", "apt-get"]);
        command
    }
}

/// A program in PATH, for whose sake a Debian package may be installed.
pub(crate) fn program(name: &str, package: &str) -> Result<PathBuf, String> {
    if let Some(path) = process::find_in_path(name) {
        return Ok(path);
    }
    if let Some(apt) = Apt::permitted()
        && let Err(error) = apt.install(&[package.to_owned()])
    {
        eprintln!("note: {error:#}");
    }
    process::find_in_path(name).ok_or_else(|| {
        format!("{name} is not installed: {} {package}", Family::here().install_command())
    })
}

/// Those of the Debian packages that are not installed.
pub(crate) fn missing_packages<'a>(packages: &[&'a str]) -> Vec<&'a str> {
    // dpkg-query fails when one package is unknown, and still prints the others.
    let answer = Command::new("dpkg-query")
        .args(["--show", "--showformat=${Package} ${db:Status-Status}\n"])
        .args(packages)
        .output()
        .map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
        .unwrap_or_default();
    missing_in(packages, &answer)
}

fn missing_in<'a>(packages: &[&'a str], answer: &str) -> Vec<&'a str> {
    let installed: Vec<&str> =
        answer.lines().filter_map(|line| line.strip_suffix(" installed")).collect();
    packages.iter().copied().filter(|package| !installed.contains(package)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_installed_packages_count() {
        let answer = "xvfb installed\nxauth not-installed\nlibegl1 config-files\n";
        assert_eq!(
            missing_in(&["xvfb", "xauth", "libegl1", "libegl", "unheard-of"], answer),
            ["xauth", "libegl1", "libegl", "unheard-of"]
        );
    }
}
