//! Kernel families of the sources: a family is a file in `gpu-kernels/src` with at least one
//! `#[kernel]` function. Its kernels for integers, if it has any, stand in
//! `gpu-kernels/src/integers` under the same name.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use anyhow::{Context, Result, bail, ensure};

use crate::workspace::Workspace;

/// Where families lie; the integer forms follow after the kernels they go with.
const FOLDERS: [&str; 2] = ["gpu-kernels/src", "gpu-kernels/src/integers"];

/// The kernels of each family, in the order of the source.
pub(crate) type Families = BTreeMap<String, Vec<String>>;

/// Reads the families from the sources.
pub(crate) fn in_sources(workspace: &Workspace) -> Result<Families> {
    let mut families = Families::new();
    for folder in FOLDERS {
        let folder = workspace.path(folder);
        let entries =
            fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
        for entry in entries {
            let path = entry.with_context(|| format!("cannot read {}", folder.display()))?.path();
            if path.extension().is_none_or(|ending| ending != "rs") {
                continue;
            }
            let text = fs::read_to_string(&path)
                .with_context(|| format!("cannot read {}", path.display()))?;
            let kernels = kernels_in(&text);
            if !kernels.is_empty() {
                families.entry(stem(&path)).or_default().extend(kernels);
            }
        }
    }
    ensure!(!families.is_empty(), "no file in {} has a #[kernel] function", FOLDERS[0]);
    Ok(families)
}

/// Compares what the sources promise with what the compiler made of them.
pub(crate) fn agree(families: &Families, compiled: &BTreeSet<String>) -> Result<()> {
    let expected: BTreeSet<&String> = families.values().flatten().collect();
    for (family, kernels) in families {
        for kernel in kernels {
            ensure!(
                compiled.contains(kernel),
                "gpu-kernels/src/{family}.rs has the kernel `{kernel}`, which was not compiled; \
                 is `pub mod {family};` in gpu-kernels/src/lib.rs?"
            );
        }
    }
    if let Some(kernel) = compiled.iter().find(|kernel| !expected.contains(kernel)) {
        bail!(
            "the kernel `{kernel}` was compiled, but no file directly in gpu-kernels/src or its \
             folder integers has `#[kernel]` followed by `fn {kernel}`; a kernel stands in its \
             family's file"
        );
    }
    Ok(())
}

/// The names of the functions marked `#[kernel]`.
fn kernels_in(source: &str) -> Vec<String> {
    let mut kernels = Vec::new();
    let mut marked = false;
    for line in source.lines().map(str::trim) {
        if line == "#[kernel]" || line.starts_with("#[kernel(") {
            marked = true;
        } else if marked
            && !line.starts_with("//")
            && let Some(name) = function_name(line)
        {
            kernels.push(name.to_owned());
            marked = false;
        }
    }
    kernels
}

/// The name in the first line of a function.
fn function_name(line: &str) -> Option<&str> {
    let words =
        line.strip_prefix("fn ").or_else(|| line.split_once(" fn ").map(|(_, rest)| rest))?;
    let end = words.find(|c: char| !c.is_alphanumeric() && c != '_')?;
    (end > 0).then(|| &words[..end])
}

fn stem(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_are_found_by_their_attribute() {
        let cases: [(&str, &[&str]); 6] = [
            ("#[kernel]\npub unsafe fn vecadd(a: &[f32]) {\n", &["vecadd"]),
            ("    #[kernel]\n    /// Words.\n    #[inline]\n    unsafe fn a_1<T>() {", &["a_1"]),
            (
                "#[kernel(launch)]\npub unsafe fn a(\n  n: u32) {}\n#[kernel]\nfn b() {}",
                &["a", "b"],
            ),
            // Helpers, and text about kernels, are none.
            ("pub unsafe fn block_sum(v: f32) {}\n", &[]),
            ("//! Write #[kernel] before `unsafe fn a()`.\nfn b() {}", &[]),
            ("#[kernels]\nfn a() {}", &[]),
        ];
        for (source, expected) in cases {
            assert_eq!(kernels_in(source), expected, "{source}");
        }
    }

    #[test]
    fn a_kernel_that_one_side_lacks_is_named() {
        let families = Families::from([("copy".to_owned(), vec!["copy_aos".to_owned()])]);
        let compiled = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        assert!(agree(&families, &compiled(&["copy_aos"])).is_ok());

        let error = agree(&families, &compiled(&[])).unwrap_err().to_string();
        assert!(error.contains("copy_aos") && error.contains("pub mod copy;"), "{error}");

        let error = agree(&families, &compiled(&["copy_aos", "lost"])).unwrap_err().to_string();
        assert!(error.contains("`lost`"), "{error}");
    }
}
