//! The figures of the hiCUDA text that show directives: what each thread does, what blocks
//! hold, what is copied, and that the result is the sequential one.

use crate::common::{Trial, Value, check_all, translated};
use warpbench_derive::constant::Values;
use warpbench_derive::host::{Chunk, Step, bytes_of};

#[test]
fn figure_4_multiplies_matrices() {
    let text = include_str!("../programs/matrix_mul.rs");
    let translation = translated(text);
    let kernel = &translation.kernels()[0];
    let tiles: Vec<(&str, &[i64])> = (kernel.tiles.iter())
        .map(|tile| (tile.name.as_str(), tile.part.extents.as_slice()))
        .collect();
    assert_eq!(tiles, [("a_tile", &[16, 32][..]), ("b_tile", &[32, 16])]);
    for (plan, _) in &kernel.loops {
        assert!(plan.is_single && plan.is_even, "{plan}");
        let own = plan.iterations(1, 5, &translation.parsed.constants);
        assert_eq!(own, Some(vec![21]));
    }
    check_all(&[Trial::new(
        text,
        "matrix_mul",
        &[
            ("a", Value::Array(64 * 128)),
            ("b", Value::Array(128 * 32)),
            ("c", Value::Array(64 * 32)),
        ],
    )]);
}

#[test]
fn figure_6_gives_every_thread_its_iterations() {
    let text = include_str!("../programs/partitions.rs");
    let translation = translated(text);
    let kernel = &translation.kernels()[0];
    let plan = |var: &str| {
        let own = kernel.loops.iter().find(|(plan, _)| plan.var == var);
        own.map(|(plan, _)| plan).expect("it is partitioned")
    };
    // Loop, block along its dimension, thread, iterations.
    let cases: [(&str, i64, i64, &[i64]); 9] = [
        ("i", 0, 0, &[0, 1]),
        ("i", 1, 1, &[2, 3]),
        ("j", 0, 0, &[0, 2]),
        ("j", 0, 1, &[1, 3]),
        ("j", 1, 0, &[4, 6]),
        ("j", 1, 1, &[5, 7]),
        ("j", 2, 1, &[9, 11]),
        ("k", 0, 0, &[0, 3]),
        ("k", 2, 1, &[2, 5]),
    ];
    for (var, block, thread, expected) in cases {
        let own = plan(var).iterations(block, thread, &translation.parsed.constants);
        assert_eq!(own.as_deref(), Some(expected), "{var} of block {block}, thread {thread}");
    }
    assert_eq!(plan("i").blocks.as_ref().map(|share| share.level), Some(0));
    assert_eq!(plan("j").blocks.as_ref().map(|share| share.level), Some(1));
    assert_eq!(plan("k").blocks.as_ref().map(|share| share.level), Some(1));
    assert_eq!(plan("j").threads, Some((0, 2)));
    check_all(&[Trial::new(
        text,
        "partitions",
        &[("a", Value::Array(48)), ("b", Value::Array(24))],
    )]);
}

/// The pieces of all copies of a program, in order: to the GPU or back, pieces, elements of each.
fn copies(text: &str, entry: &str) -> Vec<(bool, usize, u64)> {
    fn collect(steps: &[Step], known: &Values, found: &mut Vec<(bool, usize, u64)>) {
        for step in steps {
            match step {
                Step::CopyIn(transfer) | Step::CopyOut(transfer) => {
                    let chunks = transfer.chunks(known).expect("sizes are known");
                    let len = chunks.first().map_or(0, |chunk| chunk.len);
                    assert!(chunks.iter().all(|chunk| chunk.len == len));
                    found.push((matches!(step, Step::CopyIn(_)), chunks.len(), len));
                }
                Step::For { body, .. } | Step::Block(body) => collect(body, known, found),
                _ => {}
            }
        }
    }
    let translation = translated(text);
    let mut found = Vec::new();
    let (_, steps) = translation.steps.iter().find(|(name, _)| name == entry).expect("steps");
    collect(steps, &translation.parsed.constants, &mut found);
    found
}

#[test]
fn figure_7_keeps_borders_out() {
    let text = include_str!("../programs/jacobi.rs");
    assert_eq!(copies(text, "jacobi"), [(true, 1, 1026 * 1026), (false, 1024, 1024)]);
    let translation = translated(text);
    let made = &translation.reach.instances[0].made;
    let bytes = made.iter().map(|own| bytes_of(own, &translation.parsed.constants));
    let bytes: Vec<u64> = bytes.map(|bytes| bytes.expect("sizes are known")).collect();
    assert_eq!(bytes, [4 * 1026 * 1026, 4 * 1024 * 1024]);
    // Smaller planes, even and uneven, for the simulator.
    let mut trials = Vec::new();
    for (side, sweeps) in [(34, 2), (45, 1), (3, 1)] {
        let text = text.replace("1026", &side.to_string());
        let text = text.replace("SWEEPS: usize = 10", &format!("SWEEPS: usize = {sweeps}"));
        trials.push(Trial::new(&text, "jacobi", &[("a", Value::Array(side * side))]));
    }
    check_all(&trials);
}

#[test]
fn figure_8_merges_what_three_threads_need() {
    let text = include_str!("../programs/neighbours.rs");
    let translation = translated(text);
    let tile = &translation.kernels()[0].tiles[0];
    assert_eq!(tile.part.to_string(), "[i_first - 1:i_first + 3]");
    assert_eq!(tile.part.extents, [5]);
    let (plan, _) = &translation.kernels()[0].loops[0];
    let own = |thread| plan.iterations(0, thread, &translation.parsed.constants);
    assert_eq!((own(0), own(1), own(2)), (Some(vec![0, 3]), Some(vec![1, 4]), Some(vec![2, 5])));
    check_all(&[Trial::new(text, "neighbours", &[("a", Value::Array(6)), ("b", Value::Array(6))])]);
}

#[test]
fn figure_9_copies_pieces_that_lie_together() {
    let text = include_str!("../programs/sections.rs");
    assert_eq!(copies(text, "sections"), [(true, 4, 3), (false, 4, 3)]);
    let translation = translated(text);
    let (_, steps) = &translation.steps[0];
    let chunks = steps.iter().find_map(|step| match step {
        Step::CopyIn(transfer) => transfer.chunks(&translation.parsed.constants),
        _ => None,
    });
    let chunks = chunks.expect("something is copied");
    let expected: Vec<Chunk> =
        (0..4).map(|row| Chunk { host: row * 7 + 1, device: row * 6, len: 3 }).collect();
    assert_eq!(chunks, expected);
    check_all(&[Trial::new(text, "sections", &[("a", Value::Array(56))])]);
}
