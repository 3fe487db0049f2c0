//! Findings of an observer, before anybody looks up where they are in the source.

use super::kernel::times;
use crate::finding::{Finding, FindingKind, FoundCall, Severity};
use crate::sim::code::Code;
use naga::Span;
use std::collections::BTreeMap;

/// Stands in a message for the line of the other access, as in `line 17`.
pub const OTHER_LINE: &str = "{other line}";

/// Stands in a message for the line of an instruction, as in `line 17`.
pub fn line_of(op: u32) -> String {
    format!("{LINE_START}{op}{LINE_END}")
}

const LINE_START: &str = "{line of ";
const LINE_END: &str = "}";

/// Puts the lines of instructions into a message.
fn with_lines(message: &str, line: impl Fn(u32) -> u32) -> String {
    let mut parts = message.split(LINE_START);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once(LINE_END).map(|(op, rest)| (op.parse(), rest)) {
            Some((Ok(op), rest)) => text += &format!("line {}{rest}", line(op)),
            _ => text += part,
        }
    }
    text
}

/// Something that an observer found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnlocatedFinding {
    pub kind: FindingKind,
    pub severity: Severity,
    /// What happened and what to do about it. It may hold [`OTHER_LINE`] and
    /// [`line_of`] an instruction, which [`UnlocatedFinding::locate`] fills in.
    pub message: String,
    /// The instruction, by its index in the code.
    pub op: u32,
    /// The instruction of the other access, of two.
    pub other_op: Option<u32>,
    /// The threads of the block that it is about; of two blocks where there is
    /// another access.
    pub lanes: Vec<u32>,
    /// The block, x, y, z.
    pub block: Option<[u32; 3]>,
    /// The byte in its memory.
    pub address: Option<u64>,
    /// How many instructions the block's warps had executed.
    pub step: Option<u64>,
}

impl UnlocatedFinding {
    /// Looks up the lines in the text that the code was compiled from.
    pub fn locate(self, code: &Code, text: &str) -> Finding {
        let span = |op: u32| code.spans.get(op as usize).copied().unwrap_or_default();
        let location = |op: u32| place(span(op), text);
        let calls = |op: u32| found_calls(code, op, text);
        let (line, column) = location(self.op);
        let other_line = self.other_op.map(|op| location(op).0);
        let other_text =
            other_line.map_or_else(|| "another line".to_owned(), |line| format!("line {line}"));
        Finding {
            kind: self.kind,
            severity: self.severity,
            message: with_lines(&self.message.replace(OTHER_LINE, &other_text), |op| {
                location(op).0
            }),
            line,
            column,
            other_line,
            calls: calls(self.op),
            other_calls: self.other_op.map(calls).unwrap_or_default(),
            lanes: self.lanes,
            block: self.block,
            address: self.address,
            step: self.step,
        }
    }
}

/// The calls of the text that lead to an instruction.
fn found_calls(code: &Code, op: u32, text: &str) -> Vec<FoundCall> {
    let own = code.spans.get(op as usize).copied().unwrap_or_default();
    let mut calls = code.calls.to(op);
    // What the front end writes has no text of its own but that of the call.
    while calls.last().is_some_and(|call| call.span == own) {
        calls.pop();
    }
    let mut caller = Some(code.calls.kernel.clone());
    let of_text = calls.iter().filter(|call| call.span.is_defined());
    let found = of_text.map(|call| {
        let (line, column) = place(call.span, text);
        let function = call.function.of(text).map(str::to_owned);
        let caller = std::mem::replace(&mut caller, function.clone());
        FoundCall { function, caller, line, column }
    });
    found.collect()
}

/// Line and column of a part of the text.
fn place(span: Span, text: &str) -> (u32, u32) {
    if !span.is_defined() {
        return (1, 1);
    }
    let location = span.location(text);
    (location.line_number, location.line_position)
}

/// One finding for each instruction, with how often it happened.
#[derive(Clone, Debug, Default)]
pub(super) struct CountedFindings(BTreeMap<u32, (UnlocatedFinding, u64)>);

impl CountedFindings {
    /// It happened in so many lanes more. The first time, it is described.
    pub(super) fn add(&mut self, op: u32, more: u64, describe: impl FnOnce() -> UnlocatedFinding) {
        self.0.entry(op).or_insert_with(|| (describe(), 0)).1 += more;
    }

    /// What was found, each with how often at its end.
    pub(super) fn findings(&self) -> Vec<UnlocatedFinding> {
        let with_count = |(found, count): &(UnlocatedFinding, u64)| {
            let mut found = found.clone();
            found.message.push_str(&times(*count));
            found
        };
        self.0.values().map(with_count).collect()
    }

    pub(super) fn join(&mut self, part: CountedFindings) {
        for (op, (found, more)) in part.0 {
            self.add(op, more, || found);
        }
    }
}
