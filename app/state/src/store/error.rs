//! Store errors, said so that a reader can act on them.

use super::LOCK_PATIENCE;
use super::conflict::MAX_CONFLICT_FILES;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why the store could not do what it was asked.
#[derive(Debug, Error)]
pub enum StoreError {
    /// A key is not a plain file name.
    #[error("`{key}` cannot name a document: {why}. Use a plain file name such as `reduce.rs`")]
    Key { key: String, why: &'static str },
    /// The operating system refused something.
    #[error("cannot {doing} {}: {source}. {}", .path.display(), advice(.source))]
    File {
        /// What was tried, as a verb: `write`, `read`.
        doing: &'static str,
        path: PathBuf,
        source: io::Error,
    },
    /// Another window has kept the folder to itself for too long.
    #[error(
        "another window has held {} for more than {} s. Close the window that hangs; \
         what you type is kept and written as soon as the folder is free",
        .path.display(),
        LOCK_PATIENCE.as_secs()
    )]
    Locked { path: PathBuf },
    /// A document on disk is not UTF-8.
    #[error(
        "{} is not a text in UTF-8. Convert it or move it away, then open it again",
        .path.display()
    )]
    NotText { path: PathBuf },
    /// There is no name left for a text that must be kept.
    #[error(
        "`{key}` has {MAX_CONFLICT_FILES} conflict files beside it. Remove those that you \
         do not need; what you type is kept in memory until then"
    )]
    TooManyConflicts { key: String },
    /// A settings file is not JSON.
    #[error("{} is not valid JSON ({reason}). It was moved to {}; the defaults are used",
        .path.display(), .moved_to.display())]
    Broken { path: PathBuf, moved_to: PathBuf, reason: String },
    /// A value has no form in JSON.
    #[error("the settings `{name}` cannot be written as JSON: {source}. Please report this")]
    Json { name: String, source: serde_json::Error },
    /// The thread that writes could not be started.
    #[error("cannot start the thread that saves: {0}. Close other programs and start again")]
    Thread(#[source] io::Error),
    /// Some files could not be written, although everything was tried.
    #[error("not saved: {}. {reason}", .files.join(", "))]
    Unsaved {
        /// The files that are only in memory.
        files: Vec<String>,
        /// Why the last of them could not be written.
        reason: String,
    },
}

impl StoreError {
    /// What went wrong, without what would help if saving were tried again.
    pub fn cause(&self) -> String {
        match self {
            Self::File { doing, path, source } => {
                format!("cannot {doing} {}: {source}", path.display())
            }
            other => other.to_string(),
        }
    }

    /// For `map_err`: what was tried, and where.
    pub(super) fn file(
        doing: &'static str,
        path: impl Into<PathBuf>,
    ) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| {
            // Windows forbids to open a folder as a file, and does not say that it is one.
            let is_folder = cfg!(windows)
                && source.kind() == io::ErrorKind::PermissionDenied
                && std::fs::read_dir(&path).is_ok();
            let source = if is_folder { io::ErrorKind::IsADirectory.into() } else { source };
            Self::File { doing, path, source }
        }
    }
}

/// What a user can do about an error of the operating system.
fn advice(error: &io::Error) -> &'static str {
    use io::ErrorKind as Kind;
    match error.kind() {
        Kind::StorageFull | Kind::QuotaExceeded | Kind::FileTooLarge => {
            "Free some space; what you type is kept in memory and written as soon as there is room"
        }
        Kind::PermissionDenied | Kind::ReadOnlyFilesystem => {
            "Make the folder writable for you; what you type is kept in memory until then"
        }
        Kind::IsADirectory => "Move the folder of that name away; saving is tried every second",
        Kind::NotADirectory | Kind::AlreadyExists => {
            "A file stands where a folder belongs: move it away; saving is tried every second"
        }
        _ => "Saving is tried again every second; what you type is kept in memory until then",
    }
}
