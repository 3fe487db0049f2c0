//! Kernels as public projects write them: they are right, and no detector may say
//! otherwise, under any schedule or width.
//!
//! The patterns are theirs, the text is ours. A file's first line says whose it
//! is, the next ones are those of every [`fixture`]. Where a short formula says
//! what must come out, it stands in the table below.

mod fixture;

use fixture::{Case, paths};
use std::collections::BTreeSet;

/// What a word of a buffer must hold, by its index.
type Formula = fn(u32) -> u32;

/// Files, the binding of their result and what it must hold.
const RESULTS: &[(&str, usize, Formula)] = &[
];

#[test]
fn what_the_projects_write_gives_no_alarm() {
    let (mut failures, mut authors, mut rust) = (Vec::new(), BTreeSet::new(), 0);
    let paths = paths("public");
    for path in &paths {
        let case = Case::read(path);
        assert!(case.is_right(), "{}: it is right", case.name);
        authors.insert(author(&case));
        rust += usize::from(case.name.ends_with(".rs"));
        failures.extend(case.failures(|contents| {
            let mut wanted = RESULTS.iter().filter(|(name, ..)| *name == case.name);
            wanted.all(|&(_, binding, formula)| {
                (0..).zip(&contents[binding]).all(|(index, &word)| word == formula(index))
            })
        }));
    }
    let count = failures.len();
    assert!(failures.is_empty(), "{count} failures:\n{}", failures.join("\n"));
    assert!(paths.len() >= 30 && authors.len() >= 12, "{} by {authors:?}", paths.len());
    assert!(rust >= 12 && paths.len() - rust >= 12, "{rust} of {} in Rust", paths.len());
}

#[test]
fn every_formula_has_its_kernel() {
    let names: BTreeSet<String> = paths("public")
        .iter()
        .filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned()))
        .collect();
    for (name, ..) in RESULTS {
        assert!(names.contains(*name), "there is no {name}");
    }
}

/// Whose pattern a kernel is.
fn author(case: &Case) -> String {
    let line = case.text.lines().next().and_then(|line| line.strip_prefix("// pattern: "));
    let (_, author) = line.and_then(|line| line.rsplit_once(", by ")).unwrap_or_else(|| {
        panic!("{}: its first line does not say `// pattern: PROJECT, by AUTHOR`", case.name)
    });
    author.to_owned()
}
