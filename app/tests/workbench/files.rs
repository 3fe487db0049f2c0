//! What was typed is kept.

use crate::support::{command, open_in, open_rung, settle, workbench};
use std::time::{Duration, Instant};
use warpbench_machine::model;
use warpbench_state::command::Command;
use warpbench_state::store::Keep;

fn edit(bench: &mut crate::support::Bench, line: &str) -> String {
    let document = workbench(bench).state.stepped_document();
    let (key, text) = (document.key.clone(), format!("{line}\n{}", document.text));
    command(bench, Command::EditText { key, text: text.clone(), cursor: 0, time: 0.0 });
    text
}

#[test]
fn texts_and_settings_come_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = {
        let mut bench = open_in(folder.path().to_owned());
        open_rung(&mut bench, "transpose_tiled");
        command(&mut bench, Command::SetModel(model::find("8800").expect("built in")));
        command(&mut bench, Command::ToggleTheme);
        let text = edit(&mut bench, "// mine");
        workbench(&mut bench).flush();
        text
    };
    let mut bench = open_in(folder.path().to_owned());
    let state = &workbench(&mut bench).state;
    assert_eq!(state.variant().name, "transpose_tiled");
    assert!(state.setup.model.name.contains("8800"));
    assert_eq!(state.view.theme, warpbench_state::state::view::Theme::Light);
    assert_eq!(state.stepped_document().text, text);
    assert!(state.is_stepped(state.stepped_document()), "what is stepped is not what was typed");
}

#[test]
fn two_windows_do_not_overwrite_each_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut first = open_in(folder.path().to_owned());
    let mut second = open_in(folder.path().to_owned());
    let theirs = edit(&mut first, "// first");
    workbench(&mut first).flush();
    let ours = edit(&mut second, "// second");
    let start = Instant::now();
    while workbench(&mut second).state.conflicts.is_empty() {
        assert!(start.elapsed() < Duration::from_secs(20), "the conflict is not noticed");
        std::thread::sleep(Duration::from_millis(20));
        second.run_steps(1);
    }
    let key = workbench(&mut second).state.stepped_document().key.clone();
    let kept = workbench(&mut second).state.conflicts[0].ours_at.clone();
    assert_eq!(std::fs::read_to_string(kept).expect("ours is safe"), ours);
    let path = folder.path().join("documents").join(&key);
    assert_eq!(std::fs::read_to_string(&path).expect("theirs is there"), theirs);
    command(&mut second, Command::Resolve(key, Keep::Theirs));
    let start = Instant::now();
    while workbench(&mut second).state.stepped_document().text != theirs {
        assert!(start.elapsed() < Duration::from_secs(20), "theirs is not shown");
        std::thread::sleep(Duration::from_millis(20));
        second.run_steps(1);
    }
    settle(&mut second);
    assert!(workbench(&mut second).state.conflicts.is_empty());
}
