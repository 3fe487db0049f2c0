//! Submissions that want to do harm, through the command line: each is a failed result
//! with a reason, soon, and none disturbs another or looks better than it is.

#[path = "../../../host/lab/tests/hostile/texts.rs"]
mod texts;

use super::support::{Desk, Said, lab_file, rows};

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

/// Runs the program and returns the processor time that it and those that it started
/// took, in seconds: what a machine does besides is not theirs.
#[cfg(unix)]
fn timed(desk: &Desk, arguments: &[&str]) -> (Said, f64) {
    let program = desk.command(&[]).get_program().to_owned();
    let mut command = std::process::Command::new("bash");
    let script = "\"$@\"; code=$?; times >&2; exit $code";
    command.args(["-c", script, "bash"]).arg(program).args(arguments);
    let said = Said::of(command.current_dir(desk.path("")).output().expect("bash starts"));
    // The last line has the time of those that were started, as 0m1.250s 0m0.030s.
    let last = said.error.lines().last().expect("the times").to_owned();
    let seconds = last.split_whitespace().map(|time| {
        let (minutes, seconds) = time.trim_end_matches('s').split_once('m').expect("a time");
        let of = |text: &str| text.parse::<f64>().expect("a number");
        60.0 * of(minutes) + of(seconds)
    });
    (said, seconds.sum())
}

/// Windows keeps no account of processes that have ended, so there the limits of the
/// processes are trusted: that each ends, and with which reason, is seen all the same.
#[cfg(windows)]
fn timed(desk: &Desk, arguments: &[&str]) -> (Said, f64) {
    (desk.run(arguments), 0.0)
}

#[test]
fn each_ends_soon_and_with_a_reason_in_every_format() {
    const MOST_SECONDS: f64 = 10.0;
    let desk = Desk::new();
    let mut slowest = (0.0, "");
    let mut faults = Vec::new();
    for (number, texts::Hostile { name, ending, text }) in texts::all().into_iter().enumerate() {
        let file = format!("kernel.{ending}");
        desk.write(&file, text);
        let format = ["text", "json", "gradescope", "junit", "classroom"][number % 5];
        let (said, seconds) = timed(&desk, &["grade", "1", &file, "--format", format]);
        if seconds > slowest.0 {
            slowest = (seconds, name);
        }
        let is_bounded = said.out.len() > 100 && said.out.len() < 64 << 10;
        let is_forged = said.out.contains("100 of 100 points") || said.out.contains(does_something);
        let is_ours = ["the workbench failed at this text", "fault of the workbench"]
            .iter()
            .any(|words| said.out.contains(words));
        if said.code != Some(2) || seconds > MOST_SECONDS || !is_bounded || is_forged || is_ours {
            let start: String = said.out.chars().take(400).collect();
            faults.push(format!("{name}: {:?}, {seconds} s, {start}{}", said.code, said.error));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    println!("the slowest was {slowest:?}");
}
