//! The folder of a class's results.
//!
//! Each result is a file of its own, `results/KEY.json`, written whole before the next
//! submission begins: what was finished stays finished, whatever happens to the
//! program. The tables are made of these files alone, so that they are the same
//! whoever graded what, in which order.

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};
use warpbench_common::disk;
use warpbench_lab::class::Entry;
use warpbench_lab::lab::Lab;
use warpbench_lab::outcome::Graded;
use warpbench_lab::report::{canvas, moodle, table};

/// A folder for the results of a class, or of a part of one.
pub(super) struct Results {
    out: PathBuf,
}

/// What a run was asked to grade.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Roll {
    /// The digest of the lab.
    pub(super) lab: String,
    /// The keys of the whole class, also of what other parts grade.
    pub(super) class: Vec<String>,
}

impl Results {
    /// The folder that a run writes to.
    pub(super) fn create(out: &Path) -> Result<Results> {
        let results = Results { out: out.to_owned() };
        let folder = results.folder();
        fs::create_dir_all(&folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        Ok(results)
    }

    /// Removes what a kill left of tables.
    pub(super) fn remove_parts(&self) {
        let entries = fs::read_dir(&self.out).into_iter().flatten().flatten();
        for path in entries.map(|entry| entry.path()) {
            if path.extension().is_some_and(|ending| ending == "part") {
                let _ = fs::remove_file(path);
            }
        }
    }

    /// A folder that a run has written to.
    pub(super) fn open(out: &Path) -> Result<Results> {
        let results = Results { out: out.to_owned() };
        if !results.folder().is_dir() {
            bail!(
                "{} has no results: it is no folder that `warpbench grade --dir … --out` wrote",
                out.display()
            );
        }
        Ok(results)
    }

    fn folder(&self) -> PathBuf {
        self.out.join("results")
    }

    fn path(&self, key: &str) -> PathBuf {
        self.folder().join(format!("{key}.json"))
    }

    /// A result that is there already, if it is whole.
    pub(super) fn entry(&self, key: &str) -> Option<Entry> {
        let text = fs::read_to_string(self.path(key)).ok()?;
        serde_json::from_str(&text).ok().filter(|entry: &Entry| entry.key == key)
    }

    /// Keeps a result.
    pub(super) fn keep(&self, entry: &Entry) -> Result<()> {
        // What a kill leaves behind is overwritten when the submission is graded again.
        write_through(&self.path(&entry.key), ".part", &json(entry)?)
    }

    /// Forgets results of submissions that are not there any more.
    pub(super) fn forget_others(&self, keys: &[&str]) -> Result<()> {
        for key in self.keys()? {
            if !keys.contains(&key.as_str()) {
                let path = self.path(&key);
                fs::remove_file(&path)
                    .with_context(|| format!("cannot remove {}", path.display()))?;
            }
        }
        Ok(())
    }

    fn keys(&self) -> Result<Vec<String>> {
        let folder = self.folder();
        let error = || format!("cannot read {}", folder.display());
        let mut keys = Vec::new();
        for entry in fs::read_dir(&folder).with_context(error)? {
            let name = entry.with_context(error)?.file_name();
            keys.extend(
                name.to_str().and_then(|name| name.strip_suffix(".json")).map(str::to_owned),
            );
        }
        keys.sort();
        Ok(keys)
    }

    /// All results.
    pub(super) fn all(&self) -> Result<Vec<Entry>> {
        Ok(self.keys()?.iter().filter_map(|key| self.entry(key)).collect())
    }

    pub(super) fn write_roll(&self, roll: &Roll) -> Result<()> {
        write_whole(&self.out.join("class.json"), &json(roll)?)
    }

    pub(super) fn roll(&self) -> Result<Roll> {
        let path = self.out.join("class.json");
        let error = || format!("cannot read {}, which a class run writes first", path.display());
        let text = fs::read_to_string(&path).with_context(error)?;
        serde_json::from_str(&text).with_context(error)
    }

    /// What another file of the class says, if it is there.
    pub(super) fn read(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.out.join(name)).ok()
    }

    /// Another file of the class.
    pub(super) fn write(&self, name: &str, text: &str) -> Result<()> {
        write_whole(&self.out.join(name), text.as_bytes())
    }

    /// Removes a file of the class, if it is there.
    pub(super) fn remove(&self, name: &str) {
        let _ = fs::remove_file(self.out.join(name));
    }

    /// The tables, and all results in one file.
    pub(super) fn write_class(&self, lab: &Lab, assignment: &str, all: &mut [Entry]) -> Result<()> {
        let order = |entry: &Entry| (entry.graded.submission.clone(), entry.key.clone());
        all.sort_by_key(order);
        let tables = [
            ("results.csv", table::write(lab, all)),
            ("canvas.csv", canvas::write(assignment, lab.points(), all)),
            ("moodle.csv", moodle::write(all)),
        ];
        for (name, table) in tables {
            self.write(name, &table?)?;
        }
        let graded: Vec<&Graded> = all.iter().map(|entry| &entry.graded).collect();
        write_whole(&self.out.join("results.json"), &json(&graded)?)
    }

    /// Where the table for people is.
    pub(super) fn table(&self) -> PathBuf {
        self.out.join("results.csv")
    }
}

fn json(value: &impl Serialize) -> Result<Vec<u8>> {
    let mut text = serde_json::to_vec_pretty(value)?;
    text.push(b'\n');
    Ok(text)
}

/// Writes a file so that it is there whole or not at all, also where parts of a class
/// write to the same folder.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    write_through(path, &format!(".{}.part", std::process::id()), bytes)
}

fn write_through(path: &Path, ending: &str, bytes: &[u8]) -> Result<()> {
    disk::replace(path, ending, bytes).with_context(|| format!("cannot write {}", path.display()))
}
