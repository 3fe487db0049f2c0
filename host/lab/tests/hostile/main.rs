//! Submissions that want to do harm end in a failed result, soon, and with a reason.

#[path = "../../../tests/counts/mod.rs"]
mod counts;
mod texts;

#[path = "../disk.rs"]
mod disk;

use cpu_time::ProcessTime;
use disk::Disk;
use std::path::Path;
use std::time::Duration;
use warpbench_front::Source;
use warpbench_lab::grade::Grader;
use warpbench_lab::lab::Lab;
use warpbench_lab::report::text;
use warpbench_lab::{Clock, Limits};

#[test]
fn harm_ends_in_a_failed_result() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/labs/01_first_kernel");
    let lab = Lab::load(&folder, None, &Disk).unwrap_or_else(|error| panic!("{error}"));
    let grader = Grader::new(lab, Limits::default()).unwrap_or_else(|error| panic!("{error}"));
    let cases = texts::all();
    counts::check("hostile submissions", cases.len());
    for texts::Hostile { name, ending, text } in cases {
        // What else the machine does is not the submission's.
        let started = ProcessTime::now();
        let clock = Clock { elapsed: &|| started.elapsed(), go_on: &|| true };
        let graded = grader.grade(name, &Source { path: format!("kernel.{ending}"), text }, &clock);
        let took = started.elapsed();
        assert!(!graded.passed(), "{name} passes");
        assert!(took < Duration::from_secs(10), "{name} took {took:?}");
        let said = text::write(&graded);
        assert!(!said.contains('\u{1b}') && !said.contains('\u{202e}'), "{name}: {said}");
        assert!(!said.contains("fault of the workbench"), "{name}: {said}");
        let reason = graded.refused.as_deref().or_else(|| {
            graded.checks.iter().map(|check| check.seen.as_str()).find(|seen| !seen.is_empty())
        });
        assert!(reason.is_some_and(|reason| reason.len() > 10), "{name}: {said}");
    }
}
