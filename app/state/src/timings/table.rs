//! The comparison as tables of text, one for each target.

use super::comparison::{RowState, Section};
use super::labels;
use super::target::Class;
use warpbench_compare::entry::Entry;
use warpbench_compare::table::measured::shown;
use warpbench_compare::table::{Shown, Table};

#[derive(Clone, Debug)]
pub struct TargetTable {
    /// The target, its kind and driver.
    pub heading: String,
    pub table: Table,
    /// Of each row, whether its result is wrong, or it should have run and did not.
    pub is_bad: Vec<bool>,
}

/// The tables of a section, one for each target that anything was run on.
pub fn of(section: &Section) -> impl Iterator<Item = TargetTable> {
    let places: &[Shown] = match section.class {
        Class::Simulator => &[Shown::Everywhere, Shown::Timings, Shown::Simulated],
        Class::Gpu | Class::Software => &[Shown::Everywhere, Shown::Timings],
    };
    section.columns.iter().enumerate().filter_map(move |(index, column)| {
        let rows = section.rungs.iter().flat_map(|rung| {
            let rows = rung.rows.iter().filter(move |row| row.column == index);
            rows.filter(|row| !matches!(row.state, RowState::Idle)).map(move |row| (rung, row))
        });
        let entries: Vec<Entry> = rows.map(|(rung, row)| row.entry(section, rung)).collect();
        (!entries.is_empty()).then(|| TargetTable {
            heading: labels::legend(column),
            table: Table::of(shown(places), &entries),
            is_bad: entries.iter().map(|entry| entry.standing.is_bad()).collect(),
        })
    })
}
