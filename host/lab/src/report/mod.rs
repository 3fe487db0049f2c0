//! What came of a submission, in the forms that courses take.
//!
//! A submission's name and what its text makes the workbench say come from somebody
//! who may want to look better than he is, so nothing of it is written as it is:
//! [`plain`] takes out what terminals and readers would act on, and each form quotes
//! by its own rules.

pub mod classroom;
pub mod gradescope;
pub mod junit;
pub mod table;
pub mod text;

use crate::outcome::{CheckOutcome, Graded, Status};

/// Text without characters that do something: control characters, escapes of
/// terminals, marks that turn the direction of writing. Lines stay lines.
pub fn plain(text: &str) -> String {
    let keep = |c: char| match c {
        '\n' => '\n',
        '\t' => ' ',
        '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}' => '\u{fffd}',
        c if c.is_control() => '\u{fffd}',
        c => c,
    };
    text.chars().map(keep).collect()
}

/// The same on one line, and no longer than anybody reads.
pub fn plain_line(text: &str) -> String {
    const MOST: usize = 200;
    let line: String = plain(text).replace('\n', " ");
    match line.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// What a check came to, in full sentences: what was seen, asked for, and where.
pub fn account(check: &CheckOutcome) -> String {
    let mut lines = Vec::new();
    match check.status {
        Status::Passed => lines.push("passed".to_owned()),
        Status::Skipped => lines.push(check.seen.clone()),
        Status::Failed if check.hidden => lines.push("a check of the graders failed".to_owned()),
        Status::Failed => {
            lines.push(check.seen.clone());
            lines.push(format!("asked for: {}", check.asked));
            if let Some(look) = &check.look {
                lines.push(format!("look at: {look}"));
            }
            if let Some(place) = &check.place {
                let mut words = Vec::new();
                words.extend(place.line.map(|line| format!("line {line}")));
                words.extend(place.block.map(|[x, y, z]| format!("block ({x}, {y}, {z})")));
                if let (Some(first), Some(last)) = (place.lanes.first(), place.lanes.last()) {
                    words.push(match first == last {
                        true => format!("thread {first}"),
                        false => format!("threads {first} to {last}"),
                    });
                }
                words.extend(place.step.map(|step| format!("step {step}")));
                words.push(format!("model {}", place.model));
                words.push(format!("schedule {}", place.schedule));
                lines.push(format!("where: {}", words.join(", ")));
            }
        }
    }
    plain(&lines.join("\n"))
}

/// What is said of a submission as a whole.
pub fn summary(graded: &Graded) -> String {
    match &graded.refused {
        Some(refused) => plain(&format!("The text cannot be run.\n{refused}")),
        None => {
            let passed =
                graded.checks.iter().filter(|check| check.status == Status::Passed).count();
            format!(
                "{} of {} points, {passed} of {} checks passed",
                points(graded.points),
                points(graded.of),
                graded.checks.len()
            )
        }
    }
}

/// Points without digits that nobody needs.
pub fn points(points: f64) -> String {
    let text = format!("{points:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
