//! Borrows: small functions, each given to rustc and to the workbench, which must
//! come to the same verdict, and about what is refused say the same.
//!
//! `rust_borrows/refused.rs` has those that the compiler refuses, with the code of
//! its error, `rust_borrows/accepted.rs` those that it accepts, and
//! `rust_borrows/mixed.rs` longer ones of both kinds.

#[path = "rust_borrows/accepted.rs"]
mod accepted;
#[path = "rust_borrows/mixed.rs"]
mod mixed;
#[path = "rust_borrows/refused.rs"]
mod refused;

use std::collections::BTreeMap;
use std::process::Command;
use warpbench_front::rust::check::check;

/// The code of rustc's error that says the same as a message of the workbench.
fn code(message: &str) -> &'static str {
    let is = |words: &str| message.contains(words);
    if is("as mutable more than once") {
        "E0499"
    } else if is("because it is also borrowed as") {
        "E0502"
    } else if is("because it was mutably borrowed") {
        "E0503"
    } else if is("cannot move out of") && is("because it is borrowed") {
        "E0505"
    } else if is("cannot assign to") && is("because it is borrowed") {
        "E0506"
    } else if is("cannot return a reference to") {
        "E0515"
    } else if is("does not live long enough") {
        "E0597"
    } else if is("may outlive the function") {
        "E0373"
    } else {
        "another"
    }
}

/// What the workbench finds wrong with a text, as codes of the compiler.
fn own_verdict(text: &str) -> Vec<String> {
    match check(text) {
        Ok(_) => Vec::new(),
        Err(found) => found.iter().map(|found| code(&found.message).to_owned()).collect(),
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

#[test]
fn what_the_compiler_refuses_is_refused_for_the_same_reason() {
    let cases: Vec<(&str, &str)> = refused::CASES.iter().chain(mixed::REFUSED).copied().collect();
    let texts: Vec<&str> = cases.iter().map(|(_, text)| *text).collect();
    assert!(texts.len() >= 130, "{} texts", texts.len());
    let mut wrong = Vec::new();
    for ((expected, text), verdict) in cases.iter().zip(verdicts(&texts)) {
        if !verdict.iter().any(|code| code == expected) {
            wrong.push(format!("rustc says {verdict:?}, not {expected}, of\n{text}"));
        }
        let own = own_verdict(text);
        if !own.iter().any(|code| code == expected) {
            wrong.push(format!("the workbench says {own:?}, not {expected}, of\n{text}"));
        }
        // Nothing may be said that the compiler does not say.
        if let Some(more) = own.iter().find(|code| !verdict.contains(code)) {
            wrong.push(format!("the workbench says {more} besides {verdict:?}, of\n{text}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn what_the_compiler_accepts_is_accepted() {
    let texts: Vec<&str> = accepted::CASES.iter().chain(mixed::ACCEPTED).copied().collect();
    assert!(texts.len() >= 200, "{} texts", texts.len());
    let mut wrong = Vec::new();
    for (text, verdict) in texts.iter().zip(verdicts(&texts)) {
        if !verdict.is_empty() {
            wrong.push(format!("rustc says {verdict:?} of\n{text}"));
        }
        if let Err(found) = check(text) {
            let said = warpbench_front::diagnostic::render("text", text, &found);
            wrong.push(format!("the workbench refuses\n{said}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
