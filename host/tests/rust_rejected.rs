//! Kernels in Rust that must be refused, each with the exact words.
//!
//! `rust_rejected/x.rs` is the text, `x.txt` beside it what is said of it, but
//! for white space at the ends of lines. `x.fixed` is the text after the help was
//! followed: what the help tells to write stands in it, and it is accepted. A text
//! without one is an exception with a reason. To take over new words after looking
//! at them:
//! `WARPBENCH_BLESS=1 cargo test -p warpbench-host --test rust_rejected`.

use std::fs;
use std::path::{Path, PathBuf};
use warpbench_front::diagnostic::render;
use warpbench_front::rust::check::check;
use warpbench_front::rust::lower::{Options, lower};

fn texts() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rust_rejected");
    let files = fs::read_dir(folder).expect("the folder of the texts");
    let mut texts: Vec<PathBuf> = files
        .map(|file| file.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .collect();
    texts.sort();
    texts
}

/// What is said of a text; nothing where it is not refused.
fn words(text: &str, path: &str) -> Option<String> {
    let program = match check(text) {
        Ok(program) => program,
        Err(diagnostics) => return Some(render(path, text, &diagnostics)),
    };
    let options = Options { entry: "k".to_owned(), block: [64, 1, 1], ..Options::default() };
    lower(&program, &options).err().map(|diagnostics| render(path, text, &diagnostics))
}

/// A text without white space at the ends of its lines and at its own.
fn trimmed(text: &str) -> String {
    let lines: Vec<&str> = text.trim_end().lines().map(str::trim_end).collect();
    lines.join("\n") + "\n"
}

#[test]
fn every_mistake_has_its_words() {
    let bless = std::env::var_os("WARPBENCH_BLESS").is_some();
    let mut wrong = Vec::new();
    let texts = texts();
    assert!(texts.len() >= 250, "{} texts", texts.len());
    for path in texts {
        let text = fs::read_to_string(&path).expect("readable");
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        let Some(said) = words(&text, &name).map(|said| trimmed(&said)) else {
            wrong.push(format!("{name} is not refused"));
            continue;
        };
        if !said.contains("= help:") {
            wrong.push(format!("{name} is not told what to write instead"));
        }
        let beside = path.with_extension("txt");
        if bless {
            fs::write(&beside, &said).expect("writable");
        }
        let expected = fs::read_to_string(&beside).unwrap_or_default();
        if said != expected {
            wrong.push(format!("{name}\n--- expected\n{expected}\n--- said\n{said}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// The code that helps tell to write: what stands in backticks after `write`.
fn told(text: &str) -> Vec<String> {
    let helps = match check(text) {
        Ok(_) => Vec::new(),
        Err(found) => found.into_iter().filter_map(|diagnostic| diagnostic.help).collect(),
    };
    helps
        .iter()
        .filter_map(|help| help.strip_prefix("write `")?.split_once('`'))
        .map(|(code, _)| code.to_owned())
        .collect()
}

/// Texts for which there is nothing to write instead, with the reason.
const WITHOUT_TWIN: &[(&str, &str)] = &[];

/// A text without any white space.
fn bare(text: &str) -> String {
    text.split_whitespace().collect()
}

#[test]
fn what_the_help_says_works() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for path in texts() {
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        let is_exception = WITHOUT_TWIN.iter().any(|(known, _)| *known == name);
        let Ok(fixed) = fs::read_to_string(path.with_extension("fixed")) else {
            if !is_exception {
                wrong.push(format!("{name} has no `.fixed` beside it"));
            }
            continue;
        };
        if is_exception {
            wrong.push(format!("{name} has a `.fixed` and is no exception"));
        }
        count += 1;
        if let Some(said) = words(&fixed, &name) {
            wrong.push(format!("{name}, corrected, is refused:\n{said}"));
        }
        let text = fs::read_to_string(&path).expect("readable");
        for code in told(&text) {
            // What the student has to fill in stands for anything.
            let parts: Vec<String> = code.split('…').map(bare).collect();
            if !parts.iter().all(|part| bare(&fixed).contains(part)) {
                wrong.push(format!("{name}: `{code}` is not in the corrected text"));
            }
        }
    }
    assert!(count >= 250, "{count} corrected texts");
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
