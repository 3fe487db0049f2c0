//! Whether two machines that ran the same simulation say the same.

use serde_json::Value;

/// How much of two answers is shown around the first byte that differs.
const SHOWN_BYTES: usize = 60;

/// One sentence for each request to which the answers, a line each, differ or are
/// not right.
pub(super) fn differences(requests: &[&str], there: &str, here: &str) -> Vec<String> {
    let (mut there, mut here) = (there.lines(), here.lines());
    let mut problems = Vec::new();
    for request in requests {
        let problem = match (there.next(), here.next()) {
            (Some(there), Some(here)) if there != here => {
                let [there, here] = first_difference(there, here);
                format!("the reports differ:\n  in a browser: …{there}…\n  here:         …{here}…")
            }
            (Some(answer), Some(_)) => match wrong(answer) {
                Some(problem) => problem,
                None => continue,
            },
            (None, _) => "the browser's engine gave no answer".to_owned(),
            (_, None) => "this machine gave no answer".to_owned(),
        };
        problems.push(format!("{request}: {problem}"));
    }
    problems
}

/// Why a report is not that of a run with the right result.
fn wrong(answer: &str) -> Option<String> {
    let report: Value = match serde_json::from_str(answer) {
        Ok(report) => report,
        Err(error) => return Some(format!("the answer is no JSON: {error}")),
    };
    match (&report["error"], &report["checked"]) {
        (Value::String(error), _) => Some(error.clone()),
        (_, Value::Bool(true)) => None,
        _ => Some("the result is wrong".to_owned()),
    }
}

/// Both texts around the first byte that differs.
fn first_difference<'a>(there: &'a str, here: &'a str) -> [&'a str; 2] {
    let common = there.bytes().zip(here.bytes()).take_while(|(a, b)| a == b).count();
    let from = common.saturating_sub(SHOWN_BYTES / 2);
    [there, here].map(|text| {
        let boundary = |at: usize| (0..=at.min(text.len())).rfind(|&at| text.is_char_boundary(at));
        let (from, to) = (boundary(from), boundary(common + SHOWN_BYTES / 2));
        &text[from.unwrap_or(0)..to.unwrap_or(text.len())]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_equal_and_right_reports_pass() {
        let right = r#"{"counters":{"barriers":45},"checked":true}"#;
        let other = r#"{"counters":{"barriers":46},"checked":true}"#;
        let wrong = r#"{"counters":{},"checked":false}"#;
        let refused = r#"{"error":"there is no kernel `x`"}"#;
        let cases: [(&str, &str, &[&str]); 8] = [
            (right, right, &[]),
            (right, other, &["differ", "\"barriers\":45", "\"barriers\":46"]),
            (wrong, wrong, &["the result is wrong"]),
            (refused, refused, &["there is no kernel `x`"]),
            (refused, right, &["differ"]),
            ("", right, &["the browser's engine gave no answer"]),
            (right, "", &["this machine gave no answer"]),
            ("nonsense", "nonsense", &["no JSON"]),
        ];
        for (there, here, expected) in cases {
            let problems = differences(&["{request}"], there, here);
            assert_eq!(problems.len(), usize::from(!expected.is_empty()), "{problems:?}");
            for part in expected {
                assert!(problems[0].contains(part), "{problems:?}");
            }
        }
    }

    #[test]
    fn every_request_has_its_own_answer() {
        let (a, b) = (r#"{"checked":true,"a":1}"#, r#"{"checked":true,"b":1}"#);
        let both = format!("{a}\n{b}\n");
        assert!(differences(&["first", "second"], &both, &both).is_empty());
        let problems = differences(&["first", "second"], &both, &format!("{a}\n{a}\n"));
        assert_eq!(problems.len(), 1);
        assert!(problems[0].starts_with("second: the reports differ"), "{problems:?}");
    }
}
