//! The program, folders to use it in, and texts of labs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// A folder in which the program is used.
pub(crate) struct Desk {
    folder: TempDir,
}

/// What the program said, and how it ended.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) error: String,
}

impl Said {
    pub(crate) fn of(output: Output) -> Said {
        Said {
            code: output.status.code(),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            error: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// The same, if it ended so.
    #[track_caller]
    pub(crate) fn ended(self, code: i32) -> Said {
        assert_eq!(self.code, Some(code), "{}{}", self.out, self.error);
        self
    }
}

impl Desk {
    pub(crate) fn new() -> Desk {
        Desk { folder: tempfile::tempdir().expect("a folder") }
    }

    pub(crate) fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: impl AsRef<Path>, text: impl AsRef<[u8]>) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("is written");
    }

    pub(crate) fn read(&self, name: impl AsRef<Path>) -> String {
        let path = self.path(name);
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_warpbench"));
        command.args(arguments).current_dir(self.folder.path());
        command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        command
    }

    /// Uses the program here.
    pub(crate) fn run(&self, arguments: &[&str]) -> Said {
        let said = Said::of(self.command(arguments).output().expect("the binary starts"));
        assert!(!said.error.contains("panicked"), "{arguments:?}: {}", said.error);
        said
    }

    /// The files of a folder with what is in them, by their names in it.
    pub(crate) fn files(&self, name: &str) -> BTreeMap<String, Vec<u8>> {
        let mut files = BTreeMap::new();
        let mut folders = vec![self.path(name)];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(&folder).expect("can be read") {
                let path = entry.expect("can be read").path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let inside = path.strip_prefix(self.path(name)).expect("lies in it");
                    let bytes = std::fs::read(&path).expect("can be read");
                    files.insert(inside.to_string_lossy().into_owned(), bytes);
                }
            }
        }
        files
    }

    /// A class of the first lab: one right, one starter and one wrong text in turn,
    /// each with a name of its own.
    pub(crate) fn class(&self, folder: &str, count: usize) {
        for number in 0..count {
            let text = match number % 3 {
                0 => lab_file("01_first_kernel", "solution.rs"),
                1 => lab_file("01_first_kernel", "starter.rs"),
                _ => lab_file("01_first_kernel", "solution.rs").replace(" < n", " <= n"),
            };
            let text = format!("// Submission {number}.\n{text}");
            self.write(Path::new(folder).join(format!("student{number:03}.rs")), text);
        }
    }
}

/// The folder of the labs that come with the program.
pub(crate) fn labs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/labs")
}

/// A file of a lab that comes with the program.
pub(crate) fn lab_file(lab: &str, name: &str) -> String {
    std::fs::read_to_string(labs().join(lab).join(name)).expect("the lab has it")
}

/// The names of the labs that come with the program.
pub(crate) fn lab_names() -> Vec<String> {
    let entries = std::fs::read_dir(labs()).expect("there are labs");
    let names = entries.map(|entry| entry.expect("can be read").file_name());
    let mut names: Vec<String> =
        names.map(|name| name.into_string().expect("a plain name")).collect();
    names.sort();
    names
}

/// The cells of a table, line by line.
pub(crate) fn rows(text: &str) -> Vec<Vec<String>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut rows = Vec::new();
    let mut row = Vec::new();
    let mut cell = String::new();
    let mut is_quoted = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if is_quoted && chars.peek() == Some(&'"') => {
                chars.next();
                cell.push('"');
            }
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => row.push(std::mem::take(&mut cell)),
            '\n' if !is_quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            c => cell.push(c),
        }
    }
    assert!(row.is_empty() && cell.is_empty() && !is_quoted, "the last line has no end: {text}");
    rows
}
