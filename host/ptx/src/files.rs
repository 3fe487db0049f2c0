//! Files and folders, with errors that name them.

use std::{
    fs,
    path::{Path, PathBuf},
};

use sha2::{Digest, Sha256};
use tempfile::TempDir;

use crate::error::Error;

/// How many digits of a hash tell the folders of the cache apart.
const KEY_DIGITS: usize = 16;

pub(crate) fn read(path: &Path) -> Result<String, Error> {
    fs::read_to_string(path).map_err(failed("read", path))
}

/// Writes a file, in a folder that need not be there yet.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Error> {
    if let Some(folder) = path.parent() {
        create_folder(folder)?;
    }
    fs::write(path, text).map_err(failed("write", path))
}

pub(crate) fn create_folder(path: &Path) -> Result<(), Error> {
    fs::create_dir_all(path).map_err(failed("create", path))
}

/// A folder that vanishes with the value.
pub(crate) fn temporary_folder(within: &Path) -> Result<TempDir, Error> {
    create_folder(within)?;
    tempfile::tempdir_in(within).map_err(failed("create a folder in", within))
}

/// The folder of that name, which `fill` fills unless it is there already. It
/// appears complete or not at all, so that an interrupted run or two at once
/// leave nothing broken behind.
pub(crate) fn made_once(
    within: &Path,
    name: &str,
    fill: impl FnOnce(&Path) -> Result<(), Error>,
) -> Result<PathBuf, Error> {
    let folder = within.join(name);
    if folder.is_dir() {
        return Ok(folder);
    }
    let unfinished = temporary_folder(within)?;
    fill(unfinished.path())?;
    match fs::rename(unfinished.path(), &folder) {
        // Another run was faster, and made the same.
        Err(_) if folder.is_dir() => Ok(folder),
        Err(source) => Err(Error::File { doing: "create", path: folder, source }),
        Ok(()) => Ok(folder),
    }
}

/// A short name for all that the parts say together.
pub(crate) fn key(parts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        // The length keeps `ab, c` and `a, bc` apart.
        hash.update(part.len().to_le_bytes());
        hash.update(part.as_bytes());
    }
    let digits: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    digits[..KEY_DIGITS].to_owned()
}

fn failed(doing: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> Error {
    let path = path.to_owned();
    move |source| Error::File { doing, path, source }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_made_once_and_never_half() {
        let cache = tempfile::tempdir().unwrap();
        let refuse = |folder: &Path| {
            write(&folder.join("half"), "")?;
            Err(Error::Target("none".into()))
        };
        assert!(made_once(cache.path(), "a", refuse).is_err());
        assert_eq!(fs::read_dir(cache.path()).unwrap().count(), 0);

        let fill = |folder: &Path| write(&folder.join("text"), "1");
        let folder = made_once(cache.path(), "a", fill).unwrap();
        assert_eq!(read(&folder.join("text")).unwrap(), "1");
        assert_eq!(made_once(cache.path(), "a", refuse).unwrap(), folder);
        assert_eq!(fs::read_dir(cache.path()).unwrap().count(), 1);
    }

    #[test]
    fn keys_depend_on_every_part() {
        assert_eq!(key(&["a", "b"]), key(&["a", "b"]));
        assert_ne!(key(&["ab", "c"]), key(&["a", "bc"]));
        assert_eq!(key(&[]).len(), KEY_DIGITS);
    }

    #[test]
    fn errors_name_the_file() {
        let error = read(Path::new("nowhere/at/all.rs")).unwrap_err();
        assert_eq!(error.to_string(), "cannot read nowhere/at/all.rs");
    }
}
