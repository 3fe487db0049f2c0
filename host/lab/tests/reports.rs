//! Reports follow the rules of those who read them, whatever a submission is called
//! and says.

use warpbench_lab::outcome::{CheckOutcome, Graded, Place, Status};
use warpbench_lab::report::{cell, gradescope, junit, plain, text};
use warpbench_machine::finding::FindingKind;

/// What somebody might write who wants a better mark.
const FORGED: &str =
    "\u{1b}[2J\u{202e}evil\r\n\"},{\"score\":100</failure><testcase/>]]>=1+1|`x`\0";

fn graded(submission: &str, said: &str) -> Graded {
    let check = |name: &str, status: Status, hidden: bool| CheckOutcome {
        name: name.to_owned(),
        kind: "results".to_owned(),
        points: if status == Status::Passed { 40.0 } else { 0.0 },
        of: 40.0,
        status,
        code: None,
        seen: said.to_owned(),
        asked: "right results at n = 1".to_owned(),
        look: Some("the last block".to_owned()),
        place: Some(Place { line: Some(7), lanes: vec![3, 4], step: Some(12), ..Place::default() }),
        hidden,
    };
    Graded {
        lab: "01_first".to_owned(),
        title: "First".to_owned(),
        submission: submission.to_owned(),
        language: "rust".to_owned(),
        points: 40.0,
        of: 120.0,
        checks: vec![
            check("right", Status::Passed, false),
            check("no race", Status::Failed, false),
            check("kept back", Status::Failed, true),
            check("fast", Status::Skipped, false),
        ],
        refused: None,
        version: "0.1.0".to_owned(),
    }
}

#[test]
fn nothing_in_a_text_does_anything() {
    let written = text::write(&graded(FORGED, FORGED));
    assert!(
        !written.contains('\u{1b}') && !written.contains('\u{202e}') && !written.contains('\r')
    );
    assert_eq!(plain("a\u{7}b\u{200f}c\nd\te"), "a\u{fffd}b\u{fffd}c\nd e");
    let first = written.lines().next().expect("a line");
    assert!(first.contains("40 of 120 points"), "{first}");
}

#[test]
fn every_kind_of_finding_is_told_with_its_code() {
    for kind in FindingKind::ALL {
        let code = kind.code();
        let mut graded = graded("ada.rs", "two threads");
        for check in &mut graded.checks {
            check.code = Some(code).filter(|_| check.status == Status::Failed);
        }
        let of_junit = junit::write(std::slice::from_ref(&graded)).expect("it can be written");
        let json = serde_json::to_value(&graded).expect("plain data");
        assert_eq!(json["checks"][1]["code"], code.name());
        assert!(of_junit.contains(&format!("type=\"{code}\"")), "{of_junit}");
        // Twice in an attribute and in the text; nothing of what students do not know.
        assert_eq!(of_junit.matches(&format!("{code}: two threads")).count(), 2, "{of_junit}");
        for told in [text::write(&graded), gradescope::write(&graded)] {
            assert_eq!(told.matches(&format!("{code}: two threads")).count(), 1, "{told}");
            assert_eq!(told.matches(code.name()).count(), 1, "{told}");
        }
    }
}

#[test]
fn what_is_long_is_cut() {
    let long = "x".repeat(1 << 20);
    assert!(plain(&long).len() < 5000);
    assert!(text::write(&graded("a.rs", &long)).len() < 20_000);
    let cleaned = graded(FORGED, &long).cleaned();
    assert!(cleaned.checks.iter().all(|check| check.seen.len() < 5000));
    assert!(!cleaned.submission.contains('\u{1b}'));
}

#[test]
fn no_cell_is_a_formula() {
    let check = |text: &str, expected: &str| assert_eq!(cell::harmless(text), expected);
    check("ada.rs", "ada.rs");
    check("=HYPERLINK(1)", "'=HYPERLINK(1)");
    check("@x", "'@x");
    check("+1", "'+1");
    check("-1", "'-1");
    check("\u{ff1d}1", "'\u{ff1d}1");
    check("  =1", "'=1");
    check("\t=1", "'=1");
    check("a\nb", "a b");
    // Where something else than commas separates cells.
    check("a;=1", "a;'=1");
    check("a; =1", "a; '=1");
    check("a|\"=1", "a|\"'=1");
    // Near misses.
    check("a=1", "a=1");
    check("a-b, c", "a-b, c");
    check("", "");
}

#[test]
fn html_is_text() {
    assert_eq!(
        cell::as_html("<a href='x'>&\"</a>"),
        "&lt;a href=&#39;x&#39;&gt;&amp;&quot;&lt;/a&gt;"
    );
}
