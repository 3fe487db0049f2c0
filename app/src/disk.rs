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
