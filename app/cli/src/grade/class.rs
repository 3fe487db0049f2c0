//! A class: all submissions of a folder, on all cores.

use super::examiner::Examiner;
use super::found::{Submission, submissions};
use super::progress::Progress;
use super::results::{Results, Roll};
use super::similar::{SIMILAR, report_similar};
use super::{Arguments, submission};
use crate::exit::Verdict;
use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use warpbench_common::labs::CLASS_NOTE;
use warpbench_lab::class::Entry;
use warpbench_lab::lab::Lab;

/// One of several parts of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shard {
    /// From 1.
    part: usize,
    of: usize,
}

impl Shard {
    pub(super) fn parse(text: &str) -> Result<Shard, String> {
        let parts = text
            .split_once('/')
            .and_then(|(part, of)| Some((part.trim().parse().ok()?, of.trim().parse().ok()?)));
        match parts {
            Some((part, of)) if (1..=of).contains(&part) => Ok(Shard { part, of }),
            _ => Err(format!("`{text}` is no part of a class; write 1/4 for the first of four")),
        }
    }

    fn has(self, index: usize) -> bool {
        index % self.of == self.part - 1
    }
}

/// A submission with what was handed in.
struct Read<'a> {
    submission: &'a Submission,
    text: Result<submission::Text, String>,
    digest: String,
}

impl<'a> Read<'a> {
    fn new(submission: &'a Submission, lab: &Lab) -> Read<'a> {
        let text = submission::read_one_of(&submission.files, lab);
        let digest = match &text {
            Ok(read) => digest(&[read.ending.as_bytes(), read.text.as_bytes()]),
            Err(why) => digest(&[why.as_bytes()]),
        };
        Read { submission, text, digest }
    }
}

/// The digest of several texts, which says where each ends.
pub(super) fn digest(parts: &[&[u8]]) -> String {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update((part.len() as u64).to_le_bytes());
        digest.update(part);
    }
    digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Grades a class.
pub(super) fn run(lab: &Lab, dir: &Path, out: &Path, arguments: &Arguments) -> Result<Verdict> {
    let whole = |path: &Path| {
        std::path::absolute(path).with_context(|| format!("cannot find {}", path.display()))
    };
    if whole(out)?.starts_with(whole(dir)?) {
        bail!(
            "{} lies in {}, where results would be taken for submissions; name a folder outside",
            out.display(),
            dir.display()
        );
    }
    let all = submissions(dir)?;
    if all.is_empty() {
        bail!("{} has no submission: no file and no folder with one", dir.display());
    }
    let results = Results::create(out)?;
    if let Some(other) = results.all()?.into_iter().find(|entry| entry.graded.lab != lab.id) {
        bail!(
            "{} has results of the lab {}, which would be lost; name another folder by --out",
            out.display(),
            other.graded.lab
        );
    }
    let shelf = arguments.shelf.shelf();
    let lab_digest = super::lab_digest(lab, arguments.lab()?, &shelf, arguments.hardware)?;
    let mine: Vec<&Submission> = all
        .iter()
        .enumerate()
        .filter(|(index, _)| arguments.shard.is_none_or(|shard| shard.has(*index)))
        .map(|(_, submission)| submission)
        .collect();
    if arguments.shard.is_none() {
        let keys: Vec<&str> = all.iter().map(|one| one.key.as_str()).collect();
        results.forget_others(&keys)?;
        results.remove_parts();
    }
    let class = all.iter().map(|submission| submission.key.clone()).collect();
    let roll = Roll { lab: lab_digest.clone(), class };
    let is_same_class = results.roll().is_ok_and(|before| before == roll);
    results.write_roll(&roll)?;
    let is_done = |read: &Read<'_>| {
        arguments.resume
            && results
                .entry(&read.submission.key)
                .is_some_and(|entry| entry.lab == lab_digest && entry.text == read.digest)
    };
    let job = Job { lab, arguments, results: &results, lab_digest: &lab_digest };
    let graded_now = job.grade(&mine, &is_done)?;
    let mut entries = Vec::new();
    for submission in &mine {
        let entry = results.entry(&submission.key);
        entries.push(entry.with_context(|| {
            format!("the result of `{}` is gone; did somebody remove it?", submission.name)
        })?);
    }
    let assignment = arguments.assignment.as_deref().unwrap_or(&lab.title);
    results.write_class(lab, assignment, &mut entries)?;
    write_note(dir, &results)?;
    if arguments.similar {
        report_similar(&all, lab, &results)?;
    } else if !is_same_class || graded_now > 0 {
        // What an earlier run found may not hold for these submissions.
        results.remove(SIMILAR);
    }
    let passed = entries.iter().filter(|entry| entry.graded.passed()).count();
    println!(
        "{passed} of {} submissions pass {}; {graded_now} were graded now. The table is {}.",
        entries.len(),
        lab.id,
        results.table().display()
    );
    Ok(Verdict::Right)
}

/// Says where the submissions are, so that the window can open them.
fn write_note(dir: &Path, results: &Results) -> Result<()> {
    let dir = dunce::canonicalize(dir).unwrap_or_else(|_| dir.to_owned());
    // A name that is no text cannot be written down; then the window is told.
    let Some(dir) = dir.to_str() else { return Ok(()) };
    let note = serde_json::json!({ "submissions": dir });
    results.write(CLASS_NOTE, &(serde_json::to_string_pretty(&note)? + "\n"))
}

/// What all threads of a class run share.
struct Job<'a> {
    lab: &'a Lab,
    arguments: &'a Arguments,
    results: &'a Results,
    lab_digest: &'a str,
}

impl Job<'_> {
    /// Grades what is not done; returns how many that were.
    fn grade(
        &self,
        mine: &[&Submission],
        is_done: &(dyn Fn(&Read<'_>) -> bool + Sync),
    ) -> Result<usize> {
        let progress = Progress::new(mine.len());
        let next = AtomicUsize::new(0);
        let graded = AtomicUsize::new(0);
        let failed: Mutex<Option<anyhow::Error>> = Mutex::new(None);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = self.arguments.jobs.unwrap_or(cores).min(mine.len());
        let work = || -> Result<()> {
            // A process is started by whoever has something to grade.
            let mut examiner = None;
            while let Some(submission) = mine.get(next.fetch_add(1, Ordering::Relaxed)) {
                if failed.lock().is_ok_and(|failed| failed.is_some()) {
                    break;
                }
                let read = Read::new(submission, self.lab);
                if !is_done(&read) {
                    let examiner = match &mut examiner {
                        Some(examiner) => examiner,
                        none => none.insert(super::examiner(self.arguments)?),
                    };
                    self.results.keep(&self.entry(examiner, read)?)?;
                    graded.fetch_add(1, Ordering::Relaxed);
                }
                progress.one_more();
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    if let Err(error) = work() {
                        let mut first = failed.lock().unwrap_or_else(|held| held.into_inner());
                        first.get_or_insert(error);
                    }
                });
            }
        });
        progress.finish();
        match failed.into_inner().unwrap_or_else(|held| held.into_inner()) {
            Some(error) => {
                Err(error.context("what was graded is kept; --resume goes on from there"))
            }
            None => Ok(graded.into_inner()),
        }
    }

    /// Grades a submission so that nothing it does disturbs another.
    fn entry(&self, examiner: &mut Examiner, read: Read<'_>) -> Result<Entry> {
        let Read { submission, text, digest } = read;
        let graded = match text {
            Ok(read) => {
                let hardware = self.arguments.hardware;
                super::grade_text(examiner, self.lab, &submission.name, read, hardware)?
            }
            Err(why) => {
                let is_rust =
                    submission.files.iter().any(|f| submission::ending(f) != Some("wgsl"));
                examiner.refuse(&submission.name, is_rust, why)
            }
        };
        Ok(Entry {
            key: submission.key.clone(),
            student: submission.student.clone(),
            text: digest,
            lab: self.lab_digest.to_owned(),
            graded,
        })
    }
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

    #[test]
    fn a_digest_says_where_texts_end() {
        assert_ne!(digest(&[b"ab", b"c"]), digest(&[b"a", b"bc"]));
        assert_eq!(digest(&[b"ab"]).len(), 64);
    }
}
