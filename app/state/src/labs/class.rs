//! Class results: the folder that `warpbench grade --dir … --out …` wrote, and the
//! submissions that it was made of.

use super::open::Submission;
use serde::Deserialize;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use warpbench_common::labs::CLASS_NOTE;
use warpbench_front::Language;
use warpbench_lab::outcome::{CheckOutcome, Graded, Status};
use warpbench_lab::report::plain_line;

/// The most bytes of a file that are looked at.
const MOST_BYTES: u64 = 1 << 20;

/// What a class was graded from.
#[derive(Clone, Debug, Deserialize)]
struct Note {
    submissions: PathBuf,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ClassResults {
    /// The folder of the results.
    pub results: PathBuf,
    /// The folder of the submissions, where it is known.
    pub submissions: Option<PathBuf>,
    /// The folder of the lab.
    pub lab: String,
    pub title: String,
    /// The names of all checks.
    pub checks: Vec<String>,
    pub rows: Vec<ClassRow>,
}

/// A submission and its results.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassRow {
    /// What it is called, safe to be shown.
    pub name: String,
    pub graded: Graded,
    /// Which of its outcomes is of which check of the class.
    made: Vec<Option<usize>>,
}

impl ClassRow {
    /// What came of a check of the class.
    pub fn outcome(&self, check: usize) -> Option<&CheckOutcome> {
        self.graded.checks.get((*self.made.get(check)?)?)
    }

    pub fn status(&self, check: usize) -> Option<Status> {
        self.outcome(check).map(|outcome| outcome.status)
    }

    /// What is most worth knowing, in one line: why it was refused, or what failed
    /// first.
    pub fn remark(&self) -> String {
        let failed = |outcome: &&CheckOutcome| outcome.status == Status::Failed;
        match (&self.graded.refused, self.graded.checks.iter().find(failed)) {
            (Some(why), _) => plain_line(why.lines().next().unwrap_or_default()),
            (None, Some(outcome)) => plain_line(&format!("{}: {}", outcome.name, outcome.told())),
            (None, None) => String::new(),
        }
    }
}

impl ClassResults {
    /// Reads the results of a class. Says in a sentence what is wrong with the folder.
    pub fn read(folder: &Path, submissions: Option<PathBuf>) -> Result<ClassResults, String> {
        let all = results(folder)?;
        let Some(first) = all.first() else {
            return Err(format!(
                "{} has no results. Choose the folder that `warpbench grade LAB --dir \
                 SUBMISSIONS --out RESULTS` wrote.",
                folder.display()
            ));
        };
        let (lab, title) = (first.lab.clone(), plain_line(&first.title));
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut checks: Vec<String> = Vec::new();
        for outcome in all.iter().flat_map(|graded| &graded.checks) {
            if !places.contains_key(&outcome.name) {
                places.insert(outcome.name.clone(), checks.len());
                checks.push(plain_line(&outcome.name));
            }
        }
        let row = |graded: Graded| {
            let mut made = vec![None; checks.len()];
            for (index, outcome) in graded.checks.iter().enumerate() {
                if let Some(place) = places.get(&outcome.name) {
                    made[*place] = Some(index);
                }
            }
            ClassRow { name: plain_line(&graded.submission), graded, made }
        };
        let rows = all.into_iter().map(row).collect();
        let submissions = submissions.or_else(|| noted(folder));
        Ok(ClassResults { results: folder.to_owned(), submissions, lab, title, checks, rows })
    }

    /// How many pass a check, and how many it was made of.
    pub fn total(&self, check: usize) -> (usize, usize) {
        let made = self.rows.iter().filter_map(|row| row.status(check));
        let counted = made.filter(|status| *status != Status::Skipped);
        counted.fold((0, 0), |(passed, of), status| {
            (passed + usize::from(status == Status::Passed), of + 1)
        })
    }

    /// The text of a submission.
    pub fn submission(&self, row: usize) -> Result<Submission, String> {
        let row = self.rows.get(row).ok_or("There is no such submission.")?;
        let Some(folder) = &self.submissions else {
            return Err(format!(
                "Where the submissions are is not known: {} has no {CLASS_NOTE}. Start with `warpbench \
                 --class RESULTS --submissions FOLDER`.",
                self.results.display()
            ));
        };
        let file = file_of(folder, &row.graded.submission)
            .ok_or_else(|| format!("{} has no submission `{}`.", folder.display(), row.name))?;
        let unread = |why: String| format!("{} cannot be read: {why}.", file.display());
        let about = fs::metadata(&file).map_err(|error| unread(error.to_string()))?;
        if !about.is_file() || about.len() > MOST_BYTES {
            return Err(unread(format!("it is no file of at most {MOST_BYTES} bytes")));
        }
        let bytes = fs::read(&file).map_err(|error| unread(error.to_string()))?;
        let text = String::from_utf8(bytes).map_err(|_| unread("it is not UTF-8".to_owned()))?;
        let language = match row.graded.language.as_str() {
            "wgsl" => Language::Wgsl,
            _ => Language::Rust,
        };
        Ok(Submission { name: row.name.clone(), language, text })
    }
}

/// All results of a folder, in the order of their files: one for each submission, or
/// all in one file.
fn results(folder: &Path) -> Result<Vec<Graded>, String> {
    let unread = |path: &Path, error: &dyn std::fmt::Display| {
        format!("{} cannot be read: {error}.", path.display())
    };
    for place in [folder.join("results"), folder.to_owned()] {
        let Ok(entries) = fs::read_dir(&place) else { continue };
        let mut files: Vec<PathBuf> = entries
            .filter_map(|entry| entry.ok().map(|entry| entry.path()))
            .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
            .collect();
        files.sort();
        // What is not a result, such as the note, is passed over.
        let read = |path: &PathBuf| serde_json::from_slice(&fs::read(path).ok()?).ok();
        let found: Vec<Graded> = files.iter().filter_map(read).collect();
        if !found.is_empty() {
            return Ok(found);
        }
    }
    let path = folder.join("results.json");
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(_) if folder.is_dir() => return Ok(Vec::new()),
        Err(error) => return Err(unread(folder, &error)),
    };
    serde_json::from_slice(&bytes).map_err(|error| unread(&path, &error))
}

/// The folder of the submissions, as the results say. One that has moved along with
/// the results is found beside them.
fn noted(folder: &Path) -> Option<PathBuf> {
    let bytes = fs::read(folder.join(CLASS_NOTE)).ok()?;
    let note: Note = serde_json::from_slice(&bytes).ok()?;
    let beside = || {
        let name = note.submissions.file_name()?;
        Some(folder.parent()?.join(name)).filter(|path| path.is_dir())
    };
    Some(note.submissions.clone()).filter(|path| path.is_dir()).or_else(beside)
}

/// The file of a submission: its name is shown without what a terminal would act on,
/// so that names are compared as they are shown.
fn file_of(folder: &Path, name: &str) -> Option<PathBuf> {
    let is_kernel = |path: &PathBuf| {
        path.extension().is_some_and(|ending| ending == "rs" || ending == "wgsl") && path.is_file()
    };
    let entry = fs::read_dir(folder)
        .ok()?
        .flatten()
        .find(|entry| plain_line(&entry.file_name().to_string_lossy()) == name)?;
    let path = entry.path();
    if !path.is_dir() {
        return Some(path);
    }
    let inside = fs::read_dir(&path).ok()?.flatten().map(|entry| entry.path());
    let mut kernels: Vec<PathBuf> = inside.filter(is_kernel).collect();
    kernels.sort();
    kernels.into_iter().next()
}
