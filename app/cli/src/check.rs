//! `warpbench check`: what is wrong with a text, all of it at once.

use super::exit::Verdict;
use super::explain;
use super::launch::{LaunchArguments, cases_beside, entries, kind_of};
use super::source;
use super::style::{self, ERROR, GOOD, WARNING, styled};
use anyhow::{Error, Result, bail};
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use warpbench_case::rust::{check_overrides, options_of};
use warpbench_case::{BindError, Case};
use warpbench_common::memory::default_limit;
use warpbench_common::program::AnnotatedProgram;
use warpbench_cores::Threads;
use warpbench_front::check::{self, Accepted};
use warpbench_front::rust::lower::Options;
use warpbench_front::{Diagnostic, Language, Severity, Source, SourceError, rust};
use warpbench_machine::model;
use warpbench_machine::sim::Schedule;
use warpbench_simulate::{self as simulate, Known, Observe, Setup, SimulateError};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Files of Rust (.rs) or WGSL
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    launch: LaunchArguments,
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
    if let ([_, _, ..], Some(option)) = (arguments.files.as_slice(), arguments.launch.given()) {
        bail!("{option} is for one file; check others by themselves");
    }
    let (mut all, mut codes) = (Vec::new(), BTreeSet::new());
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
        let checked = match accepted(&source, &arguments.launch) {
            Ok(checked) => checked,
            Err(error) => {
                source::print_error(&error);
                codes.extend(source::codes_of(&error));
                verdict = verdict.and(Verdict::of_error(&error));
                continue;
            }
        };
        if !arguments.json {
            print(&source, &checked);
        }
        let found = checked.map_or_else(|error| error.diagnostics, |passed| passed.warnings);
        codes.extend(found.iter().map(|diagnostic| diagnostic.code));
        let path = &source.path;
        all.extend(found.into_iter().map(|diagnostic| OfFile { path: path.clone(), diagnostic }));
    }
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&all)?);
    } else if let Some(hint) = explain::hint(codes) {
        println!("\n{hint}");
    }
    let is_wrong = all.iter().any(|found| found.diagnostic.severity == Severity::Error);
    Ok(verdict.and(Verdict::of(!is_wrong)))
}

/// Checks a text, and then whether the simulator takes its kernels: as their cases
/// launch them, and those that have none as it is usual.
fn accepted(source: &Source, arguments: &LaunchArguments) -> Result<Result<Accepted, SourceError>> {
    arguments.check_language(source)?;
    let setup = setup();
    if AnnotatedProgram::is(source) {
        return program(source, arguments, &setup);
    }
    // What is wrong with a text goes before what is wrong with its cases.
    let Ok(mut entries) = entries(source) else { return Ok(check::check(source)) };
    if let Some(entry) = &arguments.entry {
        if !entries.contains(entry) {
            bail!("{} has no kernel `{entry}`; it has {}", source.path, entries.join(", "));
        }
        entries = vec![entry.clone()];
    }
    let cases = cases(source, arguments, &entries, &setup)?;
    let mut known = Known {
        block: arguments.block,
        overrides: arguments.override_values()?,
        only: arguments.entry.clone(),
        with_cases: Vec::new(),
    };
    let launches = launches(source, arguments, &entries, &cases, &known)?;
    let checked = check::check_launched(source, &launches);
    let Ok(passed) = checked else { return Ok(checked) };
    for case in cases {
        let entry = case.entry.clone().or_else(|| entries.first().cloned());
        let path = case.path.clone();
        match simulate::prepare_text(source.clone(), case, setup.clone()) {
            Ok(_) => known.with_cases.extend(entry),
            // A case of another text is not this text's fault.
            Err(error @ (SimulateError::Bind(_) | SimulateError::Block { .. }))
                if !error.is_of_text() && arguments.case.is_none() =>
            {
                eprintln!("warning: {error}");
            }
            Err(error) => {
                let path = path.display();
                return Err(Error::from(error).context(format!("launched as {path} says")));
            }
        }
    }
    Ok(simulate::refusals(source, &known, &setup).map_or(Ok(passed), Err))
}

/// Checks a program with directives: what the translator makes of it, whether the simulator
/// takes its kernels, and whether its cases fit.
fn program(
    source: &Source,
    arguments: &LaunchArguments,
    setup: &Setup,
) -> Result<Result<Accepted, SourceError>> {
    let program = match AnnotatedProgram::read(source.clone()) {
        Ok(program) => program,
        Err(SimulateError::Bind(BindError::Source(error))) => return Ok(Err(error)),
        Err(error) => return Err(error.into()),
    };
    let entries = &program.translation.classes.entries;
    program.entry(arguments.entry.as_deref().or(entries.first().map(String::as_str)))?;
    for case in cases(source, arguments, entries, setup)? {
        let bound = program.entry(case.entry.as_deref());
        match bound.and_then(|function| program.memory(function, &case)) {
            Ok(_) => {}
            Err(error) if arguments.case.is_none() => eprintln!("warning: {error:#}"),
            Err(error) => return Err(error),
        }
    }
    let mut kernels = Vec::new();
    for launch in program.launches() {
        let (block, only) = (Some(launch.block), Some(launch.entry.clone()));
        let known = Known { block, only, ..Known::default() };
        if let Some(refused) = simulate::refusals(&program.kernels(), &known, setup) {
            return Ok(Err(refused));
        }
        kernels.push(launch.entry);
    }
    Ok(Ok(Accepted { kernels, warnings: program.translation.warnings }))
}

/// The case that is named, or all that lie beside the file. One of those that cannot
/// be read is not the text's fault.
fn cases(
    source: &Source,
    arguments: &LaunchArguments,
    entries: &[String],
    setup: &Setup,
) -> Result<Vec<Case>> {
    if let Some(path) = &arguments.case {
        return Ok(vec![arguments.load(kind_of(source), path, setup.most_bytes)?]);
    }
    let mut found = Vec::new();
    for path in cases_beside(source, entries) {
        match arguments.load(kind_of(source), &path, setup.most_bytes) {
            Ok(case) => found.push(case),
            Err(error) => eprintln!("warning: {error:#}"),
        }
    }
    Ok(found)
}

/// How kernels in Rust are launched, as far as anybody says.
fn launches(
    source: &Source,
    arguments: &LaunchArguments,
    entries: &[String],
    cases: &[Case],
    known: &Known,
) -> Result<Vec<Options>> {
    if Language::of(&source.path) == Language::Wgsl {
        return Ok(Vec::new());
    }
    let program = rust::read(&source.text, &source.path).map_err(SimulateError::from)?;
    let fit = |entry: &String| check_overrides(&program, entry, &known.overrides);
    if let Some(first) = entries.first().filter(|_| !entries.iter().any(|e| fit(e).is_ok())) {
        fit(first).map_err(Error::msg)?;
    }
    let of_cases = cases.iter().filter_map(|case| options_of(source, &program, case));
    let mut launches: Vec<Options> = of_cases.collect();
    if arguments.block.is_some() || !arguments.overrides.is_empty() {
        for entry in entries.iter().filter(|entry| fit(entry).is_ok()) {
            if !launches.iter().any(|options| options.entry == *entry) {
                launches.extend(known.launches(entry).into_iter().take(1));
            }
        }
    }
    Ok(launches)
}

/// The simulator as `sim` starts it.
fn setup() -> Setup {
    Setup {
        model: model::usual().clone(),
        language: Language::default(),
        schedule: Schedule::InOrder,
        most_instructions: u64::MAX,
        most_bytes: default_limit(),
        cores: Arc::new(Threads::all()),
        observe: Observe::all(),
        dump: false,
    }
}

fn print(source: &Source, checked: &Result<Accepted, SourceError>) {
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
    use warpbench_codes::{E0308, E0425, L0001};
    use warpbench_front::diagnostic::Span;

    #[test]
    fn the_fields_of_the_json_and_their_order_stay() {
        let check = |diagnostic: Diagnostic, expected: &str| {
            let row = OfFile { path: "a.rs".to_owned(), diagnostic };
            assert_eq!(serde_json::to_string(&row).expect("plain data"), expected);
        };
        let found = Diagnostic::new(E0425, "no `c`", Span::new(2, 3))
            .label("here")
            .other(Span::new(0, 1), "that")
            .help("write it");
        check(
            found.located("b\nc"),
            r#"{"path":"a.rs","line":2,"column":1,"length":1,"code":"E0425","message":"no `c`","label":"here","note":null,"help":"write it","others":[{"line":1,"column":1,"length":1,"label":"that"}],"severity":"error"}"#,
        );
        check(
            Diagnostic::new(E0308, "wrong", Span::UNDEFINED),
            r#"{"path":"a.rs","line":null,"column":null,"length":null,"code":"E0308","message":"wrong","label":"","note":null,"help":null,"others":[],"severity":"error"}"#,
        );
        check(
            Diagnostic::warning(L0001, "endless", Span::UNDEFINED),
            r#"{"path":"a.rs","line":null,"column":null,"length":null,"code":"L0001","message":"endless","label":"","note":null,"help":null,"others":[],"severity":"warning"}"#,
        );
    }
}
