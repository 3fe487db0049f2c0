//! Entry of one file: what the store knows of it, and what is to be done next.

use super::contents::Contents;
use super::file::{Folder, Stamp};
use super::{Keep, POLL_INTERVAL, RETRY_INTERVAL, SAVE_INTERVAL, StoreError, conflict};
use std::fmt;
use web_time::Instant;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Id {
    /// A text that the user edits.
    Document(String),
    Settings(String),
}

impl fmt::Display for Id {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Document(name) => formatter.write_str(name),
            Self::Settings(name) => write!(formatter, "the settings `{name}`"),
        }
    }
}

pub(super) fn settings_file(name: &str) -> String {
    format!("{name}.json")
}

#[derive(Clone, Debug)]
pub(super) struct Conflict {
    /// What the document held when we last looked.
    pub(super) theirs: Contents,
    /// The file that keeps our text.
    pub(super) ours_at: Option<String>,
}

#[derive(Debug)]
pub(super) struct Entry {
    /// What the window last saw of the file on disk. A change on disk counts as
    /// seen only when the window has taken the event: what is typed before then
    /// was typed into the older text.
    pub(super) base: Contents,
    pub(super) newest: Contents,
    /// Whether `newest` has yet to be written.
    pub(super) unsaved: bool,
    /// A change on disk that the window has not been told of yet.
    pub(super) offered: Option<Contents>,
    /// The stamp of the file when it was last read or written.
    pub(super) stamp: Option<Stamp>,
    pub(super) conflict: Option<Conflict>,
    /// A decision of the user that is yet to be carried out.
    pub(super) resolve: Option<Keep>,
    /// Whether to look at the file even if its stamp is the same.
    pub(super) refresh: bool,
    /// Counts what the window did, so that a poll that it overtook is ignored.
    pub(super) revision: u64,
    /// Neither written nor resolved before.
    pub(super) next_write: Instant,
    next_poll: Instant,
    /// Why it could not be written, as reported.
    pub(super) failure: Option<String>,
    /// How often it could not be written.
    pub(super) failures: u64,
}

impl Entry {
    pub(super) fn new(now: Instant) -> Self {
        Self {
            base: None,
            newest: None,
            unsaved: false,
            offered: None,
            stamp: None,
            conflict: None,
            resolve: None,
            refresh: false,
            revision: 0,
            next_write: now,
            next_poll: now + POLL_INTERVAL,
            failure: None,
            failures: 0,
        }
    }

    /// Whether there is something that `flush` waits for.
    pub(super) fn is_busy(&self) -> bool {
        self.unsaved || self.resolve.is_some() || self.refresh
    }

    /// When the next task is due, if there is one.
    pub(super) fn due(&self, id: &Id, now: Instant) -> Option<Instant> {
        match id {
            _ if self.unsaved || self.resolve.is_some() => Some(self.next_write),
            Id::Document(_) if self.refresh => Some(now),
            Id::Document(_) => Some(self.next_poll),
            Id::Settings(_) => None,
        }
    }

    pub(super) fn task(&self, id: &Id) -> Task {
        let ours = self.newest.clone();
        let action = match (id, &self.conflict, self.resolve) {
            (Id::Settings(_), ..) => Action::Put,
            (_, Some(conflict), Some(keep)) => {
                Action::Resolve { keep, ours_at: conflict.ours_at.clone() }
            }
            (_, Some(conflict), None) if self.unsaved => {
                Action::Divert { ours_at: conflict.ours_at.clone() }
            }
            (_, None, _) if self.unsaved => Action::Write { base: self.base.clone() },
            _ => Action::Poll { stamp: self.stamp, force: self.refresh },
        };
        Task { id: id.clone(), revision: self.revision, ours, action }
    }

    /// Notes that a text has reached the disk.
    pub(super) fn written(&mut self, text: &Contents, now: Instant) {
        self.unsaved = self.newest != *text;
        self.failure = None;
        self.next_write = now + SAVE_INTERVAL;
        self.polled(now);
    }

    /// Notes a failure. Returns whether its reason is news.
    pub(super) fn failed(&mut self, reason: &str, now: Instant) -> bool {
        self.failures += 1;
        self.next_write = now + RETRY_INTERVAL;
        let is_news = self.failure.as_deref() != Some(reason);
        self.failure = Some(reason.to_owned());
        is_news
    }

    pub(super) fn polled(&mut self, now: Instant) {
        self.refresh = false;
        self.next_poll = now + POLL_INTERVAL;
    }
}

/// Something to do with a file, detached from the state: the window goes on
/// while the disk works.
#[derive(Debug)]
pub(super) struct Task {
    pub(super) id: Id,
    pub(super) revision: u64,
    pub(super) ours: Contents,
    action: Action,
}

#[derive(Debug)]
enum Action {
    Put,
    Write { base: Contents },
    Divert { ours_at: Option<String> },
    Resolve { keep: Keep, ours_at: Option<String> },
    Poll { stamp: Option<Stamp>, force: bool },
}

#[derive(Debug)]
pub(super) enum Outcome {
    Put,
    Written(conflict::Written),
    Diverted(Option<String>),
    Resolved(Keep, conflict::Resolved),
    Unchanged,
    Seen { contents: Contents, stamp: Option<Stamp> },
}

impl Task {
    pub(super) fn perform(
        &self,
        documents: &Folder,
        settings: &Folder,
    ) -> Result<Outcome, StoreError> {
        let (folder, name) = match &self.id {
            Id::Document(name) => (documents, name),
            Id::Settings(name) => (settings, &settings_file(name)),
        };
        Ok(match &self.action {
            Action::Put => {
                folder.lock()?.put(name, &self.ours)?;
                Outcome::Put
            }
            Action::Write { base } => {
                Outcome::Written(conflict::write(folder, name, base, &self.ours)?)
            }
            Action::Divert { ours_at } => {
                Outcome::Diverted(conflict::divert(folder, name, ours_at.as_deref(), &self.ours)?)
            }
            Action::Resolve { keep, ours_at } => Outcome::Resolved(
                *keep,
                conflict::resolve(folder, name, *keep, ours_at.as_deref(), &self.ours)?,
            ),
            Action::Poll { stamp, force } => {
                // The stamp first: if the file changes between the two, the next
                // poll finds another stamp.
                let now = folder.stamp(name);
                if now == *stamp && !force {
                    return Ok(Outcome::Unchanged);
                }
                Outcome::Seen { contents: folder.read(name)?, stamp: now }
            }
        })
    }

    /// Whether the task only reads, so that its failure loses nothing.
    pub(super) fn is_poll(&self) -> bool {
        matches!(self.action, Action::Poll { .. })
    }
}
