//! Random naive kernels: what is derived of them computes the same bit for bit, under three
//! schedules and without a finding.
//!
//! `COALESCE_RANDOM_SEED` and `COALESCE_RANDOM_COUNT` choose other kernels, or more of them. A
//! failure prints the kernel, what was derived of it and the seed.

use crate::common::naive::{Given, Naive, kernel};
use crate::seeds;
use std::fmt::Write;
use warpbench_derive::coalesce::{Wanted, derive};
use warpbench_derive::tree::Element;
use warpbench_front::Source;
use warpbench_generate::{Choices, Seeded};

/// Kernels of a run, by their seeds.
const FIXED: u64 = 50;
const FRESH: u64 = 150;

/// Of a hundred kernels so many may be refused; more, and little is tried.
const MOST_REFUSED_PERCENT: usize = 10;

#[test]
fn random_kernels_compute_what_they_did() {
    let seeds = seeds::seeds("COALESCE_RANDOM", FIXED, FRESH);
    let count = seeds.len();
    let mut refused = Vec::new();
    for seed in seeds {
        let naive = generate(seed);
        let source = Source { path: "naive.rs".to_owned(), text: naive.text.clone() };
        match derive(&source, &Wanted::default()) {
            Ok(derivation) => {
                let compared = naive.compare(&derivation);
                compared.err().inspect(|error| {
                    let derived = derivation.text();
                    panic!(
                        "COALESCE_RANDOM_SEED={seed}: {error}\n{:?}\n{}\n{derived}",
                        naive.given, naive.text
                    );
                });
            }
            Err(error) => {
                assert!(error.diagnostics.iter().all(|own| own.location.is_some()), "{error}");
                refused.push(format!("seed {seed}: {}", error.rendered));
            }
        }
    }
    println!("{} of {count} kernels are refused", refused.len());
    let most = count * MOST_REFUSED_PERCENT / 100;
    assert!(refused.len() <= most, "{} are refused:\n{}", refused.len(), refused[..3].join("\n"));
}

const TYPES: [(&str, Element); 6] = [
    ("f32", Element::F32),
    ("i32", Element::I32),
    ("u32", Element::U32),
    ("f64", Element::F64),
    ("u64", Element::U64),
    ("i64", Element::I64),
];

const NAMES: [&str; 3] = ["a", "b", "c"];

/// What a kernel is made of.
struct Shape {
    ty: &'static str,
    element: Element,
    arrays: usize,
    rows: usize,
    cols: usize,
    block: u32,
}

fn generate(seed: u64) -> Naive {
    let mut choices = Seeded::new(seed);
    let c = &mut choices;
    let (ty, element) = TYPES[c.below(TYPES.len())];
    let shape = Shape {
        ty,
        element,
        arrays: 1 + c.below(3),
        rows: 1 + c.below(90),
        cols: 1 + c.below(80),
        block: [32, 64, 48, 20, 128][c.below(5)],
    };
    if c.percent(25) { turned(&shape, c) } else { walked(&shape, c) }
}

/// A kernel whose threads walk rows.
fn walked(shape: &Shape, c: &mut Seeded) -> Naive {
    let Shape { ty, block, .. } = shape;
    let mut text = String::from("#[kernel]\npub unsafe fn walk(");
    for name in &NAMES[..shape.arrays] {
        let _ = write!(text, "{name}: *mut {ty}, ");
    }
    text += "rows: u32, cols: u32) {\n";
    let is_fixed = c.percent(40);
    let row = match c.below(3) {
        _ if !is_fixed => "thread::index_1d() as usize".to_owned(),
        0 => format!("thread::block_idx_x() as usize * {block} + thread::thread_idx_x() as usize"),
        _ => format!("(thread::block_idx_x() * {block} + thread::thread_idx_x()) as usize"),
    };
    let _ = writeln!(
        text,
        "    let row = {row};\n    let (rows, cols) = (rows as usize, cols as usize);"
    );
    let is_wrapped = c.percent(30);
    text += if is_wrapped {
        "    if row < rows {\n"
    } else {
        "    if row >= rows {\n        return;\n    }\n"
    };
    if c.percent(30) {
        text += "    let base = row * cols;\n";
    }
    let has_base = text.contains("let base");
    let _ = writeln!(text, "    let mut sum = 1 as {ty};");
    for number in 0..1 + c.below(2) {
        let body = turn(shape, has_base, c);
        text += &looped(number, &body, c);
    }
    if c.percent(50) {
        let _ = writeln!(text, "    *a.add(row * cols) = sum;");
    }
    text += if is_wrapped { "    }\n}\n" } else { "}\n" };
    Naive {
        text: kernel(&text),
        grid: [shape.rows.div_ceil(*block as usize) as u32, 1, 1],
        block: [*block, 1, 1],
        given: given(shape),
    }
}

fn given(shape: &Shape) -> Vec<Given> {
    let arrays = NAMES[..shape.arrays].iter();
    let len = shape.rows * shape.cols;
    let arrays = arrays.map(|name| Given::Array(name, shape.element, len));
    let numbers = [("rows", shape.rows), ("cols", shape.cols)];
    arrays.chain(numbers.map(|(name, value)| Given::Number(name, value as i64))).collect()
}

/// A loop around a body, written in one of several ways.
fn looped(number: usize, body: &str, c: &mut Seeded) -> String {
    let head = match c.below(6) {
        0 => "for j in 1..cols {".to_owned(),
        1 => format!("for j in (0..cols).step_by({}) {{", 2 + c.below(2)),
        2 => {
            let var = "let mut j = 0;\n    while j < cols {";
            return format!("    {var}\n{body}        j += 1;\n    }}\n");
        }
        3 => format!("for turn_{number} in 0..2 {{\n    for j in 0..cols {{"),
        _ => "for j in 0..cols {".to_owned(),
    };
    let end = if head.contains("turn_") { "    }\n    }\n" } else { "    }\n" };
    format!("    {head}\n{body}{end}")
}

/// What a turn does with the elements of a row.
fn turn(shape: &Shape, has_base: bool, c: &mut Seeded) -> String {
    let index = match c.below(3) {
        0 if has_base => "base + j",
        1 => "row * cols + (cols - 1 - j)",
        _ => "row * cols + j",
    };
    let mut text = String::new();
    for _ in 0..1 + c.below(3) {
        let (to, from) = (NAMES[c.below(shape.arrays)], NAMES[c.below(shape.arrays)]);
        let own = match c.below(5) {
            0 => format!("sum += *{from}.add({index}) / 2 as {};", shape.ty),
            1 => format!("*{to}.add({index}) = *{from}.add({index});"),
            2 => format!("*{to}.add({index}) = (row % 7 + j % 5) as {};", shape.ty),
            3 => format!(
                "*{to}.add({index}) = *{to}.add({index}) / 2 as {} + *{from}.add({index}) / 2 as {};",
                shape.ty, shape.ty
            ),
            _ => format!("*{to}.add({index}) /= 2 as {};", shape.ty),
        };
        let own = match c.below(5) {
            0 => format!("if j % 3 != 1 {{ {own} }}"),
            1 => format!("if j < row {{ {own} }} else {{ sum += 1 as {}; }}", shape.ty),
            _ => own,
        };
        let _ = writeln!(text, "        {own}");
    }
    text
}

/// A kernel that turns a matrix, with and without a loop.
fn turned(shape: &Shape, c: &mut Seeded) -> Naive {
    let (x, y) = ([8, 16, 32][c.below(3)], [2, 4, 8][c.below(3)]);
    let turns = 1 + c.below(3);
    let (rows, cols) = (shape.rows, shape.cols);
    let mut text = format!(
        "#[kernel]\npub unsafe fn turn(a: *const {ty}, b: *mut {ty}, rows: u32, cols: u32) {{
    let x = thread::block_idx_x() as usize * {x} + thread::thread_idx_x() as usize;
    let y = thread::block_idx_y() as usize * {} + thread::thread_idx_y() as usize;
    let (rows, cols) = (rows as usize, cols as usize);\n",
        y * turns,
        ty = shape.ty
    );
    text += &match turns {
        1 if c.percent(50) => "    if x >= cols || y >= rows {\n        return;\n    }\n    *b.add(x * rows + y) = *a.add(y * cols + x);\n".to_owned(),
        1 => format!(
            "    if x < cols && y < rows {{\n        *b.add(x * rows + y) = *a.add(y * cols + x) / 2 as {};\n    }}\n",
            shape.ty
        ),
        _ => format!(
            "    for k in (0..{}).step_by({y}) {{\n        if x < cols && y + k < rows {{\n            *b.add(x * rows + y + k) = *a.add((y + k) * cols + x);\n        }}\n    }}\n",
            y * turns
        ),
    };
    text += "}\n";
    let shape = Shape { arrays: 2, ..*shape };
    Naive {
        text: kernel(&text),
        grid: [cols.div_ceil(x) as u32, rows.div_ceil(y * turns) as u32, 1],
        block: [x as u32, y as u32, 1],
        given: given(&shape),
    }
}
