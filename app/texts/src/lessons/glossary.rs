//! The words that the app explains.

use super::format::LessonError;
use serde::Deserialize;
use std::sync::LazyLock;

/// A word that the app shows, explained.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Term {
    pub name: String,
    /// Its other forms and names.
    #[serde(default)]
    pub also: Vec<String>,
    /// What it means, in one to three sentences.
    pub text: String,
}

/// All words that are explained.
pub fn glossary() -> &'static [Term] {
    &GLOSSARY
}

/// The explanation of a word, by any of its forms, in capitals or not.
pub fn term(name: &str) -> Option<&'static Term> {
    glossary().iter().find(|term| {
        term.name.eq_ignore_ascii_case(name)
            || term.also.iter().any(|also| also.eq_ignore_ascii_case(name))
    })
}

const GLOSSARY_TEXT: &str = include_str!("../../../../assets/glossary.toml");

static GLOSSARY: LazyLock<Vec<Term>> =
    LazyLock::new(|| parse_glossary(GLOSSARY_TEXT).expect("glossary"));

/// The file of the glossary.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GlossaryFile {
    term: Vec<Term>,
}

fn parse_glossary(text: &str) -> Result<Vec<Term>, LessonError> {
    let file: GlossaryFile = toml::from_str(text).map_err(LessonError::Toml)?;
    Ok(file.term)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_word_is_explained_once() {
        let mut seen = BTreeSet::new();
        for term in glossary() {
            for name in std::iter::once(&term.name).chain(&term.also) {
                assert!(seen.insert(name.to_lowercase()), "{name} is explained twice");
            }
        }
    }

    #[test]
    fn words_are_found_by_all_their_forms() {
        let check = |word: &str, expected: Option<&str>| {
            assert_eq!(term(word).map(|term| term.name.as_str()), expected, "{word}");
        };
        check("sector", Some("sector"));
        check("Sectors", Some("sector"));
        check("masked off", Some("mask"));
        check("sm", Some("multiprocessor"));
        check("Subgroup", Some("wave"));
        check("ptx", Some("PTX"));
        check("gflop/s", Some("GFLOP/s"));
        check("texture", None);
        check("", None);
    }
}
