//! The comparison as a table of words, one for each target.

use super::sheet::{Column, Figures, Row, Section, State, Step};
use super::target::Class;
use super::words;
use crate::format;
use warpbench_report::Clock;

#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The target, its kind and driver.
    pub heading: String,
    /// The heads; all but the first two are of numbers.
    pub heads: Vec<&'static str>,
    pub rows: Vec<Vec<String>>,
}

/// How many columns are words, which begin at the left.
pub const WORDS: usize = 3;

const HEADS: [&str; 9] =
    ["kernel", "size", "result", "time", "min", "max", "GB/s", "GFLOP/s", "of ceiling"];
const COUNTED: [&str; 4] =
    ["sectors per request", "bank conflicts", "divergent branches", "held up by"];

/// The tables of a section, one for each target.
pub fn of(section: &Section) -> impl Iterator<Item = Record> {
    section.columns.iter().enumerate().map(move |(index, column)| {
        let rows = section.steps.iter().flat_map(|step| {
            let rows = step.rows.iter().filter(move |row| row.column == index);
            rows.filter(|row| !matches!(row.state, State::Idle)).map(move |row| (step, row))
        });
        let is_simulated = section.class == Class::Simulator;
        let mut heads = HEADS.to_vec();
        heads.push("speed-up");
        if is_simulated {
            heads.extend(COUNTED);
        }
        let rows = rows.map(|(step, row)| cells(step, row, is_simulated)).collect();
        Record { heading: heading(column), heads, rows }
    })
}

fn heading(column: &Column) -> String {
    super::bars::legend(column)
}

/// What a row is called.
pub fn kernel(step: &Step, row: &Row) -> String {
    let (name, label) = (step.variant.name, row.text.label());
    if label.is_empty() { name.to_owned() } else { format!("{name} ({label})") }
}

/// What came of it, in a word.
pub fn result(state: &State) -> String {
    match state {
        State::Done(_) => "checked".to_owned(),
        State::Wrong(_) => "wrong".to_owned(),
        State::Waiting => "waiting".to_owned(),
        State::Running { words, .. } => words.clone(),
        State::Idle => "not run".to_owned(),
        State::Missing(_) => "not run here".to_owned(),
        State::Failed(_) => "failed".to_owned(),
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

fn cells(step: &Step, row: &Row, is_simulated: bool) -> Vec<String> {
    let mut cells = vec![kernel(step, row), String::new(), result(&row.state)];
    let width = HEADS.len() + 1 + if is_simulated { COUNTED.len() } else { 0 };
    if let State::Done(figures) = &row.state {
        cells[1] = format::size(figures.size());
        let [time, _, of_ceiling, speedup] = words::numbers(figures);
        let spread = figures.measured().and_then(|measured| measured.seconds);
        let bound = |pick: fn(&warpbench_report::Seconds) -> f64| {
            spread.as_ref().map_or_else(String::new, |spread| format::seconds(pick(spread)))
        };
        cells.extend([time, bound(|s| s.min), bound(|s| s.max)]);
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
