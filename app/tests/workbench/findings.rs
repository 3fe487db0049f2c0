//! What is wrong: counted alike wherever the count stands, and to be read where the
//! mistake is.

use crate::overlaps::shown;
use crate::support::{Bench, command, edit, open, open_rung, workbench};
use egui_kittest::kittest::Queryable as _;
use warpbench_front::Language;
use warpbench_machine::finding::FindingKind;
use warpbench_state::command::Command;
use warpbench_state::state::panel::PanelId;
use warpbench_state::state::view::SourceView;

/// Whether something is called like that, or begins or ends so.
fn is_shown(bench: &Bench, label: &str) -> bool {
    bench.query_all_by_label_contains(label).count() > 0
}

#[test]
fn findings_have_one_count_everywhere() {
    let check = |variant: &str, change: Option<[&str; 2]>, least: usize| {
        let mut bench = open();
        open_rung(&mut bench, variant);
        if let Some([from, to]) = change {
            edit(&mut bench, from, to);
        }
        command(&mut bench, Command::BringUp(PanelId::Findings));
        let simulation = workbench(&mut bench).state.simulation.clone().expect("counted");
        let count = simulation.findings.len();
        assert!(count >= least && (least > 0) == (count > 0), "{variant}: {count}");
        let entries = bench.query_all_by_label_contains(" at line ").count();
        assert_eq!(entries, count, "{variant}: entries of the panel");
        let (tab, bar) = match count {
            0 => ("Findings".to_owned(), "No findings".to_owned()),
            _ => (format!("Findings ({count})"), format!("Findings {count}")),
        };
        assert!(bench.query_by_label(&tab).is_some(), "{variant}: {tab}");
        assert!(is_shown(&bench, &bar), "{variant}: {bar}");
        command(&mut bench, Command::TogglePresenter);
        assert!(is_shown(&bench, &bar), "{variant}: {bar} before an audience");
    };
    check("reduce_sequential", None, 0);
    check("reduce_interleaved_strided", None, 1);
    let barrier = ["thread::sync_threads();\n        stride /= 2;", "stride /= 2;"];
    check("reduce_sequential", Some(barrier), 1);
    // A read past the end beside a race.
    let both = ["thread::sync_threads();\n        stride *= 2;", "stride *= 2;"];
    check("reduce_interleaved_strided", Some(both), 2);
}

#[test]
fn a_mistake_is_read_below_the_text_without_hovering() {
    let check = |language, view, from: &str, to: &str, expected: &[&str]| {
        let mut bench = open();
        open_rung(&mut bench, "reduce_sequential");
        command(&mut bench, Command::StepLanguage(language));
        command(&mut bench, Command::ShowSource(view));
        edit(&mut bench, from, to);
        bench.run_steps(2);
        let panel = {
            let tiles = &workbench(&mut bench).state.layout.tiles;
            tiles.rect(tiles.find_pane(&PanelId::Source).expect("is there")).expect("is drawn")
        };
        let message = workbench(&mut bench).state.stepped_document().diagnostics[0].message.clone();
        let words = expected.iter().copied().chain([&*message]);
        for words in words {
            let of_it = |found: &crate::overlaps::Shown| {
                found.words.contains(&words[..words.len().min(40)])
                    && panel.contains_rect(found.seen)
            };
            assert!(shown(&bench).iter().any(of_it), "{to}: «{words}» cannot be read");
        }
    };
    let rust = (Language::Rust, SourceView::Rust);
    check(rust.0, rust.1, "BLOCK / 2;", "BLOCK / 2.0;", &["cannot divide"]);
    check(
        rust.0,
        rust.1,
        "let mut stride = ",
        "let mut stride: u32 = ",
        &["expected `u32`, found `usize`"],
    );
    check(Language::Wgsl, SourceView::Wgsl, "stride /= 2u", "strid /= 2u", &["strid"]);
}

#[test]
fn the_quick_fix_coalesces_the_kernel() {
    let mut bench = open();
    open_rung(&mut bench, "scale_rows_naive");
    command(&mut bench, Command::StepLanguage(Language::Rust));
    command(&mut bench, Command::BringUp(PanelId::Findings));
    bench.run_steps(2);
    let apart = |bench: &mut Bench| {
        let simulation = workbench(bench).state.simulation.clone().expect("counted");
        simulation.findings.iter().any(|own| own.kind == FindingKind::Uncoalesced)
    };
    assert!(apart(&mut bench));
    assert!(is_shown(&bench, "Coalesce the kernel"));
    command(&mut bench, Command::Coalesce);
    let document = workbench(&mut bench).state.stepped_document();
    assert!(document.text.contains("let input_tile = shared_array!"), "{}", document.text);
    let key = document.key.clone();
    assert!(!apart(&mut bench));
    assert!(!is_shown(&bench, "Coalesce the kernel"));
    command(&mut bench, Command::UndoText(key));
    assert!(!workbench(&mut bench).state.stepped_document().is_edited());
}
