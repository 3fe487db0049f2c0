//! The labs that there are: those that come with the program, and those of a folder.

use crate::disk::Disk;
use anyhow::{Context, Result, bail};
use include_dir::{Dir, include_dir};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use warpbench_case::Files;
use warpbench_lab::lab::Lab;

/// The labs that come with the program.
static BUILT_IN: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../assets/labs");

/// The file among a class's results that says what it was graded from.
pub const CLASS_NOTE: &str = "submissions.json";

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

    /// The lab of exactly that name among those that come with the program, whatever lies
    /// on the disk.
    pub fn built_in(name: &str) -> Result<Lab> {
        let shelf = Shelf::default();
        if !shelf.names()?.iter().any(|known| known == name) {
            bail!("there is no lab `{name}` in {}", shelf.place());
        }
        shelf.load(name)
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
                let entries = std::fs::read_dir(folder).with_context(|| {
                    format!("cannot read the folder of labs {}", folder.display())
                })?;
                for entry in entries {
                    let entry =
                        entry.with_context(|| format!("cannot read {}", folder.display()))?;
                    // A folder that lacks it is no lab; what else lies there is no matter.
                    if entry.path().join("lab.toml").is_file() {
                        names.push(entry.file_name().to_string_lossy().into_owned());
                    }
                }
            }
        }
        names.sort();
        Ok(names)
    }

    /// The lab of that name; its number or its folder does as well.
    pub fn find(&self, name: &str) -> Result<Lab> {
        self.find_path(Path::new(name))
    }

    /// The lab of that name; its number or its folder does as well.
    pub fn find_path(&self, given: &Path) -> Result<Lab> {
        if given.join("lab.toml").is_file() {
            return self.load_from(given);
        }
        let names = self.names()?;
        let name = given.to_string_lossy();
        let number_of = |known: &str| known.split('_').next().unwrap_or(known).to_owned();
        let is_number = |known: &String| {
            let number = number_of(known);
            number == name
                || is_digits(&number)
                    && is_digits(&name)
                    && number.trim_start_matches('0') == name.trim_start_matches('0')
        };
        if names.iter().any(|known| **known == *name) {
            return self.load(&name);
        }
        let meant: Vec<&String> = names.iter().filter(|known| is_number(known)).collect();
        match meant.as_slice() {
            [known] => self.load(known),
            [] if given.is_dir() => bail!(
                "{} is no lab: it has no lab.toml; `warpbench labs new` begins one",
                given.display()
            ),
            [] if names.is_empty() => {
                bail!("there is no lab `{name}`, and no other in {}", self.place())
            }
            [] => bail!(
                "there is no lab `{name}` in {}; there are {}",
                self.place(),
                names.join(", ")
            ),
            several => {
                let several: Vec<&str> = several.iter().map(|known| known.as_str()).collect();
                bail!("`{name}` may be any of {}; write the whole name", several.join(", "))
            }
        }
    }

    /// Where labs are looked for, in words.
    fn place(&self) -> String {
        match &self.folder {
            Some(folder) => folder.display().to_string(),
            None => "the program (a folder of your own is named by --labs)".to_owned(),
        }
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
        // `.` has a name, too.
        let folder = match folder.file_name() {
            Some(_) => folder.to_owned(),
            None => dunce::canonicalize(folder)
                .with_context(|| format!("cannot find {}", folder.display()))?,
        };
        let name = folder.file_name().map_or_else(Default::default, |name| name.to_string_lossy());
        Ok(Lab::load(&folder, self.hidden_of(&name).as_deref(), &Disk)?)
    }

    /// Whoever says that something is kept back means it: a folder that has nothing for
    /// this lab is a mistake.
    pub fn expect_hidden(&self, id: &str) -> Result<()> {
        match self.hidden_of(id).map(|folder| folder.join("hidden.toml")) {
            Some(path) if !path.is_file() => bail!(
                "--hidden is given, and there is no {}; what is kept back of a lab lies in a \
                 folder of its name",
                path.display()
            ),
            _ => Ok(()),
        }
    }

    /// The whole path of a lab's folder, if it has one on the disk.
    pub fn folder_of(&self, id: &str, given: &Path) -> Result<Option<PathBuf>> {
        let folder = match &self.folder {
            _ if given.join("lab.toml").is_file() => given.to_owned(),
            Some(folder) => folder.join(id),
            None => return Ok(None),
        };
        let whole = dunce::canonicalize(&folder)
            .with_context(|| format!("cannot find {}", folder.display()))?;
        Ok(Some(whole))
    }

    /// The files of a lab and of the folders in it, by their names in it.
    pub fn files(&self, id: &str, given: &Path) -> Result<Vec<(String, Vec<u8>)>> {
        let mut files = Vec::new();
        match self.folder_of(id, given)? {
            None => {
                let folder = BUILT_IN.get_dir(id).with_context(|| format!("no lab `{id}`"))?;
                let mut folders = vec![folder];
                while let Some(next) = folders.pop() {
                    folders.extend(next.dirs());
                    for file in next.files() {
                        files.push((name_in(file.path(), folder.path()), file.contents().to_vec()));
                    }
                }
            }
            Some(folder) => {
                let mut folders = vec![folder.clone()];
                while let Some(next) = folders.pop() {
                    let error = || format!("cannot read {}", next.display());
                    for entry in std::fs::read_dir(&next).with_context(error)? {
                        let path = entry.with_context(error)?.path();
                        let about = std::fs::symlink_metadata(&path).with_context(error)?;
                        if about.is_dir() {
                            folders.push(path);
                        } else if path.is_file() {
                            let bytes = std::fs::read(&path).with_context(error)?;
                            files.push((name_in(&path, &folder), bytes));
                        }
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

/// The name of a file in a folder, with the separator that archives and reports have on
/// every system.
pub fn name_in(path: &Path, folder: &Path) -> String {
    let inside = path.strip_prefix(folder).unwrap_or(path);
    let parts: Vec<_> = inside.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
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
