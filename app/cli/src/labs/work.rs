//! One's own copy of a lab: start, watch, hint, reset.

use crate::exit::Verdict;
use crate::grade::ShelfArguments;
use crate::grade::examiner::Examiner;
use crate::grade::submission;
use anyhow::{Context, Result, anyhow, bail};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use warpbench_front::Language;
use warpbench_lab::lab::{Lab, LabTexts};
use warpbench_lab::report::text;

/// The file that says which lab a folder is for.
const NOTE: &str = "warpbench-lab.toml";

/// How often a file is looked at.
const PAUSE: Duration = Duration::from_millis(250);

/// What a folder is for, and how far its owner has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Note {
    /// The lab's name.
    lab: String,
    /// Where the lab lies, unless it comes with the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    folder: Option<PathBuf>,
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
        let useless = || {
            format!(
                "{} cannot be understood; move your text away and begin again with `warpbench \
                 labs start`",
                path.display()
            )
        };
        let note: Note = toml::from_str(&text).with_context(useless)?;
        // Whatever else it names lies outside of the folder.
        if Path::new(&note.file).file_name().is_none_or(|name| *name != *note.file) {
            return Err(anyhow!("`{}` is no name of a file in it", note.file).context(useless()));
        }
        Ok(note)
    }

    fn write(&self, dir: &Path) -> Result<()> {
        let path = dir.join(NOTE);
        fs::write(&path, toml::to_string(self)?)
            .with_context(|| format!("cannot write {}", path.display()))
    }

    /// What names the lab: the folder it was started from, unless another shelf is
    /// named now.
    fn place(&self, shelf: &ShelfArguments) -> PathBuf {
        match &self.folder {
            Some(folder) if shelf.labs.is_none() => folder.clone(),
            _ => PathBuf::from(&self.lab),
        }
    }

    fn lab(&self, shelf: &ShelfArguments) -> Result<Lab> {
        let place = self.place(shelf);
        shelf.shelf().find_path(&place).with_context(|| {
            format!("the lab {} is not where it was; name its folder's folder by --labs", self.lab)
        })
    }
}

fn ending(language: Language) -> &'static str {
    match language {
        Language::Rust => "rs",
        Language::Wgsl => "wgsl",
    }
}

/// The texts to start from: in the language that was asked for, or the lab's first.
fn texts(lab: &Lab, language: Option<Language>) -> Result<&LabTexts> {
    let known: Vec<&str> = lab.texts.iter().map(|texts| ending(texts.language)).collect();
    let texts = match language {
        Some(language) => lab.texts_in(language),
        None => lab.texts.first(),
    };
    texts.with_context(|| {
        format!(
            "the lab {} is not made for that language; it has .{}",
            lab.id,
            known.join(" and .")
        )
    })
}

pub(super) fn start(
    given: &Path,
    dir: Option<&Path>,
    language: Option<Language>,
    shelf: &ShelfArguments,
) -> Result<Verdict> {
    let lab = shelf.shelf().find_path(given)?;
    let dir = dir.map_or_else(|| PathBuf::from(&lab.id), Path::to_owned);
    let texts = texts(&lab, language)?;
    let note = Note {
        lab: lab.id.clone(),
        folder: shelf.shelf().folder_of(&lab.id, given)?,
        file: format!("kernel.{}", ending(texts.language)),
        hints: 0,
    };
    let file = dir.join(&note.file);
    if dir.join("lab.toml").exists() {
        bail!("{} is the lab itself; name another folder to work in by --dir", dir.display());
    }
    if dir.join(NOTE).exists() {
        bail!(
            "{0} is a lab that was started already; `warpbench labs reset {0}` begins it again, \
             --dir names another folder",
            dir.display()
        );
    }
    let task = dir.join("README.md");
    if let Some(taken) = [&file, &task].into_iter().find(|path| path.exists()) {
        bail!("{} is there already; name another folder by --dir", taken.display());
    }
    fs::create_dir_all(&dir).with_context(|| format!("cannot make {}", dir.display()))?;
    for (path, text) in [(&file, &texts.starter.text), (&task, &lab.task)] {
        fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    note.write(&dir)?;
    println!("{}", lab.title);
    println!("The task is {}, your text {}.", task.display(), file.display());
    println!("`warpbench labs watch {}` grades it whenever you save.", dir.display());
    Ok(Verdict::Right)
}

pub(super) fn hint(dir: &Path, shelf: &ShelfArguments) -> Result<Verdict> {
    let mut note = Note::read(dir)?;
    let lab = note.lab(shelf)?;
    match lab.hints.get(note.hints) {
        Some(hint) => {
            note.hints += 1;
            println!("Hint {} of {}: {hint}", note.hints, lab.hints.len());
            note.write(dir)?;
        }
        None if lab.hints.is_empty() => println!("This lab has no hints."),
        None => {
            for (index, hint) in lab.hints.iter().enumerate() {
                println!("Hint {}: {hint}", index + 1);
            }
            println!("These are all hints.");
        }
    }
    Ok(Verdict::Right)
}

pub(super) fn reset(dir: &Path, shelf: &ShelfArguments) -> Result<Verdict> {
    let mut note = Note::read(dir)?;
    let lab = note.lab(shelf)?;
    let texts = texts(&lab, Some(Language::of(&note.file)))?;
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

/// A name beside a file that nothing has yet. It does not end as a kernel's does, so
/// that nobody takes it for what is handed in.
fn free_name(file: &Path) -> PathBuf {
    let ending = file.extension().unwrap_or_default().to_string_lossy().into_owned();
    let named = |number: u32| file.with_extension(format!("{ending}.{number}"));
    (1..).map(named).find(|path| !path.exists()).unwrap_or_else(|| named(0))
}

pub(super) fn watch(dir: &Path, shelf: &ShelfArguments) -> Result<Verdict> {
    let note = Note::read(dir)?;
    let lab = note.lab(shelf)?;
    let mut examiner = Examiner::new(&note.place(shelf), shelf)?;
    let file = dir.join(&note.file);
    if !file.exists() {
        bail!("there is no {}; `warpbench labs reset {}` writes it", file.display(), dir.display());
    }
    let mut seen = None;
    loop {
        let read = submission::read(&file, &lab);
        // Some editors remove a file before they write it again.
        if seen.as_ref() != Some(&read) && file.exists() {
            let graded = match &read {
                Ok(read) => examiner.grade(&note.file, &read.ending, &read.text)?,
                Err(why) => examiner.refuse(&note.file, note.file.ends_with(".rs"), why.clone()),
            };
            seen = Some(read);
            print!("{}", text::write(&graded));
            if graded.passed() {
                println!("All checks pass.");
                return Ok(Verdict::Right);
            }
            println!("Waiting for {} to be saved; Ctrl+C ends.\n", file.display());
            crate::output::flush();
        }
        std::thread::sleep(PAUSE);
    }
}
