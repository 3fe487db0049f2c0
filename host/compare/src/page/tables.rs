//! The tables of the page.

use super::html::{escape, table};
use crate::entry::{Entry, Standing};
use crate::figures::{ApiPair, api_pairs, api_summary, counter_rows};
use crate::merge::Row;
use crate::notes::{Notes, Subject};
use crate::number;
use crate::table::{
    Align, COUNTERS, Cell, Column, Table, UNEXPLAINED, counter_columns, counter_lines,
    counter_summary, parts,
};

/// Two roads to the same card: who is behind, and why.
pub(super) fn apis(rows: &[Row<'_>], notes: &Notes) -> String {
    let pairs = api_pairs(rows);
    if pairs.is_empty() {
        return String::new();
    }
    struct Line<'a> {
        pair: &'a ApiPair,
        device: &'a str,
        reason: &'a str,
    }
    let columns: [Column<Line<'_>>; 7] = [
        Column::words("kernel", |line| line.pair.kernel.as_str().into()),
        Column::words("size", |line| Cell::Size(line.pair.size.clone())),
        Column::numbers("CUDA", |line| Cell::Seconds(line.pair.cuda_seconds)),
        Column::numbers("WGSL", |line| Cell::Seconds(line.pair.other_seconds)),
        Column::numbers("of CUDA", |line| {
            Cell::Words(format!("{:.0} %", 100.0 * line.pair.share()))
        }),
        Column::words("device", |line| line.device.into()),
        Column::words("reason", |line| line.reason.into()),
    ];
    let behind = pairs.iter().filter(|pair| !pair.is_expected()).map(|pair| Line {
        pair,
        device: &rows[pair.other].label,
        reason: notes.of(&pair.kernel, Subject::Apis).unwrap_or(UNEXPLAINED),
    });
    let behind: Vec<Line<'_>> = behind.collect();
    let words = api_summary(pairs.len() - behind.len(), pairs.len());
    let list = match behind.is_empty() {
        true => String::new(),
        false => table(&Table::of(&columns, &behind), |_| ""),
    };
    format!("<section id=\"cuda-and-wgsl\"><h2>CUDA and WGSL</h2><p>{words}</p>{list}</section>")
}

/// What the simulator counts beside what the hardware does: first where they differ,
/// with the reasons.
pub(super) fn counters(rows: &[Row<'_>], notes: &Notes) -> String {
    let found = counter_rows(rows);
    if found.is_empty() {
        return String::new();
    }
    let (equal, differing): (Vec<_>, Vec<_>) = found.iter().partition(|row| row.agrees());
    let summary = counter_summary(equal.len(), found.len());
    let mut columns = counter_columns();
    // Here the reason itself stands there.
    columns[7].align = Align::Left;
    let mut lists = String::new();
    if !differing.is_empty() {
        let reason = |row: &_| notes.on_counter(row).unwrap_or(UNEXPLAINED).to_owned();
        let lines = counter_lines(differing, rows, reason);
        lists.push_str(&table(&Table::of(&columns, &lines), |_| "differs"));
    }
    if !equal.is_empty() {
        let lines = counter_lines(equal, rows, |_| String::new());
        lists.push_str(&format!(
            "<details><summary>{} that are the same</summary>{}</details>",
            number::count(lines.len() as u64),
            table(&Table::of(&columns[..6], &lines), |_| "equal")
        ));
    }
    let words = escape(&summary);
    format!("<section id=\"counters\"><h2>{COUNTERS}</h2><p>{words}</p>{lists}</section>")
}

/// The devices with what is known of them.
pub(super) fn devices(rows: &[Row<'_>]) -> String {
    let columns: [Column<Row<'_>>; 10] = [
        Column::words("device", |row| row.label.as_str().into()),
        Column::words("kind", |row| Cell::Words(row.device.kind.to_string())),
        Column::words("driver", |row| row.device.driver.as_str().into()),
        Column::numbers("memory", |row| {
            Cell::of(row.device.memory_bytes, |bytes| Cell::Words(number::bytes(bytes)))
        }),
        Column::numbers("subgroups", |row| {
            Cell::of(row.device.subgroup_sizes, |[least, most]| match least == most {
                true => Cell::Words(least.to_string()),
                false => Cell::Words(format!("{least} to {most}")),
            })
        }),
        Column::words("machine", |row| row.run.machine.name.as_str().into()),
        Column::words("system", |row| row.run.machine.os.as_str().into()),
        Column::words("processor", |row| {
            let machine = &row.run.machine;
            Cell::Words(format!("{}, {} cores", machine.processor, machine.cores))
        }),
        Column::words("measured", |row| Cell::Words(number::date(row.run.run.started_unix))),
        Column::words("warpbench", |row| row.run.run.program.as_str().into()),
    ];
    table(&Table::of(&columns, rows), |_| "")
}

/// Everything that was measured, a part for each device.
pub(super) fn measurements(rows: &[Row<'_>]) -> String {
    let mark = |entry: &Entry| match &entry.standing {
        Standing::Checked if entry.note.is_empty() => "",
        Standing::Checked | Standing::Pending(_) => "flagged",
        Standing::Skipped => "skipped",
        Standing::Wrong | Standing::Failed => "wrong",
    };
    let mut text = String::new();
    for part in parts(rows) {
        let remarks: Vec<String> =
            part.remarks.iter().map(|line| format!("<li>{}</li>", escape(line))).collect();
        text.push_str(&format!(
            "<details data-row=\"{}\"><summary>{}</summary>{}<ul>{}</ul></details>",
            part.row,
            escape(&part.title),
            table(&part.table(), |row| mark(&part.entries[row])),
            remarks.concat()
        ));
    }
    text
}
