//! Attempts at a lab with their results, and how far one has come.
//!
//! Each attempt is a file of its own in the store's settings, so that two windows
//! never overwrite each other's, and a kill costs at most the one being written.

use crate::store::{Store, StoreError};
use serde::{Deserialize, Serialize};
use warpbench_front::Language;
use warpbench_lab::outcome::Graded;
use web_time::{SystemTime, UNIX_EPOCH};

/// The file with how far one has come in all labs.
pub const PROGRESS: &str = "labs";

/// The most attempts that are read when a lab is opened; the newest count.
const MOST: usize = 50;

/// A text that was graded, or that a reset would have lost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attempt {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// Whether it is written in Rust; else in WGSL.
    pub is_rust: bool,
    pub text: String,
    /// What came of it; nothing where it was only kept.
    pub graded: Option<Graded>,
}

/// How far one has come in a lab.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct LabProgress {
    /// How many hints were shown.
    pub hints: usize,
    /// The most points of an attempt.
    pub best: Option<f64>,
    pub is_passed: bool,
}

impl LabProgress {
    /// Takes in what came of an attempt.
    pub fn take_in(&mut self, graded: &Graded) {
        self.best = Some(self.best.map_or(graded.points, |best| best.max(graded.points)));
        self.is_passed |= graded.passed();
    }
}

impl Attempt {
    pub fn new(language: Language, text: String, graded: Option<Graded>) -> Attempt {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let at = u64::try_from(since.as_millis()).unwrap_or(u64::MAX);
        Attempt { at, is_rust: language == Language::Rust, text, graded }
    }

    pub fn language(&self) -> Language {
        if self.is_rust { Language::Rust } else { Language::Wgsl }
    }

    /// Whether it says the same as another one.
    pub fn is_like(&self, other: &Attempt) -> bool {
        Attempt { at: other.at, ..self.clone() } == *other
    }
}

/// The name of a lab in file names: a folder may be called anything.
pub fn file_stem(id: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' };
    id.chars().map(plain).take(64).collect()
}

fn prefix(id: &str) -> String {
    format!("lab-{}-attempt-", file_stem(id))
}

/// A number that no other window has.
#[cfg(not(target_arch = "wasm32"))]
fn own_number() -> u32 {
    std::process::id()
}

/// A number that hardly any other window has.
#[cfg(target_arch = "wasm32")]
fn own_number() -> u32 {
    (js_sys::Math::random() * f64::from(u32::MAX)) as u32
}

/// Keeps an attempt. Never waits for the disk.
pub fn keep(store: &Store, id: &str, attempt: &Attempt) -> Result<(), StoreError> {
    // Two windows may grade in the same millisecond.
    let name = format!("{}{:016}-{}", prefix(id), attempt.at, own_number());
    store.save_json(&name, attempt)
}

/// The attempts of a lab, the oldest first.
pub fn kept(store: &Store, id: &str) -> Result<Vec<Attempt>, StoreError> {
    let prefix = prefix(id);
    let mut names = store.settings_names()?;
    names.retain(|name| name.starts_with(&prefix));
    names.sort();
    let surplus = names.len().saturating_sub(MOST);
    let read = |name: &String| serde_json::from_value(store.load_json(name)?).ok();
    Ok(names[surplus..].iter().filter_map(read).collect())
}
