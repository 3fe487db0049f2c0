//! Findings as a compiler shows its errors: what it is, where it is, the line.

use super::WIDTH;
use crate::cli::paint::{Ink, Paint};
use warpbench_front::Source;
use warpbench_machine::finding::{Finding, Severity};

/// A finding with the lines that it is about.
pub(super) fn render(finding: &Finding, source: &Source, paint: Paint) -> String {
    let (word, ink) = match finding.severity {
        Severity::Error => ("error", Ink::Error),
        Severity::Warning => ("warning", Ink::Warning),
        Severity::Advice => ("advice", Ink::Good),
    };
    let head = format!("{word}[{}]", finding.kind);
    // Colours would count as letters when the text is filled.
    let filled = fill(&format!("{head}: {}", finding.message), WIDTH, "  ");
    let message = filled.strip_prefix(&head).unwrap_or(&filled);
    let mut text = format!("{}{}\n", paint.ink(ink, &head), paint.ink(Ink::Strong, message));

    let lines: Vec<&str> = source.text.lines().collect();
    let last = finding.line.max(finding.other_line.unwrap_or(0));
    let gutter = last.to_string().len();
    let frame = |text: &str| paint.ink(Ink::Frame, text);
    text += &format!(
        "{:gutter$}{} {}:{}:{}\n",
        "",
        frame("-->"),
        source.path,
        finding.line,
        finding.column
    );
    let quote = |line: u32, mark: &str| {
        let code = lines.get(line as usize - 1).map_or("", |line| line.trim_end());
        let code = shorten(&code.replace('\t', " "), WIDTH - gutter - 3);
        let number = frame(&format!("{line:>gutter$} |"));
        format!("{number} {code}\n{} {mark}\n", frame(&format!("{:gutter$} |", "")))
    };
    let mut quotes = vec![(finding.line.max(1), paint.ink(ink, &caret(finding, &lines)))];
    if let Some(other) = finding.other_line.filter(|&other| other != finding.line && other > 0) {
        let code = lines.get(other as usize - 1).map_or("", |line| line.trim_end());
        let indent = code.len() - code.trim_start().len();
        let rule = "-".repeat(code.trim_start().chars().count().clamp(1, 60));
        quotes.push((other, format!("{:indent$}{}", "", paint.ink(ink, &rule))));
        quotes.sort_by_key(|&(line, _)| line);
    }
    for (index, (line, mark)) in quotes.iter().enumerate() {
        let far = index > 0 && *line > quotes[index - 1].0 + 1;
        if far {
            text += &format!("{}\n", frame("..."));
        }
        text += &quote(*line, mark);
    }
    if let Some(details) = details(finding) {
        let filled = fill(&details, WIDTH - gutter - 3, "");
        for (index, line) in filled.lines().enumerate() {
            let sign = if index == 0 { "=" } else { " " };
            text += &format!("{:gutter$} {} {line}\n", "", frame(sign));
        }
    }
    text
}

/// A caret under the finding's column.
fn caret(finding: &Finding, lines: &[&str]) -> String {
    let line = lines.get((finding.line as usize).saturating_sub(1)).copied().unwrap_or("");
    // Columns count bytes; a caret stands below a letter.
    let bytes = (finding.column as usize).saturating_sub(1);
    let letters = line.get(..bytes).map_or(0, |before| before.chars().count());
    format!("{:letters$}^", "")
}

/// Who it was, where and when.
fn details(finding: &Finding) -> Option<String> {
    let mut parts = Vec::new();
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
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// A line that is not longer than a width.
pub(super) fn shorten(line: &str, width: usize) -> String {
    if line.chars().count() <= width {
        return line.to_owned();
    }
    let kept: String = line.chars().take(width.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// Words filled into lines of a width; all but the first are indented.
pub(super) fn fill(text: &str, width: usize, indent: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for paragraph in text.lines() {
        let start = if lines.is_empty() { "" } else { indent };
        let mut line = start.to_owned();
        let mut is_empty = true;
        for word in paragraph.split_whitespace() {
            if !is_empty && line.chars().count() + 1 + word.chars().count() > width {
                lines.push(std::mem::replace(&mut line, indent.to_owned()));
                is_empty = true;
            }
            if !is_empty {
                line.push(' ');
            }
            line.push_str(word);
            is_empty = false;
        }
        lines.push(line);
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use warpbench_machine::finding::FindingKind;

    fn finding() -> Finding {
        Finding {
            kind: FindingKind::Race,
            severity: Severity::Error,
            message: "two threads write the same place".to_owned(),
            line: 3,
            column: 5,
            other_line: None,
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

    fn check(finding: &Finding, expected: &str) {
        assert_eq!(render(finding, &source(), Paint::plain()), expected);
    }

    #[test]
    fn one_place() {
        let expected = "\
error[race]: two threads write the same place
 --> lab.wgsl:3:5
3 |     line 3;
  |     ^
  = block (1, 0, 0); threads 3, 35; byte 140; step 52
";
        check(&finding(), expected);
    }

    #[test]
    fn two_places_in_the_order_of_the_text() {
        let expected = "\
error[race]: two threads write the same place
  --> lab.wgsl:3:5
 3 |     line 3;
   |     ^
...
12 |     line 12;
   |     --------
   = block (1, 0, 0); threads 3, 35; byte 140; step 52
";
        check(&Finding { other_line: Some(12), ..finding() }, expected);
        let same = Finding { other_line: Some(3), ..finding() };
        assert_eq!(render(&same, &source(), Paint::plain()).matches("line 3").count(), 1);
    }

    #[test]
    fn places_that_are_not_there_do_no_harm() {
        for (line, column, other) in [(0, 0, Some(0)), (99, 7, Some(100)), (3, 999, None)] {
            let lost = Finding { line, column, other_line: other, ..finding() };
            assert!(render(&lost, &source(), Paint::plain()).contains("error[race]"));
        }
        let bare = Finding {
            severity: Severity::Advice,
            lanes: Vec::new(),
            block: None,
            address: None,
            step: None,
            ..finding()
        };
        let text = render(&bare, &source(), Paint::plain());
        assert!(text.starts_with("advice[race]") && !text.contains('='), "{text}");
    }

    #[test]
    fn nothing_is_wider_than_the_page() {
        let long =
            Finding { message: "a word and ".repeat(40), lanes: (0..1024).collect(), ..finding() };
        let source =
            Source { path: "lab.wgsl".to_owned(), text: "x;\ny;\n".to_owned() + &"z".repeat(300) };
        let text = render(&long, &source, Paint::plain());
        for line in text.lines() {
            assert!(line.chars().count() <= WIDTH, "{line}");
        }
        assert!(text.contains("1016 more"), "{text}");
    }

    #[test]
    fn words_are_filled_into_lines() {
        let check = |text: &str, width: usize, expected: &str| {
            assert_eq!(fill(text, width, "  "), expected, "{text}");
        };
        check("a bb ccc", 20, "a bb ccc");
        check("a bb ccc", 4, "a bb\n  ccc");
        check("one\ntwo three", 7, "one\n  two\n  three");
        check("enormous", 3, "enormous");
        check("", 3, "");
    }
}
