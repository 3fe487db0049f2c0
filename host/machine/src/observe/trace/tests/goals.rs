//! Where goals lead.

use super::super::*;
use super::machine;
use crate::model;
use crate::observe::banks::Banks;
use crate::sim::code::BarrierScope;
use crate::sim::{AccessKind, Arrival, MemoryAccess, Observer, Site};

/// Two warps. Line by line: both do two instructions on line 1, part on line 2,
/// meet at a barrier on line 3, and do one more on line 1 that queues up at a
/// bank.
fn trace() -> Trace {
    let (code, text) = machine::code();
    let selection = Selection {
        banks: Some(Banks::from(&model::find("h200").expect("built in").shared)),
        ..Selection::of(&[[0; 3]])
    };
    let mut recorder = Recorder::new(selection);
    recorder.launch(&code, &machine::launch(), &[]);
    recorder.block_start([0; 3]);
    let site = |warp, op| Site { block: [0; 3], warp, mask: 0xff, op, step: 0 };
    for warp in 0..2 {
        recorder.instruction(&site(warp, 0));
        recorder.instruction(&site(warp, 0));
        recorder.instruction(&site(warp, 1));
        recorder.branch(&site(warp, 1), 0x0f);
        recorder.instruction(&site(warp, 2));
        recorder.arrive(&site(warp, 2), &Arrival { live: 0xff, ..Arrival::default() });
    }
    recorder.barrier([0; 3], BarrierScope::default());
    for warp in 0..2 {
        recorder.instruction(&site(warp, 0));
        let offsets = [0, 128, 256, 384, 4, 4, 4, 4];
        let access = MemoryAccess {
            space: Space::Shared,
            kind: AccessKind::Load,
            offsets: &offsets,
            bytes: 4,
            outside: 0,
            values: &[],
            how: warpbench_semantics::Synchronization::default(),
            unexchanged: Default::default(),
            before: crate::sim::MemoryWords::Shared(&[]),
        };
        recorder.access(&site(warp, 0), &access);
        recorder.warp_end([0; 3], warp);
    }
    recorder.block_end([0; 3]);
    recorder.finish(&text)
}

#[test]
fn goals_lead_to_the_right_positions() {
    use Direction::{Back, Forward};
    let trace = trace();
    assert_eq!(trace.len(), 10);
    let check = |goal: Goal, direction: Direction, table: &[(usize, Option<usize>)]| {
        for &(from, expected) in table {
            let found = trace.find(from, direction, goal);
            assert_eq!(found, expected, "{goal:?} {direction:?} from {from}");
        }
    };
    check(Goal::Step, Forward, &[(0, Some(1)), (9, Some(10)), (10, None), (99, None)]);
    check(Goal::Step, Back, &[(0, None), (10, Some(9)), (99, Some(10))]);
    // Steps 4 to 7 and 9 are the second warp's.
    let of = |warp| TracedWarp { block: 0, warp };
    check(Goal::WarpStep(of(1)), Forward, &[(0, Some(5)), (5, Some(6)), (8, Some(10)), (10, None)]);
    check(Goal::WarpStep(of(1)), Back, &[(10, Some(9)), (9, Some(7)), (5, Some(4)), (4, None)]);
    check(Goal::WarpStep(of(7)), Forward, &[(0, None)]);
    // Steps 0 and 1 are on line 1, then one step on each of lines 2, 3 and 1.
    check(Goal::Line(of(0)), Forward, &[(0, Some(2)), (1, Some(2)), (2, Some(3)), (4, Some(9))]);
    check(
        Goal::Line(of(0)),
        Back,
        &[(10, Some(8)), (8, Some(3)), (3, Some(2)), (2, Some(0)), (0, None)],
    );
    // All wait after step 7 and go on with step 8.
    check(Goal::Barrier(None), Forward, &[(0, Some(8)), (7, Some(8)), (8, None)]);
    check(Goal::Barrier(None), Back, &[(10, Some(8)), (8, None)]);
    // Warps come to line 1 with steps 0, 4, 8 and 9; step 1 is there already.
    check(Goal::AtLine(1), Forward, &[(0, Some(4)), (4, Some(8)), (8, Some(9)), (9, None)]);
    check(Goal::AtLine(1), Back, &[(10, Some(9)), (8, Some(4)), (4, Some(0)), (0, None)]);
    check(Goal::AtLine(3), Forward, &[(0, Some(3)), (3, Some(7)), (7, None)]);
    check(Goal::AtLine(9), Forward, &[(0, None)]);
    // Both warps are past line 1 after step 5, past line 2 after step 6, past line 3
    // after step 7, and past line 1 for the second time at the end.
    let past =
        [(0, Some(6)), (1, Some(6)), (2, Some(7)), (3, Some(8)), (6, Some(7)), (8, Some(10))];
    check(Goal::BlockLine(0), Forward, &past);
    check(Goal::BlockLine(0), Forward, &[(9, Some(10)), (10, None)]);
    let before = [(10, Some(8)), (8, Some(3)), (7, Some(2)), (6, Some(0)), (0, None)];
    check(Goal::BlockLine(0), Back, &before);
    check(Goal::BlockLine(1), Forward, &[(0, None)]);
}

#[test]
fn marks_are_where_things_can_be_seen() {
    let trace = trace();
    let conflict = MarkKind::Conflict { turns: 4 };
    let expected = [
        (3, MarkKind::Divergence),
        (7, MarkKind::Divergence),
        (8, MarkKind::Barrier),
        (9, conflict),
        (10, conflict),
    ];
    let found: Vec<_> = trace.marks().iter().map(|mark| (mark.position, mark.kind)).collect();
    assert_eq!(found, expected);
    assert_eq!(trace.find(3, Direction::Forward, Goal::Mark), Some(7));
    assert_eq!(trace.find(3, Direction::Back, Goal::Mark), None);
    // At the barrier both wait; with the next step they go on.
    let mut playback = Playback::new(std::sync::Arc::new(trace));
    let statuses = |playback: &Playback| -> Vec<Status> {
        playback.state().warps.iter().map(|warp| warp.status).collect()
    };
    playback.seek(8);
    assert_eq!(statuses(&playback)[..2], [Status::Waiting, Status::Waiting]);
    assert!(playback.last_step().is_some_and(|step| step.arrived && !step.released));
    assert!(playback.next_step().is_some_and(|step| step.released && step.line == Some(1)));
    playback.seek(9);
    // The first warp has ended with that.
    assert_eq!(statuses(&playback)[..2], [Status::Done, Status::Ready]);
    playback.seek(3);
    let last = playback.last_step().expect("three steps");
    assert_eq!((last.warp, last.line, last.mask, last.taken), (0, Some(2), 0xff, Some(0x0f)));
    assert_eq!(playback.state().warps[0].taken, Some(0x0f));
}

#[test]
fn a_step_shows_its_access() {
    let step = trace().step(9).expect("ten steps");
    let [access] = step.accesses.as_slice() else { panic!("{step:?}") };
    assert_eq!((access.space, access.kind), (Space::Shared, AccessKind::Load));
    assert_eq!(access.offsets[..8], [0, 128, 256, 384, 4, 4, 4, 4]);
    assert_eq!((access.mask, access.bytes, access.outside), (0xff, 4, 0));
}
