//! Class entries: what a class run keeps of a submission, and what platforms tell of who
//! handed it in by the names that they give to downloads.

use crate::outcome::Graded;
use serde::{Deserialize, Serialize};

/// A submission of a class with its result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its name in the class, which no other has; files are called by it.
    pub key: String,
    pub student: Option<Student>,
    /// The digest of what was handed in. Another text is another submission.
    pub text: String,
    /// The digest of the lab, with what graders keep to themselves, and of the
    /// program's version.
    pub lab: String,
    pub graded: Graded,
}

/// Who handed something in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Student {
    /// As the platform writes it; Canvas leaves out spaces and capitals.
    pub name: String,
    pub platform: Platform,
    /// The number by which the platform knows who it is.
    pub id: String,
    /// Whether the platform says that it came late.
    pub late: bool,
}

/// Where submissions were downloaded from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Platform {
    Canvas,
    Moodle,
    Gradescope,
}

impl Student {
    /// Who handed in a file of Canvas's download, `doejane_LATE_4711_99012_kernel.rs`,
    /// and what the student called it.
    pub fn of_canvas(name: &str) -> Option<(Student, &str)> {
        let (who, rest) = name.split_once('_')?;
        let (late, rest) = match rest.strip_prefix("LATE_") {
            Some(rest) => (true, rest),
            None => (false, rest),
        };
        let (id, rest) = rest.split_once('_')?;
        let (attachment, file) = rest.split_once('_')?;
        if who.is_empty() || file.is_empty() || !is_number(id) || !is_number(attachment) {
            return None;
        }
        let (name, id) = (who.to_owned(), id.to_owned());
        Some((Student { name, platform: Platform::Canvas, id, late }, file))
    }

    /// Who handed in a file or folder of Moodle's download,
    /// `Jane Doe_4711_assignsubmission_file_kernel.rs`, and what the student called it.
    pub fn of_moodle(name: &str) -> Option<(Student, &str)> {
        // What follows may be the student's own; the first mark is Moodle's.
        let (before, after) = name.split_once("_assignsubmission_")?;
        let (who, id) = before.rsplit_once('_')?;
        if who.is_empty() || !is_number(id) {
            return None;
        }
        let file = after.split_once('_').map_or("", |(_kind, file)| file);
        let (name, id) = (who.to_owned(), id.to_owned());
        Some((Student { name, platform: Platform::Moodle, id, late: false }, file))
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.len() <= 20 && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_downloads() {
        type Read = fn(&str) -> Option<(Student, &str)>;
        let check = |read: Read, name: &str, expected: Option<(&str, &str, bool, &str)>| {
            let found = read(name);
            let found = found.as_ref().map(|(student, file)| {
                (student.name.as_str(), student.id.as_str(), student.late, *file)
            });
            assert_eq!(found, expected, "{name}");
        };
        let canvas: Read = |name| Student::of_canvas(name);
        check(canvas, "doejane_4711_99_kernel.rs", Some(("doejane", "4711", false, "kernel.rs")));
        check(canvas, "doejane_LATE_4711_99_a_b.rs", Some(("doejane", "4711", true, "a_b.rs")));
        check(canvas, "müller_1_2_k-1.wgsl", Some(("müller", "1", false, "k-1.wgsl")));
        for name in ["kernel.rs", "doe_jane.rs", "a_b_c_d.rs", "_1_2_x.rs", "a_1_2_", "a_1_x_y.rs"]
        {
            check(canvas, name, None);
        }
        let moodle: Read = |name| Student::of_moodle(name);
        let jane = |file| Some(("Jane Doe", "4711", false, file));
        check(moodle, "Jane Doe_4711_assignsubmission_file_kernel.rs", jane("kernel.rs"));
        check(moodle, "Jane Doe_4711_assignsubmission_file_", jane(""));
        check(moodle, "Jane Doe_4711_assignsubmission_file", jane(""));
        check(moodle, "Jane Doe_4711_assignsubmission_onlinetext_", jane(""));
        check(
            moodle,
            "Jane Doe_4711_assignsubmission_file_x_12_assignsubmission_file_y.rs",
            jane("x_12_assignsubmission_file_y.rs"),
        );
        for name in
            ["Jane Doe_x_assignsubmission_file_", "_1_assignsubmission_file_", "Jane_1_file_"]
        {
            check(moodle, name, None);
        }
    }
}
