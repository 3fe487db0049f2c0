//! Kernels as public projects write them: they are right, and no detector may say
//! otherwise, under any schedule or width.
//!
//! The patterns are theirs, the text is ours. A file's first line says whose it
//! is, the next ones are those of every [`fixture`]. Where a short formula says
//! what must come out, it stands in the table below.

use crate::fixture::{Case, file_name, paths};
use crate::{counts, function, trial, verdict};
use libtest_mimic::{Failed, Trial};
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;

/// What a word of a buffer must hold, by its index.
type Formula = fn(u32) -> u32;

/// Files, the binding of their result and what it must hold.
const RESULTS: &[(&str, usize, Formula)] = &[
    ("bevy_histogram.wgsl", 1, |i| i + count(840, |k| k / 7 % 64 == i)),
    ("burn_tiled_matmul.wgsl", 2, |i| sum(0..13, |k| (i / 22 * 13 + k) * (k * 22 + i % 22))),
    ("cub_block_scan_raking.rs", 1, |i| sum(i / 128 * 128..i + 1, |k| k)),
    ("cub_decoupled_look_back.rs", 3, |i| sum(0..i + 1, |k| k)),
    ("cuda_samples_convolution_separable.rs", 1, convolved),
    ("cuda_samples_reduction.rs", 1, |b| sum(0..1000, |k| if k / 256 % 3 == b { k } else { 0 })),
    ("cuda_samples_sorting_networks.rs", 1, |i| 3 * (i % 128)),
    ("cuda_samples_thread_fence_reduction.rs", 3, |_| sum(0..777, |k| k)),
    ("cutlass_serial_split_k.rs", 1, |i| sum(0..3, |slice| 128 * slice + i)),
    ("fidelityfx_single_pass_downsampler.wgsl", 3, |i| if i == 0 { 511 } else { i }),
    ("ginkgo_triangular_solve.rs", 2, solved),
    ("gpu_cpp_transpose.wgsl", 1, |i| i % 18 * 25 + i / 18),
    ("gpu_prefix_sums_chained_scan.wgsl", 3, |i| sum(0..i + 1, |k| k)),
    ("halide_blur.rs", 1, |i| sum(0..9, |k| (i / 20 + k / 3) * 26 + i % 20 + k % 3) / 9),
    ("hoomd_cell_list.rs", 1, |i| i + count(130, |k| 5 * k % 16 == i)),
    ("llm_c_encoder_backward.rs", 1, |i| {
        i + sum(0..192, |k| if k / 16 % 4 * 16 + k % 16 == i { k } else { 0 })
    }),
    ("marching_cubes_exclusive_scan.wgsl", 0, |i| sum(i / 128 * 128..i, |k| k)),
    ("marching_cubes_exclusive_scan.wgsl", 1, |b| sum(128 * b..128 * b + 128, |k| k)),
    ("moderngpu_merge.rs", 2, |i| if i < 200 { i / 2 } else { i - 100 }),
    ("oneflow_elementwise.rs", 2, |i| 2 * i),
    ("onnxruntime_web_reduction.wgsl", 1, |row| sum(0..57, |k| 57 * row + k)),
    ("raja_grid_reduction.rs", 3, |i| 156 * i),
    ("rodinia_pathfinder.rs", 2, |x| cheapest(x, 3)),
    ("vello_monoid_scan.wgsl", 2, |i| {
        let of_tag = |tag: u32| if i % 2 == 0 { tag & 1 } else { tag.count_ones() };
        let of_blocks = |block: u32| 2 * block + i % 2;
        sum(0..i / 128, of_blocks) + sum(i / 128 * 64..i / 2, of_tag)
    }),
    ("webgpu_radix_sort_local.wgsl", 1, |i| {
        count(i, |k| k / 64 == i / 64 && 7 * k % 4 == 7 * i % 4)
    }),
    ("webgpu_samples_bitonic_sort.wgsl", 1, |i| i % 128),
    ("webgpu_samples_game_of_life.wgsl", 1, lives),
    ("wgpu_examples_collatz.wgsl", 0, collatz),
    ("wonnx_max_pool.wgsl", 1, |i| {
        let (channel, y, x) = (i / 25, i % 25 / 5, i % 5);
        (channel * 10 + 2 * y + 1) * 10 + 2 * x + 1
    }),
];

pub(crate) fn trials() -> Vec<Trial> {
    let kernels = paths("public")
        .into_iter()
        .map(|path| trial("public::kernels", file_name(&path), move || gives_no_alarm(&path)));
    let authors = function("public", "they_are_of_many", they_are_of_many);
    let formulas = function("public", "every_formula_has_its_kernel", every_formula_has_its_kernel);
    kernels.chain([authors, formulas]).collect()
}

fn gives_no_alarm(path: &Path) -> Result<(), Failed> {
    let case = Case::read(path);
    if !case.is_right() {
        return Err("it is right, and its first lines say otherwise".into());
    }
    verdict(&case.failures(|contents| {
        let mut wanted = RESULTS.iter().filter(|(name, ..)| *name == case.name);
        wanted.all(|&(_, binding, formula)| {
            (0..).zip(&contents[binding]).all(|(index, &word)| word == formula(index))
        })
    }))
}

fn they_are_of_many() {
    let cases = paths("public").into_iter().map(|path| Case::read(&path));
    let authors: BTreeSet<String> = cases.map(|case| author(&case)).collect();
    counts::check("public, authors", authors.len());
}

fn every_formula_has_its_kernel() {
    let names: BTreeSet<String> = paths("public").iter().map(|path| file_name(path)).collect();
    for (name, ..) in RESULTS {
        assert!(names.contains(*name), "there is no {name}");
    }
}

fn sum(of: Range<u32>, term: impl Fn(u32) -> u32) -> u32 {
    of.map(term).sum()
}

fn count(up_to: u32, holds: impl Fn(u32) -> bool) -> u32 {
    (0..up_to).filter(|&k| holds(k)).count() as u32
}

/// A row of 96 with what lies outside taken as zero. The words are floats so small
/// that they are added like integers.
fn convolved(i: u32) -> u32 {
    let weights = [1, 2, 4, 2, 1];
    sum(0..5, |k| match (i % 96 + k).checked_sub(2) {
        Some(x) if x < 96 => weights[k as usize] * (i / 96 * 96 + x),
        _ => 0,
    })
}

fn solved(row: u32) -> u32 {
    match row {
        0 => 1,
        _ => row + 1 + solved(row - 1) + solved(row / 2),
    }
}

/// The cost of a path down so many rows of 96 to this column.
fn cheapest(x: u32, rows: u32) -> u32 {
    match rows {
        0 => x,
        _ => {
            let before = x.saturating_sub(1)..=(x + 1).min(95);
            let least = before.map(|x| cheapest(x, rows - 1)).min();
            least.unwrap_or_default() + 96 * (rows - 1) + x
        }
    }
}

fn lives(i: u32) -> u32 {
    let (x, y) = (i % 26, i / 26);
    let alive = |dx: u32, dy: u32| ((y + dy) % 10 * 26 + (x + dx) % 26) % 2;
    let around = [0, 1, 25].map(|dx| [0, 1, 9].map(|dy| alive(dx, dy)));
    let neighbours = around.iter().flatten().sum::<u32>() - alive(0, 0);
    u32::from(neighbours == 3 || (neighbours == 2 && alive(0, 0) == 1))
}

fn collatz(start: u32) -> u32 {
    let step = |&n: &u32| match n {
        0 | 1 => None,
        n if n % 2 == 0 => Some(n / 2),
        n => Some(3 * n + 1),
    };
    std::iter::successors(Some(start), step).count() as u32 - 1
}

/// Whose pattern a kernel is.
fn author(case: &Case) -> String {
    let line = case.text.lines().next().and_then(|line| line.strip_prefix("// pattern: "));
    let (_, author) = line.and_then(|line| line.rsplit_once(", by ")).unwrap_or_else(|| {
        panic!("{}: its first line does not say `// pattern: PROJECT, by AUTHOR`", case.name)
    });
    author.to_owned()
}
