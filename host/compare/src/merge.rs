//! Many result files in one place.
//!
//! A file is one run. Copies of a run, such as one that was interrupted and the same
//! one after it was resumed, become one; nothing that was measured gets lost, and
//! nothing counts twice, in whichever order the files come.

use crate::ceilings::{Ceilings, note_shares};
use crate::results::{Device, Record, Results};
use serde::Serialize;
use std::collections::BTreeMap;
use thiserror::Error;
use warpbench_report::DeviceKind;

/// The runs of many files.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Collection {
    /// In the order in which they came.
    pub runs: Vec<Results>,
}

/// Why two files cannot be of one run although they say so.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "two files say that they are run {run}, but {what}; if one was changed by hand, leave it out"
)]
pub struct MergeError {
    pub run: String,
    /// What they disagree in.
    pub what: String,
}

/// Kinds of devices whose times are never mixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    Gpu,
    /// Drivers that compute on the processor.
    Software,
    Processor,
}

impl Class {
    #[must_use]
    pub fn of(kind: DeviceKind) -> Class {
        match kind {
            DeviceKind::Software => Class::Software,
            DeviceKind::Cpu => Class::Processor,
            DeviceKind::Discrete
            | DeviceKind::Integrated
            | DeviceKind::Virtual
            | DeviceKind::Unknown => Class::Gpu,
        }
    }

    /// In a word, as scripts and styles know it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Class::Gpu => "gpu",
            Class::Software => "software",
            Class::Processor => "processor",
        }
    }

    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Class::Gpu => "GPUs",
            Class::Software => "Software adapters",
            Class::Processor => "Processors",
        }
    }
}

/// A device of a run: what a table has a part for and a plot a colour.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    /// Its place among all rows.
    pub index: usize,
    pub run: &'a Results,
    pub device: &'a Device,
    pub class: Class,
    /// What it is called where there are others.
    pub label: String,
    /// What it was measured to do at best.
    pub ceilings: Ceilings,
}

impl Row<'_> {
    /// What was measured on it.
    pub fn records(&self) -> impl Iterator<Item = &Record> {
        self.run.measurements.iter().filter(|record| record.device == self.device.id)
    }
}

impl Collection {
    /// Puts runs together.
    pub fn of(runs: impl IntoIterator<Item = Results>) -> Result<Collection, MergeError> {
        let mut collection = Collection::default();
        for run in runs {
            collection.add(run)?;
        }
        Ok(collection)
    }

    fn add(&mut self, run: Results) -> Result<(), MergeError> {
        match self.runs.iter_mut().find(|known| known.run.id == run.run.id) {
            Some(known) => join(known, run),
            None => {
                self.runs.push(run);
                Ok(())
            }
        }
    }

    /// All devices of all runs, GPUs first.
    #[must_use]
    pub fn rows(&self) -> Vec<Row<'_>> {
        let mut rows: Vec<Row<'_>> = Vec::new();
        for run in &self.runs {
            rows.extend(run.devices.iter().map(|device| Row {
                index: 0,
                run,
                device,
                class: Class::of(device.kind),
                label: String::new(),
                ceilings: Ceilings::of(run, &device.id),
            }));
        }
        rows.sort_by_key(|row| row.class);
        let labels = labels(&rows);
        for (index, (row, label)) in rows.iter_mut().zip(labels).enumerate() {
            (row.index, row.label) = (index, label);
        }
        rows
    }
}

/// Names that tell rows apart, with as few words as that takes.
fn labels(rows: &[Row<'_>]) -> Vec<String> {
    type Word<'a> = fn(&Row<'a>) -> String;
    let words: [Word<'_>; 5] = [
        |row| format!("{} · {}", row.device.name, row.device.api),
        |row| row.run.machine.name.clone(),
        |row| row.device.id.clone(),
        |row| crate::number::date(row.run.run.started_unix),
        |row| format!("run {}", row.run.run.id),
    ];
    let mut labels: Vec<String> = rows.iter().map(words[0]).collect();
    for word in &words[1..] {
        let mut count: BTreeMap<String, usize> = BTreeMap::new();
        for label in &labels {
            *count.entry(label.clone()).or_default() += 1;
        }
        if count.values().all(|&count| count == 1) {
            break;
        }
        // A word that all who share a label have in common tells none of them apart.
        let mut seen: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (label, row) in labels.iter().zip(rows) {
            let said = word(row);
            let known = seen.entry(label.clone()).or_default();
            if !known.contains(&said) {
                known.push(said);
            }
        }
        for (label, row) in labels.iter_mut().zip(rows) {
            if seen.get(label).is_some_and(|words| words.len() > 1) {
                *label = format!("{label} · {}", word(row));
            }
        }
    }
    labels
}

/// Adds to a run what another copy of it has.
fn join(known: &mut Results, other: Results) -> Result<(), MergeError> {
    let differs = |what: String| Err(MergeError { run: known.run.id.clone(), what });
    if known.run != other.run {
        return differs("they were started differently".to_owned());
    }
    if known.machine != other.machine {
        return differs("their machines differ".to_owned());
    }
    for device in other.devices {
        match known.devices.iter().find(|mine| mine.id == device.id) {
            Some(mine) if *mine == device => {}
            Some(_) => return differs(format!("their devices {} differ", device.id)),
            None => known.devices.push(device),
        }
    }
    known.devices.sort_by(|a, b| a.id.cmp(&b.id));
    for record in other.measurements {
        match known.measurements.iter_mut().find(|mine| mine.key() == record.key()) {
            Some(mine) if prefers(&record, mine) => *mine = record,
            Some(_) => {}
            None => known.measurements.push(record),
        }
    }
    known
        .measurements
        .sort_by(|a, b| a.finished_unix.cmp(&b.finished_unix).then_with(|| a.key().cmp(&b.key())));
    note_shares(known);
    Ok(())
}

/// Which of two records of the same measurement counts, whichever came first: the
/// later one, which may know more.
fn prefers(new: &Record, old: &Record) -> bool {
    let rank = |record: &Record| {
        // Shares follow from the rest, and are worked out anew.
        let record = Record { of_ceiling: None, ..record.clone() };
        (record.finished_unix, serde_json::to_string(&record).unwrap_or_default())
    };
    rank(new) > rank(old)
}
