//! Merging result files: nothing is lost, nothing counts twice, whatever the order.

use super::support::{Random, any, plausible};
use std::collections::BTreeSet;
use warpbench_compare::results::{Outcome, Results};
use warpbench_compare::{Collection, ceilings};

/// A copy of a run that has only some of its measurements, as one has that was
/// interrupted.
fn part(results: &Results, random: &mut Random) -> Results {
    let mut part = results.clone();
    part.measurements.retain(|_| random.below(2) == 0);
    ceilings::note_shares(&mut part);
    part
}

/// The results with their shares worked out and everything in one order.
fn normal(mut results: Results) -> Results {
    results.devices.sort_by(|a, b| a.id.cmp(&b.id));
    results.measurements.sort_by(|a, b| a.key().cmp(&b.key()));
    ceilings::note_shares(&mut results);
    results
}

fn normals(collection: Collection) -> BTreeSet<String> {
    let runs = collection.runs.into_iter().map(normal);
    runs.map(|run| serde_json::to_string(&run).expect("JSON")).collect()
}

#[test]
fn parts_of_a_run_become_the_run() {
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let whole = any(seed);
        let mut parts: Vec<Results> =
            (0..1 + random.below(4)).map(|_| part(&whole, &mut random)).collect();
        // What no part has is not there; so one has the rest.
        let mut rest = whole.clone();
        rest.measurements.retain(|record| {
            !parts
                .iter()
                .any(|part| part.measurements.iter().any(|known| known.key() == record.key()))
        });
        let at = random.below(parts.len() as u64 + 1) as usize;
        parts.insert(at, rest);
        let merged = Collection::of(parts).expect("one run");
        assert_eq!(merged.runs.len(), 1);
        assert_eq!(
            normals(merged),
            BTreeSet::from([serde_json::to_string(&normal(whole)).expect("JSON")]),
            "seed {seed}"
        );
    }
}

#[test]
fn the_order_of_files_does_not_matter() {
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let mut files: Vec<Results> = Vec::new();
        for run in 0..1 + random.below(4) {
            let whole = any(1000 * seed + run);
            for _ in 0..1 + random.below(3) {
                let mut copy = part(&whole, &mut random);
                // A measurement that was made again after it failed.
                if let Some(record) = copy.measurements.first_mut() {
                    record.finished_unix += random.below(3);
                    record.outcome = Outcome::Failed(format!("try {}", random.below(3)));
                }
                files.push(copy);
            }
        }
        let forward = Collection::of(files.clone()).expect("they agree");
        let again = Collection::of(files.iter().cloned().chain(files.iter().cloned()));
        files.reverse();
        let backward = Collection::of(files.clone()).expect("they agree");
        // In two steps, as when merged files are merged.
        let middle = files.len() / 2;
        let late = Collection::of(files.split_off(middle)).expect("they agree");
        let early = Collection::of(files).expect("they agree");
        let stepwise = Collection::of(late.runs.into_iter().chain(early.runs)).expect("they agree");
        let expected = normals(forward);
        assert_eq!(normals(again.expect("they agree")), expected, "seed {seed}");
        assert_eq!(normals(backward), expected, "seed {seed}");
        assert_eq!(normals(stepwise), expected, "seed {seed}");
    }
}

#[test]
fn files_that_contradict_each_other_are_refused() {
    let check = |change: fn(&mut Results), expected: &str| {
        let (one, mut other) = (plausible("one", "node1", 1), plausible("one", "node1", 1));
        change(&mut other);
        let error = Collection::of([one, other]).expect_err(expected).to_string();
        assert!(error.contains(expected), "{error}");
    };
    check(|other| other.machine.name = "node2".to_owned(), "their machines differ");
    check(|other| other.devices[0].driver = "9".to_owned(), "their devices cuda-0 differ");
    check(|other| other.run.settings.quick = true, "they were started differently");
}

#[test]
fn rows_have_names_that_tell_them_apart() {
    let labels = |runs: Vec<Results>| -> Vec<String> {
        let collection = Collection::of(runs).expect("they agree");
        collection.rows().into_iter().map(|row| row.label).collect()
    };
    assert_eq!(
        labels(vec![plausible("one", "node1", 1)]),
        [
            "NVIDIA H200 · CUDA",
            "NVIDIA H200 · Vulkan",
            "llvmpipe · Vulkan",
            "A processor · processor"
        ]
    );
    let two = labels(vec![plausible("one", "node1", 1), plausible("two", "node2", 2)]);
    assert_eq!(two[0], "NVIDIA H200 · CUDA · node1");
    assert_eq!(two[2], "NVIDIA H200 · CUDA · node2");
    // The same machine in the same minute: the run's name is left.
    let again = labels(vec![plausible("one", "node1", 1), plausible("two", "node1", 2)]);
    assert_eq!(again[0], "NVIDIA H200 · CUDA · run one");
    assert_eq!(again.iter().collect::<BTreeSet<_>>().len(), again.len());
    for seed in 0..100 {
        let rows = labels((0..4).map(|at| any(4 * seed + at)).collect());
        assert_eq!(rows.iter().collect::<BTreeSet<_>>().len(), rows.len(), "seed {seed}: {rows:?}");
    }
}
