//! The labs that come with the program: solutions pass, starters do not, and no right
//! rewriting of a solution fails.

use crate::counts;
use crate::disk::Disk;
use std::path::{Path, PathBuf};
use std::time::Duration;
use warpbench_front::Source;
use warpbench_lab::grade::Grader;
use warpbench_lab::lab::Lab;
use warpbench_lab::outcome::Status;
use warpbench_lab::report::text;
use warpbench_lab::{Clock, Limits};

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
    counts::check("labs", folders.len());
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

/// The checks that each starter fails: those about what its text says is wrong with it.
const STARTERS: [(&str, &[&str]); 16] = [
    ("01", &["Nothing outside the arrays", "read and written once"]),
    ("02", &["Right for every picture", "Nothing outside", "Every pixel once", "neighbours"]),
    ("03", &["Reads are coalesced", "Writes are coalesced"]),
    ("04", &["Nearly no byte is moved for nothing"]),
    ("05", &["Right for rows of every length", "No race"]),
    ("06", &["Whole warps stop together", "additions fill their warps", "Predicted"]),
    ("07", &["No bank conflicts"]),
    ("08", &["No bank conflicts"]),
    ("09", &["fetched once for a whole tile", "coalesced", "bank conflicts", "Two barriers"]),
    ("10", &["Right at any size", "Nothing out of bounds", "Nothing is fetched"]),
    ("11", &["coalesced order", "No bank conflicts"]),
    ("12", &["each word of its tile once", "The fetches are coalesced"]),
    ("13", &["Right counts", "No race", "at most once", "Every value is read once"]),
    ("14", &["At most two barriers", "Only the sums of warps", "One atomic for each block"]),
    ("15", &["At most five words", "No bank conflicts", "Global memory is read"]),
    ("16", &["a few elements", "out of bounds", "within a block", "No race at all", "any length"]),
];

#[test]
fn starters_fail_for_the_reason_that_the_text_names() {
    for grader in graders() {
        let lab = grader.lab();
        let wanted = STARTERS.iter().find(|(number, _)| lab.id.starts_with(number));
        let (_, wanted) = wanted.unwrap_or_else(|| panic!("{} is not in the table", lab.id));
        for texts in &lab.texts {
            let starter = grader.grade(&lab.id, &texts.starter, &NO_CLOCK);
            let failed: Vec<&str> = starter
                .checks
                .iter()
                .filter(|check| check.status == Status::Failed)
                .map(|check| check.name.as_str())
                .collect();
            let is_wanted = failed.len() == wanted.len()
                && failed.iter().zip(wanted.iter()).all(|(name, part)| name.contains(part));
            assert!(is_wanted, "{} {}: {failed:?}", lab.id, texts.starter.path);
        }
    }
}

/// Values of constants that the tasks allow: none of them may cost a point.
const CHOICES: [(&str, &[(&str, u32)]); 48] = [
    ("01", &[("BLOCK", 1)]),
    ("01", &[("BLOCK", 100)]),
    ("01", &[("BLOCK", 1024)]),
    ("02", &[("BLOCK_X", 32), ("BLOCK_Y", 8)]),
    ("02", &[("BLOCK_X", 8), ("BLOCK_Y", 8)]),
    ("02", &[("BLOCK_X", 64), ("BLOCK_Y", 1)]),
    ("02", &[("BLOCK_X", 8), ("BLOCK_Y", 3)]),
    ("03", &[("BLOCK", 32)]),
    ("03", &[("BLOCK", 96), ("PER_THREAD", 5)]),
    ("03", &[("BLOCK", 1024), ("PER_THREAD", 1)]),
    ("04", &[("BLOCK", 32)]),
    ("04", &[("BLOCK", 96)]),
    ("04", &[("BLOCK", 1024)]),
    ("05", &[("BLOCK", 32)]),
    ("05", &[("BLOCK", 64)]),
    ("05", &[("BLOCK", 128)]),
    ("05", &[("BLOCK", 512)]),
    ("05", &[("BLOCK", 1024)]),
    ("06", &[("BLOCK", 32)]),
    ("06", &[("BLOCK", 64)]),
    ("06", &[("BLOCK", 128)]),
    ("06", &[("BLOCK", 512)]),
    ("06", &[("BLOCK", 1024)]),
    ("07", &[("BLOCK", 32)]),
    ("07", &[("BLOCK", 64)]),
    ("07", &[("BLOCK", 128)]),
    ("07", &[("BLOCK", 512)]),
    ("07", &[("BLOCK", 1024)]),
    ("08", &[("BLOCK_ROWS", 1)]),
    ("08", &[("BLOCK_ROWS", 4)]),
    ("08", &[("BLOCK_ROWS", 32)]),
    ("09", &[("TILE", 8)]),
    ("09", &[("TILE", 32)]),
    ("10", &[("TILE", 8)]),
    ("10", &[("TILE", 32)]),
    ("11", &[("BLOCK", 16)]),
    ("11", &[("BLOCK", 64)]),
    ("12", &[("BLOCK_X", 8), ("BLOCK_Y", 8)]),
    ("12", &[("BLOCK_X", 32), ("BLOCK_Y", 4)]),
    ("12", &[("BLOCK_X", 32), ("BLOCK_Y", 32)]),
    ("13", &[("BLOCK", 32)]),
    ("13", &[("BLOCK", 96)]),
    ("13", &[("BLOCK", 1024)]),
    ("14", &[("BLOCK", 64)]),
    ("14", &[("BLOCK", 1024)]),
    ("15", &[("TILE", 32), ("RESULTS", 4)]),
    ("15", &[("TILE", 32), ("RESULTS", 8)]),
    ("16", &[("BLOCK", 256)]),
];

#[test]
fn constants_may_be_chosen_as_the_tasks_say() {
    let mut failed = Vec::new();
    for grader in graders() {
        let lab = grader.lab();
        for (_, choice) in CHOICES.iter().filter(|(number, _)| lab.id.starts_with(number)) {
            for texts in &lab.texts {
                let mut source = texts.solution.clone();
                for (name, value) in *choice {
                    source.text = chosen(&source.text, name, *value);
                }
                let graded = grader.grade(&lab.id, &source, &NO_CLOCK);
                if !graded.passed() {
                    failed.push(format!("{choice:?}: {}", text::write(&graded)));
                }
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// The text with another value of a constant.
fn chosen(text: &str, name: &str, value: u32) -> String {
    let mut found = false;
    let lines = text.lines().map(|line| {
        let declared = line.trim_start_matches("pub ").strip_prefix("const ");
        let is_it = declared.is_some_and(|rest| {
            rest.strip_prefix(name).is_some_and(|rest| rest.starts_with([':', ' ']))
        });
        match line.split_once(" = ") {
            Some((left, right)) if is_it => {
                found = true;
                let suffix = if right.ends_with("u;") { "u" } else { "" };
                format!("{left} = {value}{suffix};\n")
            }
            _ => format!("{line}\n"),
        }
    });
    let text = lines.collect();
    assert!(found, "{name} is no constant");
    text
}

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
    let mut count = 0;
    for grader in graders() {
        let id = grader.lab().id.clone();
        let rewritings = entries(&folder("tests/rewritings").join(&id));
        count += rewritings.len();
        assert!(rewritings.len() >= 4, "{id}: {rewritings:?}");
        for path in rewritings {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&path).expect("reads");
            let graded = grader.grade(&name, &Source { path: name.clone(), text }, &NO_CLOCK);
            assert!(graded.passed(), "{id}, {name}: {}", text::write(&graded));
        }
    }
    counts::check("rewritings of solutions", count);
}
