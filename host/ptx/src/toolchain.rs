//! The compiler that turns kernels into PTX.
//!
//! It takes a rustc with the source of its library, because `core` has to be
//! compiled for the GPU, and LLVM's `opt` and `llc` of the same major version,
//! because they read what that rustc writes. Debian has all of it as packages:
//! rust-web-src unpacks the library to /usr/src and puts a link where rustc's
//! sysroot has it. Rustup has it as the components rust-src and llvm-tools.

use std::{
    collections::BTreeMap,
    env, fmt,
    path::{Path, PathBuf},
    process::Command,
};

use thiserror::Error;

use crate::{distribution::Family, process, rustc};

/// The oldest release of rustc that compiles the kernels.
const OLDEST_RELEASE: (u32, u32) = (1, 95);

/// Debian's packages, but for LLVM's, whose name holds the version.
pub const DEBIAN_PACKAGES: [&str; 2] = ["rustc-web", "rust-web-src"];

/// The origin of a toolchain from [`DEBIAN_PACKAGES`].
pub const DEBIAN: &str = "Debian's packages";

#[derive(Clone, Debug)]
pub struct Toolchain {
    /// Where it comes from, for messages.
    pub origin: &'static str,
    pub rustc: PathBuf,
    /// The folder with the sources of `core` and the other crates of Rust's
    /// library.
    pub library: PathBuf,
    /// LLVM's optimiser.
    pub opt: PathBuf,
    /// LLVM's code generator.
    pub llc: PathBuf,
    /// What decides about the PTX that comes out.
    pub version: Version,
}

/// What decides about the PTX that comes out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// The first line of `rustc -vV`.
    pub rustc: String,
    /// The version of LLVM that `opt` and `llc` are.
    pub llvm: String,
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} with LLVM {}", self.rustc, self.llvm)
    }
}

/// A piece that a toolchain lacks, and how to get it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// The piece, as in "no `opt` of LLVM 22".
    pub what: String,
    /// A command that installs it, or another way to get it.
    pub remedy: String,
}

/// There is no complete toolchain: what each that was found lacks, by origin.
#[derive(Clone, Debug, Default, Error, PartialEq, Eq)]
#[error("{}", describe(.0))]
pub struct Incomplete(pub BTreeMap<&'static str, Vec<Missing>>);

#[derive(Clone, Debug)]
pub struct Survey {
    /// The toolchains that can compile kernels, best first.
    pub complete: Vec<Toolchain>,
    pub incomplete: Incomplete,
}

/// Where a toolchain may be.
struct Candidate {
    origin: &'static str,
    rustc: PathBuf,
    llvm_bin: Option<PathBuf>,
    /// How to install rustc, its library's source, and LLVM's tools, in which
    /// `{}` stands for LLVM's major version.
    remedies: [&'static str; 3],
}

impl Survey {
    /// Looks for compilers on this machine.
    pub fn of_this_machine() -> Survey {
        let mut complete = Vec::new();
        let mut incomplete = BTreeMap::new();
        for candidate in candidates() {
            // Nobody outside Debian is helped by the names of its packages.
            let foreign = candidate.origin == DEBIAN && Family::here() != Family::Debian;
            match examine(&candidate) {
                Ok(toolchain) => complete.push(toolchain),
                Err(_) if foreign => {}
                Err(missing) => {
                    incomplete.insert(candidate.origin, missing);
                }
            }
        }
        Survey { complete, incomplete: Incomplete(incomplete) }
    }

    /// The toolchain to use: of several, the one that is wanted.
    pub fn choose(self, wanted: Option<&Version>) -> Result<Toolchain, Incomplete> {
        let at = self.complete.iter().position(|toolchain| Some(&toolchain.version) == wanted);
        self.complete.into_iter().nth(at.unwrap_or(0)).ok_or(self.incomplete)
    }
}

/// Whether the environment chooses the compiler.
pub fn is_overridden() -> bool {
    ["WARPBENCH_RUSTC", "WARPBENCH_LLVM_BIN"].iter().any(|name| env::var_os(name).is_some())
}

/// The major version of LLVM that a rustc was built with.
pub fn llvm_of(rustc: &Path) -> Option<String> {
    let about = process::output(rustc::undisturbed(rustc).arg("-vV")).ok()?;
    Some(major(field(&about, "LLVM version")?).to_owned())
}

fn candidates() -> Vec<Candidate> {
    let llvm_bin = env::var_os("WARPBENCH_LLVM_BIN").map(PathBuf::from);
    if let Some(rustc) = env::var_os("WARPBENCH_RUSTC").map(PathBuf::from) {
        return vec![Candidate {
            origin: "the compiler that WARPBENCH_RUSTC names",
            rustc,
            llvm_bin,
            remedies: [
                "let WARPBENCH_RUSTC name the program",
                "install it for that compiler",
                "let WARPBENCH_LLVM_BIN name the folder with `opt` and `llc` of LLVM {}",
            ],
        }];
    }
    let mut candidates = vec![Candidate {
        origin: DEBIAN,
        rustc: "/usr/bin/rustc".into(),
        llvm_bin: llvm_bin.clone(),
        remedies: [
            "apt-get install rustc-web",
            "apt-get install rust-web-src",
            "apt-get install llvm-{}",
        ],
    }];
    // The program that rustup puts into PATH only chooses the real one, which
    // knows where it lives.
    let sysroot = process::output(Command::new("rustc").args(["--print", "sysroot"]));
    if let Ok(sysroot) = sysroot.as_deref().map(str::trim).map(Path::new)
        && sysroot != Path::new("/usr")
    {
        candidates.push(Candidate {
            origin: "rustup's toolchain",
            rustc: process::executable(&sysroot.join("bin"), "rustc"),
            llvm_bin,
            remedies: [
                "rustup update stable",
                "rustup component add rust-src",
                "rustup component add llvm-tools",
            ],
        });
    }
    candidates
}

fn examine(candidate: &Candidate) -> Result<Toolchain, Vec<Missing>> {
    let [rustc_remedy, source_remedy, llvm_remedy] = candidate.remedies;
    let lacks = |what: String, remedy: &str| Missing { what, remedy: remedy.to_owned() };

    let about =
        process::output(rustc::undisturbed(&candidate.rustc).arg("-vV")).unwrap_or_default();
    let Some(release) = field(&about, "release") else {
        let what = format!("no rustc at {}", candidate.rustc.display());
        return Err(vec![lacks(what, rustc_remedy)]);
    };
    if !is_recent(release) {
        let (major, minor) = OLDEST_RELEASE;
        let what = format!("rustc {release} is too old, {major}.{minor} is needed");
        return Err(vec![lacks(what, rustc_remedy)]);
    }

    let mut missing = Vec::new();
    let sysroot =
        process::output(rustc::undisturbed(&candidate.rustc).args(["--print", "sysroot"]));
    let rustlib = Path::new(sysroot.as_deref().unwrap_or_default().trim()).join("lib/rustlib");
    let library = rustlib.join("src/rust/library");
    if !library.join("core/src/lib.rs").is_file() {
        let what = format!("no source of the library in {}", library.display());
        missing.push(lacks(what, source_remedy));
    }

    let llvm = major(field(&about, "LLVM version").unwrap_or_default());
    let own_tools = rustlib.join(field(&about, "host").unwrap_or_default()).join("bin");
    let mut tool = |name: &str| {
        let found = llvm_tool(name, llvm, candidate.llvm_bin.as_deref(), &own_tools);
        if found.is_none() {
            missing.push(lacks(
                format!("no `{name}` of LLVM {llvm}"),
                &llvm_remedy.replace("{}", llvm),
            ));
        }
        found
    };
    let (opt, llc) = (tool("opt"), tool("llc"));
    match (opt, llc) {
        (Some((opt, version)), Some((llc, _))) if missing.is_empty() => Ok(Toolchain {
            origin: candidate.origin,
            rustc: candidate.rustc.clone(),
            library,
            opt,
            llc,
            version: Version {
                rustc: about.lines().next().unwrap_or_default().to_owned(),
                llvm: version,
            },
        }),
        _ => Err(missing),
    }
}

/// One of LLVM's tools in the major version that rustc has, and its version.
fn llvm_tool(
    name: &str,
    wanted: &str,
    chosen: Option<&Path>,
    own_tools: &Path,
) -> Option<(PathBuf, String)> {
    let places = match chosen {
        Some(folder) => vec![process::executable(folder, name)],
        None => [
            Some(process::executable(own_tools, name)),
            Some(process::executable(Path::new(&format!("/usr/lib/llvm-{wanted}/bin")), name)),
            process::find_in_path(&format!("{name}-{wanted}")),
            process::find_in_path(name),
        ]
        .into_iter()
        .flatten()
        .collect(),
    };
    places.into_iter().find_map(|path| {
        let about = process::output(Command::new(&path).arg("--version")).ok()?;
        let version = about.split_once("LLVM version ")?.1.split_whitespace().next()?;
        (major(version) == wanted).then(|| (path, version.to_owned()))
    })
}

/// The value behind a name in what `rustc -vV` prints.
fn field<'a>(about: &'a str, name: &str) -> Option<&'a str> {
    about.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}

fn major(version: &str) -> &str {
    version.split('.').next().unwrap_or_default()
}

fn is_recent(release: &str) -> bool {
    let mut parts = release.split('.').map(|part| part.parse::<u32>().unwrap_or(0));
    (parts.next().unwrap_or(0), parts.next().unwrap_or(0)) >= OLDEST_RELEASE
}

fn describe(missing: &BTreeMap<&'static str, Vec<Missing>>) -> String {
    let mut text = String::from("no complete compiler for the kernels; complete one of these:");
    for (origin, pieces) in missing {
        text.push_str(&format!("\n  {origin}:"));
        for Missing { what, remedy } in pieces {
            text.push_str(&format!("\n    {what}\n      {remedy}"));
        }
    }
    if missing.is_empty() {
        text.push_str("\n  rustup's toolchain: rustup component add rust-src llvm-tools");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const ABOUT: &str = "rustc 1.96.0 (ac68faa20 2026-05-25) (built from a source tarball)\n\
        binary: rustc\nhost: x86_64-unknown-linux-gnu\nrelease: 1.96.0\nLLVM version: 22.1.8\n";

    #[test]
    fn fields_are_found_by_their_whole_name() {
        let cases = [
            ("release", Some("1.96.0")),
            ("LLVM version", Some("22.1.8")),
            ("LLVM", None),
            ("rustc", None),
        ];
        for (name, expected) in cases {
            assert_eq!(field(ABOUT, name), expected, "{name}");
        }
    }

    #[test]
    fn releases_are_compared_as_numbers() {
        let cases =
            [("1.95.0", true), ("1.100.0", true), ("2.0.0", true), ("1.9.5", false), ("", false)];
        for (release, expected) in cases {
            assert_eq!(is_recent(release), expected, "{release}");
        }
    }

    #[test]
    fn every_missing_piece_is_named_with_its_remedy() {
        let piece = |what: &str, remedy: &str| Missing { what: what.into(), remedy: remedy.into() };
        let incomplete = Incomplete(BTreeMap::from([
            (DEBIAN, vec![piece("no rustc at /usr/bin/rustc", "apt-get install rustc-web")]),
            (
                "rustup's toolchain",
                vec![
                    piece("no source of the library", "rustup component add rust-src"),
                    piece("no `opt` of LLVM 22", "rustup component add llvm-tools"),
                ],
            ),
        ]));
        let text = incomplete.to_string();
        for expected in ["rustc-web", "rust-src", "no `opt` of LLVM 22", "llvm-tools"] {
            assert!(text.contains(expected), "{text}");
        }
    }

    #[test]
    fn a_compiler_that_is_not_there_is_what_is_missing() {
        let candidate = Candidate {
            origin: "a test",
            rustc: "/nowhere/rustc".into(),
            llvm_bin: None,
            remedies: ["get rustc", "get the source", "get LLVM"],
        };
        let missing = examine(&candidate).unwrap_err();
        assert_eq!(
            missing,
            [Missing { what: "no rustc at /nowhere/rustc".into(), remedy: "get rustc".into() }]
        );
    }
}
