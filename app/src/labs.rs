//! The labs that there are: those that come with the program, and those of a folder.

use crate::disk::Disk;
use anyhow::{Context, Result, bail};
use include_dir::{Dir, include_dir};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use warpbench_case::Files;
use warpbench_lab::lab::Lab;

/// The labs that come with the program.
static BUILT_IN: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../assets/labs");

/// Where labs are looked for.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    /// A folder of labs; without it, those that come with the program.
    folder: Option<PathBuf>,
    /// What graders keep to themselves.
    hidden: Option<PathBuf>,
}

/// Files that are part of the program.
struct Embedded;

impl Files for Embedded {
    fn len(&self, path: &Path) -> io::Result<u64> {
        self.read(path).map(|bytes| bytes.len() as u64)
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let file = BUILT_IN.get_file(path).ok_or(ErrorKind::NotFound)?;
        Ok(file.contents().to_vec())
    }
}

impl Shelf {
    pub fn new(folder: Option<PathBuf>, hidden: Option<PathBuf>) -> Shelf {
        Shelf { folder, hidden }
    }

    /// The names of all labs, in order.
    pub fn names(&self) -> Result<Vec<String>> {
        let mut names = Vec::new();
        match &self.folder {
            None => {
                for folder in BUILT_IN.dirs() {
                    names.extend(folder.path().to_str().map(str::to_owned));
                }
            }
            Some(folder) => {
                let entries = std::fs::read_dir(folder)
                    .with_context(|| format!("cannot read {}", folder.display()))?;
                for entry in entries {
                    let entry =
                        entry.with_context(|| format!("cannot read {}", folder.display()))?;
                    if entry.path().join("lab.toml").is_file() {
                        names.push(entry.file_name().to_string_lossy().into_owned());
                    }
                }
            }
        }
        names.sort();
        Ok(names)
    }

    /// The lab of that name; its number does as well.
    pub fn find(&self, name: &str) -> Result<Lab> {
        let path = Path::new(name);
        if path.join("lab.toml").is_file() {
            return self.load_from(path);
        }
        let names = self.names()?;
        let is_meant = |known: &String| {
            let number = known.split('_').next().unwrap_or(known);
            known == name
                || number == name
                || number.trim_start_matches('0') == name.trim_start_matches('0')
        };
        match names.iter().find(|known| is_meant(known)) {
            Some(known) => self.load(known),
            None => bail!("there is no lab `{name}`; there are {}", names.join(", ")),
        }
    }

    /// All labs.
    pub fn all(&self) -> Result<Vec<Lab>> {
        self.names()?.iter().map(|name| self.load(name)).collect()
    }

    fn load(&self, name: &str) -> Result<Lab> {
        match &self.folder {
            Some(folder) => self.load_from(&folder.join(name)),
            None => {
                let hidden = self.hidden_of(name);
                let files = Both { hidden: hidden.clone() };
                Ok(Lab::load(Path::new(name), hidden.as_deref(), &files)?)
            }
        }
    }

    fn load_from(&self, folder: &Path) -> Result<Lab> {
        let name = folder.file_name().map_or_else(Default::default, |name| name.to_string_lossy());
        Ok(Lab::load(folder, self.hidden_of(&name).as_deref(), &Disk)?)
    }

    /// The files of a lab, by name.
    pub fn files(&self, id: &str, given: &str) -> Result<Vec<(String, Vec<u8>)>> {
        let given = Path::new(given);
        let folder = match &self.folder {
            _ if given.join("lab.toml").is_file() => Some(given.to_owned()),
            Some(folder) => Some(folder.join(id)),
            None => None,
        };
        let mut files = Vec::new();
        match folder {
            None => {
                let folder = BUILT_IN.get_dir(id).with_context(|| format!("no lab `{id}`"))?;
                for file in folder.files() {
                    let name = file.path().file_name().unwrap_or_default().to_string_lossy();
                    files.push((name.into_owned(), file.contents().to_vec()));
                }
            }
            Some(folder) => {
                let error = || format!("cannot read {}", folder.display());
                for entry in std::fs::read_dir(&folder).with_context(error)? {
                    let entry = entry.with_context(error)?;
                    if entry.path().is_file() {
                        let name = entry.file_name().to_string_lossy().into_owned();
                        files.push((name, std::fs::read(entry.path()).with_context(error)?));
                    }
                }
            }
        }
        files.sort();
        Ok(files)
    }

    /// What graders keep to themselves of a lab.
    pub fn hidden_text(&self, id: &str) -> Result<Option<Vec<u8>>> {
        let Some(path) = self.hidden_of(id).map(|folder| folder.join("hidden.toml")) else {
            return Ok(None);
        };
        match std::fs::read(&path) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
        }
    }

    fn hidden_of(&self, name: &str) -> Option<PathBuf> {
        self.hidden.as_ref().map(|folder| folder.join(name))
    }
}

/// Labs of the program, with a hidden folder on the disk.
struct Both {
    hidden: Option<PathBuf>,
}

impl Files for Both {
    fn len(&self, path: &Path) -> io::Result<u64> {
        match &self.hidden {
            Some(hidden) if path.starts_with(hidden) => Disk.len(path),
            _ => Embedded.len(path),
        }
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        match &self.hidden {
            Some(hidden) if path.starts_with(hidden) => Disk.read(path),
            _ => Embedded.read(path),
        }
    }
}
