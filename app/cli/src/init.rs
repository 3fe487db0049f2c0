//! Cases to start from, for files that have none: printed, or written beside the
//! file.

use super::exit::Verdict;
use super::launch::{common_case, entries, entry_case};
use anyhow::{Context, Error, Result, anyhow, bail};
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use warpbench_case::{BindError, Skeleton, skeletons, skeletons_rust};
use warpbench_common::program::AnnotatedProgram;
use warpbench_front::{Language, Source, rust, wgsl};
use warpbench_simulate::SimulateError;

#[derive(Debug, clap::Args)]
pub(super) struct InitArguments {
    /// Write cases to start from beside the file, one for each of its kernels, and run nothing;
    /// what is there already stays
    #[arg(long)]
    pub(super) init: bool,
    /// With --init, write also over cases that are there already
    #[arg(long, requires = "init")]
    pub(super) force: bool,
}

/// Writes cases beside a file.
pub(super) fn write(source: &Source, entry: Option<&str>, force: bool) -> Result<Verdict> {
    let cases = to_start_from(source, entry)?;
    let mut written = 0;
    for case in &cases {
        let path = place(source, &case.entry)?;
        let name = path.display();
        let is_empty = fs::metadata(&path).is_ok_and(|found| found.is_file() && found.len() == 0);
        let opened = match force || is_empty {
            true => fs::File::create(&path),
            false => OpenOptions::new().write(true).create_new(true).open(&path),
        };
        match opened {
            Ok(mut file) => {
                file.write_all(case.text.as_bytes())
                    .with_context(|| format!("cannot write {name}"))?;
                println!("wrote {name}, a case of `{}` to start from", case.entry);
                written += 1;
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                println!("{name} is there already and stays as it is; --force writes it anew");
            }
            Err(error) => return Err(error).with_context(|| format!("cannot write {name}")),
        }
    }
    Ok(if written > 0 { Verdict::Right } else { Verdict::NotDone })
}

/// Where the case of a kernel goes. The only kernel of a file has the common one.
fn place(source: &Source, entry: &str) -> Result<PathBuf> {
    Ok(match entries(source)?.len() {
        1 => common_case(source),
        _ => entry_case(source, entry),
    })
}

/// What is said where a file has no case. One to start from goes to standard
/// output, so that it can be sent to a file as it is.
pub(super) fn missing(source: &Source, entry: Option<&str>, json: bool) -> Result<Error> {
    let cases = to_start_from(source, entry)?;
    let common = common_case(source);
    let looked_for = match entry {
        Some(entry) => format!(
            "{} and {} were looked for",
            entry_case(source, entry).display(),
            common.display()
        ),
        None => format!("{} was looked for", common.display()),
    };
    let says = match AnnotatedProgram::is(source) {
        true => "what the function is called with",
        false => "how to launch the kernel, on what",
    };
    let mut text = format!(
        "{} has no case: a file that says {says}, and what must come out.\n{looked_for}; --case \
         names another, and --init writes one to start from",
        source.path
    );
    if let [_, _, ..] = cases.as_slice() {
        let names: Vec<&str> = cases.iter().map(|case| case.entry.as_str()).collect();
        text += &format!(" for each of {}", names.join(", "));
    }
    if !json {
        text += "; it is on standard output as well";
        print(source, &cases)?;
    }
    Ok(anyhow!(text))
}

/// The first case as it is, and those of other kernels as comments behind it.
fn print(source: &Source, cases: &[Skeleton]) -> Result<()> {
    for (index, case) in cases.iter().enumerate() {
        if index == 0 {
            print!("{}", case.text);
            continue;
        }
        let name = place(source, &case.entry)?;
        println!("\n# For `{}`, as {}:\n#", case.entry, name.display());
        for line in case.text.lines() {
            println!("{}", format!("# {line}").trim_end());
        }
    }
    Ok(())
}

/// Cases for the kernels of a text, or for one of them.
fn to_start_from(source: &Source, entry: Option<&str>) -> Result<Vec<Skeleton>> {
    let Source { path, text } = source;
    let (mut cases, mark) = match Language::of(path) {
        _ if AnnotatedProgram::is(source) => {
            let program = AnnotatedProgram::read(source.clone())?;
            (program.skeletons(), "hicuda! { kernel … }")
        }
        Language::Wgsl => {
            let checked = wgsl::check(text, path).map_err(SimulateError::from)?;
            (skeletons(&checked), "@compute @workgroup_size(64)")
        }
        Language::Rust => {
            let program = rust::read(text, path).map_err(SimulateError::from)?;
            (skeletons_rust(&program), "#[kernel]")
        }
    };
    if cases.is_empty() {
        let none = BindError::NoKernel { path: path.clone(), mark };
        return Err(SimulateError::from(none).into());
    }
    if let Some(entry) = entry {
        let known: Vec<String> = cases.iter().map(|case| case.entry.clone()).collect();
        cases.retain(|case| case.entry == entry);
        if cases.is_empty() {
            let what = if AnnotatedProgram::is(source) { "function" } else { "kernel" };
            bail!("{path} has no {what} `{entry}`; it has {}", known.join(", "));
        }
    }
    Ok(cases)
}
