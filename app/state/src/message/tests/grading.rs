//! What grading tells.

use super::{sent, told};
use crate::labs::session::{Extent, GradeEvent, GradeRequest, LabEvent, LabSession};
use crate::timings::export::save::Answer;
use std::sync::Arc;
use warpbench_common::labs::Shelf;
use warpbench_front::{Language, Source};

#[test]
fn what_grading_tells_arrives() {
    let session = LabSession::start(Arc::new(|_| Answer::NoDialog), || {});
    let mut ticket = 0;
    let mut grade = |number: &str, source: &Source, extent: Extent, passes: Option<bool>| {
        ticket += 1;
        let lab = Arc::new(Shelf::default().find(number).expect("built in"));
        let request = GradeRequest { ticket, lab, source: source.clone(), extent };
        let arrived = sent(&request);
        assert_eq!(format!("{arrived:?}"), format!("{request:?}"));
        session.grade(arrived);
        let next = || session.next();
        let events = told(next, |event| {
            matches!(event, LabEvent::Grade(event) if event.ticket() == ticket
                && matches!(event, GradeEvent::Done { .. } | GradeEvent::Unusable { .. }))
        });
        let mut passed = None;
        for event in events {
            let LabEvent::Grade(event) = event else { panic!("{event:?} comes of no grading") };
            assert_eq!(sent(&event), event);
            if let GradeEvent::Done { graded: Some(graded), .. } = &event {
                passed = Some(graded.passed());
            }
        }
        assert_eq!(passed, passes, "{number}, {}", source.path);
    };
    for number in ["1", "5"] {
        let lab = Shelf::default().find(number).expect("built in");
        let texts = lab.texts_in(Language::Rust).expect("in Rust");
        grade(number, &texts.starter, Extent::Quick, None);
        grade(number, &texts.starter, Extent::All, Some(false));
        grade(number, &texts.solution, Extent::All, Some(true));
    }
    let broken = Source { path: "kernel.rs".to_owned(), text: "fn".to_owned() };
    grade("1", &broken, Extent::All, None);
    let unusable = GradeEvent::Unusable { ticket: 7, why: "It has no checks.".to_owned() };
    assert_eq!(sent(&unusable), unusable);
}
