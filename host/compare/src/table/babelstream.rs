//! Comma-separated values that begin with BabelStream's columns, so that scripts made
//! for its output read ours; what it does not know stands behind.

use crate::ceilings::Metric;
use crate::merge::{Collection, Row};
use crate::results::{Outcome, Record, Role};
use crate::statistics::Spread;
use thiserror::Error;

/// The columns of BabelStream's `--csv`, in its order.
const BABELSTREAM: [&str; 8] = [
    "function",
    "num_times",
    "n_elements",
    "sizeof",
    "max_mbytes_per_sec",
    "min_runtime",
    "max_runtime",
    "avg_runtime",
];

const OURS: [&str; 20] = [
    "median_runtime",
    "role",
    "size",
    "result",
    "gb_per_s",
    "gflop_per_s",
    "percent_of_ceiling",
    "predicted_runtime",
    "machine",
    "device",
    "api",
    "kind",
    "driver",
    "run",
    "language",
    "sha256",
    "max_error",
    "tolerance",
    "bytes",
    "operations",
];

/// A table that cannot be written.
#[derive(Debug, Error)]
#[error("the table cannot be written: {0}")]
pub struct CsvError(String);

/// A head and a line for each measurement.
pub fn csv(collection: &Collection) -> Result<String, CsvError> {
    let failed = |error: &dyn std::fmt::Display| CsvError(error.to_string());
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(BABELSTREAM.iter().chain(&OURS)).map_err(|error| failed(&error))?;
    for row in collection.rows() {
        for record in row.records() {
            writer.write_record(fields(&row, record)).map_err(|error| failed(&error))?;
        }
    }
    let bytes = writer.into_inner().map_err(|error| failed(&error))?;
    String::from_utf8(bytes).map_err(|error| failed(&error))
}

fn fields(row: &Row<'_>, record: &Record) -> Vec<String> {
    let number = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
    let (measured, check, result) = match &record.outcome {
        Outcome::Measured(measured) => (Some(measured), Some(measured.check), "checked"),
        Outcome::Wrong(check) => (None, Some(*check), "wrong"),
        Outcome::Lacking(_) => (None, None, "skipped"),
        Outcome::Failed(_) => (None, None, "failed"),
    };
    let spread = measured.and_then(|measured| Spread::of(&measured.samples));
    let of = |value: fn(&Spread) -> f64| number(spread.as_ref().map(value));
    let rate = |metric: Metric, at: fn(&Spread) -> f64| {
        spread.as_ref().and_then(|spread| metric.rate(&record.work, at(spread)))
    };
    let size: Vec<String> = record.size.iter().map(u64::to_string).collect();
    vec![
        cell(&record.kernel),
        spread.map_or_else(String::new, |spread| spread.count.to_string()),
        record.work.elements.to_string(),
        record.work.element_bytes.to_string(),
        number(rate(Metric::Bandwidth, |spread| spread.min).map(|gigabytes| 1e3 * gigabytes)),
        of(|spread| spread.min),
        of(|spread| spread.max),
        of(|spread| spread.mean),
        of(|spread| spread.median),
        match record.role {
            Role::Suite => "suite",
            Role::Modelled => "modelled",
            Role::Sweep => "sweep",
            Role::Control => "control",
        }
        .to_owned(),
        size.join("x"),
        result.to_owned(),
        number(rate(Metric::Bandwidth, |spread| spread.median)),
        number(rate(Metric::Arithmetic, |spread| spread.median)),
        number(record.of_ceiling.map(|share| share.percent)),
        number(record.simulated.as_ref().filter(|s| s.is_of_device).map(|s| s.seconds)),
        cell(&row.run.machine.name),
        cell(&row.device.name),
        cell(&row.device.api),
        row.device.kind.to_string(),
        cell(&row.device.driver),
        cell(&row.run.run.id),
        match record.source.language {
            crate::results::TextLanguage::Ptx => "ptx",
            crate::results::TextLanguage::Wgsl => "wgsl",
            crate::results::TextLanguage::Reference => "reference",
        }
        .to_owned(),
        cell(&record.source.sha256),
        number(check.and_then(|check| check.max_error)),
        number(check.map(|check| check.tolerance)),
        record.work.bytes.to_string(),
        record.work.operations.to_string(),
    ]
}

/// Words that a spreadsheet does not take for a formula.
fn cell(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}
