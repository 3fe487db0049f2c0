//! What is derived of every kernel in `tests/naive`, word for word.
//!
//! `UPDATE_SNAPSHOTS=1` writes it anew; read what has changed as a student would.

use crate::common::compare;
use crate::common::naive::{catalogue, derived};
use std::fs;
use std::path::Path;
use warpbench_front::diagnostic::Span;

#[test]
fn derived_kernels_are_as_they_were() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut files: Vec<_> = fs::read_dir(folder.join("naive"))
        .expect("there are kernels")
        .map(|entry| entry.expect("it can be read").path())
        .collect();
    files.sort();
    assert!(!files.is_empty());
    for file in files {
        let text = fs::read_to_string(&file).expect("it can be read");
        let name = file.file_name().expect("a file").to_string_lossy().into_owned();
        let own = derived(&text, None).text();
        compare(&folder.join("coalesced").join(&name), &format!("naive/{name}"), &own);
    }
}

const SCALE: &str = include_str!("../naive/scale_rows.rs");

#[test]
fn steps_are_explained() {
    let steps = derived(SCALE, None).steps;
    let check = |pass: &str, expected: &str| {
        let own = steps.iter().find(|own| own.pass == pass).expect("the step");
        assert!(own.found.contains(expected), "{expected:?} is not in\n{}", own.found);
    };
    check("block", "32 threads, which is free to choose");
    check("accesses", "reads input[row * cols + col], cols elements apart");
    check("guards", "threads work where row < rows as usize");
    check("tiles", "in pieces of 32 turns");
    check("tiles", "input_tile: 32 × 32 of f32, fetched, 4224 bytes, each row one longer");
}

#[test]
fn every_line_knows_where_it_comes_from() {
    let derivation = derived(SCALE, None);
    let words = |span: &Span| &SCALE[span.to_range().expect("a place")];
    let check = |line: &str, expected: &str| {
        let own = derivation.lines.iter().find(|own| own.text.trim() == line);
        let own = own.unwrap_or_else(|| panic!("no line {line:?}\n{}", derivation.text()));
        let found = own.origins.iter().any(|span| words(span).contains(expected));
        assert!(found, "{line:?} does not come from {expected:?}");
    };
    check("let is_inside = row < rows as usize;", "if row >= rows");
    check("let factor = row as f32;", "let factor");
    check("for col_first in (0..cols).step_by(TILE) {", "for col in 0..cols");
    check("*input_tile.add(k * PITCH + t) = *input.add(row * cols + col);", "*input.add");
}

/// A kernel of a text from its attribute to its closing brace, and the comment above it.
fn kernel_and_comment<'t>(text: &'t str, name: &str) -> (&'t str, Vec<&'t str>) {
    let place = text.find(&format!("pub unsafe fn {name}(")).expect(name);
    let start = text[..place].rfind("#[kernel]").expect("an attribute");
    let length = text[start..].find("\n}\n").expect("an end") + "\n}\n".len();
    let above = text[..start].lines().rev().take_while(|line| line.starts_with("///"));
    (&text[start..start + length], above.collect())
}

/// The catalogue has the derived form of row scaling as a kernel of its own.
#[test]
fn the_catalogue_has_what_is_derived() {
    const NAIVE: &str = "scale_rows_naive";
    const DERIVED: &str = "scale_rows_derived";
    let text = catalogue("scale_rows");
    let own = derived(&text, Some(NAIVE)).text();
    let (expected, above) = kernel_and_comment(&own, NAIVE);
    let (kept, above_kept) = kernel_and_comment(&text, DERIVED);
    let expected = expected.replace(NAIVE, DERIVED);
    assert!(kept == expected, "gpu-kernels/src/scale_rows.rs should have:\n{expected}");
    // From the last line up: what the tool says of its kernel, then what is said of either.
    let told = above.iter().take_while(|line| **line != "///").count();
    assert!(told > 0, "{above:?}");
    assert_eq!(above_kept[..told], above[..told]);
}
