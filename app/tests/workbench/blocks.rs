//! Blocks side by side, what a step did, and how far a stride goes.

use crate::support::{Bench, command, open, open_rung, settle, workbench};
use egui_kittest::kittest::Queryable as _;
use std::collections::BTreeSet;
use warpbench_front::Language;
use warpbench_machine::finding::{Finding, FindingKind, Severity};
use warpbench_machine::observe::trace::{Direction, Status};
use warpbench_machine::sim::Schedule;
use warpbench_state::command::Command;
use warpbench_state::state::State;
use warpbench_state::state::player::{Player, Stride};

fn player(bench: &mut Bench) -> &mut Player {
    workbench(bench).state.player.as_mut().expect("recorded")
}

fn state(bench: &mut Bench) -> &State {
    &workbench(bench).state
}

/// The blocks that have begun and not ended, by what they have done themselves.
fn under_way(player: &Player) -> Vec<usize> {
    let trace = player.trace();
    let is_under_way = |&block: &usize| {
        let done = trace.own_position(block, player.position());
        done > 0 && done < trace.own_len(block)
    };
    (0..trace.blocks().len()).filter(is_under_way).collect()
}

#[test]
fn blocks_that_are_resident_together_advance_together() {
    let mut bench = open();
    let player = player(&mut bench);
    assert_eq!(player.trace().blocks().len(), 4, "all blocks of the lesson are recorded");
    let middle = player.trace().len() / 2;
    for position in [100, middle, middle + 500] {
        player.seek(position);
        assert_eq!(under_way(player), [0, 1, 2, 3], "at step {position}");
        // Nobody is far ahead of the others.
        let done = (0..4).map(|block| player.trace().own_position(block, position));
        let (least, most) = (done.clone().min(), done.max());
        assert!(most <= least.map(|least| least + 64), "{least:?} to {most:?}");
    }
}

#[test]
fn the_schedule_between_blocks_is_chosen_beside_that_between_warps() {
    let mut bench = open();
    bench.get_by_label("Schedule of warps");
    bench.get_by_label("Schedule of blocks");
    command(&mut bench, Command::SetBlockSchedule(Schedule::InOrder));
    let one = player(&mut bench);
    one.seek(one.trace().len() / 2);
    assert!(under_way(one).len() <= 1, "{:?}", under_way(one));
    command(&mut bench, Command::SetBlockSchedule(Schedule::Shuffled(3)));
    let all = player(&mut bench);
    all.seek(all.trace().len() / 2);
    assert_eq!(under_way(all), [0, 1, 2, 3]);
}

#[test]
fn a_block_that_is_chosen_stays_in_view_and_the_last_step_is_followed_else() {
    let mut bench = open();
    player(&mut bench).seek(300);
    command(&mut bench, Command::SelectBlock([2, 0, 0]));
    assert_eq!(player(&mut bench).position(), 300, "it is under way there");
    for position in [300, 310, 320, 330, 340] {
        player(&mut bench).seek(position);
        assert_eq!(state(&mut bench).shown_block(), [2, 0, 0]);
    }
    command(&mut bench, Command::FollowStep);
    let mut shown = BTreeSet::new();
    for position in 300..400 {
        player(&mut bench).seek(position);
        let player = player(&mut bench);
        let last = player.trace().step(position - 1).expect("there is").block;
        assert_eq!(player.shown_state().block, last);
        shown.insert(last);
    }
    assert_eq!(shown.len(), 4, "{shown:?}");
}

#[test]
fn findings_lead_to_the_step_of_their_block() {
    let mut bench = open();
    let player = player(&mut bench);
    let example = Finding {
        kind: FindingKind::Race,
        severity: Severity::Error,
        message: String::new(),
        line: 1,
        column: 1,
        other_line: None,
        calls: Vec::new(),
        other_calls: Vec::new(),
        lanes: Vec::new(),
        block: None,
        address: None,
        step: None,
    };
    let trace = player.recording.trace.clone();
    let line_of = |index: usize, own: usize| {
        trace.own_step(index, own).and_then(|step| trace.line_of(step)).expect("a line")
    };
    let check = |block: u32, own: usize, line: Option<u32>, expected: usize| {
        let index = player.block_at([block, 0, 0]).expect("recorded");
        let line = line.unwrap_or_else(|| line_of(index, own - 1));
        let finding =
            Finding { block: Some([block, 0, 0]), step: Some(own as u64), line, ..example.clone() };
        let position = player.position_of(&finding).expect("its block was recorded");
        assert_eq!(trace.own_position(index, position), expected, "{own} of block {block}");
        assert_eq!(trace.block_index(position - 1), Some(index));
    };
    for block in 0..4 {
        check(block, 40, None, 40);
        check(block, 201, None, 201);
    }
    // Where the run that was counted took another way, the nearest step on the line.
    let first = line_of(1, 0);
    let last_there = (0..300).rev().find(|&own| line_of(1, own) == first).expect("it is there");
    check(1, 299, Some(first), last_there + 1);
}

/// Whether all warps of a block are past the step's visit of its line: none is on the
/// line, unless it has come back to it.
fn lines_of_warps(player: &Player, block: usize) -> Vec<Option<u32>> {
    let trace = player.trace();
    let warps = &player.playback.states()[block].warps;
    warps.iter().map(|warp| trace.line_of_op(warp.op?)).collect()
}

#[test]
fn a_step_of_the_block_leaves_every_warp_past_the_line() {
    for language in [Language::Rust, Language::Wgsl] {
        let mut bench = open();
        command(&mut bench, Command::StepLanguage(language));
        for block in [0, 2] {
            command(&mut bench, Command::SelectBlock([block as u32, 0, 0]));
            player(&mut bench).seek(0);
            for _ in 0..4 {
                let player = player(&mut bench);
                let next = player.trace().own_position(block, player.position());
                let next = player.trace().own_step(block, next).expect("not at the end");
                let line = player.trace().line_of(next);
                let from = player.position();
                assert!(player.go(Direction::Forward, Stride::Block, None, &BTreeSet::new()));
                let there = player.position();
                // Every warp has done something on the line, and does nothing more there
                // before it has been elsewhere.
                let warps = player.trace().shape().warps();
                for warp in 0..warps {
                    let own = |step: &usize| {
                        player.trace().block_index(*step) == Some(block)
                            && player.trace().warp_of(*step) == Some(warp)
                    };
                    let on_line = |step: &usize| player.trace().line_of(*step) == line;
                    assert!((0..there).filter(own).any(|step| on_line(&step)), "warp {warp}");
                    let after = (there..player.trace().len()).find(own);
                    assert!(after.is_none_or(|step| !on_line(&step)), "warp {warp}, line {line:?}");
                }
                assert!(lines_of_warps(player, block).iter().all(Option::is_some));
                assert!(player.go(Direction::Back, Stride::Block, None, &BTreeSet::new()));
                // Steps of other blocks may lie between.
                let own = |position| player.trace().own_position(block, position);
                assert!(own(player.position()) <= own(from), "back to {from} from {there}");
                player.seek(there);
            }
        }
    }
}

#[test]
fn a_step_of_this_warp_is_one_of_the_warp_that_is_followed() {
    let mut bench = open();
    player(&mut bench).seek(500);
    command(&mut bench, Command::SelectLane(Some((3, 0))));
    let block = player(&mut bench).shown_block();
    for _ in 0..20 {
        command(&mut bench, Command::Step(Direction::Forward, Stride::Warp));
        let player = player(&mut bench);
        let last = player.trace().traced_warp(player.position() - 1).expect("a step");
        assert_eq!((last.block, last.warp), (block, 3));
        assert!(player.recording.is_visible(player.position() - 1));
    }
    let there = player(&mut bench).position();
    command(&mut bench, Command::Step(Direction::Forward, Stride::Warp));
    command(&mut bench, Command::Step(Direction::Back, Stride::Warp));
    assert_eq!(player(&mut bench).position(), there);
}

#[test]
fn steps_that_change_nothing_visible_are_passed_over_unless_asked_for() {
    let mut bench = open();
    let mut stops = |is_every: bool| -> Vec<usize> {
        if state(&mut bench).view.is_every_instruction != is_every {
            command(&mut bench, Command::ToggleEveryInstruction);
        }
        player(&mut bench).seek(0);
        let go = |bench: &mut Bench| {
            command(bench, Command::Step(Direction::Forward, Stride::Instruction));
            player(bench).position()
        };
        (0..60).map(|_| go(&mut bench)).collect()
    };
    assert_eq!(stops(true), (1..=60).collect::<Vec<_>>());
    let shown = stops(false);
    assert!(shown.windows(2).all(|pair| pair[0] < pair[1]));
    assert!(shown[59] > 60, "{shown:?}");
    let player = player(&mut bench);
    let passed = (0..shown[59]).filter(|step| !shown.contains(&(step + 1)));
    for step in passed {
        let what = player.trace().step(step).expect("there is");
        let is_empty = what.accesses.is_empty() && what.taken.is_none() && !what.arrived;
        assert!(is_empty, "step {step}: {what:?}");
    }
}

#[test]
fn the_beginning_is_shown() {
    for (language, head) in [
        (Language::Rust, "pub unsafe fn reduce_interleaved_divergent"),
        (Language::Wgsl, "fn reduce_interleaved_divergent"),
    ] {
        let mut bench = open();
        open_rung(&mut bench, "reduce_interleaved_divergent");
        command(&mut bench, Command::StepLanguage(language));
        command(&mut bench, Command::Seek(0));
        let state = state(&mut bench);
        let line = state.current_line().expect("the kernel's first line");
        let text = state.stepped_document().text.lines().nth(line as usize - 1);
        assert!(text.is_some_and(|text| text.contains(head)), "{text:?}");
        let player = state.player.as_ref().expect("recorded");
        let lanes = player.trace().shape().lanes(0);
        for warp in player.playback.states().iter().flat_map(|state| &state.warps) {
            assert_eq!((warp.mask, warp.status), (lanes, Status::Ready));
        }
        let words = state.caption().expect("recorded").words;
        assert!(words.contains("all lanes active"), "{words}");
    }
}

#[test]
fn the_caption_has_its_line_and_marks_the_text() {
    for language in [Language::Rust, Language::Wgsl] {
        let mut bench = open();
        command(&mut bench, Command::StepLanguage(language));
        for _ in 0..30 {
            command(&mut bench, Command::Step(Direction::Forward, Stride::Instruction));
            settle(&mut bench);
            let state = state(&mut bench);
            let words = state.caption().expect("recorded").words;
            assert!(words.starts_with("block "), "{words}");
            let at = state.current_span().expect("every step of this kernel has a place");
            assert_eq!(Some(at.line), state.current_line(), "{words}");
            let line = state.stepped_document().text.lines().nth(at.line as usize - 1);
            let line = line.expect("is there");
            let end = (at.column - 1 + at.length) as usize;
            assert!(at.length > 0 && end <= line.len(), "{line} {at:?}");
            bench.get_by_label(&format!("last step: {words}"));
        }
    }
}
