//! The rooms that also run in a browser name no thread, file, process, clock or
//! environment outside of their tests.
//!
//! What a source names is read off its words, without a parser: `use` trees are
//! unfolded, and every other path is followed through the names that they bring
//! in. So `use std::{time}; time::Instant::now()` is found, in its second line.

use super::{
    Finding, Violation,
    edges::{FORBIDDEN_STD, Forbidden, IN_BROWSER, Room},
    rust_paths::{Path, follow, imports, paths},
    rust_text::code_only,
    rust_tokens::{files_of_tests, tokens, without_tests},
};

/// Looks through the sources of the rooms that run in a browser. Takes all files
/// of the repository, as paths and texts.
pub(super) fn check(files: &[(String, String)]) -> Vec<Violation> {
    let folders: Vec<String> = IN_BROWSER
        .into_iter()
        .filter_map(Room::named)
        .map(|room| format!("{}/src/", room.folder))
        .collect();
    let sources: Vec<(&str, String)> = files
        .iter()
        .filter(|(path, _)| path.ends_with(".rs"))
        .filter(|(path, _)| folders.iter().any(|folder| path.starts_with(folder)))
        .map(|(path, text)| (path.as_str(), code_only(text)))
        .collect();
    let tests = files_of_tests(files);
    sources
        .iter()
        .filter(|(path, _)| !tests.contains(*path))
        .flat_map(|(path, code)| {
            let findings = check_source(code).into_iter();
            findings.map(|finding| Violation { path: (*path).to_owned(), finding })
        })
        .collect()
}

/// What a source without comments and literals names that a browser lacks.
fn check_source(code: &str) -> Vec<Finding> {
    let tokens = without_tests(&tokens(code));
    let mut named = paths(&tokens);
    let imports = imports(&named);
    let mut findings = Vec::new();
    for path in &mut named {
        if !path.is_import {
            follow(&mut path.segments, &imports);
        }
        if let Some(Forbidden { path: forbidden, instead }) = forbidden(path) {
            let message = format!(
                "`{}` in a room that also runs in a browser; {instead}",
                forbidden.join("::")
            );
            findings.push(Finding::new(path.line, message));
        }
    }
    findings.sort();
    findings.dedup();
    findings
}

fn forbidden(path: &Path) -> Option<Forbidden> {
    FORBIDDEN_STD.into_iter().find(|forbidden| {
        let common =
            forbidden.path.iter().zip(&path.segments).take_while(|(a, b)| **a == b.as_str());
        let common = common.count();
        common == forbidden.path.len() || (path.is_glob && common == path.segments.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines in which something was found.
    fn lines(source: &str) -> Vec<usize> {
        check_source(&code_only(source)).iter().map(|finding| finding.line).collect()
    }

    #[test]
    fn what_a_browser_lacks_is_found_however_it_is_named() {
        let cases: [(&str, &[usize]); 19] = [
            ("\nuse std::thread;", &[2]),
            ("use std::{\n  ops::Range,\n  thread::{self, scope},\n};", &[3]),
            ("fn f() { std::fs::read(p); }", &[1]),
            ("fn f() { ::std::process::exit(1); }", &[1]),
            ("use std::{time};\nfn f() { time::Instant::now(); }", &[2]),
            ("use std::time as t;\nstatic S: t::SystemTime = 0;", &[2]),
            ("use std::time::{self as t, Duration};\nt::UNIX_EPOCH", &[2]),
            ("use std as s;\nuse s::x;\nfn f() { s::env::var(v); }", &[3]),
            ("use std::time::*;", &[1]),
            ("use std::time::{Duration, Instant};", &[1]),
            ("fn f(now: &dyn Fn() -> std::time::Instant) {}", &[1]),
            ("fn f() { let _ = std::thread::Builder::new(); }\nuse std::env::var_os;", &[1, 2]),
            // Near misses.
            ("use std::time::Duration;", &[]),
            ("use std::{thread_local, path::Path};", &[]),
            ("use crate::thread;\nfn f() { thread::index_1d(); }", &[]),
            ("fn f(s: &S) { s.std.thread(); own::std::thread::f(); }", &[]),
            ("// std::thread\nconst T: &str = \"std::fs\";", &[]),
            ("fn f() -> impl Fn() + use<'_> { env!(\"A\"); }", &[]),
            ("use self::time;\nfn f() { time::Instant::now(); }", &[]),
        ];
        for (source, expected) in cases {
            assert_eq!(lines(source), expected, "{source}");
        }
    }

    #[test]
    fn tests_may_do_what_they_like() {
        let cases: [(&str, &[usize]); 6] = [
            ("#[cfg(test)]\nmod tests { use std::fs; fn f() {} }\nuse std::env;", &[3]),
            ("#[cfg(test)]\n#[path = \"x.rs\"]\nmod tests;\nuse std::env;", &[4]),
            ("#[cfg(all(test, unix))]\nuse std::{fs, env};\nfn f() {}", &[]),
            ("#[cfg(test)]\nfn f() -> [u8; 2] { std::fs::read() }\nuse std::env;", &[3]),
            ("#[cfg(not(test))]\nuse std::fs;", &[2]),
            ("#![cfg(test)]\nuse std::fs;", &[]),
        ];
        for (source, expected) in cases {
            assert_eq!(lines(source), expected, "{source}");
        }
    }

    #[test]
    fn only_rooms_that_run_in_a_browser_are_looked_at() {
        let thread = "use std::thread;\n";
        let files = [
            ("host/front/src/lib.rs", "mod a;\n#[cfg(test)]\nmod tests;\n"),
            (
                "host/front/src/a.rs",
                "\nuse std::thread;\n#[cfg(test)]\n#[path = \"b.rs\"]\nmod c;\n",
            ),
            ("host/front/src/b.rs", thread),
            ("host/front/src/tests.rs", thread),
            ("host/front/src/tests/deeper.rs", thread),
            ("host/front/tests/all.rs", thread),
            ("host/front/README.md", thread),
            ("host/machine/src/sim/mod.rs", "#[cfg(test)]\nmod tests;\n"),
            ("host/machine/src/sim/tests/mod.rs", thread),
            ("host/machine/src/sim/tests/more.rs", thread),
            ("host/device/src/lib.rs", thread),
        ]
        .map(|(path, text)| (path.to_owned(), text.to_owned()));
        let violations: Vec<String> = check(&files).iter().map(ToString::to_string).collect();
        assert_eq!(
            violations,
            ["host/front/src/a.rs:2: `std::thread` in a room that also runs in a browser; spread \
              work with the `Cores` that the caller passes in"]
        );
    }
}
