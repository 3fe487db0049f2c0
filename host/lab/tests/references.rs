//! What results are held against besides the lab's solution, and what failures tell.

use std::collections::BTreeMap;
use std::io::{Error, ErrorKind};
use std::path::Path;
use std::time::Duration;
use warpbench_case::Files;
use warpbench_front::Source;
use warpbench_lab::grade::Grader;
use warpbench_lab::lab::Lab;
use warpbench_lab::outcome::{CheckOutcome, Status};
use warpbench_lab::{Clock, Limits};

/// Files that are texts of this test.
struct Texts(BTreeMap<&'static str, String>);

impl Files for Texts {
    fn len(&self, path: &Path) -> std::io::Result<u64> {
        self.read(path).map(|bytes| bytes.len() as u64)
    }

    fn read(&self, path: &Path) -> std::io::Result<Vec<u8>> {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = self.0.get(name.as_str()).ok_or(Error::from(ErrorKind::NotFound))?;
        Ok(text.clone().into_bytes())
    }
}

const LAB: &str = r#"
title = "Sums"
level = "beginner"
minutes = 5
learn = ["to add"]
entry = "vecadd"
size = { n = 100 }
[launch]
grid = ["ceil(n / 32)"]
block = [32]
scalars = { n = "n" }
[[buffer]]
name = "a"
type = "f32"
len = "n"
fill = { whole = 10 }
[[buffer]]
name = "b"
type = "f32"
len = "n"
fill = { whole = 10 }
[[buffer]]
name = "c"
type = "f32"
len = "n"
fill = { value = -7 }
result = true
tolerance = 0
"#;

/// What `c[i]` becomes, and where the guard is.
fn kernel(guard: &str, value: &str) -> String {
    format!(
        "use cuda_std::prelude::*;

#[kernel]
pub unsafe fn vecadd(a: *const f32, b: *const f32, c: *mut f32, n: u32) {{
    let i = (thread::block_idx_x() * 32 + thread::thread_idx_x()) as usize;
    if {guard} {{
        *c.add(i) = {value};
    }}
}}
"
    )
}

const NO_CLOCK: Clock<'static> = Clock { elapsed: &|| Duration::ZERO, go_on: &|| true };

/// The lab with this check, and a file of values.
fn grader(check: &str, values: &str) -> Result<Grader, String> {
    with(check, values, &kernel("i < n as usize", "*a.add(i) + *b.add(i)"))
}

/// The same with another solution.
fn with(check: &str, values: &str, solution: &str) -> Result<Grader, String> {
    let lab = format!("{LAB}[[check]]\nname = \"It\"\npoints = 100\n{check}\n");
    let solution = solution.to_owned();
    let texts = Texts(BTreeMap::from([
        ("lab.toml", lab),
        ("README.md", "# Sums".to_owned()),
        ("solution.rs", solution.clone()),
        ("starter.rs", solution),
        ("values.toml", values.to_owned()),
    ]));
    let lab = Lab::load(Path::new("sums"), None, &texts).map_err(|error| error.to_string())?;
    Grader::new(lab, Limits::default()).map_err(|error| error.to_string())
}

fn graded(grader: &Grader, guard: &str, value: &str) -> CheckOutcome {
    let source = Source { path: "own.rs".to_owned(), text: kernel(guard, value) };
    let mut graded = grader.grade("own", &source, &NO_CLOCK);
    assert_eq!(graded.refused, None);
    graded.checks.remove(0)
}

const VALUES: &str = "size = { n = 3 }\n[given]\na = [1, 2, 3.5]\nb = [0.25, 5, 6]\n[expected]\n\
                      c = [1.25, 7, 9.5]\n";

#[test]
fn families_and_files_say_what_is_right() {
    let checks = [
        "results = { sizes = [{ n = 1 }, { n = 100 }], seeds = 2 }",
        "results = { sizes = [{ n = 1 }, { n = 100 }], against = { family = \"vecadd\" } }",
        "results = { against = { cases = [\"values.toml\"] } }",
    ];
    for check in checks {
        let grader = grader(check, VALUES).unwrap_or_else(|error| panic!("{check}: {error}"));
        let right = graded(&grader, "i < n as usize", "*a.add(i) + *b.add(i)");
        assert_eq!(right.status, Status::Passed, "{check}: {}", right.seen);
        let wrong = graded(&grader, "i < n as usize", "*a.add(i) - *b.add(i)");
        assert_eq!(wrong.status, Status::Failed, "{check}");
    }
}

#[test]
fn references_that_do_not_fit_are_refused() {
    let check = |check: &str, values: &str, expected: &str| {
        let said = grader(check, values).map(drop).expect_err(check);
        assert!(said.contains(expected), "{check}: {said}");
    };
    let cases = "results = { against = { cases = [\"values.toml\"] } }";
    check(
        "results = { sizes = [{ n = 1 }], against = { family = \"vecsub\" } }",
        VALUES,
        "no kernel named `vecsub`",
    );
    check("results = { sizes = [{ n = 1 }], against = { family = \"matmul\" } }", VALUES, "no `m`");
    check(
        "results = { sizes = [{ n = 1 }], against = { family = \"saxpy\" } }",
        VALUES,
        "no buffer",
    );
    check("results = { sizes = [] }", VALUES, "no size");
    check("results = { against = { cases = [] } }", VALUES, "names no file");
    check("results = { against = { cases = [\"other.toml\"] } }", VALUES, "no such file");
    check(
        "results = { sizes = [{ n = 1 }], against = { cases = [\"values.toml\"] } }",
        VALUES,
        "own",
    );
    check(cases, "size = { m = 3 }\n[expected]\nc = [1]\n", "must have the numbers");
    check(cases, "size = { n = 1 }\n[expected]\nd = [1]\n", "no buffer `d`");
    check(cases, "size = { n = 1 }\n[expected]\n", "nothing is expected");
    check(cases, "size = { n = 1 }\n[expected]\nc = [1, 2]\n", "2 values are expected");
    check(
        cases,
        "size = { n = 2 }\n[given]\na = [1]\n[expected]\nc = [1, 2]\n",
        "is given 1 values",
    );
}

#[test]
fn failures_tell_what_was_seen_and_where() {
    let results = "results = { sizes = [{ n = 100 }] }";
    let findings = "findings = { none = [\"bounds\"], sizes = [{ n = 100 }] }";
    let counters = "counters = { that = \"c.stores.words == n\", sizes = [{ n = 100 }] }";
    let sum = "*a.add(i) + *b.add(i)";
    let wrong = "*a.add(i) + *b.add(i) + (i / 40) as f32";
    // The block, the thread and the line that it must name, and words of what it says.
    let check =
        |check: &str, (guard, value): (&str, &str), place: (Option<u32>, u32, u32), words| {
            let outcome = graded(&grader(check, VALUES).expect(check), guard, value);
            assert_eq!(outcome.status, Status::Failed, "{check} {guard}");
            assert!(outcome.seen.contains(words), "{check} {guard}: {}", outcome.seen);
            let found = outcome.place.expect("has a place");
            assert_eq!(found.line, place.0, "{}", outcome.seen);
            if place.0.is_some() {
                assert_eq!(found.block, Some([place.1, 0, 0]), "{}", outcome.seen);
                assert_eq!(found.lanes.first(), Some(&place.2), "{}", outcome.seen);
                assert!(found.step.is_some(), "{}", outcome.seen);
            }
        };
    let tail = "i < n as usize";
    check(results, (tail, wrong), (Some(7), 1, 8), "wrote `c[40]` last at line 7");
    check(results, ("i > 0 && i < n as usize", sum), (None, 0, 0), "no thread writes `c[0]`");
    check(findings, ("i < 128", sum), (Some(7), 3, 4), "thread 4 of block 3");
    check(counters, ("i < 50", sum), (Some(7), 0, 0), "c.stores.words is 50");
}

#[test]
fn sizes_of_graders_are_not_told() {
    let texts = Texts(BTreeMap::from([
        (
            "lab.toml",
            format!(
                "{LAB}[[check]]\nname = \"It\"\npoints = 100\nresults = {{ sizes = [{{ n = 32 }}] }}\n"
            ),
        ),
        ("hidden.toml", "seed = 5\nsizes = [{ n = 77 }]\n".to_owned()),
        ("README.md", "# Sums".to_owned()),
        ("solution.rs", kernel("i < n as usize", "*a.add(i) + *b.add(i)")),
        ("starter.rs", kernel("i < 32", "0.0")),
    ]));
    let lab = Lab::load(Path::new("sums"), Some(Path::new("kept")), &texts).expect("loads");
    let grader = Grader::new(lab, Limits::default()).expect("runs");
    let outcome = graded(&grader, "i < 32", "*a.add(i) + *b.add(i)");
    assert_eq!(outcome.status, Status::Failed);
    let said = format!("{outcome:?}");
    assert!(!said.contains("77"), "{said}");
    assert!(outcome.asked.contains("1 more that the graders keep"), "{}", outcome.asked);
}

#[test]
fn claims_can_be_about_a_function_or_a_buffer() {
    let text = "use cuda_std::prelude::*;

unsafe fn get(from: *const f32, i: usize) -> f32 {
    *from.add(i)
}

#[kernel]
pub unsafe fn vecadd(a: *const f32, b: *const f32, c: *mut f32, n: u32) {
    let i = (thread::block_idx_x() * 32 + thread::thread_idx_x()) as usize;
    if i < n as usize {
        *c.add(i) = get(a, i) + get(b, i) + *a.add(0) * 0.0;
    }
}
";
    let check = |that: &str, expected: Status| {
        let check = format!("counters = {{ that = \"{that}\", sizes = [{{ n = 100 }}] }}");
        let grader = with(&check, VALUES, text).unwrap_or_else(|error| panic!("{that}: {error}"));
        let source = Source { path: "own.rs".to_owned(), text: text.to_owned() };
        let graded = grader.grade("own", &source, &NO_CLOCK);
        assert_eq!(graded.checks[0].status, expected, "{that}: {}", graded.checks[0].seen);
    };
    check("loads.words == 3 * n", Status::Passed);
    check("get.loads.words == 2 * n", Status::Passed);
    check("get.a.loads.words == n && get.b.words == n", Status::Passed);
    check("vecadd.loads.words == n && vecadd.stores.words == n", Status::Passed);
    check("vecadd.a.words == n && vecadd.b.words == 0", Status::Passed);
    check("get.sectors <= 2 * n / 8 + 8", Status::Passed);
    check("get.loads.words == 3 * n", Status::Failed);
    check("a.words == n", Status::Failed);
    check("get.words_wanted == n", Status::Failed);
    // Who misspells a name is told before anybody is graded.
    let refused =
        with("counters = { that = \"got.words <= n\", sizes = [{ n = 100 }] }", VALUES, text);
    let said = refused.map(drop).expect_err("there is no such function");
    assert!(said.contains("`got` is no buffer"), "{said}");
}
