//! A class as a table for spreadsheets.

use super::cell::{self, harmless};
use super::{ReportError, points};
use crate::class::Entry;
use crate::lab::Lab;
use crate::outcome::Status;

/// Without it some spreadsheets take the text for that of another century.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// One line for each submission: its name, who it is from where that is known, the
/// points, what they are of, and the points of each check.
pub fn write(lab: &Lab, all: &[Entry]) -> Result<String, ReportError> {
    let fixed = ["submission", "student", "id", "late", "points", "of", "passed"];
    let mut head: Vec<String> = fixed.map(str::to_owned).to_vec();
    head.extend(lab.checks.iter().map(|check| harmless(&check.name)));
    head.push("remark".to_owned());
    let mut rows = vec![head];
    for Entry { student, graded, .. } in all {
        let mut row = vec![harmless(&graded.submission)];
        row.push(student.as_ref().map_or_else(String::new, |student| harmless(&student.name)));
        row.push(student.as_ref().map_or_else(String::new, |student| harmless(&student.id)));
        let is_late = student.as_ref().is_some_and(|student| student.late);
        row.push(if is_late { "late" } else { "" }.to_owned());
        row.push(points(graded.points));
        row.push(points(graded.of));
        row.push(if graded.passed() { "yes" } else { "no" }.to_owned());
        for check in &lab.checks {
            let made = graded.checks.iter().find(|made| made.name == check.name);
            row.push(match made.map(|made| (made.status, made.points)) {
                Some((Status::Skipped, _)) | None => String::new(),
                Some((_, earned)) => points(earned),
            });
        }
        row.push(graded.refused.as_deref().map_or_else(String::new, harmless));
        rows.push(row);
    }
    Ok(format!("{BYTE_ORDER_MARK}{}", cell::write(&rows)?))
}
