//! In front of a class: a panel that fills the window, the presenter, the
//! spotlight and the pen.

use crate::overlaps::{resize, shown};
use crate::support::{Bench, command, open, open_in, open_rung, settle, workbench};
use egui::accesskit::Role;
use egui::{Key, Modifiers, Rect, Vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use std::collections::BTreeSet;
use warpbench_machine::observe::trace::Direction;
use warpbench_state::command::{Command, menu};
use warpbench_state::state::layout::is_on_top;
use warpbench_state::state::panel::{PANELS, PanelId};
use warpbench_state::state::player::Stride;
use warpbench_state::state::stage::{MOST_PICTURES, StageAction};
use warpbench_state::timings::action::{TimingsAction, TimingsView};
use warpbench_state::timings::target::{Class, class};
use warpbench_texts::lessons::{RungId, lessons};

fn press(bench: &mut Bench, key: Key) {
    bench.key_press_modifiers(Modifiers::NONE, key);
    settle(bench);
}

fn filled(bench: &mut Bench) -> Option<PanelId> {
    workbench(bench).state.view.stage.filled
}

#[test]
fn the_panel_below_the_pointer_fills_the_window_and_gives_it_back() {
    let mut bench = open();
    for panel in [PanelId::Warps, PanelId::Source, PanelId::Global, PanelId::Registers] {
        let place = {
            let tiles = &workbench(&mut bench).state.layout.tiles;
            let tile = tiles.find_pane(&panel).expect("is there");
            tiles.rect(tile).expect("is shown")
        };
        bench.hover_at(place.center());
        bench.run_steps(3);
        // Whoever types can still press it.
        press(&mut bench, Key::F11);
        assert_eq!(filled(&mut bench), Some(panel));
        assert!(bench.query_by_label("Give the window back").is_some());
        assert!(bench.query_by_label("Lessons").is_none(), "others are still there");
        press(&mut bench, Key::F11);
        assert_eq!(filled(&mut bench), None);
        assert!(bench.query_all_by_label("Lessons").count() > 0);
    }
}

#[test]
fn every_panel_fills_the_window_by_name_by_button_and_by_key() {
    let mut bench = open();
    for panel in PANELS {
        let name = format!("Fill the window: {}", panel.title);
        let entries = menu::all(&workbench(&mut bench).state);
        let entry = entries.iter().find(|entry| entry.name == name).expect(&name);
        command(&mut bench, entry.command.clone());
        assert_eq!(filled(&mut bench), Some(panel.id));
        press(&mut bench, Key::Escape);
        assert_eq!(filled(&mut bench), None, "Escape gives it back");
        command(&mut bench, Command::BringUp(panel.id));
        bench.get_by_label(&name).click();
        settle(&mut bench);
        assert_eq!(filled(&mut bench), Some(panel.id));
        bench.get_by_label("Give the window back").click();
        settle(&mut bench);
        assert_eq!(filled(&mut bench), None);
    }
}

#[test]
fn what_fills_the_window_is_not_remembered() {
    let folder = tempfile::tempdir().expect("a folder");
    {
        let mut bench = open_in(folder.path().to_owned());
        command(&mut bench, Command::Stage(StageAction::Fill(PanelId::Warps)));
        workbench(&mut bench).flush();
    }
    let mut bench = open_in(folder.path().to_owned());
    assert_eq!(filled(&mut bench), None);
}

#[test]
fn a_panel_with_nothing_to_show_takes_no_room() {
    let mut bench = open();
    let is_shown = |bench: &mut Bench| is_on_top(&workbench(bench).state.layout, PanelId::Shared);
    let tab = "Shared memory: none";
    assert!(is_shown(&mut bench) && bench.query_by_label(tab).is_none());
    open_rung(&mut bench, "copy_coalesced");
    bench.run_steps(2);
    assert!(!is_shown(&mut bench), "an empty panel takes room");
    // It can be looked into all the same.
    bench.get_by_label(tab).click();
    settle(&mut bench);
    bench.run_steps(2);
    assert!(is_shown(&mut bench));
    assert!(bench.query_by_label("This kernel has no shared memory.").is_some());
    open_rung(&mut bench, "copy_strided");
    bench.run_steps(2);
    assert!(!is_shown(&mut bench));
    open_rung(&mut bench, "transpose_tiled");
    bench.run_steps(2);
    assert!(is_shown(&mut bench), "it does not come back");
    assert!(bench.query_by_label(tab).is_none());
}

#[test]
fn a_lecturer_chooses_pictures_by_key() {
    let mut bench = open();
    press(&mut bench, Key::F2);
    bench.set_size(Vec2::new(1280.0, 720.0) / 1.4);
    bench.run_steps(3);
    let pictures = |bench: &mut Bench| workbench(bench).state.pictures();
    assert_eq!(pictures(&mut bench), [PanelId::Warps, PanelId::Shared]);
    let keys = [
        (Key::Num7, PanelId::Global),
        (Key::Num8, PanelId::Registers),
        (Key::Num9, PanelId::Grid),
        (Key::Num0, PanelId::Timings),
        (Key::Num5, PanelId::Warps),
        (Key::Num6, PanelId::Shared),
    ];
    for (key, panel) in keys {
        press(&mut bench, key);
        let shown = pictures(&mut bench);
        assert_eq!(shown.last(), Some(&panel), "{key:?}");
        assert!(shown.len() <= MOST_PICTURES);
        for other in PANELS {
            let is_seen = bench.query_by_label(other.title).is_some();
            let is_meant = other.id == PanelId::Source || shown.contains(&other.id);
            assert_eq!(is_seen, is_meant, "{} after {key:?}", other.title);
        }
    }
    // The same key once more leaves the other picture alone.
    press(&mut bench, Key::Num6);
    assert_eq!(pictures(&mut bench), [PanelId::Warps]);
    press(&mut bench, Key::Num5);
    assert_eq!(pictures(&mut bench), [PanelId::Warps], "an audience always has a picture");
}

#[test]
fn outside_of_the_presenter_the_same_keys_bring_panels_up() {
    let mut bench = open();
    for (key, panel) in [(Key::Num9, PanelId::Grid), (Key::Num0, PanelId::Timings)] {
        press(&mut bench, key);
        assert!(is_on_top(&workbench(&mut bench).state.layout, panel), "{key:?}");
    }
}

#[test]
fn a_kernel_without_shared_memory_is_presented_with_global_memory() {
    let mut bench = open();
    press(&mut bench, Key::F2);
    open_rung(&mut bench, "copy_strided");
    let state = &workbench(&mut bench).state;
    assert_eq!(state.pictures(), [PanelId::Warps, PanelId::Global]);
    // The number that the lesson is about can be moved, and the model changed.
    assert!(bench.query_all_by_label("stride").count() > 0);
    assert!(bench.query_all_by_label_contains("Device model").count() > 0);
    open_rung(&mut bench, "reduce_sequential");
    assert!(bench.query_all_by_label("n").count() > 0);
}

#[test]
fn the_question_comes_and_goes_and_rungs_are_changed() {
    let mut bench = open();
    press(&mut bench, Key::F2);
    assert!(bench.query_by_label("Question").is_some(), "there is a button for it");
    assert!(bench.query_by_label("What to look at").is_none());
    press(&mut bench, Key::Q);
    assert!(bench.query_by_label("What to look at").is_some());
    press(&mut bench, Key::Q);
    assert!(bench.query_by_label("What to look at").is_none());
    let before = workbench(&mut bench).state.variant().name;
    bench.get_by_label("Next rung").click();
    settle(&mut bench);
    assert_ne!(workbench(&mut bench).state.variant().name, before);
    bench.get_by_label("Previous rung").click();
    settle(&mut bench);
    assert_eq!(workbench(&mut bench).state.variant().name, before);
}

#[test]
fn a_lecturer_has_larger_and_smaller_on_plain_keys() {
    let mut bench = open();
    let zoom = |bench: &mut Bench| workbench(bench).state.view.zoom;
    press(&mut bench, Key::Plus);
    assert!(zoom(&mut bench) > 1.0);
    press(&mut bench, Key::Minus);
    press(&mut bench, Key::Minus);
    assert!(zoom(&mut bench) < 1.0);
}

#[test]
fn the_pen_draws_and_nothing_below_it_is_clicked() {
    let mut bench = open();
    let row = bench.get_by_label_contains("warp 1:").rect();
    press(&mut bench, Key::D);
    bench.drag_at(row.left_center());
    bench.run_steps(1);
    bench.hover_at(row.center());
    bench.run_steps(1);
    bench.hover_at(row.right_center());
    bench.run_steps(1);
    bench.drop_at(row.right_center());
    bench.run_steps(2);
    let state = &workbench(&mut bench).state;
    let ink = state.view.stage.pen.as_ref().expect("the pen is in hand");
    assert_eq!(ink.strokes.len(), 1, "{ink:?}");
    assert!(ink.strokes[0].points.len() >= 2, "{ink:?}");
    assert_eq!(state.selection.lane, None, "a lane was clicked through the pen");
    // The bars stay within reach.
    bench.get_by_label("Step one instruction").click();
    settle(&mut bench);
    let first = crate::support::first_position(&mut bench);
    assert_eq!(crate::support::position(&mut bench), first);
    press(&mut bench, Key::Escape);
    assert!(workbench(&mut bench).state.view.stage.pen.is_none());
}

#[test]
fn the_spotlight_comes_and_goes() {
    let mut bench = open();
    for expected in [true, false] {
        press(&mut bench, Key::H);
        assert_eq!(workbench(&mut bench).state.view.stage.has_spotlight, expected);
    }
    press(&mut bench, Key::H);
    press(&mut bench, Key::Escape);
    assert!(!workbench(&mut bench).state.view.stage.has_spotlight);
}

#[test]
fn all_rungs_of_a_ladder_are_timed_at_once_in_the_usual_panel() {
    let mut bench = open();
    for variant in ["reduce_sequential", "matmul_tiled", "copy_offset", "histogram_shared"] {
        open_rung(&mut bench, variant);
        command(&mut bench, Command::BringUp(PanelId::Timings));
        bench.run_steps(2);
        let hints = bench.query_all_by_label_contains("more rung").count();
        assert_eq!(hints, 0, "the ladder of {variant} has to be scrolled");
        let family = workbench(&mut bench).state.ladder();
        for rung in &family.rungs {
            let of_card = format!("{} on H200, measured 15 Nov 2026, CUDA", rung.name);
            let told = bench.query_all_by_label_contains(&of_card).count();
            assert_eq!(told, 1, "{}", rung.name);
        }
    }
}

/// Two rungs of the first lesson differ in their size alone: there is one kernel to be
/// timed, and one row that bears its name.
#[test]
fn no_two_rows_of_timings_have_one_name() {
    let mut bench = open();
    for rung_id in RungId::all() {
        command(&mut bench, Command::OpenRung(rung_id));
        let ladder = workbench(&mut bench).state.ladder();
        let names: BTreeSet<&str> = ladder.rungs.iter().map(|rung| rung.name).collect();
        let titles: BTreeSet<&str> = ladder.rungs.iter().map(|rung| rung.title).collect();
        let name = &rung_id.rung().name;
        assert_eq!(names.len(), ladder.rungs.len(), "{name}");
        assert_eq!(titles.len(), ladder.rungs.len(), "{name}");
    }
    command(&mut bench, Command::OpenRung(RungId { lesson: 0, rung: 1 }));
    command(&mut bench, Command::BringUp(PanelId::Timings));
    bench.run_steps(2);
    let rows = bench.query_all_by_label_contains(": first_warp").count();
    assert_eq!(rows, 1, "rows of the first lesson's kernel");
}

/// At what projectors have, every picture that is chosen is seen whole: all warps of a
/// block, lanes and transactions, buffers and shared memory.
#[test]
fn pictures_before_an_audience_are_whole() {
    let mut bench = open();
    command(&mut bench, Command::TogglePresenter);
    resize(&mut bench, [1280.0, 720.0]);
    let names = ["Button warp ", "Canvas Global memory:", "Canvas Buffers in global memory"];
    let first = lessons().iter().map(|lesson| lesson.rungs[0].name.as_str());
    for variant in first.chain(["reduce_sequential", "transpose_naive"]) {
        open_rung(&mut bench, variant);
        for stride in [Stride::Line, Stride::Barrier, Stride::Instruction] {
            command(&mut bench, Command::Step(Direction::Forward, stride));
            bench.run_steps(2);
            let found = shown(&bench);
            let pictures =
                found.iter().filter(|one| names.iter().any(|name| one.words.starts_with(name)));
            for picture in pictures {
                let is_whole = picture.seen.expand(1.0).contains_rect(picture.whole);
                assert!(is_whole, "{variant}: {} of {:?}", picture.words, picture.whole);
            }
            let player = workbench(&mut bench).state.player.as_ref().expect("recorded");
            let warps = player.trace().shape().warps() as usize;
            let rows = found.iter().filter(|one| one.words.starts_with(names[0])).count();
            assert!(warps > 8 || rows == warps, "{variant}: {rows} of {warps} warps");
        }
    }
}

/// Also where the panel is narrow, no part of the statement that is executed is cut off.
#[test]
fn the_statement_of_a_step_is_whole_before_an_audience() {
    let mut bench = open();
    command(&mut bench, Command::TogglePresenter);
    resize(&mut bench, [1280.0, 720.0]);
    let mut seen = 0;
    for lesson in lessons() {
        open_rung(&mut bench, &lesson.rungs[0].name);
        for _ in 0..8 {
            command(&mut bench, Command::Step(Direction::Forward, Stride::Line));
            bench.run_steps(2);
            let state = &workbench(&mut bench).state;
            let Some(line) = state.current_line() else { continue };
            let text = state.stepped_document().text.lines().nth(line as usize - 1);
            let text = text.expect("is there").to_owned();
            let edge = bench.get_by_label("Fill the window: Source").rect().right();
            for node in bench.root().children_recursive() {
                let access = node.accesskit_node();
                let is_line = access.value().is_some_and(|value| value.trim_end() == text);
                if access.role() != Role::TextRun || !is_line || access.bounding_box().is_none() {
                    continue;
                }
                // Other rungs that have the same line are folded away.
                let place = node.rect();
                if place.height() > 1.0 {
                    seen += 1;
                    assert!(place.right() <= edge + 8.0, "{text}: {place:?} leaves {edge}");
                }
            }
        }
    }
    assert!(seen > 20, "{seen} lines were looked at");
}

#[test]
fn the_roofline_has_its_axes_in_the_usual_panel() {
    let mut bench = open();
    open_rung(&mut bench, "matmul_tiled");
    command(&mut bench, Command::BringUp(PanelId::Timings));
    // The simulator is on every machine.
    let timings = &workbench(&mut bench).state.timings.timings;
    let others = timings.on().filter(|(_, target)| class(target) != Class::Simulator);
    let others: Vec<usize> = others.map(|(index, _)| index).collect();
    let ticks = others.into_iter().map(TimingsAction::ToggleDevice);
    let view = TimingsAction::View(TimingsView::Roofline);
    for action in ticks.chain([TimingsAction::RunRung, view]) {
        command(&mut bench, Command::Timings(action));
    }
    for _ in 0..600 {
        bench.run_steps(2);
        if !workbench(&mut bench).state.timings.timings.is_busy() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    bench.run_steps(4);
    let tiles = &workbench(&mut bench).state.layout.tiles;
    let panel =
        tiles.rect(tiles.find_pane(&PanelId::Timings).expect("is there")).expect("is drawn");
    let found = shown(&bench);
    let pictures = found.iter().filter(|one| one.words.contains("Roofline of"));
    let pictures: Vec<_> = pictures.collect();
    assert_eq!(pictures.len(), 1, "the picture");
    // Below and beside it there is room for the numbers of the axes.
    let whole = pictures[0].whole;
    assert!(whole.height() > 80.0 && whole.width() > 200.0, "{whole:?}");
    let with_axes =
        Rect::from_min_max(whole.min - Vec2::new(14.0, 0.0), whole.max + Vec2::new(0.0, 14.0));
    assert!(panel.contains_rect(with_axes), "{with_axes:?} leaves {panel:?}");
}
