//! `warpbench labs new`: a lab of one's own, to begin with.

use crate::exit::Verdict;
use anyhow::{Context, Result, bail};
use clap::Args;
use std::fs;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The lab's folder, such as 17_scan
    dir: PathBuf,
}

const LAB: &str = r#"title = "Scale a vector"
level = "beginner"
minutes = 20
learn = ["which element a thread works on"]
hints = ["How many threads are there, and how many elements?"]
entry = "scale"
size = { n = 1000 }

[launch]
grid = ["ceil(n / BLOCK)"]
block = ["BLOCK"]

[[buffer]]
name = "input"
type = "f32"
len = "n"
fill = { whole = 10 }

[[buffer]]
name = "output"
type = "f32"
len = "n"
fill = { value = -7 }
result = true

[[check]]
name = "Right for every length"
points = 60
look = "the last block: which of its threads have an element?"
results = { sizes = [{ n = 1 }, { n = 127 }, { n = 128 }, { n = 1000 }] }

[[check]]
name = "Nothing out of bounds, no race"
points = 40
findings = { none = ["race", "bounds", "arithmetic"], sizes = [{ n = 1000 }] }
"#;

const TASK: &str = "# Scale a vector

Each thread doubles one element of `input` and writes it to `output`. The starter forgets \
that the last block may have more threads than there are elements left.
";

const STARTER: &str = "use cuda_std::prelude::*;

const BLOCK: u32 = 128;

#[kernel]
pub unsafe fn scale(input: &[f32], output: *mut f32) {
    let i = (thread::block_idx_x() * BLOCK + thread::thread_idx_x()) as usize;
    *output.add(i) = 2.0 * input[i];
}
";

const SOLUTION: &str = "use cuda_std::prelude::*;

const BLOCK: u32 = 128;

#[kernel]
pub unsafe fn scale(input: &[f32], output: *mut f32) {
    let i = (thread::block_idx_x() * BLOCK + thread::thread_idx_x()) as usize;
    if i < input.len() {
        *output.add(i) = 2.0 * input[i];
    }
}
";

pub(super) fn run(arguments: &Arguments) -> Result<Verdict> {
    let dir = &arguments.dir;
    if dir.exists() {
        bail!("{} is there already; name a folder that is not", dir.display());
    }
    fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
    let files = [
        ("lab.toml", LAB),
        ("README.md", TASK),
        ("starter.rs", STARTER),
        ("solution.rs", SOLUTION),
    ];
    for (name, text) in files {
        let path = dir.join(name);
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    println!("{} is a lab that works; make it yours.", dir.display());
    println!("`warpbench labs check {}` says whether it is sound.", dir.display());
    Ok(Verdict::Right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use warpbench_common::labs::Shelf;
    use warpbench_lab::grade::Grader;
    use warpbench_lab::{Clock, Limits};

    #[test]
    fn what_one_begins_with_is_sound() {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = folder.path().join("17_scale");
        run(&Arguments { dir: dir.clone() }).expect("is written");
        let lab = Shelf::default().find(&dir.to_string_lossy()).expect("reads");
        let grader = Grader::new(lab, Limits::default()).expect("runs");
        let clock = Clock { elapsed: &Default::default, go_on: &|| true };
        let texts = &grader.lab().texts[0];
        assert!(grader.grade("", &texts.solution, &clock).passed());
        assert!(!grader.grade("", &texts.starter, &clock).passed());
        assert!(run(&Arguments { dir }).is_err(), "nothing is overwritten");
    }
}
