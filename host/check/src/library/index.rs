//! Index of the library: from names to the items that declare them, and from those to
//! what they need in turn.
//!
//! An item is a section of the table (`sections`) or a piece of `glam` (`glam`). What a
//! section needs is declared with it; what a piece of `glam` needs are the words of its
//! text, as those are more than a thousand and are compiled for the GPU as well.

use crate::library::glam;
use crate::library::sections::{SECTIONS, Section};
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// What can be taken in by itself.
#[derive(Debug)]
pub(super) struct Item {
    /// One of these words asks for it,
    pub(super) names: Vec<String>,
    /// where all of these are in use.
    pub(super) with: Vec<String>,
    /// The words that it uses in turn. Among them a section is called by its file,
    /// which no text can say.
    pub(super) needs: Vec<String>,
    pub(super) text: ItemText,
}

#[derive(Debug)]
pub(super) enum ItemText {
    Section(&'static Section),
    Glam(glam::Piece),
    /// None of its own: what is in use with some words, besides them.
    Nothing,
}

#[derive(Debug)]
pub(super) struct Index {
    pub(super) items: Vec<Item>,
    /// The items that may come into use with a word.
    by_word: HashMap<String, Vec<usize>>,
}

/// What is in use with a text.
#[derive(Debug)]
pub(super) struct InUse {
    /// The words of the text, and those of what it uses.
    pub(super) words: HashSet<String>,
    /// The items of the index, in its order.
    pub(super) items: Vec<&'static Item>,
}

/// The sections alone: most texts do not name `glam`, and are spared cutting it.
static SECTIONS_ALONE: LazyLock<Index> = LazyLock::new(|| Index::of(sections()));

/// All of the library.
static WHOLE: LazyLock<Index> = LazyLock::new(|| {
    let mut items = sections();
    items.extend(glam::items());
    Index::of(items)
});

/// What a text with these words uses of the library.
pub(super) fn used_by(words: HashSet<String>) -> InUse {
    let index = if glam::is_asked_for(&words) { &WHOLE } else { &SECTIONS_ALONE };
    index.used_by(words)
}

#[cfg(test)]
pub(super) fn whole() -> &'static Index {
    &WHOLE
}

fn sections() -> Vec<Item> {
    let owned = |words: Vec<&str>| words.into_iter().map(str::to_owned).collect();
    let mut items = Vec::new();
    for section in &SECTIONS {
        let mut names = section.names();
        names.push(section.file);
        let mut needs = section.needs.to_vec();
        needs.push(section.file);
        let text = ItemText::Section(section);
        items.push(Item { names: owned(names), with: Vec::new(), needs: owned(needs), text });
        for (name, words) in section.aliases() {
            let (names, needs) = (vec![name.to_owned()], owned(words));
            items.push(Item { names, with: Vec::new(), needs, text: ItemText::Nothing });
        }
    }
    items
}

impl Index {
    fn of(items: Vec<Item>) -> Index {
        let mut by_word: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, item) in items.iter().enumerate() {
            for word in item.names.iter().chain(&item.with) {
                by_word.entry(word.clone()).or_default().push(at);
            }
        }
        Index { items, by_word }
    }

    /// The items that words ask for, and those that they need.
    fn used_by(&'static self, mut words: HashSet<String>) -> InUse {
        let mut waiting: Vec<&str> = Vec::new();
        let mut used: HashSet<usize> = HashSet::new();
        let mut found: Vec<&str> =
            self.by_word.keys().map(String::as_str).filter(|word| words.contains(*word)).collect();
        waiting.append(&mut found);
        while let Some(word) = waiting.pop() {
            for at in self.by_word.get(word).into_iter().flatten() {
                let item = &self.items[*at];
                let is_asked_for = item.names.iter().any(|name| words.contains(name))
                    && item.with.iter().all(|word| words.contains(word));
                if is_asked_for && used.insert(*at) {
                    for word in &item.needs {
                        if words.insert(word.clone()) {
                            waiting.push(word);
                        }
                    }
                }
            }
        }
        let mut used: Vec<usize> = used.into_iter().collect();
        used.sort_unstable();
        InUse { words, items: used.into_iter().map(|at| &self.items[at]).collect() }
    }
}

impl InUse {
    /// Whether a section is in use.
    pub(super) fn has(&self, file: &str) -> bool {
        self.words.contains(file)
    }

    pub(super) fn sections(&self) -> impl Iterator<Item = &'static Section> {
        self.items.iter().filter_map(|item| match &item.text {
            ItemText::Section(section) => Some(*section),
            _ => None,
        })
    }

    pub(super) fn glam(&self) -> impl Iterator<Item = &'static glam::Piece> {
        self.items.iter().filter_map(|item| match &item.text {
            ItemText::Glam(piece) => Some(piece),
            _ => None,
        })
    }
}
