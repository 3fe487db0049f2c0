//! ELF headers: what a binary asks of the system that it starts on.

use std::{collections::BTreeSet, path::Path, process::Command};

use anyhow::{Context, Result};

use crate::process;

/// A release of the C library.
pub(super) type GlibcRelease = (u32, u32);

/// What stands in a binary's header.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct LinkedLibraries {
    /// The libraries without which it does not start.
    pub(super) names: BTreeSet<String>,
    /// The newest release of the C library that one of its symbols came with.
    pub(super) glibc: Option<GlibcRelease>,
}

/// Reads the header.
pub(super) fn linked(binary: &Path) -> Result<LinkedLibraries> {
    let text = process::output(Command::new("objdump").arg("-p").arg(binary))
        .context("cannot read what the binary is linked with; is binutils installed?")?;
    Ok(parse(&text))
}

fn parse(text: &str) -> LinkedLibraries {
    let mut found = LinkedLibraries::default();
    for line in text.lines() {
        let mut words = line.split_whitespace();
        let (first, last) = (words.next(), words.last());
        if let (Some("NEEDED"), Some(name)) = (first, last) {
            found.names.insert(name.to_owned());
        }
        found.glibc = found.glibc.max(last.and_then(release));
    }
    found
}

/// The release in `GLIBC_2.34` or `GLIBC_2.2.5`.
fn release(symbol: &str) -> Option<GlibcRelease> {
    let mut numbers = symbol.strip_prefix("GLIBC_")?.split('.');
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

/// Names of shared libraries that stand in a binary: those that it opens by itself
/// while it runs.
pub(super) fn library_names(bytes: &[u8]) -> BTreeSet<String> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"._+-".contains(byte);
    let words = bytes.split(|byte| !is_part(byte)).filter(|word| word.len() > 6);
    words.filter_map(|word| std::str::from_utf8(word).ok()).flat_map(names_in).collect()
}

/// Names that stand in a word. Texts lie side by side in a binary without anything
/// between them: `libX11.so.6libX11.so` has two names.
fn names_in(word: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = word;
    while let Some(end) = rest.find(".so") {
        let start = rest[..end].rfind("lib");
        let behind = &rest[end + 3..];
        let version: String = behind
            .split_inclusive('.')
            .scan(true, |goes_on, part| {
                let digits = part.trim_end_matches('.');
                let fits = *goes_on && digits.bytes().all(|byte| byte.is_ascii_digit());
                *goes_on = fits;
                fits.then_some(part)
            })
            .collect();
        // The digits may be followed by the next text.
        let tail = behind[version.len()..].bytes().take_while(u8::is_ascii_digit).count();
        let length = version.len() + if version.ends_with('.') { tail } else { 0 };
        let version = behind[..length].trim_end_matches('.');
        if let Some(start) = start.filter(|start| end - start > 3) {
            names.push(format!("{}.so{version}", &rest[start..end]));
        }
        rest = behind;
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_is_understood() {
        let text = "Dynamic Section:\n  NEEDED               libgcc_s.so.1\n  \
                    NEEDED               libc.so.6\n  FLAGS 0x8\n\nVersion References:\n  \
                    required from libc.so.6:\n    0x0d696918 0x00 05 GLIBC_2.2.5\n    \
                    0x069691b4 0x00 02 GLIBC_2.34\n    0x09691974 0x00 03 GLIBC_2.4\n  \
                    required from libgcc_s.so.1:\n    0x0b792650 0x00 07 GCC_3.0\n";
        let found = parse(text);
        assert_eq!(found.names.iter().collect::<Vec<_>>(), ["libc.so.6", "libgcc_s.so.1"]);
        assert_eq!(found.glibc, Some((2, 34)));
        assert_eq!(parse(""), LinkedLibraries::default());
    }

    #[test]
    fn names_are_found_between_other_bytes() {
        let check = |bytes: &[u8], expected: &[&str]| {
            let found = library_names(bytes);
            assert_eq!(found.iter().collect::<Vec<_>>(), expected, "{bytes:?}");
        };
        check(b"\0libvulkan.so.1\0", &["libvulkan.so.1"]);
        check(b"\0libX11.so.6libX11.so\0", &["libX11.so", "libX11.so.6"]);
        check(b"cannot open libEGL.so.1: no", &["libEGL.so.1"]);
        check(b"/usr/lib/libwayland-client.so.0", &["libwayland-client.so.0"]);
        check(b"libcuda.so.1libcuda.sonext", &["libcuda.so", "libcuda.so.1"]);
        check(b"also something.so, library", &[]);
    }
}
