//! The labs that come with the program: solutions pass, starters do not, and no right
//! rewriting of a solution fails.

use std::path::{Path, PathBuf};
use std::time::Duration;
use warpbench_case::Files;
use warpbench_front::Source;
use warpbench_lab::grade::Grader;
use warpbench_lab::lab::Lab;
use warpbench_lab::report::text;
use warpbench_lab::{Clock, Limits};

struct Disk;

impl Files for Disk {
    fn len(&self, path: &Path) -> std::io::Result<u64> {
        Ok(std::fs::metadata(path)?.len())
    }

    fn read(&self, path: &Path) -> std::io::Result<Vec<u8>> {
        std::fs::read(path)
    }
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The entries of a folder, in order.
fn entries(path: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("reads").path()).collect();
    paths.sort();
    paths
}

fn graders() -> Vec<Grader> {
    let folders = entries(&folder("../../assets/labs"));
    assert!(folders.len() >= 16, "{folders:?}");
    folders
        .iter()
        .map(|path| {
            let lab = Lab::load(path, None, &Disk).unwrap_or_else(|error| panic!("{error}"));
            let id = lab.id.clone();
            Grader::new(lab, Limits::default()).unwrap_or_else(|error| panic!("{id}: {error}"))
        })
        .collect()
}

const NO_CLOCK: Clock<'static> = Clock { elapsed: &|| Duration::ZERO, go_on: &|| true };

#[test]
fn solutions_pass_and_starters_do_not() {
    for grader in graders() {
        let lab = grader.lab();
        assert!((lab.points() - 100.0).abs() < 1e-9, "{}: {} points", lab.id, lab.points());
        assert!(!lab.hints.is_empty() && !lab.learn.is_empty(), "{}", lab.id);
        for texts in &lab.texts {
            let solution = grader.grade(&lab.id, &texts.solution, &NO_CLOCK);
            assert!(solution.passed(), "{}", text::write(&solution));
            let starter = grader.grade(&lab.id, &texts.starter, &NO_CLOCK);
            assert_eq!(starter.refused, None, "{}", lab.id);
            assert!(!starter.passed(), "{}: {} passes", lab.id, texts.starter.path);
        }
    }
}

#[test]
fn right_rewritings_pass() {
    for grader in graders() {
        let id = grader.lab().id.clone();
        let rewritings = entries(&folder("tests/rewritings").join(&id));
        assert!(rewritings.len() >= 4, "{id}: {rewritings:?}");
        for path in rewritings {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&path).expect("reads");
            let graded = grader.grade(&name, &Source { path: name.clone(), text }, &NO_CLOCK);
            assert!(graded.passed(), "{id}, {name}: {}", text::write(&graded));
        }
    }
}
