//! Labs as they lie on the disk.

use std::path::Path;
use warpbench_case::Files;

pub(crate) struct Disk;

impl Files for Disk {
    fn len(&self, path: &Path) -> std::io::Result<u64> {
        Ok(std::fs::metadata(path)?.len())
    }

    fn read(&self, path: &Path) -> std::io::Result<Vec<u8>> {
        std::fs::read(path)
    }
}
