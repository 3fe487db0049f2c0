//! `warpbench sim`: a kernel on the simulator, with what it did counted and
//! judged.

mod card;
mod diagnostic;
mod program;
mod progress;
pub(super) mod show;
mod tables;

use super::exit::Verdict;
use super::init::{self, InitArguments};
use super::launch::LaunchArguments;
use super::{LanguageName, Size, parse_size, positive_seconds, source};
use anyhow::{Result, bail};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use std::time::Instant;
use warpbench_catalog as catalog;
use warpbench_common::disk::device_model;
use warpbench_common::memory::default_limit;
use warpbench_common::program::AnnotatedProgram;
use warpbench_cores::Threads;
use warpbench_front::Language;
use warpbench_machine::model::{self, DeviceModel};
use warpbench_machine::sim::Schedule;
use warpbench_simulate as simulate;
use warpbench_simulate::{Observe, Prepared, Setup};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// A kernel of the catalogue, or a file with a case beside it: kernels in Rust or WGSL, or a
    /// sequential program in Rust with directives
    target: String,
    #[command(flatten)]
    launch: LaunchArguments,
    #[command(flatten)]
    init: InitArguments,
    /// Which text of a kernel of the catalogue is run [default: wgsl]
    #[arg(long)]
    language: Option<LanguageName>,
    /// The size of a kernel of the catalogue: N, or M,N,K for matrices (64 means square)
    #[arg(long, value_name = "N[,N…]", value_parser = parse_size)]
    size: Option<Size>,
    /// Seed of the random inputs of a kernel of the catalogue [default: 1]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// The device model: a part of its name, such as h200 or "8800 gtx", or a file of your own
    #[arg(long, default_value = model::USUAL)]
    model: String,
    /// Which warp runs next: in-order, round-robin or shuffle:SEED
    #[arg(long, default_value = "in-order")]
    schedule: Schedule,
    /// What to observe, with commas: counters, lines, race, bounds, uninit, barrier, arithmetic,
    /// assertion, warp, endless, advice, time, all, none
    #[arg(long, value_name = "LIST", default_value = "all")]
    observe: Observe,
    /// Stop a launch after this many instructions of all warps [default: no limit]
    #[arg(long, value_name = "COUNT")]
    budget: Option<u64>,
    /// Stop after this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = positive_seconds)]
    timeout: f64,
    /// Memory that the run may take, in MiB: buffers, what is watched of them, and what several
    /// cores need [default: half of what this process can have]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    memory: Option<u64>,
    /// Cores that may work on it [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    cores: Option<u32>,
    /// Show what the buffers hold afterwards
    #[arg(long)]
    dump: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<Verdict> {
    if arguments.init.init {
        let source = source::to_start(&arguments.target)?;
        return init::write(&source, arguments.launch.entry.as_deref(), arguments.init.force);
    }
    if let Some(path) = source::file(&arguments.target) {
        let source = source::read(path)?;
        if AnnotatedProgram::is(&source) {
            check_arguments(arguments)?;
            return program::run(arguments, source);
        }
    }
    let time = Duration::from_secs_f64(arguments.timeout);
    let prepared = prepare(arguments)?;
    let start = Instant::now();
    let progress = progress::Progress::new(time);
    let simulated = prepared.run_within(time, &|| {
        let elapsed = start.elapsed();
        progress.show(elapsed);
        elapsed
    });
    progress.finish();
    let simulation = simulated?;
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&simulation)?);
    } else {
        show::print(&simulation);
        print!("{}", card::differences(arguments));
    }
    Ok(Verdict::of(simulation.passed()))
}

/// The simulator as the command line wants it.
fn setup(arguments: &Arguments) -> Result<Setup> {
    Ok(Setup {
        model: model(&arguments.model)?,
        language: arguments.language.map(Language::from).unwrap_or_default(),
        schedule: arguments.schedule,
        most_instructions: arguments.budget.unwrap_or(u64::MAX),
        most_bytes: arguments.memory.map_or_else(default_limit, |mebibytes| mebibytes << 20),
        cores: Arc::new(
            arguments.cores.map_or_else(Threads::all, |cores| Threads::new(cores as usize)),
        ),
        observe: arguments.observe.clone(),
        dump: arguments.dump,
    })
}

fn prepare(arguments: &Arguments) -> Result<Prepared> {
    let setup = setup(arguments)?;
    match source::file(&arguments.target) {
        Some(path) => prepare_file(arguments, path, setup),
        None => prepare_variant(arguments, setup),
    }
}

fn model(text: &str) -> Result<DeviceModel> {
    let is_file = Path::new(text).extension().is_some_and(|ending| ending == "toml");
    Ok(if is_file { device_model(Path::new(text))? } else { model::find(text)?.clone() })
}

fn prepare_variant(arguments: &Arguments, setup: Setup) -> Result<Prepared> {
    let (family, variant) = catalog::find(&arguments.target)?;
    if arguments.launch.case.is_some() {
        bail!("a case is for a file; {} comes with its own inputs", variant.name);
    }
    if let Some(option) = arguments.launch.given() {
        bail!("{option} is for a file; {} is launched as the catalogue says", variant.name);
    }
    let size = arguments.size.as_deref().unwrap_or(variant.small);
    let seed = arguments.seed.unwrap_or(1);
    Ok(simulate::prepare_problem(family, variant, size, seed, setup)?)
}

fn prepare_file(arguments: &Arguments, path: &Path, setup: Setup) -> Result<Prepared> {
    check_arguments(arguments)?;
    let source = source::read(path)?;
    let case = arguments.launch.case(&source, setup.most_bytes, arguments.json)?;
    Ok(simulate::prepare_text(source, case, setup)?)
}

/// What is said of kernels of the catalogue cannot be said of a file.
fn check_arguments(arguments: &Arguments) -> Result<()> {
    if arguments.size.is_some() || arguments.seed.is_some() {
        bail!("--size and --seed are for kernels of the catalogue; the case of a file says both");
    }
    if arguments.language.is_some() {
        bail!("--language is for kernels of the catalogue; a file's name says what it is");
    }
    Ok(())
}
