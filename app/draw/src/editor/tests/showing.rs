//! What is shown, and what the pointer does.

use super::*;
use warpbench_codes::E0425;
use warpbench_front::{SourceLocation, diagnostic::Span};

#[test]
fn a_click_in_the_gutter_toggles_a_breakpoint() {
    let mut harness = harness(App::new(TEXT));
    let check = |harness: &mut Harness<'_, App>, line: u32, expected: &[u32]| {
        let at = number(harness, line);
        click(harness, at);
        assert_eq!(harness.state().breakpoints, expected.iter().copied().collect());
        assert_eq!(harness.state().text, TEXT);
    };
    check(&mut harness, 3, &[3]);
    check(&mut harness, 1, &[1, 3]);
    check(&mut harness, 3, &[1]);
    // There is nothing below the last line.
    check(&mut harness, 9, &[1]);
}

#[test]
fn the_line_under_the_pointer_and_the_one_clicked_are_told() {
    let mut harness = harness(App::new(TEXT));
    let at = number(&harness, 4) + vec2(80.0, 0.0);
    hover(&mut harness, at);
    assert_eq!(harness.state().output.hovered_line, Some(4));
    click(&mut harness, at);
    assert_eq!(harness.state().clicked, Some(4));
    assert!(harness.state().breakpoints.is_empty());
}

fn wrong() -> Diagnostic {
    let at = |words: &str| {
        let start = TEXT.find(words).expect(words) as u32;
        Span::new(start, start + words.len() as u32)
    };
    Diagnostic::new(E0425, "cannot find value `stride`", at("stride"))
        .label("not found in this scope")
        .help("a local with a similar name: `strid`")
        .other(at("strid"), "defined here")
        .located(TEXT)
}

#[test]
fn a_diagnostic_is_told_under_its_words_and_in_the_gutter() {
    for where_ in ["words", "gutter"] {
        let app = App { diagnostics: vec![wrong()], ..App::new(TEXT) };
        let mut harness = harness(app);
        assert!(harness.query_by_label_contains("Help: a local").is_none());
        let mut at = number(&harness, 4);
        if where_ == "words" {
            let left = harness.get_by_label("WGSL source").rect().left();
            let width =
                harness.ctx.fonts_mut(|f| f.glyph_width(&egui::FontId::monospace(14.0), '0'));
            at.x = left + 4.0 + 14.0 * width;
        }
        hover(&mut harness, at);
        assert!(harness.query_by_label_contains("Help: a local").is_some(), "{where_}");
    }
}

#[test]
fn a_mistake_is_readable_below_the_text_without_a_hover() {
    let app = App { diagnostics: vec![wrong()], ..App::new(TEXT) };
    let mut harness = harness(app);
    let text = harness.get_by_label("WGSL source").rect();
    let row = |harness: &Harness<'_, App>| number(harness, 4);
    let before = row(&harness);
    for told in [
        "line 4: cannot find value `stride`",
        "not found in this scope",
        "help: a local with a similar name: `strid`",
        "line 3: defined here",
    ] {
        let place = harness.get_by_label(told).rect();
        assert!(place.top() > text.top() + 100.0 && place.bottom() <= 300.0, "{told}: {place:?}");
    }
    // It comes and goes without moving a line.
    harness.state_mut().diagnostics.clear();
    harness.run();
    assert!(harness.query_by_label_contains("not found").is_none());
    assert_eq!(row(&harness), before);
}

#[test]
fn the_strip_goes_to_the_place() {
    let text = format!("{TEXT}{}", "\n".repeat(200));
    let location = Some(SourceLocation { line: 150, column: 1, length: 6 });
    let far = Diagnostic { location, others: Vec::new(), ..wrong() };
    let mut harness = harness(App { diagnostics: vec![wrong(), far], ..App::new(&text) });
    harness.get_by_label_contains("line 150: cannot find").click();
    harness.run();
    assert!(harness.state().output.has_focus);
    assert_eq!(harness.state().output.cursor, Some(TEXT.len() + 150 - 6));
    assert!(is_visible(&harness, 150));
}

#[test]
fn a_line_comes_into_view_once() {
    let text = "x\n".repeat(500);
    let mut harness = harness(App::new(&text));
    assert!(!is_visible(&harness, 400));
    harness.state_mut().scroll_to = Some(400);
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
    assert!(!is_visible(&harness, 400), "it must not be held there");
}

#[test]
fn the_differences_are_shown_and_left() {
    let app = App { is_diff: true, ..App::new(TEXT) };
    let mut harness = harness(app);
    assert!(harness.query_by_label_contains("The text is what it was").is_some());
    harness.state_mut().text = TEXT.replace("strid ", "stride ");
    harness.run();
    assert!(harness.query_by_label("1 line added, 1 line removed").is_some());
    let value = harness.get_by_label("Differences from the original").value().unwrap();
    assert!(value.contains("let strid = 1u;\n    let stride = 1u;"), "{value}");
    harness.get_by_label("Back to the text").click();
    harness.run();
    assert!(!harness.state().is_diff);
    assert!(harness.query_by_label("WGSL source").is_some());
}

#[test]
fn a_line_that_goes_on_below_is_one_line() {
    let text = "fn main() {\n    let sum = a[i] + b[i] + c[i] + d[i] + e[i] + f[i];\n    g();\n}\n";
    // Whoever clicks beside the third row is at the third line, or still at the second.
    for (is_wrapped, expected) in [(false, 3), (true, 2)] {
        let mut harness = harness(App { is_wrapped, ..App::new(text) });
        harness.set_size(vec2(300.0, 300.0));
        harness.run();
        let at = number(&harness, 3);
        click(&mut harness, at);
        let found: Vec<u32> = harness.state().breakpoints.iter().copied().collect();
        assert_eq!(found, [expected], "{is_wrapped}");
    }
}

#[test]
fn costs_are_told_in_words() {
    let counts = Counts {
        global_requests: 8,
        global_transactions: 256,
        global_bytes_wanted: 1024,
        global_bytes_moved: 8192,
        ..Counts::default()
    };
    let costs = vec![LineCounts { line: 3, counts, diverged: DivergedWork::default() }];
    let accesses = vec![AccessCounts {
        line: 3,
        column: 9,
        length: 5,
        verb: AccessVerb::Load,
        memory: AccessedMemory::Global,
        name: "input".to_owned(),
        unit: "sector".into(),
        least_transactions: 32,
        least_bytes_moved: 1024,
        counts,
    }];
    let mut harness = harness(App { costs, accesses, ..App::new(TEXT) });
    let label = "Costs of line 3: 32 sectors (4 would do)";
    assert!(harness.query_by_label(label).is_some());
    let at = pos2(680.0, number(&harness, 3).y);
    hover(&mut harness, at);
    assert!(harness.query_by_label("Load of `input`, global memory").is_some());
    assert!(harness.query_by_label("Sectors per request").is_some());
    assert!(harness.query_by_label("32, where 4 would do").is_some());
    harness.set_size(vec2(400.0, 300.0));
    harness.run();
    assert!(harness.query_by_label_contains("Costs of line").is_none(), "there is no room");
}

#[test]
fn a_finding_is_told_in_the_gutter() {
    let message = "two lanes write the same word".to_owned();
    let mark = FindingMark { line: 2, column: 1, message, severity: MarkSeverity::Warning };
    let mut harness = harness(App { findings: vec![mark], ..App::new(TEXT) });
    let at = number(&harness, 2);
    hover(&mut harness, at);
    assert!(harness.query_by_label("two lanes write the same word").is_some());
}

#[test]
fn an_empty_text_says_what_to_do() {
    let harness = harness(App::new(""));
    assert!(harness.query_by_label("WGSL source").is_some());
}
