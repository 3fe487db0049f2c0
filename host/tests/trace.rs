//! Traces of kernels that really run.

use std::sync::Arc;
use warpbench_front::wgsl;
use warpbench_machine::observe::trace::{Direction, Goal, MarkKind, Playback};
use warpbench_machine::observe::trace::{Recorder, Selection, TracedWarp};
use warpbench_machine::sim::{self, Buffers, Launch, Schedule};

const KERNEL: &str = "\
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
var<workgroup> tile: array<u32, 70>;
@compute @workgroup_size(70)
fn main(@builtin(local_invocation_id) t: vec3<u32>, @builtin(workgroup_id) b: vec3<u32>) {
    let i = b.x * 70u + t.x;
    tile[t.x] = input[i];
    workgroupBarrier();
    var sum = 0u;
    for (var k = 0u; k <= t.x % 5u; k += 1u) {
        sum += tile[(t.x + k) % 70u];
    }
    workgroupBarrier();
    if t.x % 3u == 0u {
        output[i] = sum;
    }
}
";

/// Runs three blocks; returns their trace and what the output holds then.
fn record(
    width: u32,
    schedule: Schedule,
) -> (Arc<warpbench_machine::observe::trace::Trace>, Vec<u32>) {
    let checked = wgsl::check(KERNEL, "test").expect("valid");
    let code =
        sim::compile(&checked.module, &checked.info, &checked.semantics, "main").expect("known");
    let launch = Launch {
        grid: [3, 1, 1],
        warp_width: width,
        schedule,
        most_instructions: 1 << 20,
        ..Launch::default()
    };
    let output = code.buffers.iter().position(|slot| slot.name == "output").expect("used");
    let mut buffers = Buffers(vec![(0..210).map(|i| i * i).collect(); 2]);
    buffers.0[output] = vec![7; 210];
    let blocks = [[0, 0, 0], [1, 0, 0], [2, 0, 0]];
    let mut recorder = Recorder::new(Selection::of(&blocks));
    sim::run(&code, &launch, &mut buffers, &mut recorder).expect("it ends");
    let trace = Arc::new(recorder.finish(KERNEL));
    let shown = trace.buffer_at(trace.len(), output as u32, vec![7; 210]);
    let shown: Vec<u32> = (0..210).filter_map(|index| shown.word(index)).collect();
    assert_eq!(shown, buffers.0[output], "width {width}, {schedule:?}");
    (trace, shown)
}

#[test]
fn a_trace_tells_what_the_kernel_did() {
    for width in [16, 32, 64] {
        for schedule in [Schedule::InOrder, Schedule::RoundRobin, Schedule::Shuffled(9)] {
            let (trace, output) = record(width, schedule);
            // Lane 3 of the second block: elements 73 to 76, squared.
            assert_eq!(output[73], (73..=76).map(|i| i * i).sum::<u32>());
            assert_eq!(output[74], 7);
            let barriers = trace.marks().iter().filter(|mark| mark.kind == MarkKind::Barrier);
            assert_eq!(barriers.count(), 3 * 2, "{schedule:?}");
            // At the second block's first barrier the tile is filled.
            let first = trace.blocks()[1].steps.start;
            let barrier =
                trace.find(first, Direction::Forward, Goal::Barrier(None)).expect("there is");
            let mut playback = Playback::new(Arc::clone(&trace));
            playback.seek(barrier);
            for index in 0..70 {
                let expected = (70 + index as u32).pow(2);
                assert_eq!(playback.state().shared.word(index), Some(expected));
            }
        }
    }
}

#[test]
fn forward_and_back_gives_an_equal_state() {
    let (trace, _) = record(32, Schedule::Shuffled(4));
    let mut playback = Playback::new(Arc::clone(&trace));
    // Steps of a kind that hits all places sooner or later.
    for start in (0..trace.len()).step_by(17) {
        playback.seek(start);
        let state = playback.state().clone();
        let of = |warp| TracedWarp { block: playback.block(), warp };
        let near = [Goal::Step, Goal::WarpStep(of(1)), Goal::Line(of(0))];
        let goals = near.into_iter().chain([Goal::Barrier(None), Goal::AtLine(11)]);
        for goal in goals {
            playback.go(Direction::Forward, goal);
            playback.seek(start);
            assert_eq!(playback.state(), &state, "{goal:?} and back to {start}");
        }
        // A playback that never went anywhere else sees the same.
        let mut fresh = Playback::new(Arc::clone(&trace));
        fresh.seek(start);
        assert_eq!(fresh.state(), &state);
    }
}

#[test]
fn a_breakpoint_stops_before_its_line() {
    let (trace, _) = record(32, Schedule::InOrder);
    let mut playback = Playback::new(trace);
    assert!(playback.go(Direction::Forward, Goal::AtLine(14)));
    let next = playback.next_step().expect("a step on that line");
    assert_eq!((next.block, next.line), ([0, 0, 0], Some(14)));
    assert!(playback.last_step().is_some_and(|step| step.line != Some(14)));
    // And back to where another warp came to it, of which there is none.
    assert!(!playback.go(Direction::Back, Goal::AtLine(14)));
}

#[test]
fn registers_hold_what_the_variables_do() {
    let checked = wgsl::check(KERNEL, "test").expect("valid");
    let code =
        sim::compile(&checked.module, &checked.info, &checked.semantics, "main").expect("known");
    let sum = code.variables.iter().find(|variable| variable.name == "sum").expect("a variable");
    for width in [16, 32, 64] {
        let (trace, _) = record(width, Schedule::RoundRobin);
        let mut playback = Playback::new(Arc::clone(&trace));
        // At the end of the first block all sums are there, in every lane.
        playback.seek(trace.blocks()[0].steps.end - 1);
        let state = playback.state().clone();
        for thread in 0..70u32 {
            let (warp, lane) = (thread / width, thread % width);
            let found = state.warps[warp as usize].registers.get(sum.register, lane);
            let wanted = (0..=thread % 5).map(|k| ((thread + k) % 70).pow(2)).sum::<u32>();
            assert_eq!(found, Some(wanted), "thread {thread}, width {width}");
        }
        // Somewhere on the way there and back they are as they were.
        for step in (0..trace.blocks()[0].steps.end).step_by(37) {
            playback.seek(step);
        }
        playback.seek(trace.blocks()[0].steps.end - 1);
        assert_eq!(playback.state(), &state);
    }
}
