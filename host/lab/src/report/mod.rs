//! Reports of a submission, in the forms that courses take.
//!
//! A submission's name and what its text makes the workbench say come from somebody
//! who may want to look better than he is, so nothing of it is written as it is:
//! [`plain`] takes out what terminals and readers would act on, and each form quotes
//! by its own rules.

pub mod canvas;
pub mod cell;
pub mod classroom;
pub mod gradescope;
pub mod junit;
pub mod moodle;
pub mod table;
pub mod text;

use crate::class::Entry;
use crate::outcome::{CheckOutcome, Graded, Status};
use std::io;
use std::string::FromUtf8Error;
use thiserror::Error;

/// A report that could not be written.
#[derive(Debug, Error)]
pub enum ReportError {
    #[error(transparent)]
    Csv(#[from] csv::Error),
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Text(#[from] FromUtf8Error),
}

/// The most characters of a message. A text may have a line of a hundred thousand, and
/// what is said of it quotes it.
const MOST_CHARACTERS: usize = 4000;

/// Text without characters that do something: control characters, escapes of
/// terminals, marks that turn the direction of writing or that nobody sees. Lines stay
/// lines, and there are no more of them than somebody reads.
pub fn plain(text: &str) -> String {
    let keep = |c: char| match c {
        '\n' => '\n',
        '\t' => ' ',
        '\u{ad}'
        | '\u{34f}'
        | '\u{61c}'
        | '\u{115f}'..='\u{1160}'
        | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}' => '\u{fffd}',
        c if c.is_control() => '\u{fffd}',
        c => c,
    };
    let mut plain: String = text.chars().take(MOST_CHARACTERS).map(keep).collect();
    if text.chars().nth(MOST_CHARACTERS).is_some() {
        plain.push_str("\n… and more, which is left out");
    }
    plain
}

impl Graded {
    /// The same with nothing in it that does something, for whoever prints it as it is.
    pub fn cleaned(mut self) -> Graded {
        self.submission = plain_line(&self.submission);
        self.refused = self.refused.as_deref().map(plain);
        for check in &mut self.checks {
            check.seen = plain(&check.seen);
            check.look = check.look.as_deref().map(plain);
        }
        self
    }
}

/// The login that a submission is named by, where a course does that: its file or
/// folder without the ending.
fn login(entry: &Entry) -> String {
    let name = &entry.graded.submission;
    let is_kernel =
        |ending: &str| ["rs", "wgsl"].iter().any(|known| ending.eq_ignore_ascii_case(known));
    let stem = name.rsplit_once('.').filter(|(_, ending)| is_kernel(ending));
    plain_line(stem.map_or(name, |(stem, _)| stem))
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
            lines.push(check.told());
            lines.push(format!("asked for: {}", check.asked));
            if let Some(look) = &check.look {
                lines.push(format!("look at: {look}"));
            }
            if let Some(place) = &check.place {
                let mut words = Vec::new();
                words.extend(place.line.map(|line| format!("line {line}")));
                words.extend(place.block.map(|[x, y, z]| format!("block ({x}, {y}, {z})")));
                words.extend(threads(&place.lanes));
                words.extend(place.step.map(|step| format!("step {step}")));
                words.push(format!("model {}", place.model));
                words.push(format!("schedule {}", place.schedule));
                lines.push(format!("where: {}", words.join(", ")));
            }
        }
    }
    plain(&lines.join("\n"))
}

/// Threads in words: those that follow each other by the first and the last.
fn threads(threads: &[u32]) -> Option<String> {
    let follow = threads.windows(2).all(|pair| pair[1] == pair[0] + 1);
    Some(match threads {
        [] => return None,
        [one] => format!("thread {one}"),
        [one, other] => format!("threads {one} and {other}"),
        [first, .., last] if follow => format!("threads {first} to {last}"),
        [first, second, third, ..] => {
            format!("threads {first}, {second}, {third} … ({} of them)", threads.len())
        }
    })
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
