//! A lab: its texts, how its kernel is launched, and what is checked.

use crate::check::{Against, Check, CheckError, CheckKind};
use crate::schema::{BufferText, HiddenText, LabText, LanguageText, LaunchText};
use crate::schema::{Level, Size, SolutionText, ValuesText};
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use thiserror::Error;
use warpbench_case::Files;
use warpbench_front::{Language, Source};

/// A lab that cannot be used.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum LabError {
    #[error("cannot read {}: {reason}", .path.display())]
    Read { path: PathBuf, reason: String },
    /// The text is not TOML, lacks a key, or has one that is not known.
    #[error("{} is no lab:\n{reason}", .path.display())]
    Parse { path: PathBuf, reason: String },
    #[error("{}: {reason}", .path.display())]
    Value { path: PathBuf, reason: UnsoundLab },
}

/// What a lab's file says that cannot be.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum UnsoundLab {
    #[error("check `{name}`: {reason}")]
    Check { name: String, reason: CheckError },
    #[error("two checks are called `{0}`")]
    SameName(String),
    #[error("there is no check; add a [[check]]")]
    NoCheck,
    #[error("there is no starter.rs and no starter.wgsl")]
    NoText,
    #[error("no buffer is the result; add result = true to one")]
    NoResult,
    #[error("{place}: the size {size} must have the numbers of `size`: {names}")]
    Size { place: String, size: String, names: String },
    #[error("{file}: there is no buffer `{buffer}`")]
    NoBuffer { file: String, buffer: String },
    #[error("{file}: nothing is expected; add [expected]")]
    NothingExpected { file: String },
}

/// A lab.
#[derive(Clone, Debug)]
pub struct Lab {
    /// The name of its folder.
    pub id: String,
    pub title: String,
    pub level: Level,
    pub minutes: u32,
    /// What there is to learn.
    pub learn: Vec<String>,
    /// The task, in Markdown.
    pub task: String,
    /// Hints, in the order in which they are given.
    pub hints: Vec<String>,
    /// The kernel's name.
    pub entry: String,
    pub checks: Vec<Check>,
    /// What students start from, and what passes, in each language that there is.
    pub texts: Vec<LabTexts>,
    /// When the solution may be seen.
    pub solution: SolutionText,
    /// The size that is tried first.
    pub size: Size,
    /// Mixed into all seeds.
    pub seed: u64,
    pub(crate) launch: LaunchText,
    pub(crate) buffers: Vec<BufferText>,
    /// Values in files, by the files' names.
    pub(crate) values: BTreeMap<String, ValuesText>,
    /// Where it comes from.
    pub(crate) path: PathBuf,
}

/// The texts of a lab in one language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabTexts {
    pub language: Language,
    pub starter: Source,
    pub solution: Source,
}

impl Lab {
    /// Reads a lab's folder, and what graders keep to themselves in another one.
    pub fn load(folder: &Path, hidden: Option<&Path>, files: &dyn Files) -> Result<Lab, LabError> {
        let path = folder.join("lab.toml");
        let text: LabText = parse(&path, &required(&path, files)?)?;
        let kept = match hidden.map(|hidden| hidden.join("hidden.toml")) {
            Some(path) => match optional(&path, files)? {
                Some(text) => parse(&path, &text)?,
                None => HiddenText::default(),
            },
            None => HiddenText::default(),
        };
        let error = |reason: UnsoundLab| LabError::Value { path: path.clone(), reason };
        let mut checks = Vec::new();
        let mut values: BTreeMap<String, ValuesText> = BTreeMap::new();
        for (written, is_hidden) in text
            .check
            .into_iter()
            .map(|check| (check, false))
            .chain(kept.check.into_iter().map(|check| (check, true)))
        {
            let name = written.name.clone();
            let mut check = Check::read(written, is_hidden)
                .map_err(|reason| error(UnsoundLab::Check { name, reason }))?;
            check.add_sizes(&kept.sizes);
            // Tables have a column for each, by its name.
            if checks.iter().any(|other: &Check| other.name == check.name) {
                return Err(error(UnsoundLab::SameName(check.name)));
            }
            if let CheckKind::Results { against: Against::Cases(names), .. } = &check.kind {
                // What graders keep to themselves may have its own.
                let place = if is_hidden { hidden.unwrap_or(folder) } else { folder };
                for name in names {
                    let path = place.join(name);
                    values.insert(name.clone(), parse(&path, &required(&path, files)?)?);
                }
            }
            checks.push(check);
        }
        if checks.is_empty() {
            return Err(error(UnsoundLab::NoCheck));
        }
        let texts = texts_of(folder, files)?;
        let id = folder.file_name().map_or(String::new(), |name| name.to_string_lossy().into());
        let lab = Lab {
            id,
            title: text.title,
            level: text.level,
            minutes: text.minutes,
            learn: text.learn,
            task: required(&folder.join("README.md"), files)?,
            hints: text.hints,
            entry: text.entry,
            checks,
            texts,
            solution: text.solution,
            size: text.size,
            seed: kept.seed,
            launch: text.launch,
            buffers: text.buffer,
            values,
            path: path.clone(),
        };
        lab.check_sizes().map_err(error)?;
        Ok(lab)
    }

    /// The texts in a language.
    pub fn texts_in(&self, language: Language) -> Option<&LabTexts> {
        self.texts.iter().find(|texts| texts.language == language)
    }

    /// The points that can be had everywhere: those for speed need a device.
    pub fn points(&self) -> f64 {
        self.checks.iter().filter(|check| !check.needs_device()).map(|check| check.points).sum()
    }

    /// The buffers that a kernel in a language has.
    pub(crate) fn buffers_in(&self, language: Language) -> impl Iterator<Item = &BufferText> {
        self.buffers.iter().filter(move |buffer| match buffer.only {
            None => true,
            Some(LanguageText::Rust) => language == Language::Rust,
            Some(LanguageText::Wgsl) => language == Language::Wgsl,
        })
    }

    /// Whether all sizes have the same names, and something comes out.
    fn check_sizes(&self) -> Result<(), UnsoundLab> {
        if !self.buffers.iter().any(|buffer| buffer.result) {
            return Err(UnsoundLab::NoResult);
        }
        let of_checks = self.checks.iter().flat_map(|check| {
            check.sizes().iter().map(move |size| (format!("check `{}`", check.name), size))
        });
        let of_files = self.values.iter().map(|(name, values)| (name.clone(), &values.size));
        for (place, size) in of_checks.chain(of_files) {
            if !size.keys().eq(self.size.keys()) {
                let names: Vec<&str> = self.size.keys().map(String::as_str).collect();
                let (size, names) = (shown(size), names.join(", "));
                return Err(UnsoundLab::Size { place, size, names });
            }
        }
        for (file, values) in &self.values {
            for name in values.given.keys().chain(values.expected.keys()) {
                if !self.buffers.iter().any(|buffer| buffer.name == *name) {
                    let (file, buffer) = (file.clone(), name.clone());
                    return Err(UnsoundLab::NoBuffer { file, buffer });
                }
            }
            if values.expected.is_empty() {
                return Err(UnsoundLab::NothingExpected { file: file.clone() });
            }
        }
        Ok(())
    }
}

/// A size, as messages show it: `n = 1000`.
pub fn shown(size: &Size) -> String {
    let parts: Vec<String> = size.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    parts.join(", ")
}

fn parse<T: serde::de::DeserializeOwned>(path: &Path, text: &str) -> Result<T, LabError> {
    toml::from_str(text).map_err(|error| LabError::Parse {
        path: path.to_owned(),
        reason: error.to_string().trim_end().to_owned(),
    })
}

/// The starters and solutions that there are.
fn texts_of(folder: &Path, files: &dyn Files) -> Result<Vec<LabTexts>, LabError> {
    let mut texts = Vec::new();
    for (language, ending) in [(Language::Rust, "rs"), (Language::Wgsl, "wgsl")] {
        let path = |stem: &str| folder.join(format!("{stem}.{ending}"));
        let starter = optional(&path("starter"), files)?;
        let solution = optional(&path("solution"), files)?;
        let source = |stem: &str, text: String| Source { path: format!("{stem}.{ending}"), text };
        match (starter, solution) {
            (None, None) => {}
            (Some(starter), Some(solution)) => texts.push(LabTexts {
                language,
                starter: source("starter", starter),
                solution: source("solution", solution),
            }),
            (Some(_), None) => return Err(missing(path("solution"), "starter")),
            (None, Some(_)) => return Err(missing(path("starter"), "solution")),
        }
    }
    if texts.is_empty() {
        return Err(LabError::Value { path: folder.to_owned(), reason: UnsoundLab::NoText });
    }
    Ok(texts)
}

fn missing(path: PathBuf, other: &str) -> LabError {
    LabError::Read { path, reason: format!("there is a {other}, so this must be there, too") }
}

fn required(path: &Path, files: &dyn Files) -> Result<String, LabError> {
    optional(path, files)?.ok_or_else(|| LabError::Read {
        path: path.to_owned(),
        reason: "there is no such file".to_owned(),
    })
}

/// The text of a file; nothing where there is none.
fn optional(path: &Path, files: &dyn Files) -> Result<Option<String>, LabError> {
    let error = |reason: String| LabError::Read { path: path.to_owned(), reason };
    match files.read(path) {
        Ok(bytes) => match String::from_utf8(bytes) {
            Ok(text) => Ok(Some(text)),
            Err(_) => Err(error("it is not UTF-8".to_owned())),
        },
        Err(found) if found.kind() == ErrorKind::NotFound => Ok(None),
        Err(found) => Err(error(found.to_string())),
    }
}
