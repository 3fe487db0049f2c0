//! Tables: for a terminal, as Markdown and as comma-separated values.
//!
//! Each is a list of [`Column`]s. [`measured::COLUMNS`] is the one that everybody
//! knows: result files, the page and the window's timings show what is in it.

mod changes;
mod column;
mod counters;
mod grid;
pub mod measured;

pub use changes::changes;
pub use column::{Align, Cell, Column, Shown};
pub use counters::{CounterTable, UNEXPLAINED, counters, summary as counter_summary};
pub(crate) use counters::{columns as counter_columns, lines as counter_lines};
pub use grid::Table;
pub use measured::{Part, csv, entries, parts};

use crate::merge::{Class, Collection};
use crate::notes::Notes;

/// Everything that was measured as text for a terminal.
#[must_use]
pub fn plain(collection: &Collection, notes: &Notes) -> String {
    text(collection, notes, |title| format!("{title}\n\n"), str::to_owned, Table::plain)
}

/// Everything that was measured as Markdown.
#[must_use]
pub fn markdown(collection: &Collection, notes: &Notes) -> String {
    let heading = |title: &str| format!("## {}\n\n", grid::escaped(title));
    text(collection, notes, heading, grid::escaped, Table::markdown)
}

fn text(
    collection: &Collection,
    notes: &Notes,
    heading: impl Fn(&str) -> String,
    words: impl Fn(&str) -> String,
    body: impl Fn(&Table) -> String,
) -> String {
    let rows = collection.rows();
    let mut text = String::new();
    let mut class = Class::Gpu;
    for part in parts(&rows) {
        if !text.is_empty() {
            text.push('\n');
        }
        if part.class != class && part.class == Class::Software {
            text.push_str(SET_APART);
        }
        class = part.class;
        text.push_str(&heading(&part.title));
        text.push_str(&body(&part.table().without_empty_columns()));
        if !part.remarks.is_empty() {
            text.push('\n');
        }
        for line in &part.remarks {
            text.push_str(&format!("- {}\n", words(line)));
        }
    }
    if let Some(CounterTable { summary, table, reasons }) = counters(&rows, notes) {
        text.push_str(&format!("\n{}{}\n\n", heading(COUNTERS), words(&summary)));
        if !reasons.is_empty() {
            text.push_str(&format!("{}\n", body(&table)));
        }
        for (index, reason) in reasons.iter().enumerate() {
            text.push_str(&format!("{}. {}\n", index + 1, words(reason)));
        }
    }
    text
}

/// The title of what both count.
pub const COUNTERS: &str = "Simulator and hardware counters";

/// What stands before the first software adapter.
const SET_APART: &str = "What follows ran on a processor. Its times say nothing about a GPU.\n\n";
