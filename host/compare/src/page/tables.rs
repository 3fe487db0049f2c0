//! The tables of the page.

use super::html::{escape, table};
use crate::figures::{EXPECTED, api_pairs, counter_rows};
use crate::merge::Row;
use crate::notes::{Notes, Subject};
use crate::number;
use crate::table::{Align, COUNTERS, Table, UNEXPLAINED, counter_summary, parts};

/// Two roads to the same card: who is behind, and why.
pub(super) fn apis(rows: &[Row<'_>], notes: &Notes) -> String {
    let pairs = api_pairs(rows);
    if pairs.is_empty() {
        return String::new();
    }
    let behind: Vec<_> = pairs.iter().filter(|pair| !pair.is_expected()).collect();
    let mut cells = Table::new(&[
        ("kernel", Align::Left),
        ("size", Align::Left),
        ("CUDA", Align::Right),
        ("WGSL", Align::Right),
        ("of CUDA", Align::Right),
        ("device", Align::Left),
        ("reason", Align::Left),
    ]);
    for pair in &behind {
        cells.row([
            pair.kernel.clone(),
            number::size(&pair.size),
            number::seconds(pair.cuda_seconds),
            number::seconds(pair.other_seconds),
            format!("{:.0} %", 100.0 * pair.share()),
            rows[pair.other].label.clone(),
            notes.of(&pair.kernel, Subject::Apis).unwrap_or(UNEXPLAINED).to_owned(),
        ]);
    }
    let fine = pairs.len() - behind.len();
    let words = format!(
        "{fine} of {} kernels ({:.0} %) reach at least {:.0} % of CUDA's speed through WGSL on the \
         same card.",
        pairs.len(),
        100.0 * fine as f64 / pairs.len() as f64,
        100.0 * EXPECTED
    );
    let list = if behind.is_empty() { String::new() } else { table(&cells, |_| "") };
    format!("<section id=\"cuda-and-wgsl\"><h2>CUDA and WGSL</h2><p>{words}</p>{list}</section>")
}

/// What the simulator counts beside what the hardware does: first where they differ,
/// with the reasons.
pub(super) fn counters(rows: &[Row<'_>], notes: &Notes) -> String {
    let found = counter_rows(rows);
    if found.is_empty() {
        return String::new();
    }
    let heads = [
        ("kernel", Align::Left),
        ("size", Align::Left),
        ("device", Align::Left),
        ("counter", Align::Left),
        ("simulator", Align::Right),
        ("hardware", Align::Right),
        ("factor", Align::Right),
        ("reason", Align::Left),
    ];
    let (mut equal, mut differing) = (Table::new(&heads[..6]), Table::new(&heads));
    for row in &found {
        let both = [
            row.kernel.clone(),
            number::size(&row.size),
            rows[row.row].label.clone(),
            row.counter.to_string(),
            number::count(row.simulated),
            number::count(row.hardware),
        ];
        if row.agrees() {
            equal.row(both);
        } else {
            let factor = row.factor().map_or(String::new(), |factor| format!("{factor:.2}×"));
            let reason = notes.on_counter(row).unwrap_or(UNEXPLAINED).to_owned();
            differing.row(both.into_iter().chain([factor, reason]));
        }
    }
    let mut lists = String::new();
    if !differing.rows().is_empty() {
        lists.push_str(&table(&differing, |_| "differs"));
    }
    if !equal.rows().is_empty() {
        lists.push_str(&format!(
            "<details><summary>{} that are the same</summary>{}</details>",
            number::count(equal.rows().len() as u64),
            table(&equal, |_| "equal")
        ));
    }
    let words = escape(&counter_summary(&found));
    format!("<section id=\"counters\"><h2>{COUNTERS}</h2><p>{words}</p>{lists}</section>")
}

/// The devices with what is known of them.
pub(super) fn devices(rows: &[Row<'_>]) -> String {
    let mut cells = Table::new(&[
        ("device", Align::Left),
        ("kind", Align::Left),
        ("driver", Align::Left),
        ("memory", Align::Right),
        ("subgroups", Align::Right),
        ("machine", Align::Left),
        ("system", Align::Left),
        ("processor", Align::Left),
        ("measured", Align::Left),
        ("warpbench", Align::Left),
    ]);
    for row in rows {
        let (device, machine) = (row.device, &row.run.machine);
        cells.row([
            row.label.clone(),
            device.kind.to_string(),
            device.driver.clone(),
            device.memory_bytes.map_or(String::new(), number::bytes),
            device.subgroup_sizes.map_or(String::new(), |[least, most]| match least == most {
                true => least.to_string(),
                false => format!("{least} to {most}"),
            }),
            machine.name.clone(),
            machine.os.clone(),
            format!("{}, {} cores", machine.processor, machine.cores),
            number::date(row.run.run.started_unix),
            row.run.run.program.clone(),
        ]);
    }
    table(&cells, |_| "")
}

/// Everything that was measured, a part for each device.
pub(super) fn measurements(rows: &[Row<'_>]) -> String {
    let mut text = String::new();
    for part in parts(rows) {
        let mark = |cells: &[String]| match cells[3].as_str() {
            "checked" if cells[11].is_empty() => "",
            "checked" => "flagged",
            "skipped" => "skipped",
            _ => "wrong",
        };
        let remarks: Vec<String> =
            part.remarks.iter().map(|line| format!("<li>{}</li>", escape(line))).collect();
        text.push_str(&format!(
            "<details data-row=\"{}\"><summary>{}</summary>{}<ul>{}</ul></details>",
            part.row,
            escape(&part.title),
            table(&part.table, mark),
            remarks.concat()
        ));
    }
    text
}
