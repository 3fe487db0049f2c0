//! `warpbench check`: what is wrong with a text, all of it at once.

use super::exit::Verdict;
use super::source;
use super::style::{self, ERROR, GOOD, WARNING, styled};
use anyhow::Result;
use serde::Serialize;
use std::path::PathBuf;
use warpbench_front::check::{Passed, check};
use warpbench_front::{Diagnostic, Severity, Source, SourceError};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Files of Rust (.rs) or WGSL
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print JSON: a list of what is wrong, and of warnings
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

/// Warnings alone are nothing wrong.
pub(super) fn run(arguments: &Arguments) -> Result<Verdict> {
    let mut all = Vec::new();
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
        let found = checked.map_or_else(|error| error.diagnostics, |passed| passed.warnings);
        let path = &source.path;
        all.extend(found.into_iter().map(|diagnostic| OfFile { path: path.clone(), diagnostic }));
    }
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&all)?);
    }
    let is_wrong = all.iter().any(|found| found.diagnostic.severity == Severity::Error);
    Ok(verdict.and(Verdict::of(!is_wrong)))
}

fn print(source: &Source, checked: &Result<Passed, SourceError>) {
    let passed = match checked {
        Ok(passed) => passed,
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
    let kernels = match passed.kernels.as_slice() {
        [] => "there is no kernel in it".to_owned(),
        [kernel] => format!("the kernel is {kernel}"),
        kernels => format!("the kernels are {}", kernels.join(", ")),
    };
    let count = match passed.warnings.len() {
        0 => String::new(),
        1 => format!(", {}", styled(WARNING, "1 warning")),
        count => format!(", {}", styled(WARNING, &format!("{count} warnings"))),
    };
    if !passed.warnings.is_empty() {
        println!("{}\n", style::warnings(passed.rendered(source).trim_end()));
    }
    println!("{}: {}{count}; {kernels}", source.path, styled(GOOD, "no mistakes found"));
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
            r#"{"path":"a.rs","line":2,"column":1,"length":1,"message":"no `c`","label":"here","note":null,"help":"write it","others":[{"line":1,"column":1,"length":1,"label":"that"}],"severity":"error"}"#,
        );
        check(
            Diagnostic::new("wrong", Span::UNDEFINED),
            r#"{"path":"a.rs","line":null,"column":null,"length":null,"message":"wrong","label":"","note":null,"help":null,"others":[],"severity":"error"}"#,
        );
        check(
            Diagnostic::warning("endless", Span::UNDEFINED),
            r#"{"path":"a.rs","line":null,"column":null,"length":null,"message":"endless","label":"","note":null,"help":null,"others":[],"severity":"warning"}"#,
        );
    }
}
