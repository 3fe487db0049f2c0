//! What students do: list, start, watch, hint, reset; and `new` and `check`.

use super::support::{Desk, lab_file, lab_names, labs};
use std::io::{BufRead, BufReader};
use std::process::Stdio;

#[test]
fn the_labs_are_listed() {
    let desk = Desk::new();
    let said = desk.run(&["labs", "list"]).ended(0);
    for name in lab_names() {
        assert!(said.out.contains(&name), "{name}: {}", said.out);
    }
    let said = desk.run(&["labs", "list", "--json"]).ended(0);
    let list: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
    assert_eq!(list.as_array().map(Vec::len), Some(lab_names().len()));
    // A folder of one's own, and one lab in it that is not finished.
    desk.run(&["labs", "new", "course/17_mine"]).ended(0);
    desk.run(&["labs", "list", "--labs", "course"]).ended(0);
    desk.write("course/18_broken/lab.toml", "title = 3");
    let said = desk.run(&["labs", "list", "--labs", "course"]).ended(1);
    assert!(said.out.contains("17_mine") && said.error.contains("18_broken"), "{said:?}");
    std::fs::create_dir(desk.path("none")).expect("a folder");
    let said = desk.run(&["labs", "list", "--labs", "none"]).ended(0);
    assert!(said.out.contains("labs new"), "{said:?}");
}

#[test]
fn a_student_starts_asks_and_begins_again() {
    let desk = Desk::new();
    let said = desk.run(&["labs", "start", "1"]).ended(0);
    assert!(said.out.contains("01_first_kernel"), "{said:?}");
    let starter = lab_file("01_first_kernel", "starter.rs");
    assert_eq!(desk.read("01_first_kernel/kernel.rs"), starter);
    assert_eq!(desk.read("01_first_kernel/README.md"), lab_file("01_first_kernel", "README.md"));
    // Nothing is overwritten, and the way on is named.
    let said = desk.run(&["labs", "start", "01"]).ended(1);
    assert!(said.error.contains("labs reset") && said.error.contains("--dir"), "{said:?}");
    desk.run(&["labs", "start", "01_first_kernel", "--dir", "w", "--language", "wgsl"]).ended(0);
    assert_eq!(desk.read("w/kernel.wgsl"), lab_file("01_first_kernel", "starter.wgsl"));
    let hint = |number: usize| {
        let said = desk.run(&["labs", "hint", "01_first_kernel"]).ended(0);
        assert!(said.out.contains(&format!("Hint {number} of 3")), "{said:?}");
    };
    (1..=3).for_each(hint);
    let said = desk.run(&["labs", "hint", "01_first_kernel"]).ended(0);
    assert!(said.out.contains("These are all hints"), "{said:?}");
    desk.write("01_first_kernel/kernel.rs", "mine");
    for number in 1..=2 {
        desk.run(&["labs", "reset", "01_first_kernel"]).ended(0);
        assert_eq!(desk.read("01_first_kernel/kernel.rs"), starter);
        assert!(desk.path(format!("01_first_kernel/kernel.rs.{number}")).exists());
    }
    assert_eq!(desk.read("01_first_kernel/kernel.rs.1"), "mine");
    hint(1);
}

#[test]
fn a_lab_of_a_course_stays_known() {
    let desk = Desk::new();
    desk.run(&["labs", "new", "course/17_mine"]).ended(0);
    for (arguments, dir) in [
        (["labs", "start", "course/17_mine", "--dir", "a"].as_slice(), "a"),
        (["labs", "start", "17", "--labs", "course", "--dir", "b"].as_slice(), "b"),
    ] {
        desk.run(arguments).ended(0);
        desk.run(&["labs", "hint", dir]).ended(0);
        desk.run(&["labs", "reset", dir]).ended(0);
    }
    // The lab's own folder is no place to work in.
    let course = desk.path("course");
    let said =
        desk.command(&["labs", "start", "17_mine", "--labs", "."]).current_dir(course).output();
    assert_eq!(said.expect("starts").status.code(), Some(1));
    assert!(!desk.path("course/17_mine/kernel.rs").exists());
}

#[test]
fn watch_grades_whenever_it_is_saved() {
    let desk = Desk::new();
    desk.run(&["labs", "start", "01", "--dir", "mine"]).ended(0);
    let mut child = desk
        .command(&["labs", "watch", "mine"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    let mut lines = BufReader::new(child.stdout.take().expect("is piped")).lines();
    let mut until = |wanted: &str| {
        let mut said = String::new();
        for line in lines.by_ref().map_while(Result::ok) {
            said += &format!("{line}\n");
            if line.contains(wanted) {
                return said;
            }
        }
        panic!("it ended without {wanted:?}: {said}");
    };
    let said = until("Waiting for");
    assert!(said.contains("✗ Nothing outside the arrays"), "{said}");
    // A text that cannot be read, one that is empty, one that is no kernel: it goes on.
    for (text, expected) in
        [(b"\xff\xfe".as_slice(), "not UTF-8"), (b"  ", "empty"), (b"fn (", "cannot be run")]
    {
        desk.write("mine/kernel.rs", text);
        let said = until("Waiting for");
        assert!(said.contains(expected), "{said}");
    }
    // Some editors remove the file before they write it.
    std::fs::remove_file(desk.path("mine/kernel.rs")).expect("is there");
    std::thread::sleep(std::time::Duration::from_millis(600));
    desk.write("mine/kernel.rs", lab_file("01_first_kernel", "solution.rs"));
    until("All checks pass");
    assert_eq!(child.wait().expect("ends").code(), Some(0));
}

#[test]
fn what_cannot_be_done_is_said_with_the_way_on() {
    let desk = Desk::new();
    desk.write("17_a/lab.toml", "");
    desk.write("twins/17_a/lab.toml", "");
    desk.write("twins/17_b/lab.toml", "");
    desk.write("plain/x.txt", "");
    desk.write("odd/warpbench-lab.toml", "lab = 7");
    desk.write("gone/warpbench-lab.toml", "lab = \"99_gone\"\nfile = \"kernel.rs\"\nhints = 0\n");
    let check = |arguments: &[&str], expected: &[&str]| {
        let said = desk.run(arguments).ended(1);
        for expected in expected {
            assert!(
                said.error.contains(expected),
                "{arguments:?} says {:?}, not {expected:?}",
                said.error
            );
        }
    };
    check(&["labs"], &["list"]);
    check(&["labs", "start"], &["<LAB>"]);
    check(&["labs", "start", "99"], &["no lab `99`", "01_first_kernel"]);
    check(&["labs", "start", "../01"], &["no lab"]);
    check(&["labs", "start", "plain"], &["no lab.toml", "labs new"]);
    check(&["labs", "start", "17", "--labs", "twins"], &["17_a, 17_b", "whole name"]);
    check(&["labs", "start", "1", "--labs", "nowhere"], &["nowhere", "cannot read"]);
    check(&["labs", "start", "1", "--language", "cuda"], &["rust", "wgsl"]);
    check(&["labs", "start", "17_a"], &["17_a", "missing field"]);
    for command in ["watch", "hint", "reset"] {
        check(&["labs", command, "plain"], &["no folder of a lab", "labs start"]);
        check(&["labs", command, "nowhere"], &["no folder of a lab", "labs start"]);
        check(&["labs", command, "odd"], &["cannot be understood", "labs start"]);
        check(&["labs", command, "gone"], &["99_gone", "--labs"]);
    }
    desk.write("notes/README.md", "mine");
    check(&["labs", "start", "1", "--dir", "notes"], &["README.md is there already", "--dir"]);
    assert_eq!(desk.read("notes/README.md"), "mine");
    desk.run(&["labs", "start", "1", "--dir", "begun"]).ended(0);
    check(&["labs", "start", "1", "--dir", "begun"], &["labs reset begun"]);
    let note = desk.read("begun/warpbench-lab.toml").replace("kernel.rs", "../notes/README.md");
    desk.write("begun/warpbench-lab.toml", note);
    check(&["labs", "reset", "begun"], &["no name of a file in it"]);
    check(&["labs", "new", "plain"], &["is there already"]);
    check(&["labs", "new"], &["<DIR>"]);
    check(&["labs", "package", "1"], &["--for"]);
    check(&["labs", "package", "1", "--for", "moodle"], &["gradescope", "classroom"]);
}

#[test]
fn a_lab_without_the_other_language_says_so() {
    let desk = Desk::new();
    desk.run(&["labs", "new", "17_mine"]).ended(0);
    let said = desk.run(&["labs", "start", "17_mine", "--dir", "w", "--language", "wgsl"]).ended(1);
    assert!(said.error.contains("not made for that language"), "{said:?}");
    let file = desk.path("17_mine/solution.rs");
    desk.run(&["grade", "17_mine", &file.to_string_lossy()]).ended(0);
    desk.write("k.wgsl", lab_file("01_first_kernel", "solution.wgsl"));
    let said = desk.run(&["grade", "17_mine", "k.wgsl"]).ended(2);
    assert!(
        said.out.contains("not made for the language") && said.out.contains("starter.rs"),
        "{said:?}"
    );
}

#[test]
fn all_labs_are_sound() {
    let desk = Desk::new();
    let said = desk.run(&["labs", "check"]);
    for name in lab_names() {
        assert!(said.out.contains(&format!("{name}: sound")), "{}", said.out);
    }
    said.ended(0);
    // By number, by name, by folder, from inside; and one that is not sound.
    desk.run(&["labs", "new", "mine"]).ended(0);
    let first = labs().join("01_first_kernel");
    desk.run(&["labs", "check", "2", "03_coalesce_a_copy", &first.to_string_lossy(), "mine"])
        .ended(0);
    let inside = desk.command(&["labs", "check", "."]).current_dir(desk.path("mine")).output();
    assert_eq!(inside.expect("starts").status.code(), Some(0));
    desk.write("mine/starter.rs", desk.read("mine/solution.rs"));
    let said = desk.run(&["labs", "check", "mine", "1"]).ended(2);
    assert!(said.out.contains("mine: not sound") && said.out.contains("nothing to do"), "{said:?}");
    assert!(said.out.contains("1: sound"), "{said:?}");
    desk.run(&["labs", "check", "nowhere"]).ended(2);
}
