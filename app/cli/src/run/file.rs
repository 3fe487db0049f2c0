//! A student's kernel on a device.
//!
//! wgpu needs nothing but a driver: the workbench translates a kernel in Rust, and
//! one in WGSL is what wgpu takes. CUDA needs PTX, which the compiler makes that is
//! installed, or which was made earlier; whether there is a GPU at all is seen
//! first, because compiling may take half a minute.

use super::ready::Ready;
use super::{Arguments, choose, measure_job, print_time, progress_bar, show};
use crate::exit::Verdict;
use crate::page;
use crate::ptx;
use crate::sim::show as shown;
use crate::style::{ERROR, GOOD, HEADING, styled};
use anyhow::{Context, Result, bail};
use serde::Serialize;
use std::path::Path;
use warpbench_case::Wrong;
use warpbench_common::format;
use warpbench_device::Devices;
use warpbench_front::Source;
use warpbench_ptx::toolchain::Survey;
use warpbench_report::{Backend, Clock, DeviceInfo, Seconds};
use warpbench_simulate::report::BufferDump;

/// What a run of a file gave.
#[derive(Debug, Serialize)]
struct Report {
    kernel: String,
    file: String,
    backend: Backend,
    device: DeviceInfo,
    grid: [u32; 3],
    block: [u32; 3],
    checked: bool,
    expectations: usize,
    max_error: Option<f64>,
    wrong: Vec<Wrong>,
    seconds: Option<Seconds>,
    clock: Clock,
    #[serde(skip_serializing_if = "Option::is_none")]
    buffers: Option<Vec<BufferDump>>,
    warnings: Vec<String>,
}

pub(super) fn run(arguments: &Arguments, path: &Path, source: &Source) -> Result<Verdict> {
    let report = measure(arguments, path, source)?;
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&report)?);
    } else {
        print(&report);
    }
    Ok(Verdict::of(report.checked))
}

/// The backend that a file is run with.
pub(super) fn backend(arguments: &Arguments, path: &Path) -> Result<Backend> {
    check_arguments(arguments)?;
    let backend = arguments.backend.map_or(Backend::Wgpu, Backend::from);
    if backend == Backend::Cpu {
        bail!(
            "the processor runs only kernels of the catalogue, which have a reference; choose wgpu \
             or cuda, or run it on the simulator: warpbench sim {}",
            path.display()
        );
    }
    if backend != Backend::Cuda && arguments.ptx.is_some() {
        bail!("--ptx is for NVIDIA GPUs: say --backend cuda as well");
    }
    Ok(backend)
}

fn measure(arguments: &Arguments, path: &Path, source: &Source) -> Result<Report> {
    let backend = backend(arguments, path)?;
    let case = arguments.launch.case(source, arguments.memory << 20, arguments.json)?;
    let launch = Ready::of(source, case, backend)?;
    let devices = crate::devices(&[backend])?;
    let device = match backend {
        Backend::Cuda if arguments.ptx.is_none() => choose_cuda(&devices, arguments.device)?,
        _ => choose(&devices, Some(backend), arguments.device)?,
    };
    let buffers = launch.buffers();
    let mut report = Report {
        kernel: launch.entry().to_owned(),
        file: source.path.clone(),
        backend,
        device: device.clone(),
        grid: launch.grid(),
        block: launch.block(),
        checked: false,
        expectations: 0,
        max_error: None,
        wrong: Vec::new(),
        seconds: None,
        clock: Clock::Device,
        buffers: None,
        warnings: launch.warnings().to_vec(),
    };
    if launch.prints() && backend == Backend::Wgpu {
        report.warnings.push(format!(
            "what the kernel prints is not shown: through wgpu a GPU cannot print; to see it, run \
             warpbench sim {}",
            path.display()
        ));
    }
    let ptx = match (backend, &arguments.ptx) {
        (Backend::Cuda, Some(path)) => ptx::read(path, source, launch.entry())?,
        (Backend::Cuda, None) => ptx::compile(source, launch.entry())?,
        _ => String::new(),
    };
    let job = launch.job(backend, path, source, &ptx, arguments.dump)?;

    let bar = progress_bar();
    let measured = measure_job(job, device, &arguments.measuring, &mut |stage, done, of| {
        show(&bar, stage, done, of);
    });
    bar.finish_and_clear();
    let (measurement, mut results) = measured
        .with_context(|| format!("{} on {} ({})", report.kernel, device.name, device.backend))?;
    report.checked = measurement.checked;
    report.expectations = results.expectations;
    report.max_error = measurement.max_error.filter(|_| results.expectations > 0);
    report.wrong = results.wrong;
    report.seconds = measurement.seconds;
    report.clock = measurement.clock;
    report.buffers = arguments.dump.then(|| {
        let dumps = buffers.into_iter().enumerate();
        dumps.map(|(index, layout)| layout.dump(results.contents.remove(&index))).collect()
    });
    Ok(report)
}

/// What is said of kernels of the catalogue cannot be said of a file.
fn check_arguments(arguments: &Arguments) -> Result<()> {
    if arguments.size.is_some() || arguments.measuring.seed.is_some() {
        bail!("--size and --seed are for kernels of the catalogue; the case of a file says both");
    }
    if arguments.language.is_some() {
        bail!("--language is for kernels of the catalogue; a file's name says what it is");
    }
    Ok(())
}

/// A GPU for CUDA. Where there is none, a missing compiler is named as well: both
/// are needed.
pub(crate) fn choose_cuda(devices: &Devices, index: Option<usize>) -> Result<&DeviceInfo> {
    choose(devices, Some(Backend::Cuda), index).map_err(|error| {
        match Survey::of_this_machine().choose(None) {
            Ok(_) => error,
            Err(missing) => error.context(format!(
                "a kernel of your own needs a GPU and a compiler for CUDA, and there is neither.\n\
                 The compiler: {missing}\nThe GPU"
            )),
        }
    })
}

fn print(report: &Report) {
    for warning in &report.warnings {
        eprintln!("warning: {warning}");
    }
    let width = page::width();
    let axes = |n: [u32; 3]| format::size(&n.map(u64::from));
    println!("{} of {}", styled(HEADING, &report.kernel), report.file);
    println!("  grid     {}, block {}", axes(report.grid), axes(report.block));
    let device = &report.device;
    println!("  device   {} ({}, {})", device.name, device.kind, device.driver);
    if !report.wrong.is_empty() {
        println!("{}", styled(ERROR, &shown::wrong(&report.wrong, width)));
        if let Some(caveat) = device.caveat() {
            println!("{}", page::fill(&format!("note: {caveat}"), width, "  "));
        }
    } else if report.expectations == 0 {
        println!("  result   nothing was compared: the case has no expect");
    } else {
        let error = report.max_error.unwrap_or_default();
        println!("  result   {}: largest error {error:.1e}", styled(GOOD, "checked"));
    }
    if let Some(seconds) = report.seconds {
        print_time(seconds, report.clock);
    }
    for buffer in report.buffers.iter().flatten() {
        print!("\n{}", shown::dump(buffer, width));
    }
}
