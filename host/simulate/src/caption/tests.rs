//! What is said of the steps of kernels of the catalogue.

use super::*;
use crate::recording::RecordingRequest;
use crate::{Observe, Setup, prepare_problem};
use std::sync::Arc;
use warpbench_catalog as catalog;
use warpbench_cores::OneCore;
use warpbench_front::Language;
use warpbench_machine::model;
use warpbench_machine::observe::trace::Playback;
use warpbench_machine::sim::Schedule;

/// A recording of some blocks of a kernel, its text, and the banks it was made with.
fn recorded(
    kernel: &str,
    size: &[u64],
    language: Language,
    blocks: u32,
) -> (Recording, String, Banks) {
    let (family, variant) = catalog::find(kernel).expect(kernel);
    let model = model::find("h200").expect("built in").clone();
    let banks = Banks::from(&model.shared);
    let setup = Setup {
        model,
        language,
        schedule: Schedule::RoundRobin,
        most_instructions: 1 << 20,
        most_bytes: 1 << 24,
        cores: Arc::new(OneCore),
        observe: Observe::none(),
        dump: false,
    };
    let prepared = prepare_problem(family, variant, size, 1, setup).expect(kernel);
    let request = RecordingRequest {
        launch: 0,
        blocks: (0..blocks).map(|block| [block, 0, 0]).collect(),
        schedule: Schedule::RoundRobin,
        most_bytes: 1 << 24,
    };
    let recording = prepared.record(&request, &|| true).expect("runs");
    (recording, prepared.known().source.text.clone(), banks)
}

/// The captions of the first steps of warp 0 in the first of some blocks, and the words
/// that each marks.
fn captions(
    kernel: &str,
    size: &[u64],
    language: Language,
    blocks: u32,
) -> Vec<(String, Option<String>)> {
    let (recording, text, banks) = recorded(kernel, size, language, blocks);
    let mut playback = Playback::new(recording.trace.clone());
    let mut found = Vec::new();
    for position in 0..=recording.trace.len().min(4000) {
        playback.seek(position);
        let context = CaptionContext { text: &text, state: playback.state(), banks };
        let made = caption(&recording, position, &context);
        assert!(!made.words.is_empty() && !made.words.contains('\n'), "{:?}", made.words);
        let marked = made.span.map(|span| text[span].to_owned());
        let warp = position.checked_sub(1).and_then(|step| recording.trace.traced_warp(step));
        if warp.is_none_or(|warp| (warp.block, warp.warp) == (0, 0)) {
            found.push((made.words, marked));
        }
    }
    found
}

#[test]
fn every_step_is_told_in_one_line() {
    use Language::{Rust, Wgsl};
    let check = |kernel: &str, size: &[u64], language: Language, expected: &[(&str, &str)]| {
        let found = captions(kernel, size, language, 1);
        let mut rest = found.iter();
        for (words, marked) in expected {
            let is_it = |(found, _): &&(String, Option<String>)| found == words;
            let Some((_, span)) = rest.find(is_it) else {
                let all: Vec<&str> =
                    found.iter().take(80).map(|(words, _)| words.as_str()).collect();
                panic!("{kernel} in {language:?} has no «{words}» there: {all:#?}");
            };
            let marked = Some(*marked).filter(|marked| !marked.is_empty());
            assert_eq!(span.as_deref(), marked, "{words}");
        }
    };
    let reduction = [
        ("the block begins: 256 threads in 8 warps, all lanes active", ""),
        ("w0 · `i < input.len()` · true in 32 lanes", "i < input.len()"),
        (
            "w0 · `*tile.add(t) = …` · 32 lanes store to shared memory, 1 turn",
            "*tile.add(t) = if i < input.len() { input[i] } else { 0.0 }",
        ),
        (
            "w0 · `thread::sync_threads()` · waits at the barrier, 1 of 8 are there",
            "thread::sync_threads()",
        ),
        (
            "w0 · `let mut stride = 1` · stride = 1 in all lanes · all are past the barrier",
            "let mut stride = 1",
        ),
        ("w0 · `stride < BLOCK` · the loop goes on in 32 lanes", "stride < BLOCK"),
        ("w0 · `t % (2 * stride) == 0` · true in 16 lanes, false in 16", "t % (2 * stride) == 0"),
        ("w0 · `t + stride` · values 1 to 31 in 16 lanes", "t + stride"),
        (
            "w0 · `*tile.add(t) += …` · 16 lanes store to shared memory, 1 turn",
            "*tile.add(t) += *tile.add(t + stride)",
        ),
        ("w0 · `stride *= 2` · stride = 2 in all lanes · all are past the barrier", "stride *= 2"),
        ("w0 · `stride < BLOCK` · the loop ends in 32 lanes", "stride < BLOCK"),
        ("w0 · `t == 0` · true in 1 lane, false in 31", "t == 0"),
    ];
    check("reduce_interleaved_divergent", &[1000], Rust, &reduction);
    let reduction = [
        ("w0 · `var stride = 1u` · stride = 1 in all lanes", "var stride = 1u"),
        ("w0 · `i < arrayLength(&input)` · true in 32 lanes", "i < arrayLength(&input)"),
        ("w0 · `tile[t] = …` · 32 lanes store to shared memory, 1 turn", "tile[t] = value"),
        (
            "w0 · `workgroupBarrier()` · waits at the barrier, 1 of 8 are there",
            "workgroupBarrier()",
        ),
        ("w0 · `stride < BLOCK` · the loop goes on in 32 lanes", "stride < BLOCK"),
        (
            "w0 · `(t & (2u * stride - 1u)) == 0u` · true in 16 lanes, false in 16",
            "(t & (2u * stride - 1u)) == 0u",
        ),
        (
            "w0 · `tile[t] += …` · 16 lanes store to shared memory, 1 turn",
            "tile[t] += tile[t + stride]",
        ),
    ];
    check("reduce_interleaved_divergent", &[1000], Wgsl, &reduction);
    let product = [
        ("w0 · `let mut sum = 0.0` · sum = 0 in all lanes", "let mut sum = 0.0"),
        ("w0 · `first < k` · the loop goes on in 32 lanes", "first < k"),
        ("w0 · `row < rows && col < cols` · true in 32 lanes", "row < rows && col < cols"),
        (
            "w0 · `thread::sync_threads()` · waits at the barrier, 1 of 8 are there",
            "thread::sync_threads()",
        ),
    ];
    check("matmul_tiled", &[33, 33, 33], Rust, &product);
    let product = [(
        "w0 · `workgroupBarrier()` · waits at the barrier, 1 of 8 are there",
        "workgroupBarrier()",
    )];
    check("matmul_tiled", &[33, 33, 33], Wgsl, &product);
    // What a condition says and where its lanes go is the same, also where another value
    // is made on the way.
    let histogram = [
        ("w0 · `i < arrayLength(&input)` · false in 32 lanes", "i < arrayLength(&input)"),
        ("w0 · `i < arrayLength(&input)` · the loop ends in 32 lanes", "i < arrayLength(&input)"),
    ];
    check("histogram_shared", &[1000], Wgsl, &histogram);
}

/// The branch of an `||` is taken where its left side does not hold; what is said is
/// what the left side gave, and of the whole what the whole gave.
#[test]
fn the_left_side_of_an_or_is_told_as_it_is() {
    for language in [Language::Rust, Language::Wgsl] {
        let found = captions("jacobi_global", &[18, 64], language, 1);
        let said = |words: &str| found.iter().filter(|(found, _)| found == words).count();
        assert!(said("w0 · `x >= cols` · false in 32 lanes") > 0, "{language:?}: {found:#?}");
        assert_eq!(said("w0 · `x >= cols || y >= rows` · true in 32 lanes"), 0, "{language:?}");
        assert!(said("w0 · `x >= cols || y >= rows` · false in 32 lanes") > 0, "{language:?}");
    }
}

#[test]
fn a_shuffle_says_from_which_lane() {
    for language in [Language::Rust, Language::Wgsl] {
        let found = captions("reduce_shuffle", &[1000], language, 1);
        for distance in [16, 8, 4, 2, 1] {
            let words = format!("shuffles from lane + {distance} ·");
            assert!(found.iter().any(|(found, _)| found.contains(&words)), "{language:?}: {words}");
        }
    }
}

#[test]
fn a_block_is_named_where_there_are_several() {
    let found = captions("reduce_interleaved_divergent", &[1000], Language::Rust, 4);
    assert_eq!(found[0].0, "4 blocks begin: 256 threads in 8 warps each, all lanes active");
    let words = "block 0 · w0 · `i < input.len()` · true in 32 lanes";
    assert!(found.iter().any(|(found, _)| found == words), "{:?}", &found[..8]);
}

#[test]
fn nothing_is_compared_before_it_is_known() {
    let check = |language: Language, expected: &str| {
        let (recording, text, _) = recorded("jacobi_global", &[18, 64], language, 1);
        let first = (0..recording.trace.len()).find(|step| recording.is_visible(*step));
        let op = first.and_then(|step| recording.trace.op_of(step)).expect("there are some");
        let span = recording.trace.span_of_op(op).expect("it is in the text");
        assert_eq!(&text[span], expected);
    };
    check(Language::Rust, "thread::block_idx_x() as usize * BLOCK_X");
    check(Language::Wgsl, "block.x * BLOCK_X");
}
