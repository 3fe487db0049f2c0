//! Mistakes are told apart by their codes: nobody may read what is said of them.
//!
//! Only `words/` does, where naga's own texts become those of the workbench.

use std::fs;
use std::path::{Path, PathBuf};

/// Ways to find something out by the words of a diagnostic.
const READING: &[&str] = &[
    ".message ==",
    ".message !=",
    ".message.starts_with(",
    ".message.ends_with(",
    ".message.contains(",
    ".message.strip_prefix(",
    ".label ==",
    ".label.starts_with(",
    ".label.ends_with(",
    ".label.contains(",
];

fn texts(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        match path.is_dir() {
            // naga's words are read there, and tests may read all.
            true if name == "words" || name == "tests" => {}
            true => texts(&path, found),
            false if name.ends_with(".rs") && !name.ends_with("tests.rs") => found.push(path),
            false => {}
        }
    }
}

#[test]
fn nobody_reads_a_message() {
    let host = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the folder of the crates");
    let mut all = Vec::new();
    for name in ["check", "derive", "front", "hir", "lower", "module", "simulate", "case", "lab"] {
        texts(&host.join(name).join("src"), &mut all);
    }
    assert!(all.len() > 200, "{} files", all.len());
    let mut wrong = Vec::new();
    for path in all {
        let text = fs::read_to_string(&path).expect("readable");
        let code = text.split("mod tests {").next().unwrap_or_default();
        for (at, line) in code.lines().enumerate() {
            if READING.iter().any(|way| line.contains(way)) {
                wrong.push(format!("{}:{}: {}", path.display(), at + 1, line.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
