//! What is not derived, each with its place and with what to write instead.

use crate::common::naive::{kernel, not_derived};

/// A kernel with a body, whose first statement stands in line 5.
fn with(params: &str, body: &str) -> String {
    kernel(&format!(
        "#[kernel]\npub unsafe fn walk({params}, rows: usize, cols: usize) {{\n{body}\n}}\n"
    ))
}

/// A body is refused at a line, with these words and with help.
fn check(body: &str, line: u32, words: &str) {
    check_text(&with("a: *const f32, b: *mut f32, n: *const u32", body), line, words);
}

fn check_text(text: &str, line: u32, words: &str) {
    let found = not_derived(text);
    assert!(found.contains(&format!("naive.rs:{line}:")), "not at line {line}:\n{found}\n{text}");
    assert!(found.contains(words), "{words:?} is missing:\n{found}");
    assert!(found.contains("help: "), "it does not say what to write instead:\n{found}");
}

const ROW: &str = "let row = thread::index_1d() as usize;\n";

#[test]
fn loops_that_cannot_be_cut_stay() {
    let check = |own: &str, line: u32, words: &str| check(&format!("{ROW}{own}"), line, words);
    check("for j in 0..row {\n*b.add(row * cols + j) = 1.0;\n}", 6, "may not agree");
    check("for j in (0..cols).rev() {\n*b.add(row * cols + j) = 1.0;\n}", 6, "runs backwards");
    check(
        "for j in 0..cols {\nif j > row { break; }\n*b.add(row * cols + j) = 1.0;\n}",
        7,
        "`break` leaves",
    );
    check(
        "for j in 0..cols {\nif j > row { continue; }\n*b.add(row * cols + j) = 1.0;\n}",
        7,
        "`continue` leaves",
    );
    check(
        "for j in 0..cols {\nif j > row { return; }\n*b.add(row * cols + j) = 1.0;\n}",
        7,
        "`return` leaves",
    );
    check(
        "for j in 0..cols {\nthread::sync_threads();\n*b.add(row * cols + j) = 1.0;\n}",
        7,
        "barriers of its own",
    );
    check("for j in 0..cols {\n*b.add((row * cols + j) * 16) = 1.0;\n}", 7, "does not walk along");
    check(
        "let mut j = 0;\nwhile j < cols {\n*b.add(row * cols + j) = 1.0;\nj += 1 + j;\n}",
        8,
        "cannot be told",
    );
    check(
        "if row < rows {\nfor j in 0..cols { *b.add(row * cols + j) = 1.0; }\n} else {\n*b = 0.0;\n}",
        7,
        "only some threads",
    );
}

#[test]
fn accesses_that_cannot_be_followed_stay() {
    let check = |own: &str, line: u32, words: &str| check(&format!("{ROW}{own}"), line, words);
    check("for j in 0..cols {\n*b.add(*n.add(row) as usize + j) = 1.0;\n}", 7, "cannot be told");
    check("for j in 0..cols {\n*b.add(row * row + j) = 1.0;\n}", 7, "cannot be told");
    check("*b.add(row * 8) = 1.0;", 6, "nothing walks along `b`");
    check(
        "for j in 1..cols {\n*b.add(row * cols + j) = *b.add(row * cols + j - 1);\n}",
        7,
        "depend on each other",
    );
    check(
        "let other = b.cast::<u32>();\nfor j in 0..cols {\n*b.add(row * cols + j) = *other.add(j) as f32;\n}",
        6,
        "not followed",
    );
    check(
        "for j in 0..cols {\nif *a.add(j) > 0.0 {\n*b.add(row * cols + j) = 1.0;\n}\n}",
        8,
        "cannot be asked",
    );
    check(
        "let mut sum = 0.0;\nfor j in 0..cols {\nif sum < 4.0 {\nsum += *a.add(row * cols + j);\n}\n}\n*b.add(row) = sum;",
        9,
        "garray a[rows][cols]",
    );
    check("for j in 0..cols {\n*b.add(row + j) = 1.0;\n}", 4, "no access of `walk` lies apart");
}

#[test]
fn kernels_that_work_together_stay() {
    let check = |own: &str, line: u32, words: &str| check(&format!("{ROW}{own}"), line, words);
    let walk = "for j in 0..cols { *b.add(row * cols + j) = 1.0; }";
    check(&format!("{walk}\nthread::sync_threads();"), 7, "barriers of its own");
    check(
        &format!("if *n.add(row) == 0 {{ return; }}\n{walk}"),
        6,
        "depends on more than their numbers",
    );
    check(
        &format!("if row >= rows {{ *b = 1.0; return; }}\n{walk}"),
        6,
        "after more than a condition",
    );
    check(
        &format!("if row < rows {{ if cols == 3 {{ return; }} }}\n{walk}"),
        6,
        "only some threads come",
    );
}

#[test]
fn blocks_must_be_known() {
    check(
        "let t = thread::thread_idx_x() as usize;\nfor j in 0..cols { *b.add(t * cols + j) = 1.0; }",
        4,
        "how many threads a block has along x",
    );
    check(
        "let z = thread::thread_idx_z() as usize;\nfor j in 0..cols { *b.add(z * cols + j) = 1.0; }",
        5,
        "three dimensions",
    );
}

#[test]
fn files_name_their_kernels() {
    check_text("fn main() {}\n", 1, "no kernel in this file");
    let two = with("a: *const f32", "") + "#[kernel]\npub unsafe fn other(a: *const f32) {}\n";
    check_text(&two, 8, "several kernels");
    check_text("#[kernel]\npub unsafe fn f(x) {}\n", 2, "no Rust");
}

#[test]
fn annotations_are_read_with_care() {
    let annotated = |own: &str| {
        format!("cuda_lite! {{ {own} }}\n{ROW}for j in 0..cols {{ *b.add(row * cols + j) = 1.0; }}")
    };
    check(&annotated("garay a[rows]"), 5, "no annotation");
    check(&annotated("garray a"), 5, "names an array and its sizes");
    check(&annotated("garray z[rows]"), 5, "no array `z`");
    check(&annotated("kernel threads(4096)"), 5, "numbers from 1 to 1024");
    check(&annotated("loop j from 0"), 5, "names a variable and its values");
    let loops = format!(
        "{ROW}let mut j = 0;\ncuda_lite! {{ loop j in 0..cols }}\nwhile j < cols {{\n*b.add(row * cols + j) = 1.0;\nj *= 2;\n}}"
    );
    check(&loops, 8, "does not count as its annotation says");
}
