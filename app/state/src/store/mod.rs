//! Keeps what the user types, through crashes, kills and second windows.
//!
//! A [`Store`] looks after a folder. Each document that was edited is a plain
//! file in `documents/`; a document that was not edited has none. Settings are
//! JSON files in `settings/`. The window calls [`Store::save`] after each edit,
//! which never waits, and polls [`Store::events`] each frame.
//!
//! - `file` replaces files as a whole, under a lock; in a browser, `browser` keeps
//!   them in the storage of the page's origin.
//! - `conflict` decides what is written where when two windows differ.
//! - `entry` and `state` hold what is known of each file; they touch no disk.
//! - `writer` is the thread that brings the two together; in a browser, `timer` does.
//!
//! Deliberately absent: merging two texts, and a history. Whoever wants those
//! has the files.

mod conflict;
mod contents;
mod entry;
mod error;
#[cfg_attr(target_arch = "wasm32", path = "browser.rs")]
mod file;
mod key;
mod settings;
mod state;
#[cfg(test)]
mod tests;
#[cfg_attr(target_arch = "wasm32", path = "timer.rs")]
mod writer;

pub use error::StoreError;

use entry::Id;
use file::Folder;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use web_time::{Instant, SystemTime};
use writer::Writer;

/// How long to wait for another window's turn to end. A turn takes as long as
/// the disk needs for one small file.
const LOCK_PATIENCE: Duration = Duration::from_secs(2);

/// While somebody types, a document is written no more often. Far below the
/// second that a kill may cost, far above what a disk needs.
pub const SAVE_INTERVAL: Duration = Duration::from_millis(100);

/// What could not be written is tried again after this time.
pub const RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// Documents are compared with their files this often, to show what another
/// window wrote.
pub const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Something the window should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// What the window has is on disk: in the document, or beside it while a
    /// conflict is not resolved.
    Saved { key: String, at: SystemTime },
    /// A document could not be written. It is tried again until it succeeds,
    /// which [`Event::Saved`] tells; the same reason is reported once.
    Failed {
        key: String,
        /// What happened, where, and what to do.
        reason: String,
    },
    /// The file was changed by somebody else since the window last saw it, and
    /// the window has a text of its own. Theirs was left alone; ours is saved
    /// beside it until [`Store::resolve`] is called. Comes again when theirs
    /// changes further.
    Conflict {
        key: String,
        /// Their text; `None` when they went back to the original.
        theirs: Option<String>,
        /// The file that keeps our text; `None` when we went back to the
        /// original.
        ours_at: Option<PathBuf>,
    },
    /// A conflict was resolved. If theirs was taken, [`Event::Changed`] follows.
    Resolved {
        key: String,
        /// Whose text won.
        keep: Keep,
        /// The file that keeps the other text, if there was one and it differed.
        loser_at: Option<PathBuf>,
    },
    /// The file holds another text, and the window has nothing unsaved: it
    /// should show this one.
    Changed {
        key: String,
        /// The new text; `None` when they went back to the original.
        text: Option<String>,
    },
    /// Settings could not be read or written.
    Settings {
        name: String,
        /// What happened, where, and what to do.
        reason: String,
    },
}

impl Event {
    /// The document or the settings that it is about.
    pub fn key(&self) -> &str {
        match self {
            Self::Saved { key, .. }
            | Self::Failed { key, .. }
            | Self::Conflict { key, .. }
            | Self::Resolved { key, .. }
            | Self::Changed { key, .. }
            | Self::Settings { name: key, .. } => key,
        }
    }
}

/// Whose text a conflict ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// This window's. Theirs is kept beside it.
    Ours,
    /// What lies on disk. Ours is kept beside it.
    Theirs,
}

/// The documents and settings of the workbench. Dropping it writes what is not
/// written yet.
#[derive(Debug)]
pub struct Store {
    writer: Writer,
}

impl Store {
    /// Opens the store in the workbench's data folder, which is created if it is
    /// missing, and removes what killed processes left half done.
    pub fn open(folder: PathBuf) -> Result<Self, StoreError> {
        let documents = Folder::open(folder.join("documents"))?;
        let settings = Folder::open(folder.join("settings"))?;
        Ok(Self { writer: Writer::start(documents, settings)? })
    }

    /// Has `wake` called from another thread whenever there are events, so that
    /// an idle window draws a frame and polls them.
    pub fn set_waker(&self, wake: impl Fn() + Send + Sync + 'static) {
        self.writer.set_waker(Arc::new(wake));
    }

    /// The edited text of a document; `None` when it was never edited or was
    /// reset. From here on changes of the file are reported. Reads the disk,
    /// unless there is a text that is not written yet: then it is that one.
    pub fn load(&self, key: &str) -> Result<Option<String>, StoreError> {
        let id = document(key)?;
        let folder = self.writer.documents();
        let mut state = self.writer.state();
        let entry = state.entry(id.clone());
        if entry.unsaved || entry.conflict.is_some() {
            return Ok(contents::text_of(&entry.newest));
        }
        let stamp = folder.stamp(key);
        let contents = folder.read(key)?;
        if contents.as_deref().is_some_and(|bytes| str::from_utf8(bytes).is_err()) {
            return Err(StoreError::NotText { path: folder.path_of(key) });
        }
        let text = contents::text_of(&contents);
        entry.stamp = stamp;
        entry.base = contents.clone();
        entry.newest = contents;
        entry.revision += 1;
        entry.offered = None;
        state.withdraw_change(&id);
        self.writer.wake();
        Ok(text)
    }

    /// Saves the text of a document. Never waits for the disk; cheap when the
    /// text is the same as before. A document that exists but was not loaded is
    /// not overwritten: that is a conflict.
    pub fn save(&self, key: &str, text: impl Into<String>) -> Result<(), StoreError> {
        self.put(key, Some(text.into()))
    }

    /// Goes back to the original: removes the edited text.
    pub fn reset(&self, key: &str) -> Result<(), StoreError> {
        self.put(key, None)
    }

    /// Ends a conflict. What came of it is told by [`Event::Resolved`]. Without
    /// a conflict nothing happens.
    pub fn resolve(&self, key: &str, keep: Keep) -> Result<(), StoreError> {
        let id = document(key)?;
        if let Some(entry) = self.writer.state().known(&id)
            && entry.conflict.is_some()
        {
            entry.resolve = Some(keep);
            entry.next_write = Instant::now();
        }
        self.writer.wake();
        Ok(())
    }

    /// Looks at the file of a document now rather than within
    /// [`POLL_INTERVAL`]. [`Event::Changed`] follows if it differs from what the
    /// window has seen and the window has nothing unsaved.
    pub fn refresh(&self, key: &str) -> Result<(), StoreError> {
        let id = document(key)?;
        self.writer.state().entry(id).refresh = true;
        self.writer.wake();
        Ok(())
    }

    /// What happened since the last call, oldest first. The window is taken to
    /// have seen the texts of [`Event::Changed`] that this returns.
    pub fn events(&self) -> Vec<Event> {
        self.writer.state().take_events()
    }

    /// Whether something is not on disk yet.
    pub fn has_unsaved(&self) -> bool {
        self.writer.state().entries().any(|(_, entry)| entry.unsaved)
    }

    /// Waits until everything is on disk. What cannot be written is tried once
    /// more, and named in the error.
    pub fn flush(&self) -> Result<(), StoreError> {
        self.writer.flush()
    }

    /// The keys of the documents that were edited, in order.
    pub fn documents(&self) -> Result<Vec<String>, StoreError> {
        let mut names = self.writer.documents().names()?;
        names.retain(|name| !conflict::is_conflict(name));
        Ok(names)
    }

    /// The files that keep texts of a document which lost a conflict or are
    /// part of one, also from earlier sessions.
    pub fn conflict_files(&self, key: &str) -> Result<Vec<PathBuf>, StoreError> {
        document(key)?;
        let folder = self.writer.documents();
        let mut names = folder.names()?;
        names.retain(|name| conflict::is_conflict_of(name, key));
        Ok(names.iter().map(|name| folder.path_of(name)).collect())
    }

    /// Keeps a text of a document that is about to be replaced, in a file beside it, and
    /// returns which. Waits for the disk.
    pub fn keep_beside(&self, key: &str, text: &str) -> Result<PathBuf, StoreError> {
        document(key)?;
        let folder = self.writer.documents();
        let contents = Some(text.as_bytes().into());
        let name = conflict::keep(folder, key, &contents)?;
        Ok(folder.path_of(&name.unwrap_or_default()))
    }

    /// Where the edited text of a document lies.
    pub fn document_path(&self, key: &str) -> Result<PathBuf, StoreError> {
        document(key)?;
        Ok(self.writer.documents().path_of(key))
    }

    fn put(&self, key: &str, text: Option<String>) -> Result<(), StoreError> {
        let contents = text.map(|text| text.into_bytes().into());
        if self.writer.state().save(document(key)?, contents) {
            self.writer.wake();
        }
        Ok(())
    }
}

fn document(key: &str) -> Result<Id, StoreError> {
    key::check(key)?;
    Ok(Id::Document(key.to_owned()))
}
