//! `cargo xtask ptx --check`: whether the committed PTX is what the sources give.
//!
//! Everything that can be told without a compiler comes first. The two parts
//! that need tools, compiling again and assembling, say so when they have to be
//! skipped.

use std::{collections::BTreeMap, fs};

use anyhow::{Context, Result, bail};

use super::{
    committed_stems,
    compile::{self, Ptx},
    families::{self, Families},
    file_of, lines,
    manifest::{self, Manifest, Measurements},
    ptxas::{self, Ptxas},
    toolchain, version_of,
};
use crate::workspace::Workspace;

/// How many lines of a file that differs are shown.
const SHOWN_LINES: usize = 6;

/// Fails with one sentence for each thing that is not as it should be.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    let Some(manifest) = Manifest::read(workspace)? else {
        bail!("{} is missing; make it with `cargo xtask ptx`", manifest::PATH);
    };
    let families = families::in_sources(workspace)?;
    let committed = read_committed(workspace)?;

    let mut problems = compare_hashes(workspace, &manifest, &families, &committed)?;
    if problems.is_empty() {
        println!("sources, manifest and {} PTX files agree", committed.len());
    }

    match compare_rebuilt(workspace, &manifest, &families, &committed)? {
        Part::Done(found) => problems.extend(found),
        Part::Skipped(why) => println!("skipped: compiling the kernels again: {why}"),
    }
    match compare_resources(workspace, &manifest, &committed)? {
        Part::Done(found) => problems.extend(found),
        Part::Skipped(why) => println!("skipped: assembling the kernels: {why}"),
    }

    if problems.is_empty() {
        return Ok(());
    }
    for problem in &problems {
        eprintln!("error: {problem}");
    }
    bail!(
        "assets/ptx: {} things are not as they should be; `cargo xtask ptx` compiles the sources anew",
        problems.len()
    )
}

/// A part of the check that needs a tool.
enum Part {
    Done(Vec<String>),
    Skipped(String),
}

fn read_committed(workspace: &Workspace) -> Result<Ptx> {
    committed_stems(workspace)?
        .into_iter()
        .map(|stem| {
            let file = file_of(&stem);
            let text = fs::read_to_string(workspace.path(&file))
                .with_context(|| format!("cannot read {file}"))?;
            Ok((stem, text))
        })
        .collect()
}

/// All that can be told without a compiler.
fn compare_hashes(
    workspace: &Workspace,
    manifest: &Manifest,
    families: &Families,
    committed: &Ptx,
) -> Result<Vec<String>> {
    let mut problems =
        manifest::compare_sources(&manifest.sources, &manifest::hash_sources(workspace)?);
    problems.extend(compare_files(manifest, families, committed));
    Ok(problems)
}

/// Compares sources, manifest and files by names and hashes.
fn compare_files(manifest: &Manifest, families: &Families, committed: &Ptx) -> Vec<String> {
    let mut problems = Vec::new();
    if manifest.source_sha256 != manifest::combined_hash(&manifest.sources) {
        problems.push(format!(
            "{}: source_sha256 does not belong to the sources listed",
            manifest::PATH
        ));
    }
    for (family, text) in committed {
        let file = file_of(family);
        match manifest.families.get(family) {
            _ if !families.contains_key(family) => problems.push(format!(
                "{file} belongs to no family: gpu-kernels/src/{family}.rs has no kernel"
            )),
            None => problems.push(format!("{file} is not in {}", manifest::PATH)),
            Some(recorded) if recorded.sha256 != manifest::sha256(text) => {
                problems.push(format!(
                    "{file} was changed by hand: its hash is not that of the manifest"
                ));
            }
            Some(_) => {}
        }
    }
    for (family, kernels) in families {
        if !committed.contains_key(family) {
            problems
                .push(format!("{} is missing for gpu-kernels/src/{family}.rs", file_of(family)));
        }
        if let Some(recorded) = manifest.families.get(family) {
            let unknown = kernels.iter().filter(|kernel| !recorded.kernels.contains_key(*kernel));
            problems.extend(unknown.map(|kernel| {
                format!("gpu-kernels/src/{family}.rs: `{kernel}` is not in {}", manifest::PATH)
            }));
        }
    }
    problems
}

/// With the compiler that made the committed PTX, makes it again.
fn compare_rebuilt(
    workspace: &Workspace,
    manifest: &Manifest,
    families: &Families,
    committed: &Ptx,
) -> Result<Part> {
    if manifest.codegen != "llvm" {
        return Ok(Part::Skipped(format!(
            "the PTX was made by another code generator, {}",
            manifest.codegen
        )));
    }
    let wanted = version_of(manifest);
    let toolchain = match toolchain::find(Some(&wanted)) {
        Ok(toolchain) => toolchain,
        Err(error) => return Ok(Part::Skipped(format!("{error:#}"))),
    };
    if toolchain.version != wanted {
        return Ok(Part::Skipped(format!(
            "the PTX was made by {wanted}; at hand is {} ({})",
            toolchain.version, toolchain.origin
        )));
    }
    let rebuilt = match compile::compile(workspace, &toolchain, families, &[]) {
        Ok(rebuilt) => rebuilt,
        Err(error) => return Ok(Part::Done(vec![format!("{error:#}")])),
    };
    let mut problems = differing_files(committed, &rebuilt);
    problems.extend(match lines::tables(workspace, &toolchain, families, &rebuilt) {
        Ok(tables) => differing_tables(workspace, &tables),
        Err(error) => vec![format!("{error:#}")],
    });
    if problems.is_empty() {
        println!("compiled again with {wanted}: the same PTX and line tables");
    }
    Ok(Part::Done(problems))
}

/// One sentence, with the first lines that differ, for each file that does.
fn differing_files(committed: &Ptx, rebuilt: &Ptx) -> Vec<String> {
    rebuilt
        .iter()
        .filter_map(|(family, new)| {
            let old = committed.get(family)?.replace("\r\n", "\n");
            (old != *new).then(|| {
                format!(
                    "{} is not what the sources give:\n{}",
                    file_of(family),
                    first_difference(&old, new)
                )
            })
        })
        .collect()
}

/// One sentence for each line table that is not what the sources give.
fn differing_tables(workspace: &Workspace, tables: &Ptx) -> Vec<String> {
    tables
        .iter()
        .filter_map(|(family, new)| {
            let file = lines::lines_file_of(family);
            match fs::read_to_string(workspace.path(&file)) {
                Ok(old) if old.replace("\r\n", "\n") == *new => None,
                Ok(_) => Some(format!("{file} is not what the sources give")),
                Err(error) => Some(format!("{file} cannot be read: {error}")),
            }
        })
        .collect()
}

/// The first lines of two texts that differ, as a diff shows them.
fn first_difference(old: &str, new: &str) -> String {
    let common = old.lines().zip(new.lines()).take_while(|(old, new)| old == new).count();
    let excerpt = |text: &str, sign: char| {
        text.lines()
            .skip(common)
            .take(SHOWN_LINES)
            .map(|line| format!("  {sign}{line}\n"))
            .collect::<String>()
    };
    let text = format!("  at line {}\n{}{}", common + 1, excerpt(old, '-'), excerpt(new, '+'));
    text.trim_end().to_owned()
}

/// Assembles the committed PTX and compares what ptxas says with the manifest.
fn compare_resources(workspace: &Workspace, manifest: &Manifest, committed: &Ptx) -> Result<Part> {
    let ptxas = match Ptxas::find(workspace) {
        Ok(ptxas) => ptxas,
        Err(error) => return Ok(Part::Skipped(format!("{error:#}"))),
    };
    let measured = match ptxas.measure(committed) {
        Ok(measured) => measured,
        Err(error) => return Ok(Part::Done(vec![format!("{error:#}")])),
    };
    let mut problems = ptxas::spills(&measured);
    if manifest.ptxas.as_ref() == Some(&ptxas.version) {
        problems.extend(ptxas::differences(&recorded(manifest), &measured));
    } else {
        println!(
            "skipped: comparing registers: the manifest's are of ptxas {}, at hand is {}",
            manifest.ptxas.as_deref().unwrap_or("none"),
            ptxas.version
        );
    }
    if problems.is_empty() {
        println!(
            "assembled {} kernels for {} with ptxas {}: none spills",
            measured.len(),
            ptxas::ARCHITECTURES.join(", "),
            ptxas.version
        );
    }
    Ok(Part::Done(problems))
}

/// What the manifest says of every kernel.
fn recorded(manifest: &Manifest) -> Measurements {
    let kernels = manifest.families.values().flat_map(|family| &family.kernels);
    kernels
        .map(|(kernel, resources)| (kernel.clone(), resources.clone()))
        .collect::<BTreeMap<_, _>>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_ptx_belongs_to_the_sources() {
        let workspace = Workspace::locate().unwrap();
        let manifest = Manifest::read(&workspace).unwrap().expect("a manifest");
        let families = families::in_sources(&workspace).unwrap();
        let committed = read_committed(&workspace).unwrap();
        let problems = compare_hashes(&workspace, &manifest, &families, &committed).unwrap();
        assert!(problems.is_empty(), "run `cargo xtask ptx`: {problems:#?}");
    }

    /// A repository with one family whose manifest, source and file agree.
    fn agreeing() -> (Manifest, Families, Ptx) {
        let families = Families::from([("vecadd".to_owned(), vec!["vecadd".to_owned()])]);
        let ptx = Ptx::from([("vecadd".to_owned(), "ret;\n".to_owned())]);
        let sources = BTreeMap::from([("gpu-kernels/src/vecadd.rs".to_owned(), "1".to_owned())]);
        let manifest = Manifest {
            codegen: "llvm".into(),
            target: "sm_75".into(),
            rustc: String::new(),
            llvm: String::new(),
            ptxas: None,
            source_sha256: manifest::combined_hash(&sources),
            sources,
            families: manifest::describe(&families, &ptx),
        };
        (manifest, families, ptx)
    }

    /// What is said after the change to a repository in which all agreed.
    fn problems_after(change: impl Fn(&mut Manifest, &mut Families, &mut Ptx)) -> String {
        let (mut manifest, mut families, mut ptx) = agreeing();
        change(&mut manifest, &mut families, &mut ptx);
        compare_files(&manifest, &families, &ptx).join("\n")
    }

    #[test]
    fn each_disagreement_is_told() {
        assert_eq!(problems_after(|_, _, _| {}), "");
        // Another line ending is no disagreement.
        assert_eq!(
            problems_after(|_, _, ptx| {
                ptx.insert("vecadd".into(), "ret;\r\n".into());
            }),
            ""
        );
        assert_eq!(
            problems_after(|_, _, ptx| {
                ptx.insert("vecadd".into(), "exit;\n".into());
            }),
            "assets/ptx/vecadd.ptx was changed by hand: its hash is not that of the manifest"
        );
        assert_eq!(
            problems_after(|_, _, ptx| {
                ptx.insert("lost".into(), String::new());
            }),
            "assets/ptx/lost.ptx belongs to no family: gpu-kernels/src/lost.rs has no kernel"
        );
        assert_eq!(
            problems_after(|_, families, _| {
                families.insert("saxpy".into(), vec!["saxpy".into()]);
            }),
            "assets/ptx/saxpy.ptx is missing for gpu-kernels/src/saxpy.rs"
        );
        assert_eq!(
            problems_after(|_, families, _| {
                families.insert("vecadd".into(), vec!["vecadd".into(), "vecadd_i32".into()]);
            }),
            "gpu-kernels/src/vecadd.rs: `vecadd_i32` is not in assets/ptx/manifest.toml"
        );
        assert_eq!(
            problems_after(|manifest, _, _| manifest.source_sha256 = "0".into()),
            "assets/ptx/manifest.toml: source_sha256 does not belong to the sources listed"
        );
    }

    #[test]
    fn the_first_difference_is_shown() {
        let cases = [
            ("a\nb\nc\n", "a\nx\nc\n", "  at line 2\n  -b\n  -c\n  +x\n  +c"),
            ("a\n", "a\nb\n", "  at line 2\n  +b"),
        ];
        for (old, new, expected) in cases {
            assert_eq!(first_difference(old, new), expected);
        }
        let (_, _, ptx) = agreeing();
        assert!(differing_files(&ptx, &ptx).is_empty());
    }
}
