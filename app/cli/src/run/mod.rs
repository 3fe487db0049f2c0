//! `warpbench run`: a kernel on a device, checked and then timed.

pub(super) mod file;
mod program;
pub(super) mod ready;

use super::exit::Verdict;
use super::init::{self, InitArguments};
use super::launch::LaunchArguments;
use super::{
    BackendName, LanguageName, Measuring, Size, devices, page, parse_size, source, worker,
};
use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use warpbench_catalog as catalog;
use warpbench_catalog::Variant;
use warpbench_common::format;
use warpbench_common::program::AnnotatedProgram;
use warpbench_device::worker::{Job, Request, Results, Stage};
use warpbench_device::{DeviceError, Devices};
use warpbench_report::{Backend, Clock, DeviceInfo, Measurement, Seconds};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// A kernel of the catalogue (`warpbench list` names them all), or a file with a case beside
    /// it: kernels in Rust or WGSL, or a sequential program in Rust with directives
    target: String,
    #[command(flatten)]
    launch: LaunchArguments,
    #[command(flatten)]
    init: InitArguments,
    /// Which text of a kernel of the catalogue wgpu runs [default: wgsl]
    #[arg(long)]
    language: Option<LanguageName>,
    /// The problem's size: N, or M,N,K for matrices (4096 means square)
    #[arg(long, value_name = "N[,N…]", value_parser = parse_size)]
    size: Option<Size>,
    /// The road to the device; if nothing is said, the best there is, and wgpu for a file
    #[arg(long)]
    backend: Option<BackendName>,
    /// The device's index, as `warpbench devices` shows it
    #[arg(long, value_name = "INDEX")]
    device: Option<usize>,
    /// PTX of a file's kernel, made earlier by `warpbench translate --to ptx`: no compiler is
    /// needed then
    #[arg(long, value_name = "FILE")]
    ptx: Option<PathBuf>,
    #[command(flatten)]
    measuring: Measuring,
    /// Memory that the buffers of a case may take, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024,
        value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    memory: u64,
    /// Show what the buffers of a case hold after the first run
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
    match source::file(&arguments.target) {
        Some(path) => {
            let source = source::read(path)?;
            match AnnotatedProgram::is(&source) {
                true => program::run(arguments, path, source),
                false => file::run(arguments, path, &source),
            }
        }
        None => run_variant(arguments),
    }
}

fn run_variant(arguments: &Arguments) -> Result<Verdict> {
    let (_, variant) = catalog::find(&arguments.target)?;
    let option = arguments.launch.given();
    let option = option.or(arguments.ptx.is_some().then_some("--ptx"));
    let option = option.or(arguments.dump.then_some("--dump"));
    if let Some(option) = option {
        bail!("{option} is for a file; {} is launched as the catalogue says", variant.name);
    }
    let backend = arguments.backend.map(Backend::from);
    // Drivers that were not asked for are left alone.
    let devices = devices(backend.as_ref().map_or(&Backend::ALL[..], std::slice::from_ref))?;
    let device = choose(&devices, backend, arguments.device)?;
    let size = size_for(variant, arguments.size.as_deref(), device)?;
    let (name, seed) = (variant.name.to_owned(), arguments.measuring.seed());
    let job = match (arguments.language, device.backend) {
        (Some(_), Backend::Cpu) => {
            bail!("--language is for GPUs; the processor runs the reference, which has no other")
        }
        (Some(LanguageName::Wgsl), Backend::Cuda) => {
            bail!("CUDA runs PTX, which is made of the kernels in Rust; --backend wgpu runs WGSL")
        }
        (Some(LanguageName::Rust), Backend::Wgpu) => Job::CatalogRust { variant: name, size, seed },
        _ => Job::Catalog { variant: name, size, seed },
    };

    let bar = progress_bar();
    let measured = measure_job(job, device, &arguments.measuring, &mut |stage, done, of| {
        show(&bar, stage, done, of);
    });
    bar.finish_and_clear();
    let (measurement, _) = measured
        .with_context(|| format!("{} on {} ({})", variant.name, device.name, device.backend))?;

    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&measurement)?);
    } else {
        print(&measurement);
    }
    Ok(Verdict::of(measurement.checked))
}

/// The size to run at: what was asked for, or what suits the device.
pub(super) fn size_for(
    variant: &Variant,
    given: Option<&[u64]>,
    device: &DeviceInfo,
) -> Result<Vec<u64>> {
    let default = if device.kind.is_gpu() { variant.large } else { variant.small };
    Ok(variant.size(given.unwrap_or(default))?)
}

/// Runs a variant in a worker process.
pub(super) fn measure(
    variant: &Variant,
    size: &[u64],
    device: &DeviceInfo,
    measuring: &Measuring,
    progress: &mut dyn FnMut(Stage, usize, usize),
) -> Result<Measurement, DeviceError> {
    let (variant, size) = (variant.name.to_owned(), size.to_vec());
    let job = Job::Catalog { variant, size, seed: measuring.seed() };
    measure_job(job, device, measuring, progress).map(|(measurement, _)| measurement)
}

/// Runs a job in a worker process.
pub(super) fn measure_job(
    job: Job,
    device: &DeviceInfo,
    measuring: &Measuring,
    progress: &mut dyn FnMut(Stage, usize, usize),
) -> Result<(Measurement, Results), DeviceError> {
    let request =
        Request { backend: device.backend, device: device.index, job, repeat: measuring.repeat() };
    worker()?.run_custom(&request, measuring.deadline(), &AtomicBool::new(false), progress)
}

/// The device that was asked for, or the best there is.
pub(super) fn choose(
    devices: &Devices,
    backend: Option<Backend>,
    index: Option<usize>,
) -> Result<&DeviceInfo> {
    let found = devices.found.iter().find(|device| {
        backend.is_none_or(|backend| device.backend == backend)
            && index.is_none_or(|index| device.index == index)
    });
    if let Some(device) = found {
        return Ok(device);
    }
    if let Some(missing) =
        devices.unavailable.iter().find(|missing| Some(missing.backend) == backend)
    {
        bail!("{} is not available: {}", missing.backend, missing.reason);
    }
    let backend = backend.map(|backend| format!(" of backend {backend}")).unwrap_or_default();
    let index = index.unwrap_or_default();
    bail!("there is no device {index}{backend}; `warpbench devices` shows which there are")
}

/// A progress bar on a terminal; nothing in a pipe, which indicatif sees itself.
pub(super) fn progress_bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{msg:42} {bar:30} {pos}/{len}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(1).with_style(style)
}

fn show(bar: &ProgressBar, stage: Stage, done: usize, of: usize) {
    bar.set_message(stage.to_string());
    bar.set_length(of as u64);
    bar.set_position(done as u64);
}

fn print(measurement: &Measurement) {
    let device = &measurement.device;
    println!("{}  {}", measurement.kernel, format::size(&measurement.size));
    println!("  device   {} ({}, {})", device.name, device.kind, device.driver);
    let error = format::error(measurement.max_error);
    let verdict = if measurement.checked { "checked" } else { "WRONG" };
    println!(
        "  result   {verdict}: largest error {error}, tolerance {}",
        format::error(Some(measurement.tolerance))
    );
    if !measurement.checked
        && let Some(caveat) = device.caveat()
    {
        println!("{}", page::fill(&format!("note: {caveat}"), page::width(), "  "));
    }
    let Some(seconds) = measurement.seconds else {
        if measurement.checked {
            println!("  time     nothing to launch at this size");
        }
        return;
    };
    print_time(seconds, measurement.clock);
    println!("  moved    {} GB/s", format::rate(measurement.gb_per_s));
    println!("  computed {} GFLOP/s", format::rate(measurement.gflop_per_s));
}

fn print_time(seconds: Seconds, clock: Clock) {
    let clock = match clock {
        Clock::Device => "",
        Clock::Wall => ", wall clock",
    };
    println!(
        "  time     {} median of {} ({} to {}{clock})",
        format::seconds(seconds.median),
        seconds.samples,
        format::seconds(seconds.min),
        format::seconds(seconds.max),
    );
}
