//! Contents of the folder: the program, the pages of assets/web, and what those are told
//! about each other.

use std::{collections::BTreeMap, fs, path::Path};

use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};

use super::{PROGRAM, bindgen::module_name};
use crate::workspace::Workspace;

/// The pages, as they are called in the folder and where they come from.
const PAGES: [(&str, &str); 8] = [
    ("index.html", "assets/web/index.html"),
    ("page.css", "assets/web/page.css"),
    (START, "assets/web/start.js"),
    ("worker.js", "assets/web/worker.js"),
    ("manifest.webmanifest", "assets/web/manifest.webmanifest"),
    ("icon.svg", "assets/package/warpbench.svg"),
    ("icon-256.png", "assets/package/warpbench-256.png"),
    (OFFLINE, "assets/web/offline.js"),
];

/// The page that loads the program, and wants to know how long it is.
const START: &str = "start.js";

/// The service worker, which has to know all files by name.
const OFFLINE: &str = "offline.js";

/// A file of the folder.
pub(super) struct File {
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
}

impl File {
    pub(super) fn read(path: &Path, name: impl Into<String>) -> Result<File> {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(File { name: name.into(), bytes })
    }

    /// Whether the browser needs it before it can show the workbench.
    pub(super) fn is_needed_first(&self) -> bool {
        let program = format!("{PROGRAM}.js");
        ["index.html", "page.css", START, &program, &module_name()].contains(&self.name.as_str())
    }

    /// Puts a value of JSON where the text has a word between `@` signs, in quotes.
    fn insert(&mut self, word: &str, value: &serde_json::Value) -> Result<()> {
        let name = &self.name;
        let text =
            std::str::from_utf8(&self.bytes).with_context(|| format!("{name} is no text"))?;
        let place = format!("\"@{word}@\"");
        ensure!(text.matches(&place).count() == 1, "{name} must have {place} in one place");
        self.bytes = text.replace(&place, &value.to_string()).into_bytes();
        Ok(())
    }
}

/// All files, sorted by their names.
pub(super) struct Folder(pub(super) Vec<File>);

impl Folder {
    /// The pages, and beside them what wasm-bindgen made.
    pub(super) fn collect(workspace: &Workspace, program: Vec<File>) -> Result<Folder> {
        let mut files = program;
        for (name, source) in PAGES {
            files.push(File::read(&workspace.path(source), name)?);
        }
        Folder::link(files)
    }

    /// Tells the pages what they want to know of the other files.
    fn link(mut files: Vec<File>) -> Result<Folder> {
        files.sort_by(|a, b| a.name.cmp(&b.name));
        let module = files.iter().find(|file| file.name == module_name());
        let module_bytes = module.context("there is no program")?.bytes.len();
        named(&mut files, START)?.insert("MODULE_BYTES", &module_bytes.into())?;
        let version = version(&files);
        let kept = files.iter().filter(|file| file.name != OFFLINE);
        // Some servers send whoever asks for index.html to the folder, and what was
        // found at another address must not answer for a page.
        let kept: Vec<String> = kept
            .map(|file| if file.name == "index.html" { "./".into() } else { file.name.clone() })
            .collect();
        let offline = named(&mut files, OFFLINE)?;
        offline.insert("VERSION", &version.into())?;
        offline.insert("FILES", &kept.into())?;
        Ok(Folder(files))
    }

    /// Writes all files, and removes what an earlier version left.
    pub(super) fn write(&self, path: &Path) -> Result<()> {
        let write = || -> std::io::Result<()> {
            if path.exists() {
                fs::remove_dir_all(path)?;
            }
            fs::create_dir_all(path)?;
            self.0.iter().try_for_each(|file| fs::write(path.join(&file.name), &file.bytes))
        };
        write().with_context(|| format!("cannot write {}", path.display()))
    }
}

fn named<'a>(files: &'a mut [File], name: &str) -> Result<&'a mut File> {
    let found = files.iter_mut().find(|file| file.name == name);
    found.with_context(|| format!("there is no {name}"))
}

/// A number that is another one as soon as anything in the folder is different.
fn version(files: &[File]) -> String {
    let sums: BTreeMap<&str, String> =
        files.iter().map(|file| (file.name.as_str(), hex(&Sha256::digest(&file.bytes)))).collect();
    hex(&Sha256::digest(format!("{sums:?}")))[..16].to_owned()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(module: &str) -> Vec<File> {
        let program = module_name();
        let texts = [
            (OFFLINE, "const VERSION = \"@VERSION@\"; const FILES = \"@FILES@\";"),
            (START, "const BYTES = \"@MODULE_BYTES@\";"),
            ("index.html", "<html>"),
            (program.as_str(), module),
        ];
        let file = |(name, text): (&str, &str)| File { name: name.into(), bytes: text.into() };
        texts.map(file).into()
    }

    fn text(folder: &Folder, name: &str) -> String {
        let file = folder.0.iter().find(|file| file.name == name).unwrap();
        String::from_utf8(file.bytes.clone()).unwrap()
    }

    #[test]
    fn the_pages_are_told_of_each_other() {
        let folder = Folder::link(files("1234")).unwrap();
        assert_eq!(text(&folder, START), "const BYTES = 4;");
        let offline = text(&folder, OFFLINE);
        assert!(offline.contains(r#"FILES = ["./","start.js","warpbench_bg.wasm"];"#), "{offline}");
        let other = Folder::link(files("1235")).unwrap();
        assert_ne!(offline, text(&other, OFFLINE), "another program is another version");
        assert_eq!(offline, text(&Folder::link(files("1234")).unwrap(), OFFLINE));
    }

    #[test]
    fn a_page_without_its_place_is_refused() {
        let mut files = files("1234");
        named(&mut files, OFFLINE).unwrap().bytes = b"const VERSION = \"@VERSION@\";".into();
        assert!(Folder::link(files).is_err());
    }

    #[test]
    fn what_was_there_before_is_gone() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("web");
        fs::create_dir(&path).unwrap();
        fs::write(path.join("old.js"), "").unwrap();
        Folder::link(files("1234")).unwrap().write(&path).unwrap();
        assert!(!path.join("old.js").exists());
        assert_eq!(fs::read(path.join("index.html")).unwrap(), b"<html>");
    }
}
