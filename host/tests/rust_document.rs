//! What `docs/rust-kernels.md` says is read is read, and what it says is not is
//! refused: each example in its two tables is written into a kernel.

use crate::counts;
use warpbench_front::rust::check::check;
use warpbench_front::rust::lower::{Options, lower};

const DOCUMENT: &str = include_str!("../../docs/rust-kernels.md");

/// The examples in the table that follows some words.
fn examples(after: &str) -> Vec<String> {
    let (_, rest) = DOCUMENT.split_once(after).expect("the words before the table");
    let rows = rest.lines().skip_while(|line| !line.starts_with('|'));
    let rows = rows.take_while(|line| line.starts_with('|')).skip(2);
    let examples = rows.flat_map(|row| {
        let (_, cell) = row.trim_start_matches('|').split_once('|').expect("two columns");
        // A bar within a cell is written `\|`.
        let spans = cell.split('`').skip(1).step_by(2);
        spans.map(|span| span.replace("\\|", "|")).collect::<Vec<String>>()
    });
    examples.collect()
}

/// What stands in the way of a kernel with these statements.
fn refusal(statements: &str) -> Option<String> {
    let text = format!(
        "use cuda_std::prelude::*;\n#[kernel]\npub unsafe fn k(x: &[f32], out: *mut f32, n: u32) \
         {{ {statements} }}\n"
    );
    let options = Options { entry: "k".to_owned(), block: [64, 1, 1], ..Options::default() };
    let outcome = check(&text).and_then(|program| lower(&program, &options));
    outcome.err().and_then(|found| found.into_iter().next()).map(|first| first.message)
}

#[test]
fn what_is_said_to_be_read_is_read() {
    let examples = examples("What is read, with an example of each");
    counts::check("rust-kernels.md, what is read", examples.len());
    for example in examples {
        assert_eq!(refusal(&example), None, "{example}");
    }
}

#[test]
fn what_is_said_not_to_be_read_is_refused() {
    let examples = examples("What is not read, each with");
    counts::check("rust-kernels.md, what is not read", examples.len());
    for example in examples {
        assert!(refusal(&example).is_some(), "{example}");
    }
}
