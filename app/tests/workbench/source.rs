//! The text beside the step: what is unfolded, what stands at one height, and
//! what belongs together.

use crate::support::{Bench, command, open, open_rung, settle, workbench};
use egui::{Rect, vec2};
use egui_kittest::kittest::Queryable as _;
use warpbench_front::Language;
use warpbench_machine::observe::trace::Direction;
use warpbench_state::command::Command;
use warpbench_state::state::player::Stride;
use warpbench_state::state::view::SourceView;

#[test]
fn the_kernel_that_is_stepped_is_unfolded_and_the_others_are_not() {
    let mut bench = open();
    bench.set_size(vec2(1440.0, 2600.0));
    open_rung(&mut bench, "reduce_sequential");
    let check = |bench: &Bench, folded: &str, open: &str| {
        assert!(bench.query_by_label(&format!("Unfold {folded}")).is_some(), "{folded}");
        assert!(bench.query_by_label(&format!("Unfold {open}")).is_none(), "{open}");
    };
    check(&bench, "reduce_interleaved_strided", "reduce_sequential");
    open_rung(&mut bench, "reduce_interleaved_strided");
    check(&bench, "reduce_sequential", "reduce_interleaved_strided");
    // What was unfolded by hand stays so.
    bench.get_by_label("Unfold reduce_sequential").click();
    settle(&mut bench);
    assert!(bench.query_by_label("Fold reduce_sequential").is_some());
    open_rung(&mut bench, "reduce_first_add");
    assert!(bench.query_by_label("Fold reduce_sequential").is_some());
    // Stepping never leaves what can be seen.
    for _ in 0..20 {
        command(&mut bench, Command::Step(Direction::Forward, Stride::Line));
        let state = &workbench(&mut bench).state;
        let player = state.player.as_ref().expect("recorded");
        let line = player.trace().line_of(player.position() - 1).expect("a line");
        let text: Vec<&str> = state.stepped_document().text.lines().collect();
        let start = text.iter().position(|line| line.contains("fn reduce_first_add(")).expect("it");
        assert!(line as usize > start, "line {line}");
    }
}

/// Where the row of a line is, by the sign of the fold of its part.
fn sign(bench: &Bench, label: &str, nth: usize) -> Rect {
    let mut found: Vec<Rect> = bench.query_all_by_label(label).map(|node| node.rect()).collect();
    found.sort_by(|a, b| a.left().total_cmp(&b.left()));
    found[nth]
}

#[test]
fn twins_stand_side_by_side_and_scroll_together() {
    let mut bench = open();
    bench.set_size(vec2(1920.0, 1080.0));
    open_rung(&mut bench, "reduce_sequential");
    command(&mut bench, Command::ShowSource(SourceView::Both));
    bench.run_steps(6);
    let check = |bench: &Bench| {
        let label = "Unfold reduce_interleaved_strided";
        let (rust, wgsl) = (sign(bench, label, 0), sign(bench, label, 1));
        assert!((rust.top() - wgsl.top()).abs() < 1.0, "{rust:?} {wgsl:?}");
        rust.top()
    };
    let before = check(&bench);
    let text = bench.get_by_label("Rust source").rect();
    bench.hover_at(text.left_top() + vec2(100.0, text.top().abs() + 300.0));
    bench.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: vec2(0.0, -60.0),
        source: egui::MouseWheelSource::Wheel,
        phase: egui::TouchPhase::Move,
        modifiers: egui::Modifiers::NONE,
    });
    bench.run_steps(30);
    assert_ne!(check(&bench), before, "nothing was scrolled");
}

#[test]
fn ptx_follows_the_step_and_is_tied_to_its_source() {
    let mut bench = open();
    bench.set_size(vec2(2600.0, 1080.0));
    open_rung(&mut bench, "reduce_sequential");
    command(&mut bench, Command::ShowSource(SourceView::Ptx));
    command(&mut bench, Command::Step(Direction::Forward, Stride::Barrier));
    bench.run_steps(6);
    assert_eq!(bench.query_all_by_label("PTX").count(), 2, "its tab and its text");
    assert!(bench.query_by_label("Rust source").is_some());
    // Only this kernel's code is unfolded.
    assert_eq!(bench.query_all_by_label("Unfold reduce_sequential").count(), 0);
    // What is pointed at in the PTX is a line of the source.
    let state = &workbench(&mut bench).state;
    let text = state.document(Language::Rust).text.clone();
    let lines: Vec<&str> = text.lines().collect();
    let ptx = bench
        .get_all_by_label("PTX")
        .map(|node| node.rect())
        .fold(Rect::NOTHING, |a, b| if b.height() > a.height() { b } else { a });
    let mut seen = Vec::new();
    for y in (200..800).step_by(10) {
        bench.hover_at(egui::pos2(ptx.left() + 60.0, y as f32));
        bench.run_steps(2);
        seen.extend(workbench(&mut bench).state.selection.hovered_line);
    }
    seen.dedup();
    assert!(seen.len() > 3, "{seen:?}");
    let start = lines.iter().position(|line| line.contains("fn reduce_sequential(")).expect("it");
    let end = lines[start..].iter().position(|line| *line == "}").expect("its end") + start;
    for line in seen {
        assert!((start..=end + 1).contains(&(line as usize)), "line {line} of {start} to {end}");
    }
}
