//! Small texts about generics, traits and `impl`s, judged twice: by rustc, and by
//! the front end. Both must accept or both refuse, and for the same
//! reason, which is the code.
//!
//! The files of `rust_verdicts/` are lists of texts. A line `//= name` begins one
//! that is fine, `//= name | E0369 | words` one that is refused: with that code by
//! both, with those words by the front end.

use crate::fixture::paths;
use crate::trial;
use libtest_mimic::{Failed, Trial};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;
use warpbench_front::rust::check::check;

struct Case {
    name: String,
    /// The code of rustc and our words, if it is refused.
    refusal: Option<(String, String)>,
    text: String,
}

static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let lists = paths("rust_verdicts").into_iter();
    lists.flat_map(|list| read(&fs::read_to_string(list).expect("readable"))).collect()
});

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

/// What the front end says of a text, with codes.
fn said(text: &str) -> Vec<String> {
    match check(text) {
        Ok(_) => Vec::new(),
        Err(found) => {
            found.into_iter().map(|found| format!("[{}]: {}", found.code, found.message)).collect()
        }
    }
}

/// Whether the front end may give another code than rustc: `(rustc's, ours)`.
const OTHERWISE: &[(&str, &str)] = &[
    // rustc calls every unknown name E0425 since 1.95. That a type is not known has
    // another reason and another help, so it keeps the code that it had before.
    ("E0425", "E0412"),
    // rustc has no code for a structure that cannot be named as a whole, only for its fields.
    ("an error without a code", "E0451"),
    // Nor for rules of macros.
    ("an error without a code", "S0006"),
    // What is `const` on nightly alone cannot be used either, for the same reason.
    ("E0658", "E0015"),
];

fn is_same(rustc: &str, own: &str) -> bool {
    let is_own = |code: &str| own.starts_with(&format!("[{code}]"));
    is_own(rustc) || OTHERWISE.iter().any(|(theirs, ours)| *theirs == rustc && is_own(ours))
}

/// What rustc says of all texts that are fine, which it is asked once.
static OF_FINE: LazyLock<(Vec<String>, String)> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder");
    let fine = CASES.iter().filter(|case| case.refusal.is_none());
    let module = |case: &Case| format!("mod {} {{\n{}\n}}\n", case.name, case.text);
    rustc(&fine.map(module).collect::<String>(), folder.path(), "fine")
});

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials: Vec<Trial> = CASES
        .iter()
        .map(|case| match &case.refusal {
            None => trial("rust_verdicts::fine", &case.name, || is_accepted(case)),
            Some((code, words)) => {
                trial("rust_verdicts::refused", &case.name, || is_refused(case, code, words))
            }
        })
        .collect();
    let accepts = "rustc_accepts_all_that_is_fine";
    trials.push(trial("rust_verdicts", accepts, || match &*OF_FINE {
        (codes, _) if codes.is_empty() => Ok(()),
        (_, words) => Err(format!("rustc refuses:\n{words}").into()),
    }));
    trials
}

fn is_accepted(case: &Case) -> Result<(), Failed> {
    match said(&case.text).join("; ") {
        found if found.is_empty() => Ok(()),
        found => Err(format!("{found}\n{}", case.text).into()),
    }
}

/// What rustc refuses is refused for the same reason.
fn is_refused(case: &Case, code: &str, words: &str) -> Result<(), Failed> {
    let folder = tempfile::tempdir().expect("a folder");
    let (codes, _) = rustc(&case.text, folder.path(), &case.name);
    let found = said(&case.text);
    if codes == [code] && found.iter().any(|own| own.contains(words) && is_same(code, own)) {
        return Ok(());
    }
    Err(format!("rustc says {codes:?}, we say {found:?}\n{}", case.text).into())
}
