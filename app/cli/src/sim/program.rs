//! A sequential program with directives on the simulator: all its launches, in the order of
//! the host's steps.

use super::{Arguments, progress, show};
use crate::exit::Verdict;
use crate::page::{self, fill};
use crate::program::{self, Outcome};
use crate::style::{HEADING, styled};
use anyhow::Result;
use serde::Serialize;
use std::time::{Duration, Instant};
use warpbench_common::format;
use warpbench_common::program::AnnotatedProgram;
use warpbench_common::program::log::HostStep;
use warpbench_front::Source;
use warpbench_machine::finding::{Finding, Severity};
use warpbench_simulate::report::{BufferDump, Simulation};

/// What a run of a program gave.
#[derive(Debug, Serialize)]
struct Report {
    program: String,
    file: String,
    model: String,
    steps: Vec<HostStep>,
    /// The launches in their order.
    launches: Vec<Simulation>,
    #[serde(flatten)]
    outcome: Outcome,
    #[serde(skip_serializing_if = "Option::is_none")]
    buffers: Option<Vec<BufferDump>>,
}

impl Report {
    fn passed(&self) -> bool {
        let is_error = |found: &Finding| found.severity == Severity::Error;
        self.outcome.checked && !self.launches.iter().flat_map(|own| &own.findings).any(is_error)
    }
}

pub(super) fn run(arguments: &Arguments, source: Source) -> Result<Verdict> {
    let program = AnnotatedProgram::read(source)?;
    program::print_warnings(&program);
    let report = simulate(arguments, &program)?;
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&report)?);
    } else {
        print(&report);
    }
    Ok(Verdict::of(report.passed()))
}

fn simulate(arguments: &Arguments, program: &AnnotatedProgram) -> Result<Report> {
    let setup = super::setup(arguments)?;
    let case = arguments.launch.case(&program.source, setup.most_bytes, arguments.json)?;
    let (time, start) = (Duration::from_secs_f64(arguments.timeout), Instant::now());
    let progress = progress::Progress::new(time);
    let elapsed = || {
        let elapsed = start.elapsed();
        progress.show(elapsed);
        elapsed
    };
    let run = program.simulate(&case, &setup, None, (time, &elapsed));
    // What went wrong is said when nothing is drawn any more.
    progress.finish();
    let run = run?;
    let buffers = arguments.dump.then(|| program::dumps(run.function, &run.memory));
    Ok(Report {
        program: run.function.name.clone(),
        file: program.source.path.clone(),
        model: setup.model.name.clone(),
        steps: run.steps,
        launches: run.launches,
        outcome: Outcome::new(run.comparison, &run.reference, run.stopped),
        buffers,
    })
}

fn print(report: &Report) {
    let width = page::width();
    let name = styled(HEADING, &report.program);
    println!("{name} of {} on a model of the {}", report.file, report.model);
    let errors = report.launches.iter().flat_map(|own| &own.findings);
    let errors = errors.filter(|found| found.severity == Severity::Error).count();
    println!("{}", report.outcome.verdict(errors, width));
    println!("\n{}", styled(HEADING, "the host's steps"));
    print!("{}", program::steps(&report.steps));
    for launches in by_kernel(&report.launches) {
        print_launches(&launches, width);
    }
    for buffer in report.buffers.iter().flatten() {
        print!("\n{}", show::dump(buffer, width));
    }
    show::print_hint(report.launches.iter().flat_map(|launch| &launch.findings));
}

/// The launches of each kernel, with their numbers among all.
fn by_kernel(launches: &[Simulation]) -> Vec<Vec<(usize, &Simulation)>> {
    let mut kernels: Vec<Vec<(usize, &Simulation)>> = Vec::new();
    for (number, launch) in launches.iter().enumerate() {
        match kernels.iter_mut().find(|own| own[0].1.kernel == launch.kernel) {
            Some(own) => own.push((number, launch)),
            None => kernels.push(vec![(number, launch)]),
        }
    }
    kernels
}

/// The first launch of a kernel, and later ones that have something new to say.
fn print_launches(launches: &[(usize, &Simulation)], width: usize) {
    let key = |found: &Finding| (found.kind.to_string(), found.line);
    let mut seen = Vec::new();
    for (turn, (number, launch)) in launches.iter().enumerate() {
        let is_new =
            |found: &Finding| found.severity != Severity::Advice && !seen.contains(&key(found));
        if turn > 0 && launch.stopped.is_none() && !launch.findings.iter().any(is_new) {
            continue;
        }
        seen.extend(launch.findings.iter().map(key));
        let axes = |n: Option<[u32; 3]>| format::size(&n.unwrap_or([1; 3]).map(u64::from));
        println!(
            "\n{}, launch {}: grid {}, block {}",
            styled(HEADING, &launch.kernel),
            number + 1,
            axes(launch.grid),
            axes(launch.block)
        );
        for warning in &launch.warnings {
            println!("{}", fill(&format!("warning: {warning}"), width, "  "));
        }
        print!("{}", show::body(launch, width));
    }
    if let [(_, first), _, ..] = launches {
        let times = launches.iter().filter_map(|(_, own)| own.predicted.as_ref());
        let seconds: f64 = times.map(|own| own.seconds).sum();
        let count = launches.len();
        println!(
            "all {count} launches of {}: predicted time {}",
            first.kernel,
            format::seconds(seconds)
        );
    }
}
