//! Submissions that want to do harm, through the command line: each is a failed result
//! with a reason, soon, and none disturbs another or looks better than it is.

#[path = "../../../host/lab/tests/hostile/texts.rs"]
mod texts;

use super::support::{Desk, lab_file, rows};
use std::time::{Duration, Instant};

/// What nothing that is written may contain.
fn does_something(c: char) -> bool {
    c.is_control() && c != '\n' || ('\u{202a}'..='\u{202e}').contains(&c)
}

#[test]
fn a_class_of_harm_disturbs_nobody() {
    let desk = Desk::new();
    for (number, texts::Hostile { ending, text, .. }) in texts::all().into_iter().enumerate() {
        desk.write(format!("class/{number:03}.{ending}"), text);
    }
    // Between them are some who are right.
    for number in ["000a", "020a", "040a", "060a", "zzz"] {
        desk.write(format!("class/{number}.rs"), lab_file("01_first_kernel", "solution.rs"));
    }
    let said = desk.run(&["grade", "1", "--dir", "class", "--out", "out"]).ended(0);
    assert!(said.out.contains("5 of "), "{said:?}");
    let table = rows(&desk.read("out/results.csv"));
    for row in &table[1..] {
        let is_right = row[0].contains('a') || row[0].starts_with("zzz");
        assert_eq!(row[6] == "yes", is_right, "{row:?}");
    }
    for (name, bytes) in desk.files("out") {
        let text = String::from_utf8(bytes).expect("UTF-8");
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        assert!(!text.contains(does_something), "{name}");
        assert!(text.len() < 2 << 20, "{name} has {} bytes", text.len());
    }
}

#[test]
fn each_ends_soon_and_with_a_reason_in_every_format() {
    let desk = Desk::new();
    let mut slowest = (Duration::ZERO, "");
    for (number, texts::Hostile { name, ending, text }) in texts::all().into_iter().enumerate() {
        let file = format!("kernel.{ending}");
        desk.write(&file, text);
        let format = ["text", "json", "gradescope", "junit", "classroom"][number % 5];
        let started = Instant::now();
        let said = desk.run(&["grade", "1", &file, "--format", format]).ended(2);
        slowest = slowest.max((started.elapsed(), name));
        assert!(started.elapsed() < Duration::from_secs(10), "{name}: {:?}", started.elapsed());
        assert!(!said.out.contains(does_something), "{name}: {}", said.out);
        assert!(said.out.len() > 100 && said.out.len() < 64 << 10, "{name}: {}", said.out);
        assert!(!said.out.contains("100 of 100 points"), "{name}: {}", said.out);
        assert!(!said.out.contains("please report"), "{name}: {}", said.out);
    }
    println!("the slowest was {:?}", slowest);
}
