//! The comparison as tables of text, one for each target.

use super::comparison::{Figures, Row, RowState, RungRows, Section};
use super::labels;
use super::target::Class;
use crate::format;
use warpbench_report::Clock;

#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The target, its kind and driver.
    pub heading: String,
    /// The heads; all but the first two are of numbers.
    pub heads: Vec<&'static str>,
    pub rows: Vec<TableRow>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct TableRow {
    pub cells: Vec<String>,
    /// Whether its result is wrong, or it should have run and did not.
    pub is_bad: bool,
}

/// The column that says what came of it.
pub const RESULT: usize = 2;

/// How many columns are words, which begin at the left.
pub const WORDS: usize = 3;

const HEADS: [&str; 9] =
    ["kernel", "size", "result", "time", "min", "max", "GB/s", "GFLOP/s", "of ceiling"];
const COUNTED: [&str; 4] =
    ["sectors per request", "bank conflicts", "divergent branches", "held up by"];

/// The tables of a section, one for each target.
pub fn of(section: &Section) -> impl Iterator<Item = Table> {
    section.columns.iter().enumerate().map(move |(index, column)| {
        let rows = section.rungs.iter().flat_map(|rung| {
            let rows = rung.rows.iter().filter(move |row| row.column == index);
            rows.filter(|row| !matches!(row.state, RowState::Idle)).map(move |row| (rung, row))
        });
        let is_simulated = section.class == Class::Simulator;
        let mut heads = HEADS.to_vec();
        heads.push("speed-up");
        if is_simulated {
            heads.extend(COUNTED);
        }
        let rows = rows
            .map(|(rung, row)| TableRow {
                cells: cells(rung, row, is_simulated),
                is_bad: matches!(row.state, RowState::Wrong(_) | RowState::Failed(_)),
            })
            .collect();
        Table { heading: labels::legend(column), heads, rows }
    })
}

/// What a row is called.
pub fn kernel(rung: &RungRows, row: &Row) -> String {
    let (name, label) = (rung.variant.name, row.text.label());
    if label.is_empty() { name.to_owned() } else { format!("{name} ({label})") }
}

/// What came of it, in a word.
pub fn result(state: &RowState) -> String {
    match state {
        RowState::Done(_) => "checked".to_owned(),
        RowState::Wrong(_) => "wrong".to_owned(),
        RowState::Waiting => "waiting".to_owned(),
        RowState::Running { stage, .. } => stage.clone(),
        RowState::Idle => "not run".to_owned(),
        RowState::Missing(_) => "not run here".to_owned(),
        RowState::Failed(_) => "failed".to_owned(),
    }
}

/// What the times were read from.
pub fn clock(figures: &Figures) -> &'static str {
    match figures.measured().map(|measured| measured.clock) {
        Some(Clock::Device) => "device",
        Some(Clock::Wall) => "wall",
        None => "predicted",
    }
}

fn cells(rung: &RungRows, row: &Row, is_simulated: bool) -> Vec<String> {
    let mut cells = vec![kernel(rung, row), String::new(), result(&row.state)];
    let width = HEADS.len() + 1 + if is_simulated { COUNTED.len() } else { 0 };
    if let RowState::Done(figures) = &row.state {
        cells[1] = format::size(figures.size());
        let [time, _, of_ceiling, speedup] = labels::numbers(figures);
        let spread = figures.measured().and_then(|measured| measured.seconds);
        let extreme = |pick: fn(&warpbench_report::Seconds) -> f64| {
            spread.as_ref().map_or_else(String::new, |spread| format::seconds(pick(spread)))
        };
        cells.extend([time, extreme(|s| s.min), extreme(|s| s.max)]);
        cells.extend([format::rate(figures.gb_per_s), format::rate(figures.gflop_per_s)]);
        cells.extend([of_ceiling, speedup]);
        if let Some(simulated) = figures.simulated() {
            let counts = &simulated.counts;
            let requests = counts.global_requests.max(1);
            cells.push(format::significant(counts.global_sectors as f64 / requests as f64));
            cells.push(format::count(counts.bank_conflicts));
            cells.push(format::count(counts.divergent_branches));
            cells.push(simulated.bound.to_string());
        }
    }
    cells.resize(width, String::new());
    cells
}
