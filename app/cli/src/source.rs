//! A file with kernels, for every command that takes one.

use super::style;
use anyhow::{Context, Result, bail};
use std::path::Path;
use warpbench_case::BindError;
use warpbench_catalog as catalog;
use warpbench_codes::Code;
use warpbench_front::{Language, Source};
use warpbench_simulate::SimulateError;

/// The file that a target means; nothing where it is the name of a kernel.
pub(super) fn file(target: &str) -> Option<&Path> {
    let path = Path::new(target);
    let is_text = path.extension().is_some_and(|ending| ending == "wgsl" || ending == "rs");
    let is_name = catalog::find(target).is_ok();
    (is_text || !is_name && path.is_file()).then_some(path)
}

/// The text of a file for which cases are to be written.
pub(super) fn to_start(target: &str) -> Result<Source> {
    match file(target) {
        Some(path) => read(path),
        None => bail!("--init is for a file of Rust or WGSL, and {target} is none"),
    }
}

pub(super) fn read(path: &Path) -> Result<Source> {
    let text =
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Source { path: path.display().to_string(), text })
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

/// The codes of the mistakes that an error tells of.
pub(super) fn codes_of(error: &anyhow::Error) -> Vec<Code> {
    match error.downcast_ref::<SimulateError>() {
        Some(SimulateError::Bind(BindError::Source(error))) => {
            error.diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
        }
        _ => Vec::new(),
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
