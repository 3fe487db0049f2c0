//! What changed since the baseline, as a table.

use super::grid::{Align, Table};
use crate::baseline::{Changes, Judgement};
use crate::number;

/// The kernels that both runs have, the worst first.
#[must_use]
pub fn changes(changes: &Changes) -> Table {
    let mut table = Table::new(&[
        ("kernel", Align::Left),
        ("size", Align::Left),
        ("device", Align::Left),
        ("before", Align::Right),
        ("now", Align::Right),
        ("change", Align::Right),
        ("chance", Align::Right),
        ("text", Align::Left),
        ("verdict", Align::Left),
    ]);
    let mut sorted: Vec<_> = changes.changes.iter().collect();
    sorted.sort_by(|a, b| {
        let rank = |verdict: Judgement| verdict != Judgement::Regression;
        rank(a.verdict).cmp(&rank(b.verdict)).then(b.ratio().total_cmp(&a.ratio()))
    });
    for change in sorted {
        table.row([
            change.kernel.clone(),
            number::size(&change.size),
            change.row.clone(),
            number::seconds(change.old),
            number::seconds(change.new),
            format!("{:+.1} %", 100.0 * (change.ratio() - 1.0)),
            format!("{:.3}", change.chance),
            if change.text_changed { "changed" } else { "" }.to_owned(),
            change.verdict.to_string(),
        ]);
    }
    table
}
