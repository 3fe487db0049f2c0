//! The lecturer's path in `docs/teaching.md`, command by command, in an empty folder.

use super::support::{Desk, rows};
use crate::counts;
use std::path::Path;

#[test]
fn the_path_of_a_lecturer() {
    let desk = Desk::new();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/teaching.md");
    let text = std::fs::read_to_string(path).expect("is there");
    let mut commands = 0;
    for section in text.split("\n## ") {
        if section.starts_with("3.") {
            // What the text before says to write.
            let (_, rest) = text.split_once("```toml\n").expect("what is kept back");
            let (hidden, _) = rest.split_once("```").expect("an end");
            desk.write("kept/17_scale/hidden.toml", hidden);
        }
        if section.starts_with("4.") {
            desk.write("submissions/ada.rs", desk.read("course/17_scale/solution.rs"));
            desk.write("submissions/bob.rs", desk.read("course/17_scale/starter.rs"));
        }
        for line in section.lines() {
            if let Some(line) = line.strip_prefix("$ warpbench ") {
                let mut arguments: Vec<&str> = line.split_whitespace().collect();
                // As the text says for other systems.
                if !cfg!(target_os = "linux") && line.starts_with("labs package") {
                    desk.write("warpbench", "\x7fELF, the program for Linux");
                    arguments.extend(["--binary", "warpbench"]);
                }
                desk.run(&arguments).ended(0);
                commands += 1;
            }
        }
    }
    counts::check("commands of docs/teaching.md", commands);
    // What the text says is there, is there.
    for file in [
        "01_first_kernel/kernel.rs",
        "17_scale-gradescope.zip",
        "17_scale-classroom.zip",
        "results/results.csv",
        "results/canvas.csv",
        "results/moodle.csv",
        "results/results.json",
        "results/similar.csv",
    ] {
        assert!(desk.path(file).exists(), "{file}");
    }
    let table = rows(&desk.read("results/results.csv"));
    assert_eq!(table.len(), 3);
    assert_eq!((table[1][0].as_str(), table[1][4].as_str()), ("ada.rs", "100"));
    assert_ne!(table[2][4], "100");
    for file in ["results.csv", "canvas.csv", "moodle.csv", "results.json"] {
        assert_eq!(desk.read(format!("results/{file}")), desk.read(format!("whole/{file}")));
    }
}
