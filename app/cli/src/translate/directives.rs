//! A sequential program with directives as kernels, or as a program with `cust`.

use super::{Arguments, TargetName, write};
use crate::exit::Verdict;
use crate::page;
use crate::program::print_warnings;
use crate::style::{HEADING, styled};
use anyhow::{Result, bail};
use std::fmt::Write;
use std::path::Path;
use warpbench_common::program::AnnotatedProgram;
use warpbench_derive::explain::explain;
use warpbench_derive::program::{ProgramFiles, program};
use warpbench_front::Source;
use warpbench_simulate::SimulateError;

/// What is made of a program.
pub(super) enum Made {
    /// Text that is printed.
    Text(Verdict),
    /// Kernels, which are translated further, each for its own block.
    Kernels(Source, Vec<(String, [u32; 3])>),
}

pub(super) fn translate(arguments: &Arguments, source: Source) -> Result<Made> {
    let program = AnnotatedProgram::read(source)?;
    print_warnings(&program);
    check_arguments(arguments)?;
    if arguments.explain {
        print_passes(&program);
    }
    let text = match arguments.to {
        TargetName::Kernel => program.translation.text(),
        TargetName::Program => program_text(&program)?,
        _ => {
            let launches = program.launches().into_iter();
            let blocks = launches.map(|launch| (launch.entry, launch.block)).collect();
            return Ok(Made::Kernels(program.kernels(), blocks));
        }
    };
    match &arguments.output {
        Some(path) => write(arguments, path, text.as_bytes())?,
        None => {
            if arguments.explain {
                println!("{}\n", styled(HEADING, "what is generated"));
            }
            print!("{text}");
        }
    }
    Ok(Made::Text(Verdict::Right))
}

fn check_arguments(arguments: &Arguments) -> Result<()> {
    let is_whole = matches!(arguments.to, TargetName::Kernel | TargetName::Program);
    let said = [
        ("--entry", is_whole && arguments.entry.is_some()),
        ("--block", arguments.block.is_some()),
        ("--case", arguments.case.is_some()),
    ];
    match said.iter().find(|(_, is_said)| *is_said) {
        Some((option, _)) => bail!(
            "{option} is for kernels; a program with directives is translated as a whole, and its \
             `kernel` directives say how the kernels are launched"
        ),
        None => Ok(()),
    }
}

fn program_text(own: &AnnotatedProgram) -> Result<String> {
    let path = Path::new(&own.source.path);
    let name = |path: &Path| {
        path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    };
    let files = ProgramFiles { sequential: name(path), ptx: name(&path.with_extension("ptx")) };
    let lines = program(&own.translation, &own.source, &files).map_err(SimulateError::from)?;
    let lines: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
    Ok(lines.join("\n") + "\n")
}

/// What every pass found, one after the other.
fn print_passes(program: &AnnotatedProgram) {
    let width = page::width();
    for report in explain(&program.translation) {
        let mut text = String::new();
        for line in report.found.lines() {
            let indent = " ".repeat(2 + line.len() - line.trim_start().len());
            let filled = page::fill(line, width - indent.len(), "    ");
            for part in filled.lines() {
                let _ = writeln!(text, "{indent}{part}");
            }
        }
        let found = if text.is_empty() { "  nothing\n".to_owned() } else { text };
        println!("{}\n{found}", styled(HEADING, report.pass));
    }
}
