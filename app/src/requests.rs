//! The simulator and the front end behind one function: a request is a line of JSON, and
//! so is its answer.
//!
//! The window does not need it. It is how tests and benchmarks ask the same of the program
//! in a browser and of the one on this machine (`examples/requests.rs`), which must answer
//! alike to the last digit.

use serde::{Deserialize, Serialize};
use std::error::Error;
use std::sync::Arc;
use warpbench_catalog as catalog;
use warpbench_cores::OneCore;
use warpbench_front as front;
use warpbench_machine::model;
use warpbench_machine::sim::Schedule;
use warpbench_simulate::report::Simulation;
use warpbench_simulate::{self as simulate, Observe, Setup};
use warpbench_texts::lessons;

/// More than any request needs, so that a mistake ends.
const MOST_INSTRUCTIONS: u64 = 1 << 30;
const MOST_BYTES: u64 = 1 << 28;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum Request {
    /// Which kernels the lessons show, at which sizes.
    Kernels {},
    /// A kernel of the catalogue; the answer is the simulator's report.
    Simulate { variant: String, language: SpokenLanguage, size: Vec<u64> },
    /// A text, whose name says its language; the answer is its kernels, or what is wrong.
    Check { path: String, text: String },
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum SpokenLanguage {
    Rust,
    Wgsl,
}

/// A kernel as a lesson shows it.
#[derive(Debug, PartialEq, Serialize)]
struct ShownKernel {
    variant: &'static str,
    size: Vec<u64>,
}

/// What is said to a request, or `{"error": …}`, on one line.
pub fn answer(request: &str) -> String {
    let answered = || -> Result<String, Box<dyn Error>> {
        Ok(match serde_json::from_str(request)? {
            Request::Kernels {} => serde_json::to_string(&kernels())?,
            Request::Simulate { variant, language, size } => {
                serde_json::to_string(&run(&variant, language, &size)?)?
            }
            Request::Check { path, text } => check(path, text),
        })
    };
    let said = answered();
    said.unwrap_or_else(|error| serde_json::json!({ "error": error.to_string() }).to_string())
}

/// The kernels of all rungs, and those of the catalogue that no lesson shows.
fn kernels() -> Vec<ShownKernel> {
    let rungs = lessons::lessons().iter().flat_map(|lesson| &lesson.rungs);
    let mut kernels: Vec<ShownKernel> = Vec::new();
    for rung in rungs {
        let kernel = ShownKernel { variant: rung.variant.name, size: rung.size.clone() };
        if !kernels.contains(&kernel) {
            kernels.push(kernel);
        }
    }
    for variant in catalog::FAMILIES.iter().flat_map(|family| family.variants) {
        if !kernels.iter().any(|kernel| kernel.variant == variant.name) {
            kernels.push(ShownKernel { variant: variant.name, size: variant.small.to_vec() });
        }
    }
    kernels
}

fn run(
    variant: &str,
    language: SpokenLanguage,
    size: &[u64],
) -> Result<Simulation, Box<dyn Error>> {
    let (family, variant) = catalog::find(variant)?;
    let setup = Setup {
        model: model::usual().clone(),
        language: match language {
            SpokenLanguage::Rust => front::Language::Rust,
            SpokenLanguage::Wgsl => front::Language::Wgsl,
        },
        schedule: Schedule::InOrder,
        most_instructions: MOST_INSTRUCTIONS,
        most_bytes: MOST_BYTES,
        cores: Arc::new(OneCore),
        observe: Observe::all(),
        dump: false,
    };
    Ok(simulate::prepare_problem(family, variant, size, 1, setup)?.run()?)
}

fn check(path: String, text: String) -> String {
    let answer = match front::check::check(&front::Source { path, text }) {
        Ok(passed) => serde_json::json!({
            "checked": true,
            "kernels": passed.kernels,
            "warnings": passed.warnings,
        }),
        Err(error) => serde_json::json!({ "checked": false, "diagnostics": error.diagnostics }),
    };
    answer.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn every_request_is_answered_rightly() {
        for request in include_str!("../tests/web/requests.jsonl").lines() {
            let answer: Value = serde_json::from_str(&answer(request)).expect("JSON");
            assert_eq!(answer["checked"], true, "{request}: {answer}");
            let has_run = answer["counters"]["warp_instructions"].as_u64() > Some(0);
            assert!(has_run || answer["kernels"][0] == "main", "{request}: {answer}");
        }
    }

    #[test]
    fn every_kernel_of_the_catalogue_is_named() {
        let answer: Vec<Value> = serde_json::from_str(&answer(r#"{"kernels": {}}"#)).expect("JSON");
        for variant in catalog::FAMILIES.iter().flat_map(|family| family.variants) {
            assert!(answer.iter().any(|kernel| kernel["variant"] == variant.name));
        }
    }

    #[test]
    fn what_cannot_be_answered_says_why() {
        let cases = [
            ("", "EOF"),
            (
                r#"{"simulate": {"variant": "vecadd", "language": "c", "size": []}}"#,
                "unknown variant `c`",
            ),
            (r#"{"simulate": {"variant": "reduze", "language": "rust", "size": []}}"#, "reduze"),
            (
                r#"{"simulate": {"variant": "vecadd", "language": "rust", "size": [1, 2, 3, 4]}}"#,
                "size",
            ),
        ];
        for (request, expected) in cases {
            let answer: Value = serde_json::from_str(&answer(request)).expect("JSON");
            let error = answer["error"].as_str().unwrap_or_default();
            assert!(error.contains(expected), "{request}: {answer}");
        }
    }
}
