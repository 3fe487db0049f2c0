//! What was measured on each device, as a table for each.

use super::grid::{Align, Table};
use crate::ceilings::Metric;
use crate::figures::rung_before;
use crate::flags::{self, Flag};
use crate::merge::{Class, Row};
use crate::number;
use crate::results::{Outcome, Record, Role};
use crate::statistics::Spread;

/// So many flags of a kind are named one by one.
const MOST_REMARKS: usize = 3;

/// The table of a device.
#[derive(Clone, Debug)]
pub struct Part {
    pub class: Class,
    /// The row's place among all.
    pub row: usize,
    pub title: String,
    pub table: Table,
    /// What else is to be said: flags, and why something was not measured.
    pub remarks: Vec<String>,
}

/// A table for each row.
#[must_use]
pub fn parts(rows: &[Row<'_>]) -> Vec<Part> {
    rows.iter().map(part).collect()
}

fn part(row: &Row<'_>) -> Part {
    let mut table = Table::new(&[
        ("kernel", Align::Left),
        ("for", Align::Left),
        ("size", Align::Left),
        ("result", Align::Left),
        ("time", Align::Right),
        ("spread", Align::Right),
        ("GB/s", Align::Right),
        ("GFLOP/s", Align::Right),
        ("ceiling", Align::Right),
        ("speed-up", Align::Right),
        ("predicted", Align::Right),
        ("note", Align::Left),
    ]);
    let device = row.device;
    let mut remarks: Vec<String> =
        flags::of_device(row.run, &device.id).iter().map(ToString::to_string).collect();
    let mut flagged: Vec<(String, Flag)> = Vec::new();
    for record in row.records() {
        table.row(cells(row, record));
        let what = || format!("{} at {}", record.kernel, number::size(&record.size));
        match &record.outcome {
            Outcome::Lacking(why) => remarks.push(format!("{} was left out: {why}", what())),
            Outcome::Failed(why) => remarks.push(format!("{} FAILED: {why}", what())),
            Outcome::Wrong(check) => remarks.push(format!(
                "{} is WRONG: its largest error is {}, where rounding explains {:.1e}",
                what(),
                check.max_error.map_or("not a number".to_owned(), |error| format!("{error:.1e}")),
                check.tolerance
            )),
            Outcome::Measured(_) => {
                flagged.extend(flags::of_record(record).into_iter().map(|flag| (what(), flag)));
            }
        }
    }
    remarks.extend(summed_up(&flagged));
    let title =
        format!("{} ({}, {}; {})", row.label, device.kind, device.driver, row.run.machine.os);
    Part { class: row.class, row: row.index, title, table, remarks }
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

fn cells(row: &Row<'_>, record: &Record) -> Vec<String> {
    let mut cells = vec![
        record.kernel.clone(),
        match record.role {
            Role::Suite => "suite",
            Role::Modelled => "model",
            Role::Sweep => "sweep",
            Role::Control => "control",
        }
        .to_owned(),
        number::size(&record.size),
    ];
    let measured = match &record.outcome {
        Outcome::Measured(measured) => measured,
        Outcome::Wrong(_) => {
            cells.push("WRONG".to_owned());
            return cells;
        }
        Outcome::Lacking(_) => {
            cells.push("skipped".to_owned());
            return cells;
        }
        Outcome::Failed(_) => {
            cells.push("FAILED".to_owned());
            return cells;
        }
    };
    cells.push("checked".to_owned());
    let Some(spread) = Spread::of(&measured.samples) else { return cells };
    cells.push(number::seconds(spread.median));
    cells.push(spread.relative().map_or(String::new(), number::percent));
    for metric in [Metric::Bandwidth, Metric::Arithmetic] {
        let rate = metric.rate(&record.work, spread.median);
        cells.push(rate.map_or("–".to_owned(), number::significant));
    }
    let share = record.of_ceiling;
    cells.push(share.map_or(String::new(), |share| number::percent(share.percent / 100.0)));
    cells.push(speedup(row, record, &spread).map_or(String::new(), |by| format!("{by:.2}×")));
    let simulated = record.simulated.as_ref().filter(|simulated| simulated.is_of_device);
    cells.push(simulated.map_or(String::new(), |known| number::seconds(known.seconds)));
    let words: Vec<&str> = flags::of_record(record).iter().map(Flag::word).collect();
    cells.push(words.join(", "));
    cells
}

/// How much faster a rung is than the one before it on the same device.
fn speedup(row: &Row<'_>, record: &Record, spread: &Spread) -> Option<f64> {
    let before = rung_before(&record.kernel)?;
    let earlier = row.records().find(|earlier| {
        earlier.kernel == before && earlier.role == record.role && earlier.size == record.size
    })?;
    let earlier = Spread::of(&earlier.measured()?.samples)?.median;
    (spread.median > 0.0).then(|| earlier / spread.median)
}
