//! Codes are explained where they are shown: by a click, by a key and from the palette.

use crate::support::{Bench, command, edit, open, open_rung, workbench};
use egui::Key;
use egui_kittest::kittest::Queryable as _;
use warpbench_codes::{ALL, Code, F0001, explanation};
use warpbench_state::command::{Command, menu};
use warpbench_state::state::panel::PanelId;

fn explained(bench: &mut Bench) -> Option<Code> {
    workbench(bench).state.view.explained
}

/// The reduction without its barrier, which races.
fn racing() -> Bench {
    let mut bench = open();
    open_rung(&mut bench, "reduce_sequential");
    edit(&mut bench, "thread::sync_threads();\n        stride /= 2;", "stride /= 2;");
    command(&mut bench, Command::BringUp(PanelId::Findings));
    bench
}

#[test]
fn a_finding_is_explained_by_a_click_on_its_code() {
    let mut bench = racing();
    bench.query_all_by_label("F0001").next().expect("its code is shown").click();
    bench.run_steps(3);
    assert_eq!(explained(&mut bench), Some(F0001));
    for label in ["Wrong", "Right"] {
        assert!(bench.query_by_label(label).is_some(), "{label}");
    }
    bench.key_press(Key::Escape);
    bench.run_steps(2);
    assert_eq!(explained(&mut bench), None);
}

#[test]
fn a_key_explains_what_is_wrong_and_closes_it() {
    let mut bench = racing();
    let press = |bench: &mut Bench| {
        bench.key_press(Key::F8);
        bench.run_steps(3);
    };
    press(&mut bench);
    assert_eq!(explained(&mut bench), Some(F0001));
    press(&mut bench);
    assert_eq!(explained(&mut bench), None);
    // A mistake in the text goes before what was found when it had none.
    edit(&mut bench, "BLOCK / 2;", "BLOCK / 2.0;");
    press(&mut bench);
    let code = workbench(&mut bench).state.stepped_document().diagnostics[0].code;
    assert_eq!(explained(&mut bench), Some(code));
    assert_ne!(code, F0001);
}

#[test]
fn the_lesson_of_a_code_is_a_click_away() {
    let mut bench = open();
    command(&mut bench, Command::Explain(Some(F0001)));
    bench.run_steps(2);
    let lesson = explanation(F0001).expect("it is explained").lesson;
    let button = bench.query_by_label_contains("Open the lesson «").expect("a button");
    button.click();
    bench.run_steps(3);
    assert_eq!(explained(&mut bench), None);
    assert_eq!(workbench(&mut bench).state.setup.rung_id.lesson().name, lesson);
}

#[test]
fn the_palette_has_every_code_and_each_can_be_shown() {
    let mut bench = open();
    let entries = menu::all(&workbench(&mut bench).state);
    for entry in ALL {
        let wanted = Command::Explain(Some(entry.code));
        let name = format!("Explain {}: {}", entry.code, entry.title);
        let found = entries.iter().any(|own| own.command == wanted && own.name == name);
        assert!(found, "{name}");
    }
    for code in ["E0308", "F0012", "G0001", "K0018"] {
        command(&mut bench, Command::Explain(Code::find(code)));
        bench.run_steps(2);
        assert!(bench.query_all_by_label(code).next().is_some(), "{code}");
    }
}
