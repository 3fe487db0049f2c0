//! Regressions: a planted one is found, noise and small changes are not.

use super::support::plausible;
use warpbench_compare::baseline::{Judgement, compare};
use warpbench_compare::results::{Check, Outcome, Record, Results, Role};
use warpbench_compare::{Collection, table};

/// The same run with one kernel so much slower.
fn slowed(mut results: Results, kernel: &str, by: f64) -> Results {
    let records = results.measurements.iter_mut().filter(|record| record.kernel == kernel);
    for record in records {
        if let Outcome::Measured(measured) = &mut record.outcome {
            measured.samples.iter_mut().for_each(|seconds| *seconds *= by);
        }
    }
    results
}

fn collection(results: Results) -> Collection {
    Collection::of([results]).expect("one run")
}

#[test]
fn a_planted_slowdown_is_found_and_two_runs_alike_are_not() {
    for seed in 0..10 {
        let old = collection(plausible("old", "node1", 2 * seed));
        let same = collection(plausible("new", "node1", 2 * seed + 1));
        let changes = compare(&old, &same, 0.10);
        assert_eq!(changes.regressions(), 0, "seed {seed}");
        assert!(
            changes.changes.len() > 100 && changes.unmatched.is_empty(),
            "{:?}",
            changes.unmatched
        );

        let slow = slowed(plausible("new", "node1", 2 * seed + 1), "transpose_tiled", 1.15);
        let changes = compare(&old, &collection(slow), 0.10);
        let found: Vec<&str> = changes
            .changes
            .iter()
            .filter(|change| change.verdict == Judgement::Regression)
            .map(|change| change.kernel.as_str())
            .collect();
        assert!(
            !found.is_empty() && found.iter().all(|kernel| *kernel == "transpose_tiled"),
            "seed {seed}: {found:?}"
        );
        assert!(
            table::changes(&changes)
                .plain()
                .lines()
                .nth(1)
                .is_some_and(|line| line.ends_with("REGRESSION"))
        );
    }
}

#[test]
fn the_limit_is_part_of_the_question() {
    let check = |by: f64, limit: f64, expected: bool| {
        let old = collection(plausible("old", "node1", 1));
        let new = collection(slowed(plausible("new", "node1", 2), "reduce_shuffle", by));
        let found = compare(&old, &new, limit).regressions() > 0;
        assert_eq!(found, expected, "{by} {limit}");
    };
    check(1.15, 0.10, true);
    check(1.15, 0.20, false);
    check(1.08, 0.10, false);
    check(1.08, 0.05, true);
    check(0.80, 0.10, false);
    // Twice as slow is more than no limit explains.
    check(2.0, 0.50, true);
}

#[test]
fn few_samples_decide_nothing_and_what_is_missing_is_said() {
    let cut = |mut results: Results| {
        for record in &mut results.measurements {
            if let Outcome::Measured(measured) = &mut record.outcome {
                measured.samples.truncate(3);
            }
        }
        results
    };
    let old = collection(cut(plausible("old", "node1", 1)));
    let new = collection(cut(slowed(plausible("new", "node1", 2), "reduce_shuffle", 3.0)));
    let changes = compare(&old, &new, 0.1);
    assert_eq!(changes.regressions(), 0);
    assert!(changes.changes.iter().all(|change| change.verdict == Judgement::TooFew));

    let mut gone = plausible("new", "node1", 2);
    gone.devices.remove(0);
    gone.measurements.retain(|record| record.device != "cuda-0");
    let is_measured = |record: &&mut Record| record.measured().is_some();
    let mut others = gone.measurements.iter_mut().filter(is_measured);
    let (wrong, failed) = (others.next().expect("one"), others.next().expect("another"));
    wrong.outcome = Outcome::Wrong(Check { max_error: None, tolerance: 0.0 });
    failed.outcome = Outcome::Failed("the driver is gone".to_owned());
    others.next().expect("a third").outcome = Outcome::Lacking("no such thing".to_owned());
    let is_compared = |record: &Record| record.measured().is_some() && record.role != Role::Control;
    let last = gone.measurements.iter().rposition(is_compared).expect("a last");
    let left = gone.measurements.remove(last);
    let changes = compare(&collection(plausible("old", "node1", 1)), &collection(gone), 0.1);
    let said = changes.unmatched.join("\n");
    assert!(said.contains("NVIDIA H200 · CUDA is only in the baseline"), "{said}");
    assert!(said.contains("has no time any more"), "{said}");
    assert!(said.contains(&format!("{} on ", left.kernel)), "{said}");
    assert_eq!(changes.broken.len(), 2, "{:?}", changes.broken);
    assert!(changes.broken[0].contains("WRONG"), "{:?}", changes.broken);
    assert!(changes.broken[1].contains("the driver is gone"), "{:?}", changes.broken);
}

#[test]
fn another_machine_with_the_same_card_is_compared() {
    let old = collection(plausible("old", "node1", 1));
    let changes = compare(&old, &collection(plausible("new", "node2", 2)), 0.1);
    assert!(changes.changes.len() > 100, "{:?}", changes.unmatched);
}
