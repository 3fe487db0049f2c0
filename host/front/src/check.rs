//! A text looked at as a whole: all that is wrong with it, or the kernels it has.
//!
//! This is what an editor shows while one types. Nobody says how the kernels
//! will be launched, so those in Rust are tried with a launch that most lessons
//! use.

use super::rust::lower::{Options, lower};
use super::rust::{self, hir};
use super::{Diagnostic, Language, Source, SourceError, diagnostic, wgsl};

/// The block that kernels in Rust are tried with.
pub const BLOCK: [u32; 3] = [256, 1, 1];

/// The shared memory of the launch's choice that they are tried with.
pub const DYNAMIC_SHARED_BYTES: u32 = 16 << 10;

/// The kernels of a text, by name, or all that is wrong with it.
pub fn check(source: &Source) -> Result<Vec<String>, SourceError> {
    let Source { path, text } = source;
    match Language::of(path) {
        Language::Wgsl => {
            let checked = wgsl::check(text, path)?;
            Ok(checked.kernels().into_iter().map(str::to_owned).collect())
        }
        Language::Rust => {
            let program = rust::read(text, path)?;
            let found = try_kernels(&program);
            if found.is_empty() {
                return Ok(kernels(&program).map(|kernel| kernel.name.clone()).collect());
            }
            let rendered = diagnostic::render(path, text, &found);
            let located = found.into_iter().map(|diagnostic| diagnostic.located(text));
            Err(SourceError { diagnostics: located.collect(), rendered })
        }
    }
}

fn kernels(program: &hir::Crate) -> impl Iterator<Item = &hir::Function> {
    program.functions.iter().filter(|function| function.is_kernel)
}

/// What shows only when kernels are lowered. One with const parameters is left
/// out, since nobody says what they are.
fn try_kernels(program: &hir::Crate) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    for kernel in kernels(program).filter(|kernel| kernel.const_params.is_empty()) {
        let options = Options {
            entry: kernel.name.clone(),
            block: BLOCK,
            dynamic_shared_bytes: DYNAMIC_SHARED_BYTES,
            ..Options::default()
        };
        for new in lower(program, &options).err().unwrap_or_default() {
            // Kernels may share the function that is wrong.
            if !found.contains(&new) {
                found.push(new);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const KERNEL: &str = "use cuda_std::prelude::*;\n#[kernel]\npub unsafe fn one(x: *mut f32) {\n";

    fn checked(path: &str, text: &str) -> Result<Vec<String>, Vec<(u32, String)>> {
        let source = Source { path: path.to_owned(), text: text.to_owned() };
        super::check(&source).map_err(|error| {
            let row = |found: &Diagnostic| {
                (found.location.map_or(0, |at| at.line), found.message.clone())
            };
            error.diagnostics.iter().map(row).collect()
        })
    }

    #[test]
    fn kernels_are_named_in_both_languages() {
        let text = format!("{KERNEL}    unsafe {{ *x = 1.0 }};\n}}\n");
        assert_eq!(checked("a.rs", &text), Ok(vec!["one".to_owned()]));
        let text = "@compute @workgroup_size(1) fn one() {}\nfn two() {}";
        assert_eq!(checked("a.wgsl", text), Ok(vec!["one".to_owned()]));
        assert_eq!(checked("a.wgsl", ""), Ok(Vec::new()));
    }

    #[test]
    fn what_is_wrong_comes_with_its_line() {
        let text = format!("{KERNEL}    unsafe {{ *x = y }};\n}}\n");
        let found = checked("a.rs", &text).expect_err("there is no y");
        assert!(found[0].1.contains('y'), "{found:?}");
        assert_eq!(found[0].0, 4, "{found:?}");
        let found = checked("a.wgsl", "fn f() {\n  let x = y;\n}").expect_err("there is no y");
        assert_eq!(found[0].0, 2, "{found:?}");
    }
}
