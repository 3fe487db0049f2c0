//! Adds up what the test programs print.
//!
//! The counts come from the `test result:` lines, which libtest and
//! libtest-mimic write alike. The lines of single tests only give names: of
//! ignored tests, and of tests that passed because they skipped themselves.

use std::fmt;

/// The account of a whole run.
#[derive(Debug, Default)]
pub(crate) struct Summary {
    passed: usize,
    failed: usize,
    ignored: usize,
    /// The ignored tests whose names were printed.
    named_ignored: usize,
    passed_names: Vec<String>,
    skipped: Vec<Skipped>,
    /// The test program that runs now.
    running: Option<String>,
    /// Test programs that ended without a result, by a crash for example.
    unfinished: Vec<String>,
    /// How many of them were started by a cargo that has ended, and has failed.
    crashed: usize,
}

/// A test, or a part of one, that did not run.
#[derive(Debug)]
struct Skipped {
    name: String,
    reason: Option<String>,
}

impl Summary {
    /// Reads a line that cargo or a test program printed.
    pub(crate) fn read_line(&mut self, line: &str) {
        let line = without_colours(line);
        let line = line.trim();
        if let Some(program) = started_program(line) {
            self.unfinished.extend(self.running.replace(program.to_owned()));
        } else if let Some(result) = line.strip_prefix("test result: ") {
            self.running = None;
            self.passed += count(result, "passed");
            self.failed += count(result, "failed");
            self.ignored += count(result, "ignored");
        } else if let Some((name, outcome)) = outcome(line) {
            match outcome.split_once(", ").unwrap_or((outcome, "")) {
                ("ok", _) => self.passed_names.push(name.to_owned()),
                ("ignored", reason) => {
                    self.named_ignored += 1;
                    let reason = (!reason.is_empty()).then(|| reason.to_owned());
                    self.skipped.push(Skipped { name: name.to_owned(), reason });
                }
                _ => {}
            }
        }
    }

    /// Takes note that a cargo has ended. Only when it failed is a program without
    /// a result a failure; it may be no test runner at all.
    pub(crate) fn end(&mut self, succeeded: bool) {
        self.unfinished.extend(self.running.take());
        if succeeded {
            self.unfinished.truncate(self.crashed);
        }
        self.crashed = self.unfinished.len();
    }

    /// Reads the lines that skipping tests left behind. One about a test that
    /// the runner counts as passed moves it to the skipped ones; one about a
    /// part of a test, under a name of its own, is listed beside them.
    pub(crate) fn add_skips(&mut self, lines: &str) {
        for line in lines.lines() {
            let rest = line.strip_prefix("skipped: ");
            let Some((name, reason)) = rest.and_then(|rest| rest.split_once(": ")) else {
                continue;
            };
            if let Some(known) =
                self.skipped.iter_mut().find(|known| is_same_test(&known.name, name))
            {
                known.reason.get_or_insert_with(|| reason.to_owned());
                continue;
            }
            if let Some(at) = self.passed_names.iter().position(|passed| is_same_test(passed, name))
            {
                self.passed_names.swap_remove(at);
                self.passed = self.passed.saturating_sub(1);
            }
            self.skipped.push(Skipped { name: name.to_owned(), reason: Some(reason.to_owned()) });
        }
    }

    /// Tests that failed, and test programs that ended without a result.
    pub(crate) fn failed(&self) -> usize {
        self.failed + self.unfinished.len()
    }

    /// Ignored tests of which only the number is known.
    fn unnamed(&self) -> usize {
        self.ignored.saturating_sub(self.named_ignored)
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f)?;
        for program in &self.unfinished {
            writeln!(f, "ended without a result: {program}")?;
        }
        let skipped = self.skipped.len() + self.unnamed();
        if skipped > 0 {
            writeln!(f, "skipped:")?;
            for Skipped { name, reason } in &self.skipped {
                writeln!(
                    f,
                    "  {name}: {}",
                    reason.as_deref().unwrap_or("ignored, no reason given")
                )?;
            }
            if self.unnamed() > 0 {
                writeln!(f, "  {} more whose names were not printed", self.unnamed())?;
            }
            writeln!(f)?;
        }
        writeln!(f, "{} passed, {} failed, {skipped} skipped", self.passed, self.failed())
    }
}

/// What cargo says it runs: `Running unittests src/main.rs (target/…)` or
/// `Doc-tests warpbench_machine`.
fn started_program(line: &str) -> Option<&str> {
    if line.starts_with("Doc-tests ") {
        return Some(line);
    }
    let program = line.strip_prefix("Running ")?;
    (program.contains(" (") && program.ends_with(')')).then_some(program)
}

/// Name and outcome in a line such as `test name ... ignored, reason`.
fn outcome(line: &str) -> Option<(&str, &str)> {
    let (name, outcome) = line.strip_prefix("test ")?.split_once(" ... ")?;
    // libtest-mimic fills up short names with spaces.
    Some((name.trim_end(), outcome))
}

/// The number before a word, in `ok. 3 passed; 0 failed; 1 ignored; …`.
fn count(result: &str, word: &str) -> usize {
    result
        .split([';', '.'])
        .find_map(|part| part.trim().strip_suffix(word)?.trim().parse().ok())
        .unwrap_or(0)
}

/// A test may leave out the modules that it stands in.
fn is_same_test(full: &str, name: &str) -> bool {
    full.strip_suffix(name).is_some_and(|before| before.is_empty() || before.ends_with("::"))
}

/// The line without the sequences that colour it on a terminal.
fn without_colours(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((before, after)) = rest.split_once("\x1b[") {
        text.push_str(before);
        let end = after.find(|c: char| c.is_ascii_alphabetic()).map_or(after.len(), |end| end + 1);
        rest = &after[end..];
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The account of a run that printed the lines and left the skips behind.
    fn account(lines: &str, skips: &str, succeeded: bool) -> String {
        let mut summary = Summary::default();
        lines.lines().for_each(|line| summary.read_line(line));
        summary.end(succeeded);
        summary.add_skips(skips);
        summary.to_string()
    }

    const TWO_PROGRAMS: &str = "\
     Running unittests src/main.rs (target/debug/deps/xtask-1)

running 3 tests
test tests::a ... ok
test tests::b ... ignored
test tests::c ... ignored, needs a GPU

test result: ok. 1 passed; 0 failed; 2 ignored; 0 measured; 0 filtered out; finished in 0.00s

     Running tests/variants.rs (target/debug/deps/variants-2)

running 3 tests
test vecadd/wgpu  ... ok
test reduce/wgpu  ... FAILED
test copy/wgpu    ... ok

test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.25s
";

    #[test]
    fn results_of_all_programs_are_added() {
        let expected = "\nskipped:\n  tests::b: ignored, no reason given\n  tests::c: needs a GPU\n\n\
                        3 passed, 1 failed, 2 skipped\n";
        assert_eq!(account(TWO_PROGRAMS, "", false), expected);
        assert_eq!(account("", "", true), "\n0 passed, 0 failed, 0 skipped\n");
    }

    #[test]
    fn tests_that_skip_themselves_are_not_passed() {
        // A passed test, an ignored one, a part of a test, and no skip at all.
        let skips = "skipped: vecadd/wgpu: no adapter: none found\n\
                     skipped: b: no display\n\
                     skipped: copy/wgpu at size 4097: too large\n\
                     skipped: no reason\n";
        let expected = "\nskipped:\n  tests::b: no display\n  tests::c: needs a GPU\n  \
                        vecadd/wgpu: no adapter: none found\n  copy/wgpu at size 4097: too large\n\n\
                        2 passed, 1 failed, 4 skipped\n";
        assert_eq!(account(TWO_PROGRAMS, skips, false), expected);
    }

    #[test]
    fn a_test_that_skips_twice_counts_once() {
        let skips = "skipped: a: no adapter\nskipped: a: no adapter\n";
        assert!(account(TWO_PROGRAMS, skips, false).ends_with("2 passed, 1 failed, 3 skipped\n"));
    }

    #[test]
    fn a_program_that_crashes_has_failed() {
        let lines = "Running tests/a.rs (target/debug/deps/a-1)\n\
                     test one ... ok\n\
                     Running tests/b.rs (target/debug/deps/b-1)\n\
                     test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n\
                     Doc-tests host\n";
        assert_eq!(
            account(lines, "", false),
            "\nended without a result: tests/a.rs (target/debug/deps/a-1)\n\
             ended without a result: Doc-tests host\n2 passed, 2 failed, 0 skipped\n"
        );
        assert_eq!(account(lines, "", true), "\n2 passed, 0 failed, 0 skipped\n");
    }

    #[test]
    fn a_crash_is_not_forgotten_for_what_comes_after_it() {
        let mut summary = Summary::default();
        summary.read_line("Running tests/a.rs (target/debug/deps/a-1)");
        summary.end(false);
        summary.read_line("Doc-tests host");
        summary.end(true);
        let expected = "\nended without a result: tests/a.rs (target/debug/deps/a-1)\n\
                        0 passed, 1 failed, 0 skipped\n";
        assert_eq!(summary.to_string(), expected);
    }

    #[test]
    fn quiet_output_still_counts() {
        let lines =
            "..i\ntest result: ok. 2 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out";
        assert_eq!(
            account(lines, "", true),
            "\nskipped:\n  1 more whose names were not printed\n\n2 passed, 0 failed, 1 skipped\n"
        );
    }

    #[test]
    fn colours_and_talk_do_not_matter() {
        let mut summary = Summary::default();
        summary.read_line("test \x1b[1ma\x1b[0m ... \x1b[32mok\x1b[0m\n");
        summary.read_line("test result: \x1b[32mok\x1b[0m. 1 passed; 0 failed; 0 ignored\n");
        summary.read_line("the test result: 9 passed\n");
        summary.read_line("Running late\n");
        summary.end(true);
        assert_eq!(summary.to_string(), "\n1 passed, 0 failed, 0 skipped\n");
    }
}
