//! A sequential program with directives on a device.
//!
//! Launches between which the host does not look at the GPU's memory are one job for the
//! worker, which checks nothing and times them together; the results are compared when all
//! steps are done.

use super::file::choose_cuda;
use super::{Arguments, choose, measure_job, print_time, progress_bar, show};
use crate::exit::Verdict;
use crate::program::{self, Outcome};
use crate::sim::show as shown;
use crate::style::{HEADING, styled};
use crate::{page, ptx};
use anyhow::{Error, Result};
use serde::Serialize;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use warpbench_case::launch::launch_of;
use warpbench_catalog::{Argument as LaunchArgument, Buffer, Element, Init, Launch, Problem};
use warpbench_common::format;
use warpbench_common::memory::default_limit;
use warpbench_common::program::AnnotatedProgram;
use warpbench_common::program::compare::compare;
use warpbench_common::program::log::HostStep;
use warpbench_common::program::simulate::case_of;
use warpbench_cores::Threads;
use warpbench_derive::execute::{Argument, HostArray, HostEvent, Launcher};
use warpbench_derive::host::LaunchStep;
use warpbench_device::KernelSources;
use warpbench_device::case::job;
use warpbench_device::worker::{Bytes, Custom, Job};
use warpbench_front::{Language, Source};
use warpbench_machine::model;
use warpbench_machine::sim::Schedule;
use warpbench_report::{Backend, Clock, DeviceInfo, Seconds};
use warpbench_simulate::report::BufferDump;
use warpbench_simulate::{Observe, Setup, SimulateError};

/// How long the sequential program may take on the simulator.
const REFERENCE_TIME: Duration = Duration::from_secs(60);

/// What a run of a program gave.
#[derive(Debug, Serialize)]
struct Report {
    program: String,
    file: String,
    backend: Backend,
    device: DeviceInfo,
    steps: Vec<HostStep>,
    timings: Vec<Timing>,
    #[serde(flatten)]
    outcome: Outcome,
    #[serde(skip_serializing_if = "Option::is_none")]
    buffers: Option<Vec<BufferDump>>,
}

/// How long launches took, one after the other.
#[derive(Debug, Serialize)]
struct Timing {
    kernels: Vec<String>,
    seconds: Option<Seconds>,
    clock: Clock,
}

pub(super) fn run(arguments: &Arguments, path: &Path, source: Source) -> Result<Verdict> {
    let program = AnnotatedProgram::read(source)?;
    program::print_warnings(&program);
    let report = measure(arguments, path, &program)?;
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&report)?);
    } else {
        print(&report);
    }
    Ok(Verdict::of(report.outcome.checked))
}

fn measure(arguments: &Arguments, path: &Path, program: &AnnotatedProgram) -> Result<Report> {
    let backend = super::file::backend(arguments, path)?;
    let case = arguments.launch.case(&program.source, arguments.memory << 20, arguments.json)?;
    let function = program.entry(case.entry.as_deref())?;
    let before = program.memory(function, &case)?;
    let devices = crate::devices(&[backend])?;
    let device = match backend {
        Backend::Cuda if arguments.ptx.is_none() => choose_cuda(&devices, arguments.device)?,
        _ => choose(&devices, Some(backend), arguments.device)?,
    };
    let kernels = program.kernels();
    let first = program.translation.kernels().first().map_or("", |own| own.name.as_str());
    let ptx = match (backend, &arguments.ptx) {
        (Backend::Cuda, Some(path)) => ptx::read(path, &kernels, first)?,
        (Backend::Cuda, None) => ptx::compile(&kernels, first)?,
        _ => String::new(),
    };
    let mut launcher = DeviceLauncher {
        arguments,
        program,
        kernels,
        ptx,
        device,
        noted: Vec::new(),
        sources: None,
        steps: Vec::new(),
        made: Vec::new(),
        timings: Vec::new(),
        failed: None,
    };
    let mut memory = before.clone();
    let executed = program.execute(&function.name, &mut memory, &mut launcher);
    if let Some(failed) = launcher.failed {
        let name = &function.name;
        return Err(failed.context(format!("{name} on {} ({})", device.name, device.backend)));
    }
    executed.map_err(|error| program.stopped(&error))?;
    let start = Instant::now();
    let elapsed = || start.elapsed();
    let within = (REFERENCE_TIME, &elapsed as &(dyn Fn() -> Duration + Sync));
    let reference = program.reference(function, &before, &launcher.made, &setup(), within)?;
    let comparison = compare(function, &memory, &case, &reference);
    Ok(Report {
        program: function.name.clone(),
        file: program.source.path.clone(),
        backend,
        device: device.clone(),
        steps: launcher.steps,
        timings: launcher.timings,
        outcome: Outcome::new(comparison, &reference, None),
        buffers: arguments.dump.then(|| program::dumps(function, &memory)),
    })
}

/// The simulator, for the sequential program.
fn setup() -> Setup {
    Setup {
        model: model::usual().clone(),
        language: Language::Rust,
        schedule: Schedule::InOrder,
        most_instructions: u64::MAX,
        most_bytes: default_limit(),
        cores: Arc::new(Threads::all()),
        observe: Observe::none(),
        dump: true,
    }
}

/// A launch that is to be done, with the GPU's buffers that it is passed.
struct Noted {
    launch: Launch,
    buffers: Vec<NotedBuffer>,
}

struct NotedBuffer {
    /// Which of the GPU's it is.
    buffer: usize,
    name: String,
    /// Words that the device needs it to have.
    words: usize,
}

/// Has the launches done by a worker.
struct DeviceLauncher<'l> {
    arguments: &'l Arguments,
    program: &'l AnnotatedProgram,
    kernels: Source,
    ptx: String,
    device: &'l DeviceInfo,
    noted: Vec<Noted>,
    sources: Option<KernelSources>,
    steps: Vec<HostStep>,
    made: Vec<(String, HostArray)>,
    timings: Vec<Timing>,
    /// What kept a kernel from running.
    failed: Option<Error>,
}

impl DeviceLauncher<'_> {
    fn note(
        &mut self,
        step: &LaunchStep,
        grid: [u32; 3],
        arguments: &[Argument<'_>],
    ) -> Result<()> {
        let case = case_of(&self.kernels, step, grid, arguments);
        let launch = launch_of(&self.kernels, case).map_err(SimulateError::from)?;
        let path = Path::new(&self.kernels.path);
        let backend = self.device.backend;
        let job = job(launch, backend, path, &self.kernels.text, &self.ptx, false)?;
        let Job::Custom(custom) = job else { return Ok(()) };
        let Custom { sources, problem, .. } = *custom;
        let memory = arguments.iter().filter_map(|argument| match argument {
            Argument::Memory { name, buffer, .. } => Some((*name, *buffer)),
            Argument::Integer { .. } | Argument::Float { .. } => None,
        });
        let buffers = memory.zip(&problem.buffers).map(|((name, buffer), own)| NotedBuffer {
            buffer,
            name: name.to_owned(),
            words: own.len,
        });
        let buffers: Vec<NotedBuffer> = buffers.collect();
        self.sources.get_or_insert(sources);
        self.noted
            .extend(problem.launches.into_iter().next().map(|launch| Noted { launch, buffers }));
        Ok(())
    }

    /// Runs the launches that were noted.
    fn done(&mut self, memory: &mut [Vec<u8>]) -> Result<()> {
        let noted = std::mem::take(&mut self.noted);
        let Some(sources) = self.sources.clone().filter(|_| !noted.is_empty()) else {
            return Ok(());
        };
        let kernels: Vec<String> = noted.iter().map(|own| own.launch.entry.clone()).collect();
        let (used, custom) = merged(noted, sources, memory);
        let bar = progress_bar();
        let measured = measure_job(
            Job::Custom(Box::new(custom)),
            self.device,
            &self.arguments.measuring,
            &mut |stage, done, of| show(&bar, stage, done, of),
        );
        bar.finish_and_clear();
        let (measurement, mut results) = measured?;
        for (index, own) in used.iter().enumerate() {
            if let Some(mut contents) = results.contents.remove(&index) {
                contents.truncate(memory[*own].len());
                memory[*own] = contents;
            }
        }
        let (seconds, clock) = (measurement.seconds, measurement.clock);
        self.timings.push(Timing { kernels, seconds, clock });
        Ok(())
    }
}

/// One job of many launches, and which of the GPU's buffers its buffers are.
fn merged(noted: Vec<Noted>, sources: KernelSources, memory: &[Vec<u8>]) -> (Vec<usize>, Custom) {
    let mut used: Vec<usize> = Vec::new();
    let mut buffers: Vec<Buffer> = Vec::new();
    let mut launches = Vec::new();
    for Noted { mut launch, buffers: own } in noted {
        let mut places = Vec::new();
        for NotedBuffer { buffer, name, words } in own {
            let at = used.iter().position(|other| *other == buffer).unwrap_or_else(|| {
                used.push(buffer);
                buffers.push(Buffer { name, element: Element::U32, len: 0, init: Init::Cleared });
                used.len() - 1
            });
            buffers[at].len = buffers[at].len.max(words);
            places.push(at);
        }
        for argument in &mut launch.arguments {
            if let LaunchArgument::Pointer(at) | LaunchArgument::Slice(at) = argument {
                *at = places.get(*at).copied().unwrap_or(*at);
            }
        }
        launches.push(launch);
    }
    let contents = used.iter().enumerate().map(|(at, own)| {
        let mut bytes = memory[*own].clone();
        bytes.resize(buffers[at].len * 4, 0);
        (at, Bytes(bytes))
    });
    let contents = contents.collect();
    if buffers.is_empty() {
        // A problem has an output, whatever the kernels are passed.
        let name = "nothing".to_owned();
        buffers.push(Buffer { name, element: Element::U32, len: 1, init: Init::Cleared });
    }
    let name = launches.first().map_or_else(String::new, |launch| launch.entry.clone());
    let problem = Problem {
        seed: 0,
        buffers,
        launches,
        output: 0,
        tolerance: 0.0,
        bytes_moved: 0,
        operations: 0,
    };
    let wanted = (0..used.len()).collect();
    let (expected, size) = (Vec::new(), Vec::new());
    (used, Custom { name, sources, problem, contents, expected, wanted, size })
}

impl Launcher for DeviceLauncher<'_> {
    fn launch(
        &mut self,
        launch: &LaunchStep,
        grid: [u32; 3],
        arguments: &mut [Argument<'_>],
    ) -> Result<(), String> {
        self.steps.push(HostStep::launched(launch, grid, &self.program.source.text));
        self.note(launch, grid, arguments).map_err(|error| {
            let reason = error.to_string();
            self.failed = Some(error);
            reason
        })
    }

    fn settle(&mut self, buffers: &mut [Vec<u8>]) -> Result<(), String> {
        self.done(buffers).map_err(|error| {
            let reason = error.to_string();
            self.failed = Some(error);
            reason
        })
    }

    fn happened(&mut self, event: HostEvent) {
        self.steps.extend(HostStep::of(&event, &self.program.source.text));
        if let HostEvent::MadeArray { name, array } = event {
            self.made.push((name, array));
        }
    }
}

fn print(report: &Report) {
    let width = page::width();
    println!("{} of {}", styled(HEADING, &report.program), report.file);
    let device = &report.device;
    println!("  device   {} ({}, {})", device.name, device.kind, device.driver);
    println!("{}", report.outcome.verdict(0, width));
    println!("\n{}", styled(HEADING, "the host's steps"));
    print!("{}", program::steps(&report.steps));
    for Timing { kernels, seconds, clock } in &report.timings {
        let mut names: Vec<&str> = kernels.iter().map(String::as_str).collect();
        names.dedup();
        names.truncate(3);
        let launches = match kernels.len() {
            1 => format!("launch of {}", names[0]),
            count => {
                let count = format::count(count as u64);
                format!("{count} launches, {} and so on", names.join(", "))
            }
        };
        println!("\n{launches}");
        if let Some(seconds) = seconds {
            print_time(*seconds, *clock);
        }
    }
    for buffer in report.buffers.iter().flatten() {
        print!("\n{}", shown::dump(buffer, width));
    }
}
