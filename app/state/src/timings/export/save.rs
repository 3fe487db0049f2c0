//! Writing a file that somebody chose.
//!
//! The dialog waits for a person, so it runs in a thread of its own. A desktop
//! without one says no at once; then the file goes to the user's documents, and
//! a sentence says where it is. A file is written beside its place and moved
//! there, so that nobody ever finds half of it.

use crate::timings::action::FileFormat;
use std::io;
#[cfg(not(target_arch = "wasm32"))]
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
#[cfg(not(target_arch = "wasm32"))]
use std::time::Instant;

/// Nobody closes a dialog sooner than this: there was none.
pub const BLINK: Duration = Duration::from_millis(300);

/// What a dialog is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The name that is suggested.
    pub name: String,
    pub format: FileFormat,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Path(PathBuf),
    Cancelled,
    /// There is no dialog to ask with.
    NoDialog,
}

/// Someone to ask for a file.
pub type Dialog = Arc<dyn Fn(&Question) -> Answer + Send + Sync>;

/// Asks with the desktop's dialog.
#[cfg(not(target_arch = "wasm32"))]
pub fn ask(question: &Question) -> Answer {
    let start = Instant::now();
    let chosen = rfd::FileDialog::new()
        .set_title("Save the timings")
        .set_file_name(&question.name)
        .add_filter(question.format.description(), &[question.format.ending()])
        .save_file();
    match chosen {
        Some(path) => Answer::Path(path),
        None if start.elapsed() < BLINK => Answer::NoDialog,
        None => Answer::Cancelled,
    }
}

/// A browser decides itself where files go, or asks.
#[cfg(target_arch = "wasm32")]
pub fn ask(question: &Question) -> Answer {
    Answer::Path(PathBuf::from(&question.name))
}

/// Where files go when nobody can be asked: the user's documents, their home, or
/// the folder that the program was started in.
pub fn usual_folder() -> PathBuf {
    let home = std::env::home_dir();
    let documents = home.as_ref().map(|home| home.join("Documents"));
    let folders = [documents, home].into_iter().flatten();
    folders.into_iter().find(|folder| folder.is_dir()).unwrap_or_else(|| PathBuf::from("."))
}

/// Asks where to write, writes, and says in a sentence what became of it.
pub fn save(dialog: &Dialog, folder: &Path, question: &Question, bytes: &[u8]) -> String {
    let (written, why) = match dialog(question) {
        Answer::Cancelled => return "Nothing was saved.".to_owned(),
        Answer::Path(path) => {
            let path = with_ending(path, question.format);
            (write(&path, bytes).map(|()| path), "")
        }
        Answer::NoDialog => {
            (write_new(folder, &question.name, bytes), ": this desktop has no dialog to ask with")
        }
    };
    match written {
        Ok(path) => format!("Saved as {}{why}.", path.display()),
        Err(error) => format!("The file could not be saved: {error}."),
    }
}

/// A name without an ending gets the one of its format.
fn with_ending(path: PathBuf, format: FileFormat) -> PathBuf {
    if path.extension().is_some() { path } else { path.with_extension(format.ending()) }
}

/// Writes a file as a whole, in place of one that may be there.
#[cfg(not(target_arch = "wasm32"))]
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let file = beside(path, bytes)?;
    file.persist(path).map(drop).map_err(|error| error.error)
}

/// Has the browser save a file, under a name that nothing has yet.
#[cfg(target_arch = "wasm32")]
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    warpbench_common::browser::download(&path.to_string_lossy(), bytes).map_err(io::Error::other)
}

/// Has the browser save a file, under a name that nothing has yet.
#[cfg(target_arch = "wasm32")]
pub fn write_new(_folder: &Path, name: &str, bytes: &[u8]) -> io::Result<PathBuf> {
    let path = PathBuf::from(name);
    write(&path, bytes).map(|()| path)
}

/// Writes a file under a name that nothing has yet: the one that is given, or that
/// with a number before its ending.
#[cfg(not(target_arch = "wasm32"))]
pub fn write_new(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<PathBuf> {
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, "txt"));
    for number in 1..1000 {
        let name = match number {
            1 => format!("{stem}.{ending}"),
            number => format!("{stem}-{number}.{ending}"),
        };
        let path = folder.join(name);
        match beside(&path, bytes)?.persist_noclobber(&path) {
            Ok(_) => return Ok(path),
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error.error),
        }
    }
    Err(io::Error::new(io::ErrorKind::AlreadyExists, "a thousand files of this name are there"))
}

#[cfg(not(target_arch = "wasm32"))]
fn beside(path: &Path, bytes: &[u8]) -> io::Result<tempfile::NamedTempFile> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut file = tempfile::Builder::new().prefix(".warpbench").tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    readable(&file)?;
    Ok(file)
}

/// Temporary files are for their owner only; what somebody saves is for whom
/// they like, as far as usual.
#[cfg(unix)]
fn readable(file: &tempfile::NamedTempFile) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.as_file().set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(windows)]
fn readable(_: &tempfile::NamedTempFile) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question() -> Question {
        Question { name: "warpbench-reduce.csv".to_owned(), format: FileFormat::Csv }
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).expect("a folder");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn files_go_where_somebody_says() {
        let folder = tempfile::tempdir().expect("a folder");
        let check = |name: &str, written: &str| {
            let chosen = folder.path().join(name);
            let dialog: Dialog = Arc::new(move |_| Answer::Path(chosen.clone()));
            let said = save(&dialog, Path::new("/nowhere"), &question(), written.as_bytes());
            assert!(said.starts_with("Saved as ") && said.contains(name), "{said}");
        };
        check("mine.csv", "first");
        check("mine.csv", "second");
        check("bare", "third");
        assert_eq!(names(folder.path()), ["bare.csv", "mine.csv"]);
        let held = std::fs::read_to_string(folder.path().join("mine.csv")).expect("a file");
        assert_eq!(held, "second");
    }

    #[test]
    fn without_a_dialog_nothing_is_overwritten() {
        let folder = tempfile::tempdir().expect("a folder");
        let dialog: Dialog = Arc::new(|_| Answer::NoDialog);
        for _ in 0..3 {
            let said = save(&dialog, folder.path(), &question(), b"x");
            assert!(said.contains("no dialog to ask with"), "{said}");
        }
        let expected = ["warpbench-reduce-2.csv", "warpbench-reduce-3.csv", "warpbench-reduce.csv"];
        assert_eq!(names(folder.path()), expected);
    }

    #[test]
    fn what_cannot_be_written_leaves_nothing_behind() {
        let folder = tempfile::tempdir().expect("a folder");
        let cancelled: Dialog = Arc::new(|_| Answer::Cancelled);
        assert_eq!(save(&cancelled, folder.path(), &question(), b"x"), "Nothing was saved.");
        let place = folder.path().join("missing").join("x.csv");
        let dialog: Dialog = Arc::new(move |_| Answer::Path(place.clone()));
        let said = save(&dialog, folder.path(), &question(), b"x");
        assert!(said.starts_with("The file could not be saved: "), "{said}");
        assert_eq!(names(folder.path()), Vec::<String>::new());
    }
}
