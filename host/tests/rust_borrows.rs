//! Borrows: small functions, each given to rustc and to the workbench, which must
//! come to the same verdict, and about what is refused say the same.
//!
//! `rust_borrows/refused.rs` has those that the compiler refuses, with the code of
//! its error, `rust_borrows/accepted.rs` those that it accepts, and
//! `rust_borrows/mixed.rs` longer ones of both kinds.

mod accepted;
mod mixed;
mod refused;

use crate::{trial, verdict};
use libtest_mimic::{Failed, Trial};
use std::collections::BTreeMap;
use std::process::Command;
use std::sync::LazyLock;
use warpbench_front::rust::check::check;

/// What the workbench finds wrong with a text.
fn own_verdict(text: &str) -> Vec<String> {
    match check(text) {
        Ok(_) => Vec::new(),
        Err(found) => found.iter().map(|found| found.code.to_string()).collect(),
    }
}

/// What rustc finds wrong with each of several texts: the codes of its errors.
fn verdicts(texts: &[&str]) -> Vec<Vec<String>> {
    let folder = tempfile::tempdir().expect("a folder");
    let (source, result) = (folder.path().join("texts.rs"), folder.path().join("texts.rmeta"));
    let mut all = String::new();
    let mut owners = BTreeMap::new();
    for (number, text) in texts.iter().enumerate() {
        owners.insert(all.lines().count() + 1, number);
        all += &format!("pub mod m{number} {{\n{text}\n}}\n");
    }
    std::fs::write(&source, all).expect("writable");
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(compiler)
        .args(["--edition", "2024", "--crate-type", "lib", "--cap-lints", "allow"])
        .args(["--emit", "metadata", "--error-format", "short", "-o"])
        .args([&result, &source])
        .output()
        .expect("rustc starts");
    let said = String::from_utf8_lossy(&output.stderr);
    let mut found = vec![Vec::new(); texts.len()];
    for line in said.lines() {
        let Some((place, error)) = line.split_once(": error") else { continue };
        let number = place.rsplit(':').nth(1).and_then(|number| number.parse::<usize>().ok());
        let owner = number.and_then(|number| owners.range(..=number).next_back());
        let (_, owner) = owner.unwrap_or_else(|| panic!("of no text: {line}"));
        let code = error.strip_prefix('[').and_then(|rest| rest.split(']').next());
        found[*owner].push(code.unwrap_or("another").to_owned());
    }
    found
}

/// What rustc says of all texts of a kind, which it is asked once.
type Verdicts = LazyLock<Vec<Vec<String>>>;

static OF_REFUSED: Verdicts = LazyLock::new(|| {
    let texts: Vec<&str> = refused().map(|(_, text)| text).collect();
    verdicts(&texts)
});

static OF_ACCEPTED: Verdicts = LazyLock::new(|| {
    let texts: Vec<&str> = accepted().collect();
    verdicts(&texts)
});

fn refused() -> impl Iterator<Item = (&'static str, &'static str)> {
    refused::CASES.iter().chain(mixed::REFUSED).copied()
}

fn accepted() -> impl Iterator<Item = &'static str> {
    accepted::CASES.iter().chain(mixed::ACCEPTED).copied()
}

pub(crate) fn trials() -> Vec<Trial> {
    let refused = refused().enumerate().map(|(at, (code, text))| {
        let name = format!("{at:03}_{code}");
        trial("rust_borrows::refused", name, move || is_refused(code, text, &OF_REFUSED[at]))
    });
    let accepted = accepted().enumerate().map(|(at, text)| {
        let name = format!("{at:03}");
        trial("rust_borrows::accepted", name, move || is_accepted(text, &OF_ACCEPTED[at]))
    });
    refused.chain(accepted).collect()
}

/// What the compiler refuses is refused for the same reason.
fn is_refused(expected: &str, text: &str, rustc: &[String]) -> Result<(), Failed> {
    let mut wrong = Vec::new();
    if !rustc.iter().any(|code| code == expected) {
        wrong.push(format!("rustc says {rustc:?}, not {expected}, of\n{text}"));
    }
    let own = own_verdict(text);
    if !own.iter().any(|code| code == expected) {
        wrong.push(format!("the workbench says {own:?}, not {expected}, of\n{text}"));
    }
    // Nothing may be said that the compiler does not say.
    if let Some(more) = own.iter().find(|code| !rustc.contains(code)) {
        wrong.push(format!("the workbench says {more} besides {rustc:?}, of\n{text}"));
    }
    verdict(&wrong)
}

/// What the compiler accepts is accepted.
fn is_accepted(text: &str, rustc: &[String]) -> Result<(), Failed> {
    let mut wrong = Vec::new();
    if !rustc.is_empty() {
        wrong.push(format!("rustc says {rustc:?} of\n{text}"));
    }
    if let Err(found) = check(text) {
        let said = warpbench_front::diagnostic::render("text", text, &found);
        wrong.push(format!("the workbench refuses\n{said}"));
    }
    verdict(&wrong)
}
