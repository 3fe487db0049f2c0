//! `warpbench check`: what is wrong with a text, all of it at once.

use super::paint::{Ink, Paint};
use super::source;
use anyhow::Result;
use serde::Serialize;
use std::path::PathBuf;
use std::process::ExitCode;
use warpbench_host::front::rust::diagnostic::{self, Finding};
use warpbench_host::front::rust::lower::{Options, lower};
use warpbench_host::front::rust::{self, Diagnostic};
use warpbench_host::front::{Language, wgsl};
use warpbench_host::simulate::kernel;
use warpbench_host::simulate::report::Source;

/// The block that kernels in Rust are tried with.
const BLOCK: [u32; 3] = [256, 1, 1];
/// The shared memory of the launch's choice that they are tried with.
const DYNAMIC_SHARED_BYTES: u32 = 16 << 10;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Files of Rust (.rs) or WGSL
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print JSON: a list of what is wrong
    #[arg(long)]
    json: bool,
}

/// What is wrong in one place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Mistake {
    path: String,
    line: Option<u32>,
    column: Option<u32>,
    length: Option<u32>,
    message: String,
    label: String,
    note: Option<String>,
    help: Option<String>,
    others: Vec<Other>,
}

/// Another place that matters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Other {
    line: u32,
    column: u32,
    length: u32,
    label: String,
}

/// What a text is.
#[derive(Debug, Default)]
struct Checked {
    mistakes: Vec<Mistake>,
    /// The mistakes with the lines that they are about.
    rendered: String,
    /// The kernels of a text without mistakes.
    kernels: Vec<String>,
}

/// 0 where nothing is wrong, 2 where something is, 1 where a file cannot be read.
pub(super) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let mut mistakes = Vec::new();
    let mut is_unread = false;
    for path in &arguments.files {
        let source = match source::read(path) {
            Ok(source) => source,
            Err(error) => {
                source::print_error(&error);
                is_unread = true;
                continue;
            }
        };
        let checked = check(&source);
        if !arguments.json {
            print(&source, &checked);
        }
        mistakes.extend(checked.mistakes);
    }
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&mistakes)?);
    }
    Ok(match (is_unread, mistakes.is_empty()) {
        (true, _) => ExitCode::from(1),
        (false, false) => ExitCode::from(2),
        (false, true) => ExitCode::SUCCESS,
    })
}

fn print(source: &Source, checked: &Checked) {
    let paint = Paint::for_stdout();
    if !checked.mistakes.is_empty() {
        println!("{}\n", paint.diagnostics(checked.rendered.trim_end()));
        let count = match checked.mistakes.len() {
            1 => "1 mistake".to_owned(),
            count => format!("{count} mistakes"),
        };
        println!("{}: {}", source.path, paint.ink(Ink::Error, &count));
        return;
    }
    let kernels = match checked.kernels.as_slice() {
        [] => "there is no kernel in it".to_owned(),
        [kernel] => format!("the kernel is {kernel}"),
        kernels => format!("the kernels are {}", kernels.join(", ")),
    };
    println!("{}: {}; {kernels}", source.path, paint.ink(Ink::Good, "no mistakes found"));
}

fn check(source: &Source) -> Checked {
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
