//! Naive kernels and what is derived of them: the same results bit for bit, without a finding,
//! under three schedules, and global memory asked as a person would have asked it.

use crate::common::naive::{Given, Naive, catalogue, derived, kernel, lies_apart};
use warpbench_derive::tree::Element;
use warpbench_machine::sim::Schedule;

/// Rows and columns: odd ones, fewer than a block has threads, and none.
const SIZES: [(usize, usize); 6] = [(64, 64), (1, 1), (33, 31), (70, 100), (5, 65), (40, 0)];

/// A launch of a kernel over rows and columns, with one thread for each row.
fn by_rows(text: &str, arrays: &[(&'static str, Element, bool)], size: (usize, usize)) -> Naive {
    let (rows, cols) = size;
    let given = arrays.iter().map(|(name, element, is_vector)| {
        let len = if *is_vector { rows.max(cols) } else { rows * cols };
        Given::Array(name, *element, len.max(1))
    });
    let numbers = [Given::Number("rows", rows as i64), Given::Number("cols", cols as i64)];
    Naive {
        text: text.to_owned(),
        grid: [rows.div_ceil(64) as u32, 1, 1],
        block: [64, 1, 1],
        given: given.chain(numbers).collect(),
    }
}

const IN_OUT: [(&str, Element, bool); 2] =
    [("input", Element::F32, false), ("output", Element::F32, false)];

#[test]
fn row_scaling_becomes_what_is_tiled_by_hand() {
    let text = catalogue("scale_rows");
    let derivation = derived(&text, Some("scale_rows_naive"));
    assert_eq!(derivation.block, [32, 1, 1]);
    for size in SIZES {
        let naive = by_rows(&text, &IN_OUT, size);
        let (before, after) = naive
            .compare(&derivation)
            .unwrap_or_else(|error| panic!("{size:?}: {error}\n{}", derivation.text()));
        if size != (64, 64) {
            continue;
        }
        let launch = ([2, 1, 1], [32, 1, 1]);
        let by_hand =
            naive.run(&text, "scale_rows_tiled", launch, Schedule::InOrder).expect("runs");
        let sectors = |ran: &crate::common::naive::Ran| {
            ran.report.counters.as_ref().expect("counted").global_transactions
        };
        assert_eq!(sectors(&after), sectors(&by_hand));
        assert!(sectors(&before) >= 4 * sectors(&after));
        assert!(lies_apart(&before) && !lies_apart(&after));
        let conflicts = after.report.counters.as_ref().expect("counted").bank_conflicts;
        assert_eq!(conflicts, 0);
    }
}

const MATVEC: &str =
    "/// `output[i]` is the sum of `matrix[i][j] * vector[j]`, a row for each thread.
#[kernel]
pub unsafe fn matvec_naive(
    matrix: *const f32,
    vector: *const f32,
    output: *mut f32,
    rows: u32,
    cols: u32,
) {
    let row = thread::index_1d() as usize;
    let (rows, cols) = (rows as usize, cols as usize);
    if row >= rows {
        return;
    }
    let mut sum = 0.0;
    for j in 0..cols {
        sum += *matrix.add(row * cols + j) * *vector.add(j);
    }
    *output.add(row) = sum;
}
";

#[test]
fn matrix_times_vector_fetches_matrix_and_vector() {
    let text = kernel(MATVEC);
    let arrays = [
        ("matrix", Element::F32, false),
        ("vector", Element::F32, true),
        ("output", Element::F32, true),
    ];
    for size in SIZES {
        let (before, after) = by_rows(&text, &arrays, size).check();
        if size != (64, 64) {
            continue;
        }
        let naive = by_rows(&text, &arrays, size);
        let by_hand = catalogue("matvec");
        let launch = ([2, 1, 1], [32, 1, 1]);
        let by_hand =
            naive.run(&by_hand, "matvec_rows_padded", launch, Schedule::InOrder).expect("runs");
        let sectors = |ran: &crate::common::naive::Ran| {
            ran.report.counters.as_ref().expect("counted").global_transactions
        };
        assert_eq!(sectors(&after), sectors(&by_hand));
        assert!(lies_apart(&before) && !lies_apart(&after));
    }
}

fn transposed(text: &str, rows: usize, cols: usize, block: [u32; 3], tile: [usize; 2]) -> Naive {
    let given = vec![
        Given::Array("input", Element::F32, (rows * cols).max(1)),
        Given::Array("output", Element::F32, (rows * cols).max(1)),
        Given::Number("rows", rows as i64),
        Given::Number("cols", cols as i64),
    ];
    let grid = [cols.div_ceil(tile[0]) as u32, rows.div_ceil(tile[1]) as u32, 1];
    Naive { text: text.to_owned(), grid, block, given }
}

#[test]
fn the_transpose_turns_its_tile() {
    let text = catalogue("transpose");
    let derivation = derived(&text, Some("transpose_naive"));
    assert_eq!(derivation.block, [32, 4, 1]);
    for (rows, cols) in [(64, 64), (1, 1), (33, 31), (70, 100), (5, 65)] {
        let naive = transposed(&text, rows, cols, [32, 4, 1], [32, 32]);
        let (before, after) = naive
            .compare(&derivation)
            .unwrap_or_else(|error| panic!("{rows} × {cols}: {error}\n{}", derivation.text()));
        if (rows, cols) == (64, 64) {
            let launch = (naive.grid, naive.block);
            let by_hand =
                naive.run(&text, "transpose_padded", launch, Schedule::InOrder).expect("runs");
            let count = |ran: &crate::common::naive::Ran| {
                let counters = ran.report.counters.as_ref().expect("counted");
                (counters.global_transactions, counters.bank_conflicts)
            };
            assert_eq!(count(&after), count(&by_hand));
            assert!(lies_apart(&before) && !lies_apart(&after));
        }
    }
}

#[test]
fn a_transpose_without_a_loop_turns_x_and_y() {
    let with = |body: &str| {
        kernel(&format!(
            "#[kernel]
pub unsafe fn turn(input: *const f32, output: *mut f32, rows: u32, cols: u32) {{
    {body}
}}
"
        ))
    };
    let fixed = with(
        "let x = (thread::block_idx_x() * 16 + thread::thread_idx_x()) as usize;
    let y = (thread::block_idx_y() * 16 + thread::thread_idx_y()) as usize;
    if x < cols as usize && y < rows as usize {
        *output.add(x * rows as usize + y) = *input.add(y * cols as usize + x) + 1.0;
    }",
    );
    let free = with(
        "let place = thread::index_2d();
    let x = thread::index_2d().x as usize;
    let y = thread::index_2d().y as usize;
    if x >= cols as usize || y >= rows as usize {
        return;
    }
    *output.add(x * rows as usize + y) = *input.add(y * cols as usize + x);",
    );
    let free = free.replace("    let place = thread::index_2d();\n", "");
    for (rows, cols) in [(64, 64), (1, 1), (33, 31), (7, 50)] {
        transposed(&fixed, rows, cols, [16, 16, 1], [16, 16]).check();
        transposed(&free, rows, cols, [16, 16, 1], [16, 16]).check();
    }
}

/// A kernel over rows, with everything behind its head given.
fn rows_kernel(params: &str, body: &str) -> String {
    kernel(&format!(
        "#[kernel]
pub unsafe fn walk({params}, rows: u32, cols: u32) {{
    let row = thread::index_1d() as usize;
    let (rows, cols) = (rows as usize, cols as usize);
    if row >= rows {{
        return;
    }}
    {body}
}}
"
    ))
}

#[test]
fn every_type_of_number_is_tiled() {
    let types = [
        ("f32", Element::F32),
        ("f64", Element::F64),
        ("i32", Element::I32),
        ("u32", Element::U32),
        ("i64", Element::I64),
        ("u64", Element::U64),
        ("u8", Element::U8),
        ("i8", Element::I8),
        ("u16", Element::U16),
        ("i16", Element::I16),
    ];
    for (name, element) in types {
        let text = rows_kernel(
            &format!("input: *const {name}, output: *mut {name}"),
            "for col in 0..cols {
        *output.add(row * cols + col) = *input.add(row * cols + col);
    }",
        );
        let arrays = [("input", element, false), ("output", element, false)];
        for size in [(64, 64), (33, 31), (3, 70)] {
            by_rows(&text, &arrays, size).check();
        }
    }
}

#[test]
fn loops_are_tiled_however_they_count() {
    let loops = [
        // Read and written in place.
        "for j in 0..cols { *output.add(row * cols + j) *= *input.add(row * cols + j); }",
        "for j in 0..cols { *output.add(row * cols + j) += 1.0; }",
        // Starts, ends and steps.
        "for j in 1..cols { *output.add(row * cols + j) = *input.add(row * cols + j - 1); }",
        "for j in (0..cols).step_by(2) { *output.add(row * cols + j) = *input.add(row * cols + j); }",
        "for j in (1..cols).step_by(3) { *output.add(row * cols + j) = *input.add(row * cols + j); }",
        "for j in 0..cols { *output.add(row * cols + cols - 1 - j) = *input.add(row * cols + j); }",
        // Written with `while`.
        "let mut j = 0;\n    while j < cols {\n        *output.add(row * cols + j) = *input.add(row * cols + j) * 2.0;\n        j += 1;\n    }",
        // Conditions inside.
        "for j in 0..cols { if j % 3 == 1 { *output.add(row * cols + j) = *input.add(row * cols + j); } }",
        "for j in 0..cols {\n        if j + row < cols {\n            *output.add(row * cols + j) = *input.add(row * cols + j);\n        } else {\n            *output.add(row * cols + j) = 1.0;\n        }\n    }",
        "for j in 0..cols { let at = row * cols + j; *output.add(at) = if j > 2 { *input.add(at) } else { 0.5 }; }",
        // Sums, before and behind.
        "let mut sum = *input.add(row);\n    for j in 0..cols { sum += *input.add(row * cols + j); }\n    *output.add(row * cols) = sum;",
        "let base = row * cols;\n    let factor = row as f32;\n    for j in 0..cols { *output.add(base + j) = *input.add(base + j) * factor; }",
        "let from = input.add(row * cols);\n    for j in 0..cols { *output.add(row * cols + j) = *from.add(j); }",
        // Loops around and inside.
        "for pass in 0..2 {\n        for j in 0..cols { *output.add(row * cols + j) += *input.add(row * cols + j) + pass as f32; }\n    }",
        "for j in 0..cols {\n        let mut v = *input.add(row * cols + j);\n        for _ in 0..3 { v = v * 0.5 + 1.0; }\n        *output.add(row * cols + j) = v;\n    }",
        // Two loops, one after the other, over the same array.
        "for j in 0..cols { *output.add(row * cols + j) = *input.add(row * cols + j) * 3.0; }\n    for j in 0..cols { *output.add(row * cols + j) += 1.0; }",
        // Neighbours of what is only read.
        "for j in 1..cols { *output.add(row * cols + j) = *input.add(row * cols + j) - *input.add(row * cols + j - 1); }",
    ];
    for own in loops {
        let text = rows_kernel("input: *const f32, output: *mut f32", own);
        for size in [(64, 64), (33, 31), (3, 70), (40, 1)] {
            by_rows(&text, &IN_OUT, size).check();
        }
    }
}

#[test]
fn guards_keep_threads_for_transfers() {
    let with = |body: &str| {
        kernel(&format!(
            "#[kernel]
pub unsafe fn walk(input: *const f32, output: *mut f32, rows: u32, cols: u32) {{
    {body}
}}
"
        ))
    };
    let bodies = [
        // The work inside of the condition.
        "let row = thread::index_1d() as usize;
    let cols = cols as usize;
    if row < rows as usize {
        let factor = row as f32;
        for j in 0..cols {
            *output.add(row * cols + j) = *input.add(row * cols + j) * factor;
        }
    }",
        // Two conditions, and something that only threads with work may compute.
        "let row = thread::index_1d();
    if row >= rows {
        return;
    }
    let left = (rows - row) as f32;
    if cols == 0 {
        return;
    }
    for j in 0..cols {
        *output.add((row * cols + j) as usize) = *input.add((row * cols + j) as usize) * left;
    }",
        // A block whose size stands in the text.
        "let t = thread::thread_idx_x() as usize;
    let row = thread::block_idx_x() as usize * 64 + t;
    let cols = cols as usize;
    if row >= rows as usize {
        return;
    }
    for j in 0..cols {
        *output.add(row * cols + j) = *input.add(row * cols + j) + t as f32;
    }",
    ];
    for body in bodies {
        for size in SIZES {
            by_rows(&with(body), &IN_OUT, size).check();
        }
    }
}

#[test]
fn blocks_of_two_dimensions_share_tiles() {
    let text = catalogue("matmul");
    let derivation = derived(&text, Some("matmul_uncoalesced"));
    for (m, n, k) in [(64, 16, 40), (33, 9, 31), (1, 1, 1)] {
        let given = vec![
            Given::Array("a", Element::F32, m * k),
            Given::Array("b", Element::F32, k * n),
            Given::Array("c", Element::F32, m * n),
            Given::Number("m", m as i64),
            Given::Number("n", n as i64),
            Given::Number("k", k as i64),
        ];
        let grid = [m.div_ceil(32) as u32, n.div_ceil(8) as u32, 1];
        let naive = Naive { text: standalone(&text), grid, block: [32, 8, 1], given };
        let derivation = derived(&naive.text, Some(&derivation.kernel));
        let compared = naive.compare(&derivation);
        compared.unwrap_or_else(|error| panic!("{error}\n{}", derivation.text()));
    }
}

/// The first kernel of a family without what its others need.
fn standalone(text: &str) -> String {
    let uses = ["use crate::vector::Float4;\n", "use crate::warp::WARP;\n"];
    let text = uses.iter().fold(text.to_owned(), |text, own| text.replace(own, ""));
    let end = text.find("/// The threads of a warp lie in one row").expect("the second kernel");
    text[..end].to_owned()
}

/// A kernel over rows with annotations, in the words of the paper.
fn annotated(params: &str, body: &str) -> String {
    format!("use warpbench_directives::cuda_lite;\n{}", rows_kernel(params, body))
}

const COPY: &str = "for j in 0..cols { *output.add(row * cols + j) = *input.add(row * cols + j); }";

#[test]
fn blocks_shrink_until_their_tiles_fit() {
    let cases = [
        ("threads(64)", 64),
        ("threads(256)", 128),
        ("threads(1024)", 128),
        ("threads(256) blocks(4)", 32),
    ];
    for (threads, expected) in cases {
        let body = format!("cuda_lite! {{ kernel {threads} }}\n    {COPY}");
        let text = annotated("input: *const f32, output: *mut f32", &body);
        assert_eq!(derived(&text, None).block, [expected, 1, 1], "{threads}");
        for size in [(64, 64), (33, 31), (200, 40)] {
            by_rows(&text, &IN_OUT, size).check();
        }
    }
}

#[test]
fn annotations_say_what_the_text_does_not() {
    let bodies = [
        // All of a tile is fetched, inside the array.
        "cuda_lite! { garray input[rows][cols] }
    let mut sum = 0.0;
    for j in 0..cols {
        if sum < 50.0 {
            sum += *input.add(row * cols + j);
        }
    }
    *output.add(row * cols) = sum;",
        // A bound that lies in memory.
        "cuda_lite! { BoundChk }
    if *wanted.add(row) < 9 {
        return;
    }
    for j in 0..cols { *output.add(row * cols + j) = *input.add(row * cols + j); }",
        // A loop whose end lies in memory.
        "let mut j = 0;
    cuda_lite! { loop j in 0..cols step 1 }
    while j < cols + *wanted.add(0) as usize - *wanted.add(0) as usize {
        *output.add(row * cols + j) = *input.add(row * cols + j);
        j += 1;
    }",
    ];
    let arrays = [IN_OUT[0], IN_OUT[1], ("wanted", Element::U32, true)];
    for body in bodies {
        let text = annotated("input: *const f32, output: *mut f32, wanted: *const u32", body);
        assert!(!derived(&text, None).text().contains("cuda_lite"));
        for size in [(64, 64), (33, 31), (3, 70)] {
            by_rows(&text, &arrays, size).check();
        }
    }
}

#[test]
fn slices_are_tiled_as_pointers_are() {
    let text = rows_kernel(
        "input: &[f32], output: *mut f32",
        "for j in 0..cols { *output.add(row * cols + j) = input[row * cols + j].sqrt(); }",
    );
    for size in [(64, 64), (33, 31), (3, 70)] {
        by_rows(&text, &IN_OUT, size).check();
    }
}
