//! A class as a table: CSV that Canvas, Moodle and spreadsheets take.

use super::{plain_line, points};
use crate::lab::Lab;
use crate::outcome::{Graded, Status};

/// One line for each submission: its name, the points, what they are of, and the
/// points of each check.
pub fn write(lab: &Lab, all: &[Graded]) -> Result<String, String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut head = vec!["submission".to_owned(), "points".to_owned(), "of".to_owned()];
    head.push("passed".to_owned());
    head.extend(lab.checks.iter().map(|check| harmless(&check.name)));
    head.push("remark".to_owned());
    let error = |error: csv::Error| error.to_string();
    writer.write_record(&head).map_err(error)?;
    for graded in all {
        let mut row = vec![harmless(&graded.submission), points(graded.points)];
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
        writer.write_record(&row).map_err(error)?;
    }
    let bytes = writer.into_inner().map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|error| error.to_string())
}

/// A cell that no spreadsheet takes for a formula.
pub fn harmless(text: &str) -> String {
    let line = plain_line(text);
    match line.chars().next() {
        Some('=' | '+' | '-' | '@' | '\t' | '\r') => format!("'{line}"),
        _ => line,
    }
}
