//! The files of the machine, for what is told them and never opens one itself.

use std::path::Path;
use std::{fs, io};
use warpbench_case::Files;
#[cfg(not(target_arch = "wasm32"))]
use warpbench_machine::model::{self, DeviceModel, ModelError};

/// Files by their paths.
pub(crate) struct Disk;

impl Files for Disk {
    fn len(&self, path: &Path) -> io::Result<u64> {
        Ok(fs::metadata(path)?.len())
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        fs::read(path)
    }
}

/// Gives a file another name, over what has that name. Whoever has that open goes on
/// reading the old one.
#[cfg(not(any(windows, target_arch = "wasm32")))]
pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)
}

/// Gives a file another name, over what has that name.
///
/// Windows lets nobody have a name that another program holds, and scanners and indexers
/// look at every new file for a moment; so does another window on file systems that
/// cannot replace a file which is read. Such a moment is waited for.
#[cfg(windows)]
pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    use std::time::{Duration, Instant};
    const PATIENCE: Duration = Duration::from_secs(1);
    const SHARING_VIOLATION: i32 = 32;
    let start = Instant::now();
    loop {
        match fs::rename(from, to) {
            Err(error)
                if start.elapsed() < PATIENCE
                    && (error.kind() == io::ErrorKind::PermissionDenied
                        || error.raw_os_error() == Some(SHARING_VIOLATION)) =>
            {
                std::thread::sleep(Duration::from_millis(10));
            }
            done => return done,
        }
    }
}

/// A user's own device model.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn device_model(path: &Path) -> Result<DeviceModel, ModelError> {
    let text = fs::read_to_string(path)
        .map_err(|error| ModelError::Read { path: path.to_owned(), reason: error.to_string() })?;
    model::parse(path, &text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_that_is_not_there_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let missing = folder.path().join("absent.toml");
        let message = device_model(&missing).expect_err("absent").to_string();
        assert!(message.contains("cannot read the device model"), "{message}");
        assert!(message.contains("absent.toml"), "{message}");
    }
}
