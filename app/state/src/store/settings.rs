//! Settings: small values in JSON, such as the layout, the theme, whether the
//! tour was seen. They are saved by the same thread as the documents. Where two
//! windows differ, the one that saved last wins: nobody mourns a layout.

use super::contents::Contents;
use super::entry::{self, Id};
use super::file::Locked;
use super::{Event, Store, StoreError, key};
use serde::Serialize;
use serde_json::Value;

impl Store {
    /// Settings that were saved under a name, if there are any. A file that is
    /// not JSON is moved aside, to `<name>.json.broken`, and what is wrong with
    /// it comes as [`Event::Settings`]; so does a file that cannot be read.
    pub fn load_json(&self, name: &str) -> Option<Value> {
        match self.read_json(name) {
            Ok(value) => value,
            Err(error) => {
                let reason = error.to_string();
                tracing::warn!("{reason}");
                self.writer.state().push(Event::Settings { name: name.to_owned(), reason });
                None
            }
        }
    }

    /// Saves settings under a name. Never waits for the disk.
    pub fn save_json(&self, name: &str, value: &impl Serialize) -> Result<(), StoreError> {
        key::check(name)?;
        let text = serde_json::to_vec_pretty(value)
            .map_err(|source| StoreError::Json { name: name.to_owned(), source })?;
        let is_new = self.writer.state().save(Id::Settings(name.to_owned()), Some(text.into()));
        if is_new {
            self.writer.wake();
        }
        Ok(())
    }

    /// The names that settings were saved under, in order; those that are not written
    /// yet are among them.
    pub fn settings_names(&self) -> Result<Vec<String>, StoreError> {
        let mut names: Vec<String> = self
            .writer
            .settings()
            .names()?
            .iter()
            .filter_map(|file| file.strip_suffix(".json").map(str::to_owned))
            .collect();
        for (id, entry) in self.writer.state().entries() {
            if let Id::Settings(name) = id
                && entry.unsaved
            {
                names.push(name.clone());
            }
        }
        names.sort();
        names.dedup();
        Ok(names)
    }

    fn read_json(&self, name: &str) -> Result<Option<Value>, StoreError> {
        key::check(name)?;
        let file = entry::settings_file(name);
        let folder = self.writer.settings();
        let unsaved = self
            .writer
            .state()
            .known(&Id::Settings(name.to_owned()))
            .filter(|entry| entry.unsaved)
            .map(|entry| entry.newest.clone());
        let contents = match unsaved {
            Some(contents) => contents,
            None => folder.read(&file)?,
        };
        if let Ok(value) = parse(&contents) {
            return Ok(value);
        }
        // Another window may have written it again since.
        let locked = folder.lock()?;
        match parse(&folder.read(&file)?) {
            Ok(value) => Ok(value),
            Err(error) => Err(self.move_aside(&locked, &file, error)),
        }
    }

    fn move_aside(&self, locked: &Locked<'_>, file: &str, why: serde_json::Error) -> StoreError {
        let broken = format!("{file}.broken");
        match locked.rename(file, &broken) {
            Err(error) => error,
            Ok(()) => StoreError::Broken {
                path: self.writer.settings().path_of(file),
                moved_to: self.writer.settings().path_of(&broken),
                reason: why.to_string(),
            },
        }
    }
}

fn parse(contents: &Contents) -> Result<Option<Value>, serde_json::Error> {
    contents.as_deref().map(serde_json::from_slice).transpose()
}
