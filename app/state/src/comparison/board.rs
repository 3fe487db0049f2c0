//! Everything that can be shown of the sources: the figures that the page has, too,
//! and the tables. Building it takes a while, and is done in the background.

use super::shown::DeviceKey;
use std::collections::BTreeMap;
use std::sync::Arc;
use warpbench_catalog as catalog;
use warpbench_compare::figures::{
    ApiPair, CounterRow, Figure, Plot, api_pairs, counter_rows, figures,
};
use warpbench_compare::merge::{Class as DeviceClass, Collection, MergeError, Row as DeviceRow};
use warpbench_compare::notes::{Notes, Subject};
use warpbench_compare::results::{Counted, Record};
use warpbench_compare::table::UNEXPLAINED;
use warpbench_compare::{Results, flags};

#[derive(Clone, Debug, Default)]
pub struct Board {
    pub rows: Vec<BoardRow>,
    pub figures: Vec<Figure>,
    /// Kernels on one card by two roads, the furthest behind first.
    pub pairs: Vec<BoardPair>,
    pub counters: Vec<BoardCounter>,
    /// Whatever was counted of a kernel, by anyone.
    pub counted: Vec<CountedKernel>,
    /// Sources that contradict others, by their id, and how.
    pub contradictions: Vec<(u64, String)>,
    /// The families of all kernels that are shown: their names and titles, in the
    /// catalogue's order.
    pub families: Vec<(String, String)>,
}

/// A device of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardRow {
    pub key: DeviceKey,
    pub label: String,
    pub class: DeviceClass,
    pub machine: String,
    /// What to know before trusting its times.
    pub remarks: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct BoardPair {
    pub pair: ApiPair,
    /// Why it is slow, if it is.
    pub reason: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardCounter {
    pub row: CounterRow,
    /// Why the two differ, if they do.
    pub reason: Option<String>,
}

/// What was counted of a kernel on a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedKernel {
    /// The row's place among all.
    pub row: usize,
    pub kernel: String,
    pub size: Vec<u64>,
    simulated: Option<Counted>,
    hardware: Option<Counted>,
}

impl CountedKernel {
    /// Who counted, and what.
    pub fn columns(&self) -> impl Iterator<Item = (&'static str, Counted)> {
        let columns = [("simulator", self.simulated), ("hardware", self.hardware)];
        columns.into_iter().filter_map(|(who, counted)| Some((who, counted?)))
    }
}

impl Board {
    /// What there is to be shown of sources, each with its id.
    pub fn of(sources: &[(u64, Arc<Results>)]) -> Board {
        let (collection, contradictions) = merged(sources);
        let rows = collection.rows();
        let figures = figures(&rows);
        let notes = Notes::known();
        let pairs = api_pairs(&rows).into_iter().map(|pair| {
            let reason = notes.of(&pair.kernel, Subject::Apis).unwrap_or(UNEXPLAINED);
            BoardPair { reason: (!pair.is_expected()).then(|| reason.to_owned()), pair }
        });
        let counters = counter_rows(&rows).into_iter().map(|row| {
            let reason = notes.on_counter(&row).unwrap_or(UNEXPLAINED);
            BoardCounter { reason: (!row.agrees()).then(|| reason.to_owned()), row }
        });
        Board {
            pairs: pairs.collect(),
            counters: counters.collect(),
            counted: rows.iter().flat_map(counted).collect(),
            contradictions,
            families: families(&figures),
            rows: rows.iter().map(board_row).collect(),
            figures,
        }
    }
}

/// Copies of one run become one; what contradicts an earlier source is left out.
fn merged(sources: &[(u64, Arc<Results>)]) -> (Collection, Vec<(u64, String)>) {
    let mut collection = Collection::default();
    let mut contradictions = Vec::new();
    for (id, results) in sources {
        let same = |run: &Results| run.run.id == results.run.id;
        let Some(place) = collection.runs.iter().position(same) else {
            collection.runs.push(Results::clone(results));
            continue;
        };
        // Half of a join that fails must not stay behind.
        let both = [collection.runs[place].clone(), Results::clone(results)];
        match Collection::of(both) {
            Ok(joined) => collection.runs.splice(place..=place, joined.runs).for_each(drop),
            Err(MergeError { run, what }) => contradictions.push((
                *id,
                format!(
                    "another file says that it is run {run}, too, but {what}; if one was changed \
                     by hand, leave it out"
                ),
            )),
        }
    }
    (collection, contradictions)
}

fn board_row(row: &DeviceRow<'_>) -> BoardRow {
    let flags = flags::of_device(row.run, &row.device.id);
    BoardRow {
        key: DeviceKey { run: row.run.run.id.clone(), device: row.device.id.clone() },
        label: row.label.clone(),
        class: row.class,
        machine: row.run.machine.name.clone(),
        remarks: flags.iter().map(ToString::to_string).collect(),
    }
}

fn counted(row: &DeviceRow<'_>) -> Vec<CountedKernel> {
    let of_record = |record: &Record| {
        let simulated = record.simulated.as_ref().map(|simulated| simulated.counters);
        (simulated.is_some() || record.hardware.is_some()).then(|| CountedKernel {
            row: row.index,
            kernel: record.kernel.clone(),
            size: record.size.clone(),
            simulated,
            hardware: record.hardware,
        })
    };
    row.records().filter_map(of_record).collect()
}

/// The families of the kernels in some figures.
fn families(figures: &[Figure]) -> Vec<(String, String)> {
    let mut found: BTreeMap<usize, (String, String)> = BTreeMap::new();
    let mut add = |kernel: &str| {
        if let Ok((family, _)) = catalog::find(kernel)
            && let Some(place) = catalog::FAMILIES.iter().position(|one| one.name == family.name)
        {
            found.insert(place, (family.name.to_owned(), family.title.to_owned()));
        }
    };
    for figure in figures {
        match &figure.plot {
            Plot::Bars(bars) => bars.groups.iter().for_each(|kernel| add(kernel)),
            Plot::Points(points) => {
                let points = points.series.iter().flat_map(|series| &series.points);
                points.filter_map(|point| point.kernel.as_ref()).for_each(|kernel| add(kernel));
            }
        }
    }
    found.into_values().collect()
}
