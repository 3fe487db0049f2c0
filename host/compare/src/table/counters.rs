//! Table of counters: where the hardware counts something else than the simulator, with the
//! reasons below it.

use super::column::{Cell, Column};
use super::grid::Table;
use crate::figures::{CounterRow, counter_rows};
use crate::merge::Row;
use crate::notes::Notes;
use crate::number;

/// What stands for a reason that nobody knows.
pub const UNEXPLAINED: &str = "nobody has looked into it";

/// A counter by both, with what is said of it.
pub(crate) struct CounterLine<'a> {
    row: &'a CounterRow,
    device: &'a str,
    reason: String,
}

/// The columns of counters; the last two say nothing of equal ones.
pub(crate) fn columns<'a>() -> [Column<CounterLine<'a>>; 8] {
    [
        Column::words("kernel", |line| line.row.kernel.as_str().into()),
        Column::words("size", |line| Cell::Size(line.row.size.clone())),
        Column::words("device", |line| line.device.into()),
        Column::words("counter", |line| line.row.counter.name().into()),
        Column::numbers("simulator", |line| Cell::Count(line.row.simulated)),
        Column::numbers("hardware", |line| Cell::Count(line.row.hardware)),
        Column::numbers("factor", |line| Cell::of(line.row.factor(), Cell::Times)),
        Column::numbers("reason", |line| line.reason.as_str().into()),
    ]
}

/// Counters, each with what `reason` says of it.
pub(crate) fn lines<'a>(
    found: impl IntoIterator<Item = &'a CounterRow>,
    rows: &'a [Row<'_>],
    mut reason: impl FnMut(&CounterRow) -> String,
) -> Vec<CounterLine<'a>> {
    let line = |row| CounterLine { row, device: &rows[row.row].label, reason: reason(row) };
    found.into_iter().map(line).collect()
}

/// What there is to say of two who count the same.
#[derive(Clone, Debug)]
pub struct CounterTable {
    /// How many are equal, and what a difference means.
    pub summary: String,
    /// Those that differ, each with the number of its reason.
    pub table: Table,
    /// The first one's number is 1.
    pub reasons: Vec<String>,
}

/// The counters of all rows; nothing where no hardware has counted.
#[must_use]
pub fn counters(rows: &[Row<'_>], notes: &Notes) -> Option<CounterTable> {
    let found = counter_rows(rows);
    if found.is_empty() {
        return None;
    }
    let mut reasons: Vec<String> = Vec::new();
    let differing = lines(found.iter().filter(|row| !row.agrees()), rows, |row| {
        let reason = notes.on_counter(row).unwrap_or(UNEXPLAINED);
        let place = reasons.iter().position(|known| known == reason).unwrap_or_else(|| {
            reasons.push(reason.to_owned());
            reasons.len() - 1
        });
        (place + 1).to_string()
    });
    let table = Table::of(&columns(), &differing);
    let summary = summary(found.len() - differing.len(), found.len());
    Some(CounterTable { summary, table, reasons })
}

/// How many are equal, and what a difference means.
#[must_use]
pub fn summary(equal: usize, all: usize) -> String {
    format!(
        "{} of {} counters are the same on the simulator and on the hardware. The simulator counts \
         what the source asks for, the hardware what a compiler made of it.",
        number::count(equal as u64),
        number::count(all as u64)
    )
}
