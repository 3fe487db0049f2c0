//! `warpbench check`: what is wrong with a text, all of it at once.

use super::paint::{Ink, Paint};
use super::source;
use crate::check::{Checked, check};
use anyhow::Result;
use std::path::PathBuf;
use std::process::ExitCode;
use warpbench_front::Source;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Files of Rust (.rs) or WGSL
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print JSON: a list of what is wrong
    #[arg(long)]
    json: bool,
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
