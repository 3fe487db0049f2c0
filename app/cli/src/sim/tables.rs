//! The numbers of a simulation: counters, costs of lines, what a multiprocessor holds.

use crate::page::{fill, shorten};
use crate::table::{Align, Table};
use warpbench_common::format;
use warpbench_machine::observe::counters::{Counts, LineCounts};
use warpbench_simulate::report::KernelOccupancy;

/// The counters, with what makes them easy to judge beside them.
pub(super) fn counters(launches: usize, counts: &Counts) -> String {
    let mut table = Table::new(&[("count", Align::Left), ("", Align::Right), ("", Align::Left)]);
    let per = |a: u64, b: u64, what: &str| match b {
        0 => String::new(),
        _ => format!("{} {what}", format::significant(a as f64 / b as f64)),
    };
    let percent = |a: u64, b: u64, what: &str| match b {
        0 => String::new(),
        _ => format!("{:.0} % {what}", 100.0 * a as f64 / b as f64),
    };
    let c = counts;
    let none = String::new;
    let mut rows = vec![
        ("launches", launches as u64, none()),
        ("warp instructions", c.warp_instructions, none()),
        (
            "lane instructions",
            c.lane_instructions,
            per(c.lane_instructions, c.warp_instructions, "lanes at work on average"),
        ),
        ("global requests", c.global_requests, none()),
    ];
    if c.global_requests > 0 {
        let moved = per(c.global_bytes_moved, c.global_bytes_wanted, "for each byte wanted");
        rows.extend([
            (
                "  32-byte sectors",
                c.global_sectors,
                per(c.global_sectors, c.global_requests, "per request"),
            ),
            ("  transactions of this model", c.global_transactions, none()),
            ("  bytes wanted", c.global_bytes_wanted, none()),
            ("  bytes moved", c.global_bytes_moved, moved),
        ]);
    }
    rows.push(("shared requests", c.shared_requests, none()));
    if c.shared_requests > 0 {
        let least = format!("where {} would do", format::count(c.least_shared_turns()));
        let conflicts = per(c.bank_conflicts, c.shared_requests, "per request");
        rows.extend([
            ("  turns", c.shared_turns, least),
            ("  bank conflicts", c.bank_conflicts, conflicts),
            ("  highest degree", c.max_bank_conflict_degree, none()),
        ]);
        if c.max_lanes_on_word > 0 {
            let turns = match (c.same_word_turns, c.max_lanes_on_word) {
                (0, 2..) => "this device adds them up in one turn".to_owned(),
                _ => per(c.same_word_turns, c.shared_requests, "per request"),
            };
            rows.extend([
                ("  atomics on the same word", c.same_word_turns, turns),
                ("  most lanes on a word", c.max_lanes_on_word, none()),
            ]);
        }
    }
    rows.push(("branches", c.branches, none()));
    if c.branches > 0 {
        let share = percent(c.divergent_branches, c.branches, "of all branches");
        rows.push(("  divergent", c.divergent_branches, share));
    }
    rows.push(("barriers", c.barriers, none()));
    rows.push(("atomics", c.atomics, none()));
    for (name, value, note) in rows {
        table.row([name.to_owned(), format::count(value), note]);
    }
    table.plain()
}

/// One row for each line of the source that cost something. Columns without any
/// number are left out.
pub(super) fn lines(lines: &[LineCounts], source: &str, width: usize) -> String {
    type Column = (&'static str, fn(&Counts) -> u64);
    const COLUMNS: [Column; 8] = [
        ("instr", |c| c.warp_instructions),
        ("global", |c| c.global_requests),
        ("sectors", |c| c.global_sectors),
        ("shared", |c| c.shared_requests),
        ("conflicts", |c| c.bank_conflicts),
        ("same word", |c| c.same_word_turns),
        ("branches", |c| c.branches),
        ("split", |c| c.divergent_branches),
    ];
    let shown: Vec<&Column> = COLUMNS
        .iter()
        .filter(|(_, value)| lines.iter().any(|line| value(&line.counts) > 0))
        .collect();
    let mut head = vec![("line", Align::Right)];
    head.extend(shown.iter().map(|(name, _)| (*name, Align::Right)));
    let numbers = |line: &LineCounts| {
        let mut cells = vec![line.line.to_string()];
        cells.extend(shown.iter().map(|(_, value)| match value(&line.counts) {
            0 => "·".to_owned(),
            count => format::count(count),
        }));
        cells
    };
    let widths = head.iter().enumerate().map(|(column, (name, _))| {
        let cells = lines.iter().map(|line| numbers(line)[column].chars().count());
        cells.chain([name.len()]).max().unwrap_or(0) + 2
    });
    let left = width.saturating_sub(widths.sum()).max(20);
    head.push(("source", Align::Left));
    let mut table = Table::new(&head);
    let texts: Vec<&str> = source.lines().collect();
    for line in lines {
        let text = texts.get((line.line as usize).wrapping_sub(1)).copied().unwrap_or("");
        let mut cells = numbers(line);
        cells.push(shorten(text.replace('\t', " ").trim_end(), left));
        table.row(cells);
    }
    table.plain()
}

pub(super) fn occupancy(kernel: &KernelOccupancy, width: usize) -> String {
    let occupancy = &kernel.occupancy;
    let limits: Vec<String> = occupancy.limits.iter().map(ToString::to_string).collect();
    let registers = if kernel.registers_assumed {
        format!("{} registers per thread assumed", kernel.registers_per_thread)
    } else {
        format!("{} registers per thread", kernel.registers_per_thread)
    };
    let text = format!(
        "occupancy {:.0} %: {} blocks with {} warps on a multiprocessor, limited by {} ({registers}, \
         {} bytes of shared memory per block)",
        100.0 * occupancy.fraction,
        occupancy.blocks_per_multiprocessor,
        occupancy.warps_per_multiprocessor,
        list(&limits),
        format::count(kernel.shared_bytes.into()),
    );
    fill(&text, width, "  ") + "\n"
}

/// Words with commas, and `and` before the last.
fn list(words: &[String]) -> String {
    match words {
        [all @ .., last] if !all.is_empty() => format!("{} and {last}", all.join(", ")),
        _ => words.concat(),
    }
}
