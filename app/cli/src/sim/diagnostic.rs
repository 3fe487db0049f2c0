//! Findings as a compiler shows its errors: what it is, where it is, the line.
//!
//! codespan-reporting lays them out, as it does for mistakes in the text. The
//! heading is written here: it knows no advice, and breaks no lines.

use crate::page::{fill, shorten};
use crate::style::{ERROR, GOOD, HEADING, WARNING, diagnostic_line, styled};
use codespan_reporting::diagnostic::{Diagnostic, Label};
use codespan_reporting::files::{Files, SimpleFile};
use codespan_reporting::term;
use std::ops::Range;
use warpbench_front::Source;
use warpbench_machine::finding::{Finding, Severity};

/// A finding with the lines that it is about.
pub(super) fn render(finding: &Finding, source: &Source, width: usize) -> String {
    let (severity, mark) = match finding.severity {
        Severity::Error => ("error", ERROR),
        Severity::Warning => ("warning", WARNING),
        Severity::Advice => ("advice", GOOD),
    };
    let heading = styled(mark, &format!("{severity}[{}]", finding.kind.code()))
        + &styled(HEADING, &format!(": {}", finding.message));
    let mut text = fill(&heading, width, "  ") + "\n";
    for line in snippet(finding, source, width).lines() {
        text += &format!("{}\n", diagnostic_line(&shorten(line, width), mark));
    }
    text
}

/// The lines of the source with their marks, then the details.
fn snippet(finding: &Finding, source: &Source, width: usize) -> String {
    let file = SimpleFile::new(&source.path, &source.text);
    let line = |number: u32| {
        let range = file.line_range((), (number as usize).checked_sub(1)?).ok()?;
        let text = source.text[range.clone()].trim_end();
        Some(range.start..range.start + text.len())
    };
    let mut labels = Vec::new();
    labels.extend(line(finding.line).map(|line| {
        Label::primary((), character(&source.text, line, finding.column.saturating_sub(1)))
    }));
    let other_line = finding.other_line.filter(|&other| other != finding.line);
    labels.extend(other_line.and_then(line).map(|line| {
        let indent = line.len() - source.text[line.clone()].trim_start().len();
        Label::secondary((), line.start + indent..line.end)
    }));
    let gutter = finding.line.max(finding.other_line.unwrap_or(0)).to_string().len();
    let notes = finding.way().into_iter().chain([details(finding)]);
    let notes = notes.map(|note| fill(&note, width - gutter - 3, "")).collect();
    let diagnostic = Diagnostic::error().with_labels(labels).with_notes(notes);
    // Writing into memory does not fail, and every label lies in the text.
    let rendered =
        term::emit_into_string(&term::Config::default(), &file, &diagnostic).unwrap_or_default();
    rendered.trim_end().split_once('\n').map_or("", |(_heading, snippet)| snippet).to_owned()
}

/// The character that starts so many bytes behind the start of a line, or
/// around there.
fn character(text: &str, line: Range<usize>, column: u32) -> Range<usize> {
    let start = text.floor_char_boundary((line.start + column as usize).min(line.end));
    let length = text[start..line.end].chars().next().map_or(0, char::len_utf8);
    start..start + length
}

/// What kind it is, as `--observe` and labs call it; which threads of which block, at which
/// address and step.
fn details(finding: &Finding) -> String {
    let mut parts = vec![finding.kind.to_string()];
    if let Some([x, y, z]) = finding.block {
        parts.push(format!("block ({x}, {y}, {z})"));
    }
    if !finding.lanes.is_empty() {
        const MOST: usize = 8;
        let mut lanes: Vec<String> =
            finding.lanes.iter().take(MOST).map(ToString::to_string).collect();
        if finding.lanes.len() > MOST {
            lanes.push(format!("{} more", finding.lanes.len() - MOST));
        }
        let word = if lanes.len() == 1 { "thread" } else { "threads" };
        parts.push(format!("{word} {}", lanes.join(", ")));
    }
    parts.extend(finding.address.map(|address| format!("byte {address}")));
    parts.extend(finding.step.map(|step| format!("step {step}")));
    parts.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::MAX_WIDTH;
    use anstream::adapter::strip_str;
    use warpbench_machine::finding::FindingKind;

    fn finding() -> Finding {
        Finding {
            kind: FindingKind::Race,
            severity: Severity::Error,
            message: "two threads write the same place".to_owned(),
            line: 3,
            column: 5,
            other_line: None,
            calls: Vec::new(),
            other_calls: Vec::new(),
            lanes: vec![3, 35],
            block: Some([1, 0, 0]),
            address: Some(140),
            step: Some(52),
        }
    }

    fn source() -> Source {
        let lines: Vec<String> = (1..=12).map(|line| format!("    line {line};")).collect();
        Source { path: "lab.wgsl".to_owned(), text: lines.join("\n") }
    }

    fn plain(finding: &Finding) -> String {
        strip_str(&render(finding, &source(), MAX_WIDTH)).to_string()
    }

    fn check(finding: &Finding, expected: &str) {
        assert_eq!(plain(finding), expected);
    }

    #[test]
    fn one_place() {
        let expected = "\
error[F0001]: two threads write the same place
  ┌─ lab.wgsl:3:5
  │
3 │     line 3;
  │     ^
  │
  = race; block (1, 0, 0); threads 3, 35; byte 140; step 52
";
        check(&finding(), expected);
    }

    #[test]
    fn two_places_in_the_order_of_the_text() {
        let expected = "\
error[F0001]: two threads write the same place
   ┌─ lab.wgsl:3:5
   │
 3 │     line 3;
   │     ^
   ·
12 │     line 12;
   │     --------
   │
   = race; block (1, 0, 0); threads 3, 35; byte 140; step 52
";
        check(&Finding { other_line: Some(12), ..finding() }, expected);
        let same = Finding { other_line: Some(3), ..finding() };
        assert_eq!(plain(&same).matches("line 3").count(), 1);
    }

    #[test]
    fn places_that_are_not_there_do_no_harm() {
        for (line, column, other) in [(0, 0, Some(0)), (99, 7, Some(100)), (3, 999, None)] {
            let lost = Finding { line, column, other_line: other, ..finding() };
            assert!(plain(&lost).contains("error[F0001]"));
        }
        let bare = Finding {
            severity: Severity::Advice,
            lanes: Vec::new(),
            block: None,
            address: None,
            step: None,
            ..finding()
        };
        let text = plain(&bare);
        assert!(text.starts_with("advice[F0001]") && text.ends_with("= race\n"), "{text}");
    }

    #[test]
    fn every_kind_is_told_with_its_code_and_its_word() {
        for kind in FindingKind::ALL {
            let text = plain(&Finding { kind, ..finding() });
            assert!(text.starts_with(&format!("error[{}]: ", kind.code())), "{text}");
            assert!(text.contains(&format!("  = {kind}; block")), "{text}");
        }
    }

    #[test]
    fn nothing_is_wider_than_the_page() {
        let long =
            Finding { message: "a word and ".repeat(40), lanes: (0..1024).collect(), ..finding() };
        let source =
            Source { path: "lab.wgsl".to_owned(), text: "x;\ny;\n".to_owned() + &"z".repeat(300) };
        let text = strip_str(&render(&long, &source, MAX_WIDTH)).to_string();
        for line in text.lines() {
            assert!(line.chars().count() <= MAX_WIDTH, "{line}");
        }
        assert!(text.contains("1016 more"), "{text}");
    }
}
