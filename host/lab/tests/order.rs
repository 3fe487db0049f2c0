//! Histograms that come out right while one thread comes after the other, and wrong
//! where they take turns: nothing in them races, since every access is atomic, and
//! still additions get lost. Those that lose none pass.

use crate::disk::Disk;
use std::path::Path;
use std::time::Duration;
use warpbench_front::Source;
use warpbench_lab::grade::Grader;
use warpbench_lab::lab::Lab;
use warpbench_lab::outcome::Status;
use warpbench_lab::report::text;
use warpbench_lab::{Clock, Limits};

const NO_CLOCK: Clock<'static> = Clock { elapsed: &|| Duration::ZERO, go_on: &|| true };

/// A histogram whose threads count and whose blocks add up as these lines say.
fn histogram(count: &str, add_up: &str) -> Source {
    let template = include_str!("order/histogram.rs");
    let text = template.replace("count!();", count).replace("add_up!();", add_up);
    Source { path: "kernel.rs".to_owned(), text }
}

const COUNT: &str = "(*counts.add(value)).fetch_add(1, Relaxed);";

const ADD_UP: &str = "bin.fetch_add(own, Relaxed);";

/// What the check of results says of a submission; nothing where it passes.
fn result_of(source: &Source) -> Option<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/labs/13_histogram");
    let lab = Lab::load(&folder, None, &Disk).unwrap_or_else(|error| panic!("{error}"));
    let grader = Grader::new(lab, Limits::default()).unwrap_or_else(|error| panic!("{error}"));
    let graded = grader.grade("a student", source, &NO_CLOCK);
    assert_eq!(graded.refused, None, "{}", source.text);
    let (results, findings) = (&graded.checks[0], &graded.checks[1]);
    assert_eq!(findings.status, Status::Passed, "{}", text::write(&graded));
    (results.status == Status::Failed).then(|| results.seen.clone())
}

#[test]
fn additions_that_get_lost_between_blocks_are_found() {
    let lost = result_of(&histogram(
        COUNT,
        "let before = bin.load(Relaxed);
         bin.store(before + own, Relaxed);",
    ));
    let lost = lost.expect("additions got lost");
    assert!(lost.contains("values are wrong under the schedule"), "{lost}");
    assert!(lost.contains("which threads are first"), "{lost}");
}

#[test]
fn additions_that_get_lost_between_warps_are_found() {
    // A lane after the other, so that those of a warp do not lose any.
    let lost = result_of(&histogram(
        "for lane in 0..32 {
             if thread::thread_idx_x() % 32 == lane {
                 let before = (*counts.add(value)).load(Relaxed);
                 (*counts.add(value)).store(before + 1, Relaxed);
             }
             warp::sync_warp(warp::activemask());
         }",
        ADD_UP,
    ));
    let lost = lost.expect("additions got lost");
    assert!(lost.contains("which threads are first"), "{lost}");
}

#[test]
fn what_loses_nothing_passes_in_any_order() {
    let ways = [
        (COUNT, ADD_UP),
        (
            COUNT,
            "let mut before = bin.load(Relaxed);
             while let Err(now) = bin.compare_exchange(before, before + own, Relaxed, Relaxed) {
                 before = now;
             }",
        ),
        (
            "let count = &*counts.add(value);
             let mut before = count.load(Relaxed);
             while let Err(now) = count.compare_exchange(before, before + 1, Relaxed, Relaxed) {
                 before = now;
             }",
            "if own > 0 { bin.fetch_update(Relaxed, Relaxed, |before| Some(before + own)).ok(); }",
        ),
    ];
    for (count, add_up) in ways {
        let source = histogram(count, add_up);
        assert_eq!(result_of(&source), None, "{}", source.text);
    }
}
