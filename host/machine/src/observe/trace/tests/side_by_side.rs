//! Blocks that are watched side by side.

use super::super::*;
use crate::sim::{self, Buffers, Launch, Schedule, SideBySide};
use std::sync::Arc;
use warpbench_front::wgsl;

/// Three warps, two barriers, a loop of another length in each lane.
const PLAIN: &str = "\
@group(0) @binding(0) var<storage, read_write> a: array<u32>;
var<workgroup> tile: array<u32, 70>;
@compute @workgroup_size(70)
fn main(@builtin(local_invocation_id) t: vec3<u32>, @builtin(workgroup_id) b: vec3<u32>) {
    let i = b.x * 70u + t.x;
    tile[t.x] = a[i];
    workgroupBarrier();
    var sum = 0u;
    for (var k = 0u; k <= (t.x + b.x) % 5u; k += 1u) {
        sum += tile[(t.x + k) % 70u];
    }
    workgroupBarrier();
    a[i] = sum;
}
";

/// Every block waits for the one before it.
const CHAIN: &str = "\
@group(0) @binding(0) var<storage, read_write> turn: atomic<u32>;
@group(0) @binding(1) var<storage, read_write> a: array<u32>;
@compute @workgroup_size(1)
fn main(@builtin(workgroup_id) b: vec3<u32>) {
    while atomicLoad(&turn) != b.x {}
    a[b.x] = b.x + 1u;
    atomicStore(&turn, b.x + 1u);
}
";

struct Run {
    trace: Arc<Trace>,
    buffers: Buffers,
}

fn run(text: &str, blocks: u32, warps: Schedule, side_by_side: Option<SideBySide>) -> Run {
    let checked = wgsl::check(text, "test").expect("valid");
    let code = sim::compile(&checked.module, &checked.info, &checked.semantics, "main");
    let code = code.expect("known");
    let launch = Launch {
        grid: [blocks, 1, 1],
        schedule: warps,
        most_instructions: 1 << 20,
        side_by_side,
        ..Launch::default()
    };
    let words = |name: &str| if name == "turn" { vec![0] } else { (0..70 * blocks).collect() };
    let mut buffers = Buffers(code.buffers.iter().map(|slot| words(&slot.name)).collect());
    let chosen: Vec<[u32; 3]> = (0..blocks).map(|block| [block, 0, 0]).collect();
    let mut recorder = Recorder::new(Selection::of(&chosen));
    sim::run(&code, &launch, &mut buffers, &mut recorder).expect("it ends");
    let trace = Arc::new(recorder.finish(text));
    for (index, slot) in code.buffers.iter().enumerate() {
        let shown = trace.buffer_at(trace.len(), index as u32, words(&slot.name));
        let shown = (0..shown.len()).map(|word| shown.word(word));
        let unknown = shown
            .zip(&buffers.0[index])
            .find(|(shown, word)| shown.is_some_and(|shown| shown != **word));
        assert_eq!(unknown, None, "{}", slot.name);
    }
    Run { trace, buffers }
}

fn all(count: u64, schedule: Schedule) -> Option<SideBySide> {
    Some(SideBySide { first: 0, count, schedule })
}

/// How many blocks have begun and not ended at a position.
fn under_way(trace: &Trace, position: usize) -> usize {
    let is_under_way =
        |traced: &&TracedBlock| traced.steps.start < position && position < traced.steps.end;
    trace.blocks().iter().filter(is_under_way).count()
}

#[test]
fn blocks_are_under_way_together_and_each_does_what_it_does_alone() {
    let schedules = [Schedule::InOrder, Schedule::RoundRobin, Schedule::Shuffled(3)];
    for warps in schedules {
        let alone = run(PLAIN, 5, warps, None);
        let check = |side_by_side: Option<SideBySide>, most: usize| {
            let beside = run(PLAIN, 5, warps, side_by_side);
            let trace = &beside.trace;
            let name = format!("{warps:?}, {side_by_side:?}");
            let together = (0..trace.len()).map(|position| under_way(trace, position)).max();
            assert_eq!(together, Some(most), "{name}");
            assert_eq!(beside.buffers, alone.buffers, "{name}");
            assert_eq!(trace.len(), alone.trace.len(), "{name}");
            for block in 0..5 {
                let index = |trace: &Trace| {
                    let found = trace.blocks().iter().position(|traced| traced.block[0] == block);
                    found.expect("recorded")
                };
                let (one, other) = (index(&alone.trace), index(trace));
                assert_eq!(alone.trace.own_len(one), trace.own_len(other), "{name}");
                for number in 0..trace.own_len(other) {
                    let one = alone.trace.own_step(one, number).expect("there is");
                    let step = trace.own_step(other, number).expect("there is");
                    assert_eq!(trace.own_position(other, step), number, "{name}");
                    assert_eq!(trace.own_position(other, step + 1), number + 1, "{name}");
                    let (one, step) = (alone.trace.step(one), trace.step(step));
                    assert_eq!(one, step, "{name}: step {number} of block {block}");
                }
                assert_eq!(trace.own_step(other, trace.own_len(other)), None);
            }
        };
        check(None, 1);
        check(all(5, Schedule::InOrder), 1);
        check(all(5, Schedule::RoundRobin), 5);
        check(all(5, Schedule::Shuffled(8)), 5);
        check(Some(SideBySide { first: 1, count: 3, schedule: Schedule::RoundRobin }), 3);
        check(Some(SideBySide { first: 4, count: 9, schedule: Schedule::RoundRobin }), 1);
        check(Some(SideBySide { first: 7, count: 2, schedule: Schedule::RoundRobin }), 1);
    }
}

#[test]
fn a_barrier_lets_its_own_block_go_on_and_no_other() {
    let trace = run(PLAIN, 4, Schedule::RoundRobin, all(4, Schedule::RoundRobin)).trace;
    let mut playback = Playback::new(Arc::clone(&trace));
    let mut others_wait = 0;
    let waits = |state: &BlockState| -> Vec<bool> {
        state.warps.iter().map(|warp| warp.status == Status::Waiting).collect()
    };
    let barriers = trace.marks().iter().filter(|mark| mark.kind == MarkKind::Barrier);
    for mark in barriers.clone() {
        playback.seek(mark.position);
        let before = playback.states().to_vec();
        let own = mark.block as usize;
        assert_eq!(waits(&before[own]), [true; 3], "{mark:?}");
        assert_eq!(playback.block(), own, "the last to come is of that block");
        // With the block's next step its warps go on, and nobody else does.
        let number = trace.own_position(own, mark.position);
        let next = trace.own_step(own, number).expect("there is something behind");
        assert!(trace.step(next).is_some_and(|step| step.released));
        playback.seek(next);
        let waiting = playback.states().to_vec();
        playback.seek(next + 1);
        for (block, state) in playback.states().iter().enumerate() {
            match block == own {
                true => assert_eq!(waits(state), [false; 3], "{mark:?}"),
                false => assert_eq!(state, &waiting[block], "{mark:?}"),
            }
            others_wait += usize::from(block != own && waits(state).contains(&true));
        }
    }
    assert_eq!(barriers.count(), 8);
    assert!(others_wait > 0, "nobody was at a barrier while others passed theirs");
}

#[test]
fn states_of_all_blocks_are_the_same_there_and_back() {
    let trace = run(PLAIN, 4, Schedule::Shuffled(2), all(4, Schedule::Shuffled(5))).trace;
    let mut forward = Playback::new(Arc::clone(&trace));
    let mut back = Playback::new(Arc::clone(&trace));
    let mut states = vec![forward.states().to_vec()];
    while forward.go(Direction::Forward, Goal::Step) {
        states.push(forward.states().to_vec());
    }
    back.seek(trace.len());
    for position in (0..trace.len()).rev() {
        assert!(back.go(Direction::Back, Goal::Step));
        assert_eq!(back.states(), states[position], "{position}");
        assert!(back.between.len() < 20, "{} states are kept", back.between.len());
    }
    // By the end all warps have ended, in every block.
    let mut ended = forward.states().iter().flat_map(|state| &state.warps);
    assert!(ended.all(|warp| warp.status == Status::Done));
}

#[test]
fn blocks_that_wait_for_each_other_end_side_by_side_too() {
    for schedule in [Schedule::InOrder, Schedule::RoundRobin, Schedule::Shuffled(1)] {
        let run = run(CHAIN, 6, Schedule::RoundRobin, all(6, schedule));
        let written = run.buffers.0.iter().find(|words| words.len() > 1).expect("a buffer");
        assert_eq!(written[..6], [1, 2, 3, 4, 5, 6], "{schedule:?}");
        assert_eq!(run.trace.blocks().len(), 6);
    }
}

#[test]
fn what_does_not_fit_is_left_out_of_all_blocks() {
    let whole = run(PLAIN, 4, Schedule::RoundRobin, all(4, Schedule::RoundRobin)).trace;
    for count in [0, 1, 50, 300] {
        let mut cut = (*whole).clone();
        cut.keep_steps(count);
        cut.index_steps();
        cut.keep_checkpoints();
        assert_eq!(cut.len(), count);
        for (index, traced) in cut.blocks().iter().enumerate() {
            let own: Vec<usize> =
                (0..count).filter(|&step| cut.block_index(step) == Some(index)).collect();
            assert_eq!(own.len(), cut.own_len(index));
            let end = own.last().map_or(traced.steps.start, |last| last + 1);
            assert_eq!(traced.steps.end, end, "block {index} of {count} steps");
        }
        let mut playback = Playback::new(Arc::new(cut));
        playback.seek(usize::MAX);
        assert_eq!(playback.position(), count);
    }
}
