//! `warpbench grade LAB FILE`.

use super::support::{Desk, lab_file};
use serde_json::Value;

const LAB: &str = "01_first_kernel";

#[test]
fn a_submission_is_graded_in_every_format() {
    let desk = Desk::new();
    desk.write("right.rs", lab_file(LAB, "solution.rs"));
    desk.write("right.wgsl", lab_file(LAB, "solution.wgsl"));
    desk.write("wrong.rs", lab_file(LAB, "starter.rs"));
    for (file, code) in [("right.rs", 0), ("right.wgsl", 0), ("wrong.rs", 2)] {
        let is_right = code == 0;
        let said = desk.run(&["grade", "1", file]).ended(code);
        assert!(said.out.starts_with(file), "{said:?}");
        assert_eq!(said.out.contains("100 of 100 points"), is_right, "{said:?}");
        let json = |format: &str| -> Value {
            let printed = desk.run(&["grade", "1", file, "--format", format]).ended(code).out;
            // What is printed is what is written.
            let out = format!("{file}.{format}");
            let said =
                desk.run(&["grade", "1", file, "--format", format, "--out", &out]).ended(code);
            assert_eq!((said.out.as_str(), desk.read(&out)), ("", printed.clone()));
            serde_json::from_str(&printed).expect("JSON")
        };
        let graded = json("json");
        assert_eq!((&graded["lab"], &graded["submission"]), (&LAB.into(), &file.into()));
        assert_eq!(graded["points"] == 100.0, is_right);
        let gradescope = json("gradescope");
        assert_eq!(gradescope["score"], graded["points"]);
        let classroom = json("classroom");
        assert_eq!(classroom["status"], if is_right { "pass" } else { "fail" });
        let junit = desk.run(&["grade", "1", file, "--format", "junit"]).ended(code).out;
        assert!(junit.starts_with("<?xml"), "{junit}");
        assert_eq!(junit.contains("<failure"), !is_right, "{junit}");
    }
    // A failure says what was seen, what was asked for, where, and what to look at.
    let said = desk.run(&["grade", "1", "wrong.rs"]).ended(2).out;
    for part in ["line ", "asked for:", "look at:", "where:", "block (", "step "] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

#[test]
fn a_folder_with_one_kernel_is_a_submission() {
    let desk = Desk::new();
    let solution = lab_file(LAB, "solution.rs");
    let grade = |folder: &str, code: i32, expected: &str| {
        let said = desk.run(&["grade", "1", folder]).ended(code);
        assert!(said.out.contains(expected), "{folder}: {}", said.out);
    };
    desk.write("one/kernel.rs", &solution);
    desk.write("one/notes.txt", "mine");
    grade("one", 0, "100 of 100");
    desk.write("deep/src/gpu/My Kernel.rs", &solution);
    desk.write("deep/.git/hook.rs", "x");
    desk.write("deep/__MACOSX/._My Kernel.rs", "x");
    grade("deep", 0, "100 of 100");
    // The starter of the other language, as it was given out, is not meant.
    desk.write("both/kernel.rs", &solution);
    desk.write("both/kernel.wgsl", lab_file(LAB, "starter.wgsl"));
    grade("both", 0, "100 of 100");
    desk.write("starters/kernel.rs", lab_file(LAB, "starter.rs"));
    desk.write("starters/kernel.wgsl", lab_file(LAB, "starter.wgsl"));
    grade("starters", 2, "✗");
    desk.write("two/a.rs", &solution);
    desk.write("two/b.rs", "fn b() {}");
    grade("two", 2, "2 kernels in it (a.rs, b.rs)");
    desk.write("none/notes.txt", "mine");
    grade("none", 2, "no file of Rust (.rs) or WGSL (.wgsl)");
}

#[test]
fn what_is_wrong_with_a_file_is_its_result() {
    let desk = Desk::new();
    let check = |name: &str, bytes: &[u8], expected: &str| {
        desk.write(name, bytes);
        let said = desk.run(&["grade", "1", name]).ended(2);
        assert!(said.out.contains(expected), "{name} is told {}", said.out);
        assert!(said.out.contains("cannot be run"), "{}", said.out);
    };
    check("a.rs", b"", "empty");
    check("b.rs", b" \n\t ", "empty");
    check("c.rs", b"ok\n\xff\xfe", "not UTF-8, from line 2 on");
    check("d.cu", b"__global__ void f() {}", "neither Rust (.rs) nor WGSL (.wgsl)");
    check("noending", b"x", "neither Rust");
    check("e.rs.txt", b"x", "neither Rust");
    check("f.rs", &vec![b' '; 2 << 20], "bytes");
    check("g.rs", &vec![b'a'; 300 << 10], "bytes");
    check("h.wgsl", b"fn main( {", "kernel.wgsl");
    // The mark that some editors write, other ends of lines, capitals in the ending.
    let solution = lab_file(LAB, "solution.rs");
    for (name, text) in [
        ("mark.rs", format!("\u{feff}{solution}")),
        ("lines.rs", solution.replace('\n', "\r\n")),
        ("capitals.RS", solution.clone()),
        ("-odd name=.rs", solution.clone()),
    ] {
        desk.write(name, text);
        desk.run(&["grade", "1", "--", name]).ended(0);
    }
}

#[test]
fn what_cannot_be_done_is_said_with_the_way_on() {
    let desk = Desk::new();
    desk.write("right.rs", lab_file(LAB, "solution.rs"));
    desk.write("taken/x", "");
    let check = |arguments: &[&str], expected: &[&str]| {
        let said = desk.run(arguments).ended(1);
        for expected in expected {
            assert!(
                said.error.contains(expected),
                "{arguments:?} says {:?}, not {expected:?}",
                said.error
            );
        }
        assert_eq!(said.out, "", "{arguments:?}");
    };
    check(&["grade"], &["<LAB>"]);
    check(&["grade", "1"], &["<FILE>"]);
    check(&["grade", "99", "right.rs"], &["no lab `99`", "16_find_the_bugs"]);
    check(&["grade", "1", "nowhere.rs"], &["no file nowhere.rs"]);
    check(&["grade", "1", "right.rs", "--format", "xml"], &["gradescope", "junit", "classroom"]);
    check(&["grade", "1", "right.rs", "--out", "no/such/folder.json"], &["cannot write"]);
    check(&["grade", "1", "right.rs", "--out", "taken"], &["cannot write"]);
    check(&["grade", "1", "right.rs", "--dir", "taken"], &["--dir"]);
    check(&["grade", "1", "right.rs", "--resume"], &["--dir"]);
    check(&["grade", "1", "--dir", "taken"], &["--out"]);
    check(&["grade", "1", "--dir", "nowhere", "--out", "o"], &["folder of submissions", "nowhere"]);
    check(&["grade", "1", "--dir", "taken", "--out", "o", "--shard", "0/4"], &["1/4"]);
    check(&["grade", "1", "--dir", "taken", "--out", "o", "--jobs", "0"], &["1 to 1024"]);
    check(&["grade", "1", "--dir", "taken", "--out", "right.rs"], &["right.rs"]);
    check(&["grade", "1", "--dir", "taken", "--out", "o", "--format", "junit"], &["--format"]);
    check(&["grade", "1", "--dir", ".", "--out", "results"], &["folder outside"]);
    check(&["grade", "1", "--dir", "taken", "--out", "./taken/results"], &["folder outside"]);
    check(&["grade", "merge"], &["<LAB>"]);
    check(&["grade", "merge", "1", "taken", "--out", "o"], &["taken has no results"]);
    check(&["grade", "merge", "1", "--out", "o"], &["<PARTS>"]);
}

#[test]
fn the_same_submission_gets_the_same_result() {
    let desk = Desk::new();
    desk.write("a/wrong.rs", lab_file(LAB, "starter.rs"));
    desk.write("b/wrong.rs", lab_file(LAB, "starter.rs"));
    for format in ["text", "json", "gradescope", "junit", "classroom"] {
        let [one, other] = ["a/wrong.rs", "b/wrong.rs"]
            .map(|file| desk.run(&["grade", "1", file, "--format", format]).ended(2).out);
        assert_eq!(one, other);
    }
}
