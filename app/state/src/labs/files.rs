//! Files that somebody chooses: where a text for handing in goes, and which folder
//! has the results of a class.

use crate::timings::export::save;
use std::path::Path;
use std::sync::Arc;
#[cfg(not(target_arch = "wasm32"))]
use std::time::Instant;

pub(super) use crate::timings::export::save::Answer;

/// What a dialog is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LabQuestion {
    /// Where to save a text, and under which name.
    Save(String),
    /// The folder with the results of a class.
    Class,
}

/// Someone to ask.
pub type LabDialog = Arc<dyn Fn(&LabQuestion) -> Answer + Send + Sync>;

/// Asks with the desktop's dialog.
#[cfg(not(target_arch = "wasm32"))]
pub fn ask(question: &LabQuestion) -> Answer {
    let start = Instant::now();
    let chosen = match question {
        LabQuestion::Save(name) => {
            rfd::FileDialog::new().set_title("Save for handing in").set_file_name(name).save_file()
        }
        LabQuestion::Class => rfd::FileDialog::new()
            .set_title("The results of a class: the folder that `warpbench grade` wrote")
            .pick_folder(),
    };
    match chosen {
        Some(path) => Answer::Path(path),
        None if start.elapsed() < save::BLINK => Answer::NoDialog,
        None => Answer::Cancelled,
    }
}

/// A browser decides itself where files go, or asks; it shows no folders.
#[cfg(target_arch = "wasm32")]
pub fn ask(question: &LabQuestion) -> Answer {
    match question {
        LabQuestion::Save(name) => Answer::Path(name.into()),
        LabQuestion::Class => Answer::NoDialog,
    }
}

/// Asks where to write, writes, and says in a sentence what became of it, and whether
/// that is bad.
pub(super) fn save(dialog: &LabDialog, name: &str, bytes: &[u8]) -> (String, bool) {
    let (written, why) = match dialog(&LabQuestion::Save(name.to_owned())) {
        Answer::Cancelled => return ("Nothing was saved.".to_owned(), false),
        Answer::Path(mut path) => {
            if path.extension().is_none()
                && let Some(ending) = Path::new(name).extension()
            {
                path.set_extension(ending);
            }
            (save::write(&path, bytes).map(|()| path), "")
        }
        Answer::NoDialog => {
            let written = save::write_new(&save::usual_folder(), name, bytes);
            (written, ", because this desktop has no dialog to ask with")
        }
    };
    match written {
        Ok(path) => {
            let said = format!("Saved as {}{why}. Hand in this file.", path.display());
            (said, false)
        }
        Err(error) => (format!("The file could not be saved: {error}."), true),
    }
}
