//! What somebody does, and what comes of it.

use crate::support::{
    Bench, builder, command, edit, first_position, open, open_lab, open_rung, position, settle,
    workbench,
};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use std::sync::Arc;
use warpbench_device::worker::Worker;
use warpbench_front::Language;
use warpbench_machine::model;
use warpbench_machine::sim::Schedule;
use warpbench_state::command::Command;
use warpbench_state::options::Options;
use warpbench_state::session::OtherSchedules;
use warpbench_state::state::RunStatus;
use warpbench_state::state::layout::is_on_top;
use warpbench_state::state::panel::{PANELS, PanelId};
use warpbench_state::timings::machine::Workers;
use warpbench_state::timings::target::{Class, class};
use warpbench_texts::lessons::lessons;
use warpbench_window::Workbench;

fn press(bench: &mut Bench, modifiers: Modifiers, key: Key) {
    bench.key_press_modifiers(modifiers, key);
    settle(bench);
}

#[test]
fn every_lesson_opens_and_can_be_stepped() {
    let mut bench = open();
    for lesson in lessons() {
        let first = &lesson.rungs[0];
        // A program with directives has the list behind its text.
        command(&mut bench, Command::BringUp(PanelId::Lessons));
        let role = egui::accesskit::Role::DisclosureTriangle;
        bench.get_by_role_and_label(role, &lesson.title).scroll_to_me();
        bench.run_steps(2);
        if workbench(&mut bench).state.setup.rung_id.rung().name != first.name {
            open_rung(&mut bench, &first.name);
        }
        let state = &workbench(&mut bench).state;
        assert_eq!(state.setup.rung_id.rung().name, first.name);
        assert_eq!(state.status, RunStatus::Done, "{}", lesson.title);
        let simulation = state.simulation.as_ref().expect("counted");
        assert!(simulation.checked, "{}: {simulation:?}", lesson.title);
        press(&mut bench, Modifiers::NONE, Key::ArrowRight);
        assert_eq!(position(&mut bench), first_position(&mut bench), "{}", lesson.title);
        press(&mut bench, Modifiers::NONE, Key::ArrowLeft);
        assert_eq!(position(&mut bench), 0, "{}", lesson.title);
    }
}

#[test]
fn rungs_are_opened_by_click_and_by_key() {
    let mut bench = open();
    let second = lessons()[1].rungs[1].variant;
    bench.get_by_label(&format!("1  {}", second.title)).click();
    settle(&mut bench);
    assert_eq!(workbench(&mut bench).state.variant().name, second.name);
    press(&mut bench, Modifiers::NONE, Key::PageDown);
    let third = lessons()[1].rungs[2].variant;
    assert_eq!(workbench(&mut bench).state.variant().name, third.name);
    press(&mut bench, Modifiers::NONE, Key::PageUp);
    assert_eq!(workbench(&mut bench).state.variant().name, second.name);
}

#[test]
fn buttons_step_by_instructions_lines_and_barriers() {
    let mut bench = open();
    let click = |bench: &mut Bench, name: &str| {
        bench.get_by_label(name).click();
        settle(bench);
        position(bench)
    };
    let first = click(&mut bench, "Step one instruction");
    assert_eq!(first, first_position(&mut bench));
    let line = click(&mut bench, "Step a source line");
    assert!(line > first);
    let barrier = click(&mut bench, "Step to the next barrier");
    assert!(barrier > line);
    // At a barrier every warp waits.
    let state = &workbench(&mut bench).state;
    let warps = &state.player.as_ref().expect("recorded").playback.state().warps;
    let waiting = |warp: &warpbench_machine::observe::trace::WarpState| {
        warp.status == warpbench_machine::observe::trace::Status::Waiting
    };
    assert!(warps.iter().all(waiting));
    assert_eq!(click(&mut bench, "Back to the last barrier"), 0);
    assert_eq!(click(&mut bench, "Back one instruction"), 0);
    // A jump can be taken back.
    press(&mut bench, Modifiers::COMMAND, Key::Z);
    assert_eq!(position(&mut bench), barrier);
}

#[test]
fn playing_goes_on_until_it_is_stopped() {
    let mut bench = open();
    bench.key_press(Key::Space);
    bench.run_steps(60);
    assert!(workbench(&mut bench).state.player.as_ref().expect("recorded").is_playing);
    let somewhere = position(&mut bench);
    assert!(somewhere > 0);
    press(&mut bench, Modifiers::NONE, Key::Space);
    let stopped = position(&mut bench);
    bench.run_steps(10);
    assert_eq!(position(&mut bench), stopped);
}

/// The line, from 1, of the text that is stepped on which words first occur.
fn line_of(bench: &mut Bench, words: &str) -> u32 {
    let text = &workbench(bench).state.stepped_document().text;
    1 + text.lines().position(|line| line.contains(words)).expect(words) as u32
}

#[test]
fn a_breakpoint_is_hit_by_running_and_by_playing() {
    let mut bench = open();
    let variant = workbench(&mut bench).state.variant().name;
    let start = line_of(&mut bench, &format!("fn {variant}("));
    // The first line behind the kernel's head that a warp comes to after the
    // start.
    let line = {
        let state = &workbench(&mut bench).state;
        let trace = state.player.as_ref().expect("recorded").trace();
        (trace.len() / 3..trace.len())
            .find_map(|step| trace.line_of(step).filter(|&line| line > start))
            .expect("a line")
    };
    let key = workbench(&mut bench).state.stepped_document().key.clone();
    let step = {
        let state = &workbench(&mut bench).state;
        let trace = state.player.as_ref().expect("recorded").trace();
        (0..trace.len()).find(|&step| trace.line_of(step) == Some(line)).expect("a step")
    };
    command(&mut bench, Command::Seek(step));
    press(&mut bench, Modifiers::NONE, Key::F9);
    assert!(workbench(&mut bench).state.breakpoints_of(&key).contains(&line));
    press(&mut bench, Modifiers::NONE, Key::Home);
    let hit = |bench: &mut Bench| {
        let state = &workbench(bench).state;
        let player = state.player.as_ref().expect("recorded");
        assert_eq!(player.trace().line_of(player.position()), Some(line));
        assert!(!player.is_playing);
        player.position()
    };
    press(&mut bench, Modifiers::NONE, Key::F5);
    let first = hit(&mut bench);
    press(&mut bench, Modifiers::NONE, Key::Home);
    for _ in 0..4 {
        press(&mut bench, Modifiers::NONE, Key::CloseBracket);
    }
    bench.key_press(Key::Space);
    for _ in 0..2000 {
        bench.run_steps(1);
        if !workbench(&mut bench).state.player.as_ref().expect("recorded").is_playing {
            break;
        }
    }
    assert_eq!(hit(&mut bench), first);
    // Without it, the run goes to the end.
    command(&mut bench, Command::ToggleBreakpoint { key, line });
    press(&mut bench, Modifiers::NONE, Key::F5);
    let state = &workbench(&mut bench).state;
    let player = state.player.as_ref().expect("recorded");
    assert_eq!(player.position(), player.trace().len());
}

#[test]
fn a_mistake_is_reported_repaired_and_run() {
    for language in [Language::Rust, Language::Wgsl] {
        let mut bench = open();
        open_rung(&mut bench, "reduce_sequential");
        command(&mut bench, Command::StepLanguage(language));
        let shown = match language {
            Language::Rust => warpbench_state::state::view::SourceView::Rust,
            Language::Wgsl => warpbench_state::state::view::SourceView::Wgsl,
        };
        command(&mut bench, Command::ShowSource(shown));
        edit(&mut bench, "stride", "strid3");
        let state = &workbench(&mut bench).state;
        assert_eq!(state.status, RunStatus::Mistakes);
        let found = &state.stepped_document().diagnostics;
        assert!(found.iter().any(|found| found.message.contains("strid")), "{found:?}");
        let message = found[0].message.clone();
        // It is there to be read.
        let seen = bench.query_all_by_label_contains(&message).count();
        assert!(seen > 0, "{message} is not shown");
        edit(&mut bench, "strid3", "stride");
        let state = &workbench(&mut bench).state;
        assert!(state.stepped_document().diagnostics.is_empty());
        assert_eq!(state.status, RunStatus::Done);
        assert!(state.simulation.as_ref().expect("counted").checked);
        assert!(!state.stepped_document().is_edited());
    }
}

#[test]
fn typing_goes_into_the_text_and_can_be_undone_and_reset() {
    let mut bench = open();
    let key = workbench(&mut bench).state.stepped_document().key.clone();
    let original = workbench(&mut bench).state.stepped_document().original.clone();
    bench.get_by_role(egui::accesskit::Role::MultilineTextInput).focus();
    bench.run_steps(2);
    bench.event(egui::Event::Text("// mine\n".to_owned()));
    settle(&mut bench);
    let text = workbench(&mut bench).state.stepped_document().text.clone();
    assert!(text.contains("// mine"), "the text is not edited");
    assert!(bench.query_by_label("edited").is_some());
    press(&mut bench, Modifiers::COMMAND, Key::Z);
    assert_eq!(workbench(&mut bench).state.stepped_document().text, original);
    press(&mut bench, Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!(workbench(&mut bench).state.stepped_document().text, text);
    bench.get_by_label("Reset").click();
    settle(&mut bench);
    assert_eq!(workbench(&mut bench).state.stepped_document().text, original);
    command(&mut bench, Command::UndoText(key));
    assert_eq!(workbench(&mut bench).state.stepped_document().text, text);
}

#[test]
fn an_edited_kernel_is_stepped_at_once_and_its_fault_is_found() {
    let mut bench = open();
    open_rung(&mut bench, "reduce_sequential");
    // Without its first barrier the tree reads what nobody has written yet.
    edit(&mut bench, "thread::sync_threads();", "");
    let state = &workbench(&mut bench).state;
    let simulation = state.simulation.as_ref().expect("counted");
    let kinds: Vec<_> = simulation.findings.iter().map(|finding| finding.kind).collect();
    assert!(kinds.contains(&warpbench_machine::finding::FindingKind::Race), "{kinds:?}");
    command(&mut bench, Command::BringUp(PanelId::Findings));
    let line = workbench(&mut bench).state.simulation.as_ref().expect("counted").findings[0].line;
    bench.get_by_label(&format!("Race at line {line}")).click();
    settle(&mut bench);
    let state = &workbench(&mut bench).state;
    let finding = &state.simulation.as_ref().expect("counted").findings[0];
    let player = state.player.as_ref().expect("recorded");
    assert_eq!(Some(player.position()), player.position_of(finding));
    assert!(player.position() > 0);
    assert!(state.selection.lane.is_some());
}

#[test]
fn a_lane_that_is_followed_is_followed_everywhere() {
    let mut bench = open();
    press(&mut bench, Modifiers::COMMAND, Key::ArrowRight);
    let rect = bench.get_by_label_contains("warp 1:").rect();
    // Somewhere in the row; which lane it is, the row knows.
    bench.hover_at(rect.center());
    bench.run_steps(2);
    bench.drag_at(rect.center());
    bench.drop_at(rect.center());
    settle(&mut bench);
    let state = &workbench(&mut bench).state;
    let (warp, lane) = state.selection.lane.expect("a lane was clicked");
    assert_eq!(warp, 1);
    assert!(bench.query_by_label("warp 1").is_some(), "the registers are not that warp's");
    press(&mut bench, Modifiers::NONE, Key::Backspace);
    assert_eq!(workbench(&mut bench).state.selection.lane, None, "lane {lane}");
}

#[test]
fn switching_the_model_changes_the_rule_and_keeps_the_place() {
    let mut bench = open();
    open_rung(&mut bench, "copy_offset");
    press(&mut bench, Modifiers::SHIFT, Key::ArrowRight);
    press(&mut bench, Modifiers::SHIFT, Key::ArrowRight);
    let place = position(&mut bench);
    let moved = |bench: &mut Bench| {
        let state = &workbench(bench).state;
        let counters = state.simulation.as_ref().expect("counted").counters.expect("counted");
        counters.global_transactions
    };
    let h200 = moved(&mut bench);
    let old = model::find("8800").expect("built in");
    command(&mut bench, Command::SetModel(old));
    assert_eq!(workbench(&mut bench).state.setup.model.slug, old.slug);
    assert!(moved(&mut bench) > h200, "the first cards pay dearly for an offset");
    assert_eq!(position(&mut bench), place);
}

#[test]
fn every_panel_can_be_brought_up_moved_and_put_back() {
    let mut bench = open();
    let usual = workbench(&mut bench).state.layout.clone();
    for panel in PANELS {
        command(&mut bench, Command::BringUp(panel.id));
        assert!(is_on_top(&workbench(&mut bench).state.layout, panel.id), "{}", panel.slug);
        assert!(bench.query_all_by_label_contains(panel.title).count() > 0, "{}", panel.slug);
    }
    assert!(workbench(&mut bench).state.layout != usual);
    press(&mut bench, Modifiers::NONE, Key::F12);
    assert!(is_on_top(&workbench(&mut bench).state.layout, PanelId::Global));
    press(&mut bench, Modifiers::COMMAND, Key::Z);
    assert!(!is_on_top(&workbench(&mut bench).state.layout, PanelId::Global));
}

#[test]
fn the_palette_finds_and_does_things() {
    let mut bench = open();
    press(&mut bench, Modifiers::COMMAND, Key::K);
    assert!(workbench(&mut bench).state.view.palette.is_some());
    bench.event(egui::Event::Text("model 8800".to_owned()));
    settle(&mut bench);
    press(&mut bench, Modifiers::NONE, Key::Enter);
    let state = &workbench(&mut bench).state;
    assert!(state.setup.model.name.contains("8800"), "{}", state.setup.model.name);
    assert!(state.view.palette.is_none());
}

#[test]
fn the_tour_leads_through_the_panels() {
    let mut bench = open();
    press(&mut bench, Modifiers::NONE, Key::F1);
    let stops = warpbench_state::tour::tour();
    for stop in &stops[..stops.len() - 1] {
        assert!(bench.query_by_label(stop.title).is_some(), "{}", stop.title);
        bench.get_by_label("Next ▶").click();
        settle(&mut bench);
    }
    bench.get_by_label("End the tour").click();
    settle(&mut bench);
    assert_eq!(workbench(&mut bench).state.view.tour, None);
}

#[test]
fn presenting_makes_everything_larger_and_hides_the_lessons() {
    let mut bench = open();
    press(&mut bench, Modifiers::NONE, Key::F2);
    bench.run_steps(3);
    assert!((bench.ctx.zoom_factor() - 1.4).abs() < 0.01);
    assert!(bench.query_by_label("This rung").is_none());
    press(&mut bench, Modifiers::NONE, Key::F2);
    bench.run_steps(3);
    assert!(bench.query_by_label("This rung").is_some());
}

#[test]
fn sizes_strides_and_launches_can_be_chosen() {
    let mut bench = open();
    command(&mut bench, Command::SetSize(vec![1000]));
    let state = &workbench(&mut bench).state;
    assert!(state.simulation.as_ref().expect("counted").checked);
    assert_eq!(state.simulation.as_ref().expect("counted").size.as_deref(), Some(&[1000][..]));
    command(&mut bench, Command::SetLaunch(1));
    let state = &workbench(&mut bench).state;
    assert_eq!(state.player.as_ref().expect("recorded").recording.launch, 1);
    // A block that the kernel is not made for gives a wrong result, and says so.
    command(&mut bench, Command::SetLaunch(0));
    command(&mut bench, Command::SetShape { grid: None, block: Some([64, 1, 1]) });
    let state = &workbench(&mut bench).state;
    assert!(!state.simulation.as_ref().expect("counted").checked);
    // A size that nobody can run is refused in words.
    command(&mut bench, Command::SetSize(vec![1 << 40]));
    let state = &workbench(&mut bench).state;
    assert!(matches!(&state.status, RunStatus::Failed(reason) if reason.contains("32 bits")));
}

#[test]
fn what_is_pointed_at_is_previewed_elsewhere() {
    let mut bench = open();
    press(&mut bench, Modifiers::COMMAND, Key::ArrowRight);
    let source = {
        let tiles = &workbench(&mut bench).state.layout.tiles;
        let tile = tiles.find_pane(&PanelId::Source).expect("is there");
        tiles.rect(tile).expect("is shown")
    };
    let row = bench.get_by_label_contains("warp 2:").rect();
    bench.hover_at(source.center());
    bench.run_steps(3);
    assert!(workbench(&mut bench).state.selection.hovered_line.is_some());
    bench.hover_at(row.center());
    bench.run_steps(3);
    let selection = &workbench(&mut bench).state.selection;
    assert_eq!(selection.hovered_line, None);
    assert_eq!(selection.hovered_lane.map(|(warp, _)| warp), Some(2));
    bench.remove_cursor();
    bench.run_steps(3);
    assert_eq!(workbench(&mut bench).state.selection.hovered_lane, None);
}

#[cfg(unix)]
#[test]
fn a_driver_that_crashes_when_asked_leaves_the_window() {
    let draw = |ui: &mut egui::Ui, workbench: &mut Option<Workbench>| {
        let workbench = workbench.get_or_insert_with(|| {
            let crash = Worker::new("/bin/sh", ["-c", "echo no luck >&2; kill -SEGV $$"]);
            let workers: Workers = Arc::new(move || Ok(crash.clone()));
            let devices = Options::devices_by(Arc::clone(&workers));
            Workbench::new(ui.ctx(), Options { devices, workers, ..Options::isolated() })
        });
        workbench.ui(ui);
    };
    let mut bench = builder().build_ui_state(draw, None);
    settle(&mut bench);
    while workbench(&mut bench).state.timings.timings.is_looking() {
        bench.run_steps(1);
    }
    let timings = &workbench(&mut bench).state.timings.timings;
    let found: Vec<_> = timings.targets().map(|(_, target)| class(target)).collect();
    assert_eq!(found, [Class::Software, Class::Simulator]);
    for gap in &timings.unavailable {
        let expected = "its driver crashed when it was asked for its devices, signal 11";
        assert!(gap.reason.contains(expected) && gap.reason.contains("no luck"), "{}", gap.reason);
    }
    assert_eq!(timings.unavailable.len(), 2);
    // The window goes on.
    press(&mut bench, Modifiers::NONE, Key::ArrowRight);
    assert_eq!(position(&mut bench), 1);
}

/// The first lab's starter writes past the end, where nothing is compared.
#[test]
fn a_right_result_beside_errors_is_told_as_luck() {
    let mut bench = open_lab("01_first_kernel");
    let state = &workbench(&mut bench).state;
    let simulation = state.simulation.as_ref().expect("counted");
    assert!(simulation.checked && !simulation.passed(), "{:?}", simulation.findings);
    assert!(!simulation.has_race(), "{:?}", simulation.findings);
    assert!(bench.query_by_label("△ right by luck").is_some());
    assert!(bench.query_by_label("whole run: right").is_none());
    command(&mut bench, Command::BringUp(PanelId::Findings));
    let words = "goes past the end of an array: the result is right by luck";
    assert!(bench.query_by_label_contains(words).is_some());
}

#[test]
fn a_right_result_beside_a_race_is_told_as_luck() {
    let mut bench = open();
    open_rung(&mut bench, "reduce_sequential");
    edit(&mut bench, "thread::sync_threads();\n        stride /= 2;", "stride /= 2;");
    // Some schedule comes to the right result all the same.
    let schedules = [Schedule::InOrder, Schedule::RoundRobin].into_iter();
    for schedule in schedules.chain((1..40).map(Schedule::Shuffled)) {
        command(&mut bench, Command::SetSchedule(schedule));
        if workbench(&mut bench).state.simulation.as_ref().expect("counted").checked {
            break;
        }
    }
    let state = &workbench(&mut bench).state;
    let simulation = state.simulation.as_ref().expect("counted");
    assert!(simulation.checked && simulation.has_race(), "{:?}", simulation.findings);
    let count = simulation.findings.len();
    assert!(bench.query_by_label(&format!("Findings ({count})")).is_some());
    assert!(bench.query_by_label(&format!("▲ Findings {count}")).is_some());
    assert!(bench.query_by_label("△ right by luck").is_some());
    for _ in 0..600 {
        bench.run_steps(1);
        if workbench(&mut bench).state.other_schedules.is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    bench.run_steps(2);
    let others = workbench(&mut bench).state.other_schedules;
    assert!(matches!(others, Some(OtherSchedules::WrongUnder(_))), "{others:?}");
    press(&mut bench, Modifiers::NONE, Key::X);
    let state = &workbench(&mut bench).state;
    assert!(!state.simulation.as_ref().expect("counted").checked);
    assert!(bench.query_by_label("▲ wrong result").is_some());
}
