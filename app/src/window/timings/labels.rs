//! What is said about a row, in numbers and in words.

use super::ceilings::Metric;
use super::comparison::{Column, Figures, Row, RowState, RungRows, TextVersion};
use super::target::Class;
use crate::format;

/// A target with its kind and driver.
pub fn legend(column: &Column) -> String {
    let Column { name, kind, driver, .. } = column;
    let driver = if driver.is_empty() { String::new() } else { format!(", {driver}") };
    format!("{name} · {kind}{driver}")
}

/// The heads of the numbers beside a bar.
pub fn heads(metric: Metric) -> [&'static str; 4] {
    ["time", metric.unit(), "of ceiling", "speed-up"]
}

/// The numbers beside a bar: time, rate, share of the ceiling, speed-up. What is
/// not known is a dash, and what cannot be is empty.
pub fn numbers(figures: &Figures) -> [String; 4] {
    let dash = || "–".to_owned();
    [
        figures.seconds().map_or_else(dash, format::seconds),
        format::rate(figures.rate),
        figures.of_ceiling.map_or_else(dash, percent),
        figures.speedup.map_or_else(String::new, times),
    ]
}

pub fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    if percent >= 10.0 { format!("{percent:.0} %") } else { format!("{percent:.1} %") }
}

pub fn times(factor: f64) -> String {
    if factor >= 100.0 { format!("{factor:.0}×") } else { format!("{factor:.2}×") }
}

/// The numbers in one line, for where there is no room for columns; [`heads`]
/// say what they are.
pub fn line(figures: &Figures, text: TextVersion) -> String {
    let numbers = numbers(figures);
    let label = [text.label()].into_iter().filter(|label| !label.is_empty());
    let numbers = numbers.iter().map(String::as_str).filter(|number| !number.is_empty());
    label.chain(numbers).collect::<Vec<_>>().join("   ")
}

/// What is said instead of a bar, and whether something is wrong.
pub fn message(state: &RowState) -> Option<(bool, String)> {
    match state {
        RowState::Wrong(mismatch) => {
            let error = match mismatch.error {
                Some(error) => format!("{error:.1e}"),
                None => "not a number".to_owned(),
            };
            let allowed = mismatch.tolerance;
            Some((true, format!("Wrong result: largest error {error}, allowed {allowed:.1e}")))
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
        if let RowState::Done(figures) = &row.state {
            let size = format::size(figures.size());
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
pub fn sentence(
    class: Class,
    column: &Column,
    rung: &RungRows,
    row: &Row,
    metric: Metric,
) -> String {
    let edited = match row.text {
        TextVersion::Original => "",
        TextVersion::Edited => ", edited",
        TextVersion::Older => ", edited, an older text",
    };
    let Column { name, kind, .. } = column;
    let subject = format!("{}{edited} on {name} ({kind})", rung.variant.name);
    let predicate = match &row.state {
        RowState::Idle => "not run yet".to_owned(),
        RowState::Waiting => "waiting".to_owned(),
        RowState::Running { stage, share } => format!("{stage}, {:.0} %", 100.0 * share),
        RowState::Done(figures) => done(class, figures, row.text, metric),
        state => message(state).map(|(_, text)| text).unwrap_or_default(),
    };
    format!("{subject}: {predicate}")
}

fn done(class: Class, figures: &Figures, text: TextVersion, metric: Metric) -> String {
    let Some(seconds) = figures.seconds() else {
        return "checked; nothing to launch at this size".to_owned();
    };
    let is_predicted = class == Class::Simulator;
    let mut parts = vec![format!(
        "{}{}",
        format::seconds(seconds),
        if is_predicted { " predicted" } else { " median" }
    )];
    parts.push(format!("{} {}", format::rate(figures.rate), metric.unit()));
    if let Some(share) = figures.of_ceiling {
        let whose = if is_predicted { "model's" } else { "measured" };
        parts.push(format!("{} of the {whose} ceiling", percent(share)));
    }
    if let Some(factor) = figures.speedup {
        let before = if text == TextVersion::Original { "the rung before" } else { "the original" };
        parts.push(format!("{} as fast as {before}", times(factor)));
    }
    parts.push(format!("size {}", format::size(figures.size())));
    if let Some(simulated) = figures.simulated() {
        parts.push(format!("held up by {}", simulated.bound));
    }
    parts.join(", ")
}
