//! `warpbench grade LAB --dir … --out …`: a class, its parts, and its tables.

use super::support::{Desk, lab_file, rows};
use std::collections::BTreeSet;

const LAB: &str = "01_first_kernel";

/// What must not depend on who graded what: all but what says where a part ends.
fn tables(desk: &Desk, out: &str) -> Vec<(String, Vec<u8>)> {
    desk.files(out).into_iter().filter(|(name, _)| !name.ends_with(".part")).collect()
}

#[test]
fn a_class_is_the_same_for_any_threads_and_parts() {
    let desk = Desk::new();
    desk.class("class", 13);
    // One bad submission among them disturbs no other.
    desk.write("class/bad.rs", "fn f() { loop {} ");
    desk.write("class/empty.rs", "");
    desk.write("class/deep.rs", "(".repeat(200_000));
    let grade = |out: &str, more: &[&str]| {
        desk.run(&[&["grade", "1", "--dir", "class", "--out", out], more].concat()).ended(0)
    };
    let said = grade("one", &["--jobs", "1"]);
    assert!(said.out.contains("5 of 16 submissions pass"), "{said:?}");
    assert!(said.error.contains("16 of 16 graded"), "{said:?}");
    let one = tables(&desk, "one");
    assert_eq!(one.len(), 16 + 6, "{:?}", one.iter().map(|(name, _)| name).collect::<Vec<_>>());
    grade("four", &["--jobs", "4"]);
    assert!(tables(&desk, "four") == one);
    for parts in [2, 3] {
        let names: Vec<String> = (1..=parts).map(|part| format!("{parts}-{part}")).collect();
        for (name, part) in names.iter().zip(1..) {
            grade(name, &["--shard", &format!("{part}/{parts}")]);
        }
        let out = format!("{parts}-all");
        let mut arguments = vec!["grade", "merge", "1"];
        arguments.extend(names.iter().rev().map(String::as_str));
        arguments.extend(["--out", &out]);
        let said = desk.run(&arguments).ended(0);
        assert!(said.out.contains("5 of 16 submissions pass"), "{said:?}");
        assert!(tables(&desk, &out) == one, "{parts}");
    }
    // A part that is missing is no whole class.
    let said = desk.run(&["grade", "merge", "1", "2-1", "--out", "half"]).ended(1);
    assert!(said.error.contains("8 of 16 submissions are in no part"), "{said:?}");
    assert!(said.error.contains("--resume"), "{said:?}");
    // Parts may share a folder.
    grade("shared", &["--shard", "1/2"]);
    grade("shared", &["--shard", "2/2"]);
    desk.run(&["grade", "merge", "1", "shared", "--out", "shared-all"]).ended(0);
    assert!(tables(&desk, "shared-all") == one);
}

#[test]
fn parts_of_different_classes_are_not_merged() {
    let desk = Desk::new();
    desk.class("class", 3);
    let grade = |lab: &str, out: &str, part: &str| {
        desk.run(&["grade", lab, "--dir", "class", "--out", out, "--shard", part]).ended(0);
    };
    desk.run(&["labs", "new", "mine"]).ended(0);
    grade("mine", "a", "1/2");
    desk.write("mine/README.md", "# Another task\n");
    grade("mine", "b", "2/2");
    let said = desk.run(&["grade", "merge", "mine", "a", "b", "--out", "all"]).ended(1);
    assert!(said.error.contains("different texts of the lab"), "{said:?}");
    desk.write("class/new.rs", "x");
    grade("mine", "c", "1/2");
    let said = desk.run(&["grade", "merge", "mine", "c", "b", "--out", "all"]).ended(1);
    assert!(said.error.contains("different classes"), "{said:?}");
    let said = desk.run(&["grade", "merge", "1", "c", "--out", "all"]).ended(1);
    assert!(said.error.contains("results of the lab mine"), "{said:?}");
    // Points are those of the lab as it was when the parts were graded.
    desk.write("mine/README.md", "# A third task\n");
    let said = desk.run(&["grade", "merge", "mine", "c", "--out", "all"]).ended(1);
    assert!(said.error.contains("with other hidden checks"), "{said:?}");
    // Another lab's results are not lost.
    let said = desk.run(&["grade", "1", "--dir", "class", "--out", "c", "--resume"]).ended(1);
    assert!(said.error.contains("has results of the lab mine"), "{said:?}");
}

#[test]
fn resume_keeps_what_still_holds() {
    let desk = Desk::new();
    desk.class("class", 6);
    desk.run(&["labs", "new", "mine"]).ended(0);
    let grade_to = |out: &str, lab: &str, more: &[&str]| {
        desk.run(&[&["grade", lab, "--dir", "class", "--out", out], more].concat()).ended(0).out
    };
    let grade = |lab: &str, more: &[&str]| grade_to("out", lab, more);
    assert!(grade("1", &[]).contains("6 were graded now"));
    let before = tables(&desk, "out");
    assert!(grade("1", &["--resume"]).contains("0 were graded now"));
    assert!(tables(&desk, "out") == before);
    // A new text, a result that is not whole, a new student, one who has left.
    desk.write("class/student000.rs", "fn f() {}");
    desk.write("out/results/student001.rs.json", "{\"key\": \"student001.rs\", ");
    desk.write("class/zoe.rs", lab_file(LAB, "solution.rs"));
    std::fs::remove_file(desk.path("class/student005.rs")).expect("is there");
    let said = grade("1", &["--resume"]);
    assert!(said.contains("3 were graded now") && said.contains("of 6 submissions"), "{said}");
    assert!(!desk.path("out/results/student005.rs.json").exists());
    assert!(!desk.read("out/results.csv").contains("student005"));
    // The same lab with another text is graded again.
    assert!(grade_to("own", "mine", &["--resume"]).contains("6 were graded now"));
    desk.write("mine/README.md", "# Another task\n");
    assert!(grade_to("own", "mine", &["--resume"]).contains("6 were graded now"));
    assert!(grade_to("own", "mine", &[]).contains("6 were graded now"));
    // What was found alike stays for as long as it holds.
    grade("1", &["--resume", "--similar"]);
    assert!(desk.path("out/similar.csv").exists());
    grade("1", &["--resume"]);
    assert!(desk.path("out/similar.csv").exists());
    desk.write("class/zoe.rs", "fn f() {}");
    grade("1", &["--resume"]);
    assert!(!desk.path("out/similar.csv").exists());
}

#[test]
fn the_table_has_a_line_for_each_submission() {
    let desk = Desk::new();
    desk.class("class", 3);
    desk.write("class/no.rs", "fn (");
    desk.run(&["grade", "1", "--dir", "class", "--out", "out"]).ended(0);
    let text = desk.read("out/results.csv");
    assert!(text.starts_with('\u{feff}'), "spreadsheets know UTF-8 by its mark");
    let rows = rows(&text);
    let head: Vec<&str> = rows[0].iter().map(String::as_str).collect();
    assert_eq!(head[..7], ["submission", "student", "id", "late", "points", "of", "passed"]);
    assert_eq!(head.len(), 7 + 3 + 1);
    assert!(rows.iter().all(|row| row.len() == head.len()), "{rows:?}");
    let of =
        |name: &str| rows.iter().find(|row| row[0] == name).unwrap_or_else(|| panic!("{name}"));
    assert_eq!(of("student000.rs")[4..10], ["100", "100", "yes", "30", "40", "30"]);
    assert_eq!(of("student001.rs")[6], "no");
    assert_eq!(of("no.rs")[4..10], ["0", "100", "no", "0", "0", "0"]);
    assert!(!of("no.rs")[10].is_empty());
    let results: serde_json::Value =
        serde_json::from_str(&desk.read("out/results.json")).expect("JSON");
    assert_eq!(results.as_array().map(Vec::len), Some(4));
}

#[test]
fn the_same_program_is_found() {
    let desk = Desk::new();
    let solution = lab_file(LAB, "solution.rs");
    let renamed = solution.replace("input", "source").replace("    ", "\t");
    desk.write("class/ada.rs", &solution);
    desk.write("class/bob.rs", format!("// All my own work.\n{renamed}"));
    desk.write("class/carl.rs", solution.replace("BLOCK: usize = 256", "BLOCK: usize = 128"));
    desk.write("class/dora.rs", lab_file(LAB, "starter.rs"));
    desk.write("class/emil.rs", lab_file(LAB, "starter.rs"));
    desk.write("class/=fritz.rs", &solution);
    desk.write("class/empty1.rs", "");
    desk.write("class/empty2.rs", "");
    let said = desk.run(&["grade", "1", "--dir", "class", "--out", "out", "--similar"]).ended(0);
    assert!(said.out.contains("=fritz.rs = ada.rs = bob.rs"), "{said:?}");
    assert!(said.out.contains("2 are the starter"), "{said:?}");
    let pairs: BTreeSet<(String, String)> = rows(&desk.read("out/similar.csv"))
        .into_iter()
        .skip(1)
        .map(|row| (row[1].clone(), row[2].clone()))
        .collect();
    let expected = [("'=fritz.rs", "ada.rs"), ("'=fritz.rs", "bob.rs"), ("ada.rs", "bob.rs")];
    assert_eq!(pairs, expected.map(|(a, b)| (a.to_owned(), b.to_owned())).into());
    std::fs::remove_file(desk.path("class/bob.rs")).expect("is there");
    std::fs::remove_file(desk.path("class/=fritz.rs")).expect("is there");
    let said = desk.run(&["grade", "1", "--dir", "class", "--out", "out", "--similar"]).ended(0);
    assert!(said.out.contains("No two submissions are the same program"), "{said:?}");
}
