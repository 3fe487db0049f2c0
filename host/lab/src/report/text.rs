//! For people.

use super::{account, plain_line, points, summary};
use crate::outcome::{Graded, Status};
use std::fmt::Write;

/// What came of a submission, a paragraph for each check that failed.
pub fn write(graded: &Graded) -> String {
    let mut text = String::new();
    let name = plain_line(&graded.submission);
    let _ = writeln!(text, "{name} · {} · {}", graded.lab, summary(graded));
    for check in &graded.checks {
        if check.hidden && check.status == Status::Passed {
            continue;
        }
        let sign = match check.status {
            Status::Passed => "✓",
            Status::Failed => "✗",
            Status::Skipped => "–",
        };
        let _ = writeln!(
            text,
            "{sign} {} ({} of {})",
            plain_line(&check.name),
            points(check.points),
            points(check.of)
        );
        if check.status != Status::Passed && graded.refused.is_none() {
            for line in account(check).lines() {
                let _ = writeln!(text, "    {line}");
            }
        }
    }
    text
}
