//! `warpbench translate`: a kernel as other languages say it, and a sequential program with
//! directives as kernels.
//!
//! The kernel is cut out of its text, and what it does not use is dropped.

mod directives;

use super::exit::Verdict;
use super::launch::is_case;
use super::{ptx, saved, source};
use anyhow::{Result, bail};
use clap::ValueEnum;
use directives::Made;
use std::path::{Path, PathBuf};
use warpbench_case::Case;
use warpbench_common::disk::Disk;
use warpbench_common::program::AnnotatedProgram;
use warpbench_front::Source;
use warpbench_front::back::{self, Target};
use warpbench_front::rust::lower::{Avoided, Options};
use warpbench_front::wgsl::Checked;
use warpbench_front::{Language, overrides, rust, wgsl};
use warpbench_simulate::SimulateError;

/// Threads of a block, where nobody says.
const BLOCK: u32 = 256;
/// What the buffers of a case may take; they are not looked at.
const MOST_BYTES: u64 = 1 << 30;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// A file of Rust (.rs) or WGSL: kernels, or a sequential program in Rust with directives
    file: PathBuf,
    /// What to write
    #[arg(long, value_name = "TARGET")]
    to: TargetName,
    /// Of a program with directives, say first what every pass of the translator found
    #[arg(long)]
    explain: bool,
    /// The kernel, where the file has several
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,
    /// Threads per block, for kernels in Rust
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = source::parse_block)]
    block: Option<[u32; 3]>,
    /// A case to take the kernel, its block and its constants from
    /// [default: the file's name with .toml, if there is one]
    #[arg(long, value_name = "FILE")]
    case: Option<PathBuf>,
    /// Write to a file; SPIR-V is written as binary then
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// A language that can be written, as it is named on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum TargetName {
    /// WebGPU's
    Wgsl,
    /// Vulkan's
    Spirv,
    /// Metal's
    Msl,
    /// DirectX's
    Hlsl,
    /// NVIDIA's, of kernels in Rust: all that the file has, by the compiler that is installed
    Ptx,
    /// Kernels in Rust, of a sequential program with directives
    Kernel,
    /// A whole program in Rust that launches them through `cust`
    Program,
}

impl TargetName {
    /// What the workbench translates to by itself.
    fn target(self) -> Option<Target> {
        Some(match self {
            TargetName::Wgsl => Target::Wgsl,
            TargetName::Spirv => Target::Spirv,
            TargetName::Msl => Target::Msl,
            TargetName::Hlsl => Target::Hlsl,
            TargetName::Ptx | TargetName::Kernel | TargetName::Program => return None,
        })
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<Verdict> {
    let mut source = source::read(&arguments.file)?;
    source::check_block(&source, arguments.block)?;
    // The blocks of kernels that directives launch.
    let mut blocks = Vec::new();
    let case = if AnnotatedProgram::is(&source) {
        match directives::translate(arguments, source)? {
            Made::Text(verdict) => return Ok(verdict),
            Made::Kernels(kernels, own) => (source, blocks) = (kernels, own),
        }
        None
    } else {
        check_target(arguments, &source)?;
        case(arguments)?
    };
    let Some(target) = arguments.to.target() else {
        return compile(arguments, &source, case.as_ref());
    };
    let (entry, checked) = match Language::of(&source.path) {
        Language::Rust => lower(arguments, &source, case.as_ref(), &blocks)?,
        Language::Wgsl => {
            let checked = wgsl::check(&source.text, &source.path).map_err(SimulateError::from)?;
            let entries = checked.kernels();
            let entry = choose_entry(&entries, arguments, case.as_ref(), &source)?;
            let values = case.map(|case| case.overrides).unwrap_or_default();
            let applied = overrides::apply(&checked, &entry, &values)?;
            (entry, applied.unwrap_or(checked))
        }
    };
    let written = back::write(&checked, &entry, target)?;
    match &arguments.output {
        None => print!("{}", written.listing()?),
        Some(path) => write(arguments, path, &written.bytes())?,
    }
    Ok(Verdict::Right)
}

/// What is for programs with directives only.
fn check_target(arguments: &Arguments, source: &Source) -> Result<()> {
    let option = match arguments.to {
        TargetName::Kernel => "--to kernel",
        TargetName::Program => "--to program",
        _ if arguments.explain => "--explain",
        _ => return Ok(()),
    };
    bail!(
        "{option} is for sequential programs in Rust with directives, `hicuda! {{ … }}`; {} has \
         none",
        source.path
    )
}

/// PTX of the kernels of a file.
fn compile(arguments: &Arguments, source: &Source, case: Option<&Case>) -> Result<Verdict> {
    if Language::of(&source.path) == Language::Wgsl {
        bail!("PTX is made of kernels in Rust; {} is WGSL", source.path);
    }
    let program = rust::read(&source.text, &source.path).map_err(SimulateError::from)?;
    let entries = warpbench_case::rust::kernels(&program);
    let entry = match (entries.as_slice(), &arguments.entry) {
        ([first, ..], None) => (*first).to_owned(),
        _ => choose_entry(&entries, arguments, case, source)?,
    };
    let ptx = ptx::compile(source, &entry)?;
    match &arguments.output {
        None => print!("{ptx}"),
        Some(path) => write(arguments, path, ptx.as_bytes())?,
    }
    Ok(Verdict::Right)
}

/// Writes what came of it, unless that would lose what it came from.
fn write(arguments: &Arguments, path: &Path, contents: &[u8]) -> Result<()> {
    let beside = arguments.file.with_extension("toml");
    let case = arguments.case.as_deref().unwrap_or(&beside);
    saved::keep(path, &[&arguments.file, case])?;
    saved::write(path, contents)
}

/// The case that is named, or the one beside the file if it is for this kernel.
fn case(arguments: &Arguments) -> Result<Option<Case>> {
    let load = |path: &Path| Case::load(path, MOST_BYTES, &Disk).map_err(SimulateError::from);
    if let Some(path) = &arguments.case {
        return Ok(Some(load(path)?));
    }
    let beside = arguments.file.with_extension("toml");
    if !is_case(&beside) {
        return Ok(None);
    }
    let case = load(&beside)?;
    let is_for_another = arguments.entry.is_some() && case.entry != arguments.entry;
    Ok((!is_for_another || case.entry.is_none()).then_some(case))
}

/// The module of a kernel in Rust.
fn lower(
    arguments: &Arguments,
    source: &Source,
    case: Option<&Case>,
    blocks: &[(String, [u32; 3])],
) -> Result<(String, Checked)> {
    let program = rust::read(&source.text, &source.path).map_err(SimulateError::from)?;
    let entries = warpbench_case::rust::kernels(&program);
    let entry = choose_entry(&entries, arguments, case, source)?;
    let directed = blocks.iter().find(|(kernel, _)| *kernel == entry).map(|(_, block)| *block);
    let block = arguments.block.or(directed).or(case.and_then(|case| case.block));
    if block.is_none() {
        eprintln!("note: it is written for blocks of {BLOCK} threads; --block says another number");
    }
    let constants = case.into_iter().flat_map(|case| &case.overrides);
    let options = Options {
        entry: entry.clone(),
        block: block.unwrap_or([BLOCK, 1, 1]),
        constants: constants.map(|(name, value)| (name.clone(), *value as i128)).collect(),
        dynamic_shared_bytes: case.map_or(0, |case| case.dynamic_shared_bytes),
        full_usize: false,
    };
    // None of the languages has atomic floats without an extension.
    let avoided = Avoided { float_atomics: true, ..Avoided::default() };
    let lowered =
        rust::lower_checked_avoiding(&program, &options, avoided, &source.text, &source.path)
            .map_err(SimulateError::from)?;
    Ok((entry, lowered.checked))
}

fn choose_entry(
    entries: &[&str],
    arguments: &Arguments,
    case: Option<&Case>,
    source: &Source,
) -> Result<String> {
    let wanted = arguments.entry.as_deref().or(case.and_then(|case| case.entry.as_deref()));
    match (wanted, entries) {
        (_, []) => bail!("{} has no kernel", source.path),
        (None, [only]) => Ok((*only).to_owned()),
        (Some(wanted), _) if entries.contains(&wanted) => Ok(wanted.to_owned()),
        (Some(wanted), _) => {
            bail!("{} has no kernel `{wanted}`; it has {}", source.path, entries.join(", "))
        }
        (None, _) => bail!(
            "{} has several kernels; name one of them with --entry: {}",
            source.path,
            entries.join(", ")
        ),
    }
}
