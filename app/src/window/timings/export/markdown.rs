//! The comparison as Markdown, to be pasted into a report.

use crate::window::timings::comparison::{Comparison, RowState};
use crate::window::timings::labels;
use crate::window::timings::table::{self, Table, WORDS};
use std::fmt::Write;

/// A heading for each class of targets, a table for each target, and what was
/// not measured and why.
pub fn of(comparison: &Comparison) -> String {
    let mut text = format!("## {}\n", comparison.title);
    for section in &comparison.sections {
        let tables: Vec<Table> =
            table::of(section).filter(|table| !table.rows.is_empty()).collect();
        if tables.is_empty() {
            continue;
        }
        push(&mut text, format_args!("\n### {}\n", section.class.heading()));
        for table in tables {
            push(&mut text, format_args!("\n{}\n\n", table.heading));
            write_table(&mut text, &table);
        }
    }
    notes(&mut text, comparison);
    text
}

fn push(text: &mut String, words: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = text.write_fmt(words);
}

fn write_table(text: &mut String, table: &Table) {
    let heads: Vec<String> = table.heads.iter().map(|head| (*head).to_owned()).collect();
    let rule = (0..heads.len()).map(|at| if at < WORDS { "---" } else { "---:" }.to_owned());
    line(text, &heads);
    line(text, &rule.collect::<Vec<_>>());
    for row in &table.rows {
        line(text, &row.cells);
    }
}

fn line(text: &mut String, cells: &[String]) {
    text.push('|');
    for cell in cells {
        let cell = cell.replace('|', "\\|").replace(['\n', '\r'], " ");
        push(text, format_args!(" {cell} |"));
    }
    text.push('\n');
}

/// The reasons of those without a time, which a table has no room for.
fn notes(text: &mut String, comparison: &Comparison) {
    let mut heading = "\nNot measured:\n\n";
    for (section, rung, row) in comparison.rows() {
        let (RowState::Wrong(_) | RowState::Failed(_) | RowState::Missing(_)) = &row.state else {
            continue;
        };
        let Some((_, why)) = labels::message(&row.state) else { continue };
        let column = &section.columns[row.column];
        let why = why.replace(['\n', '\r'], " ");
        let name = table::kernel(rung, row);
        push(text, format_args!("{heading}- {name} on {} ({}): {why}\n", column.name, column.kind));
        heading = "";
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::timings::action::TimingsAction;
    use crate::window::timings::fixtures::{gpu, ladder, plausible, rungs, timings, wrong};
    use crate::window::timings::job::Failure;
    use crate::window::timings::state::started;

    #[test]
    fn tables_by_class_and_target() {
        let mut timings = timings();
        let rungs = rungs("transpose");
        let ladder = ladder(&rungs);
        assert_eq!(of(&Comparison::of(&timings, &ladder)), "## Transpose\n");
        for job in started(&mut timings, TimingsAction::RunLadder, &ladder) {
            timings.ended(job.key, Ok(plausible(&job)));
        }
        let key =
            |variant| crate::window::timings::job::RunKey { variant, target: 0, edited: false };
        timings.ended(key("transpose_tiled"), Ok(wrong("transpose_tiled", &gpu(), &[64])));
        let why = Failure::Failed("a | b\nc".to_owned());
        timings.ended(key("transpose_padded"), Err(why));
        let text = of(&Comparison::of(&timings, &ladder));
        let check = |line: &str| assert!(text.lines().any(|l| l == line), "{line}\n{text}");
        check("### GPU");
        check("### Software, no GPU: these times say little about one");
        check("### Simulator, predicted: not a measurement");
        check("NVIDIA H200 · GPU, cuda, 580.159.04 (CUDA 13.0)");
        check("| transpose_tiled |  | wrong |  |  |  |  |  |  |  |");
        check("- transpose_padded on NVIDIA H200 (GPU, cuda): Not run: a | b c");
        let cells = |line: &str| line.matches(" |").count();
        let tables: Vec<usize> = text.lines().filter(|l| l.starts_with('|')).map(cells).collect();
        assert_eq!(tables.len(), 5 * 5, "head, rule and three rows for each target");
        assert!(tables[..20].iter().all(|&cells| cells == 10), "{tables:?}");
        assert!(tables[20..].iter().all(|&cells| cells == 14), "{tables:?}");
    }
}
