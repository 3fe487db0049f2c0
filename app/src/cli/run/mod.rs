//! `warpbench run`.

use super::{BackendName, Measuring, parse_size, worker};
use crate::format;
use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use warpbench_host::catalog::{self, Variant};
use warpbench_host::device::worker::{Job, Request, Stage};
use warpbench_host::device::{self, DeviceError, Devices};
use warpbench_host::report::{Backend, Clock, DeviceInfo, Measurement};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The kernel; `warpbench list` names them all
    variant: String,
    /// The problem's size: N, or M,N,K for matrices (4096 means square)
    #[arg(long, value_name = "N[,N…]", value_parser = parse_size)]
    size: Option<Numbers>,
    /// The road to the device; the best there is if nothing is said
    #[arg(long)]
    backend: Option<BackendName>,
    /// The device's index, as `warpbench devices` shows it
    #[arg(long, value_name = "INDEX")]
    device: Option<usize>,
    #[command(flatten)]
    measuring: Measuring,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The numbers of a size. The alias keeps clap from taking them for a list of
/// arguments.
type Numbers = Vec<u64>;

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let (_, variant) = catalog::find(&arguments.variant)?;
    let devices = device::devices();
    let device = choose(&devices, arguments.backend.map(Backend::from), arguments.device)?;
    let size = size_for(variant, arguments.size.as_deref(), device)?;

    let bar = progress_bar();
    let measured = measure(variant, &size, device, &arguments.measuring, &mut |stage, done, of| {
        show(&bar, stage, done, of);
    });
    bar.finish_and_clear();
    let measurement = measured
        .with_context(|| format!("{} on {} ({})", variant.name, device.name, device.backend))?;

    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&measurement)?);
    } else {
        print(&measurement);
    }
    Ok(if measurement.checked { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The size to run at: what was asked for, or what suits the device.
pub(super) fn size_for(
    variant: &Variant,
    given: Option<&[u64]>,
    device: &DeviceInfo,
) -> Result<Vec<u64>> {
    let usual = if device.kind.is_gpu() { variant.large } else { variant.small };
    Ok(variant.size(given.unwrap_or(usual))?)
}

/// Runs a variant in a worker process.
pub(super) fn measure(
    variant: &Variant,
    size: &[u64],
    device: &DeviceInfo,
    measuring: &Measuring,
    progress: &mut dyn FnMut(Stage, usize, usize),
) -> Result<Measurement, DeviceError> {
    let request = Request {
        backend: device.backend,
        device: device.index,
        job: Job::Catalog {
            variant: variant.name.to_owned(),
            size: size.to_vec(),
            seed: measuring.seed,
        },
        repeat: measuring.repeat(),
    };
    worker()?.run(&request, measuring.deadline(), &AtomicBool::new(false), progress)
}

/// The device that was asked for, or the best there is.
fn choose(
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
    if let Some(gap) = devices.unavailable.iter().find(|gap| Some(gap.backend) == backend) {
        bail!("{} is not available: {}", gap.backend, gap.reason);
    }
    let backend = backend.map(|backend| format!(" of backend {backend}")).unwrap_or_default();
    let index = index.unwrap_or_default();
    bail!("there is no device {index}{backend}; `warpbench devices` shows which there are")
}

/// A progress bar on a terminal; nothing in a pipe.
pub(super) fn progress_bar() -> ProgressBar {
    let target = if std::io::stderr().is_terminal() {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let style = ProgressStyle::with_template("{msg:42} {bar:30} {pos}/{len}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(Some(1), target).with_style(style)
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
    let error = match measurement.max_error {
        Some(error) => format!("{error:.1e}"),
        None => "not a number".to_owned(),
    };
    let verdict = if measurement.checked { "checked" } else { "WRONG" };
    println!(
        "  result   {verdict}: largest error {error}, tolerance {:.1e}",
        measurement.tolerance
    );
    let Some(seconds) = measurement.seconds else {
        if measurement.checked {
            println!("  time     nothing to launch at this size");
        }
        return;
    };
    let clock = match measurement.clock {
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
    println!("  moved    {} GB/s", format::rate(measurement.gb_per_s));
    println!("  computed {} GFLOP/s", format::rate(measurement.gflop_per_s));
}
