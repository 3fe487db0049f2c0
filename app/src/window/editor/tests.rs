//! The editor under keys and pointer.

use super::history::History;
use super::{
    Diagnostic, Input, Mark, Output, Severity, Syntax, count_matches, find, place_cursor, show,
};
use crate::window::theme;
use egui::{Id, Key, Modifiers, Pos2, Ui, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use find::Find;
use std::collections::BTreeSet;
use warpbench_host::observe::counters::{Counts, LineCounts};

const TEXT: &str = "\
// 2 × 2
fn main() {
    let strid = 1u;
    let x = stride;
}
";

/// An app around an editor, as small as it can be.
struct App {
    text: String,
    original: String,
    history: History,
    costs: Vec<LineCounts>,
    findings: Vec<Mark>,
    diagnostics: Vec<Diagnostic>,
    breakpoints: BTreeSet<u32>,
    scroll_to: Option<u32>,
    find: Option<Find>,
    is_read_only: bool,
    is_diff: bool,
    clicked: Option<u32>,
    output: Output,
}

impl App {
    fn new(text: &str) -> App {
        App {
            text: text.to_owned(),
            original: text.to_owned(),
            history: History::new(text),
            costs: Vec::new(),
            findings: Vec::new(),
            diagnostics: Vec::new(),
            breakpoints: BTreeSet::new(),
            scroll_to: None,
            find: None,
            is_read_only: false,
            is_diff: false,
            clicked: None,
            output: Output::default(),
        }
    }

    fn id() -> Id {
        Id::unique("text")
    }

    fn ui(&mut self, ui: &mut Ui) {
        if let Some(find) = self.find.clone() {
            let count = count_matches(ui.ctx(), App::id(), &self.text, &find);
            let output = find::bar(ui, &find, count);
            self.find = if output.is_closed { None } else { output.changed.or(Some(find)) };
        }
        let input = Input {
            id: App::id(),
            text: &self.text,
            language: Syntax::Wgsl,
            is_read_only: self.is_read_only,
            current_lines: &[3],
            next_line: Some(4),
            hovered_line: None,
            costs: &self.costs,
            findings: &self.findings,
            diagnostics: &self.diagnostics,
            breakpoints: &self.breakpoints,
            scroll_to: self.scroll_to,
            find: self.find.as_ref(),
            is_diff: self.is_diff,
            original: &self.original,
        };
        let output = show(ui, &input);
        self.apply(ui, output);
    }

    fn apply(&mut self, ui: &Ui, output: Output) {
        if let Some(line) = output.toggled_breakpoint
            && !self.breakpoints.remove(&line)
        {
            self.breakpoints.insert(line);
        }
        if let Some(text) = &output.changed {
            self.text.clone_from(text);
        }
        self.is_diff &= !output.left_diff;
        let time = ui.input(|input| input.time);
        self.history.feed(&self.text, output.cursor.unwrap_or(0), time);
        let moment = match (output.undo, output.redo) {
            (true, _) => self.history.undo(&self.text),
            (_, true) => self.history.redo(&self.text),
            _ => None,
        };
        if let Some(moment) = moment {
            self.text.clone_from(&moment.text);
            place_cursor(ui.ctx(), App::id(), &moment.text, moment.cursor);
        }
        self.clicked = output.clicked_line.or(self.clicked);
        self.output = output;
    }
}

fn harness(app: App) -> Harness<'static, App> {
    let mut harness = Harness::builder()
        .with_size(vec2(700.0, 300.0))
        .with_context_setup(theme::install)
        .build_ui_state(|ui, app: &mut App| app.ui(ui), app);
    harness.run();
    harness
}

/// Clicks into the text and puts the cursor before a byte.
fn start_typing(harness: &mut Harness<'_, App>, byte: usize) {
    click(harness, pos2(300.0, 100.0));
    place_cursor(&harness.ctx, App::id(), &harness.state().text.clone(), byte);
    harness.run();
}

/// Where a line's number is.
fn number(harness: &Harness<'_, App>, line: u32) -> Pos2 {
    let gutter = harness.get_by_label_contains("breakpoints").rect();
    let row = (14.0_f32 * 1.4).round();
    pos2(gutter.left() + 30.0, gutter.top() + 4.0 + (line as f32 - 0.5) * row)
}

fn click(harness: &mut Harness<'_, App>, at: Pos2) {
    harness.drag_at(at);
    harness.step();
    harness.drop_at(at);
    harness.run();
}

fn hover(harness: &mut Harness<'_, App>, at: Pos2) {
    harness.hover_at(at);
    // A tooltip waits until the pointer has been still for a while.
    harness.run_steps(60);
}

fn end_of(text: &str, word: &str) -> usize {
    text.find(word).unwrap() + word.len()
}

#[test]
fn typing_changes_the_text() {
    let mut harness = harness(App::new(TEXT));
    start_typing(&mut harness, end_of(TEXT, "strid"));
    harness.get_by_label("WGSL source").type_text("e");
    harness.run();
    assert_eq!(harness.state().text, TEXT.replace("strid ", "stride "));
    assert!(harness.state().output.has_focus);
    assert_eq!(harness.state().output.cursor, Some(end_of(TEXT, "strid") + 1));
}

#[test]
fn a_text_that_is_read_only_stays() {
    let mut harness = harness(App { is_read_only: true, ..App::new(TEXT) });
    start_typing(&mut harness, 0);
    harness.get_by_label("WGSL source").type_text("e");
    harness.key_press(Key::Enter);
    harness.key_press(Key::Delete);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run();
    assert_eq!(harness.state().text, TEXT);
    assert!(!harness.state().output.undo);
}

#[test]
fn enter_keeps_the_indentation_and_tab_is_four_spaces() {
    let mut harness = harness(App::new(TEXT));
    start_typing(&mut harness, end_of(TEXT, "1u;"));
    harness.key_press(Key::Enter);
    harness.run();
    harness.key_press(Key::Tab);
    harness.run();
    assert_eq!(harness.state().text, TEXT.replace("1u;", "1u;\n        "));
}

#[test]
fn tab_moves_selected_lines() {
    let mut harness = harness(App::new("a\nb\nc"));
    start_typing(&mut harness, 0);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.run();
    harness.key_press(Key::Tab);
    harness.run();
    assert_eq!(harness.state().text, "    a\n    b\n    c");
    harness.key_press_modifiers(Modifiers::SHIFT, Key::Tab);
    harness.run();
    assert_eq!(harness.state().text, "a\nb\nc");
}

#[test]
fn undo_and_redo_are_told_and_bring_the_cursor_back() {
    let mut harness = harness(App::new(TEXT));
    let at = end_of(TEXT, "strid");
    start_typing(&mut harness, at);
    for _ in 0..3 {
        harness.get_by_label("WGSL source").type_text("e");
        harness.run();
    }
    let typed = harness.state().text.clone();
    assert_ne!(typed, TEXT);
    let mut press = |modifiers, key, expected: &str| {
        harness.key_press_modifiers(modifiers, key);
        harness.run();
        assert_eq!(harness.state().text, expected, "{key:?}");
    };
    press(Modifiers::COMMAND, Key::Z, TEXT);
    press(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z, &typed);
    press(Modifiers::COMMAND, Key::Z, TEXT);
    press(Modifiers::COMMAND, Key::Y, &typed);
    press(Modifiers::COMMAND, Key::Z, TEXT);
    assert_eq!(harness.state().output.cursor, Some(at));
}

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
    Diagnostic {
        line: 4,
        column: 13,
        length: 6,
        message: "cannot find value `stride`".to_owned(),
        label: Some("not found in this scope".to_owned()),
        help: vec!["a local with a similar name: `strid`".to_owned()],
        others: vec![(3, 9, 5, "defined here".to_owned())],
    }
}

#[test]
fn a_diagnostic_is_told_under_its_words_and_in_the_gutter() {
    for where_ in ["words", "gutter"] {
        let app = App { diagnostics: vec![wrong()], ..App::new(TEXT) };
        let mut harness = harness(app);
        assert!(harness.query_by_label("not found in this scope").is_none());
        let mut at = number(&harness, 4);
        if where_ == "words" {
            let left = harness.get_by_label("WGSL source").rect().left();
            let width =
                harness.ctx.fonts_mut(|f| f.glyph_width(&egui::FontId::monospace(14.0), '0'));
            at.x = left + 4.0 + 14.0 * width;
        }
        hover(&mut harness, at);
        assert!(harness.query_by_label("not found in this scope").is_some(), "{where_}");
        assert!(harness.query_by_label_contains("Help: a local").is_some(), "{where_}");
    }
}

#[test]
fn the_strip_goes_to_the_place() {
    let text = format!("{TEXT}{}", "\n".repeat(200));
    let far = Diagnostic { line: 150, column: 1, others: Vec::new(), ..wrong() };
    let mut harness = harness(App { diagnostics: vec![wrong(), far], ..App::new(&text) });
    harness.get_by_label_contains("line 150: cannot find").click();
    harness.run();
    assert!(harness.state().output.has_focus);
    assert_eq!(harness.state().output.cursor, Some(TEXT.len() + 150 - 6));
    assert!(is_visible(&harness, 150));
}

/// Whether the gutter says that a line can be seen.
fn is_visible(harness: &Harness<'_, App>, line: u32) -> bool {
    let gutter = harness.get_by_label_contains("breakpoints");
    let label = gutter.accesskit_node().label().unwrap();
    let numbers: Vec<u32> =
        label.split([' ', ',']).filter_map(|word| word.parse().ok()).take(2).collect();
    (numbers[0]..=numbers[1]).contains(&line)
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
fn the_cursor_is_followed() {
    let text = "x\n".repeat(500);
    let mut harness = harness(App::new(&text));
    start_typing(&mut harness, 0);
    harness.key_press_modifiers(Modifiers::CTRL, Key::End);
    harness.run();
    assert!(is_visible(&harness, 501));
}

#[test]
fn find_moves_from_place_to_place() {
    let text = format!("{}{}", TEXT, "let tile = 0;\n".repeat(300));
    let find = Some(Find { query: String::new(), ..Find::default() });
    let mut harness = harness(App { find, ..App::new(&text) });
    // The field is ready.
    harness.event(egui::Event::Text("TILE".to_owned()));
    harness.run();
    assert!(harness.query_by_label("1 of 300").is_some());
    let mut press = |modifiers, current: usize| {
        harness.key_press_modifiers(modifiers, Key::Enter);
        harness.run();
        assert_eq!(harness.state().find.as_ref().unwrap().current, current);
        let label = format!("{} of 300", current + 1);
        assert!(harness.query_by_label(&label).is_some());
        assert!(is_visible(&harness, 6 + current as u32));
    };
    press(Modifiers::NONE, 1);
    press(Modifiers::SHIFT, 0);
    press(Modifiers::SHIFT, 299);
    harness.get_by_label("Next match").click();
    harness.run();
    assert_eq!(harness.state().find.as_ref().unwrap().current, 0);
    harness.get_by_label("Aa").click();
    harness.run();
    assert!(harness.query_by_label("none").is_some());
    harness.key_press(Key::Escape);
    harness.get_by_label("Close the find bar").click();
    harness.run();
    assert_eq!(harness.state().find, None);
    assert_eq!(harness.state().text, text);
}

#[test]
fn what_is_found_comes_into_view_sideways() {
    let text = format!("{}tile\n", " ".repeat(300));
    let find = Some(Find { query: "tile".to_owned(), ..Find::default() });
    let mut harness = harness(App { find, ..App::new(&text) });
    harness.run();
    let field = harness.get_by_label("WGSL source").rect();
    assert!(field.left() < -1000.0, "{field:?}");
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
fn costs_are_told_in_words() {
    let counts = Counts {
        global_requests: 8,
        global_sectors: 256,
        global_bytes_wanted: 1024,
        global_bytes_moved: 8192,
        ..Counts::default()
    };
    let costs = vec![LineCounts { line: 3, counts }];
    let mut harness = harness(App { costs, ..App::new(TEXT) });
    let at = pos2(680.0, number(&harness, 3).y);
    hover(&mut harness, at);
    assert!(harness.query_by_label("Sectors per request").is_some());
    assert!(harness.query_by_label("32.00").is_some());
    harness.set_size(vec2(400.0, 300.0));
    harness.run();
    assert!(harness.query_by_label_contains("Costs by line").is_none(), "there is no room");
}

#[test]
fn a_finding_is_told_in_the_gutter() {
    let message = "two lanes write the same word".to_owned();
    let mark = Mark { line: 2, column: 1, message, severity: Severity::Warning };
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
