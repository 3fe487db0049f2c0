//! Folding under keys and pointer.

use super::super::cache::TextCache;
use super::*;

const KERNELS: &str = "\
// About.

const N = 4u;

@compute @workgroup_size(N)
fn first() {
    let a = 1u;
    let b = 2u;
}

fn helper() {
    let c = 3u;
}

@compute @workgroup_size(N)
fn second() {
    helper();
}
";

fn folded() -> App {
    App { kernel: Some("second"), current: None, ..App::new(KERNELS) }
}

/// Where the lines of the text are, by their number: only those with height.
fn shown(harness: &Harness<'_, App>) -> Vec<String> {
    let labels = ["Fold first", "Unfold first", "Fold helper", "Unfold helper"];
    labels
        .into_iter()
        .filter(|label| harness.query_by_label(label).is_some())
        .map(str::to_owned)
        .collect()
}

#[test]
fn a_sign_unfolds_and_folds_and_is_remembered() {
    let mut harness = harness(folded());
    assert_eq!(shown(&harness), ["Unfold first", "Fold helper"]);
    let below = harness.get_by_label("Fold helper").rect().top();
    harness.get_by_label("Unfold first").click();
    harness.run();
    assert_eq!(shown(&harness), ["Fold first", "Fold helper"]);
    assert!(harness.get_by_label("Fold helper").rect().top() > below + 50.0);
    assert_eq!(harness.state().folds.get("fn first() {"), Some(&false));
    harness.get_by_label("Fold first").click();
    harness.run();
    assert_eq!(harness.get_by_label("Fold helper").rect().top(), below);
    assert_eq!(harness.state().text, KERNELS);
}

#[test]
fn what_is_typed_in_is_never_folded() {
    let mut harness = harness(folded());
    start_typing(&mut harness, end_of(KERNELS, "let b = 2"));
    assert_eq!(shown(&harness), ["Fold first", "Fold helper"]);
    for _ in 0..3 {
        harness.get_by_label("WGSL source").type_text("2");
        harness.run();
    }
    assert!(harness.state().text.contains("let b = 2222u;"));
    // It stays open when the cursor has left.
    let end = harness.state().text.len();
    cursor::place(&harness.ctx, App::id(), &harness.state().text.clone(), end);
    harness.run();
    assert_eq!(shown(&harness), ["Fold first", "Fold helper"]);
}

#[test]
fn a_cursor_between_two_folded_parts_comes_to_rest_and_is_seen() {
    let text = KERNELS.replace("second", "third").replace("helper", "second");
    for line in 1..text.lines().count() {
        let mut harness = harness(App { text: text.clone(), ..folded() });
        let at = text.split_inclusive('\n').take(line).map(str::len).sum::<usize>();
        // It fails if frames are asked for without an end.
        start_typing(&mut harness, at);
        harness.get_by_label("WGSL source").type_text("// seen");
        harness.run();
        let plan = TextCache::of(&harness.ctx, App::id()).plan();
        assert!(!plan.folding.is_hidden(line as u32 + 1), "line {}", line + 1);
    }
}

#[test]
fn lines_keep_their_numbers_and_the_pointer_finds_them() {
    let mut harness = harness(folded());
    // The head of the first kernel is line 6, two rows below the top.
    let at = harness.get_by_label("Unfold first").rect().center() - vec2(20.0, 0.0);
    click(&mut harness, at);
    assert_eq!(harness.state().breakpoints, BTreeSet::from([6]));
    let at = harness.get_by_label("Fold helper").rect().center() + vec2(60.0, 20.0);
    hover(&mut harness, at);
    assert_eq!(harness.state().output.hovered_line, Some(12));
}

#[test]
fn everything_can_be_selected_and_replaced_although_it_is_folded() {
    let mut harness = harness(folded());
    start_typing(&mut harness, KERNELS.len());
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.run();
    harness.get_by_label("WGSL source").type_text("x");
    harness.run();
    assert_eq!(harness.state().text, "x");
}

#[test]
fn a_line_that_is_asked_for_is_unfolded() {
    let mut harness = harness(folded());
    harness.state_mut().scroll_to = Some(8);
    harness.run();
    assert_eq!(shown(&harness), ["Fold first", "Fold helper"]);
    // So is what is looked for.
    let find = Some(Find { query: "let a".to_owned(), ..Find::default() });
    let mut harness = super::harness(App { find, ..folded() });
    harness.run();
    assert_eq!(shown(&harness), ["Fold first", "Fold helper"]);
}

#[test]
fn a_step_brings_its_line_back_although_it_is_the_same_line() {
    let text = "x\n".repeat(500);
    let mut harness = harness(App { scroll_to: Some(400), ..App::new(&text) });
    harness.run();
    assert!(is_visible(&harness, 400));
    harness.hover_at(pos2(300.0, 100.0));
    harness.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Line,
        delta: vec2(0.0, 200.0),
        source: egui::MouseWheelSource::Wheel,
        phase: egui::TouchPhase::Move,
        modifiers: Modifiers::NONE,
    });
    harness.run_steps(30);
    assert!(!is_visible(&harness, 400));
    harness.state_mut().position += 1;
    harness.run();
    assert!(is_visible(&harness, 400));
}

#[test]
fn a_run_while_somebody_types_does_not_take_the_text_away() {
    let text = "x\n".repeat(500);
    let mut harness = harness(App { scroll_to: Some(400), ..App::new(&text) });
    harness.run();
    start_typing(&mut harness, 0);
    assert!(is_visible(&harness, 1));
    for _ in 0..3 {
        harness.get_by_label("WGSL source").type_text("y");
        harness.run();
        harness.state_mut().position += 7;
        harness.run();
        assert!(is_visible(&harness, 1));
    }
}
