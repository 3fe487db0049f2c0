//! A folder whose files are only ever replaced as a whole.
//!
//! A file is written under another name, brought to the disk, and renamed over
//! the old one: whoever reads sees the old text or the new one, never a part,
//! and a process that is killed at any moment leaves one of the two. All changes
//! happen under an advisory lock that the kernel takes back from a dead process.
//! So two windows take turns, and a temporary file that is found while holding
//! the lock belongs to nobody any more.
//!
//! `tempfile` replaces a file, and `std::fs::File::try_lock` locks; syncing the folder, which
//! the crate `atomic-write-file` would do as well, is needed for removing and renaming anyway.

use super::contents::Contents;
use super::{LOCK_PATIENCE, StoreError};
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant, SystemTime};
use tempfile::NamedTempFile;
use warpbench_common::disk;

const LOCK_FILE: &str = ".lock";
const TEMPORARY_PREFIX: &str = ".saving-";

/// What tells cheaply that a file may have changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    modified: Option<SystemTime>,
    bytes: u64,
    inode: u64,
}

/// A folder of files that are replaced as a whole.
#[derive(Clone, Debug)]
pub(super) struct Folder {
    path: PathBuf,
}

impl Folder {
    /// Creates the folder if it is missing, and removes the temporary files of
    /// processes that died while writing.
    pub(super) fn open(path: PathBuf) -> Result<Self, StoreError> {
        let folder = Self { path };
        folder.lock()?.remove_temporaries()?;
        Ok(folder)
    }

    pub(super) fn path_of(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// What a file holds now. Needs no lock, because files change at once.
    pub(super) fn read(&self, name: &str) -> Result<Contents, StoreError> {
        let path = self.path_of(name);
        match fs::read(&path) {
            Ok(bytes) => Ok(Some(bytes.into())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(StoreError::file("read", path)(error)),
        }
    }

    /// Whether something has a name, be it a file or not.
    pub(super) fn has(&self, name: &str) -> Result<bool, StoreError> {
        let path = self.path_of(name);
        match path.symlink_metadata() {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(StoreError::file("look at", path)(error)),
        }
    }

    /// The stamp of a file; `None` when there is none.
    pub(super) fn stamp(&self, name: &str) -> Option<Stamp> {
        let path = self.path_of(name);
        let metadata = fs::metadata(&path).ok()?;
        let inode = inode(&path, &metadata);
        Some(Stamp { modified: metadata.modified().ok(), bytes: metadata.len(), inode })
    }

    /// The names of the files, without those of the store itself.
    pub(super) fn names(&self) -> Result<Vec<String>, StoreError> {
        let mut names: Vec<String> =
            self.all_names()?.into_iter().filter(|name| !name.starts_with('.')).collect();
        names.sort();
        Ok(names)
    }

    /// Waits for the other windows' turn to end. The folder is created again if
    /// somebody removed it, because a text must find its place.
    pub(super) fn lock(&self) -> Result<Locked<'_>, StoreError> {
        fs::create_dir_all(&self.path).map_err(StoreError::file("create", &self.path))?;
        let path = self.path_of(LOCK_FILE);
        // The file is opened each time: a lock on one that was removed
        // meanwhile would exclude nobody.
        let file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(StoreError::file("open", &path))?;
        let start = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Locked { folder: self, lock: Some(file) }),
                Err(TryLockError::WouldBlock) if start.elapsed() < LOCK_PATIENCE => {
                    thread::sleep(Duration::from_millis(2));
                }
                Err(TryLockError::WouldBlock) => return Err(StoreError::Locked { path }),
                // Some network file systems have no locks. Saving matters more
                // than taking turns, and contents are compared all the same.
                Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                    return Ok(Locked { folder: self, lock: None });
                }
                Err(TryLockError::Error(error)) => {
                    return Err(StoreError::file("lock", path)(error));
                }
            }
        }
    }

    fn all_names(&self) -> Result<Vec<String>, StoreError> {
        let error = || StoreError::file("list", &self.path);
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.path).map_err(error())? {
            // A name that is not Unicode is none of ours.
            names.extend(entry.map_err(error())?.file_name().into_string().ok());
        }
        Ok(names)
    }
}

/// A folder in which it is our turn. Dropping it ends the turn.
#[derive(Debug)]
pub(super) struct Locked<'a> {
    folder: &'a Folder,
    /// `None` where the file system has no locks.
    lock: Option<File>,
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
        // The error names the document: the name of the temporary file is
        // another each time, and the same error is to be reported once.
        self.write_over(&path, bytes).map_err(StoreError::file("write", path))?;
        self.sync();
        Ok(())
    }

    /// Writes a temporary file and renames it. Where that fails, the temporary
    /// file is removed: on a full disk it takes the room that is needed.
    fn write_over(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        // Created like any other file, for whoever may read the folder; the
        // temporary files of tempfile itself are for their owner only.
        let mut temporary = tempfile::Builder::new()
            .prefix(TEMPORARY_PREFIX)
            .make_in(&self.folder.path, |path| File::create_new(path))?;
        temporary.as_file_mut().write_all(bytes)?;
        // A rename may reach the disk before the data it points to.
        temporary.as_file().sync_data()?;
        persist(temporary, path)
    }

    /// Removes a file, if there is one.
    pub(super) fn remove(&self, name: &str) -> Result<(), StoreError> {
        let path = self.folder.path_of(name);
        match fs::remove_file(&path) {
            Ok(()) => self.sync(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(StoreError::file("remove", path)(error)),
        }
        Ok(())
    }

    /// Gives a file another name, over what has that name.
    pub(super) fn rename(&self, from: &str, to: &str) -> Result<(), StoreError> {
        let from = self.folder.path_of(from);
        disk::rename(&from, &self.folder.path_of(to)).map_err(StoreError::file("rename", from))?;
        self.sync();
        Ok(())
    }

    /// Brings the names of the folder to the disk. A failure is only logged:
    /// the change is made, and to call it failed would make the next write
    /// believe that somebody else had made it.
    fn sync(&self) {
        if let Err(error) = sync_folder(&self.folder.path) {
            tracing::warn!("cannot bring {} to the disk: {error}", self.folder.path.display());
        }
    }

    fn remove_temporaries(&self) -> Result<(), StoreError> {
        if self.lock.is_none() {
            return Ok(());
        }
        for name in self.folder.all_names()? {
            if name.starts_with(TEMPORARY_PREFIX) {
                tracing::info!("removing {name}, which a process left that was killed");
                self.remove(&name)?;
            }
        }
        Ok(())
    }
}

#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

/// On Windows a folder cannot be opened as a file, and the file system's journal orders
/// the names.
#[cfg(windows)]
fn sync_folder(_path: &Path) -> io::Result<()> {
    Ok(())
}

/// What another file of the same name does not have.
#[cfg(unix)]
fn inode(_path: &Path, metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(metadata)
}

/// What another file of the same name does not have; 0 where nobody can say.
#[cfg(windows)]
fn inode(path: &Path, _metadata: &Metadata) -> u64 {
    winapi_util::Handle::from_path(path)
        .and_then(winapi_util::file::information)
        .map_or(0, |about| about.file_index())
}

#[cfg(unix)]
fn persist(temporary: NamedTempFile<File>, path: &Path) -> io::Result<()> {
    temporary.persist(path)?;
    Ok(())
}

/// The file is closed first, and then has its name: tempfile would replace no file that
/// somebody reads.
#[cfg(windows)]
fn persist(temporary: NamedTempFile<File>, path: &Path) -> io::Result<()> {
    disk::rename(&temporary.into_temp_path(), path)
}
