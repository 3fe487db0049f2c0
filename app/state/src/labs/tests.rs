//! What is kept of a lab, what a class is, and that the window grades as the command
//! line does.

use super::attempt::{self, Attempt, LabProgress};
use super::class::ClassResults;
use super::class_view::{ClassColumn, ClassFilter, ClassView, Which};
use super::list::LabList;
use super::session::{Extent, GradeEvent, GradeRequest, LabEvent, LabSession};
use crate::store::Store;
use crate::timings::export::save::Answer;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use warpbench_common::labs::Shelf;
use warpbench_front::{Language, Source};
use warpbench_lab::grade::Grader;
use warpbench_lab::lab::Lab;
use warpbench_lab::outcome::{CheckOutcome, Graded, Status};
use warpbench_lab::{Clock, Limits};

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(120);

fn first_lab() -> Arc<Lab> {
    Arc::new(Shelf::default().find("1").expect("built in"))
}

fn session() -> LabSession {
    LabSession::start(Arc::new(|_| Answer::NoDialog), || {})
}

/// Everything that is told until a request is done.
fn told(session: &LabSession, ticket: u64) -> Vec<GradeEvent> {
    let start = Instant::now();
    let mut events = Vec::new();
    loop {
        match session.next() {
            Some(LabEvent::Grade(event)) => {
                let is_end = matches!(
                    &event,
                    GradeEvent::Done { ticket: of, .. } | GradeEvent::Unusable { ticket: of, .. }
                        if *of == ticket
                );
                events.push(event);
                if is_end {
                    return events;
                }
            }
            Some(event) => panic!("{event:?} comes of no grading"),
            None => std::thread::sleep(Duration::from_millis(2)),
        }
        assert!(start.elapsed() < PATIENCE, "it is never done: {events:?}");
    }
}

#[test]
fn the_window_grades_as_the_command_line_does() {
    let lab = first_lab();
    let texts = lab.texts_in(Language::Rust).expect("it is in Rust").clone();
    let grader = Grader::new(Lab::clone(&lab), Limits::default()).expect("it is sound");
    let session = session();
    let mut ticket = 0;
    for text in [&texts.starter, &texts.solution] {
        ticket += 1;
        let source = Source { path: "kernel.rs".to_owned(), text: text.text.clone() };
        let request = GradeRequest {
            ticket,
            lab: Arc::clone(&lab),
            source: source.clone(),
            extent: Extent::All,
        };
        session.grade(request);
        let events = told(&session, ticket);
        let clock = Clock { elapsed: &|| Duration::ZERO, go_on: &|| true };
        let expected = grader.grade("kernel.rs", &source, &clock);
        let begun = events.iter().filter(|event| matches!(event, GradeEvent::Begun { .. })).count();
        assert_eq!(begun, lab.checks.len());
        let ended: Vec<&CheckOutcome> = events
            .iter()
            .filter_map(|event| match event {
                GradeEvent::Ended { outcome, .. } => Some(&**outcome),
                _ => None,
            })
            .collect();
        assert_eq!(ended, expected.checks.iter().collect::<Vec<_>>());
        let Some(GradeEvent::Done { graded: Some(graded), .. }) = events.last() else {
            panic!("no result: {events:?}")
        };
        assert_eq!(**graded, expected);
    }
}

#[test]
fn what_fails_while_one_types_fails_in_the_whole_check() {
    let session = session();
    let list = LabList::read(&Shelf::default());
    assert!(list.broken.is_none() && list.entries.len() >= 16, "{list:?}");
    let mut ticket = 0;
    // Some of each kind; the whole of them is graded by the lab crate's own tests.
    for number in ["1", "5", "8"] {
        let lab = Arc::new(Shelf::default().find(number).expect("built in"));
        for (text, is_right) in [(0, false), (1, true)] {
            let texts = lab.texts_in(Language::Rust).expect("in Rust");
            let source = if text == 0 { &texts.starter } else { &texts.solution };
            ticket += 1;
            session.grade(GradeRequest {
                ticket,
                lab: Arc::clone(&lab),
                source: source.clone(),
                extent: Extent::Quick,
            });
            let events = told(&session, ticket);
            let failed = events.iter().any(|event| {
                matches!(event, GradeEvent::Ended { outcome, .. } if outcome.status == Status::Failed)
            });
            assert_eq!(failed, !is_right, "{} {}: {events:?}", lab.id, source.path);
        }
    }
}

#[test]
fn what_is_typed_on_gives_up_what_was_asked_for() {
    let lab = first_lab();
    let text = &lab.texts[0].starter;
    let session = session();
    let request = |ticket, extent| GradeRequest {
        ticket,
        lab: Arc::clone(&lab),
        source: text.clone(),
        extent,
    };
    for ticket in 1..=20 {
        session.grade(request(ticket, Extent::Quick));
    }
    let events = told(&session, 20);
    let is_old = |event: &GradeEvent| matches!(event, GradeEvent::Ended { ticket, .. } | GradeEvent::Done { ticket, .. } if *ticket < 20);
    assert!(!events.iter().any(is_old), "{events:?}");
    // What cannot be read at all is said once.
    let broken = Source { path: "kernel.rs".to_owned(), text: "fn".to_owned() };
    session.grade(GradeRequest { source: broken, ..request(21, Extent::All) });
    let events = told(&session, 21);
    let refused = events.iter().filter(|event| matches!(event, GradeEvent::Refused { .. })).count();
    assert_eq!((refused, events.len()), (1, 2), "{events:?}");
}

/// A result with these checks, by name.
fn graded(submission: &str, checks: &[(&str, Status)]) -> Graded {
    let outcome = |(name, status): &(&str, Status)| CheckOutcome {
        name: (*name).to_owned(),
        kind: "results".to_owned(),
        points: if *status == Status::Passed { 10.0 } else { 0.0 },
        of: 10.0,
        status: *status,
        code: None,
        seen: format!("seen by {name}"),
        asked: "asked".to_owned(),
        look: None,
        place: None,
        hidden: false,
    };
    let checks: Vec<CheckOutcome> = checks.iter().map(outcome).collect();
    Graded {
        lab: "01_first_kernel".to_owned(),
        title: "First kernel".to_owned(),
        submission: submission.to_owned(),
        language: "rust".to_owned(),
        points: checks.iter().map(|check| check.points).sum(),
        of: 20.0,
        checks,
        refused: None,
        version: "0".to_owned(),
    }
}

fn write(folder: &Path, name: &str, graded: &impl serde::Serialize) {
    std::fs::create_dir_all(folder).expect("a folder");
    let text = serde_json::to_vec(graded).expect("JSON");
    std::fs::write(folder.join(name), text).expect("is written");
}

#[test]
fn attempts_come_back_in_order_and_none_is_lost() {
    let folder = tempfile::tempdir().expect("a folder");
    let attempt = |at: u64, text: &str| Attempt {
        at,
        is_rust: true,
        text: text.to_owned(),
        graded: Some(graded("kernel.rs", &[("one", Status::Failed)])),
    };
    let store = Store::open(folder.path().to_owned()).expect("a store");
    let id = "01_first/kernel ä";
    for (at, text) in [(9, "second"), (10_000, "third"), (1, "first")] {
        attempt::keep(&store, id, &attempt(at, text)).expect("is kept");
        // At once, before anything was written.
        assert!(!attempt::kept(&store, id).expect("can be read").is_empty());
    }
    attempt::keep(&store, "01_other", &attempt(5, "other")).expect("is kept");
    store.flush().expect("is written");
    drop(store);
    let store = Store::open(folder.path().to_owned()).expect("a store");
    let kept = attempt::kept(&store, id).expect("can be read");
    let texts: Vec<&str> = kept.iter().map(|attempt| attempt.text.as_str()).collect();
    assert_eq!(texts, ["first", "second", "third"]);
    assert!(kept[0].is_like(&attempt(77, "first")) && !kept[0].is_like(&kept[1]));
    // A file that somebody broke does not hide the others.
    let names = store.settings_names().expect("names");
    let path = folder.path().join("settings").join(format!("{}.json", names[0]));
    std::fs::write(path, "{").expect("is written");
    let left = attempt::kept(&store, id).expect("r").len()
        + attempt::kept(&store, "01_other").expect("r").len();
    assert_eq!(left, 3);
}

#[test]
fn progress_only_grows() {
    let mut progress = LabProgress::default();
    progress.take_in(&graded("a", &[("one", Status::Passed), ("two", Status::Passed)]));
    progress.take_in(&graded("a", &[("one", Status::Passed), ("two", Status::Failed)]));
    assert_eq!((progress.best, progress.is_passed), (Some(20.0), true));
}

#[test]
fn a_class_is_sorted_and_filtered() {
    use Status::{Failed, Passed, Skipped};
    let folder = tempfile::tempdir().expect("a folder");
    let results = folder.path().join("out/results");
    write(&results, "a.json", &graded("ann.rs", &[("one", Passed), ("two", Failed)]));
    write(&results, "b.json", &graded("Bob.rs", &[("one", Failed), ("two", Failed)]));
    write(&results, "c.json", &graded("cy.rs", &[("one", Passed), ("two", Passed)]));
    write(&results, "d.json", &graded("d\u{1b}[2J.rs", &[("one", Passed), ("two", Skipped)]));
    std::fs::write(results.join("half.json"), "{\"lab\":").expect("is written");
    let class = ClassResults::read(&folder.path().join("out"), None).expect("is read");
    assert_eq!(class.checks, ["one", "two"]);
    assert_eq!([class.total(0), class.total(1)], [(3, 4), (1, 3)]);
    assert!(class.rows.iter().all(|row| !row.name.contains('\u{1b}')));
    let mut view = ClassView::new(class);
    let mut check = |act: &dyn Fn(&mut ClassView), expected: &str| {
        act(&mut view);
        let first = |row: &usize| view.class.rows[*row].name.chars().next();
        let names: String = view.listed.iter().filter_map(first).collect();
        assert_eq!(names, expected);
    };
    check(&|_| {}, "aBcd");
    check(&|view| view.sort(ClassColumn::Name), "dcBa");
    check(&|view| view.sort(ClassColumn::Points), "Badc");
    check(&|view| view.sort(ClassColumn::Points), "cadB");
    check(&|view| view.sort(ClassColumn::Check(1)), "aBcd");
    let filter = |words: &str, which| ClassFilter { words: words.to_owned(), which };
    check(&|view| view.filter(filter("", Which::Failed(1))), "aB");
    check(&|view| view.filter(filter("BOB", Which::All)), "B");
    check(&|view| view.filter(filter("seen by two", Which::NotPassed)), "a");
    check(&|view| view.filter(filter("nobody", Which::All)), "");
}

#[test]
fn submissions_are_found_beside_their_results() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    let names = ["ann.rs", "bob", "gone.rs", "odd\u{202e}.rs"];
    for (index, name) in names.iter().enumerate() {
        let shown = warpbench_lab::report::plain_line(name);
        let file = format!("{index}.json");
        write(&out.join("results"), &file, &graded(&shown, &[("one", Status::Failed)]));
    }
    let handed = folder.path().join("handed in");
    std::fs::create_dir_all(handed.join("bob")).expect("a folder");
    for (path, text) in [("ann.rs", "a"), ("bob/kernel.rs", "b"), ("odd\u{202e}.rs", "odd")] {
        std::fs::write(handed.join(path), text).expect("is written");
    }
    let class = ClassResults::read(&out, None).expect("is read");
    let why = class.submission(0).expect_err("nobody knows where they are");
    assert!(why.contains("--submissions"), "{why}");
    // The note names a folder that was moved along with the results.
    let note = BTreeMap::from([("submissions", "/no/such/folder/handed in")]);
    write(&out, "submissions.json", &note);
    let class = ClassResults::read(&out, None).expect("is read");
    let read = |row| class.submission(row).map(|submission| submission.text);
    assert_eq!(read(0).as_deref(), Ok("a"));
    assert_eq!(read(1).as_deref(), Ok("b"));
    assert_eq!(read(3).as_deref(), Ok("odd"));
    assert!(read(2).expect_err("it is gone").contains("gone.rs"));
    assert!(read(9).is_err());
    // Without results there is nothing to show, and that is said.
    let empty = tempfile::tempdir().expect("a folder");
    assert!(ClassResults::read(empty.path(), None).expect_err("empty").contains("warpbench grade"));
    assert!(ClassResults::read(&empty.path().join("none"), None).is_err());
}
