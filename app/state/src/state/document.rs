//! Texts that are read and edited.

use super::history::History;
use crate::labs::attempt::file_stem;
use crate::programs::StagedProgram;
use crate::setup::ending;
use std::borrow::Cow;
use std::collections::BTreeMap;
use warpbench_catalog::{FAMILIES, Family};
use warpbench_front::{Diagnostic, Language};
use warpbench_lab::lab::Lab;

/// A text, what it was and what is wrong with it.
#[derive(Debug)]
pub struct Document {
    /// Its name in the store and in messages.
    pub key: String,
    /// What it is written in.
    pub language: Language,
    /// What it was when it was given out.
    pub original: Cow<'static, str>,
    pub text: String,
    /// Grows with every change.
    pub revision: u64,
    pub history: History,
    /// Whether it is kept in the store.
    pub is_kept: bool,
    /// What is wrong with the text of [`Document::checked`].
    pub diagnostics: Vec<Diagnostic>,
    /// The revision that was checked last.
    pub checked: Option<u64>,
}

impl Document {
    fn new(family: &'static Family, language: Language) -> Document {
        let original = match language {
            Language::Rust => family.sources.rust,
            Language::Wgsl => family.sources.wgsl,
        };
        Document::of(document_key(family.name, language), language, original.into())
    }

    /// A text as it is given out.
    pub fn of(key: String, language: Language, original: Cow<'static, str>) -> Document {
        Document {
            key,
            language,
            text: original.clone().into_owned(),
            revision: 0,
            history: History::new(&original),
            original,
            is_kept: true,
            diagnostics: Vec::new(),
            checked: None,
        }
    }

    /// Whether it is not the catalogue's text any more.
    pub fn is_edited(&self) -> bool {
        self.text != self.original
    }

    /// Whether it has changed since it was checked. A text that was never changed
    /// needs no check.
    pub fn is_unchecked(&self) -> bool {
        self.revision > 0 && self.checked != Some(self.revision)
    }

    /// Replaces the text; says whether it has changed.
    pub fn set(&mut self, text: String) -> bool {
        let has_changed = text != self.text;
        if has_changed {
            self.text = text;
            self.revision += 1;
        }
        has_changed
    }
}

#[derive(Debug)]
pub struct Documents(BTreeMap<String, Document>);

impl Documents {
    pub fn new() -> Documents {
        let documents = FAMILIES.iter().flat_map(|&family| {
            [Language::Rust, Language::Wgsl].map(|language| Document::new(family, language))
        });
        Documents(documents.map(|document| (document.key.clone(), document)).collect())
    }

    /// The text of a family in a language.
    pub fn of(&self, family: &Family, language: Language) -> &Document {
        // Every family has both, from the start to the end.
        &self.0[&document_key(family.name, language)]
    }

    /// Takes in the texts of a lab, as far as they are not there yet; says which are
    /// new.
    pub fn add_lab(&mut self, lab: &Lab) -> Vec<String> {
        let mut new = Vec::new();
        for texts in &lab.texts {
            let key = lab_key(&lab.id, texts.language);
            let starter = &texts.starter.text;
            match self.0.get(&key) {
                // A lab that was changed on the disk starts from its new text.
                Some(known) if known.original == *starter => continue,
                _ => {}
            }
            let document = Document::of(key.clone(), texts.language, starter.clone().into());
            self.0.insert(key.clone(), document);
            new.push(key);
        }
        new
    }

    /// Takes in the texts of a program with directives, as far as they are not there yet;
    /// says which are new and kept.
    pub fn add_program(&mut self, program: &StagedProgram) -> Vec<String> {
        let key = program.key();
        if self.0.get(&key).is_some_and(|known| *known.original == *program.text) {
            return Vec::new();
        }
        let text = program.text.to_string().into();
        self.0.insert(key.clone(), Document::of(key.clone(), Language::Rust, text));
        self.set_kernels(program, "");
        vec![key]
    }

    /// Takes in what was made of a program, which is only read.
    pub fn set_kernels(&mut self, program: &StagedProgram, text: &str) {
        let key = program.kernels_key();
        if self.0.get(&key).is_some_and(|known| known.text == text) {
            return;
        }
        let text = text.to_owned().into();
        let document =
            Document { is_kept: false, ..Document::of(key.clone(), Language::Rust, text) };
        self.0.insert(key, document);
    }

    /// Takes in a text that is looked at and not kept.
    pub fn add_submission(&mut self, language: Language, text: String) {
        let key = submission_key(language);
        let document =
            Document { is_kept: false, ..Document::of(key.clone(), language, text.into()) };
        self.0.insert(key, document);
    }

    /// The text of that name.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Document> {
        self.0.get_mut(key)
    }

    /// The text of that name.
    pub fn get(&self, key: &str) -> Option<&Document> {
        self.0.get(key)
    }

    pub fn iter(&self) -> impl Iterator<Item = &Document> {
        self.0.values()
    }
}

impl Default for Documents {
    fn default() -> Documents {
        Documents::new()
    }
}

/// The key of a text in the store and in messages: `reduce.rs`.
fn document_key(family: &str, language: Language) -> String {
    format!("{family}.{}", ending(language))
}

/// The key of a lab's text.
pub fn lab_key(id: &str, language: Language) -> String {
    format!("lab-{}.{}", file_stem(id), ending(language))
}

/// The key of a submission that is looked at.
pub fn submission_key(language: Language) -> String {
    format!("submission.{}", ending(language))
}

/// The key of what a family's text in Rust was compiled to, which is only read.
pub fn ptx_key(family: &Family) -> String {
    format!("{}.ptx", family.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::diagnose;

    #[test]
    fn every_text_of_the_catalogue_is_right() {
        for document in Documents::new().iter() {
            let found = diagnose(&document.key, &document.text);
            assert!(found.is_empty(), "{}: {found:?}", document.key);
        }
    }

    #[test]
    fn what_is_wrong_has_a_place() {
        let check = |key: &str, from: &str, to: &str| {
            let mut documents = Documents::new();
            let document = documents.get_mut(key).expect(key);
            assert!(document.original.contains(from), "{key} has no {from}");
            let text = document.original.replacen(from, to, 1);
            assert!(document.set(text));
            assert!(document.is_edited());
            let found = diagnose(key, &document.text);
            let line = 1 + document.original.split(from).next().expect(from).matches('\n').count();
            assert_eq!(
                found.first().map(|found| found.location_or_start().line as usize),
                Some(line),
                "{found:?}"
            );
        };
        check("saxpy.rs", "x[i]", "z[i]");
        check("saxpy.wgsl", "x[i]", "z[i]");
    }
}
