//! Remarks on kernels, written by whoever has looked into a difference: a page shows
//! each beside what it is about.
//!
//! ```toml
//! [[note]]
//! kernel = "reduce_shuffle"
//! about = "apis"
//! text = "The driver keeps the subgroup at 32 lanes and adds a bounds check per step."
//! ```

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What a remark is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Subject {
    /// Why two roads to the same card differ.
    Apis,
    /// Why hardware counts something else than the simulator.
    Counters,
    /// Why a predicted time is off.
    Prediction,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    pub kernel: String,
    pub about: Subject,
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
    #[error("the notes are about {0}")]
    Kernel(#[from] warpbench_catalog::UnknownName),
}

impl Notes {
    pub fn parse(text: &str) -> Result<Notes, NotesError> {
        let notes: Notes =
            toml::from_str(text).map_err(|error| NotesError::Toml(error.to_string()))?;
        for note in &notes.notes {
            warpbench_catalog::find(&note.kernel)?;
        }
        Ok(notes)
    }

    /// What is said of a kernel.
    #[must_use]
    pub fn of(&self, kernel: &str, about: Subject) -> Option<&str> {
        let found = self.notes.iter().find(|note| note.kernel == kernel && note.about == about);
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
        let notes = Notes::parse(note).expect("well formed");
        assert_eq!(notes.of("copy_aos", Subject::Apis), Some("why"));
        assert_eq!(notes.of("copy_aos", Subject::Counters), None);
    }
}
