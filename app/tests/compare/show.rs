//! What is made of result files.

use super::Desk;
use warpbench_compare::results::{Check, Outcome};
use warpbench_compare::write;

const RUN: &str = "compare --devices cpu --suite vecadd,saxpy,copy --sizes 3000 --repeat 40";

/// A desk with a run and the same one from another machine.
fn desk() -> Desk {
    let desk = Desk::new();
    desk.run(&format!("{RUN} --out a.json"), 0);
    let mut other = desk.results("a.json");
    other.run.id = "another".to_owned();
    other.machine.name = "elsewhere".to_owned();
    desk.write("b.json", &write(&other).expect("it makes sense"));
    desk
}

/// Rows of tables that are about a kernel, without the remarks below them.
fn rows_of(text: &str, kernel: &str) -> usize {
    text.lines().filter(|line| line.split_whitespace().next() == Some(kernel)).count()
}

#[test]
fn files_are_shown_in_every_form() {
    let desk = desk();
    let text = desk.run("compare show a.json b.json", 0);
    assert_eq!(rows_of(&text, "vecadd"), 2, "{text}");
    assert!(text.contains("· elsewhere"), "{text}");
    desk.run("compare show a.json b.json --csv t.csv --markdown t.md --html t.html", 0);
    assert_eq!(desk.read("t.csv").lines().count(), 1 + 2 * 7);
    assert!(desk.read("t.csv").starts_with("function,num_times,n_elements,sizeof,"));
    assert!(desk.read("t.md").contains("| vecadd"));
    assert!(desk.read("t.html").starts_with("<!doctype html>"));
    // A copy of a run counts once.
    let text = desk.run("compare show a.json a.json", 0);
    assert_eq!(rows_of(&text, "vecadd"), 1, "{text}");
}

#[test]
fn a_planted_slowdown_fails_and_the_same_run_does_not() {
    let desk = desk();
    let text = desk.run("compare show a.json --baseline a.json", 0);
    assert!(text.contains("0 of 7 kernels are more than 10 % slower"), "{text}");
    let mut slow = desk.results("a.json");
    slow.run.id = "slow".to_owned();
    for record in slow.measurements.iter_mut().filter(|record| record.kernel == "saxpy") {
        if let Outcome::Measured(measured) = &mut record.outcome {
            measured.samples.iter_mut().for_each(|seconds| *seconds *= 3.0);
        }
    }
    desk.write("slow.json", &write(&slow).expect("it makes sense"));
    let text = desk.run("compare show slow.json --baseline a.json --fail-over 10%", 1);
    assert!(text.lines().nth(1).is_some_and(|line| line.starts_with("saxpy")), "{text}");
    assert!(text.contains("1 of 7 kernels are more than 10 % slower"), "{text}");
    desk.run("compare show slow.json --baseline a.json --fail-over 900%", 0);
    // What is wrong now has no time, and is no less a reason to fail.
    for record in slow.measurements.iter_mut().filter(|record| record.kernel == "saxpy") {
        record.outcome = Outcome::Wrong(Check { max_error: Some(1.0), tolerance: 0.0 });
    }
    desk.write("wrong.json", &write(&slow).expect("it makes sense"));
    let text = desk.run("compare show wrong.json --baseline a.json", 2);
    assert!(text.contains("saxpy at 3,000 on ") && text.contains("is WRONG now"), "{text}");
    // A comparison of nothing with nothing has not succeeded.
    slow.measurements.clear();
    desk.write("none.json", &write(&slow).expect("it makes sense"));
    let text = desk.run("compare show none.json --baseline a.json", 1);
    assert!(text.contains("nothing is compared"), "{text}");
    assert!(text.contains("vecadd, saxpy"), "{text}");
}

#[test]
fn mistakes_are_named_with_their_place() {
    let desk = desk();
    let check = |name: &str, text: &str, expected: &str| {
        desk.write(name, text);
        let said = desk.run(&format!("compare show {name}"), 1);
        assert!(said.contains(name) && said.contains(expected), "{expected:?} in {said}");
    };
    let good = desk.read("a.json");
    check("cut.json", &good[..good.len() - 40], "line ");
    check("newer.json", &good.replace("\"version\": 1", "\"version\": 9"), "newer warpbench");
    check("other.json", "{\"name\": \"x\"}", "no result file");
    check("empty.json", "", "line 1");
    check(
        "changed.json",
        &good.replacen("\"device\": \"cpu-0\"", "\"device\": \"gpu\"", 1),
        "measurements[0].device",
    );
    let check = |line: &str, expected: &str| {
        let said = desk.run(line, 1);
        assert!(said.contains(expected), "{expected:?} in {said}");
    };
    check("compare show gone.json", "gone.json");
    check("compare show", "FILE");
    check("compare show a.json --fail-over 5%", "--baseline");
    check("compare show a.json --baseline a.json --fail-over much", "is no share");
    check("compare show a.json --html no/such/page.html", "cannot be written");
    // What is read stays as it is, and what is written is written once.
    check("compare show a.json --csv a.json", "would be written over");
    check("compare show --html a.json a.json", "would be written over");
    check("compare show a.json --baseline b.json --csv b.json", "would be written over");
    check("compare show a.json --html p.html --csv ./p.html", "would be written over");
    assert_eq!(desk.read("a.json"), good);
    desk.write("notes.toml", "[[note]]\nkernel = 'nosuch'\nabout = 'apis'\ntext = ''\n");
    check("compare show a.json --html p.html --notes notes.toml", "no kernel named `nosuch`");
}
