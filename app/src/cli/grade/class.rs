//! A class: all submissions of a folder, on all cores.
//!
//! Each result is a file of its own, written at once and whole, before the next
//! submission begins: what was finished stays finished, whatever happens to the
//! program.

use super::{Arguments, grade_file, read_submission};
use crate::cli::exit::Verdict;
use crate::window::labs::class::NOTE;
use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use warpbench_lab::grade::Grader;
use warpbench_lab::lab::Lab;
use warpbench_lab::outcome::Graded;
use warpbench_lab::report::{plain_line, table};
use warpbench_lab::similar;

/// One of several parts of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shard {
    /// From 1.
    part: usize,
    of: usize,
}

impl Shard {
    pub(super) fn parse(text: &str) -> Result<Shard, String> {
        let parts = text.split_once('/').and_then(|(part, of)| {
            Some((part.trim().parse().ok()?, of.trim().parse().ok()?))
        });
        match parts {
            Some((part, of)) if (1..=of).contains(&part) => Ok(Shard { part, of }),
            _ => Err(format!("`{text}` is no part of a class; write 1/4 for the first of four")),
        }
    }

    fn has(self, index: usize) -> bool {
        index % self.of == self.part - 1
    }
}

/// A submission of a class.
#[derive(Clone, Debug)]
struct Submission {
    /// The name that reports show.
    name: String,
    /// The name of its result's file.
    key: String,
    file: PathBuf,
}

pub(super) fn run(
    grader: &Grader,
    dir: &Path,
    out: &Path,
    arguments: &Arguments,
) -> Result<Verdict> {
    let all = submissions(dir)?;
    if all.is_empty() {
        bail!("{} has no submission: no file and no folder with one", dir.display());
    }
    let results = out.join("results");
    std::fs::create_dir_all(&results)
        .with_context(|| format!("cannot make the folder {}", results.display()))?;
    let mine: Vec<&Submission> = all
        .iter()
        .enumerate()
        .filter(|(index, _)| arguments.shard.is_none_or(|shard| shard.has(*index)))
        .map(|(_, submission)| submission)
        .collect();
    let is_open = |submission: &&&Submission| {
        !(arguments.resume && stored(&results, &submission.key).is_some())
    };
    let open: Vec<&&Submission> = mine.iter().filter(is_open).collect();
    let progress = progress(open.len());
    let next = AtomicUsize::new(0);
    let failed: std::sync::Mutex<Option<anyhow::Error>> = std::sync::Mutex::new(None);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads.min(open.len()) {
            scope.spawn(|| {
                while let Some(submission) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let graded = grade_apart(grader, submission);
                    if let Err(error) = store(&results, &submission.key, &graded) {
                        let mut first = failed.lock().unwrap_or_else(|held| held.into_inner());
                        first.get_or_insert(error);
                        return;
                    }
                    progress.inc(1);
                }
            });
        }
    });
    progress.finish_and_clear();
    if let Some(error) = failed.into_inner().unwrap_or_else(|held| held.into_inner()) {
        return Err(error);
    }
    let mut graded = Vec::new();
    for submission in &mine {
        graded.extend(stored(&results, &submission.key));
    }
    write_class(grader.lab(), out, &graded)?;
    write_note(dir, out)?;
    if arguments.similar {
        report_similar(&all, out)?;
    }
    let passed = graded.iter().filter(|graded| graded.passed()).count();
    println!(
        "{} of {} submissions pass {}; {} of them were graded now. The table is {}.",
        passed,
        graded.len(),
        grader.lab().id,
        open.len(),
        out.join("results.csv").display()
    );
    Ok(Verdict::Right)
}

/// Grades a submission so that nothing it does disturbs another: a fault of ours in
/// it is its result.
fn grade_apart(grader: &Grader, submission: &Submission) -> Graded {
    let graded = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        grade_file(grader, &submission.file, &submission.name)
    }));
    graded.unwrap_or_else(|_| {
        let why = "the workbench failed at this text; please report it, with the text".to_owned();
        let is_rust = submission.file.extension().is_some_and(|ending| ending == "rs");
        grader.refuse(&submission.name, is_rust, why)
    })
}

/// The table and all results of a class in one file.
pub(super) fn write_class(lab: &Lab, out: &Path, graded: &[Graded]) -> Result<()> {
    let table = table::write(lab, graded).map_err(anyhow::Error::msg)?;
    write_whole(&out.join("results.csv"), table.as_bytes())?;
    let json = serde_json::to_string_pretty(graded)? + "\n";
    write_whole(&out.join("results.json"), json.as_bytes())
}

/// Says where the submissions are, so that the window can open them.
fn write_note(dir: &Path, out: &Path) -> Result<()> {
    let dir = dir.canonicalize().unwrap_or_else(|_| dir.to_owned());
    // A name that is no text cannot be written down; then the window is told.
    let Some(dir) = dir.to_str() else { return Ok(()) };
    let note = serde_json::json!({ "submissions": dir });
    let text = serde_json::to_string_pretty(&note)? + "\n";
    write_whole(&out.join(NOTE), text.as_bytes())
}

/// Submissions that are the same program.
fn report_similar(all: &[Submission], out: &Path) -> Result<()> {
    let readable: Vec<(&Submission, String)> = all
        .iter()
        .filter_map(|one| read_submission(&one.file).ok().map(|source| (one, source.text)))
        .collect();
    let texts: Vec<String> = readable.iter().map(|(_, text)| text.clone()).collect();
    let groups = similar::groups(&texts);
    let mut lines = String::new();
    for group in &groups {
        let names: Vec<&str> = group.iter().map(|&index| readable[index].0.name.as_str()).collect();
        lines += &format!("{}\n", names.join(" = "));
    }
    write_whole(&out.join("similar.txt"), lines.as_bytes())?;
    match groups.len() {
        0 => println!("No two submissions are the same program."),
        count => println!("{count} groups of submissions are the same program:\n{}", lines.trim_end()),
    }
    Ok(())
}

/// The submissions of a folder, in the order of their names: files, and folders with
/// one kernel.
fn submissions(dir: &Path) -> Result<Vec<Submission>> {
    let entries =
        std::fs::read_dir(dir).with_context(|| format!("cannot read {}", dir.display()))?;
    let mut found: Vec<(std::ffi::OsString, PathBuf)> = Vec::new();
    for entry in entries {
        let entry = entry.with_context(|| format!("cannot read {}", dir.display()))?;
        let path = entry.path();
        if path.is_dir() {
            let inside = std::fs::read_dir(&path).into_iter().flatten().flatten();
            let mut kernels: Vec<PathBuf> =
                inside.map(|inner| inner.path()).filter(|path| is_kernel(path)).collect();
            kernels.sort();
            let kernel = kernels.into_iter().next().unwrap_or_else(|| path.join("kernel.rs"));
            found.push((entry.file_name(), kernel));
        } else if !entry.file_name().to_string_lossy().starts_with('.') {
            found.push((entry.file_name(), path));
        }
    }
    found.sort();
    let mut keys = std::collections::BTreeSet::new();
    let submission = |(name, file): (std::ffi::OsString, PathBuf)| {
        let name = plain_line(&name.to_string_lossy());
        let mut key: String = name
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.') { c } else { '_' })
            .take(100)
            .collect();
        if !keys.insert(key.clone()) || key.starts_with('.') {
            key = format!("{key}~{}", keys.len());
            keys.insert(key.clone());
        }
        Submission { name, key, file }
    };
    Ok(found.into_iter().map(submission).collect())
}

fn is_kernel(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "rs" || ending == "wgsl") && path.is_file()
}

/// A result that is there already, if it is whole.
fn stored(results: &Path, key: &str) -> Option<Graded> {
    let text = std::fs::read_to_string(results.join(format!("{key}.json"))).ok()?;
    serde_json::from_str(&text).ok()
}

fn store(results: &Path, key: &str, graded: &Graded) -> Result<()> {
    let text = serde_json::to_string_pretty(graded)? + "\n";
    write_whole(&results.join(format!("{key}.json")), text.as_bytes())
}

/// Writes a file so that it is there whole or not at all.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let written = tempfile::NamedTempFile::new_in(folder).and_then(|mut file| {
        file.write_all(bytes)?;
        file.as_file().sync_data()?;
        file.persist(path).map(drop).map_err(|error| error.error)
    });
    written.with_context(|| format!("cannot write {}", path.display()))
}

fn progress(count: usize) -> ProgressBar {
    let bar = ProgressBar::new(count as u64);
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} graded, {eta} left");
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar
}

/// All results of a folder, in the order of their files.
pub(super) fn all_stored(out: &Path) -> Result<Vec<Graded>> {
    let results = out.join("results");
    let entries = std::fs::read_dir(&results)
        .with_context(|| format!("cannot read {}", results.display()))?;
    let mut keys: Vec<String> = entries
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.strip_suffix(".json").map(str::to_owned))
        .collect();
    keys.sort();
    Ok(keys.iter().filter_map(|key| stored(&results, key)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_class() {
        let check = |text: &str, expected: Option<(usize, usize)>| {
            let read = Shard::parse(text).ok().map(|shard| (shard.part, shard.of));
            assert_eq!(read, expected, "{text}");
        };
        check("1/4", Some((1, 4)));
        check("4/4", Some((4, 4)));
        for text in ["0/4", "5/4", "1", "a/b", "1/0", ""] {
            check(text, None);
        }
        let parts: Vec<Shard> = (1..=3).map(|part| Shard { part, of: 3 }).collect();
        for index in 0..10 {
            assert_eq!(parts.iter().filter(|shard| shard.has(index)).count(), 1, "{index}");
        }
    }
}
