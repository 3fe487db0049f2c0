//! `warpbench sim`: a kernel on the simulator, with what it did counted.

use super::parse_size;
use super::table::{Side, Table};
use crate::format;
use anyhow::{Context, Result};
use serde::Serialize;
use std::process::ExitCode;
use warpbench_host::catalog::{self, Precision};
use warpbench_host::front::wgsl;
use warpbench_host::model::{self, DeviceModel};
use warpbench_host::observe::counters::{Counters, Counts};
use warpbench_host::sim::{self, Schedule, Settings};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The kernel; `warpbench list` names them all
    variant: String,
    /// The problem's size: N, or M,N,K for matrices (64 means square)
    #[arg(long, value_name = "N[,N…]", value_parser = parse_size)]
    size: Option<Numbers>,
    /// The device model: a part of its name, such as h200 or "8800 gtx"
    #[arg(long, default_value = "h200")]
    model: String,
    /// Which warp runs next: in-order, round-robin or shuffle:SEED
    #[arg(long, default_value = "in-order", value_parser = parse_schedule)]
    schedule: Schedule,
    /// Seed of the random inputs
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Stop a launch after this many instructions of all warps
    #[arg(long, value_name = "COUNT", default_value_t = 2_000_000_000)]
    budget: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The numbers of a size. The alias keeps clap from taking them for a list of
/// arguments.
type Numbers = Vec<u64>;

fn parse_schedule(text: &str) -> Result<Schedule, String> {
    match (text, text.strip_prefix("shuffle:")) {
        ("in-order", _) => Ok(Schedule::InOrder),
        ("round-robin", _) => Ok(Schedule::RoundRobin),
        (_, Some(seed)) => seed
            .parse()
            .map(Schedule::Shuffled)
            .map_err(|_| format!("`{seed}` is no seed; write shuffle:7, for example")),
        _ => Err("a schedule is in-order, round-robin or shuffle:SEED".to_owned()),
    }
}

/// What the simulation found.
#[derive(Debug, Serialize)]
struct Simulated {
    kernel: &'static str,
    model: String,
    size: Vec<u64>,
    grid: Option<[u32; 3]>,
    block: Option<[u32; 3]>,
    launches: usize,
    counters: Counts,
    checked: bool,
    max_error: Option<f64>,
    tolerance: f64,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode> {
    match simulate(arguments) {
        Ok(simulated) => {
            if arguments.json {
                println!("{}", serde_json::to_string_pretty(&simulated)?);
            } else {
                print(&simulated);
            }
            Ok(if simulated.checked { ExitCode::SUCCESS } else { ExitCode::from(2) })
        }
        Err(error) => {
            eprintln!("error: {error:#}");
            Ok(ExitCode::FAILURE)
        }
    }
}

fn simulate(arguments: &Arguments) -> Result<Simulated> {
    let (family, variant) = catalog::find(&arguments.variant)?;
    let model: &DeviceModel = model::find(&arguments.model)?;
    let size = variant.size(arguments.size.as_deref().unwrap_or(variant.small))?;
    let problem = variant.problem(&size, arguments.seed)?;
    let checked = wgsl::check(family.sources.wgsl, &format!("{}.wgsl", family.name))?;

    let mut contents = problem.contents();
    let expected = variant.reference(&size, &contents, Precision::Double);
    let settings = Settings {
        warp_width: model.warp_width,
        schedule: arguments.schedule,
        most_instructions: arguments.budget,
    };
    let mut counters = Counters::new(model);
    sim::run_problem(&checked, &problem, &mut contents, &settings, &mut counters)
        .with_context(|| format!("{} on the simulator", variant.name))?;
    let error = contents[problem.output].max_error(&expected);
    let first = problem.launches.first();
    Ok(Simulated {
        kernel: variant.name,
        model: model.name.clone(),
        size,
        grid: first.map(|launch| launch.grid),
        block: first.map(|launch| launch.block),
        launches: problem.launches.len(),
        counters: counters.counts(),
        checked: error <= problem.tolerance,
        max_error: error.is_finite().then_some(error),
        tolerance: problem.tolerance,
    })
}

fn print(simulated: &Simulated) {
    println!(
        "{}  {} on a model of the {}",
        simulated.kernel,
        format::size(&simulated.size),
        simulated.model
    );
    let error = simulated.max_error.map_or("not a number".to_owned(), |e| format!("{e:.1e}"));
    let verdict = if simulated.checked { "checked" } else { "WRONG" };
    println!("{verdict}: largest error {error}, tolerance {:.1e}\n", simulated.tolerance);
    let counts = &simulated.counters;
    let mut table = Table::new(&[("count", Side::Left), ("", Side::Right)]);
    for (name, value) in [
        ("launches", simulated.launches as u64),
        ("warp instructions", counts.warp_instructions),
        ("lane instructions", counts.lane_instructions),
        ("global requests", counts.global_requests),
        ("  32-byte sectors", counts.global_sectors),
        ("  transactions of this model", counts.global_transactions),
        ("  bytes wanted", counts.global_bytes_wanted),
        ("  bytes moved", counts.global_bytes_moved),
        ("shared requests", counts.shared_requests),
        ("  bank conflicts", counts.bank_conflicts),
        ("  highest degree", counts.max_bank_conflict_degree),
        ("branches", counts.branches),
        ("  divergent", counts.divergent_branches),
        ("barriers", counts.barriers),
        ("atomics", counts.atomics),
    ] {
        table.row([name.to_owned(), format::count(value)]);
    }
    print!("{}", table.plain());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schedules() {
        let check = |text: &str, expected: Option<Schedule>| {
            assert_eq!(parse_schedule(text).ok(), expected, "{text}");
        };
        check("in-order", Some(Schedule::InOrder));
        check("round-robin", Some(Schedule::RoundRobin));
        check("shuffle:7", Some(Schedule::Shuffled(7)));
        check("shuffle:", None);
        check("shuffle:x", None);
        check("random", None);
    }
}
