//! Store state, shared by the window and the thread that writes: the files, and the events
//! that wait for the window. Nothing here touches the disk.

use super::conflict::{Resolved, Written};
use super::contents::{Contents, text_of};
use super::entry::{Conflict, Entry, Id, Outcome, Task};
use super::file::Folder;
use super::{Event, Keep, StoreError};
use std::collections::{BTreeMap, VecDeque};
use std::mem;
use std::time::Duration;
use web_time::{Instant, SystemTime};

#[derive(Debug, Default)]
pub(super) struct State {
    entries: BTreeMap<Id, Entry>,
    events: VecDeque<Event>,
    pub(super) stop: bool,
}

pub(super) enum Next {
    Do(Task),
    Wait(Option<Duration>),
}

impl State {
    pub(super) fn entry(&mut self, id: Id) -> &mut Entry {
        self.entries.entry(id).or_insert_with(|| Entry::new(Instant::now()))
    }

    pub(super) fn known(&mut self, id: &Id) -> Option<&mut Entry> {
        self.entries.get_mut(id)
    }

    pub(super) fn entries(&mut self) -> impl Iterator<Item = (&Id, &mut Entry)> {
        self.entries.iter_mut()
    }

    /// Takes a text from the window. Returns whether it is a new one.
    pub(super) fn save(&mut self, id: Id, contents: Contents) -> bool {
        let entry = self.entry(id.clone());
        if entry.newest == contents {
            return false;
        }
        entry.newest = contents;
        entry.unsaved = true;
        entry.revision += 1;
        // The window typed before it heard of a change: that is a conflict, and
        // writing finds it.
        if entry.offered.take().is_some() {
            self.withdraw_change(&id);
        }
        true
    }

    /// The earliest task, if its time has come.
    pub(super) fn next(&self, now: Instant) -> Next {
        let earliest = self
            .entries
            .iter()
            .filter_map(|(id, entry)| Some((entry.due(id, now)?, id, entry)))
            .min_by_key(|(due, ..)| *due);
        match earliest {
            Some((due, id, entry)) if due <= now => Next::Do(entry.task(id)),
            Some((due, ..)) => Next::Wait(Some(due - now)),
            None => Next::Wait(None),
        }
    }

    pub(super) fn finish(
        &mut self,
        task: Task,
        outcome: Result<Outcome, StoreError>,
        documents: &Folder,
    ) {
        let now = Instant::now();
        let Some(entry) = self.entries.get_mut(&task.id) else { return };
        match outcome {
            Err(error) if task.is_poll() => {
                tracing::debug!("{error}");
                entry.polled(now);
            }
            Err(error) => {
                let reason = error.to_string();
                if entry.failed(&reason, now) {
                    self.push(match task.id {
                        Id::Document(key) => Event::Failed { key, reason },
                        Id::Settings(name) => Event::Settings { name, reason },
                    });
                }
            }
            Ok(Outcome::Put) => entry.written(&task.ours, now),
            Ok(Outcome::Unchanged) => entry.polled(now),
            Ok(Outcome::Diverted(ours_at)) => {
                entry.written(&task.ours, now);
                let moved = entry.conflict.as_mut().is_some_and(|conflict| {
                    mem::replace(&mut conflict.ours_at, ours_at.clone()) != ours_at
                });
                if moved {
                    self.push_conflict(task.id.clone(), documents);
                }
                self.push_saved(task.id);
            }
            Ok(Outcome::Written(written)) => self.finish_write(task, written, documents, now),
            Ok(Outcome::Resolved(keep, resolved)) => {
                self.finish_resolve(task, keep, resolved, documents, now);
            }
            Ok(Outcome::Seen { contents, stamp }) => {
                entry.polled(now);
                if entry.revision == task.revision {
                    entry.stamp = stamp;
                    self.finish_poll(task.id, contents, documents);
                }
            }
        }
    }

    /// The events for the window, oldest first. From here on the window has seen
    /// the changes among them.
    pub(super) fn take_events(&mut self) -> Vec<Event> {
        let events: Vec<Event> = mem::take(&mut self.events).into();
        for event in &events {
            if let Event::Changed { key, .. } = event
                && let Some(entry) = self.entries.get_mut(&Id::Document(key.clone()))
                && let Some(contents) = entry.offered.take()
            {
                entry.base = contents.clone();
                entry.newest = contents;
            }
        }
        events
    }

    pub(super) fn has_events(&self) -> bool {
        !self.events.is_empty()
    }

    /// Adds an event. An older one of the same kind is out of date.
    pub(super) fn push(&mut self, event: Event) {
        self.events.retain(|old| {
            mem::discriminant(old) != mem::discriminant(&event) || old.key() != event.key()
        });
        self.events.push_back(event);
    }

    /// A change that the window has not heard of is no longer to be reported.
    pub(super) fn withdraw_change(&mut self, id: &Id) {
        let Id::Document(of) = id else { return };
        self.events.retain(|event| !matches!(event, Event::Changed { key, .. } if key == of));
    }

    fn push_saved(&mut self, id: Id) {
        if let Id::Document(key) = id {
            self.push(Event::Saved { key, at: SystemTime::now() });
        }
    }

    fn finish_write(&mut self, task: Task, written: Written, documents: &Folder, now: Instant) {
        let Some(entry) = self.entries.get_mut(&task.id) else { return };
        entry.written(&task.ours, now);
        match written {
            Written::Done { stamp } => {
                entry.base = task.ours;
                entry.stamp = stamp;
                self.push_saved(task.id);
            }
            Written::Conflict { theirs, ours_at, stamp } => {
                entry.stamp = stamp;
                entry.conflict = Some(Conflict { theirs, ours_at });
                self.push_conflict(task.id, documents);
            }
        }
    }

    fn finish_resolve(
        &mut self,
        task: Task,
        keep: Keep,
        resolved: Resolved,
        documents: &Folder,
        now: Instant,
    ) {
        let Some(entry) = self.entries.get_mut(&task.id) else { return };
        entry.written(&task.ours, now);
        entry.conflict = None;
        entry.resolve = None;
        entry.stamp = resolved.stamp;
        let take_theirs = resolved.winner != task.ours;
        // What was typed while theirs was being taken makes a new conflict,
        // because the base stays the old one.
        let offer = take_theirs && !entry.unsaved;
        if offer {
            entry.offered = Some(resolved.winner.clone());
        } else if !take_theirs {
            entry.base = task.ours;
        }
        let Id::Document(key) = task.id else { return };
        let loser_at = resolved.loser_at.map(|name| documents.path_of(&name));
        self.push(Event::Resolved { key: key.clone(), keep, loser_at });
        if offer {
            self.push(Event::Changed { key, text: text_of(&resolved.winner) });
        } else if !take_theirs {
            self.push_saved(Id::Document(key));
        }
    }

    /// Compares what lies on disk with what the window knows.
    fn finish_poll(&mut self, id: Id, contents: Contents, documents: &Folder) {
        let Some(entry) = self.entries.get_mut(&id) else { return };
        if let Some(conflict) = &mut entry.conflict {
            if conflict.theirs != contents {
                conflict.theirs = contents;
                self.push_conflict(id, documents);
            }
            return;
        }
        if contents == *entry.offered.as_ref().unwrap_or(&entry.base) {
            return;
        }
        if contents == entry.newest {
            // The other window took its change back, or made the same.
            entry.base = contents;
            entry.offered = None;
            self.withdraw_change(&id);
            return;
        }
        if contents.as_deref().is_some_and(|bytes| str::from_utf8(bytes).is_err()) {
            // What is no text cannot be shown. It stays as it is: whoever saves
            // meets it as a conflict.
            return;
        }
        let text = text_of(&contents);
        entry.offered = Some(contents);
        if let Id::Document(key) = id {
            self.push(Event::Changed { key, text });
        }
    }

    fn push_conflict(&mut self, id: Id, documents: &Folder) {
        let Some(conflict) = self.entries.get(&id).and_then(|entry| entry.conflict.as_ref()) else {
            return;
        };
        let theirs = text_of(&conflict.theirs);
        let ours_at = conflict.ours_at.as_ref().map(|name| documents.path_of(name));
        if let Id::Document(key) = id {
            self.push(Event::Conflict { key, theirs, ours_at });
        }
    }
}
