//! `assets/ptx/manifest.toml`: from which sources and by which compiler the
//! committed PTX was made, and what each kernel needs of the hardware.
//!
//! The hash of all sources is that of their list, as `sha256sum` prints it:
//! one line `hash  path` per file, sorted by path. Line endings are those of
//! Unix before anything is hashed, so that a checkout on Windows agrees.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{compile::Ptx, families::Families};
use crate::workspace::Workspace;

pub(crate) const PATH: &str = "assets/ptx/manifest.toml";

/// The folders whose files decide about the PTX.
const SOURCE_FOLDERS: [&str; 2] = ["gpu-kernels/device-std", "gpu-kernels/src"];

/// Contents of the manifest. Everything is sorted, so that the same build
/// always writes the same file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Manifest {
    /// The code generator, `llvm` or `nvvm`.
    pub(crate) codegen: String,
    /// The oldest architecture that the PTX runs on.
    pub(crate) target: String,
    /// The first line of `rustc -vV`.
    pub(crate) rustc: String,
    /// The version of LLVM.
    pub(crate) llvm: String,
    /// The ptxas that measured the kernels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ptxas: Option<String>,
    /// The hash over all sources.
    pub(crate) source_sha256: String,
    /// The hash of each source.
    pub(crate) sources: BTreeMap<String, String>,
    /// The PTX files, by family.
    pub(crate) families: BTreeMap<String, Family>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Family {
    /// The hash of the file.
    pub(crate) sha256: String,
    /// What ptxas said of its kernels on each architecture; empty for each
    /// while nobody has asked it.
    pub(crate) kernels: BTreeMap<String, BTreeMap<String, Resources>>,
}

/// What one thread, or for shared memory one block, needs on an architecture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Resources {
    /// Registers per thread.
    pub(crate) registers: u32,
    /// Shared memory per block that the kernel itself declares.
    pub(crate) shared_bytes: u32,
    /// Local memory per thread.
    pub(crate) stack_bytes: u32,
    /// Bytes stored to and loaded from local memory because registers ran out.
    pub(crate) spill_bytes: u32,
}

/// Measurements by kernel and architecture.
pub(crate) type Measurements = BTreeMap<String, BTreeMap<String, Resources>>;

impl Manifest {
    /// Reads the committed manifest; `None` where there is none yet.
    pub(crate) fn read(workspace: &Workspace) -> Result<Option<Manifest>> {
        let path = workspace.path(PATH);
        if !path.exists() {
            return Ok(None);
        }
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {PATH}"))?;
        toml::from_str(&text).map(Some).with_context(|| {
            format!("{PATH} cannot be understood; write it anew with `cargo xtask ptx`")
        })
    }

    /// The text of the file.
    pub(crate) fn to_text(&self) -> Result<String> {
        let text = toml::to_string(self).context("cannot write the manifest as TOML")?;
        Ok(format!("# Written by `cargo xtask ptx`.\n\n{text}"))
    }

    /// Takes over what an earlier manifest says of kernels whose PTX has not
    /// changed since. Without ptxas at hand this keeps what it once measured.
    pub(crate) fn keep_measurements(&mut self, earlier: &Manifest) {
        let mut kept = false;
        for (name, family) in &mut self.families {
            if let Some(old) = earlier.families.get(name).filter(|old| old.sha256 == family.sha256)
            {
                family.kernels.clone_from(&old.kernels);
                kept = true;
            }
        }
        if kept {
            self.ptxas.clone_from(&earlier.ptxas);
        }
    }

    pub(crate) fn record(&mut self, ptxas: &str, measurements: &Measurements) {
        self.ptxas = Some(ptxas.to_owned());
        for family in self.families.values_mut() {
            for (kernel, resources) in &mut family.kernels {
                *resources = measurements.get(kernel).cloned().unwrap_or_default();
            }
        }
    }
}

/// The PTX files as the manifest lists them, not yet measured.
pub(crate) fn describe(families: &Families, ptx: &Ptx) -> BTreeMap<String, Family> {
    families
        .iter()
        .map(|(name, kernels)| {
            let family = Family {
                sha256: sha256(ptx.get(name).map_or("", String::as_str)),
                kernels: kernels.iter().map(|kernel| (kernel.clone(), BTreeMap::new())).collect(),
            };
            (name.clone(), family)
        })
        .collect()
}

/// The hash of each file that decides about the PTX.
pub(crate) fn hash_sources(workspace: &Workspace) -> Result<BTreeMap<String, String>> {
    let mut sources = BTreeMap::new();
    for folder in SOURCE_FOLDERS {
        hash_folder(&workspace.path(folder), folder, &mut sources)?;
    }
    ensure!(!sources.is_empty(), "gpu-kernels has no sources");
    Ok(sources)
}

fn hash_folder(folder: &Path, name: &str, sources: &mut BTreeMap<String, String>) -> Result<()> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    for entry in entries {
        let entry = entry.with_context(|| format!("cannot read {}", folder.display()))?;
        let path = entry.path();
        let name = format!("{name}/{}", entry.file_name().to_string_lossy());
        if path.is_dir() {
            if !name.ends_with("/target") {
                hash_folder(&path, &name, sources)?;
            }
        } else if name.ends_with(".rs") || name.ends_with("/Cargo.toml") {
            let text = fs::read_to_string(&path)
                .with_context(|| format!("cannot read {}", path.display()))?;
            sources.insert(name, sha256(&text));
        }
    }
    Ok(())
}

/// The hash over all sources, from those of each.
pub(crate) fn combined_hash(sources: &BTreeMap<String, String>) -> String {
    let list: String = sources.iter().map(|(path, hash)| format!("{hash}  {path}\n")).collect();
    sha256(&list)
}

/// SHA-256 of a text with Unix line endings, in hexadecimal.
pub(crate) fn sha256(text: &str) -> String {
    let digest = Sha256::digest(text.replace("\r\n", "\n").as_bytes());
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// How the sources differ from those that the manifest lists, one sentence for
/// each file.
pub(crate) fn compare_sources(
    recorded: &BTreeMap<String, String>,
    current: &BTreeMap<String, String>,
) -> Vec<String> {
    let files: BTreeSet<&String> = recorded.keys().chain(current.keys()).collect();
    files
        .into_iter()
        .filter_map(|file| match (recorded.get(file), current.get(file)) {
            (Some(old), Some(new)) if old == new => None,
            (Some(_), Some(_)) => Some(format!("{file} has changed since the PTX was made")),
            (None, _) => Some(format!("{file} is new since the PTX was made")),
            (Some(_), None) => Some(format!("{file} is gone since the PTX was made")),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(entries: &[(&str, &str)]) -> BTreeMap<String, String> {
        entries.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
    }

    fn manifest(ptx_hash: &str, registers: Option<u32>) -> Manifest {
        let resources = registers
            .map(|registers| ("sm_75".to_owned(), Resources { registers, ..Resources::default() }));
        let kernels = BTreeMap::from([("vecadd".to_owned(), resources.into_iter().collect())]);
        Manifest {
            codegen: "llvm".into(),
            target: "sm_75".into(),
            rustc: "rustc 1.96.0".into(),
            llvm: "22.1.8".into(),
            ptxas: registers.map(|_| "V12.9.86".into()),
            source_sha256: "0".into(),
            sources: table(&[("gpu-kernels/src/lib.rs", "1")]),
            families: BTreeMap::from([(
                "vecadd".into(),
                Family { sha256: ptx_hash.into(), kernels },
            )]),
        }
    }

    #[test]
    fn differences_name_the_file() {
        let recorded = table(&[("a.rs", "1"), ("b.rs", "2"), ("gone.rs", "3")]);
        let current = table(&[("a.rs", "1"), ("b.rs", "9"), ("new.rs", "4")]);
        assert_eq!(
            compare_sources(&recorded, &current),
            [
                "b.rs has changed since the PTX was made",
                "gone.rs is gone since the PTX was made",
                "new.rs is new since the PTX was made",
            ]
        );
        assert!(compare_sources(&recorded, &recorded).is_empty());
    }

    #[test]
    fn hashes_ignore_line_endings_and_nothing_else() {
        assert_eq!(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_eq!(sha256("a\r\nb\n"), sha256("a\nb\n"));
        assert_ne!(sha256("a\rb\n"), sha256("a\nb\n"));
        assert_ne!(sha256("a\nb"), sha256("a\nb\n"));
        assert_ne!(combined_hash(&table(&[("a", "1")])), combined_hash(&table(&[("b", "1")])));
    }

    #[test]
    fn a_manifest_survives_being_written_and_read() {
        for manifest in [manifest("ab", None), manifest("ab", Some(12))] {
            let text = manifest.to_text().unwrap();
            assert_eq!(toml::from_str::<Manifest>(&text).unwrap(), manifest, "{text}");
        }
    }

    #[test]
    fn measurements_stay_only_while_the_ptx_does() {
        let cases = [("ab", true), ("cd", false)];
        for (hash, kept) in cases {
            let mut new = manifest(hash, None);
            new.keep_measurements(&manifest("ab", Some(12)));
            assert_eq!(new == manifest("ab", Some(12)), kept, "{hash}");
            assert_eq!(new.ptxas.is_some(), kept, "{hash}");
        }
    }
}
