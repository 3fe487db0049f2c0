//! Labs: a kernel is fixed and graded, what was tried is kept, and a lecturer looks at
//! a class.

use crate::support::{
    Bench, builder, class_folder, command, open_by, open_in, open_lab, settle, workbench,
};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use std::path::Path;
use std::sync::Arc;
use warpbench_common::opening::Opening;
use warpbench_front::Language;
use warpbench_lab::lab::Lab;
use warpbench_state::command::Command;
use warpbench_state::labs::LabQuestion;
use warpbench_state::labs::action::LabAction;
use warpbench_state::labs::open::CheckStatus;
use warpbench_state::options::Options;
use warpbench_state::state::RunStatus;
use warpbench_state::state::view::SourceView;
use warpbench_state::timings::export::save::Answer;

const FIRST: &str = "01_first_kernel";

fn act(bench: &mut Bench, action: LabAction) {
    command(bench, Command::Lab(action));
}

fn lab(bench: &mut Bench) -> Arc<Lab> {
    Arc::clone(&workbench(bench).state.labs.open.as_ref().expect("a lab is open").lab)
}

fn statuses(bench: &mut Bench) -> Vec<CheckStatus> {
    let open = workbench(bench).state.labs.open.as_ref().expect("a lab is open");
    open.checks.iter().map(|check| check.status).collect()
}

fn text(bench: &mut Bench) -> String {
    workbench(bench).state.stepped_document().text.clone()
}

/// Replaces the text, as the editor would.
fn write(bench: &mut Bench, text: &str) {
    let key = workbench(bench).state.stepped_document().key.clone();
    command(bench, Command::EditText { key, text: text.to_owned(), cursor: 0, time: 0.0 });
}

fn solution(bench: &mut Bench, language: Language) -> String {
    lab(bench).texts_in(language).expect("is there").solution.text.clone()
}

/// Presses a key and waits for what comes of it.
fn press(bench: &mut Bench, modifiers: Modifiers, key: Key) {
    bench.key_press_modifiers(modifiers, key);
    settle(bench);
}

#[test]
fn a_lab_is_opened_from_the_list_and_fixed_by_keyboard() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut bench = open_in(folder.path().to_owned());
    // High enough for the whole list.
    bench.set_size(egui::vec2(1440.0, 2400.0));
    bench.run_steps(4);
    bench.get_by_label("Labs").click();
    bench.run_steps(20);
    bench.get_by_label_contains("1  First kernel").click();
    settle(&mut bench);
    assert_eq!(lab(&mut bench).id, FIRST);
    // What is made of the checks while one types says what is wrong, before a key.
    assert!(statuses(&mut bench).contains(&CheckStatus::Failed), "{:?}", statuses(&mut bench));
    assert!(bench.query_by_label_contains("It fails; click it to see where").is_some());
    assert!(bench.query_by_label("Task").is_some(), "the task has its tab");
    // The text is reached by a key, and what is typed goes there.
    press(&mut bench, Modifiers::NONE, Key::E);
    assert!(bench.ctx.text_edit_focused());
    let line = text(&mut bench).lines().position(|line| line.contains("*output.add(i)"));
    press(&mut bench, Modifiers::COMMAND, Key::Home);
    for _ in 0..line.expect("the line that works") {
        bench.key_press(Key::ArrowDown);
        bench.run_steps(1);
    }
    press(&mut bench, Modifiers::NONE, Key::Home);
    bench.event(egui::Event::Text("if i >= n as usize { return; }\n    ".to_owned()));
    settle(&mut bench);
    assert_eq!(statuses(&mut bench), [CheckStatus::SoFar; 3], "{}", text(&mut bench));
    press(&mut bench, Modifiers::COMMAND, Key::Enter);
    assert_eq!(statuses(&mut bench), [CheckStatus::Passed; 3]);
    assert!(bench.query_by_label_contains("100 of 100 points").is_some());
    assert!(bench.query_by_label_contains("All checks pass").is_some());
    let typed = text(&mut bench);
    workbench(&mut bench).flush();
    drop(bench);
    // The next day everything is as it was.
    let mut bench = open_in(folder.path().to_owned());
    assert_eq!(lab(&mut bench).id, FIRST);
    assert_eq!(text(&mut bench), typed);
    assert_eq!(statuses(&mut bench), [CheckStatus::Passed; 3], "results of this text are good");
    assert!(bench.query_by_label("Attempts (1)").is_some());
    assert!(workbench(&mut bench).state.labs.progress[FIRST].is_passed);
}

#[test]
fn a_failed_check_leads_to_its_step() {
    let mut bench = open_lab(FIRST);
    let (index, place) = {
        let open = workbench(&mut bench).state.labs.open.as_ref().expect("open");
        let found = open.checks.iter().enumerate().find_map(|(index, check)| {
            let place = check.outcome.as_ref()?.place.clone()?;
            place.step.is_some().then_some((index, place))
        });
        found.expect("a check with a step")
    };
    let name = lab(&mut bench).checks[index].name.clone();
    bench.get_by_label(&format!("{name}: failed")).scroll_to_me();
    bench.run_steps(20);
    bench.get_by_label(&format!("{name}: failed")).click();
    settle(&mut bench);
    let state = &workbench(&mut bench).state;
    assert_eq!(state.status, RunStatus::Done);
    let staged = state.setup.lab.as_ref().expect("a lab");
    assert_eq!(staged.trial.size, place.size);
    let player = state.player.as_ref().expect("recorded");
    assert_eq!(Some(state.shown_block()), place.block);
    let near = [player.position().checked_sub(1), Some(player.position())];
    let lines: Vec<_> =
        near.into_iter().flatten().map(|step| player.trace().line_of(step)).collect();
    assert!(lines.contains(&place.line), "{lines:?} is not {:?}", place.line);
    let width = state.setup.model.warp_width;
    let lane = place.lanes.first().map(|lane| (lane / width, lane % width));
    assert_eq!(state.selection.lane, lane);
    assert_eq!(state.setup.model.name, place.model);
    // After an edit the lines have moved, and nobody is led astray.
    let edited = format!("// moved\n{}", text(&mut bench));
    let key = workbench(&mut bench).state.stepped_document().key.clone();
    let edit = Command::EditText { key, text: edited, cursor: 0, time: 0.0 };
    warpbench_state::command::apply(edit, &mut workbench(&mut bench).state);
    bench.run_steps(1);
    let open = workbench(&mut bench).state.labs.open.as_ref().expect("open");
    assert!(open.checks.iter().all(|check| check.is_stale));
    settle(&mut bench);
}

#[test]
fn wrong_results_and_counters_say_what_was_seen_and_asked() {
    let mut bench = open_lab("03_coalesce_a_copy");
    press(&mut bench, Modifiers::COMMAND, Key::Enter);
    let open = workbench(&mut bench).state.labs.open.as_ref().expect("open");
    let failed: Vec<_> = open
        .checks
        .iter()
        .filter(|check| check.status == CheckStatus::Failed)
        .map(|check| check.outcome.clone().expect("with an account"))
        .collect();
    assert!(!failed.is_empty());
    for outcome in failed {
        assert!(!outcome.seen.is_empty() && !outcome.asked.is_empty(), "{outcome:?}");
        bench.get_by_label(&format!("{}: failed", outcome.name)).scroll_to_me();
        bench.run_steps(4);
        for words in [&outcome.seen, &outcome.asked] {
            let shown = bench.query_all_by_label_contains(words.as_str()).count();
            assert!(shown > 0, "not shown: {words}");
        }
    }
}

#[test]
fn hints_come_one_at_a_time_and_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut bench = open_in(folder.path().to_owned());
    act(&mut bench, LabAction::Open(FIRST.to_owned()));
    let hints = lab(&mut bench).hints.clone();
    let shown = |bench: &Bench| {
        hints.iter().filter(|hint| bench.query_by_label(hint.as_str()).is_some()).count()
    };
    bench.set_size(egui::vec2(1600.0, 2400.0));
    bench.run_steps(4);
    for expected in 0..hints.len() {
        assert_eq!(shown(&bench), expected);
        press(&mut bench, Modifiers::NONE, Key::N);
    }
    assert_eq!(shown(&bench), hints.len());
    assert!(bench.query_by_label_contains("Next hint").is_none(), "there is none left");
    workbench(&mut bench).flush();
    drop(bench);
    let mut bench = open_in(folder.path().to_owned());
    assert_eq!(workbench(&mut bench).state.lab_progress().hints, hints.len());
}

#[test]
fn a_reset_loses_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut bench = open_in(folder.path().to_owned());
    act(&mut bench, LabAction::Open(FIRST.to_owned()));
    let starter = text(&mut bench);
    let mine = format!("// mine\n{starter}");
    write(&mut bench, &mine);
    act(&mut bench, LabAction::Reset);
    assert_eq!(text(&mut bench), starter);
    let key = workbench(&mut bench).state.stepped_document().key.clone();
    command(&mut bench, Command::UndoText(key));
    assert_eq!(text(&mut bench), mine, "it can be undone");
    act(&mut bench, LabAction::Reset);
    workbench(&mut bench).flush();
    drop(bench);
    let mut bench = open_in(folder.path().to_owned());
    assert_eq!(text(&mut bench), starter);
    let attempts = workbench(&mut bench).state.labs.open.as_ref().expect("open").attempts.clone();
    assert_eq!(attempts.len(), 1, "kept once");
    act(&mut bench, LabAction::TakeUp(0));
    assert_eq!(text(&mut bench), mine);
}

#[test]
fn the_solution_is_compared_once_all_checks_pass() {
    let mut bench = open_lab(FIRST);
    act(&mut bench, LabAction::ToggleSolution);
    assert!(!workbench(&mut bench).state.view.is_diff);
    let told = workbench(&mut bench).state.notices.last().cloned().expect("why not");
    assert!(told.text.contains("once all checks pass"), "{told:?}");
    let solved = solution(&mut bench, Language::Rust).replace("i < n as usize", "(i as u32) < n");
    write(&mut bench, &solved);
    act(&mut bench, LabAction::RunChecks);
    assert_eq!(statuses(&mut bench), [CheckStatus::Passed; 3]);
    act(&mut bench, LabAction::ToggleSolution);
    assert!(bench.query_by_label_contains("of the solution").is_some());
    // The difference to the starter is another one.
    act(&mut bench, LabAction::ToggleSolution);
    command(&mut bench, Command::ToggleDiff);
    assert!(bench.query_by_label_contains("of the starter").is_some());
}

#[test]
fn both_languages_are_graded() {
    let mut bench = open_lab(FIRST);
    command(&mut bench, Command::ShowSource(SourceView::Wgsl));
    assert_eq!(workbench(&mut bench).state.setup.language, Language::Wgsl);
    assert!(statuses(&mut bench).contains(&CheckStatus::Failed));
    let solved = solution(&mut bench, Language::Wgsl);
    write(&mut bench, &solved);
    act(&mut bench, LabAction::RunChecks);
    assert_eq!(statuses(&mut bench), [CheckStatus::Passed; 3]);
    // There is no PTX of a lab to show.
    command(&mut bench, Command::ShowSource(SourceView::Ptx));
    assert_eq!(workbench(&mut bench).state.view.source, SourceView::Wgsl);
    assert!(bench.query_by_label("PTX").is_none());
}

#[test]
fn mistakes_are_said_once_and_the_checks_go_on_afterwards() {
    let mut bench = open_lab(FIRST);
    let starter = text(&mut bench);
    write(&mut bench, &starter.replace("*output.add(i)", "*outptu.add(i)"));
    assert_eq!(statuses(&mut bench), [CheckStatus::NotRun; 3]);
    assert!(bench.query_by_label_contains("has a mistake, marked in the source").is_some());
    write(&mut bench, &starter);
    assert!(statuses(&mut bench).contains(&CheckStatus::Failed));
    assert!(bench.query_by_label_contains("has a mistake").is_none());
}

#[test]
fn a_prediction_is_entered_before_the_run() {
    let mut bench = open_lab("06_divergence");
    bench.set_size(egui::vec2(1600.0, 2400.0));
    bench.run_steps(4);
    press(&mut bench, Modifiers::COMMAND, Key::Enter);
    let told = workbench(&mut bench).state.notices.last().cloned().expect("what to do first");
    assert!(told.text.contains("First predict"), "{told:?}");
    let field = bench.get_by_label_contains("Your prediction");
    field.focus();
    bench.run_steps(2);
    bench.event(egui::Event::Text("17".to_owned()));
    bench.run_steps(2);
    bench.key_press(Key::Enter);
    settle(&mut bench);
    assert!(text(&mut bench).contains("PREDICTED: u32 = 17;"), "{}", text(&mut bench));
    assert_eq!(workbench(&mut bench).state.open_prediction(), None);
    act(&mut bench, LabAction::RunChecks);
    let attempts = &workbench(&mut bench).state.labs.open.as_ref().expect("open").attempts;
    assert_eq!(attempts.len(), 1, "it is graded now");
    // What is no number is said, and changes nothing.
    let before = text(&mut bench);
    let check = lab(&mut bench).checks.iter().position(|check| check.kind_name() == "prediction");
    act(&mut bench, LabAction::Predict(check.expect("one"), "many".to_owned()));
    assert_eq!(text(&mut bench), before);
}

#[test]
fn what_is_handed_in_is_one_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mine");
    let chosen = path.clone();
    let mut bench = open_by(builder(), move || {
        let chosen = chosen.clone();
        let dialog = Arc::new(move |_: &LabQuestion| Answer::Path(chosen.clone()));
        Options { dialog, opening: Opening::Lab("1".to_owned()), ..Options::isolated() }
    });
    assert_eq!(lab(&mut bench).id, FIRST);
    bench.get_by_label("Save for handing in").scroll_to_me();
    bench.run_steps(4);
    bench.get_by_label("Save for handing in").click();
    settle(&mut bench);
    let saved = std::fs::read_to_string(path.with_extension("rs")).expect("was saved");
    assert_eq!(saved, text(&mut bench));
    let told = workbench(&mut bench).state.notices.last().cloned().expect("where it is");
    assert!(told.text.contains("Hand in this file") && !told.is_bad, "{told:?}");
}

#[test]
fn labs_and_lessons_have_their_own_panels() {
    let mut bench = open_lab(FIRST);
    assert!(bench.query_by_label("Task").is_some());
    assert!(bench.query_by_label("Checks").is_some());
    act(&mut bench, LabAction::Close);
    assert!(workbench(&mut bench).state.labs.open.is_none());
    assert!(bench.query_by_label("Checks").is_none(), "no tab where there is no lab");
    assert!(bench.query_by_label("This rung").is_some());
    assert_eq!(workbench(&mut bench).state.status, RunStatus::Done);
    // The neighbours of a lab are labs.
    act(&mut bench, LabAction::Open(FIRST.to_owned()));
    command(&mut bench, Command::MoveRung(1));
    assert_eq!(lab(&mut bench).id, "02_two_dimensions");
    command(&mut bench, Command::MoveRung(-1));
    command(&mut bench, Command::MoveRung(-1));
    assert_eq!(lab(&mut bench).id, FIRST);
    // Opened by its name, as one types it.
    press(&mut bench, Modifiers::COMMAND, Key::K);
    bench.event(egui::Event::Text("lab bank".to_owned()));
    bench.run_steps(2);
    press(&mut bench, Modifiers::NONE, Key::Enter);
    assert_eq!(lab(&mut bench).id, "08_bank_conflicts");
}

/// A workbench with the results of a class open.
fn open_class(folder: &Path) -> Bench {
    let out = class_folder(folder);
    open_by(builder(), move || Options {
        opening: Opening::Class { results: out.clone(), submissions: None },
        ..Options::isolated()
    })
}

#[test]
fn a_class_is_a_table_and_a_click_opens_a_submission_at_its_finding() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut bench = open_class(folder.path());
    bench.set_size(egui::vec2(1920.0, 1400.0));
    bench.run_steps(4);
    assert!(bench.query_by_label_contains("1 of 4 submissions pass").is_some());
    let names = |bench: &Bench| {
        let mut rows: Vec<(f32, String)> = ["ann.rs", "bob.rs", "cy.wgsl", "dora.rs"]
            .into_iter()
            .filter_map(|name| {
                let label = format!("Open {name}");
                let row = bench.query_by_label(&label)?;
                Some((row.rect().top(), name[..1].to_owned()))
            })
            .collect();
        rows.sort_by(|a, b| a.0.total_cmp(&b.0));
        rows.into_iter().map(|(_, name)| name).collect::<String>()
    };
    assert_eq!(names(&bench), "abcd");
    bench.get_by_label("Order by points").click();
    settle(&mut bench);
    bench.get_by_label("Order by points").click();
    settle(&mut bench);
    assert_eq!(&names(&bench)[..1], "b", "the best first");
    // Those that fail a check, by a click on it.
    bench.get_by_label_contains("2  Nothing outside the arrays").click();
    settle(&mut bench);
    let mut listed: Vec<char> = names(&bench).chars().collect();
    listed.sort_unstable();
    assert_eq!(listed, ['a', 'c', 'd']);
    // A click on a mark opens the text where that check fails.
    bench.get_by_label("Open ann.rs at check 2").click();
    settle(&mut bench);
    let state = &workbench(&mut bench).state;
    let open = state.labs.open.as_ref().expect("a lab is open");
    assert_eq!(open.submission.as_ref().map(|of| of.name.as_str()), Some("ann.rs"));
    assert_eq!(open.checks[1].status, CheckStatus::Failed);
    let place = open.checks[1].outcome.as_ref().and_then(|outcome| outcome.place.clone());
    let place = place.expect("it has a place");
    assert_eq!(state.status, RunStatus::Done);
    assert_eq!(Some(state.shown_block()), place.block);
    assert!(state.document(Language::Rust).text.contains("// ann"));
    // The class stays at hand, and nothing of it is kept as one's own.
    assert!(bench.query_by_label("Open dora.rs").is_some());
    assert!(workbench(&mut bench).state.labs.own().is_none());
    bench.get_by_label("Open dora.rs").click();
    settle(&mut bench);
    let open = workbench(&mut bench).state.labs.open.as_ref().expect("open");
    assert!(open.refused.is_some(), "why nothing was graded is shown");
    act(&mut bench, LabAction::CloseClass);
    assert!(bench.query_by_label("Class").is_none());
}
