//! Remarks on kernels, by whoever has looked into a difference: tables and pages show
//! each beside what it is about.
//!
//! ```toml
//! [[note]]
//! kernel = "reduce_shuffle"
//! about = "apis"
//! text = "The driver keeps the subgroup at 32 lanes and adds a bounds check per step."
//! ```
//!
//! Those that come with the program stand in `known.toml`. A reader's own go first.

use crate::counter::Counter;
use crate::figures::CounterRow;
use serde::Deserialize;
use std::sync::LazyLock;
use thiserror::Error;

const KNOWN: &str = include_str!("known.toml");

/// What a remark is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Subject {
    /// Why two roads to the same card differ.
    Apis,
    /// Why hardware counts something else than the simulator.
    Counters,
    /// Why a predicted time is off.
    Prediction,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// Nothing where it is true of any kernel.
    pub kernel: Option<String>,
    pub about: Subject,
    /// Which counters it explains; all if none is named.
    #[serde(default)]
    pub counters: Vec<Counter>,
    pub text: String,
}

/// The remarks of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Notes {
    #[serde(default, rename = "note")]
    pub notes: Vec<Note>,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotesError {
    #[error("the notes cannot be read: {0}")]
    Toml(String),
    #[error(transparent)]
    Kernel(#[from] warpbench_catalog::UnknownName),
    #[error("the note `{0}` names no kernel, which only one about counters may")]
    NoKernel(String),
    #[error("the note `{0}` has `counters`, which only one about counters may")]
    NoCounters(String),
}

impl Notes {
    pub fn parse(text: &str) -> Result<Notes, NotesError> {
        let notes: Notes =
            toml::from_str(text).map_err(|error| NotesError::Toml(error.to_string()))?;
        for note in &notes.notes {
            let is_of_counters = note.about == Subject::Counters;
            match &note.kernel {
                Some(kernel) => {
                    warpbench_catalog::find(kernel)?;
                }
                None if !is_of_counters => return Err(NotesError::NoKernel(note.text.clone())),
                None => {}
            }
            if !is_of_counters && !note.counters.is_empty() {
                return Err(NotesError::NoCounters(note.text.clone()));
            }
        }
        Ok(notes)
    }

    /// What comes with the program.
    #[must_use]
    pub fn known() -> &'static Notes {
        static NOTES: LazyLock<Notes> = LazyLock::new(|| {
            // The text is part of the program, and a test reads it.
            Notes::parse(KNOWN).unwrap_or_else(|error| panic!("{error}"))
        });
        &NOTES
    }

    /// What is said of a kernel, here or in what comes with the program.
    #[must_use]
    pub fn of(&self, kernel: &str, about: Subject) -> Option<&str> {
        let mut all = self.notes.iter().chain(&Notes::known().notes);
        let found = all.find(|note| note.about == about && note.kernel.as_deref() == Some(kernel));
        found.map(|note| note.text.as_str())
    }

    /// Why the hardware counts something else, here or in what comes with the program.
    /// What is said of the kernel goes before what is true of any.
    #[must_use]
    pub fn on_counter(&self, row: &CounterRow) -> Option<&str> {
        let explains = |note: &&Note| {
            note.about == Subject::Counters
                && note.kernel.as_ref().is_none_or(|kernel| *kernel == row.kernel)
                && (note.counters.is_empty() || note.counters.contains(&row.counter))
        };
        let all = self.notes.iter().chain(&Notes::known().notes).filter(explains);
        let found = all.min_by_key(|note| note.kernel.is_none());
        found.map(|note| note.text.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_read_and_mistakes_are_named() {
        let check = |text: &str, expected: Result<usize, &str>| match (Notes::parse(text), expected)
        {
            (Ok(notes), Ok(count)) => assert_eq!(notes.notes.len(), count),
            (Err(error), Err(words)) => assert!(error.to_string().contains(words), "{error}"),
            (found, _) => panic!("{text}: {found:?}"),
        };
        let note = "[[note]]\nkernel = 'copy_aos'\nabout = 'apis'\ntext = 'why'\n";
        check("", Ok(0));
        check(note, Ok(1));
        check(&note.replace("copy_aos", "copy_aso"), Err("did you mean `copy_aos`?"));
        check(&note.replace("apis", "weather"), Err("unknown variant `weather`"));
        check(&note.replace("text", "texts"), Err("unknown field `texts`"));
        check(&note.replace("kernel = 'copy_aos'\n", ""), Err("`why` names no kernel"));
        check(&format!("{note}counters = ['bank_conflicts']\n"), Err("`why` has `counters`"));
        let of_counters = note.replace("apis", "counters");
        check(&of_counters.replace("kernel = 'copy_aos'\n", ""), Ok(1));
        check(&format!("{of_counters}counters = ['bank_conflicts']\n"), Ok(1));
        check(&format!("{of_counters}counters = ['bank']\n"), Err("unknown variant `bank`"));
        let notes = Notes::parse(note).expect("well formed");
        assert_eq!(notes.of("copy_aos", Subject::Apis), Some("why"));
        assert_eq!(notes.of("copy_aos", Subject::Counters), None);
    }

    #[test]
    fn the_most_particular_explanation_counts() {
        let row = |kernel: &str, counter: Counter| CounterRow {
            row: 0,
            kernel: kernel.to_owned(),
            size: vec![1],
            counter,
            simulated: 2,
            hardware: 1,
        };
        let own = "[[note]]\nkernel = 'matvec_rows'\nabout = 'counters'\ntext = 'own'\n\
                   counters = ['bank_conflicts']\n";
        let own = Notes::parse(own).expect("well formed");
        let check = |notes: &Notes, row: &CounterRow, words: &str| {
            let said = notes.on_counter(row).unwrap_or_default();
            assert!(said.contains(words), "{words:?} in {said:?}");
        };
        let none = Notes::default();
        check(&own, &row("matvec_rows", Counter::BankConflicts), "own");
        check(&own, &row("matvec_rows", Counter::SharedRequests), "LDS.128");
        check(&none, &row("matvec_rows", Counter::BankConflicts), "LDS.128");
        check(&none, &row("histogram_global", Counter::GlobalSectors), "RED");
        check(&none, &row("copy_aos", Counter::DivergentBranches), "predicate");
        assert_eq!(none.on_counter(&row("vecadd", Counter::GlobalSectors)), None);
    }
}
