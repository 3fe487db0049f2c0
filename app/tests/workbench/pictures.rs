//! What stays where it is while one steps.

use crate::support::{Bench, command, open, open_rung, workbench};
use egui::{Rect, pos2, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use std::collections::BTreeMap;
use warpbench_machine::observe::trace::Direction;
use warpbench_state::command::Command;
use warpbench_state::state::panel::PanelId;
use warpbench_state::state::player::Stride;
use warpbench_texts::lessons::lessons;

/// What is drawn in the panels with pictures, by what it is called at every step: how
/// its name begins or ends. The cells of shared memory are not among them, because
/// they are scrolled to what is touched; the numbers of the banks above them are.
const NAMES: [(&str, &str); 6] = [
    ("warp ", ""),
    ("registers of warp", ""),
    ("watch ", ""),
    ("", "banks asked"),
    ("Global memory:", ""),
    ("Buffers in global memory", ""),
];

/// Where rows and pictures are. Those of one name are told apart by their order.
fn places(bench: &Bench) -> BTreeMap<(String, usize), Rect> {
    let mut places = BTreeMap::new();
    for (start, end) in NAMES {
        let name = if start.is_empty() { end } else { start };
        let found = bench.query_all_by_label_contains(name);
        let is_it = |label: String| label.starts_with(start) && label.ends_with(end);
        let found = found.filter(|node| node.accesskit_node().label().is_some_and(is_it));
        for (number, node) in found.enumerate() {
            places.insert((name.to_owned(), number), node.rect());
        }
    }
    places
}

/// The first rung of every lesson, and some others, for two hundred steps.
#[test]
fn nothing_jumps_while_one_steps() {
    let mut bench = open();
    let first = lessons().iter().map(|lesson| lesson.rungs[0].name.as_str());
    for variant in first.chain(["reduce_shuffle", "matmul_tiled", "transpose_padded"]) {
        open_rung(&mut bench, variant);
        command(&mut bench, Command::BringUp(PanelId::Global));
        // A warp that is followed stays the one whose registers are shown.
        command(&mut bench, Command::SelectLane(Some((0, 3))));
        let before = places(&bench);
        assert!(before.len() > 4, "{variant}: {before:?}");
        let len = workbench(&mut bench).state.player.as_ref().expect("recorded").trace().len();
        // Half of the steps from the start, the others in the middle of the trace.
        for start in [0, len / 2] {
            command(&mut bench, Command::Seek(start));
            for step in 0..100 {
                let state = &mut workbench(&mut bench).state;
                warpbench_state::command::apply(
                    Command::Step(Direction::Forward, Stride::Instruction),
                    state,
                );
                // What only moves with the next frame is seen after the next step.
                bench.step();
                assert_eq!(places(&bench), before, "{variant}: {step} steps after {start}");
            }
            bench.step();
            assert_eq!(places(&bench), before, "{variant} after a moment");
        }
    }
}

/// The lane that a click at the right end of the table of registers chooses.
fn last_lane(bench: &mut Bench) -> u32 {
    let table = bench.get_by_label_contains("registers of warp").rect();
    let at = pos2(table.right() - 20.0, table.top() + 40.0);
    bench.drag_at(at);
    bench.step();
    bench.drop_at(at);
    bench.run_steps(3);
    workbench(bench).state.selection.lane.expect("a lane").1
}

#[test]
fn registers_have_all_lanes_and_scroll_with_the_picture_of_the_lanes() {
    let mut bench = open();
    open_rung(&mut bench, "reduce_sequential");
    command(&mut bench, Command::Step(Direction::Forward, Stride::Barrier));
    assert!(bench.query_all_by_label_contains("in 32 lanes").count() > 0);
    // In the usual window all lanes have room, in two rows.
    assert_eq!(last_lane(&mut bench), 15);
    bench.set_size(vec2(1100.0, 900.0));
    bench.run_steps(3);
    let before = last_lane(&mut bench);
    assert!(before < 31, "there is nothing to scroll");
    let row = bench.get_by_label_contains("warp 0:").rect();
    bench.hover_at(row.center());
    bench.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: vec2(-2000.0, 0.0),
        source: egui::MouseWheelSource::Wheel,
        phase: egui::TouchPhase::Move,
        modifiers: egui::Modifiers::NONE,
    });
    bench.run_steps(60);
    assert_eq!(last_lane(&mut bench), 31, "the table does not follow");
}
