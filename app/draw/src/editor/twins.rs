//! The same statement of two twins: which line of a kernel in Rust says what
//! which line of its twin in WGSL does.
//!
//! Twins have the same names, constants, barriers and comments, in the same order,
//! but not the same number of lines. So lines are compared by the names and
//! numbers in them, and of all ways to pair lines without crossing, the one with
//! the most likeness is taken. What only one language has to write down stays
//! without a pair.

use warpbench_texts::syntax::{Syntax, words_of_line};

/// Lines that are less alike than this are no pair.
const LEAST_LIKENESS: f32 = 0.4;

/// Pairs of lines of two texts, as places in the slices, in order and without
/// crossings.
pub(super) fn pairs(left: (&[&str], Syntax), right: (&[&str], Syntax)) -> Vec<(usize, usize)> {
    let bags = |(lines, syntax): (&[&str], Syntax)| -> Vec<Vec<String>> {
        lines.iter().map(|line| bag(line, syntax)).collect()
    };
    let (left, right) = (bags(left), bags(right));
    let width = right.len() + 1;
    // The most likeness that the lines from here on can come to.
    let mut best = vec![0.0f32; (left.len() + 1) * width];
    let gain = |a: usize, b: usize| likeness(&left[a], &right[b]) - LEAST_LIKENESS;
    for a in (0..left.len()).rev() {
        for b in (0..right.len()).rev() {
            let paired = gain(a, b) + best[(a + 1) * width + b + 1];
            let apart = best[(a + 1) * width + b].max(best[a * width + b + 1]);
            best[a * width + b] = paired.max(apart);
        }
    }
    let (mut a, mut b, mut found) = (0, 0, Vec::new());
    while a < left.len() && b < right.len() {
        let here = best[a * width + b];
        let gain = gain(a, b);
        if gain > 0.0 && here <= gain + best[(a + 1) * width + b + 1] + 1e-5 {
            found.push((a, b));
            (a, b) = (a + 1, b + 1);
        } else if best[(a + 1) * width + b] >= best[a * width + b + 1] {
            a += 1;
        } else {
            b += 1;
        }
    }
    found
}

/// How alike two lines are, from 0 to 1.
fn likeness(a: &[String], b: &[String]) -> f32 {
    let (mut common, mut x, mut y) = (0, 0, 0);
    while x < a.len() && y < b.len() {
        match a[x].cmp(&b[y]) {
            std::cmp::Ordering::Less => x += 1,
            std::cmp::Ordering::Greater => y += 1,
            std::cmp::Ordering::Equal => (common, x, y) = (common + 1, x + 1, y + 1),
        }
    }
    if a.is_empty() || b.is_empty() {
        0.0
    } else {
        2.0 * common as f32 / (a.len() + b.len()) as f32
    }
}

/// The words of a line that both languages write, sorted.
fn bag(line: &str, syntax: Syntax) -> Vec<String> {
    let words = words_of_line(line, syntax);
    // A function is told by its name: its parameters are written differently.
    let declared = words.iter().position(|word| *word == "fn");
    let words = declared.and_then(|at| words.get(at..at + 2)).unwrap_or(&words);
    let mut words: Vec<String> = words.iter().filter_map(|word| common_word(word)).collect();
    words.sort_unstable();
    words
}

/// What both languages call it; nothing for what only one of them has to say.
fn common_word(word: &str) -> Option<String> {
    let word = match word {
        "sync_threads" | "workgroupBarrier" => "a barrier",
        "while" | "for" | "loop" => "a loop",
        "sync_warp" | "subgroupBarrier" => "a barrier of the warp",
        "len" | "arrayLength" => "how many",
        "let" | "mut" | "var" | "pub" | "unsafe" | "as" | "usize" | "u32" | "i32" | "f32"
        | "thread" | "add" | "workgroup" | "storage" | "read" | "read_write" | "uniform" | "in" => {
            return None;
        }
        word => word,
    };
    let is_number = word.starts_with(|c: char| c.is_ascii_digit());
    let word = if is_number { word.trim_end_matches(['u', 'i', 'f']) } else { word };
    Some(word.to_ascii_lowercase())
}

/// How many empty rows stand before each visible line of one text, so that pairs
/// of lines are at the same height. Lines are given by how many rows each text
/// has, and the pairs between them.
pub(super) fn gaps(rows: usize, pairs: &[(usize, usize)]) -> Vec<u16> {
    let mut gaps = vec![0; rows];
    let (mut left, mut right) = (0, 0);
    let (mut before_left, mut before_right) = (0, 0);
    for &(a, b) in pairs {
        // Where the two lines would be without a gap of their own.
        let (at_left, at_right) = (left + a - before_left, right + b - before_right);
        if at_left < at_right
            && let Some(gap) = gaps.get_mut(a)
        {
            *gap = (at_right - at_left).min(u16::MAX.into()) as u16;
        }
        let height = at_left.max(at_right);
        (left, right) = (height, height);
        (before_left, before_right) = (a, b);
    }
    gaps
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUST: &str = "\
/// The upper half is added to the lower half.
#[kernel]
pub unsafe fn reduce(input: &[f32], output: *mut f32) {
    let tile = shared_array![f32; BLOCK];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = if i < input.len() { input[i] } else { 0.0 };
    thread::sync_threads();

    let mut stride = BLOCK / 2;
    while stride > 0 {
        if t < stride {
            *tile.add(t) += *tile.add(t + stride);
        }
        thread::sync_threads();
        stride /= 2;
    }

    if t == 0 {
        *output.add(thread::block_idx_x() as usize) = *tile;
    }
}";

    const WGSL: &str = "\
// The upper half is added to the lower half.
@compute @workgroup_size(BLOCK)
fn reduce(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let t = thread.x;
    var value = 0.0;
    if i < arrayLength(&input) {
        value = input[i];
    }
    tile[t] = value;
    workgroupBarrier();

    for (var stride = BLOCK / 2u; stride > 0u; stride /= 2u) {
        if t < stride {
            tile[t] += tile[t + stride];
        }
        workgroupBarrier();
    }

    if block_id < arrayLength(&output) && t == 0u {
        output[block_id] = tile[0];
    }
}";

    #[test]
    fn statements_find_their_twins() {
        let (left, right): (Vec<_>, Vec<_>) = (RUST.lines().collect(), WGSL.lines().collect());
        let found = pairs((&left, Syntax::Rust), (&right, Syntax::Wgsl));
        let check = |rust: &str, wgsl: &str| {
            let paired =
                found.iter().any(|&(a, b)| left[a].trim() == rust && right[b].trim() == wgsl);
            assert!(paired, "{rust}: {found:?}");
        };
        check(
            "/// The upper half is added to the lower half.",
            "// The upper half is added to the lower half.",
        );
        check("pub unsafe fn reduce(input: &[f32], output: *mut f32) {", "fn reduce(");
        check("thread::sync_threads();", "workgroupBarrier();");
        check("while stride > 0 {", "for (var stride = BLOCK / 2u; stride > 0u; stride /= 2u) {");
        check("if t < stride {", "if t < stride {");
        check("*tile.add(t) += *tile.add(t + stride);", "tile[t] += tile[t + stride];");
        check("if t == 0 {", "if block_id < arrayLength(&output) && t == 0u {");
        assert!(found.windows(2).all(|two| two[0].0 < two[1].0 && two[0].1 < two[1].1));
    }

    #[test]
    fn gaps_bring_pairs_to_one_height() {
        let check = |rows: [usize; 2], pairs: &[(usize, usize)]| {
            let swapped: Vec<_> = pairs.iter().map(|&(a, b)| (b, a)).collect();
            let (left, right) = (gaps(rows[0], pairs), gaps(rows[1], &swapped));
            let height = |gaps: &[u16], line: usize| {
                line + gaps[..=line].iter().map(|&gap| usize::from(gap)).sum::<usize>()
            };
            for &(a, b) in pairs {
                assert_eq!(height(&left, a), height(&right, b), "{a} and {b} of {pairs:?}");
            }
        };
        check([5, 5], &[(0, 0), (2, 4)]);
        check([9, 3], &[(1, 0), (4, 1), (8, 2)]);
        check([6, 6], &[(0, 3), (3, 4), (4, 5)]);
        assert_eq!(gaps(3, &[]), [0, 0, 0]);
    }

    #[test]
    fn nothing_is_paired_with_nothing() {
        assert!(pairs((&[], Syntax::Rust), (&["x"], Syntax::Wgsl)).is_empty());
        assert!(pairs((&["}", ""], Syntax::Rust), (&["}", ""], Syntax::Wgsl)).is_empty());
        assert!(pairs((&["alpha"], Syntax::Rust), (&["beta"], Syntax::Wgsl)).is_empty());
    }
}
