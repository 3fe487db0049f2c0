//! The submissions of a folder: files, folders with a kernel in them, and what Canvas,
//! Moodle and Gradescope make of a class when it is downloaded.
//!
//! - Canvas: files, `doejane_4711_99012_kernel.rs`, with `LATE_` before the number of
//!   those that came late; several where a student handed in several.
//! - Moodle: files or folders, `Jane Doe_4711_assignsubmission_file_…`; a student may
//!   have one for each kind of submission.
//! - Gradescope: folders, `submission_123`, and a file that says whose they are.

use super::submission::is_clutter;
use anyhow::{Context, Result};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use warpbench_lab::class::{Platform, Student};
use warpbench_lab::report::plain_line;

/// Who handed in which folder, in Gradescope's download.
const METADATA: &str = "submission_metadata.yml";
/// A class's metadata that is larger is not read.
const MOST_METADATA: u64 = 64 << 20;

/// A submission of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Submission {
    /// The name that reports show.
    pub(super) name: String,
    /// Its name in the class, which no other has.
    pub(super) key: String,
    pub(super) student: Option<Student>,
    /// What was handed in; several files where a platform lays them side by side.
    pub(super) files: Vec<PathBuf>,
}

/// All submissions, in the order of their names.
pub(super) fn submissions(dir: &Path) -> Result<Vec<Submission>> {
    let error = || format!("cannot read the folder of submissions {}", dir.display());
    let mut names: Vec<OsString> = Vec::new();
    for entry in std::fs::read_dir(dir).with_context(error)? {
        let name = entry.with_context(error)?.file_name();
        if !is_clutter(&name.to_string_lossy()) && name != METADATA {
            names.push(name);
        }
    }
    names.sort();
    let owners = gradescope_owners(&dir.join(METADATA));
    // A student may have called a file as Canvas would; a download has no other.
    let is_canvas = names
        .iter()
        .all(|name| name.to_str().is_some_and(|name| Student::of_canvas(name).is_some()));
    let mut whole: BTreeMap<(String, String), Submission> = BTreeMap::new();
    for name in names {
        let shown = name.to_string_lossy();
        let student = if is_canvas {
            Student::of_canvas(&shown).map(|(student, _)| student)
        } else {
            Student::of_moodle(&shown)
                .map(|(student, _)| student)
                .or_else(|| owners.get(&*shown).cloned())
        };
        let path = dir.join(&name);
        // Files of the same student are one submission, called by the first.
        let group = match &student {
            Some(one) if one.platform != Platform::Gradescope => {
                (format!("{} {}", one.name, one.id), String::new())
            }
            _ => (shown.to_string(), key_of(&name)),
        };
        match whole.get_mut(&group) {
            Some(submission) => submission.files.push(path),
            None => {
                let (name, key) = (plain_line(&shown), key_of(&name));
                whole.insert(group, Submission { name, key, student, files: vec![path] });
            }
        }
    }
    let mut all: Vec<Submission> = whole.into_values().collect();
    for submission in &mut all {
        prefer_files(submission);
    }
    all.sort_by(|one, other| (&one.name, &one.key).cmp(&(&other.name, &other.key)));
    Ok(all)
}

/// What Moodle keeps beside the files is looked at only where there is nothing else.
fn prefer_files(submission: &mut Submission) {
    let is_text = |path: &PathBuf| {
        path.file_name().is_some_and(|name| name.to_string_lossy().contains("_onlinetext"))
    };
    if submission.files.len() > 1 && !submission.files.iter().all(is_text) {
        submission.files.retain(|path| !is_text(path));
    }
}

/// A name for files that is different for different names, on systems that do not
/// tell capitals apart as well, and does not depend on who else is in the class.
fn key_of(name: &OsStr) -> String {
    let shown = name.to_string_lossy();
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_.".contains(c);
    if shown.len() <= 80 && shown.chars().all(is_plain) && !shown.contains('~') {
        return shown.into_owned();
    }
    let readable: String = shown
        .chars()
        .take(60)
        .map(|c| if is_plain(c.to_ascii_lowercase()) { c } else { '_' })
        .collect();
    let digest = Sha256::digest(name.as_encoded_bytes());
    let digest: String = digest.iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    format!("{readable}~{digest}")
}

/// Whose folders they are. The file is Gradescope's own, but names in it are not, and
/// what cannot be understood is left out.
fn gradescope_owners(path: &Path) -> BTreeMap<String, Student> {
    let is_small = std::fs::metadata(path).is_ok_and(|about| about.len() <= MOST_METADATA);
    let text = if is_small { std::fs::read_to_string(path).ok() } else { None };
    read_metadata(&text.unwrap_or_default())
}

/// Reads as much of the YAML as Gradescope writes: a folder at the margin, and under
/// it the submitters with their names and numbers.
fn read_metadata(text: &str) -> BTreeMap<String, Student> {
    let mut owners: BTreeMap<String, Student> = BTreeMap::new();
    let mut folder: Option<String> = None;
    for line in text.lines() {
        if let Some(name) = line.strip_suffix(':').filter(|name| name.starts_with("submission_")) {
            folder = Some(name.to_owned());
            continue;
        }
        let Some(folder) = &folder else { continue };
        let field = line.trim_start_matches([' ', '-']);
        let value = |name: &str| field.strip_prefix(name).map(unquoted);
        if let Some(name) = value(":name:").filter(|name| !name.is_empty()) {
            let student = owners.entry(folder.clone()).or_insert_with(|| Student {
                name: String::new(),
                platform: Platform::Gradescope,
                id: String::new(),
                late: false,
            });
            // Those who hand in together are named together.
            if !student.name.is_empty() {
                student.name.push_str(", ");
            }
            student.name.push_str(&plain_line(&name));
        } else if let Some(id) = value(":sid:").filter(|id| !id.is_empty())
            && let Some(student) = owners.get_mut(folder)
            && student.id.is_empty()
        {
            student.id = plain_line(&id);
        }
    }
    owners
}

fn unquoted(value: &str) -> String {
    let value = value.trim();
    for quote in ['"', '\''] {
        if let Some(inner) = value.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote)) {
            return inner.to_owned();
        }
    }
    value.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The submissions of a folder with such files: name, student's name, files.
    fn found(paths: &[&str]) -> Vec<(String, String, usize)> {
        let folder = tempfile::tempdir().expect("a folder");
        for path in paths {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(&path, "fn f() {}").expect("a file");
        }
        let all = submissions(folder.path()).expect("can be read");
        let keys: std::collections::BTreeSet<String> =
            all.iter().map(|one| one.key.to_lowercase()).collect();
        assert_eq!(keys.len(), all.len(), "{all:?}");
        all.into_iter()
            .map(|one| {
                (one.name, one.student.map_or_else(String::new, |s| s.name), one.files.len())
            })
            .collect()
    }

    #[test]
    fn what_platforms_make_of_a_class() {
        let check = |paths: &[&str], expected: &[(&str, &str, usize)]| {
            let expected: Vec<(String, String, usize)> = expected
                .iter()
                .map(|(name, student, files)| (name.to_string(), student.to_string(), *files))
                .collect();
            assert_eq!(found(paths), expected, "{paths:?}");
        };
        check(&["b.rs", "a.wgsl", ".DS_Store"], &[("a.wgsl", "", 1), ("b.rs", "", 1)]);
        check(&["ada/kernel.rs", "bob/x.rs"], &[("ada", "", 1), ("bob", "", 1)]);
        check(
            &["doejane_1_5_kernel.rs", "doejane_1_6_notes.txt", "roe_LATE_2_7_k.rs"],
            &[("doejane_1_5_kernel.rs", "doejane", 2), ("roe_LATE_2_7_k.rs", "roe", 1)],
        );
        // One file that Canvas would not name so: these are students' own names.
        check(
            &["doejane_1_5_kernel.rs", "ada.rs"],
            &[("ada.rs", "", 1), ("doejane_1_5_kernel.rs", "", 1)],
        );
        check(
            &[
                "Jane Doe_7_assignsubmission_file_/kernel.rs",
                "Jane Doe_7_assignsubmission_onlinetext_/onlinetext.html",
                "Max Roe_8_assignsubmission_file_k.wgsl",
            ],
            &[
                ("Jane Doe_7_assignsubmission_file_", "Jane Doe", 1),
                ("Max Roe_8_assignsubmission_file_k.wgsl", "Max Roe", 1),
            ],
        );
        check(&["ä.rs", "=1.rs"], &[("=1.rs", "", 1), ("ä.rs", "", 1)]);
        // Elsewhere these may be one file.
        if cfg!(target_os = "linux") {
            check(&["A.rs", "a.rs"], &[("A.rs", "", 1), ("a.rs", "", 1)]);
        }
    }

    #[test]
    fn gradescope_says_whose_folders_they_are() {
        let text = "---\nsubmission_12:\n  :submitters:\n  - :name: Ada Lovelace\n    :sid: '0815'\n    \
                    :email: ada@example.org\n  - :name: \"Max \\e[2J\u{1b}[2J\"\n    :sid: 4\n  \
                    :created_at: 2026-01-01\nsubmission_13:\n  :submitters: []\n";
        let owners = read_metadata(text);
        assert_eq!(owners.len(), 1);
        let ada = &owners["submission_12"];
        assert_eq!((ada.id.as_str(), ada.platform), ("0815", Platform::Gradescope));
        assert!(
            ada.name.starts_with("Ada Lovelace, Max") && !ada.name.contains('\u{1b}'),
            "{ada:?}"
        );
    }
}
