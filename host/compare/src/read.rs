//! Reading and writing result files.
//!
//! Whatever a file holds, reading it ends with its results or with an error that
//! says where and what. What JSON or the types refuse has a line and a column; what
//! makes no sense although it has the right form is named by its path in the file,
//! `measurements[3].outcome`.

use crate::results::{Check, Device, FORMAT, Outcome, Record, Results, Simulated, VERSION};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::error::Category;
use std::collections::BTreeSet;
use thiserror::Error;

/// Why a text is no result file that this program can open.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadError {
    #[error(
        "line {line}, column {column}: {reason}; the file may have been cut off or changed by hand"
    )]
    Malformed { line: usize, column: usize, reason: String },
    #[error(
        "line {line}, column {column}: {reason}; docs/results.schema.json says what a result file \
         holds"
    )]
    Unexpected { line: usize, column: usize, reason: String },
    #[error("it is no result file of `warpbench compare`: {reason}")]
    Foreign { reason: String },
    #[error(
        "it has version {version} of the format, and this program reads up to {VERSION}: open it \
         with a newer warpbench"
    )]
    Newer { version: u64 },
    #[error("it has version {version} of the format, which never was one: the first is 1")]
    Unknown { version: u64 },
    #[error("{place}: {reason}")]
    Nonsense {
        /// The path in the file.
        place: String,
        reason: String,
    },
}

/// What every version of the format begins with.
#[derive(Deserialize)]
struct Header {
    format: Option<serde_json::Value>,
    version: Option<serde_json::Value>,
}

/// Reads a result file.
pub fn read(text: &str) -> Result<Results, ReadError> {
    // Some editors and shells put a mark in front of texts in UTF-8.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if !text.trim_start().starts_with('{') && serde_json::from_str::<IgnoredAny>(text).is_ok() {
        return Err(ReadError::Foreign { reason: "it holds no object".to_owned() });
    }
    let header: Header = serde_json::from_str(text).map_err(|error| located(&error))?;
    match header.format {
        Some(serde_json::Value::String(format)) if format == FORMAT => {}
        Some(other) => {
            let reason = format!("its `format` is {}, not \"{FORMAT}\"", shortened(&other));
            return Err(ReadError::Foreign { reason });
        }
        None => {
            return Err(ReadError::Foreign { reason: "it has no `format`".to_owned() });
        }
    }
    match header.version.as_ref().and_then(serde_json::Value::as_u64) {
        Some(version) if version == u64::from(VERSION) => {}
        Some(0) => return Err(ReadError::Unknown { version: 0 }),
        Some(version) => return Err(ReadError::Newer { version }),
        None => {
            let reason = "its `version` is no whole number".to_owned();
            return Err(ReadError::Foreign { reason });
        }
    }
    let results: Results = serde_json::from_str(text).map_err(|error| {
        // That it is JSON is known by now.
        let (line, column, reason) = place_and_reason(&error);
        ReadError::Unexpected { line, column, reason }
    })?;
    check(&results)?;
    Ok(results)
}

/// The text of a result file. What was read is written as it was.
pub fn write(results: &Results) -> Result<String, ReadError> {
    check(results)?;
    let mut text = serde_json::to_string_pretty(results).map_err(|error| ReadError::Nonsense {
        place: "$".to_owned(),
        reason: error.to_string(),
    })?;
    text.push('\n');
    Ok(text)
}

fn place_and_reason(error: &serde_json::Error) -> (usize, usize, String) {
    let text = error.to_string();
    // serde_json ends its messages with the place, which stands in front here.
    let reason = text.split(" at line ").next().unwrap_or_default().to_owned();
    (error.line(), error.column(), reason)
}

fn located(error: &serde_json::Error) -> ReadError {
    let (line, column, reason) = place_and_reason(error);
    match error.classify() {
        Category::Data => ReadError::Unexpected { line, column, reason },
        Category::Syntax | Category::Eof | Category::Io => {
            ReadError::Malformed { line, column, reason }
        }
    }
}

fn shortened(value: &serde_json::Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(40) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

/// What has the right form can still make no sense.
fn check(results: &Results) -> Result<(), ReadError> {
    words("run.id", &results.run.id)?;
    let mut ids = BTreeSet::new();
    for (index, device) in results.devices.iter().enumerate() {
        check_device(&format!("devices[{index}]"), device)?;
        if !ids.insert(device.id.as_str()) {
            return nonsense(
                format!("devices[{index}].id"),
                format!("`{}` is another device's too", device.id),
            );
        }
    }
    let mut keys = BTreeSet::new();
    for (index, record) in results.measurements.iter().enumerate() {
        let place = format!("measurements[{index}]");
        if !ids.contains(record.device.as_str()) {
            let reason = format!("there is no device `{}`", record.device);
            return nonsense(format!("{place}.device"), reason);
        }
        check_record(&place, record)?;
        if !keys.insert(record.key()) {
            let reason = format!("`{}` was measured there already", record.kernel);
            return nonsense(place, reason);
        }
    }
    Ok(())
}

fn check_device(place: &str, device: &Device) -> Result<(), ReadError> {
    words(&format!("{place}.id"), &device.id)?;
    words(&format!("{place}.name"), &device.name)?;
    match device.subgroup_sizes {
        Some([least, most]) if least > most => nonsense(
            format!("{place}.subgroup_sizes"),
            format!("{least} is more than {most}; the narrowest comes first"),
        ),
        _ => Ok(()),
    }
}

fn check_record(place: &str, record: &Record) -> Result<(), ReadError> {
    words(&format!("{place}.kernel"), &record.kernel)?;
    words(&format!("{place}.family"), &record.family)?;
    if record.size.is_empty() {
        return nonsense(format!("{place}.size"), "it has no number".to_owned());
    }
    match &record.outcome {
        Outcome::Measured(measured) => {
            let place = format!("{place}.outcome.measured");
            check_error(&format!("{place}.check"), &measured.check)?;
            if measured.samples.is_empty() {
                return nonsense(format!("{place}.samples"), "there are none".to_owned());
            }
            let strange = |seconds: &f64| !seconds.is_finite() || *seconds < 0.0;
            if let Some(at) = measured.samples.iter().position(strange) {
                let reason = format!("{} is no time", measured.samples[at]);
                return nonsense(format!("{place}.samples[{at}]"), reason);
            }
            let error = measured.check.max_error;
            if error.is_none_or(|error| error > measured.check.tolerance) {
                let reason = "the result was wrong, and a wrong result has no times".to_owned();
                return nonsense(format!("{place}.check"), reason);
            }
        }
        Outcome::Wrong(check) => check_error(&format!("{place}.outcome.wrong"), check)?,
        Outcome::Lacking(_) | Outcome::Failed(_) => {}
    }
    if let Some(share) = record.of_ceiling
        && !(share.percent.is_finite() && share.percent >= 0.0)
    {
        let reason = format!("{} is no share", share.percent);
        return nonsense(format!("{place}.of_ceiling.percent"), reason);
    }
    match &record.simulated {
        Some(Simulated { seconds, .. }) if !(seconds.is_finite() && *seconds >= 0.0) => {
            nonsense(format!("{place}.simulated.seconds"), format!("{seconds} is no time"))
        }
        _ => Ok(()),
    }
}

fn check_error(place: &str, check: &Check) -> Result<(), ReadError> {
    let numbers = [("max_error", check.max_error), ("tolerance", Some(check.tolerance))];
    for (name, value) in numbers {
        if let Some(value) = value.filter(|value| !value.is_finite() || *value < 0.0) {
            return nonsense(format!("{place}.{name}"), format!("{value} is no difference"));
        }
    }
    Ok(())
}

/// Names are shown in terminals, tables and pages.
fn words(place: &str, name: &str) -> Result<(), ReadError> {
    if name.is_empty() {
        return nonsense(place.to_owned(), "it is empty".to_owned());
    }
    if name.chars().any(char::is_control) {
        return nonsense(place.to_owned(), "it has a control character".to_owned());
    }
    Ok(())
}

fn nonsense(place: String, reason: String) -> Result<(), ReadError> {
    Err(ReadError::Nonsense { place, reason })
}
