//! Reading result files: what was written comes back, whatever it is, and what is
//! broken is refused with its place.

use super::schema::Schema;
use super::support::{Random, any, plausible};
use warpbench_compare::{ReadError, read, write};

#[test]
fn what_was_written_is_read_and_fits_the_schema() {
    let schema = Schema::published();
    for seed in 0..400 {
        let results = any(seed);
        let text = write(&results).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert_eq!(read(&text).as_ref(), Ok(&results), "seed {seed}");
        schema.accepts(&text);
    }
    let text = write(&plausible("one", "node1", 1)).expect("it makes sense");
    schema.accepts(&text);
}

/// Changes a byte, cuts, or doubles a piece of a text.
fn damaged(text: &str, random: &mut Random) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len() as u64) as usize;
        match random.below(4) {
            0 => bytes.truncate(at),
            1 => bytes[at] = random.pick(b"{}[]\",:0-9eE.\\ntu \xff\x00"),
            2 => {
                let end = (at + random.below(60) as usize).min(bytes.len());
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            _ => {
                let end = (at + random.below(40) as usize).min(bytes.len());
                bytes.drain(at..end);
            }
        }
        if bytes.is_empty() {
            break;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn damaged_files_are_refused_or_make_sense() {
    let schema = Schema::published();
    let (mut refused, mut read_anyway) = (0, 0);
    for seed in 0..4000 {
        let mut random = Random::new(seed);
        let text = write(&any(seed % 50)).expect("it makes sense");
        match read(&damaged(&text, &mut random)) {
            Ok(results) => {
                // What is read can be written, fits the schema and is read again.
                let again = write(&results).expect("it makes sense");
                schema.accepts(&again);
                assert_eq!(read(&again), Ok(results), "seed {seed}");
                read_anyway += 1;
            }
            Err(error) => {
                let words = error.to_string();
                assert!(!words.is_empty() && !words.contains(" at line "), "{words}");
                refused += 1;
            }
        }
    }
    assert!(refused > 1000 && read_anyway > 20, "{refused} {read_anyway}");
}

#[test]
fn errors_say_where_and_why() {
    let good = write(&plausible("one", "node1", 1)).expect("it makes sense");
    let check = |from: &str, to: &str, expected: &str| {
        assert!(from.is_empty() || good.contains(from), "{from}");
        let broken = if from.is_empty() { to.to_owned() } else { good.replacen(from, to, 1) };
        let words = read(&broken).expect_err(expected).to_string();
        assert!(words.contains(expected), "{expected:?} in {words:?}");
    };
    check("", "", "line 1, column 0: EOF while parsing");
    check("", "\"text\"", "no result file");
    check("", "{\"version\": 1, \"version\": 1}", "line 1, column 24: duplicate field `version`");
    check("", "{}", "it has no `format`");
    check("", "{\"format\": \"other\"}", "its `format` is \"other\"");
    check("", "nonsense", "line 1, column");
    check("\"version\": 1", "\"version\": 2", "version 2 of the format");
    check("\"version\": 1", "\"version\": 0", "which never was one");
    check("\"version\": 1", "\"version\": \"one\"", "no whole number");
    check("\"machine\":", "\"machinery\":", "line 19, column 13: unknown field `machinery`");
    check("\"cores\": 16", "\"cores\": -16", "invalid value: integer `-16`");
    check("\"kind\": \"discrete\"", "\"kind\": \"fast\"", "unknown variant `fast`");
    check(
        "\"device\": \"cuda-0\"",
        "\"device\": \"cuda-7\"",
        "measurements[0].device: there is no device `cuda-7`",
    );
    check(
        "\"id\": \"wgpu-0\"",
        "\"id\": \"cuda-0\"",
        "devices[1].id: `cuda-0` is another device's too",
    );
    check(
        "\"max_error\": 1e-6",
        "\"max_error\": 1",
        "measurements[0].outcome.measured.check: the result was wrong",
    );
    check(
        "\"tolerance\": 0.0001",
        "\"tolerance\": -1",
        "measurements[0].outcome.measured.check.tolerance",
    );
    check(
        "\"name\": \"NVIDIA H200\"",
        "\"name\": \"\\u001b[2J\"",
        "devices[0].name: it has a control character",
    );
    check("\"id\": \"one\"", "\"id\": \"\"", "run.id: it is empty");
    let mut twice = plausible("one", "node1", 1);
    twice.measurements.push(twice.measurements[0].clone());
    let count = twice.measurements.len() - 1;
    let words = write(&twice).expect_err("it makes no sense").to_string();
    assert_eq!(words, format!("measurements[{count}]: `peak_read` was measured there already"));
    let half = good[..good.len() / 2].trim_end();
    match read(half).expect_err("it is cut off") {
        ReadError::Malformed { line, .. } => assert_eq!(line, half.lines().count()),
        other => panic!("{other}"),
    }
}

#[test]
fn times_come_back_to_the_last_bit() {
    let mut results = plausible("one", "node1", 3);
    let warpbench_compare::results::Outcome::Measured(measured) =
        &mut results.measurements[0].outcome
    else {
        panic!("it was measured")
    };
    measured.samples = vec![0.1 + 0.2, f64::MIN_POSITIVE, 1.0 / 3.0, f64::MAX, 5e-324];
    let text = write(&results).expect("it makes sense");
    assert_eq!(read(&text), Ok(results));
}
