//! A class for the import of Canvas's grade book.
//!
//! Canvas wants the columns of students first, in this order, then one for each
//! assignment; a row under the head says what its points are of. Students are found by
//! the number that Canvas writes into the names of downloaded files; without it by
//! their login, which is what a course names files by that does not download them from
//! Canvas.

use super::cell::{self, harmless};
use super::{ReportError, login, points};
use crate::class::{Entry, Platform};

/// The table; `assignment` is what Canvas calls it.
pub fn write(assignment: &str, of: f64, all: &[Entry]) -> Result<String, ReportError> {
    let fixed = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"];
    let mut head: Vec<String> = fixed.map(str::to_owned).to_vec();
    head.push(harmless(assignment));
    let mut possible = vec![String::new(); fixed.len()];
    possible[0] = "    Points Possible".to_owned();
    possible.push(points(of));
    let mut rows = vec![head, possible];
    for entry in all {
        let known = entry.student.as_ref().filter(|one| one.platform == Platform::Canvas);
        let (name, id, login) = match known {
            Some(student) => (harmless(&student.name), student.id.clone(), String::new()),
            None => (harmless(&login(entry)), String::new(), harmless(&login(entry))),
        };
        let mark = points(entry.graded.points);
        rows.push(vec![name, id, String::new(), login, String::new(), mark]);
    }
    cell::write(&rows)
}
