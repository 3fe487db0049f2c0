//! `warpbench bench`: many kernels on many devices, side by side.

use super::exit::Verdict;
use super::run::{measure, progress_bar, size_for};
use super::table::{Align, Table};
use super::{BackendName, Measuring, parse_size};
use crate::format;
use anyhow::{Result, bail};
use serde::Serialize;
use warpbench_catalog as catalog;
use warpbench_catalog::{Family, Rung, Variant};
use warpbench_device::DeviceError;
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

/// A size, and what it is for; nothing is for everything.
#[derive(Clone, Debug, PartialEq)]
struct NamedSize {
    name: Option<String>,
    size: Vec<u64>,
}

fn parse_named_size(text: &str) -> Result<NamedSize, String> {
    let (name, size) = match text.split_once('=') {
        Some((name, size)) => (Some(name.to_owned()), size),
        None => (None, text),
    };
    Ok(NamedSize { name, size: parse_size(size)? })
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
    let kernels = selected(&arguments.names)?;
    check_names(&arguments.size)?;
    let devices = devices(&arguments.backend)?;
    let rows = compare(&kernels, &devices, &arguments.size, &arguments.measuring)?;

    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&rows)?);
    } else {
        print(&rows, &devices, arguments.markdown);
    }
    Ok(rows.iter().map(|row| row.outcome.verdict()).fold(Verdict::Right, Verdict::and))
}

/// Runs every kernel on every device, family by family.
fn compare(
    kernels: &[(&'static Family, &'static Variant)],
    devices: &[DeviceInfo],
    sizes: &[NamedSize],
    measuring: &Measuring,
) -> Result<Vec<Row>> {
    let bar = progress_bar();
    bar.set_length((kernels.len() * devices.len()) as u64);
    let mut rows: Vec<Row> = Vec::new();
    for device in devices {
        for &(family, variant) in kernels {
            bar.set_message(format!("{} on {}", variant.name, device.backend));
            let size = size_for(variant, requested_size(sizes, family, variant), device)?;
            let outcome = match measure(variant, &size, device, measuring, &mut |_, _, _| {}) {
                Ok(measurement) => Outcome::Measured(Box::new(measurement)),
                Err(error) if is_unsupported(&error) => Outcome::Skipped(error.to_string()),
                Err(error) => Outcome::Failed(error.to_string()),
            };
            let mut row = Row {
                family: family.name,
                kernel: variant.name,
                device: device.clone(),
                outcome,
                speedup: None,
            };
            row.speedup = rows.last().and_then(|before| speedup(before, &row, variant));
            rows.push(row);
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    Ok(rows)
}

/// How much faster a rung is than the one before it on the same ladder.
fn speedup(before: &Row, row: &Row, variant: &Variant) -> Option<f64> {
    let is_step = matches!(variant.rung, Rung::Faster | Rung::Contested(_));
    if !is_step || before.family != row.family || before.device != row.device {
        return None;
    }
    let (before, now) = (before.outcome.measurement()?, row.outcome.measurement()?);
    (before.size == now.size).then_some(before.seconds?.median / now.seconds?.median)
}

impl Outcome {
    fn measurement(&self) -> Option<&Measurement> {
        match self {
            Outcome::Measured(measurement) => Some(measurement),
            _ => None,
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

/// Whether the device lacks something that the kernel needs.
fn is_unsupported(error: &DeviceError) -> bool {
    matches!(error, DeviceError::MissingFeature { .. } | DeviceError::TooLarge { .. })
}

fn selected(names: &[String]) -> Result<Vec<(&'static Family, &'static Variant)>> {
    if names.is_empty() {
        return Ok(catalog::variants().collect());
    }
    let mut kernels = Vec::new();
    for name in names {
        kernels.extend(catalog::select(name)?);
    }
    Ok(kernels)
}

fn check_names(sizes: &[NamedSize]) -> Result<()> {
    for name in sizes.iter().filter_map(|size| size.name.as_deref()) {
        catalog::select(name)?;
    }
    Ok(())
}

fn devices(backends: &[BackendName]) -> Result<Vec<DeviceInfo>> {
    let backends: Vec<Backend> = backends.iter().copied().map(Backend::from).collect();
    let mut all = super::devices(&Backend::ALL)?;
    if let Some(missing) =
        all.unavailable.iter().find(|missing| backends.contains(&missing.backend))
    {
        bail!("{} is not available: {}", missing.backend, missing.reason);
    }
    all.found.retain(|device| backends.is_empty() || backends.contains(&device.backend));
    Ok(all.found)
}

/// The size that was asked for: the most particular one counts, and the last of
/// those.
fn requested_size<'a>(
    sizes: &'a [NamedSize],
    family: &Family,
    variant: &Variant,
) -> Option<&'a [u64]> {
    let named = |name: Option<&str>| sizes.iter().rev().find(|size| size.name.as_deref() == name);
    named(Some(variant.name))
        .or_else(|| named(Some(family.name)))
        .or_else(|| named(None))
        .map(|size| size.size.as_slice())
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
        let table = table(rows.iter().filter(|row| row.device == *device));
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

fn table<'a>(rows: impl Iterator<Item = &'a Row>) -> Table {
    let mut table = Table::new(&[
        ("kernel", Align::Left),
        ("size", Align::Left),
        ("result", Align::Left),
        ("error", Align::Right),
        ("time", Align::Right),
        ("GB/s", Align::Right),
        ("GFLOP/s", Align::Right),
        ("speed-up", Align::Right),
    ]);
    for row in rows {
        match &row.outcome {
            Outcome::Measured(m) => table.row([
                row.kernel.to_owned(),
                format::size(&m.size),
                if m.checked { "checked" } else { "WRONG" }.to_owned(),
                m.max_error.map_or("NaN".to_owned(), |error| format!("{error:.1e}")),
                m.seconds.map_or("–".to_owned(), |seconds| format::seconds(seconds.median)),
                format::rate(m.gb_per_s),
                format::rate(m.gflop_per_s),
                row.speedup.map_or(String::new(), |speedup| format!("{speedup:.2}×")),
            ]),
            Outcome::Skipped(_) => table.row([row.kernel, "", "skipped"]),
            Outcome::Failed(_) => table.row([row.kernel, "", "FAILED"]),
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_particular_size_counts() {
        let sizes: Vec<NamedSize> = ["100", "reduce=200", "reduce_shuffle=300", "reduce=250"]
            .iter()
            .map(|text| parse_named_size(text).expect(text))
            .collect();
        let check = |name: &str, expected: &[u64]| {
            let (family, variant) = catalog::find(name).expect(name);
            assert_eq!(requested_size(&sizes, family, variant), Some(expected), "{name}");
        };
        check("vecadd", &[100]);
        check("reduce_sequential", &[250]);
        check("reduce_shuffle", &[300]);
        let (family, variant) = catalog::find("vecadd").expect("vecadd");
        assert_eq!(requested_size(&[], family, variant), None);
    }

    #[test]
    fn unknown_names_are_refused() {
        assert!(selected(&["reduce".to_owned(), "nothing".to_owned()]).is_err());
        let size = parse_named_size("redcue=5").expect("well formed");
        assert!(check_names(&[size]).is_err());
    }
}
