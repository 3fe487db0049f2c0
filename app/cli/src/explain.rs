//! `warpbench explain`: what a code means, with a wrong kernel and the right one.

use super::exit::Verdict;
use super::page::{self, fill};
use super::style::{ERROR, GOOD, HEADING, WARNING, styled};
use anstyle::Style;
use anyhow::{Context, Result};
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt::Write;
use warpbench_codes::{ALL, Code, Explanation, GROUPS, Launch, MarkedLine, Severity, explanation};
use warpbench_texts::lessons::{lesson_named, lessons};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The code, such as E0308 or F0001; without it all codes are listed
    code: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A row of the list.
#[derive(Serialize)]
struct Row {
    code: Code,
    severity: Severity,
    title: &'static str,
}

/// All that is known of a code.
#[derive(Serialize)]
struct Explained<'a> {
    #[serde(flatten)]
    row: Row,
    meaning: &'a str,
    wrong: &'a str,
    right: &'a str,
    launch: Option<&'a Launch>,
    lesson: &'a str,
}

pub(super) fn run(arguments: &Arguments) -> Result<Verdict> {
    match &arguments.code {
        None if arguments.json => {
            let rows = ALL.iter().map(|entry| row(entry.code));
            println!("{}", serde_json::to_string_pretty(&rows.collect::<Vec<_>>())?);
        }
        None => print!("{}", list()),
        Some(name) => {
            let code = Code::look_up(name)?;
            let found = explanation(code).with_context(|| format!("{code} is not explained"))?;
            if arguments.json {
                println!("{}", serde_json::to_string_pretty(&explained(code, &found))?);
            } else {
                print!("{}", text(code, &found, page::width()));
            }
        }
    }
    Ok(Verdict::Right)
}

/// Says once, after a report, where there is more to read about what it tells.
pub(super) fn hint(codes: impl IntoIterator<Item = Code>) -> Option<String> {
    let codes: BTreeSet<Code> = codes.into_iter().collect();
    let names: Vec<&str> = codes.iter().map(|code| code.name()).collect();
    match names.as_slice() {
        [] => None,
        [one] => Some(format!("`warpbench explain {one}` says more")),
        [all @ .., last] => {
            Some(format!("`warpbench explain CODE` says more about {} and {last}", all.join(", ")))
        }
    }
}

fn row(code: Code) -> Row {
    let severity = code.entry().map(|entry| entry.severity).unwrap_or_default();
    Row { code, severity, title: code.title() }
}

fn explained(code: Code, found: &Explanation) -> Explained<'_> {
    Explained {
        row: row(code),
        meaning: &found.meaning,
        wrong: &found.wrong,
        right: &found.right,
        launch: found.launch.as_ref(),
        lesson: &found.lesson,
    }
}

/// All codes with their titles, a paragraph for each letter.
fn list() -> String {
    let mut text = String::new();
    for (nth, group) in GROUPS.into_iter().enumerate() {
        if nth > 0 {
            text.push('\n');
        }
        let _ = writeln!(text, "{}: {}", styled(HEADING, &group.letter.to_string()), group.title);
        for entry in ALL.iter().filter(|entry| entry.code.group() == Some(group)) {
            let _ = writeln!(text, "  {}  {}", entry.code, entry.title);
        }
    }
    text
}

/// A code for people.
fn text(code: Code, found: &Explanation, width: usize) -> String {
    let Row { severity, title, .. } = row(code);
    let (word, style) = match severity {
        Severity::Error => ("error", ERROR),
        Severity::Warning => ("warning", WARNING),
        Severity::Advice => ("advice", GOOD),
    };
    let heading =
        styled(style, &format!("{word}[{code}]")) + &styled(HEADING, &format!(": {title}"));
    let mut text = fill(&heading, width, "  ") + "\n";
    for paragraph in found.meaning.split("\n\n") {
        let _ = writeln!(text, "\n{}", fill(&paragraph.replace('\n', " "), width, ""));
    }
    let [wrong, right] = found.lines();
    text += &kernel("wrong", &wrong, ('-', ERROR));
    text += &kernel("right", &right, ('+', GOOD));
    if let Some(launch) = &found.launch {
        let _ =
            writeln!(text, "\n{}", fill(&format!("Launched with {}.", launch.words()), width, ""));
    }
    if let Some(lesson) = lesson_named(&found.lesson).and_then(|at| lessons().get(at)) {
        let how = format!("warpbench --link lesson={}", lesson.name);
        let told = format!("The lesson «{}» is about it: `{how}`", lesson.title);
        let _ = writeln!(text, "\n{}", fill(&told, width, ""));
    }
    text
}

/// A text with a mark before each line that the other lacks.
fn kernel(heading: &str, lines: &[MarkedLine<'_>], (sign, style): (char, Style)) -> String {
    let mut text = format!("\n{}\n", styled(HEADING, heading));
    for line in lines {
        let _ = match line.differs {
            true => writeln!(text, "{}", styled(style, format!("{sign} {}", line.text).trim_end())),
            false => writeln!(text, "{}", format!("  {}", line.text).trim_end()),
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::MAX_WIDTH;
    use anstream::adapter::strip_str;
    use warpbench_codes as codes;

    #[test]
    fn every_code_is_told_on_the_page() {
        for entry in ALL {
            let found = explanation(entry.code).unwrap_or_else(|| panic!("{}", entry.code));
            let told = text(entry.code, &found, MAX_WIDTH);
            let told = strip_str(&told).to_string();
            assert!(told.contains(&format!("[{}]: {}", entry.code, entry.title)), "{told}");
            assert!(told.contains("warpbench --link lesson="), "{told}");
            for line in told.lines() {
                assert!(line.chars().count() <= MAX_WIDTH + 2, "{}: {line}", entry.code);
                assert_eq!(line.trim_end(), line, "{}", entry.code);
            }
        }
    }

    #[test]
    fn differing_lines_are_marked() {
        let found = explanation(codes::F0001).expect("it is explained");
        let told = strip_str(&text(codes::F0001, &found, MAX_WIDTH)).to_string();
        assert!(told.contains("\n+     thread::sync_threads();\n"), "{told}");
        assert!(told.contains("\n  #[kernel]\n"), "{told}");
        assert!(told.contains("\nLaunched with 2 blocks of 64 threads; "), "{told}");
        assert!(told.contains("`warpbench --link lesson=01-reduction`"), "{told}");
    }

    #[test]
    fn the_list_has_every_code_once() {
        let told = strip_str(&list()).to_string();
        for entry in ALL {
            let line = format!("  {}  {}", entry.code, entry.title);
            assert_eq!(told.lines().filter(|own| *own == line).count(), 1, "{line}");
        }
    }

    #[test]
    fn one_hint_is_for_all_codes() {
        let check = |given: &[Code], expected: Option<&str>| {
            assert_eq!(hint(given.iter().copied()).as_deref(), expected);
        };
        check(&[], None);
        check(&[codes::F0001, codes::F0001], Some("`warpbench explain F0001` says more"));
        check(
            &[codes::F0002, codes::E0308, codes::F0001],
            Some("`warpbench explain CODE` says more about E0308, F0001 and F0002"),
        );
    }
}
