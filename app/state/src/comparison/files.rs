//! Result files: who is asked for them, how they are read and written.

use crate::timings::export::save;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
#[cfg(not(target_arch = "wasm32"))]
use std::time::Instant;
use warpbench_compare::{Results, read};

/// The largest file that is read. A run of every kernel has a few MiB.
const MOST_BYTES: u64 = 256 << 20;

/// What a dialog is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResultsQuestion {
    /// Which files to open.
    Open,
    /// Where to save results, and under which name.
    Save(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResultsAnswer {
    Files(Vec<PathBuf>),
    Cancelled,
    /// There is no dialog to ask with.
    NoDialog,
}

/// Someone to ask for result files.
pub type ResultsDialog = Arc<dyn Fn(&ResultsQuestion) -> ResultsAnswer + Send + Sync>;

/// Asks with the desktop's dialog.
#[cfg(not(target_arch = "wasm32"))]
pub fn ask(question: &ResultsQuestion) -> ResultsAnswer {
    let start = Instant::now();
    let dialog = rfd::FileDialog::new().add_filter("Results of warpbench compare", &["json"]);
    let chosen = match question {
        ResultsQuestion::Open => dialog.set_title("Open result files").pick_files(),
        ResultsQuestion::Save(name) => {
            let dialog = dialog.set_title("Save what was measured").set_file_name(name);
            dialog.save_file().map(|path| vec![path])
        }
    };
    match chosen {
        Some(files) => ResultsAnswer::Files(files),
        None if start.elapsed() < save::BLINK => ResultsAnswer::NoDialog,
        None => ResultsAnswer::Cancelled,
    }
}

/// A browser decides itself where files go, or asks; files are dropped onto it.
#[cfg(target_arch = "wasm32")]
pub fn ask(question: &ResultsQuestion) -> ResultsAnswer {
    match question {
        ResultsQuestion::Save(name) => ResultsAnswer::Files(vec![name.into()]),
        ResultsQuestion::Open => ResultsAnswer::NoDialog,
    }
}

/// Reads a result file; says where it is broken if it is.
pub(super) fn load(path: &Path) -> Result<Results, String> {
    let about = fs::metadata(path).map_err(|error| error.to_string())?;
    if !about.is_file() {
        return Err("it is no file".to_owned());
    }
    if about.len() > MOST_BYTES {
        return Err(format!("it has more than {} MiB, which no results have", MOST_BYTES >> 20));
    }
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    parse(bytes)
}

/// The results that a file holds.
pub(super) fn parse(bytes: Vec<u8>) -> Result<Results, String> {
    let text = String::from_utf8(bytes).map_err(|error| {
        format!("byte {} is not UTF-8, and a result file is text", error.utf8_error().valid_up_to())
    })?;
    read(&text).map_err(|error| error.to_string())
}

/// Asks where to write, writes, and says in a sentence what became of it, and whether
/// that is bad.
pub(super) fn write(dialog: &ResultsDialog, name: &str, text: &str) -> (String, bool) {
    let (written, why) = match dialog(&ResultsQuestion::Save(name.to_owned())) {
        ResultsAnswer::Cancelled => return ("Nothing was saved.".to_owned(), false),
        ResultsAnswer::Files(files) => {
            let Some(mut path) = files.into_iter().next() else {
                return ("Nothing was saved.".to_owned(), false);
            };
            if path.extension().is_none() {
                path.set_extension("json");
            }
            (save::write(&path, text.as_bytes()).map(|()| path), "")
        }
        ResultsAnswer::NoDialog => {
            let written = save::write_new(&save::usual_folder(), name, text.as_bytes());
            (written, ", because this desktop has no dialog to ask with")
        }
    };
    match written {
        Ok(path) => (format!("Saved as {}{why}.", path.display()), false),
        Err(error) => (format!("The file could not be saved: {error}."), true),
    }
}
