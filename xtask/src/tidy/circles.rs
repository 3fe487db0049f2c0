//! No circle of modules crosses a folder: imports run from what is put together to what
//! it is made of, and a reader can start at the bottom.
//!
//! Within a folder files may name each other; there they are one room. A name that a
//! crate's root passes on is followed to where it comes from. Circles that there were
//! before the rule stand in `exceptions`, with the folders that they may cross.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Finding, Violation,
    edges::ROOMS,
    exceptions,
    rust_paths::{follow, imports, paths},
    rust_text::code_only,
    rust_tokens::{Token, files_of_tests, tokens, without_tests},
};

/// A module below the root, by the names that lead to it.
type Module = Vec<String>;

/// The sources of a crate, as paths and texts by the modules that they are.
type Sources<'a> = BTreeMap<Module, (&'a str, &'a str)>;

/// Looks for circles. Takes all files of the repository, as paths and texts.
pub(super) fn check(files: &[(String, String)]) -> Vec<Violation> {
    let tests = files_of_tests(files);
    let mut violations = Vec::new();
    for room in ROOMS {
        let sources: Sources<'_> = files
            .iter()
            .filter(|(path, _)| !tests.contains(path.as_str()))
            .filter_map(|(path, text)| Some((module_of(room.folder, path)?, (&**path, &**text))))
            .collect();
        violations.extend(check_crate(room.folder, &sources));
    }
    violations
}

fn check_crate(folder: &str, sources: &Sources<'_>) -> Vec<Violation> {
    let passed_on = passed_on(sources);
    let edges: BTreeMap<&Module, BTreeSet<&Module>> = sources
        .iter()
        .map(|(module, (_, text))| (module, named(module, text, sources, &passed_on)))
        .collect();
    let mut seen = BTreeSet::new();
    let mut violations = Vec::new();
    for module in sources.keys() {
        let circle: BTreeSet<&Module> = reachable(module, &edges)
            .into_iter()
            .filter(|other| reachable(other, &edges).contains(module))
            .collect();
        let folders: BTreeSet<&str> =
            circle.iter().map(|module| folder_of(sources[*module].0, sources)).collect();
        if folders.len() < 2 || circle.iter().any(|other| seen.contains(*other)) {
            continue;
        }
        seen.extend(circle.iter().copied());
        if exceptions::may_be_circular(folder, &folders) {
            continue;
        }
        let names: Vec<&str> = circle.iter().map(|module| sources[*module].0).collect();
        let message = format!(
            "a circle of modules crosses folders: {}; move what the lower one needs down into it",
            names.join(", ")
        );
        violations.push(Violation {
            path: sources[module].0.to_owned(),
            finding: Finding::new(1, message),
        });
    }
    violations
}

/// The folder that a file belongs to: the one of its name, where there is one beside it.
fn folder_of<'a>(path: &'a str, sources: &Sources<'_>) -> &'a str {
    let stem = path.strip_suffix(".rs").unwrap_or(path);
    let is_below = |(other, _): &(&str, &str)| {
        other.strip_prefix(stem).is_some_and(|rest| rest.starts_with('/'))
    };
    if sources.values().any(is_below) {
        return stem;
    }
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The module that a file is in the crate of a folder.
fn module_of(folder: &str, path: &str) -> Option<Module> {
    let below = path.strip_prefix(folder)?.strip_prefix("/src/")?.strip_suffix(".rs")?;
    let root = matches!(below, "lib" | "main" | "mod");
    let below = if root { "" } else { below.strip_suffix("/mod").unwrap_or(below) };
    Some(below.split('/').filter(|name| !name.is_empty()).map(str::to_owned).collect())
}

/// What the crate's root brings in, by name, which others name by the root.
fn passed_on(sources: &Sources<'_>) -> BTreeMap<String, Vec<String>> {
    let Some((_, text)) = sources.get(&Module::new()) else { return BTreeMap::new() };
    let code = code_only(text);
    imports(&paths(&without_visibility(&without_tests(&tokens(&code)))))
}

/// The other modules that a module names.
fn named<'a>(
    module: &Module,
    text: &str,
    sources: &'a Sources<'_>,
    passed_on: &BTreeMap<String, Vec<String>>,
) -> BTreeSet<&'a Module> {
    let code = code_only(text);
    let mut found = paths(&without_visibility(&without_tests(&tokens(&code))));
    let imports = imports(&found);
    let mut modules = BTreeSet::new();
    for path in &mut found {
        if !path.is_import {
            follow(&mut path.segments, &imports);
        }
        let Some(mut full) = absolute(module, &path.segments, sources) else { continue };
        let is_item = full.first().is_some_and(|first| {
            passed_on.contains_key(first) && !sources.contains_key(&full[..1])
        });
        if is_item && !module.is_empty() {
            follow(&mut full, passed_on);
            full.retain(|segment| !matches!(&**segment, "crate" | "self"));
        }
        let prefixes = (0..=full.len()).rev().map(|length| &full[..length]);
        let target = prefixes.into_iter().find_map(|prefix| sources.get_key_value(prefix));
        modules.extend(target.map(|(target, _)| target).filter(|target| *target != module));
    }
    modules
}

/// The tokens without what stands behind `pub` in parentheses, which names modules
/// and imports nothing.
fn without_visibility<'a>(tokens: &[Token<'a>]) -> Vec<Token<'a>> {
    let mut kept: Vec<Token<'a>> = Vec::new();
    let mut is_inside = false;
    for token in tokens {
        let is_behind_pub = kept.last().is_some_and(|last| last.text == "pub");
        is_inside |= is_behind_pub && token.text == "(";
        if !is_inside {
            kept.push(*token);
        }
        is_inside &= token.text != ")";
    }
    kept
}

/// A path from the root on; nothing where it leads elsewhere.
fn absolute(module: &Module, segments: &[String], sources: &Sources<'_>) -> Option<Module> {
    if segments.first().is_some_and(|first| first == "crate") {
        return segments.get(1..).map(<[String]>::to_vec);
    }
    let ups = segments.iter().take_while(|segment| *segment == "super").count();
    let rest = &segments[ups..];
    let rest = rest.strip_prefix(&["self".to_owned()][..]).unwrap_or(rest);
    let base = module.get(..module.len().checked_sub(ups)?)?;
    let full: Module = base.iter().chain(rest).cloned().collect();
    // A path without a head is one of this module's children, if it has such.
    let is_child = || {
        let child: Module = base.iter().chain(rest.first()).cloned().collect();
        segments.len() > 1 && sources.contains_key(&child)
    };
    (ups > 0 || segments.first().is_some_and(|first| first == "self") || is_child()).then_some(full)
}

/// All that can be reached over at least one edge.
fn reachable<'a>(
    from: &Module,
    edges: &BTreeMap<&'a Module, BTreeSet<&'a Module>>,
) -> BTreeSet<&'a Module> {
    let mut found = BTreeSet::new();
    let mut next: Vec<&Module> = edges.get(from).into_iter().flatten().copied().collect();
    while let Some(module) = next.pop() {
        if found.insert(module) {
            next.extend(edges.get(module).into_iter().flatten().copied());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    #[test]
    fn only_circles_that_cross_folders_are_found() {
        let check = |files: &[(&str, &str)], expected: &[&str]| {
            let files: Vec<(String, String)> = files
                .iter()
                .map(|(path, text)| (format!("app/window/src/{path}"), (*text).to_owned()))
                .collect();
            let found: Vec<String> = super::check(&files).iter().map(ToString::to_string).collect();
            assert_eq!(found.len(), expected.len(), "{found:?}");
            for (found, expected) in found.iter().zip(expected) {
                assert!(found.contains(expected), "{found}");
            }
        };
        let down = ("panels/a.rs", "use crate::state::b::B;\n");
        check(&[down, ("state/b.rs", "pub struct B;\n")], &[]);
        check(
            &[down, ("state/b.rs", "use crate::panels::a::A;\n")],
            &["src/panels/a.rs, app/window/src/state/b.rs"],
        );
        // By another way: through the parent, an alias, or in the middle of a body.
        for back in [
            "use super::super::panels::a;\n",
            "use crate::panels as p;\nfn f() { p::a::g() }\n",
            "fn f() { crate::panels::a::g() }\n",
        ] {
            check(&[down, ("state/b.rs", back)], &["a circle"]);
        }
        check(&[down, ("state/b.rs", "pub(in crate::panels) struct B(pub(super) u8);\n")], &[]);
        // Tests may look up, and a folder is one room.
        check(&[down, ("state/b.rs", "#[cfg(test)]\nmod t { use crate::panels::a::A; }\n")], &[]);
        check(
            &[("state/mod.rs", "mod b;\npub use b::B;\n"), ("state/b.rs", "use super::State;\n")],
            &[],
        );
        check(
            &[
                ("lib.rs", "mod state;\nuse state::b::B;\n"),
                ("state/mod.rs", "pub mod b;\n"),
                ("state/b.rs", "use crate::open;\n"),
            ],
            &["src/lib.rs, app/window/src/state/b.rs"],
        );
        // A file and the folder of its name are one room.
        check(
            &[("state.rs", "pub mod b;\npub use b::B;\n"), ("state/b.rs", "use super::C;\n")],
            &[],
        );
        // What the root passes on lies elsewhere.
        check(
            &[
                ("lib.rs", "mod error;\nmod state;\npub use error::E;\npub use state::b::B;\n"),
                ("error.rs", "pub struct E;\n"),
                ("state/mod.rs", "pub mod b;\n"),
                ("state/b.rs", "use crate::E;\n"),
            ],
            &[],
        );
    }
}
