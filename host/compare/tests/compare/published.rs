//! The files in `docs/results`: measured once, and read by every later version.
//!
//! `UPDATE_SNAPSHOTS=1` writes their page anew; look at it before it is committed.

use super::schema::Schema;
use std::path::{Path, PathBuf};
use warpbench_compare::figures::{api_pairs, counter_rows};
use warpbench_compare::notes::{Notes, Subject};
use warpbench_compare::page::page;
use warpbench_compare::results::Outcome;
use warpbench_compare::{Collection, Results, read};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/results")
}

fn files() -> Vec<Results> {
    let entries = std::fs::read_dir(folder()).expect("docs/results is there");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let paths = paths.filter(|path| path.extension().is_some_and(|own| own == "json"));
    let mut paths: Vec<PathBuf> = paths.collect();
    paths.sort();
    let schema = Schema::published();
    let files: Vec<Results> = paths
        .iter()
        .map(|path| {
            let text = std::fs::read_to_string(path).expect("a text");
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
fn the_page_is_what_the_files_give() {
    let path = folder().join("index.html");
    let own = Collection::of(files()).expect("they fit together");
    let own = page(&own, &Notes::default()).expect("it is written");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&path, own).expect("it can be written");
        return;
    }
    let kept = std::fs::read_to_string(&path).expect("the page is there");
    let difference = own.lines().zip(kept.lines()).position(|(own, kept)| own != kept);
    assert!(
        own == kept,
        "docs/results/index.html is stale from line {}; UPDATE_SNAPSHOTS=1 writes it anew",
        difference.map_or(own.lines().count().min(kept.lines().count()), |at| at + 1)
    );
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
