//! What is written for Gradescope, GitHub Classroom and readers of JUnit follows the
//! fields that they document, for what comes of every lab. The fields are data beside
//! this file, with the document that they are taken from.

mod xml;

use crate::disk::Disk;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;
use warpbench_front::Source;
use warpbench_lab::grade::Grader;
use warpbench_lab::lab::Lab;
use warpbench_lab::outcome::{Graded, Status};
use warpbench_lab::report::{classroom, gradescope, junit};
use warpbench_lab::{Clock, Limits};

/// What somebody might write who wants a better mark.
const FORGED: &str = "\u{1b}[2J\u{202e}evil\r\n\"},{\"score\":100</failure><testcase/>]]>=1+1|`x`\0\n::error::x\n##[x]";

/// What comes of every lab: a pass, a failure, a text that cannot be run, and one whose
/// name and text want to be more than that.
fn all() -> &'static [Graded] {
    static ALL: OnceLock<Vec<Graded>> = OnceLock::new();
    ALL.get_or_init(|| {
        let clock = Clock { elapsed: &|| Duration::ZERO, go_on: &|| true };
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/labs");
        let entries = std::fs::read_dir(folder).expect("there are labs");
        let mut folders: Vec<_> = entries.map(|entry| entry.expect("reads").path()).collect();
        folders.sort();
        assert!(!folders.is_empty());
        let mut all = Vec::new();
        for folder in folders {
            let lab = Lab::load(&folder, None, &Disk).unwrap_or_else(|error| panic!("{error}"));
            let id = lab.id.clone();
            let grader =
                Grader::new(lab, Limits::default()).unwrap_or_else(|error| panic!("{id}: {error}"));
            let texts = &grader.lab().texts[0];
            let solution = grader.grade("ada.rs", &texts.solution, &clock);
            assert!(solution.passed(), "{id}");
            let starter = grader.grade("bob.rs", &texts.starter, &clock);
            assert!(!starter.passed(), "{id}");
            let text = format!("fn f() {{ {FORGED} }}");
            let forged = Source { path: texts.starter.path.clone(), text };
            let refused = grader.grade(FORGED, &forged, &clock);
            assert!(refused.refused.is_some(), "{id}");
            // What a finding quotes may be forged as well.
            let mut quoted = starter.clone();
            for check in &mut quoted.checks {
                check.seen = FORGED.to_owned();
                check.look = Some(FORGED.to_owned());
            }
            let mut mixed = starter.clone();
            mixed.points -= mixed.checks[0].points;
            mixed.checks[0].status = Status::Skipped;
            mixed.checks[0].points = 0.0;
            if let Some(check) = mixed.checks.get_mut(1) {
                check.hidden = true;
            }
            all.extend([solution, starter, refused, quoted, mixed]);
        }
        all
    })
}

/// The fields of a document in JSON.
#[derive(Deserialize)]
struct Fields {
    document: String,
    top: BTreeMap<String, Field>,
    test: BTreeMap<String, Field>,
}

#[derive(Deserialize)]
struct Field {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    required: bool,
    values: Option<Vec<String>>,
}

impl Fields {
    fn check(&self, value: &Value) {
        self.check_object(&self.top, value);
        for test in value["tests"].as_array().expect("tests") {
            self.check_object(&self.test, test);
        }
    }

    fn check_object(&self, fields: &BTreeMap<String, Field>, value: &Value) {
        let object = value.as_object().expect("an object");
        let document = &self.document;
        for (name, field) in fields {
            assert!(!field.required || object.contains_key(name), "{name} of {document}: {value}");
        }
        for (name, value) in object {
            let field = fields.get(name).unwrap_or_else(|| panic!("{document} has no {name}"));
            let is_of_kind = match field.kind.as_str() {
                "number" => value.is_number(),
                "string" => value.is_string(),
                "string or null" => value.is_string() || value.is_null(),
                "array" => value.is_array(),
                "object" => value.is_object(),
                other => panic!("{other} is no type"),
            };
            assert!(is_of_kind, "{name} is {value}, by {document} a {}", field.kind);
            if let Some(values) = &field.values {
                let value = value.as_str().expect("a string");
                assert!(values.iter().any(|known| known == value), "{name} is {value}");
            }
        }
    }
}

/// What no reader may meet: characters that do something.
fn check_plain(value: &Value) {
    match value {
        Value::String(text) => {
            let does_something =
                |c: char| c.is_control() && c != '\n' || ('\u{202a}'..='\u{202e}').contains(&c);
            assert!(!text.contains(does_something), "{text:?}");
        }
        Value::Array(values) => values.iter().for_each(check_plain),
        Value::Object(fields) => fields.values().for_each(check_plain),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[test]
fn gradescope_knows_every_field() {
    let fields: Fields = toml::from_str(include_str!("gradescope.toml")).expect("fields");
    for graded in all() {
        let value: Value = serde_json::from_str(&gradescope::write(graded)).expect("JSON");
        fields.check(&value);
        check_plain(&value);
        assert_eq!(value["score"].as_f64(), Some(graded.points));
        let tests = value["tests"].as_array().expect("tests");
        let made = graded.checks.iter().filter(|check| check.status != Status::Skipped);
        assert_eq!(tests.len(), made.clone().count());
        for (test, check) in tests.iter().zip(made) {
            assert_eq!(test["score"].as_f64(), Some(check.points));
            assert!(test["score"].as_f64() <= test["max_score"].as_f64(), "{test}");
            assert_eq!(test["status"] == "passed", check.status == Status::Passed, "{test}");
            assert_eq!(test["visibility"] == "hidden", check.hidden, "{test}");
        }
        // Nothing is to be rendered.
        let text = value.to_string();
        assert!(
            !text.contains("\"md\"") && !text.contains("\"html\"") && !text.contains("\"ansi\"")
        );
    }
}

#[test]
fn classroom_knows_every_field() {
    let fields: Fields = toml::from_str(include_str!("classroom.toml")).expect("fields");
    for graded in all() {
        let written = classroom::write(graded);
        assert_eq!(written.trim_end().lines().count(), 1, "one line, to be put into base 64");
        let value: Value = serde_json::from_str(&written).expect("JSON");
        fields.check(&value);
        check_plain(&value);
        assert_eq!(value["version"], 1);
        assert_eq!(value["max_score"].as_f64(), Some(graded.of));
        // The reporter adds up the tests' scores.
        let tests = value["tests"].as_array().expect("tests");
        let sum: f64 = tests.iter().filter_map(|test| test["score"].as_f64()).sum();
        assert!((sum - graded.points).abs() < 1e-9, "{value}");
        assert_eq!(value["status"] == "pass", graded.passed(), "{value}");
        let made = graded.checks.iter().filter(|check| check.status != Status::Skipped);
        for (test, check) in tests.iter().zip(made) {
            // What is kept back is not told, nor where it is.
            assert!(!check.hidden || test["line_no"] == 0, "{test}");
            assert_eq!(test["message"].is_null(), test["status"] == "pass", "{test}");
            // What the reporter prints must not be a command to the runner.
            for field in ["name", "message", "test_code", "filename"] {
                for line in test[field].as_str().unwrap_or_default().lines() {
                    assert!(
                        !line.trim_start().starts_with("::") && !line.contains("##["),
                        "{line}"
                    );
                }
            }
        }
    }
}

/// An element of a document in XML.
#[derive(Deserialize)]
struct Rule {
    attributes: Vec<String>,
    required: Vec<String>,
    children: Vec<String>,
}

fn check_element(rules: &BTreeMap<String, Rule>, element: &xml::Element) {
    let rule = rules.get(&element.name).unwrap_or_else(|| panic!("there is no {}", element.name));
    for name in element.attributes.keys() {
        assert!(rule.attributes.contains(name), "{} has no attribute {name}", element.name);
    }
    for name in &rule.required {
        assert!(element.attributes.contains_key(name), "{} lacks {name}", element.name);
    }
    for child in &element.children {
        assert!(rule.children.contains(&child.name), "{} in {}", child.name, element.name);
        check_element(rules, child);
    }
}

#[test]
fn junit_knows_every_element() {
    let mut data: toml::Table = toml::from_str(include_str!("junit.toml")).expect("rules");
    data.remove("document").expect("says where it is from");
    let rules: BTreeMap<String, Rule> = data.try_into().expect("rules");
    let count = |element: &xml::Element, name: &str| -> usize {
        element.attributes[name].parse().unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    for graded in all() {
        let written = junit::write(std::slice::from_ref(graded)).expect("XML");
        let root = xml::parse(&written);
        assert_eq!(root.name, "testsuites");
        check_element(&rules, &root);
        let suites = root.all("testsuite");
        assert_eq!(suites.len(), 1, "{written}");
        let cases = suites[0].all("testcase");
        assert_eq!(cases.len(), graded.checks.len(), "{written}");
        assert_eq!(count(suites[0], "tests"), cases.len());
        let [failures, errors] = ["failure", "error"].map(|name| suites[0].all(name).len());
        assert_eq!(count(suites[0], "failures"), failures, "{written}");
        assert_eq!(count(suites[0], "errors"), errors, "{written}");
        let failed = graded.checks.iter().filter(|check| check.status == Status::Failed).count();
        assert_eq!(failures + errors, failed, "{written}");
        for (case, check) in cases.iter().zip(&graded.checks) {
            assert!(!check.hidden || check.seen.is_empty() || !written.contains(&check.seen));
            for told in case.all("failure").into_iter().chain(case.all("error")) {
                assert!(!told.text.trim().is_empty() && !told.attributes["message"].is_empty());
            }
        }
        let does_something =
            |c: char| c.is_control() && c != '\n' || ('\u{202a}'..='\u{202e}').contains(&c);
        assert!(!written.contains(does_something), "{written:?}");
    }
    // A class is one document, with a suite for each.
    let root = xml::parse(&junit::write(all()).expect("XML"));
    check_element(&rules, &root);
    assert_eq!(root.all("testsuite").len(), all().len());
}
