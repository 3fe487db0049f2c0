//! Needed packages of a distribution, and what holds the binary to them.
//!
//! This is the table. A library that the binary is linked with or opens while it
//! runs, and that is not here, keeps `cargo xtask dist` from making a package: what a
//! package declares must be what the binary uses.

use anyhow::{Result, bail, ensure};

use super::{
    binary::Program,
    elf::{self, GlibcRelease, LinkedLibraries},
};

use Opened::{Depends, Recommends, Undeclared};

/// The C library of Ubuntu 22.04; Debian 12 has 2.36.
const NEWEST_GLIBC: GlibcRelease = (2, 35);

/// What becomes of a library that the binary opens while it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opened {
    /// The window needs the package.
    Depends(&'static str),
    /// Something works better with the package.
    Recommends(&'static str),
    /// No package is declared.
    Undeclared,
}

/// What the binary is linked with, and the package that has it. The C library's own
/// version is read off the binary.
const LINKED: [(&str, &str); 5] = [
    ("ld-linux-aarch64.so.1", "libc6"),
    ("ld-linux-x86-64.so.2", "libc6"),
    ("libc.so.6", "libc6"),
    ("libm.so.6", "libc6"),
    ("libgcc_s.so.1", "libgcc-s1"),
];

/// Libraries by their names without version.
#[rustfmt::skip]
const OPENED: [(&str, Opened); 14] = [
    // The window.
    ("libX11",            Depends("libx11-6")),
    ("libX11-xcb",        Depends("libx11-xcb1")),
    ("libXcursor",        Depends("libxcursor1")),
    ("libXi",             Depends("libxi6")),
    ("libxcb",            Depends("libxcb1")),
    ("libxkbcommon",      Depends("libxkbcommon0")),
    ("libxkbcommon-x11",  Depends("libxkbcommon-x11-0")),
    ("libwayland-client", Depends("libwayland-client0")),
    ("libwayland-egl",    Depends("libwayland-egl1")),
    ("libvulkan",         Depends("libvulkan1")),
    // Where there is no Vulkan driver, OpenGL does as well.
    ("libEGL",            Recommends("libegl1")),
    // Dialogs for files.
    ("libdbus-1",         Recommends("libdbus-1-3")),
    // NVIDIA's driver, which comes with its card.
    ("libcuda",           Undeclared),
    // A debugger that a graphics programmer may have started a debug build under.
    ("librenderdoc",      Undeclared),
];

/// Recommended, although the binary names none of its libraries: a driver, which is one in
/// software for machines without a GPU.
const DRIVER: &str = "mesa-vulkan-drivers | vulkan-icd";

/// What a package says of other packages, as Debian writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Relations {
    pub(super) depends: String,
    pub(super) recommends: String,
}

/// What the binary's package has to say. Fails where the table has no answer, and
/// where the binary would not start on the oldest distribution that it is for.
pub(super) fn of(program: &Program) -> Result<Relations> {
    let linked = elf::linked(&program.path)?;
    let opened = elf::library_names(&program.bytes);
    relations(&linked, opened.iter().map(String::as_str))
}

fn relations<'a>(
    linked: &LinkedLibraries,
    opened: impl Iterator<Item = &'a str>,
) -> Result<Relations> {
    let release = linked.glibc.unwrap_or_default();
    ensure!(
        release <= NEWEST_GLIBC,
        "the binary uses symbols of glibc {}.{}, and Ubuntu 22.04 has {}.{}; build it on an \
         older system",
        release.0,
        release.1,
        NEWEST_GLIBC.0,
        NEWEST_GLIBC.1
    );
    let mut depends = Vec::new();
    let mut recommends = vec![DRIVER];
    for name in &linked.names {
        match LINKED.iter().find(|(known, _)| known == name) {
            Some((_, package)) => depends.push(*package),
            None => bail!("the binary is linked with {name}; {ADVICE}"),
        }
    }
    for name in opened.filter(|name| !linked.names.contains(*name)) {
        let stem = name.split(".so").next().unwrap_or(name);
        let is_linked = LINKED.iter().any(|(known, _)| known.split(".so").next() == Some(stem));
        match OPENED.iter().find(|(known, _)| *known == stem) {
            Some((_, Depends(package))) => depends.push(*package),
            Some((_, Recommends(package))) => recommends.push(*package),
            Some((_, Undeclared)) => {}
            None if is_linked => {}
            None => bail!("the binary may open {name} while it runs; {ADVICE}"),
        }
    }
    let libc = format!("libc6 (>= {}.{})", release.0, release.1);
    Ok(Relations { depends: list(depends, &libc), recommends: list(recommends, &libc) })
}

const ADVICE: &str = "say in xtask/src/dist/needs.rs which package that is";

fn list(mut packages: Vec<&str>, libc: &str) -> String {
    packages.sort_unstable();
    packages.dedup();
    let named = packages.into_iter().map(|name| if name == "libc6" { libc } else { name });
    named.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn linked(names: &[&str], glibc: GlibcRelease) -> LinkedLibraries {
        let names = names.iter().map(|&name| name.to_owned()).collect();
        LinkedLibraries { names, glibc: Some(glibc) }
    }

    #[test]
    fn what_is_used_is_declared() {
        let usual = linked(&["libc.so.6", "libm.so.6", "libgcc_s.so.1"], (2, 34));
        let opened = ["libvulkan.so.1", "libvulkan.so", "libcuda.so.1", "libEGL.so.1"];
        let found = relations(&usual, opened.into_iter()).unwrap();
        assert_eq!(found.depends, "libc6 (>= 2.34), libgcc-s1, libvulkan1");
        assert_eq!(found.recommends, format!("libegl1, {DRIVER}"));
    }

    #[test]
    fn what_is_unknown_makes_no_package() {
        let refused = |linked: &LinkedLibraries, opened: &[&str]| {
            relations(linked, opened.iter().copied()).unwrap_err().to_string()
        };
        let usual = linked(&["libc.so.6"], (2, 31));
        assert!(refused(&usual, &["libheard-of.so.3"]).contains("libheard-of.so.3"));
        assert!(refused(&linked(&["libssl.so.3"], (2, 31)), &[]).contains("libssl.so.3"));
        assert!(refused(&linked(&["libc.so.6"], (2, 36)), &[]).contains("glibc 2.36"));
        assert!(relations(&linked(&["libc.so.6"], (2, 35)), [].into_iter()).is_ok());
    }
}
