//! A simulation for people: the verdict first, then what was found, then the
//! numbers.

use super::diagnostic::render;
use super::tables;
use crate::explain;
use crate::page::{self, fill};
use crate::style::{ERROR, GOOD, HEADING, WARNING, styled};
use anstyle::Style;
use std::fmt::Write;
use warpbench_case::Wrong;
use warpbench_common::format;
use warpbench_machine::finding::{Finding, Severity};
use warpbench_simulate::report::{BufferDump, Output, OutputLine};
use warpbench_simulate::report::{Simulation, Unwatched};

/// Findings that are shown in full.
const MOST_FINDINGS: usize = 20;
/// Elements of a buffer that are shown.
const MOST_ELEMENTS: usize = 64;

pub(super) fn print(simulation: &Simulation) {
    for warning in &simulation.warnings {
        eprintln!("warning: {warning}");
    }
    print!("{}", text(simulation, page::width()));
    print_hint(&simulation.findings);
}

/// Says where there is more to read about what was found.
pub(super) fn print_hint<'a>(findings: impl IntoIterator<Item = &'a Finding>) {
    // What is not shown is not spoken of.
    let shown = findings.into_iter().take(MOST_FINDINGS);
    if let Some(hint) = explain::hint(shown.map(|finding| finding.kind.code())) {
        println!("\n{hint}");
    }
}

fn text(simulation: &Simulation, width: usize) -> String {
    head(simulation, width) + &body(simulation, width)
}

/// What was found and counted.
pub(super) fn body(simulation: &Simulation, width: usize) -> String {
    let mut text = String::new();
    if !simulation.output.lines.is_empty() || simulation.output.left_out > 0 {
        text += &format!("\n{}", output(&simulation.output));
    }
    for finding in simulation.findings.iter().take(MOST_FINDINGS) {
        text += &format!("\n{}", render(finding, &simulation.source, width));
    }
    if let Some(more) = simulation.findings.len().checked_sub(MOST_FINDINGS + 1) {
        let _ = writeln!(text, "\n… and {} findings more; --json has them all", more + 1);
    }
    if let Some(counts) = &simulation.counters {
        text += &format!("\n{}", tables::counters(simulation.launches, counts));
    }
    if !simulation.lines.is_empty() {
        text += &format!("\n{}", tables::lines(&simulation.lines, &simulation.source.text, width));
    }
    if let Some(occupancy) = &simulation.occupancy {
        text += &format!("\n{}", tables::occupancy(occupancy, width));
    }
    if let Some(predicted) = &simulation.predicted {
        let time = format::seconds(predicted.seconds);
        let _ = writeln!(text, "\npredicted time {time}, bound by {}", predicted.bottleneck);
    }
    for buffer in simulation.buffers.iter().flatten() {
        text += &format!("\n{}", dump(buffer, width));
    }
    text
}

/// What the kernel printed, each line with who did.
fn output(output: &Output) -> String {
    let mut text = format!("{}\n", styled(HEADING, "output"));
    let who = |line: &OutputLine| match line.block {
        [x, 0, 0] => format!("block {x}, thread {}", line.thread),
        [x, y, 0] => format!("block {x},{y}, thread {}", line.thread),
        [x, y, z] => format!("block {x},{y},{z}, thread {}", line.thread),
    };
    let widest = output.lines.iter().map(|line| who(line).len()).max().unwrap_or(0);
    for line in &output.lines {
        // What stands before the text lines up, so that the texts do.
        let _ = writeln!(text, "  {:<widest$}  {}", who(line), printable(&line.text));
    }
    if output.left_out > 0 {
        let more = format::count(output.left_out);
        let _ = writeln!(text, "  … and {more} lines more, which are not kept");
    }
    text
}

/// A text without what would move the cursor.
fn printable(text: &str) -> String {
    let visible = |c: char| if c.is_control() && c != '\t' { '\u{fffd}' } else { c };
    text.chars().map(visible).collect()
}

fn head(simulation: &Simulation, width: usize) -> String {
    let mut text = styled(HEADING, &simulation.kernel);
    match &simulation.size {
        Some(size) => text += &format!("  {}", format::size(size)),
        None => text += &format!(" of {}", simulation.source.path),
    }
    let _ = writeln!(text, " on a model of the {}", simulation.model);
    if let (Some(grid), Some(block)) = (simulation.grid, simulation.block) {
        let axes = |n: [u32; 3]| format::size(&n.map(u64::from));
        let _ = writeln!(text, "grid {}, block {}", axes(grid), axes(block));
    }
    let (style, verdict) = verdict(simulation, width);
    let (word, rest) = verdict.split_once(':').unwrap_or((&verdict, ""));
    let colon = if rest.is_empty() { "" } else { ":" };
    let _ = writeln!(text, "{}{colon}{rest}", styled(style, word));
    for Unwatched { what, why } in &simulation.unwatched {
        let line = fill(&format!("not watched: {what}: {why}"), width, "  ");
        let (word, rest) = line.split_once(':').unwrap_or((&line, ""));
        let _ = writeln!(text, "{}:{rest}", styled(WARNING, word));
    }
    text
}

fn verdict(simulation: &Simulation, width: usize) -> (Style, String) {
    let errors = simulation.findings.iter().filter(|f| f.severity == Severity::Error).count();
    if let Some(why) = &simulation.stopped {
        return (ERROR, fill(&format!("STOPPED: {why}"), width, "  "));
    }
    if !simulation.wrong.is_empty() {
        return (ERROR, wrong(&simulation.wrong, width));
    }
    let found = match errors {
        0 => String::new(),
        1 => ", but 1 error was found".to_owned(),
        count => format!(", but {count} errors were found"),
    };
    let style = if errors == 0 { GOOD } else { ERROR };
    if simulation.expectations == 0 {
        return (style, format!("completed: nothing was expected{found}"));
    }
    let error = format!("largest error {:.1e}", simulation.max_error.unwrap_or_default());
    let tolerance = simulation.tolerance.map(|tolerance| format!(", tolerance {tolerance:.1e}"));
    (style, format!("checked: {error}{}{found}", tolerance.unwrap_or_default()))
}

/// A line for each buffer that is wrong.
pub(crate) fn wrong(wrong: &[Wrong], width: usize) -> String {
    let lines: Vec<String> = wrong
        .iter()
        .map(|wrong| {
            format!(
                "WRONG: {}[{}] is {}, expected {}; {} of {} elements differ by more than {}",
                wrong.buffer,
                wrong.index,
                wrong.value,
                wrong.expected,
                format::count(wrong.count as u64),
                format::count(wrong.len as u64),
                wrong.tolerance,
            )
        })
        .collect();
    fill(&lines.join("\n"), width, "  ")
}

pub(crate) fn dump(buffer: &BufferDump, width: usize) -> String {
    let BufferDump { group, binding, name, scalar, data } = buffer;
    let len = format::count(data.len() as u64);
    let mut text = format!("{name} (group {group}, binding {binding}, {len} of {scalar})\n");
    let mut values: Vec<String> =
        data.iter().take(MOST_ELEMENTS).map(ToString::to_string).collect();
    if let Some(more) = data.len().checked_sub(MOST_ELEMENTS + 1) {
        values.push(format!("… {} more; --json has them all", format::count(more as u64 + 1)));
    }
    if !values.is_empty() {
        text += &format!("  {}\n", fill(&values.join(" "), width - 2, "  "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::MAX_WIDTH;
    use anstream::adapter::strip_str;
    use warpbench_case::number::{Number, Scalar};
    use warpbench_front::Source;
    use warpbench_machine::model::{Bottleneck, Times};
    use warpbench_machine::observe::counters::{Counts, DivergedWork, LineCounts};
    use warpbench_simulate::report::Predicted;

    fn simulation() -> Simulation {
        let counts = Counts {
            warp_instructions: 123_456_789_012,
            lane_instructions: 3_456_789_012_345,
            global_requests: 1_000_000_000,
            global_sectors: 4_000_000_000,
            branches: 50,
            divergent_branches: 5,
            ..Counts::default()
        };
        Simulation {
            kernel: "main".to_owned(),
            source: Source { path: "lab.wgsl".to_owned(), text: "x".repeat(200) },
            model: "H200".to_owned(),
            grid: Some([4, 1, 1]),
            block: Some([256, 1, 1]),
            launches: 1,
            counters: Some(counts),
            lines: [1, 9]
                .map(|line| LineCounts { line, counts, diverged: DivergedWork::default() })
                .to_vec(),
            predicted: Some(Predicted {
                seconds: 1e-5,
                bottleneck: Bottleneck::Latency,
                times: Times::default(),
                left_out: Vec::new(),
            }),
            checked: true,
            ..Simulation::default()
        }
    }

    fn shown(simulation: &Simulation) -> String {
        let text = strip_str(&text(simulation, MAX_WIDTH)).to_string();
        for line in text.lines() {
            assert!(line.chars().count() <= MAX_WIDTH, "{line}");
            assert_eq!(line.trim_end(), line);
        }
        text
    }

    #[test]
    fn numbers_fit_the_page() {
        let text = shown(&simulation());
        assert!(text.contains("28.0 lanes at work on average"), "{text}");
        assert!(text.contains("10 % of all branches"), "{text}");
        assert!(text.contains("predicted time 10.0 µs, bound by latency"), "{text}");
        // Nothing was shared, so there is nothing more to say about it.
        assert!(text.contains("shared requests") && !text.contains("conflicts"), "{text}");
    }

    #[test]
    fn verdicts() {
        let check = |simulation: &Simulation, expected: &str| {
            let text = shown(simulation);
            assert!(text.lines().any(|line| line == expected), "{text}");
        };
        check(&simulation(), "completed: nothing was expected");
        let checked = Simulation { expectations: 1, max_error: Some(0.0), ..simulation() };
        check(&checked, "checked: largest error 0.0e0");
        let stopped = Simulation { stopped: Some("too slow".to_owned()), ..simulation() };
        check(&stopped, "STOPPED: too slow");
        let wrong = Wrong {
            buffer: "sum".to_owned(),
            index: 3,
            value: Number::Single(1.5),
            expected: Number::Single(2.0),
            count: 1,
            len: 8,
            tolerance: 1e-5,
        };
        let wrong = Simulation { wrong: vec![wrong], expectations: 1, ..simulation() };
        check(
            &wrong,
            "WRONG: sum[3] is 1.5, expected 2; 1 of 8 elements differ by more than 0.00001",
        );
    }

    #[test]
    fn long_buffers_are_cut() {
        let data = (0..1000).map(|i| Number::Integer(i << 40)).collect();
        let buffer =
            BufferDump { group: 0, binding: 1, name: "a".to_owned(), scalar: Scalar::U64, data };
        let text = shown(&Simulation { buffers: Some(vec![buffer]), ..simulation() });
        assert!(text.contains("a (group 0, binding 1, 1,000 of u64)"), "{text}");
        assert!(text.contains("… 936 more"), "{text}");
    }
}
