//! The format of the texts in `assets/`: TOML between two lines `+++`, then
//! sections of Markdown, each with its heading.

use serde::de::DeserializeOwned;
use warpbench_catalog::{SizeError, UnknownName};

/// What is wrong with a text.
#[derive(Debug, thiserror::Error)]
pub enum LessonError {
    #[error("the text does not begin with TOML between two lines `+++`")]
    NoFrontMatter,
    /// Its TOML is not as it should be.
    #[error(transparent)]
    Toml(toml::de::Error),
    /// A rung is not in the catalogue.
    #[error(transparent)]
    Variant(UnknownName),
    /// A rung's program is not among those of `assets/programs`.
    #[error("there is no program `{0}`")]
    Program(String),
    /// A rung's size is not one that its kernel takes.
    #[error(transparent)]
    Size(SizeError),
    /// The sections within `of` are not those that are expected, in that order.
    #[error("{of} has the sections {found:?}, not {expected:?}")]
    Sections {
        /// What the sections belong to.
        of: String,
        /// The headings that should be there.
        expected: Vec<String>,
        found: Vec<String>,
    },
    #[error("{0} is empty")]
    Empty(String),
    /// What to look at is no list.
    #[error("what to look at is a list, and `{0}` is no item of one")]
    NoList(String),
    /// A stop of the tour does not say where it is, or names something unknown.
    #[error("{0}")]
    Stop(String),
}

/// The TOML between two lines `+++`, and what follows it.
pub fn front_matter<T: DeserializeOwned>(text: &str) -> Result<(T, &str), LessonError> {
    let (head, body) = text
        .strip_prefix("+++")
        .and_then(|rest| rest.split_once("\n+++"))
        .ok_or(LessonError::NoFrontMatter)?;
    Ok((toml::from_str(head.trim()).map_err(LessonError::Toml)?, body))
}

/// What stands before the first heading, and each heading with its text. A
/// heading is a line that begins with `marker`.
pub fn sections<'a>(text: &'a str, marker: &str) -> (&'a str, Vec<(&'a str, &'a str)>) {
    let mut starts = Vec::new();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        if line.starts_with(marker) {
            starts.push(offset);
        }
        offset += line.len();
    }
    starts.push(text.len());
    let found = starts
        .windows(2)
        .map(|bounds| {
            let section = &text[bounds[0] + marker.len()..bounds[1]];
            let (heading, text) = section.split_once('\n').unwrap_or((section, ""));
            (heading.trim(), text.trim())
        })
        .collect();
    (text[..starts[0]].trim(), found)
}

pub fn check_headings(
    of: &str,
    expected: &[&str],
    found: &[(&str, &str)],
) -> Result<(), LessonError> {
    if expected.iter().eq(found.iter().map(|(heading, _)| heading)) {
        return Ok(());
    }
    Err(LessonError::Sections {
        of: of.to_owned(),
        expected: expected.iter().map(|&heading| heading.to_owned()).collect(),
        found: found.iter().map(|&(heading, _)| heading.to_owned()).collect(),
    })
}

/// The text, unless there is none.
pub fn filled(name: &str, text: &'static str) -> Result<&'static str, LessonError> {
    match text.trim() {
        "" => Err(LessonError::Empty(name.to_owned())),
        text => Ok(text),
    }
}

/// What follows `key` on the first line, and the text after it; the whole text
/// if the first line does not begin with `key`.
pub fn keyed_line<'a>(key: &str, text: &'a str) -> (Option<&'a str>, &'a str) {
    let (line, rest) = text.split_once('\n').unwrap_or((text, ""));
    match line.strip_prefix(key) {
        Some(value) => (Some(value.trim()), rest),
        None => (None, text),
    }
}
