//! Tests that span several rooms: functions with `#[test]`, by what they are about.
//! Where every case is to be a test with a name, it stands in `cases.rs`.

mod adapter;
mod advice;
mod atomics;
mod cores;
mod counters;
mod counts;
mod device_wgpu;
#[cfg(unix)]
mod device_worker;
mod output;
mod prediction;
mod profiler;
mod rust_catalog;
mod rust_document;
mod seeds;
mod simulator;
mod skips;
mod trace;
mod twins;
mod warps;

use std::collections::BTreeSet;
use std::path::Path;

/// The roots of the test programs: other files are modules of one of them.
const ROOTS: [(&str, &str); 3] = [
    ("cases", include_str!("cases.rs")),
    ("random", include_str!("random.rs")),
    ("suite", include_str!("suite.rs")),
];

#[test]
fn every_file_is_a_part_of_a_test_program() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("readable").path());
    let files: BTreeSet<String> = paths
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()))
        .collect();
    let is_known = |name: &str| {
        let line = format!("mod {name};");
        ROOTS.iter().any(|(root, text)| *root == name || text.lines().any(|own| own == line))
    };
    let lost: Vec<&String> = files.iter().filter(|name| !is_known(name)).collect();
    assert!(lost.is_empty(), "these run nowhere: name them in cases.rs or suite.rs: {lost:?}");
}
