//! Where the hardware counts something else than the simulator, as a table with the
//! reasons below it.

use super::grid::{Align, Table};
use crate::figures::{CounterRow, counter_rows};
use crate::merge::Row;
use crate::notes::Notes;
use crate::number;

/// What stands for a reason that nobody knows.
pub const UNEXPLAINED: &str = "nobody has looked into it";

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
    let mut table = Table::new(&[
        ("kernel", Align::Left),
        ("size", Align::Left),
        ("device", Align::Left),
        ("counter", Align::Left),
        ("simulator", Align::Right),
        ("hardware", Align::Right),
        ("factor", Align::Right),
        ("reason", Align::Right),
    ]);
    let mut reasons: Vec<String> = Vec::new();
    for row in found.iter().filter(|row| !row.agrees()) {
        let reason = notes.on_counter(row).unwrap_or(UNEXPLAINED);
        let place = reasons.iter().position(|known| known == reason).unwrap_or_else(|| {
            reasons.push(reason.to_owned());
            reasons.len() - 1
        });
        table.row([
            row.kernel.clone(),
            number::size(&row.size),
            rows[row.row].label.clone(),
            row.counter.to_string(),
            number::count(row.simulated),
            number::count(row.hardware),
            row.factor().map_or(String::new(), |factor| format!("{factor:.2}×")),
            format!("{}", place + 1),
        ]);
    }
    Some(CounterTable { summary: summary(&found), table, reasons })
}

/// How many are equal, and what a difference means.
#[must_use]
pub fn summary(rows: &[CounterRow]) -> String {
    let equal = rows.iter().filter(|row| row.agrees()).count();
    format!(
        "{} of {} counters are the same on the simulator and on the hardware. The simulator counts \
         what the source asks for, the hardware what a compiler made of it.",
        number::count(equal as u64),
        number::count(rows.len() as u64)
    )
}
