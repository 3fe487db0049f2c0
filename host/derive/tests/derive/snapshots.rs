//! The kernels of every program in `tests/programs` and the programs that launch them, word for
//! word.
//!
//! `UPDATE_SNAPSHOTS=1` writes them anew; read what has changed as a student would.

use crate::common::{compare, program_of, translated};
use std::fs;
use std::path::Path;
use warpbench_derive::explain::explain;
use warpbench_front::diagnostic::Span;
use warpbench_front::{Source, check};

#[test]
fn generated_kernels_are_as_they_were() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut programs: Vec<_> = fs::read_dir(folder.join("programs"))
        .expect("there are programs")
        .map(|entry| entry.expect("it can be read").path())
        .collect();
    programs.sort();
    assert!(!programs.is_empty());
    for program in programs {
        let text = fs::read_to_string(&program).expect("it can be read");
        let name = program.file_name().expect("a file").to_string_lossy().into_owned();
        let own = translated(&text).text();
        // What is generated is text like any student's.
        let source = Source { path: name.clone(), text: own.clone() };
        check::check(&source).unwrap_or_else(|error| panic!("{error}"));
        let from = format!("programs/{name}");
        compare(&folder.join("snapshots").join(&name), &from, &own);
        let stem = name.trim_end_matches(".rs");
        let own = program_of(&text, stem);
        compare(&folder.join("snapshots").join(format!("{stem}.program.rs")), &from, &own);
    }
}

#[test]
fn passes_are_explained() {
    let translation = translated(include_str!("../programs/jacobi.rs"));
    let reports = explain(&translation);
    let check = |pass: &str, expected: &[&str]| {
        let own = reports.iter().find(|own| own.pass == pass).expect("the pass");
        for expected in expected {
            assert!(own.found.contains(expected), "{expected:?} is not in\n{}", own.found);
        }
    };
    check("functions", &["jacobi: has a kernel"]);
    check(
        "reaching directives",
        &["kernel sweep", "b[1:SIDE - 2][1:SIDE - 2]", "in global memory"],
    );
    check("accesses", &["reads a[0:1025][0:1025]", "writes b[1:1024][1:1024]"]);
    check("grid", &["32×8×1 along x, y and z"]);
    check("loops", &["sweep, i: BLOCK over dimension 1 of the blocks, 8 for each", "one turn"]);
    check(
        "shared sections",
        &["a_tile holds a[i_first - 1:i_first + 8][j_first - 1:j_first + 32]"],
    );
    check("shared memory", &["sweep: 1360 bytes"]);
    check(
        "host",
        &["allocate 4194304 bytes", "for _ in 0..SWEEPS", "launch sweep", "in 1024 pieces"],
    );
}

#[test]
fn every_line_knows_where_it_comes_from() {
    let text = include_str!("../programs/matrix_mul.rs");
    let translation = translated(text);
    let words = |span: &Span| &text[span.to_range().expect("a place")];
    let check = |line: &str, expected: &[&str]| {
        let own = translation.lines.iter().find(|own| own.text.trim() == line);
        let own = own.unwrap_or_else(|| panic!("no line {line:?}"));
        for expected in expected {
            let found = own.origins.iter().any(|span| words(span).contains(expected));
            assert!(found, "{line:?} does not come from {expected:?}");
        }
    };
    check("let i = i_first + ty;", &["for i in 0..64", "loop_partition"]);
    check("let col = t % 32;", &["shared alloc a[i][kk:kk+31] copyin"]);
    check("let b_tile = shared_array![f32; 32 * 16];", &["shared alloc b"]);
    check("let mut sum = 0.0;", &["let mut sum = 0.0;"]);
    check("*c.add(i * 32 + j) = sum;", &["c[i * 32 + j] = sum"]);
    check("thread::sync_threads();", &["barrier"]);
    check(
        "pub unsafe fn matrix_mul(a: *const f32, b: *const f32, c: *mut f32) {",
        &["kernel matrix_mul"],
    );
}
