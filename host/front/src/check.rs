//! A text looked at as a whole: all that is wrong with it, or the kernels it has.
//!
//! This is what an editor shows while one types. Where nobody says how a kernel in
//! Rust will be launched, it is tried with launches that are usual: what is wrong
//! with each of them is wrong with the kernel.

use super::loops::Judged;
use super::rust::lower::{Options, lower};
use super::rust::types::Ty;
use super::rust::{self, hir};
use super::{Diagnostic, Language, Source, SourceError, diagnostic, loops, wgsl};

/// The blocks that kernels in Rust are tried with, in this order.
pub const BLOCKS: [[u32; 3]; 9] = [
    [256, 1, 1],
    [32, 1, 1],
    [16, 16, 1],
    [1024, 1, 1],
    [64, 1, 1],
    [128, 1, 1],
    [512, 1, 1],
    [8, 8, 1],
    [1, 1, 1],
];

/// The shared memory of the launch's choice that they are tried with.
pub const DYNAMIC_SHARED_BYTES: u32 = 16 << 10;

/// A text in which nothing is wrong.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Accepted {
    /// Its kernels, by name.
    pub kernels: Vec<String>,
    /// What is to be thought over, with its locations.
    pub warnings: Vec<Diagnostic>,
}

impl Accepted {
    /// The warnings with the lines that they are about, for a terminal.
    pub fn rendered(&self, source: &Source) -> String {
        diagnostic::render(&source.path, &source.text, &self.warnings)
    }
}

/// The kernels of a text and what is to be thought over in it, or all that is
/// wrong with it.
pub fn check(source: &Source) -> Result<Accepted, SourceError> {
    check_launched(source, &[])
}

/// The same where it is known how some kernels in Rust are launched. Those are not
/// tried with other launches.
pub fn check_launched(source: &Source, known: &[Options]) -> Result<Accepted, SourceError> {
    let Source { path, text } = source;
    let language = Language::of(path);
    let (kernels, warnings) = match language {
        Language::Wgsl => {
            let checked = wgsl::check(text, path)?;
            let kernels = checked.kernels().into_iter().map(str::to_owned).collect();
            (kernels, loops::warnings(&checked, text, language))
        }
        Language::Rust => {
            let program = rust::read(text, path)?;
            let mut judged = Judged::default();
            let found = try_kernels(&program, text, known, &mut judged);
            if !found.is_empty() {
                let rendered = diagnostic::render(path, text, &found);
                let located = found.into_iter().map(|diagnostic| diagnostic.located(text));
                return Err(SourceError { diagnostics: located.collect(), rendered });
            }
            let names = kernels(&program).map(|kernel| kernel.name.clone()).collect();
            (names, judged.into_warnings())
        }
    };
    let warnings = warnings.into_iter().map(|warning| warning.located(text)).collect();
    Ok(Accepted { kernels, warnings })
}

fn kernels(program: &hir::Crate) -> impl Iterator<Item = &hir::Function> {
    program.functions.iter().filter(|function| function.is_kernel)
}

/// What shows only when kernels are lowered. Of one with const parameters
/// nothing is wrong, since nobody says what they are.
fn try_kernels(
    program: &hir::Crate,
    text: &str,
    known: &[Options],
    judged: &mut Judged,
) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    for kernel in kernels(program) {
        let mut launches = known.iter().filter(|options| options.entry == kernel.name).peekable();
        if launches.peek().is_some() {
            for options in launches {
                match lower(program, options) {
                    Ok(lowered) => {
                        judged.add(loops::judge(&lowered.checked, text, Language::Rust));
                    }
                    Err(new) => add(&mut found, new),
                }
            }
            continue;
        }
        if !kernel.const_params.is_empty() {
            judged.add(guessed(program, kernel, text));
            continue;
        }
        match try_blocks(program, kernel) {
            Ok(lowered) => {
                judged.add(loops::judge(&lowered.checked, text, Language::Rust));
            }
            Err(new) => add(&mut found, new),
        }
    }
    found
}

fn add(found: &mut Vec<Diagnostic>, new: Vec<Diagnostic>) {
    for new in new {
        if !found.contains(&new) {
            found.push(new);
        }
    }
}

/// A kernel with the first usual block that it can have, or what is wrong with it
/// whatever its block is.
fn try_blocks(
    program: &hir::Crate,
    kernel: &hir::Function,
) -> Result<rust::lower::Lowered, Vec<Diagnostic>> {
    let mut refused: Option<Vec<Diagnostic>> = None;
    let mut depends = false;
    for block in BLOCKS {
        match lower(program, &launch(&kernel.name, block)) {
            Ok(lowered) => return Ok(lowered),
            Err(new) => depends |= *refused.get_or_insert_with(|| new.clone()) != new,
        }
    }
    let mut refused = refused.unwrap_or_default();
    if depends {
        let tried = format!("tried with blocks of {} threads, in this order", listed(&BLOCKS));
        for diagnostic in &mut refused {
            let before = diagnostic.note.take().map(|note| format!("{note}; ")).unwrap_or_default();
            diagnostic.note = Some(format!("{before}{tried}"));
        }
    }
    Err(refused)
}

/// Blocks in words: `256, 16×16 and 8×8×4`.
pub fn listed(blocks: &[[u32; 3]]) -> String {
    let words: Vec<String> = blocks
        .iter()
        .map(|block| match *block {
            [x, 1, 1] => x.to_string(),
            [x, y, 1] => format!("{x}×{y}"),
            [x, y, z] => format!("{x}×{y}×{z}"),
        })
        .collect();
    match words.as_slice() {
        [all @ .., last] if !all.is_empty() => format!("{} and {last}", all.join(", ")),
        words => words.concat(),
    }
}

/// A usual launch of a kernel with a block.
pub fn launch(entry: &str, block: [u32; 3]) -> Options {
    Options {
        entry: entry.to_owned(),
        block,
        dynamic_shared_bytes: DYNAMIC_SHARED_BYTES,
        ..Options::default()
    }
}

/// What is to be thought over whatever the const parameters are: with each of
/// several values, as far as the kernel exists with them.
fn guessed(program: &hir::Crate, kernel: &hir::Function, text: &str) -> Judged {
    let mut judged = Judged::default();
    for value in [0, 1, 2, 32] {
        let constants = kernel.const_params.iter().map(|parameter| {
            let value = if parameter.ty == Ty::Bool { value % 2 } else { value };
            (parameter.name.clone(), value)
        });
        let options = Options { constants: constants.collect(), ..launch(&kernel.name, BLOCKS[0]) };
        let Ok(lowered) = lower(program, &options) else { continue };
        judged.add(loops::judge(&lowered.checked, text, Language::Rust));
    }
    judged
}

#[cfg(test)]
mod tests {
    use super::*;

    const KERNEL: &str = "use cuda_std::prelude::*;\n#[kernel]\npub unsafe fn one(x: *mut f32) {\n";

    fn checked(path: &str, text: &str) -> Result<Vec<String>, Vec<(u32, String)>> {
        let source = Source { path: path.to_owned(), text: text.to_owned() };
        super::check(&source).map(|passed| passed.kernels).map_err(|error| {
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
