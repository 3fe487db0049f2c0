//! What keys do.

use super::*;

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
