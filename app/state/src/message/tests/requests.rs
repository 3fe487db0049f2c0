//! What is asked for, and what is said of texts.

use super::sent;
use crate::diagnostic::diagnose;
use crate::message::{decode, encode};
use crate::programs::StagedProgram;
use crate::session::{
    DeriveRequest, DerivedKernel, OtherSchedules, RequestId, SessionEvent, SessionRequest,
};
use crate::setup::Setup;
use std::path::Path;
use std::sync::Arc;
use warpbench_common::labs::Shelf;
use warpbench_front::{Language, Severity};
use warpbench_machine::model;
use warpbench_machine::sim::Schedule;
use warpbench_texts::lessons::{PROGRAMS, RungId};

#[test]
fn what_is_asked_for_arrives() {
    let check = |setup: &Setup| {
        let request = SessionRequest::Run {
            ticket: u64::MAX,
            setup: Box::new(setup.clone()),
            text: Some("fn main() { … }\0".to_owned()),
        };
        assert_eq!(format!("{:?}", sent(&request)), format!("{request:?}"));
    };
    for id in RungId::all() {
        let mut setup = Setup::new();
        setup.open(id);
        assert_eq!(sent(&setup).rung_id, id);
        setup.sizes = RungId::all().map(|id| (id.rung().name.as_str(), vec![7, 33])).collect();
        setup.language = Language::Wgsl;
        (setup.grid, setup.block) = (Some([1, 2, 3]), Some([31, 1, 1]));
        (setup.schedule, setup.block_schedule) = (Schedule::Shuffled(17), Schedule::InOrder);
        (setup.launch, setup.first_block) = (3, [0, 7, u32::MAX]);
        check(&setup);
    }
    for model in model::builtin() {
        let setup = Setup { model, ..Setup::new() };
        assert!(std::ptr::eq(sent(&setup).model, model), "{}", model.slug);
    }
    for program in PROGRAMS {
        let mut setup = Setup::new();
        let mut staged = StagedProgram::of_lesson(program);
        staged.case = None;
        setup.open_program(Arc::new(staged));
        check(&setup);
    }
    let derive = SessionRequest::Derive(DeriveRequest {
        ticket: 7,
        key: "a.rs".to_owned(),
        text: "fn f() {}".to_owned(),
        kernel: "f".to_owned(),
        launch: Some(([1, 2, 3], [32, 8, 1])),
    });
    assert_eq!(format!("{:?}", sent(&derive)), format!("{derive:?}"));
    let check = SessionRequest::Check { key: "a.rs".to_owned(), revision: 7, text: String::new() };
    assert_eq!(format!("{:?}", sent(&check)), format!("{check:?}"));
}

#[test]
fn a_lab_is_known_again() {
    let lab = Arc::new(Shelf::default().find("2").expect("built in"));
    let mut setup = Setup::new();
    setup.open_lab(Arc::clone(&lab));
    let labs = [(); 2].map(|()| sent(&setup).lab.expect("it is open"));
    assert_eq!(labs[0].trial, setup.lab.as_ref().expect("it is open").trial);
    assert_eq!(format!("{:?}", labs[0].lab), format!("{lab:?}"));
    // What is kept for the one serves the other.
    assert!(Arc::ptr_eq(&labs[0].lab, &labs[1].lab));
}

#[test]
fn what_is_not_part_of_the_program_is_refused() {
    let bytes = |old: &str, new: &str| {
        let mut setup = Setup::new();
        setup.open_lab(Arc::new(Shelf::default().find("2").expect("built in")));
        setup.sizes.insert(RungId::default().rung().name.as_str(), vec![1]);
        let bytes = encode(&setup);
        let at = bytes.windows(old.len()).rposition(|part| part == old.as_bytes());
        let at = at.unwrap_or_else(|| panic!("{old} is not in it"));
        [&bytes[..at], new.as_bytes(), &bytes[at + old.len()..]].concat()
    };
    let lab = Shelf::default().find("2").expect("built in").id;
    let rung = RungId::default().rung().name.as_str();
    for (known, what) in [("h200", "model"), (rung, "rung"), (&lab, "lab")] {
        let unknown = "x".repeat(known.len());
        let why = decode::<Setup>(&bytes(known, &unknown)).expect_err("nobody knows it");
        let expected = format!("there is no {what} `{unknown}`");
        assert!(why.contains(&expected) && why.starts_with("A message"), "{why}");
    }
}

#[test]
fn what_is_wrong_with_texts_arrives() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../host/tests/rust_rejected");
    let mut texts: Vec<(String, String)> = std::fs::read_dir(folder)
        .expect("it is there")
        .map(|entry| entry.expect("it can be read").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .map(|path| ("kernel.rs".to_owned(), std::fs::read_to_string(path).expect("a text")))
        .collect();
    texts.sort();
    let own = |key: &str, text: &str| (key.to_owned(), text.to_owned());
    texts.extend([
        own("a.wgsl", "fn ä() {}\nfn ä() {}\n@compute @workgroup_size(1) fn main() { x = y; }"),
        own("b.wgsl", "@compute @workgroup_size(1) fn main() { loop { } }"),
        own("c.rs", &PROGRAMS[0].text.replace("kernel", "kernle")),
        own("d.rs", ""),
    ]);
    let mut all = Vec::new();
    for (key, text) in texts {
        let diagnostics = diagnose(&key, &text);
        all.extend(diagnostics.clone());
        let event = SessionEvent::Checked { key, revision: 3, diagnostics };
        assert_eq!(sent(&event), event, "{text}");
    }
    // All that can be said is said by some of them.
    assert!(all.len() > 40, "{}", all.len());
    assert!(all.iter().any(|found| found.severity == Severity::Warning));
    assert!(all.iter().any(|found| found.note.is_some()));
    assert!(all.iter().any(|found| found.help.is_some()));
    assert!(all.iter().any(|found| found.span.is_defined() && !found.label.is_empty()));
    assert!(all.iter().any(|found| found.others.iter().any(|other| other.location.is_some())));
}

#[test]
fn what_a_run_says_beside_its_results_arrives() {
    let request = RequestId::Check { key: "a.wgsl".to_owned(), revision: 2 };
    let text = || "This is – a sentence.".to_owned();
    let derived = DerivedKernel {
        key: "a.rs".to_owned(),
        text: text(),
        block: [32, 8, 1],
        grid: Some([1, 2, 3]),
    };
    for event in [
        SessionEvent::Derived { ticket: 1, derived: Ok(derived) },
        SessionEvent::Derived { ticket: 2, derived: Err(text()) },
        SessionEvent::Tried {
            ticket: 1,
            schedules: OtherSchedules::WrongUnder(Schedule::Shuffled(u64::MAX)),
        },
        SessionEvent::Tried { ticket: 2, schedules: OtherSchedules::RightUnder(34) },
        SessionEvent::Failed { ticket: 3, reason: text(), is_text: true },
        SessionEvent::Panicked { request, notice: text() },
        SessionEvent::Panicked { request: RequestId::Run(9), notice: String::new() },
    ] {
        assert_eq!(sent(&event), event);
    }
}
