//! One page for a browser, with everything in it: it opens from a disk, without a
//! network, and asks nobody for anything.
//!
//! The plots are the figures' data, drawn by Chart.js, which is embedded with its
//! licence. What is measured elsewhere is somebody else's words: it is written into
//! the page as text, and as JSON in which no tag can begin. A policy in the page
//! forbids the browser every request.

mod html;
mod tables;

use crate::figures::{Figure, figures};
use crate::merge::{Class, Collection, Row};
use crate::notes::Notes;
use crate::{flags, number};
use html::{escape, json};
use serde::Serialize;

const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
const CHART_JS: &str = include_str!("../../../../assets/plots/chart.umd.min.js");
const CHART_JS_LICENCE: &str = include_str!("../../../../assets/plots/LICENSE-chart.js.md");

/// A page that cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("the page cannot be written: {0}")]
pub struct PageError(#[from] serde_json::Error);

/// What the script draws from.
#[derive(Serialize)]
struct PageData<'a> {
    rows: Vec<PageRow<'a>>,
    figures: &'a [Figure],
}

#[derive(Serialize)]
struct PageRow<'a> {
    label: &'a str,
    class: Class,
    machine: &'a str,
}

/// The page of a collection.
pub fn page(collection: &Collection, notes: &Notes) -> Result<String, PageError> {
    let rows = collection.rows();
    let figures = figures(&rows);
    let data = PageData {
        rows: rows
            .iter()
            .map(|row| PageRow {
                label: &row.label,
                class: row.class,
                machine: &row.run.machine.name,
            })
            .collect(),
        figures: &figures,
    };
    let parts = [
        ("{{origin}}", "Written by `warpbench compare show … --html FILE`.".to_owned()),
        ("{{style}}", STYLE.to_owned()),
        ("{{summary}}", summary(&rows)),
        ("{{flags}}", flagged(&rows)),
        ("{{figures}}", cards(&figures)),
        ("{{apis}}", tables::apis(&rows, notes)),
        ("{{counters}}", tables::counters(&rows, notes)),
        ("{{devices}}", tables::devices(&rows)),
        ("{{measurements}}", tables::measurements(&rows)),
        ("{{licence}}", escape(CHART_JS_LICENCE)),
        ("{{data}}", json(&data)?),
        ("{{chart}}", without_source_map(CHART_JS)),
        ("{{script}}", SCRIPT.to_owned()),
    ];
    Ok(filled(TEMPLATE, &parts))
}

/// Puts each part where its name stands, in one pass: what a part says is never
/// taken for a name.
fn filled(template: &str, parts: &[(&str, String)]) -> String {
    let mut page = String::new();
    let mut rest = template;
    while let Some(at) = rest.find("{{") {
        page.push_str(&rest[..at]);
        rest = &rest[at..];
        match parts.iter().find(|(name, _)| rest.starts_with(name)) {
            Some((name, part)) => {
                page.push_str(part);
                rest = &rest[name.len()..];
            }
            None => {
                page.push_str("{{");
                rest = &rest[2..];
            }
        }
    }
    page.push_str(rest);
    page
}

/// A browser's tools would ask for the map, which is not there.
fn without_source_map(script: &str) -> String {
    let lines = script.lines().filter(|line| !line.starts_with("//# sourceMappingURL"));
    lines.map(|line| format!("{line}\n")).collect()
}

fn summary(rows: &[Row<'_>]) -> String {
    // Machines may have the same name, as those of a cloud often have.
    let machine = |row: &Row<'_>| {
        let machine = &row.run.machine;
        (machine.name.clone(), machine.processor.clone(), machine.cores)
    };
    let mut machines: Vec<_> = rows.iter().map(machine).collect();
    machines.sort_unstable();
    machines.dedup();
    let checked =
        rows.iter().flat_map(|row| row.records()).filter(|r| r.measured().is_some()).count();
    let started = rows.iter().map(|row| row.run.run.started_unix).max();
    let when = started.map(|unix| format!(", {}", number::date(unix))).unwrap_or_default();
    let counted = |count: usize, one: &str, many: &str| match count {
        1 => format!("1 {one}"),
        count => format!("{} {many}", number::count(count as u64)),
    };
    escape(&format!(
        "{} on {}, {} that were checked against the reference before they were timed{when}",
        counted(rows.len(), "device", "devices"),
        counted(machines.len(), "machine", "machines"),
        counted(checked, "measurement", "measurements"),
    ))
}

/// What to know before trusting a time.
fn flagged(rows: &[Row<'_>]) -> String {
    let mut items = Vec::new();
    for row in rows {
        for flag in flags::of_device(row.run, &row.device.id) {
            items.push(format!(
                "<li><b>{}</b> {}</li>",
                escape(&row.label),
                escape(&flag.to_string())
            ));
        }
        let shaky = row.records().filter(|record| !flags::of_record(record).is_empty()).count();
        if shaky > 0 {
            let words = match shaky {
                1 => "1 measurement drifts or is noisy; it is marked".to_owned(),
                _ => format!("{shaky} measurements drift or are noisy; they are marked"),
            };
            items.push(format!("<li><b>{}</b> {words}</li>", escape(&row.label)));
        }
    }
    if items.is_empty() {
        return String::new();
    }
    format!("<ul class=\"flags\">{}</ul>", items.concat())
}

/// A card for each figure, below a heading for each class.
fn cards(figures: &[Figure]) -> String {
    let mut text = String::new();
    for class in [Class::Gpu, Class::Software, Class::Processor] {
        let own: Vec<&Figure> = figures.iter().filter(|figure| figure.class == class).collect();
        if own.is_empty() {
            continue;
        }
        let words = match class {
            Class::Gpu => "",
            Class::Software | Class::Processor => {
                "<p>What follows ran on processors. Its times say nothing about a GPU.</p>"
            }
        };
        text.push_str(&format!(
            "<section class=\"class\" data-class=\"{}\"><h2>{}</h2>{words}<div class=\"cards\">",
            class.name(),
            class.title()
        ));
        for figure in own {
            let (id, title, about) =
                (escape(&figure.id), escape(&figure.title), escape(&figure.about));
            text.push_str(&format!(
                "<figure id=\"{id}\"><figcaption><a href=\"#{id}\" title=\"a link to this \
                 figure\">{title}</a></figcaption><div class=\"plot\"><canvas role=\"img\" \
                 aria-label=\"{title}\"></canvas></div><p>{about}</p></figure>"
            ));
        }
        text.push_str("</div></section>");
    }
    text
}
