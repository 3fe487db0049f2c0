mod atomics;
mod goals;
mod machine;
mod shuffles;
mod side_by_side;

use super::*;
use crate::observe::Divisible;
use crate::sim::{AccessKind, Launch, MemoryAccess, Observer, Site};
use machine::{Machine, Snapshot};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::sync::Arc;

const BLOCKS: [[u32; 3]; 2] = [[0, 0, 0], [2, 0, 0]];

/// Records two blocks that do random things, and a third that was not chosen.
fn record(seed: u64, steps: usize, selection: Selection) -> (Trace, Machine) {
    let (code, text) = machine::code();
    let mut machine = Machine::new(seed);
    let mut recorder = Recorder::new(selection);
    recorder.launch(&code, &machine::launch(), &[4000, 160]);
    machine.block(BLOCKS[0], steps, &mut recorder);
    Machine::new(seed + 1).block([1, 0, 0], steps, &mut recorder);
    machine.block(BLOCKS[1], steps, &mut recorder);
    (recorder.finish(&text), machine)
}

#[test]
fn the_state_anywhere_is_what_it_was() {
    for seed in 0..20 {
        let (trace, machine) = record(seed, 100, Selection::of(&BLOCKS));
        assert_eq!((trace.len(), trace.is_complete()), (200, true));
        let mut playback = Playback::new(Arc::new(trace));
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        for _ in 0..300 {
            let position = random.next_u32() as usize % 201;
            playback.seek(position);
            assert_eq!(playback.position(), position);
            assert_eq!(Snapshot::of(&playback), machine.after[position], "{seed}: {position}");
        }
    }
}

#[test]
fn forward_and_back_again_changes_nothing() {
    let (trace, machine) = record(7, 4000, Selection::of(&BLOCKS));
    assert!(trace.checkpoints.len() > 3, "{}", trace.checkpoints.len());
    let mut playback = Playback::new(Arc::new(trace));
    let mut random = Pcg64Mcg::seed_from_u64(1);
    for _ in 0..30 {
        let start = random.next_u32() as usize % 8001;
        playback.seek(start);
        let before = playback.state().clone();
        let steps = random.next_u32() as usize % 50;
        let mut done = 0;
        while done < steps && playback.go(Direction::Forward, Goal::Step) {
            done += 1;
            assert_eq!(Snapshot::of(&playback), machine.after[start + done]);
        }
        for _ in 0..done {
            assert!(playback.go(Direction::Back, Goal::Step));
        }
        assert_eq!((playback.position(), playback.state()), (start, &before));
    }
    playback.seek(usize::MAX);
    assert_eq!(playback.position(), 8000);
    assert!(!playback.go(Direction::Forward, Goal::Step));
    playback.seek(0);
    assert!(!playback.go(Direction::Back, Goal::Step));
}

/// Everything about two traces but how much room they have left.
fn assert_same(one: &Trace, other: &Trace) {
    assert_eq!(one.len(), other.len());
    assert_eq!(one.blocks(), other.blocks());
    assert_eq!(one.marks(), other.marks());
    assert_eq!(one.is_complete(), other.is_complete());
    assert_eq!(one.stores, other.stores);
    for step in 0..one.len() {
        assert_eq!(one.step(step), other.step(step), "step {step}");
    }
}

#[test]
fn parts_joined_are_the_whole_with_room_or_without() {
    let (code, text) = machine::code();
    for most_bytes in [300_000_000, 30_000, 10_000, 3_000, 0] {
        let selection = Selection { most_bytes, ..Selection::of(&BLOCKS) };
        let (whole, _) = record(3, 400, selection.clone());
        let mut recorder = Recorder::new(selection);
        recorder.launch(&code, &machine::launch(), &[4000, 160]);
        let mut machine = Machine::new(3);
        let mut parts = Vec::new();
        for block in BLOCKS {
            let mut part = recorder.part();
            machine.block(block, 400, &mut part);
            parts.push(part);
        }
        parts.into_iter().for_each(|part| recorder.join(part));
        let joined = recorder.finish(&text);
        assert_same(&joined, &whole);
        assert_eq!(whole.is_complete(), most_bytes > 100_000, "{} steps", whole.len());
    }
}

#[test]
fn what_does_not_fit_is_left_out() {
    let (whole, machine) = record(5, 2000, Selection::of(&BLOCKS));
    for most_bytes in [200_000, 50_000, 1_000] {
        let selection = Selection { most_bytes, ..Selection::of(&BLOCKS) };
        let (cut, _) = record(5, 2000, selection);
        assert!(!cut.is_complete());
        assert!(cut.memory_bytes() <= most_bytes, "{} of {most_bytes}", cut.memory_bytes());
        // It is not given up early either.
        assert!(cut.memory_bytes() + 1000 > most_bytes / 2, "{}", cut.memory_bytes());
        assert!(cut.marks().iter().all(|mark| mark.position <= cut.len()));
        for step in 0..cut.len() {
            assert_eq!(cut.step(step), whole.step(step));
        }
        let mut playback = Playback::new(Arc::new(cut));
        playback.seek(usize::MAX);
        let position = playback.position();
        let shown = Snapshot::of(&playback);
        assert_eq!(shown.registers, machine.after[position].registers);
    }
}

#[test]
fn only_the_chosen_launch_is_written_down() {
    let (code, text) = machine::code();
    for chosen in 0..3 {
        let selection = Selection { launch: chosen, ..Selection::of(&BLOCKS) };
        let mut recorder = Recorder::new(selection);
        for launch in 0..3 {
            recorder.launch(&code, &machine::launch(), &[4000, 160]);
            let mut part = recorder.part();
            Machine::new(launch).block(BLOCKS[0], 10 + launch as usize, &mut recorder);
            Machine::new(launch).block(BLOCKS[1], 10 + launch as usize, &mut part);
            recorder.join(part);
        }
        let trace = recorder.finish(&text);
        assert_eq!(trace.len(), 2 * (10 + chosen as usize));
        assert_eq!(trace.blocks().len(), 2);
    }
}

#[test]
fn an_empty_trace_can_be_played_too() {
    let trace = Recorder::new(Selection::of(&[])).finish("");
    assert!(trace.is_empty() && trace.is_complete());
    let mut playback = Playback::new(Arc::new(trace));
    playback.seek(10);
    assert_eq!(playback.position(), 0);
    assert!(playback.last_step().is_none() && playback.next_step().is_none());
    let warp = TracedWarp { block: 0, warp: 0 };
    let near = [Goal::Step, Goal::WarpStep(warp), Goal::Line(warp), Goal::BlockLine(0)];
    for goal in near.into_iter().chain([Goal::Barrier(None), Goal::AtLine(1)]) {
        assert!(!playback.go(Direction::Forward, goal));
        assert!(!playback.go(Direction::Back, goal));
    }
}

/// A block of eight warps that reads scattered words into 64 registers.
fn scatter(steps: u32) -> Trace {
    let (code, text) = machine::code();
    let code = crate::sim::code::Code { block: [256, 1, 1], shared_bytes: 4096, ..code };
    let mut recorder = Recorder::new(Selection::of(&[[0; 3]]));
    recorder.launch(&code, &Launch { warp_width: 32, ..machine::launch() }, &[1 << 30]);
    recorder.block_start([0; 3]);
    let mut random = Pcg64Mcg::seed_from_u64(2);
    for step in 0..steps {
        let (mask, op) = (0xffff_ffff, step % 10);
        let site = Site { block: [0; 3], warp: step % 8, mask, op, step: step.into() };
        recorder.instruction(&site);
        let offsets: [u32; 32] = std::array::from_fn(|_| random.next_u32() & !3);
        let access = MemoryAccess {
            space: Space::Global(0),
            kind: AccessKind::Load,
            offsets: &offsets,
            bytes: 4,
            outside: 0,
            values: &[],
            how: warpbench_semantics::Synchronization::default(),
            unexchanged: Default::default(),
            before: crate::sim::MemoryWords::Shared(&[]),
        };
        recorder.access(&site, &access);
        let column: [u32; 32] = std::array::from_fn(|_| random.next_u32());
        recorder.changed(&site, step / 8 % 64, &column);
    }
    recorder.block_end([0; 3]);
    recorder.finish(&text)
}

#[test]
fn the_worst_steps_take_at_most_300_bytes() {
    let trace = scatter(30_000);
    assert_eq!((trace.len(), trace.is_complete()), (30_000, true));
    // The state is a copy of 8 * 64 columns, so there is a checkpoint now and
    // then.
    assert!(trace.checkpoints.len() > 2, "{}", trace.checkpoints.len());
    let each = trace.memory_bytes() / trace.len();
    assert!(each <= 300, "{each} bytes per step");
}
