//! What was measured: a table for each device, and comma-separated values of it all.
//!
//! [`COLUMNS`] is what there is to know of an entry, in every form: in tables for a
//! terminal, in Markdown, on the page, in the window's timings, and in files.

use super::column::{Cell, Column, Shown};
use super::grid::Table;
use crate::ceilings::Metric;
use crate::entry::{Entry, Standing, Times};
use crate::flags::{self, Flag};
use crate::merge::{Class, Collection, Row};
use crate::number;
use crate::results::{Outcome, Role, Work};
use thiserror::Error;
use warpbench_report::Clock;

/// A column of whatever was measured.
pub type EntryColumn = Column<Entry>;

/// What files begin with: the columns of BabelStream's `--csv`, in its order, so that
/// scripts made for its output read ours.
static BABELSTREAM: [EntryColumn; 8] = [
    EntryColumn::file("function", |entry| entry.kernel.as_str().into()),
    EntryColumn::file("num_times", |entry| {
        Cell::of(entry.times.as_ref().and_then(|times| times.count), |n| Cell::Count(n as u64))
    }),
    EntryColumn::file("n_elements", |entry| amount(entry, |work| work.elements)),
    EntryColumn::file("sizeof", |entry| amount(entry, |work| work.element_bytes)),
    EntryColumn::file("max_mbytes_per_sec", |entry| {
        let fastest = entry.times.as_ref().and_then(|times| times.min).zip(entry.work);
        let rate = fastest.and_then(|(least, work)| Metric::Bandwidth.rate(&work, least));
        Cell::of(rate, |gigabytes| Cell::Number(1e3 * gigabytes))
    }),
    EntryColumn::file("min_runtime", |entry| seconds(entry, |times| times.min)),
    EntryColumn::file("max_runtime", |entry| seconds(entry, |times| times.max)),
    EntryColumn::file("avg_runtime", |entry| seconds(entry, |times| times.mean)),
];

/// The head of what came of it.
pub const RESULT: &str = "result";

/// What there is to know of an entry, from left to right.
pub static COLUMNS: &[EntryColumn] = &[
    EntryColumn::words("kernel", |entry| Cell::Words(named(entry))),
    EntryColumn::words("for", role).named("role").only(Shown::Results),
    EntryColumn::words("size", |entry| Cell::Size(entry.size.clone())).named("size"),
    EntryColumn::words(RESULT, result).named("result"),
    EntryColumn::numbers("time", |entry| seconds(entry, |times| Some(times.median)))
        .named("median_runtime"),
    EntryColumn::numbers("min", |entry| seconds(entry, |times| times.min)).only(Shown::Timings),
    EntryColumn::numbers("max", |entry| seconds(entry, |times| times.max)).only(Shown::Timings),
    EntryColumn::numbers("spread", |entry| {
        Cell::of(entry.times.as_ref().and_then(|times| times.spread), Cell::Share)
    })
    .named("spread")
    .only(Shown::Results),
    EntryColumn::numbers("GB/s", |entry| rate(entry, Metric::Bandwidth)).named("gb_per_s"),
    EntryColumn::numbers("GFLOP/s", |entry| rate(entry, Metric::Arithmetic)).named("gflop_per_s"),
    EntryColumn::numbers("ceiling", |entry| {
        Cell::of(entry.of_ceiling, |share| Cell::Percent(share.percent))
    })
    .named("percent_of_ceiling"),
    EntryColumn::numbers("speed-up", |entry| Cell::of(entry.speedup, Cell::Times)).named("speedup"),
    EntryColumn::numbers("predicted", |entry| Cell::of(entry.predicted, Cell::Seconds))
        .named("predicted_runtime")
        .only(Shown::Results),
    EntryColumn::numbers("sectors per request", sectors)
        .named("sectors_per_request")
        .only(Shown::Simulated),
    EntryColumn::numbers("bank conflicts", |entry| {
        Cell::of(entry.counted.bank_conflicts, Cell::Count)
    })
    .named("bank_conflicts")
    .only(Shown::Simulated),
    EntryColumn::numbers("divergent branches", |entry| {
        Cell::of(entry.counted.divergent_branches, Cell::Count)
    })
    .named("divergent_branches")
    .only(Shown::Simulated),
    EntryColumn::numbers("held up by", |entry| entry.bound.as_str().into())
        .named("bound")
        .only(Shown::Simulated),
    EntryColumn::words("note", |entry| entry.note.as_str().into())
        .named("note")
        .only(Shown::Results),
    EntryColumn::file("machine", |entry| entry.place.machine.as_str().into()),
    EntryColumn::file("device", |entry| entry.place.device.as_str().into()),
    EntryColumn::file("class", |entry| entry.place.class.into()),
    EntryColumn::file("api", |entry| entry.place.api.as_str().into()),
    EntryColumn::file("kind", |entry| entry.place.kind.as_str().into()),
    EntryColumn::file("driver", |entry| entry.place.driver.as_str().into()),
    EntryColumn::file("run", |entry| entry.place.run.as_str().into()),
    EntryColumn::file("text", |entry| entry.version.into()),
    EntryColumn::file("language", |entry| entry.language.into()),
    EntryColumn::file("sha256", |entry| entry.sha256.as_str().into()),
    EntryColumn::file("clock", clock),
    EntryColumn::file("max_error", |entry| {
        Cell::of(entry.check.and_then(|c| c.max_error), Cell::Number)
    }),
    EntryColumn::file("tolerance", |entry| Cell::of(entry.check, |c| Cell::Number(c.tolerance))),
    EntryColumn::file("bytes", |entry| amount(entry, |work| work.bytes)),
    EntryColumn::file("operations", |entry| amount(entry, |work| work.operations)),
    EntryColumn::file("global_bytes_moved", |entry| {
        Cell::of(entry.global_bytes_moved, Cell::Count)
    }),
];

/// What a kernel is called where there are several texts of it.
#[must_use]
pub fn named(entry: &Entry) -> String {
    match entry.version {
        "" | "original" => entry.kernel.clone(),
        version => format!("{} ({version})", entry.kernel),
    }
}

fn role(entry: &Entry) -> Cell {
    Cell::of(entry.role, |role| match role {
        Role::Suite => Cell::Word("suite", "suite"),
        Role::Modelled => Cell::Word("model", "modelled"),
        Role::Sweep => Cell::Word("sweep", "sweep"),
        Role::Control => Cell::Word("control", "control"),
    })
}

/// A mistake is said aloud.
fn result(entry: &Entry) -> Cell {
    match &entry.standing {
        Standing::Wrong => Cell::Word("WRONG", "wrong"),
        Standing::Failed => Cell::Word("FAILED", "failed"),
        other => other.word().into(),
    }
}

fn seconds(entry: &Entry, pick: fn(&Times) -> Option<f64>) -> Cell {
    Cell::of(entry.times.as_ref().and_then(pick), Cell::Seconds)
}

fn amount(entry: &Entry, pick: fn(Work) -> u64) -> Cell {
    Cell::of(entry.work, |work| Cell::Count(pick(work)))
}

/// A dash says that there is a time and nothing of that kind to do.
fn rate(entry: &Entry, metric: Metric) -> Cell {
    Cell::of(entry.times.as_ref(), |_| Cell::Rate(entry.rate(metric)))
}

fn sectors(entry: &Entry) -> Cell {
    let both = entry.counted.global_sectors.zip(entry.counted.global_requests);
    Cell::of(both, |(sectors, requests)| Cell::Number(sectors as f64 / requests.max(1) as f64))
}

/// What the times were read from.
fn clock(entry: &Entry) -> Cell {
    Cell::of(entry.times.as_ref(), |times| match times.clock {
        Some(Clock::Device) => "device".into(),
        Some(Clock::Wall) => "wall".into(),
        None => "predicted".into(),
    })
}

/// The columns for people in some places.
pub fn shown(places: &'static [Shown]) -> impl Iterator<Item = &'static EntryColumn> {
    COLUMNS.iter().filter(|column| places.contains(&column.shown))
}

/// A table that cannot be written.
#[derive(Debug, Error)]
#[error("the table cannot be written: {0}")]
pub struct CsvError(String);

/// Comma-separated values: a head and a line for each entry.
pub fn csv(entries: &[Entry]) -> Result<String, CsvError> {
    let failed = |error: &dyn std::fmt::Display| CsvError(error.to_string());
    let named = COLUMNS.iter().filter(|column| !column.name.is_empty());
    let columns: Vec<&EntryColumn> = BABELSTREAM.iter().chain(named).collect();
    let mut writer = csv::Writer::from_writer(Vec::new());
    let heads = columns.iter().map(|column| column.name);
    writer.write_record(heads).map_err(|error| failed(&error))?;
    for entry in entries {
        let cells = columns.iter().map(|column| (column.cell)(entry).exact());
        writer.write_record(cells).map_err(|error| failed(&error))?;
    }
    let bytes = writer.into_inner().map_err(|error| failed(&error))?;
    String::from_utf8(bytes).map_err(|error| failed(&error))
}

/// Everything that was measured.
#[must_use]
pub fn entries(collection: &Collection) -> Vec<Entry> {
    let of_row = |row: &Row<'_>| row.records().map(|record| Entry::of(row, record)).collect();
    collection.rows().iter().flat_map::<Vec<Entry>, _>(of_row).collect()
}

/// So many flags of a kind are named one by one.
const MOST_REMARKS: usize = 3;

/// The table of a device.
#[derive(Clone, Debug)]
pub struct Part {
    pub class: Class,
    /// The row's place among all.
    pub row: usize,
    pub title: String,
    pub entries: Vec<Entry>,
    /// What else is to be said: flags, and why something was not measured.
    pub remarks: Vec<String>,
}

impl Part {
    #[must_use]
    pub fn table(&self) -> Table {
        Table::of(shown(&[Shown::Everywhere, Shown::Results]), &self.entries)
    }
}

/// A table for each row.
#[must_use]
pub fn parts(rows: &[Row<'_>]) -> Vec<Part> {
    rows.iter().map(part).collect()
}

fn part(row: &Row<'_>) -> Part {
    let device = row.device;
    let mut remarks: Vec<String> =
        flags::of_device(row.run, &device.id).iter().map(ToString::to_string).collect();
    let mut flagged: Vec<(String, Flag)> = Vec::new();
    for record in row.records() {
        let what = || format!("{} at {}", record.kernel, number::size(&record.size));
        match &record.outcome {
            Outcome::Lacking(why) => remarks.push(format!("{} was left out: {why}", what())),
            Outcome::Failed(why) => remarks.push(format!("{} FAILED: {why}", what())),
            Outcome::Wrong(check) => remarks.push(format!(
                "{} is WRONG: its largest error is {}, where rounding explains {}",
                what(),
                number::error(check.max_error),
                number::error(Some(check.tolerance))
            )),
            Outcome::Measured(_) => {
                flagged.extend(flags::of_record(record).into_iter().map(|flag| (what(), flag)));
            }
        }
    }
    remarks.extend(summed_up(&flagged));
    let title =
        format!("{} ({}, {}; {})", row.label, device.kind, device.driver, row.run.machine.os);
    let entries = row.records().map(|record| Entry::of(row, record)).collect();
    Part { class: row.class, row: row.index, title, entries, remarks }
}

/// What flags say, in their order. Where one kind has many, the worst stands for all:
/// each has a word in its row.
fn summed_up(flagged: &[(String, Flag)]) -> Vec<String> {
    let mut remarks = Vec::new();
    let mut known: Vec<&str> = Vec::new();
    for word in flagged.iter().map(|(_, flag)| flag.word()) {
        if known.contains(&word) {
            continue;
        }
        known.push(word);
        let own: Vec<&(String, Flag)> =
            flagged.iter().filter(|(_, flag)| flag.word() == word).collect();
        if own.len() <= MOST_REMARKS {
            remarks.extend(own.iter().map(|(what, flag)| format!("{what} {flag}")));
            continue;
        }
        let worst = own.iter().max_by(|(_, a), (_, b)| a.share().total_cmp(&b.share()));
        remarks.extend(worst.map(|(what, flag)| {
            format!("{what} {flag}; {} more are marked `{word}`", own.len() - 1)
        }));
    }
    remarks
}
