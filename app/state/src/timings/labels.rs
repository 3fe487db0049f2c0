//! Labels of a row, in numbers and in words.

use super::comparison::{Column, Row, RowState, RungRows, Section, TextVersion};
use super::target::Class;
use warpbench_common::format;
use warpbench_compare::ceilings::Metric;
use warpbench_compare::entry::{Entry, Place};

/// A target with its kind and driver.
pub fn legend(column: &Column) -> String {
    let Place { device, kind, driver, .. } = &column.place;
    let driver = if driver.is_empty() { String::new() } else { format!(", {driver}") };
    format!("{device} · {kind}{driver}")
}

/// The heads of the numbers beside a bar.
pub fn heads(metric: Metric) -> [&'static str; 4] {
    ["time", metric.unit(), "of ceiling", "speed-up"]
}

/// The numbers beside a bar: time, rate, share of the ceiling, speed-up. What is
/// not known is a dash, and what cannot be is empty.
pub fn numbers(entry: &Entry, metric: Metric) -> [String; 4] {
    let dash = || "–".to_owned();
    [
        entry.seconds().map_or_else(dash, format::seconds),
        format::rate(entry.rate(metric)),
        entry.share().map_or_else(dash, format::percent),
        entry.speedup.map_or_else(String::new, format::times),
    ]
}

/// The numbers in one line, for where there is no room for columns; [`heads`]
/// say what they are.
pub fn line(entry: &Entry, text: TextVersion, metric: Metric) -> String {
    let numbers = numbers(entry, metric);
    let label = [text.label()].into_iter().filter(|label| !label.is_empty());
    let numbers = numbers.iter().map(String::as_str).filter(|number| !number.is_empty());
    label.chain(numbers).collect::<Vec<_>>().join("   ")
}

/// What is said instead of a bar, and whether something is wrong.
pub fn message(state: &RowState) -> Option<(bool, String)> {
    match state {
        RowState::Wrong(check) => {
            let error = format::error(check.max_error);
            let allowed = format::error(Some(check.tolerance));
            Some((true, format!("Wrong result: largest error {error}, allowed {allowed}")))
        }
        RowState::Failed(reason) => Some((true, format!("Not run: {reason}"))),
        RowState::Missing(reason) => Some((false, format!("Not run here: {reason}"))),
        RowState::Idle | RowState::Waiting | RowState::Running { .. } | RowState::Done(_) => None,
    }
}

/// The sizes that a rung ran at; nothing where it did not.
pub fn sizes(rung: &RungRows) -> Option<String> {
    let mut sizes: Vec<String> = Vec::new();
    for row in &rung.rows {
        if let Some(entry) = row.state.done() {
            let size = format::size(&entry.size);
            if !sizes.contains(&size) {
                sizes.push(size);
            }
        }
    }
    (!sizes.is_empty()).then(|| sizes.join(" and "))
}

/// What stands in the bar's place while there is none.
pub fn inside(state: &RowState) -> &str {
    match state {
        RowState::Waiting => "waiting",
        RowState::Running { stage, .. } => stage,
        _ => "",
    }
}

/// A row in a sentence, for those who cannot see it and for the pointer.
pub fn sentence(section: &Section, rung: &RungRows, row: &Row) -> String {
    let edited = match row.text {
        TextVersion::Original => "",
        TextVersion::Edited => ", edited",
        TextVersion::Older => ", edited, an older text",
    };
    let Place { device, kind, .. } = &section.columns[row.column].place;
    let subject = format!("{}{edited} on {device} ({kind})", rung.variant.name);
    let predicate = match &row.state {
        RowState::Idle => "not run yet".to_owned(),
        RowState::Waiting => "waiting".to_owned(),
        RowState::Running { stage, share } => format!("{stage}, {:.0} %", 100.0 * share),
        RowState::Done(entry) => done(section, entry, row.text),
        state => message(state).map(|(_, text)| text).unwrap_or_default(),
    };
    format!("{subject}: {predicate}")
}

fn done(section: &Section, entry: &Entry, text: TextVersion) -> String {
    let Some(seconds) = entry.seconds() else {
        return "checked; nothing to launch at this size".to_owned();
    };
    let is_predicted = section.class == Class::Simulator;
    let mut parts = vec![format!(
        "{}{}",
        format::seconds(seconds),
        if is_predicted { " predicted" } else { " median" }
    )];
    parts.push(format!("{} {}", format::rate(entry.rate(section.metric)), section.metric.unit()));
    if let Some(share) = entry.share() {
        let whose = if is_predicted { "model's" } else { "measured" };
        parts.push(format!("{} of the {whose} ceiling", format::percent(share)));
    }
    if let Some(factor) = entry.speedup {
        let before = if text == TextVersion::Original { "the rung before" } else { "the original" };
        parts.push(format!("{} as fast as {before}", format::times(factor)));
    }
    parts.push(format!("size {}", format::size(&entry.size)));
    if !entry.bound.is_empty() {
        parts.push(format!("held up by {}", entry.bound));
    }
    parts.join(", ")
}
