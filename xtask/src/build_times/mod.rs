//! `cargo xtask build-times`: how long one waits for the compiler.
//!
//! What is timed is the plain `cargo build` of somebody who works on the
//! workbench, after one file of the Rust front end, of the simulator or of a
//! panel has changed, and, where that is asked for, the `cargo build --release`
//! of somebody who has just cloned it, and the whole of CI. With `--before` an earlier revision is measured in the
//! same run, by turns with this one, so that a busy machine is unfair to both.

mod tree;

use std::time::Duration;

use anyhow::{Context, Result};

use self::tree::{Tree, Worktree};
use crate::workspace::Workspace;

/// A part of the program, and the file of it that is touched. Revisions have it
/// in different places; the first that is there counts.
struct Part {
    name: &'static str,
    files: &'static [&'static str],
}

const PARTS: [Part; 3] = [
    Part {
        name: "the Rust front end",
        files: &[
            "host/check/src/lib.rs",
            "host/front/src/rust/check/mod.rs",
            "host/src/front/rust/check/mod.rs",
        ],
    },
    Part {
        name: "the simulator",
        files: &["host/machine/src/sim/warp.rs", "host/src/sim/warp.rs"],
    },
    Part {
        name: "a panel",
        files: &["app/window/src/panels/warps.rs", "app/src/window/panels/warps.rs"],
    },
];

/// What is to be measured.
pub(crate) struct Asked {
    pub(crate) from_nothing: bool,
    pub(crate) ci: bool,
    /// How often each build after a change is timed.
    pub(crate) rounds: usize,
}

/// Something that takes long, done once for each tree.
type Whole = (&'static str, fn(&Tree) -> Result<Duration>);

const FROM_NOTHING: Whole = ("from nothing, `cargo build --release`", Tree::build_from_nothing);
const CI: Whole = ("`.ci/run` in a clean clone, nothing kept from before", Tree::run_ci);

/// Measures this tree, and an earlier revision beside it, and prints a table.
pub(crate) fn run(workspace: &Workspace, before: Option<&str>, asked: &Asked) -> Result<()> {
    let rounds = asked.rounds;
    let worktree = before.map(|revision| Worktree::add(workspace, revision)).transpose()?;
    let mut trees = vec![Tree::of(workspace)];
    trees.splice(0..0, worktree.as_ref().map(Worktree::tree));

    let files: Vec<Vec<&str>> = PARTS
        .iter()
        .map(|part| trees.iter().map(|tree| part.file_in(tree)).collect())
        .collect::<Result<_>>()?;

    let mut rows = Vec::new();
    let wholes = [(asked.from_nothing, FROM_NOTHING), (asked.ci, CI)];
    for (_, (name, measure)) in wholes.into_iter().filter(|(is_asked, _)| *is_asked) {
        let mut times = Vec::new();
        for tree in &trees {
            eprintln!("{}: {name}", tree.name);
            let time = measure(tree)?.as_secs_f64();
            eprintln!("{time:.0} s");
            times.push(time);
        }
        rows.push((name.to_owned(), times));
    }
    for tree in &trees {
        eprintln!("building {} once", tree.name);
        tree.build()?;
    }
    let mut times = vec![vec![Vec::new(); trees.len()]; PARTS.len()];
    for round in 1..=rounds {
        for (files, times) in files.iter().zip(&mut times) {
            for ((tree, file), times) in trees.iter().zip(files).zip(times) {
                let time = tree.rebuild_after(file)?;
                eprintln!(
                    "round {round} of {rounds}: {file} of {}: {:.1} s",
                    tree.name,
                    time.as_secs_f64()
                );
                times.push(time);
            }
        }
    }

    for (part, times) in PARTS.iter().zip(&times) {
        let name = format!("after a change of a file of {}, `cargo build`", part.name);
        rows.push((name, times.iter().map(|times| median(times)).collect()));
    }
    let names: Vec<&str> = trees.iter().map(|tree| tree.name.as_str()).collect();
    print!("{}", table(&names, &rows));
    Ok(())
}

impl Part {
    /// The file of it that a tree has.
    fn file_in(&self, tree: &Tree) -> Result<&'static str> {
        tree.first_of(self.files).with_context(|| {
            format!(
                "{} has none of the files that stand for {}: {}; name one in \
                 xtask/src/build_times/mod.rs",
                tree.name,
                self.name,
                self.files.join(", ")
            )
        })
    }
}

/// The time in the middle, in seconds; of an even number, between the two.
fn median(times: &[Duration]) -> f64 {
    let mut seconds: Vec<f64> = times.iter().map(Duration::as_secs_f64).collect();
    seconds.sort_by(f64::total_cmp);
    let middle = seconds.len() / 2;
    match seconds.len() % 2 {
        0 => (seconds[middle - 1] + seconds[middle]) / 2.0,
        _ => seconds[middle],
    }
}

/// A Markdown table, a column for each tree, of rows with their names.
fn table(trees: &[&str], rows: &[(String, Vec<f64>)]) -> String {
    let mut heads: Vec<String> = trees.iter().map(|name| format!("{name}, s")).collect();
    if let [before, after] = trees {
        heads.push(format!("{after} / {before}"));
    }
    let mut text = format!("| what is built | {} |\n", heads.join(" | "));
    text += &format!("|---|{}\n", "---:|".repeat(heads.len()));
    for (name, seconds) in rows {
        let mut cells: Vec<String> = seconds.iter().map(|time| format!("{time:.1}")).collect();
        if let [before, after] = seconds[..] {
            cells.push(format!("{:.2}", after / before));
        }
        text += &format!("| {name} | {} |\n", cells.join(" | "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        let cases: [(&[u64], f64); 4] =
            [(&[7], 7.0), (&[9, 1, 2], 2.0), (&[4, 1, 100, 2], 3.0), (&[3, 3, 9, 1, 8], 3.0)];
        for (seconds, expected) in cases {
            let times: Vec<Duration> = seconds.iter().map(|&s| Duration::from_secs(s)).collect();
            assert_eq!(median(&times), expected, "{seconds:?}");
        }
    }

    #[test]
    fn one_tree_has_no_ratio_and_two_have() {
        let rows = |times: &[&[f64]]| -> Vec<(String, Vec<f64>)> {
            times.iter().enumerate().map(|(at, row)| (format!("row {at}"), row.to_vec())).collect()
        };
        let alone = table(&["this tree"], &rows(&[&[1.25], &[2.0]]));
        assert!(alone.starts_with("| what is built | this tree, s |\n|---|---:|\n"), "{alone}");
        assert!(alone.contains("| row 1 | 2.0 |\n"), "{alone}");

        let both = table(&["0123abc", "this tree"], &rows(&[&[10.0, 4.0], &[5.0, 5.0]]));
        assert!(both.lines().next().is_some_and(|line| line.ends_with("| this tree / 0123abc |")));
        assert!(both.contains("| row 0 | 10.0 | 4.0 | 0.40 |\n"), "{both}");
        assert!(both.contains("| row 1 | 5.0 | 5.0 | 1.00 |\n"), "{both}");
    }
}
