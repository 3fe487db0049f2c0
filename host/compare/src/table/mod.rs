//! Tables: for a terminal, as Markdown and as comma-separated values.

mod babelstream;
mod changes;
mod grid;
mod rows;

pub use babelstream::csv;
pub use changes::changes;
pub use grid::{Align, Table};
pub use rows::{Part, parts};

use crate::merge::{Class, Collection};

/// Everything that was measured as text for a terminal.
#[must_use]
pub fn plain(collection: &Collection) -> String {
    text(collection, |title| format!("{title}\n\n"), |table| table.plain())
}

/// Everything that was measured as Markdown.
#[must_use]
pub fn markdown(collection: &Collection) -> String {
    text(collection, |title| format!("## {}\n\n", grid::escaped(title)), |table| table.markdown())
}

fn text(
    collection: &Collection,
    heading: impl Fn(&str) -> String,
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
        text.push_str(&body(&part.table));
        for line in &part.remarks {
            text.push_str(&format!("- {line}\n"));
        }
    }
    text
}

/// What stands before the first software adapter.
const SET_APART: &str = "What follows ran on a processor. Its times say nothing about a GPU.\n\n";
