//! Table of changes since the baseline.

use super::column::{Cell, Column};
use super::grid::Table;
use crate::baseline::{Change, Changes, Judgement};

const COLUMNS: [Column<Change>; 9] = [
    Column::words("kernel", |change| change.kernel.as_str().into()),
    Column::words("size", |change| Cell::Size(change.size.clone())),
    Column::words("device", |change| change.row.as_str().into()),
    Column::numbers("before", |change| Cell::Seconds(change.old)),
    Column::numbers("now", |change| Cell::Seconds(change.new)),
    Column::numbers("change", |change| {
        Cell::Words(format!("{:+.1} %", 100.0 * (change.ratio() - 1.0)))
    }),
    Column::numbers("chance", |change| Cell::Words(format!("{:.3}", change.chance))),
    Column::words("text", |change| if change.text_changed { "changed" } else { "" }.into()),
    Column::words("verdict", |change| Cell::Words(change.verdict.to_string())),
];

/// The kernels that both runs have, the worst first.
#[must_use]
pub fn changes(changes: &Changes) -> Table {
    let mut sorted: Vec<&Change> = changes.changes.iter().collect();
    sorted.sort_by(|a, b| {
        let rank = |verdict: Judgement| verdict != Judgement::Regression;
        rank(a.verdict).cmp(&rank(b.verdict)).then(b.ratio().total_cmp(&a.ratio()))
    });
    Table::of(&COLUMNS, sorted)
}
