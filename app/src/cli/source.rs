//! A file with kernels and the case beside it, for every command that takes one.

use super::style;
use crate::disk::Disk;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use warpbench_case::{BindError, Case};
use warpbench_catalog as catalog;
use warpbench_front::Source;
use warpbench_front::{Language, rust, wgsl};
use warpbench_simulate::SimulateError;

/// The file that a target means; nothing where it is the name of a kernel.
pub(super) fn file(target: &str) -> Option<&Path> {
    let path = Path::new(target);
    let is_text = path.extension().is_some_and(|ending| ending == "wgsl" || ending == "rs");
    let is_name = catalog::find(target).is_ok();
    (is_text || !is_name && path.is_file()).then_some(path)
}

pub(super) fn read(path: &Path) -> Result<Source> {
    let text =
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Source { path: path.display().to_string(), text })
}

/// The case of a file: the one that is named, or the one beside it. What the
/// command line says of the block goes before what the case says.
pub(super) fn case_of(
    source: &Source,
    named: Option<&Path>,
    block: Option<[u32; 3]>,
    most_bytes: u64,
) -> Result<Case> {
    check_block(source, block)?;
    let path = match named {
        Some(path) => path.to_owned(),
        None => sibling_case(source)?,
    };
    let mut case = Case::load(&path, most_bytes, &Disk).map_err(SimulateError::from)?;
    case.block = block.or(case.block);
    Ok(case)
}

/// A kernel in WGSL is not told its block.
pub(super) fn check_block(source: &Source, block: Option<[u32; 3]>) -> Result<()> {
    if block.is_some() && Language::of(&source.path) == Language::Wgsl {
        bail!(
            "--block is for kernels in Rust; a kernel in WGSL says its own block, by \
             @workgroup_size"
        );
    }
    Ok(())
}

/// The case beside a file. Where there is none, the error has one to start from.
fn sibling_case(source: &Source) -> Result<PathBuf> {
    let case = Path::new(&source.path).with_extension("toml");
    if case.is_file() {
        return Ok(case);
    }
    let (skeleton, mark) = match Language::of(&source.path) {
        Language::Wgsl => {
            let checked = wgsl::check(&source.text, &source.path).map_err(SimulateError::from)?;
            (warpbench_case::skeleton(&checked), "@compute @workgroup_size(64)")
        }
        Language::Rust => {
            let program = rust::read(&source.text, &source.path).map_err(SimulateError::from)?;
            (warpbench_case::skeleton_rust(&program), "#[kernel]")
        }
    };
    let Some(skeleton) = skeleton else {
        let none = BindError::NoKernel { path: source.path.clone(), mark };
        return Err(SimulateError::from(none).into());
    };
    bail!(
        "{} has no case: a file that says how to launch the kernel, on what, and what must come \
         out.\n{} was looked for; --case names another. Here is one to start from:\n\n{skeleton}",
        source.path,
        case.display(),
    )
}

/// Prints an error. What a parser says of a text has its own heading, and is
/// coloured as compilers do it.
pub(super) fn print_error(error: &anyhow::Error) {
    match error.downcast_ref::<SimulateError>() {
        Some(rendered)
            if rendered.is_of_text() || matches!(rendered, SimulateError::Compile { .. }) =>
        {
            let rendered = rendered.to_string();
            let text = rendered.trim();
            let heading = if text.starts_with("error") { "" } else { "error: " };
            eprintln!("{}", style::diagnostics(&format!("{heading}{text}")));
        }
        _ => eprintln!("error: {error:#}"),
    }
}

/// Threads of a block: one to three numbers with commas between them.
pub(super) fn parse_block(text: &str) -> Result<[u32; 3], String> {
    let bad = || format!("`{text}` is no block; one looks like 256, 16,16 or 8,8,4");
    let numbers: Option<Vec<u32>> = text
        .split(',')
        .map(|number| number.trim().parse().ok().filter(|&threads| threads > 0))
        .collect();
    match numbers.as_deref() {
        Some(&[x]) => Ok([x, 1, 1]),
        Some(&[x, y]) => Ok([x, y, 1]),
        Some(&[x, y, z]) => Ok([x, y, z]),
        _ => Err(bad()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_kernels_or_files() {
        let check = |target: &str, is_file: bool| {
            assert_eq!(file(target).is_some(), is_file, "{target}");
        };
        check("vecadd", false);
        check("vecad", false);
        check("vecadd.wgsl", true);
        check("gone/x.wgsl", true);
        check("gone/x.rs", true);
        check("Cargo.toml", true);
        check("src", false);
    }

    #[test]
    fn blocks_are_one_to_three_numbers() {
        let check = |text: &str, expected: Option<[u32; 3]>| {
            assert_eq!(parse_block(text).ok(), expected, "{text:?}");
        };
        check("256", Some([256, 1, 1]));
        check("16,8", Some([16, 8, 1]));
        check("8, 4, 2", Some([8, 4, 2]));
        check("0", None);
        check("", None);
        check("1,2,3,4", None);
        check("8,", None);
        check("-1", None);
        check("4294967296", None);
    }
}
