//! Submissions: a file that was handed in, or a folder with a kernel somewhere in it.
//!
//! Whoever hands in a folder chooses what lies in it, so links are not followed, and
//! how deep and how much is looked at is bounded.

use std::fs;
use std::path::{Path, PathBuf};
use warpbench_common::labs::name_in;
use warpbench_lab::lab::Lab;

/// The most bytes of a file that are looked at.
const MOST_BYTES: u64 = 1 << 20;
/// How deep kernels are looked for.
const MOST_DEPTH: usize = 5;
/// The most files and folders that are looked at for one submission.
const MOST_ENTRIES: usize = 5_000;

/// A text that was handed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Text {
    /// `rs` or `wgsl`.
    pub(crate) ending: String,
    pub(crate) text: String,
}

/// The ending of a kernel's file, if it is one.
pub(super) fn ending(path: &Path) -> Option<&'static str> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    ["rs", "wgsl"].into_iter().find(|known| *known == ending)
}

/// Reads what was handed in. What is wrong with it is for whoever handed it in.
pub(crate) fn read(path: &Path, lab: &Lab) -> Result<Text, String> {
    let about = fs::metadata(path).map_err(|error| cannot_be_read(&error))?;
    if about.is_dir() {
        let mut left = MOST_ENTRIES;
        let mut kernels = Vec::new();
        look_into(path, MOST_DEPTH, &mut left, &mut kernels);
        kernels.sort();
        choose(path, &kernels, lab)
    } else {
        read_file(path)
    }
}

/// Reads one of several files that a student handed in.
pub(super) fn read_one_of(files: &[PathBuf], lab: &Lab) -> Result<Text, String> {
    match files {
        [file] => read_unlinked(file, lab),
        files => {
            let mut kernels = Vec::new();
            let mut left = MOST_ENTRIES;
            for file in files {
                consider(file, MOST_DEPTH, &mut left, &mut kernels);
            }
            kernels.sort();
            let folder = files.first().and_then(|file| file.parent()).unwrap_or(Path::new("."));
            choose(folder, &kernels, lab)
        }
    }
}

/// Reads a file or folder that is no link.
fn read_unlinked(path: &Path, lab: &Lab) -> Result<Text, String> {
    let about = fs::symlink_metadata(path).map_err(|error| cannot_be_read(&error))?;
    if about.is_symlink() {
        return Err("it is a link to somewhere else; hand in the file itself".to_owned());
    }
    read(path, lab)
}

fn cannot_be_read(error: &std::io::Error) -> String {
    format!("it cannot be read ({error})")
}

/// The kernels of a folder and of those in it.
fn look_into(folder: &Path, depth: usize, left: &mut usize, kernels: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    // In the order of names: which are looked at must not depend on the machine.
    let mut paths: Vec<PathBuf> =
        entries.flatten().take(MOST_ENTRIES).map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        consider(&path, depth, left, kernels);
    }
}

fn consider(path: &Path, depth: usize, left: &mut usize, kernels: &mut Vec<PathBuf>) {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if *left == 0 || is_clutter(&name) {
        return;
    }
    *left -= 1;
    let Ok(about) = fs::symlink_metadata(path) else { return };
    if about.is_dir() && depth > 0 {
        look_into(path, depth - 1, left, kernels);
    } else if about.is_file() && ending(path).is_some() {
        kernels.push(path.to_owned());
    }
}

/// What systems and tools leave behind, and nobody hands in.
pub(super) fn is_clutter(name: &str) -> bool {
    name.starts_with('.')
        || matches!(name, "__MACOSX" | "target" | "node_modules" | "Thumbs.db" | "desktop.ini")
}

/// The kernel that is meant: the only one, or the only one that is not the starter.
fn choose(folder: &Path, kernels: &[PathBuf], lab: &Lab) -> Result<Text, String> {
    let mut texts = Vec::new();
    for kernel in kernels {
        let text = read_file(kernel);
        if kernels.len() == 1 {
            return text;
        }
        let is_starter = text.as_ref().is_ok_and(|read| {
            lab.texts.iter().any(|own| own.starter.text.trim() == read.text.trim())
        });
        texts.push((kernel, text, is_starter));
    }
    if texts.is_empty() {
        return Err("there is no file of Rust (.rs) or WGSL (.wgsl) in it".to_owned());
    }
    let changed = texts.iter().filter(|(.., is_starter)| !is_starter).count();
    if changed > 1 {
        let names: Vec<String> = texts
            .iter()
            .filter(|(.., is_starter)| !is_starter)
            .take(4)
            .map(|(path, ..)| name_in(path, folder))
            .collect();
        return Err(format!(
            "there are {changed} kernels in it ({}), and nobody can say which one counts; hand \
             in one",
            names.join(", ")
        ));
    }
    // Where nothing was changed, the starter is what was handed in.
    let meant = texts.iter().position(|(.., is_starter)| !is_starter).unwrap_or(0);
    texts.swap_remove(meant).1
}

fn read_file(file: &Path) -> Result<Text, String> {
    let Some(ending) = ending(file) else {
        return Err(
            "the file is neither Rust (.rs) nor WGSL (.wgsl); hand in the kernel's text".to_owned()
        );
    };
    let about = fs::metadata(file).map_err(|error| cannot_be_read(&error))?;
    if !about.is_file() {
        return Err("it is not a file".to_owned());
    }
    if about.len() > MOST_BYTES {
        return Err(format!("the file has {} bytes; {MOST_BYTES} are the most", about.len()));
    }
    let bytes = fs::read(file).map_err(|error| cannot_be_read(&error))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
        format!("the file is not UTF-8, from line {line} on; save it as UTF-8")
    })?;
    if text.trim().is_empty() {
        return Err("the file is empty; hand in the kernel".to_owned());
    }
    // Editors of one system write a mark that no kernel begins with.
    let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
    Ok(Text { ending: ending.to_owned(), text })
}
