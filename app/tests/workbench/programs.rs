//! Programs with directives: the sequential text, what is made of it, and what the host does.

use super::support::{Bench, builder, command, open_by, open_with, position, settle, workbench};
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use warpbench_common::opening::Opening;
use warpbench_machine::observe::trace::Direction;
use warpbench_state::command::Command;
use warpbench_state::options::Options;
use warpbench_state::programs::{StripKind, Verdict};
use warpbench_state::state::RunStatus;
use warpbench_state::state::player::Stride;
use warpbench_state::state::view::SourceView;
use warpbench_texts::lessons::RungId;

fn open(rung: &str) -> Bench {
    let mut bench = open_with(builder(), None);
    command(&mut bench, Command::OpenRung(RungId::of_name(rung).expect(rung)));
    bench
}

/// Types a program, as the editor would.
fn edit(bench: &mut Bench, from: &str, to: &str) {
    let document = workbench(bench).state.typed_document();
    assert!(document.text.contains(from), "no {from}");
    let (key, text) = (document.key.clone(), document.text.replacen(from, to, 1));
    command(bench, Command::EditText { key, text, cursor: 0, time: 0.0 });
}

/// The line of the program, from 1, that has these words.
fn line(bench: &mut Bench, words: &str) -> u32 {
    let text = &workbench(bench).state.typed_document().text;
    1 + text.lines().position(|line| line.contains(words)).expect(words) as u32
}

#[test]
fn a_program_is_shown_beside_its_kernels() {
    let mut bench = open("loops_to_threads");
    let state = &workbench(&mut bench).state;
    assert_eq!(state.view.source, SourceView::Program);
    let translated = state.current_translation().expect("it was translated");
    assert_eq!(translated.verdict, Verdict::Right);
    assert_eq!(state.entry(), "matrix_mul");
    assert!(state.stepped_document().text.contains("let i = by * 16 + ty;"));
    assert!(state.typed_document().text.contains("for i in 0..64"));
    let copied: Vec<(StripKind, u64)> =
        translated.steps.iter().map(|step| (step.kind, step.bytes)).collect();
    assert!(copied.contains(&(StripKind::CopyIn, 4 * 64 * 128)), "{copied:?}");
    assert!(copied.contains(&(StripKind::CopyOut, 4 * 64 * 32)), "{copied:?}");
    assert_eq!(copied.iter().filter(|(kind, _)| *kind == StripKind::Launch).count(), 1);
    bench.get_by_label("Sequential program");
    bench.get_by_label_contains("allocate a");
}

#[test]
fn pointing_at_one_text_marks_the_other() {
    let mut bench = open("loops_to_tiles");
    let directive = line(&mut bench, "shared alloc a[i]");
    let translated = workbench(&mut bench).state.translated.clone().expect("translated");
    let made = translated.origins.iter().filter(|lines| lines.contains(&directive)).count();
    assert!(made >= 5, "{made} lines: a declaration and a loop that fetches");
    command(&mut bench, Command::HoverProgram(Some(directive)));
    command(&mut bench, Command::HoverProgram(None));
    let kernels = workbench(&mut bench).state.stepped_document().text.clone();
    let at = kernels.lines().position(|line| line.contains("let i = i_first + ty")).expect("i");
    let (head, directive) =
        (line(&mut bench, "for i in 0..64"), line(&mut bench, "loop_partition"));
    assert_eq!(translated.origins[at], [head, directive]);
}

#[test]
fn stepping_moves_the_iteration() {
    let mut bench = open("loops_to_threads");
    let mut seen = Vec::new();
    for _ in 0..400 {
        command(&mut bench, Command::Step(Direction::Forward, Stride::Line));
        if let Some(iteration) = workbench(&mut bench).state.iteration() {
            seen.push(iteration);
        }
        if seen.last().is_some_and(|iteration| iteration.contains("k = 2")) {
            break;
        }
    }
    let last = seen.last().expect("an iteration is said");
    assert!(last.contains("i = 0, j = 0, k = 2"), "{last}");
    command(&mut bench, Command::SelectLane(Some((0, 17))));
    let chosen = workbench(&mut bench).state.iteration().expect("of that lane");
    assert!(chosen.starts_with("warp 0, lane 17: i = 1, j = 1"), "{chosen}");
}

#[test]
fn passes_are_gone_through_by_keys() {
    let mut bench = open("loops_to_tiles");
    let count = workbench(&mut bench).state.translated.as_ref().expect("translated").passes.len();
    assert!(count >= 6, "{count}");
    for pass in (0..count).rev() {
        bench.key_press(egui::Key::Comma);
        bench.run_steps(2);
        assert_eq!(workbench(&mut bench).state.view.pass, Some(pass));
    }
    bench.get_by_label(&format!("1 of {count}: functions"));
    for _ in 0..count {
        bench.key_press(egui::Key::Period);
        bench.run_steps(1);
    }
    assert_eq!(workbench(&mut bench).state.view.pass, None);
}

#[test]
fn a_launch_of_the_strip_is_stepped() {
    let mut bench = open("loops_to_sweeps");
    assert_eq!(workbench(&mut bench).state.entry(), "sweep");
    let launches = workbench(&mut bench).state.translated.as_ref().expect("translated");
    assert_eq!(launches.steps.iter().filter(|step| step.launch.is_some()).count(), 4);
    command(&mut bench, Command::SetLaunch(3));
    let state = &workbench(&mut bench).state;
    assert_eq!((state.entry(), state.setup.launch), ("back", 3));
    assert_eq!(state.player.as_ref().expect("recorded").recording.entry, "back");
    // There is no fifth one.
    command(&mut bench, Command::SetLaunch(9));
    assert_eq!(workbench(&mut bench).state.setup.launch, 3);
}

#[test]
fn what_is_typed_is_translated_anew_and_mistakes_are_shown() {
    let mut bench = open("loops_to_tiles");
    edit(&mut bench, "for k in kk..kk + 32", "for k in kk..kk + 31");
    let state = &workbench(&mut bench).state;
    assert!(state.stepped_document().text.contains("for k in kk..kk + 31"));
    assert_eq!(state.translated.as_ref().expect("translated").verdict, Verdict::Right);
    // Both texts still do the same; only a mistake of the translation would differ.
    edit(&mut bench, "shared alloc a[i]", "shared aloc a[i]");
    let state = &workbench(&mut bench).state;
    assert_eq!(state.status, RunStatus::Mistakes);
    let found = &state.typed_document().diagnostics;
    assert_eq!(found.len(), 1, "{found:?}");
    let words = line(&mut bench, "shared aloc");
    let state = &workbench(&mut bench).state;
    assert_eq!(state.typed_document().diagnostics[0].location_or_start().line, words);
    assert!(state.current_translation().is_none(), "the marks are of another text");
    edit(&mut bench, "shared aloc", "shared alloc");
    assert!(workbench(&mut bench).state.current_translation().is_some());
}

#[test]
fn a_missing_barrier_is_found_in_the_kernels() {
    let mut bench = open("loops_to_tiles");
    let text = workbench(&mut bench).state.typed_document().text.clone();
    let last = text.rfind("                    hicuda! { barrier }\n").expect("a barrier");
    let without = text[..last].to_owned() + text[last..].split_once('\n').expect("a line").1;
    let key = workbench(&mut bench).state.typed_document().key.clone();
    command(&mut bench, Command::EditText { key, text: without, cursor: 0, time: 0.0 });
    let state = &workbench(&mut bench).state;
    let found = &state.simulation.as_ref().expect("simulated").findings;
    assert!(found.iter().any(|own| own.kind.to_string().contains("race")), "{found:?}");
    let translated = state.translated.as_ref().expect("translated");
    assert!(translated.steps.iter().any(|step| step.errors > 0));
}

#[test]
fn a_file_of_ones_own_is_opened_and_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("twice.rs");
    let text = "use warpbench_directives::hicuda;\npub fn twice(x: &mut [f32], n: usize) {\n    \
                hicuda! { shape x[n] }\n    hicuda! { global alloc x[*] copyin }\n    \
                hicuda! { kernel double tblock(n.div_ceil(64)) thread(64) }\n    {\n        \
                hicuda! { loop_partition over_tblock over_thread }\n        for i in 0..n {\n            \
                x[i] *= 2.0;\n        }\n    }\n    hicuda! { global copyout x[*] }\n    \
                hicuda! { global free x }\n}\n";
    std::fs::write(&path, text).expect("is written");
    let data = folder.path().join("data");
    let (own, kept) = (path.clone(), data.clone());
    let options = move || Options {
        folder: Some(kept.clone()),
        opening: Opening::Program(own.clone()),
        ..Options::isolated()
    };
    let mut bench = open_by(builder(), options.clone());
    let state = &workbench(&mut bench).state;
    assert_eq!(state.entry(), "double");
    assert!(!state.is_in_lesson());
    assert_eq!(state.translated.as_ref().expect("translated").verdict, Verdict::Right);
    bench.get_by_label_contains("What it is called with was made up");
    edit(&mut bench, "2.0", "3.0");
    workbench(&mut bench).flush();
    drop(bench);
    assert_eq!(std::fs::read_to_string(&path).expect("is there"), text, "the file stays as it is");
    let mut again = open_by(builder(), options);
    assert!(workbench(&mut again).state.typed_document().text.contains("3.0"));
    let first = workbench(&mut again).state.setup.rung_id;
    command(&mut again, Command::OpenRung(first));
    let state = &workbench(&mut again).state;
    assert!(state.is_in_lesson() && state.setup.program.is_none());
    assert_ne!(state.view.source, SourceView::Program);
}

#[test]
fn what_is_no_program_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("plain.rs");
    std::fs::write(&path, "fn main() {}\n").expect("is written");
    let mut bench = open_with(builder(), None);
    for path in [path, folder.path().join("absent.rs")] {
        command(&mut bench, Command::OpenProgram(path.clone()));
        let notice = workbench(&mut bench).state.notices.last().cloned().expect("a notice");
        assert!(notice.is_bad && notice.text.contains(&path.display().to_string()), "{notice:?}");
        assert!(workbench(&mut bench).state.is_in_lesson());
    }
}

#[test]
fn the_kernels_are_only_read() {
    let mut bench = open("loops_to_threads");
    command(&mut bench, Command::ShowSource(SourceView::Rust));
    let before = workbench(&mut bench).state.stepped_document().text.clone();
    assert_eq!(bench.query_all_by_role(Role::MultilineTextInput).count(), 1);
    bench.get_by_role(Role::MultilineTextInput).focus();
    bench.run_steps(2);
    bench.event(egui::Event::Text("x".to_owned()));
    settle(&mut bench);
    assert_eq!(workbench(&mut bench).state.stepped_document().text, before);
    // Typing goes to the program.
    let at = position(&mut bench);
    command(&mut bench, Command::FocusText);
    assert_eq!(workbench(&mut bench).state.view.source, SourceView::Sequential);
    assert_eq!(position(&mut bench), at);
}
