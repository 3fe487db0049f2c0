//! Kernels in Rust that must be refused, each with the exact words.
//!
//! `rust_rejected/x.rs` is the text, `x.txt` beside it what is said of it, but
//! for white space at the ends of lines. `x.fixed` is the text after the help was
//! followed: what the help tells to write stands in it, and it is accepted. A text
//! without one is an exception with a reason. To take over new words after looking
//! at them: `UPDATE_SNAPSHOTS=1 cargo test -p warpbench-host --test cases rust_rejected`.

use crate::fixture::{file_name, paths};
use crate::{trial, verdict};
use libtest_mimic::{Failed, Trial};
use std::fs;
use std::path::Path;
use warpbench_front::diagnostic::render;
use warpbench_front::rust::check::check;
use warpbench_front::rust::lower::{Options, lower};

pub(crate) fn trials() -> Vec<Trial> {
    let texts = paths("rust_rejected").into_iter();
    let texts = texts.filter(|path| path.extension().is_some_and(|ending| ending == "rs"));
    let trials = texts.flat_map(|path| {
        let name = path.file_stem().expect("a file").to_string_lossy().into_owned();
        let fixed = path.clone();
        [
            trial("rust_rejected::words", &name, move || has_its_words(&path)),
            trial("rust_rejected::fixed", &name, move || what_the_help_says_works(&fixed)),
        ]
    });
    trials.collect()
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

fn has_its_words(path: &Path) -> Result<(), Failed> {
    let text = fs::read_to_string(path).expect("readable");
    let Some(said) = words(&text, &file_name(path)).map(|said| trimmed(&said)) else {
        return Err("it is not refused".into());
    };
    if !said.contains("= help:") {
        return Err(format!("it is not told what to write instead:\n{said}").into());
    }
    let beside = path.with_extension("txt");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(&beside, &said).expect("writable");
    }
    let expected = fs::read_to_string(&beside).unwrap_or_default();
    if said == expected {
        return Ok(());
    }
    Err(format!("--- expected\n{expected}\n--- said\n{said}").into())
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

fn what_the_help_says_works(path: &Path) -> Result<(), Failed> {
    let name = file_name(path);
    let is_exception = WITHOUT_TWIN.iter().any(|(known, _)| *known == name);
    let fixed = match fs::read_to_string(path.with_extension("fixed")) {
        Err(_) if is_exception => return Ok(()),
        Err(_) => return Err("it has no `.fixed` beside it".into()),
        Ok(_) if is_exception => return Err("it has a `.fixed` and is no exception".into()),
        Ok(fixed) => fixed,
    };
    let mut wrong = Vec::new();
    if let Some(said) = words(&fixed, &name) {
        wrong.push(format!("corrected, it is refused:\n{said}"));
    }
    let text = fs::read_to_string(path).expect("readable");
    for code in told(&text) {
        // What the student has to fill in stands for anything.
        let parts: Vec<String> = code.split('…').map(bare).collect();
        if !parts.iter().all(|part| bare(&fixed).contains(part)) {
            wrong.push(format!("`{code}` is not in the corrected text"));
        }
    }
    verdict(&wrong)
}
