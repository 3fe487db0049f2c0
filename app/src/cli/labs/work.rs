//! One's own copy of a lab: start, watch, hint, reset.

use crate::cli::exit::Verdict;
use crate::labs::Shelf;
use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};
use warpbench_front::{Language, Source};
use warpbench_lab::grade::Grader;
use warpbench_lab::lab::Lab;
use warpbench_lab::report::text;
use warpbench_lab::{Clock, Limits};

/// The file that says which lab a folder is for.
const NOTE: &str = "warpbench-lab.toml";

/// How often a file is looked at.
const PAUSE: Duration = Duration::from_millis(250);

/// What a folder is for, and how far its owner has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Note {
    lab: String,
    /// The text that one works on.
    file: String,
    /// How many hints were given.
    hints: usize,
}

impl Note {
    fn read(dir: &Path) -> Result<Note> {
        let path = dir.join(NOTE);
        let text = fs::read_to_string(&path).with_context(|| {
            format!(
                "{} is no folder of a lab: it has no {NOTE}; begin with `warpbench labs start`",
                dir.display()
            )
        })?;
        toml::from_str(&text).with_context(|| format!("{} cannot be read", path.display()))
    }

    fn write(&self, dir: &Path) -> Result<()> {
        let path = dir.join(NOTE);
        fs::write(&path, toml::to_string(self)?)
            .with_context(|| format!("cannot write {}", path.display()))
    }

    fn language(&self) -> Language {
        Language::of(&self.file)
    }
}

pub(super) fn start(lab: &Lab, dir: &Path, language: Language) -> Result<Verdict> {
    let Some(texts) = lab.texts_in(language).or_else(|| lab.texts.first()) else {
        bail!("the lab {} has no text", lab.id)
    };
    let ending = match texts.language {
        Language::Rust => "rs",
        Language::Wgsl => "wgsl",
    };
    let note = Note { lab: lab.id.clone(), file: format!("kernel.{ending}"), hints: 0 };
    let file = dir.join(&note.file);
    if file.exists() {
        bail!(
            "{} is there already; `warpbench labs reset {}` begins again",
            file.display(),
            dir.display()
        );
    }
    fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
    for (path, text) in [(file.clone(), &texts.starter.text), (dir.join("README.md"), &lab.task)] {
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    note.write(dir)?;
    println!("{}", lab.title);
    println!("The task is {}, your text {}.", dir.join("README.md").display(), file.display());
    println!("`warpbench labs watch {}` grades it whenever you save.", dir.display());
    Ok(Verdict::Right)
}

pub(super) fn hint(shelf: &Shelf, dir: &Path) -> Result<Verdict> {
    let mut note = Note::read(dir)?;
    let lab = shelf.find(&note.lab)?;
    match lab.hints.get(note.hints) {
        Some(hint) => {
            note.hints += 1;
            println!("Hint {} of {}: {hint}", note.hints, lab.hints.len());
            note.write(dir)?;
        }
        None => {
            for (index, hint) in lab.hints.iter().enumerate() {
                println!("Hint {}: {hint}", index + 1);
            }
            println!("These are all hints.");
        }
    }
    Ok(Verdict::Right)
}

pub(super) fn reset(shelf: &Shelf, dir: &Path) -> Result<Verdict> {
    let mut note = Note::read(dir)?;
    let lab = shelf.find(&note.lab)?;
    let Some(texts) = lab.texts_in(note.language()) else {
        bail!("the lab {} has no text in the language of {}", lab.id, note.file)
    };
    let file = dir.join(&note.file);
    if file.exists() {
        let kept = free_name(&file);
        fs::rename(&file, &kept).with_context(|| format!("cannot keep {}", file.display()))?;
        println!("Your text is kept as {}.", kept.display());
    }
    fs::write(&file, &texts.starter.text)
        .with_context(|| format!("cannot write {}", file.display()))?;
    note.hints = 0;
    note.write(dir)?;
    println!("{} is the starter again.", file.display());
    Ok(Verdict::Right)
}

/// A name beside a file that nothing has yet.
fn free_name(file: &Path) -> PathBuf {
    let ending = file.extension().unwrap_or_default().to_string_lossy().into_owned();
    let named = |number: u32| file.with_extension(format!("{number}.{ending}"));
    (1..).map(named).find(|path| !path.exists()).unwrap_or_else(|| named(0))
}

pub(super) fn watch(shelf: &Shelf, dir: &Path) -> Result<Verdict> {
    let note = Note::read(dir)?;
    let grader =
        Grader::new(shelf.find(&note.lab)?, Limits::default()).map_err(anyhow::Error::msg)?;
    let file = dir.join(&note.file);
    let mut seen: Option<SystemTime> = None;
    loop {
        let changed = fs::metadata(&file)
            .and_then(|about| about.modified())
            .with_context(|| format!("cannot read {}", file.display()))?;
        if seen != Some(changed) {
            seen = Some(changed);
            let is_done = grade_once(&grader, &file)?;
            if is_done {
                println!("All checks pass.");
                return Ok(Verdict::Right);
            }
            println!("Waiting for {} to be saved; Ctrl+C ends.\n", file.display());
            crate::cli::output::flush();
        }
        std::thread::sleep(PAUSE);
    }
}

fn grade_once(grader: &Grader, file: &Path) -> Result<bool> {
    let text =
        fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let started = Instant::now();
    let clock = Clock { elapsed: &|| started.elapsed(), go_on: &|| true };
    let graded = grader.grade(&name, &Source { path: name.to_string(), text }, &clock);
    print!("{}", text::write(&graded));
    Ok(graded.passed())
}
