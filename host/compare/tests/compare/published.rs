//! The files in `docs/results`: measured once, and read by every later version.

use super::schema::Schema;
use std::path::{Path, PathBuf};
use warpbench_compare::figures::{api_pairs, counter_rows};
use warpbench_compare::notes::{Notes, Subject};
use warpbench_compare::results::Outcome;
use warpbench_compare::{Collection, Results, read};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/results")
}

fn files() -> Vec<Results> {
    let entries = std::fs::read_dir(folder()).expect("docs/results is there");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let paths = paths.filter(|path| path.extension().is_some_and(|own| own == "json"));
    let schema = Schema::published();
    let files: Vec<Results> = paths
        .map(|path| {
            let text = std::fs::read_to_string(&path).expect("a text");
            schema.accepts(&text);
            read(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        })
        .collect();
    assert!(files.len() >= 2, "the card and the software adapter");
    files
}

#[test]
fn every_file_is_valid_and_everything_in_it_was_checked() {
    for file in files() {
        for record in &file.measurements {
            let is_right = matches!(record.outcome, Outcome::Measured(_) | Outcome::Lacking(_));
            assert!(is_right, "{} on {}", record.kernel, record.device);
        }
    }
}

#[test]
fn what_differs_on_the_card_has_a_reason() {
    let collection = Collection::of(files()).expect("they fit together");
    let rows = collection.rows();
    let known = Notes::default();
    let counters = counter_rows(&rows);
    assert!(!counters.is_empty(), "the card was asked for its counters");
    for row in counters.iter().filter(|row| !row.agrees()) {
        assert!(known.on_counter(row).is_some(), "{}: {}", row.kernel, row.counter);
    }
    let pairs = api_pairs(&rows);
    assert!(!pairs.is_empty(), "the card was measured by both roads");
    for pair in pairs.iter().filter(|pair| !pair.is_expected()) {
        assert!(known.of(&pair.kernel, Subject::Apis).is_some(), "{}", pair.kernel);
    }
}

#[test]
fn the_page_shows_every_device() {
    let page = std::fs::read_to_string(folder().join("index.html")).expect("the page is there");
    for file in files() {
        for device in &file.devices {
            assert!(page.contains(&device.name), "{}", device.name);
        }
    }
}
