//! `warpbench derive`: kernels that the workbench derives from others.

use super::exit::Verdict;
use super::{saved, source, style};
use anyhow::{Result, bail};
use std::path::PathBuf;
use warpbench_derive::coalesce::{Derivation, Wanted, derive};
use warpbench_front::diagnostic;
use warpbench_front::{Language, Source};
use warpbench_simulate::SimulateError;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// Tile what lies apart: from a naive kernel to one whose accesses are coalesced
    Coalesced(Coalesced),
}

#[derive(Debug, clap::Args)]
struct Coalesced {
    /// A file of Rust (.rs)
    file: PathBuf,
    /// The kernel, where the file has several
    #[arg(long, value_name = "NAME")]
    kernel: Option<String>,
    /// Threads per block, where the kernel's text does not show them
    #[arg(long, value_name = "X[,Y]", value_parser = source::parse_block)]
    block: Option<[u32; 3]>,
    /// Say what each step found
    #[arg(long)]
    explain: bool,
    /// Write to a file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> Result<Verdict> {
    match &arguments.what {
        What::Coalesced(own) => coalesced(own),
    }
}

fn coalesced(arguments: &Coalesced) -> Result<Verdict> {
    let source = source::read(&arguments.file)?;
    if Language::of(&source.path) == Language::Wgsl {
        bail!("kernels are derived from Rust; {} is WGSL", source.path);
    }
    let block = match arguments.block {
        Some([_, _, z]) if z > 1 => bail!("blocks of three dimensions are not tiled"),
        other => other.map(|[x, y, _]| [x, y]),
    };
    let wanted = Wanted { kernel: arguments.kernel.clone(), block };
    let derived = derive(&source, &wanted).map_err(SimulateError::from)?;
    report(arguments, &source, &derived);
    match &arguments.output {
        None if arguments.explain => {}
        None => print!("{}", derived.text()),
        Some(path) => {
            saved::keep(path, &[&arguments.file])?;
            saved::write(path, derived.text().as_bytes())?;
        }
    }
    Ok(Verdict::Right)
}

/// Says what was found: on request all of it, and always what stays apart.
fn report(arguments: &Coalesced, source: &Source, derived: &Derivation) {
    if arguments.explain {
        for step in &derived.steps {
            println!("{}", step.pass);
            for line in step.found.lines() {
                println!("  {line}");
            }
        }
        if arguments.output.is_none() {
            println!();
            print!("{}", derived.text());
        }
    }
    let rendered = diagnostic::render(&source.path, &source.text, &derived.left);
    if !rendered.is_empty() {
        eprintln!("{}", style::warnings(rendered.trim_end()));
    }
    let [x, y, _] = derived.block;
    let block = if y == 1 { x.to_string() } else { format!("{x},{y}") };
    eprintln!("note: `{}` is launched with blocks of {block} threads now", derived.kernel);
}
