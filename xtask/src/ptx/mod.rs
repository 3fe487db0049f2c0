//! `cargo xtask ptx`: the road from the kernels' Rust to the PTX in `assets/ptx`.
//!
//! The road itself is the crate `warpbench-ptx`, which the workbench takes too.
//! The PTX is committed, so nobody needs this compiler to use the workbench.
//! Beside it stands a manifest that says what it was made from; `--check`
//! compares the two with the sources.

mod check;
mod compile;
mod families;
mod lines;
mod manifest;
mod nvvm;
pub(crate) mod ptxas;
pub(crate) mod toolchain;

use std::{collections::BTreeMap, fs, path::PathBuf};

use anyhow::{Context, Result};
use warpbench_ptx::toolchain::Version;

use self::{
    compile::Ptx,
    families::Families,
    manifest::{Manifest, Measurements},
    ptxas::Ptxas,
};
use crate::workspace::{Workspace, write_atomically};

pub(crate) use self::{check::check, families::in_sources as families};

/// The architecture that the PTX is made for. Every driver since then can
/// translate it for its own GPU.
const TARGET: &str = "sm_75";

/// The folder of the committed PTX.
const FOLDER: &str = "assets/ptx";

/// Compiles the kernels with rustc's own back end and writes PTX and manifest.
pub(crate) fn build(workspace: &Workspace) -> Result<()> {
    let earlier = Manifest::read(workspace).unwrap_or_default();
    let toolchain = toolchain::find(earlier.as_ref().map(version_of).as_ref())?;
    println!("compiling the kernels with {} ({})", toolchain.version, toolchain.origin);
    let families = families::in_sources(workspace)?;
    let sources = manifest::hash_sources(workspace)?;
    let ptx = compile::compile(workspace, &toolchain, &families, &[])?;
    for (family, table) in lines::tables(workspace, &toolchain, &families, &ptx)? {
        write_atomically(&workspace.path(lines::lines_file_of(&family)), &table)?;
    }
    finish(workspace, "llvm", toolchain.version, sources, &families, &ptx)
}

/// Compiles the kernels with Rust-CUDA's code generator and writes PTX and
/// manifest.
pub(crate) fn build_with_nvvm(workspace: &Workspace) -> Result<()> {
    let families = families::in_sources(workspace)?;
    let sources = manifest::hash_sources(workspace)?;
    let (ptx, version) = nvvm::compile(workspace, &families)?;
    // Nobody knows which lines that code comes from.
    for family in ptx.keys() {
        let empty = lines::written(&lines::source_of(family), &[]);
        write_atomically(&workspace.path(lines::lines_file_of(family)), &empty)?;
    }
    finish(workspace, "nvvm", version, sources, &families, &ptx)
}

/// Measures the kernels where that is possible, and writes everything.
fn finish(
    workspace: &Workspace,
    codegen: &str,
    version: Version,
    sources: BTreeMap<String, String>,
    families: &Families,
    ptx: &Ptx,
) -> Result<()> {
    let mut manifest = Manifest {
        codegen: codegen.to_owned(),
        target: TARGET.to_owned(),
        rustc: version.rustc,
        llvm: version.llvm,
        ptxas: None,
        source_sha256: manifest::combined_hash(&sources),
        sources,
        families: manifest::describe(families, ptx),
    };
    match Ptxas::find(workspace) {
        Ok(ptxas) => {
            let measurements = ptxas.measure(ptx)?;
            manifest.record(&ptxas.version, &measurements);
            print_table(families, &measurements);
            for spill in ptxas::spills(&measurements) {
                eprintln!("warning: {spill}");
            }
        }
        Err(error) => {
            eprintln!("note: registers were not measured: {error:#}");
            if let Some(earlier) = Manifest::read(workspace).unwrap_or_default() {
                manifest.keep_measurements(&earlier);
            }
        }
    }

    for (family, text) in ptx {
        write_atomically(&workspace.path(file_of(family)), text)?;
    }
    for stray in committed_stems(workspace)?.into_iter().filter(|stem| !ptx.contains_key(stem)) {
        let path = workspace.path(file_of(&stray));
        fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        // A table that is gone already is just as well.
        let _ = fs::remove_file(workspace.path(lines::lines_file_of(&stray)));
        println!("removed {}: the family is gone", file_of(&stray));
    }
    // The manifest comes last: an interrupted run then fails `--check`.
    write_atomically(&workspace.path(manifest::PATH), &manifest.to_text()?)?;
    let kernels: usize = families.values().map(Vec::len).sum();
    println!("{kernels} kernels of {} families are in {FOLDER}", families.len());
    Ok(())
}

/// The compiler that a manifest names.
fn version_of(manifest: &Manifest) -> Version {
    Version { rustc: manifest.rustc.clone(), llvm: manifest.llvm.clone() }
}

fn file_of(family: &str) -> String {
    format!("{FOLDER}/{family}.ptx")
}

/// The names of the committed PTX files without their ending, sorted.
fn committed_stems(workspace: &Workspace) -> Result<Vec<String>> {
    let folder = workspace.path(FOLDER);
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let entries: Vec<PathBuf> = fs::read_dir(&folder)
        .and_then(|entries| entries.map(|entry| entry.map(|entry| entry.path())).collect())
        .with_context(|| format!("cannot read {FOLDER}"))?;
    let mut stems: Vec<String> = entries
        .iter()
        .filter(|path| path.extension().is_some_and(|ending| ending == "ptx"))
        .filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()))
        .collect();
    stems.sort();
    Ok(stems)
}

/// Registers on each architecture, and what else a kernel needs.
fn print_table(families: &Families, measurements: &Measurements) {
    let heads: String = ptxas::ARCHITECTURES.iter().map(|name| format!("{name:>8}")).collect();
    println!("{:<34}{heads}", "registers per thread on");
    for kernel in families.values().flatten() {
        let Some(resources) = measurements.get(kernel) else { continue };
        let registers: String = ptxas::ARCHITECTURES
            .iter()
            .map(|name| format!("{:>8}", resources.get(*name).map_or(0, |found| found.registers)))
            .collect();
        let most =
            |of: fn(&manifest::Resources) -> u32| resources.values().map(of).max().unwrap_or(0);
        let notes: String = [
            (most(|found| found.shared_bytes), "B shared"),
            (most(|found| found.stack_bytes), "B local memory"),
            (most(|found| found.spill_bytes), "B spilled"),
        ]
        .iter()
        .filter(|(bytes, _)| *bytes > 0)
        .map(|(bytes, what)| format!("  {bytes} {what}"))
        .collect();
        println!("{kernel:<34}{registers}{notes}");
    }
}
