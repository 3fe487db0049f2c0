//! Reports follow the rules of those who read them, whatever a submission is called
//! and says.

use serde_json::Value;
use std::collections::BTreeSet;
use warpbench_lab::outcome::{CheckOutcome, Graded, Place, Status};
use warpbench_lab::report::{classroom, gradescope, junit, plain, table, text};

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

fn keys(value: &Value) -> BTreeSet<String> {
    value.as_object().expect("an object").keys().cloned().collect()
}

/// The fields that Gradescope documents.
#[test]
fn gradescope_takes_the_results() {
    let known_top = [
        "score",
        "execution_time",
        "output",
        "output_format",
        "test_output_format",
        "test_name_format",
        "visibility",
        "stdout_visibility",
        "extra_data",
        "tests",
        "leaderboard",
    ];
    let known_test = [
        "score",
        "max_score",
        "status",
        "name",
        "name_format",
        "number",
        "output",
        "output_format",
        "tags",
        "visibility",
        "extra_data",
    ];
    for submission in ["ada.rs", FORGED] {
        let read: Value =
            serde_json::from_str(&gradescope::write(&graded(submission, FORGED))).expect("JSON");
        assert!(keys(&read).iter().all(|key| known_top.contains(&key.as_str())), "{read}");
        assert_eq!(read["score"], 40.0);
        let tests = read["tests"].as_array().expect("tests");
        assert_eq!(tests.len(), 3, "what could not be tried is left out");
        for test in tests {
            assert!(keys(test).iter().all(|key| known_test.contains(&key.as_str())), "{test}");
            assert!(["passed", "failed"].contains(&test["status"].as_str().expect("a status")));
            let visible = test["visibility"].as_str().expect("says who sees it");
            assert!(["visible", "hidden", "after_due_date", "after_published"].contains(&visible));
            assert!(test["score"].as_f64() <= test["max_score"].as_f64());
        }
        let kept_back = &tests[2];
        assert_eq!(kept_back["visibility"], "hidden");
    }
}

#[test]
fn classroom_takes_the_results() {
    let written = classroom::write(&graded(FORGED, FORGED));
    assert_eq!(written.trim_end().lines().count(), 1, "one line, to be put into base 64");
    let read: Value = serde_json::from_str(&written).expect("JSON");
    assert_eq!(read["version"], 1);
    assert_eq!(read["max_score"], 120.0);
    assert_eq!(read["status"], "fail");
    for test in read["tests"].as_array().expect("tests") {
        assert!(["pass", "fail", "error"].contains(&test["status"].as_str().expect("a status")));
        for key in ["name", "score", "line_no", "message", "test_code", "filename"] {
            assert!(test.get(key).is_some(), "{key}");
        }
    }
}

#[test]
fn junit_is_well_formed() {
    let written = junit::write(&[graded("ada.rs", "wrong"), graded(FORGED, FORGED)]).expect("XML");
    let suites = written.matches("<testsuite ").count();
    let cases = written.matches("<testcase ").count();
    assert_eq!((suites, cases), (2, 8), "{written}");
    assert_eq!(written.matches("<failure").count(), 4, "{written}");
    assert_eq!(written.matches("<skipped").count(), 2, "{written}");
    assert!(!written.contains('\u{1b}') && !written.contains('\0'), "{written}");
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
fn no_cell_is_a_formula() {
    let check = |text: &str, expected: &str| assert_eq!(table::harmless(text), expected);
    check("ada.rs", "ada.rs");
    check("=HYPERLINK(1)", "'=HYPERLINK(1)");
    check("@x", "'@x");
    check("+1", "'+1");
    check("a\nb", "a b");
}
