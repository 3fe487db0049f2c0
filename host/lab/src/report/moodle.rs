//! A class for Moodle: the grading worksheet of an assignment, and the import of the
//! grade book.
//!
//! The worksheet finds students by the number of the participant, which Moodle writes
//! into the names of downloaded files. The grade book asks which column is which, so
//! that files named by logins can be imported as well.

use super::cell::{self, as_html, harmless};
use super::{ReportError, login, plain_line, points, summary};
use crate::class::{Entry, Platform};
use crate::outcome::Status;

/// The table.
pub fn write(all: &[Entry]) -> Result<String, ReportError> {
    // The worksheet's own names of columns, and the login between them. It wants the
    // time of the last mark to be there, and takes none for "never".
    let head = [
        "Identifier",
        "Full name",
        "Username",
        "Grade",
        "Maximum Grade",
        "Last modified (grade)",
        "Feedback comments",
    ];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for entry in all {
        let known = entry.student.as_ref().filter(|one| one.platform == Platform::Moodle);
        let (id, name, login) = match known {
            Some(student) => {
                (format!("Participant {}", student.id), harmless(&student.name), String::new())
            }
            None => (String::new(), String::new(), harmless(&login(entry))),
        };
        rows.push(vec![
            id,
            name,
            login,
            points(entry.graded.points),
            points(entry.graded.of),
            "-".to_owned(),
            as_html(&feedback(entry)),
        ]);
    }
    cell::write(&rows)
}

/// What students read beside their mark.
fn feedback(entry: &Entry) -> String {
    let graded = &entry.graded;
    let mut said = plain_line(&summary(graded));
    if graded.refused.is_none() {
        for check in &graded.checks {
            if check.status == Status::Failed && !check.hidden {
                said += &format!(" · {}: {}", plain_line(&check.name), plain_line(&check.told()));
            }
        }
    }
    harmless(&said)
}
