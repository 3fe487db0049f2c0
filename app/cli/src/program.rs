//! Reports of sequential programs with directives, for all commands.

use super::page::fill;
use super::sim::show;
use super::style::{self, ERROR, GOOD, styled};
use serde::Serialize;
use std::fmt::Write;
use warpbench_case::{Comparison, Wrong};
use warpbench_common::format;
use warpbench_common::program::AnnotatedProgram;
use warpbench_common::program::arguments::{held, scalar_of};
use warpbench_common::program::log::HostStep;
use warpbench_common::program::reference::Reference;
use warpbench_derive::execute::Memory;
use warpbench_derive::tree::Function;
use warpbench_front::diagnostic;
use warpbench_simulate::report::BufferDump;

/// Steps that may come again and again are looked for in runs of so many.
const LONGEST_ROUND: usize = 12;

/// How a program's results compare with what they must be.
#[derive(Debug, Serialize)]
pub(super) struct Outcome {
    pub(super) checked: bool,
    pub(super) expectations: usize,
    pub(super) max_error: Option<f64>,
    pub(super) wrong: Vec<Wrong>,
    /// Why the run did not come to its end, if it did not.
    pub(super) stopped: Option<String>,
    /// Why the sequential program says nothing, if it does not.
    pub(super) no_reference: Option<String>,
    #[serde(skip)]
    is_faulty: bool,
}

impl Outcome {
    pub(super) fn new(
        comparison: Comparison,
        reference: &Reference,
        stopped: Option<String>,
    ) -> Outcome {
        let no_reference = match reference {
            Reference::Computed(_) => None,
            Reference::NotToBeHad(why) | Reference::Faulty(why) => Some(why.clone()),
        };
        let is_faulty = matches!(reference, Reference::Faulty(_));
        Outcome {
            checked: stopped.is_none() && comparison.wrong.is_empty() && !is_faulty,
            expectations: comparison.count,
            max_error: comparison.finite_error(),
            wrong: comparison.wrong,
            stopped,
            no_reference,
            is_faulty,
        }
    }

    /// The verdict in words; so many errors were found in launches.
    pub(super) fn verdict(&self, errors: usize, width: usize) -> String {
        if let Some(why) = &self.stopped {
            return styled(ERROR, &fill(&format!("STOPPED: {why}"), width, "  "));
        }
        if !self.wrong.is_empty() {
            let source = "the expected values are those of the sequential program, or what the \
                          case says";
            let wrong = show::wrong(&self.wrong, width);
            return format!("{}\n  {source}", styled(ERROR, &wrong));
        }
        let found = match errors {
            0 => String::new(),
            1 => ", but 1 error was found".to_owned(),
            count => format!(", but {count} errors were found"),
        };
        if self.is_faulty {
            let why = self.no_reference.as_deref().unwrap_or_default();
            let text = format!("WRONG: the sequential program fails itself: {why}");
            return styled(ERROR, &fill(&text, width, "  "));
        }
        let style = if errors == 0 { GOOD } else { ERROR };
        if self.expectations == 0 {
            let why = self.no_reference.as_ref();
            let why = why.map_or_else(
                || "the function changes no array".to_owned(),
                |why| format!("the sequential program cannot be run here ({why})"),
            );
            let text = format!("completed: nothing was compared: {why}{found}");
            return fill(&text.replacen("completed", &styled(style, "completed"), 1), width, "  ");
        }
        let error = self.max_error.unwrap_or_default();
        let checked = styled(style, "checked");
        format!("{checked}: largest difference from the sequential program {error:.1e}{found}")
    }
}

/// Prints what the translator says of a program that it translates.
pub(super) fn print_warnings(program: &AnnotatedProgram) {
    let warnings = &program.translation.warnings;
    if !warnings.is_empty() {
        let source = &program.source;
        let rendered = diagnostic::render(&source.path, &source.text, warnings);
        eprintln!("{}\n", style::warnings(rendered.trim_end()));
    }
}

/// The arrays of a function as they are now.
pub(super) fn dumps(function: &Function, memory: &Memory) -> Vec<BufferDump> {
    let mut dumps = Vec::new();
    for (binding, param) in function.params.iter().enumerate() {
        let (Some((element, _)), Some(array)) = (held(&param.ty), memory.arrays.get(&param.name))
        else {
            continue;
        };
        let scalar = scalar_of(element);
        let (name, binding) = (param.name.clone(), binding as u32);
        let data = scalar.decode(&array.bytes).collect();
        dumps.push(BufferDump { group: 0, binding, name, scalar, data });
    }
    dumps
}

/// The steps, a line each; what comes again and again is shown once.
pub(super) fn steps(steps: &[HostStep]) -> String {
    let lines: Vec<(u32, String)> = steps.iter().map(step).collect();
    let digits = lines.iter().map(|(line, _)| line.to_string().len()).max().unwrap_or(1);
    let mut text = String::new();
    let mut at = 0;
    while at < lines.len() {
        let (len, times) = round(&lines[at..]);
        for (line, words) in &lines[at..at + len] {
            let _ = writeln!(text, "  line {line:>digits$}  {words}");
        }
        let blanks = " ".repeat(digits + 7);
        let _ = match (len, times) {
            (_, 1) => Ok(()),
            (1, _) => writeln!(text, "  {blanks}that step {times} times"),
            _ => writeln!(text, "  {blanks}these {len} steps {times} times"),
        };
        at += len * times;
    }
    text
}

/// How many of the first lines come again at once, and how often they come.
fn round(lines: &[(u32, String)]) -> (usize, usize) {
    for len in 1..=LONGEST_ROUND.min(lines.len() / 3) {
        let rounds = lines.chunks(len).take_while(|own| *own == &lines[..len]).count();
        if rounds >= 3 {
            return (len, rounds);
        }
    }
    (1, 1)
}

fn step(step: &HostStep) -> (u32, String) {
    let amount = |bytes: &u64, pieces: &usize| {
        let pieces = match pieces {
            1 => "1 piece".to_owned(),
            more => format!("{} pieces", format::count(*more as u64)),
        };
        format!("{} bytes in {pieces}", format::count(*bytes))
    };
    match step {
        HostStep::Allocate { name, memory, bytes, line } => {
            (*line, format!("allocate {name}: {} bytes of {memory} memory", format::count(*bytes)))
        }
        HostStep::Clear { name, bytes, line } => {
            (*line, format!("fill {name} with zeros: {} bytes", format::count(*bytes)))
        }
        HostStep::CopyIn { name, bytes, pieces, line } => {
            (*line, format!("copy {name} to the GPU: {}", amount(bytes, pieces)))
        }
        HostStep::CopyOut { name, bytes, pieces, line } => {
            (*line, format!("copy {name} from the GPU: {}", amount(bytes, pieces)))
        }
        HostStep::Launch { kernel, grid, block, line } => {
            let axes = |n: &[u32; 3]| format::size(&n.map(u64::from));
            (*line, format!("launch {kernel}: grid {}, block {}", axes(grid), axes(block)))
        }
        HostStep::Free { name, line } => (*line, format!("free {name}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_again_is_shown_once() {
        let launch = |kernel: &str, line: u32| HostStep::Launch {
            kernel: kernel.to_owned(),
            grid: [2, 1, 1],
            block: [32, 1, 1],
            line,
        };
        let copy = HostStep::CopyIn { name: "a".to_owned(), bytes: 4096, pieces: 1, line: 3 };
        let free = HostStep::Free { name: "a".to_owned(), line: 12 };
        let mut all = vec![copy];
        for _ in 0..5 {
            all.extend([launch("sweep", 5), launch("back", 9)]);
        }
        all.push(free);
        let text = steps(&all);
        assert_eq!(text.matches("launch sweep").count(), 1, "{text}");
        assert!(text.contains("these 2 steps 5 times"), "{text}");
        assert!(text.contains("copy a to the GPU: 4,096 bytes in 1 piece"), "{text}");
        assert!(text.contains("line 12  free a"), "{text}");
        let two = [launch("sweep", 5), launch("sweep", 5)];
        assert_eq!(steps(&two).matches("launch sweep").count(), 2);
    }
}
