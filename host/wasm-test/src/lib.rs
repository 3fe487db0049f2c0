//! The simulator behind functions that a browser can call.
//!
//! A request is a line of JSON. One names a kernel of the catalogue, a language and
//! a size; the answer is the simulator's report, as JSON. Another has a text to
//! check; the answer is its kernels, or what is wrong with it: texts that nest as
//! deeply as the front end allows must fit a browser's stack. `cargo xtask wasm`
//! asks the same of this crate twice, once compiled for a browser and once for
//! the machine that it runs on, and both must answer alike to the last digit.

mod door;

use std::error::Error;
use std::sync::Arc;

use serde::Deserialize;
use warpbench_catalog as catalog;
use warpbench_cores::OneCore;
use warpbench_front as front;
use warpbench_machine::model;
use warpbench_machine::sim::Schedule;
use warpbench_simulate::report::Simulation;
use warpbench_simulate::{self as simulate, Observe, Setup};

/// More than any request here needs, so that a mistake ends.
const MOST_INSTRUCTIONS: u64 = 1 << 28;
const MOST_BYTES: u64 = 1 << 28;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SimulateRequest {
    variant: String,
    language: Language,
    size: Vec<u64>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CheckRequest {
    /// The name of the text, which says its language.
    path: String,
    text: String,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Language {
    Rust,
    Wgsl,
}

/// What is said to a request, or `{"error": …}`, on one line.
pub fn answer(request: &str) -> String {
    let answer = match serde_json::from_str(request) {
        Ok(text) => Ok(check(text)),
        Err(_) => run(request).and_then(|simulation| Ok(serde_json::to_string(&simulation)?)),
    };
    answer.unwrap_or_else(|error| serde_json::json!({ "error": error.to_string() }).to_string())
}

fn check(CheckRequest { path, text }: CheckRequest) -> String {
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

fn run(request: &str) -> Result<Simulation, Box<dyn Error>> {
    let SimulateRequest { variant, language, size } = serde_json::from_str(request)?;
    let (family, variant) = catalog::find(&variant)?;
    let setup = Setup {
        model: model::find("h200")?.clone(),
        language: match language {
            Language::Rust => front::Language::Rust,
            Language::Wgsl => front::Language::Wgsl,
        },
        schedule: Schedule::InOrder,
        most_instructions: MOST_INSTRUCTIONS,
        most_bytes: MOST_BYTES,
        cores: Arc::new(OneCore),
        observe: Observe::all(),
        dump: false,
    };
    Ok(simulate::prepare_problem(family, variant, &size, 1, setup)?.run()?)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn every_request_is_answered_rightly() {
        for request in include_str!("../requests.jsonl").lines() {
            let answer: Value = serde_json::from_str(&answer(request)).unwrap();
            assert_eq!(answer["checked"], true, "{request}: {answer}");
            let has_run = answer["counters"]["warp_instructions"].as_u64() > Some(0);
            assert!(has_run || answer["kernels"][0] == "main", "{request}: {answer}");
        }
    }

    #[test]
    fn what_cannot_be_answered_says_why() {
        let cases = [
            ("", "EOF"),
            (r#"{"variant": "reduce", "language": "c", "size": []}"#, "unknown variant `c`"),
            (r#"{"variant": "reduze", "language": "rust", "size": []}"#, "reduze"),
            (
                r#"{"variant": "reduce_sequential", "language": "rust", "size": [1, 2, 3, 4]}"#,
                "size",
            ),
        ];
        for (request, expected) in cases {
            let answer: Value = serde_json::from_str(&answer(request)).unwrap();
            let error = answer["error"].as_str().unwrap_or_default();
            assert!(error.contains(expected), "{request}: {answer}");
        }
    }
}
