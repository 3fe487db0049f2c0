//! `warpbench bench`: the short form of `warpbench compare`. The same kernels at the
//! same sizes by the same workers, printed and not kept.

use super::compare::select;
use super::exit::Verdict;
use super::run::progress_bar;
use super::sizes::{NamedSize, check_names, parse_named_size, requested_size};
use super::{BackendName, Measuring, worker};
use anyhow::Result;
use serde::Serialize;
use std::sync::atomic::AtomicBool;
use warpbench_common::compare::measure::{is_lacking, measure};
use warpbench_common::memory::most;
use warpbench_compare::ladder::{Timed, kernel_before};
use warpbench_compare::plan::{Request, Task, tasks};
use warpbench_compare::results::{Device, Role};
use warpbench_compare::suite;
use warpbench_compare::table::{Cell, Column, Table};
use warpbench_report::{Backend, DeviceInfo, Measurement};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Kernels or families; all of them if none is named
    names: Vec<String>,
    /// Only devices of this backend; may be repeated
    #[arg(long)]
    backend: Vec<BackendName>,
    /// A size for all, or for one kernel or family: NAME=N[,N…]; may be repeated
    #[arg(long, value_name = "[NAME=]N[,N…]", value_parser = parse_named_size)]
    size: Vec<NamedSize>,
    #[command(flatten)]
    measuring: Measuring,
    /// Print JSON
    #[arg(long, conflicts_with = "markdown")]
    json: bool,
    /// Print a Markdown table
    #[arg(long)]
    markdown: bool,
}

/// What came of one kernel on one device.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Outcome {
    /// It ran; whether the result is right is in it.
    Measured(Box<Measurement>),
    /// The device lacks something that the kernel needs.
    Skipped(String),
    /// It should have run and did not.
    Failed(String),
}

#[derive(Debug, Serialize)]
struct Row {
    family: &'static str,
    kernel: &'static str,
    device: DeviceInfo,
    outcome: Outcome,
    /// The time of the rung before on the same device over this one's.
    #[serde(skip_serializing_if = "Option::is_none")]
    speedup: Option<f64>,
}

pub(super) fn run(arguments: &Arguments) -> Result<Verdict> {
    let mut names: Vec<&str> = arguments.names.iter().map(String::as_str).collect();
    if names.is_empty() {
        names.push(suite::ALL);
    }
    let mut kernels = suite::kernels(names)?;
    // A short list is read in the catalogue's order, which is that of the lessons.
    kernels.sort_by_key(|(_, variant)| {
        warpbench_catalog::variants().position(|(_, known)| known.name == variant.name)
    });
    check_names(&arguments.size)?;
    let backends = arguments.backend.iter().map(|&name| Backend::from(name).name().to_owned());
    let (devices, _) = select::select(&backends.collect::<Vec<_>>())?;
    let request = Request {
        kernels: &kernels,
        sweep: &[],
        quick: false,
        modelled: false,
        machine_bytes: most(),
    };
    let asked = |family: &_, variant: &_| {
        requested_size(&arguments.size, family, variant).map(<[u64]>::to_vec)
    };
    let mut tasks = tasks(&devices, &request, &asked)?;
    tasks.retain(|task| task.role == Role::Suite);
    let rows = compare(&tasks, &arguments.measuring);

    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&rows)?);
    } else {
        let devices: Vec<DeviceInfo> = devices.iter().map(info).collect();
        print(&rows, &devices, arguments.markdown);
    }
    Ok(rows.iter().map(|row| row.outcome.verdict()).fold(Verdict::Right, Verdict::and))
}

/// Runs every kernel on every device, family by family.
fn compare(tasks: &[Task], measuring: &Measuring) -> Vec<Row> {
    let (manner, never) = (measuring.manner(false), AtomicBool::new(false));
    let bar = progress_bar();
    bar.set_length(tasks.len() as u64);
    let mut rows: Vec<Row> = Vec::new();
    for task in tasks {
        bar.set_message(format!("{} on {}", task.variant.name, task.device.backend));
        let measured =
            worker().and_then(|worker| measure(&worker, task, &manner, &never, &mut |_, _, _| {}));
        let outcome = match measured {
            Ok((measurement, _)) => Outcome::Measured(Box::new(measurement)),
            Err(error) if is_lacking(&error) => Outcome::Skipped(error.to_string()),
            Err(error) => Outcome::Failed(error.to_string()),
        };
        let mut row = Row {
            family: task.family.name,
            kernel: task.variant.name,
            device: info(&task.device),
            outcome,
            speedup: None,
        };
        row.speedup = speedup(&rows, &row);
        rows.push(row);
        bar.inc(1);
    }
    bar.finish_and_clear();
    rows
}

fn info(device: &Device) -> DeviceInfo {
    DeviceInfo {
        backend: device.backend,
        index: device.index as usize,
        name: device.name.clone(),
        kind: device.kind,
        driver: device.driver.clone(),
    }
}

/// How much faster a rung is than the one before it on the same device.
fn speedup(rows: &[Row], row: &Row) -> Option<f64> {
    let before = kernel_before(row.kernel)?;
    let before = rows.iter().find(|known| known.kernel == before && known.device == row.device)?;
    row.timed()?.speedup(&before.timed()?)
}

impl Row {
    fn timed(&self) -> Option<Timed<'_>> {
        let measurement = self.outcome.measurement()?;
        Some(Timed { size: &measurement.size, seconds: measurement.seconds?.median })
    }
}

impl Outcome {
    fn measurement(&self) -> Option<&Measurement> {
        match self {
            Outcome::Measured(measurement) => Some(measurement),
            Outcome::Skipped(_) | Outcome::Failed(_) => None,
        }
    }

    /// A device that lacks something is no error.
    fn verdict(&self) -> Verdict {
        match self {
            Outcome::Measured(measurement) => Verdict::of(measurement.checked),
            Outcome::Skipped(_) => Verdict::Right,
            Outcome::Failed(_) => Verdict::NotDone,
        }
    }
}

fn print(rows: &[Row], devices: &[DeviceInfo], markdown: bool) {
    for (i, device) in devices.iter().enumerate() {
        if i > 0 {
            println!();
        }
        let heading = format!(
            "{} {}: {} ({}, {})",
            device.backend, device.index, device.name, device.kind, device.driver
        );
        println!("{}{heading}\n", if markdown { "## " } else { "" });
        let table = Table::of(&COLUMNS, rows.iter().filter(|row| row.device == *device));
        print!("{}", if markdown { table.markdown() } else { table.plain() });
    }
    let notes: Vec<&Row> =
        rows.iter().filter(|row| !matches!(row.outcome, Outcome::Measured(_))).collect();
    if !notes.is_empty() {
        println!("\nNot measured:\n");
        for row in notes {
            let (Outcome::Skipped(why) | Outcome::Failed(why)) = &row.outcome else { continue };
            println!("- {} on {} {}: {why}", row.kernel, row.device.backend, row.device.index);
        }
    }
}

const COLUMNS: [Column<Row>; 8] = [
    Column::words("kernel", |row| row.kernel.into()),
    Column::words("size", |row| of(row, |m| Cell::Size(m.size.clone()))),
    Column::words("result", |row| match &row.outcome {
        Outcome::Measured(m) if m.checked => "checked".into(),
        Outcome::Measured(_) => "WRONG".into(),
        Outcome::Skipped(_) => "skipped".into(),
        Outcome::Failed(_) => "FAILED".into(),
    }),
    Column::numbers("error", |row| {
        of(row, |m| Cell::Words(m.max_error.map_or("NaN".to_owned(), |e| format!("{e:.1e}"))))
    }),
    Column::numbers("time", |row| {
        of(row, |m| m.seconds.map_or("–".into(), |seconds| Cell::Seconds(seconds.median)))
    }),
    Column::numbers("GB/s", |row| of(row, |m| Cell::Rate(m.gb_per_s))),
    Column::numbers("GFLOP/s", |row| of(row, |m| Cell::Rate(m.gflop_per_s))),
    Column::numbers("speed-up", |row| Cell::of(row.speedup, Cell::Times)),
];

/// What a measurement says; nothing where there is none.
fn of(row: &Row, cell: fn(&Measurement) -> Cell) -> Cell {
    Cell::of(row.outcome.measurement(), cell)
}
