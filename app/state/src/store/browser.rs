//! A folder in the storage that a browser keeps for a page.
//!
//! An item is replaced as a whole, and nobody else runs while a page's code does, so
//! there is nothing to lock. Another window of the same browser sees the same items.

use super::StoreError;
use super::contents::Contents;
use std::io;
use std::path::{Path, PathBuf};
use web_sys::Storage;

/// What tells cheaply that a file may have changed: here its whole text is at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    /// Of its text.
    digest: u64,
}

/// A folder of files that are replaced as a whole.
#[derive(Clone, Debug)]
pub(super) struct Folder {
    path: PathBuf,
}

impl Folder {
    /// Fails where the browser keeps nothing for this page.
    pub(super) fn open(path: PathBuf) -> Result<Self, StoreError> {
        storage().map_err(StoreError::file("open", &path))?;
        Ok(Self { path })
    }

    pub(super) fn path_of(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// What a file holds now.
    pub(super) fn read(&self, name: &str) -> Result<Contents, StoreError> {
        let path = self.path_of(name);
        let text = get(&path).map_err(StoreError::file("read", path))?;
        Ok(text.map(|text| text.into_bytes().into()))
    }

    /// Whether something has a name.
    pub(super) fn has(&self, name: &str) -> Result<bool, StoreError> {
        Ok(self.read(name)?.is_some())
    }

    /// The stamp of a file; `None` when there is none.
    pub(super) fn stamp(&self, name: &str) -> Option<Stamp> {
        let text = get(&self.path_of(name)).ok()??;
        Some(Stamp { digest: egui::util::hash(&text) })
    }

    /// The names of the files.
    pub(super) fn names(&self) -> Result<Vec<String>, StoreError> {
        let error = || StoreError::file("list", &self.path);
        let storage = storage().map_err(error())?;
        let items = storage.length().map_err(|why| error()(refused(&why)))?;
        let keys = (0..items).filter_map(|index| storage.key(index).ok().flatten());
        let own = key(&self.path_of(""));
        let mut names: Vec<String> =
            keys.filter_map(|key| key.strip_prefix(&own).map(str::to_owned)).collect();
        names.sort();
        Ok(names)
    }

    /// Nobody else runs meanwhile.
    #[expect(clippy::unnecessary_wraps, reason = "where there are files it may fail")]
    pub(super) fn lock(&self) -> Result<Locked<'_>, StoreError> {
        Ok(Locked { folder: self })
    }
}

/// A folder in which it is our turn.
#[derive(Debug)]
pub(super) struct Locked<'a> {
    folder: &'a Folder,
}

impl Locked<'_> {
    /// Gives a file new contents, or removes it.
    pub(super) fn put(&self, name: &str, contents: &Contents) -> Result<(), StoreError> {
        match contents {
            Some(bytes) => self.replace(name, bytes),
            None => self.remove(name),
        }
    }

    pub(super) fn replace(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        let path = self.folder.path_of(name);
        let written = str::from_utf8(bytes)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
            .and_then(|text| set(&path, text));
        written.map_err(StoreError::file("write", path))
    }

    /// Removes a file, if there is one.
    pub(super) fn remove(&self, name: &str) -> Result<(), StoreError> {
        let path = self.folder.path_of(name);
        let removed = storage()
            .and_then(|storage| storage.remove_item(&key(&path)).map_err(|why| refused(&why)));
        removed.map_err(StoreError::file("remove", path))
    }

    /// Gives a file another name, over what has that name.
    pub(super) fn rename(&self, from: &str, to: &str) -> Result<(), StoreError> {
        let contents = self.folder.read(from)?;
        self.put(to, &contents)?;
        self.remove(from)
    }
}

/// What an item is called: a path with the separator of the web.
fn key(path: &Path) -> String {
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    let is_folder = path.as_os_str().to_string_lossy().ends_with('/');
    format!("{}{}", parts.join("/"), if is_folder { "/" } else { "" })
}

fn get(path: &Path) -> io::Result<Option<String>> {
    storage()?.get_item(&key(path)).map_err(|why| refused(&why))
}

fn set(path: &Path, text: &str) -> io::Result<()> {
    // The only reason to refuse a text is that there is no room for it.
    storage()?
        .set_item(&key(path), text)
        .map_err(|why| io::Error::new(io::ErrorKind::StorageFull, said(&why)))
}

fn storage() -> io::Result<Storage> {
    let window = web_sys::window().ok_or_else(|| io::Error::other("this is no window"))?;
    let storage = window.local_storage().map_err(|why| refused(&why))?;
    storage.ok_or_else(|| {
        io::Error::new(
            io::ErrorKind::PermissionDenied,
            "this browser keeps nothing for this page; allow it to store data for this site",
        )
    })
}

fn refused(why: &wasm_bindgen::JsValue) -> io::Error {
    io::Error::new(io::ErrorKind::PermissionDenied, said(why))
}

/// What a browser says of an error.
fn said(why: &wasm_bindgen::JsValue) -> String {
    let error: Option<&js_sys::Error> = wasm_bindgen::JsCast::dyn_ref(why);
    match error {
        Some(error) => error.message().into(),
        None => format!("{why:?}"),
    }
}
