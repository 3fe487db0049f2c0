//! Assertions that do not hold, and panics.

use super::Divisible;
use super::finding::{CountedFindings, UnlocatedFinding};
use super::format;
use super::kernel::{LaunchedKernel, block_name, do_so_here, lanes};
use crate::finding::{FindingKind, Severity};
use crate::sim::code::{Code, Failure, Scalar};
use crate::sim::{Failed, Launch, Observer, Site};
use std::sync::Arc;

/// Looks for threads that give up.
#[derive(Clone, Debug, Default)]
pub struct AssertionDetector {
    kernel: Arc<LaunchedKernel>,
    failures: Arc<Vec<Failure>>,
    /// What was found, by instruction, and in how many lanes.
    found: CountedFindings,
}

impl AssertionDetector {
    pub fn new() -> AssertionDetector {
        AssertionDetector::default()
    }

    /// One finding for each assertion and panic.
    pub fn findings(&self) -> Vec<UnlocatedFinding> {
        self.found.findings()
    }

    fn describe(&self, site: &Site, failed: &Failed<'_>) -> UnlocatedFinding {
        let threads = self.kernel.threads_of(site.warp, site.mask);
        let first = lanes(site.mask).next().unwrap_or(0);
        let others = do_so_here(&threads);
        let why = match self.failures.get(failed.failure as usize) {
            Some(failure) => reason(failure, failed, first),
            None => "gives up".to_owned(),
        };
        UnlocatedFinding {
            kind: FindingKind::Assertion,
            severity: Severity::Error,
            message: format!(
                "thread {} of {} {why}{others}; it ends here, and on a GPU the whole launch does.",
                threads.first().copied().unwrap_or(0),
                block_name(site.block),
            ),
            op: site.op,
            other_op: None,
            lanes: threads,
            block: Some(site.block),
            address: None,
            step: Some(site.step),
        }
    }
}

/// Why a lane gives up, with what it compared.
fn reason(failure: &Failure, failed: &Failed<'_>, lane: usize) -> String {
    let mut text = match &failure.condition {
        // What a method of the library asks for is not in the source.
        Some(condition) if condition.is_empty() => "panics here".to_owned(),
        Some(condition) => format!("fails `{}!`: `{condition}` does not hold", failure.name),
        None => format!("comes to `{}!`", failure.name),
    };
    let mut columns = failed.columns.iter();
    let mut values = Vec::new();
    for (side, _, scalar) in &failure.sides {
        let mut word = || columns.next().and_then(|column| column.get(lane)).copied().unwrap_or(0);
        let low = word();
        let high = if scalar.words() == 2 { word() } else { 0 };
        let shown = value(*scalar, low, high);
        if side.is_empty() {
            values.push(shown);
        } else if *side != shown {
            // A number that is written down needs no telling.
            values.push(format!("`{side}` is {shown}"));
        }
    }
    let message = format::text(&failure.message, columns.as_slice(), lane);
    if failure.condition.as_deref() == Some("") {
        let values =
            if values.is_empty() { String::new() } else { ": ".to_owned() + &values.join(" and ") };
        text.push_str(&format!(", because {message}{values}"));
        return text;
    }
    if !values.is_empty() {
        text.push_str(&format!(", where {}", values.join(" and ")));
    }
    if !message.is_empty() {
        text.push_str(&format!(" (\"{message}\")"));
    }
    text
}

/// A scalar as the source would write it.
fn value(scalar: Scalar, low: u32, high: u32) -> String {
    let wide = u64::from(high) << 32 | u64::from(low);
    match scalar {
        Scalar::Bool => (low != 0).to_string(),
        Scalar::I32 => (low as i32).to_string(),
        Scalar::U32 => low.to_string(),
        Scalar::F32 | Scalar::F16 => format!("{:?}", f32::from_bits(low)),
        Scalar::I64 => (wide as i64).to_string(),
        Scalar::U64 => wide.to_string(),
        Scalar::F64 => format!("{:?}", f64::from_bits(wide)),
    }
}

impl Observer for AssertionDetector {
    fn launch(&mut self, code: &Code, launch: &Launch, buffer_bytes: &[u32]) {
        self.kernel = Arc::new(LaunchedKernel::new(code, launch, buffer_bytes));
        self.failures = Arc::new(code.failures.clone());
    }

    fn failed(&mut self, site: &Site, failed: &Failed<'_>) {
        let more = u64::from(site.mask.count_ones());
        let mut found = std::mem::take(&mut self.found);
        found.add(site.op, more, || self.describe(site, failed));
        self.found = found;
    }
}

impl Divisible for AssertionDetector {
    fn part(&self) -> AssertionDetector {
        AssertionDetector {
            kernel: Arc::clone(&self.kernel),
            failures: Arc::clone(&self.failures),
            found: CountedFindings::default(),
        }
    }

    fn join(&mut self, part: AssertionDetector) {
        self.found.join(part.found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::code::Print;
    use warpbench_semantics::{Piece, PrintText};

    #[test]
    fn values_are_told_where_they_are_not_written_down() {
        let check = |condition: Option<&str>, message: &str, sides: &[(&str, Scalar)], expected| {
            let failure = Failure {
                name: if condition.is_some() { "assert" } else { "panic" }.to_owned(),
                condition: condition.map(str::to_owned),
                message: Print {
                    text: PrintText { pieces: vec![Piece::Words(message.to_owned())] },
                    values: Vec::new(),
                },
                sides: sides.iter().map(|&(text, scalar)| (text.to_owned(), 0, scalar)).collect(),
            };
            let columns: [&[u32]; 4] = [&[7], &[0], &[0x3f80_0000], &[0]];
            let failed = Failed { failure: 0, columns: &columns };
            assert_eq!(reason(&failure, &failed, 0), expected);
        };
        check(None, "", &[], "comes to `panic!`");
        check(None, "no such case", &[], "comes to `panic!` (\"no such case\")");
        check(Some("is_even(i)"), "", &[], "fails `assert!`: `is_even(i)` does not hold");
        check(
            Some("i < 7"),
            "too many",
            &[("i", Scalar::U64), ("1.0", Scalar::F32)],
            "fails `assert!`: `i < 7` does not hold, where `i` is 7 (\"too many\")",
        );
        check(
            Some(""),
            "the slices have different lengths",
            &[("", Scalar::U64), ("", Scalar::F32)],
            "panics here, because the slices have different lengths: 7 and 1.0",
        );
        check(
            Some("a == b"),
            "",
            &[("a", Scalar::I32), ("b", Scalar::Bool)],
            "fails `assert!`: `a == b` does not hold, where `a` is 7 and `b` is false",
        );
    }
}
