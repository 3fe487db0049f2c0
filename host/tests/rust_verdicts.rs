//! Small texts about generics, traits and `impl`s, judged twice: by rustc, and by
//! the front end. Both must accept or both refuse, and for the same reason.
//!
//! The files of `rust_verdicts/` are lists of texts. A line `//= name` begins one
//! that is fine, `//= name | E0369 | words` one that is refused: with that code by
//! rustc, with those words by the front end.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use warpbench_front::rust::check::check;

struct Case {
    name: String,
    /// The code of rustc and our words, if it is refused.
    refusal: Option<(String, String)>,
    text: String,
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rust_verdicts");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder of the texts")
        .map(|file| file.expect("a file").path())
        .collect();
    files.sort();
    files.iter().flat_map(|file| read(&fs::read_to_string(file).expect("readable"))).collect()
}

/// Takes a list of texts apart.
fn read(list: &str) -> Vec<Case> {
    let parts = list.split("//= ").skip(1);
    let case = |part: &str| {
        let (head, text) = part.split_once('\n').expect("a line of its own");
        let words: Vec<String> = head.split(" | ").map(|word| word.trim().to_owned()).collect();
        let refusal = match &words[1..] {
            [] => None,
            [code, words] => Some((code.clone(), words.clone())),
            _ => panic!("`{head}` is not `name` or `name | code | words`"),
        };
        Case { name: words[0].clone(), refusal, text: text.to_owned() }
    };
    parts.map(case).collect()
}

/// The codes of rustc's errors, and what it says.
fn rustc(text: &str, folder: &Path, name: &str) -> (Vec<String>, String) {
    let source = folder.join(format!("{name}.rs"));
    fs::write(&source, text).expect("writable");
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(compiler)
        .args(["--edition", "2024", "--crate-type", "lib", "--emit", "metadata"])
        .args(["--cap-lints", "allow", "--error-format", "short", "-o"])
        .arg(folder.join(format!("{name}.rmeta")))
        .arg(&source)
        .output()
        .expect("rustc is there");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let mut codes: Vec<String> = said
        .split("error[")
        .skip(1)
        .filter_map(|rest| rest.split_once(']'))
        .map(|(code, _)| code.to_owned())
        .collect();
    codes.sort();
    codes.dedup();
    if codes.is_empty() && !output.status.success() {
        codes.push("an error without a code".to_owned());
    }
    (codes, said)
}

/// What the front end says of a text, one message after the other.
fn said(text: &str) -> Vec<String> {
    match check(text) {
        Ok(_) => Vec::new(),
        Err(found) => found.into_iter().map(|diagnostic| diagnostic.message).collect(),
    }
}

#[test]
fn what_rustc_accepts_is_accepted() {
    let cases = cases();
    let fine: Vec<&Case> = cases.iter().filter(|case| case.refusal.is_none()).collect();
    assert!(fine.len() >= 50, "{} texts", fine.len());
    let folder = tempfile::tempdir().expect("a folder");
    let module = |case: &&Case| format!("mod {} {{\n{}\n}}\n", case.name, case.text);
    let (codes, words) = rustc(&fine.iter().map(module).collect::<String>(), folder.path(), "fine");
    assert!(codes.is_empty(), "rustc refuses:\n{words}");
    let wrong: Vec<String> = fine
        .iter()
        .map(|case| (case, said(&case.text)))
        .filter(|(_, found)| !found.is_empty())
        .map(|(case, found)| format!("{}: {}\n{}", case.name, found.join("; "), case.text))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_rustc_refuses_is_refused_for_the_same_reason() {
    let cases = cases();
    let refused: Vec<&Case> = cases.iter().filter(|case| case.refusal.is_some()).collect();
    assert!(refused.len() >= 100, "{} texts", refused.len());
    let folder = tempfile::tempdir().expect("a folder");
    let (queue, wrong) = (Mutex::new(refused), Mutex::new(Vec::new()));
    let judge = |case: &Case| {
        let Some((code, words)) = &case.refusal else { return };
        let (codes, _) = rustc(&case.text, folder.path(), &case.name);
        let found = said(&case.text);
        if codes != [code.as_str()] || !found.iter().any(|message| message.contains(words)) {
            let name = &case.name;
            let line = format!("{name}: rustc says {codes:?}, we say {found:?}\n{}", case.text);
            wrong.lock().expect("the list").push(line);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some(case) = { queue.lock().expect("the queue").pop() } {
                    judge(case);
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("the list");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
