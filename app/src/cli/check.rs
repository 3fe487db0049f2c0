//! `warpbench check`: what is wrong with a text, all of it at once.

use super::exit::Verdict;
use super::source;
use super::style::{self, ERROR, GOOD, styled};
use anyhow::Result;
use serde::Serialize;
use std::path::PathBuf;
use warpbench_front::check::check;
use warpbench_front::{Diagnostic, Source, SourceError};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Files of Rust (.rs) or WGSL
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print JSON: a list of what is wrong
    #[arg(long)]
    json: bool,
}

/// A diagnostic and the file that it is about.
#[derive(Debug, Serialize)]
struct OfFile {
    path: String,
    #[serde(flatten)]
    diagnostic: Diagnostic,
}

pub(super) fn run(arguments: &Arguments) -> Result<Verdict> {
    let mut mistakes = Vec::new();
    let mut verdict = Verdict::Right;
    for path in &arguments.files {
        let source = match source::read(path) {
            Ok(source) => source,
            Err(error) => {
                source::print_error(&error);
                verdict = verdict.and(Verdict::NotDone);
                continue;
            }
        };
        let checked = check(&source);
        if !arguments.json {
            print(&source, &checked);
        }
        let found = checked.err().map(|error| error.diagnostics).unwrap_or_default();
        let path = &source.path;
        mistakes
            .extend(found.into_iter().map(|diagnostic| OfFile { path: path.clone(), diagnostic }));
    }
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&mistakes)?);
    }
    Ok(verdict.and(Verdict::of(mistakes.is_empty())))
}

fn print(source: &Source, checked: &Result<Vec<String>, SourceError>) {
    let kernels = match checked {
        Ok(kernels) => kernels,
        Err(error) => {
            println!("{}\n", style::diagnostics(error.rendered.trim_end()));
            let count = match error.diagnostics.len() {
                1 => "1 mistake".to_owned(),
                count => format!("{count} mistakes"),
            };
            println!("{}: {}", source.path, styled(ERROR, &count));
            return;
        }
    };
    let kernels = match kernels.as_slice() {
        [] => "there is no kernel in it".to_owned(),
        [kernel] => format!("the kernel is {kernel}"),
        kernels => format!("the kernels are {}", kernels.join(", ")),
    };
    println!("{}: {}; {kernels}", source.path, styled(GOOD, "no mistakes found"));
}

#[cfg(test)]
mod tests {
    use super::*;
    use warpbench_front::diagnostic::Span;

    #[test]
    fn the_fields_of_the_json_and_their_order_stay() {
        let check = |diagnostic: Diagnostic, expected: &str| {
            let row = OfFile { path: "a.rs".to_owned(), diagnostic };
            assert_eq!(serde_json::to_string(&row).expect("plain data"), expected);
        };
        let found = Diagnostic::new("no `c`", Span::new(2, 3))
            .label("here")
            .other(Span::new(0, 1), "that")
            .help("write it");
        check(
            found.located("b\nc"),
            r#"{"path":"a.rs","line":2,"column":1,"length":1,"message":"no `c`","label":"here","note":null,"help":"write it","others":[{"line":1,"column":1,"length":1,"label":"that"}]}"#,
        );
        check(
            Diagnostic::new("wrong", Span::UNDEFINED),
            r#"{"path":"a.rs","line":null,"column":null,"length":null,"message":"wrong","label":"","note":null,"help":null,"others":[]}"#,
        );
    }
}
