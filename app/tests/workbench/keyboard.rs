//! Keys: where Tab goes, what the palette shows, and that the text comes back to
//! the cursor.

use crate::support::{Bench, command, open, open_rung, settle, workbench};
use egui::{Key, Modifiers, Rect, pos2, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use warpbench_state::command::{Command, menu};
use warpbench_state::state::view::PaletteState;

/// The widget that has the focus, as far as it was drawn.
fn focused(bench: &Bench) -> Option<Rect> {
    let id = bench.ctx.memory(|memory| memory.focused())?;
    bench.ctx.viewport(|viewport| viewport.prev_pass.widgets.get(id).map(|widget| widget.rect))
}

fn tab(bench: &mut Bench, modifiers: Modifiers) -> Rect {
    bench.key_press_modifiers(modifiers, Key::Tab);
    bench.run_steps(2);
    focused(bench).expect("something has the focus")
}

#[test]
fn tab_goes_forward_as_one_reads() {
    let mut bench = open();
    let rect = |bench: &Bench, label: &str| bench.get_by_label(label).rect();
    // The bar at the top comes first, from left to right.
    let (first, second) = (tab(&mut bench, Modifiers::NONE), tab(&mut bench, Modifiers::NONE));
    assert!(first.top() < 40.0 && second.top() < 40.0, "{first:?} {second:?}");
    assert!(first.left() < second.left(), "{first:?} {second:?}");
    let mut stops = vec![first, second];
    loop {
        let stop = tab(&mut bench, Modifiers::NONE);
        if stop == stops[0] || stops.len() > 400 {
            break;
        }
        stops.push(stop);
        // The text keeps Tab for itself until it is left; then it goes on from there.
        if bench.ctx.text_edit_focused() {
            bench.key_press(Key::Escape);
            bench.run_steps(2);
            assert_eq!(focused(&bench), None);
        }
    }
    assert!(stops.len() < 400, "it never comes back to where it began");
    let place = |wanted: Rect| stops.iter().position(|stop| *stop == wanted);
    let in_order = ["Rust", "WGSL", "Both", "PTX", "Find"];
    let places: Vec<_> = in_order.iter().map(|label| place(rect(&bench, label))).collect();
    assert!(places.iter().all(Option::is_some), "{places:?}");
    assert!(places.is_sorted(), "{places:?}");
    // The bar at the bottom comes last.
    let last = stops.last().expect("some");
    assert!(last.top() > 800.0, "{last:?}");
    let is_below = |stop: &Rect| stop.top() > last.top() - 60.0;
    let below = stops.iter().position(is_below).expect("the bar at the bottom");
    assert!(stops[below..].iter().all(is_below), "{:?}", &stops[below..]);
    // And back again.
    let before = tab(&mut bench, Modifiers::SHIFT);
    assert!(is_below(&before), "{before:?}");
}

#[test]
fn tab_reaches_the_tour_first_and_goes_forward_through_its_card() {
    let mut bench = open();
    command(&mut bench, Command::Tour(Some(1)));
    let mut stops = Vec::new();
    for _ in 0..3 {
        stops.push(tab(&mut bench, Modifiers::NONE));
    }
    let card: Vec<Rect> = ["◀ Back", "Next ▶", "End the tour"]
        .into_iter()
        .map(|label| bench.get_by_label(label).rect())
        .collect();
    let found: Vec<_> = stops.iter().filter(|stop| card.contains(stop)).collect();
    assert!(found.len() >= 2, "{stops:?} of {card:?}");
    let on_card = |stop: &Rect| card.iter().any(|button| (button.top() - stop.top()).abs() < 60.0);
    assert!(on_card(&stops[0]) && on_card(&stops[1]), "{stops:?}");
    assert!(stops[0].left() < stops[1].left(), "{stops:?}");
    // Enter does what the button says.
    let next = bench.get_by_label("Next ▶").rect();
    for _ in 0..4 {
        if focused(&bench) == Some(next) {
            break;
        }
        tab(&mut bench, Modifiers::SHIFT);
    }
    assert_eq!(focused(&bench), Some(next));
    bench.key_press(Key::Enter);
    settle(&mut bench);
    assert_eq!(workbench(&mut bench).state.view.tour, Some(2));
}

/// What is typed in the palette, and the models that are listed.
fn listed(bench: &Bench) -> (String, Vec<String>) {
    let field = bench.get_by_label("What you want to do");
    let models = bench.query_all_by_label_contains("Model: ");
    let models = models.filter_map(|node| node.accesskit_node().label());
    (field.value().unwrap_or_default(), models.collect())
}

#[test]
fn the_palette_shows_every_key_at_once() {
    let mut bench = open();
    bench.key_press_modifiers(Modifiers::COMMAND, Key::K);
    bench.step();
    // What is typed before the field was ever drawn is not lost, and is no other
    // command: L would time the ladder.
    for (nth, letter) in "l model 88".char_indices() {
        let key = Key::from_name(&letter.to_string().to_uppercase());
        if let Some(key) = key {
            bench.event(egui::Event::Key {
                key,
                physical_key: None,
                pressed: true,
                repeat: false,
                modifiers: Modifiers::NONE,
            });
        }
        bench.event(egui::Event::Text(letter.to_string()));
        bench.step();
        let (typed, _) = listed(&bench);
        assert_eq!(typed, "l model 88"[..=nth], "after one frame");
    }
    let (_, models) = listed(&bench);
    assert!(!models.is_empty() && models.iter().all(|name| name.contains("8800")), "{models:?}");
    assert!(!workbench(&mut bench).state.timings.timings.is_busy());
    bench.key_press(Key::Enter);
    bench.step();
    settle(&mut bench);
    assert!(workbench(&mut bench).state.setup.model.name.contains("8800"));
}

#[test]
fn the_chosen_entry_stays_in_view() {
    let mut bench = open();
    command(&mut bench, Command::Palette(Some(PaletteState::default())));
    // What lies outside of the list is not there to be found.
    let chosen = |bench: &mut Bench| {
        let state = &workbench(bench).state;
        let open = state.view.palette.clone().expect("it is open");
        let entries = menu::filter(menu::all(state), &open.query);
        let name = entries[open.selected].name.clone();
        let field = bench.get_by_label("What you want to do").rect();
        let is_listed = |rect: &Rect| {
            (field.left()..field.right()).contains(&rect.center().x) && rect.top() > field.bottom()
        };
        let mut places = bench.query_all_by_label(&name).map(|node| node.rect());
        (open.selected, places.find(is_listed))
    };
    for _ in 0..30 {
        bench.key_press(Key::ArrowDown);
        bench.run_steps(2);
    }
    let (selected, far) = chosen(&mut bench);
    assert_eq!(selected, 30);
    let far = far.expect("the chosen entry is in view");
    assert!(far.bottom() < 70.0 + 400.0, "{far:?} is below the list");
    bench.event(egui::Event::Text("e".to_owned()));
    bench.run_steps(2);
    let (selected, first) = chosen(&mut bench);
    assert_eq!(selected, 0);
    let first = first.expect("the chosen entry is in view");
    let field = bench.get_by_label("What you want to do").rect();
    assert!(first.top() < field.bottom() + 40.0, "{first:?} is not the first below {field:?}");
}

#[test]
fn typing_brings_the_cursor_back_into_view() {
    let mut bench = open();
    open_rung(&mut bench, "reduce_sequential");
    let text = bench.get_by_label("Rust source").rect();
    let at = pos2(text.left() + 60.0, text.center().y.min(400.0));
    bench.drag_at(at);
    bench.step();
    bench.drop_at(at);
    bench.run_steps(3);
    bench.event(egui::Event::Text(" ".to_owned()));
    settle(&mut bench);
    let top = |bench: &Bench| bench.get_by_label("Rust source").rect().top();
    let before = top(&bench);
    bench.hover_at(at);
    bench.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Line,
        delta: vec2(0.0, -200.0),
        source: egui::MouseWheelSource::Wheel,
        phase: egui::TouchPhase::Move,
        modifiers: Modifiers::NONE,
    });
    bench.run_steps(30);
    assert!(top(&bench) < before - 100.0, "it was not scrolled away");
    bench.event(egui::Event::Text(" ".to_owned()));
    bench.run_steps(4);
    settle(&mut bench);
    assert!(top(&bench) > before - 400.0, "{} after {before}", top(&bench));
    // A long line scrolls to the right, the next one back to its start.
    bench.event(egui::Event::Text("x".repeat(300)));
    bench.run_steps(4);
    let left = |bench: &Bench| bench.get_by_label("Rust source").rect().left();
    assert!(left(&bench) < text.left() - 500.0, "{}", left(&bench));
    bench.key_press(Key::Enter);
    bench.run_steps(4);
    assert_eq!(left(&bench), text.left(), "the start of the line is out of view");
}
