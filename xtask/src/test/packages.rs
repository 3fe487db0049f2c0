//! The system's packages that the tests need.
//!
//! Without a software Vulkan driver no kernel runs on wgpu on a machine without
//! a GPU, and without a virtual display no window opens on a server. The window
//! library opens the rest at run time, so nothing fails to link without it.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    process,
    system::{self, Apt, Family},
};

/// Something that the tests need, and the package that has it.
struct Need {
    probe: Probe,
    debian: &'static str,
    fedora: &'static str,
    arch: &'static str,
    suse: &'static str,
}

/// How to see on any distribution whether it is there.
enum Probe {
    Program(&'static str),
    Library(&'static str),
    VulkanDriver,
}

const fn program(name: &'static str, packages: [&'static str; 4]) -> Need {
    need(Probe::Program(name), packages)
}

const fn library(name: &'static str, packages: [&'static str; 4]) -> Need {
    need(Probe::Library(name), packages)
}

const fn need(probe: Probe, [debian, fedora, arch, suse]: [&'static str; 4]) -> Need {
    Need { probe, debian, fedora, arch, suse }
}

#[rustfmt::skip]
const NEEDS: [Need; 15] = [
    library("libvulkan.so.1", ["libvulkan1", "vulkan-loader", "vulkan-icd-loader", "libvulkan1"]),
    need(Probe::VulkanDriver, ["mesa-vulkan-drivers", "mesa-vulkan-drivers", "vulkan-swrast", "libvulkan_lvp"]),
    program("Xvfb", ["xvfb", "xorg-x11-server-Xvfb", "xorg-server-xvfb", "xorg-x11-server-Xvfb"]),
    program("xauth", ["xauth", "xorg-x11-xauth", "xorg-xauth", "xauth"]),
    program("xdotool", ["xdotool", "xdotool", "xdotool", "xdotool"]),
    program("import", ["imagemagick", "ImageMagick", "imagemagick", "ImageMagick"]),
    library("libEGL.so.1", ["libegl1", "libglvnd-egl", "libglvnd", "libglvnd"]),
    library("libX11.so.6", ["libx11-6", "libX11", "libx11", "libX11-6"]),
    library("libX11-xcb.so.1", ["libx11-xcb1", "libX11-xcb", "libx11", "libX11-xcb1"]),
    library("libXcursor.so.1", ["libxcursor1", "libXcursor", "libxcursor", "libXcursor1"]),
    library("libXi.so.6", ["libxi6", "libXi", "libxi", "libXi6"]),
    library("libxkbcommon.so.0", ["libxkbcommon0", "libxkbcommon", "libxkbcommon", "libxkbcommon0"]),
    library("libxkbcommon-x11.so.0", ["libxkbcommon-x11-0", "libxkbcommon-x11", "libxkbcommon-x11", "libxkbcommon-x11-0"]),
    library("libwayland-client.so.0", ["libwayland-client0", "libwayland-client", "wayland", "libwayland-client0"]),
    library("libwayland-egl.so.1", ["libwayland-egl1", "libwayland-egl", "wayland", "libwayland-egl1"]),
];

/// A browser, which opens the pages of comparisons. It is asked for by itself: where it
/// is no package, as on Ubuntu, the others are installed all the same.
const BROWSER: Need = program("chromium", ["chromium", "chromium", "chromium", "chromium"]);

/// What it may be called; the last three do as well.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// Installs what is missing where that is permitted, and names it elsewhere.
/// Either way the tests run: those that need more skip themselves.
pub(crate) fn ensure() {
    let family = Family::here();
    let missing = match family {
        Family::Other => return,
        Family::Debian => system::missing_packages(&NEEDS.map(|need| need.debian)),
        _ => missing_elsewhere(family),
    };
    obtain(family, &missing);
    ensure_browser();
}

/// A browser, installed where there is none and that is permitted; otherwise it is named.
pub(crate) fn ensure_browser() -> Option<PathBuf> {
    let found = || {
        let named = env::var_os("WARPBENCH_CHROMIUM").filter(|path| !path.is_empty());
        named.map(PathBuf::from).or_else(|| BROWSERS.into_iter().find_map(process::find_in_path))
    };
    found().or_else(|| {
        let family = Family::here();
        obtain(family, &[BROWSER.package(family)]);
        found()
    })
}

fn obtain(family: Family, missing: &[&str]) {
    if missing.is_empty() {
        return;
    }
    if let Some(apt) = Apt::permitted() {
        let packages: Vec<String> = missing.iter().map(|&package| package.to_owned()).collect();
        match apt.install(&packages) {
            Ok(()) => return,
            Err(error) => eprintln!("note: {error:#}"),
        }
    }
    eprintln!("{}", advice(family, missing));
}

fn advice(family: Family, missing: &[&str]) -> String {
    format!(
        "note: the tests can do more with packages that are not installed here; tests that need them are skipped\n  {} {}",
        family.install_command(),
        missing.join(" ")
    )
}

/// The packages whose contents were not found, each once.
fn missing_elsewhere(family: Family) -> Vec<&'static str> {
    let libraries = process::output(Command::new("ldconfig").arg("-p"))
        .or_else(|_| process::output(Command::new("/sbin/ldconfig").arg("-p")))
        .unwrap_or_default();
    let missing = NEEDS.iter().filter(|need| match need.probe {
        Probe::Program(name) => process::find_in_path(name).is_none(),
        Probe::Library(name) => !libraries.contains(name),
        Probe::VulkanDriver => !has_vulkan_driver(),
    });
    let mut packages: Vec<&str> = missing.map(|need| need.package(family)).collect();
    packages.dedup();
    packages
}

fn has_vulkan_driver() -> bool {
    let folders = ["/usr/share/vulkan/icd.d", "/usr/local/share/vulkan/icd.d", "/etc/vulkan/icd.d"];
    env::var_os("VK_DRIVER_FILES").is_some()
        || folders.iter().any(|folder| {
            fs::read_dir(Path::new(folder)).is_ok_and(|mut entries| entries.next().is_some())
        })
}

impl Need {
    fn package(&self, family: Family) -> &'static str {
        match family {
            Family::Fedora => self.fedora,
            Family::Arch => self.arch,
            Family::Suse => self.suse,
            Family::Debian | Family::OtherLinux | Family::Other => self.debian,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_distribution_is_told_its_own_command() {
        let need = &NEEDS[2];
        let cases = [
            (Family::Debian, "sudo apt-get install xvfb"),
            (Family::Fedora, "sudo dnf install xorg-x11-server-Xvfb"),
            (Family::Arch, "sudo pacman -S xorg-server-xvfb"),
            (Family::Suse, "sudo zypper install xorg-x11-server-Xvfb"),
            (Family::OtherLinux, "install xvfb"),
        ];
        for (family, expected) in cases {
            let advice = advice(family, &[need.package(family)]);
            assert!(advice.ends_with(expected), "{advice}");
        }
    }
}
