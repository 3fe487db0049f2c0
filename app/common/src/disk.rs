//! The files of the machine, for what is told them and never opens one itself.

#[cfg(not(target_arch = "wasm32"))]
use std::io::Write;
use std::path::Path;
use std::{fs, io};
use warpbench_case::Files;
#[cfg(not(target_arch = "wasm32"))]
use warpbench_machine::model::{self, DeviceModel, ModelError};

/// Files by their paths.
pub struct Disk;

impl Files for Disk {
    fn len(&self, path: &Path) -> io::Result<u64> {
        Ok(fs::metadata(path)?.len())
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        fs::read(path)
    }
}

/// Writes a file whole or not at all, by way of one beside it whose name has this
/// ending. What the program's end leaves of that has no other's name.
///
/// A link stays one, and what it leads to is written. What is no file, such as a pipe,
/// is written to as it is.
#[cfg(not(target_arch = "wasm32"))]
pub fn replace(path: &Path, ending: &str, bytes: &[u8]) -> io::Result<()> {
    let is_other = fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir());
    let is_link = fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink());
    let path = match fs::canonicalize(path) {
        _ if is_other => return fs::write(path, bytes),
        Ok(target) if is_link => target,
        // There is nothing yet where the link leads.
        Err(_) if is_link => return fs::write(path, bytes),
        _ => path.to_owned(),
    };
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(ending);
    let part = path.with_file_name(name);
    let written = fs::File::create(&part).and_then(|mut file| {
        file.write_all(bytes)?;
        // A rename may reach the disk before the data it points to.
        file.sync_all()?;
        drop(file);
        rename(&part, &path)
    });
    written.inspect_err(|_| {
        // On a full disk it takes the room that is needed.
        let _ = fs::remove_file(&part);
    })
}

/// Gives a file another name, over what has that name. Whoever has that open goes on
/// reading the old one.
#[cfg(not(any(windows, target_arch = "wasm32")))]
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)
}

/// Gives a file another name, over what has that name.
///
/// Windows lets nobody have a name that another program holds, and scanners and indexers
/// look at every new file for a moment; so does another window on file systems that
/// cannot replace a file which is read. Such a moment is waited for.
#[cfg(windows)]
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
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
pub fn device_model(path: &Path) -> Result<DeviceModel, ModelError> {
    let text = fs::read_to_string(path)
        .map_err(|error| ModelError::Read { path: path.to_owned(), reason: error.to_string() })?;
    model::parse(path, &text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.csv");
        for text in ["one", "another"] {
            replace(&file, ".part", text.as_bytes()).expect("is written");
            assert_eq!(fs::read_to_string(&file).expect("is there"), text);
        }
        assert_eq!(fs::read_dir(folder.path()).expect("is there").count(), 1);
        assert!(replace(folder.path(), ".part", b"").is_err(), "a folder is no file");
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_links_and_pipes_pipes() {
        use std::os::unix::fs::{FileTypeExt, symlink};
        let folder = tempfile::tempdir().expect("a folder");
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        symlink(&file, &link).expect("a link");
        for text in ["to nothing", "to a file"] {
            replace(&link, ".part", text.as_bytes()).expect("is written");
            assert!(fs::symlink_metadata(&link).expect("is there").is_symlink(), "{text}");
            assert_eq!(fs::read_to_string(&file).expect("is there"), text);
        }
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.is_ok_and(|status| status.success()), "a pipe");
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read(pipe).expect("is read")
        });
        replace(&pipe, ".part", b"through").expect("is written");
        assert_eq!(reader.join().expect("is read"), b"through");
        assert!(fs::metadata(&pipe).expect("is there").file_type().is_fifo());
    }

    #[test]
    fn a_model_that_is_not_there_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let missing = folder.path().join("absent.toml");
        let message = device_model(&missing).expect_err("absent").to_string();
        assert!(message.contains("cannot read the device model"), "{message}");
        assert!(message.contains("absent.toml"), "{message}");
    }
}
