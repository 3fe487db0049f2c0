//! What stays where it is while one steps.

use crate::support::{Bench, command, open, open_rung, workbench};
use egui::Rect;
use egui_kittest::kittest::{NodeT, Queryable};
use std::collections::BTreeMap;
use warpbench::window::command::Command;
use warpbench::window::lessons::lessons;
use warpbench::window::state::panel::PanelId;
use warpbench::window::state::player::Stride;
use warpbench_machine::observe::trace::Direction;

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
    let first = lessons().iter().map(|lesson| lesson.rungs[0].variant.name);
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
                warpbench::window::command::apply(
                    Command::Step(Direction::Forward, Stride::Instruction),
                    state,
                );
                bench.run_steps(2);
                let now = places(&bench);
                assert_eq!(now, before, "{variant}: {step} steps after {start}");
            }
        }
    }
}
