//! What is said about a row, in numbers and in words.

use super::ceilings::Judged;
use super::sheet::{Column, Figures, Row, State, Step, Text};
use super::target::Class;
use crate::format;

/// The heads of the numbers beside a bar.
pub fn heads(judged: Judged) -> [&'static str; 4] {
    ["time", judged.unit(), "of ceiling", "speed-up"]
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
pub fn line(figures: &Figures, text: Text) -> String {
    let numbers = numbers(figures);
    let label = [text.label()].into_iter().filter(|label| !label.is_empty());
    let numbers = numbers.iter().map(String::as_str).filter(|number| !number.is_empty());
    label.chain(numbers).collect::<Vec<_>>().join("   ")
}

/// What is said instead of a bar, and whether something is wrong.
pub fn message(state: &State) -> Option<(bool, String)> {
    match state {
        State::Wrong(difference) => {
            let error = match difference.error {
                Some(error) => format!("{error:.1e}"),
                None => "not a number".to_owned(),
            };
            let allowed = difference.tolerance;
            Some((true, format!("Wrong result: largest error {error}, allowed {allowed:.1e}")))
        }
        State::Failed(reason) => Some((true, format!("Not run: {reason}"))),
        State::Missing(reason) => Some((false, format!("Not run here: {reason}"))),
        _ => None,
    }
}

/// The sizes that a rung ran at; nothing where it did not.
pub fn sizes(step: &Step) -> Option<String> {
    let mut sizes: Vec<String> = Vec::new();
    for row in &step.rows {
        if let State::Done(figures) = &row.state {
            let size = format::size(figures.size());
            if !sizes.contains(&size) {
                sizes.push(size);
            }
        }
    }
    (!sizes.is_empty()).then(|| sizes.join(" and "))
}

/// What stands in the bar's place while there is none.
pub fn inside(state: &State) -> &str {
    match state {
        State::Waiting => "waiting",
        State::Running { words, .. } => words,
        _ => "",
    }
}

/// A row in a sentence, for those who cannot see it and for the pointer.
pub fn sentence(class: Class, column: &Column, step: &Step, row: &Row, judged: Judged) -> String {
    let edited = match row.text {
        Text::Original => "",
        Text::Edited => ", edited",
        Text::Older => ", edited, an older text",
    };
    let Column { name, kind, .. } = column;
    let subject = format!("{}{edited} on {name} ({kind})", step.variant.name);
    let predicate = match &row.state {
        State::Idle => "not run yet".to_owned(),
        State::Waiting => "waiting".to_owned(),
        State::Running { words, share } => format!("{words}, {:.0} %", 100.0 * share),
        State::Done(figures) => done(class, figures, row.text, judged),
        state => message(state).map(|(_, text)| text).unwrap_or_default(),
    };
    format!("{subject}: {predicate}")
}

fn done(class: Class, figures: &Figures, text: Text, judged: Judged) -> String {
    let Some(seconds) = figures.seconds() else {
        return "checked; nothing to launch at this size".to_owned();
    };
    let is_predicted = class == Class::Simulator;
    let mut parts = vec![format!(
        "{}{}",
        format::seconds(seconds),
        if is_predicted { " predicted" } else { " median" }
    )];
    parts.push(format!("{} {}", format::rate(figures.rate), judged.unit()));
    if let Some(share) = figures.of_ceiling {
        let whose = if is_predicted { "model's" } else { "measured" };
        parts.push(format!("{} of the {whose} ceiling", percent(share)));
    }
    if let Some(factor) = figures.speedup {
        let before = if text == Text::Original { "the rung before" } else { "the original" };
        parts.push(format!("{} as fast as {before}", times(factor)));
    }
    parts.push(format!("size {}", format::size(figures.size())));
    if let Some(simulated) = figures.simulated() {
        parts.push(format!("held up by {}", simulated.bound));
    }
    parts.join(", ")
}
