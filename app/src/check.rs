//! What is wrong with a text, as data: what `warpbench check` prints and the
//! editor underlines.

use serde::Serialize;
use warpbench_case::kernel;
use warpbench_front::Source;
use warpbench_front::rust::diagnostic::{self, Finding};
use warpbench_front::rust::lower::{Options, lower};
use warpbench_front::rust::{self, Diagnostic};
use warpbench_front::{Language, wgsl};

/// The block that kernels in Rust are tried with.
const BLOCK: [u32; 3] = [256, 1, 1];
/// The shared memory of the launch's choice that they are tried with.
const DYNAMIC_SHARED_BYTES: u32 = 16 << 10;

/// What is wrong in one place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Mistake {
    pub(crate) path: String,
    pub(crate) line: Option<u32>,
    pub(crate) column: Option<u32>,
    pub(crate) length: Option<u32>,
    pub(crate) message: String,
    pub(crate) label: String,
    pub(crate) note: Option<String>,
    pub(crate) help: Option<String>,
    pub(crate) others: Vec<Other>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Other {
    pub(crate) line: u32,
    pub(crate) column: u32,
    pub(crate) length: u32,
    pub(crate) label: String,
}

#[derive(Debug, Default)]
pub(crate) struct Checked {
    pub(crate) mistakes: Vec<Mistake>,
    /// The mistakes with the lines that they are about.
    pub(crate) rendered: String,
    /// The kernels of a text without mistakes.
    pub(crate) kernels: Vec<String>,
}

/// Reads a text and says all that is wrong with it.
pub(crate) fn check(source: &Source) -> Checked {
    match Language::of(&source.path) {
        Language::Rust => match check_rust(&source.text) {
            Ok(kernels) => Checked { kernels, ..Checked::default() },
            Err(found) => Checked {
                mistakes: found.iter().map(|found| of_diagnostic(found, source)).collect(),
                rendered: diagnostic::render(&source.path, &source.text, &found),
                ..Checked::default()
            },
        },
        Language::Wgsl => match wgsl::check(&source.text, &source.path) {
            Ok(checked) => {
                let kernels = kernel::entries(&checked).into_iter().map(str::to_owned).collect();
                Checked { kernels, ..Checked::default() }
            }
            Err(error) => Checked {
                mistakes: vec![Mistake {
                    path: source.path.clone(),
                    line: error.place.map(|place| place.line),
                    column: error.place.map(|place| place.column),
                    length: error.place.map(|place| place.length),
                    message: error.message.clone(),
                    label: String::new(),
                    note: None,
                    help: None,
                    others: Vec::new(),
                }],
                rendered: error.rendered,
                ..Checked::default()
            },
        },
    }
}

/// The kernels of a text in Rust, or all that is wrong with it. Some of it shows
/// only when kernels are translated; one with const parameters is left out,
/// since nobody says what they are.
fn check_rust(text: &str) -> Result<Vec<String>, Vec<Diagnostic>> {
    let program = rust::check::check(text)?;
    let mut found: Vec<Diagnostic> = Vec::new();
    let kernels = program.functions.iter().filter(|function| function.is_kernel);
    let mut names = Vec::new();
    for kernel in kernels {
        names.push(kernel.name.clone());
        if !kernel.const_params.is_empty() {
            continue;
        }
        let options = Options {
            entry: kernel.name.clone(),
            block: BLOCK,
            dynamic_shared_bytes: DYNAMIC_SHARED_BYTES,
            ..Options::default()
        };
        // Kernels may share the function that is wrong.
        let new = lower(&program, &options).err().unwrap_or_default();
        found.extend(new.into_iter().filter(|new| !found.contains(new)).collect::<Vec<_>>());
    }
    if found.is_empty() { Ok(names) } else { Err(found) }
}

fn of_diagnostic(found: &Diagnostic, source: &Source) -> Mistake {
    let Finding { line, column, length, message, label, others, note, help } =
        found.finding(&source.text);
    let others = others.into_iter().map(|(line, column, length, label)| Other {
        line,
        column,
        length,
        label,
    });
    Mistake {
        path: source.path.clone(),
        line: Some(line),
        column: Some(column),
        length: Some(length),
        message,
        label,
        note,
        help,
        others: others.collect(),
    }
}
