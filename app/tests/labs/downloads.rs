//! What platforms make of a class when it is downloaded, and the tables that go back.

use super::support::{Desk, lab_file, rows};

const LAB: &str = "01_first_kernel";

/// Grades a class of these files, each right or a starter, and returns a table.
fn graded(files: &[(&str, bool)], table: &str) -> Vec<Vec<String>> {
    let desk = Desk::new();
    for (name, is_right) in files {
        let text = lab_file(LAB, if *is_right { "solution.rs" } else { "starter.rs" });
        desk.write(format!("class/{name}"), text);
    }
    desk.run(&["grade", "1", "--dir", "class", "--out", "out", "--assignment", "Lab 1 (77)"])
        .ended(0);
    rows(&desk.read(format!("out/{table}")))
}

/// The columns that `GradebookImporter` of Canvas looks for, in its order.
const CANVAS: [&str; 5] = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"];

#[test]
fn canvas_takes_its_own_download_back() {
    let files = [
        ("doejane_4711_9001_kernel.rs", true),
        ("doejane_4711_9002_notes.txt", false),
        ("roemax_LATE_4712_9003_kernel-1.rs", false),
    ];
    let rows = graded(&files, "canvas.csv");
    assert_eq!(rows[0][..5], CANVAS);
    assert_eq!(rows[0][5], "Lab 1 (77)");
    assert!(rows[1][0].contains("Points Possible") && rows[1][5] == "100", "{rows:?}");
    assert_eq!(rows.len(), 4, "one line for each student: {rows:?}");
    assert_eq!(rows[2], ["doejane", "4711", "", "", "", "100"]);
    assert_eq!(rows[3][..2], ["roemax", "4712"]);
    let table = graded(&files, "results.csv");
    assert_eq!(table[2][..4], ["roemax_LATE_4712_9003_kernel-1.rs", "roemax", "4712", "late"]);
}

#[test]
fn canvas_takes_files_named_by_logins() {
    let rows = graded(&[("jdoe.rs", true), ("mroe/kernel.rs", false)], "canvas.csv");
    assert_eq!(rows[2], ["jdoe", "", "", "jdoe", "", "100"]);
    assert_eq!(rows[3][..4], ["mroe", "", "", "mroe"]);
}

/// The columns without which `assignfeedback_offline_grade_importer` of Moodle refuses
/// a worksheet, and the one that feedback is read from.
const MOODLE: [&str; 4] = ["Identifier", "Grade", "Last modified (grade)", "Feedback comments"];

#[test]
fn moodle_takes_its_own_download_back() {
    let rows = graded(
        &[
            ("Jane Doe_4711_assignsubmission_file_/kernel.rs", true),
            ("Jane Doe_4711_assignsubmission_onlinetext_/onlinetext.html", true),
            ("Max Röe_4712_assignsubmission_file_kernel.rs", false),
        ],
        "moodle.csv",
    );
    let column = |name: &str| rows[0].iter().position(|head| head == name).expect(name);
    let [id, grade, _, feedback] = MOODLE.map(column);
    assert!(id > 0 || feedback > 0);
    assert_eq!(rows.len(), 3, "{rows:?}");
    // Moodle takes the number from behind this word.
    assert_eq!((rows[1][id].as_str(), rows[1][grade].as_str()), ("Participant 4711", "100"));
    assert_eq!(rows[2][id], "Participant 4712");
    assert_eq!(rows[2][column("Full name")], "Max Röe");
    assert!(rows[2][feedback].contains("Nothing outside the arrays"), "{rows:?}");
    // Feedback is shown as HTML.
    assert!(!rows[2][feedback].contains('<'), "{rows:?}");
}

#[test]
fn gradescope_says_whose_folders_they_are() {
    let desk = Desk::new();
    desk.write("class/submission_12/kernel.rs", lab_file(LAB, "solution.rs"));
    desk.write("class/submission_13/src/a.rs", lab_file(LAB, "starter.rs"));
    desk.write(
        "class/submission_metadata.yml",
        "---\nsubmission_12:\n  :submitters:\n  - :name: Ada Lovelace\n    :sid: '0815'\n  :score: 1\n",
    );
    desk.run(&["grade", "1", "--dir", "class", "--out", "out"]).ended(0);
    let rows = rows(&desk.read("out/results.csv"));
    assert_eq!(rows.len(), 3, "{rows:?}");
    assert_eq!(rows[1][..3], ["submission_12", "Ada Lovelace", "0815"]);
    assert_eq!(rows[2][..3], ["submission_13", "", ""]);
}

/// Names that a spreadsheet, a terminal, a browser or a file system would act on.
#[cfg(unix)]
#[test]
fn names_do_no_harm() {
    use std::os::unix::ffi::OsStrExt;
    let desk = Desk::new();
    let names: [&[u8]; 12] = [
        b"=HYPERLINK(\"http:\\x\").rs",
        b"+1+cmd.rs",
        b"-2.rs",
        b"@SUM(A1).rs",
        b"a;=1+1.rs",
        b"a,\"=2\".rs",
        b"\x1b[2J\x1b]0;x\x07.rs",
        b"new\nline,1,2.rs",
        b"tab\t=3.rs",
        b"\xff\xfe.rs",
        "\u{202e}sr.rs".as_bytes(),
        b"<script>alert(1)<!--.rs",
    ];
    for name in names {
        let path = desk.path("class").join(std::ffi::OsStr::from_bytes(name));
        std::fs::create_dir_all(desk.path("class")).expect("a folder");
        std::fs::write(path, lab_file(LAB, "starter.rs")).expect("is written");
    }
    // A name as long as it may be, and two that differ only in what is not shown.
    desk.write(format!("class/{}.rs", "x".repeat(250)), "fn f() {}");
    desk.write("class/a\u{7}.rs", "fn f() {}");
    desk.write("class/a\u{8}.rs", "fn f() {}");
    let said = desk.run(&["grade", "1", "--dir", "class", "--out", "out", "--similar"]).ended(0);
    assert!(said.out.contains("of 15 submissions"), "{said:?}");
    assert!(!said.out.contains('\u{1b}') && !said.error.contains('\u{1b}'), "{said:?}");
    for (name, bytes) in desk.files("out") {
        let text = String::from_utf8(bytes).expect("UTF-8");
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let harmful =
            |c: char| c.is_control() && c != '\n' || ('\u{202a}'..='\u{202e}').contains(&c);
        assert!(!text.contains(harmful), "{name}: {text}");
        assert!(
            !name
                .contains(|c: char| !c.is_ascii_graphic() || "/\\:*?\"<>|".contains(c) && c != '/'),
            "{name}"
        );
        if !name.ends_with(".csv") {
            continue;
        }
        let rows = rows(text);
        assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{name}: {rows:?}");
        for separator in [',', ';', '\t', '|'] {
            for cell in text.lines().flat_map(|line| line.split(separator)) {
                let cell = cell.trim_matches(['"', ' ']);
                let is_formula =
                    cell.starts_with(['=', '+', '@']) || cell.starts_with('-') && cell.len() > 1;
                assert!(!is_formula, "{name}: {cell}");
            }
        }
    }
    assert_eq!(rows(&desk.read("out/results.csv")).len(), 16);
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    let desk = Desk::new();
    desk.write("secret.rs", lab_file(LAB, "solution.rs"));
    desk.write("class/ada/notes.txt", "");
    let link = |from: &str| std::os::unix::fs::symlink(desk.path("secret.rs"), desk.path(from));
    link("class/ada/kernel.rs").expect("a link");
    link("class/bob.rs").expect("a link");
    std::os::unix::fs::symlink(desk.path("."), desk.path("class/ada/up")).expect("a link");
    let made = std::process::Command::new("mkfifo").arg(desk.path("class/pipe.rs")).status();
    let has_pipe = made.is_ok_and(|status| status.success());
    desk.run(&["grade", "1", "--dir", "class", "--out", "out"]).ended(0);
    let rows = rows(&desk.read("out/results.csv"));
    let remark = |name: &str| rows.iter().find(|row| row[0] == name).expect(name)[10].clone();
    assert!(remark("ada").contains("no file of Rust"), "{rows:?}");
    assert!(remark("bob.rs").contains("link"), "{rows:?}");
    if has_pipe {
        assert!(remark("pipe.rs").contains("not a file"), "{rows:?}");
    }
}
