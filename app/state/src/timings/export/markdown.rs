//! The comparison as Markdown, to be pasted into a report.

use crate::timings::comparison::Comparison;
use crate::timings::table;
use std::fmt::Write;
use warpbench_compare::table::measured::named;

/// A heading for each class of targets, a table for each target, and what was
/// not measured and why.
pub fn of(comparison: &Comparison) -> String {
    let mut text = format!("## {}\n", comparison.title);
    for section in &comparison.sections {
        let mut heading = format!("\n### {}\n", section.class.heading());
        for table in table::of(section) {
            push(
                &mut text,
                format_args!("{heading}\n{}\n\n{}", table.heading, table.table.markdown()),
            );
            heading.clear();
        }
    }
    notes(&mut text, comparison);
    text
}

fn push(text: &mut String, words: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = text.write_fmt(words);
}

/// The reasons of those without a time, which a table has no room for.
fn notes(text: &mut String, comparison: &Comparison) {
    let mut heading = "\nNot measured:\n\n";
    for entry in comparison.entries().iter().filter(|entry| !entry.note.is_empty()) {
        let why = entry.note.replace(['\n', '\r'], " ");
        let (name, place) = (named(entry), &entry.place);
        push(text, format_args!("{heading}- {name} on {} ({}): {why}\n", place.device, place.kind));
        heading = "";
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timings::action::TimingsAction;
    use crate::timings::fixtures::{gpu, ladder, plausible, rungs, timings, wrong};
    use crate::timings::job::Failure;
    use crate::timings::state::started;

    #[test]
    fn tables_by_class_and_target() {
        let mut timings = timings();
        let rungs = rungs("transpose");
        let ladder = ladder(&rungs);
        assert_eq!(of(&Comparison::of(&timings, &ladder)), "## Transpose\n");
        for job in started(&mut timings, TimingsAction::RunLadder, &ladder) {
            timings.ended(job.key, Ok(plausible(&job)));
        }
        let key = |variant| crate::timings::job::RunKey { variant, target: 0, edited: false };
        timings.ended(key("transpose_tiled"), Ok(wrong("transpose_tiled", &gpu(), &[64])));
        let why = Failure::Failed("a | b\nc".to_owned());
        timings.ended(key("transpose_padded"), Err(why));
        let text = of(&Comparison::of(&timings, &ladder));
        let check = |line: &str| assert!(text.lines().any(|l| l == line), "{line}\n{text}");
        check("### GPU");
        check("### Software, no GPU: these times say little about one");
        check("### Simulator, predicted: not a measurement");
        check("NVIDIA H200 · GPU, cuda, 580.159.04 (CUDA 13.0)");
        check("- transpose_padded on NVIDIA H200 (GPU, cuda): Not run: a | b c");
        let cells = |line| str::split(line, '|').map(str::trim).collect::<Vec<_>>();
        let tables: Vec<_> = text.lines().filter(|l| l.starts_with('|')).map(cells).collect();
        assert_eq!(tables.len(), 5 * 5, "head, rule and three rows for each target");
        let rows: Vec<_> = tables.iter().filter(|row| row[1] == "transpose_tiled").collect();
        assert_eq!(rows[0][2..5], ["", "WRONG", ""]);
        assert!(rows[0][4..].iter().all(|cell| cell.is_empty()), "no number: {rows:?}");
        let heads: Vec<_> = tables.iter().filter(|row| row[1] == "kernel").collect();
        assert_eq!(heads[0][3..6], ["result", "time", "min"]);
        assert_eq!(heads[0], heads[3]);
        assert_eq!(heads[4].len(), heads[0].len() + 4, "what the simulator counts: {heads:?}");
    }
}
